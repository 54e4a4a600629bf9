"""The players: random, simple, search, solver, Python functions and other programs."""

from plywise.play.players.engine import EnginePlayer
from plywise.play.players.gtp_player import GtpPlayer
from plywise.play.players.named import as_player, describe_player, make_player
from plywise.play.players.python_players import FileFunctionPlayer, FunctionPlayer, ObjectPlayer
from plywise.play.players.random_player import RandomPlayer
from plywise.play.players.simple import SimplePlayer
from plywise.play.players.solver import SolverPlayer
from plywise.play.players.uci_player import UciPlayer

__all__ = [
    "EnginePlayer",
    "FileFunctionPlayer",
    "FunctionPlayer",
    "GtpPlayer",
    "ObjectPlayer",
    "RandomPlayer",
    "SimplePlayer",
    "SolverPlayer",
    "UciPlayer",
    "as_player",
    "describe_player",
    "make_player",
]
