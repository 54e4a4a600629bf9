"""speed(game): measure each rule, interpreted and compiled, and a search, and find what slows them down."""

import ast
import inspect
import textwrap
import time as clock
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

from plywise import engines
from plywise.engines.compiled import retry_with_wider_layout
from plywise.engines.search_warnings import no_search_warnings
from plywise.errors import NativeFailure
from plywise.game import Action, Game, State, start_of
from plywise.game.hooks import hook_of_member
from plywise.game.random_play import random_states

if TYPE_CHECKING:
    from plywise.engines import Engine
    from plywise.engines.results import SearchResult

NAMES = ("terminal", "utility", "player", "actions", "result", "evaluate", "key")
STATES = 40
SECONDS = 0.25  # least time of a search
MAX_DEPTH = 30
MAX_AGAIN = 100  # times that a short search is run again
HOT = 0.1  # a rule with this share of the time is worth a look
MAX_REASONS = 4
WIDE = 8  # words


@dataclass(frozen=True)
class RuleSpeed:
    """One rule.

    place: file:line
    python, compiled: calls a second; None if there was no state to call it with, or it is not compiled
    share: its part of the time that a search spends in the rules, 0 to 1, of the compiled rules if there are any
    reasons: causes of slowness found in its source
    """

    name: str
    place: str
    python: float | None
    compiled: float | None
    share: float
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class SearchSpeed:
    """One alpha-beta search. rate: nodes a second."""

    engine: str
    depth: int
    nodes: int
    rate: float


@dataclass(frozen=True)
class SpeedReport:
    """The speed of a game's rules.

    ratio: nodes a second of the compiled search relative to the interpreted one; None if the rules do not compile
    words: size of a state in the compiled search
    refusal: why the rules do not compile; "" if they do
    slowest: the rule that takes most of a node's time
    """

    game: str
    rules: tuple[RuleSpeed, ...]
    searches: tuple[SearchSpeed, ...]
    ratio: float | None
    words: int | None
    refusal: str
    slowest: str
    notes: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain data, for JSON."""
        return {
            **vars(self),
            "rules": [{**vars(each), "reasons": list(each.reasons)} for each in self.rules],
            "searches": [vars(each) for each in self.searches],
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        lines = [f"{'calls a second':<16}{'Python':>12}{'compiled':>16}{'times':>8}{'share':>8}"]
        for each in self.rules:
            ratio = f"{each.compiled / each.python:,.0f}" if each.compiled and each.python else "-"
            share = f"{each.share:.0%}" if each.share else "-"
            lines.append(f"{each.name:<16}{_rate(each.python):>12}{_rate(each.compiled):>16}{ratio:>8}{share:>8}")
        for search in self.searches:
            lines.append(f"{search.engine} search, depth {search.depth}: {_rate(search.rate)} nodes a second")
        if self.ratio is not None:
            lines.append(f"compiled: {self.ratio:,.0f} times as fast")
        if self.refusal:
            lines.append(f"not compiled: {self.refusal}")
        slow = next(each for each in self.rules if each.name == self.slowest)
        lines.append(f"slowest rule: {slow.name}, {slow.share:.0%} of the time in rules ({slow.place})")
        hot = sorted((each for each in self.rules if each.share >= HOT), key=lambda each: -each.share)
        lines += [f"  {each.name}: {reason}" for each in hot for reason in each.reasons[:MAX_REASONS]]
        return "\n".join([*lines, *self.notes])


def _rate(number: float | None) -> str:
    return "-" if number is None else f"{number:,.0f}"


def speed(game: Game, seed: int = 0) -> SpeedReport:
    """Measure the speed of a game's rules, and name the one that takes most of a node's time.

    Each is called with states of random play. The game must keep the laws; a rule that fails is not measured.
    """
    start_of(game, None)
    with no_search_warnings():  # warnings about the horizon are irrelevant here
        return _measure(game, _states(game, seed))


def _measure(game: Game, states: list[State]) -> SpeedReport:
    found = {name: _calls(game, name, states) for name in NAMES}
    python = {name: _python_seconds(getattr(game, name), name, calls) for name, calls in found.items()}
    engine, refusal, compiled = retry_with_wider_layout(lambda: _compiled_seconds(game, found))
    reference = _search(game, "reference")
    searches = [reference] if engine is None else [reference, _search(game, "native")]
    shares = _shares(reference[0], compiled if engine is not None else python)
    rules = [
        RuleSpeed(
            name, _place(game, name), calls_a_second(python[name]), calls_a_second(compiled[name]), shares[name],
            tuple(reasons(game, name)),
        )
        for name in NAMES
    ]  # fmt: skip
    measured = tuple(SearchSpeed(*each[1:]) for each in searches)
    return SpeedReport(
        game.name,
        tuple(rules),
        measured,
        measured[1].rate / measured[0].rate if len(measured) == 2 else None,
        engine.rules.fields if engine is not None else None,
        refusal,
        max(rules, key=lambda each: each.share).name,
        tuple(_notes(engine)),
    )


def _engine(game: Game) -> tuple["Engine | None", str]:
    if not game.compiles:
        return None, "the game says that it does not compile"

    try:
        return engines.engine_of(game), ""
    except NativeFailure as failure:
        return None, str(failure)


def _compiled_seconds(
    game: Game, calls: dict[str, list[tuple[State, Action]]]
) -> tuple["Engine | None", str, dict[str, float | None]]:
    """Return a game's engine, or why there is none, and the mean time of each compiled rule."""
    engine, refusal = _engine(game)
    if engine is None:
        return engine, refusal, dict.fromkeys(NAMES)

    return (
        engine,
        refusal,
        {name: engines.compiled_seconds(engine, name, each) if each else None for name, each in calls.items()},
    )


