"""Parse the UCI commands `go`, `position` and `setoption`.

The protocol: Huber and Meyer-Kahlen, "Description of the universal chess interface", 2006.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from plywise.engines.move_limits import MoveLimits
from plywise.engines.move_time import time_for_move
from plywise.errors import InputError

COMMAND = re.compile("uci|debug|isready|setoption|register|ucinewgame|position|go|stop|ponderhit|quit")
"""The commands of the protocol."""

COMMON_NAMES = {"chess960": "UCI_Chess960"}
"""Boolean parameters of games with a standard name in UCI."""

NUMBERS = ("wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime", "perft")
"""Words of `go` followed by a number."""

ALONE = ("infinite", "ponder")
"""Words of `go` without an argument."""

MAX_NUMBER = 10**15

NUMBER = re.compile(r"([+-]?\d{1,400})(\.\d*)?")
"""A number; decimals are ignored."""

CLOCKS = ("wtime", "btime", "winc", "binc", "movestogo")
"""Words for games with clocks."""


@dataclass
class GoWords:
    """The arguments of `go`.

    numbers: word -> number; times are in milliseconds
    infinite: answer only after `stop`; ponder: answer after `stop` or `ponderhit`
    only: the words of the moves to choose from
    strange: unknown words, which are ignored
    """

    numbers: dict[str, int] = field(default_factory=dict)
    infinite: bool = False
    ponder: bool = False
    only: list[str] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)

    def limits(self, is_white: bool, overhead: float, began: float) -> MoveLimits:
        """Return the limits of the search. overhead: seconds held back for delays; began: see MoveLimits."""
        numbers = self.numbers
        soft = hard = None
        if any(name in numbers for name in CLOCKS):
            own, other = ("wtime", "btime") if is_white else ("btime", "wtime")
            left = numbers.get(own, numbers.get(other, 0))  # a game with clocks: better too little time than none
            gained = numbers.get("winc" if is_white else "binc", 0)
            soft, hard = time_for_move(left / 1000, max(0, gained) / 1000, numbers.get("movestogo"), overhead)
        if "movetime" in numbers:
            seconds = numbers["movetime"] / 1000
            most = max(0.001, seconds - min(overhead / 5, max(0.01, seconds / 20)))
            hard = most if hard is None else min(hard, most)
            soft = None if soft is None else min(soft, hard)
        if self.infinite:
            soft = hard = None
        depth, nodes, mate = (max(1, numbers[name]) if name in numbers else None for name in ("depth", "nodes", "mate"))
        return MoveLimits(depth, nodes, hard, soft, mate, began=began)


def read_command(line: str, is_known: Callable[[str], object]) -> list[str]:
    """Return the words of a line from its command on, skipping unknown words before a command of the protocol.

    is_known: whether a word is a command, standard or not. The command may be in capitals.

    >>> read_command("joho isready", lambda word: word == "d"), read_command("what d", lambda word: word == "d")
    (['isready'], ['what', 'd'])
    """
    words = line.lstrip("\ufeff").split()
    if not words or is_known(words[0].lower()):
        return [word.lower() for word in words[:1]] + words[1:]
    at = next((place for place, word in enumerate(words) if COMMAND.fullmatch(word.lower())), 0)
    return [words[at].lower(), *words[at + 1 :]]


def read_go(words: Sequence[str]) -> GoWords:
    """Parse the words after `go`."""
    found, rest = GoWords(), list(words)
    keywords = {*NUMBERS, *ALONE, "searchmoves"}
    while rest:
        word = rest.pop(0)
        number = NUMBER.fullmatch(rest[0]) if word in NUMBERS and rest else None
        if number is not None:
            found.numbers[word] = max(-MAX_NUMBER, min(MAX_NUMBER, int(number[1])))
            rest.pop(0)
        elif word in ALONE:
            setattr(found, word, True)
        elif word == "searchmoves":
            while rest and rest[0] not in keywords:
                found.only.append(rest.pop(0))
        else:
            found.strange.append(word)
    return found


def read_position(words: Sequence[str]) -> tuple[str, list[str]]:
    """Return the text of a position, "" for the initial one, and the moves played from there.

    Raises InputError if the words after `position` are neither `startpos` nor `fen` and a position.
    """
    before, moves = list(words), list[str]()
    if "moves" in before:
        at = before.index("moves")
        before, moves = before[:at], before[at + 1 :]
    if before == ["startpos"]:
        return "", moves
    if before[:1] == ["fen"] and len(before) > 1:
        return " ".join(before[1:]), moves
    raise InputError("expected position startpos or position fen FEN, then optionally moves MOVE ...")


def read_option(words: Sequence[str]) -> tuple[str, str]:
    """Return the name and the value of an option, "" without one. Raises InputError if it has no name."""
    lower = [word.lower() for word in words]
    if lower[:1] != ["name"] or len(words) < 2:
        raise InputError("expected setoption name NAME value VALUE")
    at = lower.index("value") if "value" in lower else len(words)
    return " ".join(words[1:at]), " ".join(words[at + 1 :])
