"""Connect Four against the rules written a second time, cell by cell, and against plain minimax with distances.

The boards here are lists of columns, each a string of marks from the bottom: nothing of the bits is used.
"""

import random
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plywise as pw
from plywise import MAX, MIN, InputError
from plywise.game import FAR, outcome, parse_legal_action, play_moves
from plywise.games.connect4 import Connect4

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
MARKS = "YR"
SMALL = [(4, 4, 3), (4, 3, 3), (5, 3, 3), (3, 4, 2), (4, 4, 4), (5, 3, 4), (3, 5, 4), (3, 3, 4), (1, 4, 3), (5, 1, 3)]
SMALL += [(2, 2, 1), (1, 1, 1), (2, 3, 9), (6, 2, 5)]
SIZES = [
    (7, 6, 4),
    (9, 6, 4),
    (10, 5, 4),
    (31, 1, 3),
    (1, 62, 5),
    (2, 30, 31),
    (20, 2, 2),
    (7, 8, 5),
    (5, 11, 3),
    (8, 6, 7),
]
SIZES += [(6, 9, 60), (3, 20, 4), (7, 6, 1)]


def connect4(width=7, height=6, connect=4):
    return pw.make("connect4", width=width, height=height, connect=connect)


def one_line(error):
    return len(str(error.value).splitlines()) == 1


# --- the rules once more ---------------------------------------------------------------------------------------------


def columns_of(game, state):
    """Return the board that a state stands for, read cell by cell from what the views draw."""
    rows = [[cell.mark for cell in row] for row in game.cells(state)]
    return ["".join(row[column] for row in reversed(rows)) for column in range(game.width)]


def has_line(columns, mark, connect):
    cells = {(c, r) for c, column in enumerate(columns) for r, each in enumerate(column) if each == mark}
    return any(
        all((c + n * right, r + n * up) in cells for n in range(connect)) for c, r in cells for right, up in DIRECTIONS
    )


def check_rules(game, state, columns):
    """Assert that the game says of a state what the rules say of the board."""
    stones = sum(map(len, columns))
    mover = MAX if stones % 2 == 0 else MIN
    lines = [has_line(columns, mark, game.connect) for mark in MARKS]
    assert columns_of(game, state) == columns
    assert game.terminal(state) == (any(lines) or stones == game.width * game.height)
    assert game.player(state) == mover
    if game.terminal(state):
        assert game.utility(state) == lines[0] - lines[1]
        assert not any(cell.action for row in game.cells(state) for cell in row)
    else:
        open_columns = [c for c in range(game.width) if len(columns[c]) < game.height]
        assert list(game.actions(state)) == [c * (game.height + 1) + len(columns[c]) for c in open_columns]
        assert [game.format_action(state, cell) for cell in game.actions(state)] == [str(c + 1) for c in open_columns]
        landing = {(c, len(columns[c])): str(c + 1) for c in open_columns}
        shown = {
            (c, r): cell.action
            for r, row in enumerate(reversed(game.cells(state)))
            for c, cell in enumerate(row)
            if cell.action
        }
        assert shown == landing


def random_line(game, seed, careful=False):
    """Yield each state of a random game with its board; careful: lines are left alone as long as possible."""
    rng = random.Random(seed)
    state, columns = game.initial(), [""] * game.width
    yield state, columns
    while not game.terminal(state):
        actions = list(game.actions(state))
        if careful:
            actions = [
                a for a in actions if not game.has_line(game.result(state, a).filled ^ game.result(state, a).mine)
            ]
            actions = actions or list(game.actions(state))
        action = rng.choice(actions)
        mark = MARKS[game.player(state) == MIN]
        columns = [column + mark * (c == action // game.stride) for c, column in enumerate(columns)]
        state = game.result(state, action)
        yield state, columns


@pytest.mark.parametrize("size", SIZES + SMALL, ids=str)
def test_the_rules_are_those_of_the_board(size):
    game = connect4(*size)
    for seed in range(6):
        for state, columns in random_line(game, seed, careful=seed % 2 == 1):
            check_rules(game, state, columns)


PERFT = [((7, 6, 4), [1, 7, 49, 343, 2401, 16807, 117649, 823536]), ((1, 3, 4), [1, 1, 1, 1])]
PERFT += [((2, 2, 2), [1, 2, 4, 6]), ((3, 1, 2), [1, 3, 6, 6]), ((3, 3, 1), [1, 3])]


@pytest.mark.parametrize(("size", "nodes"), PERFT, ids=str)
def test_perft(size, nodes):
    assert pw.count(connect4(*size), plies=7).nodes_by_ply[: len(nodes)] == nodes


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("1213141", MAX),  # up
        ("1122334", MAX),  # along the bottom
        ("7766554", MAX),
        ("71122334", MIN),
        ("12233434474", MAX),  # diagonally up to the right
        ("76655454414", MAX),  # and up to the left
        ("1122433", None),
        ("111111222222", None),
    ],
)
def test_lines_in_every_direction(text, winner):
    game = connect4()
    state = game.parse_state(text)
    assert game.terminal(state) == (winner is not None)
    if winner is not None:
        assert game.utility(state) == winner
        assert game.bounds(state) == (outcome(-1, 0), outcome(-1, 0))


