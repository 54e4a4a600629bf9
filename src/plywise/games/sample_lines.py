"""Lines of good play of the registered games, for drawings of a position of play."""

SAMPLE_LINES = {
    "tictactoe": "4 0 2 6",
    "nim": "2-1 3-2",
    "connect4": "2 2 2 2 4 3 3 4 3 4 3 3 7 4 4",
    "breakthrough": "a7b6 c2b3 b6a5 b3a4 d7c6 d2c3 c7b6 c3c4 a5b4 a2b3 b6a5 c4c5 d8c7 e2e3 e7d6 e3d4",
    "kalah": "6 2 6 2 6 1 3",
    "checkers": "10-14 23-18 14x23 26x19 11-15 19x10 7x14 22-18 14x23 27x18",
    "go": "c2 c4 b4 b2 d4 d2 c5 a4 a3 e4 e3",
    "hex": "d4 c5 e3 d3 c3 e2 f2 d2 b5 e5 e4",
    "othello": "c4 e3 f6 c5 c3 e6 f7 c6 d6 e7 f5 f4 d3 f3 d8 g4 d7",
    "mnk": "4 1 0",
    "cube": "7 13 6 8 18",
    "chess": "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3",
}
"""A line of good play of each game, up to the position shown."""
