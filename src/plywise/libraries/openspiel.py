"""OpenSpiel's games in Plywise: `openspiel:breakthrough(rows=6)`, or any game object of pyspiel.

OpenSpiel plays on a state in place. Here `result` copies it first, so that a state is a value. POSITIONS lists games in
which OpenSpiel's text of a state determines the rest of the game: there, equal texts are equal states. In all other
games, such as chess, whose text leaves out repetitions, two states are equal only if the same moves led to them.
"""

import inspect
import os
import sys
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

from plywise.arguments.names import find_name, hint
from plywise.errors import InputError
from plywise.game import MAX, MIN, Game
from plywise.libraries.library_game import LibraryGame, LibraryState
from plywise.process.extras import require

PREFIX = "openspiel:"

NEEDED: Sequence[tuple[str, str, str]] = (
    ("dynamics", "SEQUENTIAL", "its players move at the same time"),
    ("chance_mode", "DETERMINISTIC", "it has chance moves"),
    ("information", "PERFECT_INFORMATION", "its players do not see everything"),
    ("utility", "ZERO_SUM", "it is not zero-sum"),
)
"""The required fields of a game's type: field, value, and what is wrong with any other value."""

MARKS = str.maketrans("[]", "  ")
"""Some games mark the last move with brackets."""


# --- states -----------------------------------------------------------------------------------------------------------


class OpenSpielState(LibraryState):
    """A state of OpenSpiel; equal to another if the same moves led there.

    spiel: the pyspiel.State; do not change it
    """

    __slots__ = ("spiel",)

    def __init__(self, spiel: Any) -> None:
        self._identity = self._words = None
        self.spiel = spiel

    def identity(self) -> Hashable:
        """Return the moves."""
        return tuple(self.spiel.history())

    def moves(self) -> Sequence[int]:
        """Return the actions that led here."""
        actions: Sequence[int] = self.spiel.history()
        return actions

    def labels(self) -> dict[int, str]:
        """Return OpenSpiel's name of each legal action."""
        spiel = self.spiel
        player = spiel.current_player()
        return {action: spiel.action_to_string(player, action) for action in spiel.legal_actions()}

    def picture(self) -> str:
        """Return OpenSpiel's text of the state."""
        return str(self.spiel)


class ByText(OpenSpielState):
    """A state that its text and its player determine."""

    __slots__ = ()

    def identity(self) -> Hashable:
        """Return the text and the player to move."""
        return str(self.spiel), self.spiel.current_player()


class ByUnmarkedText(OpenSpielState):
    """A state that its text determines. The text also marks the last move, which does not matter."""

    __slots__ = ()

    def identity(self) -> Hashable:
        """Return the text without the marks, and the player to move."""
        return str(self.spiel).translate(MARKS), self.spiel.current_player()


class ByTextAndPly(OpenSpielState):
    """A state that its text and the number of moves determine: the game has a limit of moves, or a swap rule."""

    __slots__ = ()

    def identity(self) -> Hashable:
        """Return the text, the player to move and the number of moves."""
        return str(self.spiel), self.spiel.current_player(), self.spiel.move_number()


class ByTextAndTurn(OpenSpielState):
    """A state of a game with turns of three actions: the text does not show the first actions of the turn."""

    __slots__ = ()

    def identity(self) -> Hashable:
        """Return the text, the player to move and the actions of the turn so far."""
        spiel = self.spiel
        begun = spiel.move_number() % 3
        return str(spiel), spiel.current_player(), tuple(spiel.history()[-begun:]) if begun else ()


POSITIONS: Mapping[str, type[OpenSpielState]] = dict.fromkeys(
    ("breakthrough", "clobber", "connect_four", "dots_and_boxes", "gomoku", "mancala", "mnk", "nim", "nine_mens_morris",
     "othello", "pentago", "python_tic_tac_toe", "tic_tac_toe", "ultimate_tic_tac_toe"), ByText
) | {
    "amazons": ByTextAndTurn, "havannah": ByUnmarkedText, "hex": ByTextAndPly, "quoridor": ByTextAndPly,
    "y": ByUnmarkedText,
}  # fmt: skip
"""The class of a game's states, where that is not OpenSpielState: see the top of this file."""