@pytest.mark.parametrize(
    "size", [(7, 6, 4), (4, 4, 4), (9, 6, 4), (5, 3, 3), (10, 5, 5), (4, 4, 2), (2, 30, 2)], ids=str
)
def test_every_line_of_the_board_is_found_and_nothing_else_wraps_round_the_edges(size):
    game = connect4(*size)
    width, height, connect = size
    cells = [(c, r) for c in range(width) for r in range(height)]
    bit = {cell: 1 << cell[0] * (height + 1) + cell[1] for cell in cells}
    lines = {
        frozenset((c + n * right, r + n * up) for n in range(connect)) for c, r in cells for right, up in DIRECTIONS
    }
    lines = {line for line in lines if line <= set(cells)}
    rng = random.Random(1)
    for line in lines:
        whole = sum(bit[cell] for cell in line)
        assert game.has_line(whole)
        for cell in line:
            assert not game.has_line(whole - bit[cell])
            upwards = len({column for column, _ in line}) == 1
            if not upwards or cell == max(line):  # up a column, only the highest stone can be the last
                assert game.winning_cells(whole - bit[cell]) & bit[cell]
    for _ in range(300):
        share = rng.choice((0.2, 0.5, 0.7))
        stones = {cell for cell in cells if rng.random() < share}
        word = sum(bit[cell] for cell in stones)
        assert game.has_line(word) == any(line <= stones for line in lines)
        wanted = set()
        for line in lines:
            upwards = len({column for column, _ in line}) == 1
            wanted |= {cell for cell in line if line - stones == {cell} and (not upwards or cell == max(line))}
        assert game.winning_cells(word) & ~word == sum(bit[cell] for cell in wanted)


def test_a_full_board_without_a_line_is_a_draw():
    game = connect4()
    text = "121212212121343434434343565656656565777777"
    state = game.parse_state(text)
    assert game.terminal(state)
    assert (game.utility(state), game.bounds(state)) == (0, (0, 0))
    assert state.filled == game.board


def test_a_line_longer_than_the_board_is_a_draw_from_the_start():
    game = connect4(7, 7, 8)
    assert game.bounds(game.initial()) == (0, 0)
    assert game.known_value.startswith("draw")


def test_what_is_known_of_its_value_is_said_of_the_usual_board_only():
    assert "Allis 1988" in Connect4.known_value
    assert connect4().known_value == Connect4.known_value
    assert connect4(width=6).known_value == connect4(connect=5).known_value == ""


@pytest.mark.parametrize(
    ("parameters", "names"),
    [
        ({"width": 0}, "width=0 is not a positive whole number"),
        ({"height": -1}, "height=-1 is not"),
        ({"connect": 0}, "connect=0 is not"),
        ({"width": 2.0}, "width=2.0 is not"),
        ({"connect": True}, "connect=True is not"),
        ({"height": "6"}, "height='6' is not"),
        ({"width": None}, "width=None is not"),
        ({"width": 99, "height": 99}, "width=99,height=99: 9900 bits, a spare row included; a board has at most 63"),
        ({"width": 8, "height": 7}, "width=8,height=7: 64 bits"),
    ],
)
def test_parameters_that_cannot_be_are_refused(parameters, names):
    with pytest.raises(InputError, match=names) as caught:
        pw.make("connect4", **parameters)
    assert one_line(caught)


FIRST_SIZES = [(3, 3, 3), (2, 2, 2), (4, 3, 3), *SIZES[:3]]


