"""The journal of a task: the state of its jobs, with each answer recorded exactly once.

It is an SQLite database in WAL mode. If a process is killed, records are kept, and at worst a job whose answer was not
recorded is done again. Others may read it at the same time (see `plywise.fleet.ledger`).

    facts       name -> value: Plywise's version, the task's description
    jobs        one row per key, in the order of the first requests
    mishaps     failed attempts: the worker died or hung
    faults      answers that differ from the recorded one
"""

import json
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from plywise.errors import InputError
from plywise.fleet.journal_lock import JournalLock
from plywise.fleet.task import JSON
from plywise.version import VERSION

APPLICATION = 0x504C5957  # "PLYW", in the database's header
FORM = 1
BUSY_SECONDS = 60.0
DAMAGED = "is damaged"
SHOWN = 40  # characters of a value in a message

TO_DO, RUNNING, DONE, FAILED = STATES = ("to do", "running", "done", "failed")

TABLES = f"""
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE jobs (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL DEFAULT '{TO_DO}' CHECK (state IN {STATES}),
    answer TEXT,                       -- JSON
    reason TEXT NOT NULL DEFAULT '',   -- why it failed
    attempts INTEGER NOT NULL DEFAULT 0,
    seconds REAL NOT NULL DEFAULT 0,   -- of the attempt that ended it
    lost REAL NOT NULL DEFAULT 0,      -- seconds of attempts that came to nothing
    worker INTEGER,
    host TEXT,
    began REAL,                        -- seconds since 1970
    ended REAL
);
CREATE INDEX jobs_by_state ON jobs (state);
CREATE TABLE mishaps (key TEXT NOT NULL, reason TEXT NOT NULL, seconds REAL, worker INTEGER, host TEXT, time REAL);
CREATE TABLE faults (key TEXT NOT NULL, kept TEXT, dropped TEXT, worker INTEGER, host TEXT, time REAL);
"""


class Outcome(NamedTuple):
    """The result of a job.

    text: its answer as JSON; None if it failed.
    error: the reason for its failure; "" if it succeeded.
    """

    text: str | None
    error: str


class By(NamedTuple):
    """The worker of a job: its number and its machine."""

    worker: int
    host: str


