"""A client for programs that speak UCI, the Universal Chess Interface, in any game.

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
"""Words that programs write instead of a move."""

STOP_SECONDS = 2.0
"""Time for an answer after `stop`."""

MAX_STRANGE = 1000
"""Number of non-UCI lines after which the program fails."""

WORDS = ("id", "uciok", "readyok", "bestmove", "copyprotection", "registration", "info", "option")
"""First words of a program's lines; other lines are ignored."""

OPTION = re.compile(r"option name (.+?) type (\w+)(?: .*)?")
"""The declaration of an option, with single spaces."""

NUMBER = re.compile(r"([+-]?(?:\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})(?:[eE][+-]?\d{1,2})?)(?:/\d{1,18})?")
"""A number as programs write it: 12, +3, 12.5, 1.2e3; 12/18 is a depth and a selective depth."""

NUMBERS = ("depth", "nodes", "multipv", "cp", "mate")
"""Words of `info` whose numbers are read, in any order."""

MATE = 1000.0
"""The value of a mate in pawns, less one for each move until then."""


@dataclass(frozen=True)
class Search:
    """A program's report on its search, from the view of the player to move.

    score: in pawns; a mate in n moves is 1000 - n. None: not reported.
    exact: whether the score is not only a bound.
    """

    depth: int | None = None
    nodes: int | None = None
    score: float | None = None
    exact: bool = False


@dataclass(frozen=True)
class BestMove:
    """A program's answer. word: the move, or one of RESIGNATIONS; ponder: the expected reply, or None."""

    word: str
    ponder: str | None = None
    search: Search = field(default_factory=Search)


class UciProgram:
    """A connection to a UCI program. Every method raises ProgramFailure.

    program: just started
    seconds: time limit for each `uci` and `isready`
    offered: its options, name -> type
    """

    def __init__(self, program: Program, seconds: float) -> None:
        self.program = program
        self.seconds = seconds
        self.offered = self._ask("uci", "uciok").options

    def set_options(self, options: Mapping[str, str]) -> None:
        """Set options, ignoring the case of names: name -> value; the value of a button is ignored."""
        own = {name.lower(): name for name in self.offered}
        for given, value in options.items():
            name = own.get(" ".join(given.lower().split()))
            if name is None:
                self._read_late_options()  # its first `uciok` may have been part of a banner
                name = {each.lower(): each for each in self.offered}.get(" ".join(given.lower().split()))
            if name is None:
                there_are = ", ".join(self.offered) or "none"
                raise ProgramFailure("error", f"{self.program.name} has no option {given!r}; it has {there_are}")
            self._send(f"setoption name {name}" + ("" if self.offered[name] == "button" else f" value {value}"))
        self.wait_until_ready()

    def _read_late_options(self) -> None:
        """Read options that were declared late."""
        self.offered = self.offered | self._ask("isready", "readyok").options

    def begin_game(self, options: Mapping[str, str] | None = None) -> None:
        """Begin another game. options: of the game, name -> value, set if the program has them."""
        for name, value in (options or {}).items():
            if name in self.offered:
                self._send(f"setoption name {name} value {value}")
        self._send("ucinewgame")
        self.wait_until_ready()

    def wait_until_ready(self, seconds: float = inf) -> None:
        """Wait until the program has processed all commands, ignoring its output before."""
        self._ask("isready", "readyok", seconds)

    def go(self, position: str, limits: str, seconds: float) -> BestMove:
        """Return the program's move in a position.

        position, limits: the arguments of `position` and `go`
        seconds: after which `stop` is sent; STOP_SECONDS later it has failed
        """
        deadline, output = time.monotonic() + seconds, _Output()
        self.wait_until_ready(seconds + STOP_SECONDS)
        self._send(f"position {position}")
        self._send(f"go {limits}")
        answer = self._listen("bestmove", deadline, output)
        if answer is None:
            self._send("stop")
            answer = self._listen("bestmove", max(deadline, time.monotonic()) + STOP_SECONDS, output)
        if answer is None:
            raise self._no_answer("bestmove", output)
        return self._read_move(answer, output)

    def _read_move(self, answer: str, output: "_Output") -> BestMove:
        words = answer.split()
        if not words:
            raise ProgramFailure("garbage", f"{self.program.name} names no move after bestmove")
        ponder = words[2] if len(words) > 2 and words[1] == "ponder" else None
        return BestMove(words[0], ponder, output.search)

    def _send(self, line: str) -> None:
        self.program.send(line, time.monotonic() + self.seconds)

    def _ask(self, question: str, word: str, seconds: float = inf) -> "_Output":
        """Send a command and wait for the line with its answer; return the lines before it."""
        output = _Output()
        self._send(question)
        if self._listen(word, time.monotonic() + min(seconds, self.seconds), output) is None:
            raise self._no_answer(word, output)
        return output

    def _listen(self, word: str, deadline: float, output: "_Output") -> str | None:
        """Return the rest of the line that begins with a word; None if none comes before the deadline."""
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
            if not output.read(line):
                raise self._no_answer(word, output)

    def _no_answer(self, word: str, output: "_Output") -> ProgramFailure:
        """Return the failure for a missing answer."""
        if output.strange:
            return ProgramFailure("garbage", f"{self.program.name} wrote {shorten(output.strange)!r}, and no {word}")
        return ProgramFailure("no answer", f"{self.program.name} gave no {word} in time")


class _Output:
    """The lines that a program writes before its answer.

    search: its report on the search; options: name -> type
    strange: the first line that is not UCI; "" if there was none
    """

    def __init__(self) -> None:
        self.search = Search()
        self.options: dict[str, str] = {}
        self.strange = ""
        self._strange_lines = 0

    def read(self, line: str) -> bool:
        """Read a line; return whether to read on."""
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
    """Update the report on a search with an `info` line. A bound does not replace an exact score.

    >>> read_info("info depth 7 nodes 1200 score cp -31 pv e2e4", Search())
    Search(depth=7, nodes=1200, score=-0.31, exact=True)
    """
    words = line.split()
    if "string" in words:  # what follows is text
        del words[words.index("string") :]
    following = dict(pairwise(words))  # a program may write thousands of lines for a move
    found = {name: NUMBER.fullmatch(following[name]) for name in NUMBERS if name in following}
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
    """Return a score in pawns; None without one, or in a position that is mate already."""
    if numbers.get("mate"):
        moves = numbers["mate"]
        return MATE - moves if moves > 0 else -MATE - moves
    return numbers["cp"] / 100 if "cp" in numbers else None
