"""End games early whose result is proved or agreed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from plywise.arguments.names import hint
from plywise.engines.results import Bound, SearchResult
from plywise.engines.search import search
from plywise.errors import InputError
from plywise.game import MAX, MIN, Action, Game, State, Value
from plywise.play.player import Player, Situation, Thought
from plywise.play.record import MoveRecord
from plywise.solvers.solver import Solution

Verdict = tuple[Value, str, str]
"""The value from MAX's view, one of `record.ENDINGS`, and a detail in one line."""

Adjudicator = Callable[[Game, State, Sequence[MoveRecord]], Verdict | None]
"""Called after each move with a state that is not over and the moves so far."""

SOLVER_NODES = 100_000
"""The limits of the referee's proof search, unless configured."""


def proof_of(thought: Thought) -> Value | None:
    """Return the value of the game proved by a player's finding, from MAX's view; None if it proves none."""
    finding = thought.finding
    if isinstance(finding, Solution):
        return finding.value
    if isinstance(finding, SearchResult) and finding.proved and finding.bound is Bound.EXACT:
        return finding.value
    return None


@dataclass
class Proofs:
    """Ends a game as soon as the players who gain by its value have proved it.

    A win counts for the side that has proved it, a draw once both have. So no player gets a better result than by
    playing on: a draw that only a perfect player has proved is played on, so that the other may still err.
    """

    proved: dict[int, Value] = field(default_factory=dict)

    def watch(self, players: Mapping[int, Player]) -> dict[int, Player]:
        """Wrap the players of a game to record their proofs."""
        self.proved.clear()
        return {side: _ProofRecorder(player, side, self.proved) for side, player in players.items()}

    def __call__(self, game: Game, state: State, moves: Sequence[MoveRecord]) -> Verdict | None:
        """Return the value that is proved, or None."""
        for side, value in self.proved.items():
            if side * value > 0:
                return value, "proved", f"{game.player_names[side]} has proved the win"
        if len(self.proved) == 2 and not any(self.proved.values()):
            return 0, "proved", "both have proved the draw"
        return None


class _ProofRecorder(Player):
    """A player whose proofs are recorded, if it is certain to follow them."""

    def __init__(self, player: Player, side: int, proved: dict[int, Value]) -> None:
        self.player = player
        self.side = side
        self.proved = proved

    def begin(self, game: Game, start: State) -> None:
        """Begin with the player."""
        self.player.begin(game, start)

    def choose(self, game: Game, state: State) -> Action:
        """Return the player's choice."""
        return self.player.choose(game, state)

    def decide(self, situation: Situation) -> Thought:
        """Return the player's thought and record what it proves."""
        self.proved.pop(self.side, None)
        thought = self.player.decide(situation)
        value = proof_of(thought) if self.player.keeps_proofs else None
        if value is not None:
            self.proved[self.side] = value
        return thought

    def close(self) -> None:
        """Close the player."""
        self.player.close()


@dataclass(frozen=True)
class ProofSearch:
    """Ends a game as soon as a search by the referee proves its value. nodes: of the search after each move."""

    nodes: int = SOLVER_NODES

    def __call__(self, game: Game, state: State, moves: Sequence[MoveRecord]) -> Verdict | None:
        """Return the value that is proved, or None."""
        found = search(game, state, nodes=self.nodes, algorithm="deepening")
        if found.value is None or not found.proved or found.bound is not Bound.EXACT:
            return None
        return found.value, "proved", f"the solver has proved the value {found.value}"


@dataclass(frozen=True)
class Agreement:
    """Ends a game on whose result both players have agreed for a number of consecutive moves.

    win: least value from the winner's view, for both players; draw: largest absolute value.
    plies: number of consecutive plies. after: plies from the start before which no draw is agreed.
    """

    win: float | None = None
    draw: float | None = None
    plies: int = 8
    after: int = 0

    def __post_init__(self) -> None:
        if self.win is None and self.draw is None:
            raise InputError(
                "an agreement needs the value from which a game is won (win=5) or up to which it is drawn (draw=0.1)"
            )
        if min(self.win or 1, 1 if self.draw is None else self.draw + 1) <= 0:
            raise InputError("the values of an agreement are 0 or more, and win is more")
        if self.plies < 2 or self.after < 0:
            raise InputError("an agreement takes plies=2 or more, and after=0 or more")

    def __call__(self, game: Game, state: State, moves: Sequence[MoveRecord]) -> Verdict | None:
        """Return the agreed value, or None."""
        values = [move.value for move in moves[-self.plies :]]
        if len(values) < self.plies:
            return None
        reported = [value for value in values if value is not None]
        if len(reported) < len(values):
            return None
        for side in (MAX, MIN):
            if self.win is not None and min(side * value for value in reported) >= self.win:
                return side, "adjudicated", f"both evaluated it as {self.win:g} or more for {game.player_names[side]}"
        if self.draw is not None and len(moves) >= self.after and max(map(abs, reported)) <= self.draw:
            return 0, "adjudicated", f"both evaluated it as at most {self.draw:g} for either side"
        return None


class Rule(NamedTuple):
    """Rules of adjudication: whether by the players' proofs, and further adjudicators in order."""

    by_proofs: bool
    others: tuple[Adjudicator, ...]


BY_PROOFS = Rule(True, ())
"""The default."""

SETTINGS: dict[str, dict[str, Callable[[str], Any]]] = {
    "proved": {},
    "none": {},
    "solver": {"nodes": int},
    "agree": {"win": float, "draw": float, "plies": int, "after": int},
}
"""The methods of adjudication, and the options of each."""


def parse_adjudication(texts: Sequence[str]) -> Rule:
    """Parse a rule: `proved`, `none`, `solver:nodes=100000`, `agree:win=5,draw=0.1,plies=8`.

    No text: `proved`. Raises InputError.
    """
    by_proofs = not texts
    others: list[Adjudicator] = []
    for text in texts:
        kind, _, rest = text.partition(":")
        if kind not in SETTINGS:
            raise InputError(f"no adjudication {text!r}; {hint(kind, SETTINGS)}")
        settings = _parse_settings(text, kind, rest)
        by_proofs |= kind == "proved"
        if kind == "solver":
            others.append(ProofSearch(**settings))
        elif kind == "agree":
            others.append(Agreement(**settings))
    if "none" in texts and len(texts) > 1:
        raise InputError("adjudication none cannot be combined with another")
    return Rule(by_proofs, tuple(others))


def _parse_settings(text: str, kind: str, rest: str) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    for part in filter(None, rest.split(",")):
        name, _, value = part.partition("=")
        try:
            settings[name] = SETTINGS[kind][name](value)
        except (KeyError, ValueError):
            there_are = ", ".join(f"{each}=number" for each in SETTINGS[kind]) or "nothing"
            raise InputError(f"adjudication {text!r}: {part!r} does not fit; {kind} takes {there_are}") from None
    if settings.get("nodes", 1) < 1 or any(value != value for value in settings.values()):
        raise InputError(f"adjudication {text!r}: the numbers must be positive")
    return settings