# --- games ------------------------------------------------------------------------------------------------------------


class OpenSpielGame(LibraryGame):
    """A game of OpenSpiel. MAX is its player 0.

    spiel: the pyspiel.Game. An action is OpenSpiel's number of it.
    """

    library = "OpenSpiel"
    short_name = ""

    def __init__(self, **values: Any) -> None:
        written = ",".join(f"{name}={_spiel_text(value)}" for name, value in values.items())
        self.spiel = _load_spiel(f"{self.short_name}({written})")
        require_fitting(self.spiel)
        if type(self).name == PREFIX + self.short_name:  # a subclass keeps its own name
            self.name = type(self).name + (f"({written})" if written else "")
        for name, value in self.spiel.get_parameters().items():
            if not hasattr(type(self), name):  # views and UCI read parameters as attributes
                setattr(self, name, value)
        self.title = self.spiel.get_type().long_name
        self.utility_bounds = _whole(self.spiel.min_utility()), _whole(self.spiel.max_utility())
        self.make_state = POSITIONS.get(self.short_name, OpenSpielState)
        self._try_start()

    def initial(self) -> OpenSpielState:
        """Return OpenSpiel's initial state."""
        return self._start

    def player(self, state: OpenSpielState) -> int:
        """Return MAX for player 0."""
        return MIN if state.spiel.current_player() else MAX

    def actions(self, state: OpenSpielState) -> Sequence[int]:
        """Return OpenSpiel's legal actions."""
        actions: Sequence[int] = state.spiel.legal_actions()
        return actions

    def result(self, state: OpenSpielState, action: int) -> OpenSpielState:
        """Return a new state, on which the action has been played."""
        try:
            return self.make_state(state.spiel.child(action))
        except Exception as error:  # noqa: BLE001 - SpielError, as after Oware's thousandth move
            raise InputError(f"{self.name}: OpenSpiel cannot play {action}: {_in_one_line(error)}") from None

    def terminal(self, state: OpenSpielState) -> bool:
        """Return whether the game is over."""
        over: bool = state.spiel.is_terminal()
        return over

    def utility_of(self, state: OpenSpielState) -> float:
        """Return the return of player 0."""
        value: float = state.spiel.returns()[0]
        return value

    def _read_object(self, position: Any) -> Any:
        """Return the state for a pyspiel.State of this game."""
        if not hasattr(position, "full_history"):
            return position
        theirs = position.get_game()
        if theirs.get_type().short_name != self.short_name or theirs.get_parameters() != self.spiel.get_parameters():
            raise InputError(f"{self.name}: the state is one of OpenSpiel's {theirs}")
        here = self.initial()
        for action in position.history():
            if action not in here.spiel.legal_actions():
                break
            here = self.result(here, action)
        if str(here.spiel) != str(position):
            raise InputError(
                f"{self.name}: the state does not come from the initial one, so its moves do not describe it"
            )
        return here

    def _try_start(self) -> None:
        """Call what a search needs once. Raises InputError if OpenSpiel cannot play the game with these parameters."""
        with quiet_errors("OpenSpiel cannot play that"):
            self._start = self.make_state(self.spiel.new_initial_state())
            if not self._start.spiel.is_terminal():
                self.result(self._start, next(iter(self._start.labels())))


def game_class(name: str) -> type[OpenSpielGame]:
    """Return the class of OpenSpiel's game of a name; its parameters are the game's. Raises InputError."""
    require("open_spiel", f"{PREFIX}{name} needs")
    import pyspiel

    if name.startswith("python_"):
        import open_spiel.python.games  # noqa: F401 - it registers them
    known = {each.short_name: each for each in pyspiel.registered_games()}
    found = find_name(name, known)
    if found is None:
        raise InputError(
            f"OpenSpiel has no game {name!r}; {hint(name, known, there_are='see pyspiel.registered_names()')}"
        )
    return _class_of(found)


