"""The tables of a store, version by version, in SQL that SQLite and PostgreSQL read alike.

    plywise_games      id -> a game's record as JSON, whether it is finished, when it was begun and last saved
    plywise_analyses   (game, position, name) -> an analysis as JSON
    plywise_puzzles    id -> how often a puzzle was tried, and when it was first solved

Times are seconds since 1970. A version is never changed once it was released: a new one is added behind it.
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
"""What leads from each version to the next; the first from an empty database."""

VERSION = len(MIGRATIONS)


def refusal_of(version: int) -> str:
    """Return why a store of some version cannot be used; "" if it can, perhaps after migrations."""
    if 0 <= version <= VERSION:
        return ""
    return f"was written by a newer Plywise: its version is {version}, this one reads up to {VERSION}"
