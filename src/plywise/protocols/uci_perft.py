"""The command `go perft`: count the lines of play after each move, in Stockfish's output format."""

from plywise.engines.limits import Stopped
from plywise.engines.perft import count
from plywise.game import Game, State
from plywise.games.user_files import described
from plywise.protocols.uci_task import Say, UciTask


class UciPerft(UciTask):
    """Counts lines of play of a given length."""

    ends_by_itself = True

    def __init__(self, game: Game, state: State, plies: int, say: Say) -> None:
        super().__init__(say)
        self.game, self.state, self.plies = game, state, plies

    def run(self) -> None:
        """Print the number of lines for each move, and the total."""
        try:
            counted = count(self.game, self.state, self.plies, divide=True, stop=self.stopped)
        except Stopped:
            self.say("info string go: perft was stopped")
        except Exception as error:  # noqa: BLE001 - a user's rules may raise anything
            self.say(f"info string go: {described(error)}")
        else:
            for word, lines in (counted.divide_by_word or {}).items():
                self.say(f"{word}: {lines}")
            self.say(f"Nodes searched: {counted.nodes_by_ply[self.plies]}")
