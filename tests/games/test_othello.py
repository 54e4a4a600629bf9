"""Othello against the rules written a second time, labelled positions, OpenSpiel in lock-step, and plain minimax.

The boards of the second rules are dicts from (column, row) to X or O: nothing of the bits is used.
tests/data/othello.jsonl and othello_endgames.jsonl hold positions labelled by other programs: lines of play of one to
three plies; the final difference for the side to move, with every best move, under both rules for empty cells.
"""

import json
import random
from functools import cache

import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

import plywise as pw
from plywise import MAX, MIN, InputError
from plywise.bits import bit, members, popcount
from plywise.game import FAR, outcome, parse_legal_action, play_moves
from plywise.games.othello import CENTRE, PASS, Othello, enclosing_cells, expand, find_flips
from plywise.play.players import EnginePlayer, RandomPlayer
from plywise.play.turns import take_turns
from tests.helpers.paths import DATA

SIZES = (4, 6, 8)
MARK = {MAX: "X", MIN: "O"}
DIRECTIONS = [(right, down) for right in (-1, 0, 1) for down in (-1, 0, 1) if (right, down) != (0, 0)]


def rows(name):
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


def othello(size=8, empties="winner"):
    return pw.make("othello", size=size, empties=empties)


def one_line(error):
    return len(str(error.value).splitlines()) == 1


# --- the rules once more ---------------------------------------------------------------------------------------------


