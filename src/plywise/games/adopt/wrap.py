"""`pw.wrap`: a class or a module, with the names of its functions, as a Game in one line."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any, Literal

from plywise.errors import InputError
from plywise.game import MAX, MIN, Game
from plywise.games.adopt.adoption import Adoption, adopt_search, adopted_from, file_of
from plywise.games.adopt.binding import bind
from plywise.games.adopt.globals import given_by_globals
from plywise.games.adopt.names import Given, given_by_class, starts_of_functions
from plywise.games.adopt.rules import VIEWS
from plywise.games.adopt.search import find_searches
from plywise.games.adopt.trying import parts_by_names

Role = str | Callable[..., Any] | None


def wrap(
    thing: Any,
    *,
    moves: Role = None,
    play: Role = None,
    over: Role = None,
    score: Role = None,
    player: Role = None,
    undo: Role = None,
    copy: Role = None,
    children: Role = None,
    view: Literal["MAX", "to move", "moved last"] | None = None,
    search: str | None = None,
    player_names: Mapping[int, str] | None = None,
) -> Game:
    """Return a Game around a class whose objects are positions, or a module of functions over positions.

    Each role is the name of a method, property, attribute or function, or a function of the position: moves(position)
    lists the moves, play(position, move) plays one, over(position) tells whether the game is over, score(position) is
    the value of the end, and an estimate before it; player(position) tells who moves, as two values of any kind, the
    first of which is MAX, or as pw.MAX and pw.MIN. Any of them may take the player as another argument. children lists
    child positions, in place of moves and play. undo and copy are not used by a search; they are checked by `adopt`.
    A missing role is found by its name and by trying. search is the name of a minimax search in the same file, such as
    `minimax` or `Computer.negamax`, from which all roles are derived.

    The positions may change in place: a search works on frozen copies of them. Values are in the position's own units,
    from MAX's point of view. view says whose point of view the score has: that of MAX, of the player to move, or of the
    player who moved last. By default this is found by trying; if all ends have scores of one sign, it is assumed, with
    an AssumedViewWarning. player_names are the names that boards and results show, as in a Game: {pw.MAX: "Red",
    pw.MIN: "Blue"}.

    Raises InputError, one line that names the missing role.

    >>> class Pile:
    ...     def __init__(self): self.left, self.turn = 10, 0
    ...     def legal_moves(self): return [take for take in (1, 2, 3) if take <= self.left]
    ...     def push(self, take): self.left -= take; self.turn = 1 - self.turn
    ...     def winner(self): return 1 - self.turn if self.left == 0 else None
    >>> game = wrap(Pile, player_names={MAX: "Ann", MIN: "Ben"})
    >>> game.result(game.initial(), 2)
    State(left=8, turn=1)
    >>> game.player_names[game.player(game.initial())]
    'Ann'
    """
    roles = _roles(locals())
    if view is not None and view not in VIEWS:
        raise InputError(f"wrap: view={view!r} is not one of {', '.join(map(repr, VIEWS))}")
    adoption = _adopt(thing, roles, view) if search is None else _adopt_search(thing, search, roles)
    game_class = adoption.checked_class()
    if player_names is not None:
        game_class.player_names = _names_of_both(player_names)
    return game_class()


def _names_of_both(names: Mapping[int, str]) -> dict[int, str]:
    """Return the names of MAX and MIN. Raises InputError unless both are given, as texts, and nothing else."""
    if (
        not isinstance(names, Mapping)
        or set(names) != {MAX, MIN}
        or not all(isinstance(each, str) for each in names.values())
    ):
        raise InputError(
            f"wrap: player_names={names!r:.60} must give a text for each player: {{pw.MAX: 'Red', pw.MIN: 'Blue'}}"
        )
    return dict(names)


def _roles(given: dict[str, Any]) -> dict[str, Any]:
    return {name: given[name] for name in ROLES if given[name] is not None}


ROLES = ("moves", "play", "over", "score", "player", "undo", "copy", "children")


def _adopt(thing: Any, roles: dict[str, Any], view: str | None) -> Adoption:
    name = getattr(thing, "__name__", type(thing).__name__)
    if not isinstance(thing, (type, ModuleType)):
        raise InputError(f"wrap takes a class or a module, not {thing!r:.60}: give it the class {name}")
    for role, value in roles.items():
        if not isinstance(value, str) and not callable(value):
            raise InputError(f"wrap({name}): {role} is {value!r:.60}; give a name or a function")
        if isinstance(value, str) and not hasattr(thing, value) and role != "player":
            raise InputError(f"wrap({name}): {name} has no {value}, which is given for {role}")
    module = getattr(thing, "__module__", name) if isinstance(thing, type) else name
    for given in _given(thing):
        chosen = _named(given, roles) | ({} if view is None else {"view": view})
        for parts, views in parts_by_names(given, chosen, name, module):
            found = adopted_from(file_of(thing), name, module, parts, views)
            if found is not None:
                return found
    raise InputError(f"wrap({name}): {why_not(thing, roles)}")


def _adopt_search(thing: Any, name: str, roles: dict[str, Any]) -> Adoption:
    """Return the game of a search in a module, or in the module of a class."""
    told = getattr(thing, "__name__", repr(thing))
    if roles:
        raise InputError(f"wrap({told}): search determines all roles; leave out {', '.join(roles)}")
    file = file_of(thing)
    searches = find_searches(file.tree) if file is not None else []
    chosen = [each for each in searches if name in (each.name, each.node.name)]
    if file is None or not chosen:
        there = ", ".join(each.name for each in searches)
        raise InputError(f"wrap({told}): there is no search {name}{f'; there is {there}' if there else ''}")
    for each in chosen:
        for parts, bound in bind(file, each):
            found = adopt_search(file, each, parts, bound)
            if found is not None:
                return found
    raise InputError(f"wrap({told}): the search {name} was not understood; pass moves=..., play=... instead")


def _given(thing: Any) -> Iterator[Given]:
    if isinstance(thing, type):
        yield from given_by_class(thing, vars(inspect.getmodule(thing) or inspect))
        return
    functions = {name: each for name, each in vars(thing).items() if isinstance(each, FunctionType)}
    for start in starts_of_functions(functions, vars(thing)):
        yield Given(thing, functions, "", True, start, None, functions)
    file = file_of(thing)
    if file is not None:
        yield from given_by_globals(file)


def _named(given: Given, roles: dict[str, Any]) -> dict[str, Any]:
    """Return the roles by name; functions are added to the class or module under names."""
    chosen = {}
    for role, value in roles.items():
        if not isinstance(value, str):
            value = given.add_function(role, value)
        elif role != "player" and value not in given.functions:
            continue
        chosen[role] = value
    if "children" in chosen:
        chosen["moves"] = chosen.pop("children")
        chosen["play"] = given.add_function("play", _the_child)
    return chosen


def _the_child(position: Any, move: Any) -> Any:
    """Return the child, which is the move itself."""
    return move


def why_not(thing: Any, roles: dict[str, Any]) -> str:
    """Return why no game was found, and how to fix it."""
    return "no moves could be listed and played; pass the functions that do: moves=..., play=..."


__all__ = ["wrap"]
