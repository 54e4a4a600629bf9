"""Analysis lines and exact values of all moves, computed by a worker and reported while it runs."""

import time
from collections.abc import Callable
from functools import partial
from math import exp, log
from typing import Any

from plywise.engines.learned.of_game import learned_of
from plywise.engines.limits import Stopped, TooLong
from plywise.engines.move_limits import MoveLimits
from plywise.engines.play_features import has_evaluation
from plywise.engines.play_lines import Progress, plies_to_end
from plywise.engines.results import SearchResult
from plywise.engines.search import search
from plywise.engines.selective_search import SelectiveSearch
from plywise.errors import NativeFailure
from plywise.game import MAX, Action, Game, State, Value, is_outright, why_not_hashable
from plywise.live.progress import SEARCHING, labels_of, plain_value, words_of
from plywise.live.work import Work
from plywise.solvers.solver import Solution, Solver

AT_ONCE = 0.4
"""Seconds for solving a position before it is estimated."""

FIRST_SECONDS, MORE, MAX_SECONDS = 0.03, 4, 1.0
"""Seconds for each move in the first round of solving, the factor for each further round, and the maximum."""


# --- lines ------------------------------------------------------------------------------------------------------------


def analyse(work: Work) -> dict[str, Any]:
    """Report the best lines of a position, best first, until stopped. asked: lines, their number; seconds."""
    game, state = work.warm_game().game, work.line()[0][-1]
    work.check_ahead(state)
    if game.terminal(state):
        return {"final": True}
    solver = work.solver()
    solution = solver and _solve_at_once(work, solver, state)
    if solver and solution:
        _send_solution(work, solver, solution)
        return {"final": True}
    looking = work.search(state)
    work.say(SEARCHING)
    if looking is None:
        _search_reference(work, game, state)
    else:
        _search_lines(work, looking, state)
    return {"final": True}


def _solve_at_once(work: Work, solver: Solver, state: State, all_moves: bool = True) -> Solution | None:
    """Return the solution of a position if it is found within AT_ONCE seconds."""
    if work.stop.is_set():
        return None
    try:
        return solver.solve(state, all_moves=all_moves, time=AT_ONCE)
    except (Stopped, TooLong):
        return None
    except NativeFailure:
        work.warm_game().give_up_solver()
        return None


def _send_solution(work: Work, solver: Solver, solution: Solution) -> None:
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
    _send_lines(work, len(solution.pv), solution.nodes, lines, final=True)


def _search_lines(work: Work, looking: SelectiveSearch, state: State) -> None:
    """Run the search for play with several lines, and report them."""
    game, found = looking.game, dict[int, Progress]()
    mover, states = game.player(state), work.line()[0]
    wanted = min(work.asked["lines"], sum(1 for _ in game.actions(state)))

    def send(final: bool = False) -> None:
        lines = [
            _describe_line(game, state, mover, found[number].line.points, found[number].actions)
            for number in sorted(found)
        ]
        last = found[max(found)]
        _send_lines(work, last.line.depth, last.nodes, lines, final)

    def report(progress: Progress) -> None:
        found[progress.number] = progress
        if progress.number >= wanted and work.is_due():
            send()

    limits = MoveLimits(hard=work.asked["seconds"], stop=work.stop)
    looking.search(state, limits, past=states[:-1], lines=wanted, report=report, follow=False)
    if found:
        send(final=True)


def _describe_line(game: Game, state: State, mover: int, points: int, actions: list[Action]) -> dict[str, Any]:
    """Return a line of a search for play. points: hundredths of a small advantage, from the mover's view."""
    plies, value, is_learned = plies_to_end(points), mover * points / 100, learned_of(game) is not None
    share = float(value > 0) if plies is not None else share_of(value, is_learned)
    if plies is not None:
        text = f"{'win' if plies > 0 else 'loss'} in {abs(plies)}"
    elif is_learned:
        text = f"{100 * (share if mover == MAX else 1 - share):.0f} %"
    else:
        text = f"{mover * value:+.1f}" if has_evaluation(game) else "not known"
    actions = _to_the_end(game, state, actions, plies and mover * plies)
    line = {"value": value, "text": text, "share": share, "proved": False}
    return line | {"pv": words_of(game, state, actions), "labels": labels_of(game, state, actions)}


