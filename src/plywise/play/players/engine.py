"""A player that searches, at a level or under limits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from plywise.arguments.names import hint
from plywise.engines.algorithms import MCTS
from plywise.engines.compiled import compiled_engine
from plywise.engines.learned.of_game import learned_of, with_learned
from plywise.engines.monte_carlo import MonteCarloSearch
from plywise.engines.move_limits import MoveLimits
from plywise.engines.move_time import time_for_move
from plywise.engines.play_features import PLAY_HOOKS, has_evaluation
from plywise.engines.results import SearchResult
from plywise.engines.search import search
from plywise.engines.selective_search import SelectiveSearch, play_features_without
from plywise.engines.skill import LEAST_PLIES, MASTERLY, MAX_SKILL, NODES_FOR_THE_LEAST, Settings, settings_of
from plywise.errors import InputError
from plywise.game import Game, State, defines
from plywise.game.weights import with_weights
from plywise.play.allotment import SHORTEST, Allotment, early, least
from plywise.play.ladders import LEVELS, skill_of
from plywise.play.player import UNLIMITED, Allowance, Situation, ThinkingPlayer, Thought, Watcher
from plywise.play.players.playouts import think_by_playouts
from plywise.play.players.random_player import mix

ENGINE_NODES = 200_000
"""Default nodes per move: about a second of the reference search."""

EXACT, SELECTIVE, MONTE_CARLO = "exact", "selective", MCTS.name
"""The searches of a player."""

NOTHING = "no"
"""Given instead of a file to use no learned evaluation."""

PLAIN_PLAYOUTS = 1_000
"""Default random games per move without a compiled engine."""

NODES_A_PLAYOUT = 20
"""Nodes of a level that count as one random game."""


@dataclass(frozen=True)
class EnginePlayer(ThinkingPlayer):
    """Searches by iterative deepening and plays the best move; the game's `priority` breaks ties.

    level: 1 to 12, on the game's ladder (ladders.py)
    skill: 0 to MAX_SKILL (skill.py), with the same meaning in every game: how much is overlooked below the root, and
        how well the rest is evaluated
    depth, time, nodes: limits, as in `search`, also with a level; without any, ENGINE_NODES
    seed: of a level or a skill, which selects the overlooked replies, or of random games
    weights: name -> value, for weights of the game's evaluation to change; see `plywise.game.weights`
    search: "exact": a new search for every move; "selective": the search for play, which keeps its table during a game;
        "mcts": `nodes` random games, whose tree is kept. None: selective with a level or a skill, or if the game has
        hooks of the search for play and no depth is given; otherwise exact, followed by random games if it proves
        nothing and the game has no evaluation. A game that cannot be compiled is searched exactly; a low level is then
        weaker only because it searches fewer positions
    learned: the file of a learned evaluation; "no": ignore the game's own
    without: features of the search for play to disable, to measure them (`play_features.py`)

    A level errs like a person, a few plies ahead, and never by a random choice of its move: it searches all its own
    moves and plays a win in one. The same level with the same seed plays the same moves on any machine.

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
    skill: float | None = None
    learned: str | None = None
    _searches: list[SelectiveSearch | MonteCarloSearch] = field(
        default_factory=list, init=False, repr=False, compare=False
    )
    _weighed: list[tuple[Game, Game]] = field(default_factory=list, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.level is None and self.skill is None and self.seed is not None and self.search != MONTE_CARLO:
            raise InputError("an engine without a level overlooks nothing: it takes no seed")
        if self.skill is not None and not 0 <= self.skill <= MAX_SKILL:
            raise InputError(f"an engine's skill is 0 to {MAX_SKILL:g}, not {self.skill}")
        if self.level is not None and self.level not in LEVELS:
            raise InputError(f"an engine's level is {LEVELS[0]} to {LEVELS[-1]}, not {self.level}")
        if self.depth is not None and self.depth < 1:
            raise InputError(f"an engine's depth is 1 or more, not {self.depth}")
        if self.level is not None and self.skill is not None:
            raise InputError("an engine's level sets its skill: give one of level and skill")
        if (self.level is not None or self.skill is not None) and self.depth is not None:
            raise InputError("an engine's level sets its depth: give one of level and depth")
        if (self.level is not None or self.skill is not None) and self.search == EXACT:
            raise InputError("a level needs the search for play: give no search=exact with it")
        if self.search not in (None, EXACT, SELECTIVE, MONTE_CARLO):
            raise InputError(f"no search {self.search!r}; {hint(str(self.search), (EXACT, SELECTIVE, MONTE_CARLO))}")
        if self.learned not in (None, NOTHING) and self.search in (EXACT, MONTE_CARLO):
            raise InputError(f"only the search for play uses a learned evaluation: give no search={self.search}")
        if self.search == MONTE_CARLO and self.depth is not None:
            raise InputError(f"an engine with search={MONTE_CARLO} plays games to their end: it takes no depth")
        if self.without and self.search != SELECTIVE:
            raise InputError(f"only an engine with search={SELECTIVE} can do without features")
        play_features_without(self.without)

    @property
    def keeps_proofs(self) -> bool:  # type: ignore[override]
        """Whether it overlooks nothing, in any game."""
        return self.level is None and (self.skill is None or self.skill >= MASTERLY)

    def for_game(self, number: int) -> "EnginePlayer":
        """Return the player with a seed for this game number."""
        if self.keeps_proofs and self.search != MONTE_CARLO:
            return self
        player = replace(self, seed=mix(self.seed, number))
        player._weighed[:] = self._weighed
        return player

    def check_game(self, game: Game) -> None:
        """Raise InputError if the game has no such weights, or the learned evaluation cannot be used."""
        weighed = self.weigh(game)
        if self.is_selective(game):
            learned_of(weighed)

    def weigh(self, game: Game) -> Game:
        """Return the game with the player's weights and learned evaluation. Raises InputError."""
        learned = self.learned
        if self.weights is None and learned is None:
            return game
        if self._weighed and self._weighed[0][1] is game:
            return game
        if not self._weighed or self._weighed[0][0] is not game:
            weighed = game if self.weights is None else with_weights(game, self.weights)
            if learned is not None:
                weighed = with_learned(weighed, None if learned == NOTHING else learned)
            self._weighed[:] = [(game, weighed)]
        return self._weighed[0][1]

    def begin(self, game: Game, start: State) -> None:
        """Compile the game before the clock runs, and discard the last game's search."""
        kept = self._search_for_play(game, start)
        if kept is not None:
            kept.forget()
            kept.prepare(start)
        if (kept is None or self._proves_first(game)) and not game.terminal(start):
            search(
                self.weigh(game), start, algorithm="deepening", nodes=1, evaluate=False
            )  # without `evaluate`, so that no missing one is warned of

    def decide(self, situation: Situation) -> Thought:
        """Return the action to play within the allowance, with its reason."""
        game, state = situation.game, situation.state
        past = _positions(situation) if self.is_selective(game) else ()
        result = self.think(game, state, situation.watcher, situation.allowance, past)
        return Thought(result.best, result)

    def consider(
        self, game: Game, state: State, watcher: Watcher | None = None, allowance: Allowance = UNLIMITED
    ) -> Thought:
        """Return the action to play, with its reason."""
        result = self.think(game, state, watcher, allowance)
        return Thought(result.best, result)

    def advise(
        self, game: Game, state: State, watcher: Watcher | None = None, allowance: Allowance = UNLIMITED
    ) -> Thought:
        """Return the best action found with a level's nodes, or ENGINE_NODES if more, overlooking nothing."""
        if not self._has_skill:
            return self.consider(game, state, watcher, allowance)
        settings = self.settings(game)
        nodes = max(ENGINE_NODES, settings.nodes if settings else 0, self.nodes or 0)
        adviser = replace(self, level=None, skill=None, seed=None, nodes=nodes)
        if adviser._kind_of_search(game) == MONTE_CARLO:
            adviser = replace(adviser, nodes=self.nodes)
        return adviser.consider(game, state, watcher, allowance)

    def is_selective(self, game: Game) -> bool:
        """Return whether a game, if it can be compiled, is searched by the search for play."""
        return self._kind_of_search(game) == SELECTIVE

    def keeps_search(self, game: Game) -> bool:
        """Return whether a search of a game, if it can be compiled, keeps a table or a tree from move to move."""
        return self._kind_of_search(game) != EXACT

    def _kind_of_search(self, game: Game) -> str:
        if self.search is not None:
            return self.search
        game = self.weigh(game)
        if game.learned is not None:
            return SELECTIVE
        if self._has_skill or (self.depth is None and any(defines(game, hook) for hook in PLAY_HOOKS)):
            return SELECTIVE
        return EXACT if self.depth is not None or has_evaluation(game) else MONTE_CARLO

    def _proves_first(self, game: Game) -> bool:
        """Return whether an exact search is tried before random games."""
        return self.search is None and self._kind_of_search(game) == MONTE_CARLO

    @property
    def _has_skill(self) -> bool:
        return self.level is not None or self.skill is not None

    def settings(self, game: Game) -> Settings | None:
        """Return the search settings of the level or the skill; None without either."""
        skill = self.skill if self.level is None else skill_of(game, self.level)
        return None if skill is None else settings_of(skill, self.seed or 0)

    def think(
        self,
        game: Game,
        state: State,
        watcher: Watcher | None = None,
        allowance: Allowance = UNLIMITED,
        past: Sequence[State] = (),
    ) -> SearchResult:
        """Return the result of the search. Raises KeyboardInterrupt at Ctrl-C.

        past: the earlier positions of the game.
        """
        given = Allotment(self.time, self.nodes, self.depth).within(allowance, game.player(state))
        limits = given
        settings = self.settings(game)
        by_playouts = self.search == MONTE_CARLO
        if settings is not None:
            nodes = max(1, settings.nodes // NODES_A_PLAYOUT) if by_playouts else settings.nodes
            limits = given._replace(nodes=least(given.nodes, nodes))
        kept = self._search_for_play(game, state)
        if isinstance(kept, MonteCarloSearch):
            return self._think_by_playouts(kept, game, state, limits, watcher, allowance)
        if limits.is_unlimited:
            limits = Allotment(nodes=PLAIN_PLAYOUTS if by_playouts else ENGINE_NODES)
        if kept is None:
            how = {"algorithm": MONTE_CARLO, "seed": self.seed or 0} if by_playouts else {"algorithm": "deepening"}
            look = partial(search, self.weigh(game), state, watcher=watcher, stop=allowance.stop, **how)
        else:
            look = partial(self._look_selectively, kept, state, watcher, allowance, past)
        result = look(**limits._asdict())
        is_shallow = settings is not None and not by_playouts and given.nodes is None and result.depth < LEAST_PLIES
        if is_shallow and result.stopped_by == "nodes":
            left = None if given.time is None else max(SHORTEST, given.time - result.time_s)
            result = look(depth=least(LEAST_PLIES, given.depth), nodes=NODES_FOR_THE_LEAST, time=left)
        if result.stopped_by == "interrupt":
            raise KeyboardInterrupt
        return result

    def _think_by_playouts(
        self,
        player: MonteCarloSearch,
        game: Game,
        state: State,
        limits: Allotment,
        watcher: Watcher | None,
        allowance: Allowance,
    ) -> SearchResult:
        """Return the result of a Monte Carlo search. Raises KeyboardInterrupt at Ctrl-C."""
        result = think_by_playouts(player, state, limits, self._proves_first(game), watcher, allowance.stop)
        if result.stopped_by == "interrupt":
            raise KeyboardInterrupt
        return result

    def _look_selectively(
        self,
        selective: SelectiveSearch,
        state: State,
        watcher: Watcher | None,
        allowance: Allowance,
        past: Sequence[State],
        depth: int | None = None,
        time: float | None = None,
        nodes: int | None = None,
    ) -> SearchResult:
        """Return the result of a search for play."""
        limits = MoveLimits(depth, nodes, hard=time, stop=allowance.stop)
        if allowance.clocks is not None:
            side = selective.game.player(state)
            soft, hard = time_for_move(allowance.clocks[side], allowance.increment, allowance.moves_to_go)
            within = least(allowance.time and early(allowance.time), self.time)
            limits = MoveLimits(depth, nodes, least(hard, within), least(soft, within), stop=allowance.stop)
        return selective.search(state, limits, past=past, watcher=watcher, follow=watcher is not None)

    def _begin_search(self, game: Game) -> SelectiveSearch | MonteCarloSearch:
        if self._kind_of_search(game) == MONTE_CARLO:
            return MonteCarloSearch(game, seed=self.seed or 0)
        settings = self.settings(game)
        if settings is None:
            return SelectiveSearch(game, without=self.without)
        return SelectiveSearch(game, without=self.without, weakness=settings.weakness)

    def _search_for_play(self, game: Game, state: State) -> SelectiveSearch | MonteCarloSearch | None:
        """Return the search of a game, which is kept until another game begins; None for an exact search."""
        if not self.keeps_search(game):
            return None
        weighed = self.weigh(game)
        if not self._searches or self._searches[0].game is not weighed:
            if compiled_engine(weighed, state, required=False) is None:
                return None
            self._searches[:] = [self._begin_search(weighed)]
        return self._searches[0]


def _positions(situation: Situation) -> list[State]:
    """Return the earlier positions of a game."""
    states, state = [], situation.start
    for action in situation.actions:
        states.append(state)
        state = situation.game.result(state, action)
    return states
