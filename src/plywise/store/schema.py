"""The tables of a store, version by version, in SQL for both SQLite and PostgreSQL.

    plywise_games      id -> a game's record as JSON, whether it is finished, times of its beginning and last save
    plywise_analyses   (game, position, name) -> an analysis as JSON
    plywise_puzzles    id -> number of attempts at a puzzle, and time of the first solution

Times are seconds since 1970. A released version is never changed: append a new one.
"""

MIGRATIONS = (
    (
        """CREATE TABLE plywise_games (
            id TEXT PRIMARY KEY, record TEXT NOT NULL, finished INTEGER NOT NULL,
            began DOUBLE PRECISION NOT NULL, updated DOUBLE PRECISION NOT NULL
        )""",
    ),
    (
        "CREATE INDEX plywise_games_by_time ON plywise_games (updated)",
        """CREATE TABLE plywise_analyses (
            game TEXT NOT NULL, position TEXT NOT NULL, name TEXT NOT NULL, analysis TEXT NOT NULL,
            updated DOUBLE PRECISION NOT NULL, PRIMARY KEY (game, position, name)
        )""",
        """CREATE TABLE plywise_puzzles (
            id TEXT PRIMARY KEY, game TEXT NOT NULL, tries INTEGER NOT NULL, solved DOUBLE PRECISION,
            updated DOUBLE PRECISION NOT NULL
        )""",
    ),
)
"""The statements that migrate from each version to the next; the first from an empty database."""

VERSION = len(MIGRATIONS)


def refusal_of(version: int) -> str:
    """Return why a store of a version cannot be used; "" if it can, possibly after migrations."""
    if 0 <= version <= VERSION:
        return ""
    return f"was written by a newer Plywise: its version is {version}, this one reads up to {VERSION}"
