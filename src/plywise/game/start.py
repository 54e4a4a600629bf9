"""The checks of a game and a state, before a search, a match or a drawing begins."""

from collections.abc import Iterable
from reprlib import Repr

from plywise.errors import InputError
from plywise.game.defaults.records import why_unhashable
from plywise.game.freezing.frozen_game import freeze_states, frozen_state, plain_twin
from plywise.game.game import HOOKS, Game
from plywise.game.moves import legal_actions
from plywise.game.outcomes import State
from plywise.game.trial_play import require_rules, try_rules

_short = Repr()
_short.maxstring = _short.maxother = 60


def require_game(game: object) -> None:
    """Raise InputError, with the remedy, unless it is a game object."""
    if isinstance(game, Game):
        return
    if isinstance(game, str):
        fault = f"{_short.repr(game)} is a text, not a game: pw.make({_short.repr(game)}) makes the game"
    elif isinstance(game, type):
        fault = f"{game.__name__} is a class, not a game: {game.__name__}() makes one"
        fault = fault if issubclass(game, Game) else f"{game.__name__} is not a subclass of plywise.Game"
    elif isinstance(game, (list, tuple, dict)) and not hasattr(game, "_fields"):
        fault = f"{_short.repr(game)} is a {type(game).__name__}, not a game: pw.Tree(...) makes a tree of it"
    else:
        fault = f"{_short.repr(game)} is not a game, an object of a subclass of plywise.Game{_remedy(game)}"
    raise InputError(fault.replace("\n", " "))


OF_LIBRARIES = {
    "pyspiel.": ": pw.libraries.from_openspiel(...) makes one of it",
    "pettingzoo.": ": pw.libraries.from_pettingzoo(...) makes one of it",
    "chess.": ": give it as the state of a game of chess",
}
"""Prefix of an object's module -> the remedy."""


def _remedy(thing: object) -> str:
    """Return the remedy for an object of another library."""
    module = f"{type(thing).__module__}."
    return next((fault for name, fault in OF_LIBRARIES.items() if module.startswith(name)), "")


def require_bounds(game: Game) -> None:
    """Raise InputError, with the remedy, for utility bounds that are not an interval of numbers."""
    bounds = game.utility_bounds
    try:
        low, high = bounds
        if low < high:
            return
    except (TypeError, ValueError):
        pass
    raise InputError(
        f"{game.name}: utility_bounds is {_short.repr(bounds)}; write (low, high), the least and the greatest utility \
with low < high, as in (-1, 1)"
    )


def start_of(game: Game, state: State) -> State:
    """Return the start state, the initial one for None. Every search and player calls this first.

    A game that changes states in place gets frozen ones. Raises InputError for an object that is not a game, a state
    that is not one of its states, and rules that fail a short trial (see trial_play).
    """
    require_game(game)
    require_bounds(game)
    require_rules(game)
    freeze_states(game, tuple(HOOKS))
    start = game.initial() if state is None else _state_given(game, state)
    try_rules(game, start)
    return start


def game_to_examine(game: Game) -> Game:
    """Return the game for checking its laws: with frozen states if it has them.

    If its rules change states in place, it is the author's game, so that this is reported.
    """
    freeze_states(game, tuple(HOOKS))
    plain: Game = plain_twin(game)
    try:
        if plain is not game:
            try_rules(plain, plain.initial())
    except InputError as error:
        if "changed" in str(error):  # and not another mistake, which the laws will find
            return plain
    return game


def _state_given(game: Game, state: State) -> State:
    """Return a caller's state, converted from another library's object if necessary.

    Raises InputError for a text, or another value that is not a state of the game.
    """
    state = frozen_state(game, game._read_object(state))
    first = game.initial()
    if isinstance(state, str) and not isinstance(first, str):
        text = _short.repr(state)
        raise InputError(f"{text} is a text, not a state of {game.name}: game.parse_state({text}) reads it")
    if isinstance(state, (int, float, list, dict)) and isinstance(first, tuple):
        raise _foreign_state(game, state, first)
    if type(state) is not type(first):
        try:
            game.terminal(state)
        except Exception as error:
            raise _foreign_state(game, state, first) from error
    return state


def _foreign_state(game: Game, state: object, first: State) -> InputError:
    return InputError(f"{_short.repr(state)} is not a state of {game.name}, such as {_short.repr(first)}")


def hashable_start(game: Game, state: State) -> State:
    """Return the start state like `start_of`, for callers that store states in a table.

    Raises InputError, with the remedy, for unhashable states, or if there is no legal move.
    """
    start = start_of(game, state)
    why = why_not_hashable(game, start)
    if why:
        raise InputError(f"{game.name}: {why}")
    if not game.terminal(start):
        legal_actions(game, start)
    return start


def why_not_hashable(game: Game, state: State) -> str:
    """Return in one line why a state, or its first action, cannot be hashed, with the remedy; "" if they can."""
    why = why_unhashable(state)
    if why or game.terminal(state):
        return why
    actions = game.actions(state)
    first = next(iter(actions), None) if isinstance(actions, Iterable) else None
    return why_unhashable(first, "an action")


def round_trips(game: Game, state: State) -> bool:
    """Return whether parsing a state's text gives an equal state; a text may omit the history, for example."""
    try:
        return bool(game.parse_state(game.format_state(state)) == state)
    except InputError:
        return False
