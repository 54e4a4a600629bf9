"""GTP: commands and answers, their numbers, refusals, and how a program fails."""

import sys

import pytest

from plywise.protocols.gtp import GtpProgram, Refusal
from plywise.protocols.program import Program, ProgramFailure
from plywise.protocols.transcript import Transcript
from tests.helpers.fake_programs import fake_words, left_running


@pytest.fixture
def greet(tmp_path):
    """Greet a fake program, or a script that answers: fault, at -> GtpProgram."""
    started, pids = [], tmp_path / "pids"
    pids.write_text("")

    def call(fault="none", at=1, seconds=100.0, script=None):
        words = fake_words("gtp", fault, at, pids) if script is None else [sys.executable, "-S", "-E", "-c", script]
        started.append(Program(words, Transcript()))
        return GtpProgram(started[-1], seconds)

    yield call
    for each in started:
        each.end("quit" if each.is_running else None)
    assert left_running(pids) == []


ANSWERING = """
import sys
answers = {answers!r}
for line in sys.stdin:
    number, command, *rest = line.split() + [""]
    usual = {{"protocol_version": "={{}} 2\\n\\n", "list_commands": "={{}} genmove\\nknown\\n\\n"}}
    said = {{**usual, **answers}}.get(command, "={{}}\\n\\n")
    sys.stdout.buffer.write(said.format(number).encode("latin-1"))
    sys.stdout.flush()
"""


def test_a_program_says_what_it_knows_and_answers_commands(greet):
    program = greet()
    assert {"genmove", "play", "time_left"} <= program.commands
    assert program.ask("boardsize 5") == ""
    assert program.ask("genmove black") == "A1"
    assert program.ask("list_commands").splitlines()[:2] == ["protocol_version", "list_commands"]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("={} c3\n\n", "c3"),
        ("= c3\n\n", "c3"),
        ("={}\tc3 \r\n\r\n", "c3"),
        ("={}\none\ntwo\n\n", "one\ntwo"),
        ("={} one\n  two\n\n", "one\ntwo"),
        ("={}\n\n", ""),
        ("\n\nwarning: slow\n={} c3\n\n", "c3"),
        ("=1 late\n\n={} c3\n\n", "c3"),
        ("?1 late\n\n={} c3\n\n", "c3"),
        ("={} \xff\n\n", "�"),
    ],
)
def test_answers_in_every_form(greet, said, expected):
    assert greet(script=ANSWERING.format(answers={"genmove": said})).ask("genmove black") == expected


@pytest.mark.parametrize("said", ["?{} illegal move\n\n", "? illegal move\n\n"])
def test_a_refusal_is_told_with_the_command(greet, said):
    program = greet(script=ANSWERING.format(answers={"play": said}))
    with pytest.raises(Refusal, match="answers 'play black z9' with 'illegal move'") as caught:
        program.ask("play black z9")
    assert caught.value.kind == "error"
    assert program.ask("other") == "", "it goes on"


def test_a_command_that_is_not_known_is_not_told(greet):
    program = greet(script=ANSWERING.format(answers={"unknown": "?{} unknown command\n\n", "known": "?{} no\n\n"}))
    program.ask_if_known("unknown 1 2")
    program.ask_if_known("known 1 2")  # it refuses, and can do without
    with pytest.raises(Refusal, match="no"):
        program.ask("known 1 2")


@pytest.mark.parametrize(
    ("fault", "kind", "says"),
    [
        ("crash", "crash", "ended with exit code 3: out of luck"),
        ("segfault", "crash", "was killed by SIGSEGV"),
        ("hang", "no answer", "gave no answer to 'genmove black' in time"),
        ("garbage", "garbage", "answers 'genmove black' with '��\\x00� bestmov�'"),
        pytest.param("much_garbage", "garbage", "answers 'genmove black' with '�what?'", marks=pytest.mark.slow),
        ("half_a_line", "crash", "ended with exit code 0"),
        ("move_without_end", "crash", "ended with exit code 0"),
        ("refuse", "error", "answers 'genmove black' with 'cannot think'"),
        ("leave_a_child", "crash", "ended with exit code 7"),
        pytest.param("close_stdout", "crash", "has closed its stdout", marks=pytest.mark.slow),
    ],
)
def test_how_a_program_fails_to_answer(greet, fault, kind, says):
    program = greet(fault, at=2)
    assert program.ask("genmove black", 100) == "A1"
    with pytest.raises(ProgramFailure) as caught:
        program.ask("genmove black", 0.3 if fault in ("hang", "garbage") else 100)
    assert (caught.value.kind, caught.value.detail.partition(" ")[2]) == (kind, says)


def test_an_answer_without_an_end_is_garbage(greet):
    program = greet(script=ANSWERING.format(answers={"genmove": "={} c3\n"}))
    with pytest.raises(ProgramFailure, match="answers 'genmove black' with 'c3'") as caught:
        program.ask("genmove black", 0.3)
    assert caught.value.kind == "garbage"


def test_endless_chatter_is_not_listened_to(greet):
    script = ANSWERING.format(answers={"genmove": "what?\n" * 5000})
    with pytest.raises(ProgramFailure, match="with 'what\\?'"):
        greet(script=script).ask("genmove black", 100)


@pytest.mark.parametrize(
    ("said", "kind", "says"),
    [
        ("={} 3.1\n\n", "garbage", "speaks version '3.1' of GTP, not 2"),
        ("hello\n", "garbage", "answers 'protocol_version' with 'hello'"),
        ("", "no answer", "gave no answer to 'protocol_version' in time"),
    ],
)
def test_what_does_not_speak_gtp_is_refused(greet, said, kind, says):
    with pytest.raises(ProgramFailure, match=says) as caught:
        greet(script=ANSWERING.format(answers={"protocol_version": said}), seconds=0.5)
    assert caught.value.kind == kind
