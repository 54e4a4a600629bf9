"""What check suggests to declare: only what held on all states tried, and what to write keeps the laws."""

from dataclasses import replace

import pytest

import plywise as pw
from plywise.laws.rules import check_laws
from plywise.laws.suggestions import longest_line
from tests.helpers.plain_games import Dominoes, Endless, Flat, Race, Ring, Rows


def suggested(game, **options):
    report = check_laws(game, **options)
    assert report.ok, str(report)
    assert report.to_dict()["suggestions"] == list(report.suggestions)
    return {each.partition(":")[0].removesuffix(" (and key, which they share)"): each for each in report.suggestions}


def test_a_small_game_s_facts_are_found():
    found = suggested(Flat())
    assert list(found) == ["utility_bounds = (-1, 1)", "alternating = True", "max_plies = 9", "symmetries"]
    assert found["utility_bounds = (-1, 1)"].endswith("on every one of the 958 ends")
    assert found["alternating = True"].endswith("on every one of the 13,305 moves")
    assert "a quarter turn back: what follows is the same on all 200 states tried" in found["symmetries"]


def test_what_is_declared_is_not_suggested():
    class Declared(Flat):
        utility_bounds = (-1, 1)
        alternating = True
        max_plies = 9

        def symmetries(self, state):
            return ()

    assert suggested(Declared(), states=100, playouts=2) == {
        "evaluate(state)": "evaluate(state): no evaluation, so a search with a limit sees nothing beyond its horizon"
    }


@pytest.mark.slow
def test_what_does_not_hold_is_not_suggested():
    class Lopsided(Flat):
        def utility(self, state):
            return super().utility(state) * (3 if state.board[0] == "X" else 1)

        def player(self, state):
            return pw.MAX

    found = suggested(Lopsided(), states=2_500, playouts=0)
    assert "alternating = True" not in found
    assert "utility_bounds = (-3, 3), or wider if the rules allow" in found
    assert "the diagonal:" in found["symmetries"]  # the corner stays where it is
    assert "left and right" not in found["symmetries"]


def test_on_some_of_the_states_it_says_so():
    found = suggested(Ring(), states=50, playouts=3)
    assert "max_plies" not in str(found)
    assert "tried" in found["alternating = True"]
    assert "evaluate(state)" in found


class Wood(Flat):
    """Cells in a plain tuple that is the whole state: whose turn it is follows from them."""

    def initial(self):
        return (0,) * 9

    def player(self, state):
        return pw.MAX if sum(map(bool, state)) % 2 == 0 else pw.MIN

    def actions(self, state):
        return [cell for cell in range(9) if not state[cell]]

    def result(self, state, action):
        return (*state[:action], self.player(state), *state[action + 1 :])

    def winner(self, state):
        names = {1: "X", -1: "O", 0: "."}
        return super().winner(self.State("".join(names[cell] for cell in state), ""))

    def terminal(self, state):
        return self.winner(state) is not None or 0 not in state


@pytest.mark.fast_with("Ring")
@pytest.mark.parametrize("game_class", [Flat, Rows, Dominoes, Ring, Wood], ids=lambda each: each.__name__)
def test_what_is_to_be_written_for_symmetries_keeps_the_laws(game_class):
    lines = suggested(game_class(), states=150, playouts=12)["symmetries"].split("\n")[1:]
    written = {"replace": replace}
    exec("\n".join(line.removeprefix("      ") for line in lines), written)
    wiser = type("Wiser", (game_class,), {"symmetries": written["symmetries"], "key": written["key"]})
    report = check_laws(wiser(), states=150, playouts=12)
    assert report.ok, str(report)
    states = [wiser().initial()]
    for state in states[:1]:
        states += [wiser().result(state, action) for action in wiser().actions(state)]
    assert len({wiser().key(state) for state in states}) < len(states)


@pytest.mark.slow
def test_a_game_without_an_end_is_noted():
    report = check_laws(Endless())
    assert report.ok
    endless, circles = report.notes
    assert endless.startswith("none of its states is terminal: the game may never end")
    assert circles.startswith("play can go in circles, as back to place=0")

    class Wider(Endless):
        def result(self, state, action):
            return self.State(state.place * 2 + action, -state.side)

    notes = check_laws(Wider(), states=50).notes
    assert any(note.startswith("no end was met in ") for note in notes)


def test_the_longest_line_is_counted_where_no_state_recurs():
    game = Race()
    report = check_laws(game)
    assert any(each.startswith("max_plies = 19:") for each in report.suggestions), report
    assert longest_line([(0, {"result": [("a", 1)]}), (1, {"result": [("b", 0)]})]) is None
    assert longest_line([(state, {"result": [(0, state + 1)] if state < 3 else []}) for state in range(4)]) == 3