def board_of(text, size):
    """Return the board that a position's text shows."""
    return {(n % size, n // size): mark for n, mark in enumerate(text[: size * size]) if mark != "-"}


def enclosed(board, cell, mark):
    """Return the cells whose discs turn over when `mark` is placed on a cell, walking from it in each direction."""
    found = []
    for right, down in DIRECTIONS:
        column, row = cell[0] + right, cell[1] + down
        way = []
        while board.get((column, row), mark) != mark:
            way.append((column, row))
            column, row = column + right, row + down
        if board.get((column, row)) == mark:
            found += way
    return found


def open_cells(board, mark, size):
    """Return the cells, row by row, where `mark` may be placed."""
    cells = [(column, row) for row in range(size) for column in range(size)]
    return [cell for cell in cells if cell not in board and enclosed(board, cell, mark)]


def word(cell):
    return f"{'abcdefgh'[cell[0]]}{cell[1] + 1}"


def difference(board, size, empties):
    """Return how many discs Black is ahead at the end."""
    black, white = (sum(mark == each for mark in board.values()) for each in "XO")
    left = size * size - black - white
    if empties == "winner":
        black, white = black + left * (black > white), white + left * (white > black)
    return black - white


def random_line(game, seed):
    """Yield each state of a random game, with its board and how many passes led to it."""
    rng = random.Random(seed)
    state, passes = game.initial(), 0
    board = board_of(game.format_state(state), game.size)
    while True:
        yield state, board, passes
        if game.terminal(state):
            return
        action = rng.choice(list(game.actions(state)))
        text = game.format_action(state, action)
        passes = passes + 1 if text == "pass" else 0
        if text != "pass":
            cell, mark = ("abcdefgh".index(text[0]), int(text[1]) - 1), MARK[state.side]
            board = board | dict.fromkeys([cell, *enclosed(board, cell, mark)], mark)
        state = game.result(state, action)


@pytest.mark.slow_with("8-none")
@pytest.mark.parametrize("empties", ["winner", "none"])
@pytest.mark.parametrize("size", SIZES)
def test_the_rules_are_those_of_the_board(size, empties):
    game = othello(size, empties)
    for seed in range(40 if size == 4 else 12):
        for state, board, passes in random_line(game, seed):
            told = f"seed {seed}: {game.format_state(state)}"
            assert board_of(game.format_state(state), size) == board, told
            over = len(board) == size * size or passes == 2
            assert game.terminal(state) == over, told
            shown = {cell.action for row in game.cells(state) for cell in row} - {""}
            if over:
                assert game.utility(state) == difference(board, size, empties), told
                assert not shown, told
                continue
            cells = [word(cell) for cell in open_cells(board, MARK[game.player(state)], size)]
            assert [game.format_action(state, action) for action in game.actions(state)] == (cells or ["pass"]), told
            assert shown == set(cells), told


def test_the_start():
    for size, first in ((8, "d3 c4 f5 e6"), (6, "c2 b3 e4 d5"), (4, "b1 a2 d3 c4")):
        game = othello(size)
        state = game.initial()
        assert game.player(state) == MAX
        assert sorted(game.format_action(state, action) for action in game.actions(state)) == sorted(first.split())
    text = "---------------------------OX------XO--------------------------- X"
    assert othello().format_state(othello().initial()) == text
    assert othello().player_names == {MAX: "Black", MIN: "White"}


# --- counting --------------------------------------------------------------------------------------------------------


def test_perft_of_the_labelled_positions():
    game = othello()
    for row in rows("othello.jsonl"):
        state = game.parse_state(f"{row['board']} {row['side']}")
        counted = pw.count(game, state, plies=3, engine="reference").nodes_by_ply[1:]
        assert counted + [0] * (3 - len(counted)) == row["perft"], row


@pytest.mark.slow_with("9")
@pytest.mark.parametrize("plies", [9, pytest.param(10, marks=pytest.mark.slow)])
def test_perft_compiled(plies):
    game = othello()
    counted = pw.count(game, plies=plies, engine="native")
    published = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284]
    assert counted.nodes_by_ply == published[: plies + 1]
    assert sum(counted.terminal_by_ply) == 0  # 228 games are decided after nine plies: two passes are left
    for row in rows("othello.jsonl"):
        state = game.parse_state(f"{row['board']} {row['side']}")
        found = pw.count(game, state, plies=3, engine="native").nodes_by_ply[1:]
        assert found + [0] * (3 - len(found)) == row["perft"], row


@pytest.mark.slow
def test_perft_deeper():
    assert pw.count(othello(), plies=11, engine="native").nodes_by_ply[11] == 212_258_800
    counted = pw.count(othello(6), plies=8, engine="native").nodes_by_ply
    assert counted == [1, 4, 12, 56, 244, 1364, 7604, 47740, 308716]


# --- positions by hand -----------------------------------------------------------------------------------------------

SHORTEST = "e6 f4 e3 f6 g5 d6 e7 f5 c5"  # Black takes all discs in nine plies


def test_the_shortest_game_is_over_after_two_passes():
    for empties, value in (("winner", 64), ("none", 13)):
        game = othello(8, empties)
        state = play_moves(game, game.initial(), SHORTEST)
        assert not game.terminal(state)
        assert list(game.actions(state)) == [PASS]
        once = play_moves(game, state, "pass")
        assert list(game.actions(once)) == [PASS]
        assert game.bounds(once) == (outcome(value, 1),) * 2
        twice = play_moves(game, once, "pass")
        assert game.terminal(twice)
        assert game.utility(twice) == value
        assert game.bounds(twice) == (outcome(-value, 0),) * 2
        texts = [game.format_state(each) for each in (state, once, twice)]
        assert texts == [f"{texts[0][:64]} O", f"{texts[0][:64]} X pass", f"{texts[0][:64]} O pass pass"]
        assert [game.parse_state(text) for text in texts] == [state, once, twice]
        assert len({game.key(each) for each in (state, once, twice)}) == 3


def test_a_pass_after_which_the_other_player_can_move_leaves_no_trace():
    game = othello(4)
    before = game.parse_state("OXXXXXXXXXXXXXX- X")
    assert game.cells(before)[3][3] == pw.board.Cell("")
    assert [game.format_action(before, action) for action in game.actions(before)] == ["pass"]
    after = play_moves(game, before, "pass")
    assert game.format_state(after) == "OXXXXXXXXXXXXXX- O"
    assert game.parse_state("OXXXXXXXXXXXXXX- O pass") == after
    assert game.player(after) == MIN
    assert game.utility(play_moves(game, after, "d4")) == 16 - 2 * 4


@pytest.mark.parametrize(
    ("text", "winner", "none"),
    [
        ("X" * 40 + "O" * 24 + " X", 16, 16),
        ("X" * 32 + "O" * 32 + " O", 0, 0),
        ("X" * 62 + "-- O pass pass", 64, 62),
        ("O" * 62 + "-- O pass pass", -64, -62),
        ("X" * 31 + "O" * 31 + "-- X", None, None),  # Black turns discs over
        ("-X" + "X" * 30 + "O" * 32 + " X pass pass", None, None),  # White takes a1 next
    ],
)
def test_who_gets_the_empty_cells(text, winner, none):
    for empties, value in (("winner", winner), ("none", none)):
        game = othello(8, empties)
        if value is None:
            if text.endswith("pass"):
                with pytest.raises(InputError, match="did not have to pass"):
                    game.parse_state(text)
            else:
                assert not game.terminal(game.parse_state(text))
        else:
            state = game.parse_state(text)
            assert game.terminal(state)
            assert game.utility(state) == value
            assert game.bounds(state) == (outcome(value * state.side, 0),) * 2


@pytest.mark.parametrize("size", SIZES)
def test_rows_do_not_go_on_round_the_edges(size):
    game = othello(size)
    rng = random.Random(size)
    cells = [(column, row) for row in range(size) for column in range(size)]
    number = dict(zip(cells, members(game.board), strict=True))
    for _ in range(600):
        share = rng.choice((0.2, 0.5, 0.9))
        board = {cell: rng.choice("XXO" if share == 0.9 else "XO") for cell in cells if rng.random() < share}
        mine, other = (sum((bit(number[cell]) for cell in board if board[cell] == mark), start=0) for mark in "XO")
        found = enclosing_cells(mine, other) & game.board & ~(mine | other)
        assert sorted(members(found)) == [number[cell] for cell in open_cells(board, "X", size)]
        for cell in open_cells(board, "X", size):
            rows_turned = find_flips(bit(number[cell]), mine, other)
            assert sorted(members(rows_turned)) == sorted(number[each] for each in enclosed(board, cell, "X"))
        touched = {
            (c + right, r + down)
            for c, r in board
            for right, down in [*DIRECTIONS, (0, 0)]
            if (c + right, r + down) in number
        }
        assert sorted(members(expand(mine | other) & game.board)) == sorted(number[cell] for cell in touched)


@pytest.mark.parametrize(
    ("parameters", "names"),
    [
        ({"size": 7}, "size=7 is none of 4, 6, 8"),
        ({"size": 10}, "size=10 is none of"),
        ({"size": 8.0}, "size=8.0 is none of"),
        ({"size": "8"}, "size=8 is none of"),
        ({"size": True}, "size=True is none of"),
        ({"size": None}, "size=None is none of"),
        ({"empties": "nobody"}, "empties=nobody is neither winner nor none"),
        ({"empties": None}, "empties=None is neither"),
        ({"empties": ""}, "empties= is neither"),
    ],
)
def test_parameters_that_cannot_be_are_refused(parameters, names):
    with pytest.raises(InputError, match=names) as caught:
        pw.make("othello", **parameters)
    assert one_line(caught)


@pytest.mark.slow_with("8-winner", "8-none", "6-winner")
@pytest.mark.parametrize(("size", "empties"), [(8, "winner"), (8, "none"), (6, "winner"), (4, "none")])
def test_the_laws(size, empties):
    report = pw.check(
        othello(size, empties), states=300, playouts=10, compiled=1000 if (size, empties) == (8, "winner") else 0
    )
    assert report.ok, str(report)


# --- an independent referee ------------------------------------------------------------------------------------------


def test_openspiel_agrees_move_by_move():
    game, spiel = othello(8, "none"), pyspiel.load_game("othello")
    moves, passes, early = 0, 0, 0
    for seed in range(60):
        rng = random.Random(seed)
        state, theirs = game.initial(), spiel.new_initial_state()
        while not theirs.is_terminal():
            told = f"seed {seed}: {game.format_state(state)}"
            actions = {game.format_action(state, action): action for action in game.actions(state)}
            words = [theirs.action_to_string(action) for action in theirs.legal_actions()]
            assert sorted(actions) == sorted(words), told
            assert theirs.current_player() == (0 if game.player(state) == MAX else 1), told
            assert game.format_state(state) == spiel_text(theirs), told
            choice = rng.randrange(len(words))
            state = game.result(state, actions[words[choice]])
            theirs.apply_action(theirs.legal_actions()[choice])
            moves += 1
            passes += words[choice] == "pass"
        early += not game.terminal(state)
        while not game.terminal(state):  # there it is over when neither can move
            assert [game.format_action(state, action) for action in game.actions(state)] == ["pass"], f"seed {seed}"
            state = game.result(state, next(iter(game.actions(state))))
        discs = str(theirs)
        utility = game.utility(state)
        assert utility == discs.count("x") - discs.count("o"), f"seed {seed}"
        assert (utility > 0) - (utility < 0) == theirs.returns()[0] == -theirs.returns()[1], f"seed {seed}"
    assert moves > 3000
    assert passes > 20
    assert early > 0


def spiel_text(theirs):
    """Return OpenSpiel's board in our notation."""
    lines = [line.split()[1:-1] for line in str(theirs).splitlines() if line[:1].isdigit()]
    assert len(lines) == 8
    return "".join("".join(line) for line in lines).upper() + (" X" if theirs.current_player() == 0 else " O")


# --- texts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_every_position_and_move_reads_back_what_it_writes(size):
    game = othello(size)
    for seed in range(20):
        for state, _, _ in random_line(game, seed):
            assert game.parse_state(game.format_state(state)) == state, f"seed {seed}"
            if not game.terminal(state):
                for action in game.actions(state):
                    assert game.parse_action(state, game.format_action(state, action)) == action, f"seed {seed}"


@given(st.sampled_from(SIZES), st.data())
def test_any_board_with_discs_in_the_middle_reads_back_what_it_writes(size, data):
    game = othello(size)
    cells = list(members(game.board))
    board = "".join(data.draw(st.sampled_from("XO" if cell in CENTRE else "XO-")) for cell in cells)
    state = game.parse_state(f"{board} {data.draw(st.sampled_from('XO'))}")
    assert game.format_state(state)[: len(board)] == board
    for _ in range(3):
        assert game.parse_state(game.format_state(state)) == state
        low, high = game.bounds(state)
        assert -FAR <= low <= high <= FAR
        if game.terminal(state):
            break
        assert -size * size < game.evaluate(state) < size * size
        state = game.result(state, data.draw(st.sampled_from(list(game.actions(state)))))


EMPTY = "---------------------------OX------XO---------------------------"


@pytest.mark.slow
@given(st.one_of(st.text(), st.text("XO- pas", max_size=80), st.builds(EMPTY.__add__, st.text("XO pas\n"))))
def test_any_text_is_a_position_or_refused_with_one_line(text):
    for game in (othello(), othello(4)):
        state = read(game.parse_state, text)
        assert state is None or game.parse_state(game.format_state(state)) == state
        read(lambda word, game=game: game.parse_action(game.initial(), word), text)


def read(parse, text):
    """Return what a parser reads, None where it refuses the text, which it may do with one line only."""
    try:
        return parse(text)
    except InputError as error:
        lines = len(str(error).splitlines())
    assert lines == 1
    return None


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", "has 0 cells: it should have 64 of X, O and -, row by row, then a space and the side to move"),
        ("X", "has 1 cells"),
        ("X" * 63, "has 63 cells"),
        ("X" * 63 + " X", "has 63 cells"),
        ("X" * 65 + " X", "has 65 cells"),
        ("Q" * 64 + " X", "a1 is 'Q', not X, O or -"),
        ("\u00d7" + EMPTY[1:] + " X", "a1 is '\u00d7'"),
        (EMPTY + " Y", "the side to move is X or O, not 'Y'"),
        (EMPTY + " \u039f", "not '\u039f'"),
        (EMPTY + " X pass", "White did not have to pass"),
        (EMPTY + " X pass pass", "Black did not have to pass"),
        (EMPTY + " X pass pass pass", "comes nothing, pass or pass pass"),
        (EMPTY + " X pas", "comes nothing"),
        ("X" * 64 + " X pass", "White did not have to pass"),
        ("-" * 64 + " X", "d4 is empty; the four cells in the middle never are"),
        (EMPTY[:36] + "-" + EMPTY[37:] + " X", "e5 is empty"),
        ("X" * 10_000, "has 10000 cells"),
        ("d3", "has 2 cells"),
    ],
    ids=lambda value: ascii(value)[-30:],
)
def test_a_position_that_cannot_be_is_refused_with_one_line(text, names):
    with pytest.raises(InputError, match=names) as caught:
        othello().parse_state(text)
    assert one_line(caught)


