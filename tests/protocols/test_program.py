"""A program, whatever it does: it fails in bounded time, says how, and nothing of it is left."""

import os
import random
import threading
import time
from contextlib import suppress

import pytest

from plywise.protocols import line_reader
from plywise.protocols import program as module
from plywise.protocols.launch import split_words
from plywise.protocols.program import Program, ProgramFailure, shorten
from plywise.protocols.transcript import Transcript
from tests.helpers.fake_programs import fake_words, left_running


@pytest.fixture
def start(tmp_path):
    """Start a fake program, or another: fault -> Program, of which nothing may be left."""
    started, pids = [], tmp_path / "pids"
    pids.write_text("")

    def call(fault="none", at=0, words=None):
        started.append(Program(words or fake_words("uci", fault, at, pids), Transcript()))
        return started[-1]

    yield call
    for each in started:
        each.end()
        each.end()  # once more does nothing
        each._transcript.close()
    assert left_running(pids) == []


def soon(seconds=20.0):
    return time.monotonic() + seconds


def sh(script):
    """Return the words for a shell script."""
    return split_words(f"/bin/sh -c '{script}'")


def failure(program, seconds=20.0):
    """Return how a program fails of which lines are awaited for ever."""
    with pytest.raises(ProgramFailure) as caught:
        list(iter(lambda: program.read_line(soon(seconds)), None))
    assert len(str(caught.value).splitlines()) == 1
    return caught.value.kind, caught.value.detail


def test_lines_come_as_they_were_written(start):
    program = start(words=sh('printf "one\\r\\n  two \\n\\n\\377three\\nhalf"; cat'))
    assert [program.read_line(soon()) for _ in range(4)] == ["one", "two", "", "�three"]
    program.send("and more", soon())
    assert program.read_line(soon()) == "halfand more"
    program.end("quit")
    assert b"< \xffthree\n" in program._transcript.read()
    assert program._transcript.read().endswith(b"# ended with exit code 0\n")


def test_what_a_program_writes_before_it_ends_is_read(start):
    program = start(words=sh("echo one; echo two; echo three >&2; exit 5"))
    time.sleep(0.2)
    assert [program.read_line(soon()) for _ in range(2)] == ["one", "two"]
    assert failure(program) == ("crash", "sh ended with exit code 5: three")


def test_a_line_without_an_end_is_no_line(start):
    program = start(words=sh("echo one; printf half"))
    assert program.read_line(soon()) == "one"
    assert failure(program) == ("crash", "sh ended with exit code 0")
    program.end()
    assert b"<~half\n" in program._transcript.read()


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("exit 3", "sh ended with exit code 3"),
        ("kill -s SEGV $$", "sh was killed by SIGSEGV"),
        ("kill -s 40 $$", "sh was killed by signal 40"),
        ("echo first >&2; echo last >&2; exit 1", "sh ended with exit code 1: last"),
    ],
)
def test_how_a_program_ended_is_said(start, script, says):
    assert failure(start(words=sh(script))) == ("crash", says)


def test_silence_ends_at_the_deadline(start):
    program = start("hang")
    began = time.monotonic()
    assert failure(program, 0.2) == ("no answer", f"{program.name} is silent")
    assert 0.2 <= time.monotonic() - began < 20  # on a busy machine; the program is silent for ever


def test_a_program_that_writes_without_end_is_given_up(start, monkeypatch):
    monkeypatch.setattr(line_reader, "BUDGET", 2**18)
    for fault in ("flood", "flood_of_empty_lines", "endless_line", "flood_of_errors"):
        program = start(fault)
        assert failure(program) == ("garbage", f"{program.name} writes without end"), fault
        program.end()
        assert len(program._transcript.read()) < 2**23, "nobody reads on"


@pytest.mark.slow
def test_a_flood_as_large_as_can_be_is_given_up_soon(start):
    for fault in ("flood", "flood_of_empty_lines", "endless_line", "flood_of_errors"):
        began = time.monotonic()
        program = start(fault)
        assert failure(program, 120)[0] == "garbage"
        program.end()
        assert time.monotonic() - began < 60, fault


def test_each_order_renews_what_a_program_may_write(start, monkeypatch):
    monkeypatch.setattr(line_reader, "BUDGET", 2000)
    program = start(words=["/bin/cat"])
    for _ in range(10):
        program.send("x" * 1000, soon())
        assert program.read_line(soon()) == "x" * 1000


def test_a_line_beyond_all_bounds_comes_in_pieces(start, monkeypatch):
    monkeypatch.setattr(line_reader, "MAX_LINE", 1000)
    program = start(words=sh('head -c 2500 /dev/zero | tr "\\0" x; sleep 0.2; echo'))
    assert [len(program.read_line(soon())) for _ in range(3)] == [1000, 1000, 500]


