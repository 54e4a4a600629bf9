"""The leaves of a state: each says of the words what the state in Python holds there."""

import random
import re
import struct
from enum import Enum

import pytest

import plywise as pw
from plywise.engines.compiled import engine_for, retry_with_wider_layout
from plywise.engines.native.leaves import leaves_of
from plywise.game import hashable_start
from tests.helpers import wide_games
from tests.helpers.first_written import GAMES

PLIES, LINES = 40, 3
ABSENT = object()
"""Stands for what an item of a row that is shorter would hold."""


def states_of(game, seed):
    """Yield states of games played by lot, the first one first."""
    source = random.Random(seed)
    for _ in range(LINES):
        state = hashable_start(game, None)
        for _ in range(PLIES):
            yield state
            actions = [] if game.terminal(state) else list(game.actions(state))
            if not actions:
                break
            state = game.result(state, source.choice(actions))


def held(state, path, place):
    """Return what a state in Python holds at a leaf: what is left of the place belongs to the last thing."""
    steps, left = re.findall(r"\.\d+|\[\]", path), list(place)
    for step in steps:
        if step == "[]":
            number = left.pop(0)
            state = state[number] if number < len(state) else ABSENT
        else:
            state = fields_of(state)[int(step[1:])]
        if state is ABSENT:
            break
    return state, tuple(left)


def fields_of(value):
    return value if isinstance(value, tuple) else [getattr(value, each) for each in value.__dataclass_fields__]


def raw(words, leaf):
    return (words[leaf.word] % 2**64) >> leaf.shift & (1 << leaf.width) - 1


def said(words, leaf):
    """Return the label that a state's words have at a leaf."""
    number = raw(words, leaf)
    if leaf.labels is not None:
        return leaf.labels[number]
    return number - 2**64 if leaf.width == 64 and number >> 63 else number


def check(leaf, words, state):
    """Fail where a leaf says something else than the state."""
    kind, inner = re.fullmatch(r"(len|kind)?\(?([^()]*)\)?", leaf.path).groups()
    if kind == "kind" or "|" in leaf.path:
        return
    thing, left = held(state, inner, leaf.place)
    if thing is ABSENT:
        assert raw(words, leaf) == 0
    elif kind == "len":
        assert said(words, leaf) == len(thing)
    elif isinstance(thing, frozenset):
        if all(type(each) is int for each in thing):
            assert said(words, leaf) == (left[0] in thing)
        elif all(type(each) is tuple and all(type(part) is int for part in each) for each in thing):
            assert said(words, leaf) == (left in thing)
    elif left:
        assert raw(words, leaf) == thing >> left[0] & (1 << leaf.width) - 1
    elif isinstance(thing, Enum):
        assert said(words, leaf) == str(thing)
    elif isinstance(thing, float):
        assert struct.unpack("<d", raw(words, leaf).to_bytes(8, "little"))[0] == thing
    else:
        assert said(words, leaf) == thing


def check_sizes(leaves, words, state):
    """Fail where a set has another number of members than leaves that say so."""
    counts = {}
    for leaf in leaves:
        if not leaf.path.startswith(("len(", "kind(")) and "|" not in leaf.path:
            thing, left = held(state, leaf.path, leaf.place)
            if isinstance(thing, frozenset):
                which = leaf.path, leaf.place[: len(leaf.place) - len(left)]
                counts.setdefault(which, [thing, 0])[1] += said(words, leaf)
    for thing, count in counts.values():
        assert count == len(thing)


def check_game(game, seed=1):
    def once():
        engine = engine_for(game, hashable_start(game, None))
        leaves = leaves_of(engine)
        assert len({(leaf.path, leaf.place) for leaf in leaves}) == len(leaves), "two leaves have one name"
        for state in states_of(game, seed):
            words = engine.plain(state)
            for leaf in leaves:
                check(leaf, words, state)
            check_sizes(leaves, words, state)
        taken = sum(((1 << leaf.width) - 1) << leaf.shift + 64 * leaf.word for leaf in leaves)
        assert taken == union_of(leaves), "two leaves share a bit"
        return leaves

    return retry_with_wider_layout(once)


