"""Convert GGF, the format of the Generic Game Server for Othello, to SGF.

All moves are in one node:
(;GM[Othello]PB[Ann]PW[Bob]TY[8]BO[8 ---...--- *]B[d3//1.2]W[c3/-2.00/2];)

A move has its square, the player's expected score and the seconds it took.
"""

import json
import re
from collections.abc import Iterator

from plywise.game import MAX, MIN
from plywise.play.notations.places import malformed
from plywise.play.notations.sgf_notes import EXTRAS
from plywise.play.notations.sgf_text import Node, PropertyValue, TreeText

BOARD, TYPE, RESULT = "BO", "TY", "RE"
RENAMED = {"RB": "BR", "RW": "WR", "TB": "XTB", "TW": "XTW", "KO": "XKO"}
"""Properties with another name in SGF, or another meaning there."""

REASONS = {"r": "R", "t": "T"}
MARKS = {"*": "AB", "O": "AW"}


def is_ggf(tree: TreeText) -> bool:
    """Return whether a tree is a game in GGF: its GM is a name, and it has a board or a type."""
    root = tree.nodes[0]
    return "GM" in root and root["GM"][0].text.strip().isalpha() and (BOARD in root or TYPE in root)


def as_sgf(text: str, tree: TreeText) -> TreeText:
    """Convert a game to SGF. Raises InputError that names the place in the text."""
    given, root = tree.nodes[0], Node()
    for name, values in given.items():
        if name not in ("B", "W", BOARD, RESULT):
            root[RENAMED.get(name, name)] = values
    if BOARD in given:
        root.update(_set_up(text, given[BOARD][0]))
    elif TYPE in given:
        size = re.search(r"\d+", given[TYPE][0].text)
        root["SZ"] = [PropertyValue(size[0] if size else "", given[TYPE][0].at)]
    if RESULT in given:
        root[RESULT] = [given[RESULT][0]._replace(text=_result(given[RESULT][0].text))]
    return TreeText(tree.at, [root, *_moves(given)])


def _set_up(text: str, board: PropertyValue) -> Iterator[tuple[str, list[PropertyValue]]]:
    """Yield the size, the discs and the side to move of a board such as BO[8 -------- ... *]."""
    parsed, size, marks = re.fullmatch(r"\s*(\d{1,2})\s+(.*)", board.text, re.DOTALL), 0, ""
    if parsed is not None:
        size, marks = int(parsed[1]), "".join(parsed[2].split())
    if len(marks) != size * size + 1 or set(marks) - set("*O-") or marks[-1] == "-":
        raise malformed(text, board.at, "BO: a board is its size, its rows of * O and -, and the side to move, * or O")
    yield "SZ", [PropertyValue(str(size), board.at)]
    for mark, name in MARKS.items():
        points = [
            f"{chr(ord('a') + place % size)}{place // size + 1}" for place in range(size * size) if marks[place] == mark
        ]
        yield name, [PropertyValue(point, board.at) for point in points]
    yield "PL", [PropertyValue("B" if marks[-1] == "*" else "W", board.at)]


def _result(text: str) -> str:
    """Convert a result from Black's view, such as +4.000 or -12:r, to SGF; other texts are unchanged.

    >>> _result("+4.000"), _result("-12:r"), _result("0.00"), _result("?")
    ('B+4', 'W+R', '0', '?')
    """
    match = re.fullmatch(r"\s*([+-]?\d+(?:\.\d+)?)\s*(?::(\w))?\s*", text)
    if match is None:
        return text
    points = float(match[1])
    if points == 0:
        return "0"
    return f"{'B' if points > 0 else 'W'}+{REASONS.get(match[2] or '') or f'{abs(points):g}'}"


def _moves(given: Node) -> Iterator[Node]:
    """Yield a node for each move, in the order of the file."""
    moves = [(value.at, name, value) for name in ("B", "W") for value in given.get(name, [])]
    for at, name, value in sorted(moves):
        square, expected, seconds = [*map(str.strip, value.text.split("/")), "", ""][:3]
        node = Node()
        node[name] = [PropertyValue(square, at)]
        points, time = _number(expected), _number(seconds)
        if points is not None:
            node["V"] = [PropertyValue(repr((MAX if name == "B" else MIN) * points), at)]
        if time is not None and time >= 0:
            node[EXTRAS] = [PropertyValue(json.dumps({"time": time}), at)]
        yield node


def _number(text: str) -> float | None:
    return float(text) + 0.0 if re.fullmatch(r"[+-]?\d{1,9}(?:\.\d{1,9})?", text, re.ASCII) else None
