"""Make players from texts, as on the command line."""

import re
import shlex
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from plywise.arguments.names import hint, nearest
from plywise.engines.limits import Limits
from plywise.errors import InputError
from plywise.game.weights import read_weights
from plywise.play.player import Player
from plywise.play.players.certificate import CertificatePlayer
from plywise.play.players.engine import EnginePlayer
from plywise.play.players.gtp_player import GtpPlayer
from plywise.play.players.python_players import FunctionPlayer, ObjectPlayer, load_function
from plywise.play.players.random_player import RandomPlayer
from plywise.play.players.simple import SimplePlayer
from plywise.play.players.solver import SolverPlayer
from plywise.play.players.uci_player import UciPlayer
from plywise.process.systems import require_posix

Types = Mapping[str, Callable[[str], Any]]
"""Names of settings, and the parsers of their values."""


def _read_names(text: str) -> tuple[str, ...]:
    """Return the names in `a+b`."""
    return tuple(text.split("+"))


KINDS: dict[str, Types] = {
    "random": {"seed": int},
    "simple": {},
    "engine": {
        "level": int,
        "depth": int,
        "time": float,
        "nodes": int,
        "seed": int,
        "weights": read_weights,
        "learned": str,
        "search": str,
        "algorithm": str,
        "without": _read_names,
        "skill": float,
    },
    "solver": {"time": float, "nodes": int},
}
"""The built-in players besides people, and the types of their settings."""

PROGRAMS: dict[str, Types] = {
    "uci": {"time": float, "nodes": int, "depth": int, "patience": float, "log": str},
    "gtp": {"time": float, "patience": float, "log": str},
}
"""The players that are programs, and the types of Plywise's settings; a UCI program has options as well."""

PROGRAM = re.compile(r"(uci|gtp)(?:\[(.*?)\])?:(.*)", re.DOTALL)

LEVEL = re.compile(r"(?:engine|ai|computer)?\W*(?:level|lvl)?\W*(\d{1,2})", re.IGNORECASE)
"""Accepted spellings of a level."""

OTHER_NAMES = {
    "me": "human", "person": "human", "player": "human", "you": "human", "computer": "engine", "AI": "engine",
    "bot": "engine", "alphabeta": "engine", "perfect": "solver",
}  # fmt: skip

FUNCTION = "function:"
CERTIFICATE = "certificate:"


def make_player(who: str, seed: int | None = None) -> Player:
    """Make a player from a text.

    `random`, `random:seed=7`, `simple`, `engine:level=3`, `solver:time=1`; a program, `uci:PROGRAM ARGUMENTS` or
    `gtp:PROGRAM ARGUMENTS`, with settings as in `uci[Hash=16,Threads=1,nodes=1000]:stockfish`; a function of the game
    and the state, `function:path/file.py:name`; the strategy of a certificate, `certificate:FILE`.

    seed: for a random player, if the text gives none.

    Raises InputError if there is no such player, setting, program or function.

    >>> make_player("engine:level=3").level
    3
    >>> make_player("random", seed=5)
    RandomPlayer(seed=5)
    """
    if match := PROGRAM.fullmatch(who):
        return _make_program(who, match[1], match[2] or "", match[3])
    if who.startswith(FUNCTION):
        return load_function(who.removeprefix(FUNCTION))
    if who.startswith(CERTIFICATE):
        return CertificatePlayer(who.removeprefix(CERTIFICATE))
    kind, _, rest = who.partition(":")
    if kind not in KINDS:
        files = f"{FUNCTION}FILE.py:NAME", f"{CERTIFICATE}FILE"
        others = ", ".join(["human", *KINDS, *(f"{name}:PROGRAM" for name in PROGRAMS), *files])
        meant = nearest_player(who)
        raise InputError(f"no player {who!r}; {f'did you mean {meant}?' if meant else f'there are {others}'}")
    settings = _read_settings(who, kind, rest.split(","), KINDS[kind])
    if seed is not None and (kind == "random" or "level" in settings):
        settings.setdefault("seed", seed)
    if "algorithm" in settings and settings.setdefault("search", settings["algorithm"]) != settings.pop("algorithm"):
        raise InputError(f"player {who!r}: search and algorithm are the same: give one of them")
    player: Player = MAKERS[kind](**settings)
    Limits(*(settings.get(limit) for limit in ("depth", "time", "nodes")))  # raises for invalid limits
    return player


