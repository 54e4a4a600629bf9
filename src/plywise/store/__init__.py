"""Persistent storage of games, analyses and solved puzzles, in an SQLite file or a PostgreSQL database."""
