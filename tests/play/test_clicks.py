"""Playing by touch: every legal action of every game can be played so, and the cells are those that it is about."""

import random
from collections import defaultdict

import pytest

import plywise as pw
from plywise import InputError
from plywise.game import defines
from plywise.game.cells import Cell, contents
from plywise.games import REGISTRY
from plywise.play.clicks import cells_of, read_touched
from tests.helpers.first_written import GAMES as FIRST_WRITTEN
from tests.helpers.paths import ROOT

PLACING = (
    "tictactoe",
    "mnk:m=5,n=4,k=4",
    "cube:size=4",
    "cube",
    "connect4:width=5,height=4",
    "othello:size=6",
    "go:size=7",
    "hex",
)
MOVING = ("breakthrough:rows=5,columns=6", "checkers", "chess")
OTHERS = ("nim", "nim:heaps=0-10-1", "kalah", "chess:start=10,chess960=1", "hex:size=4,swap=1")
EXAMPLES = ("clobber:Clobber", "hex:Hex", "hexapawn:Hexapawn", "joust:Joust", "snort:Snort", "subtraction:Subtraction")
WITHOUT_A_BOARD = {
    "bit_boxes", "boxes", "bridges", "clobber", "digits", "four_columns", "fox_geese", "ghost", "hanoi_duel",
    "isolation", "kayles", "levers", "race", "slide", "three_columns", "toads", "tricks",
}  # fmt: skip
"""First written games whose states have nothing like a board: they are played by words."""
WITH_OTHER_ROWS = {"auction", "heaps", "whist"}
"""First written games whose states have rows of numbers that are no board: bids, heaps, cards."""


def positions(game, lines=3, plies=40):
    """Yield states of random play that are not over."""
    for number in range(lines):
        source, state = random.Random(number), game.initial()
        for _ in range(plies):
            if game.terminal(state):
                break
            yield state
            state = game.result(state, source.choice(list(game.actions(state))))


def reach(cells, word):
    """Assert that an action can be played by touching its cells, and then by choosing among those that share them."""
    places = cells[word]
    for number, place in enumerate(places):
        assert word in read_touched(cells, places[:number]).open[place]
    if places:
        assert word in read_touched(cells, places).complete


def check_touch(game, state):
    """Assert what holds in every state of every game; return the cells."""
    cells = cells_of(game, state)
    assert list(cells) == [game.format_action(state, action) for action in game.actions(state)]
    rows = game.cells(state) or ()
    for word, places in cells.items():
        assert all(isinstance(rows[row][column], Cell) for row, column in places)
        reach(cells, word)
    return cells


def shared(cells):
    """Return the words of actions that share their cells."""
    words = defaultdict(list)
    for word, places in cells.items():
        words[places].append(word)
    return [group for places, group in words.items() if places and len(group) > 1]


def test_every_registered_game_is_tried():
    assert {name.partition(":")[0] for name in (*PLACING, *MOVING, *OTHERS)} == set(REGISTRY)


@pytest.mark.slow_with("chess:start=10,chess960=1", "cube:size=4")
@pytest.mark.parametrize("name", [*PLACING, *MOVING, *OTHERS])
def test_in_registered_games_all_but_passes_are_played_on_the_board_and_only_promotions_share_cells(name):
    game = pw.make(name)
    for state in positions(game):
        cells = check_touch(game, state)
        assert [word for word, places in cells.items() if not places] in ([], ["pass"])
        for group in shared(cells):
            assert len(group) == 4
            assert {word[4:] for word in group} == set("qrbn")
        begun = {places[:length] for places in cells.values() for length in range(1, len(places))}
        assert not begun & set(cells.values())


@pytest.mark.slow_with("go:size=7", "hex", "cube:size=4")
@pytest.mark.parametrize("name", PLACING)
def test_a_stone_is_placed_on_the_cell_touched(name):
    """The oracle is the drawn board: exactly that cell was empty and is taken."""
    game = pw.make(name)
    for state in positions(game, lines=2, plies=12):
        before = game.cells(state)
        for action in game.actions(state):
            places = cells_of(game, state)[game.format_action(state, action)]
            after = game.cells(game.result(state, action))
            filled = [
                (row, column)
                for row, cells in enumerate(after)
                for column, cell in enumerate(cells)
                if any(contents(cell)) and not any(contents(before[row][column]))
            ]
            assert filled == list(places)


@pytest.mark.slow_with("chess")
@pytest.mark.parametrize("name", MOVING)
def test_a_man_moves_from_the_first_cell_touched_to_the_last(name):
    """The oracle is the drawn board: a man leaves the first cell, and one of its side stands on the last."""
    game = pw.make(name)
    for state in positions(game):
        before = game.cells(state)
        for word, places in cells_of(game, state).items():
            after = game.cells(game.result(state, game.parse_action(state, word)))
            (row, column), (to_row, to_column) = places[0], places[-1]
            man, moved = before[row][column], after[to_row][to_column]
            assert contents(after[row][column]) == ("", "", "", "") or places[0] == places[-1]
            assert man.mark
            assert (moved.mark.isupper(), moved.disc) == (man.mark.isupper(), man.disc) or name == "checkers"
            assert moved.disc == man.disc


