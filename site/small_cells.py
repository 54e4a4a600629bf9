"""Cells of lessons that are too slow for the reference engine or cannot run in a browser, and what runs instead."""

from typing import NamedTuple

REST = "…"
"""Ends a text that stands for all that follows it in the cell."""


class Small(NamedTuple):
    """A cell that runs with smaller figures in the browser, or not at all.

    why: what is smaller, in a few words; of a cell that does not run, what it needs
    changes: what stands in the cell, and what runs in its place; none: the cell does not run in the browser
    """

    why: str
    changes: tuple[tuple[str, str], ...]

    def apply(self, code: str) -> str:
        """Return the cell with smaller figures. Raises ValueError where it is another cell by now."""
        for before, after in self.changes:
            begin = before.removesuffix(REST)
            if begin not in code:
                raise ValueError(f"a cell of the course has no {begin!r} any more: see site/small_cells.py")
            code = code.partition(begin)[0] + after if before.endswith(REST) else code.replace(before, after)
        return code.rstrip("\n")


PLAY = "the search for play, which runs only in the native engine"
LEARN = "the native engine and NumPy"

HEX_MATCH = """from plywise.play.players import RandomPlayer
from plywise.play.turns import take_turns


class Plays:
    def __init__(self, choose):
        self.choose = choose


def wins_of(player, opponent, games):
    won = 0
    for number in range(games):
        side = pw.MAX if number % 2 == 0 else pw.MIN
        *_, last = take_turns(hexes, {side: player, -side: opponent})
        won += hexes.utility(last.after) == side
    return won


def blind_move(game, state):
    return pw.search(game, state, depth=2, engine="reference").best


print(wins_of(Plays(uct_player(simulations=50)), Plays(blind_move), games=2), "of 2 won")
"""

HEX_WINS = """def wins(player, opponent):
    opponent = RandomPlayer(seed=1) if opponent == "random" else Plays(opponent)
    return wins_of(Plays(player), opponent, games=4)


def loss"""

SMALL: dict[str, dict[int, Small]] = {
    "6-transposition-tables": {
        10: Small("depths 4 to 6", (("(6, 8, 10, 12)", "(4, 5, 6)"),)),
        13: Small("only with a table", (("(None, 16)", "(16,)"),)),
        14: Small(
            "a position 8 plies later",
            (("solution = pw.solve(connect4, late)",
              'later = connect4.parse_state("746454366666355555442374773222")\nsolution = pw.solve(connect4, later)'),),
        ),
        16: Small("only with a table", (("(None, 16)", "(16,)"),)),
        17: Small("the native engine: the reference engine would take hours", ()),
    },
    "7-playing": {
        10: Small("up to 3,000 nodes", (("(1_000, 10_000, 100_000)", "(300, 1_000, 3_000)"),)),
        5: Small(
            "8 games a depth",
            (("range(50)", "range(8)"),
             ("\n    assert (depth, ends[1], ends[0]) in [(1, 50, 0), (2, 48, 2), (9, 48, 2)]", "")),
        ),
        12: Small("depth 7", (("depth=12, table=16", 'depth=7, table=16, order="priority"'),)),
    },
    "8-from-alpha-beta-to-chess": {
        0: Small(
            "3 plies",
            (("plies=6", "plies=3"), ("(2, 4, 6)", "(1, 2, 3)"), ("{ply // 2} moves each", "{ply} plies")),
        ),
        1: Small("3 plies", (("range(1, 5)", "range(1, 4)"),)),
        3: Small("100 walks", (("range(1_500)", "range(100)"),)),
        4: Small("6 games", (("range(120)", "range(6)"), ("sorted(found)[60]", "sorted(found)[3]"))),
        8: Small("depth 2", (("depth=5", "depth=2"),)),
        11: Small("depths 1 to 3", (("range(1, 7)", "range(1, 4)"),)),
        12: Small(PLAY, ()),
        14: Small(PLAY, ()),
        17: Small("only the exact search", (("\n\ndef depth_of_the_mate…", ""),)),
        18: Small(PLAY, ()),
    },
    "10-from-monte-carlo-to-a-learned-evaluation": {
        3: Small(
            "100 playouts",
            (("range(1_000)", "range(100)"), ("/ 1_000", "/ 100"), ("1,000 playouts", "100 playouts")),
        ),
        11: Small("up to 1,000 simulations", (("(100, 1_000, 10_000)", "(100, 300, 1_000)"),)),
        13: Small("two games, fewer simulations", (("blind_player =…", HEX_MATCH),)),
        19: Small(
            "up to 400 games, matches of 4",
            (
                ("def wins(player, opponent):\n    result = pw.match(hexes, [player, opponent], games=40, **terms)\n"
                 "    return result.players[0].tally.wins\n\n\ndef loss", HEX_WINS),
                ("random.Random(5), 30", "random.Random(5), 10"),
                ("positions_of(700, source), positions_of(4_000, source)",
                 "positions_of(100, source), positions_of(400, source)"),
                ("(100, 500, 4_000)", "(50, 100, 400)"),
                ("wins of 40", "wins of 4"),
            ),
        ),
        24: Small(LEARN, ()),
        25: Small(LEARN, ()),
    },
}  # fmt: skip
"""Lesson -> its cells, by their numbers from 0, that run with smaller figures, or not at all."""

SLOW = {"1-minimax": {9: 15}, "2-alpha-beta": {12: 15}, "4-depth-limit": {8: 6}, "8-from-alpha-beta-to-chess": {19: 6}}
"""Lesson -> its cells that run as they are, and about how many seconds they take in the browser."""
