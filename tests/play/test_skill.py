"""Skill: what is overlooked, where a weaker player errs, and that it never misses what is plain to see."""

import random
from functools import cache
from itertools import pairwise

import pytest

import plywise as pw
from plywise import InputError
from plywise.engines.kernel.selective import memory, oversights
from plywise.engines.play_weakness import Weakness
from plywise.engines.skill import MASTERLY, MAX_SKILL, settings_of
from plywise.play.ladders import LEVEL_NAMES, LEVELS, skill_of
from plywise.play.player import UNLIMITED, Allowance
from plywise.play.players import EnginePlayer, make_player
from tests.play.test_players import live_states, outcome

GAME = pw.make("tictactoe")
CHANCES = (0.0, 0.25, 0.5, 1.0)


def work_of(weakness):
    """Return a working memory that has nothing in it but a weakness."""
    work = [0] * memory.SIZE
    work[memory.OVERLOOK], work[memory.BLUR], work[memory.SEED], work[memory.UNKNOWING] = weakness.words
    return work


def share(work, ply, striking=False):
    """Return how often a move so deep is overlooked."""
    keys = random.Random(ply).sample(range(2**62), 4000)
    return sum(oversights.overlooks(work, key, key % 30, ply, striking) for key in keys) / len(keys)


# --- what the search overlooks ----------------------------------------------------------------------------------------


def test_what_lies_deeper_is_overlooked_more_often_and_what_strikes_the_eye_less():
    work = work_of(Weakness(0.1, seed=3))
    assert share(work, 1) == pytest.approx(0.1, abs=0.02)
    assert share(work, 3) == pytest.approx(0.3, abs=0.03)
    assert share(work, 3, striking=True) == pytest.approx(0.075, abs=0.02)
    assert share(work, 60) == pytest.approx(7 / 8, abs=0.02), "something is always seen"


def test_a_move_overlooked_at_one_depth_is_overlooked_at_every_greater_one():
    work = work_of(Weakness(0.1, seed=3))
    for key in random.Random(5).sample(range(2**62), 300):
        seen = [not oversights.overlooks(work, key, 7, ply, False) for ply in range(1, 9)]
        assert seen == sorted(seen, reverse=True)


def test_an_estimate_is_off_by_no_more_than_the_blur_and_on_average_by_nothing():
    work = work_of(Weakness(0, 80, seed=2))
    off = [oversights.blur(work, key, 1000) - 1000 for key in random.Random(1).sample(range(2**62), 4000)]
    assert -80 <= min(off) < -60
    assert 60 < max(off) <= 80
    assert abs(sum(off) / len(off)) < 3


def test_what_bounds_say_is_known_of_as_many_states_as_asked_and_always_of_the_same_ones():
    keys = random.Random(2).sample(range(2**62), 4000)
    works = [work_of(Weakness(unknowing=one)) for one in CHANCES]
    known = [{key for key in keys if oversights.is_familiar(work, key)} for work in works]
    assert [len(each) / len(keys) for each in known] == pytest.approx([1, 0.75, 0.5, 0], abs=0.03)
    assert known[0] > known[1] > known[2] > known[3] == set()


@pytest.mark.parametrize("given", [{"overlooks": 1.1}, {"overlooks": -0.1}, {"blur": -1}, {"unknowing": 2.0}])
def test_what_is_no_weakness_is_refused(given):
    with pytest.raises(InputError):
        Weakness(**given)


# --- how a player of a skill plays ------------------------------------------------------------------------------------


def test_skill_is_one_scale_on_which_all_gets_better():
    each = [settings_of(skill) for skill in range(int(MAX_SKILL) + 1)]
    assert [one.nodes for one in each] == sorted({one.nodes for one in each})
    overlooked = [one.weakness.overlooks for one in each]
    assert overlooked == sorted(overlooked, reverse=True)
    assert overlooked[int(MASTERLY)] == 0 < overlooked[int(MASTERLY) - 1]
    unknown = [one.weakness.unknowing for one in each]
    assert unknown == sorted(unknown, reverse=True)
    assert max(before - after for before, after in pairwise(unknown)) < 0.2, "no leap"


@pytest.mark.slow_with("3")
@pytest.mark.parametrize("skill", [0, 3, 8])
def test_a_win_in_one_is_never_missed(skill):
    for number, state in enumerate(live_states()):
        wins = [a for a in GAME.actions(state) if GAME.terminal(GAME.result(state, a))]
        wins = [a for a in wins if GAME.utility(GAME.result(state, a)) != 0]
        if wins and number % 7 == 0:
            assert EnginePlayer(skill=skill, seed=number).choose(GAME, state) in wins


