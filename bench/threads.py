"""Two threads against one, on the hardest Connect Four positions of the set."""

import time
from collections.abc import Callable

import plywise as pw
from bench.connect4 import Position, differences, positions, score_of
from bench.rows import Row, at_least, faster
from bench.timing import Batch, alternate_set, say
from plywise.solvers.solver import Solver

STONES = 8


def measure(quick: bool, full: bool) -> list[Row]:
    """Return the row of two threads: a new solver for each position and each turn, made before the clock starts."""
    game = pw.make("connect4")
    wrong: list[str] = []
    chosen = positions(STONES)[: 3 if quick else None]
    say(f"threads: {len(chosen)} positions of {STONES} stones ...")
    nodes = {1: 0, 2: 0}
    batches = [Batch(1, _side(game, each, 2, wrong, nodes), _side(game, each, 1, wrong, nodes)) for each in chosen]
    turns = 1 if quick else 5
    times = alternate_set(batches, turns)
    what = f"connect4, solve, {STONES} stones, 2 threads, mean of {len(chosen)}"
    row = faster(what, times.ours, "(Plywise) 1 thread", times.peer, at_least(1.5), positions=len(chosen), turns=turns)
    row.more["nodes_to_1_thread"] = nodes[2] / nodes[1]  # by as much two threads do more work than one, together
    row.wrong = sorted(set(wrong))
    return [row]


def _side(
    game: pw.Game, position: Position, threads: int, wrong: list[str], nodes: dict[int, int]
) -> Callable[[], float]:
    state = game.parse_state(position["moves"])

    def side() -> float:
        solver = Solver(game, engine="native", threads=threads)
        began = time.perf_counter()
        found = solver.solve(state, line=False)
        seconds = time.perf_counter() - began
        nodes[threads] += found.nodes
        score = score_of(found.value, found.distance, position["stones"])
        wrong.extend(differences(f"Plywise, {threads} threads,", [position], [score]))
        return seconds

    return side