ROWS = ["-" * 8] * 3 + ["---OX---", "---XXX--", "-----OO-"] + ["-" * 8] * 2


@pytest.mark.parametrize(
    ("side", "text"),
    [
        ("X", "".join(ROWS).replace("X", "*").replace("-", ".") + " *"),
        ("O", "".join(ROWS).replace("X", "b").replace("O", "w") + " White"),
        ("O", "".join(ROWS).lower() + " o"),
        ("O", "".join(ROWS) + "O"),
        ("X", "/".join(ROWS) + " X"),
        ("O", "8 " + " ".join(ROWS) + " O"),
        ("X", "\n".join(ROWS) + "\n"),
        ("X", "".join(ROWS)),
    ],
)
def test_positions_as_other_programs_write_them(side, text):
    assert othello().parse_state(text) == othello().parse_state("".join(ROWS) + f" {side}")


def test_a_board_without_a_side_is_the_turn_of_the_only_player_who_can_move():
    game = othello(size=4)
    assert game.parse_state("-----OX--XO-----").side == MAX
    assert game.parse_state("O----XX--XX-----").side == MIN
    assert game.parse_state("XXXXXXXXXXXXXXXX").side == MAX


@pytest.mark.parametrize("text", ["PASS", "Pass", "pa", "PA", "--", "ps"])
def test_other_words_for_a_pass(text):
    assert othello().parse_action(othello().initial(), text) == othello().parse_action(othello().initial(), "pass")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "d",
        "3",
        "d33",
        "D3",
        "i3",
        "a9",
        "a0",
        "d\u0663",
        "d\u00b3",
        " d3",
        "d3 ",
        "d3\n",
        "passes",
        "-",
        "9" * 5000,
    ],
)
def test_a_word_that_is_no_square_is_refused(text):
    game = othello()
    with pytest.raises(InputError, match="is not a square from a1 to h8, nor pass") as caught:
        game.parse_action(game.initial(), text)
    assert one_line(caught)


