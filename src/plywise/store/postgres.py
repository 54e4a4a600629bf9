"""A store in a PostgreSQL database, by its URL."""

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar
from urllib.parse import unquote

from plywise.errors import InputError
from plywise.process.extras import require
from plywise.store.database import Row, Values
from plywise.store.schema import MIGRATIONS, VERSION, refusal_of

SCHEMES = ("postgresql://", "postgres://")
CONNECT_SECONDS = 10
LOCK = 0x504C5953
"""The number of the advisory lock held during migrations."""

Answer = TypeVar("Answer")


class PostgresDatabase:
    """A store's tables in a PostgreSQL database, created if necessary. Needs psycopg, the extra `postgres`.

    After a lost connection, as by a restart of the server, it reconnects once and repeats the statement; at worst a
    committed statement is executed twice. Raises InputError, which names the URL without its password.
    """

    def __init__(self, url: str) -> None:
        psycopg = require("psycopg", "PostgreSQL needs")
        self._psycopg, self._url = psycopg, url
        self.name = without_password(url)
        self._lock = threading.Lock()
        with self._convert_errors():
            self._connection = self._connect()

    def read(self, query: str, values: Values = ()) -> list[Row]:
        """Return the rows of a query."""
        return self._do(lambda connection: connection.execute(_in_psycopg(query), values).fetchall())

    def write(self, statement: str, values: Values = ()) -> int:
        """Execute a statement in its own transaction; return the number of rows changed."""
        return int(self._do(lambda connection: connection.execute(_in_psycopg(statement), values).rowcount))

    def close(self) -> None:
        """Close the connection."""
        with self._lock, self._convert_errors():
            self._connection.close()

    def _do(self, ask: Callable[[Any], Answer]) -> Answer:
        with self._lock, self._convert_errors():
            try:
                return ask(self._connection)
            except self._psycopg.OperationalError:
                if not self._connection.broken:
                    raise
            self._connection = self._connect()
            return ask(self._connection)

    def _connect(self) -> Any:
        connection = self._psycopg.connect(self._url, autocommit=True, connect_timeout=CONNECT_SECONDS)
        try:
            with connection.transaction():
                connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
                self._migrate(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _migrate(self, connection: Any) -> None:
        """Migrate the tables to the newest version."""
        connection.execute("SET LOCAL client_min_messages = warning")
        connection.execute("CREATE TABLE IF NOT EXISTS plywise_schema (version INTEGER NOT NULL)")
        row = connection.execute("SELECT max(version) FROM plywise_schema").fetchone()
        version = row[0] or 0
        refusal = refusal_of(version)
        if refusal:
            raise InputError(f"store {self.name} {refusal}")
        for statements in MIGRATIONS[version:]:
            for statement in statements:
                connection.execute(statement)
        if version < VERSION:
            connection.execute("INSERT INTO plywise_schema VALUES (%s)", (VERSION,))

    @contextmanager
    def _convert_errors(self) -> Iterator[None]:
        """Convert exceptions to an InputError that names the database."""
        try:
            yield
        except self._psycopg.Error as error:
            message = " ".join(str(error).split()) or type(error).__name__
            raise InputError(f"store {self.name} cannot be used: {message}") from None
        except UnicodeEncodeError as error:
            raise InputError(f"store {self.name} cannot keep a value: {error}") from None


def without_password(url: str) -> str:
    """Replace the password in a URL by `...`. Raises InputError if the end of the password is ambiguous.

    >>> without_password("postgresql://ann:secret@host/games?sslpassword=secret")
    'postgresql://ann:...@host/games?sslpassword=...'
    """
    scheme, _, rest = url.partition("//")
    user, colon, password = rest.partition("?")[0].rpartition("@")[0].partition(":")
    if colon and set(password) & set("@/"):
        raise InputError(f"store {scheme}//{user}:... cannot be used: in a password write %40 for @ and %2F for /")
    base, mark, options = re.sub(r"(//[^/@]*?):[^/@]*@", r"\1:...@", url).partition("?")
    shown = [
        f"{option.partition('=')[0]}=..." if "password" in unquote(option.partition("=")[0]).lower() else option
        for option in options.split("&")
    ]
    return base + mark + "&".join(shown)


def _in_psycopg(statement: str) -> str:
    """Convert a statement to psycopg's placeholders."""
    return statement.replace("?", "%s")