def test_the_stone_touched_of_a_heap_is_taken_with_all_behind_it():
    game = pw.make("nim", heaps="3-4-5")
    for state in positions(game):
        for word, ((row, column),) in cells_of(game, state).items():
            heap, count = map(int, word.split("-"))
            assert (row, len(game.cells(state)[row]) - column) == (heap - 1, count)


def test_castling_is_played_by_the_king_en_passant_by_the_pawn_and_a_promotion_is_chosen():
    chess = pw.make("chess")
    castles = cells_of(chess, chess.parse_state("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"))
    assert (castles["e8g8"], castles["e8c8"]) == (((0, 4), (0, 6)), ((0, 4), (0, 2)))
    passing = cells_of(chess, chess.parse_state("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"))
    assert passing["e5d6"] == ((3, 4), (2, 3))
    promoting = cells_of(chess, chess.parse_state("8/4P2k/8/8/8/8/8/4K3 w - - 0 1"))
    assert sorted(read_touched(promoting, ((1, 4), (0, 4))).complete) == ["e7e8b", "e7e8n", "e7e8q", "e7e8r"]


def test_a_capture_of_several_men_is_touched_square_by_square():
    game = pw.make("checkers")
    state = game.parse_state("B:W18,26,10,27:B14,K1")
    cells = cells_of(game, state)
    assert any(len(places) > 2 for places in cells.values())
    for word, places in cells.items():
        squares = [game.cells(state)[row][column].name for row, column in places]
        assert "x".join(squares) == word


@pytest.mark.parametrize("each", EXAMPLES)
def test_the_examples_are_played_on_their_boards(each):
    file, _, name = each.partition(":")
    game = pw.make(f"{ROOT}/examples/{file}.py:{name}")
    for state in positions(game, lines=2, plies=20):
        cells = check_touch(game, state)
        assert all(cells.values()) == (game.cells(state) is not None)
        assert not shared(cells)


@pytest.mark.fast_with(
    "amazons",
    "whist",
    "quoridor",
    "morris",
    "hex_word",
    "reversi",
    "kayles",
    "four_columns",
    "tricks",
    "draughts",
    "heaps",
    "ultimate",
)
@pytest.mark.parametrize("written", FIRST_WRITTEN.values(), ids=FIRST_WRITTEN)
def test_games_as_first_written_are_played_on_their_boards_or_by_words(written):
    game = written.load()
    has_board = bool(game.cells(game.initial()))
    assert has_board == (written.name not in WITHOUT_A_BOARD)
    for state in positions(game, lines=1, plies=4 if written.name == "twist" else 12):
        cells = check_touch(game, state)
        if has_board and written.name not in WITH_OTHER_ROWS:
            assert [word for word, places in cells.items() if not places] in ([], ["pass"])


def test_names_of_cells_are_found_in_words():
    for name, expected in (
        ("quoridor", {"move-c2": ("c2",), "wall-b2h": ("b2",), "wall-b2v": ("b2",)}),
        ("domineering", {"a4-a3": ("a4", "a3")}),
        ("amazons", {"b4-b2-d4": ("b4", "b2", "d4"), "b4-a3-b4": ("b4", "a3", "b4")}),
    ):
        game = FIRST_WRITTEN[name].load()
        around, cells = game.coordinates(), cells_of(game, game.initial())
        for word, names in expected.items():
            assert tuple(around.bottom[column] + around.left[row] for row, column in cells[word]) == names


class Own(pw.Game):
    """Take one or two of five stones."""

    cells_told = ((0, 1),)

    def initial(self):
        return 5

    def player(self, state):
        return pw.MAX

    def actions(self, state):
        return range(1, min(2, state) + 1)

    def result(self, state, action):
        return state - action

    def terminal(self, state):
        return state == 0

    def utility(self, state):
        return 1

    def cells(self, state):
        return [[Cell("o")] * state]

    def clicks(self, state, action):
        return self.cells_told


def test_a_game_may_say_itself_which_cells_are_touched():
    game = Own()
    assert defines(game, "clicks")
    assert cells_of(game, 5) == {"1": ((0, 1),), "2": ((0, 1),)}
    assert read_touched(cells_of(game, 5), [(0, 1)]) == (("1", "2"), {})
    assert cells_of(game, 0) == {}


@pytest.mark.parametrize("told", [((0, 9),), ((1, 0),), ((0, -1),), ("a1",), ((0,),), ((0, 1.5),), (3,)])
def test_what_is_no_cell_is_refused_in_one_line(told):
    game = Own()
    game.cells_told = told
    with pytest.raises(InputError, match=r"^Own: clicks returned .* for 1, not a \(row, column\) of its cells$"):
        cells_of(game, 5)


def test_without_a_board_moves_are_words():
    game = pw.Tree([3, [5, 1]])
    assert cells_of(game, game.initial()) == {"0": (), "1": ()}


def test_what_was_touched_may_be_complete_and_go_on():
    cells = {"b3": ((0, 1),), "b3-b2": ((0, 1), (1, 1)), "a1": ((2, 0),), "pass": ()}
    assert read_touched(cells, []) == ((), {(0, 1): ("b3", "b3-b2"), (2, 0): ("a1",)})
    assert read_touched(cells, [(0, 1)]) == (("b3",), {(1, 1): ("b3-b2",)})
    assert read_touched(cells, [(1, 1)]) == ((), {})
