"""check_laws: every law is reported when it is broken, with a state that breaks it; sound games of any style pass.

The games are small ones around `Pile`: take one, two or three stones, whoever takes the last one wins. A class that
breaks a law names the law in `law`, and says in `really` whether the state and action reported do break it.
"""

import ast
import enum
import itertools
import json
import random
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, nan
from types import MappingProxyType
from typing import Any, NamedTuple

import cloudpickle
import pytest

import plywise as pw
from plywise import MAX, MIN, Game
from plywise.game import FAR, PLIES, outcome
from plywise.laws import hash_seed
from plywise.laws.report import LAWS
from plywise.laws.rules import check_laws
from tests.helpers.generated_games import KnowingWood
from tests.helpers.in_turn import in_turn
from tests.helpers.stones import Stones


@pytest.fixture(autouse=True)
def _no_other_process_is_asked(request, monkeypatch):
    """Let this process say what the one with another hash seed would, but for sound games: starting it takes longest.

    What it is for is tested in tests/laws/test_shared_rules.py.
    """
    if request.node.originalname == test_a_sound_game_passes.__name__:
        return

    def answer(seed, body):
        game, states = cloudpickle.loads(body)
        return cloudpickle.dumps([[game.format_action(each, move) for move in game.actions(each)] for each in states])

    monkeypatch.setattr(hash_seed, "_ask", answer)


class Pile(Stones):
    """A sound game to break."""

    utility_bounds = (-1, 1)
    law = ""
    allowed: tuple[str, ...] = ()  # laws that may be reported too, because they cannot be told apart

    def __init__(self, stones=6):
        super().__init__(stones)

    # what the tests ask of a broken one

    def read(self, position):
        return Game.parse_state(self, position)

    def really(self, state, action):
        return True


class Piece:
    """A state as a plain mutable object that compares by what it holds."""

    def __init__(self, stones, side):
        self.stones, self.side = stones, side

    def __eq__(self, other):
        return isinstance(other, Piece) and (self.stones, self.side) == (other.stones, other.side)

    def __hash__(self):
        return hash((self.stones, self.side))

    def __repr__(self):
        return f"{type(self).__name__}({self.stones}, {self.side})"


class Objects(Pile):
    """The same game with `Piece`s for states."""

    State = Piece

    def read(self, position):
        name, _, rest = position.partition("(")
        assert name == self.State.__name__
        return self.State(*ast.literal_eval("(" + rest))


def reachable(game):
    """Return every state of a game, found without check_laws()."""
    found, waiting = [], [game.initial()]
    while waiting:
        state = waiting.pop()
        if state not in found:
            found.append(state)
            if not game.terminal(state):
                waiting += [game.result(state, action) for action in game.actions(state)]
    return found


def laws_of(report):
    return {breach.law for breach in report.broken}


# --- rules answer ----------------------------------------------------------------------------------------------------


class TerminalRaises(Pile):
    law = "rules answer"

    def terminal(self, state):
        if state.stones == 2:
            raise KeyError("no such pile")
        return super().terminal(state)

    def really(self, state, action):
        return state.stones == 2


class ResultRaises(Pile):
    law = "rules answer"

    def result(self, state, action):
        if action == 3 and state.side == MIN:
            raise ZeroDivisionError
        return super().result(state, action)

    def really(self, state, action):
        return state.side == MIN and state.stones >= 3 and action == "3"


class InitialRaises(Pile):
    law = "rules answer"

    def initial(self):
        raise FileNotFoundError("no opening")

    def read(self, position):
        return None


class ActionsRaiseHalfWay(Pile):
    law = "rules answer"

    def actions(self, state):
        yield 1
        if state.stones == 4:
            raise IndexError("list index out of range")

    def really(self, state, action):
        return state.stones == 4


class PlayerRaises(Pile):
    law = "rules answer"

    def player(self, state):
        return {6: MAX, 5: MIN, 4: MIN, 3: MIN}[state.stones]

    def really(self, state, action):
        return 0 < state.stones < 3


class UtilityRaises(Pile):
    law = "rules answer"

    def utility(self, state):
        return 1 // (state.side - 1)

    def really(self, state, action):
        return self.terminal(state) and state.side == MAX


class EvaluateRaises(Pile):
    law = "rules answer"

    def evaluate(self, state):
        return 1 / (2 * (state.stones - 3))

    def really(self, state, action):
        return state.stones == 3


class KeyRaises(Pile):
    law = "rules answer"

    def key(self, state):
        return [(0, 1), (1, 1), (1, -1), (2, -1), (2, 1), (3, 1), (3, -1)].index(state)

    def really(self, state, action):
        return state.stones > 3 or state == (0, MIN)


class SymmetriesRaise(Pile):
    law = "rules answer"

    def symmetries(self, state):
        yield state
        raise RuntimeError("no mirror")


class FormatStateRaises(Pile):
    law = "rules answer"

    def format_state(self, state):
        return "abcdef"[state.stones]

    def parse_state(self, text):
        return next(state for state in reachable(Pile()) if state.stones < 6 and self.format_state(state) == text)

    def read(self, position):
        return None if position != "State(stones=6, side=1)" else self.State(6, MAX)

    allowed = ("state text",)

    def really(self, state, action):
        return state is not None


class ParseStateRaises(Pile):
    law = "rules answer"

    def parse_state(self, text):
        raise ValueError("invalid literal")


class FormatActionRaises(Pile):
    law = "rules answer"

    def format_action(self, state, action):
        return ("", "one", "two")[action]

    def really(self, state, action):
        return action == "3"


class ParseActionRaises(Pile):
    law = "rules answer"

    def parse_action(self, state, text):
        return {"1": 1, "2": 2}[text]

    def really(self, state, action):
        return action == "3"


class PriorityRaises(Pile):
    law = "rules answer"

    def priority(self, state, action):
        return 1 / (3 - action)

    def really(self, state, action):
        return action == "3"


class NamedOrderRaises(Pile):
    law = "rules answer"

    def orders(self):
        return {"big": lambda state, action: state.size}


class OrdersRaise(Pile):
    law = "rules answer"

    def orders(self):
        raise NotImplementedError("later")


class RecursesForEver(Pile):
    law = "rules answer"

    def terminal(self, state):
        return self.terminal(state)


class RefusesAsBadInput(Pile):
    law = "rules answer"

    def actions(self, state):
        raise pw.InputError("nothing to take")


# --- deterministic ---------------------------------------------------------------------------------------------------


class ResultThrowsDice(Pile):
    law = "deterministic"

    def __init__(self, stones=60):
        super().__init__(stones)

    def result(self, state, action):
        return self.State(state.stones - random.randrange(1, min(3, state.stones) + 1), -state.side)


class ActionsShuffled(Pile):
    law = "deterministic"

    def __init__(self, stones=60):
        super().__init__(stones)

    def actions(self, state):
        actions = list(super().actions(state))
        random.shuffle(actions)
        return actions


class PlayerTakesTurnsOnTheGame(Pile):
    """The side to move kept on the game, changed by result. Asked twice, result changes it back."""

    law = "deterministic"
    to_move = MAX

    def player(self, state):
        return self.to_move

    def result(self, state, action):
        self.to_move = -self.to_move
        return super().result(state, action)

    allowed = ("result",)


class CountsItsCalls(Pile):
    law = "deterministic"
    calls = 0

    def terminal(self, state):
        self.calls += 1
        return state.stones == 0 or self.calls > 30

    allowed = ("utility", "actions")


class UtilityCountsItsCalls(Pile):
    law = "deterministic"
    utility_bounds = (-inf, inf)
    calls = 0

    def utility(self, state):
        self.calls += 1
        return self.calls

    def really(self, state, action):
        return self.terminal(state)


class EvaluationOfTheLastMove(Pile):
    """An evaluation that looks at the last move made anywhere."""

    law = "deterministic"
    last = 0

    def result(self, state, action):
        self.last = action
        return super().result(state, action)

    def evaluate(self, state):
        return self.last / 10

    allowed = ("result",)


class ResultForTheStateLastAsked(Pile):
    """The moves of the state last asked about are kept, and result looks there."""

    law = "deterministic"

    def actions(self, state):
        self.moves = {action: self.State(state.stones - action, -state.side) for action in super().actions(state)}
        return list(self.moves)

    def result(self, state, action):
        return self.moves[action]

    allowed = ("rules answer",)


class UtilityOfTheWinnerLastFound(Pile):
    """Terminal finds the winner and keeps it for utility."""

    law = "deterministic"
    winner = 0

    def terminal(self, state):
        if state.stones == 0:
            self.winner = -state.side
        return state.stones == 0

    def utility(self, state):
        return self.winner


class PriorityAtRandom(Pile):
    law = "deterministic"

    def priority(self, state, action):
        return random.random()


