"""Files: what is read is not written over, no two outputs go to one file, each is written whole or not at all."""

import json
import os
import re
import subprocess

import pytest

from plywise.cli import files
from plywise.cli.files import check_outputs, write_files
from plywise.cli.program import run
from plywise.errors import InputError
from tests.helpers.paths import EXAMPLES
from tests.helpers.program import PROGRAM

NIM = ("nim:heaps=1-2-3", "--engine", "reference")
RULES = (EXAMPLES / "subtraction.py").read_text()


@pytest.fixture
def refused(plywise, tmp_path, monkeypatch):
    """Run the program, which is to refuse in one line and to leave every file as it was."""
    monkeypatch.chdir(tmp_path)

    def call(*words, says="", stdin=""):
        before = contents(tmp_path)
        code, out, err = plywise(*words, stdin=stdin)
        assert (code, out, err.count("\n")) == (2, "", 1), (code, out, err)
        assert says in err
        assert contents(tmp_path) == before
        return err

    return call


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def plain(path):
    return path.name


def absolute(path):
    return str(path)


def roundabout(path):
    return f"./../{path.parent.name}/./{path.name}"


def linked(path):
    link = path.with_name("link")
    link.symlink_to(path.name)
    return link.name


def linked_twice(path):
    (path.parent / "first").symlink_to(path)
    (path.parent / "second").symlink_to("first")
    return "second"


def hard_linked(path):
    os.link(path, path.with_name("hard"))
    return "hard"


def in_a_linked_folder(path):
    path.with_name("folder").symlink_to(".")
    return f"folder/{path.name}"


SPELLINGS = [plain, absolute, roundabout, linked, linked_twice, hard_linked, in_a_linked_folder]


# --- what is read is not written over ---------------------------------------------------------------------------------


@pytest.mark.parametrize("spelled", SPELLINGS)
def test_a_batch_is_not_replaced_by_its_answers(refused, tmp_path, spelled):
    file = tmp_path / "one.txt"
    file.write_text("1-2-3")  # one line, without an end: as half an answer would be
    out = spelled(file)
    for words in (["--resume"], [], ["--values", "--resume"]):
        refused("solve", *NIM, "--batch", "one.txt", "--out", out, *words, says="would overwrite it")


@pytest.mark.parametrize("spelled", SPELLINGS)
def test_a_key_and_answers_are_not_replaced_by_marks(refused, tmp_path, spelled):
    key, answers = tmp_path / "key.json", tmp_path / "class.csv"
    key.write_text((EXAMPLES / "exercises/key.json").read_text())
    answers.write_text((EXAMPLES / "exercises/class.csv").read_text())
    for file in (key, answers):
        refused("grade", "key.json", "class.csv", "--out", spelled(file), says="would overwrite it")
        for made in ("link", "first", "second", "hard", "folder"):
            (tmp_path / made).unlink(missing_ok=True)


@pytest.mark.parametrize("option", ["--svg", "--png", "--tikz", "--html"])
@pytest.mark.parametrize("spelled", [plain, hard_linked])
def test_a_tree_is_not_replaced_by_its_picture(refused, tmp_path, option, spelled):
    file = tmp_path / "tree.txt"
    file.write_text("3 5 6 9")
    refused("tree", "@tree.txt", option, spelled(file), says="would overwrite it")


def test_a_tree_is_not_replaced_by_a_comparison(refused, tmp_path):
    (tmp_path / "tree.txt").write_text("3 5 6 9")
    refused("compare", "--tree", "@tree.txt", "--csv", "./tree.txt", says="would overwrite it")


