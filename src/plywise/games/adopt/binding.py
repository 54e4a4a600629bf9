"""Turns a search found in a file into callable parts, with a first position, players and other arguments."""

import ast
import copy
import inspect
from collections.abc import Callable, Iterator
from itertools import islice, product
from typing import Any

from plywise.game.freezing.source import Source
from plywise.games.adopt.beginning import first_mover
from plywise.games.adopt.globals import POSITION, first_globals, globals_changed, rewritten
from plywise.games.adopt.parts import Parts, duplicate
from plywise.games.adopt.reading import File, quiet
from plywise.games.adopt.search import WHO, Search

BEGINNING = ("new", "create", "init", "start", "make", "empty", "setup", "build", "reset", "default")
MOST = 40
"""The number of combinations of first positions and other arguments to try."""


def bind(file: File, search: Search) -> Iterator[tuple[Parts, dict[str, Any]]]:
    """Yield the search as parts, with each fitting first position and other arguments, the likeliest first.

    Each comes with the values of the search's other parameters.
    """
    variables = globals_changed(file, search.parts.values())
    if not variables and not search.states:
        return
    starts = [list(islice(_starts(file, search, name), MOST)) for name in search.states]
    starts = [[first_globals(file, variables)], *starts] if variables else starts
    players: list[Any] = list(_players(file, search)) if search.player else [None]
    rest = [list(islice(_values(file, search, name), 6)) for name in search.rest]
    for first, *values in islice(product(players, *starts, *rest), 400):
        makers, others = values[: len(starts)], values[len(starts) :]
        bound = dict(zip(search.rest, others, strict=True))
        parts = _parts(file, search, makers, bound, variables)
        if _is_bound(parts, search, first):
            yield parts, bound


def _is_bound(parts: Parts, search: Search, first: Any) -> bool:
    """Set the players of parts, given the first one, and their leaf; return whether they work."""
    with quiet():
        try:
            if search.player is None:
                choose_leaf(parts)
                return _works(parts)
            parts.players = (first, first)
            choose_leaf(parts)
            parts.players = (first, _second(parts, first))
            return _works(parts)
        except Exception:  # noqa: BLE001 - a user's code may raise anything
            return False


def _parts(file: File, search: Search, makers: list[Any], bound: dict[str, Any], variables: list[str]) -> Parts:
    """Return the parts of a search, as functions in a separate source with access to the file's names."""
    source = Source(f"The search {search.name}, cut into parts")
    source.names = {name: each for name, each in file.names.items() if not name.startswith("__")} | bound
    nodes = dict(search.parts)
    if variables:
        nodes["play"] = _returning_globals(nodes["play"], search)
        source.add(rewritten(file, variables, nodes.values()))
    else:
        for node in nodes.values():
            source.add(ast.unparse(node))
    names = source.run(file.module.__name__)
    moves, play, leaf, last, stuck = (
        names[search.parts[each].name] for each in ("moves", "play", "leaf", "last", "stuck")
    )
    parts = Parts(moves, play, stuck, _maker(makers), spread=max(1, len(makers)))
    parts.exact, parts.horizon = _depths(search)
    parts.leaves = leaf, last
    parts.may_be_infinite = "inf" in ast.unparse(nodes["leaf"])
    return parts


def choose_leaf(parts: Parts) -> None:
    """Give a leaf without moves the value that the search returns for it, unless the search fails there."""
    with quiet():
        try:
            it, who = parts.first()
            parts.leaf = parts.leaves[1 if parts.value(it, who) is None else 0]
        except Exception:  # noqa: BLE001 - best[1], where best is still None
            parts.leaf = parts.leaves[1]


def _returning_globals(play: ast.FunctionDef, search: Search) -> ast.FunctionDef:
    """Return a play function that also returns the position in global variables."""
    play = copy.deepcopy(play)
    for each in ast.walk(play):
        if isinstance(each, ast.Return) and each.value is not None:
            whole = each.value
            child = whole.elts[0] if search.player is not None and isinstance(whole, ast.Tuple) else whole
            position: ast.expr = ast.Name(POSITION, ast.Load())
            if search.states:
                others = child.elts if isinstance(child, ast.List) and len(search.states) > 1 else [child]
                position = ast.List([position, *others], ast.Load())
            if search.player is not None and isinstance(whole, ast.Tuple):
                whole.elts[0] = position
            else:
                each.value = position
    return ast.fix_missing_locations(play)


def _maker(makers: list[Any]) -> Any:
    return makers[0] if len(makers) == 1 else lambda: [make() for make in makers]


