"""Games in which play could go in circles: there is a certificate where some strategy comes to an end."""

import random
import time
from dataclasses import dataclass
from typing import NamedTuple

import pytest

import plywise as pw
from plywise.certificates.forcing import list_positions
from plywise.certificates.goal import Goal
from plywise.certificates.making import Certificate, Refuted
from plywise.errors import InputError
from plywise.game import FAR, MAX, MIN, outcome
from tests.helpers.certificates import Circle, is_proof, made


class Aside(pw.Game):
    """MAX may go for a draw, which comes in four plies, or walk off for ever."""

    utility_bounds = (-1, 1)

    class State(NamedTuple):
        cell: int
        side: int

    def initial(self):
        return self.State(0, MAX)

    def player(self, state):
        return state.side

    def actions(self, state):
        return [1, 10] if state.cell == 0 else [1]

    def result(self, state, action):
        cell = state.cell + action
        return self.State(10 if cell == 14 else cell, -state.side)  # round and round

    def terminal(self, state):
        return state.cell == 5

    def utility(self, state):
        return 0


class Ring(Circle):
    """Sixty cells, on the far side of which MAX begins; the bounds know the wins that are near, and `priority` errs."""

    alternating = True
    CELLS, FROM, NEAR = 60, 20, 2

    def initial(self):
        return self.State(self.FROM, MAX)

    def result(self, state, action):
        return self.State((state.cell + action) % self.CELLS, -state.side)

    def priority(self, state, action):
        return -action if state.cell < self.CELLS // 2 else action

    def bounds(self, state):
        near = min(state.cell, self.CELLS - state.cell)
        if not 0 < near <= self.NEAR:
            return -FAR, FAR
        found = state.side * outcome(1, 2 * near - (state.side == MAX))
        return found, found


class Loose(Ring):
    """The bounds say of every cell near the end that MAX wins, but not when; `priority` leads away."""

    FROM, NEAR = 6, 10

    def priority(self, state, action):
        return action

    def bounds(self, state):
        if not 1 <= state.cell <= self.NEAR:
            return -FAR, FAR
        found = outcome(1, 60)
        return (found, FAR) if state.side == MAX else (-FAR, -found)


def test_a_draw_is_found_beside_endless_play():
    """To ask what the other action is worth would take for ever."""
    game = Aside()
    found = made(game, MAX, "draw", engine="auto")
    assert (list(found.body), found.claim.positions) == ([0], 4)
    assert is_proof(game, game.initial(), found.to_bytes())


@pytest.mark.parametrize("game", [Circle(), Ring()], ids=str)
def test_a_win_comes_nearer_with_every_action(game):
    found = made(game, MAX, "win", engine="auto")
    assert is_proof(game, game.initial(), found.to_bytes())


def test_bounds_that_are_trusted_end_lines_that_come_nearer():
    """Equally good actions may lead back to where a line was: only the first of them is taken."""
    game = Ring()
    found = made(game, MAX, "win", engine="auto", trusts=True)
    assert found.claim.positions == 2 * (Ring.FROM - Ring.NEAR) - 1
    assert is_proof(game, game.initial(), found.to_bytes())


def test_what_bounds_promise_need_not_come_nearer():
    game = Loose()
    found = made(game, MAX, "win", engine="auto", method="proof")
    assert is_proof(game, game.initial(), found.to_bytes())


class Race(pw.Game):
    """MAX walks on a line, and may step back; `ends` says what MAX wins at its far end, if it has one."""

    def __init__(self, length=4, ends=1):
        self.length, self.ends = length, ends

    def initial(self):
        return (0, MAX)

    def player(self, state):
        return state[1]

    def actions(self, state):
        return ["back", "on"] if state[1] == MAX else ["wait"]

    def result(self, state, action):
        cell = max(0, state[0] + {"back": -1, "on": 1, "wait": 0}[action])
        return (cell, -state[1])

    def terminal(self, state):
        return state[0] == self.length

    def utility(self, state):
        return self.ends


@pytest.mark.slow_with("-3--3", "2.5-2.5")
@pytest.mark.parametrize(("ends", "goal"), [(1, "win"), (0, "draw"), (-3, -3), (2.5, 2.5)])
def test_rules_that_say_nothing_of_circles_have_certificates_as_well(ends, goal):
    game = Race(ends=ends)
    found = made(game, MAX, goal, engine="auto")
    assert is_proof(game, game.initial(), found.to_bytes())


def test_a_game_may_be_a_dataclass_which_has_no_hash():
    @dataclass
    class Walk(Race):
        length: int = 3
        ends: int = 1

    game = Walk()
    assert is_proof(game, game.initial(), made(game, MAX, "win").to_bytes())