def test_a_tree_on_stdin_is_told_from_other_files_by_what_it_is(tmp_path):
    file = tmp_path / "tree.txt"
    for words in (["tree", "-", "--svg", str(file)], ["tree", "@/dev/stdin", "--svg", str(file)]):
        file.write_text("3 5 6 9")
        with file.open() as stdin:
            done = subprocess.run([PROGRAM, *words], stdin=stdin, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert file.read_text() == "3 5 6 9"


@pytest.mark.parametrize("spelled", SPELLINGS)
def test_rules_are_not_replaced_by_a_board(refused, tmp_path, spelled):
    file = tmp_path / "mine.py"
    file.write_text(RULES)
    game, out = "mine.py:Subtraction", spelled(file)
    refused("search", game, "--engine", "reference", "--html", out, says="is part of the running program")
    refused("compare", game, "--engine", "reference", "--csv", out, says="is part of the running program")


def test_what_is_printed_does_not_go_into_what_is_read(tmp_path):
    file = tmp_path / "tree.txt"
    file.write_text("3 5 6 9\n")
    with file.open("a") as stdout:
        done = subprocess.run([PROGRAM, "tree", f"@{file}"], stdout=stdout, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert file.read_text() == "3 5 6 9\n"


# --- no two outputs go to one file ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ("exercise", "--key", "k.json", "--html", "./k.json"),
        ("exercise", "--key", "k.json", "--html", "dangling"),
        ("exercise", "--key", "-", "--html", "/dev/stdout"),
        ("exercise", "--json", "--key", "-"),
        ("exercise", "--answers", "--key", "/dev/stdout"),
        ("tree", "1", "2", "--svg", "a.svg", "--png", "folder/a.svg"),
        ("tree", "1", "2", "--svg", "-", "--html", "-"),
        ("tree", "1", "2", "--svg", "-", "--json"),
        ("tree", "1", "2", "--svg", "/dev/stdout", "--json"),
        ("search", "tictactoe", "--moves", "0 1 2 3 4 5", "--svg", "x", "--html", "x"),
        ("show", "tictactoe", "--svg", "-", "--json"),
        ("compare", "tictactoe", "--depths", "1-2", "--csv", "c.svg", "--plot", "./c.svg"),
        ("grade", "key.json", "class.csv", "--json", "--out", "/dev/stdout"),
    ],
    ids=" ".join,
)
def test_no_two_outputs_go_to_one_file(refused, tmp_path, words):
    (tmp_path / "dangling").symlink_to("k.json")
    (tmp_path / "folder").symlink_to(".")
    for name in ("key.json", "class.csv"):
        (tmp_path / name).write_text((EXAMPLES / "exercises" / name).read_text())
    refused(*words)


def test_the_null_device_takes_any_number(plywise):
    code, out, _ = plywise("exercise", "--key", "/dev/null", "--html", "/dev/null")
    assert (code, out) == (0, "")


def test_a_picture_on_stdout_is_all_that_is_there(plywise):
    search = ["search", "tictactoe", "--moves", "0 1 2 3 4 5", "--engine", "reference"]
    for words in (["tree", "3", "5"], ["show", "tictactoe"], search):
        code, out, err = plywise(*words, "--svg", "-")
        assert (code, err) == (0, "")
        assert out.startswith("<svg")
        assert out.rstrip().endswith("</svg>")


@pytest.mark.fast_with("/dev/stdout", "link")
@pytest.mark.parametrize("path", ["/dev/stdout", "link", "/dev/fd/1", "/proc/self/fd/1"])
def test_stdout_by_another_name_is_added_to(tmp_path, path):
    log = tmp_path / "log"
    log.write_text("before\n")
    (tmp_path / "link").symlink_to("/dev/stdout")
    with log.open("a") as stdout:
        subprocess.run([PROGRAM, "tree", "3", "5", "--svg", path], stdout=stdout, cwd=tmp_path, check=True)
    text = log.read_text()
    assert text.startswith("before\n<svg")
    assert text.count("<svg") == 1


def test_a_file_that_stdout_or_stderr_goes_to_is_not_replaced(tmp_path):
    log = tmp_path / "log"
    for stream in ("stdout", "stderr"):
        log.write_text("before\n")
        with log.open("a") as file:
            streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | {stream: file}
            done = subprocess.run([PROGRAM, "tree", "3", "5", "--svg", log], check=False, **streams)
        assert done.returncode == 2
        assert log.read_text().startswith("before\n")
        assert "<svg" not in log.read_text()


# --- whole or not at all ----------------------------------------------------------------------------------------------


def test_a_command_says_which_files_it_has_written(capsys, tmp_path):
    svg, html = tmp_path / "t.svg", tmp_path / "t.html"
    assert run(["tree", "3", "5", "--svg", str(svg), "--html", str(html)]) == 0
    assert capsys.readouterr().err == f"written: {svg}, {html}\n"
    for words in (
        ["show", "tictactoe", "--svg", str(svg)],
        ["quiz", "--html", str(svg)],
        ["exercise", "--key", str(svg)],
        ["compare", "--tree", "3", "5", "--csv", str(svg)],
        ["solve", *NIM, "--batch", str(EXAMPLES / "none.txt"), "--out", str(svg)],
    ):
        if words[0] == "solve":
            words[words.index("--batch") + 1] = str(html)
            html.write_text("1-2-3\n")
            svg.unlink()
        assert run(words) == 0
        assert capsys.readouterr().err == f"written: {svg}\n", words


