"""Breakthrough against OpenSpiel, against its rules written cell by cell, and against boards solved by others."""

import random
import re

import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

import plywise as pw
from plywise import MAX, MIN, InputError
from plywise.game import FAR, outcome, parse_legal_action, play_moves
from plywise.games.breakthrough import WIN
from plywise.play.players import EnginePlayer, RandomPlayer
from plywise.solvers.solver import Solver

SIZES = [(8, 8, 0), (6, 6, 0), (7, 9, 0), (5, 5, 0), (5, 6, 0), (6, 5, 0), (4, 16, 0), (8, 2, 0), (3, 3, 0), (2, 3, 0)]
OTHERS = [(16, 4, 0), (4, 16, 2), (32, 2, 0), (2, 26, 1), (5, 5, 2), (8, 8, 4), (8, 8, 1), (7, 3, 3)]


def breakthrough(rows=8, columns=8, pawn_rows=0):
    return pw.make("breakthrough", rows=rows, columns=columns, pawn_rows=pawn_rows)


def random_line(game, seed):
    """Yield each state of a random game with the action played there, None at the end."""
    source, state = random.Random(seed), game.initial()
    while not game.terminal(state):
        action = source.choice(list(game.actions(state)))
        yield state, action
        state = game.result(state, action)
    yield state, None


# --- the rules once more ---------------------------------------------------------------------------------------------


def steps_by_hand(rows, mover):
    """Return the words of all steps on a board, rows from the top, read cell by cell."""
    on, mine, theirs = (1, "b", "w") if mover == MAX else (-1, "w", "b")
    words = set()
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            if mark != mine or not 0 <= r + on < len(rows):
                continue
            for beside in (-1, 0, 1):
                if 0 <= c + beside < len(row):
                    there = rows[r + on][c + beside]
                    if there == "." or (there == theirs and beside):
                        word = f"{chr(97 + c)}{len(rows) - r}{'x' * (there == theirs)}{chr(97 + c + beside)}"
                        words.add(word + str(len(rows) - r - on))
    return words


@pytest.mark.slow_with("(32, 2, 0)", "(16, 4, 0)", "(7, 9, 0)")
@pytest.mark.parametrize("size", SIZES + OTHERS, ids=str)
def test_the_rules_are_those_of_the_board(size):
    game = breakthrough(*size)
    for seed in range(8):
        for state, action in random_line(game, seed):
            rows = game.format_state(state).split()[0].split("/")
            assert ["".join(cell.mark or "." for cell in row) for row in game.cells(state)] == rows
            reached = "b" in rows[-1], "w" in rows[0]
            left = any("b" in row for row in rows), any("w" in row for row in rows)
            assert game.terminal(state) == (any(reached) or not all(left)), (size, seed)
            if action is None:
                assert game.utility(state) == (WIN if reached[0] or not left[1] else -WIN), (size, seed)
            else:
                words = [game.format_action(state, each) for each in game.actions(state)]
                assert len(words) == len(set(words))
                assert set(words) == steps_by_hand(rows, game.player(state)), (size, seed)


@pytest.mark.slow_with("(7, 9, 0)", "(8, 8, 0)")
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_openspiel_plays_by_the_same_rules(size):
    game = breakthrough(*size)
    other = pyspiel.load_game(f"breakthrough(rows={size[0]},columns={size[1]})")
    for seed in range(25):
        source, state, their = random.Random(seed), game.initial(), other.new_initial_state()
        while not their.is_terminal():
            assert game.player(state) == (MAX, MIN)[their.current_player()], (size, seed)
            rows = [line[1:] for line in str(their).splitlines()[: game.rows]]
            assert "/".join(rows) == game.format_state(state).split()[0], (size, seed)
            theirs = {their.action_to_string(action): action for action in their.legal_actions()}
            read = {game.parse_action(state, word): action for word, action in theirs.items()}
            assert read.keys() == set(game.actions(state)), (size, seed)
            action = source.choice(sorted(read))
            state = game.result(state, action)
            their.apply_action(read[action])
        assert game.terminal(state), (size, seed)
        assert game.utility(state) == WIN * their.returns()[0], (size, seed)


