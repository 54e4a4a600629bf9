"""Plywise's UCI options: those for every game, and the parameters of the game."""

from collections.abc import Mapping
from dataclasses import dataclass

from plywise.engines import move_time
from plywise.errors import InputError
from plywise.game import Game
from plywise.games.loading import load_changed, parameters
from plywise.process.cpus import count_cores
from plywise.process.memory import memory_megabytes
from plywise.protocols.strength import greatest_elo, least_elo
from plywise.protocols.uci_words import COMMON_NAMES

HASH, THREADS, LINES, OVERHEAD = "Hash", "Threads", "MultiPV", "Move Overhead"
PONDER, LIMIT, ELO, CLEAR = "Ponder", "UCI_LimitStrength", "UCI_Elo", "Clear Hash"

CHECKS = {"true": "true", "1": "true", "on": "true", "false": "false", "0": "false", "off": "false"}
"""Values of a check: the protocol's two words, and spellings that other programs accept."""

MAX_HASH, MAX_LINES = 65_536, 500
MAX_THREADS, THREADS_A_CORE = 256, 4
"""With more than four threads a core, threads wait for each other: 256 on two cores end 0.8 s late."""


def greatest_hash() -> int:
    """Return the megabytes of the largest table that fits this machine's memory."""
    return max(64, min(MAX_HASH, int(memory_megabytes())))


def greatest_threads() -> int:
    """Return the largest useful number of threads on this machine."""
    return min(MAX_THREADS, THREADS_A_CORE * count_cores())


@dataclass(frozen=True)
class Option:
    """An option: UCI's type, its default, and the range of a spin."""

    name: str
    kind: str
    default: str = ""
    least: int = 0
    greatest: int = 0

    def __str__(self) -> str:
        text = f"option name {self.name} type {self.kind}"
        if self.kind != "button":
            text += f" default {self.default or '<empty>'}"
        return text + (f" min {self.least} max {self.greatest}" if self.kind == "spin" else "")

    def read(self, text: str) -> str:
        """Parse a value. Raises InputError if the option cannot have it."""
        if self.kind == "check":
            meant = CHECKS.get(text.lower())
            if meant is None:
                raise InputError(f"option {self.name} must be true or false, not {text!r}")
            return meant
        if self.kind == "spin":
            try:
                number = int(text)
            except ValueError:
                raise InputError(f"option {self.name} is a whole number, not {text!r}") from None
            if not self.least <= number <= self.greatest:
                raise InputError(f"option {self.name} is {self.least} to {self.greatest}, not {text}")
            return str(number)
        return "" if text == "<empty>" else text


class Options:
    """The options for a game, and their values.

    text: the GAME text
    """

    def __init__(self, text: str, game: Game) -> None:
        self.text = text
        spins = [
            (HASH, 64, 1, greatest_hash()),
            (THREADS, 1, 1, greatest_threads()),
            (LINES, 1, 1, MAX_LINES),
            (OVERHEAD, round(1000 * move_time.OVERHEAD), 0, 10_000),
            (ELO, greatest_elo(), least_elo(), greatest_elo()),
        ]
        offered = [Option(name, "spin", str(usual), least, most) for name, usual, least, most in spins]
        offered += [Option(PONDER, "check", "false"), Option(LIMIT, "check", "false"), Option(CLEAR, "button")]
        self.parameters = {COMMON_NAMES.get(name, name): name for name in parameters(type(game))}
        for name, parameter in self.parameters.items():
            usual = getattr(game, parameter, parameters(type(game))[parameter])
            if parameter in COMMON_NAMES:
                offered.append(Option(name, "check", "true" if usual else "false"))
            else:
                offered.append(Option(name, "string", str(usual)))
        self.offered = {option.name.lower(): option for option in offered}
        self.values = {option.name: option.default for option in offered if option.kind != "button"}
        self.changed: dict[str, str] = {}

    def set(self, name: str, text: str) -> Option:
        """Set an option, ignoring the case of its name, and return it. On InputError nothing changes."""
        option = self.offered.get(name.lower())
        if option is None:
            raise InputError(f"no option {name!r}; there are {', '.join(each.name for each in self.offered.values())}")
        if option.kind != "button":
            self.values[option.name] = option.read(text)
        return option

    def number(self, name: str) -> int:
        """Return the value of a spin."""
        return int(self.values[name])

    def is_on(self, name: str) -> bool:
        """Return whether a check is set."""
        return self.values[name] == "true"

    def changed_game(self, option: Option) -> Game:
        """Return the game with a parameter set to the option's value. Raises InputError if it is invalid."""
        texts: Mapping[str, str] = {"true": "1", "false": "0"}
        value = self.values[option.name]
        changed = self.changed | {self.parameters[option.name]: texts.get(value, value)}
        game = load_changed(self.text, changed)
        self.changed = changed
        return game
