"""Give frozensets in states and actions a fixed iteration order during a search.

Equal frozensets may have different iteration orders, because Python's order depends on how a set was made. A search
treats equal states as one, and a compiled state does not record how its sets were made. So during a search each
frozenset in a state is rebuilt from its items in ascending order: then all engines iterate over it in the same order,
whatever moves led to it.
"""

import sys
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from types import CodeType, FunctionType, ModuleType
from typing import Any

from plywise.game.contents import ATOMS, own_fields
from plywise.game.game import Game
from plywise.game.outcomes import Action, State


def with_ordered_sets(value: Any) -> Any:
    """Return a state or an action with its frozensets rebuilt from their items in ascending order.

    Frozensets whose items cannot be sorted are unchanged.

    >>> list(frozenset([8, 0])), list(with_ordered_sets(frozenset([8, 0])))
    ([8, 0], [0, 8])
    """
    kind = type(value)
    if kind in ATOMS:
        return value
    if kind is frozenset:
        try:
            return frozenset(sorted(value))
        except TypeError:
            return value
    if isinstance(value, tuple):
        if ATOMS.issuperset(map(type, value)):
            return value
        items = [with_ordered_sets(each) for each in value]
        if all(one is other for one, other in zip(items, value, strict=True)):
            return value
        return tuple(items) if kind is tuple else kind._make(items) if hasattr(kind, "_make") else value
    frozen = getattr(kind, "__dataclass_params__", None)
    return _record_with_ordered_sets(value) if frozen is not None and frozen.frozen else value


def actions_in_order(game: Game, state: State) -> list[Action]:
    """Return the actions of a state in the order of any search, compiled or not."""
    return list(game.actions(with_ordered_sets(state)))


def _record_with_ordered_sets(value: Any) -> Any:
    fields = {name: (part, with_ordered_sets(part)) for name, part in own_fields(value)}
    changed = {name: new for name, (old, new) in fields.items() if new is not old}
    if not changed:
        return value
    found = object.__new__(type(value))
    for name, (_, new) in fields.items():
        object.__setattr__(found, name, new)
    return found


def result_with_ordered_sets(game: Game, start: State) -> Callable[[State, Action], State]:
    """Return the rule `result`, with ordered frozensets if the game's states may hold any."""
    if not (_holds_frozenset(start, set()) or _names_frozenset(type(game))):
        return game.result
    return lambda state, action: with_ordered_sets(game.result(state, with_ordered_sets(action)))


def _holds_frozenset(value: Any, met: set[int]) -> bool:
    """Return whether a value is or holds a frozenset. met: the ids of values visited, because of cycles"""
    if isinstance(value, frozenset):
        return True
    if type(value) in ATOMS or id(value) in met:
        return False
    met.add(id(value))
    inside = partial(_holds_frozenset, met=met)
    if isinstance(value, (tuple, list)):
        return not ATOMS.issuperset(map(type, value)) and any(map(inside, value))
    if isinstance(value, dict):
        return any(map(inside, value.values()))
    return hasattr(type(value), "__dataclass_params__") and any(inside(part) for _, part in own_fields(value))


@lru_cache(maxsize=64)
def _names_frozenset(made_by: type) -> bool:
    """Return whether a game's classes, or what they use, may make or hold a frozenset."""
    met: set[int] = set()
    return any(_may_make(each, met) for each in made_by.__mro__ if each not in Game.__mro__)


def _may_make(thing: Any, met: set[int]) -> bool:
    """Return whether a user's class or function names frozenset, directly or indirectly. met: ids visited"""
    thing = getattr(thing, "__func__", getattr(thing, "fget", getattr(thing, "func", thing)))
    if id(thing) in met or _is_foreign(getattr(thing, "__module__", None) or ""):
        return False
    met.add(id(thing))
    if isinstance(thing, FunctionType):
        names = {name for code in _codes(thing.__code__) for name in code.co_names}
        used = [thing.__globals__[name] for name in names if name in thing.__globals__]
        used += [getattr(each, name) for each in used if isinstance(each, ModuleType) for name in names & {*vars(each)}]
        return "frozenset" in names or any(_may_make(each, met) for each in used)
    if isinstance(thing, type):
        members = {name: each for name, each in vars(thing).items() if name != "__abstractmethods__"}
        return any(_may_make(each, met) for each in members.values())
    return _holds_frozenset(thing, set())


def _is_foreign(module: str) -> bool:
    top = module.partition(".")[0]
    is_ours = top == "plywise" and not module.startswith("plywise.games")
    return is_ours or top == "numpy" or top in sys.stdlib_module_names


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object and those within it."""
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)


__all__ = ["actions_in_order", "result_with_ordered_sets", "with_ordered_sets"]
