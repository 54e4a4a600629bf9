"""What a game is: two players, MAX and MIN, move from state to state until a terminal state decides the outcome.

The interface follows the textbook (Russell and Norvig, *Artificial Intelligence: A Modern Approach*, the chapter on
adversarial search). Six methods define a game; everything else has a default that a game may override.
"""

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import wraps
from math import inf
from reprlib import Repr
from typing import Any

from plywise.cells import Cell as Cell
from plywise.cells import Coordinates as Coordinates
from plywise.defaults.action_words import action_named, list_legal, moves_on_cells, word_for
from plywise.defaults.clicks import clicks_at
from plywise.defaults.looks import draw_cells, draw_coordinates, notes_beside
from plywise.defaults.records import why_unhashable
from plywise.defaults.state_text import format_state, parse_state
from plywise.errors import InputError
from plywise.namesakes import hook_of, optional_methods, set_namesakes_apart
from plywise.record_notation import PortableNotation, RecordHeader, RecordNotation
from plywise.slips import NO_MOVE, misnamed
from plywise.trial_play import require_rules, try_rules

MAX = +1
MIN = -1

State = Any
Action = Any
Value = int | float
Priority = Callable[[State, Action], Value]


PLIES = 2**14
"""More plies than any line of play has: the scale of outcomes."""

MAX_ACTIONS = 1_000_000
"""More actions than this are taken for a list that never ends."""

FAR = 2**60
"""An outcome beyond every real one: no bound."""


def outcome(utility: int, plies: int) -> int:
    """Encode an end worth `utility`, `plies` from here, as one number: sooner wins and later losses rank higher.

    >>> outcome(1, 3) > outcome(1, 5) > outcome(0, 9) == 0 > outcome(-1, 8) > outcome(-1, 2)
    True
    """
    if utility > 0:
        return utility * PLIES - plies
    return utility * PLIES + plies if utility < 0 else 0


