"""Puzzles: positions of any game with one best move, proved by a search."""
