"""A game reviewed after it: what each move was worth, where the game turned, and what to try again."""
