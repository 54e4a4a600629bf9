"""Players: whoever chooses an action when it is their turn."""

import random
from dataclasses import dataclass, field
from typing import Protocol

from plywise.engines.limits import Limits
from plywise.engines.search import search
from plywise.errors import InputError
from plywise.game import Action, Game, State

ENGINE_NODES = 200_000
"""Nodes per move for an engine without a limit of its own: about a second of the reference search."""


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
class EnginePlayer:
    """Searches by iterative deepening and plays the best move, the first in the game's order among equals.

    level: how many plies to look ahead, 1 or more.
    depth, time, nodes: limits, as in `search`; without any, ENGINE_NODES.

    A proved win is played by the shortest line that the deepening found.
    """

    level: int | None = None
    depth: int | None = None
    time: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.level is not None and self.level < 1:
            raise InputError(f"an engine's level is 1 or more, not {self.level}")
        if self.depth is not None and self.depth < 1:
            raise InputError(f"an engine's depth is 1 or more, not {self.depth}")
        if self.level is not None and self.depth is not None:
            raise InputError("an engine's level is its depth: give one of them")

    def choose(self, game: Game, state: State) -> Action:
        """Return the best action found."""
        depth = self.level if self.depth is None else self.depth
        unlimited = depth is None and self.time is None and self.nodes is None
        nodes = ENGINE_NODES if unlimited else self.nodes
        result = search(game, state, algorithm="deepening", depth=depth, time=self.time, nodes=nodes)
        if result.stopped_by == "interrupt":
            raise KeyboardInterrupt  # Ctrl-C means leaving, not seeing a move
        return result.best


KINDS: dict[str, dict[str, type]] = {
    "random": {"seed": int},
    "engine": {"level": int, "depth": int, "time": float, "nodes": int},
}
"""The players that need nobody at the keyboard, and the types of their settings."""


def make_player(who: str) -> Player:
    """Return the player that a text names: `random`, `random:seed=7`, `engine`, `engine:level=3`, `engine:time=1`.

    Raises InputError if there is no such player or setting.

    >>> make_player("engine:level=3")
    EnginePlayer(level=3, depth=None, time=None, nodes=None)
    """
    kind, _, rest = who.partition(":")
    if kind not in KINDS:
        raise InputError(f"no player {who!r}; there are human, {', '.join(KINDS)}")
    settings = {}
    for part in filter(None, rest.split(",")):
        name, equals, text = part.partition("=")
        if not equals or name not in KINDS[kind]:
            raise InputError(
                f"player {who!r}: {part!r} is no setting; {kind} has {', '.join(KINDS[kind])}, as name=value"
            )
        if name in settings:
            raise InputError(f"player {who!r}: {name} is given twice")
        try:
            settings[name] = KINDS[kind][name](text)
        except ValueError:
            raise InputError(f"player {who!r}: {text!r} is no number") from None
    return RandomPlayer(**settings) if kind == "random" else _make_engine(settings)


def _make_engine(settings: dict[str, float]) -> EnginePlayer:
    player = EnginePlayer(**settings)  # type: ignore[arg-type]
    Limits(player.depth, player.time, player.nodes)  # refuses limits that no search can keep
    return player