@pytest.mark.parametrize(
    ("size", "text", "names"),
    [
        (8, "d4", "d4: there is a disc already"),  # the cell that stands for a pass
        (8, "e4", "e4: there is a disc already"),
        (8, "a1", "'a1' is not a legal action; legal: d3 c4 f5 e6"),
        (8, "pass", "'pass' is not a legal action; legal: d3 c4 f5 e6"),
        (6, "g3", "'g3' is not a square from a1 to f6, nor pass"),
        (6, "c7", "'c7' is not a square from a1 to f6"),
        (4, "e1", "'e1' is not a square from a1 to d4"),
        (4, "b2", "b2: there is a disc already"),
    ],
)
def test_a_move_that_is_not_legal_is_refused(size, text, names):
    game = othello(size)
    with pytest.raises(InputError, match=names) as caught:
        parse_legal_action(game, game.initial(), text)
    assert one_line(caught)


def test_the_program_refuses_a_position_with_one_line(plywise):
    for text in ("X" * 63, "Q" * 64 + " X"):
        code, out, err = plywise("show", "othello", "--position", text)
        assert (code, out, len(err.splitlines())) == (2, "", 1)


# --- what the search is told -----------------------------------------------------------------------------------------


def mirrored(text, size, way):
    """Return a position's text with its board turned or mirrored, one of eight ways."""
    lines = [text[n * size : (n + 1) * size] for n in range(size)]
    for _ in range(way % 4):
        lines = ["".join(column) for column in zip(*lines[::-1], strict=True)]
    if way >= 4:
        lines = [line[::-1] for line in lines]
    return "".join(lines) + text[size * size :]


