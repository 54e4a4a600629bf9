"""The registered games against published numbers and independent solutions, and every search within the contract.

tests/data/tictactoe_values.jsonl and tests/data/nim.jsonl hold positions solved by other programs: the value for X and
every cell that keeps it; whether the side to move wins and every move that does.
"""

import json
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from operator import xor

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plywise as pw
from plywise import MAX, MIN, Game, InputError
from plywise.engines.algorithms import ALGORITHMS, WITH_REFERENCE
from plywise.engines.move_orders import order_names
from plywise.game import parse_legal_action, play_moves
from plywise.games.tictactoe import LINES, SYMMETRIES
from tests.helpers.in_turn import in_turn
from tests.helpers.paths import DATA, EXAMPLES


def rows(name):
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


def cases(name, every):
    """Return the rows of a file; all but every second one, or third, are slow tests."""
    return [pytest.param(row, marks=[pytest.mark.slow] * bool(place % every)) for place, row in enumerate(rows(name))]


@cache
def every_state():
    """Return the reachable states of tic-tac-toe."""
    game = pw.make("tictactoe")
    found, waiting = set(), [game.initial()]
    while waiting:
        state = waiting.pop()
        if state not in found:
            found.add(state)
            if not game.terminal(state):
                waiting += [game.result(state, action) for action in game.actions(state)]
    return frozenset(found)


def turned(board):
    """Return a board of nine characters turned a quarter to the right."""
    return "".join(board[3 * (2 - column) + row] for row in range(3) for column in range(3))


def images(board):
    """Return the eight boards that are the same up to turning and mirroring."""
    boards = []
    for start in (board, board[2::-1] + board[5:2:-1] + board[8:5:-1]):
        for _ in range(4):
            boards.append(start)
            start = turned(start)
    return boards


# --- tic-tac-toe -----------------------------------------------------------------------------------------------------


def test_tictactoe_has_5478_states_of_which_958_are_the_end():
    game = pw.make("tictactoe")
    ends = [state for state in every_state() if game.terminal(state)]
    assert (len(every_state()), len(ends)) == (5478, 958)
    assert [sum(game.utility(state) == value for state in ends) for value in (1, 0, -1)] == [626, 16, 316]


def test_the_published_number_of_complete_games():
    assert pw.count(pw.make("tictactoe")).complete_games == 255_168


def test_there_are_765_states_up_to_symmetry_and_keys_tell_exactly_these_apart():
    game = pw.make("tictactoe")
    class_of_key = {}
    for state in every_state():
        class_of_key.setdefault(game.key(state), set()).add(min(images(game.format_state(state))))
    assert len(class_of_key) == 765
    assert all(len(boards) == 1 for boards in class_of_key.values())
    assert len({board for boards in class_of_key.values() for board in boards}) == 765


@pytest.mark.parametrize("board", [".........", "X........", "XO.......", ".X..O....", "XXO.O..X.", "XOX.O..X."])
def test_the_symmetries_of_a_board_are_its_eight_turned_and_mirrored_images(board):
    game = pw.make("tictactoe")
    found = [game.format_state(image) for image in game.symmetries(game.parse_state(board))]
    assert sorted(found) == sorted(images(board))


def test_the_eight_symmetries_are_different_and_take_lines_to_lines():
    assert len(set(SYMMETRIES)) == 8
    lines = {frozenset(cell for cell in range(9) if line >> cell & 1) for line in LINES}
    assert len(lines) == 8
    for cells in SYMMETRIES:
        assert sorted(cells) == list(range(9))
        assert {frozenset(cells[cell] for cell in line) for line in lines} == lines


def test_lines_are_rows_columns_and_diagonals():
    straight = [
        cells
        for cells in combinations([(row, column) for row in range(3) for column in range(3)], 3)
        if len({row for row, _ in cells}) == 1
        or len({column for _, column in cells}) == 1
        or {row - column for row, column in cells} == {0}
        or {row + column for row, column in cells} == {2}
    ]
    assert {sum(1 << 3 * row + column for row, column in cells) for cells in straight} == set(LINES)