def nearest_player(who: str) -> str | None:
    """Return the player nearest to a mistyped text; None if none is near.

    >>> nearest_player("Level 3"), nearest_player("computer"), nearest_player("rnadom:seed=1"), nearest_player("x")
    ('engine:level=3', 'engine', 'random:seed=1', None)
    """
    level = LEVEL.fullmatch(who.strip())
    if level:
        return f"engine:level={level[1]}"
    kind, colon, rest = who.partition(":")
    near = nearest(kind, ["human", *KINDS, *PROGRAMS, FUNCTION[:-1], CERTIFICATE[:-1]], OTHER_NAMES)
    return None if near is None else f"{near}{colon}{rest}"


def as_player(who: Any) -> Player:
    """Return a player for a Player, a text that names one, an object with `choose`, or a function.

    The function takes the game and the state and returns the action. Raises InputError for anything else.
    """
    if isinstance(who, Player):
        return who
    if isinstance(who, str):
        return make_player(who)
    if not isinstance(who, type) and callable(getattr(who, "choose", None)):
        return ObjectPlayer(who)
    if callable(who) and not isinstance(who, type):
        return FunctionPlayer(who)
    raise InputError(
        f"{who!r} is not a player: a text, a Player, an object with choose(game, state), or a function of them"
    )


def describe_player(who: Any) -> str:
    """Return a player's name for tables and records: its text, or a function's name."""
    if isinstance(who, str):
        return who
    inner = who.function if isinstance(who, FunctionPlayer) else who.chooser if isinstance(who, ObjectPlayer) else who
    return getattr(inner, "__name__", None) or (repr(inner) if isinstance(inner, Player) else type(inner).__name__)


def _make_program(who: str, kind: str, text: str, command: str) -> Player:
    """Make a player from a program. text: the settings in brackets, separated by commas outside quotes."""
    require_posix(f"player {who!r}: another program as a player")
    words = shlex.shlex(text, posix=True)
    words.whitespace, words.whitespace_split, words.commenters = ",", True, ""
    try:
        parts = [part.strip() for part in words]
    except ValueError as error:
        raise InputError(f"player {who!r}: {error}") from None
    own = [part for part in parts if part.partition("=")[0] in PROGRAMS[kind]]
    settings = _read_settings(who, kind, own, PROGRAMS[kind])
    others = [part for part in parts if part not in own]
    if kind == "gtp":
        _read_settings(who, kind, others, PROGRAMS[kind])  # raises: it has none
    else:
        settings["options"] = _read_settings(who, kind, others, {part.partition("=")[0]: str for part in others})
    try:
        return PROGRAM_MAKERS[kind](command, **settings)
    except InputError as error:
        raise InputError(f"player {who!r}: {error}") from None


def _read_settings(who: str, kind: str, parts: Iterable[str], types: Types) -> dict[str, Any]:
    """Parse settings of the form name=value."""
    settings: dict[str, Any] = {}
    for part in filter(None, parts):
        name, equals, text = part.partition("=")
        if name in types and not equals:
            raise InputError(f"player {who!r}: {name} has no value: write {name}=VALUE")
        if name not in types:
            there_are = f"{kind} has {', '.join(types)}, as name=value" if types else f"{kind} has none"
            raise InputError(f"player {who!r}: {part!r} is not a setting; {hint(name, types, there_are=there_are)}")
        if name in settings:
            raise InputError(f"player {who!r}: {name} is given twice")
        try:
            settings[name] = types[name](text)
        except InputError as error:
            raise InputError(f"player {who!r}: {error}") from None
        except ValueError:
            raise InputError(f"player {who!r}: {text!r} is not a number") from None
    return settings


MAKERS: dict[str, Callable[..., Player]] = {
    "random": RandomPlayer,
    "simple": SimplePlayer,
    "engine": EnginePlayer,
    "solver": SolverPlayer,
}

PROGRAM_MAKERS: dict[str, Callable[..., Player]] = {"uci": UciPlayer, "gtp": GtpPlayer}
