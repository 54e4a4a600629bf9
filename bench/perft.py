"""Counting lines of play: leaves a second, next to OpenSpiel's states and pydraughts, each driven from Python.

The peers make every move and take it back; they are given fewer plies, as they are slower, and the rates are compared.
Plywise is measured twice: as `plywise count` does it, where what follows equal states is counted once, and following
every line.
"""

import importlib
from collections.abc import Callable
from typing import Any

import plywise as pw
from bench.peers import module
from bench.rows import Row, Target, alone, at_least
from bench.timing import alternate, say, spread, timed

Peer = Callable[[int], int]
"""Counts the lines that are so many plies long."""


def measure(quick: bool, full: bool) -> list[Row]:
    """Return the rows of counting."""
    rows = [_rate("checkers", 10, 18_391_564, at_least(50)), _rate("othello", 10, 24_571_284, at_least(40))]
    for game, plies, lines, name, theirs in (
        ("tictactoe", 9, 127_872, "tic_tac_toe", 7),
        ("connect4", 8, 5_673_234, "connect_four", 6),
        ("othello", 8, 390_216, "othello", 6),
        ("breakthrough", 5, 6_182_818, "breakthrough", 3),
        ("mnk:m=4,n=3,k=3", 7, 3_499_200, "mnk(m=4,n=3,k=3)", 5),
    ):
        peer = openspiel(name)
        rows += [
            _against(game, plies, lines, "OpenSpiel's states", peer, theirs, merge, quick) for merge in (True, False)
        ]
    return [*rows, _against("checkers", 10, 18_391_564, "pydraughts", pydraughts(), 3, True, quick, at_least(1000))]


def _seconds(game: pw.Game, plies: int, lines: int, merge: bool, wrong: list[str]) -> float:
    counted = pw.count(game, plies=plies, engine="native", merge=merge)
    if counted.nodes_by_ply[-1] != lines:
        wrong.append(f"{game.name}: {counted.nodes_by_ply[-1]} lines of {plies} plies, not {lines}")
    return counted.time_s


def _rate(name: str, plies: int, lines: int, target: Target) -> Row:
    say(f"counting: {name}, {plies} plies ...")
    wrong: list[str] = []
    game = pw.games.load(name)
    samples = alternate(lambda: _seconds(game, plies, lines, True, wrong), None, turns=5)
    row = alone(f"{name}, {plies} plies counted", lines / samples.our_median / 1e6, "M leaves/s", target)
    row.wrong, row.more = wrong, {"plywise_seconds": spread(samples.ours)}
    return row


def _against(
    name: str,
    plies: int,
    lines: int,
    peer: str,
    theirs: Peer | None,
    their_plies: int,
    merge: bool,
    quick: bool,
    target: Target | None = None,
) -> Row:
    """Return the row of two rates."""
    say(f"counting: {name} against {peer} ...")
    wrong: list[str] = []
    game = pw.games.load(name)
    side = None if theirs is None else timed(lambda: theirs(their_plies))
    samples = alternate(lambda: _seconds(game, plies, lines, merge, wrong), side, turns=3 if quick else 7)
    ours = lines / samples.our_median / 1e6
    rate = None if theirs is None or samples.peer_median is None else theirs(their_plies) / samples.peer_median / 1e6
    what = f"{name}, {plies} plies counted" + ("" if merge else ", every line")
    ratio = None if rate is None else ours / rate
    return Row(
        what,
        ours,
        peer,
        rate,
        "M leaves/s",
        ratio,
        "times its rate",
        target or at_least(5),
        wrong=wrong,
        more={"plywise_seconds": spread(samples.ours), "peer_seconds": spread(samples.peer)},
        measured=rate is not None,
    )


def openspiel(name: str) -> Peer | None:
    """Return OpenSpiel's counting of a game: its C++ states, one made for each node, in a loop in Python."""
    spiel = module("OpenSpiel", "pyspiel")
    if spiel is None:
        return None
    game: Any = spiel.load_game(name)

    def below(state: Any, plies: int) -> int:
        if state.is_terminal():
            return 0
        if plies == 1:
            return len(state.legal_actions())
        return sum(below(state.child(action), plies - 1) for action in state.legal_actions())

    return lambda plies: below(game.new_initial_state(), plies)


def pydraughts() -> Peer | None:
    """Return pydraughts' counting of English draughts."""
    if module("pydraughts", "draughts") is None:
        return None
    board_class = importlib.import_module("draughts").Board

    def below(board: Any, plies: int) -> int:
        moves = board.legal_moves()
        if plies == 1:
            return len(moves)
        found = 0
        for move in moves:
            board.push(move)
            found += below(board, plies - 1)
            board.pop()
        return found

    return lambda plies: below(board_class(variant="english"), plies)