@pytest.mark.parametrize(
    ("size", "nodes"),
    [((3, 3, 0), [1, 7, 42, 174]), ((2, 3, 0), [1, 4])],
    ids=str,
)
def test_perft(size, nodes):
    assert pw.count(breakthrough(*size), plies=len(nodes) - 1).nodes_by_ply == nodes


def test_who_takes_the_last_pawn_wins():
    game = breakthrough(4, 4)
    state = game.parse_state("...b/.b../w.../.... b")
    assert game.bounds(state) == (outcome(WIN, 1), outcome(WIN, 1))
    end = play_moves(game, state, "b3xa2")
    assert game.terminal(end)
    assert game.utility(end) == WIN
    assert game.bounds(end) == (outcome(-WIN, 0), outcome(-WIN, 0))


@pytest.mark.slow_with("(6, 4, 0)", "(5, 3, 2)", "(16, 4, 0)")
@pytest.mark.parametrize("size", [(4, 4, 0), (6, 4, 0), (5, 3, 2), (16, 4, 0)], ids=str)
def test_the_laws(size):
    report = pw.check(breakthrough(*size), states=1_000, compiled=0)
    assert report.ok, str(report)


@pytest.mark.parametrize(
    ("parameters", "names"),
    [
        ({"rows": 1}, "rows=1 is not a whole number, 2 or more"),
        ({"columns": 1}, "columns=1 is not a whole number, 2 or more"),
        ({"rows": 8.0}, "rows=8.0 is not"),
        ({"rows": True}, "rows=True is not"),
        ({"columns": "8"}, "columns='8' is not"),
        ({"pawn_rows": -1}, "pawn_rows=-1 is not a whole number, 0 or more"),
        ({"rows": 9}, "rows=9,columns=8: a board has at most 64 cells and 26 columns"),
        ({"rows": 2, "columns": 27}, "rows=2,columns=27: a board has at most 64 cells and 26 columns"),
        ({"rows": 5, "columns": 5, "pawn_rows": 3}, "pawn_rows=3: there is no room for 6 of them in 5 rows"),
    ],
)
def test_parameters_that_cannot_be_are_refused(parameters, names):
    with pytest.raises(InputError, match=names) as caught:
        pw.make("breakthrough", **parameters)
    assert len(str(caught.value).splitlines()) == 1


# --- texts -----------------------------------------------------------------------------------------------------------


@given(st.sampled_from(SIZES + OTHERS), st.lists(st.integers(0, 99), max_size=80))
def test_a_position_made_of_any_moves_reads_back_what_it_writes(size, choices):
    game = breakthrough(*size)
    state = game.initial()
    for choice in choices:
        if game.terminal(state):
            break
        actions = list(game.actions(state))
        for action in actions:
            word = game.format_action(state, action)
            assert parse_legal_action(game, state, word) == action
            assert parse_legal_action(game, state, re.sub(r"(?<=[0-9])x(?=[a-z])", "", word)) == action
        state = game.result(state, actions[choice % len(actions)])
    text = game.format_state(state)
    assert game.parse_state(text) == state
    if state.side == MAX:
        assert game.parse_state(text.removesuffix(" b")) == state
    mirrored = "/".join(row[::-1] for row in text[:-2].split("/")) + text[-2:]
    image = game.parse_state(mirrored)
    assert game.key(image) == game.key(state)
    assert list(game.symmetries(state)) == ([image] if image != state else [])
    if not game.terminal(state):
        assert game.evaluate(image) == game.evaluate(state)


def test_a_key_tells_positions_and_sides_apart():
    game, states = breakthrough(3, 3), set()
    waiting = [game.initial()]
    while waiting:
        state = waiting.pop()
        if state not in states:
            states.add(state)
            if not game.terminal(state):
                waiting += [game.result(state, action) for action in game.actions(state)]
    classes = {frozenset([state, *game.symmetries(state)]) for state in states}
    assert len({game.key(state) for state in states}) == len(classes) > 300


