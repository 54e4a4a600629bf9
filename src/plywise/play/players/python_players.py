"""Moves by a function of Python, or by any object that chooses."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plywise.errors import InputError
from plywise.game import Action, Game, State
from plywise.games.user_files import hash_file, import_sent, run_file
from plywise.play.blame import describe_failure, rules_failed
from plywise.play.player import Player, PlayerFailure, Situation, Thought

Choice = Callable[[Game, State], Action]
"""Chooses a legal action of a state that is not terminal; None: it resigns."""

FILE = re.compile(r"(.*\.py):([^:]+)", re.DOTALL)


@dataclass(frozen=True)
class FunctionPlayer(Player):
    """Plays what a function of the game and the state returns. An exception in it loses the game."""

    function: Choice

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise InputError(f"a function of a game and a state is needed, not {self.function!r}")

    def choose(self, game: Game, state: State) -> Action:
        """Return the function's choice. Raises PlayerFailure."""
        with exceptions_told(game):
            return self.function(game, state)


@dataclass(frozen=True)
class FileFunctionPlayer(FunctionPlayer):
    """Plays what a function in a user's file returns.

    module, name: where it is. fingerprint: a hash of the file, which tells whether it is the same function still.

    To another process it goes by its name: what it refers to need not be fit for sending, and the file's source comes
    along.
    """

    module: str
    name: str
    fingerprint: str

    def __reduce__(self) -> tuple[Any, ...]:
        return _find_function, (self.module, self.name, self.fingerprint)


def _find_function(module: str, name: str, fingerprint: str) -> FileFunctionPlayer:
    return FileFunctionPlayer(getattr(import_sent(module), name), module, name, fingerprint)


@dataclass(frozen=True)
class ObjectPlayer(Player):
    """Plays what an object's `choose` returns, or its `decide`; its `begin` and `close` are called if it has them."""

    chooser: Any

    def begin(self, game: Game, start: State) -> None:
        """Let the object get ready. Raises PlayerFailure."""
        with exceptions_told(game):
            getattr(self.chooser, "begin", _nothing)(game, start)

    def decide(self, situation: Situation) -> Thought:
        """Return what the object decides, or chooses. Raises PlayerFailure."""
        decide = getattr(self.chooser, "decide", None)
        if decide is None:
            return super().decide(situation)
        with exceptions_told(situation.game):
            found = decide(situation)
            return found if isinstance(found, Thought) else Thought(found)

    def choose(self, game: Game, state: State) -> Action:
        """Return what the object chooses. Raises PlayerFailure."""
        with exceptions_told(game):
            return self.chooser.choose(game, state)

    def close(self) -> None:
        """Let the object give up what it holds."""
        getattr(self.chooser, "close", _nothing)()


@contextmanager
def exceptions_told(game: Game) -> Iterator[None]:
    """In this context, what a user's code raises is the player's failure, unless the rules are to blame."""
    try:
        yield
    except (PlayerFailure, KeyboardInterrupt):
        raise
    except BaseException as error:
        if rules_failed(game, error):
            raise
        raise PlayerFailure("error", describe_failure(error)) from error


def load_function(text: str) -> FileFunctionPlayer:
    """Return the player whose function `path/file.py:name` names. Raises InputError."""
    match = FILE.fullmatch(text)
    if match is None:
        raise InputError(f"function {text!r} is not of the form path/file.py:name")
    module = run_file(Path(match[1]))
    found = vars(module).get(match[2])
    if not callable(found):
        raise InputError(f"{match[1]} has no function {match[2]!r}")
    return FileFunctionPlayer(found, module.__name__, match[2], hash_file(module))


def _nothing(*given: object) -> None:
    """Do nothing."""
