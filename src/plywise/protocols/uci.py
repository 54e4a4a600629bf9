"""A program that speaks UCI, the Universal Chess Interface, about any game that has words for positions and moves.

The protocol: Huber and Meyer-Kahlen, "Description of the universal chess interface", 2006.
"""

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import inf

from plywise.protocols.program import Program, ProgramFailure, shorten

RESIGNATIONS = ("(none)", "0000", "resign", "null")
"""What programs write for a move where they have none."""

STOP_SECONDS = 2.0
"""How long a program may take to answer after `stop`."""

MAX_STRANGE = 1000
"""Lines that are no UCI, after which nobody waits for one that is."""

WORDS = ("id", "uciok", "readyok", "bestmove", "copyprotection", "registration", "info", "option")
"""The first words of what a program may write; all else is to be passed over."""

OPTION = re.compile(r"option name (.+?) type (\w+)(?: .*)?")
"""An option, with single spaces between the words."""

NUMBER = re.compile(r"([+-]?(?:\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})(?:[eE][+-]?\d{1,2})?)(?:/\d{1,18})?")
"""A number as programs write it: 12, +3, 12.5, 1.2e3; 12/18 is a depth and the greatest one."""

NUMBERS = ("depth", "nodes", "multipv", "cp", "mate")
"""Words of `info` whose numbers count, wherever they stand."""

MATE = 1000.0
"""The pawns that a mate is worth, less one for each move until then."""


@dataclass(frozen=True)
class Search:
    """What a program tells of its search, from the view of the player to move.

    score: in pawns; a mate in n moves is worth 1000 - n. None: it tells none.
    exact: whether the score is no mere bound.
    """

    depth: int | None = None
    nodes: int | None = None
    score: float | None = None
    exact: bool = False


@dataclass(frozen=True)
class BestMove:
    """A program's answer. word: the move, or what stands for none; ponder: the reply that it expects, or None."""

    word: str
    ponder: str | None = None
    search: Search = field(default_factory=Search)


class UciProgram:
    """A program that is spoken to in UCI. Every method raises ProgramFailure.

    program: just started
    seconds: how long it may take to get ready, each time
    offered: its options, name -> type
    """

    def __init__(self, program: Program, seconds: float) -> None:
        self.program = program
        self.seconds = seconds
        self.offered = self._ask("uci", "uciok").options

    def set_options(self, options: Mapping[str, str]) -> None:
        """Set options, whatever the case of their names: name -> value; that of a button does not count."""
        own = {name.lower(): name for name in self.offered}
        for given, value in options.items():
            name = own.get(" ".join(given.lower().split()))
            if name is None:
                self._offer_more()  # its first `uciok` may have been part of a banner
                name = {each.lower(): each for each in self.offered}.get(" ".join(given.lower().split()))
            if name is None:
                there_are = ", ".join(self.offered) or "none"
                raise ProgramFailure("error", f"{self.program.name} has no option {given!r}; it has {there_are}")
            self._send(f"setoption name {name}" + ("" if self.offered[name] == "button" else f" value {value}"))
        self.wait_until_ready()

    def _offer_more(self) -> None:
        """Take in the options that it writes only now."""
        self.offered = self.offered | self._ask("isready", "readyok").options

    def begin_game(self, options: Mapping[str, str] | None = None) -> None:
        """Tell it that another game begins. options: of the game, name -> value, set where it offers them."""
        for name, value in (options or {}).items():
            if name in self.offered:
                self._send(f"setoption name {name} value {value}")
        self._send("ucinewgame")
        self.wait_until_ready()

    def wait_until_ready(self, seconds: float = inf) -> None:
        """Wait until it has done all that it was told; what it wrote before is passed over."""
        self._ask("isready", "readyok", seconds)

    def go(self, position: str, limits: str, seconds: float) -> BestMove:
        """Return its move in a position.

        position, limits: what follows `position` and `go`
        seconds: after which it is told to stop, and soon has failed
        """
        deadline, hearing = time.monotonic() + seconds, _Hearing()
        self.wait_until_ready(seconds + STOP_SECONDS)
        self._send(f"position {position}")
        self._send(f"go {limits}")
        answer = self._listen("bestmove", deadline, hearing)
        if answer is None:
            self._send("stop")
            answer = self._listen("bestmove", max(deadline, time.monotonic()) + STOP_SECONDS, hearing)
        if answer is None:
            raise self._silence("bestmove", hearing)
        return self._read_move(answer, hearing)

    def _read_move(self, answer: str, hearing: "_Hearing") -> BestMove:
        words = answer.split()
        if not words:
            raise ProgramFailure("garbage", f"{self.program.name} names no move after bestmove")
        ponder = words[2] if len(words) > 2 and words[1] == "ponder" else None
        return BestMove(words[0], ponder, hearing.search)

    def _send(self, line: str) -> None:
        self.program.send(line, time.monotonic() + self.seconds)

    def _ask(self, question: str, word: str, seconds: float = inf) -> "_Hearing":
        """Ask, and wait for the line that answers; return what came before it."""
        hearing = _Hearing()
        self._send(question)
        if self._listen(word, time.monotonic() + min(seconds, self.seconds), hearing) is None:
            raise self._silence(word, hearing)
        return hearing

    def _listen(self, word: str, deadline: float, hearing: "_Hearing") -> str | None:
        """Return what follows a word at the beginning of a line; None if none comes until a time.monotonic()."""
        while True:
            try:
                line = self.program.read_line(deadline)
            except ProgramFailure as failure:
                if failure.kind == "no answer":
                    return None
                raise
            if not line:
                continue
            first, *rest = line.split(None, 1)
            if first == word:
                return rest[0] if rest else ""
            if not hearing.hear(line):
                raise self._silence(word, hearing)

    def _silence(self, word: str, hearing: "_Hearing") -> ProgramFailure:
        """Return how it failed to answer."""
        if hearing.strange:
            return ProgramFailure("garbage", f"{self.program.name} wrote {shorten(hearing.strange)!r}, and no {word}")
        return ProgramFailure("no answer", f"{self.program.name} gave no {word} in time")


