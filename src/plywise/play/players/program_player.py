"""Moves by another program: started, restarted after a failure, given up if it does not start."""

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
"""Starts in a row that may fail; then the program is given up."""

PATIENCE = 30.0
"""Seconds that a program may take to get ready, and for a move where no time is counted."""

USUAL_SECONDS = 1.0
"""Seconds that a program gets for a move where nothing limits it."""

FAREWELL = "quit"
"""The order to leave, in either language."""

Speaking = TypeVar("Speaking")
"""A program that has been greeted in its language."""


@dataclass(eq=False)
class ProgramPlayer(Player, Generic[Speaking]):
    """Plays what another program answers over a pipe. A subclass knows the language.

    command: the program and its arguments, split as a shell does; no shell runs it
    time: seconds of its own for a move, besides what it is allowed
    patience: seconds; see PATIENCE
    log: a folder for the transcript, which is written as it grows; None: it is kept only as long as the player
    transcript: all that was said to it and by it, from its first start on
    starts: how often it was started

    It runs from game to game. Whatever goes wrong, it is ended, and started again when the next game begins. Raises
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
        Limits(time=self.time)  # refuses what is no limit
        if as_number(self.patience) is None or self.patience <= 0:
            raise InputError(f"patience must be a positive number of seconds, not {self.patience}")
        self.transcript = Transcript(folder=_make_folder(self.log), name=Path(self._words[0]).name)
        self._program: Program | None = None
        self._speaking: Speaking | None = None
        self._failed_starts = 0
        self._last_failure = ProgramFailure("crash", "")
        self._line: LineOfPlay | None = None

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        """Return how another process makes the same player, with a program of its own."""
        return type(self), tuple(getattr(self, name) for name in type(self).__match_args__)

    @property
    def pid(self) -> int | None:
        """The program's number in the system while it runs."""
        return None if self._program is None else self._program.pid

    def begin(self, game: Game, start: State) -> None:
        """Start the program if it is not running, and let a game begin. Raises PlayerFailure."""
        self.check_game(game)
        with self._failures_told():
            self._begin(LineOfPlay(game, start))

    def decide(self, situation: Situation) -> Thought:
        """Return the program's move within the allowance, the action None if it resigns. Raises PlayerFailure."""
        with self._failures_told():
            line = self._line
            if self._speaking is None or line is None or not line.is_of(situation):
                line = self._begin(LineOfPlay(situation.game, situation.start))
            assert self._speaking is not None
            return self._ask(self._speaking, situation, line.moves_to(situation))

    def choose(self, game: Game, state: State) -> Action:
        """Return the program's move as if a game began in this state."""
        return self.decide(Situation(game, state, (), state)).action

    def close(self) -> None:
        """End the program."""
        program, self._program, self._speaking = self._program, None, None
        if program is not None:
            program.end(FAREWELL)

    @abstractmethod
    def _greet(self, program: Program) -> Speaking:
        """Return a program that was just started, ready to be told of a game. Raises ProgramFailure."""

    @abstractmethod
    def _set_up(self, speaking: Speaking, game: Game, start: State) -> None:
        """Tell the program that a game begins. Raises ProgramFailure."""

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
        """Start the program; until a game has begun with it, the start counts as failed."""
        if self._failed_starts == MAX_STARTS:
            last = self._last_failure
            raise PlayerFailure(last.kind, f"given up after {MAX_STARTS} starts in a row that failed: {last.detail}")
        self._failed_starts += 1
        self.starts += 1
        self._program = Program(self._words, self.transcript)
        self._speaking = self._greet(self._program)

    @contextmanager
    def _failures_told(self) -> Iterator[None]:
        """In this context, a program that fails is ended, and its failure is the player's."""
        try:
            yield
        except ProgramFailure as failure:
            self._kill()
            self._last_failure = failure
            raise PlayerFailure(failure.kind, failure.detail) from None
        except PlayerFailure:
            raise
        except BaseException:  # Ctrl-C above all: nobody knows what the program is about to say
            self._kill()
            raise

    def _kill(self) -> None:
        program, self._program, self._speaking = self._program, None, None
        if program is not None:
            program.end()


def _make_folder(name: str | None) -> Path | None:
    """Return the folder of a name, made if it is not there. Raises InputError."""
    if name is None:
        return None
    try:
        Path(name).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise InputError(f"log={name}: {getattr(error, 'strerror', None) or error}") from None
    return Path(name)
