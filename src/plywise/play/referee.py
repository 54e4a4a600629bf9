"""Play a game between two players: keep their time, check their moves and write the record."""

import time
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from plywise.arguments.numbers import as_whole
from plywise.errors import InputError
from plywise.game import MAX, MAX_ACTIONS, MIN, Action, Game, State, Value, hashable_start, parse_legal_action
from plywise.game.slips import wrong_answer
from plywise.play.allotment import seconds_left
from plywise.play.blame import describe_failure, rules_failed
from plywise.play.clocks import Clock, TimeControl
from plywise.play.outcome import Ending, end_by_rules
from plywise.play.player import Player, PlayerFailure, Situation, Thought
from plywise.play.record import ENDINGS, GameRecord, MoveRecord, read_start, winner_of
from plywise.process.recursion import MAX_PLIES

SIDES = {MAX: "MAX", MIN: "MIN"}

MAX_DETAIL = 500
"""Maximal number of characters in the detail of a failure."""


class Verdict(NamedTuple):
    """An adjudicator's decision: the outcome from MAX's view, the ending (one of ENDINGS), and a detail."""

    value: Value
    ended_by: str
    detail: str = ""


Adjudicator = Callable[[Game, State, Sequence[MoveRecord]], Verdict | tuple[Value, str, str] | None]
"""Called after each move of a game that is not over; None: it goes on."""


def play_game(
    game: Game,
    players: Mapping[int, Player],
    *,
    start: State = None,
    opening: Sequence[str] = (),
    control: TimeControl | None = None,
    names: Mapping[int, str] | None = None,
    max_plies: int | None = None,
    adjudicate: Adjudicator | None = None,
    more: Mapping[str, Any] | None = None,
    now: Callable[[], float] = time.perf_counter,
) -> GameRecord:
    """Let two players play a game to its end, and return its record.

    players: MAX -> player, MIN -> player. Their `begin` is called, but not `close`: they may play another game.
    start: a state; None: the initial one. It is converted to its text and back, so other differences are lost.
    opening: moves to play before the players choose, as words in the game's notation.
    control: the limits for each move; None: no limits.
    names: names of the players for the record; by default their classes.
    max_plies: after this number of plies, including the opening, the game is a draw by "length"; None: MAX_PLIES.
    adjudicate: may end the game early.
    more: further data for the record.
    now: the clock, in seconds.

    A player that fails in any way loses, and the record has the reason; a move that is too late is not played. Raises
    InputError if the opening or the rules of the game are at fault. Ctrl-C is not caught.
    """
    try:
        begun = _GameInProgress(game, _check_players(players), hashable_start(game, start), opening, control, now)
        ending = begun.play(_check_length(max_plies), adjudicate)
        named = {side: type(player).__name__ for side, player in players.items()} | dict(names or {})
        return begun.record(ending, named, more or {})
    except InputError:
        raise
    except (Exception, SystemExit) as error:
        if rules_failed(game, error):
            raise InputError(f"{game.name}: {describe_failure(error)}") from error
        raise


def _check_players(players: Mapping[int, Player]) -> Mapping[int, Player]:
    for side, word in SIDES.items():
        if not isinstance(players.get(side), Player):
            raise InputError(f"no player for {word}: {_shown(players.get(side))} is not a player")
    return players


def _check_length(max_plies: int | None) -> int:
    plies = MAX_PLIES if max_plies is None else as_whole(max_plies)
    if plies is None or plies < 1:
        raise InputError(f"max_plies={max_plies} is not a positive whole number")
    return plies