def test_what_can_be_forced_refutes_the_other_side():
    with pytest.raises(Refuted) as refuted:
        made(Race(), MIN, "draw", engine="auto")
    assert (refuted.value.value, refuted.value.exact) == (1, False)  # MIN could not end it otherwise, but need not


def test_a_loss_that_need_never_come_refutes_no_draw():
    for side, goal in ((MAX, "draw"), (MIN, "win")):
        with pytest.raises(InputError, match=r"no certificate that .*circles and never end.*plywise solve"):
            made(Race(ends=-1), side, goal, engine="auto")


@pytest.mark.parametrize("counts", [False, True])
def test_lines_without_an_end_are_noticed_before_they_are_followed(counts):
    class Waiting(Race):
        """Both only wait."""

        utility_bounds = (-1, 1)

        def actions(self, state):
            return ["wait"]

    with pytest.raises(InputError, match="can go on in circles and never end"):
        made(Waiting(), MAX, "win", counts=counts)


def test_a_position_without_actions_that_is_not_over_is_no_proof():
    class Stuck(Race):
        def actions(self, state):
            return super().actions(state) if state[1] == MAX else []

    with pytest.raises(InputError):
        made(Stuck(), MAX, "win")


def test_many_different_ends_are_told_apart_quickly():
    class Fan(pw.Game):
        """MIN picks one of many ends, or waits for MAX, who can only give the turn back."""

        def initial(self):
            return -1

        def player(self, state):
            return MIN if state == -1 else MAX

        def actions(self, state):
            return range(-2, 3000) if state == -1 else [-1]

        def result(self, state, action):
            return action

        def terminal(self, state):
            return state >= 0

        def utility(self, state):
            return state

    began = time.process_time()
    with pytest.raises(Refuted) as refuted:
        made(Fan(), MAX, "win")
    assert (refuted.value.value, refuted.value.exact) == (0, False)
    assert time.process_time() - began < 5


def test_who_may_walk_on_for_ever_cannot_be_held_to_an_end():
    game = Race(ends=-1)
    with pytest.raises(InputError, match="can go on in circles and never end"):
        made(game, MIN, "win", engine="auto")


class Web(pw.Game):
    """Positions that lead to others by chance, in circles too; some are ends. Utilities are -2 to 2."""

    SIZE = 14

    def __init__(self, seed):
        source = random.Random(seed)
        self.after = [source.sample(range(self.SIZE), source.randrange(1, 4)) for _ in range(self.SIZE)]
        self.players = [source.choice((MAX, MIN)) for _ in range(self.SIZE)]
        self.ends = {number: source.randrange(-2, 3) for number in source.sample(range(1, self.SIZE), 4)}

    def initial(self):
        return 0

    def player(self, state):
        return self.players[state]

    def actions(self, state):
        return self.after[state]

    def result(self, state, action):
        return action

    def terminal(self, state):
        return state in self.ends

    def utility(self, state):
        return self.ends[state]


def can_force(game, state, side, goal, plies):
    """Return whether a side can come to at least a goal in so many plies, by plain recursion."""
    if game.terminal(state):
        return goal.suffices(game.utility(state))
    if plies == 0:
        return False
    pick = any if game.player(state) == side else all
    return pick(can_force(game, game.result(state, each), side, goal, plies - 1) for each in game.actions(state))


def attempt(game, side, what):
    try:
        return made(game, side, what)
    except (Refuted, InputError) as none:
        return none


def test_in_webs_of_circles_there_is_a_certificate_exactly_where_the_goal_can_be_forced():
    counts = dict.fromkeys(("proved", "refuted", "bounded", "endless"), 0)
    for seed in range(120):
        game = Web(seed)
        for side in (MAX, MIN):
            for what in ("win", "draw", -1, 2):
                goal = Goal(side, what)
                forced = can_force(game, 0, side, goal, 9)
                found = attempt(game, side, what)
                assert isinstance(found, Certificate) == forced
                if isinstance(found, Certificate):
                    assert is_proof(game, 0, found.to_bytes())
                    counts["proved"] += 1
                elif isinstance(found, Refuted):
                    assert can_force(game, 0, -side, Goal(-side, found.value), 9)
                    assert can_force(game, 0, side, Goal(side, found.value), 9) == found.exact
                    counts["bounded"] += not found.exact
                    assert not goal.suffices(found.value)
                    counts["refuted"] += 1
                else:
                    assert "never end" in str(found)
                    counts["endless"] += 1
    assert min(counts.values()) > 10


def test_more_positions_than_are_listed_are_left_to_the_search():
    assert list_positions(Race(length=40), (0, MAX), most=60) is None
    assert len(list_positions(Race(length=40), (0, MAX), most=90)) == 81
