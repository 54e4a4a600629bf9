"""Games with ints wider than 64 bits, as people write them for larger boards (tests/data/wide_games)."""

import re

import plywise as pw
from tests.helpers.paths import DATA

FOLDER = DATA / "wide_games"

GAMES = {
    "gomoku": 3, "four_by_ten": 5, "hex_nine": 2, "othello_ten": 5, "atari_go": 2, "domineering_ten": 3,
    "amazons_ten": 1, "draughts_ten": 6, "lines_thirteen": 4, "bits_of_a_tuple": 4, "ternary": 3, "unsigned_keys": 4,
    "wide_in_sets": 4, "two_boards_in_one": 5, "growing": 6, "kept_bits": 4, "rows_of_numpy": 4, "optional_ko": 3,
    "wide_keys": 5, "sets_of_bits": 4, "tuple_keys": 4,
}  # fmt: skip
"""File -> how many plies plain Python searches in a fraction of a second."""


def load(name: str) -> pw.Game:
    """Return one of the games."""
    file = FOLDER / f"{name}.py"
    found = re.search(r"^class (\w+)\(pw\.Game\)", file.read_text(), re.MULTILINE)
    return pw.make(f"{file}:{found[1]}")