class _GameInProgress:
    """A game in progress."""

    def __init__(
        self,
        game: Game,
        players: Mapping[int, Player],
        start: State,
        opening: Sequence[str],
        control: TimeControl | None,
        now: Callable[[], float],
    ) -> None:
        self.game, self.players, self.clock = game, players, Clock(control or TimeControl(), now=now)
        self.start_text = game.format_state(start)
        self.start = self.state = read_start(game, self.start_text)
        self.actions: list[Action] = []
        self.opening: list[str] = []
        self.moves: list[MoveRecord] = []
        for number, word in enumerate(opening, start=1):
            try:
                action = parse_legal_action(game, self.state, word)
            except InputError as error:
                raise InputError(f"opening, move {number}: {error}") from None
            self.opening.append(game.format_action(self.state, action))
            self._play(action)

    def play(self, max_plies: int, adjudicate: Adjudicator | None) -> Ending:
        """Play to the end."""
        side = MAX
        try:
            if not self.game.terminal(self.state):
                for side in (MAX, MIN):
                    self._ask_to_begin(side)
            while not self.game.terminal(self.state):
                if len(self.actions) >= max_plies:
                    return Ending("draw", "length", f"it was not over after {max_plies:,} plies")
                side = self._player()
                self._take_turn(side)
                verdict = self._ask(adjudicate)
                if verdict is not None:
                    return verdict
        except PlayerFailure as failure:
            return _loss_of(side, failure)
        return self._end_by_rules()

    def record(self, ending: Ending, names: Mapping[int, str], more: Mapping[str, Any]) -> GameRecord:
        """Return the record."""
        return GameRecord(
            game=self.game.name,
            start=self.start_text,
            opening=tuple(self.opening),
            moves=tuple(self.moves),
            max=names[MAX],
            min=names[MIN],
            control=str(self.clock.control),
            utility=ending.utility,
            winner=ending.winner,
            ended_by=ending.ended_by,
            detail=ending.detail,
            position=self.game.format_state(self.state),
            more=dict(more),
        )

    # --- a turn -------------------------------------------------------------------------------------------------------

    def _ask_to_begin(self, side: int) -> None:
        player = self.players[side]
        if side == MAX or player is not self.players[MAX]:
            self._of_player(lambda: player.begin(self.game, self.start))

    def _player(self) -> int:
        side = self.game.player(self.state)
        if side not in SIDES:
            where = self.game.format_state(self.state)
            wrong = wrong_answer("player", side)
            raise InputError(f"{self.game.name}: player returned {side!r} at {where}, {wrong}")
        return side

    def _take_turn(self, side: int) -> None:
        """Let a side move, and record the move. Raises PlayerFailure, also if it resigns or loses on time."""
        allowance = self.clock.start(side)
        situation = Situation(self.game, self.start, tuple(self.actions), self.state, allowance)
        thought = self._of_player(lambda: self.players[side].decide(situation))
        seconds = seconds_left(allowance, side)
        used = self.clock.stop(0.0 if seconds is None else self.players[side].grace(seconds))
        if used.is_lost:
            raise PlayerFailure("time", f"{used.seconds:.3f} s for a move, {used.late:.3f} s too late")
        if not isinstance(thought, Thought):
            raise PlayerFailure("error", f"decide returned {_shown(thought)}, not a Thought")
        if thought.action is None and not self._is_legal(None):
            raise PlayerFailure("resigned", "")
        action = self._legal(thought.action)
        word = self.game.format_action(self.state, action)
        self.moves.append(MoveRecord.of(word, thought, *self.clock.rounded(used)))
        self._play(action)

    def _of_player(self, ask: Callable[[], Any]) -> Any:
        """Return a player's answer. Raises PlayerFailure for any exception, if the rules are not at fault."""
        try:
            return ask()
        except PlayerFailure:
            raise
        except (Exception, SystemExit) as error:
            if rules_failed(self.game, error):
                raise
            raise PlayerFailure("error", describe_failure(error)) from error

    def _is_legal(self, action: Action) -> bool:
        return any(each is action for each in self._legal_actions())

    def _legal_actions(self) -> list[Action]:
        return list(islice(self.game.actions(self.state), MAX_ACTIONS))

    def _legal(self, chosen: Action) -> Action:
        """Return the legal action equal to the chosen one. Raises PlayerFailure."""
        legal = self._legal_actions()
        try:
            return legal[legal.index(chosen)]
        except Exception:  # noqa: BLE001 - comparing an arbitrary object may raise anything
            where = self.game.format_state(self.state)
            raise PlayerFailure("illegal move", f"{self._word(chosen)} at {where}") from None

    def _word(self, chosen: Action) -> str:
        """Return an illegal action in the game's notation, if it has a word there."""
        try:
            return " ".join(self.game.format_action(self.state, chosen).split())
        except Exception:  # noqa: BLE001 - the rules need not format illegal actions
            return _shown(chosen)

    def _play(self, action: Action) -> None:
        self.state = self.game.result(self.state, action)
        self.actions.append(action)

    # --- the end ------------------------------------------------------------------------------------------------------

    def _ask(self, adjudicate: Adjudicator | None) -> Ending | None:
        """Return an adjudicator's ending of the game; None if it goes on."""
        if adjudicate is None or self.game.terminal(self.state):
            return None
        verdict = adjudicate(self.game, self.state, self.moves)
        if verdict is None:
            return None
        value, ended_by, detail = verdict
        return Ending(winner_of(value), ended_by, detail, value)

    def _end_by_rules(self) -> Ending:
        return end_by_rules(self.game, self.state)


def _loss_of(side: int, failure: PlayerFailure) -> Ending:
    """Return the ending of a game lost by a side's failure."""
    detail = " ".join(failure.detail.split())
    detail = detail if len(detail) <= MAX_DETAIL else f"{detail[:MAX_DETAIL]} ..."
    if failure.kind in ENDINGS:
        return Ending(SIDES[-side], failure.kind, detail)
    return Ending(SIDES[-side], "error", f"{failure.kind}: {detail}")


def _shown(value: object) -> str:
    """Return a repr in one line, shortened."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # noqa: BLE001 - the repr of an arbitrary object may raise
        text = f"a {type(value).__name__}"
    return text if len(text) <= 80 else text[:77] + "..."
