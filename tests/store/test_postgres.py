"""A store in PostgreSQL: older tables are brought up to date, and what goes wrong is one line."""

import pytest

from plywise.errors import InputError
from plywise.store.schema import MIGRATIONS, VERSION
from plywise.store.store import Store


@pytest.fixture
def url(postgres):
    import psycopg

    with psycopg.connect(postgres[0], autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS plywise_schema, plywise_games, plywise_analyses, plywise_puzzles")
    return postgres[0]


def execute(url, *statements):
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement)


def test_tables_of_version_1_are_brought_up_to_date(url):
    execute(
        url,
        *MIGRATIONS[0],
        "CREATE TABLE plywise_schema (version INTEGER NOT NULL)",
        "INSERT INTO plywise_schema VALUES (1)",
        "INSERT INTO plywise_games VALUES ('old', '{\"moves\": [\"4\"]}', 1, 5, 6)",
    )
    for _ in range(2):  # once brought up to date, nothing more is done
        with Store(url) as store:
            assert store.list_games(finished=True)[0].record == {"moves": ["4"]}
            store.note_puzzle("p", "nim", True)
            tries = store.puzzles_done()[0].tries
    assert tries == 2


def test_a_newer_version_is_refused_in_one_line_without_the_password(url):
    Store(url).close()
    execute(url, f"INSERT INTO plywise_schema VALUES ({VERSION + 1})")
    with pytest.raises(InputError, match=r"^store postgresql://plywise:\.\.\.@.* was written by a newer") as refused:
        Store(url)
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_store_goes_on_after_the_server_was_started_anew(url, postgres):
    with Store(url) as store:
        store.save_game("a", {"n": 1})
        postgres[1]()
        assert store.load_game("a").record == {"n": 1}
        postgres[1]()
        store.save_game("a", {"n": 2})
        assert store.load_game("a").record == {"n": 2}


@pytest.mark.parametrize(
    "url", ["postgresql://u:secret@127.0.0.1:1/x", "postgresql://u@/x?host=/nowhere&password=secret", "postgresql://[:"]
)
def test_a_server_that_is_not_there_is_told_in_one_line(url):
    with pytest.raises(InputError, match=r"^store postgresql://.* cannot be used: ") as refused:
        Store(url)
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://u:se@secret@127.0.0.1:1/x",
        "postgresql://u:p/secret@127.0.0.1:1/x",
        "postgresql://u:?secret@127.0.0.1:1/x",
        "postgresql://u@127.0.0.1:1/x?PASSWORD=secret",
        "postgresql://u@127.0.0.1:1/x?pass%77ord=secret",
        "postgresql://u@127.0.0.1:1/x?sslpassword=secret",
    ],
)
def test_a_password_is_not_printed_however_it_is_written(url):
    with pytest.raises(InputError, match=r"^store postgresql://u.* cannot be used: ") as refused:
        Store(url)
    assert "secret" not in str(refused.value)


def test_without_psycopg_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "psycopg", None)
    with pytest.raises(
        InputError, match=r"^PostgreSQL needs psycopg, which is not installed: pip install 'plywise\[postgres\]'$"
    ):
        Store("postgresql:///x")
