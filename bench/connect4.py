"""Connect Four: exact scores of sets of positions, each with a cold table, one thread, against BitBully."""

import json
import resource
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import plywise as pw
from bench.peers import BitBully, bitbully
from bench.rows import Row, alone, at_most, share
from bench.timing import Batch, alternate_set, say
from plywise.solvers.solver import Solver

POSITIONS = Path(__file__).parent / "data" / "connect4.jsonl"

TARGETS = {stones: at_most(bound) for stones, bound in ((8, 0.45), (12, 0.45), (16, 0.35), (20, 0.35))}
TARGETS |= {stones: at_most(1.0) for stones in (24, 28, 36)}
ONE_BY_ONE = 12
"""Up to so many stones a position takes milliseconds and is timed by itself; later a whole set is one batch."""
SHORT = 24
"""From so many stones on a batch takes so little that its first run in a turn, with cold caches, is shown too."""

Position = dict[str, Any]
"""`moves`: the columns played, from 1; `stones`; `score`, as `score_of` counts it."""


def measure(quick: bool, full: bool) -> list[Row]:
    """Return the rows of Connect Four."""
    game, peer = pw.make("connect4"), bitbully()
    solver = Solver(game, engine="native")
    rows = []
    for stones in sorted({position["stones"] for position in positions()}):
        chosen = positions(stones)
        if quick:
            chosen = chosen[:: 4 if stones <= ONE_BY_ONE else 2]
        rows += _set(solver, peer, chosen, quick)
    return [*rows, *_empty_board(game, peer)] if full else rows


def positions(stones: int | None = None) -> list[Position]:
    """Return the labelled positions, or those with so many stones."""
    read = [json.loads(line) for line in POSITIONS.read_text().splitlines()]
    return [each for each in read if stones is None or each["stones"] == stones]


def score_of(value: float, distance: int | None, stones: int) -> int:
    """Return a solved position's score: 22 less the stones that the winner then has, below 0 where the other wins.

    value: MAX's view; stones: on the board; distance: plies to the end.
    """
    if value == 0 or distance is None:
        return 0
    winners = (stones + distance + 1) // 2
    mover = pw.MAX if stones % 2 == 0 else pw.MIN
    return (22 - winners) * (1 if value * mover > 0 else -1)


def differences(who: str, chosen: Sequence[Position], scores: Sequence[int]) -> list[str]:
    """Return what there is to say of each score that is not the label."""
    return [
        f"connect4 {position['moves']}: {who} says {score}, the label {position['score']}"
        for position, score in zip(chosen, scores, strict=True)
        if score != position["score"]
    ]


def _set(solver: Solver, peer: BitBully | None, chosen: list[Position], quick: bool) -> list[Row]:
    """Measure a set of positions with the same number of stones; the targets are for the whole sets."""
    stones, wrong = chosen[0]["stones"], list[str]()
    say(f"connect4: {len(chosen)} positions of {stones} stones ...")
    size = 1 if stones <= ONE_BY_ONE else len(chosen)
    batches = []
    for start in range(0, len(chosen), size):
        part = chosen[start : start + size]
        theirs = None if peer is None else _their_side(peer, part, wrong)
        batches.append(Batch(len(part), _our_side(solver, part, wrong), theirs))
    turns = (1 if quick else 3) if stones <= ONE_BY_ONE else (2 if quick else 7)
    times = alternate_set(batches, turns, our_runs=1 if size == 1 else 5)
    target = None if quick else TARGETS.get(stones)
    what, how = f"connect4, exact score, {stones} stones, mean of {len(chosen)}", {"turns": turns, "batch": size}
    rows = [share(what, times.ours, "BitBully", times.peer, target, **how)]
    if stones >= SHORT:
        rows.append(share(f"{what}, first batch", times.first, "BitBully", times.peer, target, **how))
    for row in rows:
        row.wrong = sorted(set(wrong))
    return rows


def _our_side(solver: Solver, part: list[Position], wrong: list[str]) -> Callable[[], float]:
    states = [solver.game.parse_state(position["moves"]) for position in part]

    def side() -> float:
        began = time.perf_counter()
        found = list(solver.values(states, forget=True))
        seconds = time.perf_counter() - began
        scores = [score_of(value, far, one["stones"]) for (value, far), one in zip(found, part, strict=True)]
        wrong.extend(differences("Plywise", part, scores))
        return seconds

    return side


def _their_side(peer: BitBully, part: list[Position], wrong: list[str]) -> Callable[[], float]:
    boards = [peer.board(position["moves"]) for position in part]

    def side() -> float:
        scores, seconds = peer.scores(boards, time.perf_counter)
        wrong.extend(differences("BitBully", part, scores))
        return seconds

    return side


def _empty_board(game: pw.Game, peer: BitBully | None) -> list[Row]:
    say("connect4: the empty board, minutes ...")
    wrong: list[str] = []
    empty = [{"moves": "", "stones": 0, "score": 1}]
    ours = _our_side(Solver(game, engine="native"), empty, wrong)()
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    theirs = None if peer is None else _their_side(peer, empty, wrong)()
    what = "connect4, exact score, empty board"
    row = share(f"{what}, once", ours, "BitBully", theirs, at_most(0.5))
    row.wrong = wrong
    return [row, alone(f"{what}, most memory of the process", kilobytes / 2**20, "GB", at_most(2))]
