"""A bridge to programs that speak the xboard protocol: `python -m bench.xboard_bridge PROGRAM`, spoken to in UCI.

It serves matches only (`plywise match chess engine "uci:python -m bench.xboard_bridge fairymax"`): each `go` tells the
whole game again, and gives the program the time for one move. The protocol: Tim Mann and H. G. Muller, "Chess Engine
Communication Protocol", 2009.
"""

import subprocess
import sys
from collections.abc import Callable, Iterable
from typing import TextIO

SESSION = 40
"""Moves that the program is told to make in so many times SHARE of the time for one: told of a single move, it may use
a third of that, and of many, half as much again for one."""
SHARE = 0.6

Read = Callable[[], str]
Write = Callable[[str], None]


def cross(lines: Iterable[str], say: Write, tell: Write, hear: Read) -> None:
    """Answer the lines of a game's referee. say: to the referee. tell, hear: to and from the program."""
    tell("xboard\nprotover 2\nnew\neasy\nnopost")
    moves: list[str] = []
    for number, line in enumerate(lines):
        match line.split():
            case ["uci"]:
                say("id name bridge\nuciok")
            case ["isready"]:
                say("readyok")
            case ["position", "startpos", *rest]:
                moves = rest[1:]
            case ["position", *_]:
                say("info string this program begins at the usual start only")
            case ["go", *words]:
                tell("\n".join(["new", "force", *moves]))
                wait(number, tell, hear)
                say(f"bestmove {ask(float(words[words.index('movetime') + 1]) / 1000, tell, hear)}")
            case ["quit"]:
                tell("quit")
                return


def wait(number: int, tell: Write, hear: Read) -> None:
    """Pass over what the program still says of the game before, such as how it ended. number: none is used twice."""
    tell(f"ping {number}")
    while line := hear():
        if line.split() == ["pong", str(number)]:
            return


def ask(seconds: float, tell: Write, hear: Read) -> str:
    """Return the program's move."""
    left = SESSION * SHARE * seconds
    whole = max(1, round(left))
    tell(f"level {SESSION} {whole // 60}:{whole % 60:02} 0\ntime {100 * left:.0f}\notim {100 * left:.0f}\ngo")
    while line := hear():
        if line.startswith(("resign", "1-0", "0-1", "1/2")):
            break
        if line.startswith("move "):
            return line.split()[1]
    return "(none)"


def main() -> None:
    """Bridge stdin and stdout, and the program that the arguments start."""
    with subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        stdin, stdout = program.stdin, program.stdout
        assert stdin is not None
        assert stdout is not None
        cross(sys.stdin, writer(sys.stdout), writer(stdin), stdout.readline)


def writer(stream: TextIO) -> Write:
    """Return a function that writes a line at once."""
    return lambda line: print(line, file=stream, flush=True)


if __name__ == "__main__":
    main()