def test_if_one_of_several_files_cannot_be_written_none_is(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_text("old")
    with pytest.raises(InputError, match="/dev/full"):
        write_files([(first, "new"), (second, "new"), ("/dev/full", "new")])
    with pytest.raises(InputError, match="its folder does not exist"):
        write_files([(first, "new"), (tmp_path / "no" / "folder", "new")])
    with pytest.raises(InputError, match="which is not a character"):
        write_files([(first, "new"), (second, "half \ud800")])
    assert contents(tmp_path) == {"first": b"old"}


@pytest.mark.parametrize("name", ["new", "old"])
def test_a_folder_that_is_write_protected_is_reported_before_the_work(tmp_path, monkeypatch, name):
    (tmp_path / "old").write_text("old")
    real = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: str(path) != str(tmp_path) and real(path, mode))
    with pytest.raises(InputError, match="its folder is write-protected"):
        check_outputs([tmp_path / name])
    check_outputs(["/dev/null", "-"])


def test_a_new_file_is_everybody_s_as_others_are_and_an_old_one_stays_as_it_was(tmp_path):
    new, old = tmp_path / "new", tmp_path / "old"
    old.write_text("old")
    old.chmod(0o640)
    before = os.umask(0o027)
    try:
        write_files([(new, "1"), (old, "2")])
    finally:
        os.umask(before)
    assert (new.stat().st_mode & 0o777, old.stat().st_mode & 0o777) == (0o640, 0o640)
    assert contents(tmp_path) == {"new": b"1", "old": b"2"}


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("loop", "symbolic links"),
        ("nowhere/x", "its folder does not exist"),
        ("into-nowhere", "its folder does not exist"),
        (".", "it is a folder"),
        ("", ""),
        ("nul\0", "embedded null"),
        ("half\ud800", r"'\ud800' is not a character"),
        ("a" * 300, "too long"),
        ("/dev/full", "No space left"),
        ("/proc/x", "No such file"),
    ],
)
def test_where_no_file_can_be_one_line_says_why(refused, tmp_path, path, says):
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "into-nowhere").symlink_to("nowhere/x")
    refused("tree", "3", "5", "--svg", path, says=says)
    refused("exercise", "--html", path, says=says)
    refused("compare", "--tree", "3", "5", "--csv", path) if path not in ("/dev/full", "/proc/x") else None


@pytest.mark.parametrize("path", ["loop", ".", "nul\0", "half\ud800", "", "a" * 300])
def test_where_there_is_nothing_to_read_one_line_says_why(refused, tmp_path, path):
    (tmp_path / "loop").symlink_to("loop")
    refused("solve", *NIM, "--batch", path)
    refused("grade", path, path)
    refused("tree", f"@{path}")


# --- going on with a batch --------------------------------------------------------------------------------------------

BATCH = "1-2-3\n1-2-0\n0-2-0\n1-1-1\n"


@pytest.fixture
def batch(plywise, tmp_path, monkeypatch):
    """Return the words of a batch whose answers are in out.jsonl, and these."""
    monkeypatch.chdir(tmp_path)

    def make(*words):
        (tmp_path / "in.txt").write_text(BATCH)
        (tmp_path / "out.jsonl").unlink(missing_ok=True)
        words = ("solve", *NIM, "--batch", "in.txt", "--out", "out.jsonl", *words)
        assert plywise(*words)[0] == 0
        return words, (tmp_path / "out.jsonl").read_bytes()

    return make


def own(content):
    """Return the answers without what a resumed run has of its own."""
    return re.sub(rb'"(nodes|time_s|compile_s)": [^,]*, ', b"", content)


@pytest.mark.parametrize("options", [(), ("--values",)], ids=["whole", "values"])
def test_a_batch_goes_on_wherever_its_last_line_was_torn(plywise, batch, tmp_path, options):
    words, whole = batch(*options)
    out = tmp_path / "out.jsonl"
    lines = whole.splitlines(keepends=True)
    for size in range(len(lines[0]), len(lines[0]) + len(lines[1]) + 1, 5 if options else 40):
        out.write_bytes(whole[:size])
        assert plywise(*words, "--resume")[0] == 0, size
        assert own(out.read_bytes()) == own(whole), size