@pytest.mark.parametrize("size", SIZES)
def test_the_estimate_is_the_same_for_mirrored_boards_and_the_opposite_for_the_other_colour(size):
    game = othello(size)
    for seed in range(8):
        for state, _, _ in random_line(game, seed):
            if game.terminal(state):
                continue
            text = game.format_state(state)
            estimate = game.evaluate(state)
            assert -size * size < estimate < size * size
            for way in range(8):
                assert game.evaluate(game.parse_state(mirrored(text, size, way))) == estimate, text
            swapped = text.translate(str.maketrans("XO", "OX"))
            assert game.evaluate(game.parse_state(swapped)) == -estimate, text


def test_keys_tell_states_apart():
    for size in SIZES:
        game, states = othello(size), {}
        for seed in range(60 if size == 4 else 10):
            for state, _, _ in random_line(game, seed):
                assert states.setdefault(game.key(state), state) == state
                assert not list(game.symmetries(state))


def solved(game):
    """Return a function from states to their outcome for the player to move: plain minimax, nothing of the bounds."""

    @cache
    def value(state):
        if game.terminal(state):
            return outcome(game.utility(state) * state.side, 0)
        children = (-value(game.result(state, action)) for action in game.actions(state))
        return max(child - (child > 0) + (child < 0) for child in children)

    return value


