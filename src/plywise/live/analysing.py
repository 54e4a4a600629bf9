"""The lines of an analysis, and the exact values of all moves, found by a worker and told while it goes on."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from plywise.engines.limits import Stopped, TooLong
from plywise.engines.move_limits import MoveLimits
from plywise.engines.play_features import has_evaluation
from plywise.engines.play_lines import Progress, plies_to_end
from plywise.engines.results import SearchResult
from plywise.engines.search import search
from plywise.engines.selective_search import SelectiveSearch
from plywise.errors import NativeFailure
from plywise.game import Action, Game, State, Value, is_outright, why_not_hashable
from plywise.live.progress import SEARCHING, labels_of, plain_value, words_of
from plywise.live.work import Work
from plywise.solvers.solver import Solution, Solver

AT_ONCE = 0.4
"""Seconds in which a position may be solved before it is estimated."""

FIRST_SECONDS, MORE, MAX_SECONDS = 0.03, 4, 1.0
"""Seconds for each move in a first round of solving, the factor for each further round, and the most."""


# --- lines ------------------------------------------------------------------------------------------------------------


def analyse(work: Work) -> dict[str, Any]:
    """Tell the best lines of a position, the best first, until it is stopped. asked: lines, how many; seconds."""
    game, state = work.warm_game().game, work.line()[0][-1]
    work.check_ahead(state)
    if game.terminal(state):
        return {"final": True}
    solver = work.solver()
    solution = solver and _solve_at_once(work, solver, state)
    if solver and solution:
        _tell_solution(work, solver, solution)
        return {"final": True}
    looking = work.search(state)
    work.say(SEARCHING)
    if looking is None:
        _search_plainly(work, game, state)
    else:
        _search_lines(work, looking, state)
    return {"final": True}


def _solve_at_once(work: Work, solver: Solver, state: State, all_moves: bool = True) -> Solution | None:
    """Return the solved position, if that takes but a moment."""
    if work.stop.is_set():
        return None
    try:
        return solver.solve(state, all_moves=all_moves, time=AT_ONCE)
    except (Stopped, TooLong):
        return None
    except NativeFailure:
        work.warm_game().give_up_solver()
        return None


def _tell_solution(work: Work, solver: Solver, solution: Solution) -> None:
    game, state = solution.game_object, solution.state
    mover = game.player(state)
    assert solution.actions is not None

    def rank(each: tuple[Action, tuple[Value, int | None]]) -> tuple[bool, float, float]:
        action, (value, distance) = each
        sooner = -(distance or 0) if mover * value > 0 else distance or 0
        return action == solution.pv[0], mover * value, sooner

    ranked = sorted(solution.actions.items(), key=lambda each: (rank(each)[1:], rank(each)[0]), reverse=True)
    lines = []
    for action, (value, distance) in ranked[: work.asked["lines"]]:
        pv = solution.pv
        if action != pv[0]:
            after = _solve_at_once(work, solver, game.result(state, action), all_moves=False)
            pv = [action, *(after.pv if after else ())]
        lines.append(
            {
                "value": plain_value(value),
                "text": say_outcome(game, mover, value, distance),
                "share": (1 + (value > 0) - (value < 0)) / 2,
                "proved": True,
                "pv": words_of(game, state, pv),
                "labels": labels_of(game, state, pv),
            }
        )
    _tell_lines(work, len(solution.pv), solution.nodes, lines, final=True)


def _search_lines(work: Work, looking: SelectiveSearch, state: State) -> None:
    """Search for play, with so many lines, and tell them."""
    game, found = looking.game, dict[int, Progress]()
    mover, states = game.player(state), work.line()[0]
    wanted = min(work.asked["lines"], sum(1 for _ in game.actions(state)))

    def tell(final: bool = False) -> None:
        told = [
            _line_told(game, state, mover, found[number].line.points, found[number].actions) for number in sorted(found)
        ]
        last = found[max(found)]
        _tell_lines(work, last.line.depth, last.nodes, told, final)

    def report(progress: Progress) -> None:
        found[progress.number] = progress
        if progress.number >= wanted and work.is_due():
            tell()

    limits = MoveLimits(hard=work.asked["seconds"], stop=work.stop)
    looking.search(state, limits, past=states[:-1], lines=wanted, report=report, follow=False)
    if found:
        tell(final=True)


def _line_told(game: Game, state: State, mover: int, points: int, actions: list[Action]) -> dict[str, Any]:
    """Return a line of a search for play. points: hundredths of a small advantage, in the mover's view."""
    plies = plies_to_end(points)
    if plies is not None:
        text = f"{'win' if plies > 0 else 'loss'} in {abs(plies)}"
    else:
        text = f"{points / 100:+.1f}" if has_evaluation(game) else "not known"
    actions = _to_the_end(game, state, actions, plies and mover * plies)
    value = mover * points / 100
    share = float(value > 0) if plies is not None else share_of(value)
    told = {"value": value, "text": text, "share": share, "proved": False}
    return told | {"pv": words_of(game, state, actions), "labels": labels_of(game, state, actions)}


def _to_the_end(game: Game, state: State, actions: list[Action], plies: int | None) -> list[Action]:
    """Return a line with the move that ends the game, where that alone is missing: who knows it, looks no further.

    plies: to the end, negative where MIN wins; None if unknown.
    """
    if not plies or len(actions) != abs(plies) - 1:
        return actions
    for action in actions:
        state = game.result(state, action)
    for last in game.actions(state):
        end = game.result(state, last)
        if game.terminal(end) and plies * game.utility(end) > 0:
            return [*actions, last]
    return actions


