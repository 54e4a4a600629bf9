"""Functions and objects of Python as players."""

import pytest

import plywise as pw
from plywise import InputError
from plywise.play.player import Player, PlayerFailure, Situation, Thought
from plywise.play.players import (
    EnginePlayer,
    FunctionPlayer,
    ObjectPlayer,
    RandomPlayer,
    as_player,
    describe_player,
    make_player,
)

GAME = pw.make("tictactoe")
START = Situation(GAME, GAME.initial(), (), GAME.initial())

OWN = """
def last(game, state):
    return list(game.actions(state))[-1]

def broken(game, state):
    return 1 / 0

def leaves(game, state):
    raise SystemExit("enough")

number = 7
"""


@pytest.fixture
def file(tmp_path, monkeypatch):
    path = tmp_path / "own.py"
    path.write_text(OWN)
    monkeypatch.setattr("sys.path", [])
    return path


def last(game, state):
    return list(game.actions(state))[-1]


def test_a_function_plays():
    assert as_player(last).decide(START) == Thought(8)
    assert as_player(lambda game, state: None).decide(START).action is None, "it resigns"


def test_a_function_in_a_file_plays(file):
    player = make_player(f"function:{file}:last")
    assert isinstance(player, FunctionPlayer)
    assert player.choose(GAME, GAME.initial()) == 8


@pytest.mark.parametrize(
    ("name", "says"),
    [("broken", "own.py:6: ZeroDivisionError: division by zero"), ("leaves", "own.py:9: SystemExit: enough")],
)
def test_an_exception_loses_the_game(file, name, says):
    with pytest.raises(PlayerFailure, match=says) as caught:
        make_player(f"function:{file}:{name}").decide(START)
    assert caught.value.kind == "error"
    assert len(str(caught.value).splitlines()) == 1


def test_ctrl_c_in_a_function_is_ctrl_c():
    def press(game, state):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        as_player(press).decide(START)


def test_rules_that_fail_are_not_the_function_s_fault():
    class Broken(type(GAME)):
        def actions(self, state):
            raise RuntimeError("no actions today")

    broken = Broken()
    situation = Situation(broken, broken.initial(), (), broken.initial())
    with pytest.raises(Exception, match="no actions today") as caught:
        as_player(lambda game, state: pw.search(game, state, depth=2, engine="reference").best).decide(situation)
    assert not isinstance(caught.value, PlayerFailure)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("function:", "function '' is not of the form path/file.py:name"),
        ("function:own.py", "is not of the form path/file.py:name"),
        ("function:{file}", "is not of the form path/file.py:name"),
        ("function:{file}:first", "own.py has no function 'first'"),
        ("function:{file}:number", "own.py has no function 'number'"),
        ("function:missing.py:last", "no file 'missing.py' to read"),
    ],
)
def test_functions_that_cannot_be_are_refused_in_one_line(file, text, says):
    with pytest.raises(InputError, match=says) as caught:
        make_player(text.format(file=file))
    assert len(str(caught.value).splitlines()) == 1


class Chooser:
    """An object that is no Player, but chooses."""

    def choose(self, game, state):
        return last(game, state)


class Noting(Chooser):
    """One that knows more."""

    def __init__(self):
        self.noted = []

    def begin(self, game, start):
        self.noted.append("begin")

    def decide(self, situation):
        self.noted.append(len(situation.actions))
        return 3 if situation.actions else Thought(2, value=1)

    def close(self):
        self.noted.append("close")


def test_an_object_that_chooses_plays():
    player = as_player(Chooser())
    assert type(player) is ObjectPlayer
    player.begin(GAME, GAME.initial())
    assert player.decide(START) == Thought(8)
    assert player.choose(GAME, GAME.initial()) == 8
    player.close()


def test_an_object_may_know_when_a_game_begins_and_ends():
    chooser = Noting()
    player = as_player(chooser)
    player.begin(GAME, GAME.initial())
    assert player.decide(START) == Thought(2, value=1)
    after = GAME.result(GAME.initial(), 4)
    assert player.decide(Situation(GAME, GAME.initial(), (4,), after)) == Thought(3)
    player.close()
    assert chooser.noted == ["begin", 0, 1, "close"]


def test_an_object_that_fails_loses_the_game():
    class Failing:
        def choose(self, game, state):
            raise ValueError("two\nlines")

        begin = choose

    with pytest.raises(PlayerFailure, match="ValueError: two"):
        as_player(Failing()).decide(START)
    with pytest.raises(PlayerFailure, match="ValueError: two"):
        as_player(Failing()).begin(GAME, GAME.initial())


def test_players_and_texts_are_players():
    engine = EnginePlayer(nodes=5)
    assert as_player(engine) is engine
    assert as_player("engine:nodes=5") == engine


@pytest.mark.parametrize("wrong", [None, 3, [], RandomPlayer, Chooser, Player, "nobody"])
def test_what_is_no_player_is_refused(wrong):
    with pytest.raises(InputError, match=r"no player|not a player"):
        as_player(wrong)


@pytest.mark.parametrize(
    ("who", "name"),
    [
        ("engine:level=3", "engine:level=3"),
        ("uci:cat -u", "uci:cat -u"),
        (last, "last"),
        (as_player(last), "last"),
        (Chooser(), "Chooser"),
        (as_player(Chooser()), "Chooser"),
        (RandomPlayer(3), "RandomPlayer(seed=3)"),
    ],
)
def test_players_have_names(who, name):
    assert describe_player(who) == name
