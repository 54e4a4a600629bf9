"""Batches written as CSV and as Parquet: the rows of JSON lines, and going on where one stopped."""

import csv
import io
import json
import signal
import subprocess
import time

import pytest

from plywise.cli.answer_files import CsvRows, Form
from tests.helpers.program import PROGRAM

NIM = ("solve", "nim:heaps=1-2-3", "--engine", "reference", "--batch", "in.txt")
BATCH = "1-2-3\n0-0-0\n1-2-0\n2-1 3-1\n"
FORMS = [(), ("--values",), ("--all-moves",), ("--distance", "no")]
UNTIMED = ("nodes", "time_s", "compile_s")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.txt").write_text(BATCH)
    return tmp_path


@pytest.fixture
def written(plywise, folder):
    """Return a function that writes the batch to a file and returns the file."""

    def make(name, *words):
        assert plywise(*NIM, "--out", name, *words)[:2] == (0, "")
        return folder / name

    return make


@pytest.fixture
def refused(plywise, folder):
    """Return a function that expects one line and exit code 2, and every file as it was."""

    def contents():
        return {path.name: path.read_bytes() for path in folder.iterdir()}

    def check(*words, says):
        before = contents()
        code, out, err = plywise(*words)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert says in err
        assert contents() == before

    return check


def plain(rows):
    """Return rows without what a run has of its own, and with `complete` where an answer leaves it out."""
    return [{name: value for name, value in ({"complete": True} | row).items() if name not in UNTIMED} for row in rows]


def json_rows(path):
    return plain(json.loads(line) for line in path.read_text().splitlines())


def csv_rows(path):
    """Return the rows of a CSV file, read by another reader; cells of JSON are taken for what they say."""
    texts = ("input", "game", "position", "player", "engine", "method", "outcome")
    names, *rows = csv.reader(io.StringIO(path.read_text()))
    return plain(
        {
            name: cell if name in texts and cell else json.loads(cell or "null")
            for name, cell in zip(names, row, strict=True)
        }
        for row in rows
    )


def parquet_rows(path):
    duckdb = pytest.importorskip("duckdb")
    table = duckdb.connect().execute(f"SELECT * FROM '{path}'")
    names = [column[0] for column in table.description]
    return plain(dict(zip(names, row, strict=True)) for row in table.fetchall())


@pytest.mark.parametrize("words", FORMS, ids=" ".join)
def test_tables_have_the_rows_of_json_lines_in_order(written, words):
    rows = json_rows(written("a.jsonl", *words))
    assert [row["input"] for row in rows] == BATCH.splitlines()
    assert csv_rows(written("a.csv", *words)) == rows
    assert parquet_rows(written("a.PARQUET", *words)) == rows


def test_cells_and_columns_of_csv(written):
    text = written("a.csv").read_text()
    first, second = text.splitlines()[:2]
    assert first == (
        "input,game,position,player,engine,method,outcome,value,distance,best,complete,pv,nodes,time_s,compile_s,threads"
    )
    start = '1-2-3,nim:heaps=1-2-3,1-2-3,MAX,reference,search,loss,-1,6,"[""1-1"", ""3-1""]",true,'
    assert second.startswith(start)


def test_a_cell_that_an_answer_leaves_out_is_empty_or_what_that_means():
    columns = {"input": "VARCHAR", "game": "VARCHAR", "complete": "BOOLEAN", "distance": "BIGINT"}
    written = CsvRows(Form(("game", None), lambda _: True, columns, {"complete": True}))
    assert written.record({"input": "1", "game": "g"}) == b"1,g,true,\n"
    assert written.record({"input": "1", "game": "g", "complete": False, "distance": 3}) == b"1,g,false,3\n"


def test_stdout_stays_json_lines(plywise):
    for words in ((), ("--out", "-"), ("--out", "/dev/stdout")):
        out = plywise(*NIM, "--values", *words)[1]
        assert [json.loads(line)["input"] for line in out.splitlines()] == BATCH.splitlines()


