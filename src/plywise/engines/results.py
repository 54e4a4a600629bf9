"""The result of a search: its counts, its value and its best moves."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import inf
from typing import Any

from plywise.errors import InputError
from plywise.game import Action, Game, State, Value, move_label
from plywise.game.outcomes import written_value

MAX_SHOWN, MAX_LINE_SHOWN = 60, 8
"""The number of characters of a position, and of moves of a line, that a repr shows."""


@dataclass(frozen=True)
class Answer:
    """The question asked and the engine that answered it.

    game_object, state: the position that was searched
    player: the player to move; None at a terminal state
    engine: "reference" or "native"

    Actions in an answer are the game's own objects; `word` and `words` write them in the game's notation.
    """

    game_object: Game = field(repr=False, compare=False)
    state: State = field(repr=False)
    player: str | None
    engine: str

    @property
    def game(self) -> str:
        """The game's name, with its parameters."""
        return self.game_object.name

    @property
    def position(self) -> str:
        """The state, as text."""
        return self.game_object.format_state(self.state)

    def word(self, action: Action) -> str:
        """Return an action of the state in the game's notation."""
        return self.game_object.format_action(self.state, action)

    def label(self, action: Action) -> str:
        """Return an action of the state in human-readable form, such as Nf3 for g1f3."""
        return move_label(self.game_object, self.state, action)

    def labels(self, actions: list[Action]) -> list[str]:
        """Return a line of play from the state in human-readable form."""
        state, labels = self.state, []
        for action in actions:
            labels.append(move_label(self.game_object, state, action))
            state = self.game_object.result(state, action)
        return labels

    def words(self, actions: list[Action]) -> list[str]:
        """Return a line of play from the state in the game's notation."""
        state, words = self.state, []
        for action in actions:
            words.append(self.game_object.format_action(state, action))
            state = self.game_object.result(state, action)
        return words

    def describe(self, facts: Mapping[str, Any]) -> str:
        """Return a repr: the question, then the given facts, without those that are None."""
        position = self.position if len(self.position) <= MAX_SHOWN else self.position[: MAX_SHOWN - 3] + "..."
        told = {"game": self.game, "position": position, "player": self.player, **facts}
        words = [f"{name}={value!r}" for name, value in told.items() if value is not None]
        return f"{type(self).__name__}({', '.join(words)})"

    def question(self) -> dict[str, Any]:
        """Return the question as plain data, for JSON."""
        return {"game": self.game, "position": self.position, "player": self.player}


class Bound(StrEnum):
    """How a searched value relates to the true one: equal, or a lower or upper bound."""

    EXACT = "exact"
    LOWER = "lower"
    UPPER = "upper"


@dataclass
class Stats:
    """What a search counted.

    nodes: entries into nodes, the root and repeated entries included
    leaves: nodes valued without further search, at an end of the game or at the horizon
    estimates: the leaves at the horizon
    saturated: those of them whose estimate reaches a utility bound
    cutoffs: nodes at which alpha met beta, even if no action was left to skip
    first_move_cutoffs: cutoffs right after the first action searched; with good move ordering, most cutoffs
    pruned_by_ply: ply -> actions of that ply skipped by cutoffs
    depth: the deepest ply entered
    table_hits: nodes answered by the transposition table
    ordering_nodes: nodes entered by the searches of a move order, not counted in `nodes`
    """

    nodes: int = 0
    leaves: int = 0
    estimates: int = 0
    saturated: int = 0
    cutoffs: int = 0
    first_move_cutoffs: int = 0
    pruned_by_ply: dict[int, int] = field(default_factory=dict)
    depth: int = 0
    table_hits: int = 0
    ordering_nodes: int = 0

    @property
    def pruned(self) -> int:
        """The number of actions skipped by cutoffs."""
        return sum(self.pruned_by_ply.values())