class NamedOrderAtRandom(Pile):
    law = "deterministic"

    def orders(self):
        return {"luck": lambda state, action: random.random()}


class OneListOfActionsForAll(Pile):
    """An iterator made once, and empty ever after."""

    law = "deterministic"

    def __init__(self):
        super().__init__()
        self.all = iter([1, 2, 3])

    def actions(self, state):
        return self.all

    allowed = ("actions",)


class KeyCounts(Pile):
    law = "deterministic"
    calls = 0

    def key(self, state):
        self.calls += 1
        return self.calls

    allowed = ("key",)


class KeyOfTheLastMove(Pile):
    law = "key"
    last = 0

    def result(self, state, action):
        self.last = action
        return super().result(state, action)

    def key(self, state):
        return state, self.last

    allowed = ("deterministic", "result")


class InitialAtRandom(Pile):
    law = "deterministic"

    def initial(self):
        return self.State(6, MAX)._replace(stones=random.randrange(1, 10**9))

    def actions(self, state):
        return [state.stones]


class TextCounts(Pile):
    law = "deterministic"
    calls = 0

    def format_state(self, state):
        self.calls += 1
        return f"{state.stones} {state.side} text {self.calls}"

    def parse_state(self, text):
        return self.State(*map(int, text.split()[:2]))

    read = parse_state


# --- hashable --------------------------------------------------------------------------------------------------------


class Lists(Pile):
    """Lists for states."""

    law = "hashable"

    def initial(self):
        return [self.stones, MAX]

    def player(self, state):
        return state[1]

    def actions(self, state):
        return range(1, min(3, state[0]) + 1)

    def result(self, state, action):
        return [state[0] - action, -state[1]]

    def terminal(self, state):
        return state[0] == 0

    def utility(self, state):
        return -state[1]

    def read(self, position):
        return ast.literal_eval(position)

    def really(self, state, action):
        return isinstance(state, list)


class ListsWithKey(Lists):
    """The same with a key that can be hashed."""

    def key(self, state):
        return tuple(state)


class ListInNamedTuple(Pile):
    law = "hashable"

    class State(NamedTuple):
        stones: Any
        side: int

    def initial(self):
        return self.State([6], MAX)

    def actions(self, state):
        return range(1, min(3, state.stones[0]) + 1)

    def result(self, state, action):
        return self.State([state.stones[0] - action], -state.side)

    def terminal(self, state):
        return state.stones == [0]


class ListActions(Pile):
    law = "hashable"

    def actions(self, state):
        return [[action] for action in super().actions(state)]

    def result(self, state, action):
        return super().result(state, action[0])

    def really(self, state, action):
        return action == "[1]"


class ByIdentity:
    def __init__(self, stones, side):
        self.stones, self.side = stones, side


class ComparesByIdentity(Objects):
    law = "hashable"
    State = ByIdentity
    allowed = ("deterministic",)

    def read(self, position):
        assert position.startswith("ByIdentity(stones=")


class EqualWithoutHash(Piece):
    __hash__ = None

    def __eq__(self, other):
        return (self.stones, self.side) == (other.stones, other.side)


class ComparesWithoutHash(Objects):
    law = "hashable"
    State = EqualWithoutHash


class EqualWithOtherHash(Piece):
    __hash__ = object.__hash__


class HashesByIdentity(Objects):
    """Equal states with different hashes: no set or dictionary finds them again."""

    law = "hashable"
    State = EqualWithOtherHash


@dataclass(frozen=True)
class BlindToSide:
    stones: int
    side: int = field(compare=False)


class ComparesStonesOnly(Objects):
    """Equal states that play differently."""

    law = "hashable"
    State = BlindToSide
    allowed = ("key",)

    def read(self, position):
        assert position.startswith("stones=")


class ForgetsToCompareSides(Pile):
    """The same as plain text, with a state that is equal to any other."""

    law = "hashable"
    allowed = ("key", "deterministic")

    class State(NamedTuple):
        stones: int
        side: int

        def __eq__(self, other):
            return True

        def __ne__(self, other):
            return False

        def __hash__(self):
            return 0


# --- player ----------------------------------------------------------------------------------------------------------


class PlayersFromNought(Pile):
    law = "player"

    def player(self, state):
        return 0 if state.side == MAX else 1

    def really(self, state, action):
        return state.side == MAX


class PlayersByName(Pile):
    law = "player"

    def player(self, state):
        return "MAX" if state.side == MAX else MIN

    def really(self, state, action):
        return state.side == MAX


class PlayerForgotten(Pile):
    law = "player"

    def player(self, state):
        if state.stones > 1:
            return state.side
        return None

    def really(self, state, action):
        return state.stones == 1


# --- terminal --------------------------------------------------------------------------------------------------------


class TerminalForgetsFalse(Pile):
    law = "terminal"

    def terminal(self, state):
        if state.stones == 0:
            return True
        return None

    def really(self, state, action):
        return state.stones > 0


class TerminalTellsTheWinner(Pile):
    law = "terminal"

    def terminal(self, state):
        return "" if state.stones else {MAX: "MIN", MIN: "MAX"}[state.side]


class TerminalCounts(Pile):
    law = "terminal"

    def terminal(self, state):
        return 2 if state.stones == 0 else 0

    def really(self, state, action):
        return state.stones == 0


# --- actions ---------------------------------------------------------------------------------------------------------


class NoActionLeft(Pile):
    law = "actions"

    def actions(self, state):
        return [] if state.stones == 1 else [1, 2][: state.stones]

    def really(self, state, action):
        return state.stones == 1


class ActionTwice(Pile):
    law = "actions"

    def actions(self, state):
        return [*super().actions(state), 1]

    def really(self, state, action):
        return action == "1"


class SameActionInTwoForms(Pile):
    law = "actions"

    def actions(self, state):
        return [*super().actions(state), *([2.0] if state.stones == 5 else [])]

    def format_action(self, state, action):
        return str(int(action))

    def really(self, state, action):
        return state.stones == 5 and action == "2.0"


class ActionsWithoutEnd(Pile):
    law = "actions"

    def actions(self, state):
        return itertools.count(1)


class ActionsWithoutEndAllTheSame(Pile):
    law = "actions"

    def actions(self, state):
        while True:
            yield 1


# --- result ----------------------------------------------------------------------------------------------------------


class ResultTakesFromItsArgument(Objects):
    """A state that can be hashed and changed, and is."""

    law = "result"

    def result(self, state, action):
        state.stones -= action
        state.side = -state.side
        return state

    def really(self, state, action):
        return self.result(self.State(state.stones, state.side), int(action)) != state


class ResultChangesAndCopies(Objects):
    law = "result"
    allowed = ("deterministic",)

    def result(self, state, action):
        child = self.State(state.stones - action, -state.side)
        state.side = -state.side
        return child


class ResultOfNothing(Pile):
    law = "result"

    def result(self, state, action):
        if state.stones - action == 1:
            return None
        return super().result(state, action)

    def really(self, state, action):
        return state.stones - int(action) == 1


class ResultChangesTheGame(Pile):
    law = "result"

    def __init__(self):
        super().__init__()
        self.history = []

    def result(self, state, action):
        self.history.append(action)
        return super().result(state, action)


class TerminalChangesTheState(Objects):
    law = "result"

    def terminal(self, state):
        if state.stones == 4:
            state.stones = 3
        return state.stones == 0

    def really(self, state, action):
        return state.stones == 4


# --- utility ---------------------------------------------------------------------------------------------------------


class UtilityOutOfBounds(Pile):
    law = "utility"

    def utility(self, state):
        return -state.side if state.side == MAX else 2

    def really(self, state, action):
        return state == (0, MIN)


class UtilityInfinite(Pile):
    law = "utility"
    utility_bounds = (-inf, inf)

    def utility(self, state):
        return -state.side * inf

    def really(self, state, action):
        return self.terminal(state)


class UtilityNotANumber(Pile):
    law = "utility"

    def utility(self, state):
        return nan

    def really(self, state, action):
        return self.terminal(state)


class UtilityMadeAnewNotANumber(Pile):
    law = "utility"

    def utility(self, state):
        return float("nan")


class UtilityForgotten(Pile):
    law = "utility"

    def utility(self, state):
        if state.side == MIN:
            return 1
        return None

    def really(self, state, action):
        return state == (0, MAX)


class UtilityInWords(Pile):
    law = "utility"

    def utility(self, state):
        return "win"


class UtilityComplex(Pile):
    law = "utility"

    def utility(self, state):
        return 1j


class UtilityBoundsUpsideDown(Pile):
    law = "utility"
    utility_bounds = (1, -1)


# --- evaluate --------------------------------------------------------------------------------------------------------


