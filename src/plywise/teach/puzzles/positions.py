"""Candidate positions for puzzles: all positions of a small game, otherwise those of games played from a seed."""

from collections.abc import Iterator

from plywise.game import Action, Game, State
from plywise.game.random_play import random_line
from plywise.game.reachable import Positions
from plywise.play.players.engine import EnginePlayer
from plywise.play.players.simple import has_won
from plywise.teach.exercises.random_source import StableRandom

MAX_LISTED = 8_000
"""The positions of a larger game are not enumerated."""

GAME_PLIES = 300
"""The most plies of a practice game; longer ones are cut short."""

PLAY_NODES = 300
"""Nodes per move for the engine that plays them."""

CARELESS, WATCHFUL = 0.3, 0.9
"""How often a random move replaces the engine's, and how often a random player sees a win in one."""


def list_positions(game: Game) -> list[State] | None:
    """Return all positions of a game that are not terminal, symmetric ones once; None if there are too many."""
    listed, found = Positions(game), list[State]()
    listed.add(game.initial())
    for state in listed.states():
        found.append(state)
        if len(listed) > MAX_LISTED:
            return None
    return [state for state in found if not game.terminal(state)]


class PracticeGames:
    """Games played for their positions, the same for the same source of random draws.

    The engine plays, with occasional slips, if it has a search for play of the game. Otherwise moves are random, except
    for wins in one. Both leave mistakes to find.
    """

    def __init__(self, game: Game, source: StableRandom) -> None:
        self.game, self.source = game, source
        self._engine = EnginePlayer(nodes=PLAY_NODES)
        self._has_engine = self._engine.is_selective(game) and game.compiles

    def prepare(self) -> None:
        """Compile the search for play."""
        if self._has_engine:
            self._engine.begin(self.game, self.game.initial())

    def play(self) -> list[State]:
        """Return the non-terminal positions of one game, the last one first."""
        self.prepare()  # the engine forgets the game before
        line = random_line(self.game, self.game.initial(), self._choose, GAME_PLIES)
        return [step.before for step in line][::-1]

    def _choose(self, state: State, actions: list[Action]) -> Action:
        """Return the action to play: the engine's, a win in one, or a random one."""
        game = self.game
        if self._has_engine and not self.source.happens(CARELESS):
            return self._engine.choose(game, state)
        wins = []
        if not self._has_engine and self.source.happens(WATCHFUL):
            player = game.player(state)
            wins = [action for action in actions if has_won(game, game.result(state, action), player)]
        return self.source.choice(wins or actions)


def positions_of(game: Game, source: StableRandom) -> Iterator[list[State]]:
    """Yield batches of positions: single positions of a small game, in random order; otherwise whole games, endlessly.

    The batches of a small game end.
    """
    every = list_positions(game)
    if every is not None:
        yield from ([state] for state in source.shuffled(every))
        return
    games = PracticeGames(game, source)
    games.prepare()
    while True:
        yield games.play()