def test_exactly_the_reachable_boards_are_read_as_positions():
    game = pw.make("tictactoe")
    accepted = set()
    for board in map("".join, product("XO.", repeat=9)):
        try:
            accepted.add(game.parse_state(board))
        except InputError:
            continue
    assert accepted == every_state()


def test_every_position_reads_back_what_it_writes():
    game = pw.make("tictactoe")
    for state in every_state():
        assert game.parse_state(game.format_state(state)) == state


def test_every_move_reads_back_what_it_writes_and_may_be_given_as_row_and_column():
    game = pw.make("tictactoe")
    for state in every_state():
        if not game.terminal(state):
            for action in game.actions(state):
                assert game.parse_action(state, game.format_action(state, action)) == action
                assert game.parse_action(state, f"({action // 3},{action % 3})") == action


@pytest.mark.parametrize("text", ["xox...o..", "XOX/.../O..", "xOx/.../o.."])
def test_a_position_may_be_written_small_or_with_slashes_between_its_rows(text):
    game = pw.make("tictactoe")
    assert game.format_state(game.parse_state(text)) == "XOX...O.."


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", "nine characters"),
        ("........", "nine characters"),
        ("..........", "nine characters"),
        ("X.O.Q....", "nine characters"),
        ("X O X O X", "nine characters"),
        ("XO.......\n", "nine characters"),
        ("XX.......", "2 X and 0 O"),
        ("O........", "0 X and 1 O"),
        ("XXXXXXXXX", "9 X and 0 O"),
        ("XXXOOO...", "two winners"),
        ("XXXOOOX..", "two winners"),
        ("XXXOO.O..", "goes on after X has won"),
        ("OOOXX.XX.", "goes on after O has won"),
    ],
)
def test_a_board_that_cannot_be_is_refused_with_one_line_that_says_why(text, names):
    with pytest.raises(InputError, match=names) as caught:
        pw.make("tictactoe").parse_state(text)
    assert len(str(caught.value).splitlines()) == 1


BAD_CELLS = ["", "9", "-1", "10", "04", " 4", "a1", "4.0", "(3,0)", "(0,3)", "(1,1,1)", "()", "(,)", "(1,)", "(1 1)"]
BAD_CELLS += ["(4", "4)", ")4(", "(1,1", "1,1)", "((1,1))", "²", "٤"]


@pytest.mark.parametrize("text", BAD_CELLS)
def test_a_word_that_is_no_cell_is_refused(text):
    game = pw.make("tictactoe")
    with pytest.raises(InputError, match="is not a cell") as caught:
        game.parse_action(game.initial(), text)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("word", ["0", "(0,0)"])
def test_a_taken_cell_is_no_legal_move(word):
    game = pw.make("tictactoe")
    with pytest.raises(InputError, match="is not a legal action; legal: 1 2 3 4 5 6 7 8"):
        parse_legal_action(game, game.parse_state("X........"), word)


def test_no_move_is_legal_when_the_game_is_over():
    game = pw.make("tictactoe")
    with pytest.raises(InputError, match="the game is over"):
        parse_legal_action(game, game.parse_state("XXXOO...."), "8")


def test_a_line_of_moves_is_played_and_a_bad_one_is_named_by_its_number():
    game = pw.make("tictactoe")
    assert game.format_state(play_moves(game, game.initial(), "4 (0,0) 8")) == "O...X...X"
    assert play_moves(game, game.initial(), "") == game.initial()
    with pytest.raises(InputError, match=r"^move 3: '4' is not a legal action"):
        play_moves(game, game.initial(), "4 0 4")
    with pytest.raises(InputError, match=r"^move 6: the game is over"):
        play_moves(game, game.initial(), "0 3 1 4 2 5")


