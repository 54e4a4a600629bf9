"""A game in progress, for the web page, the terminal program and the prompt: moves, undone moves and result."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from plywise.errors import InputError
from plywise.game import MAX, MIN, Action, Game, State, Value, parse_legal_action, player_word, start_of
from plywise.game.transcripts import read_words
from plywise.play.clocks import Clock, TimeControl
from plywise.play.move_record import read_moves
from plywise.play.outcome import Ending, describe_ending, end_by_rules
from plywise.play.record import NO_NOTES, GameRecord, MoveRecord, Notes, read_start
from plywise.process.recursion import MAX_PLIES

REDO = "redo"
"""The key in a record's `more` for the moves that were taken back and can be redone."""

PLAYERS = "players"
"""The key in a record's `more` for the players, if the record has other names for them."""


class Outcome(NamedTuple):
    """How a game ended.

    winner: "MAX", "MIN" or "draw"
    ended_by: one of ENDINGS
    text: the winner and the reason, in words
    utility: from MAX's view, if known
    """

    winner: str
    ended_by: str
    text: str
    utility: Value | None = None


class OngoingGame:
    """A game in progress, with the moves that were taken back.

    game: its rules
    start: the start position in the game's notation; None: the initial one. Raises InputError for an invalid one.
    control: the time control
    players: names of MAX and MIN, in any words
    more: further fields of its record
    notes: annotations of the start position

    It asks no player and reads no clock: the caller plays the moves and passes their times.

    >>> from plywise.games import make
    >>> here = OngoingGame(make("nim", heaps="1-2"))
    >>> for word in ("1-1", "2-1"):
    ...     move = here.play(word)
    >>> here.undo(), here.words, here.redo_words, here.legal()
    (1, ['1-1'], ['2-1'], ['2-1', '2-2'])
    """

    def __init__(
        self,
        game: Game,
        start: str | None = None,
        *,
        control: TimeControl | None = None,
        players: Mapping[int, str] | None = None,
        more: Mapping[str, Any] | None = None,
        notes: Notes = NO_NOTES,
    ) -> None:
        begun = start_of(game, None) if start is None else read_start(game, start)
        self.game, self.start = game, game.format_state(begun)
        self.is_set_up = start is not None and self.start != game.format_state(game.initial())
        """Whether it began from another position than the initial one, which its moves alone do not show."""
        self.control = control or TimeControl()
        self.players = {MAX: "", MIN: ""} | dict(players or {})
        self.names: dict[int, str] = {}
        """Names for its record that differ from `players`: those of people in a file of another program."""
        self.more, self.notes = dict(more or {}), notes
        self.ply = 0
        self.max_plies = MAX_PLIES
        """The game is a draw after this number of plies, because it need not end."""
        self.decided: Ending | None = None
        """The ending, if it is not on the board: a side resigned, ran out of time or failed."""
        self.opening_plies = 0
        """Number of opening moves, which the players did not choose."""
        self._line: list[MoveRecord] = []
        self._states: list[State] = [begun]

    @classmethod
    def begun_at(cls, game: Game, text: str | None, **options: Any) -> "OngoingGame":
        """Return a game that starts from a position, or from the initial one with the moves in a text.

        Raises InputError; if the text is neither, about the position.
        """
        try:
            return cls(game, text, **options)
        except InputError as error:
            found = cls(game, **options)
            try:
                words = read_words(game, found.state, text or "")
            except InputError:
                raise error from None
        for word in words:
            found.play(word)
        return found

    # --- what it is ---------------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The current state."""
        return self._states[self.ply]

    @property
    def states(self) -> list[State]:
        """The states so far, the start first."""
        return self._states[: self.ply + 1]

    @property
    def moves(self) -> list[MoveRecord]:
        """The moves so far, including the opening."""
        return self._line[: self.ply]

    @property
    def redo_moves(self) -> list[MoveRecord]:
        """The moves that were taken back, in the order in which they were played."""
        return self._line[self.ply :]

    @property
    def words(self) -> list[str]:
        """The moves so far, in the game's notation."""
        return [move.word for move in self.moves]

    @property
    def redo_words(self) -> list[str]:
        """The moves that were taken back, in the game's notation."""
        return [move.word for move in self.redo_moves]

    @property
    def ending(self) -> Ending | None:
        """How the game ended; None while it goes on. Raises InputError if its utility is not a number."""
        if self.game.terminal(self.state):
            return end_by_rules(self.game, self.state)
        if self.decided is None and self.ply >= self.max_plies:
            return Ending("draw", "length", f"it was not over after {self.ply:,} plies")
        return self.decided

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, in words; None while it goes on."""
        ending = self.ending
        if ending is None:
            return None
        return Outcome(ending.winner, ending.ended_by, describe_ending(self.game, ending), ending.utility)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, on the board or otherwise."""
        return self.decided is not None or self.ply >= MAX_PLIES or bool(self.game.terminal(self.state))

    @property
    def side(self) -> int | None:
        """The side to move, MAX or MIN; None if the game is over."""
        return None if self.is_over else self.game.player(self.state)

    def side_at(self, ply: int) -> int | None:
        """Return the side to move after some plies; None if the game is over on the board."""
        state = self.state_at(ply)
        return None if self.game.terminal(state) else self.game.player(state)

    def state_at(self, ply: int) -> State:
        """Return the state after some plies. Raises InputError if fewer were played."""
        if not 0 <= ply <= self.ply:
            raise InputError(f"there is no ply {ply}: {self.ply} have been played")
        return self._states[ply]

    def legal(self) -> list[str]:
        """Return the legal moves, as words; none if the game is over."""
        return [] if self.is_over else [self.game.format_action(self.state, each) for each in self.legal_actions()]

    def legal_actions(self) -> list[Action]:
        """Return the legal actions; none if the game is over."""
        return [] if self.is_over else list(self.game.actions(self.state))

    def actions(self) -> list[Action]:
        """Return the actions so far."""
        return [self.game.parse_action(state, word) for state, word in zip(self._states, self.words, strict=False)]

    def seconds_left(self) -> dict[int, float] | None:
        """Return the seconds left to each side after its last move; None without a clock."""
        if self.control.base is None:
            return None
        left = {MAX: self.control.base, MIN: self.control.base}
        for state, move in zip(self._states, self.moves, strict=False):
            if move.clock is not None:
                left[self.game.player(state)] = move.clock
        return left

    def clock(self) -> Clock:
        """Return a clock set to the times after the last move."""
        played = {MAX: 0, MIN: 0}
        for state, move in zip(self._states, self.moves, strict=False):
            played[self.game.player(state)] += move.clock is not None
        return Clock(self.control, self.seconds_left(), played)

    # --- what happens to it -------------------------------------------------------------------------------------------

    def play(self, move: str | MoveRecord) -> MoveRecord:
        """Play a move, given as a word or a record; return its record with the word in the game's notation.

        Moves taken back are discarded, unless they begin with this move. Raises InputError if the game is over or the
        move is not legal.
        """
        record = MoveRecord(move) if isinstance(move, str) else move
        self._check_open(f"{record.word!r} cannot be played")
        action = parse_legal_action(self.game, self.state, record.word)
        record = replace(record, word=self.game.format_action(self.state, action))
        if self.redo_words[:1] == [record.word]:
            self._line[self.ply] = replace(record, notes=record.notes or self._line[self.ply].notes)
        else:
            after = self.game.result(self.state, action)  # may raise, before any change
            self._line[self.ply :] = [record]
            self._states[self.ply + 1 :] = [after]
        self.ply += 1
        return record

    def undo(self, plies: int = 1) -> int:
        """Take back up to `plies` moves; return how many. A decided game goes on."""
        taken = max(0, min(plies, self.ply))
        self.ply -= taken
        self.decided = None
        return taken

    def undo_to(self, sides: Collection[int]) -> int:
        """Take moves back to the last turn of one of these sides; return how many, 0 if there was none."""
        for ply in range(self.ply - 1, -1, -1):
            if self.game.player(self._states[ply]) in sides:
                return self.undo(self.ply - ply)
        return 0

    def redo(self, plies: int = 1) -> int:
        """Replay up to `plies` moves that were taken back; return how many."""
        again = max(0, min(plies, len(self.redo_moves)))
        self.ply += again
        return again

    def resign(self, side: int) -> None:
        """Let a side resign. Raises InputError if the game is over."""
        self.lose(side, "resigned")

    def flag(self, side: int) -> None:
        """Let a side lose on time. Raises InputError if the game is over."""
        self.lose(side, "time")

    def lose(self, side: int, ended_by: str, detail: str = "") -> None:
        """Let a side lose off the board. ended_by: one of ENDINGS. Moves taken back are discarded.

        Raises InputError if the game is over.
        """
        self._check_open(f"{self.game.player_names[side]} cannot lose it")
        self.decided = Ending(player_word(-side), ended_by, " ".join(detail.split()))
        del self._line[self.ply :], self._states[self.ply + 1 :]

    def _check_open(self, refused: str) -> None:
        outcome = self.outcome
        if outcome is not None:
            raise InputError(f"the game is over ({outcome.text}): {refused}")

    # --- records ------------------------------------------------------------------------------------------------------

    def to_record(self, with_redo: bool = False) -> GameRecord:
        """Return the record of the game so far.

        with_redo: keep in `more`, for `from_record`, the moves that were taken back, and players with other names
        """
        ending = self.ending
        opening = min(self.opening_plies, self.ply)
        more = self.more | (self._underway() if with_redo else {})
        return GameRecord(
            game=self.game.name,
            start=self.start,
            opening=tuple(self.words[:opening]),
            moves=tuple(self.moves[opening:]),
            max=self.names.get(MAX) or self.players[MAX],
            min=self.names.get(MIN) or self.players[MIN],
            control=str(self.control),
            utility=None if ending is None else ending.utility,
            winner=None if ending is None else ending.winner,
            ended_by="unfinished" if ending is None else ending.ended_by,
            detail="" if ending is None else ending.detail,
            position=self.game.format_state(self.state),
            more=more,
            notes=self.notes,
        )

    def _underway(self) -> dict[str, Any]:
        """Return the extra fields of a game in progress: the moves taken back, and the players."""
        redo = [move.word if move == MoveRecord(move.word) else move.to_dict() for move in self.redo_moves]
        players = {player_word(side): who for side, who in self.players.items()} if self.names else {}
        return {name: value for name, value in ((REDO, redo), (PLAYERS, players)) if value}

    @classmethod
    def from_record(cls, game: Game, record: GameRecord, control: TimeControl | None = None) -> "OngoingGame":
        """Return the game of a record, with its moves taken back.

        control: for the rest of the game; None: the record's. Raises InputError, one line, if the record is of another
            game, a move does not fit, or its control is invalid.
        """
        if record.game != game.name:
            raise InputError(f"it is a game of {record.game}, not of {game.name}")
        more, names = dict(record.more), {MAX: record.max, MIN: record.min}
        redo, players = more.pop(REDO, []), more.pop(PLAYERS, None)
        control = TimeControl.parse(record.control) if control is None else control
        found = cls(game, record.start, control=control, players=names, more=more, notes=record.notes)
        if isinstance(players, dict):
            found.names = names
            found.players = {side: str(players.get(player_word(side), "")) for side in (MAX, MIN)}
        found.opening_plies = len(record.opening)
        found._play_all(record.line)
        played = found.ply
        if isinstance(redo, list):
            found._play_all(list(read_moves(redo)))
        found.ply = played
        if record.winner is not None and not game.terminal(found.state):
            found.decided = Ending(record.winner, record.ended_by, record.detail, record.utility)
        return found

    def _play_all(self, moves: Collection[MoveRecord]) -> None:
        for number, move in enumerate(moves, start=self.ply + 1):
            try:
                self.play(move)
            except InputError as error:
                raise InputError(f"move {number}: {error}") from None
