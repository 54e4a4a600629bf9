"""mnk and cube against the rules written a second time, against plain minimax, solved positions and another program.

The boards here are strings of marks and the lines are sought mark by mark: nothing of the bits is used.
tests/data/ttt_family.jsonl holds positions solved by other programs: the value for X and every cell that keeps it.
"""

import json
import random
from functools import cache
from itertools import product

import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

import plywise as pw
from plywise import MAX, MIN, InputError
from plywise.bits import bit, popcount
from plywise.engines.reference.perft import count
from plywise.game import FAR, outcome, play_moves
from plywise.games._k_in_a_row import board_symmetries, straight_lines
from plywise.games.cube import Cube
from plywise.games.mnk import Mnk
from tests.helpers.paths import DATA

BOARDS = [(3, 3, 3), (4, 3, 3), (7, 7, 5), (5, 4, 4), (1, 1, 1), (2, 2, 1), (9, 1, 3), (1, 7, 2), (21, 3, 4), (9, 7, 5)]
BOARDS += [(6, 6, 4), (4, 4, 4), (63, 1, 63), (2, 31, 20), (8, 7, 8), (3, 5, 4)]
GAMES = [Mnk(*board) for board in BOARDS] + [Cube(2), Cube(3), Cube(4)]


def called(game):
    return "x".join(map(str, game.shape)) + f" {game.length}"


def one_line(error):
    return len(str(error.value).splitlines()) == 1


# --- the rules once more ---------------------------------------------------------------------------------------------


def lines_of(game):
    """Return every line of the board as sets of cells, found by walking on from each cell in each direction."""
    cells = list(product(*map(range, game.shape)))
    steps = [step for step in product((-1, 0, 1), repeat=len(game.shape)) if any(step)]
    found = set()
    for start, step in product(cells, steps):
        line = [tuple(at + n * by for at, by in zip(start, step, strict=True)) for n in range(game.length)]
        if all(cell in cells for cell in line):
            found.add(frozenset(map(cells.index, line)))
    return found


every_line = cache(lines_of)


def has_line(game, board, mark):
    return any(all(board[cell] == mark for cell in line) for line in every_line(game))


def wanted(game, board, mark):
    """Return the empty cells that complete a line of a mark."""
    found = set()
    for line in every_line(game):
        left = [cell for cell in line if board[cell] != mark]
        if len(left) == 1 and board[left[0]] == ".":
            found |= set(left)
    return found


def members_of(word):
    return {cell for cell in range(64) if word & bit(cell)}


def check_rules(game, state, board):
    """Assert that the game says of a state what the rules say of the board."""
    empty = [cell for cell, mark in enumerate(board) if mark == "."]
    mover = MAX if (len(board) - len(empty)) % 2 == 0 else MIN
    lines = [has_line(game, board, mark) for mark in "XO"]
    assert game.format_state(state) == board
    assert game.parse_state(board) == state
    assert game.player(state) == mover
    assert game.terminal(state) == (any(lines) or not empty)
    assert all(-(2**63) <= word < 2**63 for word in state)
    if game.terminal(state):
        assert game.utility(state) == lines[0] - lines[1]
    else:
        assert list(game.actions(state)) == empty
        own, other = "XO" if mover == MAX else "OX"
        assert members_of(state.wins) == wanted(game, board, own)
        assert members_of(state.threats) == wanted(game, board, other)


def random_line(game, seed, careful=False):
    """Yield each state of a random game with its board; careful: lines are left alone as long as possible."""
    rng = random.Random(seed)
    state, board = game.initial(), "." * game.size
    yield state, board
    while not game.terminal(state):
        actions = list(game.actions(state))
        if careful:
            actions = [a for a in actions if not state.wins & bit(a)] or actions
        action = rng.choice(actions)
        mark = "XO"[game.player(state) == MIN]
        board = board[:action] + mark + board[action + 1 :]
        state = game.result(state, action)
        yield state, board


@pytest.mark.parametrize("game", GAMES, ids=called)
def test_the_rules_are_those_of_the_board(game):
    for seed in range(6):
        for state, board in random_line(game, seed, careful=seed % 2 == 1):
            check_rules(game, state, board)


@pytest.mark.parametrize("game", GAMES, ids=called)
def test_the_lines_are_all_the_straight_ones(game):
    words = {sum(1 << cell for cell in line) for line in every_line(game)}
    assert {line % 2**64 for line in game.lines} == words
    assert len(game.lines) == len(words)


