"""Checkers against labelled positions, against OpenSpiel and pydraughts in lock-step, and the draws by hand."""

import json
import random
from collections import Counter

import draughts
import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

import plywise as pw
from plywise import MAX, MIN, InputError
from plywise.game import parse_legal_action, play_moves
from plywise.games.checkers import BOARD, BOTTOM, FIRST_INDEX, SQUARES, TOP, Checkers, add_words, shift
from plywise.play.players import EnginePlayer, RandomPlayer
from plywise.play.turns import take_turns
from plywise.repetition import Past
from tests.helpers.in_turn import in_turn
from tests.helpers.paths import DATA

POSITIONS = [json.loads(line) for line in (DATA / "checkers_perft.jsonl").read_text().splitlines()]

GAME = pw.make("checkers")
FREE = pw.make("checkers", moves=0, repetition=0)


def one_line(error):
    return len(str(error.value).splitlines()) == 1


def words(game, text):
    state = game.parse_state(text)
    return [game.format_action(state, action) for action in game.actions(state)]


def play(game, text, moves):
    return play_moves(game, game.parse_state(text), moves)


def random_line(game, seed, text=None, plies=300):
    """Yield each state of a random game, with the action that is played there."""
    rng = random.Random(seed)
    state = game.initial() if text is None else game.parse_state(text)
    for _ in range(plies):
        if game.terminal(state):
            return
        action = rng.choice(list(game.actions(state)))
        yield state, action
        state = game.result(state, action)


# --- the rules -------------------------------------------------------------------------------------------------------


def test_perft_of_the_labelled_positions():
    for row in POSITIONS:
        counted = pw.count(GAME, GAME.parse_state(row["position"]), plies=3, engine="reference")
        assert counted.nodes_by_ply[1:] == row["perft"], row["position"]


@pytest.mark.slow
def test_perft_compiled():
    nodes = pw.count(GAME, plies=10, engine="native").nodes_by_ply
    assert nodes == [1, 7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564]
    for row in POSITIONS:
        counted = pw.count(GAME, GAME.parse_state(row["position"]), plies=3, engine="native")
        assert counted.nodes_by_ply[1:] == row["perft"], row["position"]


