"""The parts of a spread solution: names, questions, the top of the tree, odds and costs."""

import random
from itertools import product

import pytest

import plywise as pw
from plywise.errors import InputError
from plywise.game import MAX, MIN
from plywise.spread.costs import CHEAP, DEAR, GROWTH, UNKNOWN, Costs, kind_of
from plywise.spread.effort import Effort, Numbers
from plywise.spread.estimates import Estimates
from plywise.spread.jobs import SpreadTask
from plywise.spread.names import Names
from plywise.spread.ply import MAX_POSITIONS, choose_ply, needed_jobs
from plywise.spread.questions import (
    ESTIMATE,
    EXPAND,
    KINDS,
    LEVEL,
    PROVE,
    Question,
    read_bounds,
    read_estimates,
    read_question,
)
from plywise.spread.top_tree import TopTree
from plywise.spread.utilities import Utilities
from tests.spread.runs import Place, RandomGame

# --- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "start", "past"),
    [
        ("othello", {"size": 4}, None, False),
        ("connect4", {"width": 4, "height": 4}, None, False),
        ("go", {"size": "2x2"}, None, True),  # what was played before counts, and no text says it
        ("checkers", {}, None, False),
    ],
)
def test_names_read_back_as_positions_that_play_alike(name, options, start, past):
    game, source, lines = pw.make(name, **options), random.Random(3), 0
    for _ in range(20):
        state = game.initial() if start is None else game.parse_state(start)
        for _ in range(source.randint(0, 3)):
            if not game.terminal(state):
                state = game.result(state, source.choice(list(game.actions(state))))
        tree, names = TopTree(game, state), Names(game, state)
        tree.deepen()
        tree.deepen()
        for position in (each for level in tree.levels for each in level.values()):
            assert names.read(position.name) == position.state
            assert game.key(names.choose(position.state)) == game.key(position.state)
            lines += ">" in position.name.split()
    assert (lines > 0) == past


def test_equivalent_positions_have_one_name():
    game = pw.make("othello", size=6)
    state = game.initial()
    for word in ("c2", "b4", "c5", "d2"):
        state = game.result(state, game.parse_action(state, word))
    names = Names(game, state)
    images = list(game.equivalents(state))
    assert len({*images, state}) == 8
    assert len({names.name(names.choose(each)) for each in (state, *images)}) == 1


@pytest.mark.parametrize("size", [4, 6, 8])
def test_turned_boards_play_alike(size):
    game, source = pw.make("othello", size=size), random.Random(size)
    for _ in range(20):
        state = game.initial()
        for _ in range(source.randint(0, size * size - 6)):
            if not game.terminal(state):
                state = game.result(state, source.choice(list(game.actions(state))))
        for image in game.equivalents(state):
            assert game.terminal(image) == game.terminal(state)
            assert game.parse_state(game.format_state(image)) == image
            if game.terminal(state):
                assert game.utility(image) == game.utility(state)
                continue
            assert game.player(image) == game.player(state)
            orbits = [
                {
                    frozenset([after, *game.equivalents(after)])
                    for after in (game.result(each, action) for action in game.actions(each))
                }
                for each in (state, image)
            ]
            assert orbits[0] == orbits[1]


# --- questions --------------------------------------------------------------------------------------------------------


def test_keys_say_all_and_are_read_back():
    source = random.Random(5)
    for kind, name in product(KINDS, ["44", "a: b", "> a1 b2", "prove >=3 in 5: 7", ""]):
        for _ in range(20):
            value = source.choice([0, -7, 10**20, 0.1, -1e-300, 1 / 3]) if kind == PROVE else 0
            question = Question(kind, name, value, source.randrange(10**9))
            assert read_question(question.key) == question
            assert type(read_question(question.key).value) is type(value)


@pytest.mark.parametrize(
    "key", ["", "prove", "prove >=x in 5: 4", "prove >=nan in 5: 4", "prove >=1 in -5: 4", "guess in 5: 4", "4"]
)
def test_what_is_no_key_is_refused(key):
    with pytest.raises(InputError):
        read_question(key)