# --- measuring --------------------------------------------------------------------------------------------------------


def _states(game: Game, seed: int) -> list[State]:
    """Return states of random play, both terminal and not."""
    states = list(islice(random_states(game, seed), 10 * STATES))
    over = [state for state in states if game.terminal(state)][: STATES // 4]
    going = [state for state in states if not game.terminal(state)]
    return [*going[:: max(1, len(going) // STATES)][:STATES], *over]


def _calls(game: Game, name: str, states: list[State]) -> list[tuple[State, Action]]:
    """Return the arguments of a rule's calls: states, each with an action for `result`."""
    over = [state for state in states if game.terminal(state)]
    going = [state for state in states if not game.terminal(state)]
    if name in ("terminal", "key"):
        return [(state, None) for state in states]
    if name == "utility":
        return [(state, None) for state in over]
    if name != "result":
        return [(state, None) for state in going]
    listed = [(state, list(game.actions(state))) for state in going]
    return [(state, actions[len(actions) // 2]) for state, actions in listed if actions]


def _python_seconds(rule: Callable[..., Any], name: str, calls: list[tuple[State, Action]]) -> float | None:
    """Return the mean time of a rule's calls in plain Python."""
    given = [(state, action) if name == "result" else (state,) for state, action in calls]
    if not given:
        return None
    use = list if name == "actions" else id
    rounds, begin = 0, clock.perf_counter()
    while rounds < 3 or (clock.perf_counter() - begin < SECONDS / 10 and rounds < 1000):
        for each in given:
            use(rule(*each))
        rounds += 1
    return (clock.perf_counter() - begin) / rounds / len(given)


def _search(game: Game, engine: str) -> tuple["SearchResult", str, int, int, float]:
    """Search with increasing depth until it takes long enough to be measured; repeat the last one if it is short."""
    from plywise.engines.search import search

    def run(depth: int) -> "SearchResult":
        return search(game, depth=depth, algorithm="alphabeta", engine=engine)

    run(1)  # may compile the game
    depth, result = 1, run(1)
    while result.time_s < SECONDS and not result.proved and depth < MAX_DEPTH:
        depth += 1
        result = run(depth)
    seconds, nodes = result.time_s, result.nodes
    for _ in range(MAX_AGAIN):
        if seconds >= SECONDS:
            break
        again = run(depth)
        seconds, nodes = seconds + again.time_s, nodes + again.nodes
    return result, engine, depth, result.nodes, nodes / max(seconds, 1e-9)


def _shares(result: "SearchResult", seconds: dict[str, float | None]) -> dict[str, float]:
    """Return each rule's share of the time that a search spends in the rules."""
    stats = result.stats
    inner = stats.nodes - stats.leaves
    times = {
        "terminal": stats.nodes, "utility": stats.leaves - stats.estimates, "player": inner, "actions": inner,
        "result": stats.nodes - 1, "evaluate": stats.estimates, "key": 0,
    }  # fmt: skip
    spent = {name: count * (seconds[name] or 0) for name, count in times.items()}
    return {name: each / (sum(spent.values()) or 1) for name, each in spent.items()}


INSTANT = 1e-9
"""The minimum seconds of a rule call: those of a rule that returns a constant. Less cannot be measured."""


def calls_a_second(seconds: float | None) -> float | None:
    """Return the calls per second, given the seconds of one call."""
    return None if seconds is None else 1 / max(seconds, INSTANT)


# --- why --------------------------------------------------------------------------------------------------------------


def _notes(engine: "Engine | None") -> Iterator[str]:
    """Yield the causes of slowness of the whole game."""
    if engine is None:
        return
    if engine.rules.fields > WIDE:
        yield (
            f"a state takes {engine.rules.fields} words, and `result` writes them all: fewer values, or smaller ones, "
            "would be faster"
        )
    if engine.is_translated:
        yield "what a state may hold was read off trial positions; a state of ints, as bits, would be faster still"


def _function(game: Game, name: str) -> FunctionType | None:
    member = getattr(game, name, None)
    member = hook_of_member(getattr(member, "__func__", member))
    return member if isinstance(member, FunctionType) else None


def _place(game: Game, name: str) -> str:
    function = _function(game, name)
    if function is None:
        return game.name
    return f"{_shown(function.__code__.co_filename)}:{function.__code__.co_firstlineno}"


def _shown(file: str) -> str:
    from plywise.games.user_files import USER_FILES

    path = Path(file).resolve()
    return str(USER_FILES.get(path, path))


def reasons(game: Game, name: str) -> Iterator[str]:
    """Yield the causes of slowness in the source of a rule and the functions it calls, with file and line."""
    met: set[FunctionType] = set()
    waiting = [_function(game, name)]
    while waiting:
        function = waiting.pop(0)
        if function is None or function in met or function.__module__ == Game.__module__:
            continue
        met.add(function)
        tree = _tree(function)
        if tree is None:
            continue
        known = set(_made_once(tree))
        for node in ast.walk(tree):
            why = "" if node in known else _reason(node, name)
            if why:
                line = function.__code__.co_firstlineno + node.lineno - 1  # type: ignore[attr-defined]
                yield f"{_shown(function.__code__.co_filename)}:{line}: {why}"
            waiting.append(_called(game, function, node))


def _made_once(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield displays of constant sets and dicts that are used only for lookups, which Python makes once."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            inside: list[ast.AST] = [*node.comparators]
        elif isinstance(node, (ast.Subscript, ast.Attribute)):
            inside = [node.value]
        else:
            continue
        for each in inside:
            if isinstance(each, (ast.Set, ast.Dict)) and _is_constant(each):
                yield each


def _is_constant(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return False
    return True


def _tree(function: FunctionType) -> ast.AST | None:
    try:
        return ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError, TypeError):
        return None


def _called(game: Game, function: FunctionType, node: ast.AST) -> FunctionType | None:
    """Return the function called by a node, if it is one of the game or its file."""
    if not isinstance(node, ast.Call):
        return None
    if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name) and node.func.value.id == "self":
        return _function(game, node.func.attr)
    found = function.__globals__.get(node.func.id) if isinstance(node.func, ast.Name) else None
    return found if isinstance(found, FunctionType) else None


MAKES = {"set": "a set", "frozenset": "a set", "dict": "a dict", "sorted": "a sorted list", "deepcopy": "a deep copy"}


def _reason(node: ast.AST, rule: str) -> str:
    """Return why a node is slow; "" if it is not known to be."""
    called = ""
    if isinstance(node, ast.Call):
        called = getattr(node.func, "attr", getattr(node.func, "id", ""))
    if rule == "terminal" and called == "actions":
        return "terminal lists all the moves; stop at the first, or keep what decides in the state"
    if called in MAKES or isinstance(node, (ast.Set, ast.SetComp, ast.Dict, ast.DictComp)):
        made = MAKES.get(called) or ("a set" if isinstance(node, (ast.Set, ast.SetComp)) else "a dict")
        return f"makes {made} in each call; a table made once, or bits, would be faster"
    if rule != "actions" and (called == "list" or isinstance(node, ast.ListComp)):
        return "builds a list in each call; a loop that ends early, or bits, would be faster"
    return ""


__all__ = ["RuleSpeed", "SearchSpeed", "SpeedReport", "reasons", "speed"]