def test_the_board():
    assert (GAME.initial().black, GAME.initial().white) == (
        sum(1 << SQUARES[n - 1] for n in range(1, 13)),
        sum(1 << SQUARES[n - 1] for n in range(21, 33)),
    )
    for number, cell in enumerate(SQUARES, start=1):
        row, column = (number - 1) // 4, 2 * ((number - 1) % 4) + ((number - 1) // 4 + 1) % 2
        for way, (down, right) in enumerate(((1, -1), (1, 1), (-1, 1), (-1, -1))):
            landed = shift(1 << cell, way) & BOARD
            there = (row + down, column + right)
            inside = 0 <= there[0] < 8 and 0 <= there[1] < 8
            assert landed == (1 << SQUARES[4 * there[0] + there[1] // 2] if inside else 0), (number, way)


@pytest.mark.parametrize(
    ("position", "moves"),
    [
        ("B:W21,22,23,24:B9,10", ["9-13", "9-14", "10-14", "10-15"]),
        ("B:W14,21:B9", ["9x18"]),  # a capture is forced
        ("B:W14,15:B9,10", ["9x18", "10x17", "10x19"]),  # any one, not the longest
        ("B:W14,22,23:B9", ["9x18x25", "9x18x27"]),
        ("B:W14,22:B9,25", ["9x18"]),  # no further over a piece with no room behind
        ("B:W26,27:B23", ["23x30", "23x32"]),  # crowned: the move is over, though a king could go on
        ("B:W10:BK15", ["15x6"]),  # a king goes both ways
        ("B:W10:B15", ["15-18", "15-19"]),  # a man does not
        ("B:W10,11,18,19:BK6,1", ["6x15x8", "6x15x22", "6x15x24"]),
        ("B:W17,18,25,26:BK14", ["14x21x30x23x14", "14x23x30x21x14"]),  # back to where it started, either way round
        ("B:W18,25,26:BK14", ["14x23x30x21"]),  # a piece is jumped only once
        ("B:W10:B6,K15", ["6-9", "15-18", "15-19", "15-11"]),
        ("W:WK18:B22,K23", ["18x27", "18x25"]),
        ("W:W31,30:B27", ["31x24"]),
    ],
)
def test_moves_by_hand(position, moves):
    found = words(FREE, position)
    assert sorted(found) == sorted(moves)


def test_crowning():
    state = play(FREE, "B:W8:B26,9", "26-31")
    assert FREE.format_state(state) == "W:W8:B9,K31"
    state = play(FREE, "W:W7:B9", "7-2")
    assert FREE.format_state(state) == "B:WK2:B9"
    state = play(FREE, "B:W26,27:B23", "23x32")
    assert FREE.format_state(state) == "W:W26:BK32"


def test_who_cannot_move_loses():
    for text, value in (("B:W5:B", -1), ("W:W:BK3", 1), ("B:W5,6,9,10:B1", -1), ("W:W28:B24,19", 1)):
        state = FREE.parse_state(text)
        assert (FREE.terminal(state), FREE.utility(state)) == (True, value), text


def test_where_the_side_not_to_move_has_nothing_the_other_still_moves_and_wins():
    state = FREE.parse_state("B:W:B1")
    assert not FREE.terminal(state)
    assert pw.algorithms.minimax(FREE, state).value == 1


# --- referees --------------------------------------------------------------------------------------------------------

SPIEL = pyspiel.load_game("checkers")


def spiel_square(text):
    """Return the number of OpenSpiel's square: Black's home is our first row, so its board is turned."""
    column, row = "abcdefgh".index(text[0]), int(text[1]) - 1
    return 4 * row + (7 - column) // 2 + 1


def spiel_moves(state):
    """Return, by their words, our moves that OpenSpiel allows and the states they lead to: its jumps joined."""
    found = Counter()
    results = {}

    def follow(state, word, player):
        for action in state.legal_actions():
            text = state.action_to_string(action)
            start, landing = spiel_square(text[:2]), spiel_square(text[2:4])
            jump = abs(int(text[1]) - int(text[3])) == 2
            whole = f"{word or start}{'x' if jump else '-'}{landing}"
            after = state.child(action)
            if jump and not after.is_terminal() and after.current_player() == player:
                follow(after, whole, player)
            else:
                found[whole] += 1
                results[whole] = after

    follow(state, "", state.current_player())
    return found, results


@pytest.mark.parametrize("seed", range(30))
def test_lock_step_with_openspiel(seed):
    rng = random.Random(seed)
    theirs, ours = SPIEL.new_initial_state(), FREE.initial()
    while not theirs.is_terminal():
        found, results = spiel_moves(theirs)
        mine = {FREE.format_action(ours, action): action for action in FREE.actions(ours)}
        assert Counter(list(mine)) == found, (seed, FREE.format_state(ours))
        assert FREE.player(ours) == (MAX if theirs.current_player() == 0 else MIN), seed
        word = rng.choice(sorted(mine))
        theirs, ours = results[word], FREE.result(ours, mine[word])
    if FREE.terminal(ours):
        assert theirs.returns()[0] == FREE.utility(ours), seed
    else:
        assert theirs.returns()[0] == 0, seed  # its own rule: 40 moves without a capture


@pytest.mark.slow_with("1", "4", "5")
@pytest.mark.parametrize("seed", range(6))
def test_lock_step_with_pydraughts(seed):
    rng = random.Random(seed)
    ours, board = FREE.initial(), draughts.Board(variant="english")
    for _ in range(150):
        moves = [("-x"[move.has_captures].join(map(str, move.steps_move)), move) for move in board.legal_moves()]
        mine = {
            FREE.format_action(ours, action): action for action in ([] if FREE.terminal(ours) else FREE.actions(ours))
        }
        assert sorted(mine) == sorted(word for word, _ in moves), (seed, FREE.format_state(ours))
        if not mine:
            break
        word = rng.choice(sorted(mine))
        board.push(dict(moves)[word])
        ours = FREE.result(ours, mine[word])
        assert FREE.parse_state(board.fen) == ours, seed


# --- draws -----------------------------------------------------------------------------------------------------------

SHUFFLE = "1-6 32-27 6-1 27-32"


def test_forty_moves_of_each_side_without_progress_are_a_draw():
    game = pw.make("checkers", repetition=0)
    state = game.parse_state("B:WK32:BK1")
    for ply in range(80):
        assert not game.terminal(state), ply
        state = play(game, game.format_state(state), SHUFFLE.split()[ply % 4])
    assert (game.terminal(state), game.utility(state), state.quiet) == (True, 0, 80)
    state = game.parse_state("B:WK32:BK1:H79")
    assert not game.terminal(state)
    assert all(game.terminal(game.result(state, action)) for action in game.actions(state))


@pytest.mark.parametrize(("position", "move"), [("B:WK32:BK1,9:H79", "9-13"), ("B:WK32,6:BK1,9:H79", "1x10")])
def test_a_capture_and_a_mans_move_are_progress(position, move):
    game = pw.make("checkers")
    state = play(game, position, move)
    assert (state.quiet, state.trail, state.past) == (0, 0, Past())
    assert not game.terminal(state)


def test_who_cannot_move_at_the_fortieth_move_has_lost():
    game = pw.make("checkers")
    state = play(game, "B:W12:BK3,K4:H79", "4-8")
    assert state.quiet == 80
    assert (game.terminal(state), game.utility(state)) == (True, 1)


@pytest.mark.parametrize("times", [2, 3, 4])
def test_a_position_that_comes_back_so_often_is_a_draw(times):
    game = pw.make("checkers", moves=0, repetition=times)
    state = game.parse_state("B:WK32:BK1")
    for word in SHUFFLE.split() * (times - 1):
        assert not game.terminal(state)
        state = game.result(state, parse_legal_action(game, state, word))
    assert (game.terminal(state), game.utility(state), state.quiet) == (True, 0, 0)


def test_both_draws_can_be_switched_off():
    state = FREE.parse_state("B:WK32:BK1")
    for word in SHUFFLE.split() * 30:
        state = FREE.result(state, parse_legal_action(FREE, state, word))
    assert state == FREE.parse_state("B:WK32:BK1")


@pytest.mark.parametrize("seed", range(20))
def test_the_draws_are_those_counted_from_the_whole_line(seed):
    game = pw.make("checkers", moves=6, repetition=3)
    boards, quiet = [], 0
    for state, action in random_line(game, seed, "B:WK30,K32:BK1,K3,9"):
        boards.append(state[:4])
        after = game.result(state, action)
        before, now = (each.black | each.white for each in (state, after))
        kings_moved = before & ~state.kings == now & ~after.kings
        quiet = quiet + 1 if kings_moved and before.bit_count() == now.bit_count() else 0
        stuck = FREE.terminal(FREE.State(*after[:4], 0, 0, Past()))
        assert game.terminal(after) == (stuck or quiet >= 12 or boards.count(after[:4]) >= 2), (seed, after)


# --- the key, and what repetition does to it -------------------------------------------------------------------------


class Bare(Checkers):
    """Only ends count, so that values do not hang on the evaluation."""

    def evaluate(self, state):
        return 0.0


class Careless(Bare):
    """What a table files is the board alone, as if it did not matter how the game came there."""

    def key(self, state):
        return self.position(state)


CARELESS = [("W:WK24:BK20", {"moves": 3, "repetition": 0}, 6, -1), ("W:WK8:BK22", {"moves": 0, "repetition": 2}, 8, 1)]


@pytest.mark.parametrize(("position", "rules", "depth", "value"), CARELESS, ids=["moves", "repetition"])
def test_a_key_that_leaves_out_what_came_before_gives_a_wrong_value(position, rules, depth, value):
    bare, careless = Bare(**rules), Careless(**rules)
    state = bare.parse_state(position)
    assert pw.algorithms.minimax(bare, state, depth=depth).value == value  # it keeps no table
    found = [pw.search(game, state, algorithm="mtdf", depth=depth, engine="reference") for game in (bare, careless)]
    assert [each.value for each in found] == [value, 0]
    assert found[0].proved
    game = pw.make("checkers", **rules)
    assert pw.search(game, state, algorithm="mtdf", depth=depth, engine="reference").value == value


def test_the_key_tells_apart_what_must_be_told_apart_and_nothing_else():
    game = pw.make("checkers")
    start = game.parse_state("B:WK32:BK1")
    keys = {game.key(game.parse_state(text)) for text in ("B:WK32:BK1", "W:WK32:BK1", "B:WK1:BK32", "B:W32:BK1")}
    assert len(keys | {game.key(start._replace(quiet=3)), game.key(start._replace(trail=3))}) == 6
    one = play(game, "B:WK29,K32:BK1,K3", "1-6 32-27 3-7 27-32")
    other = play(game, "B:WK29,K32:BK1,K3", "3-7 32-27 1-6 27-32")
    assert one[:5] == other[:5]
    assert game.key(one) != game.key(other)  # other positions came between
    free = [play(FREE, "B:WK29,K32:BK1,K3", line) for line in ("1-6 32-27 3-7 27-32", "3-7 32-27 1-6 27-32")]
    assert free[0] == free[1]


def test_positions_in_another_order_have_the_same_key():
    game = pw.make("checkers")
    lines = ("1-6 32-27 6-1 27-32 1-5 32-28 5-1 28-32", "1-5 32-28 5-1 28-32 1-6 32-27 6-1 27-32")
    one, other = (play(game, "B:WK32:BK1", line) for line in lines)
    assert list(one.past) != list(other.past)
    assert one == other
    assert game.key(one) == game.key(other)


@pytest.mark.parametrize("seed", range(4))
def test_all_kings_boards_and_sides_have_keys_of_their_own(seed):
    rng, seen = random.Random(seed), {}
    for _ in range(3000):
        cells = rng.sample(SQUARES, rng.choice((2, 3, 24)))
        black = sum(1 << cell for cell in cells[::2])
        white = sum(1 << cell for cell in cells[1::2])
        kings = sum(1 << cell for cell in cells if rng.random() < 0.5)
        state = GAME.State(black, white, kings, rng.choice((1, -1)), rng.choice((0, 79)), 0, Past())
        assert seen.setdefault(GAME.key(state), state) == state, seed
        assert all(-(2**63) <= word < 2**63 for word in GAME.key(state))


@given(st.integers(-(2**63), 2**63 - 1), st.integers(-(2**63), 2**63 - 1))
def test_the_sum_of_two_words(one, other):
    assert (add_words(one, other) - one - other) % 2**64 == 0
    assert -(2**63) <= add_words(one, other) < 2**63


# --- texts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("rules", [{}, {"moves": 0}, {"repetition": 0}, {"moves": 0, "repetition": 0}], ids=str)
def test_every_position_in_play_reads_back_what_it_writes(rules, seed):
    game = pw.make("checkers", **rules)
    for state, action in random_line(game, seed, plies=150):
        text = game.format_state(state)
        assert game.parse_state(text) == state, seed
        assert game.parse_action(state, game.format_action(state, action)) == action, seed


def test_a_position_says_how_the_kings_came_there():
    game = pw.make("checkers")
    state = play(game, "B:WK32:BK1:H10", "1-6 32-27 6-1")
    assert game.format_state(state) == "W:WK27:BK1:H13:P1-6,32-27,6-1"
    assert game.parse_state("W:WK27:BK1:P1-6,32-27,6-1") == state._replace(quiet=3)
    assert game.parse_state("W:WK27:BK1:H13") == state._replace(trail=0, past=Past())
    assert game.format_state(game.initial()) == "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"


@pytest.mark.parametrize(
    "text", ["B:W21,22,K5:B1,2", "B:B1,2:W21,22,K5", "B:B2,1:WK5,22,21.", "B:WK5,21,22:B1,2:H0", "B:H0:WK5,21,22:B1,2"]
)
def test_a_position_may_be_written_in_several_ways(text):
    assert GAME.format_state(GAME.parse_state(text)) == "B:WK5,21,22:B1,2"


BAD = {
    "": "is not the side to move",
    "nonsense": "is not the side to move",
    "B": "is not the side to move",
    "B:W21": "is not the side to move",
    "X:W21:B1": "is not the side to move",
    "b:W21:B1": "is not the side to move",
    ":W21:B1": "is not the side to move",
    "B:W21:X1": "begins with none of",
    "B:W21:1": "begins with none of",
    "B:W21:": "begins with none of",
    "B:W21:B1:": "begins with none of",
    "B:W21:B1..": "Black: '1.' is not a square",
    "B:W21:W22": "two fields W",
    "B:W21:B1:B2": "two fields B",
    "B:W21:H1": "no field B",
    "B:B1:H1": "no field W",
    "B:W99:B1": "White: '99' is not a square",
    "B:W33:B1": "White: '33' is not a square",
    "B:W0:B1": "White: '0' is not a square",
    "B:W21:B33": "Black: '33' is not a square",
    "B:W01:B1": "White: '01' is not a square",
    "B:W21,:B1": "White: '' is not a square",
    "B:W21 22:B1": "White: '21 22' is not a square",
    "B:W 21:B1": "White: ' 21' is not a square",
    "B:Wk21:B1": "White: 'k21' is not a square",
    "B:WKK21:B1": "White: 'KK21' is not a square",
    "B:WK:B1": "White: 'K' is not a square",
    "B:W-5:B1": "White: '-5' is not a square",
    "B:W٢١:B1": "is not a square",
    "B:W²:B1": "is not a square",
    "B:W2١:B1": "is not a square",
    "B:W21,21:B1": "White: square 21 is named twice",
    "B:W21,K21:B1": "White: square 21 is named twice",
    "B:W21:B21": "square 21 is both",
    "B:WK1,22:BK1": "square 1 is both",
    "B:W1,2:B1": "White: the man on 1",
    "B:W3:B": "White: the man on 3",
    "B:W21:B32": "Black: the man on 32",
    "W:W21:B5,29": "Black: the man on 29",
    "B:W:B": "has no pieces",
    "B:W13,14,15,16,17,18,19,20,21,22,23,24,25:B1": "White has 13 pieces",
    "B:W21:B1,2,3,4,5,6,7,8,9,10,11,12,13": "Black has 13 pieces",
    "B:W21:B1:H": "'H' is not a number",
    "B:W21:B1:H-1": "'H-1' is not a number",
    "B:W21:B1:H1.5": "'H1.5' is not a number",
    "B:W21:B1:H١": "is not a number",
    "B:W21:B1:H99999": "'H99999' is not a number",
    "B:W21:B1:H81": "H81 is more than the 80 plies",
    "B:WK21:BK1:P": "P, move 1: '' is not a plain move",
    "B:WK21:BK1:P1-2-3": "P, move 1: '1-2-3' is not a plain move",
    "B:WK21:BK1:P1x10": "P, move 1: '1x10' is not a plain move",
    "B:WK21:BK1:P33-21": "P, move 1: '33-21' is not a plain move",
    "B:WK21:BK1:P0-21": "P, move 1: '0-21' is not a plain move",
    "B:WK21:BK1:P17-22": "P, move 1: no king has gone from 17 to 22",
    "B:W21:BK1:P25-21": "P, move 1: no king has gone from 25 to 21",
    "B:WK21:BK1:P1-21": "P, move 1: no king has gone from 1 to 21",
    "B:WK21:BK1:P6-1": "P, move 1: no king has gone from 6 to 1",
    "B:WK21:BK1:P31-21": "P, move 1: '31-21' is not a legal action",
    "B:WK21:BK1,17:P25-21,1-6": "P, move 2: no king has gone from 1 to 6",
    "W:W18:BK9:P14-9": "P, move 1: '14-9' is not a legal action",
    "B:WK21:BK1:H0:P17-21": "H says 0 plies without progress, P names 1",
    "B:WK21:BK1:H80:P17-21": "",
    "B:W" + "21," * 90000 + ":B1": "is not the side to move",
    "B:W" + "9" * 5000 + ":B1": "is not a square",
    "B:W21:B1\n": "Black: '1\\n' is not a square",
}


@in_turn("text", [text for text, why in BAD.items() if why])
def test_a_position_that_cannot_be_is_refused_with_one_line(text):
    with pytest.raises(InputError) as caught:
        GAME.parse_state(text)
    assert BAD[text] in str(caught.value)
    assert one_line(caught)


def test_a_draw_does_not_go_on():
    game = pw.make("checkers")
    moves = ",".join(SHUFFLE.split() * 2)
    assert game.terminal(game.parse_state(f"B:WK32:BK1:P{moves}"))
    with pytest.raises(InputError, match="P, move 9: the game is over"):
        game.parse_state(f"W:WK32:BK6:P{moves},1-6")


@given(st.text(alphabet="BWHPK:,.-x0123456789 \n٢", max_size=40))
def test_any_text_is_a_position_or_refused(text):
    for head in ("", "B:W", "B:WK32:BK1:", "B:WK32:BK1:P1-6,"):
        try:
            state, refused = GAME.parse_state(head + text), None
        except InputError as error:
            state, refused = None, str(error)
        if refused is None:
            assert GAME.parse_state(GAME.format_state(state)) == state
        else:
            assert len(refused.splitlines()) == 1


@given(st.data())
def test_any_board_reads_back_what_it_writes(data):
    numbers = data.draw(st.lists(st.integers(1, 32), min_size=1, max_size=24, unique=True))
    half = data.draw(st.integers(max(0, len(numbers) - 12), min(12, len(numbers))))
    groups = []
    for group, crowned in ((numbers[:half], range(1, 5)), (numbers[half:], range(29, 33))):
        kings = data.draw(st.lists(st.booleans(), min_size=len(group), max_size=len(group)))
        groups.append([f"{'K' if king or n in crowned else ''}{n}" for n, king in zip(group, kings, strict=True)])
    side = data.draw(st.sampled_from("BW"))
    state = GAME.parse_state(f"{side}:W{','.join(groups[0])}:B{','.join(groups[1])}")
    text = GAME.format_state(state)
    assert sorted(text[2:].replace(":", ",").replace("W", "W,").replace("B", "B,").split(",")) == sorted(
        ["W", *(groups[0] or [""]), "B", *(groups[1] or [""])]
    )
    assert GAME.parse_state(text) == state
    if not GAME.terminal(state):
        for action in GAME.actions(state):
            assert GAME.parse_action(state, GAME.format_action(state, action)) == action


def test_a_capture_may_be_named_by_its_ends_where_that_is_enough():
    state = GAME.parse_state("B:W14,22,23:B9")
    assert GAME.parse_action(state, "9x25") == GAME.parse_action(state, "9x18x25")
    state = GAME.parse_state("W:WK1,K30:BK3,7,10,17,18,19,25,26")
    assert GAME.format_action(state, GAME.parse_action(state, "30x21x14x23x16")) == "30x21x14x23x16"
    with pytest.raises(InputError, match="'30x16' may be any of 30x23x16 30x21x14x23x16: name every square") as caught:
        GAME.parse_action(state, "30x16")
    assert one_line(caught)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is not a move"),
        ("9", "is not a move"),
        ("9-", "is not a move"),
        ("-13", "is not a move"),
        ("9-13-17", "is not a move"),
        ("9 -13", "is not a move"),
        ("9-1٣", "is not a move"),
        ("9-²", "is not a move"),
        ("x", "is not a move"),
        ("9x", "is not a move"),
        ("9" * 5000, "is not a move"),
        ("9-13\n", "is not a move"),
        ("9-99", "is not a legal action; legal: 9-13"),
        ("09-13", "is not a legal action; legal: 9-13"),
        ("9x18", "is not a legal action; legal: 9-13"),
        ("21-17", "is not a legal action; legal: 9-13"),
    ],
)
def test_a_word_that_is_no_move_is_refused(text, why):
    with pytest.raises(InputError, match=why) as caught:
        GAME.parse_action(GAME.initial(), text)
    assert one_line(caught)


