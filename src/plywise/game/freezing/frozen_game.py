"""Replace the class of a game whose rules change states in place by a generated one with frozen states.

The author's rules are unchanged. Each is called with a thawed copy of the state, which it may change; `result` may
return the copy or None.
"""

import copy
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from typing import Any

from plywise.game.contents import is_immutable
from plywise.game.freezing.forms import Form, Unfit, form_of
from plywise.game.freezing.reading import only_read
from plywise.game.freezing.source import Source, new_module
from plywise.game.freezing.states import learn_states

LINES, PLIES, SECONDS, MAX_ACTIONS = 40, 300, 1.0, 5_000
"""Limits of the random play from which the form of states is learned: lines, their length, and seconds in all."""

LOOKING = ("player", "terminal", "utility", "actions")
"""Rules that only read a state. Others always get their own thawed copy."""

RETURN_STATES = ("symmetries", "equivalents")
"""Hooks that return states."""

NO_STATE = ("parse_state", "read_position", "unrank", "action_class", "coordinates", "orders", "record_notation")
"""Hooks without a state as their first argument."""


def needs_freezing(state: Any) -> bool:
    """Return whether a state is mutable and unhashable: a list, a dict, an array, or an object without a hash.

    For an object with a custom __hash__ the author is responsible.
    """
    if is_immutable(state):
        return False
    if isinstance(state, tuple):
        return any(map(needs_freezing, state))
    try:
        hash(state)
    except TypeError:
        return True
    own: Any = type(state).__hash__
    return own is object.__hash__


def freeze_states(game: Any, hooks: Sequence[str]) -> None:
    """Give a game a class with frozen states, if its states need it and have a form. hooks: the names of all hooks."""
    cls = type(game)
    if cls.__module__.startswith("plywise.") or hasattr(cls, "plain_class"):
        return
    try:
        start = game.initial()
        if not needs_freezing(start):
            return
        states, actions = _sample(game, start)
    except Exception:  # noqa: BLE001 - a user's rule may raise anything; the search reports it
        return
    with suppress(Unfit):
        game.__class__ = _frozen_class(cls, states, actions, [name for name in hooks if _is_own(cls, name)])


def plain_twin(game: Any) -> Any:
    """Return the game with its author's class; the game itself if it has that class."""
    plain = getattr(type(game), "plain_class", None)
    if plain is None:
        return game
    twin = copy.copy(game)
    twin.__class__ = plain
    return twin


def frozen_state(game: Any, state: Any) -> Any:
    """Return a caller's state, frozen if the game's states are."""
    freeze = getattr(type(game), "freezes", None)
    return state if freeze is None or isinstance(state, type(game).state_class) else freeze(copy.deepcopy(state))


def _is_own(cls: type, name: str) -> bool:
    """Return whether a user's class defines a hook."""
    return any(name in vars(each) for each in cls.__mro__ if not each.__module__.startswith("plywise."))


def _sample(game: Any, start: Any) -> tuple[list[Any], list[Any]]:
    """Return states and actions from random play."""
    chance, ends = random.Random(1), time.perf_counter() + SECONDS
    states, actions = [], []
    for line in range(LINES):
        state = copy.deepcopy(start)
        for _ in range(PLIES):
            states.append(copy.deepcopy(state))
            if game.terminal(copy.deepcopy(state)) or time.perf_counter() > ends:
                break
            found = list(islice(game.actions(copy.deepcopy(state)), MAX_ACTIONS))
            if not found:
                break
            actions += copy.deepcopy(found)
            child = game.result(state, copy.deepcopy(chance.choice(found)))
            state = state if child is None else child
        if time.perf_counter() > ends and line > 0:
            break
    return states, actions


def _frozen_class(cls: type, states: list[Any], actions: list[Any], hooks: list[str]) -> type:
    """Generate a class with frozen states around a class. Raises Unfit."""
    form, move = learn_states(states, place="a state"), form_of(actions, place="an action")
    source = Source(f"The rules of {cls.__name__}, with frozen states")
    source.names |= {"Plain": cls, "State": None}
    form.write(source)
    shown = _write_shown(source, cls)
    source.add("\n".join(["class Rules(Plain):", *(f"    {line}" for line in _rules(source, move, hooks, shown))]))
    own = new_module(cls.__module__)
    names = source.run(own.__name__, own)
    made: Any = names["Rules"]
    names["State"].__module__ = own.__name__
    made.__name__, made.__doc__, made.name = cls.__name__, cls.__doc__, getattr(cls, "name", "")
    made.plain_class, made.state_class = cls, names["State"]
    made.freezes, made.thaws = staticmethod(names["freeze"]), staticmethod(names["thaw"])
    return made  # type: ignore[no-any-return]


def _write_shown(source: Source, cls: type) -> str:
    """Return the name of the function that thaws states for rules that only read them.

    If these rules provably change nothing, the thawed state is cached, because thawing takes longer than many rules.
    """
    held = [each for each in source.names.values() if isinstance(each, type) and each is not cls]
    if not only_read([getattr(cls, name) for name in LOOKING], [cls, *held]):
        return "thaw"
    cached = source.name_of(lru_cache, "lru_cache")
    source.names["shown"] = None
    source.add(f"@{cached}(maxsize=64)\ndef shown(state):\n    return thaw(state)")
    return "shown"


def _rules(source: Source, move: Form, hooks: list[str], shown: str) -> Iterator[str]:
    """Yield the lines of the rules. Called with a thawed state, by another rule, they call the author's rule directly.

    shown: the function that thaws states for rules that only read them
    """
    frozen, thawed = move.freeze(source, "move"), move.thaw(source, "action")
    yield from _method("initial", "", "freeze(Plain.initial(self))", "")
    for name in ("player", "terminal", "utility"):
        yield from _method(name, "state", f"Plain.{name}(self, {shown}(state))", f"Plain.{name}(self, state)")
    listed = f"list(Plain.actions(self, {shown}(state)))"
    made = listed if move.stays else f"[{frozen} for move in {listed}]"
    yield from _method("actions", "state", made, "Plain.actions(self, state)")
    yield "def result(self, state, action):"
    yield "    if not isinstance(state, State):"
    yield "        return Plain.result(self, state, action)"
    yield "    it = thaw(state)"
    yield f"    child = Plain.result(self, it, {thawed})"
    yield "    return freeze(it if child is None else child)"
    for name in hooks:
        if name in RETURN_STATES:
            made = f"[freeze(each) for each in Plain.{name}(self, thaw(state))]"
            yield from _method(name, "state", made, f"Plain.{name}(self, state)")
        elif name == "parse_state":
            yield from _method(name, "text", "freeze(Plain.parse_state(self, text))", "")
        elif name not in NO_STATE:
            own = f"Plain.{name}(self, state, *more)"
            yield from _method(name, "state, *more", f"Plain.{name}(self, thaw(state), *more)", own)


def _method(name: str, parameters: str, frozen: str, own: str) -> Iterator[str]:
    yield f"def {name}(self{', ' if parameters else ''}{parameters}):"
    if own:
        yield "    if not isinstance(state, State):"
        yield f"        return {own}"
    yield f"    return {frozen}"
    yield ""


__all__ = ["freeze_states", "frozen_state", "needs_freezing", "plain_twin"]