def test_a_batch_of_nothing_is_a_table_without_rows(written, folder):
    (folder / "in.txt").write_text("")
    assert csv_rows(written("a.csv")) == parquet_rows(written("a.parquet")) == []
    assert (folder / "a.csv").read_text().startswith("input,game,")


# --- going on ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow_with("--all-moves")
@pytest.mark.parametrize("words", FORMS[:3], ids=" ".join)
def test_csv_goes_on_wherever_it_was_torn(plywise, written, words):
    out = written("a.csv", *words)
    whole, rows = out.read_bytes(), csv_rows(out)
    for size in range(0, len(whole) + 1, 3 if "--values" in words else 37):
        out.write_bytes(whole[:size])
        assert plywise(*NIM, "--out", "a.csv", "--resume", *words)[0] == 0, size
        assert csv_rows(out) == rows, size
        kept = whole[:size].rfind(b"\n") + 1
        assert out.read_bytes()[:kept] == whole[:kept], size


@pytest.mark.parametrize("name", ["a.csv", "a.parquet"])
def test_a_whole_table_goes_on_with_more_lines(plywise, written, folder, name):
    read = csv_rows if name == "a.csv" else parquet_rows
    out = written(name, "--all-moves")
    before = out.read_bytes()
    assert plywise(*NIM, "--out", name, "--resume", "--all-moves")[0] == 0
    assert out.read_bytes() == before  # with the time that the first run took
    (folder / "in.txt").write_text(BATCH + "1-1-1\n")
    assert plywise(*NIM, "--out", name, "--resume", "--all-moves")[0] == 0
    assert read(out) == json_rows(written("b.jsonl", "--all-moves"))
    assert sorted(path.name for path in folder.iterdir()) == [name, "b.jsonl", "in.txt"]


@pytest.mark.parametrize("name", ["a.csv", "a.parquet"])
def test_a_table_that_is_there_is_not_replaced(written, refused, name):
    written(name)
    refused(*NIM, "--out", name, says="--resume")


@pytest.mark.parametrize("name", ["a.csv", "a.parquet"])
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--values",), "not the columns of this table"),
        (("--all-moves",), "not the columns of this table"),
        (("--distance", "no"), "an answer to other options"),
    ],
)
def test_answers_to_another_question_are_not_gone_on_with(written, refused, name, words, says):
    written(name)
    refused(*NIM, "--out", name, "--resume", *words, says=says)


@pytest.mark.parametrize("name", ["a.csv", "a.parquet"])
def test_answers_to_other_lines_are_not_gone_on_with(written, refused, folder, name):
    written(name)
    for text, says in ((BATCH.replace("0-0-0", "0-1-1"), "line"), ("1-2-3\n", "4 answers")):
        (folder / "in.txt").write_text(text)
        refused(*NIM, "--out", name, "--resume", says=says)


@pytest.mark.parametrize("content", ["hello\n", "{}\n", "input,value\n", "\0", '{"input": "1-2-3", "value": -1}\n'])
@pytest.mark.parametrize("name", ["a.csv", "a.parquet"])
def test_other_files_are_left_alone(refused, folder, name, content):
    (folder / name).write_text(content)
    refused(*NIM, "--out", name, "--resume", "--values", says=name)


@pytest.mark.parametrize("torn", ["0-0", "a note", '"0-0-0', "0-0-0,tictactoe", "0-0-0\n", '0-0-0,"\n', "é"])
def test_only_half_a_row_of_this_batch_is_cut_off(plywise, written, refused, torn):
    out = written("a.csv")
    head, first, *_ = out.read_text().splitlines(keepends=True)
    out.write_text(head + first + torn)
    if torn == "0-0":
        assert plywise(*NIM, "--out", "a.csv", "--resume")[0] == 0
    else:
        refused(*NIM, "--out", "a.csv", "--resume", says="line 3")