def test_how_many_lines_there_are():
    assert [len(Mnk(*board).lines) for board in [(3, 3, 3), (4, 4, 4), (7, 7, 5), (1, 1, 1), (2, 2, 1)]] == [
        8,
        10,
        60,
        1,
        4,
    ]
    assert [len(Cube(side).lines) for side in (2, 3, 4)] == [28, 49, 76]
    assert [len(straight_lines((side,) * 3, side)) for side in (3, 4)] == [49, 76]


PERFT = [
    (Mnk(3, 3, 3), [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]),
    (Mnk(4, 3, 3), [1, 12, 132, 1320, 11880, 95040, 622944, 3499200]),
    (Mnk(1, 1, 1), [1, 1]),
    (Mnk(2, 1, 2), [1, 2, 2]),
    (Cube(2), [1, 8, 56, 336]),
    (Cube(3), [1, 27, 702, 17550]),
    (Cube(4), [1, 64, 4032]),
]


@pytest.mark.parametrize(
    ("game", "nodes"), PERFT, ids=lambda value: called(value) if isinstance(value, pw.Game) else ""
)
def test_perft(game, nodes):
    assert count(game, plies=len(nodes) - 1).nodes_by_ply == nodes


def marked(game, x, o):
    return "".join("X" if cell in x else "O" if cell in o else "." for cell in range(game.size))


@pytest.mark.parametrize(
    ("game", "x", "o", "winner"),
    [
        (Mnk(4, 3, 3), (0, 1, 2), (4, 5), MAX),
        (Mnk(4, 3, 3), (0, 1, 3), (4, 5, 6), MIN),
        (Mnk(4, 3, 3), (2, 3, 4), (0, 1, 5), None),  # a row does not go on in the next
        (Mnk(4, 3, 3), (1, 6, 11), (0, 7), MAX),
        (Mnk(3, 3, 3), (0, 2, 3, 7, 8), (1, 4, 5, 6), None),  # full
        (Cube(3), (0, 13, 26), (1, 2), MAX),  # from corner to corner through the centre
        (Cube(3), (0, 1, 5), (3, 12, 21), MIN),  # across the layers
        (Cube(3), (2, 3, 4, 8), (0, 13, 25), None),
        (Cube(4), (0, 21, 42, 63), (1, 2, 3), MAX),
        (Cube(4), (0, 1, 2, 7), (60, 61, 62, 63), MIN),
        (Cube(4), (3, 22, 41, 60), (15, 31, 47), MAX),
        (Cube(4), (15, 31, 47, 1), (3, 22, 41), None),
    ],
    ids=lambda each: called(each) if isinstance(each, pw.Game) else str(each),
)
def test_lines_by_hand(game, x, o, winner):
    state = game.parse_state(marked(game, x, o))
    assert game.terminal(state) == (winner is not None or len(x) + len(o) == game.size)
    if game.terminal(state):
        assert game.utility(state) == (winner or 0)
        over = outcome(-1, 0) if winner else 0
        assert game.bounds(state) == (over, over)


@pytest.mark.parametrize(
    ("name", "parameters", "names"),
    [
        ("mnk", {"m": 0}, "m=0 is not a positive whole number"),
        ("mnk", {"n": -1}, "n=-1 is not"),
        ("mnk", {"k": 0}, "k=0 is not"),
        ("mnk", {"m": 3.0}, "m=3.0 is not"),
        ("mnk", {"k": True}, "k=True is not"),
        ("mnk", {"n": "3"}, "n='3' is not"),
        ("mnk", {"m": 8, "n": 8}, "m=8,n=8: 64 cells; a board has at most 63"),
        ("mnk", {"m": 10**30}, "cells; a board has at most 63"),
        ("mnk", {"m": 3, "n": 3, "k": 9}, "k=9: no line of 9 fits a board of 3 columns and 3 rows"),
        ("cube", {"size": 1}, "size=1 is not 2, 3 or 4"),
        ("cube", {"size": 5}, "size=5 is not"),
        ("cube", {"size": 3.0}, "size=3.0 is not"),
        ("cube", {"size": None}, "size=None is not"),
    ],
)
def test_parameters_that_cannot_be_are_refused(name, parameters, names):
    with pytest.raises(InputError, match=names) as caught:
        pw.make(name, **parameters)
    assert one_line(caught)


# --- against solved positions and another program --------------------------------------------------------------------


def solved_rows(name):
    rows = [json.loads(line) for line in (DATA / "ttt_family.jsonl").read_text().splitlines()]
    return [row for row in rows if row["game"] == name]


