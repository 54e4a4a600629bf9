"""What a position of chess is worth: each term on a board made for it, and all of them against slow, plain counting."""

import random

import pytest

import plywise as pw
from plywise.bits import popcount
from plywise.engines.native.self_check import find_disagreement
from plywise.engines.search import compiled_engine
from plywise.game.weights import declared_weights, weights_of, with_weights
from plywise.games.chess import king_and_pawn
from plywise.games.chess.rules import BLACK_TO_MOVE
from plywise.tune.flat import list_items
from plywise.tune.slopes import Slopes
from tests.helpers.chess_terms import estimate
from tests.helpers.in_turn import in_turn

CHESS = pw.make("chess")
PLAIN = with_weights(CHESS, {"opposite_bishops": 64, "opposite_bishops_more": 64, "without_pawns": 64})
ITEMS = list_items(CHESS)


NOTHING = {name: (0,) * len(row) if isinstance(row, tuple) else 64 for name, row in weights_of(CHESS).items()}
MATERIAL = dict.fromkeys(("material_middle", "material_end"), (100, 300, 300, 500, 900))


def worth(fen, **weights):
    """Return what a position is worth to White, by plain material and some weights."""
    return with_weights(CHESS, NOTHING | MATERIAL | weights).evaluate(CHESS.parse_state(fen))


def varied(seed):
    """Return chess with weights drawn by lot."""
    source, drawn = random.Random(seed), {}
    for name, weight in declared_weights(CHESS).items():
        value, low, high = weights_of(CHESS)[name], max(weight.low, -300), min(weight.high, 300)
        row = tuple(source.randint(low, high) for _ in value) if isinstance(value, tuple) else source.randint(low, high)
        drawn[name] = row
    return with_weights(CHESS, drawn)


def positions(count, seed):
    """Return positions of random games, the later ones with few pieces."""
    source, found = random.Random(seed), []
    while len(found) < count:
        state = CHESS.initial()
        for _ in range(source.randint(20, 300)):
            if CHESS.terminal(state):
                break
            actions = list(CHESS.actions(state))
            takes = [each for each in actions if CHESS.noisy(state, each)]
            state = CHESS.result(state, source.choice(takes if takes and source.random() < 0.3 else actions))
            if source.random() < 0.1:
                found.append(state)
    return found[:count]


def test_the_evaluation_is_what_slow_counting_finds():
    for seed in range(4):
        game = varied(seed)
        for state in positions(25, seed):
            fen = game.format_state(state)
            assert game.evaluate(state) == estimate(weights_of(game), fen), fen


@pytest.mark.slow
def test_the_compiled_evaluation_is_what_slow_counting_finds():
    game = varied(4)
    engine, found = compiled_engine(game, game.initial(), required=True), positions(500, 9)
    assert find_disagreement(engine, found) is None  # of the compiled rules and the plain ones
    for state in found:
        fen = game.format_state(state)
        assert game.evaluate(state) == estimate(weights_of(game), fen), fen


def test_black_s_view_is_white_s_turned_round():
    game = varied(5)
    for state in positions(100, 6):
        other = state._replace(rights=state.rights ^ BLACK_TO_MOVE)  # the mover's view of the board is the same
        assert game.evaluate(other) == -game.evaluate(state)
        assert abs(game.evaluate(state)) < game.utility_bounds[1]


def test_no_position_is_worth_a_win():
    dear = dict.fromkeys(MATERIAL, (2000,) * 5)
    assert worth("QQQQQQQQ/Q7/8/8/8/8/6k1/K7 b - - 0 1", **dear) == 18_000
    assert worth("QQQQQQQQ/QRRBBNN1/8/8/8/8/6k1/K7 b - - 0 1", **dear) == 20_000 < CHESS.utility_bounds[1]


def test_at_the_start_nothing_counts_but_the_move():
    state = CHESS.initial()
    assert CHESS.evaluate(state) == CHESS.tempo[0]
    assert (
        CHESS.evaluate(CHESS.parse_state("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1")) == -CHESS.tempo[0]
    )


def times(name, fen):
    """Return how often a weight counts for White, less how often for Black: of a row, for each of its numbers."""
    slopes = Slopes(PLAIN, ITEMS).nonzero(PLAIN.parse_state(fen))
    rows = {}
    for place, slope in slopes.items():
        rows.setdefault(ITEMS[place].name, {})[ITEMS[place].place] = slope
    if name in ("storm", "king_hits"):
        return {at: round(slope) for at, slope in rows.get(name, {}).items()}
    return round(sum(rows.get(name, {}).values()))