def split_outcome(encoded: int) -> tuple[int, int]:
    """Return the utility and the plies of which `outcome` made a number.

    >>> split_outcome(outcome(2, 3)), split_outcome(outcome(-1, 8)), split_outcome(outcome(0, 9))
    ((2, 3), (-1, 8), (0, 0))
    """
    utility = -(-abs(encoded) // PLIES)
    plies = utility * PLIES - abs(encoded)
    return (utility if encoded > 0 else -utility), plies


class Game(ABC):
    """A two-player, zero-sum game of perfect information.

    A subclass writes the six rules: `initial`, `player`, `actions`, `result`, `terminal` and `utility`. The other
    methods and attributes are optional; each makes the search faster or the game easier to read. A method that is
    called like an optional one but cannot take its arguments is a helper of the game's own.

    A state is a value: hashable, compared by its contents, never modified. So is an action. Either may be a tuple, a
    text, a NamedTuple or a frozen dataclass, of numbers, texts, None, enums, tuples and frozensets; what else compiles
    is in docs/compiled_rules.md. The game object holds the rules and their parameters; no method may change it.

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

    known_value: str = ""
    """What is known about the value of the initial state, in a few words, with the source; "" if nothing is."""

    utility_bounds: tuple[Value, Value] = (-inf, inf)
    """The smallest and largest possible utility, low < high. If declared, a search may stop once it has proved either.
    An evaluation is strictly between them: one that reaches a bound is taken for no proof, so that less is proved."""

    compiles: bool = True
    """Whether the native engine may try to compile the rules. For an explicit tree that is not worth the time."""

    alternating: bool = False
    """Whether the players strictly alternate. If declared, the native search need not call `player` at every state."""

    key_bits: int | None = None
    """The number of bits that every `key` fits, if keys are non-negative ints: the table is then smaller."""

    max_plies: int | None = None
    """The length in plies of the longest possible line of play, if known."""

    rank_count: int | None = None
    """The number of ranks, for a game that numbers its states: `rank` returns less than this."""

    margin_unit: Value | None = None
    """What a small but clear advantage is worth in `evaluate`, such as a pawn in chess: the search for play takes its
    margins from it. None: it is measured, as the usual change of the evaluation by a move."""

    margin_name: str = ""
    """What people count estimates in, if that is the margin unit: pawns in chess. "": in the numbers of `evaluate`."""

    ends_without_actions: bool = False
    """Whether the game is over in every state without actions, and otherwise only in states that are `drawn_by_rule`.

    If declared, the actions show whether the game is over, so that not every state need be asked whether it is
    `terminal`. Lines of play are then counted as sequences of moves, also behind a draw that ends the game.
    """

    parses_only_legal: bool = False
    """Whether `parse_action` returns legal actions only, or raises InputError: then nobody lists all to check it."""

    grid: bool = True
    """Whether `cells` is a board of equal rows, drawn with lines between the cells, or rows of separate things."""

    on_crossings: bool = False
    """Whether people play on the crossings of the lines, as in Go: where a board is shown as it lies on a table, its
    cells are these."""

    title: str = ""
    """What people call the game; where it does not say, its name is shown."""

    player_names: Mapping[int, str] = {MAX: "MAX", MIN: "MIN"}
    """What the players are called at the board."""

    parameter_choices: Mapping[str, Sequence[int | str]] = {}
    """What a page offers for a parameter; for one that is not here, whole numbers around its default."""

    parameter_labels: Mapping[str, str] | None = None
    """The parameters that a player chooses in a form, each with its label, such as {"misere": "Misère"}.

    The others keep their defaults there. None: all that have something to choose are offered, under their names."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.name = cls.__dict__.get("name") or cls.__name__
        if "__init__" in cls.__dict__:
            cls.__init__ = _noting_arguments(cls.__init__)  # type: ignore[method-assign]
        set_namesakes_apart(cls, Game, HOOKS)

    def __new__(cls, *arguments: Any, **named: Any) -> "Game":
        """Return a new game. Raises TypeError, which says what to write, where the class lacks rules."""
        missing = missing_rules(cls)
        if missing:
            raise TypeError(f"{cls.__name__} {missing}")
        return super().__new__(cls)

    def __repr__(self) -> str:
        """Return the call that made the game, without arguments that are the defaults."""
        return f"{type(self).__name__}({', '.join(_arguments_given(self))})"

    # --- the six rules -----------------------------------------------------------------------------------------------

    @abstractmethod
    def initial(self) -> State:
        """Return the state the game starts from."""

    @abstractmethod
    def player(self, state: State) -> int:
        """Return whose move it is, MAX (+1) or MIN (-1). Called only for states that are not terminal."""

    @abstractmethod
    def actions(self, state: State) -> Iterable[Action]:
        """Return or yield the legal actions: at least one, each exactly once, all hashable.

        Called only for states that are not terminal.
        """

    @abstractmethod
    def result(self, state: State, action: Action) -> State:
        """Return the state that a legal action leads to, as a new value: `state` itself must not change."""

    @abstractmethod
    def terminal(self, state: State) -> bool:
        """Return whether the game is over."""

    @abstractmethod
    def utility(self, state: State) -> Value:
        """Return what the outcome is worth to MAX, a finite number. Called only for terminal states."""

    # --- optional: for the search -------------------------------------------------------------------------------------

    def evaluate(self, state: State) -> Value:
        """Return a static estimate of a non-terminal state, from MAX's view, strictly between the utility bounds.

        A depth-limited search calls it at the horizon. The default knows nothing: it is 0, or a value in the middle of
        the bounds where 0 does not lie between them.
        """
        low, high = self.utility_bounds
        if low < 0 < high or low == high:
            return 0
        if high == inf:
            return low + 1
        return high - 1 if low == -inf else (low + high) / 2

    def key(self, state: State) -> Hashable:
        """Return the transposition-table key: equal for two states exactly if they play the same.

        The default is the state itself. A game that merges symmetric states declares them in `symmetries`.
        """
        return state  # type: ignore[no-any-return]

    def play_key(self, state: State) -> Hashable:
        """Return a key shared by states from which the same moves can be played, whatever was played before.

        Unlike the `key`, it may leave out the past and the plies without progress: a search for play keeps what it
        finds under it, and is then no proof. The default is the key.
        """
        return self.key(state)

    def drawn_by_rule(self, state: State) -> bool:
        """Return whether the game is drawn though there may be actions, as by repetition or for lack of material.

        Asked only in games declared `ends_without_actions`.
        """
        return False

    def symmetries(self, state: State) -> Iterable[State]:
        """Yield the states that share the key of `state`: its mirror images and the like. The default has none."""
        return ()

    def equivalents(self, state: State) -> Iterable[State]:
        """Yield the states that play just like `state` and are worth the same, even those that do not share its key.

        Asked where few states are met and each takes long to solve, as by `plywise solve --spread`: there it pays to
        merge symmetric states that a search had better tell apart. The default are the symmetries.
        """
        return self.symmetries(state)

    def priority(self, state: State, action: Action) -> Value:
        """Return how promising an action looks before any search; the highest is searched first."""
        return 0

    def bounds(self, state: State) -> tuple[int, int]:
        """Return a lower and an upper bound on the outcome, as `outcome` encodes it, known without a search.

        Both are from the view of the player to move, and equal if the outcome is certain. Also called for terminal
        states, where both must be the outcome for the player whose turn it would be. Used only in games declared
        `alternating`. The default knows nothing.
        """
        return -FAR, FAR

    def candidates(self, state: State) -> Iterable[Action]:
        """Return or yield enough of the actions: the best of these is as good as any action, and no slower.

        Called only where `bounds` leaves the outcome open. The default is all actions.
        """
        return self.actions(state)

    def defences(self, state: State) -> Iterable[Action]:
        """Return or yield enough of the actions to avoid losing: if any action avoids a loss, one of these does.

        Called only where `bounds` leaves that open. The default is the `candidates`.
        """
        return self.candidates(state)

    def initial_proof_number(self, state: State, player: int, goal: int) -> int:
        """Return roughly how hard it is to prove that a player gets at least `goal`, from that player's view.

        At least 1. Proof-number search starts from it at each new non-terminal state. The default is 1.
        """
        return 1

    def hint_key(self, state: State) -> Hashable:
        """Return a key shared by states in which a search should try the same actions first.

        States that differ only in their past, for example: what proof-number search has learnt about one guides it in
        the other, but proves nothing there. Used only if it has as many numbers as the key. The default is the key.
        """
        return self.key(state)

    def rank(self, state: State) -> int:
        """Return the number of a non-terminal state, 0 to `rank_count` - 1; symmetric states may share a number.

        For games that declare `rank_count`: retrograde analysis can then solve all their states at once. A state may
        have no number, -1, provided that only a few such states follow one another in any line of play.
        """
        return -1

    def unrank(self, rank: int) -> State:
        """Return the state with a given number; for an unused number, any state whose number differs from it."""
        return self.initial()

    # --- optional: for a search that takes risks (its results say `selective`) ----------------------------------------

    def noisy(self, state: State, action: Action) -> bool:
        """Return whether the state should not be evaluated before this action is tried: a capture, for example.

        Beyond its horizon the native search follows noisy actions only, as long as they improve on the static
        evaluation (quiescence search). By default no action is noisy.
        """
        return False

    def tactical_actions(self, state: State) -> Iterable[Action]:
        """Return or yield the noisy actions. The default looks through all actions; to list only these is faster."""
        return [action for action in self.actions(state) if self.noisy(state, action)]

    def under_threat(self, state: State) -> bool:
        """Return whether the player to move is threatened so that no estimate can be trusted, as in check.

        Then the search for play looks at all actions beyond its horizon, too, leaves none out, and may look deeper.
        Also called for states that are over.
        """
        return False

    def makes_threat(self, state: State, action: Action) -> bool:
        """Return whether the other player is `under_threat` after an action, as by a move that gives check.

        The default looks; a game that can tell without making the move is searched faster.
        """
        return self.under_threat(self.result(state, action))

    def exchange_value(self, state: State, action: Action) -> Value:
        """Return what the player to move wins by an action and the captures that follow on the same cell, at best.

        In units of `evaluate`; less than 0 if the action loses something. The default is 0.
        """
        return 0

    def action_class(self, state: State, action: Action) -> int:
        """Return the number of a class of similar actions, from 0 to 511: of the same piece to the same cell.

        How good actions of a class were elsewhere tells the search for play which to try first. The default takes it
        from the action itself.
        """
        return 0

    def goes_forward(self, state: State, action: Action) -> bool:
        """Return whether an action leads a piece forward, towards the other player's side of the board.

        Only the textbook's move order asks: captures, threats, forward moves, backward moves (engines/move_orders.py).
        """
        return False

    def reversible_plies(self, state: State) -> int:
        """Return how many plies ago the earliest position was that may be the same as this one; 0 if none.

        The search for play then counts a position that recurs as a draw. The default says that none does.
        """
        return 0

    def may_pass(self, state: State) -> bool:
        """Return whether having to move is certainly no disadvantage here, so that a null move may be tried."""
        return False

    def passed(self, state: State) -> State:
        """Return the state after a null move, with the other player to move. Called only where `may_pass` says yes."""
        return state

    def reduction(self, state: State, action: Action, depth: int, place: int) -> int:
        """Return how many plies to take off the first search of an action.

        depth: plies to the horizon.
        place: the action's place in the node's move order, from 0.
        An action that turns out better than expected is searched again to full depth.
        """
        return 0

    def extension(self, state: State, action: Action) -> int:
        """Return how many plies to add to the search of an action that is forced, for example, or gives check."""
        return 0

    def orders(self) -> Mapping[str, Priority]:
        """Return the game's own named move orders: name -> priority (the highest is searched first)."""
        return {}

    # --- optional: for people -----------------------------------------------------------------------------------------

    def format_state(self, state: State) -> str:
        """Return the state as one line of text that `parse_state` reads back.

        The default lists the fields of a NamedTuple or dataclass in Python's notation: `board=('X.', '.O'),turn='X'`.
        """
        return format_state(state)

    def parse_state(self, text: str) -> State:
        """Return the state that a text describes. Raises InputError, one line naming the bad field."""
        return parse_state(text, self.initial(), type(self))

    def format_action(self, state: State, action: Action) -> str:
        """Return the action as one word (no spaces), different for each legal action of the state.

        The default writes whole numbers and texts as they are, enums by name, None as `pass`, and the parts of tuples
        and records joined by `-`; on a board, a pair (row, column) as a1 in the corner at the bottom left. See
        docs/own_looks.md.
        """
        return word_for(self, state, action)

    def parse_action(self, state: State, text: str) -> Action:
        """Return the action that a word names in a state. Raises InputError if it names none.

        The default also reads Python's own notation, such as (row,column), where that names one action.
        """
        actions = self.actions(state)
        return action_named({action: self.format_action(state, action) for action in actions}, text)

    def record_notation(self) -> RecordNotation | None:
        """Return the notation in which other programs keep games of this kind, such as PGN; None if there is none."""
        return None

    @classmethod
    def described_by(cls, header: RecordHeader) -> str | None:
        """Return the GAME text of the game that a file says it holds, as in go:size=4; None if it is of another kind.

        Raises InputError where it is of this kind, but cannot be played, or does not say which parameters it has.
        """
        return None

    def cells(self, state: State) -> Sequence[Sequence[Cell]] | None:
        """Return the board as rows of cells, from the top, for views to draw; None if the game has no board.

        The default draws what looks like a board in the state: rows of equal length, a flat tuple or text whose length
        is a square or fits the game's `rows` and `columns`, or sets of (row, column) pairs.
        """
        return draw_cells(self, state, moves_on_cells(self, state))

    def coordinates(self) -> Coordinates:
        """Return the labels around the board. The default are those of the default board, if it is drawn."""
        return Coordinates() if defines(self, "cells") else draw_coordinates(self)

    def beside(self, state: State) -> Sequence[str]:
        """Return lines to write below the board: what it does not show. The default are the fields beside it."""
        return () if defines(self, "cells") else notes_beside(self, state)

    def clicks(self, state: State, action: Action) -> Sequence[tuple[int, int]]:
        """Return the cells, by row and column of `cells`, that a person touches in order to play an action.

        None: it is played by its word. Between actions with the same cells the person is asked to choose. The default
        are the cell that carries the action, those that its word names, or those between which it moves a man.
        """
        return clicks_at(self, state, not defines(self, "cells")).get(self.format_action(state, action), ())

    # --- optional: for other programs ---------------------------------------------------------------------------------

    def read_position(self, text: str) -> tuple[State, Sequence[str]]:
        """Return the state that a text of another program or of a file describes, and what had to be changed in it.

        Each change is a phrase. The default reads the game's own notation. Raises InputError as `parse_state` does.
        """
        return self.parse_state(text), ()

    def gtp_setup(self, state: State) -> Sequence[str]:
        """Return the commands of GTP, the Go Text Protocol, that put a program at a state: its board, its stones.

        Moves are then told in the game's own words. The default has none: such programs do not know the game, or not
        the state.
        """
        return ()


def missing_rules(game_class: type[Game]) -> str:
    """Return which rules a class does not define, and which of its methods may be meant; "" if it has all."""
    missing = sorted(getattr(game_class, "__abstractmethods__", ()))
    return f"does not define {', '.join(missing)}{misnamed(game_class, missing)}" if missing else ""


HOOKS = optional_methods(Game)
"""The optional methods, each with the number of arguments that it is passed after the game.

A game's method of such a name that takes another number is a helper of its own: see plywise.namesakes.
"""

_short = Repr()
_short.maxstring = _short.maxother = 60


def _noting_arguments(init: Callable[..., None]) -> Callable[..., None]:
    """Return a constructor that also notes, for the game's repr, the arguments it is called with."""

    @wraps(init)
    def noting(self: Game, *arguments: Any, **named: Any) -> None:
        vars(self).setdefault(MADE_WITH, (arguments, named))  # those of the subclass come before those of its base
        init(self, *arguments, **named)

    return noting


MADE_WITH = "_made_with"


def _arguments_given(game: Game) -> list[str]:
    """Return the arguments that a game was made with, as `name=value`, without those that are the defaults."""
    arguments, named = vars(game).get(MADE_WITH, ((), {}))
    try:
        given = inspect.signature(type(game).__init__).bind(game, *arguments, **named)
    except TypeError:
        return ["..."]
    defaults = given.signature.parameters
    values = list(given.arguments.items())[1:]
    return [f"{name}={_short.repr(value)}" for name, value in values if not _is_same(value, defaults[name].default)]


def _is_same(one: object, other: object) -> bool:
    """Return whether two values are equal, as far as they can be compared."""
    try:
        return one is other or (type(one) is type(other) and bool(one == other))
    except Exception:  # noqa: BLE001 - a user's values may compare in any way
        return False


def require_game(game: object) -> None:
    """Raise InputError, which says what to write instead, for anything but a game object."""
    if isinstance(game, Game):
        return
    if isinstance(game, str):
        told = f"{_short.repr(game)} is a text, not a game: pw.make({_short.repr(game)}) makes the game"
    elif isinstance(game, type):
        told = f"{game.__name__} is a class, not a game: {game.__name__}() makes one"
        told = told if issubclass(game, Game) else f"{game.__name__} is no subclass of plywise.Game"
    elif isinstance(game, (list, tuple, dict)) and not hasattr(game, "_fields"):
        told = f"{_short.repr(game)} is a {type(game).__name__}, not a game: pw.Tree(...) makes a tree of it"
    else:
        told = f"{_short.repr(game)} is not a game, an object of a subclass of plywise.Game"
    raise InputError(told.replace("\n", " "))


def require_bounds(game: Game) -> None:
    """Raise InputError, which says what to write instead, for utility bounds that are no interval of numbers."""
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
    """Return the state to begin with: the initial one for None. Whatever searches or plays a game receives it here.

    Raises InputError for anything but a game, for a text or what else is no state of it, and for rules that a short
    trial shows to be unusable, as those that change states in place (see trial_play).
    """
    require_game(game)
    require_bounds(game)
    require_rules(game)
    start = game.initial() if state is None else _state_given(game, state)
    try_rules(game, start)
    return start


def _state_given(game: Game, state: State) -> State:
    """Return a caller's state. Raises InputError for a text or what else is no state of the game."""
    if isinstance(state, str) and not isinstance(game.initial(), str):
        text = _short.repr(state)
        raise InputError(f"{text} is a text, not a state of {game.name}: game.parse_state({text}) reads it")
    if isinstance(state, (int, float, list, dict)) and isinstance(game.initial(), tuple):
        raise InputError(f"{_short.repr(state)} is not a state of {game.name}, such as {_short.repr(game.initial())}")
    return state


def hashable_start(game: Game, state: State) -> State:
    """Return the state to begin with, as `start_of` does, for what remembers states.

    Raises InputError that says what cannot be hashed, and what to write instead, or that there is no legal move.
    """
    start = start_of(game, state)
    why = why_not_hashable(game, start)
    if why:
        raise InputError(f"{game.name}: {why}")
    if not game.terminal(start):
        legal_actions(game, start)
    return start


def why_not_hashable(game: Game, state: State) -> str:
    """Return in one line why a state, or its first action, cannot be hashed, and what to write; "" if they can."""
    why = why_unhashable(state)
    if why or game.terminal(state):
        return why
    actions = game.actions(state)
    first = next(iter(actions), None) if isinstance(actions, Iterable) else None
    return why_unhashable(first, "an action")


def says_all(game: Game, state: State) -> bool:
    """Return whether a state's text reads back as the state: a past, for example, need not be in it."""
    try:
        return bool(game.parse_state(game.format_state(state)) == state)
    except InputError:
        return False


def defines(game: Game, method: str) -> bool:
    """Return whether the game's class overrides a method that has a default."""
    return hook_of(type(game), method) is not getattr(Game, method)


def rules_line(game_class: type[Game]) -> str:
    """Return the rules in one line: the first of the class's docstring; "" if it has none of its own.

    >>> from plywise.games import make
    >>> rules_line(type(make("nim")))[:45]
    'The players take turns taking one or more obj'
    """
    return (game_class.__dict__.get("__doc__") or "").strip().partition("\n")[0]


def player_word(player: int) -> str:
    """Return "MAX" or "MIN"."""
    return "MAX" if player == MAX else "MIN"


def is_outright(game: Game, value: Value) -> bool:
    """Return whether a value is simply a win or a loss: the greatest or the least that there is. Others are points."""
    low, high = game.utility_bounds
    bound = high if value > 0 else low
    return value != 0 and (abs(value) == 1 if bound in (inf, -inf) else value == bound)


def legal_actions(game: Game, state: State) -> list[Action]:
    """Return the actions of a state that is not terminal. Raises InputError where there are none."""
    actions = list(game.actions(state))
    if not actions:
        raise InputError(f"{game.name}: actions answered [] at {game.format_state(state)}, not {NO_MOVE}")
    return actions


def move_label(game: Game, state: State, action: Action) -> str:
    """Return a legal action as people read it: as records of such games have it, such as Nf3 for g1f3, or as its word.

    >>> from plywise.games import make
    >>> chess = make("chess")
    >>> move_label(chess, chess.initial(), chess.parse_action(chess.initial(), "g1f3"))
    'Nf3'
    """
    notation = game.record_notation()
    write = notation.write_move if isinstance(notation, PortableNotation) else None
    return game.format_action(state, action) if write is None else write(state, action)


def parse_legal_action(game: Game, state: State, text: str) -> Action:
    """Return the legal action that a word typed by a person names.

    Raises InputError if the game is over, the word cannot be read, or the action is not legal in the state.
    """
    if game.parses_only_legal:
        return _parse_only_legal(game, state, text)
    if game.terminal(state):
        raise _over(text)
    action, legal = _action_named(game, state, text), list(game.actions(state))
    if action not in legal:
        words = list_legal(game.format_action(state, each) for each in legal)
        raise InputError(f"{text!r} is not a legal action; legal: {words}")
    return action


def _parse_only_legal(game: Game, state: State, text: str) -> Action:
    """Return the legal action that a word names, by a game that names no others: all are listed only for an error."""
    try:
        action = _action_named(game, state, text)
    except InputError:
        if game.terminal(state):
            raise _over(text) from None
        raise
    if game.drawn_by_rule(state) if game.ends_without_actions else game.terminal(state):
        raise _over(text)
    return action


def _over(text: str) -> InputError:
    return InputError(f"the game is over: {text!r} cannot be played")


def _action_named(game: Game, state: State, text: str) -> Action:
    """Return the action that a word names, in capitals too: D3 for d3, where that is no other action."""
    try:
        return game.parse_action(state, text)
    except InputError:
        folded = text.casefold()
        same = [each for each in game.actions(state) if game.format_action(state, each).casefold() == folded]
        if len(same) != 1:
            raise
        return same[0]


def play_moves(game: Game, state: State, words: str) -> State:
    """Return the state after a line of moves, given as words separated by spaces.

    Raises InputError naming the number of the bad move.
    """
    for number, word in enumerate(words.split(), start=1):
        try:
            state = game.result(state, parse_legal_action(game, state, word))
        except InputError as error:
            raise InputError(f"move {number}: {error}") from None
    return state
