"""What outlives a process: games, analyses and puzzles done, in an SQLite file or a PostgreSQL database."""
