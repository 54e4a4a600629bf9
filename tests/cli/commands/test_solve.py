"""plywise solve, from outside: files of positions, going on where one stopped, Ctrl-C."""

import json
import random
import signal
import subprocess
import time

import pytest

import plywise as pw
from plywise import Solver
from tests.helpers.connect4_labels import CONNECT4, labelled, score_of
from tests.helpers.program import COMPILING, PROGRAM, wait_until_busy

LONG = "4444"  # takes seconds


@pytest.fixture(scope="module")
def four():
    return Solver(CONNECT4, engine="native")


SMALL = "connect4:width=4,height=4"
WIDER = "connect4:width=5,height=5"
BATCH = ["empty", "1 2", "121", "", "4 4 4", "  ", "12121", "1212121", "112"]
ANSWERED = [line for line in BATCH if line.strip()]
UNTIMED = ("time_s", "compile_s", "nodes")  # a resumed run has its own


def answers_in(text):
    return [json.loads(line) for line in text.splitlines()]


def untimed(text):
    assert text.endswith("\n")
    return [{name: each[name] for name in each if name not in UNTIMED} for each in answers_in(text)]


@pytest.fixture
def batch_file(tmp_path):
    file = tmp_path / "positions.txt"
    file.write_text("\n".join(BATCH) + "\n")
    return file


@pytest.fixture
def finished(plywise, batch_file, tmp_path):
    """Return a function that makes a file of answers, with more options."""

    def make(*words, game=SMALL, name="out.jsonl"):
        out = tmp_path / name
        assert plywise("solve", game, "--batch", batch_file, "--out", out, *words) == (0, "", "")
        return out

    return make


def check_refused(answer, *names):
    code, out, err = answer
    assert (code, out) == (2, "")
    assert err.startswith("plywise")
    assert len(err.splitlines()) == 1
    for name in names:
        assert name in err


def test_a_batch_without_positions_says_so(plywise, tmp_path):
    file = tmp_path / "none.txt"
    for text in ("", "\n \n"):
        file.write_text(text)
        code, out, err = plywise("solve", SMALL, "--batch", file)
        assert (code, out, err) == (0, "", f"file {file} contains no positions: nothing was solved\n")
        answer = plywise("solve", SMALL, "--batch", "-", "--out", tmp_path / f"{len(text)}.jsonl", stdin=text)
        assert answer == (0, "", "stdin contains no positions: nothing was solved\n")


def test_a_batch_answers_each_line_in_order(plywise, batch_file):
    code, out, err = plywise("solve", SMALL, "--batch", batch_file)
    assert (code, err) == (0, "")
    found = answers_in(out)
    assert [each["input"] for each in found] == ANSWERED
    assert [each["position"] for each in found] == ["empty", "12", "121", "444", "12121", "1212121", "112"]
    for each in found:
        position = () if each["position"] == "empty" else ("--position", each["position"])
        alone = json.loads(plywise("solve", SMALL, *position, "--json")[1])
        alone["input"] = each["input"]
        assert {name: alone[name] for name in alone if name not in UNTIMED} == {
            name: each[name] for name in each if name not in UNTIMED
        }
    last = found[5]
    assert (last["value"], last["distance"], last["best"], last["pv"]) == (1, 0, [], [])


def test_a_batch_from_stdin_and_its_settings(plywise):
    text = "\n\n121212\r\n1 2 1 2\n\n\n"
    code, out, err = plywise("solve", SMALL, "--batch", "-", "--all-moves", stdin=text)
    assert (code, err) == (0, "")
    first, second = answers_in(out)
    assert (first["input"], first["outcome"], first["distance"], first["best"]) == ("121212", "win", 1, ["1"])
    assert first["actions"]["1"] == {"outcome": "win", "value": 1, "distance": 1}
    assert second["input"] == "1 2 1 2"


@pytest.mark.slow
def test_a_batch_without_distances(plywise):
    code, out, err = plywise("solve", SMALL, "--batch", "-", "--distance", "no", stdin="121212\n1 2 1 2\n")
    assert (code, err) == (0, "")
    assert [each["distance"] for each in answers_in(out)] == [None, None]
    assert all("actions" not in each for each in answers_in(out))


def test_a_batch_of_positions_and_moves_of_another_game(plywise):
    code, out, err = plywise("solve", "tictactoe", "--batch", "-", stdin=".XOOX.X.O\n0 4 8\n0\n")
    assert (code, err) == (0, "")
    assert [(each["outcome"], each["distance"]) for each in answers_in(out)] == [
        ("win", 1),
        ("draw", None),
        ("draw", None),
    ]


