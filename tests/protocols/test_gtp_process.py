"""Plywise as a GTP program against GNU Go: every move is legal for both, and they agree on the score."""

import subprocess

import pytest

from tests.helpers.fake_programs import GNU_GO
from tests.helpers.program import PROGRAM

RULES = [
    "--mode",
    "gtp",
    "--level",
    "1",
    "--chinese-rules",
    "--positional-superko",
    "--forbid-suicide",
    "--capture-all-dead",
]
MOST = 150


class Gtp:
    """A GTP program in a process of its own."""

    def __init__(self, *words):
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command):
        """Return the answer. Fails where the program refuses."""
        self.process.stdin.write(f"{command}\n")
        self.process.stdin.flush()
        lines = [self.process.stdout.readline()]
        while lines[-1].strip():
            lines.append(self.process.stdout.readline())
        assert lines[0].startswith("="), (command, lines)
        return lines[0][1:].strip()

    def end(self):
        self.ask("quit")
        self.process.stdin.close()
        assert self.process.wait(60) == 0
        self.process.stdout.close()


def play(ours, gnu_go, colours, komi):
    """Play a game; return the moves."""
    for program in (ours, gnu_go):
        for command in ("boardsize 5", "clear_board", f"komi {komi}", "time_settings 0 1 8"):
            program.ask(command)
    moves = []
    while moves[-2:] != ["PASS", "PASS"] and len(moves) < MOST:
        colour = "bw"[len(moves) % 2]
        mover, other = (ours, gnu_go) if colour == colours else (gnu_go, ours)
        moves.append(mover.ask(f"genmove {colour}").upper())
        if moves[-1] == "RESIGN":
            break
        other.ask(f"play {colour} {moves[-1]}")
    return moves


@pytest.mark.slow
@pytest.mark.skipif(GNU_GO is None, reason="GNU Go (gnugo) is not installed")
def test_ten_games_against_gnu_go_end_with_one_score():
    ours, gnu_go = Gtp(PROGRAM, "gtp", "go:size=5,komi=0.5"), Gtp(GNU_GO, *RULES)
    scored = 0
    for number in range(10):
        moves = play(ours, gnu_go, "bw"[number % 2], (0.5, 7.5)[number // 5])
        assert len(moves) < MOST, moves
        if moves[-1] != "RESIGN":
            assert ours.ask("final_score") == gnu_go.ask("final_score"), moves
            scored += 1
    ours.end()
    gnu_go.end()
    assert scored >= 5
