"""Symmetries found by trying: those of known games, none that is false, and evaluations that have them."""

import sys

import numpy as np
import pytest

import plywise as pw
from plywise.engines.learned.file import Learned, read_learned
from plywise.engines.learned.positions import Leaf
from plywise.learning.fitting import Evaluation
from plywise.learning.inputs import find_inputs
from plywise.learning.models import KINDS, evaluation_of
from plywise.learning.patterns import LONGEST, MAX_ENTRIES, MAX_TABLES, find_patterns
from plywise.learning.symmetries import Found, find_symmetries, side_cells
from tests.helpers.learned_models import columns_of, inputs_of, plain_total, practice_of
from tests.helpers.paths import ROOT


class Known:
    """A game with what was found of it."""

    def __init__(self, game):
        self.game, (self.inputs, self.rows) = game, inputs_of(game, games=200)
        some = np.linspace(0, len(self.rows.words) - 1, 60).astype(int)
        words, movers = self.rows.words, self.rows.mover
        self.found = find_symmetries(self.inputs, words[some], movers[some], practice_of(game))
        self.sides = side_cells(self.inputs, words, movers)

    def image(self, symmetry, words):
        """Return the images of states under a symmetry."""
        board, contents = self.found.board, self.inputs.read(words)
        own = contents[:, board.first : board.last][:, symmetry.cells]
        contents[:, board.first : board.last] = np.array(symmetry.contents)[own]
        for cell in self.sides if symmetry.exchanges else ():
            contents[:, cell] = 1 - contents[:, cell]
        return self.inputs.write(words, contents)


_known = {}


@pytest.fixture
def known(monkeypatch):
    """Find out what a game is like, once."""
    monkeypatch.setattr(sys, "path", list(sys.path))

    def known(text):
        if text not in _known:
            _known[text] = Known(pw.make(text))
        return _known[text]

    return known


CLOBBER = f"{ROOT}/examples/clobber.py:Clobber"
GROUPS = {
    "hex:size=3": (4, 2), "mnk": (8, 0), "othello": (16, 8), "breakthrough": (4, 2), "connect4": (2, 0),
    "go:size=5": (16, 8), "checkers": (2, 1), CLOBBER: (16, 8),
}  # fmt: skip
"""Game -> how many symmetries it has, and how many of them exchange the players."""


@pytest.mark.fast_with("hex:size=3", "mnk")
@pytest.mark.parametrize("text", GROUPS, ids=[each.rpartition("/")[2] for each in GROUPS])
def test_known_groups(known, text):
    symmetries = known(text).found.symmetries
    assert (len(symmetries), sum(each.exchanges for each in symmetries)) == GROUPS[text]
    assert symmetries[0].cells == tuple(range(len(symmetries[0].cells)))
    assert symmetries[0].contents == tuple(range(len(symmetries[0].contents)))
    assert not symmetries[0].exchanges


@pytest.mark.parametrize("text", ["hex:size=3", "tictactoe"])
def test_symmetries_hold_by_the_rules_in_python_in_every_position(known, text):
    it = known(text)
    game, met, open_states = it.game, {it.game.initial()}, [it.game.initial()]
    while open_states:
        state = open_states.pop()
        if not game.terminal(state):
            new = {game.result(state, action) for action in game.actions(state)} - met
            met |= new
            open_states += new
    states, kind = list(met)[:4000], type(game.initial())
    words = np.array([tuple(map(int, each)) for each in states], np.int64)
    for symmetry in it.found.symmetries:
        sign = -1 if symmetry.exchanges else 1
        images = [kind(*map(int, row)) for row in it.image(symmetry, words)]
        to = dict(zip(states, images, strict=True))
        for one, other in to.items():
            assert game.terminal(one) == game.terminal(other)
            assert game.player(one) == sign * game.player(other)
            if game.terminal(one):
                assert game.utility(one) == sign * game.utility(other)
            else:
                below = [game.result(one, action) for action in game.actions(one)]
                if all(each in to for each in below):
                    assert {to[each] for each in below} == {game.result(other, each) for each in game.actions(other)}


OWN = '''
import plywise as pw

class Own(pw.Game):
    """Take cells of a board of four by four; the more weighty ones win."""

    def initial(self):
        return (0, 0, 1, 0)

    def player(self, state):
        return state[2]

    def actions(self, state):
        return [cell for cell in range(16) if not (state[0] | state[1]) >> cell & 1]

    def result(self, state, action):
        one, other, side, extra = state
        if side == 1:
            one |= 1 << action
        else:
            other |= 1 << action
        return (one, other, -side, EXTRA)

    def terminal(self, state):
        return (state[0] | state[1]) == 65535

    def utility(self, state):
        weight = WEIGHT
        total = sum(weight[cell] * ((state[0] >> cell & 1) - (state[1] >> cell & 1)) for cell in range(16))
        return (total > 0) - (total < 0)
'''
EVEN = "(1, 2, 2, 1, 2, 5, 5, 2, 2, 5, 5, 2, 1, 2, 2, 1)"
ODD = "(3, 17, 29, 5, 41, 11, 23, 37, 7, 31, 13, 43, 19, 2, 47, 53)"
EXTRAS = {
    "nothing": "0",
    "the last move": "action",
    "a counter": "extra + 1",
}
HASH = "(extra * 31 + action + 7) % 1000003"


