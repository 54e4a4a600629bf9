"""Games as people have them, with boards that change, undo and deepcopy (tests/data/people), and facts about each."""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from plywise.games.adopt.adoption import Adoption, adopt
from tests.helpers.paths import DATA

FOLDER = DATA / "people"


@dataclass(frozen=True)
class Facts:
    """What is known of a file by its own functions, on deep copies.

    perft: the lines of 1, 2, ... plies; value: of a search to the depth `horizon`; bug: in which role, if there is one
    """

    file: str
    game: str
    needs: tuple[str, ...]
    perft: tuple[int, ...]
    horizon: int
    value: float
    bug: str | None

    @property
    def path(self) -> Path:
        """The file."""
        return FOLDER / self.file


def _facts(entry: dict[str, Any]) -> Facts:
    return Facts(**entry | {"needs": tuple(entry["needs"]), "perft": tuple(entry["perft"])})


PEOPLE = {entry["file"].removesuffix(".py"): _facts(entry) for entry in json.loads((FOLDER / "facts.json").read_text())}


@lru_cache
def adopted(path: Path) -> Adoption:
    """Return a file as it is adopted, once for all tests."""
    return adopt(path)
