"""The jobs of a match: pairs of games from one opening with swapped colours."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from weakref import finalize

from plywise.arena.adjudication import BY_PROOFS, Adjudicator, Proofs, Rule, Verdict
from plywise.arena.schedule import Pair
from plywise.engines.compiled import compiled_engine
from plywise.fleet.task import JSON
from plywise.game import MAX, MIN, Action, Game, State
from plywise.play.clocks import TimeControl
from plywise.play.player import Player
from plywise.play.players import as_player
from plywise.play.players.random_player import mix
from plywise.play.record import GameRecord, MoveRecord
from plywise.play.referee import play_game

Who = str | Player | Callable[[Game, State], Action]
"""A player: a text as on the command line, an object, or a function of a game and a state."""


class Entrant(NamedTuple):
    """A participant of a match with a unique name."""

    name: str
    who: Who


@dataclass(frozen=True)
class Terms:
    """Settings of all games of a match.

    control: the players' time, nodes or depth.
    seed: of random players.
    rule: of adjudication; rule_words: the same as texts of the command line.
    max_plies: after which a game is a draw; None: MAX_PLIES.
    """

    control: TimeControl
    seed: int = 0
    rule: Rule = BY_PROOFS
    rule_words: tuple[str, ...] = ()
    max_plies: int | None = None


@dataclass(frozen=True)
class PairTask:
    """Plays pairs of games. description: the settings that they depend on."""

    game: Game
    entrants: Sequence[Entrant]
    terms: Terms
    description: Mapping[str, JSON] = field(default_factory=dict)

    def describe(self) -> Mapping[str, JSON]:
        """Return the settings that the games depend on."""
        return self.description

    def prepare(self) -> Callable[[str], JSON]:
        """Return a function that plays a pair."""
        if self.game.compiles:
            compiled_engine(self.game, self.game.initial(), required=False)  # before any clock runs
        return Table(self.game, self.entrants, self.terms).play


class Table:
    """Plays the games of a match, one after another, with the same player objects."""

    def __init__(self, game: Game, entrants: Sequence[Entrant], terms: Terms) -> None:
        self.game = game
        self.entrants = entrants
        self.terms = terms
        self.players = [as_player(each.who) for each in entrants]
        finalize(self, _close_all, self.players)  # the last game is not announced

    def play(self, key: str) -> list[dict[str, JSON]]:
        """Play a pair and return the records of its two games."""
        pair = Pair.from_key(key)
        return [self._play(pair, number).to_dict() for number in (1, 2)]

    def _play(self, pair: Pair, number: int) -> GameRecord:
        """Play one game of a pair. number: 1, or 2 with the colours swapped."""
        seats = {MAX: pair.first, MIN: pair.second} if number == 1 else {MAX: pair.second, MIN: pair.first}
        players = {side: self._player(seat, pair) for side, seat in seats.items()}
        proofs = Proofs() if self.terms.rule.by_proofs else None
        return play_game(
            self.game,
            proofs.watch(players) if proofs is not None else players,
            start=pair.opening.start_in(self.game),
            opening=pair.opening.moves,
            control=self.terms.control,
            names={side: self.entrants[seat].name for side, seat in seats.items()},
            max_plies=self.terms.max_plies,
            adjudicate=_asking_all([*([proofs] if proofs is not None else []), *self.terms.rule.others]),
            more={"pair": pair.number, "game": 2 * pair.number - 2 + number},
        )

    def _player(self, seat: int, pair: Pair) -> Player:
        """Return the player of a seat; a random player has the same seed in both games of a pair, and another later."""
        return self.players[seat].for_game(mix(self.terms.seed, pair.number * len(self.players) + seat))


def _close_all(players: Sequence[Player]) -> None:
    """Close all players."""
    for player in players:
        player.close()


def _asking_all(adjudicators: Sequence[Adjudicator]) -> Adjudicator | None:
    """Return an adjudicator that calls others in order; None if there are none."""
    if not adjudicators:
        return None

    def ask(game: Game, state: State, moves: Sequence[MoveRecord]) -> Verdict | None:
        found: Any = (each(game, state, moves) for each in adjudicators)
        return next((verdict for verdict in found if verdict is not None), None)

    return ask