def own_game(folder, weight, extra, name):
    file = folder / f"{name}.py"
    file.write_text(OWN.replace("WEIGHT", weight).replace("EXTRA", extra))
    return Known(pw.make(f"{file}:Own"))


@pytest.mark.fast_with("the last move")
@pytest.mark.parametrize("extra", EXTRAS)
def test_what_says_nothing_hides_no_symmetry_and_makes_none(tmp_path, monkeypatch, extra):
    monkeypatch.setattr(sys, "path", list(sys.path))
    even = own_game(tmp_path, EVEN, EXTRAS[extra], "even").found
    assert len({each.cells for each in even.symmetries}) == 8
    odd = own_game(tmp_path, ODD, EXTRAS[extra], "odd").found
    assert {each.cells for each in odd.symmetries} == {tuple(range(16))}


@pytest.mark.slow
def test_a_hash_makes_no_symmetry(tmp_path, monkeypatch):
    """It may hide some: a short hash has the form of a set of cells."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    odd, even = (own_game(tmp_path, weight, HASH, name).found for weight, name in ((ODD, "odd"), (EVEN, "even")))
    assert {each.cells for each in odd.symmetries} == {tuple(range(odd.board.cells))}
    assert 1 <= len({each.cells for each in even.symmetries}) <= 8


@pytest.mark.slow_with("othello-cells", "othello-patterns", "othello-network")
@pytest.mark.parametrize("kind", KINDS, ids=[each.name for each in KINDS])
@pytest.mark.parametrize("text", ["hex:size=3", "mnk", "othello"])
def test_an_evaluation_says_of_an_image_the_same_or_the_opposite(known, text, kind):
    it = known(text)
    patterns = find_patterns(it.inputs, it.found, 1, it.sides)
    evaluation = evaluation_of(kind, it.inputs, it.found, patterns, 0.0, 1)
    weights = np.random.default_rng(1).integers(-3000, 3000, evaluation.points.shape).astype(np.int16)
    if evaluation.network is not None:
        weights[len(evaluation.weights) :] = evaluation.network.points.reshape(-1, 2)
    evaluation.set_points(weights)
    model, words = evaluation.model(), it.rows.words[:60]
    columns = columns_of(it.inputs, words)
    for symmetry in it.found.symmetries:
        sign = -1 if symmetry.exchanges else 1
        images = columns_of(it.inputs, it.image(symmetry, words))
        for one, other, mover in zip(columns, images, it.rows.mover.tolist(), strict=False):
            far = plain_total(model, other, sign * mover) - sign * plain_total(model, one, mover)
            assert abs(far) <= (kind.units > 0), "a sum of units is rounded down"


# --- patterns ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["hex:size=3", "mnk", "othello"])
def test_patterns_are_closed_and_small_and_the_same_for_the_same_seed(known, text):
    it = known(text)
    patterns = find_patterns(it.inputs, it.found, 1, it.sides)
    assert patterns == find_patterns(it.inputs, it.found, 1, it.sides)
    assert len(it.inputs.cells) < 12 or patterns != find_patterns(it.inputs, it.found, 2, it.sides)
    assert sum(len(each.images) for each in patterns) <= MAX_TABLES
    assert not any(set(each.images[0].columns) & set(it.sides) for each in patterns)
    for pattern in patterns:
        assert pattern.entries <= max(MAX_ENTRIES, *it.inputs.radices)
        assert len(pattern.radices) <= LONGEST
        assert pattern.images[0].contents is None
        assert not pattern.images[0].exchanges
        cells = {image.columns for image in pattern.images}
        for symmetry in it.found.symmetries:
            board = it.found.board
            for image in pattern.images:
                if all(board.first <= each < board.last for each in image.columns):
                    turned = tuple(board.first + symmetry.cells[each - board.first] for each in image.columns)
                    assert turned in cells
    forms = [frozenset(image.columns) for each in patterns for image in each.images]
    assert len(set(forms)) == sum(len({frozenset(image.columns) for image in each.images}) for each in patterns), (
        "two patterns look at the same cells"
    )


def test_many_boards_make_no_file_that_cannot_be_read(tmp_path):
    source = np.random.default_rng(4)
    words = (
        source.integers(0, 2**60, (300, 28))
        & source.integers(0, 2**60, (300, 28))
        & source.integers(0, 2**60, (300, 28))
    )
    leaves = [Leaf(f".{place}", (), place, 0, 60 - place, None) for place in range(28)]
    inputs = find_inputs(leaves, words)
    evaluation = Evaluation(inputs, find_patterns(inputs, Found(None, (), ()), 1))
    evaluation.set_points(source.integers(-(2**15) + 1, 2**15, evaluation.weights.shape).astype(np.int16))
    (tmp_path / "large.eval").write_bytes(Learned("any", "0" * 32, evaluation.model(), {}).to_bytes())
    assert len(read_learned(tmp_path / "large.eval").model.tables) > 200
