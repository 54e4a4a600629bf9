"""Moves by a search, of a given level or under limits."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any
from zlib import crc32

from plywise.engines.compiled import compiled_engine
from plywise.engines.move_time import time_for_move
from plywise.engines.play_features import PLAY_HOOKS
from plywise.engines.play_limits import PlayLimits
from plywise.engines.play_search import PlaySearch, play_features_without
from plywise.engines.results import SearchResult
from plywise.engines.search import search
from plywise.errors import InputError
from plywise.game import Game, State, defines
from plywise.play.allotment import SHORTEST, Allotment, early, least
from plywise.play.player import UNLIMITED, Allowance, Situation, ThinkingPlayer, Thought, Watcher
from plywise.play.players.random_player import mix
from plywise.play.players.simple import SimplePlayer
from plywise.weights import with_weights

ENGINE_NODES = 200_000
"""Nodes per move for an engine without a limit of its own: about a second of the reference search."""

EXACT, SELECTIVE = "exact", "selective"
"""The searches that a player may use."""

CLOCK_OVERHEAD = 0.05
"""Seconds of a clock that the search for play never plans for."""

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


@dataclass(frozen=True)
class EnginePlayer(ThinkingPlayer):
    """Searches by iterative deepening and plays the best move, the most promising by the game's `priority` of equals.

    level: 1 to 12
    depth, time, nodes: limits, as in `search`, also of a level; without any, ENGINE_NODES
    seed: of a level's carelessness; another seed is careless elsewhere
    weights: of the game's evaluation, by name, that are others than the game's own; see `plywise.weights`
    search: "exact", every move anew; "selective", the search for play, which keeps its table until the game is over.
        None: selective if the game has any of the hooks that only the search for play asks for, and neither level nor
        depth is given; otherwise exact. A game that cannot be compiled is searched exactly in any case
    without: features that the search for play leaves out, to measure them (`play_features.py`)

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
    weights: Mapping[str, Any] | None = field(default=None, hash=False)
    search: str | None = None
    without: tuple[str, ...] = ()
    _searches: list[PlaySearch] = field(default_factory=list, init=False, repr=False, compare=False)
    _lengths: list[tuple[Game, float]] = field(default_factory=list, init=False, repr=False, compare=False)
    _weighed: list[tuple[Game, Game]] = field(default_factory=list, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.level is None and self.seed is not None:
            raise InputError("an engine without a level is never careless: it takes no seed")
        if self.level is not None and self.level not in LEVELS:
            raise InputError(f"an engine's level is {LEVELS[0]} to {LEVELS[-1]}, not {self.level}")
        if self.depth is not None and self.depth < 1:
            raise InputError(f"an engine's depth is 1 or more, not {self.depth}")
        if self.level is not None and self.depth is not None:
            raise InputError("an engine's level says how far it looks, and so does its depth: give one of them")
        if self.search not in (None, EXACT, SELECTIVE):
            raise InputError(f"an engine's search is {EXACT} or {SELECTIVE}, not {self.search!r}")
        if self.without and self.search != SELECTIVE:
            raise InputError(f"only an engine with search={SELECTIVE} can do without features")
        play_features_without(self.without)

    @property
    def keeps_proofs(self) -> bool:  # type: ignore[override]
        """Whether it is never careless."""
        return self.level is None or self.level >= CAREFUL_LEVEL

    def for_game(self, number: int) -> "EnginePlayer":
        """Return the player, careless elsewhere for each number."""
        if self.keeps_proofs:
            return self
        player = replace(self, seed=mix(self.seed, number))
        player._lengths[:] = self._lengths
        player._weighed[:] = self._weighed
        player._searches[:] = self._searches
        return player

    def check_game(self, game: Game) -> None:
        """Raise InputError where the game has no such weights."""
        self.weigh(game)

    def weigh(self, game: Game) -> Game:
        """Return the game with the player's weights. Raises InputError where it has no such weights."""
        if self.weights is None:
            return game
        if not self._weighed or self._weighed[0][0] is not game:
            self._weighed[:] = [(game, with_weights(game, self.weights))]
        return self._weighed[0][1]

    def is_reproducible(self, allowance: Allowance) -> bool:
        """Return whether no time counts."""
        return self.time is None and not allowance.is_timed

    def begin(self, game: Game, start: State) -> None:
        """Compile what a search needs, so that no clock pays for it; forget the last game; judge how long games are."""
        selective = self._search_for_play(game, start)
        if selective is not None:
            selective.forget()
            selective.prepare(start)
        elif not game.terminal(start):
            search(
                self.weigh(game), start, algorithm="deepening", nodes=1, evaluate=False
            )  # blind: so nobody is warned that it is
        if not self.keeps_proofs:
            self._moves_in(game)

    def decide(self, situation: Situation) -> Thought:
        """Return the action to play within the allowance, and why."""
        game, state = situation.game, situation.state
        if self.is_careless(game, state):
            return Thought(SimplePlayer().choose(game, state), at_sight=True)
        past = _positions(situation) if self.is_selective(game) else ()
        result = self.think(game, state, None, situation.allowance, past)
        return Thought(result.best, result)

    def consider(
        self, game: Game, state: State, watcher: Watcher | None = None, allowance: Allowance = UNLIMITED
    ) -> Thought:
        """Return the action to play, and why."""
        if self.is_careless(game, state):
            return Thought(SimplePlayer().choose(game, state), at_sight=True)
        return self.advise(game, state, watcher, allowance)

    def advise(
        self, game: Game, state: State, watcher: Watcher | None = None, allowance: Allowance = UNLIMITED
    ) -> Thought:
        """Return the best action found, carelessly never."""
        result = self.think(game, state, watcher, allowance)
        return Thought(result.best, result)

    def is_selective(self, game: Game) -> bool:
        """Return whether a game, if it can be compiled, is searched by the search for play."""
        if self.search is None:
            return self.level is None and self.depth is None and any(defines(game, hook) for hook in PLAY_HOOKS)
        return self.search == SELECTIVE

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

    def think(
        self,
        game: Game,
        state: State,
        watcher: Watcher | None = None,
        allowance: Allowance = UNLIMITED,
        past: Sequence[State] = (),
    ) -> SearchResult:
        """Return the result of the search. Raises KeyboardInterrupt at Ctrl-C, which means leaving.

        past: the positions of the game before this one.
        """
        given = Allotment(self.time, self.nodes, self.depth).within(allowance, game.player(state))
        limits = given
        if self.level is not None:
            limits = given._replace(nodes=least(given.nodes, level_nodes(self.level)))
        if limits.is_unlimited:
            limits = Allotment(nodes=ENGINE_NODES)
        selective = self._search_for_play(game, state)
        if selective is None:
            look = partial(search, self.weigh(game), state, algorithm="deepening", watcher=watcher)
        else:
            look = partial(self._look_selectively, selective, state, watcher, allowance, past)
        result = look(**limits._asdict())
        saw_little = self.level is not None and given.nodes is None and result.depth < LEAST_PLIES
        if saw_little and result.stopped_by == "nodes":
            left = None if given.time is None else max(SHORTEST, given.time - result.time_s)
            result = look(depth=least(LEAST_PLIES, given.depth), time=left)
        if result.stopped_by == "interrupt":
            raise KeyboardInterrupt
        return result

    def _look_selectively(
        self,
        selective: PlaySearch,
        state: State,
        watcher: Watcher | None,
        allowance: Allowance,
        past: Sequence[State],
        depth: int | None = None,
        time: float | None = None,
        nodes: int | None = None,
    ) -> SearchResult:
        """Return the result of a search for play."""
        limits = PlayLimits(depth, nodes, hard=time)
        if allowance.clocks is not None:
            side = selective.game.player(state)
            soft, hard = time_for_move(allowance.clocks[side], allowance.increment, overhead=CLOCK_OVERHEAD)
            within = least(allowance.time and early(allowance.time), self.time)
            limits = PlayLimits(depth, nodes, least(hard, within), least(soft, within))
        return selective.search(state, limits, past=past, watcher=watcher, follow=watcher is not None)

    def _search_for_play(self, game: Game, state: State) -> PlaySearch | None:
        """Return the search for play of a game, the same until another game is begun; None for an exact search."""
        if not self.is_selective(game):
            return None
        weighed = self.weigh(game)
        if not self._searches or self._searches[0].game is not weighed:
            if compiled_engine(weighed, state, required=False) is None:
                return None
            self._searches[:] = [PlaySearch(weighed, without=self.without)]
        return self._searches[0]


def _positions(situation: Situation) -> list[State]:
    """Return the positions of a game before the one to move in."""
    states, state = [], situation.start
    for action in situation.actions:
        states.append(state)
        state = situation.game.result(state, action)
    return states


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