def test_a_batch_keeps_its_table(plywise):
    position = max(labelled(12), key=lambda each: abs(each["score"]) < 5)["moves"]
    out = plywise("solve", "connect4", "--batch", "-", stdin=f"{position}\n121212\n{position}\n")[1]
    first, _, again = answers_in(out)
    assert again["nodes"] < first["nodes"]
    assert [first[name] for name in ("value", "distance", "best", "pv")] == [
        again[name] for name in ("value", "distance", "best", "pv")
    ]


@pytest.mark.parametrize("bad", ["129", "1 2 9", "1 1 1 1 1", "1212121 3", "\x00", "1²", '{"input": "12"}', "x" * 9999])
def test_a_bad_line_is_named_before_anything_is_solved(bad, plywise, tmp_path):
    out = tmp_path / "out.jsonl"
    lines = f"12\n\n{bad}\n1\n"
    check_refused(plywise("solve", SMALL, "--batch", "-", stdin=lines), "line 3")
    check_refused(plywise("solve", SMALL, "--batch", "-", "--out", out, stdin=lines), "line 3")
    assert not out.exists() or out.read_text() == ""


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (("--out", "x"), "--batch"),
        (("--resume",), "--batch"),
        (("--batch", "-", "--resume"), "--out"),
        (("--batch", "-", "--moves", "1"), "--moves"),
        (("--batch", "-", "--position", "1"), "--position"),
        (("--batch", "no/such/file"), "no/such/file"),
        (("--batch", "."), "cannot be read"),
        (("--batch", "-", "--out", "no/such/folder/x"), "cannot be written"),
        (("--batch", "-", "--out", "."), ""),
        (("--batch", "-", "--engine", "quick"), "quick"),
    ],
)
def test_options_of_a_batch_that_do_not_fit_are_refused(words, names, plywise, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    check_refused(plywise("solve", SMALL, *words, stdin="1\n"), names)


def test_a_file_of_answers_is_not_written_over(plywise, batch_file, finished):
    out = finished()
    before = out.read_bytes()
    check_refused(plywise("solve", SMALL, "--batch", batch_file, "--out", out), "--resume")
    assert out.read_bytes() == before


@pytest.mark.slow_with("--distance no")
@pytest.mark.parametrize("words", [(), ("--distance", "no"), ("--all-moves",)], ids=" ".join)
def test_a_batch_goes_on_where_its_file_was_cut_off(words, plywise, batch_file, finished, tmp_path):
    whole = finished(*words).read_bytes()
    wanted = untimed(whole.decode())
    lines = whole.splitlines(keepends=True)
    kept = sum(map(len, lines[:3]))
    cut_off = tmp_path / "cut.jsonl"
    for size in (0, 1, len(lines[0]) - 1, len(lines[0]), kept + 1, kept + 40, kept, len(whole) - 1, len(whole)):
        cut_off.write_bytes(whole[:size])
        answer = plywise("solve", SMALL, "--batch", batch_file, "--out", cut_off, "--resume", *words)
        assert answer == (0, "", ""), size
        again = cut_off.read_bytes()
        assert untimed(again.decode()) == wanted, size
        stood = whole[: whole[:size].rfind(b"\n") + 1]
        assert again.startswith(stood), size


def test_a_batch_with_an_option_that_cannot_be_leaves_its_file_as_it_was(plywise, batch_file, finished):
    out = finished()
    cut_off = out.read_bytes()[:-5]
    out.write_bytes(cut_off)
    check_refused(plywise("solve", SMALL, "--batch", batch_file, "--out", out, "--resume", "--threads", "0"), "threads")
    assert out.read_bytes() == cut_off


def test_a_batch_that_is_resumed_may_be_new(plywise, batch_file, finished, tmp_path):
    wanted = untimed(finished().read_text())
    out = tmp_path / "new.jsonl"
    assert plywise("solve", SMALL, "--batch", batch_file, "--out", out, "--resume") == (0, "", "")
    assert untimed(out.read_text()) == wanted


SETTINGS = [
    ((), ("--distance", "no")),
    pytest.param(("--distance", "no"), (), marks=pytest.mark.slow),  # an engine more to compile
    ((), ("--all-moves",)),
    (("--all-moves",), ()),
    pytest.param(("--all-moves", "--distance", "no"), ("--all-moves",), marks=pytest.mark.slow),
]


@pytest.mark.parametrize("kept", [3, 5, 7])
@pytest.mark.parametrize(("before", "after"), SETTINGS, ids=lambda each: " ".join(each) or "none")
def test_answers_with_other_settings_are_not_gone_on_with(before, after, kept, plywise, finished, tmp_path):
    file = tmp_path / "won.txt"
    file.write_text("\n".join(["empty", "121212", "12", "12121", "12123", "1", "1 2 1"]) + "\n")
    out = tmp_path / "settings.jsonl"
    assert plywise("solve", SMALL, "--batch", file, "--out", out, *before)[0] == 0
    written = b"".join(out.read_bytes().splitlines(keepends=True)[:kept])
    out.write_bytes(written)
    check_refused(plywise("solve", SMALL, "--batch", file, "--out", out, "--resume", *after), str(out))
    assert out.read_bytes() == written


@pytest.mark.parametrize("kept", [1, 3, 7])
@pytest.mark.parametrize(
    ("before", "after"), [(SMALL, WIDER), pytest.param(WIDER, SMALL, marks=pytest.mark.slow)], ids=["small", "wider"]
)
def test_answers_of_another_game_are_not_gone_on_with(before, after, kept, plywise, batch_file, finished):
    settings = ("--all-moves",)
    out = finished(*settings, game=before)
    written = b"".join(out.read_bytes().splitlines(keepends=True)[:kept])
    out.write_bytes(written)
    check_refused(plywise("solve", after, "--batch", batch_file, "--out", out, "--resume", *settings), str(out))
    assert out.read_bytes() == written


@pytest.mark.parametrize(
    "lines",
    [
        ["1", *ANSWERED[1:]],
        [*ANSWERED[:-1], "113"],
        ANSWERED[1:],
        ANSWERED[:-1],
        ANSWERED[::-1],
        [],
    ],
    ids=["first", "last", "without the first", "without the last", "turned round", "none"],
)
def test_answers_to_other_positions_are_not_gone_on_with(lines, plywise, finished):
    out = finished()
    written = out.read_bytes()
    text = "".join(f"{line}\n" for line in lines)
    check_refused(plywise("solve", SMALL, "--batch", "-", "--out", out, "--resume", stdin=text), str(out))
    assert out.read_bytes() == written


@pytest.mark.parametrize("content", ["hello\n", "[]\n", "{}\n", '{"input": 3}\n', "\x00\n", "null\n", "\n"])
def test_a_file_that_holds_no_answers_is_not_gone_on_with(content, plywise, batch_file, tmp_path):
    out = tmp_path / "mine.txt"
    out.write_text(content)
    check_refused(plywise("solve", SMALL, "--batch", batch_file, "--out", out, "--resume"), "mine.txt")
    assert out.read_text() == content


def started(*words):
    return subprocess.Popen([PROGRAM, "solve", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def stopped(process):
    """Send Ctrl-C; return the exit code, what was printed, and what was said but that a game is compiled."""
    process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    return process.returncode, out, COMPILING.sub("", err)


@pytest.mark.slow  # of the batch below it is tried, too
@pytest.mark.parametrize("words", [(), ("--threads", "2"), ("--json", "--all-moves")], ids=" ".join)
def test_ctrl_c_while_a_position_is_solved_leaves_with_130(words, four):
    process = started("connect4", *words)
    wait_until_busy(process, 3)
    assert stopped(process) == (130, "", "interrupted\n")


def test_ctrl_c_in_a_batch_leaves_what_is_finished_to_be_gone_on_with(four, plywise, tmp_path):
    file, out = tmp_path / "positions.txt", tmp_path / "out.jsonl"
    lines = [*(each["moves"] for each in labelled(28)[:3]), LONG, "121212"]
    file.write_text("\n".join(lines) + "\n")
    words = ("connect4", "--batch", str(file), "--out", str(out))
    process = started(*words)
    patience = time.monotonic() + 120
    while not (out.exists() and out.read_text().count("\n") >= 3) and time.monotonic() < patience:
        time.sleep(0.01)
    time.sleep(0.2)
    assert stopped(process) == (130, "", "interrupted\n")
    done = out.read_text()
    assert [each["input"] for each in answers_in(done)] == lines[:3]
    file.write_text("\n".join([*lines[:3], lines[4]]) + "\n")  # what took too long is given up
    code, said_out, _ = plywise("solve", *words, "--resume")
    assert (code, said_out) == (0, "")
    whole = out.read_text()
    assert whole.startswith(done)
    found = answers_in(whole)
    assert [each["input"] for each in found] == [*lines[:3], lines[4]]
    assert [(each["value"], each["distance"]) for each in found[3:]] == [(1, 1)]
    for each, label in zip(found, labelled(28)[:3], strict=False):
        assert score_of(each["value"], each["distance"], 28) == label["score"]


def test_ctrl_c_in_a_batch_that_is_printed(four):
    process = subprocess.Popen(
        [PROGRAM, "solve", "connect4", "--batch", "-"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    process.stdin.write("121212\nempty\n")
    process.stdin.close()
    process.stdin = None
    first = json.loads(process.stdout.readline())
    time.sleep(0.2)
    assert (first["input"], first["distance"]) == ("121212", 1)
    assert stopped(process) == (130, "", "interrupted\n")


# --- values alone ----------------------------------------------------------------------------------------------------


def lines_of(game, count, seed):
    """Return random positions of a game, terminal ones among them, as lines of a batch."""
    game, source, lines = pw.make(game), random.Random(seed), []
    for _ in range(count):
        state = game.initial()
        for _ in range(source.randint(0, 16)):
            if game.terminal(state):
                break
            state = game.result(state, source.choice(list(game.actions(state))))
        lines.append(game.format_state(state))
    return lines


@pytest.mark.slow_with(
    "connect4:width=4,height=4 --distance no",
    "go:size=2",
    "kalah:houses=2,seeds=2",
    "tictactoe",
    "nim",
    "connect4:width=4,height=4",
)
@pytest.mark.parametrize(
    "words",
    [
        (SMALL,),
        pytest.param((SMALL, "--distance", "no"), marks=pytest.mark.slow),
        ("tictactoe",),
        pytest.param(("nim",), marks=pytest.mark.slow),
        ("nim:heaps=1-2-3", "--engine", "reference"),
        ("tictactoe", "--engine", "reference", "--distance", "no"),
        pytest.param(("go:size=2",), marks=pytest.mark.slow),
        pytest.param(("kalah:houses=2,seeds=2",), marks=pytest.mark.slow),
    ],
    ids=" ".join,
)
def test_values_are_those_of_whole_answers(plywise, words):
    count = 12 if "reference" in words else 40
    text = "".join(f"{line}\n" for line in lines_of(words[0], count, seed=len(" ".join(words))))
    code, out, err = plywise("solve", *words, "--batch", "-", "--values", stdin=text)
    assert (code, err) == (0, "")
    whole = [json.loads(line) for line in plywise("solve", *words, "--batch", "-", stdin=text)[1].splitlines()]
    assert len(whole) == count
    assert [json.loads(line) for line in out.splitlines()] == [
        {name: each[name] for name in ("input", "value", "distance")} for each in whole
    ]
    if "no" in words:
        assert all(each["distance"] is None for each in whole)


def test_values_of_published_positions(plywise, four):
    rows = [row for row in labelled(28) if row["score"] is not None][:40]
    out = plywise("solve", "connect4", "--batch", "-", "--values", stdin="".join(f"{row['moves']}\n" for row in rows))[
        1
    ]
    found = [json.loads(line) for line in out.splitlines()]
    assert [each["input"] for each in found] == [row["moves"] for row in rows]
    for each, row in zip(found, rows, strict=True):
        assert score_of(each["value"], each["distance"], 28) == row["score"]


@pytest.mark.parametrize(
    "words",
    [("--values",), ("--batch", "-", "--values", "--all-moves"), ("--batch", "-", "--values", "--threads", "2")],
)
def test_options_that_do_not_go_with_values(plywise, words):
    code, out, err = plywise("solve", SMALL, *words, stdin="1\n")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "--values" in err


def test_values_and_whole_answers_are_not_gone_on_with_as_the_other(plywise, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").write_text("1-2-3\n0-1-1\n")
    words = ("solve", "nim:heaps=1-2-3", "--engine", "reference", "--batch", "in", "--out", "out")
    for first, then in (((), ("--values",)), (("--values",), ()), (("--values",), ("--values", "--distance", "no"))):
        (tmp_path / "out").unlink(missing_ok=True)
        assert plywise(*words, *first)[0] == 0
        before = (tmp_path / "out").read_bytes()
        code, _, err = plywise(*words, *then, "--resume")
        assert (code, err.count("\n")) == (2, 1)
        assert "an answer to other options" in err
        assert (tmp_path / "out").read_bytes() == before
        assert plywise(*words, *first, "--resume")[0] == 0
        assert (tmp_path / "out").read_bytes() == before
