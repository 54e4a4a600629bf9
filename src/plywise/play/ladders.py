"""How strong the levels are: Elo ladders of the registered games, measured by `python -m bench.ladder`."""

import json
from importlib.resources import files
from typing import NamedTuple

from plywise.errors import InputError

FILE = "ladders.json"


class Rung(NamedTuple):
    """A level's strength. elo: the mean of a ladder is 0. error: half the width of the 95 % interval."""

    level: int
    elo: float
    error: float


class Ladder(NamedTuple):
    """The levels of one game, measured against one another. games: how many were played; seed: of the match."""

    game: str
    rungs: tuple[Rung, ...]
    games: int
    seed: int


def read_ladders() -> dict[str, Ladder]:
    """Return the ladders that were measured, by the names of their games."""
    return parse_ladders(files("plywise.play").joinpath(FILE).read_text(encoding="utf-8"))


def parse_ladders(text: str) -> dict[str, Ladder]:
    """Return the ladders in a text. Raises InputError."""
    try:
        found = {
            name: Ladder(name, tuple(Rung(*each) for each in told["rungs"]), told["games"], told["seed"])
            for name, told in json.loads(text).items()
        }
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise InputError(f"{FILE} holds no ladders: {error}") from None
    return found


def format_ladders(ladders: dict[str, Ladder]) -> str:
    """Return the text that `parse_ladders` reads: a line for each rung."""
    told = {
        name: {"games": each.games, "seed": each.seed, "rungs": [list(rung) for rung in each.rungs]}
        for name, each in sorted(ladders.items())
    }
    text = json.dumps(told, indent=1)
    for ladder in ladders.values():
        for rung in ladder.rungs:
            spread = json.dumps(list(rung), indent=1).replace("\n", "\n   ")
            text = text.replace(spread, json.dumps(list(rung)))
    return text + "\n"
