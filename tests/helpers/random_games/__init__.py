"""Random small games in ordinary Python, as source text: `write_game(seed)`."""

from tests.helpers.random_games.games import write_game

__all__ = ["write_game"]
