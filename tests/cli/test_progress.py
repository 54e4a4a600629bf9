"""The progress of a long search: on a terminal, and where stderr goes elsewhere."""

import json
import re
import signal

import pytest

import plywise as pw
from plywise.cli import progress, status_line
from plywise.cli.status_line import ERASE
from plywise.engines import watching
from tests.helpers.program import COMPILING, PROGRAM, signalled

LINE = re.compile(r"\d+ s, depth \d+, [\d,]+ nodes: (.*)")
GAME = pw.make("tictactoe")
SEARCH = ("search", "tictactoe", "--engine", "reference", "--position", "X...O....", "--json")


@pytest.fixture
def reported(plywise, monkeypatch):
    """Run a search that reports at every chance: words -> its answer, and what it says on stderr."""
    monkeypatch.setattr(watching, "REPORT_EVERY", 0.0)
    monkeypatch.setattr(status_line, "FIRST_LINE", 0.0)
    monkeypatch.setattr(status_line, "MAX_PAUSE", 0.0)
    monkeypatch.setattr(progress, "LOOK_SECONDS", 0.01)

    def call(*words):
        code, out, err = plywise(*SEARCH, *words)
        assert code == 0
        return json.loads(out), err.splitlines()

    return call


def test_a_search_without_a_limit_says_how_to_end_it_then_how_far_it_is(reported):
    answer, lines = reported("--algorithm", "deepening")
    assert lines[0] == progress.HINT
    said = [LINE.fullmatch(line)[1] for line in lines[1:]]
    assert re.fullmatch(r"value -?\d+(\.\d+)?, best \d so far", said[-1])
    assert answer["stopped_by"] == "complete"


def test_a_search_that_values_nothing_before_it_ends_looks_ahead(reported):
    _, lines = reported("--algorithm", "sss")
    look = re.compile(r"no move has a value yet; a search \d plies deep: value -?\d+(\.\d+)?, best \d")
    assert any(map(look.search, lines))


def test_a_look_that_sees_less_far_than_the_one_before_changes_nothing(monkeypatch):
    look, depths = progress.Look(GAME, GAME.initial()), iter([3, 2, 3])
    monkeypatch.setattr(progress, "search", lambda game, state, **how: pw.search(game, state, depth=next(depths)))
    first = look.tell(0.0)
    assert "a search 3 plies deep" in first
    assert [look.tell(elapsed) for elapsed in (1e3, 2e3)] == [first, first]


def test_with_a_limit_nothing_is_said_of_limits(reported):
    _, lines = reported("--algorithm", "minimax", "--depth", "5")
    assert progress.HINT not in lines
    assert all(LINE.fullmatch(line) for line in lines)


def test_a_short_search_reports_nothing(plywise):
    assert plywise(*SEARCH)[2] == ""


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["deepening", "alphabeta"])
def test_elsewhere_there_are_lines_at_growing_intervals(algorithm):
    words = (PROGRAM, "search", "connect4", "--algorithm", algorithm, "--json")
    code, out, err = signalled(words, 14, signal.SIGINT)
    assert code == 130
    assert json.loads(out)["stopped_by"] == "interrupt"
    hint, *lines = COMPILING.sub("", err).splitlines()
    assert hint == progress.HINT
    assert 1 <= len(lines) <= 4
    assert all(LINE.fullmatch(line) and "best" in line for line in lines)


@pytest.mark.slow
def test_on_a_terminal_one_line_is_written_over(on_a_terminal):
    words = ("search", "connect4", "--algorithm", "deepening")
    code, written = on_a_terminal(*words, answers=[("4 s, depth", signal.SIGINT)])
    assert code == 130
    hint, _, rest = written.partition("\r\n")
    while "compiling" in hint:
        hint, _, rest = rest.partition("\r\n")
    assert hint == progress.HINT
    assert rest.count(ERASE) >= 3
    assert "\n" not in rest[: rest.rindex(ERASE)]
    code, written = on_a_terminal(*words, answers=[("s, depth", signal.SIGINT)], NO_COLOR="1")
    assert code == 130
    assert ERASE not in written