@pytest.mark.slow_with("cube-60-native")
@pytest.mark.parametrize(("name", "count", "engine"), [("mnk", 200, "reference"), ("cube", 60, "native")])
def test_positions_solved_by_other_programs(name, count, engine):
    rows = solved_rows(name)
    assert len(rows) == count
    game = pw.make(name)
    solver = pw.Solver(game, distance=False, engine=engine)
    for row in rows:
        state = game.parse_state(row["board"])
        solution = solver.solve(state, line=False)
        assert (solution.value, solution.best) == (row["value"], row["best_cells"]), row["board"]
        assert game.player(state) == (MAX if row["side"] == "X" else MIN)


REFEREES = [
    (Mnk(*board), "mnk(m={},n={},k={})".format(*board)) for board in [(3, 3, 3), (7, 7, 5), (9, 7, 4), (5, 3, 3)]
]
REFEREES += [(Mnk(3, 3, 3), "tic_tac_toe"), (Cube(3), "gomoku(size=3,dims=3,connect=3)")]
REFEREES += [(Cube(4), "gomoku(size=4,dims=3,connect=4)"), (Cube(2), "gomoku(size=2,dims=3,connect=2)")]


@pytest.mark.parametrize(("game", "referee"), REFEREES, ids=lambda value: value if isinstance(value, str) else "")
def test_random_games_in_step_with_openspiel(game, referee):
    judge, moves = pyspiel.load_game(referee), 0
    for seed in range(100):
        rng = random.Random(seed)
        state, other = game.initial(), judge.new_initial_state()
        while True:
            assert game.terminal(state) == other.is_terminal(), f"{referee}, seed {seed}: {game.format_state(state)}"
            if game.terminal(state):
                assert other.returns()[0] == game.utility(state), f"{referee}, seed {seed}: {game.format_state(state)}"
                break
            assert (game.player(state) == MAX) == (other.current_player() == 0)
            actions = list(game.actions(state))
            assert actions == other.legal_actions(), f"{referee}, seed {seed}: {game.format_state(state)}"
            action = rng.choice(actions)
            state, moves = game.result(state, action), moves + 1
            other.apply_action(action)
    assert moves >= 300


# --- texts -----------------------------------------------------------------------------------------------------------


def tried(ask):
    """Return what is answered and no text, or nothing and why it is refused."""
    try:
        return ask(), ""
    except InputError as error:
        return None, str(error)


@given(st.sampled_from(GAMES), st.lists(st.integers(0, 63)))
def test_a_position_made_of_any_moves_reads_back_what_it_writes(game, choices):
    state, words = game.initial(), []
    for choice in choices:
        if not game.terminal(state):
            actions = list(game.actions(state))
            action = actions[choice % len(actions)]
            words.append(game.format_action(state, action))
            assert game.parse_action(state, words[-1]) == action
            place = list(product(*map(range, game.shape)))[action]
            assert game.parse_action(state, f"({','.join(map(str, place))})") == action
            state = game.result(state, action)
    text = game.format_state(state)
    assert game.parse_state(text) == game.parse_state(text.lower()) == state
    rows = [text[start : start + game.shape[-1]] for start in range(0, game.size, game.shape[-1])]
    assert game.parse_state("/".join(rows)) == state
    assert play_moves(game, game.initial(), " ".join(words)) == state


@given(st.sampled_from([Mnk(), Mnk(3, 1, 3), Cube(2)]), st.text("XO.xo/ \n9", max_size=10) | st.text(max_size=10))
def test_a_text_is_a_position_that_can_be_or_is_refused_with_one_line(game, text):
    state, refusal = tried(lambda: game.parse_state(text))
    assert len(refusal.splitlines()) == (state is None)
    assert state is None or game.format_state(state) == text.replace("/", "").upper()


def test_exactly_the_reachable_boards_are_read_as_positions():
    for game in (Mnk(3, 2, 2), Mnk(6, 1, 3), Mnk(7, 1, 2), Mnk(3, 3, 3), Cube(2)):
        accepted = set()
        for board in map("".join, product("XO.", repeat=game.size)):
            accepted.add(tried(lambda board=board, game=game: game.parse_state(board))[0])
        assert accepted - {None} == reachable(game), called(game)


