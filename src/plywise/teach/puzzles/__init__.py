"""Puzzles: positions of any game with one best move, which a search has proved."""
