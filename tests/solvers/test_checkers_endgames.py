"""Endgames of checkers, solved from their ends backwards, and the same boards searched forwards: both must agree.

The two have nothing in common but the rules. A board that the analysis says is won in so many plies must be proved won
by a search so deep, and not by one that is a ply less deep; a board without a winner must not be won by any search.
"""

import random

import pytest

import plywise as pw
from plywise.games.checkers import Checkers

SEED = 20261121

pytestmark = pytest.mark.slow  # retrograde analysis of small games: tests/solvers/test_retrograde.py


class UpToThree(Checkers):
    """Checkers whose boards of up to three pieces have numbers; only play decides."""

    numbered = 3

    def __init__(self):
        super().__init__(moves=0, repetition=0)


@pytest.fixture(scope="module")
def three():
    return pw.Solver(UpToThree(), method="retrograde")


def sampled(solver, count, most_plies):
    """Return boards with what the analysis says of them: (state, value, distance), some won, lost and neither."""
    game, source = solver.game, random.Random(SEED)
    found = {1: [], -1: [], 0: []}
    while min(map(len, found.values())) < count:
        number = source.randrange(game.rank_count)
        state = game.unrank(number)
        if game.rank(state) != number or game.terminal(state):
            continue
        [(value, distance)] = solver.values([state])
        if distance is None or distance <= most_plies:
            found[value].append((state, value, distance))
    return [each for boards in found.values() for each in boards[:count]]


def search(game, state, depth):
    """Return the value that a search so deep proves; None where it proves none."""
    found = pw.search(game, state, depth=depth, engine="native")
    return found.value if found.proved and depth else None


def find_disagreement(solver, boards, blind):
    """Return the first board of which a search says something else than the analysis; None where none is.

    blind: how deep boards without a winner are searched.
    """
    game = solver.game
    for state, value, distance in boards:
        text = game.format_state(state)
        if distance is None:
            if search(game, state, blind) is not None:
                return f"{text}: no winner, but a search of {blind} plies proves one"
        elif search(game, state, distance) != value:
            return f"{text}: {value} in {distance} plies, but a search so deep proves {search(game, state, distance)}"
        elif search(game, state, distance - 1) is not None:
            return f"{text}: {value} in {distance} plies, but a search less deep proves it"
    return None


@pytest.mark.slow
def test_up_to_three_pieces_the_analysis_and_searches_agree(three):
    boards = sampled(three, 40, most_plies=11)
    assert find_disagreement(three, boards, blind=9) is None, f"seed {SEED}"


def test_as_many_boards_of_up_to_three_pieces_as_published(three):
    three.solve(three.game.parse_state("B:WK1:BK32"))
    boards = 120 + 6_972 + 261_224  # of one, two and three pieces (Schaeffer and others 2007)
    assert three._method.analysis.states == 2 * boards  # each with either side to move


@pytest.mark.parametrize(
    ("board", "outcome", "distance", "best"),
    [
        ("B:WK32:BK1", "draw", None, None),
        ("B:WK14:BK5,K9", "win", 1, ["9x18"]),
        ("B:W30:B1", "win", 7, ["1-6"]),
        ("W:W5:BK12", "draw", None, ["5-1"]),
    ],
)
def test_small_endgames(three, board, outcome, distance, best):
    solution = three.solve(three.game.parse_state(board))
    assert (solution.outcome, solution.distance) == (outcome, distance)
    assert best is None or solution.to_dict()["best"] == best


@pytest.mark.slow
def test_up_to_four_pieces_the_analysis_and_searches_agree():
    solver = pw.Solver(pw.make("checkers", moves=0, repetition=0), method="retrograde")
    boards = sampled(solver, 60, most_plies=11)
    assert find_disagreement(solver, boards, blind=7) is None, f"seed {SEED}"
    assert solver._method.analysis.states == 2 * (120 + 6_972 + 261_224 + 7_092_774)  # as published
