"""Games written for easyAI, whose values are in the view of the player to move, and whose search switches players."""

import re
import sys
from pathlib import Path

import pytest

import plywise as pw
from plywise.games.adopt.adoption import adopt
from tests.helpers.paths import ROOT

LIBRARY = '''
from abc import ABC

class TwoPlayerGame(ABC):
    """What games need of the library's base class."""

    @property
    def opponent_index(self):
        return 2 if self.current_player == 1 else 1

    @property
    def player(self):
        return self.players[self.current_player - 1]

    @property
    def opponent(self):
        return self.players[self.opponent_index - 1]

    def switch_player(self):
        self.current_player = self.opponent_index

    def copy(self):
        from copy import deepcopy
        return deepcopy(self)

class Negamax:
    def __init__(self, depth): self.depth = depth

class AI_Player:
    def __init__(self, algorithm, name="AI"): self.algorithm, self.name = algorithm, name

class Human_Player:
    def __init__(self, name="Human"): self.name = name
'''
POINTS = """
import numpy as np
from easyAI import TwoPlayerGame

class Cells(TwoPlayerGame):
    def __init__(self, players):
        self.players = players
        self.board = np.array([3, 1, 4, 1, 5])
        self.owner = np.zeros(5, dtype=int)
        self.current_player = 1

    def possible_moves(self):
        return [i for i in range(5) if self.owner[i] == 0]

    def make_move(self, move):
        self.owner[move] = self.current_player

    def unmake_move(self, move):
        self.owner[move] = 0

    def is_over(self):
        return self.possible_moves() == []

    def scoring(self):
        mine = self.board[self.owner == self.current_player].sum()
        return mine - self.board[self.owner == self.opponent_index].sum()
"""
RUNNERS = """
from easyAI import TwoPlayerGame

class Runners(TwoPlayerGame):
    def __init__(self, players):
        self.players = players
        for place, player in enumerate(players):
            player.place, player.goal = 0, 6 + place
        self.current_player = 1

    def possible_moves(self):
        return [1, 2]

    def make_move(self, move):
        self.player.place += move

    def lose(self):
        return self.opponent.place >= self.opponent.goal

    def is_over(self):
        return self.lose()
"""


@pytest.fixture
def easy(tmp_path, monkeypatch):
    """Return a function that adopts the text of a game, with a stand-in for the library beside it."""
    (tmp_path / "easyAI.py").write_text(LIBRARY)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "easyAI", raising=False)
    files = []

    def make(text):
        files.append(tmp_path / f"game_{len(files)}.py")
        files[-1].write_text(text)
        return adopt(files[-1])

    yield make
    sys.modules.pop("easyAI", None)


def best(game, depth):
    """Return a game's value by plain negamax over the library's own methods."""
    if depth == 0 or game.is_over():
        return game.scoring()
    values = []
    for move in game.possible_moves():
        child = game.copy()
        child.make_move(move)
        child.switch_player()
        values.append(-best(child, depth - 1))
    return max(values)


def guides_game() -> str:
    """Return the game of the guide's chapter."""
    page = Path(ROOT / "docs/guides/adopt.md").read_text()
    return next(text for text in re.findall(r"```python\n(.*?)```", page, re.S) if "easyAI" in text)


@pytest.mark.parametrize("engine", ["reference", pytest.param("native", marks=pytest.mark.slow)])
def test_the_guides_sticks_have_the_value_that_the_library_finds(easy, engine):
    adoption = easy(guides_game())
    game, own = adoption.game_class(), adoption.file.module
    assert adoption.find_faults() == []
    values = [pw.search(game, algorithm="alphabeta", depth=depth, engine=engine).value for depth in range(1, 12)]
    assert values == [best(own.Sticks([None, None]), depth) for depth in range(1, 12)]


@pytest.mark.parametrize("engine", ["reference", pytest.param("native", marks=pytest.mark.slow)])
def test_points_are_those_of_the_player_to_move(easy, engine):
    adoption = easy(POINTS)
    game, own = adoption.game_class(), adoption.file.module
    assert adoption.find_faults() == []  # unmake_move leaves the players as they are, as it should
    for depth in (1, 3, 5):
        found = pw.search(game, algorithm="alphabeta", depth=depth, engine=engine).value
        assert (found, type(found)) == (best(own.Cells([None, None]), depth), int)


def test_players_may_be_given_attributes_and_lose_says_who_has_won(easy):
    game = easy(RUNNERS).game_class()
    assert pw.search(game, engine="reference").value == 1  # MAX has the shorter way, and moves first


def test_a_missing_library_is_named(tmp_path, monkeypatch):
    file = tmp_path / "game.py"
    file.write_text(POINTS)
    monkeypatch.setitem(sys.modules, "easyAI", None)
    with pytest.raises(pw.InputError, match="easyAI"):
        adopt(file)