def test_that_a_capture_is_forced_is_said():
    with pytest.raises(InputError, match="'9-13' is not a legal action; a capture is forced; legal: 9x18"):
        GAME.parse_action(GAME.parse_state("B:W14,21:B9"), "9-13")


@pytest.mark.parametrize(
    ("parameters", "names"),
    [
        ({"moves": -1}, "moves=-1 is not a whole number from 0 to 1,000"),
        ({"moves": 1001}, "moves=1001 is not"),
        ({"moves": 2.0}, "moves=2.0 is not"),
        ({"moves": True}, "moves=True is not"),
        ({"moves": "40"}, "moves=40 is not"),
        ({"repetition": 1}, "repetition=1 is neither 0 nor a whole number from 2"),
        ({"repetition": -3}, "repetition=-3 is neither"),
        ({"repetition": None}, "repetition=None is neither"),
    ],
)
def test_parameters_that_cannot_be_are_refused(parameters, names):
    with pytest.raises(InputError, match=names) as caught:
        pw.make("checkers", **parameters)
    assert one_line(caught)


def test_the_board_to_draw():
    rows = [[cell.mark or cell.name for cell in row] for row in GAME.cells(GAME.parse_state("B:W21,K5:B1,K30"))]
    assert rows[0] == ["", "b", "", "2", "", "3", "", "4"]
    assert rows[1][:3] == ["W", "", "6"]
    assert rows[5][0] == "w"
    assert rows[7] == ["29", "", "B", "", "31", "", "32", ""]


