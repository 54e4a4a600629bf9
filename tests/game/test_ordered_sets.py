"""Frozensets of states, made anew of their items in ascending order."""

from dataclasses import dataclass
from typing import NamedTuple

import pytest

import plywise as pw
from plywise.game.ordered_sets import actions_in_order, result_with_ordered_sets, with_ordered_sets
from tests.helpers.paths import DATA


class Pair(NamedTuple):
    cells: frozenset
    turn: int


@dataclass(frozen=True)
class Record:
    cells: frozenset
    turn: int = 1

    def __post_init__(self):
        assert self.turn == 1


UNORDERED = frozenset([8, 0])


@pytest.mark.parametrize(
    ("state", "cells"),
    [
        (UNORDERED, lambda state: state),
        ((1, (UNORDERED, 2)), lambda state: state[1][0]),
        (Pair(UNORDERED, 1), lambda state: state.cells),
        (Record(UNORDERED), lambda state: state.cells),
        ((Record(UNORDERED), 3), lambda state: state[0].cells),
    ],
)
def test_a_state_is_the_same_with_its_sets_in_order(state, cells):
    found = with_ordered_sets(state)
    assert found == state
    assert type(found) is type(state)
    assert (list(cells(state)), list(cells(found))) == ([8, 0], [0, 8])
    assert list(cells(state)) == [8, 0], "the state that was given is as it was"


@pytest.mark.parametrize("state", [3, "abc", (1, 2), (1, ("a", None)), Pair(3, 1), frozenset({1, "a"}), [UNORDERED]])
def test_what_has_no_set_or_no_order_is_left_alone(state):
    assert with_ordered_sets(state) is state


def test_only_games_that_may_have_frozensets_are_asked_for_them():
    cells, takes = (pw.make(f"{DATA}/sets_in_order.py:{name}") for name in ("Cells", "Takes"))
    assert result_with_ordered_sets(takes, takes.initial()) == takes.result
    assert result_with_ordered_sets(cells, cells.initial()) != cells.result
    late = pw.make(f"{DATA}/sets_in_order.py:Stones")
    assert result_with_ordered_sets(late, (1, 2)) != late.result, "its rules name frozenset"


def test_actions_are_listed_as_compiled_rules_list_them():
    game = pw.make(f"{DATA}/sets_in_order.py:Cells")
    state = game.initial()._replace(free=UNORDERED)
    assert list(game.actions(state)) == [8, 0]
    assert actions_in_order(game, state) == [0, 8]
