"""A state as one line of text, and back, without evaluating anything."""

import os
import random
import subprocess
import sys
from collections import namedtuple
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from typing import NamedTuple, Optional

import pytest

import plywise as pw
from plywise.game.defaults.state_text import format_state, format_value, parse_state
from tests.helpers.in_turn import in_turn
from tests.helpers.plain_games import Dominoes, Race, Ring, Rows, Turn


class Colour(IntEnum):
    RED = 1
    BLUE = 2


class Hand(NamedTuple):
    left: int
    right: int | None


@dataclass(frozen=True)
class Piece:
    kind: str
    at: tuple
    owner: Turn | None = None


class Big(NamedTuple):
    board: tuple
    text: str
    hand: Hand
    piece: Optional[Piece]  # noqa: UP045 - as many people write it
    cells: frozenset
    colour: Colour
    share: float
    over: bool


Old = namedtuple("Old", "stones side")


class Game(pw.Game):
    def initial(self): ...
    def player(self, state): ...
    def actions(self, state): ...
    def result(self, state, action): ...
    def terminal(self, state): ...
    def utility(self, state): ...


def grown(source, depth=2):
    """Return a random value of the kinds that states are made of."""
    kinds = [
        lambda: source.choice([0, 1, -1, 10**30, -(2**63)]),
        lambda: source.choice([True, False, None, 0.5, -1.25e300]),
        lambda: source.choice(["", "X", "a b", "it's", '"', "=,()", "é\n", "{}", "None"]),
        lambda: source.choice([*Turn, *Colour]),
    ]
    if depth:
        items = lambda: [grown(source, depth - 1) for _ in range(source.randrange(4))]  # noqa: E731
        kinds += [
            lambda: tuple(items()),
            lambda: frozenset(items()),
            lambda: Hand(source.randrange(9), source.choice([None, 3])),
            lambda: Piece("king", (1, source.randrange(5)), source.choice([None, Turn.UP])),
        ]
    return source.choice(kinds)()


def big(source):
    """Return a random state of every kind of field."""
    return Big(
        tuple(tuple(source.choice("XO.") for _ in range(3)) for _ in range(3)),
        source.choice(["...", "a,b=c", "'", "\\"]),
        Hand(source.randrange(9), source.choice([None, 5])),
        source.choice([None, Piece("q", (0, 1), Turn.ACROSS), Piece("", ())]),
        frozenset(source.choice([(0, 1), (2, 2), None, "x"]) for _ in range(source.randrange(4))),
        source.choice(list(Colour)),
        source.choice([0.5, -2.0, float("inf")]),
        source.choice([True, False]),
    )


@in_turn("seed", range(60))
def test_every_state_reads_back_as_itself(seed):
    source = random.Random(seed)
    for state, pattern in (
        *((big(source), big(source)) for _ in range(5)),
        *((value, value) for value in (grown(source) for _ in range(10))),
        *(((grown(source), grown(source, 0)), ((), 0)) for _ in range(5)),
    ):
        text = format_state(state)
        assert text.splitlines() == [text]
        back = parse_state(text, pattern, Game)
        assert (back, type(back)) == (state, type(state)), text


@pytest.mark.parametrize("game", [Rows(), Dominoes(), Ring(), Race()], ids=lambda game: game.name)
def test_a_game_s_positions_can_be_typed(game):
    source, state = random.Random(5), game.initial()
    while not game.terminal(state):
        assert game.parse_state(game.format_state(state)) == state
        state = game.result(state, source.choice(list(game.actions(state))))
    assert game.parse_state(game.format_state(state)) == state


def test_positions_are_readable():
    assert format_state(Dominoes.State(frozenset({(1, 0), (0, 2)}), Turn.UP)) == "free={(0, 2), (1, 0)},turn=Turn.UP"
    assert Race().format_state(Race().initial()) == "a=0,b=0,turn='a'"
    assert format_state("X.O......") == "X.O......"
    assert format_state((("X.", ".O"), 1)) == "(('X.', '.O'), 1)"
    assert format_state(Old(3, None)) == "stones=3,side=None"
    assert format_value(frozenset()) == "{}"
    assert Dominoes().parse_state("free={},turn=ACROSS") == Dominoes.State(frozenset(), Turn.ACROSS)