@pytest.mark.parametrize("empties", ["winner", "none"])
@pytest.mark.parametrize("size", SIZES)
def test_bounds_are_the_outcome_near_the_end(size, empties):
    game = othello(size, empties)
    value = solved(game)
    certain, open_ = 0, 0
    for seed in range(150 if size == 4 else 50):
        for state, board, _ in random_line(game, seed):
            left = size * size - len(board)
            if left <= 5:
                low, high = game.bounds(state)
                stuck = not any(open_cells(board, mark, size) for mark in "XO")
                if left <= 2 or state.passes:
                    assert stuck or left <= 2
                    assert low == high == value(state), f"seed {seed}: {game.format_state(state)}"
                    certain += 1
                else:
                    assert low <= value(state) <= high
                    open_ += 1
    assert min(certain, open_) > 50


@pytest.mark.parametrize("empties", ["winner", "none"])
def test_every_end_with_two_cells_empty_or_fewer(empties):
    """Boards that need not come from any play, so that passes of all kinds occur."""
    game = othello(4, empties)
    value, rng = solved(game), random.Random(3)
    kinds = set()
    for _ in range(3000):
        marks = [rng.choice(rng.choice(("XXXO", "XO", "OOOX"))) for _ in range(16)]
        for cell in rng.sample([n for n in range(16) if n not in (5, 6, 9, 10)], rng.randint(0, 2)):
            marks[cell] = "-"
        state = game.parse_state("".join(marks) + rng.choice((" X", " O")))
        assert game.bounds(state) == (value(state), value(state)), game.format_state(state)
        line = []
        while not game.terminal(state):
            action = next(iter(game.actions(state)))
            line.append("pass" if action == PASS else "disc")
            state = game.result(state, action)
        kinds.add(" ".join(line))
    assert {"", "disc", "pass disc", "pass pass", "disc pass disc", "pass disc pass disc", "disc pass pass"} <= kinds