def test_what_is_known_of_its_value_is_said_of_the_usual_rules_only():
    assert "Schaeffer" in pw.make("checkers").known_value
    assert pw.make("checkers", moves=0).known_value == ""


# --- numbers of small boards ------------------------------------------------------------------------------------------


def test_every_board_of_one_or_two_pieces_has_a_number_of_its_own():
    found = [index for index in range(FIRST_INDEX[2]) if FREE.rank(FREE.unrank(index)) == index]
    assert len(found) == 2 * (120 + 6972)  # counted by Schaeffer and others
    assert len({FREE.unrank(index) for index in found}) == len(found)


@given(st.integers(0, FIRST_INDEX[-1] - 1))
def test_any_number_is_that_of_its_board_or_of_none(index):
    state = FREE.unrank(index)
    again = FREE.rank(state)
    assert FREE.unrank(again) == state
    assert FREE.parse_state(FREE.format_state(state)) == state
    assert again == index or (state.kings & (TOP | BOTTOM))


def test_boards_without_a_number():
    assert (FREE.rank_count, GAME.rank_count) == (FIRST_INDEX[-1], None)
    assert FREE.rank(FREE.initial()) == -1
    assert FREE.rank(FREE.parse_state("B:W21,22,23:BK1,K2")) == -1


# --- compiled, and at play -------------------------------------------------------------------------------------------


@pytest.mark.slow_with("{}")
@pytest.mark.parametrize("rules", [{}, {"moves": 3, "repetition": 2}], ids=str)
def test_the_laws(rules):
    report = pw.check(pw.make("checkers", **rules), states=400, playouts=4, compiled=0 if rules else 1000)
    assert report.ok, str(report)


@pytest.mark.slow
def test_the_engine_looking_a_few_plies_ahead_beats_random_play():
    points = 0
    for seed in range(20):
        engine, chance = EnginePlayer(level=4), RandomPlayer(seed)
        sides = {MAX: engine, MIN: chance} if seed % 2 == 0 else {MAX: chance, MIN: engine}
        *_, last = take_turns(GAME, sides, GAME.initial())
        points += GAME.utility(last.after) * (1 if seed % 2 == 0 else -1)
    assert points >= 19
