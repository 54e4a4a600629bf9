"""Notes of check on what breaks no law: play in circles, and utilities in the view of the player to move."""

import re
from typing import NamedTuple

import pytest

import plywise as pw
from plywise.laws.rules import check_laws
from tests.game.test_slips import Three
from tests.helpers.stones import Stones


class MoverView(Three):
    def utility(self, s):
        return 1 if s[0][1] == s[1] else -1


class MoverHasLost(Three):
    """Who fills the middle wins at once: in the view of the player to move, each end is a loss."""

    def terminal(self, s):
        return s[0][1] != "." or "." not in s[0]

    def utility(self, s):
        return -1


class SideInANamedTuple(pw.Game):
    class State(NamedTuple):
        cells: str = "..."
        side: int = 1

    def initial(self):
        return self.State()

    def player(self, s):
        return s.side

    def actions(self, s):
        return [i for i in range(3) if s.cells[i] == "."]

    def result(self, s, a):
        return self.State(s.cells[:a] + ("X" if s.side == 1 else "O") + s.cells[a + 1 :], -s.side)

    def terminal(self, s):
        return "." not in s.cells

    def utility(self, s):
        return s.side if s.cells[1] == "X" else -s.side


@pytest.mark.parametrize("game", [MoverView, MoverHasLost, SideInANamedTuple])
def test_utilities_in_the_view_of_the_mover_are_noted_with_what_to_write(game):
    report = check_laws(game())
    assert report.ok
    (note,) = [each for each in report.notes if "utility must return the value for MAX, whoever is to move" in each]
    named = re.search(r"as at (.+), where MAX made the last move, and at (.+), where MIN did;", note) or re.search(
        r"the utility is the opposite, \S+ at (.+), \S+ at (.+);", note
    )
    assert all(game().terminal(game().parse_state(each)) for each in named.groups())


class OwnAndOther(pw.Game):
    """States in the view of the mover: own stones first. Whoever has more at the end wins; utilities are right."""

    def initial(self):
        return (0, 0, 1, 3)

    def player(self, s):
        return s[2]

    def actions(self, s):
        return [1, 2]

    def result(self, s, a):
        return (s[1], s[0] + a, -s[2], s[3] - 1)

    def terminal(self, s):
        return s[3] == 0

    def utility(self, s):
        return s[2] * ((s[0] > s[1]) - (s[0] < s[1]))


@pytest.mark.slow_with("<lambda>")
@pytest.mark.parametrize("game", [Three, Stones, OwnAndOther, lambda: pw.make("tictactoe")])
def test_utilities_for_max_are_not_noted(game):
    assert not any("utility must" in each for each in check_laws(game(), states=2_000, playouts=2).notes)


class Rooms(pw.Game):
    """From a to b and back for ever, or out through c."""

    def initial(self):
        return ("a", 1)

    def player(self, s):
        return s[1]

    def actions(self, s):
        return {"a": ["b"], "b": ["a", "c"], "c": ["d", "a"]}[s[0]]

    def result(self, s, a):
        return (a, -s[1])

    def terminal(self, s):
        return s[0] == "d"

    def utility(self, s):
        return 1 if s[1] == 1 else -1


def test_play_in_circles_is_noted_with_how_to_solve_it():
    (note,) = [each for each in check_laws(Rooms()).notes if "circles" in each]
    assert "('a', 1)" in note
    assert "--method retrograde" in note


def test_play_that_ends_is_not_noted():
    assert not any("circles" in each for each in check_laws(Stones()).notes)