@pytest.mark.parametrize(
    ("game", "text", "names"),
    [
        (Mnk(), "", "is not 9 characters X, O or '.', row by row"),
        (Mnk(), "........", "is not 9 characters"),
        (Mnk(), "..........", "is not 9 characters"),
        (Mnk(), "X.O.Q....", "is not 9 characters"),
        (Mnk(), "XO.......\n", "is not 9 characters"),
        (Mnk(), "ⅹO.......", "is not 9 characters"),
        (Mnk(), "X" * 100_000, "is not 9 characters"),
        (Mnk(), "XX.......", "2 X and 0 O"),
        (Mnk(), "O........", "0 X and 1 O"),
        (Mnk(), "XXXOOO...", "goes on after X has won"),
        (Mnk(), "XXXOO.O..", "goes on after X has won"),
        (Mnk(), "OOOXX.XX.", "goes on after O has won"),
        (Mnk(4, 2, 1), "XO......", "goes on after X has won"),
        (Mnk(7, 1, 2), "XXOXXO.", "4 X and 2 O"),
        (Mnk(9, 1, 2), "XXOXXO.O.", "has lines of X that no single mark completes"),
        (Cube(3), "X" * 27, "27 X and 0 O"),
        (Cube(3), "." * 26, "is not 27 characters X, O or '.', layer by layer"),
        (Cube(4), "." * 27, "is not 64 characters"),
        (Cube(4), "X" * 33 + "O" * 31, "33 X and 31 O"),
        (Cube(4), "X" * 32 + "O" * 32, "goes on after X has won"),
    ],
    ids=lambda each: called(each) if isinstance(each, pw.Game) else ascii(each)[:40],
)
def test_a_position_that_cannot_be_is_refused_with_one_line(game, text, names):
    with pytest.raises(InputError, match=names) as caught:
        game.parse_state(text)
    assert one_line(caught)
    assert len(str(caught.value)) < 300


BAD_CELLS = ["", "9", "-1", "10", "04", " 4", "a1", "4.0", "(3,0)", "(0,3)", "(1,1,1)", "()", "(,)", "(1,)", "(1 1)"]
BAD_CELLS += ["(4", "4)", ")4(", "(1,1", "1,1)", "((1,1))", "²", "٤", "(4)", "9" * 5000, "0,0\n", "(0,٤)", "(01,1)"]


@pytest.mark.parametrize("text", BAD_CELLS, ids=lambda text: ascii(text)[:20])
def test_a_word_that_is_no_cell_is_refused(text):
    game = Mnk()
    with pytest.raises(InputError, match=r"is not a cell: a number from 0 to 8, or \(row,col\)") as caught:
        game.parse_action(game.initial(), text)
    assert one_line(caught)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("text", ["64", "(4,0,0)", "(0,0,4)", "(0,0)", "0,0", "(0,0,0,0)", "(0,,0)"])
def test_a_word_that_is_no_cell_of_a_cube_is_refused(text):
    game = Cube(4)
    with pytest.raises(InputError, match=r"is not a cell: a number from 0 to 63, or \(layer,row,col\)") as caught:
        game.parse_action(game.initial(), text)
    assert one_line(caught)


@given(st.sampled_from(GAMES), st.text("0123456789(), ٤-", max_size=9))
def test_a_word_is_a_cell_or_is_refused(game, text):
    cell, refusal = tried(lambda: game.parse_action(game.initial(), text))
    assert len(refusal.splitlines()) == (cell is None)
    assert cell is None or 0 <= cell < game.size


def test_cells_by_coordinates():
    assert Mnk(5, 4, 4).parse_action(None, "(2,3)") == Mnk(5, 4, 4).parse_action(None, "2,3") == 13
    assert Cube(4).parse_action(None, "(1,2,3)") == Cube(4).parse_action(None, "1,2,3") == 27


def test_the_cells_to_draw():
    game = Mnk(3, 2, 2)
    cells = game.cells(game.parse_state("XO...."))
    assert [[cell.mark for cell in row] for row in cells] == [["X", "O", ""], ["", "", ""]]
    assert [[cell.action for cell in row] for row in cells] == [["", "", "2"], ["3", "4", "5"]]
    over = game.cells(game.parse_state("XX.O.."))
    assert not any(cell.action for row in over for cell in row)
    rows = Cube(2).cells(Cube(2).parse_state("X....O.."))
    assert [[cell.mark or cell.action for cell in row] for row in rows] == [
        ["X", "1", "", "4", "O"],
        ["2", "3", "", "6", "7"],
    ]


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


