"""Tab completion: what the program answers, and that bash, zsh and fish type it."""

import os
import pty
import re
import select
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from plywise.cli.catalogue import COMMANDS, GROUPS, LISTED
from plywise.cli.completion import SCRIPTS, completions
from plywise.cli.program import program
from plywise.games import REGISTRY
from tests.helpers.paths import EXAMPLES
from tests.helpers.program import PROGRAM

BREAKS = " \t\n\"'@><=;|&(:"
"""The letters at which bash splits words."""
FILES = ["\tfiles"]


def answered(line, breaks=""):
    """Return what is inserted for a line, each completion without its description."""
    found = list(completions(program, line, breaks))
    return found if found == FILES else [each.partition("\t")[0] for each in found]


@pytest.mark.parametrize(("line", "inserted"), [
    ("plywise se", ["serve ", "search "]),
    ("plywise --ver", ["--version "]),
    ("plywise help cer", ["certify "]),
    ("plywise search conn", ["connect4 "]),
    ("plywise search connect4:", ["connect4:width=", "connect4:height=", "connect4:connect="]),
    ("plywise search connect4:width=5,", ["connect4:width=5,height=", "connect4:width=5,connect="]),
    ("plywise search ttt:", []),
    ("plywise search ope", ["openspiel:"]),
    ("plywise search nothing_like_it", FILES),
    (f"plywise check {EXAMPLES}/subtraction.py:", [f"{EXAMPLES}/subtraction.py:Subtraction "]),
    ("plywise check no/such/file.py:", []),
    ("plywise search ttt --algor", ["--algorithm "]),
    ("plywise search ttt --algorithm mi", ["minimax "]),
    ("plywise compare ttt --algorithms minimax,pv", ["minimax,pvs "]),
    ("plywise search ttt --engine n", ["native "]),
    ("plywise search ttt --order kil", ["killers "]),
    ("plywise solve ttt --method=r", ["retrograde "]),
    ("plywise solve ttt --sp", []),
    ("plywise play ttt --max engi", ["engine ", "engine:"]),
    ("plywise match ttt engine:level=3 engine:lev", ["engine:level="]),
    ("plywise match ttt engine:level=3,no", ["engine:level=3,nodes="]),
    ("plywise match ttt engine:learned=", FILES),
    ("plywise match ttt function:", FILES),
    ("plywise tree 3 5 --style the", ["theme="]),
    ("plywise tree 3 5 --style theme=dark,leg", ["theme=dark,legend="]),
    ("plywise tree 3 5 --style theme=dark,legend=", ["theme=dark,legend=yes ", "theme=dark,legend=no "]),
    ("plywise tree @", FILES),
    ("plywise tree 3 5 --svg ", FILES),
    ("plywise grade ", FILES),
    ("plywise completion f", ["fish "]),
    ("plywise exercise --kind pruned,co", ["pruned,count "]),
    ("plywise bend --", []),
])  # fmt: skip
def test_what_continues_a_line(line, inserted):
    assert answered(line) == inserted


def test_the_words_of_a_line_are_read_as_the_shell_does():
    assert answered("plywise play ttt --max 'uci:a program --x' --min sim") == ["simple "]
    assert answered('plywise play "ttt" --max "uci:a b') == FILES
    assert answered(r"plywise play tt\t --min sim") == ["simple "]


def test_bash_gets_what_follows_its_own_break_of_the_word():
    assert answered("plywise search connect4:width=5,he", BREAKS) == ["5,height="]
    assert answered("plywise search connect4:he", BREAKS) == ["height="]
    assert answered("plywise tree 3 5 --style theme=", BREAKS) == ["light ", "dark "]


def test_no_file_is_run_for_a_completion(tmp_path):
    mark = tmp_path / "mark"
    file = tmp_path / "mine.py"
    file.write_text(f"import plywise as pw\nopen({str(mark)!r}, 'w')\nclass Mine(pw.Game): ...\n")
    assert answered(f"plywise search {file}:") == [f"{file}:Mine "]
    assert answered(f"plywise search {file}:Mine --eng") == ["--engine "]
    assert not mark.exists()


