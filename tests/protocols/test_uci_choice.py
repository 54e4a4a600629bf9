"""At less than full strength a move is chosen among lines that were searched equally deep."""

from types import SimpleNamespace

import plywise as pw
from plywise.engines.play_limits import PlayLimits
from plywise.engines.results import Bound
from plywise.protocols.strength import Strength
from plywise.protocols.uci_search import Question, UciSearch

GAME = pw.make("tictactoe")
ANY = 10_000
"""Points of slack by which every line is good enough."""


def searched(*lines):
    """Return a search that was told lines: (number, points, depth, bound)."""
    state = GAME.initial()
    question = Question(None, GAME, state, False, (), PlayLimits(), strength=Strength(100, ANY))
    search = UciSearch(question, print)
    for number, points, depth, bound in lines:
        line = SimpleNamespace(points=points, depth=depth, bound=bound)
        search._note(SimpleNamespace(number=number, line=line, actions=[(number, depth)]))
    return search


def test_all_lines_of_the_last_whole_iteration_can_be_chosen():
    lines = [(number, 10 - number, depth, Bound.EXACT) for depth in (3, 4) for number in (1, 2, 3)]
    search = searched(*lines)
    assert [each.actions for each in search._choices] == [[(1, 4)], [(2, 4)], [(3, 4)]]


def test_an_iteration_that_was_stopped_is_left_out():
    whole = [(1, 9, 4, Bound.EXACT), (2, 8, 4, Bound.EXACT), (3, 7, 4, Bound.EXACT)]
    torn = [(1, 5, 5, Bound.EXACT), (2, 9, 4, Bound.EXACT), (3, 8, 4, Bound.EXACT)]
    assert [each.line.depth for each in searched(*whole, *torn)._choices] == [4, 4, 4]
    assert [each.line.points for each in searched(*whole, *torn)._choices] == [9, 8, 7]


def test_what_is_only_a_bound_is_left_out():
    whole = [(1, 9, 4, Bound.EXACT), (2, 8, 4, Bound.EXACT)]
    search = searched(*whole, (1, 60, 5, Bound.LOWER))
    assert [each.line.points for each in search._choices] == [9, 8]
    assert search._choice() in ([(1, 4)], [(2, 4)])