@pytest.mark.parametrize("options", [(), ("--values",)], ids=["whole", "values"])
@pytest.mark.parametrize(
    "torn",
    [
        b"1-2",
        b"a note of mine",
        b"\0\0\0\0",
        b'{"input": "0-2-0", "ga',
        b'{"input": "1-2-0", "position"',
        b' {"input": "1-2-0"',
        b'{"input": "1-2-0", "game": "tictactoe"',
        b'{"input": "1-2-0"}',
        b"\xff",
    ],
)
def test_only_half_an_answer_of_this_batch_is_cut_off(refused, batch, tmp_path, torn, options):
    words, whole = batch(*options)
    (tmp_path / "out.jsonl").write_bytes(whole.splitlines(keepends=True)[0] + torn)
    refused(*words, "--resume", says="not an answer of this batch")


def test_after_the_last_answer_nothing_is_cut_off(refused, batch, tmp_path):
    words, whole = batch()
    (tmp_path / "out.jsonl").write_bytes(whole + whole[:20])
    refused(*words, "--resume", says="not an answer of this batch")


def test_two_runs_do_not_write_to_one_file(refused, batch, tmp_path):
    import fcntl

    words, whole = batch()
    out = tmp_path / "out.jsonl"
    out.write_bytes(whole.splitlines(keepends=True)[0])
    with out.open("a") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        refused(*words, "--resume", says="another run")


def test_answers_to_lines_with_unusual_separators_are_found_again(plywise, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.txt").write_bytes("1-2-3\r\n1-2-0\r0-2-0\u20281\n".encode())
    code, out, err = plywise("solve", *NIM, "--batch", "in.txt", "--out", "out.jsonl")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "line 3" in err


@pytest.mark.parametrize("out", ["/dev/null", "/dev/stdout", "pipe"])
def test_answers_may_go_where_nothing_is_kept(plywise, tmp_path, monkeypatch, out):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.txt").write_text(BATCH)
    reader = None
    if out == "pipe":
        os.mkfifo(out)
        reader = subprocess.Popen(["cat", out], stdout=subprocess.PIPE)
    code, said, _ = plywise("solve", *NIM, "--batch", "in.txt", "--values", "--out", out)
    assert code == 0
    if out != "/dev/null":
        said = said or reader.communicate()[0].decode()
        assert [json.loads(line)["value"] for line in said.splitlines()] == [-1, 1, 1, 1]
    if out != "/dev/stdout":
        assert plywise("solve", *NIM, "--batch", "in.txt", "--out", out, "--resume")[0] == 2


@pytest.mark.parametrize("words", [("tree", "@{}"), ("solve", *NIM, "--batch", "{}"), ("grade", "{}", "class.csv")])
def test_a_file_that_never_ends_is_refused_before_the_memory_is_full(refused, monkeypatch, words):
    monkeypatch.setattr(files, "MAX_BYTES", 2**22)
    refused(*(word.format("/dev/zero") for word in words), says="it has more than 4,194,304 bytes")


def test_names_that_would_not_be_seen_are_quoted(refused, capsys, tmp_path):
    assert refused("grade", " ", "class.csv") == "plywise: no file ' '\n"
    refused("tree", "@ a", says="no file ' a'")
    assert run(["show", "tictactoe", "--svg", f"{tmp_path}/ "]) == 0
    assert capsys.readouterr().err == f"written: '{tmp_path}/ '\n"


def test_marks_are_kept_where_no_file_of_answers_could_be_read(plywise, tmp_path):
    marks = tmp_path / "marks.csv"
    marks.write_text("marks of last year")
    code, out, err = plywise("grade", EXAMPLES / "exercises/key.json", "no.csv", "none.csv", "--out", marks)
    assert (code, out, err) == (2, "", "plywise grade: no file no.csv\nplywise grade: no file none.csv\n")
    assert marks.read_text() == "marks of last year"


@pytest.mark.parametrize(
    "words",
    [
        ("certify", "tictactoe", "--goal", "draw", "--out", "-"),
        ("compare", "tictactoe", "--depths", "1", "--csv", "-"),
        ("compare", "tictactoe", "--depths", "1", "--csv", "/dev/stdout"),
        ("fleet", "jobs.journal", "--csv", "-"),
        ("show", "tictactoe", "--svg", "-"),
        ("tune", "othello", "--out", "-"),
    ],
    ids=" ".join,
)
def test_json_and_a_file_do_not_both_go_to_stdout(plywise, words):
    code, out, err = plywise(*words, "--json")
    assert (code, out) == (2, "")
    assert err == f"plywise: --json and {words[-2]} {words[-1]} both write to stdout\n"


def test_a_table_that_goes_to_stdout_goes_there_alone(plywise):
    code, out, _ = plywise("compare", "tictactoe", "--depths", "1", "--algorithms", "minimax", "--csv", "-")
    assert code == 0
    assert [line.partition(",")[0] for line in out.splitlines()] == ["algorithm", "minimax"]
