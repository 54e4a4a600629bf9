"""Stdin, stdout and stderr that are closed, full, or without a reader; Ctrl-C in the first moments; odd characters."""

import os
import signal
import subprocess
import sys

import pytest

from plywise.cli.messages import escape
from tests.helpers.program import PROGRAM, signalled

TREE = "tree 3 5 6 9 1 2 0 -1"


def shell(line, **options):
    """Run a line of shell, `plywise` being the program: exit code, stdout, stderr."""
    line = f'plywise() {{ "{PROGRAM}" "$@"; }}; {line}'
    done = subprocess.run(["bash", "-c", line], capture_output=True, check=False, stdin=subprocess.DEVNULL, **options)
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


# line of shell -> exit code, and how the one line on stderr begins ("": nothing is said)
STREAMS = {
    f"plywise {TREE} >&-": (2, "plywise: stdin or stdout is closed"),
    f"plywise {TREE} --json > /dev/full": (2, "plywise: input or output failed: No space left"),
    f"plywise {TREE} | head -1 >/dev/null; exit ${{PIPESTATUS[0]}}": (0, ""),
    "plywise tree - <&-": (2, "plywise: stdin cannot be read: it is closed"),
    "plywise solve nim:heaps=1 --engine reference --batch - --out o <&-": (2, "plywise: stdin cannot be read"),
    "plywise play nim:heaps=1 >/dev/null <&-": (2, "plywise: stdin or stdout is closed"),
    f"plywise {TREE} x 2>&-": (2, ""),
    "plywise tree x 2> /dev/full": (2, ""),
    f"plywise {TREE} --svg t.svg <&- >&- 2>&-": (2, ""),
    f"plywise {TREE} --svg - > /dev/full": (2, "plywise: stdout cannot be written: No space left"),
    f"plywise {TREE} --svg - >&-": (2, "plywise: stdout cannot be written: it is closed"),
    "plywise --help > /dev/full": (2, "plywise: input or output failed"),
    "plywise games --json >&-": (2, "plywise: stdin or stdout is closed"),
    "plywise exercise --key k >&-": (0, "written: k"),
    "plywise quiz --html q <&- >&-": (0, "written: q"),
    "printf '1\\n' | plywise solve nim:heaps=1 --engine reference --batch - --out o >&-": (0, "written: o"),
    "printf '1\\n' | plywise solve nim:heaps=1 --engine reference --batch - --out o 2>&-": (0, ""),
    "printf '1\\n' | plywise solve nim:heaps=1 --engine reference --batch - > /dev/full": (2, "plywise: input or"),
    "printf '1\\n' | plywise solve nim:heaps=1 --engine reference --batch - --out /dev/full": (2, "plywise: input or"),
    "plywise compare --tree 1 2 > /dev/full": (2, "plywise: input or output failed"),
    "plywise check nim:heaps=1 --compiled 0 >&-": (2, "plywise: stdin or stdout is closed"),
    f"plywise {TREE} x 2>&1 | true; exit ${{PIPESTATUS[0]}}": (2, ""),
}
FAST = [0, 2, 6, 8]


@pytest.mark.fast_with(*(list(STREAMS)[place] for place in FAST))
@pytest.mark.parametrize("line", STREAMS, ids=list(STREAMS))
def test_streams_that_do_not_work(tmp_path, line):
    code, said = STREAMS[line]
    got, _, err = shell(line, cwd=tmp_path)
    assert got == code, err
    assert err.startswith(said) if said else err == ""
    assert err.count("\n") == bool(said)


def test_what_is_opened_later_does_not_become_stdout(tmp_path):
    shell(f"plywise {TREE} --html t.html --svg t.svg >&- <&-", cwd=tmp_path)
    assert (tmp_path / "t.html").read_text().rstrip().endswith("</html>")
    assert (tmp_path / "t.svg").read_text().rstrip().endswith("</svg>")