class EvaluationAsSureAsAWin(Pile):
    law = "evaluate"

    def evaluate(self, state):
        return 1 if state.stones == 3 else 0

    def really(self, state, action):
        return state.stones == 3


class EvaluationOutOfBounds(Pile):
    law = "evaluate"

    def evaluate(self, state):
        return -state.stones / 5

    def really(self, state, action):
        return state.stones > 4


class EvaluationInfinite(Pile):
    law = "evaluate"
    utility_bounds = (-inf, inf)

    def evaluate(self, state):
        return inf


class EvaluationNotANumber(Pile):
    law = "evaluate"

    def evaluate(self, state):
        return float("nan")


class EvaluationForgotten(Pile):
    law = "evaluate"

    def evaluate(self, state):
        return None


# --- priority --------------------------------------------------------------------------------------------------------


class PriorityInfinite(Pile):
    law = "priority"

    def priority(self, state, action):
        return inf if action == 3 else 0

    def really(self, state, action):
        return action == "3"


class PriorityForgotten(Pile):
    law = "priority"

    def priority(self, state, action):
        return None if state.stones == action else 1

    def really(self, state, action):
        return state.stones == int(action)


class NamedOrderInWords(Pile):
    law = "priority"

    def orders(self):
        return {"big": lambda state, action: action, "small": lambda state, action: "low"}


class OrdersForgotten(Pile):
    """No search in any order can be made of it."""

    law = "priority"
    allowed = ("rules answer",)

    def orders(self):
        return None


class OrdersInAList(Pile):
    law = "priority"
    allowed = ("rules answer",)

    def orders(self):
        return ["big"]


# --- key -------------------------------------------------------------------------------------------------------------


class Merging(Pile):
    law = "key"

    def really(self, state, action):
        mine = [other for other in reachable(Pile()) if self.key(other) == self.key(state)]
        return len(mine) > 1


class KeyForgetsTheSide(Merging):
    def key(self, state):
        return state.stones


class KeyIsConstant(Merging):
    def key(self, state):
        return 0


class KeyMergesOnePairAlone(Merging):
    """One wrong pair, deep in the game."""

    def key(self, state):
        return (2, MAX) if state == (1, MIN) else state


class KeyCannotBeFiled(Pile):
    law = "key"

    def key(self, state):
        return list(state)


class Heaps(Game):
    """Two heaps, which may be told apart or not; whoever takes the last object wins."""

    utility_bounds = (-1, 1)
    allowed: tuple[str, ...] = ()

    class State(NamedTuple):
        left: int
        right: int
        side: int

    def initial(self):
        return self.State(2, 3, MAX)

    def player(self, state):
        return state.side

    def actions(self, state):
        return [(heap, count) for heap in (0, 1) for count in range(1, state[heap] + 1)]

    def result(self, state, action):
        heap, count = action
        return self.State(state.left - count * (heap == 0), state.right - count * (heap == 1), -state.side)

    def terminal(self, state):
        return state.left == state.right == 0

    def utility(self, state):
        return -state.side

    def mirrored(self, state):
        return self.State(state.right, state.left, state.side)

    def read(self, position):
        return Game.parse_state(self, position)

    def really(self, state, action):
        return True


class KeyMergesWhatIsNotDeclared(Heaps):
    law = "key"

    def key(self, state):
        return min(state.left, state.right), max(state.left, state.right), state.side

    def really(self, state, action):
        return state.left != state.right


class KeyTellsDeclaredImagesApart(Heaps):
    law = "key"

    def symmetries(self, state):
        yield self.mirrored(state)

    def really(self, state, action):
        return state.left != state.right


class KeyMergesSomeImagesOnly(Heaps):
    law = "key"

    def key(self, state):
        return state if state.left > 1 else (min(state[:2]), max(state[:2]), state.side)

    def symmetries(self, state):
        yield self.mirrored(state)

    def really(self, state, action):
        return self.key(state) != self.key(self.mirrored(state))


class Marks(Game):
    """Three marks put down one after the other: every state has one ply, and is reached by several lines."""

    utility_bounds = (-1, 1)
    allowed: tuple[str, ...] = ("deterministic",)

    def initial(self):
        return frozenset()

    def player(self, state):
        return MAX if len(state) % 2 == 0 else MIN

    def actions(self, state):
        return [mark for mark in (0, 8, 16) if mark not in state]

    def result(self, state, action):
        return frozenset([*state, action])

    def terminal(self, state):
        return len(state) == 3

    def utility(self, state):
        return 0

    def read(self, position):
        assert position.startswith("{")

    def really(self, state, action):
        return True


class KeyByIdentity(Marks):
    """Equal states, reached by different lines, with different keys."""

    law = "key"

    def key(self, state):
        return id(state)


class KeyByTheOrderOfASet(Marks):
    """The same less plainly: a set is written in an order that depends on how it was made."""

    law = "key"

    def key(self, state):
        return repr(state)


# --- symmetries ------------------------------------------------------------------------------------------------------


class Declaring(Pile):
    """Whatever is declared symmetric shares a key; the laws of keys hold."""

    law = "symmetries"

    def partner(self, state):
        return state

    def key(self, state):
        return frozenset({state, self.partner(state)})

    def symmetries(self, state):
        return [self.partner(state)]

    def really(self, state, action):
        return self.partner(state) != state


class ImageWithTheOtherPlayer(Declaring):
    def partner(self, state):
        return self.State(state.stones, -state.side) if state.stones == 5 else state


class ImageThatIsOver(Declaring):
    def partner(self, state):
        return self.State(1 - state.stones, state.side) if state.stones < 2 else state


class ImageWithMoreActions(Declaring):
    def partner(self, state):
        return self.State(3 - state.stones, state.side) if state.stones in (1, 2) else state


class ImageWithAnotherUtility(Declaring):
    def partner(self, state):
        return self.State(0, -state.side) if state.stones == 0 else state


class ImageThatLeadsElsewhere(Declaring):
    """As many actions, but 4 stones are lost and 5 are won for the player to move."""

    def partner(self, state):
        return self.State(9 - state.stones, state.side) if state.stones in (4, 5) else state


class ImageWithAnotherEvaluation(Heaps):
    """A table that merges the two gives a depth-limited search the wrong one's value."""

    law = "symmetries"
    allowed = ("evaluate",)

    def key(self, state):
        return min(state.left, state.right), max(state.left, state.right), state.side

    def symmetries(self, state):
        yield self.mirrored(state)

    def evaluate(self, state):
        return (3 * state.left - state.right) / 100


# --- equivalents -----------------------------------------------------------------------------------------------------


class Likening(Pile):
    """Whatever is declared equivalent may have a key of its own."""

    law = "equivalents"

    def partner(self, state):
        return state

    def equivalents(self, state):
        return [self.partner(state)]

    def really(self, state, action):
        return self.partner(state) != state


class EquivalentWithTheOtherPlayer(Likening):
    def partner(self, state):
        return self.State(state.stones, -state.side) if state.stones == 5 else state


class EquivalentWithAnotherUtility(Likening):
    def partner(self, state):
        return self.State(0, -state.side) if state.stones == 0 else state


class EquivalentThatLeadsElsewhere(Likening):
    def partner(self, state):
        return self.State(9 - state.stones, state.side) if state.stones in (4, 5) else state


# --- state text ------------------------------------------------------------------------------------------------------


class TextForgetsTheSide(Pile):
    law = "state text"

    def format_state(self, state):
        return str(state.stones)

    def parse_state(self, text):
        return self.State(int(text), MAX)

    def read(self, position):
        return self.State(int(position), MIN)

    def really(self, state, action):
        return 0 <= state.stones <= 6


class TextOfTwoLines(Pile):
    law = "state text"

    def format_state(self, state):
        return f"{state.stones}\n{state.side}"

    def parse_state(self, text):
        return self.State(*map(int, text.split()))

    def read(self, position):
        return position


class TextIsEmpty(Pile):
    law = "state text"

    def format_state(self, state):
        return "" if state.stones == 0 else super().format_state(state)

    def read(self, position):
        assert position == "State(stones=0, side=1)" or position == "State(stones=0, side=-1)"


class TextIsNoText(Pile):
    law = "state text"

    def format_state(self, state):
        return state.stones, state.side

    def read(self, position):
        return position


class TextIsRefused(Pile):
    law = "state text"

    def parse_state(self, text):
        state = super().parse_state(text)
        if state.stones > 5:
            raise pw.InputError("at most 5 stones")
        return state

    def really(self, state, action):
        return state.stones == 6


class TextIsReadAsAPlainList(Pile):
    law = "state text"

    def parse_state(self, text):
        return list(super().parse_state(text))


class ReadingForgotten(Pile):
    """A text form to print, and none to read: the default cannot read it."""

    law = "state text"

    def format_state(self, state):
        return "o" * state.stones + ("!" if state.side == MAX else "?")

    def read(self, position):
        return position


