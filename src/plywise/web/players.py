"""The players allowed on a page: people, and built-in players without programs or files."""

import math

from plywise.errors import InputError
from plywise.live.limits import MAX_MOVE_SECONDS
from plywise.play.people import HUMAN
from plywise.play.players import make_player

KINDS = {
    HUMAN: (),
    "random": ("seed",),
    "simple": (),
    "engine": ("level", "time", "seed"),
    "solver": ("time",),
}
"""The allowed players and their settings: no programs, functions or files."""

DEFAULT = {"MAX": HUMAN, "MIN": "engine:level=3"}


def check_who(who: str) -> str:
    """Check a player's text and return it. Raises InputError if pages may not use it."""
    kind, _, rest = who.partition(":")
    if kind not in KINDS or (kind == HUMAN and who != HUMAN):
        raise InputError(f"no player {who!r}; there are human, random, simple, engine:level=3, engine:time=1, solver")
    for part in filter(None, rest.split(",")):
        name, _, value = part.partition("=")
        if name not in KINDS[kind]:
            there_are = f"{kind} has {', '.join(KINDS[kind])}" if KINDS[kind] else f"{kind} has none"
            raise InputError(f"player {who!r}: {part!r} is not a setting here; {there_are}")
        if name == "time":
            _check_seconds(who, value)
    if kind != HUMAN:
        make_player(who)
    return who


def _check_seconds(who: str, value: str) -> None:
    try:
        seconds = float(value)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= MAX_MOVE_SECONDS:
        raise InputError(f"player {who!r}: the limit here is {MAX_MOVE_SECONDS:g} s per move")