@pytest.mark.slow
def test_that_nobody_reads_the_messages_stops_no_work(tmp_path):
    lines = "".join("1-2-3\n" for _ in range(2000))
    (tmp_path / "in").write_text(lines)
    words = "solve nim:heaps=1-2-3 --engine reference --batch in --out out"
    code, _, _ = shell(f"plywise {words} 2>&1 | true; exit ${{PIPESTATUS[0]}}", cwd=tmp_path)
    assert code == 0
    assert (tmp_path / "out").read_text().count("\n") == 2000


# --- Ctrl-C at once ---------------------------------------------------------------------------------------------------


def interrupt_after(seconds, *words):
    """Press Ctrl-C once the program has used so many seconds of a processor: exit code, stderr."""
    code, _, err = signalled([PROGRAM, *words], seconds, signal.SIGINT)
    return code, err


PYTHON_S_OWN = 0.03  # seconds until Python, and the script that pip has written, come to Plywise's first line


def processor_seconds(*words):
    """Return the seconds of a processor that a program uses from its start to its end."""
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime


def test_ctrl_c_while_modules_are_imported_is_one_line():
    alone = max(processor_seconds(sys.executable, "-c", "pass") for _ in range(3))
    whole = processor_seconds(PROGRAM, "tree", "3", "5")
    for share in (0.4, 0.55, 0.7):  # of what Plywise takes on this machine
        code, err = interrupt_after(alone + share * (whole - alone), "tree", "3", "5")
        assert (code, err) in [(130, "interrupted\n"), (0, "")], share  # done already, if this time it was faster


@pytest.mark.slow
@pytest.mark.parametrize("words", ["tree 3 5", "search tictactoe --engine native --json", "games", "quiz --answers"])
def test_ctrl_c_at_every_moment_is_one_line(words):
    seconds, met = PYTHON_S_OWN, set()
    while seconds < 3 and 0 not in met:
        code, err = interrupt_after(seconds, *words.split())
        assert "Traceback" not in err, seconds
        assert code in (0, 130), (seconds, err)
        met.add(code)
        seconds += 0.004 if seconds < 0.4 else 0.06
    assert met == {0, 130}


# --- odd characters ---------------------------------------------------------------------------------------------------


def test_what_would_move_the_cursor_is_shown_as_an_escape():
    assert (
        escape("a\x1b[31mb\x07 \x00 \ud800 \u202e é ♜\n next\tend")
        == "a\\x1b[31mb\\x07 \\x00 \\ud800 \\u202e é ♜ next end"
    )


ODD = ["\x1b[31m", "\x07", "\x00", "\udcff", "\u202e", "\u2028", "\x7f", "\x85"]


@pytest.mark.parametrize("odd", ODD, ids=ascii)
def test_odd_characters_in_words_are_escaped_in_messages(plywise, odd, tmp_path):
    (tmp_path / "key").write_text("{}")
    for words in (
        [odd],
        ["tree", f"1{odd}x"],
        ["tree", f"@{odd}"],
        ["tree", "1", "2", "--algorithm", f"mini{odd}max"],
        ["tree", "1", "2", "--cut", odd],
        ["search", f"tic{odd}tac"],
        ["search", f"{odd}.py:G"],
        ["search", "tictactoe", "--position", f"X{odd}"],
        ["search", "tictactoe", "--moves", f"1{odd}1"],
        ["search", "tictactoe", "--depth", odd],
        ["solve", "nim", "--batch", f"no{odd}"],
        ["compare", "--tree", "1", f"x{odd}"],
        ["grade", tmp_path / "key", f"no{odd}"],
        ["play", "nim", "--max", f"ran{odd}dom"],
        ["exercise", "--kind", f"val{odd}ues"],
        ["quiz", "--topic", f"a{odd}b"],
    ):
        code, out, err = plywise(*words)
        assert (code, out) == (2, ""), words
        assert err.endswith("\n")
        assert err[:-1].isprintable(), (words, err)


@pytest.mark.slow
def test_odd_characters_in_answers_do_not_reach_the_terminal_as_they_are(plywise):
    code, out, _ = plywise("exercise", "--title", "half \ud800")
    assert code == 0
    assert "half \\ud800" in out
