"""Kalah against its rules written a second time with lists, against OpenSpiel, and what small boards are worth.

The board here is a list of pits around the board: MAX's houses, MAX's store, MIN's houses, MIN's store.
"""

import random

import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

import plywise as pw
from plywise import MAX, MIN, InputError
from plywise.game import parse_legal_action, play_moves
from plywise.play.players import EnginePlayer, RandomPlayer
from plywise.solvers.solver import Solver

SIZES = [(6, 4, 0), (6, 4, 1), (6, 6, 0), (1, 1, 0), (1, 9, 0), (2, 13, 0), (3, 2, 1), (3, 30, 0), (4, 3, 0), (8, 7, 0)]
SIZES += [(8, 7, 1), (5, 12, 1), (11, 1, 0)]


def kalah(houses=6, seeds=4, empty_capture=0):
    return pw.make("kalah", houses=houses, seeds=seeds, empty_capture=empty_capture)


# --- the rules once more ---------------------------------------------------------------------------------------------


class Board:
    """The pits in a ring, and who is to move: 0 for MAX, 1 for MIN."""

    def __init__(self, houses, seeds, empty_capture):
        self.houses, self.empty_capture = houses, empty_capture
        self.pits = ([seeds] * houses + [0]) * 2
        self.mover = 0

    def own(self, player):
        first = player * (self.houses + 1)
        return range(first, first + self.houses)

    def store(self, player):
        return player * (self.houses + 1) + self.houses

    def moves(self):
        return [number for number, pit in enumerate(self.own(self.mover), start=1) if self.pits[pit]]

    def over(self):
        return any(not any(self.pits[pit] for pit in self.own(player)) for player in (0, 1))

    def play(self, number):
        pit = self.own(self.mover)[number - 1]
        hand, self.pits[pit] = self.pits[pit], 0
        while hand:
            pit = (pit + 1) % len(self.pits)
            if pit != self.store(1 - self.mover):
                self.pits[pit] += 1
                hand -= 1
        if pit in self.own(self.mover) and self.pits[pit] == 1:
            opposite = 2 * self.houses - pit
            if self.pits[opposite] or self.empty_capture:
                self.pits[self.store(self.mover)] += 1 + self.pits[opposite]
                self.pits[pit] = self.pits[opposite] = 0
        if pit != self.store(self.mover):
            self.mover = 1 - self.mover
        if self.over():
            for player in (0, 1):
                for pit in self.own(player):
                    self.pits[self.store(player)] += self.pits[pit]
                    self.pits[pit] = 0

    def text(self):
        rows = ["-".join(str(self.pits[pit]) for pit in self.own(player)) for player in (0, 1)]
        return (
            "/".join(f"{row}:{self.pits[self.store(p)]}" for p, row in enumerate(rows))
            + f" {('MAX', 'MIN')[self.mover]}"
        )


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_rules_are_those_of_the_board(size):
    game = kalah(*size)
    for seed in range(30):
        source, board, state = random.Random(seed), Board(*size), game.initial()
        while not board.over():
            assert game.format_state(state) == board.text(), (size, seed)
            assert not game.terminal(state), (size, seed)
            assert game.player(state) == (MAX, MIN)[board.mover], (size, seed)
            actions = list(game.actions(state))
            assert [int(game.format_action(state, action)) for action in actions] == board.moves(), (size, seed)
            place = source.randrange(len(actions))
            board.play(board.moves()[place])
            state = game.result(state, actions[place])
        assert game.format_state(state) == board.text(), (size, seed)
        assert game.terminal(state), (size, seed)
        assert game.utility(state) == board.pits[board.store(0)] - board.pits[board.store(1)], (size, seed)
        assert sum(board.pits) == game.total


def test_openspiel_plays_by_the_same_rules():
    game, other = kalah(), pyspiel.load_game("mancala")
    moves = 0
    for seed in range(120):
        source, state, their = random.Random(seed), game.initial(), other.new_initial_state()
        while not their.is_terminal():
            assert not game.terminal(state), seed
            assert game.player(state) == (MAX, MIN)[their.current_player()], seed
            actions, theirs = list(game.actions(state)), their.legal_actions()
            numbers = [action - 7 * their.current_player() for action in theirs]
            assert [int(game.format_action(state, action)) for action in actions] == numbers, seed
            place = source.randrange(len(actions))
            state = game.result(state, actions[place])
            their.apply_action(theirs[place])
            moves += 1
        lead = game.utility(state)
        assert game.terminal(state), seed
        assert [(lead > 0) - (lead < 0), (lead < 0) - (lead > 0)] == their.returns(), seed
    assert moves > 4_000