@in_turn(
    ("name", "fen", "expected"),
    [
        ("tempo", "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", 1),
        ("tempo", "4k3/p7/8/8/8/8/P7/4K3 b - - 0 1", -1),
        ("bishop_pair", "4k3/p6p/8/8/8/8/P6P/2B1KB2 w - - 0 1", 1),
        ("bishop_pair", "4k3/p6p/8/8/8/8/P6P/B1B1K3 w - - 0 1", 0),
        ("bishop_pair", "2b1kb2/p6p/8/8/8/8/P6P/2B1KB2 w - - 0 1", 0),
        ("bishop_pawns", "4k3/8/8/8/8/8/PPP5/2B1K3 w - - 0 1", 1),
        ("knight_pawns", "4k3/pp6/8/8/8/8/PPP5/1N2K3 w - - 0 1", 5),
        ("rook_pawns", "r3k3/pp6/8/8/8/8/PPP5/R3K2R w - - 0 1", 5),
        ("open_file", "4k3/p7/8/8/8/8/7P/R2R3K w - - 0 1", 1),
        ("half_open_file", "4k3/p7/8/8/8/8/7P/R2R3K w - - 0 1", 1),
        ("outpost", "4k3/8/4p3/1p1N4/2P5/8/8/4K3 w - - 0 1", 0),
        ("outpost", "4k3/8/8/1p1N4/2P1p3/8/8/4K3 w - - 0 1", 1),
        ("bishop_outpost", "4k3/8/8/1p1B4/2P1p3/8/8/4K3 w - - 0 1", 1),
        ("behind_pawn", "4k3/p7/8/8/8/3P4/P2N4/4K3 w - - 0 1", 1),
        ("isolated", "4k3/pp4p1/8/8/8/8/P1P2PP1/4K3 w - - 0 1", 2 - 1),
        ("doubled", "4k3/p7/8/8/8/P1P5/P1P5/4K3 w - - 0 1", 2),
        ("backward", "4k3/5p2/8/4p3/2P5/3P4/8/4K3 w - - 0 1", 1),
        ("backward", "4k3/5p2/8/4p3/8/2PP4/8/4K3 w - - 0 1", 0),
        ("guarded", "4k3/p7/8/3P4/2P5/8/8/4K3 w - - 0 1", 1),
        ("guarded_far", "4k3/p7/8/3P4/2P5/8/8/4K3 w - - 0 1", 1),
        ("guarded_far", "4k3/p7/8/8/3P4/2P5/8/4K3 w - - 0 1", 0),
        ("phalanx", "4k3/p7/8/8/2PP4/8/8/4K3 w - - 0 1", 1),
        ("phalanx_far", "4k3/p7/8/2PP4/8/8/8/4K3 w - - 0 1", 1),
        ("passed_free", "4k3/8/8/2P4p/7P/8/8/4K3 w - - 0 1", 2),
        ("passed_free", "4k3/8/2n5/2P4p/7P/8/8/4K3 w - - 0 1", 0),
        ("passed_safe", "4k3/8/n7/2P4p/7P/8/8/4K3 w - - 0 1", 2),
        ("passed_safe", "1n2k3/8/8/2P4p/7P/8/8/4K3 w - - 0 1", 0),
        ("passed_path", "7k/8/8/2P4p/7P/8/8/4K3 w - - 0 1", 2),
        ("passed_path", "3k4/8/8/2P4p/7P/8/8/4K3 w - - 0 1", 0),
        ("passed_own_king", "7k/8/8/2P4p/7P/8/8/4K3 w - - 0 1", 2 * 5),
        ("passed_other_king", "7k/8/8/2P4p/7P/8/8/4K3 w - - 0 1", 2 * 5),
        ("passed_rook", "7k/8/8/2P4p/7P/8/8/2R1K3 w - - 0 1", 2),
        ("shield_near", "6k1/6p1/8/8/8/7P/5PP1/6K1 w - - 0 1", 2 - 1),
        ("shield_far", "6k1/6p1/8/8/8/7P/5PP1/6K1 w - - 0 1", 1),
        ("king_half_open", "6k1/5ppp/8/8/8/8/5P2/6K1 w - - 0 1", 2),
        ("king_open", "6k1/5p1p/8/8/8/8/PP6/1K6 w - - 0 1", 0),
        ("king_open", "6k1/ppp5/8/8/8/8/PPP5/1K6 w - - 0 1", -3),
        ("king_hits_end", "6k1/p7/8/8/8/8/P7/R5K1 w - - 0 1", 0),
        ("king_hits_end", "6k1/p7/8/8/8/5R2/P7/6K1 w - - 0 1", 3),
        ("king_hits_end", "6k1/p7/8/8/8/5Q2/P7/6K1 w - - 0 1", 2 * 3),
        ("king_weak", "6k1/p7/8/8/8/5R2/P7/6K1 w - - 0 1", 2),
        ("knight_check", "6k1/p7/8/3N4/8/8/P7/6K1 w - - 0 1", 1),
        ("bishop_check", "6k1/p7/8/8/8/8/P7/3B2K1 w - - 0 1", 1),
        ("rook_check", "7k/p7/8/8/8/5R2/P7/6K1 w - - 0 1", 1),
        ("queen_check", "7k/p7/8/8/8/8/P2Q4/6K1 w - - 0 1", 1),
        ("pawn_on_minor", "4k3/p7/8/2n1b3/3P4/8/8/4K3 w - - 0 1", 2),
        ("pawn_on_rook", "4k3/p7/8/2r1b3/3P4/8/8/4K3 w - - 0 1", 1),
        ("pawn_on_queen", "4k3/p7/8/2q1b3/3P4/8/8/4K3 w - - 0 1", 1),
        ("minor_on_minor", "4k3/p7/8/2b5/8/1N6/P7/4K3 w - - 0 1", 1),
        ("minor_on_rook", "4k3/p7/8/2r5/8/1N6/P7/4K3 w - - 0 1", 1),
        ("minor_on_queen", "4k3/p7/8/2q5/8/1N6/P7/4K3 w - - 0 1", 1),
        ("rook_on_queen", "4k3/p7/8/2q5/8/8/P7/2R3K1 w - - 0 1", 1 ),
        ("hanging", "4k3/p7/8/2n5/8/1N6/P7/4K3 w - - 0 1", 1),
        ("hanging", "4k3/p7/3p4/2n5/8/1N6/P7/4K3 w - - 0 1", 0),
        ("hanging_pawn", "4k3/8/8/p7/8/1N6/P7/4K3 w - - 0 1", 1),
        ("twice_attacked", "4k3/p7/3p4/2n5/8/1N6/P7/2R1K3 w - - 0 1", 1),
        ("push_threat", "4k3/p7/2n5/8/3P4/8/8/4K3 w - - 0 1", 1),
        ("push_threat", "4k3/p7/2n1p3/8/3P4/8/8/4K3 w - - 0 1", 0),
        ("space", "4k3/p7/8/8/3N4/8/P7/4K3 w - - 0 1", 4),
        ("storm", "rnbq1bkr/8/8/7p/6p1/5p2/PPP5/RNBQ1BKR w - - 0 1", {1: 1, 2: 1, 3: 1}),
    ],
)  # fmt: skip
def test_each_term_counts_what_it_says(name, fen, expected):
    assert times(name, fen) == expected


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("4k3/8/8/8/8/8/8/2BNK3 w - - 0 1", 600),
        ("4k3/8/8/8/8/8/8/1N1NK3 w - - 0 1", 0),  # two knights do not mate
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 500),
        ("4k3/8/8/8/8/8/p7/2B1K3 w - - 0 1", 0),  # nor does a bishop
        ("2r1k3/8/8/8/8/8/8/R1B1K3 w - - 0 1", 300),
        ("7k/8/8/8/3P4/8/8/K7 w - - 0 1", 100),  # it is too far away
        ("4k3/8/8/3P4/8/8/8/4K3 w - - 0 1", 0),
        ("8/3k4/8/3P4/3K4/8/8/8 w - - 0 1", 0),
        ("8/8/3k4/8/3K4/3P4/8/8 b - - 0 1", 100),  # Black has lost the opposition
        ("8/8/3k4/8/3K4/3P4/8/8 w - - 0 1", 0),
        ("k7/8/1K6/8/8/P7/8/3B4 w - - 0 1", 400),  # a bishop that guards the corner
        ("k7/8/1K6/8/8/P7/8/4B3 w - - 0 1", 0),
        ("7k/8/8/7p/8/p7/2K5/k7 w - - 0 1".replace("k7 w", "8 w"), -200),
    ],
)
def test_endgames_known_to_be_drawn_are_worth_nothing(fen, expected):
    assert worth(fen) == expected
    colours = fen.split()
    black = "/".join(reversed(colours[0].split("/"))).swapcase()
    assert worth(f"{black} {'b' if colours[1] == 'w' else 'w'} - - 0 1") == -expected