@dataclass(frozen=True)
class SearchResult(Answer):
    """The result of a search. Values are in MAX's view.

    value: None only if the search was stopped before it valued anything
    bound: how `value` relates to the value that the search would return without a window or a stop
    proved: whether the value is exact for the whole game: no estimate went into it
    best: an action that reaches `value`; None at a terminal state, at depth 0, and if the search failed low
    pv: the principal variation, as far as it is known
    action_values: set only if every root action was searched exactly
    best_actions: set only if these values are also proved, because equal estimates do not make equal moves
    stopped_by: "complete", "depth", "time", "nodes" or "interrupt"
    time_s: seconds of searching. compile_s: seconds of compiling, or of loading from the cache
    fallback: why the reference answered instead of the native engine; "" if it did not
    certain_win: the value of a certain win for MAX, if `value` is an expected result of a learned evaluation: it lies
        between this and its negative; None: `value` is in the unit of the game

    "Failed low" is from the view of the player to move. A search stopped before it valued any action returns some legal
    action as `best`.
    """

    algorithm: str
    value: Value | None
    bound: Bound
    proved: bool
    best: Action | None
    pv: list[Action]
    depth: int
    stats: Stats = field(repr=False)
    time_s: float = field(compare=False)
    stopped_by: str
    best_actions: list[Action] | None = None
    action_values: dict[Action, Value] | None = None
    threads: int = 1
    selective: bool = False
    compile_s: float = field(default=0.0, compare=False)
    fallback: str = field(default="", compare=False)
    certain_win: Value | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        best = self.best if self.best is None or str(self.best) != self.best_word else None
        return self.describe(
            {
                "value": self.value,
                "bound": str(self.bound),
                "proved": self.proved,
                "best": best,
                "best_word": self.best_word,
                "best_words": self.best_words,
                "pv_words": shorten_line(self.pv_words),
                "depth": self.depth,
                "nodes": self.nodes,
                "leaves": self.leaves,
                "cutoffs": self.cutoffs,
                "algorithm": self.algorithm,
                "engine": self.engine,
                "stopped_by": self.stopped_by,
                "time_s": round(self.time_s, 6),
            }
        )

    @property
    def best_word(self) -> str | None:
        """`best` in the game's notation."""
        return None if self.best is None else self.word(self.best)

    @property
    def pv_words(self) -> list[str]:
        """The principal variation in the game's notation."""
        return self.words(self.pv)

    @property
    def best_words(self) -> list[str] | None:
        """`best_actions` in the game's notation."""
        return None if self.best_actions is None else [self.word(action) for action in self.best_actions]

    @property
    def values_by_word(self) -> dict[str, Value] | None:
        """`action_values`, with the actions in the game's notation."""
        if self.action_values is None:
            return None
        return {self.word(action): value for action, value in self.action_values.items()}

    @property
    def nodes(self) -> int:
        """Nodes entered; see Stats."""
        return self.stats.nodes

    @property
    def leaves(self) -> int:
        """Leaves valued; see Stats."""
        return self.stats.leaves

    @property
    def cutoffs(self) -> int:
        """Nodes at which alpha met beta; see Stats."""
        return self.stats.cutoffs

    @property
    def first_move_cutoffs(self) -> int:
        """Cutoffs after the first action searched; see Stats."""
        return self.stats.first_move_cutoffs

    @property
    def pruned(self) -> int:
        """Actions skipped by cutoffs; see Stats."""
        return self.stats.pruned

    @property
    def pruned_by_ply(self) -> dict[int, int]:
        """Ply -> actions of that ply skipped by cutoffs; see Stats."""
        return self.stats.pruned_by_ply

    @property
    def table_hits(self) -> int:
        """Nodes answered by the transposition table; see Stats."""
        return self.stats.table_hits

    @property
    def nps(self) -> float:
        """Nodes per second."""
        return self.nodes / self.time_s if self.time_s > 0 else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data, for JSON; actions as words."""
        answer = self.question() | {
            "algorithm": self.algorithm,
            "engine": self.engine,
            "value": written_value(self.value),
            "bound": str(self.bound),
            "proved": self.proved,
            "best": self.best_word,
            "pv": self.pv_words,
        }
        if self.action_values is not None:
            answer["best_actions"] = self.best_words
            answer["action_values"] = self.values_by_word
        if self.fallback:
            answer["fallback"] = self.fallback
        return answer | {
            "depth": self.depth,
            "nodes": self.nodes,
            "leaves": self.leaves,
            "cutoffs": self.cutoffs,
            "first_move_cutoffs": self.first_move_cutoffs,
            "pruned": self.pruned,
            "pruned_by_ply": {str(ply): count for ply, count in sorted(self.pruned_by_ply.items())},
            "table_hits": self.table_hits,
            "ordering_nodes": self.stats.ordering_nodes,
            "time_s": round(self.time_s, 6),
            "compile_s": round(self.compile_s, 6),
            "nps": round(self.nps),
            "threads": self.threads,
            "selective": self.selective,
            "stopped_by": self.stopped_by,
        }


def shorten_line(words: list[str]) -> list[str]:
    """Return the beginning of a line of play, for a repr."""
    return words if len(words) <= MAX_LINE_SHOWN else [*words[:MAX_LINE_SHOWN], "..."]


def reaches_bound(game: Game, value: Value) -> bool:
    """Return whether a value, MAX's view, reaches or exceeds one of the game's utility bounds."""
    low, high = game.utility_bounds
    return value <= low or value >= high


def is_proved(game: Game, value: Value, guesses: int, saturated: int, alone: bool) -> bool:
    """Return whether a searched value of the root, MAX's view, is exact for the whole game.

    It is if no estimate went into it. It is also if it lies at a utility bound and every estimate was strictly between
    the
    bounds: only ends, or the game's exact `bounds`, can have produced it. The values of the other root actions may
        still rest on estimates.

    guesses: the number of values that rest on an estimate
    saturated: how many of these reach a utility bound
    alone: the other root actions need not be proved

    Raises InputError for a value beyond the bounds that rests on no estimate: the bounds are declared wrong.
    """
    low, high = game.utility_bounds
    if not saturated and not low <= value <= high:
        raise InputError(
            f"{game.name}: a utility of {value} is outside utility_bounds, ({low}, {high}); correct either"
        )
    return not guesses or (alone and not saturated and reaches_bound(game, value))


def bound_of(value: Value, alpha: Value, beta: Value) -> Bound:
    """Return how a fail-soft value relates to the true one, given the search window.

    v <= alpha: upper bound; v >= beta: lower bound; otherwise exact. With an infinite window it is always exact.
    """
    if alpha != -inf and value <= alpha:
        return Bound.UPPER
    if beta != inf and value >= beta:
        return Bound.LOWER
    return Bound.EXACT