@pytest.mark.parametrize(
    ("before", "move", "after"),
    [
        ("4-4-4-4-4-4:0/4-4-4-4-4-4:0 MAX", "3", "4-4-0-5-5-5:1/4-4-4-4-4-4:0 MAX"),  # into the store: once more
        ("4-4-4-4-4-4:0/4-4-4-4-4-4:0 MAX", "6", "4-4-4-4-4-0:1/5-5-5-4-4-4:0 MIN"),
        ("4-4-4-4-4-4:0/4-4-4-4-4-4:0 MIN", "3", "4-4-4-4-4-4:0/4-4-0-5-5-5:1 MIN"),
        ("1-0-4-4-4-4:7/4-4-4-4-8-0:0 MAX", "1", "0-0-4-4-4-4:16/4-4-4-4-0-0:0 MIN"),  # house 2 is opposite house 5
        ("1-0-4-4-4-4:7/4-4-4-8-0-4:0 MAX", "1", "0-1-4-4-4-4:7/4-4-4-8-0-4:0 MIN"),  # nothing lies opposite
        ("1-1-4-4-4-4:6/4-4-4-8-0-4:0 MAX", "1", "0-2-4-4-4-4:6/4-4-4-8-0-4:0 MIN"),  # the house was not empty
        ("0-0-0-0-0-13:8/4-4-4-4-4-4:3 MAX", "6", "1-1-1-1-1-0:15/0-5-5-5-5-5:3 MIN"),  # a lap; the house was emptied
        ("0-0-0-0-0-1:20/4-4-4-4-4-4:3 MAX", "6", "0-0-0-0-0-0:21/0-0-0-0-0-0:27 MAX"),  # the rest is MIN's
        ("0-0-0-0-1-0:20/0-7-0-0-0-0:20 MAX", "5", "0-0-0-0-0-1:20/0-7-0-0-0-0:20 MIN"),
    ],
)
def test_moves_by_hand(before, move, after):
    game = kalah()
    state = game.parse_state(before)
    assert game.format_state(play_moves(game, state, move)) == after


def test_an_empty_capture_is_made_only_where_the_rule_says_so():
    text = "1-0-4-4-4-4:7/4-4-4-8-0-4:0 MAX"
    for rule, after in ((0, "0-1-4-4-4-4:7/4-4-4-8-0-4:0 MIN"), (1, "0-0-4-4-4-4:8/4-4-4-8-0-4:0 MIN")):
        game = kalah(empty_capture=rule)
        assert game.format_state(play_moves(game, game.parse_state(text), "1")) == after


@pytest.mark.parametrize(
    ("parameters", "names"),
    [
        ({"houses": 0}, "houses=0 is not a whole number from 1 to 63"),
        ({"seeds": -1}, "seeds=-1 is not"),
        ({"seeds": 4.0}, "seeds=4.0 is not"),
        ({"houses": True}, "houses=True is not"),
        ({"houses": "6"}, "houses='6' is not"),
        ({"houses": 10**30}, "houses=1000000000000000000000000000000 is not"),
        ({"empty_capture": 2}, "empty_capture=2 is neither 0 nor 1"),
        ({"houses": 8, "seeds": 8}, "houses=8,seeds=8: 9 pits of up to 128 seeds take 72 bits; a player has 63"),
    ],
)
def test_parameters_that_cannot_be_are_refused(parameters, names):
    with pytest.raises(InputError, match=names) as caught:
        pw.make("kalah", **parameters)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.slow_with("(8, 7, 0)")
@pytest.mark.parametrize("size", [(2, 3, 0), (3, 30, 1), (8, 7, 0)], ids=str)
def test_the_laws(size):
    report = pw.check(kalah(*size), states=1_000, compiled=0)
    assert report.ok, str(report)


@pytest.mark.slow_with("(3, 30, 1)", "(8, 7, 0)")
@pytest.mark.parametrize("size", [(2, 3, 0), (3, 30, 1), (8, 7, 0)], ids=str)
def test_the_laws_hold_compiled_too(size):
    report = pw.check(kalah(*size), states=1_000, thorough=True)
    assert report.ok, str(report)
    assert "compiled" in report.laws