BAD_POSITIONS = [
    ("", "is not rows of b, w and dots"),
    ("bbb/.../www B", "is not rows of b, w and dots"),
    ("bbb/.../www  b", "is not rows of b, w and dots"),
    ("bbb/.../www b\n", "is not rows of b, w and dots"),
    ("bbb/.x./www", "is not rows of b, w and dots"),
    ("bbb/...", "has 2 rows, not 3"),
    ("bbb/.../www/", "has 4 rows, not 3"),
    ("bbb/../www", "row 2 has 2 cells, not 3"),
    ("bbbb/.../www", "row 3 has 4 cells, not 3"),
    ("bbb/b../www", "Black has 4 pawns, more than 3"),
    ("bbb/w../www w", "White has 4 pawns, more than 3"),
    (".../.../... b", "goes on after the game was over"),
    ("w.b/.../w.b b", "goes on after the game was over"),
    ("b../.../bb. w", "goes on after the game was over"),
    ("bb./.../b.w b", "Black has won and cannot be to move"),
    ("bbw/.../..w w", "White has won and cannot be to move"),
    ("bbb/.../... b", "Black has won and cannot be to move"),
]


@pytest.mark.parametrize(("text", "names"), BAD_POSITIONS)
def test_a_position_that_cannot_be_is_refused(text, names):
    with pytest.raises(InputError, match=names) as caught:
        breakthrough(3, 3).parse_state(text)
    assert len(str(caught.value).splitlines()) == 1


BAD_MOVES = [
    ("", "is not a move"),
    ("a7", "is not a move"),
    ("a7-a6", "is not a move"),
    ("A7A6", "is not a move"),
    ("a07a6", "is not a move"),
    ("a7a6 ", "is not a move"),
    ("a٧a6", "is not a move"),
    ("a7xxb6", "is not a move"),
    ("i7i6", "no cell i7; they go from a1 to h8"),
    ("a9a8", "no cell a9"),
    ("a7a99", "no cell a99"),
    ("a6a5", "Black has no pawn on a6"),
    ("a2a3", "Black has no pawn on a2"),
    ("a7a8", "a pawn moves to the next row"),
    ("a7a5", "a pawn moves to the next row"),
    ("a7c6", "a pawn moves to the next row"),
    ("a7b7", "a pawn moves to the next row"),
    ("a8a7", "a pawn in the way on a7"),
    ("a8b7", "a pawn in the way on b7"),
    ("a7xb6", "no pawn to take on b6"),
    ("a7a6*", "no pawn to take on a6"),
]


@pytest.mark.parametrize(("text", "names"), BAD_MOVES)
def test_a_move_that_cannot_be_is_refused(text, names):
    game = breakthrough()
    with pytest.raises(InputError, match=names) as caught:
        game.parse_action(game.initial(), text)
    assert len(str(caught.value).splitlines()) == 1


def test_a_pawn_straight_ahead_cannot_be_taken():
    game = breakthrough(4, 4)
    state = game.parse_state("b.../w..b/..../w... b")
    with pytest.raises(InputError, match="'a4xa3': there is a pawn in the way on a3"):
        game.parse_action(state, "a4xa3")


@given(
    st.one_of(st.text(max_size=40), st.text("bw./ b", max_size=40), st.text("abh178x*", max_size=6)),
    st.sampled_from(SIZES + OTHERS),
)
def test_any_text_is_read_or_refused_with_one_line(text, size):
    game = breakthrough(*size)
    for read in (game.parse_state, lambda word: parse_legal_action(game, game.initial(), word)):
        refused = ""
        try:
            read(text)
        except InputError as error:
            refused = str(error)
        assert len(refused.splitlines()) <= 1


# --- what is known without a search, and values -----------------------------------------------------------------------


def plain_outcome(game, state, known):
    """Return a state's outcome for the player to move by plain negamax, the distance included."""
    if game.terminal(state):
        return game.player(state) * game.utility(state) * 2**14 // WIN
    if state not in known:
        best = -FAR
        for action in game.actions(state):
            child = -plain_outcome(game, game.result(state, action), known)
            best = max(best, child - (child > 0) + (child < 0))
        known[state] = best
    return known[state]