# --- action text -----------------------------------------------------------------------------------------------------


class WordWithASpace(Pile):
    law = "action text"

    def format_action(self, state, action):
        return f"take {action}"


class WordForTwo(Pile):
    law = "action text"

    def format_action(self, state, action):
        return "few" if action < 3 else "many"

    def really(self, state, action):
        return action == "2"


class WordIsNoText(Pile):
    law = "action text"

    def format_action(self, state, action):
        return action


class WordIsEmpty(Pile):
    law = "action text"

    def format_action(self, state, action):
        return "" if action == 3 else str(action)

    def really(self, state, action):
        return action == "3"


class WordIsRefused(Pile):
    law = "action text"

    def parse_action(self, state, text):
        if text == "2":
            raise pw.InputError("no move")
        return int(text)

    def really(self, state, action):
        return action == "2"


class WordIsReadAsAnother(Pile):
    law = "action text"

    def parse_action(self, state, text):
        return min(2, int(text))

    def really(self, state, action):
        return action == "3"


class WordIsReadAsText(Pile):
    law = "action text"

    def parse_action(self, state, text):
        return text


class WordsThatDifferBySpacesOnly(Pile):
    law = "action text"

    def format_action(self, state, action):
        return action.replace(" ", "")

    def actions(self, state):
        return ["1 1", "11"]

    def result(self, state, action):
        return super().result(state, 1)

    def really(self, state, action):
        return action == "'11'"


# --- promises to the search: key_bits, alternating, longest, bounds, candidates ---------------------------------------


class Numbered(Pile):
    """Its keys are numbers."""

    law = "key"
    key_bits = 4

    def key(self, state):
        return state.stones * 2 + (state.side == MAX)

    def really(self, state, action):
        return not 0 <= self.key(state) < 2**self.key_bits


class KeyTooWideForItsBits(Numbered):
    key_bits = 3


class KeyBelowNought(Numbered):
    def key(self, state):
        return super().key(state) - 3


class KeyOfBitsThatIsNoNumber(Numbered):
    def key(self, state):
        return state

    def really(self, state, action):
        return True


class BitsThatAreNoNumber(Numbered):
    key_bits = "four"

    def really(self, state, action):
        return True


class TakesTurnsButForOnes(Pile):
    law = "alternating"
    alternating = True

    def result(self, state, action):
        return self.State(state.stones - action, state.side if action == 1 else -state.side)

    def really(self, state, action):
        return action == "1" and state.stones > 1


class TakesTurnsAlone(Pile):
    law = "alternating"
    alternating = True

    def result(self, state, action):
        return self.State(state.stones - action, MAX)

    def really(self, state, action):
        return state.stones > int(action)


class TakesTurnsButOnce(Pile):
    law = "alternating"
    alternating = True

    def result(self, state, action):
        return self.State(state.stones - action, -state.side if state != (3, MIN) or action < 2 else state.side)

    def really(self, state, action):
        return state == (3, MIN) and action == "2"


class LongerThanSaid(Pile):
    law = "max_plies"
    max_plies = 5

    def really(self, state, action):
        return state.stones == 0 and self.stones > self.max_plies


class LongestIsNoNumber(Pile):
    law = "max_plies"
    max_plies = 6.0


class LongestBelowNought(Pile):
    law = "max_plies"
    max_plies = -1


class LongestOfARound(Pile):
    """Goes round for ever; an end can be chosen."""

    law = "max_plies"
    max_plies = 1_000

    def actions(self, state):
        return ["round", "stop"]

    def result(self, state, action):
        return self.State(0 if action == "stop" else state.stones % 5 + 1, -state.side)


def known(stones):
    """Return the outcome of a pile for the player to move: lost where four divides it, or else a way to get there."""
    plies = 2 * (stones // 4) + (stones % 4 > 0)
    return outcome(1 if stones % 4 else -1, plies)


class Knowing(Pile):
    """What it knows is right. The longest way to the end is not the way of best play."""

    law = "bounds"
    alternating = True

    def __init__(self, stones=6):
        super().__init__(stones)
        self.max_plies = stones

    def bounds(self, state):
        return known(state.stones), known(state.stones)

    def really(self, state, action):
        low, high = self.bounds(state)
        return not low <= known(state.stones) <= high or (self.terminal(state) and low < high)


class BoundsInTheViewOfMax(Knowing):
    def bounds(self, state):
        return known(state.stones) * state.side, known(state.stones) * state.side


class BoundsInTheViewOfMaxAtTheEnd(Knowing):
    def bounds(self, state):
        return (outcome(-state.side, 0),) * 2 if state.stones == 0 else super().bounds(state)


class BoundsLooseAtTheEnd(Knowing):
    def bounds(self, state):
        return -FAR, FAR


class BoundsOfUtilities(Knowing):
    """As if an outcome were a utility."""

    def bounds(self, state):
        return (-PLIES, -PLIES) if state.stones == 0 else (-1, 1)


class BoundsWithoutPlies(Knowing):
    def bounds(self, state):
        end = outcome(1 if state.stones % 4 else -1, 0)
        return end, end


class BoundsOnePlyLate(Knowing):
    def bounds(self, state):
        low, high = super().bounds(state)
        return (low - 1, high - 1) if low > 0 else (low, high)


class BoundsTooHopefulOnce(Knowing):
    def bounds(self, state):
        return (0, FAR) if state == (4, MIN) else super().bounds(state)


class BoundsUpsideDown(Knowing):
    def bounds(self, state):
        return (FAR, -FAR) if state.stones == 5 else super().bounds(state)


class BoundsForgotten(Knowing):
    def bounds(self, state):
        return super().bounds(state) if state.stones != 2 else None

    def really(self, state, action):
        return state.stones == 2


class BoundsThatAreFloats(Knowing):
    def bounds(self, state):
        return tuple(map(float, super().bounds(state)))

    def really(self, state, action):
        return True


class BoundsOfFractions(Knowing):
    """Utilities that are no whole numbers have no outcomes."""

    def utility(self, state):
        return -state.side / 1

    def really(self, state, action):
        return self.terminal(state)


class AlwaysWon(Pile):
    """MAX wins anyway; he takes three to win soon, and MIN takes one."""

    law = "candidates"

    def utility(self, state):
        return 1

    def best(self, state):
        return min(3, state.stones) if state.side == MAX else 1

    def candidates(self, state):
        return [self.best(state)]

    def really(self, state, action):
        return self.best(state) not in self.candidates(state)


class CandidatesWinLate(AlwaysWon):
    def candidates(self, state):
        return [1]


class CandidatesLoseSoon(AlwaysWon):
    def candidates(self, state):
        return [min(3, state.stones)]


class CandidateMissedOnce(AlwaysWon):
    def candidates(self, state):
        return [1, 2] if state == (4, MAX) else self.actions(state)


class NoCandidate(AlwaysWon):
    def candidates(self, state):
        return [] if state.stones == 2 else self.actions(state)


class CandidateThatIsIllegal(AlwaysWon):
    def candidates(self, state):
        yield from (1, 2, 3)

    def really(self, state, action):
        return state.stones < int(action)


class CandidatesWithoutEnd(AlwaysWon):
    def candidates(self, state):
        return itertools.repeat(self.best(state))

    def really(self, state, action):
        return True


class CandidateMissesTheWin(Knowing):
    """Bounds leave it open, the winning move is left out."""

    law = "candidates"

    def bounds(self, state):
        return super().bounds(state) if state.stones == 0 else (-FAR, FAR)

    def candidates(self, state):
        return [action for action in self.actions(state) if (state.stones - action) % 4] or [1]

    def really(self, state, action):
        return state.stones - int(action) in (0, 4)


class DefenceMissesTheWin(CandidateMissesTheWin):
    law = "defences"

    def candidates(self, state):
        return self.actions(state)

    def defences(self, state):
        return [action for action in self.actions(state) if (state.stones - action) % 4] or [1]


class NoDefence(DefenceMissesTheWin):
    def defences(self, state):
        return [] if state.stones == 2 else self.actions(state)

    def really(self, state, action):
        return state.stones == 2


class DefenceThatIsIllegal(DefenceMissesTheWin):
    def defences(self, state):
        yield from (1, 2, 3)

    def really(self, state, action):
        return state.stones < int(action)


class BoundsRaise(Knowing):
    law = "rules answer"

    def bounds(self, state):
        return [known(0), known(1), known(2), known(3), known(4)][state.stones], FAR

    def really(self, state, action):
        return state.stones > 4


class BoundsAtRandom(Knowing):
    law = "deterministic"

    def bounds(self, state):
        return -FAR, FAR - random.randrange(1000)

    def really(self, state, action):
        return True


class AlternatingRaises(Pile):
    law = "rules answer"

    @property
    def alternating(self):
        raise LookupError("who knows")

    def read(self, position):
        return None


BASES = {Pile, Objects, Merging, Declaring, Likening, Heaps, Marks, Numbered, Knowing, AlwaysWon}
BROKEN = [
    each
    for each in list(globals().values())
    if isinstance(each, type) and issubclass(each, Game) and getattr(each, "law", "") and each not in BASES
]


HOOKS = {
    "margin_unit", "ends_without_actions", "play_key", "tactical_actions", "under_threat", "exchange_value",
    "action_class", "reversible_plies", "passed",
}  # fmt: skip
"""The laws that are broken in test_hooks.py."""


def test_every_law_is_broken_in_at_least_two_ways_here():
    ways = Counter(each.law for each in BROKEN)
    assert set(ways) == set(LAWS) - HOOKS
    assert min(ways.values()) >= 2


@pytest.mark.slow_with("CandidatesWithoutEnd")
@pytest.mark.parametrize("game_class", BROKEN, ids=lambda each: each.__name__)
def test_a_broken_law_is_reported_with_a_state_that_breaks_it(game_class):
    report = check_laws(game_class())
    assert game_class.law in laws_of(report), str(report)
    assert laws_of(report) <= {game_class.law, *game_class.allowed}, str(report)
    assert not report.ok
    breach = next(breach for breach in report.broken if breach.law == game_class.law)
    fresh = game_class()
    assert fresh.really(fresh.read(breach.position), breach.action), str(breach)


@pytest.mark.parametrize("seed", range(12))
def test_an_initial_state_drawn_by_lot_is_reported_however_the_lot_falls(seed):
    class TossedUp(Pile):
        def __init__(self):
            super().__init__()
            self.lot = random.Random(seed)

        def initial(self):
            return self.State(6, self.lot.choice((MAX, MIN)))

    assert laws_of(check_laws(TossedUp())) == {"deterministic"}


def test_a_player_who_moves_again_after_an_action_that_was_not_followed_is_found():
    class MovesAgainAfterSixtySeven(Pile):
        alternating = True

        def actions(self, state):
            return range(1, min(100, state.stones) + 1)

        def result(self, state, action):
            return self.State(state.stones - action, state.side if action == 67 else -state.side)

    report = check_laws(MovesAgainAfterSixtySeven(10_000), states=10, playouts=1)
    assert laws_of(report) == {"alternating"}
    assert report.broken[0].action == "67"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "asked"), [((7, 6), {}), ((5, 4), {}), ((4, 4), {"states": 2_000})], ids=["7x6", "5x4", "4x4"]
)
def test_a_wrong_bound_near_the_end_of_a_long_game_is_found(size, asked):
    class NeverAfraid(pw.make("connect4").__class__):
        def bounds(self, state):
            low, high = super().bounds(state)
            return (0, 0) if low == high == outcome(-1, 2) else (low, high)

    class TooSafe(pw.make("connect4").__class__):
        def candidates(self, state):
            return [min(super().candidates(state))]

    assert laws_of(check_laws(NeverAfraid(*size), **asked)) == {"bounds"}
    assert laws_of(check_laws(TooSafe(*size), **asked)) == {"candidates"}