# --- texts -----------------------------------------------------------------------------------------------------------


@given(st.sampled_from(SIZES), st.lists(st.integers(0, 11), max_size=60))
def test_a_position_made_of_any_moves_reads_back_what_it_writes(size, choices):
    game = kalah(*size)
    state = game.initial()
    for choice in choices:
        if game.terminal(state):
            break
        actions = list(game.actions(state))
        for action in actions:
            assert parse_legal_action(game, state, game.format_action(state, action)) == action
        state = game.result(state, actions[choice % len(actions)])
    text = game.format_state(state)
    assert game.parse_state(text) == state
    if state.side == MAX:
        assert game.parse_state(text.removesuffix(" MAX")) == state


BAD_POSITIONS = [
    ("", "not of the form"),
    ("4-4-4-4-4-4/4-4-4-4-4-4", "not of the form 4-4-4-4-4-4:0/4-4-4-4-4-4:0 MAX"),
    ("4-4-4-4-4-4:0/4-4-4-4-4-4:0 max", "not of the form"),
    ("4-4-4-4-4-4:0/4-4-4-4-4-4:0 MAX\n", "not of the form"),
    ("4-4-4-4-4-4:0/4-4-4-4-4-4:0/", "not of the form"),
    ("4-4-4-4-4-٤:0/4-4-4-4-4-4:0", "not of the form"),
    ("4-4-4-4-4:0/4-4-4-4-4-4:0", "MAX has 5 houses, not 6"),
    ("4-4-4-4-4-4:0/4-4-4-4-4-4-0:0", "MIN has 7 houses, not 6"),
    ("4-4-4-4-4-:0/4-4-4-4-4-4:0", "MAX has '' seeds in a pit"),
    ("4-4-4-4-4-4:00/4-4-4-4-4-4:0", "MAX has '00' seeds in a pit"),
    ("4-4-4-4-4-4:0/4-4-4-4-4-9999:0", "MIN has '9999' seeds in a pit"),
    ("4-4-4-4-4-4:0/4-4-4-4-4-5:0", "has 49 seeds, not 48"),
    ("0-0-0-0-0-0:0/0-0-0-0-0-0:0", "has 0 seeds, not 48"),
    ("0-0-0-0-0-0:24/4-4-4-4-4-4:0", "MAX's houses are empty, so that the game is over"),
    ("0-0-0-0-0-1:23/0-0-0-0-0-0:24 MIN", "MIN's houses are empty"),
]


@pytest.mark.parametrize(("text", "names"), BAD_POSITIONS)
def test_a_position_that_cannot_be_is_refused(text, names):
    with pytest.raises(InputError, match=names) as caught:
        kalah().parse_state(text)
    assert len(str(caught.value).splitlines()) == 1


@given(st.one_of(st.text(max_size=40), st.text("0123456789-:/ MAXIN", max_size=50)), st.sampled_from(SIZES))
def test_any_text_is_read_or_refused_with_one_line(text, size):
    game = kalah(*size)
    for read in (game.parse_state, lambda word: game.parse_action(game.initial(), word)):
        refused = ""
        try:
            read(text)
        except InputError as error:
            refused = str(error)
        assert len(refused.splitlines()) <= 1


@pytest.mark.parametrize("text", ["", "0", "7", "-1", "01", "1.0", " 1", "x", "²", "٣", "1" * 5000])
def test_a_word_that_is_no_house_is_refused(text):
    game = kalah()
    with pytest.raises(InputError, match="is not a house: a number from 1 to 6") as caught:
        game.parse_action(game.initial(), text)
    assert len(str(caught.value).splitlines()) == 1


def test_an_empty_house_is_no_legal_move():
    game = kalah()
    with pytest.raises(InputError, match="'3' is not a legal action; legal: 1 2 4 5 6"):
        parse_legal_action(game, play_moves(game, game.initial(), "3"), "3")


