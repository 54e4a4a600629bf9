"""The search for play, compiled: the memory a player reuses from move to move, and iterative deepening."""