def _to_the_end(game: Game, state: State, actions: list[Action], plies: int | None) -> list[Action]:
    """Complete a line with the move that ends the game, if only that is missing, because the search stopped before it.

    plies: to the end, negative if MIN wins; None if unknown.
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


def share_of(value: float, is_learned: bool = False) -> float:
    """Return MAX's expected share of the point, from an estimate in small advantages: 0.64 for one, as in chess.

    is_learned: the estimate is the logarithm of the odds, as a learned evaluation gives it.
    Source: the logistic curve with which the Elo system rates players, 4 pawns to a factor of ten.
    """
    exponent = max(min(value, 40.0), -40.0) * (1 if is_learned else log(10) / 4)
    return round(1 / (1 + exp(-exponent)), 4)


def _search_reference(work: Work, game: Game, state: State) -> None:
    """Search a game that cannot be compiled, and report the best line."""
    mover = game.player(state)

    def send(result: SearchResult, final: bool = False) -> None:
        text = "not known" if result.value is None else f"{mover * result.value:+.1f}"
        if result.proved and result.value is not None:
            text = say_outcome(game, mover, result.value, None)
        line: dict[str, Any] = {"value": plain_value(result.value), "text": text, "proved": result.proved}
        line["pv"], line["labels"] = words_of(game, state, result.pv), labels_of(game, state, result.pv)
        _send_lines(work, result.depth, result.nodes, [line], final)

    seconds = work.asked["seconds"]
    send(search(game, state, algorithm="deepening", time=seconds, stop=work.stop, watcher=send, partial=True), True)


def _send_lines(work: Work, depth: int, nodes: int, lines: list[dict[str, Any]], final: bool) -> None:
    event = {"event": "analysis", "depth": depth, "nodes": nodes, "seconds": round(work.seconds, 2), "lines": lines}
    work.tell(event | {"final": final})


def say_outcome(game: Game, mover: int, value: Value, distance: int | None) -> str:
    """Return a proved value, from MAX's view, as a result for the player to move, in words.

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
    """Report the values of a position's moves that are proved in time, or why there are none. asked: seconds."""
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
            _solve_moves(work, partial(_solve_by_reference, work), state, values)
            why_none = "" if values else "no move could be solved: that takes long with rules that cannot be compiled"
    why_none = f"{game.name}: {why_none}" if why_none else ""
    work.tell({"event": "values", "values": values, "final": True} | ({"why_none": why_none} if why_none else {}))
    return {"final": True}


Solve = Callable[[State, float], tuple[Value, int | None]]
"""Returns the value of a state and the plies to the end, or None if unknown, within some seconds.

Raises Stopped or TooLong if they are not enough.
"""


def _solve(solver: Solver, state: State, seconds: float) -> tuple[Value, int | None]:
    found = solver.solve(state, line=False, time=seconds)
    return found.value, found.distance


def _solve_by_reference(work: Work, state: State, seconds: float) -> tuple[Value, int | None]:
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
    """Solve all moves in rounds with increasing time for a move; report progress after each."""
    game = work.warm_game().game
    mover, children = game.player(state), {action: game.result(state, action) for action in game.actions(state)}
    seconds, is_changed, ends = (
        FIRST_SECONDS,
        True,
        time.perf_counter() + work.asked["seconds"],
    )  # compiling does not count
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
            values[game.format_action(state, action)] = _describe_value(game, mover, value, plies)
            is_changed = True
            if work.is_due():
                work.tell({"event": "values", "values": dict(values), "final": False})
                is_changed = False
        if is_changed or work.is_due():
            work.tell({"event": "values", "values": dict(values), "final": False})
            is_changed = False
        seconds = min(seconds * MORE, MAX_SECONDS)


def _describe_value(game: Game, mover: int, value: Value, plies: int | None) -> dict[str, Any]:
    """Return a solved position's value for the side that moved to it. plies: to the end, from that position."""
    own = mover * value
    distance = None if plies is None else plies + 1
    described = {"outcome": "win" if own > 0 else "loss" if own < 0 else "draw", "distance": distance, "proved": True}
    return described | {"value": plain_value(value), "text": say_outcome(game, mover, value, distance)}
