"""Journals: exactly once, of one task, in one hand; whatever happens to the process that writes."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from plywise.errors import InputError
from plywise.fleet.fleet import Done
from plywise.fleet.journal import By, Journal, Outcome
from plywise.fleet.journal_lock import JournalLock, is_run
from plywise.fleet.ledger import read_ledger

TASK = {"kind": "test", "game": "nim", "nodes": 300}
BY = By(0, "here")


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "jobs.journal")


def rows(path, query):
    connection = sqlite3.connect(path)
    found = connection.execute(query).fetchall()
    connection.close()
    return found


def refusal(path, description=TASK, resume=True):
    with pytest.raises(InputError) as caught:
        Journal.open(path, description, resume)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_an_answer_stays(path):
    with Journal.open(path, TASK) as journal:
        journal.register(["a", "b", "c", "a"])
        journal.begin("a", BY)
        journal.finish("a", '{"value": 1}', 0.5, BY)
        journal.begin("b", BY)
        journal.fail("b", "it broke", 0.5, BY)
        assert journal.find("a") == Outcome('{"value": 1}', "")
        assert journal.find("b") == Outcome(None, "it broke")
        assert journal.find("c") is journal.find("unheard of") is None
    with Journal.open(path, TASK, resume=True) as journal:
        assert journal.find("a") == Outcome('{"value": 1}', "")
        assert journal.find("b") is None  # what failed is tried again
    assert rows(path, "SELECT key, state, attempts FROM jobs") == [
        ("a", "done", 1),
        ("b", "to do", 1),
        ("c", "to do", 0),
    ]


def test_a_second_answer_is_dropped_and_compared(path):
    with Journal.open(path, TASK) as journal:
        journal.finish("a", '{"value": 1, "time_s": 0.5}', 0.5, BY)
        journal.finish("a", '{"time_s": 0.25, "value": 1}', 0.5, BY)
        assert journal.faults() == 0
        journal.finish("a", '{"value": 2, "time_s": 0.5}', 0.5, BY)
        assert journal.faults() == 1
        journal.fail("a", "too late", 0.5, BY)
        journal.begin("a", BY)
        journal.give_back("a")
        assert journal.find("a") == Outcome('{"value": 1, "time_s": 0.5}', "")
        journal.fail("b", "no", 1.0, BY)
        journal.finish("b", "3", 1.0, BY)  # it was said that it failed, and so it stays
        assert journal.faults() == 2
    assert rows(path, "SELECT count(*) FROM jobs") == [(2,)]


def test_what_runs_is_to_do_where_nobody_runs_it(path):
    with Journal.open(path, TASK) as journal:
        journal.begin("a", BY)
        assert rows(path, "SELECT state FROM jobs") == [("running",)]
    assert rows(path, "SELECT state, attempts FROM jobs") == [("to do", 1)]


def test_all_or_nothing(path):
    with Journal.open(path, TASK) as journal:

        def half(journal):
            with journal.together():
                journal.finish("a", "1", 1.0, BY)
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            half(journal)
        assert journal.find("a") is None
        journal.finish("a", "1", 1.0, BY)
    assert rows(path, "SELECT state FROM jobs") == [("done",)]


def test_others_are_refused(path):
    Journal.open(path, TASK).close()
    assert refusal(path, resume=False) == f"file {path} exists already: --resume continues it"
    assert refusal(path, TASK | {"nodes": 400}).endswith("of another task: nodes is 300 there, and 400 here")
    assert "kind is test there, and match here" in refusal(path, TASK | {"kind": "match", "game": "go"})
    assert "seed is not given there, and 7 here" in refusal(path, TASK | {"seed": 7})
    assert "game is nim there, and not given here" in refusal(path, {"kind": "test", "nodes": 300})
    assert "..." in refusal(path, TASK | {"nodes": "a" * 500})
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE facts SET value = '0.0.7' WHERE name = 'version'")
    connection.close()
    assert "was written by Plywise 0.0.7; this is" in refusal(path)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    assert "has form 99" in refusal(path)


def test_files_that_are_none_are_refused_and_left_alone(tmp_path):
    text = tmp_path / "notes.txt"
    text.write_text("not a journal at all\n" * 100)
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE mine (value)")
    connection.close()
    for file in (text, other):
        before = file.read_bytes()
        assert refusal(file) == f"file {file} is not a journal of Plywise"
        assert file.read_bytes() == before
    assert "a folder" in refusal(tmp_path)
    assert "its folder does not exist" in refusal(tmp_path / "no" / "such")
    assert "without a name" in refusal("")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["notes.txt", "other.db"]


def test_one_that_was_never_made_is_made(path):
    Path(path).touch()
    with Journal.open(path, TASK, resume=True) as journal:
        journal.finish("a", "1", 1.0, BY)
    with Journal.open(path, TASK, resume=True) as journal:
        assert journal.find("a") == Outcome("1", "")


def test_a_damaged_one_is_refused_in_one_line_or_read(path):
    with Journal.open(path, TASK) as journal, journal.together():
        for number in range(300):
            journal.finish(str(number), '"' + "x" * 200 + '"', 1.0, BY)
    whole = Path(path).read_bytes()
    source, refusals = random.Random(11), []
    for _ in range(60):
        body = bytearray(whole)
        for _ in range(source.choice((1, 30, 3000))):
            body[source.randrange(len(body))] = source.randrange(256)
        if source.random() < 0.3:
            del body[source.randrange(len(body)) :]
        Path(path).write_bytes(body)
        try:
            with Journal.open(path, TASK, resume=True) as journal:
                journal.register(["new"])
        except InputError as error:
            refusals.append(str(error))
    assert [each for each in refusals if "\n" in each or not each.startswith(("journal", "file"))] == []
    assert len(refusals) > 10


HOLD = """
import sys, time
from plywise.fleet.journal import Journal
journal = Journal.open(sys.argv[1], {"kind": "test", "game": "nim", "nodes": 300}, resume=True)
print("open", flush=True)
time.sleep(1000)
"""


def test_one_process_runs_it_and_a_killed_one_leaves_no_lock(path):
    holder = subprocess.Popen([sys.executable, "-c", HOLD, path], stdout=subprocess.PIPE, text=True)
    assert holder.stdout.readline() == "open\n"
    assert f"is in use by another process, number {holder.pid}" in refusal(path)
    assert is_run(path)
    holder.send_signal(signal.SIGKILL)
    holder.communicate()
    assert not is_run(path)
    Journal.open(path, TASK, resume=True).close()
    assert not is_run(path)
    assert os.listdir(os.path.dirname(path)) == ["jobs.journal"]


def test_a_lock_is_had_by_one_at_a_time(path):
    inside, most, turns = [0], [0], [0]
    guard = threading.Lock()

    def take():
        for _ in range(40):
            try:
                lock = JournalLock(path)
            except InputError:
                continue
            with guard:
                inside[0] += 1
                turns[0] += 1
                most[0] = max(most[0], inside[0])
            is_run(path)
            with guard:
                inside[0] -= 1
            lock.release()

    threads = [threading.Thread(target=take) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert most == [1]
    assert turns[0] > 40


WRITE = """
import itertools, sys
from plywise.fleet.journal import By, Journal
with Journal.open(sys.argv[1], {"kind": "test", "game": "nim", "nodes": 300}, resume=True) as journal:
    for number in itertools.count():
        key = f"{sys.argv[2]}-{number}"
        with journal.together():
            journal.begin(key, By(0, "here"))
            journal.finish(key, "[" + "1, " * 50 + "1]", 0.1, By(0, "here"))
        print(key, flush=True)
