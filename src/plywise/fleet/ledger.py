"""Read a journal during a run or afterwards: running and failed jobs, and their cost."""

import json
import os
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from plywise.errors import InputError
from plywise.fleet.journal import (
    BUSY_SECONDS,
    DAMAGED,
    DONE,
    FAILED,
    RUNNING,
    STATES,
    TO_DO,
    answers_in,
    check_form,
    check_task,
    failures_named,
)
from plywise.fleet.journal_lock import is_run
from plywise.fleet.task import JSON

ENDED = f"state IN ('{DONE}', '{FAILED}')"

COLUMNS = {
    "number": "BIGINT", "key": "VARCHAR", "state": "VARCHAR", "answer": "VARCHAR", "reason": "VARCHAR",
    "attempts": "BIGINT", "seconds": "DOUBLE", "lost": "DOUBLE", "worker": "BIGINT", "host": "VARCHAR",
    "began": "DOUBLE", "ended": "DOUBLE",
}  # fmt: skip
"""Exported columns of jobs: name -> SQL type. The answer is JSON; began and ended are seconds since 1970."""


class RunningJob(NamedTuple):
    """A running job: the seconds so far, and its worker."""

    key: str
    seconds: float
    worker: int
    host: str


class Failure(NamedTuple):
    """A failed job with the reason."""

    key: str
    reason: str
    attempts: int


class Mishap(NamedTuple):
    """A reason for failed attempts, with their number and seconds."""

    reason: str
    times: int
    seconds: float


class Cost(NamedTuple):
    """The work of a worker: the number of ended jobs, and their seconds."""

    worker: int
    host: str
    jobs: int
    seconds: float


class Ledger(NamedTuple):
    """A snapshot of a journal.

    version: of Plywise; task: its description; made: time of its creation, in seconds since 1970.
    is_run: whether a process is running it.
    jobs: numbers to do, running, done and failed. Jobs of a killed process are to do.
    running: the longest first. failures: the first. mishaps: the most frequent.
    seconds: of all jobs that ended; mean, longest: of one; longest_key: its key.
    lost: seconds of failed attempts.
    costs: by worker.
    faults: number of answers that differed from the recorded one.
    """

    version: str
    task: JSON
    made: float
    is_run: bool
    jobs: dict[str, int]
    running: list[RunningJob]
    failures: list[Failure]
    mishaps: list[Mishap]
    seconds: float
    mean: float | None
    longest: float | None
    longest_key: str | None
    lost: float
    costs: list[Cost]
    faults: int

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, for JSON."""
        plain = self._asdict()
        for name in ("running", "failures", "mishaps", "costs"):
            plain[name] = [each._asdict() for each in plain[name]]
        return plain


def read_ledger(path: str, most: int = 10) -> Ledger:
    """Read a snapshot of a journal. most: maximal number of failures and mishaps listed. Raises InputError."""
    with _reading(path) as journal:
        facts = dict(journal.execute("SELECT name, value FROM facts"))
        if not {"version", "task", "made"} <= facts.keys():
            raise InputError(f"journal {path} {DAMAGED}")
        under_way = is_run(path)
        seconds, mean, longest = journal.execute(
            f"SELECT total(seconds), avg(seconds), max(seconds) FROM jobs WHERE {ENDED}"
        ).fetchone()
        longest_key = journal.execute(f"SELECT key FROM jobs WHERE {ENDED} ORDER BY seconds DESC LIMIT 1").fetchone()
        lost, faults = journal.execute(
            "SELECT (SELECT total(seconds) FROM mishaps), (SELECT count(*) FROM faults)"
        ).fetchone()
        return Ledger(
            version=facts["version"],
            task=json.loads(facts["task"]),
            made=float(facts["made"]),
            is_run=under_way,
            jobs=_count_jobs(journal, under_way),
            running=_running(journal) if under_way else [],
            failures=_failures(journal, most),
            mishaps=_mishaps(journal, most),
            seconds=seconds,
            mean=mean,
            longest=longest,
            longest_key=None if longest_key is None else longest_key[0],
            lost=lost,
            costs=_costs(journal),
            faults=faults,
        )


def _count_jobs(journal: sqlite3.Connection, under_way: bool) -> dict[str, int]:
    jobs = dict.fromkeys(STATES, 0) | dict(journal.execute("SELECT state, count(*) FROM jobs GROUP BY state"))
    if not under_way:
        jobs[TO_DO], jobs[RUNNING] = jobs[TO_DO] + jobs[RUNNING], 0
    return jobs


def _running(journal: sqlite3.Connection) -> list[RunningJob]:
    query = f"SELECT key, max(? - began, 0), worker, host FROM jobs WHERE state = '{RUNNING}' ORDER BY began"
    return [RunningJob(*row) for row in journal.execute(query, (time.time(),))]


def _failures(journal: sqlite3.Connection, most: int) -> list[Failure]:
    query = f"SELECT key, reason, attempts FROM jobs WHERE state = '{FAILED}' ORDER BY number LIMIT ?"
    return [Failure(*row) for row in journal.execute(query, (most,))]


def _mishaps(journal: sqlite3.Connection, most: int) -> list[Mishap]:
    query = "SELECT reason, count(*), total(seconds) FROM mishaps GROUP BY reason ORDER BY 2 DESC, 1 LIMIT ?"
    return [Mishap(*row) for row in journal.execute(query, (most,))]


def _costs(journal: sqlite3.Connection) -> list[Cost]:
    query = f"SELECT worker, host, count(*), total(seconds) FROM jobs WHERE {ENDED} GROUP BY 2, 1 ORDER BY 2, 1"
    return [Cost(*row) for row in journal.execute(query)]


def read_jobs(path: str) -> Iterator[tuple[Any, ...]]:
    """Yield a row of COLUMNS for each job in a journal. Raises InputError."""
    with _reading(path) as journal:
        yield from journal.execute(f"SELECT {', '.join(COLUMNS)} FROM jobs ORDER BY number")


def read_answers(path: str, description: Mapping[str, JSON]) -> list[tuple[str, JSON]]:
    """Return the keys and answers of the completed jobs in the journal of a task (see `Task.describe`).

    Raises InputError if it is of another task or cannot be read.
    """
    with _reading(path) as journal:
        check_task(journal, path, description)
        return list(answers_in(journal))


@contextmanager
def _reading(path: str) -> Iterator[sqlite3.Connection]:
    """Open a journal for a consistent snapshot, even while it is written. Raises InputError."""
    if not os.path.exists(path):
        raise InputError(f"no file {path}")
    if not os.path.isfile(path) or not os.access(path, os.R_OK):
        raise InputError(f"file {path} cannot be read{': it is a folder' if os.path.isdir(path) else ''}")
    with failures_named(path), closing(_connect(path)) as journal:
        check_form(journal, path)
        journal.execute("BEGIN")
        yield journal


def _connect(path: str) -> sqlite3.Connection:
    """Open a database for reading; if SQLite cannot write beside it, as immutable."""
    place = Path(path).resolve()
    is_left = not os.access(place.parent, os.W_OK) and not os.path.exists(f"{place}-wal")
    mode = "mode=ro&immutable=1" if is_left else "mode=ro"
    return sqlite3.connect(f"{place.as_uri()}?{mode}", uri=True, isolation_level=None, timeout=BUSY_SECONDS)