@pytest.mark.parametrize("row", cases("tictactoe_values.jsonl", every=2), ids=lambda row: row["board"])
def test_tictactoe_values_and_best_cells(row):
    game = pw.make("tictactoe")
    state = game.parse_state(row["board"])
    result = pw.search(game, state, all_moves=True)
    assert (result.value, result.proved) == (row["value"], True)
    if row["best_cells"]:
        assert {"MAX": "X", "MIN": "O"}[result.player] == row["side"]
        assert result.best_actions == row["best_cells"]
        assert result.best in row["best_cells"]
    else:
        assert game.terminal(state)
        assert (result.best, result.player) == (None, None)


def test_the_labelled_positions_are_all_there():
    assert len({row["board"] for row in rows("tictactoe_values.jsonl")}) == 200
    assert len(rows("nim.jsonl")) == 88


def test_the_position_of_the_lecture():
    game = pw.make("tictactoe")
    result = pw.search(game, game.parse_state(".XOOX.X.O"), all_moves=True)
    assert (result.value, result.action_values, result.best_actions) == (1, {0: -1, 5: 0, 7: 1}, [7])


def test_named_orders_rank_the_kinds_of_cell():
    game = pw.make("tictactoe")
    kinds = {"centre": [4], "corner": [0, 2, 6, 8], "edge": [1, 3, 5, 7]}
    for name, rank in game.orders().items():
        ordered = sorted(range(9), key=lambda cell, rank=rank: -rank(game.initial(), cell))
        assert ordered == [cell for kind in name.split("-") for cell in kinds[kind]]
    assert list(game.orders()) == ["centre-corner-edge", "corner-centre-edge", "edge-corner-centre"]


def test_priority_is_the_number_of_lines_through_a_cell():
    game = pw.make("tictactoe")
    for cell in range(9):
        assert game.priority(game.initial(), cell) == sum(line >> cell & 1 for line in LINES)


def test_the_cells_to_draw():
    game = pw.make("tictactoe")
    cells = game.cells(game.parse_state("XO......."))
    assert [[cell.mark for cell in row] for row in cells] == [["X", "O", ""], ["", "", ""], ["", "", ""]]
    assert [[cell.action for cell in row] for row in cells] == [["", "", "2"], ["3", "4", "5"], ["6", "7", "8"]]


# --- nim -------------------------------------------------------------------------------------------------------------


def nim_is_won(heaps, misere):
    """Return whether the player to move wins (Bouton 1901)."""
    remainder = 0
    for heap in heaps:
        remainder = xor(remainder, heap)
    if misere and max(heaps) <= 1:
        return sum(heaps) % 2 == 0
    return remainder != 0


def nim(heaps, misere=0):
    return pw.make("nim", heaps="-".join(map(str, heaps)), misere=int(misere))


SMALL_HEAPS = [
    heaps for most in (1, 2, 3, 4) for heaps in combinations_with_replacement(range(5), most) if 0 < sum(heaps) <= 10
]


@pytest.mark.parametrize("misere", [0, 1], ids=["normal", "misere"])
def test_nim_is_won_as_the_xor_rule_says(misere):
    for heaps in SMALL_HEAPS:
        result = pw.algorithms.deepening(nim(heaps, misere))
        assert (result.value == 1, result.proved) == (nim_is_won(heaps, misere), True), heaps
        assert result.value in (1, -1)


@pytest.mark.parametrize("misere", [0, 1], ids=["normal", "misere"])
def test_every_position_of_one_nim_is_won_as_the_xor_rule_says_for_either_side(misere):
    game = nim((2, 3, 2), misere)
    for heaps in product(range(3), range(4), range(3)):
        if any(heaps):
            for side, word in ((1, "MAX"), (-1, "MIN")):
                state = game.parse_state("-".join(map(str, heaps)) + f" {word}")
                expected = side if nim_is_won(heaps, misere) else -side
                assert pw.algorithms.mtdf(game, state).value == expected, (heaps, word)


