"""Players: whoever chooses an action when it is their turn, by chance, at sight, by a search or by proof."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from threading import Event
from typing import Any, NamedTuple, Protocol
from zlib import crc32

from plywise.engines.limits import Limits, Stopped, TooLong
from plywise.engines.results import SearchResult
from plywise.engines.search import search
from plywise.engines.tie_break import preferred
from plywise.errors import InputError, NativeFailure
from plywise.game import Action, Game, State
from plywise.solvers.method import NoDistance
from plywise.solvers.solver import Solution, Solver

ENGINE_NODES = 200_000
"""Nodes per move for an engine without a limit of its own: about a second of the reference search."""

LEVELS = range(1, 13)
FIRST_NODES, MORE_NODES = 150, 3
"""Nodes per move at level 1, and the factor by which they grow from level to level: 26 million at level 12."""

LEAST_PLIES = 2
"""Every level sees its own move and the reply, however many moves there are."""

CARELESS, CAREFUL_LEVEL = 0.6, 7
"""How often level 1 moves at sight; each further level half as often, and CAREFUL_LEVEL never."""

USUAL_MOVES = 20
"""Moves of a player in a game of usual length. In a shorter one each move is careless more often, so that as many games
have a careless move in them: at most CARELESS at level 1, and evenly less from level to level."""

SAMPLE_GAMES = 9
"""Random games by which a game's length is judged."""

MOST_PAIRS = 10_000
"""Where a move and its reply can be chosen in more ways than about these, nobody looks at all of them at sight."""

SOLVER_SECONDS = 5.0
"""Seconds a move in which the solver tries to prove the best move, unless it is told otherwise."""


class Thought(NamedTuple):
    """The action a player chooses, and why.

    finding: the search or the proof that it rests on; None for one chosen at sight or by chance.
    at_sight: it was chosen as a SimplePlayer does.
    """

    action: Action
    finding: SearchResult | Solution | None = None
    at_sight: bool = False


Watcher = Callable[[SearchResult], None]
"""Told a few times a second how far a search has come: see `Limits`."""


class Player(Protocol):
    """Chooses an action when it is its turn."""

    def choose(self, game: Game, state: State) -> Action:
        """Return a legal action of a state that is not terminal."""


@dataclass
class RandomPlayer:
    """Chooses uniformly among the legal actions; the same seed gives the same choices."""

    seed: int | None = None
    _source: random.Random = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._source = random.Random(self.seed)

    def choose(self, game: Game, state: State) -> Action:
        """Return a random action."""
        return self._source.choice(list(game.actions(state)))


@dataclass(frozen=True)
class SimplePlayer:
    """Moves at sight: wins at once, or else lets the other not win at once; among such moves, by `priority`."""

    def choose(self, game: Game, state: State) -> Action:
        """Return the move."""
        side, actions = game.player(state), list(game.actions(state))
        children = {action: game.result(state, action) for action in actions}
        winning = [action for action in actions if has_won(game, children[action], side)]
        if winning or len(actions) ** 2 > MOST_PAIRS:
            return preferred(game, state, winning or actions)
        safe = [action for action in actions if not can_lose(game, children[action], side)]
        return preferred(game, state, safe or actions)

    def consider(self, game: Game, state: State, watcher: Watcher | None = None) -> Thought:
        """Return the move, and that it was not thought about."""
        return Thought(self.choose(game, state), at_sight=True)


def has_won(game: Game, state: State, side: int) -> bool:
    """Return whether the game is over, and a side has won."""
    return bool(game.terminal(state) and side * game.utility(state) > 0)


def can_lose(game: Game, state: State, side: int) -> bool:
    """Return whether a side has lost, or the other can win at once."""
    if game.terminal(state):
        return bool(side * game.utility(state) < 0)
    other = game.player(state)
    replies = game.actions(state) if other != side else ()
    return any(has_won(game, game.result(state, reply), other) for reply in replies)


