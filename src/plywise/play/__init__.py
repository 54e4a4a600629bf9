"""Playing: who chooses the moves, and the match between two of them."""
