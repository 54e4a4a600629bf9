"""The search for play, compiled: what a player keeps from move to move, and how it deepens until its limits."""
