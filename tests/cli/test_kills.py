"""Kill the program at any moment, by any signal: nothing is lost, nothing half written, nothing wrong.

PLYWISE_KILLS: how many kills of each command; PLYWISE_KILLS_SEED: other moments.
"""

import json
import os
import random
import re
import signal
import subprocess

import pytest

import plywise as pw
from tests.helpers.paths import EXAMPLES
from tests.helpers.program import PROGRAM, signalled

KILLS = int(os.environ.get("PLYWISE_KILLS", "66"))
SEED = int(os.environ.get("PLYWISE_KILLS_SEED", "14"))
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
PYTHON_S_OWN = 0.03  # seconds of a processor, before which no line of Plywise has run

pytestmark = pytest.mark.slow


class Killer:
    """Kills a command at random moments, and sees how it ends. folder: where it runs."""

    def __init__(self, folder, seed):
        self.folder = folder
        self.source = random.Random(f"{seed} {SEED}")
        self.codes = {}

    def whole(self, *words):
        """Run the command to its end: stdout, and the seconds of a processor that it takes."""
        before = os.times()
        done = subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, text=True, check=False)
        after = os.times()
        assert done.returncode in (0, 1), done.stderr
        spent = after.children_user + after.children_system - before.children_user - before.children_system
        return done.stdout, spent

    def kill(self, seconds, *words):
        """Kill the command within so many seconds of a processor: the signal, the exit code and stdout."""
        number = self.source.choice(SIGNALS)
        moment = self.source.uniform(PYTHON_S_OWN, seconds)
        code, out, err = signalled([PROGRAM, *words], moment, number, cwd=self.folder)
        said = f"seed {SEED}: {signal.Signals(number).name} after {moment:.3f} s: exit code {code}, {err[-300:]}"
        assert code in (0, 1, 130 if number == signal.SIGINT else -number), said
        assert "Traceback" not in err, said
        assert "report" not in err, said
        assert len([line for line in err.splitlines() if line.startswith("plywise")]) <= 1, said
        self.codes[code] = self.codes.get(code, 0) + 1
        return number, code, out

    def strays(self):
        """Remove, and return, what a killed program leaves behind beside its files."""
        found = [path for path in self.folder.iterdir() if path.name.startswith(".plywise-")]
        for path in found:
            path.unlink()
        return found


@pytest.fixture
def killer(tmp_path, request):
    found = Killer(tmp_path, request.node.name)
    yield found
    print(f"seed {SEED}: exit codes {found.codes}")
    killed = sum(count for code, count in found.codes.items() if code not in (0, 1))
    assert killed > KILLS // 4, "most moments were too late"


def untimed(text):
    return re.sub(r'"(time_s|nps)": [^,}]*', "", text)


def test_grade(killer, tmp_path):
    head, *rows = (EXAMPLES / "exercises/class.csv").read_text().splitlines()
    (tmp_path / "class.csv").write_text("\n".join([head, *(rows * 100)]) + "\n")
    words = ("grade", EXAMPLES / "exercises/key.json", "class.csv", "--out", "marks.csv")
    _, seconds = killer.whole(*words)
    whole = (tmp_path / "marks.csv").read_bytes()
    printed, _ = killer.whole(*words[:3])
    for turn in range(KILLS):
        old = b"" if turn % 2 else b"marks of last year\n"
        (tmp_path / "marks.csv").write_bytes(old)
        number, code, out = killer.kill(seconds, *(words if turn % 3 else words[:3]))
        assert (tmp_path / "marks.csv").read_bytes() in (old, whole), number
        assert printed.startswith(out), number  # what is printed is the beginning of the truth
        if code in (0, 1):
            assert (tmp_path / "marks.csv").read_bytes() == whole if turn % 3 else out == printed
        assert not killer.strays() or number != signal.SIGINT
    assert (tmp_path / "class.csv").read_text().count("\n") == 1 + 100 * len(rows)