def test_answers_say_no_more_than_was_asked():
    question = Question(PROVE, "4", 2, 100)
    assert read_bounds(question, {"low": 2, "nodes": 9}) == (2, None)
    assert read_bounds(question, {"high": 1.5}) == (None, 1.5)
    assert read_bounds(question, {"undecided": True}) == (None, None)
    for wrong in (
        {},
        None,
        3,
        {"low": 1},
        {"high": 2},
        {"low": 3, "high": 1},
        {"low": True},
        {"low": "3"},
        {"low": float("nan")},
    ):
        with pytest.raises(InputError, match="is not an answer to 'prove >=2 in 100: 4'"):
            read_bounds(question, wrong)


def test_estimates_are_numbers():
    assert read_estimates(Question(ESTIMATE, "4", limit=9), {"estimate": 0.5}) == {"4": 0.5}
    assert read_estimates(Question(EXPAND, "4", limit=9), {"estimates": {"41": 1, "42": -2}}) == {"41": 1, "42": -2}
    for kind, wrong in ((ESTIMATE, {}), (EXPAND, {"estimates": 3}), (EXPAND, {"estimates": {"41": None}})):
        with pytest.raises(InputError, match="is not an answer to"):
            read_estimates(Question(kind, "4", limit=9), wrong)


def test_a_job_is_a_function_of_its_key():
    game = pw.make("connect4", width=4, height=4)
    keys = [
        Question(PROVE, "2211", 0, 10**6).key,
        Question(PROVE, "2211", 1, 20).key,
        Question(ESTIMATE, "2211", limit=300).key,
        Question(EXPAND, "2211", limit=300).key,
        Question(LEVEL, "empty", limit=3).key,
    ]
    found = []
    for _ in range(2):
        work = SpreadTask(game, game.initial()).prepare()
        found += [{key: {**work(key), "time_s": 0} for key in random.sample(keys, len(keys))} for _ in range(3)]
    assert all(each == found[0] for each in found)
    assert found[0][keys[1]].keys() == {"undecided", "nodes", "time_s"}
    assert found[0][keys[4]] == {"positions": 26, "time_s": 0}
    assert set(found[0][keys[3]]["estimates"]) == {"22111", "22112", "22113", "22114"}


def test_a_task_says_what_its_answers_depend_on():
    game = pw.make("go", size="2x2")
    after = game.result(game.result(game.initial(), next(iter(game.actions(game.initial())))), 1)
    one, other = SpreadTask(game, game.initial()).describe(), SpreadTask(game, after).describe()
    assert one["kind"] == "solve --spread"
    assert one != other
    assert "state" not in one
    assert "state" in other, "its text does not say what was played before"


# --- the top of the tree ----------------------------------------------------------------------------------------------


def test_as_many_positions_as_there_are_orbits():
    game = pw.make("othello", size=4)
    tree, level = TopTree(game, game.initial()), {game.initial()}
    for ply in range(1, 6):
        level = {
            game.result(each, action) for each in level if not game.terminal(each) for action in game.actions(each)
        }
        orbits = {frozenset([each, *game.equivalents(each)]) for each in level}
        assert tree.deepen() == len(orbits) == len(list(tree.at(ply)))


def test_facts_narrow_all_above_and_nothing_else():
    game = pw.Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    tree = TopTree(game, game.initial())
    tree.deepen()
    first, second, third = tree.at(1)
    assert tree.learn(second.name, None, 3) == {second}  # the others may be worth anything
    assert {first, tree.root} == tree.learn(first.name, 3, None)
    assert (tree.root.low, tree.root.reaches(3), tree.root.reaches(4)) == (3, True, None)
    assert tree.root in tree.learn(first.name, None, 3) | tree.learn(third.name, None, 2)
    assert tree.root.is_exact
    assert tree.learn(third.name, None, 2) == set()
    with pytest.raises(InputError, match=r"contradict each other at .*: at least 4 and at most 3"):
        tree.learn(first.name, 4, None)


def test_facts_hold_at_every_ply_at_which_a_position_is_met():
    game = RandomGame(3)
    tree = TopTree(game, game.initial())
    for _ in range(4):
        tree.deepen()
    twice = next(each for each in tree.leaves() if len(tree.named(each.name)) > 1)
    tree.learn(twice.name, 77, 77)
    assert all(each.is_exact for each in tree.named(twice.name))
    later = TopTree(game, game.initial())
    later.learn(twice.name, 77, 77)
    for _ in range(4):
        later.deepen()
    assert all(each.is_exact for each in later.named(twice.name))