def _depths(search: Search) -> tuple[int, int | None]:
    """Return the depths that mean "to the end" and "here"."""
    if search.depth is None:
        return 1, None
    tests = [
        each
        for each in ast.walk(search.parts["leaf"])
        if isinstance(each, ast.Compare) and search.depth in {n.id for n in ast.walk(each) if isinstance(n, ast.Name)}
    ]
    negated = [
        each
        for each in ast.walk(search.parts["leaf"])
        if isinstance(each, ast.UnaryOp)
        and isinstance(each.op, ast.Not)
        and getattr(each.operand, "id", "") == search.depth
    ]
    if search.counts_up:
        limits = [part.value for each in tests for part in each.comparators if isinstance(part, ast.Constant)]
        whole = [each for each in limits if isinstance(each, int) and each > 0]
        return 0, (whole[0] if whole else None)
    return 1, (0 if tests or negated else None)


def _works(parts: Parts) -> bool:
    """Return whether the first position has moves, and one can be played."""
    it, who = parts.first()
    if parts.value(duplicate(it), who) is not None:
        return False
    moves = parts.list_moves(duplicate(it), who)
    if not moves:
        return False
    child, follow = parts.child(duplicate(it), who, duplicate(moves[0]))
    parts.value(duplicate(child), follow)
    parts.list_moves(duplicate(child), follow)
    return child is not None


def _second(parts: Parts, first: Any) -> Any:
    """Return who moves after the first player. Raises ValueError if it is the same player or not the one to move."""
    it, who = parts.first()
    move = parts.list_moves(duplicate(it), who)[0]
    child, second = parts.child(it, who, move)
    third = parts.child(child, second, parts.list_moves(duplicate(child), second)[0])[1]
    if second == first or third != first:
        raise ValueError
    return second


# --- first positions --------------------------------------------------------------------------------------------------


def _starts(file: File, search: Search, name: str) -> Iterator[Any]:
    """Yield functions that create a value for a parameter with the position, the likeliest first."""
    names = file.names
    if name == "self" and search.owner is not None:
        yield from _makers_of_class(file, names.get(search.owner))
        return
    functions = [each for each in names.values() if _is_own(file, each) and inspect.isfunction(each)]
    likely = [each for each in functions if _asks_nothing(each) and _begins(each.__name__)]
    yield from likely
    if name in names and not callable(names[name]):
        yield _duplicated(names[name])
    yield from _passed(file, search, name)
    wanted = _attributes_of(search, name)
    classes = [each for each in names.values() if inspect.isclass(each) and _is_own(file, each)]
    for each in sorted(classes, key=lambda cls: _fits(cls, wanted)):
        yield from _makers_of_class(file, each)
    for other, value in names.items():
        if other.isupper() and other.lower().startswith(("start", "initial", "board")):
            yield _duplicated(value)


def _duplicated(value: Any) -> Any:
    return lambda: duplicate(value)


def _is_own(file: File, thing: Any) -> bool:
    return getattr(thing, "__module__", None) == file.module.__name__


def _asks_nothing(function: Any) -> bool:
    """Return whether a function can be called without arguments."""
    try:
        inspect.signature(function).bind()
    except (TypeError, ValueError):
        return False
    return True


def _begins(name: str) -> bool:
    words = name.lower().split("_")
    return any(word in words or name.lower().startswith(word) for word in BEGINNING)


def _fits(cls: type, wanted: set[str]) -> tuple[int, int]:
    """Return how badly a class fits objects with certain attributes."""
    name = cls.__name__.lower()
    has = sum(hasattr(cls, each) for each in wanted)
    return -has, 0 if any(word in name for word in ("board", "state", "game", "position")) else 1


def _attributes_of(search: Search, name: str) -> set[str]:
    """Return the attributes of a parameter that the search reads."""
    return {
        each.attr
        for each in ast.walk(search.node)
        if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and each.value.id == name
    }


def _makers_of_class(file: File, cls: Any) -> Iterator[Any]:
    """Yield functions that create the first position from a class of positions or of games."""
    if not inspect.isclass(cls):
        return
    if _asks_nothing(cls):
        yield cls
        for name in ("new_initial_state", "initial_state", "get_initial_state", "new_game", "get_init_board"):
            method = getattr(cls, name, None)
            if callable(method):
                yield lambda method=method: method(cls())
        made: Callable[[], Any] = cls
        yield lambda: duplicate(made().initial)
        yield lambda: duplicate(made().board)
    for scope in [file.tree, *(each for each in ast.walk(file.tree) if isinstance(each, ast.FunctionDef))]:
        for call in ast.walk(scope):
            if (
                isinstance(call, ast.Call)
                and getattr(call.func, "id", "") == cls.__name__
                and (call.args or call.keywords)
            ):
                yield _evaluator(file, call, _first_values(scope))


def _passed(file: File, search: Search, name: str) -> Iterator[Any]:
    """Yield functions that create the values that the file passes to its search for a parameter."""
    for value, scope in _given(file, search, name):
        yield _evaluator(file, value, scope)


def this_of(file: File, search: Search) -> dict[str, Any]:
    """Return `self` of the search's methods, by name, if an object of their class can be made."""
    for make in _makers_of_class(file, file.names.get(search.owner or "")):
        try:
            with quiet():
                return {"self": make()}
        except Exception:  # noqa: BLE001 - a user's class may raise anything
            continue
    return {}