def test_what_is_written_while_nobody_listens_is_kept(start):
    program = start(words=sh("seq 1 20000; seq 1 20000 >&2; echo done; cat"))
    time.sleep(0.3)
    program.send("go on", soon())
    while program.read_line(soon()) != "go on":
        pass
    program.end("quit")
    kept = program._transcript.read().splitlines()
    assert sum(b" < " in line for line in kept) == 20_003
    assert sum(b" ! " in line for line in kept) == 20_000


def test_a_program_that_does_not_read_is_not_waited_for(start):
    program = start("hang")
    with pytest.raises(ProgramFailure, match="does not read its stdin") as caught:
        program.send("x" * 10_000_000, time.monotonic() + 0.2)
    assert caught.value.kind == "no answer"


def test_a_closed_stdin_is_a_failure_to_talk_to_it(start):
    program = start(words=sh("exec <&-; echo closed; sleep 600"))
    program.read_line(soon())
    with pytest.raises(ProgramFailure, match="sh has closed its stdin"):
        program.send("hello", soon())
    ended = start(words=sh("exit 4"))
    ended._process.wait(20)
    with pytest.raises(ProgramFailure, match="ended with exit code 4"):
        ended.send("hello", soon())


def test_a_closed_stdout_is_a_failure_to_hear_of_it(start):
    assert failure(start("close_stdout"))[1].endswith("has closed its stdout")


def test_whoever_else_holds_the_pipe_ends_with_the_program(start):
    assert failure(start("leave_a_child"))[1].endswith("ended with exit code 7")


@pytest.mark.slow
def test_a_child_that_has_left_the_group_holds_nobody_up(start):
    script = "import os, time; os.fork() and os._exit(6); os.setsid(); time.sleep(20)"
    began = time.monotonic()
    program = start(words=[*fake_words("uci")[:3], "-c", script])
    assert failure(program)[1].endswith("ended with exit code 6")
    program.end()
    assert time.monotonic() - began < 15


def test_why_a_program_ended_may_come_a_little_after_its_end(start):
    script = (
        "import os, time; os.fork() and os._exit(3); os.setsid(); os.close(1); time.sleep(0.2); os.write(2, b'late')"
    )
    assert failure(start(words=[*fake_words("uci")[:3], "-c", script])) == (
        "crash",
        "python ended with exit code 3: late",
    )


@pytest.mark.parametrize("fault", ["none", "deaf", "keep_a_child", "hang", "flood"])
def test_every_program_ends_when_it_is_told_to_or_a_little_later(start, tmp_path, fault):
    program = start(fault)
    time.sleep(0.1)
    began = time.monotonic()
    program.end("quit")
    assert time.monotonic() - began < 4 * module.EXIT_SECONDS + 20  # on a busy machine; some of them go on for ever
    assert not program.is_running
    assert left_running(tmp_path / "pids", 1) == []


def test_a_program_that_leaves_when_told_to_is_not_killed(start):
    program = start()
    program.send("isready", soon())
    assert program.read_line(soon()) == "readyok"
    program.end("quit")
    assert program._transcript.read().endswith(b"> quit\n" + program._transcript.read().splitlines(True)[-1])
    assert program._transcript.read().endswith(b"# ended with exit code 0\n")


@pytest.mark.slow
def test_nothing_is_left_of_many_programs_however_they_end():
    """Neither files, nor threads, nor processes."""

    def held():
        return len(os.listdir("/proc/self/fd")), threading.active_count()

    endings = ["exit 0", "kill -s KILL $$", "cat", "exec >&-; cat", "exec <&-; sleep 600", "sleep 600 & exit 3", "yes"]
    transcript, dice = Transcript(), random.Random(1)
    Program(sh("exit 0"), transcript).end()  # the thread that starts programs stays
    before, pids = held(), []
    for number in range(40):
        program = Program(sh(endings[number % len(endings)]), transcript)
        pids.append(program.pid)
        with suppress(ProgramFailure):
            program.send("hello", time.monotonic() + 0.01)
            program.read_line(time.monotonic() + 0.03 * dice.random())
        program.end("quit" if number % 14 == 2 else None)
    transcript.close()  # which is long, and in a file
    assert held() == before
    assert not [pid for pid in pids if os.path.exists(f"/proc/{pid}")], "they are waited for"


def test_a_program_that_cannot_be_started_has_failed(tmp_path):
    broken = tmp_path / "broken"
    broken.write_bytes(b"\x7fELF nonsense")
    broken.chmod(0o755)
    with pytest.raises(ProgramFailure, match="broken cannot be started: Exec format error") as caught:
        Program([str(broken)], Transcript())
    assert caught.value.kind == "crash"


def test_long_texts_are_cut_for_messages():
    assert shorten("short") == "short"
    assert len(shorten("x" * 1000)) < 100