def test_cells_with_line_ends_and_quotes_are_read_back():
    columns = {"input": "VARCHAR", "game": "VARCHAR", "best": "VARCHAR[]", "value": "DOUBLE"}
    written = CsvRows(Form(("game", None), lambda _: True, columns, {}))
    answers = [
        {"input": 'a"b', "game": "two\nlines", "best": ["x,\n", '"'], "value": 0.5},
        {"input": "c", "game": "ü" * 200_000, "best": [], "value": None},
    ]
    content = b"".join(map(written.record, answers))
    for size in range(60):
        *records, torn = written.split(content[:size])
        assert sum(len(record) + 1 for record in records) + len(torn) == size
    *records, torn = written.split(content)
    assert ([written.parse(record) for record in records], torn) == (answers, b"")
    assert all(record.startswith(written.opening(each["input"])) for record, each in zip(records, answers, strict=True))


# --- what stops on the way --------------------------------------------------------------------------------------------


@pytest.mark.slow_with("a.parquet")
@pytest.mark.parametrize("name", ["a.csv", "a.parquet"])
def test_ctrl_c_leaves_whole_rows_to_be_gone_on_with(plywise, folder, name):
    words = ("solve", "nim:heaps=9-9-9-9-9-9", "--engine", "reference", "--batch", "in.txt", "--out", name)
    (folder / "in.txt").write_text("0-0-0-0-1-1\n0-0-0-1-2-3\n5-6-7-8-9-9\n")
    collected = folder / (name if name == "a.csv" else "a.parquet.jsonl")
    lines = 3 if name == "a.csv" else 2
    process = subprocess.Popen([PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    patience = time.monotonic() + 60
    while not (collected.exists() and collected.read_text().count("\n") >= lines) and time.monotonic() < patience:
        time.sleep(0.01)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert ("a.parquet.jsonl has the answers so far" in err) == (name == "a.parquet")
    assert collected.read_text().count("\n") == lines
    assert not (folder / "a.parquet").exists()
    (folder / "in.txt").write_text("0-0-0-0-1-1\n0-0-0-1-2-3\n0-0-0-0-0-1\n")
    assert plywise(*words, "--resume")[0] == 0
    rows = (csv_rows if name == "a.csv" else parquet_rows)(folder / name)
    assert [(row["input"], row["outcome"]) for row in rows] == [
        ("0-0-0-0-1-1", "loss"),
        ("0-0-0-1-2-3", "loss"),
        ("0-0-0-0-0-1", "win"),
    ]
    assert sorted(path.name for path in folder.iterdir()) == [name, "in.txt"]


def test_parquet_goes_on_with_the_lines_beside_it(plywise, written, refused, folder):
    whole = written("b.jsonl", "--values").read_bytes()
    lines = folder / "a.parquet.jsonl"
    for size in range(0, len(whole) + 1, 30):
        lines.write_bytes(whole[:size])
        refused(*NIM, "--values", "--out", "a.parquet", says="--resume")
        assert plywise(*NIM, "--values", "--out", "a.parquet", "--resume")[0] == 0
        assert parquet_rows(folder / "a.parquet") == json_rows(folder / "b.jsonl")
        assert not lines.exists()
        (folder / "a.parquet").unlink()


def test_the_lines_beside_a_parquet_file_have_no_other_part(refused, folder):
    (folder / "a.parquet.jsonl").write_text(BATCH)
    words = (*NIM[:-1], "a.parquet.jsonl", "--out", "a.parquet")
    for more in ((), ("--resume",)):
        refused(*words, *more, says="would overwrite it")


def test_parquet_into_a_device_is_refused(refused, folder):
    (folder / "a.parquet").symlink_to("/dev/null")
    refused(*NIM, "--out", "a.parquet", says="CSV or JSON lines")


def test_workers_write_the_same_tables(written):
    rows = csv_rows(written("a.csv", "--values"))
    assert csv_rows(written("b.csv", "--values", "--workers", "1")) == rows
    assert parquet_rows(written("c.parquet", "--values", "--workers", "1")) == rows


@pytest.mark.parametrize("name", ["out.xlsx", "out.CSV.gz", "out.ods", "out.tsv"])
def test_a_name_that_promises_another_format_is_refused(refused, name):
    refused(*NIM, "--out", name, says="use .csv, .parquet or")
