"""Policies: rules of play that a certificate names, and a checker plays out.

A policy is a function from the game and a position to an action of the strategist; it depends on nothing else. Built-in
policies are found by name. One of the user's own is `file.py:function`; a certificate names it with the SHA-256 of the
file, and its file is run only if the user passes it.
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
from plywise.games.user_files import run_file

Choose = Callable[[Any, State], Action]


class Policy(NamedTuple):
    """A policy. text: how a certificate names it."""

    text: str
    choose: Choose


def built_in(game: Game) -> Mapping[str, Choose]:
    """Return the policies of a game that come with Plywise, by name: those in a module beside the game's."""
    module = f"{type(game).__module__}_policies"
    if not module.startswith("plywise.games.") or find_spec(module) is None:
        return {}
    policies: Mapping[str, Choose] = import_module(module).POLICIES
    return policies


def find_policy(text: str, game: Game) -> Policy:
    """Return the policy that the user names: a built-in one, or `path/file.py:function`. Raises InputError."""
    known = built_in(game)
    if ".py:" in text or text not in known:
        there = f"{game.name} has {', '.join(known) or 'none built in'}"
        return own_policy(text, hint(text[:60], known, there_are=there))
    return Policy(text, known[text])


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
    found, known = [], {**built_in(game), **{policy.text: policy.choose for policy in given}}
    for text in (names or "").split(" ") if names is not None else ():
        name = text.partition("@")[0]
        if text in known:
            found.append(known[text])
        elif any(each.partition("@")[0] == name for each in known):
            raise NotProved(f"it was made with another policy {name[:60]!r}: its source has another hash")
        elif ".py:" in text:
            raise InputError(f"it names a policy that is no part of Plywise, {name[:60]!r}: pass it with --policy")
        else:
            raise NotProved(f"it names a policy that {game.name} does not have: {text[:60]!r}")
    return found


__all__ = ["Policy", "built_in", "find_policy", "policies_of"]