@cache
def _class_of(name: str) -> type[OpenSpielGame]:
    """Return the class of a registered game, whose constructor takes the parameters that OpenSpiel lists."""
    import pyspiel

    listed = next(each for each in pyspiel.registered_games() if each.short_name == name)

    def init(self: OpenSpielGame, **values: Any) -> None:
        for parameter, value in values.items():
            _require_size(f"{PREFIX}{name}", parameter, value, listed.parameter_specification.get(parameter))
        OpenSpielGame.__init__(self, **values)

    kind = inspect.Parameter.KEYWORD_ONLY
    init.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
        + [inspect.Parameter(each, kind, default=value) for each, value in listed.parameter_specification.items()]
    )
    body = {
        "__doc__": f"{listed.long_name}, as OpenSpiel plays it.",
        "__init__": init,
        "__module__": __name__,
        "__qualname__": name,
        "name": PREFIX + name,
        "short_name": name,
    }
    return type(name, (OpenSpielGame,), body)


def __getattr__(name: str) -> type[OpenSpielGame]:
    """Return the class of a game: pickle looks it up here by its name."""
    if not name.startswith("_"):
        with suppress(InputError):
            found = game_class(name)
            if found.short_name == name:
                return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def from_openspiel(spiel: Any) -> Game:
    """Return the game of a pyspiel.Game, such as `pyspiel.load_game("hex(board_size=3)")`.

    Whatever takes a state of the game takes a pyspiel.State of it, too. Raises InputError for a game that Plywise
    cannot play, and for anything else.
    """
    if not hasattr(spiel, "new_initial_state"):
        raise InputError(f"from_openspiel takes a pyspiel.Game, not a {type(spiel).__name__}")
    require_fitting(spiel)
    found, known = game_class(spiel.get_type().short_name), spiel.get_parameters()
    usual = spiel.get_type().parameter_specification
    changed = found(**{name: value for name, value in known.items() if value != usual.get(name)})
    return changed if changed.spiel.get_parameters() == known else found(**known)  # hex(board_size=3,num_cols=11)


# --- what OpenSpiel is asked ------------------------------------------------------------------------------------------


def require_fitting(spiel: Any) -> None:
    """Raise InputError for a game that Plywise cannot play. The message lists all reasons."""
    kind = spiel.get_type()
    wrong = [why for field, needed, why in NEEDED if getattr(kind, field).name != needed]
    if spiel.num_players() != 2:
        wrong.insert(0, f"it is not for two players but {spiel.num_players()}")
    if wrong:
        raise InputError(f"Plywise cannot play OpenSpiel's {kind.short_name}: {', '.join(wrong)}")


def _require_size(game: str, name: str, value: Any, usual: Any) -> None:
    """Raise InputError for a size below 1, which makes some games of OpenSpiel crash the process."""
    if type(usual) is int and type(value) is int and value < min(usual, 1):
        raise InputError(f"{name}={value} must be at least {min(usual, 1)}")


def _load_spiel(text: str) -> Any:
    """Return the game of OpenSpiel that a text names, with all its parameters. Raises InputError."""
    import pyspiel

    with quiet_errors(f"OpenSpiel refuses {text}"):
        return pyspiel.load_game(text)


@contextmanager
def quiet_errors(what: str) -> Iterator[None]:
    """In this context, turn exceptions into InputError and suppress what OpenSpiel prints about them on stderr."""
    with _stderr_set_aside():
        try:
            yield
        except InputError:
            raise
        except Exception as error:  # noqa: BLE001 - SpielError, or what C++ raised
            raise InputError(f"{what}: {_in_one_line(error)}") from None


def _in_one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


@contextmanager
def _stderr_set_aside() -> Iterator[None]:
    """In this context, discard everything written to stderr, including from C++."""
    try:
        kept = os.dup(2)
    except OSError:  # it is closed
        yield
        return
    nothing = os.open(os.devnull, os.O_WRONLY)
    try:
        if sys.stderr is not None:
            sys.stderr.flush()
        os.dup2(nothing, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nothing)


def _spiel_text(value: Any) -> str:
    """Return a parameter's value as OpenSpiel writes it."""
    if isinstance(value, dict):
        inner = ",".join(f"{name}={_spiel_text(each)}" for name, each in value.items() if name != "name")
        return f"{value.get('name', '')}({inner})"
    return str(value)


def _whole(value: float) -> float:
    return int(value) if value.is_integer() else value
