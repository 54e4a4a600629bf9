"""The words of UCI that a program is told."""

from hypothesis import given
from hypothesis import strategies as st

from plywise.protocols.uci_words import NUMBERS, read_go, read_option, read_position


def told(read, text):
    return read(text.split())


WORDS = st.lists(st.sampled_from([*NUMBERS, "infinite", "ponder", "searchmoves", "e2e4", "7", "-3", "x", "9" * 30]))


def test_go_says_all_of_it():
    said = told(read_go, "wtime 1000 btime 2000 winc 10 movestogo 4 depth 5 searchmoves e2e4 d2d4 ponder nodes 7")
    assert said.numbers == {"wtime": 1000, "btime": 2000, "winc": 10, "movestogo": 4, "depth": 5, "nodes": 7}
    assert (said.ponder, said.infinite, said.only, said.strange) == (True, False, ["e2e4", "d2d4"], [])


@given(WORDS)
def test_no_word_of_go_is_lost(words):
    said = read_go(words)
    assert all(name in NUMBERS for name in said.numbers)
    limits = said.limits(True, 0.05, 0.0)
    assert all(each is None or each >= 1 for each in (limits.depth, limits.nodes, limits.mate))
    assert limits.hard is None or limits.hard > 0
    assert limits.soft is None or 0 < limits.soft <= limits.hard
    assert set(said.only) | set(said.strange) <= set(words)


def test_clocks_are_those_of_the_side_to_move():
    said = told(read_go, "wtime 60000 btime 1000")
    white, black = (said.limits(is_white, 0.05, 0.0) for is_white in (True, False))
    assert white.soft > 10 * black.soft
    assert black.hard < 1


def test_a_clock_does_not_plan_beyond_the_time_for_the_move():
    limits = told(read_go, "wtime 999999999 movetime 7").limits(True, 0.05, 0.0)
    assert 0 < limits.soft <= limits.hard < 0.007


def test_where_any_clock_runs_time_is_limited():
    for text in ("btime 1000", "winc 100 binc 100", "movestogo 3", "wtime 99999999999999999999999 btime 1"):
        for is_white in (True, False):
            assert told(read_go, text).limits(is_white, 0.05, 0.0).hard is not None, text
    assert told(read_go, "btime 60000").limits(True, 0.05, 0.0).soft > 1
    assert told(read_go, "movetime 1500.5").numbers == {"movetime": 1500}


def test_a_position_is_a_start_and_moves():
    assert told(read_position, "startpos moves e2e4 e7e5") == ("", ["e2e4", "e7e5"])
    assert told(read_position, "fen 8/8 w - -") == ("8/8 w - -", [])


def test_names_and_values_of_options_may_have_spaces():
    assert told(read_option, "name Move Overhead value 30") == ("Move Overhead", "30")
    assert told(read_option, "name Clear Hash") == ("Clear Hash", "")
