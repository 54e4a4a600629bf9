"""UCI: what is told to a program, what is heard, and how it fails."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plywise.protocols import uci
from plywise.protocols.program import Program, ProgramFailure
from plywise.protocols.transcript import Transcript
from plywise.protocols.uci import BestMove, Search, UciProgram, read_info
from tests.helpers.fake_programs import fake_words, left_running


@pytest.fixture
def greet(tmp_path, monkeypatch):
    """Greet a fake program: fault, at -> UciProgram."""
    started, pids = [], tmp_path / "pids"
    monkeypatch.setattr(uci, "STOP_SECONDS", 0.3)

    def call(fault="none", at=1, seconds=100.0):
        started.append(Program(fake_words("uci", fault, at, pids), Transcript()))
        return UciProgram(started[-1], seconds)

    yield call
    for each in started:
        each.end("quit" if each.is_running else None)
    assert left_running(pids) == []


def sent(program):
    """Return what was sent to a program."""
    lines = program.program._transcript.read().decode(errors="replace").splitlines()
    return [line.partition(" > ")[2] for line in lines if " > " in line]


def test_a_game_is_told_and_answered(greet):
    program = greet()
    assert program.offered == {"Hash": "spin", "Move Overhead": "spin", "Clear Hash": "button"}
    program.set_options({"hash": "32", "Move Overhead": "20", "clear hash": ""})
    program.begin_game()
    assert program.go("startpos moves 0 1", "movetime 100", 100).word == "2"
    assert sent(program) == [
        "uci", "setoption name Hash value 32", "setoption name Move Overhead value 20", "setoption name Clear Hash",
        "isready", "ucinewgame", "isready", "isready", "position startpos moves 0 1", "go movetime 100",
    ]  # fmt: skip


def test_an_option_that_is_not_there_is_named_with_those_that_are(greet):
    with pytest.raises(ProgramFailure, match="has no option 'Hsh'; it has Hash, Move Overhead, Clear Hash") as caught:
        greet().set_options({"Hsh": "1"})
    assert caught.value.kind == "error"


def test_what_is_no_uci_is_passed_over_and_what_is_told_of_the_search_is_heard(greet):
    answer = greet("chatter").go("startpos", "depth 3", 100)
    assert answer == BestMove("0", None, Search(depth=3, nodes=77, score=1.5, exact=True))


def test_an_answer_that_comes_twice_is_not_taken_for_the_next(greet):
    program = greet("twice")
    assert program.go("startpos", "depth 1", 100).word == "0"
    assert program.go("startpos moves 0 1", "depth 1", 100).word == "2"


def test_a_program_that_takes_its_time_is_told_to_stop(greet):
    program = greet("waits_for_stop")
    began = time.monotonic()
    assert program.go("startpos", "infinite", 0.2).word == "0"
    assert 0.2 <= time.monotonic() - began < 20  # on a busy machine; the program waits for ever
    assert sent(program)[-1] == "stop"


def test_a_late_answer_is_an_answer(greet):
    began = time.monotonic()
    assert greet("late").go("startpos", "movetime 50", 0.05).word == "0"
    assert time.monotonic() - began > 0.3


@pytest.mark.parametrize(
    ("fault", "kind", "says"),
    [
        ("crash", "crash", "ended with exit code 3: out of luck"),
        ("segfault", "crash", "was killed by SIGSEGV"),
        ("hang", "no answer", "gave no bestmove in time"),
        ("garbage", "garbage", "wrote '��\\x00� bestmov�', and no bestmove"),
        pytest.param("much_garbage", "garbage", "wrote '�what?', and no bestmove", marks=pytest.mark.slow),
        ("half_a_line", "crash", "ended with exit code 0"),
        ("move_without_end", "crash", "ended with exit code 0"),
        ("nothing_named", "garbage", "names no move after bestmove"),
        ("leave_a_child", "crash", "ended with exit code 7"),
        pytest.param("close_stdout", "crash", "has closed its stdout", marks=pytest.mark.slow),
    ],
)
def test_how_a_program_fails_to_answer(greet, fault, kind, says):
    program = greet(fault, at=2)
    assert program.go("startpos", "movetime 100", 0.3).word == "0"
    with pytest.raises(ProgramFailure) as caught:
        program.go("startpos moves 0 1", "movetime 100", 0.3)
    assert (caught.value.kind, caught.value.detail.partition(" ")[2]) == (kind, says)


def test_an_endless_search_without_an_answer_is_garbage(greet, monkeypatch):
    monkeypatch.setattr("plywise.protocols.line_reader.BUDGET", 2**18)
    with pytest.raises(ProgramFailure, match="writes without end"):
        greet("flood").go("startpos", "movetime 100", 100)


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("crash", "crash"),
        ("leave", "crash"),
        ("hang", "no answer"),
        ("garbage", "garbage"),
        pytest.param("much_garbage", "garbage", marks=pytest.mark.slow),
    ],
)
def test_how_a_program_fails_to_get_ready(greet, fault, kind):
    with pytest.raises(ProgramFailure) as caught:
        greet(fault, at=0, seconds={"hang": 0.5, "garbage": 2}.get(fault, 100))
    assert caught.value.kind == kind
    if kind != "crash":
        assert "uciok" in caught.value.detail


@pytest.mark.slow
def test_a_program_that_closes_stdin_crashes_when_something_is_told_to_it(greet):
    program = greet("close_stdin")
    assert program.go("startpos", "depth 1", 100).word == "0"
    with pytest.raises(ProgramFailure, match="has closed its stdin") as caught:
        program.go("startpos moves 0 1", "depth 1", 100)
    assert caught.value.kind == "crash"


# --- what is told of a search -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["info depth 12 seldepth 20 nodes 4096 score cp 35 time 8 pv e2e4 e7e5"], Search(12, 4096, 0.35, True)),
        (["info depth 9 score cp -250"], Search(9, None, -2.5, True)),
        (["info depth 5 score mate 3"], Search(5, None, 997.0, True)),
        (["info depth 5 score mate -2"], Search(5, None, -998.0, True)),
        (["info depth 5 score mate 0"], Search()),
        (["info depth 5 score mate +3 nodes 1.2e3"], Search(5, 1200, 997.0, True)),
        (["info score cp +12.5 depth 12/18"], Search(12, None, 0.125, True)),
        (["info \t depth  5  pv e2e4 e7e5  score   cp 33 nodes 7 string pv score cp 99"], Search(5, 7, 0.33, True)),
        (["info depth 5 score cp 10 lowerbound nodes 7"], Search(5, 7, 0.1, False)),
        (["info depth 5 score cp 10", "info depth 6 score cp 90 lowerbound nodes 9"], Search(5, 9, 0.1, True)),
        (["info depth 5 score cp 10 upperbound", "info depth 6 score cp 90"], Search(6, None, 0.9, True)),
        (["info depth 5 score cp 10", "info depth 6 currmove a nodes 50"], Search(5, 50, 0.1, True)),
        (["info depth 5 multipv 1 score cp 10", "info depth 5 multipv 2 score cp -90"], Search(5, None, 0.1, True)),
        (["info string depth 7 score cp 100"], Search()),
        (["info depth 3 score cp 5 pv 4 4 3"], Search(3, None, 0.05, True)),
        (["info depth x score cp y nodes"], Search()),
        (["info"], Search()),
        (["info depth 9999999999999999999999999999 score cp 1"], Search(None, None, 0.01, True)),
    ],
)
def test_what_the_program_says_of_its_search(lines, expected):
    found = Search()
    for line in lines:
        found = read_info(line, found)
    assert found == expected


WORDS = st.sampled_from(
    ["info", "depth", "nodes", "score", "cp", "mate", "lowerbound", "multipv", "string", "pv", "1", "-3", "9" * 20]
)


@given(st.lists(WORDS | st.text(max_size=5), max_size=12))
def test_whatever_it_says_is_read_without_an_error(words):
    found = read_info(" ".join(["info", *words]), Search())
    assert found.score is None or abs(found.score) <= 10**18
