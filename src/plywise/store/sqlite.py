"""A store in an SQLite file in WAL mode: committed data survives a crash of the process at any instant.

After a power failure the file is consistent, but transactions since the system last wrote its buffers, by itself or at
a checkpoint, may be missing (synchronous=NORMAL). In return, saving a move does not wait for the disk.
"""

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from plywise.errors import InputError
from plywise.store.database import Row, Values
from plywise.store.place import PRIVATE
from plywise.store.schema import MIGRATIONS, VERSION, refusal_of

APPLICATION = 0x504C5953  # "PLYS", in the file's header
BUSY_SECONDS = 30.0
LOCK_STEP = 0.02


class SqliteDatabase:
    """A store's SQLite file, created if necessary. Several processes may use it at once.

    Raises InputError if it cannot be used, is not a store, or was written by a newer version. A forked process must
    reopen it.

    patience: seconds to wait for a lock of another process; None: BUSY_SECONDS
    """

    def __init__(self, path: str | os.PathLike[str], patience: float | None = None) -> None:
        self.path = os.fspath(path)
        self._patience = BUSY_SECONDS if patience is None else patience
        self._lock = threading.Lock()
        self._file: tuple[int, int] | None = None
        self._is_closed = False
        with self._convert_errors():
            self._connection: sqlite3.Connection | None = self._connect()

    def read(self, query: str, values: Values = ()) -> list[Row]:
        """Return the rows of a query."""
        with self._locked(), self._convert_errors():
            return self._opened().execute(query, values).fetchall()

    def write(self, statement: str, values: Values = ()) -> int:
        """Execute a statement in its own transaction; return the number of rows changed."""
        with self._locked(), self._convert_errors():
            return self._opened().execute(statement, values).rowcount

    def close(self) -> None:
        """Close the file."""
        with self._lock, self._convert_errors():
            self._is_closed = True
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Lock the connection. Raises InputError if that takes too long."""
        if not self._lock.acquire(timeout=self._patience):
            raise InputError(f"store {self.path} is locked by another process: others wait for it already")
        try:
            yield
        finally:
            self._lock.release()

    def _connect(self) -> sqlite3.Connection:
        """Open or create the file."""
        Path(self.path).parent.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        if os.path.isdir(self.path):
            raise InputError(f"store {self.path} is a folder")
        connection = sqlite3.connect(self.path, isolation_level=None, timeout=self._patience, check_same_thread=False)
        try:
            self._begin(connection)
        except BaseException:
            connection.close()
            raise
        self._file = _identify(self.path)
        return connection

    def _opened(self) -> sqlite3.Connection:
        """Return the connection; a new one if the file was removed, because writes to the old one would be lost.

        Raises InputError if another file has replaced it.
        """
        if self._is_closed:
            raise InputError(f"store {self.path} is closed")
        there = _identify(self.path)
        if self._connection is not None and there is None:
            self._connection.close()  # first, because closing removes its own files
            self._connection = None
        elif self._connection is not None and there != self._file:
            raise InputError(f"store {self.path} was replaced while it was in use: restart this program")
        if self._connection is None:
            self._connection = self._connect()
        return self._connection

    def _begin(self, connection: sqlite3.Connection) -> None:
        """Check the file and migrate it to the newest version."""
        version = self._check(connection)
        _enter_wal(connection, self._patience)
        connection.execute("PRAGMA synchronous = NORMAL")
        if version < VERSION:
            self._migrate(connection)

    def _migrate(self, connection: sqlite3.Connection) -> None:
        connection.execute("BEGIN IMMEDIATE")
        try:
            version = self._check(connection)  # again, as another process may just have migrated it
            for statements in MIGRATIONS[version:]:
                for statement in statements:
                    connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def _check(self, connection: sqlite3.Connection) -> int:
        """Return the version of a store's file, 0 for an empty one. Raises InputError if it is not a store."""
        size = os.stat(self.path).st_size
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        if size and not pages:  # less than a page: SQLite would treat it as empty and overwrite it
            raise InputError(f"store {self.path} is not a database")
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if application != APPLICATION and (application or version or tables):
            raise InputError(f"store {self.path} is a database of another program")
        refusal = refusal_of(version)
        if refusal:
            raise InputError(f"store {self.path} {refusal}")
        return int(version)

    @contextmanager
    def _convert_errors(self) -> Iterator[None]:
        """Convert exceptions to an InputError that names the file."""
        try:
            yield
        except InputError:
            raise
        except sqlite3.Error as error:
            raise InputError(f"store {self.path} {_explain(error)}") from None
        except OSError as error:
            raise InputError(f"store {self.path} cannot be used: {error.strerror or error}") from None
        except (UnicodeEncodeError, OverflowError, ValueError) as error:
            raise InputError(f"store {self.path} cannot keep a value: {error}") from None


def _identify(path: str) -> tuple[int, int] | None:
    """Return what tells a file from any other of the same name; None where there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _enter_wal(connection: sqlite3.Connection, patience: float) -> None:
    """Let readers and a writer work at once. SQLite does not wait here by itself for others that open the file."""
    give_up = time.monotonic() + patience
    while connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > give_up:
                raise
            time.sleep(LOCK_STEP)


def _explain(error: sqlite3.Error) -> str:
    """Return what an SQLite error means for the user."""
    told = " ".join(str(error).split())
    if "not a database" in told:
        return "is not a database"
    if "malformed" in told or "disk image" in told:
        return "is damaged"
    if "readonly" in told or "unable to open" in told:
        return f"cannot be written or opened: {told}"
    if "locked" in told:
        return f"is locked by another process: {told}"
    return f"cannot be used: {told}"