def test_sets_are_written_in_the_same_order_whatever_the_hash_seed():
    code = "from plywise.game.defaults.state_text import format_value; \
print(format_value(frozenset(['b', 'a', None, (1, 'x'), frozenset('qrs'), frozenset('rst')])))"
    seeds = [{**os.environ, "PYTHONHASHSEED": seed} for seed in ("1", "2", "3")]
    words = [sys.executable, "-c", code]
    told = {subprocess.run(words, capture_output=True, env=each, check=True).stdout for each in seeds}
    assert len(told) == 1
    assert told.pop().decode().startswith("{")


NO_POSITIONS = {
    "board=__import__('os').system('true'),turn='X'": (
        "field board: __import__('os').system('true') is not a plain value"
    ),
    "board=open,turn='X'": "field board: open is not a plain value",
    "board=(1).__class__,turn='X'": "is not a plain value",
    "board=[c for c in 'ab'],turn='X'": "is not a plain value",
    "board=print(1),turn='X'": "is not a plain value",
    "board=3,turn='X'": "field board: 3 is not of type tuple, as in (('.', '.', '.')",
    "turn='X'": "is not of the form board=...,turn=...",
    "turn='X',board=()": "is not of the form board=...,turn=...",
    "board=(),turn='X')+f(": "is not of the form",
    "": "is not of the form",
    "((((": "is not of the form",
    "board=(),turn=None": "field turn: None is not of type str",
    "board=(),turn=State": "field turn: State is not a plain value",
    "board=" + "(" * 500 + ")" * 500 + ",turn='X'": "is not of the form",
}


@pytest.mark.parametrize("text", NO_POSITIONS, ids=lambda text: text[:30])
def test_what_is_no_position_is_refused_in_one_line(text):
    class Typed(Rows):
        class State(NamedTuple):
            board: tuple
            turn: str

    with pytest.raises(pw.InputError) as caught:
        Typed().parse_state(text)
    assert NO_POSITIONS[text] in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_a_record_that_refuses_its_values_is_named():
    @dataclass(frozen=True)
    class Even:
        stones: int = 2

        def __post_init__(self):
            if self.stones % 2:
                raise ValueError("odd\nstones")

    with pytest.raises(pw.InputError, match=r"^position 'stones=3': Even refuses it: odd stones$"):
        parse_state("stones=3", Even(), Game)


def test_declared_types_allow_what_the_initial_state_does_not_show():
    class Hinted(NamedTuple):
        forced: int | None
        mark: str

    assert parse_state("forced=None,mark='X'", Hinted(3, "O"), Game) == Hinted(None, "X")
    assert parse_state("forced=3,mark='X'", Hinted(None, "O"), Game) == Hinted(3, "X")
    with pytest.raises(pw.InputError, match=r"field mark: 3 is not of type str"):
        parse_state("forced=3,mark=3", Hinted(None, "O"), Game)


def test_states_of_other_things_cannot_be_typed():
    with pytest.raises(pw.InputError, match=r"cannot be typed; play there by moves"):
        parse_state("(1, 2)", (Fraction(1, 2), 3), Game)


class Pile:
    """An object of a user's own, which does not say how it is written."""

    def __init__(self, stones, side):
        self.stones, self.side = stones, side
        self._hash, self.move_cache, self.parent = 7, {1: 2}, None


class Slots:
    __slots__ = ("board", "turn")

    def __init__(self, board, turn):
        self.board, self.turn = board, turn


def test_an_object_that_does_not_say_how_it_is_written_is_shown_by_its_fields():
    pile = Pile((3, 4), frozenset({2, 1}))
    assert format_state(pile) == "Pile(stones=(3, 4), side={1, 2}, parent=None)"
    assert format_state((Slots([1], "X"), 2)) == "(Slots(board=[1], turn='X'), 2)"
    pile.parent = pile
    assert format_state(pile) == "Pile(stones=(3, 4), side={1, 2}, parent=...)"
    assert format_value(object()) == "object()"
