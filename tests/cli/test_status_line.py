"""The line on a terminal that says how far the program has come: as wide as the terminal, and gone afterwards."""

import io
import re
import signal
import time
from types import SimpleNamespace

import pytest

import plywise as pw
from plywise.cli import progress, status_line, thoughts
from plywise.cli.progress import show_counting, show_solving
from plywise.cli.status_line import ERASE, StatusLine, can_rewrite, fit
from plywise.cli.thoughts import show_thinking
from plywise.play.players import SolverPlayer
from plywise.solvers.solver import Solver

GAME = pw.make("tictactoe")


class Terminal(io.StringIO):
    """A terminal that keeps all that is written."""

    def isatty(self):
        return not super().isatty()  # which raises ValueError where it is closed

    @property
    def lines(self):
        """What was written over one another."""
        return [each for each in self.getvalue().split(ERASE) if each]

    def wait(self, seconds=10):
        """Wait until something is shown."""
        until = time.monotonic() + seconds
        while not self.lines and time.monotonic() < until:
            time.sleep(0.01)


@pytest.fixture
def terminal(monkeypatch):
    """Let stderr be a terminal, and let nobody wait before something is shown."""
    screen = Terminal()
    monkeypatch.setattr(status_line, "sys", SimpleNamespace(stderr=screen))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name in ("FIRST_ON_TERMINAL", "EVERY_ON_TERMINAL"):
        monkeypatch.setattr(progress, name, 0.0)
    for name in ("PATIENCE", "EVERY"):
        monkeypatch.setattr(thoughts, name, 0.0)
    monkeypatch.setattr(progress, "LOOK_SECONDS", 0.05)
    return screen


@pytest.mark.parametrize("text", ["9 s, ply 9, 1,234,567 nodes; ply 8 has 5,000", "a" * 40, "四目並べ 考え中 四目", ""])
def test_nothing_is_wider_than_the_terminal(text):
    for columns in range(-1, 60):
        shown = fit(text, columns)
        assert status_line._width(shown) <= max(columns, 0)
        assert shown == text or text.startswith(shown.removesuffix(" ..."))


def test_a_line_is_written_over_and_nothing_remains_of_it(terminal):
    line = StatusLine(0, 0)
    line.write("one\x1b[2J\ntwo")
    line.write("three")
    line.close()
    line.write("too late")
    assert terminal.getvalue() == f"{ERASE}one\\x1b[2J two{ERASE}three{ERASE}"


@pytest.mark.parametrize("variables", [{"TERM": "dumb"}, {"NO_COLOR": "1"}])
def test_a_terminal_that_cannot_rewrite_gets_nothing(terminal, monkeypatch, variables):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert not can_rewrite()
    StatusLine(0, 0).write("one")
    assert terminal.getvalue() == ""


def test_a_stderr_that_is_closed_or_goes_away_stops_nothing(terminal, monkeypatch):
    line = StatusLine(0, 0)
    terminal.close()
    line.write("one")
    line.close()
    assert not can_rewrite()
    monkeypatch.setattr(status_line.sys, "stderr", None)
    assert not can_rewrite()


def test_solving_says_nodes_and_what_a_look_ahead_finds(terminal):
    solver = Solver(GAME, engine="reference")
    with show_solving(solver, GAME.initial()):
        solver.solve()
        terminal.wait()
    assert re.fullmatch(
        r"\d s, [\d,]+ nodes: not solved yet; a search \d plies deep: value .*, best 4", terminal.lines[0]
    )
    assert terminal.getvalue().endswith(ERASE)


def test_a_rule_that_fails_is_left_to_the_solver(terminal):
    class Broken(type(GAME)):
        def evaluate(self, state):
            raise ZeroDivisionError

    game = Broken()
    with show_solving(Solver(game, engine="reference"), game.initial()):
        terminal.wait()
    assert re.fullmatch(r"\d s, 0 nodes: not solved yet", terminal.lines[0])


def test_counting_says_the_ply_and_the_one_before(terminal, monkeypatch):
    monkeypatch.setattr("plywise.engines.watching.REPORT_EVERY", 0.0)
    with show_counting() as watcher:
        pw.count(GAME, engine="reference", plies=4, watcher=watcher, divide=True)
    assert "0 s, counting ply 3, 60 nodes entered; ply 2 has 72" in terminal.lines
    assert any(line.startswith("0 s, counting lines that begin with 8, ") for line in terminal.lines)
    assert terminal.getvalue().endswith(ERASE)


def test_a_player_who_thinks_tells_the_value_the_depth_and_the_line(terminal, monkeypatch):
    monkeypatch.setattr("plywise.engines.watching.REPORT_EVERY", 0.0)
    state = GAME.parse_state("X...O....")
    with show_thinking(GAME, state) as watcher:
        pw.search(GAME, state, engine="reference", algorithm="deepening", watcher=watcher)
    assert "X thinks: no move has a value yet" in terminal.lines
    assert any(
        re.fullmatch(r"X thinks: value \S+ for X, 3 plies ahead, line \d \d \d", line) for line in terminal.lines
    )
    assert terminal.getvalue().endswith(ERASE)


def test_a_proof_under_way_is_shown(terminal):
    player = SolverPlayer()
    player._known[:] = [(GAME, Solver(GAME, engine="reference"))]
    with show_thinking(GAME, GAME.initial(), player):
        time.sleep(0.15)
        assert terminal.getvalue() == "", "nothing is under way"
        player._under_way.set()
        terminal.wait()
    assert terminal.lines[0] == "X thinks: trying to prove the best move, 0 nodes"


@pytest.mark.parametrize("words", [("solve",), ("count", "--plies", "6")])
def test_with_json_nothing_is_shown(terminal, plywise, words):
    command, *options = words
    code, _, err = plywise(command, "tictactoe", *options, "--engine", "reference", "--json")
    assert (code, err, terminal.getvalue()) == (0, "", "")


@pytest.mark.slow
@pytest.mark.parametrize("words", [("solve", "connect4"), ("count", "connect4", "--plies", "40")])
@pytest.mark.parametrize("columns", [80, 24])
def test_on_a_narrow_terminal_too_one_line_is_written_over_until_ctrl_c(on_a_terminal, words, columns):
    code, written = on_a_terminal(*words, answers=[("3 s,", signal.SIGINT)], columns=columns)
    assert code == 130
    shown, _, rest = written[written.index(ERASE) :].rpartition(ERASE)
    assert rest == "interrupted\r\n"
    assert "\n" not in shown
    assert all(len(line) < columns for line in shown.split(ERASE))
