"""A player that follows a certificate, without a search."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from plywise.errors import InputError
from plywise.game import Action, Game, State, player_word
from plywise.play.player import Player, PlayerFailure, Situation, Thought
from plywise.play.players.solver import SolverPlayer

if TYPE_CHECKING:
    from plywise.certificates.reading import Strategy


@dataclass
class CertificatePlayer(Player):
    """Plays the strategy of a certificate, for its player and from its position, which reaches its goal for certain.

    path: the file, which is read and checked when the game begins.

    Where the certificate relies on a bound and names no action, a solver finds the move.
    """

    path: str
    _read: "list[tuple[Game, Strategy]]" = field(default_factory=list, init=False, repr=False, compare=False)
    _solver: SolverPlayer = field(default_factory=SolverPlayer, init=False, repr=False, compare=False)

    keeps_proofs = True

    def check_game(self, game: Game) -> None:
        """Raise InputError if the certificate cannot be read, proves nothing, or is about another game."""
        self.strategy(game)

    def strategy(self, game: Game) -> "Strategy":
        """Return the certificate's strategy for a game. Raises InputError."""
        if not self._read or self._read[0][0] is not game:
            from plywise.certificates.reading import NotProved, read_strategy  # rarely needed

            try:
                self._read[:] = [(game, read_strategy(self.path, game))]
            except NotProved as reason:
                raise InputError(f"cannot play from the certificate {self.path}: {reason}") from None
        return self._read[0][1]

    def decide(self, situation: Situation) -> Thought:
        """Return the action to play. Raises PlayerFailure if the certificate does not reach the position."""
        return Thought(self._choose(situation.game, situation.state, len(situation.actions)))

    def choose(self, game: Game, state: State) -> Action:
        """Return the action to play."""
        return self._choose(game, state, self.strategy(game).ply_of(state))

    def _choose(self, game: Game, state: State, ply: int) -> Action:
        strategy = self.strategy(game)
        side = strategy.goal.side
        if game.player(state) != side:
            raise PlayerFailure(
                "error", f"{self.path} is a certificate for {player_word(side)}, not for the other player"
            )
        try:
            step = strategy.step(state, ply)
        except InputError as error:
            raise PlayerFailure("error", str(error)) from None
        return self._solver.choose(game, state) if step.action is None else step.action