def test_an_advantage_that_is_hard_to_win_with_is_scaled_down():
    scales = {"opposite_bishops": 16, "opposite_bishops_more": 48, "without_pawns": 8}
    assert worth("2b1k3/p7/8/8/8/8/PP6/2B1K3 w - - 0 1", **scales) == 25
    assert worth("2b1k3/p7/8/8/8/8/PP6/5BK1 w - - 0 1", **scales) == 100  # squares of the same colour
    assert worth("2b1k1n1/p7/8/8/8/8/PP6/2B1K1N1 w - - 0 1", **scales) == 75
    assert worth("2r1k3/8/8/8/8/8/8/R1B1K3 w - - 0 1", **scales) == 300 * 8 // 64


@pytest.mark.slow
def test_king_and_pawn_against_king_is_solved_as_it_is_kept():
    assert tuple(king_and_pawn.solve()) == king_and_pawn.WON


def test_king_and_pawn_against_king_wins_as_often_as_is_known():
    """Positions won with the pawn's side to move, and with the other: half of the published 124,960 and 97,604."""
    half = king_and_pawn.OTHER_TO_MOVE
    assert sum(popcount(each) for each in king_and_pawn.WON[:half]) == 62_480
    assert sum(popcount(each) for each in king_and_pawn.WON[half:]) == 48_802