@pytest.mark.slow
def test_a_player_who_overlooks_that_a_game_is_won_comes_to_an_end():
    """Both threaten to win: quiescence follows all moves, and what it overlooks are the wins that would end it."""
    game = pw.make("breakthrough")
    state = game.parse_state("bbbbbb.b/bb..b.../....wbw./.......b/....bb.w/......../wwww..w./wwww.www b")
    assert EnginePlayer(skill=0, seed=78623498).consider(game, state).finding.nodes <= 20_000


@cache
def mistakes(skill):
    """Return how often a player of a skill gives away what it had, by the plies of the refutation: (asked, erred)."""
    counts = {}
    for state in random.Random(skill).sample(live_states(), 1500):
        side = GAME.player(state)
        value, _ = outcome(state)
        after = {a: outcome(GAME.result(state, a)) for a in GAME.actions(state)}
        losing = {a: plies for a, (worth, plies) in after.items() if worth * side < 0 <= value * side}
        if not losing or value * side > 0:
            continue
        chosen = EnginePlayer(skill=skill, seed=11).choose(GAME, state)
        for plies in set(losing.values()):
            same = [a for a in losing if losing[a] == plies]
            asked, erred = counts.get(plies, (0, 0))
            counts[plies] = asked + len(same) / len(after), erred + (chosen in same)
    return counts


def test_the_deeper_the_refutation_the_likelier_the_mistake():
    found = mistakes(4)
    at_once, later = (erred / asked for asked, erred in (found[1], found[3]))
    assert 0 < at_once < 0.7 * later


def test_more_skill_means_fewer_mistakes():
    erred = [sum(each[1] for each in mistakes(skill).values()) for skill in (1, 5, 9)]
    assert erred[0] > 1.3 * erred[1] > 1.3 * 1.3 * erred[2] > 0


def test_the_same_seed_plays_the_same_and_another_one_otherwise():
    states = live_states()[::40]
    chosen = {seed: [EnginePlayer(skill=2, seed=seed).choose(GAME, state) for state in states] for seed in (1, 2)}
    assert [EnginePlayer(skill=2, seed=1).choose(GAME, state) for state in states] == chosen[1] != chosen[2]


@pytest.mark.slow
def test_a_master_searches_as_an_engine_without_a_skill():
    game = pw.make("connect4", width=5, height=4)
    state = game.parse_state("321")
    master = EnginePlayer(skill=MASTERLY).consider(game, state).finding
    plain = EnginePlayer(search="selective", nodes=settings_of(MASTERLY).nodes).consider(game, state).finding
    assert (master.nodes, master.best) == (plain.nodes, plain.best)


@pytest.mark.parametrize("level", [2, 6, pytest.param(11, marks=pytest.mark.slow)])
def test_a_level_plays_the_same_at_any_time_control(level):
    game = pw.make("connect4")
    controls = [
        UNLIMITED,
        Allowance(clocks={pw.MAX: 60.0, pw.MIN: 60.0}),
        Allowance(clocks={pw.MAX: 180.0, pw.MIN: 180.0}, increment=2.0),
        Allowance(clocks={pw.MAX: 900.0, pw.MIN: 900.0}, increment=10.0),
    ]
    words = []
    for allowance in controls:
        players = {side: EnginePlayer(level=level, seed=side) for side in (pw.MAX, pw.MIN)}
        state, told = game.initial(), []
        while not game.terminal(state):
            action = players[game.player(state)].consider(game, state, allowance=allowance).action
            told.append(game.format_action(state, action))
            state = game.result(state, action)
        words.append(told)
    assert words == [words[0]] * len(controls)


# --- levels -----------------------------------------------------------------------------------------------------------


def test_each_level_has_a_name_and_more_skill_than_the_one_below():
    assert len(LEVEL_NAMES) == len(LEVELS) == len(set(LEVEL_NAMES))
    for name in ("tictactoe", "connect4", "connect4:width=5,height=4", "chess"):
        skills = [skill_of(pw.make(name), level) for level in LEVELS]
        assert skills == sorted(set(skills))
        assert 0 <= skills[0] < skills[-1] <= MAX_SKILL


def test_advice_comes_from_a_player_that_overlooks_nothing():
    player = EnginePlayer(level=1, seed=5)
    for state in live_states()[::60]:
        advised = player.advise(GAME, state).action
        assert outcome(GAME.result(state, advised))[0] == outcome(state)[0]


@pytest.mark.parametrize(
    ("who", "said"),
    [
        ("engine:skill=25", "skill is 0 to 24"),
        ("engine:skill=nan", "skill is 0 to 24"),
        ("engine:skill=3,level=2", "give one of level and skill"),
        ("engine:skill=3,depth=2", "give one of level and depth"),
        ("engine:skill=3,search=exact", "search=exact"),
    ],
)
def test_settings_that_contradict_are_refused_in_one_line(who, said):
    with pytest.raises(InputError, match=said) as failure:
        make_player(who)
    assert "\n" not in str(failure.value)
