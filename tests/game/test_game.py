"""What a game says of itself, and what is said of what is no game."""

import copy
import pickle
from dataclasses import dataclass

import pytest

import plywise as pw
from plywise.games import REGISTRY
from plywise.games.loading import registered_class
from plywise.notebook import film
from plywise.play.turns import take_turns
from tests.helpers.in_turn import in_turn
from tests.helpers.stones import Stones


class Heap(Stones):
    def __init__(self, stones=5, *, most=3, label="a"):
        self.start, self.most, self.label = stones * 10, most, label  # `start` is no parameter's name

    def initial(self):
        return self.State(self.start // 10, pw.MAX)


class Twelve(Heap):
    def __init__(self):
        super().__init__(12)


@dataclass(frozen=True)
class Frozen(Heap):
    stones: int = 5


def test_a_game_s_repr_is_the_call_that_made_it():
    assert repr(Heap()) == repr(Heap(5)) == "Heap()"
    assert repr(Heap(7, label="b")) == "Heap(stones=7, label='b')"
    assert repr(Twelve()) == "Twelve()"
    assert repr(Frozen(7)) == "Frozen(stones=7)"
    assert len(repr(Heap(label="x" * 1000))) < 100
    for game in (Heap(7), Twelve()):
        assert repr(copy.deepcopy(game)) == repr(pickle.loads(pickle.dumps(game))) == repr(game)


@pytest.mark.parametrize("name", REGISTRY)
def test_a_registered_game_s_repr_makes_it(name):
    game_class = registered_class(name)
    assert repr(pw.make(name)) == f"{game_class.__name__}()"
    assert repr(eval(repr(pw.make(name)), {game_class.__name__: game_class})) == repr(pw.make(name))


def test_parameters_are_shown_as_they_were_given():
    assert repr(pw.make("cube:size=4")) == "Cube(size=4)"  # its attribute `size` is something else
    assert repr(pw.make("mnk", m=4)) == "Mnk(m=4)"
    assert repr(pw.make("nim:heaps=1-2,misere=1")) == "Nim(heaps='1-2', misere=1)"
    assert repr(pw.make("connect4", width=6)) == "Connect4(width=6)"


NO_GAMES = [
    ("tictactoe", r"^'tictactoe' is a text, not a game: pw.make\('tictactoe'\) makes the game$"),
    (Stones, r"^Stones is a class, not a game: Stones\(\) makes one$"),
    (dict, "^dict is not a subclass of plywise.Game$"),
    ([3, 5], r"^\[3, 5\] is a list, not a game: pw.Tree\(...\) makes a tree of it$"),
    (None, "^None is not a game"),
    ("a\nb" * 99, "is a text, not a game"),
]
TAKERS = [
    *(pw.search, pw.solve, pw.Solver, pw.count, pw.trace, pw.explain, pw.check, pw.compare, pw.position, film),
    *(
        pw.algorithms.minimax,
        pw.algorithms.alphabeta,
        pw.algorithms.negamax,
        pw.algorithms.failhard,
        pw.algorithms.shallow,
        pw.algorithms.pvs,
        pw.algorithms.mtdf,
        pw.algorithms.sss,
        pw.algorithms.deepening,
    ),
    lambda game: next(take_turns(game, {})),
]


@in_turn(("given", "says"), NO_GAMES)
@pytest.mark.parametrize("take", TAKERS, ids=lambda take: take.__name__)
def test_what_is_no_game_is_refused_in_one_line_that_says_what_to_write(take, given, says):
    with pytest.raises(pw.InputError, match=says) as caught:
        take(given)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("take", [each for each in TAKERS[:-1] if each not in (pw.Solver, pw.check, pw.position, film)])
def test_a_text_in_place_of_a_state_is_refused_in_one_line(take):
    with pytest.raises(pw.InputError, match=r"'X\.' is a text, not a state of Stones: game.parse_state\('X\.'\)"):
        take(Stones(), "X.")


class Words(Stones):
    def initial(self):
        return "five"


def test_a_state_may_be_a_text_where_the_game_s_states_are():
    from plywise.game import start_of

    assert start_of(Words(), "four") == "four"