def test_promises_are_judged_only_where_the_rules_are_sound():
    class Unsound(BoundsInTheViewOfMax):
        def player(self, state):
            return 0

    report = check_laws(Unsound())
    assert laws_of(report) == {"player"}
    assert report.notes == ("its promises to the search were not tested: other laws are broken",)


def test_an_unlucky_rule_deep_in_the_game_is_found():
    class WrongAtTheEnd(Pile):
        def utility(self, state):
            return 7 if state.side == MIN else -state.side

    report = check_laws(WrongAtTheEnd(stones=400))
    assert laws_of(report) == {"utility"}
    assert report.broken[0].position == "stones=0,side=-1"


def test_a_rule_that_remembers_what_it_was_asked_is_found_where_only_deep_states_show_it():
    class TiresOfDeepStates(Pile):
        asked = 0

        def actions(self, state):
            if state.stones < 100:
                self.asked += 1
            return super().actions(state) if state.stones > 100 or self.asked < 300 else [1]

    assert "deterministic" in laws_of(check_laws(TiresOfDeepStates(stones=400)))


def test_each_law_that_is_broken_is_reported_once():
    class AllWrong(Pile):
        def player(self, state):
            return 0

        def utility(self, state):
            return 5

        def evaluate(self, state):
            return None

        def priority(self, state, action):
            return "high"

        def key(self, state):
            return 0

        def symmetries(self, state):
            return [self.State(state.stones + 1, state.side)]

        def format_state(self, state):
            return f"{state.stones}\n{state.side}"

        def format_action(self, state, action):
            return ""

        def actions(self, state):
            return [1, 1]

        def result(self, state, action):
            return self.State(state.stones - random.choice((1, 1)), state.side)

    laws = [breach.law for breach in check_laws(AllWrong()).broken]
    expected = ["player", "actions", "utility", "evaluate", "priority", "key", "symmetries", "state text"]
    assert laws == [*expected, "action text"]


def test_mutable_states_without_a_hash_that_result_changes_break_two_laws():
    class ChangesLists(Lists):
        def result(self, state, action):
            state[0] -= action
            state[1] = -state[1]
            return state

    report = check_laws(ChangesLists())
    assert laws_of(report) == {"hashable", "result"}, str(report)


@pytest.mark.slow
def test_a_law_broken_at_one_state_is_found_among_thousands():
    class OneWrongUtility(pw.make("tictactoe").__class__):
        def utility(self, state):
            return 3 if self.format_state(state) == "XXOOOXXOX" else super().utility(state)

    report = check_laws(OneWrongUtility())
    assert laws_of(report) == {"utility", "symmetries"}, "its mirror images are worth something else"
    assert report.broken[0].position == "XXOOOXXOX"


@pytest.mark.slow
def test_a_board_symmetry_that_is_none_is_found():
    class SwapsTwoCells(pw.make("tictactoe").__class__):
        def swapped(self, state):
            swap = [marks & ~3 | (marks & 1) << 1 | marks >> 1 & 1 for marks in state]
            return self.State(*swap)

        def key(self, state):
            return min(state, self.swapped(state))

        def symmetries(self, state):
            return [self.swapped(state)]

    assert laws_of(check_laws(SwapsTwoCells())) == {"symmetries"}


def test_symmetric_declarations_that_check_passes_do_not_change_the_value_of_any_search():
    """Six stones are won; a table that takes 5 stones for 4 says they are lost. It must not pass for sound."""
    game = ImageThatLeadsElsewhere(6)
    assert not check_laws(game).ok or pw.algorithms.mtdf(game).value == pw.algorithms.minimax(game).value


@pytest.mark.parametrize("stones", range(1, 9))
def test_a_game_worth_one_or_nothing_without_an_evaluation_is_reported_or_solved(stones):
    """The default evaluation, 0, is then as good as a proved loss: law 'evaluate' is broken by saying nothing."""

    class WinOrNothing(Pile):
        utility_bounds = (0, 1)

        def utility(self, state):
            return int(state.side == MIN)

    game = WinOrNothing(stones)
    report = check_laws(game)
    if report.ok:
        for algorithm in ("deepening", "mtdf", "alphabeta"):
            result = pw.search(game, algorithm=algorithm, engine="reference")
            assert (result.value, result.proved) == (pw.algorithms.minimax(game).value, True), algorithm
    else:
        assert laws_of(report) == {"evaluate"}


# --- sound games -----------------------------------------------------------------------------------------------------


class Tuples(Pile):
    def initial(self):
        return (self.stones, MAX)

    def player(self, state):
        return state[1]

    def actions(self, state):
        return range(1, min(3, state[0]) + 1)

    def result(self, state, action):
        return (state[0] - action, -state[1])

    def terminal(self, state):
        return state[0] == 0

    def utility(self, state):
        return -state[1]


class Strings(Pile):
    def initial(self):
        return "X:" + "o" * self.stones

    def player(self, state):
        return MAX if state[0] == "X" else MIN

    def actions(self, state):
        return range(1, min(3, len(state) - 2) + 1)

    def result(self, state, action):
        return ("Y" if state[0] == "X" else "X") + state[1 : len(state) - action]

    def terminal(self, state):
        return "o" not in state

    def utility(self, state):
        return -self.player(state)


class Integers(Pile):
    """Positive where MAX is to move; 0 can be reached by both, so the pile ends at 1."""

    def initial(self):
        return self.stones

    def player(self, state):
        return MAX if state > 0 else MIN

    def actions(self, state):
        return range(1, min(3, abs(state) - 1) + 1)

    def result(self, state, action):
        return -(state - action) if state > 0 else -(state + action)

    def terminal(self, state):
        return abs(state) == 1

    def utility(self, state):
        return -self.player(state)