def test_the_ply_has_enough_jobs_for_all_workers():
    game = pw.make("connect4", width=4, height=4)
    before = 0
    for workers in (1, 2, 4):
        tree = TopTree(game, game.initial())
        choose_ply(tree, workers)
        assert needed_jobs(tree) >= 20 * workers
        assert tree.ply >= before
        assert len(list(tree.at(tree.ply))) <= MAX_POSITIONS
        before = tree.ply
    over = TopTree(game, game.parse_state("1212121"))
    choose_ply(over, 8)
    assert over.root.is_exact


# --- where to look first ----------------------------------------------------------------------------------------------


def test_odds_follow_the_answers():
    game = pw.Tree([[random.Random(1).randint(-20, 20) for _ in range(8)] for _ in range(8)])
    tree = TopTree(game, game.initial())
    tree.deepen()
    estimates = Estimates(tree)
    positions = list(tree.at(1))
    for place, position in enumerate(positions):
        estimates.add(position.name, place * 2)
    estimates.measure(list(estimates.by_name.values()))
    at_first = estimates.odds(positions[4], 8)
    assert 0.4 < at_first < 0.6
    assert estimates.odds(positions[0], 8) < at_first < estimates.odds(positions[7], 8)
    for _ in range(16):  # they are all worth more than they look
        estimates.learn(positions[2], 8, True)
    assert estimates.odds(positions[4], 8) > 0.9
    tree.learn(positions[4].name, None, 7)
    assert estimates.odds(positions[4], 8) == 0.0
    assert 0 < estimates.odds(positions[5], 8) < 1


def test_costs_are_learnt_by_ply_and_kind():
    costs = Costs(1000.0)
    assert costs.expected(5) == 1000.0
    for _ in range(50):
        costs.learn(5, 900, UNKNOWN)
    assert costs.expected(5) == pytest.approx(1800)  # they came to no answer
    assert costs.expected(6) == pytest.approx(1800 / GROWTH)
    assert costs.expected(5, DEAR) == pytest.approx(GROWTH * costs.expected(5, CHEAP))
    assert (kind_of(MAX, MAX), kind_of(MIN, MAX)) == (CHEAP, DEAR)


def test_the_most_proving_leaf_is_the_cheapest_way():
    game = pw.Tree([[[0, 0], [0, 0]], [[0, 0], [0, 0]], [[0, 0], [0, 0]]])
    tree = TopTree(game, game.initial())
    tree.deepen()
    tree.deepen()
    leaves = list(tree.at(2))
    cheap = {leaves[2]: Numbers(1, 50), leaves[3]: Numbers(2, 9)}
    effort = Effort(tree, 1, lambda position, value: cheap.get(position, Numbers(10, 10)))
    assert effort.most_proving() is leaves[3]  # of the two that both are needed, the one that may fail more cheaply
    effort.assume(leaves[3], True)
    assert effort.most_proving() is leaves[2]
    effort.assume(leaves[2], True)
    assert effort.most_proving() is None
    effort.stop_assuming([leaves[2], leaves[3]])
    tree.learn(leaves[3].name, None, 0)
    effort.refresh([leaves[3]])
    assert effort.most_proving() not in (leaves[2], leaves[3])
    assert effort.answer is None


@pytest.mark.parametrize(
    ("game", "whole", "near"),
    [
        (pw.make("tictactoe"), True, {0.4: 0, 5: 1, -3: -1}),
        (pw.make("othello", size=4), True, {2.9: 2, 3.1: 4, -99: -16}),  # no odd differences
        (pw.Tree([[3, 7], [11, 15]]), True, {8.9: 7, 9.1: 11}),
        (pw.Tree([[0.5, 1], [2, 4]]), False, {0.7: 0.7, -30: -30}),
    ],
)
def test_conjectures_are_values_that_there_may_be(game, whole, near):
    utilities = Utilities(game, game.initial())
    assert utilities.whole == whole
    assert {given: utilities.nearest(given, *game.utility_bounds) for given in near} == near


def test_a_random_game_is_what_it_says():
    game = RandomGame(1)
    assert pw.solve(game, distance=False).value == game.value()
    assert not game.terminal(Place(0))


def test_there_are_bounds_to_what_is_enumerated(monkeypatch):
    monkeypatch.setattr("plywise.spread.top_tree.MAX_POSITIONS", 100)
    game = pw.make("connect4")
    tree = TopTree(game, game.initial())
    assert [tree.deepen(), tree.deepen()] == [4, 25]  # mirrored positions once
    with pytest.raises(InputError, match="over 100 positions at ply 3 of these"):
        tree.deepen()
