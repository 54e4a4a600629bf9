"""The laws of a game, on which every search relies, and check(game), which tests them."""
