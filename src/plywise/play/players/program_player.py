"""A player that is another program: start it, and restart it after a failure."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from plywise.arguments.numbers import as_number
from plywise.engines.limits import Limits
from plywise.errors import InputError
from plywise.game import Action, Game, State
from plywise.play.player import Player, PlayerFailure, Situation, Thought
from plywise.play.players.line_of_play import LineOfPlay, Move
from plywise.protocols.launch import split_words
from plywise.protocols.program import Program, ProgramFailure
from plywise.protocols.transcript import Transcript

MAX_STARTS = 3
"""Number of failed starts in a row after which the program is not started again."""

PATIENCE = 30.0
"""Seconds for a program to get ready, and for a move without a time limit."""

DEFAULT_SECONDS = 1.0
"""Seconds for a move without any limit."""

FAREWELL = "quit"
"""The command to exit, in UCI and GTP."""

Speaking = TypeVar("Speaking")
"""A program whose protocol has been initialized."""


@dataclass(eq=False)
class ProgramPlayer(Player, Generic[Speaking]):
    """Plays the moves of another program connected by pipes. A subclass implements the protocol.

    command: the program and its arguments, split like in a shell, but run without one
    time: seconds for a move, besides the allowance
    patience: seconds; see PATIENCE
    log: a folder for the transcript, which is written continuously; None: the transcript is in memory only
    transcript: all lines sent and received since the first start
    starts: number of starts

    The program keeps running between games. After any failure it is ended, and restarted for the next game. Raises
    InputError if there is no such program.
    """

    command: str
    time: float | None = None
    patience: float = PATIENCE
    log: str | None = None
    transcript: Transcript = field(init=False, repr=False)
    starts: int = field(default=0, init=False, repr=False)

    def __post_init__(self) -> None:
        self._words = split_words(self.command)
        Limits(time=self.time)  # raises for an invalid limit
        if as_number(self.patience) is None or self.patience <= 0:
            raise InputError(f"patience must be a positive number of seconds, not {self.patience}")
        self.transcript = Transcript(folder=_make_folder(self.log), name=Path(self._words[0]).name)
        self._program: Program | None = None
        self._speaking: Speaking | None = None
        self._failed_starts = 0
        self._last_failure = ProgramFailure("crash", "")
        self._line: LineOfPlay | None = None

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        """Pickle the settings; the copy starts its own program."""
        return type(self), tuple(getattr(self, name) for name in type(self).__match_args__)

    @property
    def pid(self) -> int | None:
        """The program's process id while it runs."""
        return None if self._program is None else self._program.pid

    def begin(self, game: Game, start: State) -> None:
        """Start the program if it is not running, and begin a game. Raises PlayerFailure."""
        self.check_game(game)
        with self._report_failures():
            self._begin(LineOfPlay(game, start))

    def decide(self, situation: Situation) -> Thought:
        """Return the program's move within the allowance; an action of None: it resigns. Raises PlayerFailure."""
        with self._report_failures():
            line = self._line
            if self._speaking is None or line is None or not line.is_of(situation):
                line = self._begin(LineOfPlay(situation.game, situation.start))
            assert self._speaking is not None
            return self._ask(self._speaking, situation, line.moves_to(situation))

    def choose(self, game: Game, state: State) -> Action:
        """Return the program's move in a game that begins in this state."""
        return self.decide(Situation(game, state, (), state)).action

    def close(self) -> None:
        """End the program."""
        program, self._program, self._speaking = self._program, None, None
        if program is not None:
            program.end(FAREWELL)

    @abstractmethod
    def _greet(self, program: Program) -> Speaking:
        """Initialize the protocol of a program that was just started. Raises ProgramFailure."""

    @abstractmethod
    def _set_up(self, speaking: Speaking, game: Game, start: State) -> None:
        """Send the program the beginning of a game. Raises ProgramFailure."""

    @abstractmethod
    def _ask(self, speaking: Speaking, situation: Situation, moves: Sequence[Move]) -> Thought:
        """Return the program's answer. moves: those since the start. Raises ProgramFailure and PlayerFailure."""

    def _begin(self, line: LineOfPlay) -> LineOfPlay:
        if self._speaking is None:
            self._start()
        assert self._speaking is not None
        self._line = line
        self._set_up(self._speaking, line.game, line.start)
        self._failed_starts = 0
        return line

    def _start(self) -> None:
        """Start the program; the start counts as failed until a game has begun."""
        if self._failed_starts == MAX_STARTS:
            last = self._last_failure
            raise PlayerFailure(last.kind, f"given up after {MAX_STARTS} starts in a row that failed: {last.detail}")
        self._failed_starts += 1
        self.starts += 1
        self._program = Program(self._words, self.transcript)
        self._speaking = self._greet(self._program)

    @contextmanager
    def _report_failures(self) -> Iterator[None]:
        """In this context, end a program that fails and raise PlayerFailure."""
        try:
            yield
        except ProgramFailure as failure:
            self._kill()
            self._last_failure = failure
            raise PlayerFailure(failure.kind, failure.detail) from None
        except PlayerFailure:
            raise
        except BaseException:  # such as Ctrl-C: a late answer would be read as the next one
            self._kill()
            raise

    def _kill(self) -> None:
        program, self._program, self._speaking = self._program, None, None
        if program is not None:
            program.end()


def _make_folder(name: str | None) -> Path | None:
    """Create a folder if it does not exist. Raises InputError."""
    if name is None:
        return None
    try:
        Path(name).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise InputError(f"log={name}: {getattr(error, 'strerror', None) or error}") from None
    return Path(name)
