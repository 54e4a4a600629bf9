"""Of actions that do equally well those are taken that few positions are needed for."""

import random
from itertools import product
from math import log

import pytest

import plywise as pw
from plywise.certificates.covering import complete, cover, places_in, set_of, share
from plywise.certificates.goal import Goal
from plywise.certificates.plan import Making
from plywise.game import MAX, MIN
from tests.helpers.certificates import is_proof, made
from tests.helpers.stones import Stones


def random_rows(source):
    """Return rows of ways, as they may be, with their first choices."""
    rows = []
    for _ in range(source.randrange(1, 8)):
        places = sorted(source.sample(range(6), source.randrange(1, 4)))
        rows.append([(place, source.choice([None, *range(6)])) for place in places])
    return [source.choice(ways)[0] for ways in rows], rows


def needed(rows, places):
    """Return how many positions are needed besides those that are needed anyway."""
    return len({dict(ways)[place] for ways, place in zip(rows, places, strict=True)} - {None})


def test_every_position_gets_one_of_its_ways_and_few_are_needed():
    source = random.Random(11)
    fewer = 0
    for _ in range(500):
        firsts, rows = random_rows(source)
        taken = cover(firsts, rows)
        assert all(place in dict(ways) for place, ways in zip(taken, rows, strict=True))
        least = min(needed(rows, [each[0] for each in every]) for every in product(*rows))
        assert needed(rows, taken) <= 1.5 * (1 + log(len(rows))) * least
        fewer += needed(rows, taken) < needed(rows, firsts)
    assert fewer > 100


def test_of_first_choices_alone_no_more_are_needed_than_of_all_of_them():
    source = random.Random(12)
    fewer = 0
    for _ in range(500):
        firsts, rows = random_rows(source)
        taken = cover(firsts, rows, only_firsts=True)
        children = {dict(ways)[place] for ways, place in zip(rows, firsts, strict=True)}
        needed_anyway = {None} | {ways[0][1] for ways in rows if len(ways) == 1}
        assert all(dict(ways)[place] in children | needed_anyway for ways, place in zip(rows, taken, strict=True))
        assert needed(rows, taken) <= needed(rows, firsts)
        fewer += needed(rows, taken) < needed(rows, firsts)
    assert fewer > 100


def test_a_child_that_is_first_nowhere_is_taken_only_where_it_is_needed_anyway():
    rows = [[(0, "a"), (1, "x")], [(0, "b"), (2, "x")], [(0, "c"), (3, "x")]]
    assert cover([0, 0, 0], rows, only_firsts=True) == [0, 0, 0]
    assert cover([0, 0, 0, 4], [*rows, [(4, "x")]], only_firsts=True) == [1, 2, 3, 4]


def test_what_is_needed_anyway_costs_nothing():
    assert cover([0, 0], [[(0, "a"), (1, None)], [(0, "b"), (2, "c")]]) == [1, 0]
    assert cover([0, 0], [[(0, "a"), (1, "b")], [(2, "b")]])[0] == 1


def test_the_first_choice_is_taken_where_nothing_is_won_by_another():
    assert cover([3, 5], [[(1, "a"), (3, "b")], [(2, "c"), (5, "d")]]) == [3, 5]


def test_the_child_of_most_positions_is_taken():
    rows = [[(0, "a"), (1, "x")], [(0, "b"), (2, "x")], [(0, "c"), (3, "x")]]
    assert cover([0, 0, 0], rows) == [1, 2, 3]


def test_choices_without_ways_stay_as_they_are():
    choices = [-1, 2 * 4 + 1, 2 * 3, 2 * 70]
    sets = complete(choices, [0, 0, set_of([3, 5]), 0])
    assert [places_in(each) for each in sets] == [(), (4,), (3, 5), ()]
    assert share(choices, [[], [(4, "a")], [(3, "b"), (5, "a")], []]) == [-1, 9, 10, 140]


def test_a_choice_that_is_too_far_on_for_a_set_is_kept_and_nothing_is_needed_for_it():
    choices = [2 * 70, 0]
    sets = complete(choices, [set_of([3]), set_of([0, 1])])
    assert [places_in(each) for each in sets] == [(), (0, 1)]
    assert share(choices, [[], [(0, "a"), (1, "b")]], only_firsts=True) == choices


SMALL = [
    (Stones(), MAX, "win", False),
    (pw.make("nim", heaps="1-2-4"), MAX, "win", False),
    (pw.make("connect4:width=4,height=4,connect=3"), MAX, "win", True),
]
LARGER = [
    (pw.make("mnk:m=4,n=4,k=3"), MAX, "win", False),
    (pw.make("connect4:width=4,height=4"), MAX, "draw", True),
    (pw.make("connect4:width=4,height=4"), MIN, "draw", True),
    (pw.make("mnk:m=4,n=3,k=4"), MIN, "draw", True),
]


@pytest.mark.parametrize(
    ("game", "player", "goal", "shrinks", "engine"),
    [(*each, "reference") for each in SMALL]
    + [pytest.param(*each, "native", marks=pytest.mark.slow) for each in SMALL + LARGER],
    ids=str,
)
def test_a_certificate_is_smaller_and_a_proof_all_the_same(game, player, goal, shrinks, engine, monkeypatch):
    found = made(game, player, goal, engine=engine)
    assert is_proof(game, game.initial(), found.to_bytes())
    monkeypatch.setattr("plywise.certificates.making.share", lambda choices, rows, only_firsts: choices)
    assert found.claim.positions <= made(game, player, goal, engine=engine).claim.positions - shrinks


def test_looking_where_the_ways_lead_counts_as_work():
    """What enters no node cannot be stopped, and is taken for dead after a while."""
    import numpy as np

    from plywise.engines import CompiledPositions
    from plywise.engines.kernel import thread_state as word

    game = pw.make("mnk:m=4,n=4,k=4")
    engine = Making(game, game.initial(), Goal(MAX, "draw"), engine="native").compiled()
    positions = CompiledPositions(engine, game.initial(), MAX, 1, False)
    before = positions._count(word.NODES)
    children = positions.children(0, np.array([set_of([0, 1, 5])], np.int64)).tolist()
    assert children[0] == children[2] != children[1]  # exchanging rows and columns, a corner is the middle's
    assert positions._count(word.NODES) > before


@pytest.mark.parametrize(
    ("game", "positions"),
    [
        ("mnk:m=4,n=4,k=4", 2_935),
        pytest.param("mnk:m=5,n=5,k=4", 13_920, marks=pytest.mark.slow),
        pytest.param("mnk:m=5,n=4,k=4", 26_792, marks=pytest.mark.slow),
    ],
)
def test_a_draw_is_held_by_the_first_actions_that_hold_it(game, positions):
    """Where others count too, the last two take 1,089,518 and 156,965 positions; without a cover 19,973 and 49,016."""
    assert made(pw.make(game), MAX, "draw", engine="native").claim.positions == positions