def test_every_option_of_every_command_is_offered():
    for name in COMMANDS:
        command = program.get_command(None, name)
        shown = [each for each in command.params if not getattr(each, "hidden", False)]
        options = {name for each in shown for name in (*each.opts, *each.secondary_opts) if name.startswith("--")}
        assert {each.strip() for each in answered(f"plywise {name} --")} == options | {"--help"}


def test_all_games_and_listed_commands_are_offered():
    assert {each.strip() for each in answered("plywise search ")} > set(REGISTRY)
    listed = [name for group in LISTED.values() for name in group]
    assert [each.strip() for each in answered("plywise ")] == listed
    assert sum(map(len, GROUPS.values())) == len(COMMANDS)  # no command is in two groups


def test_a_line_that_cannot_be_completed_prints_nothing():
    asked = os.environ | {"_PLYWISE_COMPLETE": "bash", "PLYWISE_LINE": "plywise serach x --y ", "PLYWISE_BREAKS": ":"}
    done = subprocess.run([PROGRAM], env=asked, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_how_it_is_set_up(plywise):
    out = plywise("completion")[1]
    assert [line.partition(":")[0] for line in out.splitlines()] == list(SCRIPTS)
    for shell, script in SCRIPTS.items():
        assert plywise("completion", shell) == (0, script, "")
        assert f"plywise completion {shell}" in out


# --- real shells -----------------------------------------------------------------------------------------------------

SHELLS = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}
SET_UP = {
    "bash": 'eval "$(plywise completion bash)"',
    "zsh": 'autoload -Uz compinit; compinit -u -D; eval "$(plywise completion zsh)"',
    "fish": "plywise completion fish | source",
}


class Shell:
    """An interactive shell on a new terminal, with completion set up."""

    def __init__(self, name, folder):
        environment = os.environ | {
            "PATH": f"{Path(PROGRAM).parent}{os.pathsep}{os.environ['PATH']}", "TERM": "xterm", "HOME": str(folder),
            "PS1": "> ", "LC_ALL": "C.UTF-8", "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder),
        }  # fmt: skip
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            ["setsid", "--ctty", *SHELLS[name]], stdin=slave, stdout=slave, stderr=slave, env=environment, cwd=folder
        )
        os.close(slave)
        self.seen = ""
        self.type(f"{SET_UP[name]}; echo set''up\r")
        self.wait_for("setup")

    def type(self, text):
        """Type a text."""
        os.write(self.master, text.encode())

    def wait_for(self, text, seconds=40):
        """Read what the terminal shows until it contains a text."""
        deadline = time.monotonic() + seconds
        while text not in self.seen and time.monotonic() < deadline:
            if select.select([self.master], [], [], 0.2)[0]:
                shown = os.read(self.master, 65536).decode(errors="replace")
                if "\x1b[c" in shown or "\x1b[0c" in shown:  # fish asks for the kind of terminal
                    self.type("\x1b[?62;c")
                self.seen += re.sub(r"\x1b\[[0-9;?<>=]*[a-zA-Z]|\x1b[()>=].?|\x1b\][^\x07]*\x07|\x07", "", shown)
        assert text in self.seen, self.seen
        self.seen = ""

    def close(self):
        """End the shell."""
        self.process.kill()
        self.process.wait()
        os.close(self.master)


@pytest.mark.slow_with("zsh", "fish")
@pytest.mark.parametrize("name", SHELLS)
def test_a_shell_types_what_tab_completes(tmp_path, name):
    for program_needed in (name, "setsid"):
        if shutil.which(program_needed) is None:
            pytest.skip(f"{program_needed} is not installed")
    (tmp_path / "positions.txt").touch()
    shell = Shell(name, tmp_path)
    try:
        shell.type("plywise certi\t")
        shell.wait_for("certify ")
        shell.type("conn\t")
        shell.wait_for("connect4")
        shell.type("\b:wid\t")
        shell.wait_for("th=")
        shell.type("5 --pla\t")
        shell.wait_for("yer ")
        shell.type("\x15")  # Ctrl-U: an empty line
        shell.type("plywise batch nim pos\t")
        shell.wait_for("positions.txt")
    finally:
        shell.close()