class Journal:
    """The journal of one task, run by one process at a time."""

    def __init__(self, connection: sqlite3.Connection, path: str | None, lock: JournalLock | None) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock

    @classmethod
    def open(
        cls, path: str | os.PathLike[str] | None, description: Mapping[str, JSON], resume: bool = False
    ) -> "Journal":
        """Create or resume the journal of a task (see `Task.describe`).

        path: a file; None: in memory only
        resume: continue an existing file; failed jobs are retried

        Raises InputError if the file exists and is not to be resumed, is not a journal or of another task or version,
        cannot be used, or is in use by another process.
        """
        if path is None:
            kept = _connect(":memory:")
            _make(kept, description)
            return cls(kept, None, None)
        if not isinstance(path, (str, os.PathLike)):
            raise InputError(f"journal must be the path of a file, not {path!r}")
        name = os.fspath(path)
        _check_place(name, resume)
        lock = JournalLock(name)
        connection: sqlite3.Connection | None = None
        try:
            with failures_named(name):
                connection = _connect(name)
                _begin_or_go_on(connection, name, description, resume)
                return cls(connection, name, lock)
        except BaseException:
            if connection is not None:
                connection.close()
            lock.release()
            raise

    @property
    def name(self) -> str:
        """Its name in messages."""
        return self.path or "in memory"

    @contextmanager
    def together(self) -> Iterator[None]:
        """Make the records in this context a transaction. Raises InputError if the disk is full."""
        with failures_named(self.name):
            if self._connection.in_transaction:
                yield
                return
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                if self._connection.in_transaction:  # unless SQLite has rolled back already
                    self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def find(self, key: str) -> Outcome | None:
        """Return the result of a job; None if it has not ended."""
        query = f"SELECT answer, reason FROM jobs WHERE key = ? AND state IN ('{DONE}', '{FAILED}')"
        with failures_named(self.name):
            found = self._connection.execute(query, (key,)).fetchone()
        return None if found is None else Outcome(*found)

    def answers(self) -> list[tuple[str, JSON]]:
        """Return the keys and answers of the completed jobs, in the order of the first requests."""
        with failures_named(self.name):
            return list(answers_in(self._connection))

    def register(self, keys: Iterable[str]) -> None:
        """Add jobs that are not in the journal yet."""
        with self.together():
            self._connection.executemany("INSERT OR IGNORE INTO jobs (key) VALUES (?)", ((key,) for key in keys))

    def begin(self, key: str, by: By) -> None:
        """Record that a job was assigned to a worker."""
        with self.together():
            self._connection.execute(
                f"""INSERT INTO jobs (key, state, attempts, worker, host, began) VALUES (?1, '{RUNNING}', 1, ?2, ?3, ?4)
                ON CONFLICT (key) DO UPDATE SET state = '{RUNNING}', attempts = attempts + 1, worker = ?2, host = ?3,
                began = ?4 WHERE state NOT IN ('{DONE}', '{FAILED}')""",
                (key, *by, time.time()),
            )

    def give_back(self, key: str) -> None:
        """Record that an assigned job is to be done again."""
        with self.together():
            query = f"UPDATE jobs SET state = '{TO_DO}' WHERE key = ? AND state = '{RUNNING}'"
            self._connection.execute(query, (key,))

    def finish(self, key: str, text: str, seconds: float, by: By) -> None:
        """Record a job's answer as JSON. A second one is dropped; if it differs, it is recorded as a fault."""
        with self.together():
            if not self._end(key, DONE, text, "", seconds, by):
                (kept,) = self._connection.execute("SELECT answer FROM jobs WHERE key = ?", (key,)).fetchone()
                if kept is None or not is_same_answer(kept, text):
                    row = (key, kept, text, *by, time.time())
                    self._connection.execute("INSERT INTO faults VALUES (?, ?, ?, ?, ?, ?)", row)

    def fail(self, key: str, reason: str, seconds: float, by: By) -> None:
        """Record the failure of a job with its reason. An existing answer is kept."""
        with self.together():
            self._end(key, FAILED, None, reason, seconds, by)

    def _end(self, key: str, state: str, text: str | None, reason: str, seconds: float, by: By) -> bool:
        """Record the result of a job; return whether it had not ended before."""
        done = self._connection.execute(
            f"""INSERT INTO jobs (key, state, answer, reason, attempts, seconds, worker, host, ended)
            VALUES (?1, ?2, ?3, ?4, 1, ?5, ?6, ?7, ?8)
            ON CONFLICT (key) DO UPDATE SET state = ?2, answer = ?3, reason = ?4, seconds = ?5, worker = ?6, host = ?7,
            ended = ?8 WHERE state NOT IN ('{DONE}', '{FAILED}')""",
            (key, state, text, reason, seconds, *by, time.time()),
        )
        return done.rowcount > 0

    def note_mishap(self, key: str, reason: str, seconds: float, by: By) -> None:
        """Record a failed attempt at a job."""
        with self.together():
            row = (key, reason, seconds, *by, time.time())
            self._connection.execute("INSERT INTO mishaps VALUES (?, ?, ?, ?, ?, ?)", row)
            self._connection.execute("UPDATE jobs SET lost = lost + ? WHERE key = ?", (seconds, key))

    def faults(self) -> int:
        """Return the number of answers that differed from the recorded one."""
        with failures_named(self.name):
            return int(self._connection.execute("SELECT count(*) FROM faults").fetchone()[0])

    def release(self) -> None:
        """Record that running jobs are to be done again."""
        with self.together():
            self._connection.execute(f"UPDATE jobs SET state = '{TO_DO}' WHERE state = '{RUNNING}'")

    def close(self) -> None:
        """Close the file and release the lock. It may be called twice."""
        if self._lock is not None:
            with suppress(InputError):  # reopening it reports the failure
                self.release()
        self._connection.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def is_same_answer(one: str, other: str) -> bool:
    """Return whether two answers are equal except for the seconds taken (`time_s`, `compile_s`).

    >>> is_same_answer('{"value": 1, "time_s": 0.1}', '{"time_s": 0.2, "value": 1}'), is_same_answer("1", "2")
    (True, False)
    """
    return one == other or bool(_untimed(json.loads(one)) == _untimed(json.loads(other)))


def _untimed(found: Any) -> Any:
    if isinstance(found, dict):
        return {name: _untimed(each) for name, each in found.items() if name not in ("time_s", "compile_s")}
    return [_untimed(each) for each in found] if isinstance(found, list) else found


