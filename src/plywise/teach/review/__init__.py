"""Review a finished game: the value of each move, the turning points, and positions to try again."""
