"""What needs no search is chosen by a glance, and by the game's bounds; the certificate is a proof all the same."""

import random

import pytest

import plywise as pw
from plywise.certificates.choosing import PlainChooser
from plywise.certificates.compiled_choosing import words_chooser
from plywise.certificates.goal import Goal
from plywise.certificates.jobs import CertifyTask, pack_words, unpack_words
from plywise.certificates.making import Refuted, can_count, make_certificate
from plywise.certificates.plan import Making
from plywise.certificates.static_choices import choose_by_bounds, static_choice
from plywise.engines.choices import LATER, OPEN
from plywise.game import MAX, MIN, PLIES, Game, outcome, split_outcome
from tests.helpers.certificates import is_proof, made

GOALS = [Goal(side, what) for side in (MAX, MIN) for what in ("win", "draw")]


def name(text):
    return text.partition(":")[0]


def positions(game, count, seed):
    """Yield positions of random games in which play goes on."""
    source = random.Random(seed)
    while count > 0:
        state = game.initial()
        while not game.terminal(state) and count > 0:
            yield state
            count -= 1
            state = game.result(state, source.choice(list(game.actions(state))))


def promise(game, goal, state):
    """Return the outcome that the bounds leave the goal's side at least; without any, after each action, the worst."""
    if game.terminal(state):
        return outcome(goal.side * game.utility(state), 0)
    low, high = game.bounds(state)
    if game.player(state) == goal.side:
        return low
    after = [promise(game, goal, game.result(state, action)) for action in game.actions(state)]
    best = max(-high, min(each - (each > 0) + (each < 0) for each in after))
    return -high if reaches(goal, -high) else best


def reaches(goal, found):
    return found > 0 or (goal.what == "draw" and found == 0)


def test_an_outcome_is_split_into_what_it_was_made_of():
    source = random.Random(1)
    for _ in range(500):
        utility, plies = source.randrange(-80, 81), source.randrange(PLIES)
        assert split_outcome(outcome(utility, plies)) == ((utility, plies) if utility else (0, 0))


@pytest.mark.fast_with("mnk")
@pytest.mark.parametrize("text", ["mnk:m=4,n=4,k=3", "cube", "breakthrough:rows=4,columns=4"], ids=name)
def test_the_action_is_chosen_that_keeps_most_of_what_the_bounds_promise(text):
    game, chosen = pw.make(text), 0
    for state in positions(game, 300, seed=5):
        for goal in GOALS:
            if game.player(state) != goal.side or static_choice(game, goal, False, state) != OPEN:
                continue
            choice, promised = choose_by_bounds(game, goal, state), game.bounds(state)[0]
            promises = [promise(game, goal, game.result(state, action)) for action in game.actions(state)]
            assert (choice == OPEN) == (not reaches(goal, promised) or not reaches(goal, max(promises)))
            if choice != OPEN:
                most = max(promises)
                assert promises[choice // 2] == most or promises[choice // 2] >= promised + (promised > 0)
                chosen += 1
    assert chosen > 20


class Doors(Game):
    """MAX opens one of five doors: all are worth the same, the fourth looks best."""

    alternating = True
    max_plies = 3
    utility_bounds = (-1, 1)

    def initial(self):
        return (0, 0)

    def player(self, state):
        return MIN if state[0] == 1 else MAX

    def actions(self, state):
        return range(5) if state[0] == 0 else (0, 1)

    def result(self, state, action):
        return (state[0] + 1, state[1] or action)

    def terminal(self, state):
        return state[0] == 3

    def utility(self, state):
        return 1

    def bounds(self, state):
        found = outcome(1 if state[0] != 1 else -1, 3 - state[0])
        return found, found

    def priority(self, state, action):
        return -abs(action - 3)


def test_among_equal_promises_the_most_promising_action_is_chosen():
    game = Doors()
    assert choose_by_bounds(game, Goal(MAX, "win"), game.initial()) == 2 * 3


@pytest.mark.slow
def test_compiled_the_most_promising_of_equal_actions_is_chosen():
    assert made(Doors(), MAX, "win", method="proof", engine="auto").body == bytes([3])


def test_a_game_without_bounds_has_nothing_to_choose_by():
    game = pw.Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2)
    assert choose_by_bounds(game, Goal(MAX, "win"), game.initial()) == OPEN


