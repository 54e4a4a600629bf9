"""The program itself: its commands in groups, their help, its version."""

import re
import subprocess
import sys

import pytest

import plywise as pw
from plywise.cli.catalogue import COMMANDS, LISTED
from plywise.cli.program import run
from tests.helpers.paths import ROOT
from tests.helpers.program import PROGRAM


def test_the_help_lists_the_commands_in_groups(plywise):
    code, out, err = plywise("--help")
    assert (code, err) == (0, "")
    blocks = [block.splitlines() for block in out.split("\n\n")]
    listed = {lines[0].rstrip(":"): {line.split()[0] for line in lines[1:]} for lines in blocks if lines[0][-1] == ":"}
    assert {title: names for title, names in listed.items() if title != "Options"} == {
        title: set(group) for title, group in LISTED.items()
    }
    assert plywise() == (code, out, err)


@pytest.mark.parametrize("columns", [80, 100, 200])
def test_each_summary_fits_on_its_line(plywise, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = plywise("--help")[1].splitlines()
    for group in LISTED.values():
        for name, summary in group.items():
            (line,) = [line for line in lines if line.startswith(f"  {name} ")]
            assert line.endswith(f" {summary}")
            assert summary.endswith(".")
    assert max(map(len, lines)) <= columns
    assert not any(line.endswith("...") for line in lines)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_begins_with_its_summary(plywise, command):
    out = " ".join(plywise("help", command)[1].split())
    assert f" {COMMANDS[command]} " in out.partition("Options:")[0]


def test_commands_for_developers_are_hidden_and_work(plywise):
    out = plywise("--help")[1]
    assert "bench" not in out
    assert plywise("help", "bench")[0] == 0


def test_the_help_imports_no_command():
    source = (
        "import sys\nfrom plywise.cli.program import run\nrun(['--help'])\n"
        "sys.exit(any(name.startswith('plywise.cli.commands.') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", source], stdout=subprocess.DEVNULL).returncode == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help_with_an_example(plywise, command):
    code, out, err = plywise(command, "--help")
    assert (code, err) == (0, "")
    assert example_of(out).startswith(command)
    assert "\\b" not in out


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
    return server.returncode, address + out, err.replace("serving the page until Ctrl-C\n", "")


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
