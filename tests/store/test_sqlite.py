"""A store in a file: kills at any instant lose nothing that was kept, and every bad file is one line."""

import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from plywise.errors import InputError
from plywise.store.place import default_path
from plywise.store.schema import VERSION
from plywise.store.store import Store
from tests.helpers.paths import ROOT

KILLS = 30
NOBODY = 65534

SAVER = """
import sys
from plywise.store.store import Store
with Store(sys.argv[1]) as store:
    found = store.load_game("g")
    number = found.record["n"] if found else 0
    while True:
        number += 1
        store.save_game("g", {"n": number, "moves": ["e2e4"] * (number % 300)})
        store.save_analysis("chess", str(number % 50), {"n": number})
        print(number, flush=True)
"""

VERSION_1 = """
CREATE TABLE plywise_games (
    id TEXT PRIMARY KEY, record TEXT NOT NULL, finished INTEGER NOT NULL,
    began DOUBLE PRECISION NOT NULL, updated DOUBLE PRECISION NOT NULL
);
INSERT INTO plywise_games VALUES ('old', '{"game": "nim", "moves": ["1-1"]}', 1, 1700000000.5, 1700000001.25);
INSERT INTO plywise_games VALUES ('new', '{"game": "chess", "moves": []}', 0, 1700000002, 1700000003);
PRAGMA application_id = 1347180883;
PRAGMA user_version = 1;
"""
"""A file as the first version left it: written down here once, not taken from the code."""


def kill_at_random(path, source):
    """Let a process save in a loop and kill it; return the number that it was last told is kept."""
    process = subprocess.Popen([sys.executable, "-c", SAVER, path], cwd=ROOT, stdout=subprocess.PIPE)
    first = process.stdout.readline()
    time.sleep(source.uniform(0, 0.08))
    process.kill()
    told = (first + process.stdout.read()).split(b"\n")[:-1]  # the last line may be half a line
    process.stdout.close()
    process.wait()
    return int(told[-1])


@pytest.mark.slow
def test_nothing_that_was_kept_is_lost_by_kills(tmp_path):
    path, source = str(tmp_path / "s.sqlite3"), random.Random(3)
    for _ in range(KILLS):
        kept = kill_at_random(path, source)
        with Store(path) as store:
            found = store.load_game("g").record
            assert kept <= found["n"] <= kept + 1
            assert len(found["moves"]) == found["n"] % 300
            assert store.analyses("chess", str(kept % 50)) == {"": {"n": kept}}
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_kill_loses_nothing_that_was_kept(tmp_path):
    path = str(tmp_path / "s.sqlite3")
    kept = kill_at_random(path, random.Random(1))
    with Store(path) as store:
        assert kept <= store.load_game("g").record["n"] <= kept + 1


def make(path, script):
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)


def test_a_file_of_version_1_is_brought_up_to_date(tmp_path):
    path = tmp_path / "old.sqlite3"
    make(path, VERSION_1)
    for tries in (1, 2):
        with Store(path) as store:
            assert [(each.id, each.finished, each.updated) for each in store.list_games()] == [
                ("new", False, 1700000003), ("old", True, 1700000001.25)
            ]  # fmt: skip
            assert store.load_game("old").record == {"game": "nim", "moves": ["1-1"]}
            store.note_puzzle("p", "nim", False)
            assert store.puzzles_done()[0].tries == tries
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path):
    path = tmp_path / "old.sqlite3"
    make(path, VERSION_1 + "CREATE TABLE plywise_puzzles (x);")
    with pytest.raises(InputError, match="already exists"):
        Store(path)
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1").fetchall()
        assert tables == [("plywise_games",), ("plywise_puzzles",)]
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)


def damaged(path):
    """Make a store with its middle overwritten."""
    with Store(path) as store:
        for number in range(200):
            store.save_game(f"g{number}", {"text": "x" * 200})
    content = bytearray(path.read_bytes())
    content[4096:] = os.urandom(len(content) - 4096)
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("write", "message"),
    [
        (lambda path: make(path, VERSION_1 + f"PRAGMA user_version = {VERSION + 1}"), "was written by a newer Plywise"),
        (lambda path: make(path, "CREATE TABLE x (y)"), "is a database of another program"),
        (lambda path: make(path, "PRAGMA application_id = 7; PRAGMA user_version = 1"), "of another program"),
        (lambda path: path.write_text("My diary. " * 500), "is not a database"),
        (lambda path: path.write_text("x"), "is not a database"),
        (lambda path: path.write_bytes(b"SQLite format 3\0" + bytes(5000)), "is "),
        (lambda path: path.mkdir(), "is a folder"),
        (damaged, "is damaged"),
    ],
    ids=["newer", "foreign", "another", "text", "letter", "zeros", "folder", "torn"],
)
def test_a_file_that_is_no_store_is_refused_in_one_line_and_left_alone(tmp_path, write, message):
    path = tmp_path / "s.sqlite3"
    write(path)
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(InputError, match=f"^store {path} ") as refused, Store(path) as store:
        store.list_games()
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)
    assert before == (path.read_bytes() if path.is_file() else b"")


