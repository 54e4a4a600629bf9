"""Tic-tac-toe, the whole tree: against plain Python, OpenSpiel, easyAI, and C++ of the same recursion."""

from collections.abc import Callable
from functools import partial
from typing import Any

import plywise as pw
from bench.cpp import program
from bench.peers import easyai_negamax, openspiel_alphabeta
from bench.rows import Row, Target, at_least, at_most, faster, share
from bench.timing import Samples, alternate, say, spread, timed

MINIMAX_NODES, ALPHABETA_NODES = 549_946, 18_297


def measure(quick: bool, full: bool) -> list[Row]:
    """Return the rows of tic-tac-toe."""
    game = pw.make("tictactoe")
    rows = _against_python(game, quick)
    rows += _against_searches(game, quick)
    return rows + _against_cpp(game, quick)


def checked(game: pw.Game, algorithm: str, engine: str, nodes: int, wrong: list[str]) -> pw.SearchResult:
    """Search the whole of a tic-tac-toe; note in `wrong` a value or a node count that is not the known one."""
    found = pw.search(game, algorithm=algorithm, engine=engine)
    if (found.value, found.nodes) != (0, nodes):
        wrong.append(f"{game.name} {algorithm} {engine}: value {found.value}, {found.nodes} nodes; 0, {nodes} expected")
    return found


def plain_minimax(game: pw.Game, state: Any) -> tuple[float, int]:
    """Return the value and the nodes: the textbook's recursion in Python over the same rules, nothing around it."""
    if game.terminal(state):
        return game.utility(state), 1
    mover = game.player(state)
    best, nodes = -mover * float("inf"), 1
    for action in game.actions(state):
        value, below = plain_minimax(game, game.result(state, action))
        nodes += below
        if mover * value > mover * best:
            best = value
    return best, nodes


def _checked_plain(game: pw.Game, wrong: list[str]) -> None:
    value, nodes = plain_minimax(game, game.initial())
    if (value, nodes) != (0, MINIMAX_NODES):
        wrong.append(f"bare recursion: value {value}, {nodes} nodes; 0, {MINIMAX_NODES} expected")


def kept(samples: Samples) -> dict[str, Any]:
    """Return what the record keeps of the times, in seconds."""
    return {"plywise_seconds": spread(samples.ours), "peer_seconds": spread(samples.peer)}


def _against_python(game: pw.Game, quick: bool) -> list[Row]:
    wrong: list[str] = []
    ours = timed(lambda: checked(game, "minimax", "native", MINIMAX_NODES, wrong))
    peers = {
        "the reference in CPython": lambda: checked(game, "minimax", "reference", MINIMAX_NODES, wrong),
        "the bare recursion in CPython": lambda: _checked_plain(game, wrong),
    }
    rows = []
    for name, work in peers.items():
        say(f"tictactoe: minimax against {name} ...")
        samples = alternate(ours, timed(work), turns=2 if quick else 7, our_runs=20)
        rows.append(_row(faster, "tictactoe, minimax", name, samples, at_least(120), wrong))
    return rows


def _against_searches(game: pw.Game, quick: bool) -> list[Row]:
    wrong: list[str] = []
    ours = timed(lambda: checked(game, "alphabeta", "native", ALPHABETA_NODES, wrong))
    peers = (
        ("OpenSpiel", openspiel_alphabeta(), at_least(50), 10 if quick else 40),
        ("easyAI", easyai_negamax(), None, 2 if quick else 7),
    )
    rows = []
    for name, work, target, turns in peers:
        say(f"tictactoe: alpha-beta against {name} ...")
        if work is not None and work() != 0:
            wrong.append(f"{name}: value {work()}; 0 expected")
        samples = alternate(ours, None if work is None else timed(work), turns, our_runs=10)
        rows.append(_row(faster, "tictactoe, alpha-beta", name, samples, target, wrong))
    return rows


def _against_cpp(game: pw.Game, quick: bool) -> list[Row]:
    wrong: list[str] = []
    ours = timed(lambda: checked(game, "minimax", "native", MINIMAX_NODES, wrong))
    turns, rows = 20 if quick else 100, []
    for flags, target in ((("-O3",), at_most(1.5)), (("-O3", "-march=native"), None)):
        name = f"C++ {' '.join(flags)}"
        say(f"tictactoe: minimax against {name} ...")
        cpp = program(*flags)
        if cpp is None:
            samples = alternate(ours, None, turns)
        else:
            with cpp:
                samples = alternate(ours, partial(_cpp_seconds, cpp.search, wrong), turns)
        rows.append(_row(share, "tictactoe, minimax", name, samples, target, wrong))
    return rows


def _cpp_seconds(search: Callable[[int, int], tuple[int, int, float]], wrong: list[str]) -> float:
    value, nodes, seconds = search(0, 0)
    if (value, nodes) != (0, MINIMAX_NODES):
        wrong.append(f"C++: value {value}, {nodes} nodes; 0, {MINIMAX_NODES} expected")
    return seconds


def _row(
    kind: Callable[..., Row], what: str, peer: str, samples: Samples, target: Target | None, wrong: list[str]
) -> Row:
    row = kind(what, samples.our_median, peer, samples.peer_median, target, **kept(samples))
    row.wrong = wrong
    return row