@pytest.mark.slow_with("(9, 6, 4)", "(10, 5, 4)", "(7, 6, 4)")  # of (7, 6, 4): test_conformance.py
@pytest.mark.parametrize(
    "size", [*FIRST_SIZES, *(pytest.param(size, marks=pytest.mark.slow) for size in SIZES[3:])], ids=str
)
def test_the_laws(size):
    report = pw.check(connect4(*size), states=400, compiled=0)
    assert report.ok, str(report)


@pytest.mark.slow  # on the usual board: test_conformance.py
@pytest.mark.parametrize("size", FIRST_SIZES, ids=str)
def test_the_laws_hold_compiled_too(size):
    report = pw.check(connect4(*size), states=400, thorough=True)
    assert report.ok, str(report)
    assert "compiled" in report.laws


# --- texts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES + SMALL, ids=str)
def test_every_position_reads_back_what_it_writes(size):
    game = connect4(*size)
    for seed in range(4):
        for state, _ in random_line(game, seed, careful=seed % 2 == 1):
            assert game.parse_state(game.format_state(state)) == state


@pytest.mark.slow_with("(4, 3, 3)")
@pytest.mark.parametrize("size", [(3, 3, 3), (4, 3, 3), (2, 5, 3), (5, 2, 3)], ids=str)
def test_every_position_of_a_small_board_reads_back_what_it_writes(size):
    game = connect4(*size)
    for state in reachable(game):
        assert game.parse_state(game.format_state(state)) == state


@given(st.sampled_from([(7, 6, 4), (7, 6, 50), (9, 6, 50), (12, 4, 4), (3, 20, 50)]), st.lists(st.integers(0, 11)))
def test_a_position_made_of_any_moves_reads_back_what_it_writes(size, choices):
    game = connect4(*size)
    state, words = game.initial(), []
    for choice in choices * 4:
        if not game.terminal(state):
            actions = list(game.actions(state))
            words.append(game.format_action(state, actions[choice % len(actions)]))
            state = game.result(state, actions[choice % len(actions)])
    text = game.format_state(state)
    assert game.parse_state(text) == state
    assert game.parse_state(("" if game.width <= 9 else "-").join(words)) == state
    assert game.parse_state(text) == play_moves(game, game.initial(), " ".join(words))
    assert sorted(text.replace("-", "")) == sorted("".join(words)) or not words


def test_the_empty_board_has_a_word():
    game = connect4()
    assert game.format_state(game.initial()) == "empty"
    assert game.parse_state("") == game.parse_state("empty") == game.initial()


def test_the_columns_of_a_wide_board_have_dashes_between():
    game = connect4(12, 4)
    assert game.parse_state("12") == game.result(game.initial(), 11 * 5)
    assert game.format_state(game.parse_state("12-3")) == "12-3"


def test_a_state_that_no_line_of_play_leads_to_has_no_text():
    game = connect4()
    with pytest.raises(ValueError, match="no line of play"):
        game.format_state(game.make_state(0b11, 0b11))


@pytest.mark.parametrize(
    ("size", "text", "names"),
    [
        ((7, 6, 4), "12x", "position '12x': move 3: 'x' is not a column: a number from 1 to 7"),
        ((7, 6, 4), "8", "move 1: '8' is not a column"),
        ((7, 6, 4), "0", "move 1: '0' is not a column"),
        ((7, 6, 4), "4 4", "move 2: ' ' is not a column"),
        ((7, 6, 4), "44\n", "move 3: .* is not a column"),
        ((7, 6, 4), "4٤", "move 2: '٤' is not a column"),
        ((7, 6, 4), "4²", "move 2: '²' is not a column"),
        ((7, 6, 4), "-1", "move 1: '-' is not a column"),
        ((7, 6, 4), "EMPTY", "move 1: 'E' is not a column"),
        ((7, 6, 4), "4444444", "move 7: column 4 is full"),
        ((7, 6, 4), "12121212", "move 8 is played after the game is over"),
        ((7, 6, 4), "1212121x", "move 8: 'x' is not a column"),
        ((1, 2, 4), "111", "move 3 is played after the game is over"),
        ((12, 4, 4), "13", "move 1: '13' is not a column: a number from 1 to 12"),
        ((12, 4, 4), "1--2", "move 2: '' is not a column"),
        ((12, 4, 4), "12-", "move 2: '' is not a column"),
        ((12, 4, 4), "-", "move 1: '' is not a column"),
        ((12, 4, 4), "1-012", "move 2: '012' is not a column"),
        ((12, 4, 4), "12-12-12-12-12", "move 5: column 12 is full"),
        ((12, 4, 4), "1-" + "9" * 5000, "move 2: .* is not a column"),
    ],
    ids=lambda value: ascii(value)[:40],
)
def test_a_position_that_cannot_be_is_refused_with_one_line(size, text, names):
    game = connect4(*size)
    with pytest.raises(InputError, match=names) as caught:
        game.parse_state(text)
    assert one_line(caught)


