"""Laws of the hooks of the search for play: sound games pass, and each way of breaking one is reported."""

import itertools
import random
from collections import Counter
from math import inf, nan
from typing import NamedTuple

import pytest

import plywise as pw
from plywise.game import MAX, MIN, Game
from plywise.laws.hooks import CLASSES
from plywise.laws.report import LAWS
from plywise.laws.rules import check_laws
from tests.laws import test_laws
from tests.laws.test_laws import HOOKS, Pile, laws_of

_no_other_process_is_asked = test_laws._no_other_process_is_asked


class Hooked(Pile):
    """Who takes the last stone wins. To take three is noisy, and nobody passes with one stone left."""

    margin_unit = 0.5
    ends_without_actions = True
    law = ""

    def noisy(self, state, action):
        return action == 3

    def tactical_actions(self, state):
        return [3] if state.stones >= 3 else []

    def under_threat(self, state):
        return state.stones in (1, 2, 3)

    def exchange_value(self, state, action):
        return action / 2

    def action_class(self, state, action):
        return action - 1

    def play_key(self, state):
        return state

    def reversible_plies(self, state):
        return 0

    def may_pass(self, state):
        return state.stones > 1

    def passed(self, state):
        return self.State(state.stones, -state.side)


class Circle(Game):
    """Two pieces walk around a circle of six cells, to both sides, until they meet; a player may also stay.

    They are three apart at first, and after 30 plies it is a draw.
    """

    law = ""
    allowed: tuple[str, ...] = ()

    class State(NamedTuple):
        """The cells of the pieces, the player to move, the plies that were made, and those since both left a cell."""

        mine: int
        other: int
        side: int
        plies: int

    def initial(self):
        return self.State(0, 3, MAX, 0)

    def player(self, state):
        return state.side

    def actions(self, state):
        return (-1, 0, 1)

    def result(self, state, action):
        return self.State(state.other, (state.mine + action) % 6, -state.side, state.plies + 1)

    def terminal(self, state):
        return state.mine == state.other or state.plies == 30

    def utility(self, state):
        return 0 if state.mine != state.other else -state.side

    def play_key(self, state):
        return state.mine, state.other, state.side

    def reversible_plies(self, state):
        return state.plies

    def read(self, position):
        return Game.parse_state(self, position)

    def really(self, state, action):
        return True


# --- broken ones -----------------------------------------------------------------------------------------------------


class UnitOfNought(Hooked):
    law, margin_unit = "margin_unit", 0


class UnitInWords(Hooked):
    law, margin_unit = "margin_unit", "a stone"


class UnitNotANumber(Hooked):
    law, margin_unit = "margin_unit", nan


class OverWithActionsLeft(Hooked):
    law = "ends_without_actions"

    def actions(self, state):
        return [] if state.stones == 0 else range(1, min(3, state.stones) + 1)

    def terminal(self, state):
        return state.stones in (0, 4)

    def really(self, state, action):
        return state.stones == 4


class DrawnAndNotOver(Hooked):
    law = "ends_without_actions"

    def drawn_by_rule(self, state):
        return state.stones == 5

    def really(self, state, action):
        return state.stones == 5


class DrawnInWords(Hooked):
    law = "ends_without_actions"

    def drawn_by_rule(self, state):
        return "no"


class PlayKeyForgetsTheSide(Hooked):
    law = "play_key"

    def play_key(self, state):
        return state.stones


class PlayKeyForgetsACell(Circle):
    law = "play_key"

    def play_key(self, state):
        return state.other, state.side


class PlayKeyIsAList(Hooked):
    law = "play_key"

    def play_key(self, state):
        return list(state)


class TacticsMissOne(Hooked):
    law = "tactical_actions"

    def tactical_actions(self, state):
        return [3] if state.stones > 3 else []

    def really(self, state, action):
        return state.stones == 3


class TacticsThatAreQuiet(Hooked):
    law = "tactical_actions"

    def tactical_actions(self, state):
        return self.actions(state)


class TacticsInAnotherOrder(Hooked):
    law = "tactical_actions"

    def noisy(self, state, action):
        return action > 1

    def tactical_actions(self, state):
        return [action for action in (3, 2) if action <= state.stones]

    def really(self, state, action):
        return state.stones >= 3


class TacticsWithoutEnd(Hooked):
    law = "tactical_actions"

    def tactical_actions(self, state):
        return itertools.repeat(3)


class ThreatOfThree(Hooked):
    law = "under_threat"

    def under_threat(self, state):
        return state.stones if state.stones < 4 else 0

    def really(self, state, action):
        return state.stones in (2, 3)


class ThreatForgotten(Hooked):
    law = "under_threat"

    def under_threat(self, state):
        return None


