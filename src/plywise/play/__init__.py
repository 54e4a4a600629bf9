"""Players that choose moves, and games between two of them."""
