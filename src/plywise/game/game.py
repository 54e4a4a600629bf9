"""The class that every game derives from: the six rules, and the optional hooks, a file for each audience."""

import inspect
from collections.abc import Callable
from functools import wraps
from math import inf
from reprlib import Repr
from typing import Any

from plywise.game.board_hooks import BoardHooks
from plywise.game.hooks import hook_of, optional_methods, set_namesakes_apart
from plywise.game.notation_hooks import NotationHooks
from plywise.game.outcomes import MAX as MAX
from plywise.game.outcomes import MIN as MIN
from plywise.game.outcomes import Value
from plywise.game.play_hooks import PlayHooks
from plywise.game.rules import Rules
from plywise.game.search_hooks import SearchHooks
from plywise.game.slips import misnamed


class Game(SearchHooks, PlayHooks, BoardHooks, NotationHooks, Rules):
    """A two-player, zero-sum game of perfect information.

    A subclass implements the six rules (`Rules`): `initial`, `player`, `actions`, `result`, `terminal` and `utility`.
    The other methods and attributes are optional; each makes the search faster (`SearchHooks`, `PlayHooks`) or the game
    easier to read (`BoardHooks`, `NotationHooks`). A method with the name of an optional one but other parameters is an
    ordinary helper method of the game.

    A state is a value: hashable, compared by its contents, never modified. So is an action. Either may be a tuple, a
    text, a NamedTuple or a frozen dataclass, of numbers, texts, None, enums, tuples and frozensets;
    docs/reference/compiled_rules.md lists what else compiles. The game object holds the rules and their parameters; no
    method may change it.

    >>> from typing import NamedTuple
    >>> class Stones(Game):
    ...     class State(NamedTuple):
    ...         stones: int
    ...         side: int
    ...     def initial(self): return self.State(stones=10, side=MAX)
    ...     def player(self, state): return state.side
    ...     def actions(self, state): return range(1, min(3, state.stones) + 1)
    ...     def result(self, state, action): return self.State(state.stones - action, -state.side)
    ...     def terminal(self, state): return state.stones == 0
    ...     def utility(self, state): return -state.side
    >>> game = Stones()
    >>> game.format_state(game.result(game.initial(), 2))
    'stones=8,side=-1'
    """

    name: str = ""
    """The game's name in results and on the command line. The default is the name of the class."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.name = cls.__dict__.get("name") or cls.__name__
        if "__init__" in cls.__dict__:
            cls.__init__ = _recording_arguments(cls.__init__)  # type: ignore[method-assign]
        set_namesakes_apart(cls, Game, HOOKS)

    def __new__(cls, *arguments: Any, **named: Any) -> "Game":
        """Return a new game. Raises TypeError, with the remedy, if the class lacks rules."""
        missing = missing_rules(cls)
        if missing:
            raise TypeError(f"{cls.__name__} {missing}")
        return super().__new__(cls)

    def __repr__(self) -> str:
        """Return the call that made the game, without default arguments."""
        return f"{type(self).__name__}({', '.join(_arguments_given(self))})"


def missing_rules(game_class: type[Game]) -> str:
    """Return the rules that a class lacks, and methods of it that may be meant; "" if it has all."""
    missing = sorted(getattr(game_class, "__abstractmethods__", ()))
    return f"does not define {', '.join(missing)}{misnamed(game_class, missing)}" if missing else ""


HOOKS = optional_methods(Game)
"""The optional methods, each with its number of arguments after the game.

A game's method with such a name and another number of arguments is an ordinary helper: see plywise.game.hooks.
"""


_short = Repr()
_short.maxstring = _short.maxother = 60


def _recording_arguments(init: Callable[..., None]) -> Callable[..., None]:
    """Return a constructor that also records its arguments for the game's repr."""

    @wraps(init)
    def recording(self: Game, *arguments: Any, **named: Any) -> None:
        vars(self).setdefault(MADE_WITH, (arguments, named))  # the subclass's come first
        init(self, *arguments, **named)

    return recording


MADE_WITH = "_made_with"


def _arguments_given(game: Game) -> list[str]:
    """Return the arguments that a game was made with as `name=value`, without defaults."""
    arguments, named = vars(game).get(MADE_WITH, ((), {}))
    try:
        given = inspect.signature(type(game).__init__).bind(game, *arguments, **named)
    except TypeError:
        return ["..."]
    defaults = given.signature.parameters
    values = list(given.arguments.items())[1:]
    return [f"{name}={_short.repr(value)}" for name, value in values if not _is_same(value, defaults[name].default)]


def _is_same(one: object, other: object) -> bool:
    """Return whether two values are equal; False if they cannot be compared."""
    try:
        return one is other or (type(one) is type(other) and bool(one == other))
    except Exception:  # noqa: BLE001 - a user's values may compare in any way
        return False


def defines(game: Game, method: str) -> bool:
    """Return whether the game's class overrides a method that has a default."""
    return hook_of(type(game), method) is not getattr(Game, method)


def rules_line(game_class: type[Game]) -> str:
    """Return the rules in one line: the first of the class's docstring; "" without one.

    >>> from plywise.games import make
    >>> rules_line(type(make("nim")))[:45]
    'The players take turns taking one or more obj'
    """
    return (game_class.__dict__.get("__doc__") or "").strip().partition("\n")[0]


def is_outright(game: Game, value: Value) -> bool:
    """Return whether a value is a plain win or loss, one of the utility bounds; others are points."""
    low, high = game.utility_bounds
    bound = high if value > 0 else low
    return value != 0 and (abs(value) == 1 if bound in (inf, -inf) else value == bound)