def test_the_symmetries_are_different_take_lines_to_lines_and_are_a_group():
    numbers = []
    for game in GAMES:
        images = board_symmetries(game.shape, game.length)
        numbers.append(len(images))
        assert images[0] == tuple(range(game.size))
        assert len(set(images)) == len(images)
        for image in images:
            assert {frozenset(image[cell] for cell in line) for line in every_line(game)} == every_line(game)
        rng = random.Random(1)
        for _ in range(50):
            first, second = rng.choice(images), rng.choice(images)
            assert tuple(second[cell] for cell in first) in images
    names = dict(zip(map(called, GAMES), numbers, strict=True))
    assert [names[each] for each in ("3x3 3", "7x7 5", "3x4 3", "4x4 4", "3x3x3 3", "4x4x4 4")] == [
        8,
        8,
        4,
        32,
        48,
        192,
    ]


@pytest.mark.slow_with("3x3 3-765")
@pytest.mark.parametrize(
    ("game", "classes"),
    [(Mnk(3, 3, 3), 765), (Mnk(4, 2, 3), None), (Mnk(6, 1, 2), None)],
    ids=lambda each: called(each) if isinstance(each, pw.Game) else str(each),
)
def test_keys_tell_states_apart_up_to_symmetry(game, classes):
    images = board_symmetries(game.shape, game.length)
    found = {}
    for state in reachable(game):
        board = game.format_state(state)
        turned = {"".join(board[image[cell]] for cell in range(game.size)) for image in images}
        found.setdefault(game.key(state), set()).add(min(turned))
        assert {game.format_state(each) for each in game.symmetries(state)} == turned
    assert all(len(same) == 1 for same in found.values())
    assert len({board for same in found.values() for board in same}) == len(found)
    assert classes is None or len(found) == classes


@pytest.mark.parametrize("game", [Cube(2), Cube(3), Cube(4), Mnk(4, 4, 4), Mnk(7, 9, 5)], ids=called)
def test_symmetric_boards_share_their_key(game):
    images = board_symmetries(game.shape, game.length)
    for seed in range(4):
        for state, board in random_line(game, seed, careful=True):
            rng = random.Random(board)
            image = rng.choice(images)
            turned = game.parse_state("".join(board[image[cell]] for cell in range(game.size)))
            assert game.key(turned) == game.key(state), f"seed {seed}: {board}"


def test_the_first_move_of_the_cubes_up_to_symmetry():
    for side, kinds in ((2, 1), (3, 4), (4, 2)):
        game = Cube(side)
        assert len({game.key(game.result(game.initial(), cell)) for cell in range(game.size)}) == kinds


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
    if game.terminal(state) or abs(value(state)) in (outcome(1, 1), outcome(1, 2), outcome(1, 3)):
        assert low == high or value(state) < 0, game.format_state(state)
    if low < high:
        candidates = list(game.candidates(state))
        assert candidates == sorted(set(candidates))
        assert set(candidates) <= set(game.actions(state))
        assert max(move_value(state, action) for action in candidates) == value(state), game.format_state(state)


WHOLE = [
    Mnk(*board) for board in [(3, 3, 3), (4, 2, 3), (3, 2, 2), (6, 1, 3), (7, 1, 2), (2, 2, 1), (2, 5, 4), (9, 1, 4)]
]


@pytest.mark.parametrize("game", [*WHOLE, Cube(2)], ids=called)
def test_bounds_hold_and_candidates_suffice_in_every_state(game):
    value, move_value = solved(game)
    for state in reachable(game):
        check_knowledge(game, state, value, move_value)


LATE = [(Mnk(4, 3, 3), 9), (Mnk(4, 4, 4), 9), (Mnk(5, 5, 4), 8), (Mnk(6, 6, 4), 8), (Mnk(9, 7, 5), 7), (Cube(3), 9)]


@pytest.mark.parametrize(
    ("game", "empty"), [*LATE, (Cube(4), 8)], ids=lambda each: called(each) if each in GAMES else ""
)
def test_bounds_hold_and_candidates_suffice_near_the_end(game, empty):
    for seed in range(8):
        value, move_value = solved(game)
        for state, board in random_line(game, seed, careful=True):
            if board.count(".") <= empty:
                check_knowledge(game, state, value, move_value)


def test_the_bounds_by_hand():
    game = Mnk(6, 6, 4)
    assert game.bounds(game.parse_state("XXX.OO" + "O" + "." * 29)) == (outcome(1, 1), outcome(1, 1))
    assert game.bounds(game.parse_state("XX.X.." + "OOO..." + "." * 24)) == (outcome(1, 1), outcome(1, 1))
    assert game.bounds(game.parse_state("." * 6 + ".XXX.." + "O..O.." + "." * 18)) == (outcome(-1, 2), outcome(-1, 2))
    assert game.bounds(game.parse_state("." * 6 + "..XX.." + "O..O.." + "." * 18)) == (outcome(1, 3), outcome(1, 3))
    assert game.bounds(game.initial())[0] == 0  # whoever begins need not lose
    five = Mnk(5, 5, 5)
    assert five.bounds(five.initial()) == (0, 0)  # the lines are too few for a win