@pytest.mark.fast_with("nothing trusted-mnk")
@pytest.mark.parametrize("text", ["cube", "mnk:m=4,n=4,k=3", "connect4:width=4,height=4"], ids=name)
@pytest.mark.parametrize("trusts", [False, True], ids=["nothing trusted", "bounds trusted"])
def test_compiled_rules_choose_the_same(text, trusts):
    import numpy as np

    game = pw.make(text)
    states = list(positions(game, 200, seed=9))
    for goal in GOALS:
        making = Making(game, game.initial(), goal, trusts=trusts, method="proof", engine="native")
        engine = making.compiled()
        fields = np.array([engine.plain(state) for state in states], np.int64).reshape(-1)
        plain, words = PlainChooser(making, forgets=True), words_chooser(making, forgets=True)
        choices, ways = plain.choose(states)
        assert words.choose(fields).tolist() == choices + ways


@pytest.mark.slow_with("False")
@pytest.mark.parametrize("counts", [False, True])
def test_the_soonest_win_is_chosen_and_little_later_ones_are_ways_unless_plies_are_counted(counts):
    game, late = pw.make("connect4:width=4,height=4,connect=3"), 0
    making = Making(game, game.initial(), Goal(MAX, "win"), soonest=True, counts=counts, engine="reference")
    solver = pw.Solver(game, engine="reference")
    states = [state for state in positions(game, 150, seed=6) if game.player(state) == MAX]
    for state, choice, ways in zip(states, *PlainChooser(making).choose(states), strict=True):
        if choice < 0 or choice & 1:
            continue
        after = [solver.solve(game.result(state, action)) for action in game.actions(state)]
        wins = {place: each.distance for place, each in enumerate(after) if each.value > 0}
        assert wins[choice // 2] == min(wins.values())
        least = min(wins.values())
        best = {place for place, plies in wins.items() if plies <= least + (0 if counts else (least + 1) // LATER)}
        assert ways == sum(1 << place for place in best)
        late += len(best) > list(wins.values()).count(least)
    assert late > 0 or counts


@pytest.mark.slow
@pytest.mark.parametrize("trusts", [False, True], ids=["nothing trusted", "bounds trusted"])
def test_compiled_rules_find_the_same_ways(trusts):
    import numpy as np

    game, several = pw.make("connect4:width=4,height=4,connect=3"), 0
    states = list(positions(game, 200, seed=4))
    for goal in GOALS:
        making = Making(game, game.initial(), goal, trusts=trusts, engine="native")
        soonest = can_count(making) and not trusts
        for counts in {False, soonest}:
            asked = making._replace(soonest=soonest, counts=counts)
            fields = np.array([asked.compiled().plain(state) for state in states], np.int64).reshape(-1)
            choices, ways = PlainChooser(asked).choose(states)
            assert words_chooser(asked).choose(fields).tolist() == choices + ways
            for choice, places in zip(choices, ways, strict=True):
                assert choice < 0 or choice & 1 or places >> (choice >> 1) & 1
            several += sum(each.bit_count() > 1 for each in ways)
    assert several > 50


def test_a_workers_choice_depends_on_its_slice_alone():
    import numpy as np

    game = pw.make("mnk:m=4,n=4,k=3")  # which others compile as well
    making = Making(game, game.initial(), Goal(MAX, "win"), method="proof", engine="native")
    engine = making.compiled()
    states = [state for state in positions(game, 60, seed=2) if game.player(state) == MAX]
    slices = [pack_words(np.array([engine.plain(each) for each in part], np.int64).reshape(-1))
              for part in (states[:10], states[10:20])]  # fmt: skip
    work = CertifyTask(making).prepare()
    first = [work(f"words {each}") for each in slices]
    assert [work(f"words {each}") for each in reversed(slices)] == first[::-1]
    assert len(unpack_words(first[0])) == 20  # choices, and their ways
    assert len({*unpack_words(first[0]).tolist()}) > 5


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["cube", "mnk:m=4,n=4,k=4", "connect4:width=5,height=4", "breakthrough:rows=4,columns=4"], ids=name
)
def test_what_bounds_chose_is_a_proof_without_them(text):
    game, proofs = pw.make(text), 0
    for side in (MAX, MIN):
        for what in ("win", "draw"):
            making = Making(game, game.initial(), Goal(side, what), method="proof", engine="native")
            try:
                found = make_certificate(making, "here")
            except Refuted:
                continue
            assert found.claim.trusts is None
            assert is_proof(game, game.initial(), found.to_bytes())
            proofs += 1
    assert proofs >= 1
