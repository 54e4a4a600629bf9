"""GGF, the game files of the Generic Game Server: boards, moves with what was expected and the time, results."""

import random

import pytest

import plywise as pw
from plywise.play.game_files import format_games, parse_games

OTHELLO = pw.make("othello")
FIRST = "-------- -------- -------- ---O*--- ---*O--- -------- -------- --------"
HEAD = "GM[Othello]PC[GGS/os]DT[2003-12-15 13:24:03 MST]PB[Saio1200]PW[ant]RB[2197.01]RW[2199.72]TI[05:00//02:00]"


def ggf(moves, side="*", board=FIRST, result="?", head=HEAD, size=8):
    return f"(;{head}TY[{size}]RE[{result}]BO[{size} {board} {side}]{moves};)"


def test_a_game_with_values_and_times():
    (record,) = parse_games(ggf("B[d3/1.50/1.2]W[c3//2]B[C4/-2]W[e3]"))
    assert (record.game, record.words, record.max, record.min) == (
        "othello",
        ["d3", "c3", "c4", "e3"],
        "Saio1200",
        "ant",
    )
    assert [(move.value, move.time) for move in record.moves] == [(1.5, 1.2), (None, 2), (-2, None), (None, None)]
    tags = {"PC": "GGS/os", "BR": "2197.01", "WR": "2199.72", "TI": "05:00//02:00", "DT": "2003-12-15 13:24:03 MST"}
    assert tags.items() <= record.more["tags"].items()
    assert parse_games(format_games([record], OTHELLO, "sgf")) == [record]


def test_what_white_expects_is_seen_from_black():
    (record,) = parse_games(ggf("B[d3]W[c3/2.00/1]"))
    assert record.moves[1].value == -2


@pytest.mark.parametrize("size", [4, 6, 8])
def test_random_games_are_read_with_their_passes(size):
    game, source = pw.make("othello", size=size), random.Random(size)
    for number in range(15):
        state, words, moves = game.initial(), [], ""
        board, side = game.format_state(state).replace("X", "*").split()
        rows = " ".join(board[at : at + size] for at in range(0, size * size, size))
        while not game.terminal(state):
            action = source.choice(list(game.actions(state)))
            word = game.format_action(state, action)
            square = source.choice(["PA", "pass", "pa"]) if word == "pass" else source.choice([word, word.upper()])
            moves += f"{'B' if game.player(state) > 0 else 'W'}[{square}//{number}.25]"
            words.append(word)
            state = game.result(state, action)
        (record,) = parse_games(ggf(moves, side, rows, f"{game.utility(state):+.3f}", size=size))
        assert (record.game, record.words, record.utility) == (game.name, words, game.utility(state))
        assert record.ended_by == "rules"


def test_a_collection_with_the_numbers_of_synchro_games():
    text = f"1 {ggf('B[d3]')}\n2 {ggf('B[c4]')}{ggf('B[f5]W[f6]')}\n"
    assert [record.words for record in parse_games(text)] == [["d3"], ["c4"], ["f5", "f6"]]


@pytest.mark.parametrize(
    ("said", "winner", "ended_by", "utility"),
    [
        ("+4.000", "MAX", "unknown", 4),
        ("-12", "MIN", "unknown", -12),
        ("-12.0:r", "MIN", "resigned", None),
        ("+64:t", "MAX", "time", None),
        ("0.000", "draw", "unknown", None),
        ("+0.0:s", "draw", "unknown", None),
        ("?", None, "unfinished", None),
        ("", None, "unfinished", None),
    ],
)
def test_results(said, winner, ended_by, utility):
    (record,) = parse_games(ggf("B[d3]", result=said))
    assert (record.winner, record.ended_by, record.utility) == (winner, ended_by, utility)


def test_a_game_from_the_middle_of_one():
    board = FIRST.replace("---O*---", "--OOO---").replace("---*O---", "--***---")
    (record,) = parse_games(ggf("W[c6]", side="O", board=board))
    assert record.start == board.replace(" ", "").replace("*", "X") + " O"
    assert record.words == ["c6"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ggf("", board=FIRST[:-1]), "line 1, column "),
        (ggf("", side="X"), "line 1, column "),
        (ggf("B[d4]"), "line 1, column "),
        (ggf("B[z9//1]"), "line 1, column "),
        ("(;GM[Othello]TY[10])", "SZ[10]: othello is played on boards of 4, 6, 8 cells a side"),
        ("(;GM[Amazons]TY[10])", "its GM, 'Amazons', is not a registered game"),
    ],
)
def test_what_is_wrong_is_named(text, message):
    with pytest.raises(pw.InputError) as caught:
        parse_games(text)
    assert str(caught.value).startswith(message)
    assert len(str(caught.value).splitlines()) == 1