# --- solving ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow_with("winner--12-native", "none-_discs_only-12-native", "none-_discs_only-8-reference")
@pytest.mark.parametrize(("most", "engine"), [(8, "reference"), (12, "native")])
@pytest.mark.parametrize(("empties", "suffix"), [("winner", ""), ("none", "_discs_only")])
def test_labelled_endgames(empties, suffix, most, engine):
    game = othello(8, empties)
    solver = pw.Solver(game, distance=False, engine=engine)
    chosen = [row for row in rows("othello_endgames.jsonl") if row["empties"] <= most]
    assert len(chosen) > 10
    for row in chosen:
        state = game.parse_state(f"{row['board']} {row['side']}")
        found = solver.solve(state, line=False)
        assert found.value * state.side == row["score" + suffix], row
        assert sorted(found.to_dict()["best"]) == sorted(row["best_moves" + suffix]), row


@pytest.mark.slow
@pytest.mark.parametrize(("empties", "value"), [("winner", -10), ("none", -8)])
def test_four_by_four_is_solved(empties, value):
    found = pw.Solver(othello(4, empties), distance=False, engine="native").solve()
    assert (found.value, found.outcome, len(found.best)) == (value, "loss", 4)


def test_what_is_known_of_its_value_is_said_of_each_size():
    assert othello().known_value == othello(8, "none").known_value == Othello.known_value
    assert "White by 4" in othello(6).known_value
    assert "by 10" in othello(4).known_value
    assert "by 8" in othello(4, "none").known_value


# --- playing ---------------------------------------------------------------------------------------------------------


class CountsDiscs(Othello):
    """The same game by an estimate that counts discs."""

    name = "counts discs"

    def evaluate(self, state):
        return state.side * (popcount(state.mine) - popcount(state.other)) * 63 // 64


class Other:
    """An engine that plays by another game's estimate."""

    def __init__(self, game, depth):
        self.game, self.depth = game, depth

    def choose(self, game, state):
        return pw.search(self.game, state, depth=self.depth, engine="native").best


def points(game, player, opponent, games, opening=0):
    """Return the points of a player in games, in turns as Black and White, two from each random opening."""
    found = 0.0
    for number in range(games):
        rng = random.Random(number // 2)
        state = game.initial()
        for _ in range(opening):
            state = game.result(state, rng.choice(list(game.actions(state))))
        side = MAX if number % 2 == 0 else MIN
        *_, last = take_turns(game, {side: player, -side: opponent}, state)
        result = game.utility(last.after) * side
        found += 1 if result > 0 else 0.5 if result == 0 else 0
    return found


@pytest.mark.slow
def test_looking_three_plies_ahead_beats_random_moves():
    won = points(othello(), Other(othello(), 3), RandomPlayer(5), games=20)
    assert won >= 19, f"{won} of 20, seed 5"


@pytest.mark.slow
def test_the_estimate_beats_counting_discs():
    won = points(othello(), Other(othello(), 3), Other(CountsDiscs(), 3), games=40, opening=6)
    assert won >= 30, f"{won} of 40, openings of seeds 0 to 19"


@pytest.mark.slow
def test_looking_further_ahead_is_better():
    won = points(othello(), EnginePlayer(depth=5), EnginePlayer(depth=2), games=20, opening=6)
    assert won >= 14, f"{won} of 20, openings of seeds 0 to 9"
