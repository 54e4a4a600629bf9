"""A worker's cache of compiled games with their players; the least recently used are evicted."""

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress

from plywise.engines.compiled import compiled_engine
from plywise.engines.learned.of_game import with_learned_beside
from plywise.engines.search import search
from plywise.engines.selective_search import SelectiveSearch
from plywise.errors import NativeFailure
from plywise.game import Game, State
from plywise.games.loading import make
from plywise.live.readings import Readings
from plywise.play.player import Player
from plywise.play.players import EnginePlayer, SolverPlayer, make_player
from plywise.play.players.program_player import ProgramPlayer
from plywise.solvers.method import NoDistance
from plywise.solvers.solver import Solver

MAX_GAMES = 6
MAX_PLAYERS = 6
MAX_SEARCHES = 3
"""Of one game."""


class WarmGame:
    """A game with its players and searches, cached between jobs.

    Searches keep their tables within a session; they are cleared for another session, so that a move does not depend on
    other sessions.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._players: OrderedDict[str, tuple[Player, str]] = OrderedDict()
        self._searches: OrderedDict[str, SelectiveSearch] = OrderedDict()
        self._solver: Solver | None = None
        self._has_solver = False

    def player(self, who: str, owner: str, start: State, compiling: Callable[[], None]) -> Player:
        """Return the player of a text, ready to play a session's game. compiling: called before compiling."""
        player, before = self._players.pop(who, (None, ""))
        if player is None:
            player = make_player(who, seed=0)
            compiling()
            player.begin(self.game, start)
            self._prepare_timed(player, start)
        elif owner != before and self._learns(player):
            player.begin(self.game, start)
        self._players[who] = player, owner
        while len(self._players) > MAX_PLAYERS:
            self._players.popitem(last=False)
        return player

    def _prepare_timed(self, player: Player, start: State) -> None:
        """Compile for a search with a time limit before its time runs."""
        timed = isinstance(player, EnginePlayer) and player.time is not None and not player.keeps_search(self.game)
        if timed and compiled_engine(self.game, start, required=False) is not None:
            with suppress(NativeFailure):
                search(self.game, start, algorithm="deepening", engine="native", nodes=1, time=60.0, evaluate=False)

    def _learns(self, player: Player) -> bool:
        """Return whether a player keeps data from a game."""
        return isinstance(player, SolverPlayer | ProgramPlayer) or (
            isinstance(player, EnginePlayer) and player.keeps_search(self.game)
        )

    def search(self, owner: str, state: State, compiling: Callable[[], None]) -> SelectiveSearch | None:
        """Return the search for a session's analyses; None if the game cannot be compiled."""
        found = self._searches.pop(owner, None)
        if found is None:
            compiling()
            if compiled_engine(self.game, state, required=False) is None:
                return None
            found = SelectiveSearch(self.game)
            found.prepare(state)
        self._searches[owner] = found
        while len(self._searches) > MAX_SEARCHES:
            self._searches.popitem(last=False)
        return found

    def solver(self, compiling: Callable[[], None]) -> Solver | None:
        """Return the solver, with distances if the game has them; None if the game cannot be compiled."""
        if not self._has_solver:
            compiling()
            self._solver, self._has_solver = _solver_of(self.game), True
        return self._solver

    def give_up_solver(self) -> None:
        """Remove the solver after its rules have failed."""
        self._solver = None


class WarmGames:
    """The cached games, by GAME text.

    readings: the cached certificates
    """

    def __init__(self) -> None:
        self.readings = Readings()
        self._games: OrderedDict[str, WarmGame] = OrderedDict()

    def get(self, text: str) -> WarmGame:
        """Return a game, loading it if necessary. Raises InputError."""
        found = self._games.pop(text, None) or WarmGame(with_learned_beside(make(text)))
        self._games[text] = found
        while len(self._games) > MAX_GAMES:
            self._games.popitem(last=False)
        return found

    def texts(self) -> tuple[str, ...]:
        """Return the GAME texts of the cached games."""
        return tuple(self._games)


def _solver_of(game: Game) -> Solver | None:
    try:
        solver = Solver(game)
    except NoDistance:
        solver = Solver(game, distance=False)
    except NativeFailure:
        return None
    return solver if solver.engine == "native" else None
