"""A state that is not terminal and lists no action: everything that searches or plays says so, in the same sentence."""

import pytest

import plywise as pw
from plywise.engines.selective_search import SelectiveSearch

SENTENCE = r"actions returned \[\].* not at least one action: there is no legal move, yet terminal does not say"


class Stuck(pw.Game):
    """Two walkers on a line. One without a step should pass, which the author forgot."""

    utility_bounds = (-9, 9)

    def initial(self):
        return (1, 3, 1, 2)

    def player(self, state):
        return state[2]

    def actions(self, state):
        left, right, who, _ = state
        if who == 1:
            return [1] if left + 1 < right else []
        return [step for step in (1, 2) if right - step > left]

    def result(self, state, action):
        left, right, who, turns = state
        return (left + action, right, -1, turns) if who == 1 else (left, right - action, 1, turns - 1)

    def terminal(self, state):
        return state[3] == 0

    def utility(self, state):
        return state[0] - (5 - state[1])


class AtOnce(Stuck):
    def initial(self):
        return (2, 3, 1, 1)


ASKED = {
    "search": pw.search,
    "reference": lambda game: pw.search(game, engine="reference"),
    "deepening": lambda game: pw.search(game, algorithm="deepening", depth=9),
    "selective": lambda game: pw.search(game, algorithm="selective"),
    "for play": lambda game: SelectiveSearch(game).search(),
    "solve": pw.solve,
    "solve by the reference": lambda game: pw.solve(game, engine="reference"),
    "explain": pw.explain,
    "count": lambda game: pw.count(game, plies=5),
    "match": lambda game: pw.match(game, ["random", "random"], games=2),
}


@pytest.mark.slow_with("Stuck-deepening", "Stuck-solve")
@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
@pytest.mark.parametrize("game", [Stuck(), AtOnce()], ids=lambda game: game.name)
def test_it_is_said(game, ask):
    with pytest.raises(pw.InputError, match=SENTENCE):
        ask(game)
