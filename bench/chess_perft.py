"""Count lines of play of chess next to Stockfish: `python -m bench.chess_perft`, from the repository's folder.

Both follow every line with one thread and without a table, and count the moves of the last ply without playing them.
They take turns; of each, the median of the leaves a second of the processor's time. Exit code 1 where they disagree.
Plywise counts the lines of one ply, of two, and so on, each anew: the leaves of all these counts are its leaves.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import geometric_mean, median
from time import process_time

import plywise as pw
from plywise.engines.perft import count
from plywise.protocols.launch import GAMES

POSITIONS = {
    "start": ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    "kiwipete": ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    "endgame": ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7),
    "promotions": ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5),
    "middle game": ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5),
}
ROUNDS = 5
STOCKFISH = shutil.which("stockfish") or shutil.which("stockfish", path=GAMES)


class Stockfish:
    """Stockfish over a pipe."""

    def __init__(self, path: str) -> None:
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def count(self, fen: str, plies: int) -> tuple[int, float]:
        """Return how many leaves there are, and the seconds of the processor's time that it took to count them."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        before = self.seconds()
        self.process.stdin.write(f"position fen {fen}\ngo perft {plies}\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            if line.startswith("Nodes searched"):
                return int(line.split(":")[1]), self.seconds() - before
        raise SystemExit("Stockfish ended without an answer")

    def seconds(self) -> float:
        """Return the processor's time of the program so far (Linux says it in hundredths of a second)."""
        told = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")

    def quit(self) -> None:
        """End the program."""
        self.process.communicate("quit\n", timeout=10)


def count_ours(game: pw.Game, fen: str, plies: int) -> tuple[list[int], float]:
    """Return how many lines there are of each length, and the seconds of the processor's time that it took."""
    began = process_time()
    found = count(game, game.parse_state(fen), plies, engine="native", merge=False)
    return found.nodes_by_ply[1:], process_time() - began


def main() -> int:
    """Measure, print a line for each position, and return the exit code."""
    reader = argparse.ArgumentParser(prog="python -m bench.chess_perft", description="Count next to Stockfish.")
    reader.add_argument("--stockfish", default=STOCKFISH, help="the program")
    reader.add_argument("--rounds", type=int, default=ROUNDS)
    options = reader.parse_args()
    if options.stockfish is None:
        reader.error("Stockfish is not here (on Debian: apt-get install stockfish)")
    game, other = pw.make("chess"), Stockfish(options.stockfish)
    count_ours(game, POSITIONS["start"][0], 3)  # compiles
    ratios = []
    for name, (fen, plies) in POSITIONS.items():
        ours, theirs = [], []
        for _ in range(options.rounds):
            lines, seconds = count_ours(game, fen, plies)
            leaves = lines[-1]
            also, their_seconds = other.count(fen, plies)
            if leaves != also:
                print(f"{name}: {leaves:,} leaves, Stockfish counts {also:,}")
                return 1
            ours.append(sum(lines) / seconds / 1e6)
            theirs.append(leaves / their_seconds / 1e6)
        ratios.append(median(ours) / median(theirs))
        rates = f"{median(ours):.0f} Mn/s, Stockfish {median(theirs):.0f}"
        print(f"{name}: {leaves:,} leaves, {rates}, ratio {ratios[-1]:.2f}")
    print(f"geometric mean of the ratios: {geometric_mean(ratios):.2f}")
    other.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main())