def share_of(value: float) -> float:
    """Return MAX's expected share of the point, from an estimate in small advantages: 0.64 for one, as in chess.

    Source: the logistic curve with which the Elo system rates players, 4 pawns to a factor of ten.
    """
    return round(1 / (1 + 10 ** (-max(min(value, 40.0), -40.0) / 4)), 4)


def _search_plainly(work: Work, game: Game, state: State) -> None:
    """Search a game that cannot be compiled, and tell the best line."""
    mover = game.player(state)

    def tell(result: SearchResult, final: bool = False) -> None:
        text = "not known" if result.value is None else f"{mover * result.value:+.1f}"
        if result.proved and result.value is not None:
            text = say_outcome(game, mover, result.value, None)
        line: dict[str, Any] = {"value": plain_value(result.value), "text": text, "proved": result.proved}
        line["pv"], line["labels"] = words_of(game, state, result.pv), labels_of(game, state, result.pv)
        _tell_lines(work, result.depth, result.nodes, [line], final)

    seconds = work.asked["seconds"]
    tell(search(game, state, algorithm="deepening", time=seconds, stop=work.stop, watcher=tell, partial=True), True)


def _tell_lines(work: Work, depth: int, nodes: int, lines: list[dict[str, Any]], final: bool) -> None:
    told = {"event": "analysis", "depth": depth, "nodes": nodes, "seconds": round(work.seconds, 2), "lines": lines}
    work.tell(told | {"final": final})


def say_outcome(game: Game, mover: int, value: Value, distance: int | None) -> str:
    """Return in a few words what a proved value, from MAX's view, means for the player to move.

    >>> from plywise.games import make
    >>> say_outcome(make("tictactoe"), 1, -1, 4), say_outcome(make("kalah"), 1, 6, None)
    ('loss in 4', 'win by 6')
    """
    own = mover * value
    if own == 0:
        return "draw"
    word = "win" if own > 0 else "loss"
    points = "" if is_outright(game, value) else f" by {abs(own):g}"
    return f"{word}{points}" + (f" in {distance}" if distance is not None else "")


# --- exact values -----------------------------------------------------------------------------------------------------


def value_moves(work: Work) -> dict[str, Any]:
    """Tell what each move of a position is worth, as far as that is proved in time, or why not. asked: seconds."""
    game, state = work.warm_game().game, work.line()[0][-1]
    work.check_ahead(state)
    values: dict[str, dict[str, Any]] = {}
    why_none = why_not_hashable(game, state)
    if not why_none and not game.terminal(state):
        solver = work.solver()
        work.say(SEARCHING)
        if solver is not None:
            _solve_moves(work, partial(_solve, solver), state, values)
        if work.solver() is None and not values:
            _solve_moves(work, partial(_solve_plainly, work), state, values)
            why_none = "" if values else "no move could be solved: that takes long with rules that cannot be compiled"
    why_none = f"{game.name}: {why_none}" if why_none else ""
    work.tell({"event": "values", "values": values, "final": True} | ({"why_none": why_none} if why_none else {}))
    return {"final": True}


Solve = Callable[[State, float], tuple[Value, int | None]]
"""Returns the value of a state and the plies to the end, None where nobody has counted them, in so many seconds.

Raises Stopped or TooLong where they are not enough.
"""


def _solve(solver: Solver, state: State, seconds: float) -> tuple[Value, int | None]:
    found = solver.solve(state, line=False, time=seconds)
    return found.value, found.distance


def _solve_plainly(work: Work, state: State, seconds: float) -> tuple[Value, int | None]:
    game = work.warm_game().game
    if game.terminal(state):
        return game.utility(state), 0
    found = search(
        game, state, algorithm="deepening", engine="reference", time=seconds, stop=work.stop, partial=True
    )  # fmt: skip
    if not found.proved or found.value is None:
        raise Stopped("time")
    return found.value, None


def _solve_moves(work: Work, solve: Solve, state: State, values: dict[str, dict[str, Any]]) -> None:
    """Solve all moves in rounds, each with more time for a move than the one before; tell how far it is after each."""
    game = work.warm_game().game
    mover, children = game.player(state), {action: game.result(state, action) for action in game.actions(state)}
    seconds, untold, ends = FIRST_SECONDS, True, time.perf_counter() + work.asked["seconds"]  # compiling does not count
    while children and time.perf_counter() < ends:
        for action, child in list(children.items()):
            if work.stop.is_set():
                return
            try:
                value, plies = solve(child, seconds)
            except (Stopped, TooLong):
                continue
            except NativeFailure:
                work.warm_game().give_up_solver()
                return
            del children[action]
            values[game.format_action(state, action)] = _value_told(game, mover, value, plies)
            untold = True
            if work.is_due():
                work.tell({"event": "values", "values": dict(values), "final": False})
                untold = False
        if untold or work.is_due():
            work.tell({"event": "values", "values": dict(values), "final": False})
            untold = False
        seconds = min(seconds * MORE, MAX_SECONDS)


def _value_told(game: Game, mover: int, value: Value, plies: int | None) -> dict[str, Any]:
    """Return what a solved position means for the side that moved there. plies: to the end, from that position."""
    own = mover * value
    distance = None if plies is None else plies + 1
    told = {"outcome": "win" if own > 0 else "loss" if own < 0 else "draw", "distance": distance, "proved": True}
    return told | {"value": plain_value(value), "text": say_outcome(game, mover, value, distance)}