"""


@pytest.mark.parametrize("kills", [3, pytest.param(40, marks=pytest.mark.slow)])
def test_what_was_recorded_outlives_the_process(path, kills):
    source = random.Random(kills)
    printed = []
    for turn in range(kills):
        writer = subprocess.Popen([sys.executable, "-c", WRITE, path, str(turn)], stdout=subprocess.PIPE, text=True)
        lines = [writer.stdout.readline() for _ in range(source.randint(1, 200))]
        time.sleep(source.uniform(0, 0.01))
        writer.kill()
        lines += writer.communicate()[0].splitlines(keepends=True)
        printed += [line.strip() for line in lines if line.endswith("\n")]
    with Journal.open(path, TASK, resume=True) as journal:
        assert [key for key in printed if journal.find(key) is None] == []
    assert len(set(printed)) == len(printed) > kills
    assert rows(path, "PRAGMA integrity_check") == [("ok",)]


def test_a_journal_without_its_facts_is_damaged(tmp_path):
    path = str(tmp_path / "journal")
    Journal.open(path, {"kind": "test"}).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM facts WHERE name = 'made'")
    with pytest.raises(InputError, match="is damaged"):
        read_ledger(path)


def test_an_answer_that_is_none_is_refused_in_a_line():
    for answer in (3, None, {"x": 1}, [3]):
        with pytest.raises(InputError, match="the job 7 is unusable: it is damaged"):
            Done("7", answer).read(lambda found: [each["x"] for each in found])
    assert Done("7", [{"x": 1}]).read(lambda found: [each["x"] for each in found]) == [1]
