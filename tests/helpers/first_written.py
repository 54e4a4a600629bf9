"""Games as people first write them, in ordinary Python (tests/data/first_written), none with a thought of compiling."""

import re
from dataclasses import dataclass

import plywise as pw
from tests.helpers.paths import DATA

FOLDER = DATA / "first_written"
UNHASHABLE = ("ataxx", "hexapawn")
"""Games whose states are no values: an array, a dict. `check` refuses them."""


@dataclass(frozen=True)
class Written:
    """A game as written. name: of its file; depth: what plain Python searches in a fraction of a second."""

    name: str
    depth: int

    @property
    def path(self) -> str:
        """The GAME text that loads it."""
        file = FOLDER / f"{self.name}.py"
        found = re.search(r"^class (\w+)\((?:pw\.|Board)Game\)", file.read_text(), re.MULTILINE)
        return f"{file}:{found[1]}"

    def load(self) -> pw.Game:
        """Return the game."""
        return pw.make(self.path)


DEPTHS = {
    "bit_boxes": 5, "digits": 6, "fox_geese": 5, "gomoku": 3, "leaps": 5, "three_columns": 5, "whist": 6,
    "amazons": 2, "atari_go": 4, "auction": 8, "boxes": 6, "brandub": 3, "clobber": 5, "domineering": 6,
    "draughts": 7, "four_columns": 5, "ghost": 4, "hanoi_duel": 10, "heaps": 5, "hex_word": 5, "isolation": 6,
    "kayles": 6, "konane": 8, "minichess": 3, "morris": 4, "pawns": 4, "quoridor": 2, "race": 7, "reversi": 5,
    "ring": 5, "sim": 5, "slices": 5, "slide": 7, "sowing": 7, "stacks": 5, "toads": 9, "tricks": 7, "twist": 2,
    "ultimate": 4, "levers": 5, "bridges": 3,
}  # fmt: skip
GAMES = {name: Written(name, depth) for name, depth in DEPTHS.items()}
"""The lawful games by name."""
