"""The bridge to programs that speak the xboard protocol, and who watches the games of the ladder."""

from dataclasses import replace

import pytest
from bench.chess_ladder import watch_game
from bench.xboard_bridge import cross

import plywise as pw
from plywise.play.record import MoveRecord


def converse(lines, heard):
    """Return what the referee and the program are told."""
    said, told, answers = [], [], iter(heard)
    cross(lines, said.append, told.append, lambda: next(answers, ""))
    return said, told


def test_the_game_is_told_again_and_the_move_is_handed_over():
    lines = ["uci", "isready", "position startpos moves e2e4 e7e5", "go movetime 200", "quit"]
    said, told = converse(lines, ["tellics say hello", "pong 3", "# thinking", "move g1f3"])
    assert said == ["id name bridge\nuciok", "readyok", "bestmove g1f3"]
    assert told[1:4] == ["new\nforce\ne2e4\ne7e5", "ping 3", "level 40 0:05 0\ntime 480\notim 480\ngo"]
    assert told[-1] == "quit"


@pytest.mark.parametrize("heard", [["resign"], ["0-1 {checkmate}"], []], ids=["resigns", "has lost", "has died"])
def test_a_program_without_a_move_says_so(heard):
    assert converse(["position startpos", "go movetime 1000"], ["pong 1", *heard])[0] == ["bestmove (none)"]


def test_what_is_said_of_the_game_before_is_passed_over():
    lines = ["position startpos moves e2e4", "go movetime 200", "position startpos", "go movetime 200"]
    heard = ["pong 1", "move e7e5", "1/2-1/2 {draw by the rule of fifty moves}", "pong 3", "move d2d4"]
    assert converse(lines, heard)[0] == ["bestmove e7e5", "bestmove d2d4"]


@pytest.fixture(scope="module")
def record():
    """Fool's mate."""
    players = [function_of(words) for words in (["f2f3", "g2g4"], ["e7e5", "d8h4"])]
    return pw.match(pw.make("chess"), players, games=2, openings=0).records[0]


def function_of(words):
    """Return a player who plays these moves by White or Black, from the first on."""

    def choose(game, state):
        for word in words:
            if word in (game.format_action(state, action) for action in game.actions(state)):
                return game.parse_action(state, word)
        return next(iter(game.actions(state)))

    return choose


@pytest.mark.slow
def test_a_game_is_watched_to_its_end(record):
    assert watch_game(record) == len(record.words) > 0


@pytest.mark.slow
def test_an_illegal_move_is_seen(record):
    with pytest.raises(AssertionError):
        watch_game(replace(record, moves=(MoveRecord("e2e5"), *record.moves[1:])))


@pytest.mark.slow
def test_an_end_that_is_none_is_seen(record):
    with pytest.raises(AssertionError):
        watch_game(replace(record, moves=record.moves[:1], opening=(), ended_by="rules"))