@pytest.mark.slow_with("[4, 0, 4, 6]", "[2, 5, 7]", "[7, 1, 0, 6]", "[7, 0, 6, 1]", "[0, 6, 6, 1]")
@pytest.mark.parametrize("row", cases("nim.jsonl", every=3), ids=lambda row: f"{row['piles']}{'m' * row['misere']}")
def test_nim_values_and_winning_moves(row):
    game = nim(row["piles"], row["misere"])
    result = pw.search(game, algorithm="deepening", all_moves=True, engine="reference")
    assert (result.value == 1) == row["side_to_move_wins"]
    assert result.proved
    if row["side_to_move_wins"]:
        words = {f"{heap + 1}-{count}" for heap, count in row["winning_moves"]}
        assert set(result.to_dict()["best_actions"]) == words


@pytest.mark.slow
@pytest.mark.parametrize("misere", [0, 1], ids=["normal", "misere"])
def test_winning_moves_are_those_that_leave_a_lost_position(misere):
    for heaps in [(1, 2), (2, 2, 1), (1, 1, 1), (3, 2), (1, 2, 3), (4, 1, 1)]:
        game = nim(heaps, misere)
        engine = "native" if heaps == (4, 1, 1) else "reference"
        result = pw.search(game, algorithm="mtdf", all_moves=True, engine=engine)
        won = set()
        for heap, most in enumerate(heaps):
            for count in range(1, most + 1):
                left = [size - count * (place == heap) for place, size in enumerate(heaps)]
                if (not nim_is_won(left, misere)) if any(left) else not misere:
                    won.add(f"{heap + 1}-{count}")
        values = result.to_dict()["action_values"]
        assert {word for word, value in values.items() if value == 1} == won, heaps


def test_the_perft_of_nim():
    assert pw.count(nim((3, 4, 5)), plies=6).nodes_by_ply == [1, 12, 113, 810, 4338, 17496, 53442]


def test_the_last_object_wins_or_in_misere_loses():
    for misere, value in ((0, 1), (1, -1)):
        game = nim((1,), misere)
        end = game.result(game.initial(), next(iter(game.actions(game.initial()))))
        assert game.terminal(end)
        assert game.utility(end) == value


def test_heaps_of_nothing_and_of_unequal_size():
    game = nim((0, 10, 1, 0, 3))
    state = game.initial()
    assert game.counts(state) == (0, 10, 1, 0, 3)
    assert game.format_state(state) == "0-10-1-0-3"
    words = [game.format_action(state, action) for action in game.actions(state)]
    assert words == [f"2-{count}" for count in range(1, 11)] + ["3-1", "5-1", "5-2", "5-3"]
    assert game.format_state(play_moves(game, state, "2-10 5-3 3-1")) == "0-0-0-0-0 MIN"
    assert game.terminal(play_moves(game, state, "2-10 5-3 3-1"))


def test_heaps_that_are_equal_up_to_order_share_a_key_and_sides_do_not():
    game = nim((3, 3, 3))
    keys = {game.key(game.parse_state(text)) for text in ("1-2-3", "3-2-1", "2-3-1")}
    assert len(keys) == 1
    assert game.key(game.parse_state("1-2-3 MIN")) not in keys
    assert game.key(game.parse_state("1-2-2")) not in keys
    found = {game.format_state(state) for state in game.symmetries(game.parse_state("1-1-2"))}
    assert found == {"1-1-2", "1-2-1", "2-1-1"}


nim_starts = st.lists(st.integers(0, 60), min_size=1, max_size=6).filter(any)


