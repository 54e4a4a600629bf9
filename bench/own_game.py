"""A user's own game: what its form costs, and how many nodes a second the smallest one makes."""

from pathlib import Path

import plywise as pw
from bench.rows import Row, alone, at_least, at_most, share
from bench.tictactoe import MINIMAX_NODES, checked, kept
from bench.timing import alternate, say, spread, timed
from plywise.games.loading import load

HERE = Path(__file__).parent
SUBTRACTION = f"{HERE.parent / 'examples' / 'subtraction.py'}:Subtraction:stones=30"


def measure(quick: bool, full: bool) -> list[Row]:
    """Return the rows of a user's own games."""
    return [_forms(quick), _subtraction(quick)]


def _forms(quick: bool) -> Row:
    say("own game: actions from a generator against members of a mask ...")
    wrong: list[str] = []
    generator = load(f"{HERE / 'games' / 'generator_form.py'}:GeneratorForm")
    mask = load(f"{HERE / 'games' / 'mask_form.py'}:MaskForm")
    samples = alternate(
        timed(lambda: checked(generator, "minimax", "native", MINIMAX_NODES, wrong)),
        timed(lambda: checked(mask, "minimax", "native", MINIMAX_NODES, wrong)),
        turns=20 if quick else 100,
    )
    what, peer = "own tictactoe, actions from a generator, minimax", "(Plywise) members of a mask"
    row = share(what, samples.our_median, peer, samples.peer_median, at_most(3.5), **kept(samples))
    row.wrong = wrong
    return row


def _subtraction(quick: bool) -> Row:
    say("own game: nodes a second of the subtraction game ...")
    game = load(SUBTRACTION)
    nodes = pw.search(game, algorithm="minimax", engine="native").nodes
    samples = alternate(
        timed(lambda: pw.search(game, algorithm="minimax", engine="native")), None, turns=3 if quick else 9
    )
    rate = nodes / samples.our_median / 1e6
    what = "own game, examples/subtraction.py, 30 stones, minimax"
    return alone(what, rate, "M nodes/s", at_least(50), nodes=nodes, plywise_seconds=spread(samples.ours))