class Falsy(Integers):
    """A state that counts as false in an `if`: the pile ends at 0, and whoever moves there is told by the ply."""

    def initial(self):
        return 0

    def player(self, state):
        return MAX if state % 2 == 0 else MIN

    def actions(self, state):
        return [1]

    def result(self, state, action):
        return state + 1

    def terminal(self, state):
        return state == 4

    def utility(self, state):
        return 0


class NestedTuples(Pile):
    def initial(self):
        return ((self.stones, ()), MAX)

    def player(self, state):
        return state[1]

    def actions(self, state):
        return range(1, min(3, state[0][0]) + 1)

    def result(self, state, action):
        (stones, taken), side = state
        return ((stones - action, (*taken, action)), -side)

    def terminal(self, state):
        return state[0][0] == 0

    def utility(self, state):
        return -state[1]


@dataclass(frozen=True)
class FrozenState:
    stones: int
    side: int


@dataclass(frozen=True, slots=True)
class SlottedState:
    stones: int
    side: int


class Dataclasses(Pile):
    State = FrozenState


class SlottedDataclasses(Pile):
    State = SlottedState

    def format_state(self, state):
        return f"{state.stones} {state.side}"

    def parse_state(self, text):
        return self.State(*map(int, text.split()))


class Generators(Pile):
    def actions(self, state):
        yield from super().actions(state)


class ListsOfActions(Pile):
    def actions(self, state):
        return list(super().actions(state))


class TuplesOfActions(Pile):
    def actions(self, state):
        return tuple(super().actions(state))


class IteratorsOfActions(Pile):
    def actions(self, state):
        return map(int, super().actions(state))


class DictionariesOfActions(Pile):
    def actions(self, state):
        return dict.fromkeys(super().actions(state), "take")


class TupleActions(Pile):
    def actions(self, state):
        return [("take", action) for action in super().actions(state)]

    def result(self, state, action):
        return super().result(state, action[1])


class WordActions(Pile):
    def actions(self, state):
        return ["one stone", "two stones", "three stones"][: state.stones]

    def result(self, state, action):
        return super().result(state, ("one stone", "two stones", "three stones").index(action) + 1)


@dataclass(frozen=True)
class Take:
    count: int


class DataclassActions(Pile):
    def actions(self, state):
        return [Take(count) for count in super().actions(state)]

    def result(self, state, action):
        return super().result(state, action.count)


class Move(enum.Enum):
    ONE = 1
    TWO = 2


class EnumActions(Pile):
    def actions(self, state):
        return [move for move in Move if move.value <= state.stones]

    def result(self, state, action):
        return super().result(state, action.value)


class MovesTwiceInARow(Pile):
    """Whoever takes one stone moves again."""

    def result(self, state, action):
        return self.State(state.stones - action, state.side if action == 1 else -state.side)


class OnePlayerOnly(Pile):
    def result(self, state, action):
        return self.State(state.stones - action, MAX)


class Score(Pile):
    """Worth millions, with no bounds declared and an evaluation to match."""

    utility_bounds = (-inf, inf)

    class State(NamedTuple):
        stones: int
        side: int
        score: int

    def initial(self):
        return self.State(self.stones, MAX, 0)

    def result(self, state, action):
        return self.State(state.stones - action, -state.side, state.score + state.side * action**3 * 1_000_003)

    def utility(self, state):
        return state.score

    def evaluate(self, state):
        return state.score + state.side * 0.5


class Astronomical(Pile):
    """Finite numbers that no float can hold."""

    utility_bounds = (-(10**400), 10**400)

    def utility(self, state):
        return -state.side * 10**400

    def evaluate(self, state):
        return state.side * 10**399

    def priority(self, state, action):
        return action * 10**350


class Fractional(Pile):
    utility_bounds = (-0.5, 0.75)

    def utility(self, state):
        return 0.75 if state.side == MIN else -0.5

    def evaluate(self, state):
        return state.stones / 1000


class HalfBounded(Pile):
    utility_bounds = (0, inf)

    def utility(self, state):
        return 10 if state.side == MIN else 0

    def evaluate(self, state):
        return 5


class Strict(Pile):
    """Raises whenever it is asked out of contract."""

    def live(self, state):
        if state.stones == 0:
            raise AssertionError("asked at the end of the game")

    def player(self, state):
        self.live(state)
        return super().player(state)

    def actions(self, state):
        self.live(state)
        yield from super().actions(state)

    def result(self, state, action):
        self.live(state)
        if action not in range(1, min(3, state.stones) + 1):
            raise AssertionError("not a legal action")
        return super().result(state, action)

    def utility(self, state):
        if state.stones:
            raise AssertionError("asked before the end of the game")
        return super().utility(state)

    def evaluate(self, state):
        self.live(state)
        return 0.25

    def priority(self, state, action):
        self.live(state)
        return action

    def orders(self):
        return {"big": self.priority}

    def format_action(self, state, action):
        self.live(state)
        return str(action)

    def parse_action(self, state, text):
        self.live(state)
        return int(text)

    def symmetries(self, state):
        yield state


class Over(Pile):
    """Over before it begins."""

    def __init__(self):
        super().__init__(0)


class Cycles(Pile):
    """Goes round for ever; an end can be chosen."""

    def actions(self, state):
        return ["round", "stop"]

    def result(self, state, action):
        return self.State(0 if action == "stop" else state.stones % 5 + 1, -state.side)


class Stands(Pile):
    """A pass leads to the very same state."""

    def result(self, state, action):
        return state if action == 3 else super().result(state, action)


class HeapsMerged(Heaps):
    def key(self, state):
        return min(state.left, state.right), max(state.left, state.right), state.side

    def symmetries(self, state):
        return [self.mirrored(state)]


class HeapsMergedByText(HeapsMerged):
    def key(self, state):
        return "-".join(sorted(map(str, state[:2]))) + str(state.side)


class MaybeState(NamedTuple):
    stones: int
    side: int
    last: int | None = None


class RemembersTheLastMove(Pile):
    """A field that is None at first: what NamedTuple states hold in any game with a last move."""

    State = MaybeState

    def result(self, state, action):
        return self.State(state.stones - action, -state.side, action)


class FloatState(NamedTuple):
    stones: int
    side: int
    score: float = 0


class CountsHalves(Pile):
    """A field that is 0 at first and 0.5 later."""

    State = FloatState

    def result(self, state, action):
        return self.State(state.stones - action, -state.side, state.score + action / 2)


class SetState(NamedTuple):
    stones: int
    side: int
    taken: frozenset = frozenset()


class HoldsASet(Pile):
    State = SetState

    def result(self, state, action):
        return self.State(state.stones - action, -state.side, state.taken | {action})


class Colour(enum.Enum):
    WHITE = "w"
    BLACK = "b"


class EnumState(NamedTuple):
    stones: int
    side: int
    colour: Colour = Colour.WHITE


class HoldsAnEnum(Pile):
    State = EnumState

    def result(self, state, action):
        return self.State(state.stones - action, -state.side, Colour.BLACK if state.side == MAX else Colour.WHITE)


class Clock(NamedTuple):
    ticks: int


class ClockState(NamedTuple):
    stones: int
    side: int
    clock: Clock = Clock(0)


class HoldsANamedTuple(Pile):
    State = ClockState

    def result(self, state, action):
        return self.State(state.stones - action, -state.side, Clock(state.clock.ticks + 1))


class Links(Pile):
    """The moves made so far as nested pairs, deeper than Python likes to recurse."""

    def initial(self):
        return ()

    def ply(self, state):
        plies = 0
        while state:
            plies, state = plies + 1, state[1]
        return plies

    def player(self, state):
        return MAX if self.ply(state) % 2 == 0 else MIN

    def actions(self, state):
        return [0]

    def result(self, state, action):
        return (action, state)

    def terminal(self, state):
        return self.ply(state) == self.stones

    def utility(self, state):
        return 0


@dataclass(frozen=True)
class ProxyState:
    """A read-only dictionary inside: it can be hashed and compared, and copy.deepcopy refuses it."""

    board: MappingProxyType
    side: int

    def __hash__(self):
        return hash((self.board["stones"], self.side))


class HoldsAMapping(Pile):
    def initial(self):
        return ProxyState(MappingProxyType({"stones": self.stones}), MAX)

    def actions(self, state):
        return range(1, min(3, state.board["stones"]) + 1)

    def result(self, state, action):
        return ProxyState(MappingProxyType({"stones": state.board["stones"] - action}), -state.side)

    def terminal(self, state):
        return state.board["stones"] == 0


