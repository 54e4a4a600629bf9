"""Chess: rules, evaluation, FEN and SAN."""

from plywise.games.chess.chess import Chess

__all__ = ["Chess"]