@pytest.mark.parametrize("text", ["", "0", "8", "-1", "07", "1.0", "a", " 4", "4 ", "²", "٤", "44", "9" * 5000])
def test_a_word_that_is_no_column_is_refused(text):
    game = connect4()
    with pytest.raises(InputError, match="is not a column: a number from 1 to 7") as caught:
        game.parse_action(game.initial(), text)
    assert one_line(caught)


def test_a_full_column_is_no_legal_move():
    game = connect4()
    with pytest.raises(InputError, match="'4' is not a legal action; legal: 1 2 3 5 6 7"):
        parse_legal_action(game, game.parse_state("444444"), "4")


def test_the_cells_to_draw():
    game = connect4(3, 2, 3)
    cells = game.cells(game.parse_state("22"))
    assert [[cell.mark for cell in row] for row in cells] == [["", "R", ""], ["", "Y", ""]]
    assert [[cell.action for cell in row] for row in cells] == [["", "", ""], ["1", "", "3"]]
    assert game.player_names == {MAX: "Yellow", MIN: "Red"}


# --- keys ------------------------------------------------------------------------------------------------------------


def reachable(game):
    found, waiting = set(), [game.initial()]
    while waiting:
        state = waiting.pop()
        if state not in found:
            found.add(state)
            if not game.terminal(state):
                waiting += [game.result(state, action) for action in game.actions(state)]
    return found


@pytest.mark.slow_with("(4, 3, 3)")
@pytest.mark.parametrize("size", [(4, 3, 3), (3, 3, 3), (5, 2, 3), (1, 5, 3), (2, 4, 4), (6, 1, 3), (3, 4, 2)], ids=str)
def test_keys_tell_states_apart_up_to_the_mirror(size):
    game = connect4(*size)
    boards = {}
    for state in reachable(game):
        columns = columns_of(game, state)
        boards.setdefault(game.key(state), set()).add(min(tuple(columns), tuple(columns[::-1])))
        images = list(game.symmetries(state))
        assert [columns_of(game, image) for image in images] == ([] if columns == columns[::-1] else [columns[::-1]])
        assert all(game.key(image) == game.key(state) for image in images)
    assert all(len(same) == 1 for same in boards.values())
    assert len({board for same in boards.values() for board in same}) == len(boards)
    assert all(0 <= key < 2**game.key_bits for key in boards)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_keys_fit_their_bits_and_the_mirror_turns_columns_round(size):
    game = connect4(*size)
    assert game.key_bits == size[0] * (size[1] + 1)
    for seed in range(5):
        for state, columns in random_line(game, seed, careful=True):
            image = game.make_state(game.mirror(state.mine), game.mirror(state.filled))
            assert columns_of(game, image) == columns[::-1]
            assert game.key(image) == game.key(state)
            assert 0 <= game.key(state) < 2**game.key_bits


# --- what the search is told -----------------------------------------------------------------------------------------


def solved(game):
    """Return a function from states to their outcome for the player to move: plain minimax, nothing of the bounds."""

    @cache
    def value(state):
        if game.terminal(state):
            return outcome(game.utility(state) * game.player(state), 0)
        return max(move_value(state, action) for action in game.actions(state))

    def move_value(state, action):
        below = -value(game.result(state, action))
        return below - (below > 0) + (below < 0)  # the move is a ply, too

    return value, move_value