class LooselyKnowing(Knowing):
    """Right where it says anything; the candidates are the moves that win, or any one that loses."""

    def bounds(self, state):
        value = known(state.stones)
        return (value, value) if state.stones in (0, 4, 5) else (value - state.stones, value + 1)

    def candidates(self, state):
        return [action for action in self.actions(state) if (state.stones - action) % 4 == 0] or [1]


class AlwaysWonInTurns(AlwaysWon):
    alternating = True
    key_bits = 8

    def bounds(self, state):
        return (state.side * PLIES, state.side * PLIES) if state.stones == 0 else (-PLIES + 1, PLIES - 1)

    def key(self, state):
        return state.stones * 2 + (state.side == MAX)


class RoundsWithBounds(Pile):
    """Goes round for ever, to whoever's liking; an end can be chosen, which wins."""

    alternating = True

    def actions(self, state):
        return ["round", "stop"]

    def result(self, state, action):
        return self.State(0 if action == "stop" else state.stones % 5 + 1, -state.side)

    def bounds(self, state):
        return known(state.stones > 0), known(state.stones > 0)


class KnowsAndMovesTwice(Pile):
    """Nobody's view is that of the end where players do not take turns: the bounds there say nothing."""

    def result(self, state, action):
        return self.State(state.stones - action, state.side if action == 1 else -state.side)

    def bounds(self, state):
        return -FAR, FAR


SOUND = [
    Knowing(), Knowing(stones=100), LooselyKnowing(), LooselyKnowing(stones=51), Knowing(stones=0), AlwaysWonInTurns(),
    RoundsWithBounds(), KnowsAndMovesTwice(),
    Pile(), Pile(stones=100), Objects(), Tuples(), Strings(), Integers(), Falsy(), NestedTuples(), Dataclasses(),
    SlottedDataclasses(), Generators(), ListsOfActions(), TuplesOfActions(), IteratorsOfActions(),
    DictionariesOfActions(), TupleActions(), WordActions(), DataclassActions(), EnumActions(), MovesTwiceInARow(),
    OnePlayerOnly(), Score(), Astronomical(), Fractional(), HalfBounded(), Strict(), Over(), Cycles(), Stands(),
    Heaps(), HeapsMerged(), HeapsMergedByText(), Marks(), RemembersTheLastMove(), CountsHalves(), HoldsASet(),
    HoldsAnEnum(), HoldsANamedTuple(), HoldsAMapping(),
]  # fmt: skip


@pytest.mark.slow_with("Objects", "Marks", "HoldsASet")
@pytest.mark.parametrize("game", SOUND, ids=lambda game: type(game).__name__)
def test_a_sound_game_passes(game):
    report = check_laws(game)
    assert report.ok, str(report)
    assert report.complete
    assert report.states == len(reachable(game))
    assert report.terminals == sum(game.terminal(state) for state in reachable(game))


@pytest.mark.slow_with("400", "700", "200")
@pytest.mark.parametrize("plies", [10, 200, 400, 700])
def test_states_nested_as_deep_as_the_game_is_long_pass(plies):
    report = check_laws(Links(plies), states=20, playouts=1) if plies > 400 else check_laws(Links(plies))
    assert report.ok, str(report)


@pytest.mark.slow_with("tictactoe")  # tests/games/test_conformance.py
@pytest.mark.parametrize("text", ["tictactoe", "nim", "nim:heaps=1-2-3-4,misere=1", "nim:heaps=0-5-5", "nim:heaps=9"])
def test_the_registered_games_pass(text):
    report = check_laws(pw.make(text))
    assert report.ok, str(report)
    assert report.complete
    assert not report.notes


@pytest.mark.fast_with("size7")
@pytest.mark.parametrize(
    "size", [(7, 6, 4), (5, 4, 4), (4, 4, 4), (4, 3, 3), (3, 3, 3), (2, 2, 3), (1, 9, 1), (9, 1, 2), (2, 6, 4)]
)
def test_connect4_of_any_size_passes(size):
    report = check_laws(pw.make("connect4", **dict(zip(("width", "height", "connect"), size, strict=True))))
    assert report.ok, str(report)
    assert not report.notes


@pytest.mark.parametrize("form", [{}, {"left": 5, "wide": 4}, {"left": 7, "wide": 2, "early": 0}, {"pool": 5}], ids=str)
def test_trees_that_know_of_their_ends_pass(form):
    for seed in range(12):

        class Grown(KnowingWood):
            def initial(self, seed=seed):
                return self.start(seed, **form)

        report = check_laws(Grown(), states=300, playouts=3)
        assert report.ok, str(report)


def test_promises_that_no_search_relies_on_are_notes():
    assert [note for note in check_laws(KnowsAndMovesTwice()).notes if note.startswith("bounds are not used")]

    class Guided(AlwaysWon):
        alternating = True

    assert [note for note in check_laws(Guided()).notes if note.startswith("candidates are not used")]


@pytest.mark.parametrize("leaves", ["[3]", "[[3, [5, 1]], 6]", "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", "[[1, 1], [1]]"])
def test_explicit_trees_pass(leaves):
    report = check_laws(pw.Tree(json.loads(leaves)))
    assert report.ok, str(report)
    assert report.complete


def test_a_utility_that_no_search_can_step_through_is_refused():
    """Plywise's values are ints and floats: null windows need the next number up."""

    class Exact(Pile):
        def utility(self, state):
            return Fraction(-state.side, 3)

    assert laws_of(check_laws(Exact())) == {"utility"}


def test_a_state_without_a_text_form_is_a_note_and_no_breach():
    class OfFractions(Pile):
        def initial(self):
            return self.State(Fraction(3), pw.MAX)

        def actions(self, state):
            return [1]

    report = check_laws(OfFractions())
    assert report.ok, str(report)
    assert [note for note in report.notes if "--position" in note]
    assert not [note for note in check_laws(Dataclasses()).notes if "--position" in note]


# --- games without end -----------------------------------------------------------------------------------------------


class Forever(Pile):
    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        return self.State(state.stones + action, -state.side)

    def terminal(self, state):
        return False

    def utility(self, state):
        raise AssertionError("no end, no utility")


def test_a_game_that_never_ends_is_asked_as_far_as_the_limits_go():
    report = check_laws(Forever(), states=300, playouts=1)
    assert report.ok, str(report)
    assert not report.complete
    assert report.terminals == 0
    assert [note for note in report.notes if "2,000 plies" in note]


@pytest.mark.slow
def test_a_law_broken_far_from_the_start_of_an_endless_game_is_found_by_random_play():
    class BreaksLate(Forever):
        def player(self, state):
            return state.side if state.stones < 1_000 else 0

    report = check_laws(BreaksLate(), states=50, playouts=1)
    assert laws_of(report) == {"player"}
    assert BreaksLate().parse_state(report.broken[0].position).stones >= 1_000


def test_endless_actions_that_differ_every_time_are_reported_in_reasonable_length():
    class Noise(Pile):
        def actions(self, state):
            while True:
                yield random.random()

    report = check_laws(Noise())
    assert {"actions", "deterministic"} >= laws_of(report) >= {"actions"}
    assert len(str(report)) < 10_000


def test_endless_symmetries_come_to_an_end():
    class Mirrors(Pile):
        def symmetries(self, state):
            return itertools.repeat(state)

    assert isinstance(check_laws(Mirrors()).states, int)


# --- nothing is ever raised ------------------------------------------------------------------------------------------


class Ambiguous:
    """Like an array: a comparison answers with another array, which is neither true nor false."""

    __hash__ = None

    def __eq__(self, other):
        return self

    def __ne__(self, other):
        return self

    def __bool__(self):
        raise ValueError("the truth value is ambiguous")


ANSWERS = {
    "None": None, "a number": 5, "a word": "word", "a list": [], "a dictionary": {}, "nan": nan, "inf": inf,
    "an object": object(), "a function": len, "a class": Piece, "an array": Ambiguous(), "a huge number": 10**400,
}  # fmt: skip

SOUND_ANSWERS = {
    ("symmetries", "a list"), ("symmetries", "a dictionary"), ("orders", "a dictionary"),
    ("priority", "a number"), ("priority", "a huge number"),
}  # fmt: skip

RULES = (
    "initial", "player", "actions", "result", "terminal", "utility", "evaluate", "key", "symmetries", "priority",
    "orders", "format_state", "parse_state", "format_action", "parse_action",
    "bounds", "candidates", "defences",
)  # fmt: skip


@in_turn("answer", ANSWERS)
@pytest.mark.parametrize("rule", RULES)
def test_a_rule_that_answers_nonsense_is_reported_and_nothing_is_raised(rule, answer):
    nonsense = type("Nonsense", (Pile,), {rule: lambda self, *asked: ANSWERS[answer]})
    report = check_laws(nonsense(), states=50, playouts=2)
    assert report.ok == ((rule, answer) in SOUND_ANSWERS), str(report)