def as_win(bound):
    """Return an outcome as if a win were worth 1."""
    plies = -bound % 2**14 if bound > 0 else bound % 2**14
    return outcome((bound > 0) - (bound < 0), plies)


@pytest.mark.slow_with("(4, 3, 0)", "(6, 2, 0)")
@pytest.mark.parametrize("size", [(4, 3, 0), (5, 3, 0), (6, 2, 0), (3, 4, 0)], ids=str)
def test_bounds_and_candidates_agree_with_plain_negamax_in_every_state(size):
    game, known, races = breakthrough(*size), {}, 0
    source = random.Random(2)
    plain_outcome(game, game.initial(), known)
    states = list(known) if len(known) < 8_000 else source.sample(list(known), 8_000)
    for state in states:
        low, high = map(as_win, game.bounds(state))
        assert low <= known[state] <= high, (game.format_state(state), low, known[state], high)
        races += low > outcome(1, 9) and low not in (outcome(1, 1), outcome(1, 3))
        if low < high:
            best = -FAR
            for action in game.candidates(state):
                child = -plain_outcome(game, game.result(state, action), known)
                best = max(best, child - (child > 0) + (child < 0))
            assert best == known[state], game.format_state(state)
    assert len(states) > 300
    assert races > 0 or size != (5, 3, 0)


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("......../......../......../......../......../......../b......./.......w b", (outcome(WIN, 1),) * 2),
        ("......b./......../......../......../......../b......./......../.......w w", (-FAR, outcome(-WIN, 4))),
        ("b......./......../......../......../.......w/......../......../........ b", (-FAR, outcome(-WIN, 8))),
        ("......b./......../......../...b..../......../w......./......../w....... b", (outcome(WIN, 7), FAR)),
        ("......../b......./......../......../......../......../......../.......w b", (outcome(WIN, 11), FAR)),
    ],
)
def test_races_by_hand(text, bounds):
    game = breakthrough()
    low, high = game.bounds(game.parse_state(text))
    assert low >= bounds[0]
    assert high <= bounds[1]


def test_a_pawn_that_is_a_step_from_the_goal_must_be_taken():
    game = breakthrough()
    state = game.parse_state("bbbbbbbb/..w...../......../......../......../......../wwwwwwww/.wwwwwww b")
    assert {game.format_action(state, action) for action in game.candidates(state)} == {"b8xc7", "d8xc7"}


SOLVED = [
    ((4, 4, 1), "win", 11),  # so said at littlegolem.net in 2006, as is the next
    ((4, 4, 2), "loss", 14),
    ((5, 3, 1), "win", 13),
    ((5, 4, 1), "win", 15),
    ((5, 4, 2), "loss", 22),
    ((5, 5, 1), "win", 17),
    ((6, 3, 2), "win", 23),
]


@pytest.mark.slow
def test_a_solved_board():
    for size, result, plies in SOLVED[:1]:
        solution = Solver(breakthrough(*size)).solve(line=False)
        assert (solution.outcome, solution.distance) == (result, plies), size


@pytest.mark.slow
def test_more_solved_boards():
    for size, result, plies in SOLVED[1:]:
        solution = Solver(breakthrough(*size)).solve(line=False)
        assert (solution.outcome, solution.distance) == (result, plies), size


@pytest.mark.slow
def test_boards_that_others_have_solved():
    """5 columns by 5 rows: littlegolem.net 2006; 3 columns by 7 rows: known to be won by the second player too."""
    for size in ((5, 5, 2), (7, 3, 2)):
        assert Solver(breakthrough(*size), distance=False).solve(line=False).outcome == "loss", size


@pytest.mark.slow
def test_a_shallow_engine_beats_chance():
    game, won = breakthrough(), 0
    for seed in range(10):
        engine, chance = EnginePlayer(depth=2), RandomPlayer(seed)
        state, side = game.initial(), (MAX, MIN)[seed % 2]
        while not game.terminal(state):
            state = game.result(state, (engine if game.player(state) == side else chance).choose(game, state))
        won += side * game.utility(state) > 0
    assert won >= 9
