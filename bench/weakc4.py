"""Follows WeakC4, a public weak solution of Connect Four, against every reply, and reports whether it is a proof.

    python bench/weakc4.py c4_full.pb.gz
    python bench/weakc4.py c4_full.pb.gz --strategy weakc4.txt && \
        plywise certify connect4 --goal win --strategy weakc4.txt --out weakc4.cert

WeakC4 (2swap/WeakC4 on GitHub, protobuf/c4_full.pb.gz) is a graph: the first player's move in some positions, and
diagrams, rules of play for the others. A diagram annotates the cells, and the first rule that applies is played: win;
block; `!`; `@` if exactly one is open; a blank in an even row, or `|` in an odd one; `+`; `=`; `-`. Nothing of it is
trusted here: every line is played out by the rules of this file, and must end in a win of the first player. Where the
graph has a move, that is one to a position of the graph, the first from the left; its own edges are not read.

With --strategy the moves and diagrams are written as lines from which `plywise certify` makes a certificate.
"""

import argparse
import gzip
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TextIO

WIDTH, HEIGHT = 7, 6
STRIDE = HEIGHT + 1
BOTTOM = sum(1 << column * STRIDE for column in range(WIDTH))
BOARD = (BOTTOM << HEIGHT) - BOTTOM
SIGNS = " 12|!-@+="  # numbered in the file as they stand here

Position = tuple[int, int]  # the stones of the first and of the second player
Diagram = dict[int, str]  # the sign of each cell


class Failure(Exception):
    """A line that does not end in a win."""


# --- the file ---------------------------------------------------------------------------------------------------------


def read_number(data: bytes, at: int) -> tuple[int, int]:
    """Return a number in bytes of 7 bits, the lowest first, and where it ends."""
    number = shift = 0
    while data[at] & 128:
        number |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
    return number | data[at] << shift, at + 1


def fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Yield the fields of a message of protocol buffers: numbers and bytes."""
    at = 0
    while at < len(data):
        tag, at = read_number(data, at)
        number, at = read_number(data, at)
        if tag & 7 == 0:
            yield tag >> 3, number
        else:
            yield tag >> 3, data[at : at + number]
            at += number


def read_graph(data: bytes) -> tuple[set[Position], dict[Position, Diagram]]:
    """Return the positions of the nodes that have a move or replies, and those that have a diagram."""
    inner, leaves = set(), {}
    for kind, node in fields(data):
        if kind != 1 or isinstance(node, int):
            continue
        found = dict(fields(node))
        moves = found.get(4, b"")
        columns = [column for byte in moves for column in (byte >> 3, byte & 7) if column]
        position = play_all(columns)
        if (packed := found.get(2)) is not None:
            signs = [SIGNS[sign] for byte in packed for sign in (byte >> 4, byte & 15)]
            leaves[position] = {
                column * STRIDE + HEIGHT - 1 - row: signs[row * WIDTH + column]
                for row in range(HEIGHT)
                for column in range(WIDTH)
            }
        else:
            inner.add(position)
    return inner, leaves


# --- the rules --------------------------------------------------------------------------------------------------------


def has_line(stones: int) -> bool:
    """Return whether four of the stones are in a row."""
    return any((pairs := stones & stones >> step) & pairs >> 2 * step for step in (1, STRIDE - 1, STRIDE, STRIDE + 1))


def winning_cells(stones: int) -> int:
    """Return the cells that complete a line with these stones; some may be occupied."""
    found = (stones & stones << 1 & stones << 2) << 1
    for step in (STRIDE - 1, STRIDE, STRIDE + 1):
        pairs = stones & stones >> step
        found |= pairs >> step & (stones << step | stones >> 3 * step)
        found |= pairs << 2 * step & (stones >> step | stones << 3 * step)
    return found & BOARD


def play_all(columns: list[int]) -> Position:
    """Return the position after moves in these columns, counted from 1."""
    stones = [0, 0]
    for number, column in enumerate(columns):
        filled = stones[0] | stones[1]
        stones[number % 2] |= filled + (1 << (column - 1) * STRIDE) & ~filled & BOARD
    return stones[0], stones[1]


def landings(position: Position) -> list[int]:
    """Return the cells where a stone may land, from left to right."""
    cells, found = (position[0] | position[1]) + BOTTOM & BOARD, []
    while cells:
        found.append((cells & -cells).bit_length() - 1)
        cells &= cells - 1
    return found


# --- the strategy -----------------------------------------------------------------------------------------------------


def follow_diagram(position: Position, diagram: Diagram) -> int:
    """Return the cell that a diagram plays."""
    cells = landings(position)
    open_cells = (position[0] | position[1]) + BOTTOM & BOARD
    for stones in position:
        if decisive := winning_cells(stones) & open_cells:
            return (decisive & -decisive).bit_length() - 1
    signs = {cell: diagram[cell] for cell in cells}
    if urgent := [cell for cell in cells if signs[cell] == "!"]:
        return urgent[0]
    if len(pair := [cell for cell in cells if signs[cell] == "@"]) == 1:
        return pair[0]
    for cell in cells:
        is_even_row = cell % STRIDE % 2 == 1  # the second row from below, the fourth, ...
        if signs[cell] == (" " if is_even_row else "|"):
            return cell
    for sign in "+=-":
        if found := [cell for cell in cells if signs[cell] == sign]:
            return found[0]
    raise Failure("a diagram names no cell")


def policy(diagram: Diagram) -> str:
    """Return a diagram as the policy of a certificate, in which `|` stands for both signs that count by the row."""
    cells = [column * STRIDE + row for row in range(HEIGHT - 1, -1, -1) for column in range(WIDTH)]
    signs = []
    for cell in cells:
        sign, counts = diagram[cell], " " if cell % STRIDE % 2 == 1 else "|"
        signs.append("|" if sign == counts else "." if sign in "12 |" else sign)
    return f"diagram({''.join(signs)})"


class Follower:
    """Follows the graph; positions that are proved are remembered. file: gets the strategy, without what follows it."""

    def __init__(self, inner: set[Position], leaves: dict[Position, Diagram], file: TextIO | None) -> None:
        self.inner, self.leaves, self.file = inner, leaves, file
        self.proved: set[Position] = set()
        self.used: set[Position] = set()
        self.failures: Counter[str] = Counter()
        self.shortest: tuple[str, str] | None = None

    def follow(self, position: Position, line: str, diagram: Diagram | None) -> None:
        """Prove a position in which the first player moves. Failures are counted."""
        if position in self.proved:
            return
        self.proved.add(position)
        try:
            if diagram is None:
                diagram = self.leaves.get(position)
                self.used.add(position)
            child, cell = self.move(position, diagram)
        except Failure as failure:
            self.note(str(failure), line)
            return
        line += str(cell // STRIDE + 1)
        if has_line(child[0]):
            return
        cells = landings(child)
        if not cells:
            self.note("the board is full", line)
        if diagram is None:
            self.used.add(child)
            diagram = self.leaves.get(child)
        if self.file is not None:
            print(line[:-1] or "empty", line[-1], *([policy(diagram)] if diagram else []), sep="\t", file=self.file)
            if diagram is not None:
                return
        lost = winning_cells(child[1])
        for reply in cells:
            after = child[0], child[1] | 1 << reply
            if lost >> reply & 1:
                self.note("the second player wins", f"{line}{reply // STRIDE + 1}")
            else:
                self.follow(after, f"{line}{reply // STRIDE + 1}", diagram)

    def move(self, position: Position, diagram: Diagram | None) -> tuple[Position, int]:
        """Return the position after the first player's move, and the cell."""
        first, second = position
        if diagram is not None:
            cell = follow_diagram(position, diagram)
            return (first | 1 << cell, second), cell
        for cell in landings(position):
            child = first | 1 << cell, second
            if child in self.inner or child in self.leaves or has_line(child[0]):
                return child, cell
        raise Failure("the graph has no move" if position in self.inner else "the graph lacks the position")

    def note(self, reason: str, line: str) -> None:
        """Count a failure."""
        self.failures[reason] += 1
        if self.shortest is None or len(line) < len(self.shortest[1]):
            self.shortest = reason, line


def main(path: str, strategy: str | None) -> int:
    """Report whether the graph is a proof, or write its strategy."""
    inner, leaves = read_graph(gzip.decompress(Path(path).read_bytes()))
    print(f"{len(inner) + len(leaves):,} nodes: {len(inner):,} positions with moves, {len(leaves):,} with diagrams")
    with Path(strategy).open("w") if strategy else nullcontext() as file:
        follower = Follower(inner, leaves, file)
        follower.follow((0, 0), "", None)
    needed = follower.used & (inner | leaves.keys())
    print(f"{len(follower.proved):,} positions of the first player, {len(needed):,} nodes needed")
    for reason, count in follower.failures.items():
        print(f"{count:,} lines: {reason}")
    if follower.shortest is not None:
        print(f"the shortest line that fails: {follower.shortest[1]}: {follower.shortest[0]}")
    if strategy:
        return 0
    print("a proof: the first player wins" if not follower.failures else "no proof")
    return int(bool(follower.failures))


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="Follow WeakC4, or write its strategy.")
    arguments.add_argument("path", metavar="c4_full.pb.gz")
    arguments.add_argument("--strategy", metavar="FILE", help="write the strategy, and follow no diagram")
    sys.exit(main(**vars(arguments.parse_args())))
