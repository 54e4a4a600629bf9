"""Programs with odd habits: whatever clearly means a move is played, and all else is a failure in a clear line."""

import sys
from pathlib import Path

import pytest

import plywise as pw
from plywise.play.clocks import TimeControl
from plywise.play.players import make_player
from plywise.play.referee import play_game

DATA = Path(__file__).parents[2] / "data"
CHESS, GO = pw.make("chess"), pw.make("go:size=3")

CLEAR_UCI = [
    "plain",
    "banner",
    "bestmove-tab",
    "bounds",
    "crlf",
    "currmove",
    "float",
    "half-line",
    "infostring-before-ok",
    "late-answer",
    "mate+",
    "mate0",
    "multipv",
    "no-info",
    "options",
    "ponder-none",
    "ponder-odd",
    "premature-stop-second",
    "pv-first",
    "readyok-late",
    "registration",
    "san",
    "spaces",
    "stderr-noise",
    "stdout-noise",
    "trailing",
    "twice",
    "unicode",
    "upper",
    "c960",
    "flood",
    "slow-uciok",
    "no-quit",
]
QUICK_UCI = {"banner", "pv-first", "spaces", "float"}
FAULTY_UCI = {
    "crash": ("crash", "exit code 139"),
    "illegal": ("illegal move", "'a1a1'"),
    "draw-word": ("illegal move", "'draw'"),
    "die-at-start": ("crash", "exit code 3"),
    "resign-none": ("resigned", ""),
    "resign-0000": ("resigned", ""),
    "resign-NULL": ("resigned", ""),
    "hang": ("no answer", "no bestmove in time"),
    "silent": ("no answer", "no uciok in time"),
}
VALUES = {"mate0": None, "flood": 1, "float": 12.5, "bounds": 20, "multipv": 20, "mate+": 30_000, "no-info": None}


def uci_game(habit, patience, plies=6):
    player = make_player(f"uci[time=0.4,patience={patience},Hash=8]:{sys.executable} {DATA / 'odd_uci.py'} {habit}")
    try:
        control = TimeControl(time=3)
        return play_game(CHESS, {1: player, -1: make_player("random:seed=1")}, max_plies=plies, control=control)
    finally:
        player.close()


@pytest.mark.parametrize(
    "habit", [each if each in QUICK_UCI else pytest.param(each, marks=pytest.mark.slow) for each in CLEAR_UCI]
)
def test_a_uci_program_that_is_clear_plays_on(habit):
    record = uci_game(habit, 20)
    assert record.ended_by == "length", record.detail
    assert record.moves[0].value == VALUES.get(habit, 33)


@pytest.mark.slow
@pytest.mark.parametrize("habit", FAULTY_UCI)
def test_a_uci_program_that_fails_does_so_in_a_line(habit):
    record = uci_game(habit, 1)
    kind, detail = FAULTY_UCI[habit]
    assert (record.winner, record.ended_by) == ("MIN", kind)
    assert detail in record.detail
    assert "\n" not in record.detail


CLEAR_GTP = [
    "plain",
    "crlf",
    "tabs",
    "spaces",
    "no_numbers",
    "chatter",
    "errors",
    "blank_lines",
    "pieces",
    "small_letters",
    "no_version",
    "version_2.0",
    "no_list",
    "no_time",
    "refuses_time",
    "passes",
]
FAULTY_GTP = {"resigns": "resigned", "refuses_to_move": "error", "occupied": "illegal move", "dies": "crash"}


def gtp_game(habit, control=None):
    player = make_player(f"gtp[patience=20]:{sys.executable} -S -E {DATA / 'odd_gtp.py'} {habit}")
    try:
        players = {1: player, -1: make_player("random:seed=1")}
        return play_game(GO, players, max_plies=4, control=control or TimeControl(time=10))
    finally:
        player.close()


@pytest.mark.parametrize("habit", CLEAR_GTP)
def test_a_gtp_program_that_is_clear_plays_on(habit):
    record = gtp_game(habit)
    assert record.ended_by in ("length", "rules"), record.detail


@pytest.mark.parametrize("habit", FAULTY_GTP)
def test_a_gtp_program_that_fails_does_so_in_a_line(habit):
    record = gtp_game(habit)
    assert (record.winner, record.ended_by) == ("MIN", FAULTY_GTP[habit])
    assert "\n" not in record.detail


def test_a_program_that_counts_whole_seconds_may_use_the_one_that_it_is_told():
    record = gtp_game("uses_a_second", TimeControl(time=0.1))
    assert record.ended_by == "length", record.detail
    assert record.moves[0].time > 0.25


def test_a_program_that_counts_decimals_is_told_them_and_must_keep_them():
    assert gtp_game("decimals", TimeControl(time=4.9)).ended_by == "length"
    player = make_player(f"gtp:{sys.executable} -S -E {DATA / 'odd_gtp.py'} decimals")
    player.begin(GO, GO.initial())
    assert player.grace(0.1) == 0
    player.close()
