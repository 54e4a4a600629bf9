"""Random play: the same lines for the same seed, ended by the rules or by a limit."""

import random
from itertools import islice, pairwise

import pytest

import plywise as pw
from plywise.errors import InputError
from plywise.game.random_play import random_line, random_lines, random_states, uniform

NIM = pw.make("nim")


class Walk(pw.Game):
    """One player walks to the right for ever; records what it is asked. Stuck at 7 if `stuck`."""

    def __init__(self, stuck=False):
        self.stuck, self.asked = stuck, []

    def initial(self):
        return 0

    def terminal(self, state):
        self.asked.append(("terminal", state))
        return False

    def utility(self, state):
        return 0

    def player(self, state):
        return 1

    def actions(self, state):
        self.asked.append(("actions", state))
        return [] if self.stuck and state == 7 else [1, 2, 3] if not self.stuck else [1]

    def result(self, state, action):
        self.asked.append(("result", state))
        return state + action


def test_a_line_ends_with_the_game_and_its_moves_follow_one_another():
    line = list(random_line(NIM, NIM.initial(), uniform(4)))
    assert line[0].before == NIM.initial()
    assert all(one.after == two.before for one, two in pairwise(line))
    assert all(step.action in NIM.actions(step.before) for step in line)
    assert [NIM.terminal(step.after) for step in line] == [False] * (len(line) - 1) + [True]


def test_a_line_is_that_of_a_plain_loop_with_the_same_seed():
    source, state, states = random.Random(11), 0, []
    for _ in range(20):
        state += source.choice([1, 2, 3])
        states.append(state)
    assert [step.after for step in random_line(Walk(), 0, uniform(11), 20)] == states
    assert [step.after for step in random_line(Walk(), 0, uniform(random.Random(11)), 20)] == states


def test_no_rule_is_asked_ahead_of_the_move_that_is_wanted():
    game = Walk()
    line = random_line(game, 0, lambda state, actions: actions[0], 2)
    assert game.asked == []
    next(line)
    assert game.asked == [("terminal", 0), ("actions", 0), ("result", 0)]
    next(line)
    assert next(line, None) is None
    assert game.asked[3:] == [("terminal", 1), ("actions", 1), ("result", 1)]


def test_a_choice_sees_the_state_and_as_many_actions_as_are_listed():
    seen = []

    def last(state, actions):
        seen.append((state, actions))
        return actions[-1]

    assert [step.after for step in random_line(Walk(), 0, last, 2, most_actions=2)] == [2, 4]
    assert seen == [(0, [1, 2]), (2, [1, 2])]


def test_a_state_without_actions_that_is_not_terminal_is_an_error():
    with pytest.raises(InputError, match=r"actions returned \[\] at 7"):
        list(random_line(Walk(stuck=True), 0, uniform(0)))


def test_lines_stop_at_their_length_and_when_the_time_is_up():
    assert [line.plies for line in random_lines(Walk(), 0, 3, 12)] == [12, 12, 12]
    assert [tuple(line) for line in random_lines(Walk(), 5, 2, 12, seconds=-1.0)] == [(5, 0), (5, 0)]


def test_lines_of_one_source_differ_and_come_again_with_its_seed():
    first, again, other = (list(random_lines(Walk(), 0, 4, 30, seed=seed)) for seed in (1, 1, 2))
    assert first == again != other
    assert len({line.end for line in first}) > 1


def test_states_begin_again_after_the_end_of_the_game():
    states = list(islice(random_states(NIM, 0), 40))
    assert states[0] == NIM.initial()
    ends = [number for number, state in enumerate(states[:-1]) if NIM.terminal(state)]
    assert ends
    assert all(states[number + 1] == NIM.initial() for number in ends)