@given(st.data(), nim_starts, st.sampled_from([MAX, MIN]), st.sampled_from([0, 1]))
def test_nim_positions_read_back_what_they_write(data, heaps, side, misere):
    game = nim(heaps, misere)
    counts = tuple(data.draw(st.integers(0, most)) for most in heaps)
    state = game.State(game.pack(counts), side)
    text = game.format_state(state)
    assert game.parse_state(text) == state
    assert game.counts(state) == counts
    assert text == "-".join(map(str, counts)) + ("" if side == MAX else " MIN")
    assert game.player(game.parse_state(text.lower())) == side


@given(st.data(), nim_starts)
def test_nim_moves_read_back_what_they_write_and_take_what_they_say(data, heaps):
    game = nim(heaps)
    counts = [data.draw(st.integers(0, most)) for most in heaps]
    state = game.State(game.pack(tuple(counts)), MIN)
    words = set()
    for action in game.actions(state):
        word = game.format_action(state, action)
        assert game.parse_action(state, word) == action
        heap, count = map(int, word.split("-"))
        after = game.result(state, action)
        expected = [size - count * (place == heap) for place, size in enumerate(counts, start=1)]
        assert (list(game.counts(after)), after.side) == (expected, MAX)
        words.add(word)
    assert len(words) == sum(counts)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", "not of the form"),
        ("3-4-5 MAX MIN", "not of the form"),
        ("3 - 4 - 5", "not of the form"),
        ("3--5", "not of the form"),
        ("-3-4-5", "not of the form"),
        ("3-4-x", "not of the form"),
        ("٣-4-5", "not of the form"),
        ("3-4-1.5", "not of the form"),
        ("3-4", "2 heaps, not 3"),
        ("3-4-5-0", "4 heaps, not 3"),
        ("3-4-6", "heap 3 holds 6, more than the 5"),
        ("4-4-5", "heap 1 holds 4, more than the 3"),
        ("3-4-5 X", "MAX or MIN, not X"),
    ],
)
def test_a_nim_position_that_cannot_be_is_refused(text, names):
    with pytest.raises(InputError, match=names) as caught:
        pw.make("nim").parse_state(text)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", "is not a move"),
        ("1", "is not a move"),
        ("-", "is not a move"),
        ("1-", "is not a move"),
        ("-1", "is not a move"),
        ("1-1-1", "is not a move"),
        ("a-b", "is not a move"),
        ("1 - 1", "is not a move"),
        ("²-1", "is not a move"),
        ("1-٣", "is not a move"),
        ("0-1", "no heap 0"),
        ("4-1", "no heap 4"),
        ("1-4", "heap 1 holds 3"),
        ("1-0", "heap 1 holds 3"),
        ("1-99999999999999999999", "is not a move"),
    ],
)
def test_a_nim_move_that_cannot_be_is_refused(text, names):
    game = pw.make("nim")
    with pytest.raises(InputError, match=names) as caught:
        game.parse_action(game.initial(), text)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("heaps", ["", "-", "3-", "a", "3,4", "-1", "1.5", "0", "0-0-0", "9999999", "٣"])
def test_heaps_that_cannot_be_are_refused(heaps):
    with pytest.raises(InputError, match="heaps") as caught:
        pw.make("nim", heaps=heaps)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("misere", [2, -1, 0.5, "1", None])
def test_misere_is_nought_or_one(misere):
    with pytest.raises(InputError, match="misere"):
        pw.make("nim", misere=misere)


def test_the_heaps_to_draw():
    game = nim((2, 0, 1))
    assert [[cell.mark for cell in row] for row in game.cells(game.initial())] == [["1", "o", "o"], ["2"], ["3", "o"]]


# --- what every game has by default ----------------------------------------------------------------------------------


def subtraction():
    return pw.make(f"{EXAMPLES / 'subtraction.py'}:Subtraction:stones=7")


def test_a_named_tuple_state_has_a_text_form_by_default():
    game = subtraction()
    assert game.format_state(game.initial()) == "stones=7,side=1"
    assert game.parse_state("stones=3, side=-1") == (3, -1)