class ThreatUnforeseen(Hooked):
    law = "under_threat"

    def under_threat(self, state):
        return state.stones == 3

    def makes_threat(self, state, action):
        return state.stones - action == 3 and action != 2

    def really(self, state, action):
        return state.stones == 5 and action == "2"


class ExchangeWithoutEnd(Hooked):
    law = "exchange_value"

    def exchange_value(self, state, action):
        return inf if action == 2 else 0

    def really(self, state, action):
        return action == "2"


class ExchangeForgotten(Hooked):
    law = "exchange_value"

    def exchange_value(self, state, action):
        return None


class ClassTooGreat(Hooked):
    law = "action_class"

    def action_class(self, state, action):
        return CLASSES - 3 + action

    def really(self, state, action):
        return action == "3"


class ClassBelowNought(Hooked):
    law = "action_class"

    def action_class(self, state, action):
        return -1


class ClassThatIsAFraction(Hooked):
    law = "action_class"

    def action_class(self, state, action):
        return action / 2


class RecursTooSoon(Circle):
    """A position may recur after two plies in which both stay."""

    law = "reversible_plies"

    def reversible_plies(self, state):
        return min(state.plies, 1)


class RecursAfterManyPlies(Circle):
    law = "reversible_plies"

    def reversible_plies(self, state):
        return min(state.plies, 3)

    def really(self, state, action):
        return state.plies > 3


class RecurrenceBelowNought(Hooked):
    law = "reversible_plies"

    def reversible_plies(self, state):
        return -1


class PassedToTheSame(Hooked):
    law = "passed"

    def passed(self, state):
        return state


class PassForgotten(Hooked):
    """The default."""

    law = "passed"
    passed = Game.passed


class MayPassInWords(Hooked):
    law = "passed"

    def may_pass(self, state):
        return "yes"


class PlayKeyAtRandom(Hooked):
    law = "play_key"
    allowed = ("deterministic", "reversible_plies")

    def play_key(self, state):
        return random.randrange(2)


BROKEN = [
    each
    for each in list(globals().values())
    if isinstance(each, type) and issubclass(each, Game) and vars(each).get("law")
]


def test_every_law_of_a_hook_is_broken_in_at_least_two_ways_here():
    ways = Counter(each.law for each in BROKEN)
    assert set(ways) == HOOKS <= set(LAWS)
    assert min(ways.values()) >= 2


@pytest.mark.parametrize("game_class", BROKEN, ids=lambda each: each.__name__)
def test_a_broken_hook_is_reported_with_a_state_that_breaks_it(game_class):
    report = check_laws(game_class())
    assert game_class.law in laws_of(report), str(report)
    assert laws_of(report) <= {game_class.law, *game_class.allowed}, str(report)
    breach = next(breach for breach in report.broken if breach.law == game_class.law)
    fresh = game_class()
    assert fresh.really(fresh.read(breach.position), breach.action), str(breach)
    assert all(len(str(each).splitlines()) == 1 for each in report.broken)


@pytest.mark.parametrize("game_class", [Hooked, Circle])
def test_sound_hooks_pass(game_class):
    assert check_laws(game_class()).ok


def test_a_hook_that_raises_is_reported():
    class Raises(Hooked):
        def under_threat(self, state):
            return [False][state.stones - 1]

    assert laws_of(check_laws(Raises())) == {"rules answer"}


def test_hooks_are_asked_of_some_states_only_where_there_are_many():
    class Counts(Hooked):
        def __init__(self):
            super().__init__(1_000)
            self.asked = Counter()

        def action_class(self, state, action):
            self.asked[state] += 1
            return 0

        def ask(self):
            return self.asked

    game = Counts()
    check_laws(game, states=500, playouts=0)
    assert 100 < len(game.asked) <= 300


def test_what_is_not_defined_is_not_asked():
    class Boom(Pile):
        def noisy(self, state, action):
            raise AssertionError

    assert check_laws(Boom()).ok


@pytest.mark.slow_with("othello:size=4")
@pytest.mark.parametrize(
    "name", ["checkers", "breakthrough", "othello:size=4", pytest.param("chess", marks=pytest.mark.slow)]
)
def test_the_hooks_of_plywise_s_own_games_are_sound(name):
    name, _, more = name.partition(":")
    game = pw.make(name, **({"size": 4} if more else {}))
    assert not laws_of(check_laws(game, states=60, playouts=0, seed=3)) & HOOKS


def test_who_is_to_move_after_a_pass_is_named():
    told = str(check_laws(PassedToTheSame()))
    assert "MAX is to move after the pass" in told or "MIN is to move after the pass" in told
    assert MIN == -MAX