def test_a_file_cut_short_is_refused_at_every_length_in_one_line_and_left_alone(tmp_path):
    path, whole = tmp_path / "s.sqlite3", tmp_path / "whole.sqlite3"
    with Store(whole) as store:
        for number in range(60):
            store.save_game(f"g{number}", {"text": "x" * 300})
    content = whole.read_bytes()
    for length in (1, 50, 100, 511, 512, *range(1000, len(content), 977)):
        path.write_bytes(content[:length])
        with pytest.raises(InputError, match=f"^store {path} is ") as refused, Store(path) as store:
            store.list_games(100)
        assert "\n" not in str(refused.value)
        assert path.read_bytes() == content[:length]


@contextmanager
def as_nobody():
    """Let the files be used as somebody who may not write everywhere, where root runs the tests."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def closed():
    """Return a folder that everybody may read and nobody write to, with a store in it."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        folder = Path(name)
        with Store(folder / "there.sqlite3") as store:
            store.save_game("a", {})
        (folder / "there.sqlite3").chmod(0o444)
        folder.chmod(0o555)
        yield folder
        folder.chmod(0o755)


@pytest.mark.parametrize("name", ["there.sqlite3", "new.sqlite3", "deeper/new.sqlite3"])
def test_where_nothing_can_be_written_it_is_said_in_one_line(closed, name):
    expected = pytest.raises(InputError, match=f"^store {closed}/{name} cannot be ")
    with as_nobody(), expected as refused, Store(closed / name) as store:
        store.save_game("a", {"n": 2})
    assert "\n" not in str(refused.value)


def test_a_full_disk_is_said_in_one_line():
    with pytest.raises(InputError, match=r"^store /dev/full ") as refused:
        Store("/dev/full").save_game("a", {})
    assert "\n" not in str(refused.value)


def test_a_closed_store_says_so(tmp_path):
    store = Store(tmp_path / "s.sqlite3")
    store.close()
    store.close()
    with pytest.raises(InputError, match=r"is closed$"):
        store.list_games()


@pytest.mark.parametrize("how", ["the file", "all files", "the folder"])
def test_what_is_kept_after_the_file_was_removed_is_there_afterwards(tmp_path, how):
    folder = tmp_path / "store"
    path = folder / "games.sqlite3"
    with Store(path) as store:
        store.save_game("before", {"n": 1})
        if how == "the folder":
            shutil.rmtree(folder)
        else:
            for file in [path] if how == "the file" else list(folder.iterdir()):
                file.unlink()
        store.save_game("after", {"n": 2})
        assert store.load_game("before") is None
    with Store(path) as store:
        assert {game.id: game.record["n"] for game in store.list_games()} == {"after": 2}


def test_nothing_is_written_to_another_file_in_its_place(tmp_path):
    path = tmp_path / "games.sqlite3"
    with Store(path) as store:
        store.save_game("before", {"n": 1})
        path.rename(tmp_path / "moved.sqlite3")
        path.write_bytes(b"another")
        with pytest.raises(InputError, match=f"^store {re.escape(str(path))} was replaced while it was in use"):
            store.save_game("after", {"n": 2})
    assert path.read_bytes() == b"another"


def test_a_store_whose_file_cannot_be_made_again_says_so_and_goes_on_once_it_can(tmp_path):
    folder = tmp_path / "store"
    with Store(folder / "games.sqlite3") as store:
        store.save_game("before", {"n": 1})
        shutil.rmtree(folder)
        folder.write_text("in the way")
        for _ in range(2):
            with pytest.raises(InputError, match=r"^store .* cannot be used"):
                store.save_game("after", {"n": 2})
        folder.unlink()
        store.save_game("after", {"n": 2})
        assert store.load_game("after").record == {"n": 2}


def test_a_writer_that_takes_too_long_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr("plywise.store.sqlite.BUSY_SECONDS", 0.2)
    path = tmp_path / "s.sqlite3"
    with Store(path) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(InputError, match="is locked by another process"):
            store.save_game("a", {})
        assert store.list_games() == []  # readers go on
        other.execute("ROLLBACK")
        store.save_game("a", {})


def test_many_wait_together_for_a_writer_that_takes_too_long(tmp_path):
    path, told = tmp_path / "s.sqlite3", []

    def save():
        with pytest.raises(InputError, match="is locked by another process") as failed:
            store.save_game("a", {})
        told.append(str(failed.value))

    with Store(path, patience=0.5) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        threads, began = [threading.Thread(target=save) for _ in range(20)], time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(told) == 20
        assert time.monotonic() - began < 8  # one after another they would take 10
        other.execute("ROLLBACK")
        store.save_game("a", {})


def test_where_a_users_store_is(monkeypatch, tmp_path):
    monkeypatch.setenv("PLYWISE_DATA", str(tmp_path / "mine"))
    assert default_path() == tmp_path / "mine" / "plywise.sqlite3"
    with Store() as store:
        store.save_game("a", {})
    assert default_path().is_file()
    assert default_path().parent.stat().st_mode & 0o777 == 0o700
    monkeypatch.delenv("PLYWISE_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_path() == tmp_path / "plywise" / "plywise.sqlite3"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_path() == tmp_path / ".local/share/plywise/plywise.sqlite3"