BAD_TEXTS = ["", "7", "stones=7", "side=1,stones=7", "stones=7,side=1,more=2", "stones=x,side=1", "stones=1.5,side=1"]
BAD_TEXTS += ["stones='7',side=1", "stones=7,side=", "stones=7,side=1)", "stones=f(),side=1", "**stones"]
BAD_TEXTS += ["stones=7,side=\0", "stones=7;side=1", "stones=" + "9" * 5000 + ",side=1"]
BAD_TEXTS += ["stones=" + "(" * 500 + "7" + ")" * 500 + ",side=1"]


@pytest.mark.parametrize("text", BAD_TEXTS, ids=lambda text: ascii(text[:40]))
def test_a_default_text_that_is_none_is_refused_with_one_line(text):
    with pytest.raises(InputError) as caught:
        subtraction().parse_state(text)
    assert len(str(caught.value).splitlines()) == 1


def test_the_default_reading_of_a_move_lists_the_legal_ones():
    game = subtraction()
    assert game.parse_action(game.initial(), "3") == 3
    with pytest.raises(InputError, match="'4' is not a legal action; legal: 1 2 3"):
        game.parse_action(game.initial(), "4")


# --- every search asks the rules within their contract only -----------------------------------------------------------


class Strict(Game):
    """Another game's rules, which raise where the contract does not let them be asked."""

    compiles = False  # it is the reference's contract that is looked at

    def __init__(self, game):
        self.game = game
        self.utility_bounds = game.utility_bounds

    def live(self, state):
        if self.game.terminal(state):
            raise AssertionError(f"asked at the end of the game: {self.game.format_state(state)}")

    def initial(self):
        return self.game.initial()

    def terminal(self, state):
        return self.game.terminal(state)

    def player(self, state):
        self.live(state)
        return self.game.player(state)

    def actions(self, state):
        self.live(state)
        yield from self.game.actions(state)

    def result(self, state, action):
        self.live(state)
        if action not in list(self.game.actions(state)):
            raise AssertionError(f"{action!r} is not legal in {self.game.format_state(state)}")
        return self.game.result(state, action)

    def utility(self, state):
        if not self.game.terminal(state):
            raise AssertionError(f"asked before the end of the game: {self.game.format_state(state)}")
        return self.game.utility(state)

    def evaluate(self, state):
        self.live(state)
        return self.game.evaluate(state)

    def priority(self, state, action):
        self.live(state)
        return self.game.priority(state, action)

    def orders(self):
        def strictly(rank):
            def asked(state, action):
                self.live(state)
                return rank(state, action)

            return asked

        return {name: strictly(rank) for name, rank in self.game.orders().items()}

    def key(self, state):
        return self.game.key(state)

    def symmetries(self, state):
        return self.game.symmetries(state)

    def format_state(self, state):
        return self.game.format_state(state)

    def parse_state(self, text):
        return self.game.parse_state(text)

    def format_action(self, state, action):
        self.live(state)
        return self.game.format_action(state, action)

    def parse_action(self, state, text):
        self.live(state)
        return self.game.parse_action(state, text)


class AgainAfterOne(type(subtraction())):
    """Whoever takes one stone moves again, and ends are worth how many stones were taken last."""

    utility_bounds = (-100, 100)

    def result(self, state, action):
        return self.State(state.stones - action, state.side if action == 1 else -state.side)

    def utility(self, state):
        return -9 * state.side

    def evaluate(self, state):
        return state.side * (state.stones % 4)


STRICT = [
    ("tictactoe", pw.make("tictactoe"), ["XO..X...O", ".XOOX.X.O", "XOXXOO.X.", "XXOOOX.X."]),
    ("nim", nim((1, 2, 2)), ["1-2-2", "1-2-1 MIN", "0-0-1"]),
    ("misere", nim((2, 2), 1), ["2-2", "1-0 MIN"]),
    ("again", AgainAfterOne(6), ["stones=6,side=1", "stones=5,side=-1", "stones=1,side=1"]),
]