def _evaluator(file: File, value: ast.expr, scope: dict[str, ast.expr], this: dict[str, Any] | None = None) -> Any:
    def make() -> Any:
        names = dict(file.names) | (this or {})
        return eval(compile(ast.Expression(filled(value, 5)), "<an argument>", "eval"), names)

    def filled(node: ast.expr, times: int) -> ast.expr:
        """Replace names by their first values."""
        if not times:
            return node

        class Filler(ast.NodeTransformer):
            def visit_Name(self, name: ast.Name) -> ast.AST:
                return filled(scope[name.id], times - 1) if name.id in scope else name

        return ast.fix_missing_locations(Filler().visit(copy.deepcopy(node)))  # type: ignore[no-any-return]

    return make


def _given(file: File, search: Search, name: str) -> Iterator[tuple[ast.expr, dict[str, ast.expr]]]:
    """Yield the arguments of the file's own calls of its search, and the first values of names at the call."""
    arguments = search.node.args
    parameters = [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    inside = {id(each) for node in search.members for each in ast.walk(node)}
    for scope in [file.tree, *(each for each in ast.walk(file.tree) if isinstance(each, ast.FunctionDef))]:
        assigned = _first_values(scope)
        for call in ast.walk(scope):
            if not isinstance(call, ast.Call) or id(call) in inside:
                continue
            called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if called not in search.names:
                continue
            values = list(call.args)
            if search.owner is not None and parameters[:1] == ["self"] and isinstance(call.func, ast.Attribute):
                values.insert(0, call.func.value)
            given = dict(zip(parameters, values, strict=False)) | {
                each.arg: each.value for each in call.keywords if each.arg
            }
            if name in given:
                yield given[name], assigned
    defaults = dict(zip(parameters[::-1], arguments.defaults[::-1], strict=False))
    if name in defaults:
        yield defaults[name], {}


def _first_values(scope: ast.AST) -> dict[str, ast.expr]:
    """Return the names assigned in a scope -> their first values."""
    found: dict[str, ast.expr] = {}
    for each in ast.walk(scope):
        if isinstance(each, ast.Assign):
            for target in each.targets:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, each.value)
                elif isinstance(target, ast.Tuple) and isinstance(each.value, ast.Tuple):
                    for one, value in zip(target.elts, each.value.elts, strict=False):
                        if isinstance(one, ast.Name):
                            found.setdefault(one.id, value)
    return found


# --- players and other arguments --------------------------------------------------------------------------------------


USUAL = (True, 1, 0, "X", "x", "W", "white", "A")
"""Common values for the first player."""


def _usual(search: Search) -> list[Any]:
    """Return likely values for the first player, from what the search passes on for the other one."""
    text = ast.unparse(search.parts["play"])
    return [True] if f"not {search.player}" in text or _is_told_by_bools(search) else []


def _values(file: File, search: Search, name: str) -> Iterator[Any]:
    """Yield values for a parameter of the search, the likeliest first."""
    seen: list[Any] = list(_values_given(file, search, name))
    yield from seen
    if name == "self" and search.owner is not None:
        for make in _makers_of_class(file, file.names.get(search.owner)):
            try:
                with quiet():
                    made = make()
            except Exception:  # noqa: BLE001 - a user's class may raise anything
                continue
            yield made
    yield from (each for each in (0, 1, True, "X", None) if each not in seen)


def _values_given(file: File, search: Search, name: str) -> Iterator[Any]:
    """Yield the values that the file passes to its search for a parameter, each once."""
    seen: list[Any] = []
    for value, scope in _given(file, search, name):
        try:
            with quiet():
                found = _evaluator(file, value, scope, this_of(file, search))()
        except Exception:  # noqa: BLE001 - a user's code may raise anything
            continue
        if not any(found is each or (type(found) is type(each) and found == each) for each in seen):
            seen.append(found)
            yield found


def _players(file: File, search: Search) -> Iterator[Any]:
    """Yield who may move first, the likeliest first."""
    assert search.player is not None
    first = first_mover(file, search, this_of(file, search))
    seen = [] if first is None else [first]
    yield from seen
    if search.player == WHO:
        yield from (each for each in (0, 1) if each not in seen)
        return
    likely = _usual(search) if first is None else []
    for found in (*likely, *_values_given(file, search, search.player), *USUAL):
        if found is not None and not any(type(found) is type(each) and found == each for each in seen):
            seen.append(found)
            yield found


def _is_told_by_bools(search: Search) -> bool:
    """Return whether the search passes True or False for who moves: then MAX begins by default."""
    returned = [each.value for each in ast.walk(search.parts["play"]) if isinstance(each, ast.Return)]
    following = [each.elts[-1] for each in returned if isinstance(each, ast.Tuple)]
    return bool(following) and all(isinstance(getattr(each, "value", None), bool) for each in following)


__all__ = ["bind"]
