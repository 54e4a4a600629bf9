"""Chess: whoever attacks the other's king so that it cannot escape wins."""

from plywise.games.chess.chess import Chess

__all__ = ["Chess"]
