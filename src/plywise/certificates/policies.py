"""Policies: rules of play that a certificate names, and a checker plays out.

A policy is a function from the game and a position to an action of the strategist; it depends on nothing else. Built-in
policies are found by name. One of the user's own is `file.py:function`; a certificate names it with the SHA-256 of the
file, and its file is run only if the user passes it. `name(argument)` is the policy that a function, the maker, returns
for the game and the argument.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from plywise.arguments.names import hint
from plywise.certificates.checker import NotProved
from plywise.errors import InputError
from plywise.game import Action, Game, State
from plywise.games.user_files import described, run_file

Choose = Callable[[Any, State], Action]
Maker = Callable[[Any, str], Choose]


class Policy(NamedTuple):
    """A policy. text: how a certificate names it. choose: the function, or a maker whose argument is not yet known."""

    text: str
    choose: Choose | Maker


def built_in(game: Game) -> tuple[Mapping[str, Choose], Mapping[str, Maker]]:
    """Return a game's policies and makers that come with Plywise, by name: those in a module beside the game's."""
    module = f"{type(game).__module__}_policies"
    if not module.startswith("plywise.games.") or find_spec(module) is None:
        return {}, {}
    found = import_module(module)
    return found.POLICIES, found.MAKERS


def split_argument(text: str) -> tuple[str, str | None]:
    """Return the name and the argument in the text of a policy.

    >>> split_argument("diagram(..|.)"), split_argument("follow_up")
    (('diagram', '..|.'), ('follow_up', None))
    """
    name, mark, argument = text.removesuffix(")").rpartition("(")
    return (name, argument) if mark and text.endswith(")") else (text, None)


def find_policy(text: str, game: Game) -> Policy:
    """Return the policy that the user names: a built-in one, or `path/file.py:function`. Raises InputError."""
    name, argument = split_argument(text)
    policies, makers = built_in(game)
    known: Mapping[str, Choose | Maker] = policies if argument is None else makers
    if argument is not None and argument.split() != [argument]:
        raise InputError(f"policy {text[:60]!r}: a certificate cannot hold its argument")
    if ".py:" in name or name not in known:
        names = ", ".join([*policies, *(f"{maker}(...)" for maker in makers)])
        policy = own_policy(name, hint(name[:60], known, there_are=f"{game.name} has {names or 'none built in'}"))
    else:
        policy = Policy(name, known[name])
    return Policy(policy.text + text[len(name) :], with_argument(policy.choose, game, argument))


def with_argument(function: Choose | Maker, game: Game, argument: str | None) -> Choose:
    """Return the policy itself, or the one that a maker returns. Raises InputError if it refuses the argument."""
    if argument is None:
        return function
    try:
        choose = function(game, argument)
    except Exception as error:  # noqa: BLE001 - a user's maker may fail in any way
        raise InputError(f"the argument {argument[:60]!r} of a policy: {described(error)}") from None
    if not callable(choose):
        raise InputError(f"the argument {argument[:60]!r} of a policy: its maker returned no function")
    return choose


def own_policy(text: str, otherwise: str = "built-in ones need not be passed") -> Policy:
    """Return the policy `path/file.py:function`. Raises InputError. otherwise: the remedy if the text names no file."""
    path, mark, name = text.rpartition(".py:")
    if not mark:
        raise InputError(f"policy {text[:60]!r} is not file.py:function; {otherwise}")
    file = Path(f"{path}.py")
    choose = getattr(run_file(file), name, None)
    if not callable(choose):
        raise InputError(f"{file} has no function {name!r}")
    if not file.name.isprintable() or file.name.split() != [file.name]:
        raise InputError(f"{file}: a certificate cannot hold the name of this file")
    return Policy(f"{file.name}:{name}@{hashlib.sha256(file.read_bytes()).hexdigest()}", choose)


def policies_of(names: str | None, game: Game, given: Iterable[Policy]) -> list[Choose]:
    """Return the policies that a certificate names, in its order.

    given: those of the user's own that may be run.

    Raises NotProved where a name is none, or a file has changed; InputError where a file is not passed.
    """
    policies, makers = built_in(game)
    found, own = [], {policy.text: policy.choose for policy in given}
    for text in (names or "").split(" ") if names is not None else ():
        name, argument = split_argument(text)
        known: Mapping[str, Choose | Maker] = {**(policies if argument is None else makers), **own}
        plain = name.partition("@")[0]
        if name in known:
            try:
                found.append(with_argument(known[name], game, argument))
            except InputError as error:
                raise NotProved(f"it names a policy that {game.name} does not have: {error}") from None
        elif any(each.partition("@")[0] == plain for each in own):
            raise NotProved(
                f"it was made with another version of the policy {plain[:60]!r}: its source has another hash"
            )
        elif ".py:" in name:
            raise InputError(f"it names a policy that is not part of Plywise, {plain[:60]!r}: pass it with --policy")
        else:
            raise NotProved(f"it names a policy that {game.name} does not have: {text[:60]!r}")
    return found


__all__ = ["Policy", "built_in", "find_policy", "policies_of"]
