"""Playing: the players who choose the moves, and the match between two of them."""