def union_of(leaves):
    found = 0
    for leaf in leaves:
        found |= ((1 << leaf.width) - 1) << leaf.shift + 64 * leaf.word
    return found


@pytest.mark.fast_with("othello", "checkers", "kalah", "nim")
@pytest.mark.parametrize(
    "name", ["othello", "go:size=5", "checkers", "kalah", "chess", "nim", "hex:size=5", "tictactoe"]
)
def test_the_games_of_the_package(name):
    assert check_game(pw.make(name))


@pytest.mark.fast_with("reversi", "ring")
@pytest.mark.parametrize("written", GAMES.values(), ids=GAMES)
def test_games_as_first_written(written):
    check_game(written.load())


@pytest.mark.fast_with("optional_ko")
@pytest.mark.parametrize("name", wide_games.GAMES)
def test_games_of_wide_ints(name):
    check_game(wide_games.load(name))


STYLES = {
    "enum": "(Color(n % 3), Color.RED, Color(n % 2))",
    "union": "(None if n % 3 == 0 else (n, -n), n % 5)",
    "dataclass": "Deep(Point(n % 4, -n), n % 2 == 0)",
    "bytes": "bytes([n % 7, n % 5, 200])",
    "text": "'ab-'[n % 3] * 5",
    "text of any length": "'ab' * (n % 4)",
    "set of pairs": "frozenset({(n % 3, n % 2), (1, n % 5)})",
    "set of texts": "frozenset({'abc'[n % 3], 'x'})",
    "set of negative ints": "frozenset({-(n % 4), n % 9})",
    "two sets": "(frozenset({n % 70, 3}), frozenset({n % 7}))",
    "bools": "(n % 2 == 0, n % 3 == 0, True)",
    "negative": "(-n, n - 15, -1000000 * n)",
    "wide": "(1 << 70 | n, -(1 << 66) - n, 7 * n)",
    "rows of rows of records": "tuple(tuple(Point(i, (n + j) % 3) for j in range(3)) for i in range(2))",
    "floats": "(n / 3, 0.5, -n * 0.1)",
    "row of wide ints": "tuple(1 << 65 + (n + i) % 4 for i in range(3))",
    "row of sets": "tuple(frozenset({(n + i) % 5}) for i in range(4))",
    "rows of any length": "tuple(('abc'[: (n + i) % 4], i) for i in range(3))",
    "records of two words": "tuple((n * i * (1 << 40), -n * (1 << 50)) for i in range(3))",
    "one number": "n % 4",
}

STYLE = """
import enum
from dataclasses import dataclass
from typing import NamedTuple
import plywise as pw

class Color(enum.Enum):
    RED = 0
    GREEN = 1
    BLUE = 2

class Point(NamedTuple):
    x: int
    y: int

@dataclass(frozen=True)
class Deep:
    point: Point
    even: bool

class Styled(pw.Game):
    def initial(self):
        return self.made(0)

    def made(self, n):
        return ({value}, n, 1 if n % 2 == 0 else -1)

    def player(self, state):
        return state[2]

    def actions(self, state):
        return (1, 2)

    def result(self, state, action):
        return self.made(state[1] + action)

    def terminal(self, state):
        return state[1] >= 30

    def utility(self, state):
        return 1 if state[1] == 30 else -1
"""


@pytest.mark.fast_with("union", "dataclass", "set of pairs", "wide", "row of sets")
@pytest.mark.parametrize("style", STYLES)
def test_styles_of_states(style, tmp_path):
    file = tmp_path / "styled.py"
    file.write_text(STYLE.replace("{value}", STYLES[style]))
    check_game(pw.make(f"{file}:Styled"))
