"""Rules of known games written with a board's parts, in both ways, against the package's own and published counts."""

from functools import cache

import pytest

import plywise as pw
from plywise.bits import bit, members, popcount
from plywise.board import NE, NW, SE, SW, E, Grid, N, S, W, move, put
from tests.helpers.paths import EXAMPLES

OTHELLO = Grid(6, 6, a1="top left")


def perft(rules, state, plies):
    """Return the number of lines of play; rules: state -> the states that follow."""
    return 1 if plies == 0 else sum(perft(rules, after, plies - 1) for after in rules(state))


def othello_on_a_board(state):
    board, side = state
    for cell in OTHELLO.cells_on(board, 0):
        flips = [each for way in OTHELLO.directions for each in OTHELLO.bracketed_on(board, cell, way, -side, side)]
        if flips:
            after = list(put(board, cell, side))
            for each in flips:
                after[each] = side
            yield tuple(after), -side


def othello_on_sets(state):
    mine, other = state
    empty, found = OTHELLO.full & ~(mine | other), 0
    for way in OTHELLO.directions:
        found |= OTHELLO.shift(OTHELLO.run(mine, other, way), way) & empty
    for cell in members(found):
        flips = 0
        for way in OTHELLO.directions:
            flips |= OTHELLO.bracketed(bit(cell), other, mine, way)
        yield other & ~flips, mine | bit(cell) | flips


def test_othello():
    first = OTHELLO.parse_board("....../....../..OX../..XO../....../......", {"X": 1, "O": -1, ".": 0})
    game = pw.make("othello", size=6)
    for plies in range(1, 5):
        wanted = pw.count(game, plies=plies, engine="reference").nodes_by_ply[plies]
        assert perft(othello_on_a_board, (first, 1), plies) == wanted
        assert perft(othello_on_sets, (OTHELLO.set_on(first, 1), OTHELLO.set_on(first, -1)), plies) == wanted


PAWNS = Grid(5, 4)


def breakthrough_on_a_board(state):
    board, side = state
    if 1 in board[-4:] or -1 in board[:4]:
        return
    ahead, sideways = ((S, (SE, SW)), (N, (NE, NW)))[side < 0]
    for cell in PAWNS.cells_on(board, side):
        for way in (ahead, *sideways):
            goal = PAWNS.steps[cell][way]
            if goal >= 0 and board[goal] in ((0,) if way == ahead else (0, -side)):
                yield move(board, cell, goal, 0), -side


def breakthrough_on_sets(state):
    black, white, side = state
    if black & PAWNS.side_sets[S] or white & PAWNS.side_sets[N]:
        return
    ahead, sideways = ((S, (SE, SW)), (N, (NE, NW)))[side < 0]
    own, other = (black, white) if side > 0 else (white, black)
    for way in (ahead, *sideways):
        for goal in members(PAWNS.shift(own, way) & ~(own | other if way == ahead else own)):
            moved = own & ~PAWNS.shift(bit(goal), way ^ 4) | bit(goal)
            left = other & ~bit(goal)
            yield (moved, left, -side) if side > 0 else (left, moved, -side)


def test_breakthrough():
    game = pw.make("breakthrough", rows=5, columns=4)
    first = (1,) * 4 + (0,) * 12 + (-1,) * 4
    for plies in range(1, 6):
        wanted = pw.count(game, plies=plies, engine="reference").nodes_by_ply[plies]
        assert perft(breakthrough_on_a_board, (first, 1), plies) == wanted
        assert perft(breakthrough_on_sets, (PAWNS.set_on(first, 1), PAWNS.set_on(first, -1), 1), plies) == wanted


def test_go_captures():
    board = Grid(5, 5)
    stones = board.parse_board("XO.../OXX../.O.../...../.....")
    black, white = board.set_on(stones, "X"), board.set_on(stones, "O")
    empty = board.full & ~(black | white)
    alone = [group for group in board.groups(black) if not board.next_to(group) & empty]
    assert [list(map(board.name, members(group))) for group in alone] == [["a5"]]
    assert [group for group in board.groups_on(stones, "X") if not board.border_on(stones, group, ".")] == [(0,)]
    assert board.border_on(stones, board.group_on(stones, 6), ".") == (2, 8, 12)