BY_ITERATIONS = ("iteration", "table")  # orders that search to smaller depths first, as these algorithms do themselves


@pytest.mark.slow_with(
    *(f"{name}-tictactoe" for name in WITH_REFERENCE if name not in ("alphabeta", "deepening")),
    "sss-nim",
    "negamax-nim",
    "minimax-nim",
    "shallow-nim",
    "failhard-nim",
    "deepening-nim",
)
@pytest.mark.parametrize(("game", "texts"), [row[1:] for row in STRICT], ids=[row[0] for row in STRICT])
@pytest.mark.parametrize("algorithm", WITH_REFERENCE)
def test_every_search_keeps_the_contract_of_the_rules_in_every_order(algorithm, game, texts):
    strict = Strict(game)
    for text in texts:
        state = game.parse_state(text)
        for depth in (None, 0, 1, 2, 3):
            expected = pw.algorithms.minimax(game, state, depth=depth).value
            for all_moves, order in product((False, True), order_names(strict)):
                if order in BY_ITERATIONS and algorithm in ("mtdf", "deepening"):
                    with pytest.raises(InputError, match="uses its own table"):
                        pw.search(strict, state, algorithm=algorithm, depth=depth, order=order)
                    continue
                result = pw.search(strict, state, algorithm=algorithm, depth=depth, all_moves=all_moves, order=order)
                assert result.value == expected, (text, depth, all_moves, order)
                result.to_dict()


@pytest.mark.parametrize("algorithm", [name for name in WITH_REFERENCE if ALGORITHMS[name].keeps_table])
def test_searches_with_a_small_table_keep_the_contract_too(algorithm):
    game = pw.make("tictactoe")
    strict, state = Strict(game), game.parse_state("XO..X...O")
    for depth, cut in product((None, 1, 3), ("ge", "gt")):
        options = {"algorithm": algorithm, "depth": depth, "cut": cut, "table": 0.01}
        result = pw.search(strict, state, engine="reference", **options)
        assert result.value == pw.algorithms.minimax(game, state, depth=depth).value


LIMITS = [{}, {"depth": 0}, {"depth": 3}, {"nodes": 1}, {"nodes": 2}, {"time": 1e-9}, {"time": 5}]


@in_turn("limits", LIMITS)
@pytest.mark.parametrize("algorithm", WITH_REFERENCE)
def test_a_root_where_the_game_is_over_is_searched_within_the_contract_under_every_limit(algorithm, limits):
    game = pw.make("tictactoe")
    for all_moves in (False, True):
        result = pw.search(
            Strict(game), game.parse_state("XXXOO...."), algorithm=algorithm, all_moves=all_moves, **limits
        )
        assert (result.player, result.best, result.pv) == (None, None, [])
        assert result.value in (1, None)
        result.to_dict()


@in_turn("limits", LIMITS)
@pytest.mark.parametrize("algorithm", WITH_REFERENCE)
def test_a_search_that_is_stopped_keeps_the_contract_and_has_a_legal_move(algorithm, limits):
    game = pw.make("tictactoe")
    state = game.parse_state("XO..X...O")
    for all_moves in (False, True):
        result = pw.search(Strict(game), state, algorithm=algorithm, all_moves=all_moves, **limits)
        assert result.best in list(game.actions(state)) or limits == {"depth": 0}
        result.to_dict()


def test_the_strict_game_is_strict_and_sound():
    game = pw.make("tictactoe")
    strict, over = Strict(game), game.parse_state("XXXOO....")
    for ask in (strict.player, strict.evaluate, lambda state: list(strict.actions(state))):
        with pytest.raises(AssertionError):
            ask(over)
    with pytest.raises(AssertionError):
        strict.utility(game.initial())
    assert pw.check(Strict(nim((2, 2)))).ok
