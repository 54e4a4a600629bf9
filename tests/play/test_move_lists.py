"""A bare list of moves is read as people write it down."""

import random

import pytest

import plywise as pw
from plywise import InputError
from plywise.games import REGISTRY
from plywise.play.move_lists import read_moves
from plywise.play.ongoing import OngoingGame


@pytest.mark.parametrize("name", REGISTRY)
def test_a_list_of_moves_is_read_with_numbers_and_without(name):
    ongoing, source = OngoingGame(pw.make(name)), random.Random(name)
    while not ongoing.is_over and ongoing.ply < 9:
        ongoing.play(source.choice(ongoing.legal()))
    words = ongoing.words
    pairs = [words[start : start + 2] for start in range(0, len(words), 2)]
    for text in (
        " ".join(words),
        ", ".join(words) + "\n",
        " ".join(f"{number}. {' '.join(pair)}" for number, pair in enumerate(pairs, start=1)),
        " ".join(f"{number}.{' '.join(pair)}" for number, pair in enumerate(pairs, start=1)),
        " ".join(words) + " *",
    ):
        assert read_moves(text, ongoing.game).words == words


def test_an_illegal_move_is_named_with_its_place():
    with pytest.raises(InputError, match="move 2: "):
        read_moves("4 9", pw.make("connect4"))


def test_a_result_that_is_a_move_is_one():
    assert read_moves("1-1 2-1", pw.make("nim")).words == ["1-1", "2-1"]
