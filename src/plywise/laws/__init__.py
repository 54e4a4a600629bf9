"""The laws of a game: what every search relies on, and check(game), which tests a game against them."""