def test_gomoku_wins_by_the_last_move():
    board = Grid(15, 15)
    stones = (0,) * 225
    for cell in ("d4", "e5", "g7", "h8"):
        stones = put(stones, board.parse(cell), 1)
    assert board.row_through_on(stones, board.parse("e5")) == 2
    stones = put(stones, board.parse("f6"), 1)
    assert board.row_through_on(stones, board.parse("f6")) == 5
    assert board.has_row_on(stones, 1, 5)
    assert not board.has_row_on(stones, 1, 6)


def test_lines_of_action_begins_with_36_moves():
    board = Grid(8, 8, adjacency=8)
    rim = [(row, column) for row in (0, 7) for column in range(1, 7)]
    black = board.set_of(board.cell(*place) for place in rim)
    white = board.set_of(board.cell(column, row) for row, column in rim)
    found = 0
    for cell in members(black):
        for way in board.directions:
            line = bit(cell) | board.ray_sets[cell][way] | board.ray_sets[cell][way ^ 4]
            goal, jumped = bit(cell), 0
            for _ in range(popcount(line & (black | white))):
                jumped |= goal
                goal = board.shift(goal, way)
            found += bool(goal & ~black and not jumped & white)
    assert found == 36
    assert not board.is_connected(black)
    assert board.is_connected(board.side_sets[N])


def test_queens_and_knights():
    board, knight = Grid(8, 8), Grid(8, 8).leaps(1, 2)
    empty = board.full & ~bit(board.parse("d4")) & ~bit(board.parse("d7"))
    queen = 0
    for way in board.directions:
        queen |= board.run(bit(board.parse("d4")), empty, way)
    assert popcount(queen) == 27 - 2  # d7 is taken, and d8 behind it
    assert sorted(map(board.name, knight[board.parse("b1")])) == ["a3", "c3", "d2"]
    marks = put("." * 64, board.parse("d7"), "p")
    assert board.first_on(marks, board.parse("d4"), N, ".") == board.parse("d7")
    assert board.first_on(marks, board.parse("d4"), E, ".") == -1


def test_ataxx_moves():
    board = Grid(5, 5, adjacency=8)
    far = board.at_distance(2)
    corner = board.cell(0, 0)
    assert len(board.neighbours[corner]) == 3
    assert sorted(board.names[cell] for cell in far[corner]) == ["a3", "b3", "c3", "c4", "c5"]


# --- the example -----------------------------------------------------------------------------------------------------


@cache
def hex_game(size):
    return pw.make(f"{EXAMPLES / 'hex.py'}:Hex:size={size}")


def test_the_example_is_a_lawful_game():
    for size in (1, 2, 3):
        report = pw.check(hex_game(size), states=300, compiled=0)
        assert report.ok, str(report)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_first_player_wins_hex(size):
    """By the argument of the stolen strategy (Nash 1952)."""
    assert pw.search(hex_game(size), engine="reference", algorithm="deepening").value == 1


def test_hex_reads_what_it_writes():
    game, state = hex_game(3), hex_game(3).initial()
    for word in ("b2", "a3", "c1", "(1,2)"):
        assert game.parse_state(game.format_state(state)) == state
        action = game.parse_action(state, word)
        assert game.parse_action(state, game.format_action(state, action)) == action
        state = game.result(state, action)
    assert game.format_state(state) == "..X/.XO/O.. X"
    for text in ("", "..X/.XO/O..", "..X/.XO/O.. Y", "..X X", "..?/.XO/O.. X"):
        with pytest.raises(pw.InputError) as refused:
            game.parse_state(text)
        assert "\n" not in str(refused.value)


def test_hex_on_too_large_a_board_says_what_is_wrong():
    with pytest.raises(pw.InputError, match=r"Hex\(9, 9\) has 81 cells, and a set of cells is one word of 64 bits"):
        hex_game(9)
    assert {W, E} < set(hex_game(2).board.directions)