@contextmanager
def failures_named(path: str) -> Iterator[None]:
    """Convert errors of SQLite to an InputError that names the journal."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")
        if name == "SQLITE_NOTADB":
            raise no_journal(path) from None
        raise InputError(f"journal {path} {DAMAGED if 'CORRUPT' in name else f'cannot be used: {error}'}") from None
    except (json.JSONDecodeError, UnicodeDecodeError):
        raise InputError(f"journal {path} {DAMAGED}") from None


def no_journal(path: str) -> InputError:
    """Return the error for a file that is not a journal."""
    return InputError(f"file {path} is not a journal of Plywise")


# --- opening ----------------------------------------------------------------------------------------------------------


def _check_place(path: str, resume: bool) -> None:
    """Raise InputError if a path cannot be used for a journal."""
    if not path or os.path.isdir(path):
        raise InputError(f"file {path!r} cannot be a journal: it is {'a folder' if path else 'without a name'}")
    if not os.path.exists(path):
        if not os.path.isdir(os.path.dirname(os.path.realpath(path))):
            raise InputError(f"file {path} cannot be written: its folder does not exist")
        return
    if not os.path.isfile(path):
        raise no_journal(path)
    if not os.access(path, os.R_OK | os.W_OK):
        raise InputError(f"file {path} cannot be {'written' if os.access(path, os.R_OK) else 'read'}: it is protected")
    if not resume:
        raise InputError(f"file {path} exists already: --resume continues it")


def _connect(path: str) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)


def _begin_or_go_on(connection: sqlite3.Connection, path: str, description: Mapping[str, JSON], resume: bool) -> None:
    """Create the tables of a new journal, or check that it is of this task and reset failed jobs."""
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if tables:
        check_form(connection, path)
        check_task(connection, path, description)
    _set_up(connection)
    if not tables:  # a new file, or a process was killed while creating it
        _make(connection, description)
    connection.execute(f"UPDATE jobs SET state = '{TO_DO}', reason = '' WHERE state IN ('{RUNNING}', '{FAILED}')")


def _set_up(connection: sqlite3.Connection) -> None:
    """Allow reading during writes. Commits survive a crash of the process, but not always of the machine."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")


def _make(connection: sqlite3.Connection, description: Mapping[str, JSON]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    for statement in TABLES.split(";\n"):
        if statement.strip():
            connection.execute(statement)
    facts = {"version": VERSION, "task": _written(description), "made": str(time.time())}
    connection.executemany("INSERT INTO facts VALUES (?, ?)", facts.items())
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {FORM}")
    connection.execute("COMMIT")


def answers_in(connection: sqlite3.Connection) -> Iterator[tuple[str, JSON]]:
    """Yield the keys and answers of the completed jobs, in the order of the first requests."""
    for key, text in connection.execute(f"SELECT key, answer FROM jobs WHERE state = '{DONE}' ORDER BY number"):
        yield key, json.loads(text)


def check_form(connection: sqlite3.Connection, path: str) -> None:
    """Raise InputError unless a database is a journal of this format."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (form,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise no_journal(path)
    if form != FORM:
        raise InputError(f"journal {path} has form {form}; this version of Plywise reads form {FORM}")


def check_task(connection: sqlite3.Connection, path: str, description: Mapping[str, JSON]) -> None:
    """Raise InputError unless a journal is of this task and of this version."""
    facts = dict(connection.execute("SELECT name, value FROM facts"))
    if not {"version", "task"} <= facts.keys():
        raise InputError(f"journal {path} {DAMAGED}")
    if facts["version"] != VERSION:
        raise InputError(f"journal {path} was written by Plywise {facts['version']}; this is {VERSION}")
    kept, asked = json.loads(facts["task"]), json.loads(_written(description))
    if not isinstance(kept, dict):
        raise InputError(f"journal {path} {DAMAGED}")
    if kept != asked:
        raise InputError(f"journal {path} is of another task: {_difference(kept, asked)}")


def _difference(kept: dict[str, JSON], asked: dict[str, JSON]) -> str:
    """Return the first difference of two descriptions, the kind of task before others."""
    names = sorted({*kept, *asked}, key=lambda name: (name != "kind", name))
    name = next(name for name in names if name not in kept or name not in asked or kept[name] != asked[name])
    return f"{name} is {_shown(kept, name)} there, and {_shown(asked, name)} here"


def _shown(description: dict[str, JSON], name: str) -> str:
    if name not in description:
        return "not given"
    value = description[name]
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."


def _written(description: Mapping[str, JSON]) -> str:
    return json.dumps(dict(description), ensure_ascii=False, sort_keys=True)