def check_knowledge(game, state, value, move_value):
    """Assert that bounds hold and candidates suffice in a state."""
    low, high = game.bounds(state)
    assert -FAR <= low <= value(state) <= high <= FAR, (game.format_state(state), low, value(state), high)
    if game.terminal(state) or abs(value(state)) in (outcome(1, 1), outcome(1, 2)):
        assert low == high, game.format_state(state)
    if low < high:
        candidates = list(game.candidates(state))
        assert candidates == sorted(set(candidates))
        assert set(candidates) <= set(game.actions(state))
        assert max(move_value(state, action) for action in candidates) == value(state), game.format_state(state)
        losing = [action for action in game.actions(state) if move_value(state, action) == outcome(-1, 2)]
        assert set(candidates) == set(game.actions(state)) - set(losing), game.format_state(state)


@pytest.mark.slow_with("(5, 3, 4)", "(5, 3, 3)", "(6, 2, 5)", "(4, 4, 3)", "(3, 5, 4)")
@pytest.mark.parametrize("size", [size for size in SMALL if size != (4, 4, 4)], ids=str)
def test_bounds_hold_and_candidates_suffice_in_every_state(size):
    game = connect4(*size)
    value, move_value = solved(game)
    for state in reachable(game):
        check_knowledge(game, state, value, move_value)


@pytest.mark.slow_with("(5, 5, 5)-10", "(9, 3, 4)-8", "(4, 4, 4)-11")
@pytest.mark.parametrize(
    ("size", "empty"), [((7, 6, 4), 9), ((4, 4, 4), 11), ((6, 4, 3), 10), ((5, 5, 5), 10), ((9, 3, 4), 8)], ids=str
)
def test_bounds_hold_and_candidates_suffice_near_the_end(size, empty):
    game = connect4(*size)
    value, move_value = solved(game)
    for seed in range(40):
        for state, columns in random_line(game, seed, careful=True):
            if sum(map(len, columns)) >= game.width * game.height - empty:
                check_knowledge(game, state, value, move_value)


def test_the_bounds_by_hand():
    game = connect4()
    known = {
        "": (outcome(-1, 4), outcome(1, 3)),
        "121212": (outcome(1, 1), outcome(1, 1)),  # the fourth one up
        "3344": (outcome(-1, 4), outcome(1, 3)),
        "4444443": (outcome(-1, 4), outcome(1, 3)),
        "33445": (outcome(-1, 2), outcome(-1, 2)),  # open on both sides
    }
    for text, bounds in known.items():
        assert game.bounds(game.parse_state(text)) == bounds, text
    assert list(game.candidates(game.parse_state("11223"))) == [3 * 7]  # the only move that stops a line


def test_priority_counts_the_cells_that_would_then_complete_a_line():
    game = connect4()
    start = game.initial()
    assert [game.priority(start, action) for action in game.actions(start)] == [0, 16, 32, 48, 32, 16, 0]
    state = game.parse_state("4455")  # Yellow has 4 and 5 at the bottom
    assert [game.priority(state, action) // 128 for action in game.actions(state)] == [0, 1, 2, 0, 0, 2, 1]
    for seed in range(10):
        for state, columns in random_line(game, seed, careful=True):
            if not game.terminal(state):
                mark = MARKS[game.player(state) == MIN]
                for action in game.actions(state):
                    after = [column + mark * (c == action // game.stride) for c, column in enumerate(columns)]
                    assert game.priority(state, action) // 128 == completions(after, mark, game)


def completions(columns, mark, game):
    """Return how many empty cells would complete a line of a mark, were it there, resting on stones or not."""
    cells = {(c, r): each for c, column in enumerate(columns) for r, each in enumerate(column)}
    found = set()
    for c in range(game.width):
        for r in range(game.height):
            for right, up in DIRECTIONS:
                line = [(c + n * right, r + n * up) for n in range(game.connect)]
                if all(0 <= x < game.width and 0 <= y < game.height for x, y in line):
                    empty = [cell for cell in line if cell not in cells]
                    if len(empty) == 1 and all(cells.get(cell, mark) == mark for cell in line):
                        found.add(empty[0])
    return len(found)


VALUES = [
    ((4, 4, 3), 1),
    ((4, 4, 4), 0),
    ((2, 2, 2), 1),
    ((1, 5, 2), 0),
    ((3, 1, 2), 1),
    ((5, 2, 4), 0),
    ((3, 3, 3), 0),
]


@pytest.mark.parametrize(("size", "value"), VALUES, ids=str)
def test_values_of_small_boards(size, value):
    assert pw.algorithms.mtdf(connect4(*size)).value == value
