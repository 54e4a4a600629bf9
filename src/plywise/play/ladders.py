"""Strength of the levels: Elo ladders of the registered games, measured by `python -m bench.ladder`."""

import json
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from plywise.engines.skill import MAX_SKILL
from plywise.errors import InputError
from plywise.game import Game

FILE = "ladders.json"


LEVELS = range(1, 13)

LEVEL_NAMES = (
    "newcomer", "beginner", "learner", "casual", "improver", "regular",
    "skilled", "strong", "advanced", "expert", "master", "grandmaster",
)  # fmt: skip


class Rung(NamedTuple):
    """A level's strength.

    skill: see skill.py
    elo: relative to the mean of the ladder. error: half the width of the 95 % interval.
    """

    level: int
    skill: float
    elo: float
    error: float


class Ladder(NamedTuple):
    """The levels of one game, measured against one another. games: number played; seed: of the match."""

    game: str
    rungs: tuple[Rung, ...]
    games: int
    seed: int


def read_ladders() -> dict[str, Ladder]:
    """Return the measured ladders by game name."""
    return parse_ladders(files("plywise.play").joinpath(FILE).read_text(encoding="utf-8"))


@cache
def _known() -> dict[str, Ladder]:
    return read_ladders()


def skill_of(game: Game, level: int) -> float:
    """Return the skill of a level: from the game's measured ladder, or without one in even steps."""
    ladder = _known().get(game.name.partition(":")[0])
    if ladder is None:
        return MAX_SKILL * (level - 1) / len(LEVELS)
    return next(rung.skill for rung in ladder.rungs if rung.level == level)


def parse_ladders(text: str) -> dict[str, Ladder]:
    """Return the ladders in a text. Raises InputError."""
    try:
        found = {
            name: Ladder(name, tuple(Rung(*each) for each in fields["rungs"]), fields["games"], fields["seed"])
            for name, fields in json.loads(text).items()
        }
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise InputError(f"{FILE} holds no ladders: {error}") from None
    return found


def format_ladders(ladders: dict[str, Ladder]) -> str:
    """Format ladders for `parse_ladders`, with a line for each rung."""
    fields = {
        name: {"games": each.games, "seed": each.seed, "rungs": [list(rung) for rung in each.rungs]}
        for name, each in sorted(ladders.items())
    }
    text = json.dumps(fields, indent=1)
    for ladder in ladders.values():
        for rung in ladder.rungs:
            spread = json.dumps(list(rung), indent=1).replace("\n", "\n   ")
            text = text.replace(spread, json.dumps(list(rung)))
    return text + "\n"