def test_priority_prefers_what_stops_and_makes_lines():
    for seed in range(20):
        game = Cube(4)
        for state, _ in random_line(game, seed, careful=True):
            if not game.terminal(state) and popcount(state.threats) == 1 and not state.wins:
                best = max(game.actions(state), key=lambda action, state=state: game.priority(state, action))
                assert bit(best) == state.threats or game.winning_cells(best, state.mine | bit(best), state.other)


@pytest.mark.slow
@pytest.mark.parametrize("game", [Cube(4), Mnk(9, 7, 5)], ids=called)
def test_the_laws(game):
    report = pw.check(game, states=60, playouts=5)
    assert report.ok, str(report)


VALUES = {(3, 3, 3): 0, (4, 4, 4): 0, (5, 4, 4): 0, (5, 5, 5): 0, (4, 3, 3): 1, (4, 4, 3): 1, (5, 3, 3): 1}
LONGER = {(6, 4, 4): 0, (5, 5, 4): 0, (6, 5, 4): 1, (6, 6, 4): 1, (6, 5, 5): 0, (7, 5, 5): 0, (6, 6, 5): 0}


@pytest.mark.slow
@pytest.mark.parametrize(("board", "value"), [*VALUES.items(), *LONGER.items()], ids=str)
def test_values_of_boards(board, value):
    assert pw.solve(Mnk(*board), distance=False).value == value


@pytest.mark.slow
@pytest.mark.parametrize(("board", "distance"), [((4, 3, 3), 7), ((4, 4, 3), 5), ((6, 6, 4), 11)], ids=str)
def test_how_long_a_win_takes(board, distance):
    solution = pw.solve(Mnk(*board))
    assert (solution.value, solution.distance) == (1, distance)


@pytest.mark.slow
def test_the_cube_of_three_is_won_in_seven_plies_from_the_centre_only():
    solution = pw.solve(Cube(3))
    assert (solution.value, solution.distance, solution.to_dict()["best"]) == (1, 7, ["13"])


def test_no_full_cube_of_three_is_without_a_line():
    """A draw would be fourteen and thirteen cells, neither with a line: with the centre there are few ways to try."""
    game = Cube(3)
    lines = every_line(game)

    def fill(cell, board):
        if any(len({board[c] for c in line}) == 1 and max(line) < cell for line in lines if max(line) == cell - 1):
            return 0
        return 1 if cell == game.size else sum(fill(cell + 1, board + mark) for mark in "XO")

    assert fill(0, "") == 0


MATCHES = [("mnk:m=7,n=7,k=5", 3), ("cube:size=4", 2)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "depth"), MATCHES)
def test_a_shallow_search_beats_random_play(name, depth):
    game = pw.make(name)
    wins = 0
    for seed in range(20):
        rng = random.Random(seed)
        state, own = game.initial(), (MAX, MIN)[seed % 2]
        while not game.terminal(state):
            if game.player(state) == own:
                state = game.result(state, pw.search(game, state, depth=depth).best)
            else:
                state = game.result(state, rng.choice(list(game.actions(state))))
        wins += game.utility(state) == own
    assert wins == 20, f"{wins} of 20, seeds 0 to 19"


class Blind(Mnk):
    """Knows what the board says at once, estimates nothing, and takes the first of equal moves."""

    def evaluate(self, state):
        return 0.0

    def priority(self, state, action):
        return 0


@pytest.mark.slow
@pytest.mark.parametrize("depth", [1, 2])
def test_the_evaluation_beats_none(depth):
    sighted, blind, points = Mnk(7, 7, 5), Blind(7, 7, 5), 0
    for seed in range(20):
        rng = random.Random(seed)
        state, own = sighted.initial(), (MAX, MIN)[seed % 2]
        for _ in range(2):
            state = sighted.result(state, rng.choice(list(sighted.actions(state))))
        while not sighted.terminal(state):
            game = sighted if sighted.player(state) == own else blind
            state = game.result(state, pw.search(game, state, depth=depth).best)
        points += own * sighted.utility(state)
    assert points >= 15, f"{points} of 20, seeds 0 to 19"
