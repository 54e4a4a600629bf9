"""The program itself: its commands, their help, its version."""

import re
import subprocess
import sys

import pytest

import plywise as pw
from plywise.cli.program import COMMANDS, run
from tests.helpers.paths import ROOT
from tests.helpers.program import PROGRAM


def test_the_help_lists_every_command(plywise):
    code, out, err = plywise("--help")
    assert (code, err) == (0, "")
    assert re.findall(r"(?m)^  ([a-z]+)  +\w", out) == list(COMMANDS)
    assert plywise() == (code, out, err)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help_with_an_example(plywise, command):
    code, out, err = plywise(command, "--help")
    assert (code, err) == (0, "")
    assert example_of(out).startswith(command)


@pytest.mark.slow_with("bench", "tune", "check", "learn")
@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "demo"])
def test_the_example_in_the_help_runs(plywise, monkeypatch, tmp_path, command):
    monkeypatch.chdir(ROOT)
    if command in (
        "certify",
        "fleet",
        "learn",
        "tune",
        "verify",
    ):  # they write a file, or look at one that another has written
        monkeypatch.chdir(tmp_path)
    if command == "verify":
        plywise("certify", "tictactoe", "--goal", "draw", "--player", "MIN", "--out", "draw.cert")
    if command == "fleet":
        plywise("match", "tictactoe", "random", "random", "--games", "2", "--journal", "solved.journal")
    example = example_of(plywise(command, "--help")[1])
    words = [quoted or plain for quoted, plain in re.findall(r'"([^"]*)"|(\S+)', example)]
    if command == "serve":
        monkeypatch.setenv("PLYWISE_DATA", str(tmp_path))
        code, out, err = served(words)
    elif command in SPOKEN:
        spoken = [sys.executable, "-m", "plywise", *words]
        done = subprocess.run(spoken, input=SPOKEN[command], capture_output=True, text=True)
        code, out, err = done.returncode, done.stdout, done.stderr
    else:
        code, out, err = plywise(*words)
    assert code == 0
    expected = ("is unreadable", "generation ")  # the class's table has such a cell; what learn says as it goes on
    assert [line for line in err.splitlines() if not any(each in line for each in expected)] == []
    assert out


def served(words):
    """Run a server until it has said its address."""
    with subprocess.Popen([PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        address = server.stdout.readline()
        server.terminate()
        out, err = server.communicate(timeout=30)
    return server.returncode, address + out, err.replace("the page is served until Ctrl-C\n", "")


SPOKEN = {"uci": "uci\nquit\n", "gtp": "name\nquit\n"}
"""What is said to commands that another program speaks to."""


def example_of(text):
    return " ".join(text.partition("Example: plywise ")[2].split())


def test_the_package_runs_as_a_program():
    done = subprocess.run([sys.executable, "-m", "plywise", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"plywise {pw.__version__}\n"


def test_the_version(plywise):
    code, out, _ = plywise("--version")
    assert code == 0
    assert re.fullmatch(r"plywise \d+\.\d+\S*\n", out)


def test_an_error_that_stands_behind_itself_is_told_in_one_line(monkeypatch, capsys):
    def fail(*given, **named):
        error = RuntimeError("one")
        try:
            raise ValueError("other") from error
        except ValueError:
            raise error from None

    monkeypatch.setattr("plywise.cli.program.program.make_context", fail)
    assert run(["games"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
