"""Moves as words: readable, one word, no two alike, and read back."""

import random
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import NamedTuple

import pytest

import plywise as pw
from plywise.game.defaults.action_words import action_named, make_words
from plywise.game.defaults.boards import FLAT, ROWS, Board
from tests.helpers.plain_games import Dominoes, Flat, Race, Rows

SQUARE = Board(ROWS, ((0,),), ("board",), 3, 3)
NUMBERED = Board(FLAT, ((0,),), ("board",), 6, 6, pairs=False)


class Step(Enum):
    LEFT = -1
    RIGHT = 1


class Level(IntEnum):
    LOW = 1


class Move(NamedTuple):
    start: int | None
    end: int
    removed: int | None


@dataclass(frozen=True)
class Put:
    at: tuple
    mark: str = ""


class Square(NamedTuple):
    row: int
    col: int


class Point(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True)
class Named:
    word: str

    def __str__(self):
        return f"to{self.word}"


WORDS = [
    (5, None, "5"),
    ("walk", None, "walk"),
    ("go left", None, "go_left"),
    (None, None, "pass"),
    (Step.LEFT, None, "LEFT"),
    (Level.LOW, None, "LOW"),
    ((), None, "()"),
    ("", None, "''"),
    ((0, 1), SQUARE, "b3"),
    (((0, 1), (2, 1)), SQUARE, "b3-b1"),
    ((0, 1, 2, 1), SQUARE, "b3-b1"),
    ((2, 0, "X"), SQUARE, "a1-X"),
    ((2, 0, 7), SQUARE, "a1-7"),
    ((5, 5), SQUARE, "5-5"),
    ((0, 1), None, "0-1"),
    (((0, 1), (2, 1)), None, "0,1-2,1"),
    ((24, 18, ""), NUMBERED, "24-18"),
    ((24, 18, "Q"), NUMBERED, "24-18-Q"),
    (("wall", (1, 2, "h")), SQUARE, "wall-c2h"),
    (("wall", (1, 2, "h")), None, "wall-1,2,h"),
    (("move", (0, 0)), SQUARE, "move-a3"),
    (Move(None, 7, None), None, "7"),
    (Move(None, 7, 9), None, "7-removed=9"),
    (Move(3, 4, None), None, "3-4"),
    (Move(3, 4, 9), None, "3-4-9"),
    (Put((1, 1), "X"), SQUARE, "b2-X"),
    (Put((1, 1)), SQUARE, "b2"),
    (Square(0, 2), SQUARE, "c3"),
    (Named("x"), None, "tox"),
    (Named(" x"), None, "x"),
    (Put((1, 1), Named("x")), SQUARE, "b2-tox"),
    (Point(0, 2), SQUARE, "a1"),
    (frozenset({(2, 2), (0, 0)}), SQUARE, "a3+c1"),
]


@pytest.mark.parametrize(("action", "board", "word"), WORDS, ids=lambda value: str(value)[:30])
def test_a_move_is_a_word(action, board, word):
    words = make_words([action], board)
    assert words == {action: word}
    assert action_named(words, word) == action


def test_words_that_would_coincide_are_told_apart():
    moves = ["pass", None, 5, "5", Move(None, 5, None), Move(5, None, None), ("a b",), ("a_b",), "a b", "a_b"]
    words = make_words(moves, None)
    assert list(words) == moves
    assert [words[move] for move in ("pass", 5)] == ["pass", "5"]
    assert words[None] == "None"
    assert len({*words.values()}) == len(moves)


@pytest.mark.parametrize("seed", range(40))
def test_any_moves_have_words_that_differ_and_read_back(seed):
    source = random.Random(seed)

    def part(depth):
        plain = [0, 1, 2, 12, -1, "", "a", "a b", "-", "b3", "1", None, True, 1.5, Step.LEFT, Level.LOW, "b3-b1", "#2"]
        nested = [lambda: tuple(part(depth - 1) for _ in range(source.randrange(4))), lambda: Move(part(0), 1, part(0))]
        return source.choice(nested)() if depth and source.random() < 0.5 else source.choice(plain)

    moves = list(dict.fromkeys(part(2) for _ in range(30)))
    for board in (None, SQUARE, NUMBERED):
        words = make_words(moves, board)
        assert list(words) == moves
        assert len({*words.values()}) == len(moves)
        for move, word in words.items():
            assert word.split() == [word], repr(word)
            back = action_named(words, word)
            assert (back, type(back)) == (move, type(move)), word


def test_python_s_own_notation_is_read_too():
    game, state = Rows(), Rows().initial()
    for text in ("b3", "B3", "(0,1)", "(0, 1)", "0,1"):
        assert game.parse_action(state, text) == (0, 1)
    dominoes = Dominoes()
    assert dominoes.parse_action(dominoes.initial(), "((0,1),(1,1))") == ((0, 1), (1, 1))
    words = make_words([Move(None, 7, None), Move(3, 7, None)], None)
    for text in ("Move(start=3,end=7,removed=None)", "start=3,end=7", "start=3,end=7,removed=None", "3-7"):
        assert action_named(words, text) == Move(3, 7, None)
    assert Race().parse_action(Race().initial(), "Walk") == "walk"
    with pytest.raises(pw.InputError, match=r"^'d9' is not a legal action; legal: a3 b3 c3 a2 b2 c2 a1 b1 c1$"):
        game.parse_action(state, "d9")
    with pytest.raises(pw.InputError, match=r"^no move given"):
        game.parse_action(state, "")


def test_an_error_does_not_list_hundreds_of_moves():
    words = make_words([(row, column) for row in range(20) for column in range(20)], None)
    with pytest.raises(pw.InputError, match=r"\.\.\. \(376 more\)$"):
        action_named(words, "x")


def test_one_board_writes_its_cells_as_its_labels_do():
    rows, flat = Rows(), Flat()
    assert [rows.format_action(rows.initial(), action) for action in [(0, 0), (2, 2)]] == ["a3", "c1"]
    assert [flat.format_action(flat.initial(), action) for action in [0, 8]] == ["0", "8"]
    assert rows.coordinates() == (("3", "2", "1"), (), ("a", "b", "c"))
    assert flat.coordinates() == (("0", "3", "6"), ("0", "1", "2"), ())
