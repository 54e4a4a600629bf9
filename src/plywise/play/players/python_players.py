"""Players that are Python functions, or objects with `choose`."""

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
"""Chooses a legal action of a state that is not terminal; None: the player resigns."""

FILE = re.compile(r"(.*\.py):([^:]+)", re.DOTALL)


@dataclass(frozen=True)
class FunctionPlayer(Player):
    """Plays the action returned by a function of the game and the state. An exception in it loses the game."""

    function: Choice

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise InputError(f"a function of a game and a state is needed, not {self.function!r}")

    def choose(self, game: Game, state: State) -> Action:
        """Return the function's choice. Raises PlayerFailure."""
        with exceptions_as_failures(game):
            return self.function(game, state)


@dataclass(frozen=True)
class FileFunctionPlayer(FunctionPlayer):
    """Plays the action returned by a function in a user's file.

    module, name: its place. fingerprint: a hash of the file, to detect changes.

    It is pickled by name, so that the objects it refers to need not be picklable; the file's source is sent along.
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
    """Plays the action returned by an object's `choose` or `decide`; `begin` and `close` are optional."""

    chooser: Any

    def begin(self, game: Game, start: State) -> None:
        """Call the object's `begin`. Raises PlayerFailure."""
        with exceptions_as_failures(game):
            getattr(self.chooser, "begin", _nothing)(game, start)

    def decide(self, situation: Situation) -> Thought:
        """Return the object's decision or choice. Raises PlayerFailure."""
        decide = getattr(self.chooser, "decide", None)
        if decide is None:
            return super().decide(situation)
        with exceptions_as_failures(situation.game):
            found = decide(situation)
            return found if isinstance(found, Thought) else Thought(found)

    def choose(self, game: Game, state: State) -> Action:
        """Return the object's choice. Raises PlayerFailure."""
        with exceptions_as_failures(game):
            return self.chooser.choose(game, state)

    def close(self) -> None:
        """Call the object's `close`."""
        getattr(self.chooser, "close", _nothing)()


@contextmanager
def exceptions_as_failures(game: Game) -> Iterator[None]:
    """In this context, turn exceptions of a user's code into PlayerFailure, unless the rules are at fault."""
    try:
        yield
    except (PlayerFailure, KeyboardInterrupt):
        raise
    except BaseException as error:
        if rules_failed(game, error):
            raise
        raise PlayerFailure("error", describe_failure(error)) from error


def load_function(text: str) -> FileFunctionPlayer:
    """Return the player for a function `path/file.py:name`. Raises InputError."""
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