def test_the_cells_to_draw():
    game = kalah(3, 2)
    rows = game.cells(play_moves(game, game.initial(), "2"))
    assert [[cell.mark for cell in row] for row in rows] == [["0", "2", "2", "2", ""], ["", "2", "0", "3", "1"]]
    assert [[cell.action for cell in row] for row in rows] == [["", "", "", "", ""], ["", "1", "", "3", ""]]
    rows = game.cells(play_moves(game, game.initial(), "1"))
    assert [[cell.action for cell in row] for row in rows] == [["", "3", "2", "1", ""], ["", "", "", "", ""]]


# --- values ----------------------------------------------------------------------------------------------------------

VALUES = {1: [0, -2, 6, -2, 2, 0], 2: [2, -2, -2, -12, 6, 8], 3: [0, 4, 2, 2, 6], 4: [2, 6, 8], 5: [0, 0], 6: [2, 10]}
"""For the first player, by houses, from one seed a house on, with empty_capture=1."""


@pytest.mark.parametrize("houses", VALUES)
def test_small_boards_have_their_values(houses):
    for seeds in range(1, min(6, 6 // houses) + 1):
        game = kalah(houses, seeds, empty_capture=1)
        assert pw.search(game, engine="reference", algorithm="mtdf").value == VALUES[houses][seeds - 1], seeds


@pytest.mark.slow
@pytest.mark.parametrize("size", [(2, 6), (3, 5), (4, 3), (5, 2), (6, 2)], ids=str)
def test_boards_have_their_values(size):
    solver = Solver(kalah(*size, empty_capture=1), distance=False, engine="native")
    assert solver.solve(line=False).value == VALUES[size[0]][size[1] - 1]


def test_an_empty_capture_changes_values():
    assert pw.search(kalah(2, 4), engine="reference", algorithm="mtdf").value == -10


def plain_value(game, state, known):
    """Return a state's value by minimax as it stands, whoever is to move."""
    if game.terminal(state):
        return game.utility(state)
    if state not in known:
        values = [plain_value(game, game.result(state, action), known) for action in game.actions(state)]
        known[state] = max(values) if game.player(state) == MAX else min(values)
    return known[state]


@pytest.mark.slow
def test_both_engines_find_the_values_of_plain_minimax_though_players_move_again():
    game, known = kalah(3, 2), {}
    value = plain_value(game, game.initial(), known)
    native = Solver(game, distance=False, engine="native")
    source = random.Random(5)
    for state in source.sample(sorted(known), 150):
        assert native.solve(state, line=False).value == known[state]
    assert pw.algorithms.alphabeta(game).value == pw.algorithms.mtdf(game).value == native.solve().value == value == 4


def test_a_player_may_move_many_times_in_a_row():
    game = kalah()
    state = game.parse_state("0-0-0-3-2-1:10/4-4-4-10-5-5:0 MAX")
    for word in ("6", "5", "6", "4", "6"):
        state = play_moves(game, state, word)
        assert game.player(state) == MAX
    assert game.format_state(state) == "0-0-0-0-1-0:15/4-4-4-10-5-5:0 MAX"
    assert not game.alternating


def test_moving_again_and_capturing_come_first():
    game = kalah()
    state = game.parse_state("0-1-0-0-4-1:10/4-4-4-10-5-5:0 MAX")
    ranked = sorted(game.actions(state), key=lambda action: -game.priority(state, action))
    assert [game.format_action(state, action) for action in ranked] == ["2", "6", "5"]


def test_the_estimate_is_the_lead_and_two_for_having_the_move():
    game = kalah()
    assert game.evaluate(game.parse_state("1-0-4-4-4-4:7/4-4-4-4-8-0:0 MIN")) == 7 - 2
    assert game.evaluate(game.parse_state("1-0-4-4-4-4:7/4-4-4-4-8-0:0 MAX")) == 7 + 2
    assert game.evaluate(game.parse_state("0-0-0-0-0-1:46/0-0-0-0-0-1:0 MAX")) == 47  # not more: no estimate is a win
    assert game.utility_bounds == (-48, 48)


@pytest.mark.slow
def test_a_shallow_engine_beats_chance():
    game, won = kalah(), 0
    for seed in range(20):
        engine, chance = EnginePlayer(depth=4), RandomPlayer(seed)
        state, side = game.initial(), (MAX, MIN)[seed % 2]
        while not game.terminal(state):
            state = game.result(state, (engine if game.player(state) == side else chance).choose(game, state))
        won += side * game.utility(state) > 0
    assert won >= 19
