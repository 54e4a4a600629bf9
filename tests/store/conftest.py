"""The two kinds of stores, empty; that in PostgreSQL needs a server of its own."""

import pytest

from tests.helpers.postgres import find_program, postgres_server


@pytest.fixture(scope="session")
def postgres():
    if not (find_program("initdb") and find_program("postgres")):
        pytest.skip("PostgreSQL is not here")
    with postgres_server() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def place(request, tmp_path):
    """Return where an empty store may be made."""
    if request.param == "sqlite":
        return str(tmp_path / "store.sqlite3")
    import psycopg

    url, _ = request.getfixturevalue("postgres")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS plywise_schema, plywise_games, plywise_analyses, plywise_puzzles")
    return url