class _Hearing:
    """What a program writes while its answer is awaited.

    search: what it tells of its search; options: name -> type
    strange: the first line that is no UCI; "" if there was none
    """

    def __init__(self) -> None:
        self.search = Search()
        self.options: dict[str, str] = {}
        self.strange = ""
        self._strange_lines = 0

    def hear(self, line: str) -> bool:
        """Take a line in; return whether to go on listening."""
        kind = line.split(None, 1)[0]
        if kind == "info":
            self.search = read_info(line, self.search)
        elif match := OPTION.fullmatch(" ".join(line.split())):
            self.options[match[1]] = match[2]
        elif kind not in WORDS:
            self.strange = self.strange or line
            self._strange_lines += 1
        return self._strange_lines <= MAX_STRANGE


def read_info(line: str, before: Search) -> Search:
    """Return what is known of a search after one more line about it. A bound does not replace an exact score.

    >>> read_info("info depth 7 nodes 1200 score cp -31 pv e2e4", Search())
    Search(depth=7, nodes=1200, score=-0.31, exact=True)
    """
    words = line.split()
    if "string" in words:  # what follows is text
        del words[words.index("string") :]
    told = dict(pairwise(words))  # a program may write thousands of lines for a move
    found = {name: NUMBER.fullmatch(told[name]) for name in NUMBERS if name in told}
    numbers = {name: float(match[1]) for name, match in found.items() if match}
    if numbers.get("multipv", 1) != 1:
        return before
    nodes = int(numbers["nodes"]) if "nodes" in numbers else before.nodes
    exact = "lowerbound" not in words and "upperbound" not in words
    score = _read_score(numbers)
    if score is None or (before.exact and not exact):
        return replace(before, nodes=nodes)
    return Search(int(numbers["depth"]) if "depth" in numbers else before.depth, nodes, score, exact)


def _read_score(numbers: Mapping[str, float]) -> float | None:
    """Return a score in pawns; None where there is none, as where it is mate already, but a move is asked for."""
    if numbers.get("mate"):
        moves = numbers["mate"]
        return MATE - moves if moves > 0 else -MATE - moves
    return numbers["cp"] / 100 if "cp" in numbers else None