@dataclass(frozen=True)
class EnginePlayer:
    """Searches by iterative deepening and plays the best move, the most promising by the game's `priority` of equals.

    level: 1 to 12
    depth, time, nodes: limits, as in `search`, also of a level; without any, ENGINE_NODES
    seed: of a level's carelessness; another seed is careless elsewhere

    Each level thinks three times as long as the one below it: level n enters level_nodes(n) nodes a move, and always
    sees its own move and the reply. The lowest levels are careless, too: six times in ten level 1 does not think, but
    moves at sight (SimplePlayer); level 2 three times in ten, and so on; level 7 never. In short games, where one move
    decides, levels 2 to 6 are careless more often: see USUAL_MOVES. Nothing depends on the machine: the same level with
    the same seed plays the same moves.

    A proved win is played by the shortest line that the deepening found.
    """

    level: int | None = None
    depth: int | None = None
    time: float | None = None
    nodes: int | None = None
    seed: int | None = None
    _lengths: list[tuple[Game, float]] = field(default_factory=list, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.level is None and self.seed is not None:
            raise InputError("an engine without a level is never careless: it takes no seed")
        if self.level is not None and self.level not in LEVELS:
            raise InputError(f"an engine's level is {LEVELS[0]} to {LEVELS[-1]}, not {self.level}")
        if self.depth is not None and self.depth < 1:
            raise InputError(f"an engine's depth is 1 or more, not {self.depth}")
        if self.level is not None and self.depth is not None:
            raise InputError("an engine's level says how far it looks, and so does its depth: give one of them")

    def choose(self, game: Game, state: State) -> Action:
        """Return the best action found, or one at sight."""
        return self.consider(game, state).action

    def consider(self, game: Game, state: State, watcher: Watcher | None = None) -> Thought:
        """Return the action to play, and why."""
        if self.is_careless(game, state):
            return Thought(SimplePlayer().choose(game, state), at_sight=True)
        return self.advise(game, state, watcher)

    def advise(self, game: Game, state: State, watcher: Watcher | None = None) -> Thought:
        """Return the best action found, carelessly never."""
        result = self.think(game, state, watcher)
        return Thought(result.best, result)

    def is_careless(self, game: Game, state: State) -> bool:
        """Return whether the level does not think in this state, but moves at sight."""
        if self.level is None or self.level >= CAREFUL_LEVEL:
            return False
        drawn = crc32(f"{self.seed or 0} {self.level} {game.format_state(state)}".encode()) / 2**32
        return drawn < carelessness(self.level, self._moves_in(game))

    def _moves_in(self, game: Game) -> float:
        """Return `moves_in` of a game."""
        if not self._lengths or self._lengths[0][0] is not game:
            self._lengths[:] = [(game, moves_in(game))]
        return self._lengths[0][1]

    def think(self, game: Game, state: State, watcher: Watcher | None = None) -> SearchResult:
        """Return the result of the search. Raises KeyboardInterrupt at Ctrl-C, which means leaving."""
        nodes = self.nodes
        if self.level is not None:
            nodes = min(level_nodes(self.level), self.nodes or level_nodes(self.level))
        if self.depth is None and self.time is None and nodes is None:
            nodes = ENGINE_NODES
        look = partial(search, game, state, algorithm="deepening", time=self.time, watcher=watcher)
        result = look(depth=self.depth, nodes=nodes)
        if (
            self.level is not None
            and self.nodes is None
            and result.stopped_by == "nodes"
            and result.depth < LEAST_PLIES
        ):
            result = look(depth=LEAST_PLIES)
        if result.stopped_by == "interrupt":
            raise KeyboardInterrupt
        return result


def level_nodes(level: int) -> int:
    """Return the nodes that an engine of a level enters for a move.

    >>> level_nodes(1), level_nodes(8), level_nodes(12)
    (150, 328050, 26572050)
    """
    return FIRST_NODES * int(MORE_NODES ** (level - 1))


def carelessness(level: int, moves: float) -> float:
    """Return how often a level moves at sight in a game of so many moves of its own.

    >>> [round(carelessness(level, USUAL_MOVES), 3) for level in range(1, 8)]
    [0.6, 0.3, 0.15, 0.075, 0.037, 0.019, 0.0]
    >>> [round(carelessness(level, 5), 3) for level in range(1, 8)]
    [0.6, 0.5, 0.4, 0.268, 0.142, 0.073, 0.0]
    """
    if level >= CAREFUL_LEVEL:
        return 0.0
    usual = CARELESS / 2 ** (level - 1)
    most = CARELESS * (CAREFUL_LEVEL - level) / (CAREFUL_LEVEL - 1)
    return min(most, 1 - float((1 - usual) ** (USUAL_MOVES / moves)))


def moves_in(game: Game) -> float:
    """Return a player's moves in a long one of a few random games, at most USUAL_MOVES."""
    longest, source = 1, random.Random(1)
    for _ in range(SAMPLE_GAMES):
        state, plies = game.initial(), 0
        while plies < 2 * USUAL_MOVES and not game.terminal(state):
            state = game.result(state, source.choice(list(game.actions(state))))
            plies += 1
        longest = max(longest, plies)
    return longest / 2


@dataclass(frozen=True)
class SolverPlayer:
    """Plays perfectly where it can prove the best move in its time, and elsewhere as well as it can.

    time: seconds a move to prove; as many again for a search where that was not enough.

    Proved wins are played the shortest way, proved losses the longest. What it has proved it keeps from move to move.
    """

    time: float = SOLVER_SECONDS
    _known: list[tuple[Game, Solver | None]] = field(default_factory=list, init=False, repr=False, compare=False)
    _under_way: Event = field(default_factory=Event, init=False, repr=False, compare=False)

    def choose(self, game: Game, state: State) -> Action:
        """Return the best action found."""
        return self.consider(game, state).action

    def consider(self, game: Game, state: State, watcher: Watcher | None = None) -> Thought:
        """Return the action to play, and why."""
        solution = self.prove(game, state)
        if solution is not None:
            return Thought(preferred(game, state, solution.best), solution)
        return EnginePlayer(time=self.time).advise(game, state, watcher)

    advise = consider

    def proof_nodes(self) -> int | None:
        """Return the nodes entered so far by the proof that is under way, for other threads; None if none is."""
        if not self._under_way.is_set() or not self._known or self._known[0][1] is None:
            return None
        return self._known[0][1].nodes

    def prove(self, game: Game, state: State) -> Solution | None:
        """Return the solved state; None where the time does not suffice or the game cannot be compiled."""
        if not self._known or self._known[0][0] is not game:
            self._known[:] = [(game, _solver_of(game))]  # one table is enough
        solver = self._known[0][1]
        if solver is None:
            return None
        self._under_way.set()
        try:
            return solver.solve(state, line=False, time=self.time)
        except (Stopped, TooLong):
            return None
        except NativeFailure:  # the search says why
            self._known[:] = [(game, None)]
            return None
        finally:
            self._under_way.clear()


def _solver_of(game: Game) -> Solver | None:
    """Return a compiled solver of a game, of distances too if it has them; None if it cannot be compiled."""
    try:
        solver = Solver(game)
    except NoDistance:
        solver = Solver(game, distance=False)
    return solver if solver.engine == "native" else None


KINDS: dict[str, dict[str, type]] = {
    "random": {"seed": int},
    "simple": {},
    "engine": {"level": int, "depth": int, "time": float, "nodes": int, "seed": int},
    "solver": {"time": float},
}
"""The players that need nobody at the keyboard, and the types of their settings."""


def make_player(who: str) -> Player:
    """Return the player that a text names: `random`, `random:seed=7`, `simple`, `engine:level=3`, `solver:time=1`.

    Raises InputError if there is no such player or setting.

    >>> make_player("engine:level=3")
    EnginePlayer(level=3, depth=None, time=None, nodes=None, seed=None)
    """
    kind, _, rest = who.partition(":")
    if kind not in KINDS:
        raise InputError(f"no player {who!r}; there are human, {', '.join(KINDS)}")
    settings: dict[str, Any] = {}
    for part in filter(None, rest.split(",")):
        name, equals, text = part.partition("=")
        if not equals or name not in KINDS[kind]:
            there_are = f"{kind} has {', '.join(KINDS[kind])}, as name=value" if KINDS[kind] else f"{kind} has none"
            raise InputError(f"player {who!r}: {part!r} is no setting; {there_are}")
        if name in settings:
            raise InputError(f"player {who!r}: {name} is given twice")
        try:
            settings[name] = KINDS[kind][name](text)
        except ValueError:
            raise InputError(f"player {who!r}: {text!r} is no number") from None
    player: Player = MAKERS[kind](**settings)
    Limits(*(settings.get(limit) for limit in ("depth", "time", "nodes")))  # refuses limits that no search can keep
    return player


MAKERS: dict[str, Callable[..., Player]] = {
    "random": RandomPlayer,
    "simple": SimplePlayer,
    "engine": EnginePlayer,
    "solver": SolverPlayer,
}
