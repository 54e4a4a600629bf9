"""Chess in lock-step with python-chess: moves, positions, words, checks and ends, ply by ply."""

import random

import pytest

import plywise as pw
from plywise import MAX
from plywise.games.chess.san import write_san
from tests.games.chess.games import STYLES, choose, start

WORDS_LOOKED_AT = 3
"""How many of a position's moves are written and read back as SAN and UCI."""

LAST = {"moves": 75, "repetition": 5}


def play(seed, plies, is_960):
    """Play random games, comparing everything; return how many plies, and how the games ended."""
    source, played, ends = random.Random(f"lock-step {seed} {is_960}"), 0, set()
    while played < plies:
        board, game = start(source, is_960)
        state, style = game.parse_state(board.fen(en_passant="legal")), source.choice(STYLES)
        late = pw.make("chess", chess960=game.chess960, start=game.start, **LAST)
        while True:
            over = compare(board, game, late, state, source)
            ends |= over
            if over & {"mate", "stalemate", "material", "seventy-five", "fivefold"} or played >= plies:
                break
            move = choose(board, source, style)
            action = game.parse_action(state, board.uci(move, chess960=is_960))
            assert game.format_action(state, action) == board.uci(move, chess960=is_960), board.fen()
            board.push(move)
            state = game.result(state, action)
            played += 1
    return ends


def compare(board, game, late, state, source):
    """Compare a position; return which ends it has."""
    fen = board.fen(en_passant="legal")
    assert game.format_state(state) == fen
    assert game.parse_state(board.fen(en_passant="fen")) == state._replace(past=game.initial().past), fen
    assert game.player(state) == (MAX if board.turn else -MAX), fen
    assert game.under_threat(state) == board.is_check(), fen
    ends = ends_of(board)
    claimed = bool(ends - {"seventy-five", "fivefold"}) | (board.halfmove_clock >= 100)
    forced = bool(ends & {"mate", "stalemate", "material", "seventy-five", "fivefold"})
    assert (game.terminal(state), late.terminal(state)) == (claimed, forced), fen
    if forced:
        assert (board.outcome() is not None) is forced
        result = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}[board.outcome().result()]
        utility = late.utility(state)
        assert (utility > 0) - (utility < 0) == result, fen
        assert game.utility(state) == utility
    if ends & {"mate", "stalemate"}:
        assert list(game.actions(state)) == [] == list(board.legal_moves)
        return ends
    ours = {game.format_action(state, action): action for action in game.actions(state)}
    theirs = [board.uci(move) for move in board.legal_moves]
    assert sorted(ours) == sorted(theirs), fen
    compare_words(board, game, state, ours, source)
    return ends


def ends_of(board):
    """Return which ends a board of python-chess has, by the laws and by claims."""
    told = {
        "mate": board.is_checkmate(),
        "stalemate": board.is_stalemate(),
        "material": board.is_insufficient_material(),
        "fifty": board.halfmove_clock >= 100,
        "threefold": board.is_repetition(3),
        "seventy-five": board.is_seventyfive_moves(),
        "fivefold": board.is_fivefold_repetition(),
    }
    return {name for name, is_so in told.items() if is_so}


def compare_words(board, game, state, ours, source):
    """Compare some moves as words, both ways."""
    moves = list(board.legal_moves)
    for move in source.sample(moves, min(WORDS_LOOKED_AT, len(moves))):
        action, san = ours[board.uci(move)], board.san(move)
        assert write_san(game, state, action) == san, board.fen()
        for word in (san, board.lan(move), board.uci(move), san.rstrip("+#"), san + "!?"):
            assert game.parse_action(state, word) == action, (board.fen(), word)


@pytest.mark.slow_with("960")
@pytest.mark.parametrize("is_960", [False, True], ids=["usual", "960"])
def test_a_few_hundred_plies(is_960):
    play(0, 200, is_960)


@pytest.mark.parametrize("is_960", [False, True], ids=["usual", "960"])
@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.slow
def test_twenty_thousand_plies(seed, is_960):
    play(seed, 2000, is_960)


@pytest.mark.slow
def test_the_games_compared_come_to_every_kind_of_end():
    ends = set()
    for seed in range(20, 36):
        ends |= play(seed, 200, False)
    assert ends == {"mate", "stalemate", "material", "fifty", "threefold", "seventy-five", "fivefold"}