def test_exercise(killer, tmp_path):
    names = ("key", "html", "key-html", "latex", "json", "csv")

    def words(seed):
        files = [word for name in names for word in (f"--{name}", name)]
        return ("exercise", "--kind", "all", "--count", "2", "--seed", str(seed), *files)

    def files():
        return {name: (tmp_path / name).read_bytes() for name in names if (tmp_path / name).exists()}

    sets = {}
    for seed in (1, 2):
        _, seconds = killer.whole(*words(seed))
        sets[seed] = files()
    there = 2  # the seed of what is there
    for turn in range(KILLS):
        seed = 1 + turn % 2
        number, code, _ = killer.kill(seconds, *words(seed))
        now = files()
        if number == signal.SIGKILL:  # that may come between two files, but not within one
            assert all(now[name] in (sets[1][name], sets[2][name]) for name in names)
        else:
            assert now in (sets[there], sets[seed]), number  # a key belongs to its sheet
        if now not in sets.values():
            killer.whole(*words(seed))
        there = seed if now != sets[there] else there
        assert now == sets[seed] or code not in (0, 1)
        assert not killer.strays() or number != signal.SIGINT


@pytest.mark.parametrize("options", [("--all-moves",), ("--values",)], ids=["whole", "values"])
def test_batch(killer, tmp_path, options):
    game, source = pw.make("connect4:width=4,height=4"), random.Random(SEED)
    lines = []
    for _ in range(400 if options == ("--all-moves",) else 4000):
        state, moves = game.initial(), []
        while not game.terminal(state) and len(moves) < source.randint(4, 12):
            action = source.choice(list(game.actions(state)))
            moves.append(game.format_action(state, action))
            state = game.result(state, action)
        lines.append("".join(moves))
    (tmp_path / "in.txt").write_text("\n".join(lines) + "\n")
    words = ("solve", game.name, "--batch", "in.txt", "--out", "out.jsonl", *options)
    killer.whole(*words)  # compiles
    (tmp_path / "out.jsonl").unlink()
    _, seconds = killer.whole(*words)

    def answers():
        text = (tmp_path / "out.jsonl").read_text() if (tmp_path / "out.jsonl").exists() else ""
        own = re.sub(r'"(nodes|time_s|compile_s)": [^,]*, ', "", text)
        return own[: own.rfind("\n") + 1]

    whole, kills, rounds, done = answers(), 0, 0, ""
    (tmp_path / "out.jsonl").unlink()
    while kills < KILLS // 2:
        number, code, _ = killer.kill(seconds, *words, "--resume")
        assert whole.startswith(answers()), number
        assert answers().startswith(done), number  # nothing is lost that was there
        done = answers()
        kills += code not in (0, 1)
        if code == 0:
            assert done == whole
            rounds, done = rounds + 1, ""
            (tmp_path / "out.jsonl").unlink()
    killer.whole(*words, "--resume")
    assert answers() == whole
    assert (tmp_path / "in.txt").read_text() == "\n".join(lines) + "\n"


def test_search(killer, tmp_path):
    words = ("search", "tictactoe", "--engine", "reference", "--moves", "0 4", "--json", "--html", "search.html")
    printed, seconds = killer.whole(*words)
    whole, truth = (tmp_path / "search.html").read_text(), json.loads(printed)
    for turn in range(KILLS):
        old = "" if turn % 2 else "another search"
        (tmp_path / "search.html").write_text(old)
        number, code, out = killer.kill(seconds, *words)
        assert untimed((tmp_path / "search.html").read_text()) in (old, untimed(whole)), number
        assert out == "" or out.endswith("\n"), number
        if out:
            found = json.loads(out)
            assert found["stopped_by"] == ("complete" if code == 0 else found["stopped_by"])
            assert found["value"] == truth["value"] or not found["proved"]
            assert found["nodes"] <= truth["nodes"]
        assert not killer.strays() or number != signal.SIGINT


def test_compare(killer, tmp_path):
    words = ("compare", "tictactoe", "--engine", "reference", "--depths", "1-5", "--json", "--csv", "rows.csv")
    printed, seconds = killer.whole(*words)
    whole, truth = (tmp_path / "rows.csv").read_text(), untimed(printed).splitlines()
    for turn in range(KILLS):
        old = "" if turn % 2 else "other rows"
        (tmp_path / "rows.csv").write_text(old)
        number, code, out = killer.kill(seconds, *words)
        now = (tmp_path / "rows.csv").read_text()
        assert now == old or len(now.splitlines()) == len(whole.splitlines()), number
        assert out == "" or out.endswith("\n"), number
        assert untimed(out).splitlines() == truth[: out.count("\n")], number
        assert code not in (0, 1) or out.count("\n") == len(truth)
        assert not killer.strays() or number != signal.SIGINT