@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.parametrize("promise", ["alternating", "key_bits", "max_plies"])
def test_a_promise_that_is_nonsense_is_reported_and_nothing_is_raised(promise, answer):
    sound = answer == "None" or (promise == "alternating" and answer != "an array")
    sound = sound or (promise == "max_plies" and answer == "a huge number")
    game = type("Nonsense", (Numbered,), {promise: ANSWERS[answer]})()
    report = check_laws(game, states=50, playouts=2)
    assert report.ok == (sound or (promise == "key_bits" and answer in ("a number", "a huge number"))), str(report)


@pytest.mark.slow_with("__repr__", "__deepcopy__", "__hash__")
@pytest.mark.parametrize("method", ["__eq__", "__hash__", "__repr__", "__deepcopy__"])
def test_a_game_of_broken_states_that_promises_something_raises_nothing(method):
    class Tired(Piece):
        left = 300

        def __hash__(self):
            return Piece.__hash__(self)

    def tiring(self, *asked):
        Tired.left -= 1
        if Tired.left < 0:
            boom()
        return getattr(Piece, method, lambda self, memo: Tired(self.stones, self.side))(self, *asked)

    setattr(Tired, method, tiring)
    game = type("Promising", (LooselyKnowing,), {"State": Tired, "max_plies": 6})()
    for left in range(0, 1200, 60):
        Tired.left = left
        assert check_laws(game, states=50, playouts=2).states >= 1


@in_turn("error", [ValueError("a\nb"), Exception(), KeyError(3), SystemExit(3), MemoryError()])
@pytest.mark.parametrize("rule", RULES)
def test_whatever_a_rule_raises_is_reported_as_one_line(rule, error):
    def raising(self, *asked):
        raise error

    report = check_laws(type("Raising", (Pile,), {rule: raising})(), states=50, playouts=2)
    assert "rules answer" in laws_of(report), str(report)
    assert laws_of(report) <= {"rules answer", "state text"}
    assert len(str(report).splitlines()) == 1 + len(report.broken) + len(report.notes)


@pytest.mark.parametrize("bounds", [None, (1,), (-1, 0, 1), 5, ("a", "b"), (None, None), (nan, nan)], ids=repr)
def test_bounds_that_are_none_are_reported(bounds):
    class Bounded(Pile):
        utility_bounds = bounds

    assert laws_of(check_laws(Bounded())) == {"utility"}


class Boom(Exception):
    pass


def boom(*asked):
    raise Boom("never mind")


@pytest.mark.parametrize("method", ["__eq__", "__hash__", "__repr__", "__deepcopy__"])
def test_a_state_whose_own_methods_raise_is_reported(method):
    broken = type("BrokenPiece", (Piece,), {"__hash__": Piece.__hash__, method: boom})
    game = type("BrokenState", (Objects,), {"State": broken})()
    report = check_laws(game)
    if method in ("__eq__", "__hash__"):
        assert "hashable" in laws_of(report) or "rules answer" in laws_of(report), str(report)
    assert report.states >= 1


@pytest.mark.parametrize("method", ["__eq__", "__hash__", "__repr__"])
def test_an_action_whose_own_methods_raise_is_reported(method):
    broken = type("BrokenTake", (Take,), {"__hash__": Take.__hash__, method: boom})

    class BrokenActions(DataclassActions):
        def actions(self, state):
            return [broken(count) for count in range(1, min(3, state.stones) + 1)]

        def format_action(self, state, action):
            return str(action.count)

    report = check_laws(BrokenActions())
    assert not report.ok or method == "__repr__"


def test_the_user_s_line_is_named_where_a_rule_raises():
    report = check_laws(TerminalRaises())
    assert "KeyError" in report.broken[0].detail
    assert "test_laws.py line " in report.broken[0].detail


# --- the report ------------------------------------------------------------------------------------------------------


def test_the_report_of_a_sound_game_in_words_and_as_data():
    report = check_laws(Pile())
    assert report.ok
    assert str(report).splitlines() == [
        "Pile: all 29 laws hold on 12 states (every reachable state), 2 of them terminal",
        *(f"  you may write {each}" for each in report.suggestions),
    ]
    assert report.to_dict() == {
        "game": "Pile",
        "ok": True,
        "states": 12,
        "terminals": 2,
        "complete": True,
        "found": 12,
        "full_plies": 3,
        "deepest_ply": 3,
        "cut_short": [],
        "seed": 0,
        "laws": list(LAWS),
        "broken": [],
        "notes": [],
        "suggestions": [
            "alternating = True: the players take turns on every one of the 18 moves",
            "max_plies = 6: no line of play through the 12 states, the whole game, is longer",
        ],
    }


def test_the_report_of_a_broken_game_is_json_and_names_law_state_and_action():
    report = check_laws(WordForTwo(), seed=5)
    data = json.loads(json.dumps(report.to_dict()))
    assert (data["ok"], data["seed"]) == (False, 5)
    (broken,) = data["broken"]
    assert (broken["law"], broken["position"], broken["action"]) == ("action text", "stones=6,side=1", "2")
    assert "law 'action text' is broken at stones=6,side=1, action 2: " in str(report)


@pytest.mark.parametrize("game_class", [TextOfTwoLines, TextIsRefused, ParseStateRaises])
def test_each_breach_is_one_line(game_class):
    for breach in check_laws(game_class()).broken:
        assert len(str(breach).splitlines()) == 1


class Recording(Pile):
    """Notes which states it was asked about."""

    def __init__(self, stones):
        super().__init__(stones)
        self.asked = set()

    def terminal(self, state):
        self.asked.add(state)
        return super().terminal(state)


@pytest.mark.parametrize("playouts", [0, 3])
def test_the_report_counts_the_states_that_were_asked(playouts):
    game = Recording(60)
    report = check_laws(game, states=20, playouts=playouts)
    assert not report.complete
    assert report.states == len(game.asked)


def test_terminal_states_are_counted_once_each():
    report = check_laws(Pile(21), states=10, playouts=30)
    assert not report.complete
    assert report.terminals <= 2


def test_as_many_states_as_the_limit_are_asked_even_where_the_first_has_more_children():
    class Fan(Pile):
        def actions(self, state):
            return range(1, 101)

        def result(self, state, action):
            return self.State(0, -action)

        def utility(self, state):
            return 0 if state.side > -40 else 9

    assert laws_of(check_laws(Fan(), states=90, playouts=0)) == {"utility"}


def test_a_limit_that_just_suffices_is_complete():
    assert check_laws(Pile(), states=12).complete
    assert not check_laws(Pile(), states=11).complete


def test_the_same_seed_gives_the_same_report_and_leaves_python_s_own_dice_alone():
    random.seed(7)
    expected = random.random()
    random.seed(7)
    first = check_laws(Pile(200), states=30, playouts=4, seed=3)
    assert random.random() == expected
    assert first == check_laws(Pile(200), states=30, playouts=4, seed=3)


def test_laws_are_reported_in_the_order_in_which_they_are_listed():
    class Two(Pile):
        def player(self, state):
            return 0

        def format_action(self, state, action):
            return "a b"

        def utility(self, state):
            return 9

    assert [breach.law for breach in check_laws(Two()).broken] == ["player", "utility", "action text"]


class ByIdentity(Pile):
    """States that compare by identity, which `result` copies or changes in place."""

    class State:
        def __init__(self, stones, side):
            self.stones, self.side = stones, side

    in_place = False

    def result(self, state, action):
        child = state if self.in_place else self.State(state.stones, state.side)
        child.stones, child.side = state.stones - action, -state.side
        return child


class ByIdentityInPlace(ByIdentity):
    in_place = True


def test_a_change_in_place_is_told_alone_and_with_its_field():
    (breach,) = check_laws(ByIdentityInPlace(), states=200).broken
    assert breach.law == "result"
    assert "result changed the state it was given: stones was 6 and is now 5" in breach.detail
    assert "copy.deepcopy(state)" in breach.detail


def test_states_that_compare_by_identity_are_compared_by_what_they_hold():
    (breach,) = check_laws(ByIdentity(), states=200).broken
    assert breach.law == "hashable"
    assert "NamedTuple" in breach.detail


@pytest.mark.parametrize("bounds", [(1, -1), (0, 0), (nan, 1), "ab", None, (1,), (-1, "1")], ids=repr)
def test_utility_bounds_that_are_no_interval_break_a_law_that_says_what_to_write(bounds):
    class Bounded(Pile):
        utility_bounds = bounds

    assert any("utility_bounds" in each.detail and "(-1, 1)" in each.detail for each in check_laws(Bounded()).broken)
