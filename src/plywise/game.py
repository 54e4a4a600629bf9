"""What a game is: two players, MAX and MIN, take turns on states until a terminal state says what it is worth.

The interface is the textbook's (Russell and Norvig, *Artificial Intelligence: A Modern Approach*, the chapter on
adversarial search). Six methods make a game; everything else has a default that a game may replace.
"""

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from math import inf
from typing import Any, NamedTuple

from plywise.errors import InputError

MAX = +1
MIN = -1

State = Any
Action = Any
Value = int | float
Priority = Callable[[State, Action], Value]


PLIES = 2**14
"""More plies than any line of play has; the scale of outcomes."""

FAR = 2**60
"""An outcome beyond all: no bound."""


def outcome(utility: int, plies: int) -> int:
    """Return an end worth `utility` in so many plies as one number: a sooner win is more, so is a later loss.

    >>> outcome(1, 3) > outcome(1, 5) > outcome(0, 9) == 0 > outcome(-1, 8) > outcome(-1, 2)
    True
    """
    if utility > 0:
        return utility * PLIES - plies
    return utility * PLIES + plies if utility < 0 else 0


class Cell(NamedTuple):
    """One cell of a board as a view draws it, three texts that may all be "".

    mark: what stands there. action: the action that plays there. name: what an empty cell is called, where moves are
    written by the names of cells.
    """

    mark: str
    action: str = ""
    name: str = ""


class Game(ABC):
    """A two-player, zero-sum game of perfect information.

    A state is a value: hashable, compared by what it holds, never changed once made (a NamedTuple of ints is best). The
    game object holds the rules and their parameters; no method may change it.

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
    """How the game is called in results and on the command line; the class's name where nothing else is said."""

    known_value: str = ""
    """What is known of the initial state's value, in a few words, with its source; "" where nothing is."""

    utility_bounds: tuple[Value, Value] = (-inf, inf)
    """The least and the greatest utility. Declared, a search may stop as soon as it has proved one of them."""

    compiles: bool = True
    """Whether the native engine may try to compile the rules. An explicit tree's are not worth it."""

    alternating: bool = False
    """Whether the players always take turns. Declared, the native search need not ask `player` at every state."""

    key_bits: int | None = None
    """How many bits the keys fit that `key` returns, where they are ints from 0 on: the table is then smaller."""

    max_plies: int | None = None
    """The most plies that a line of play can have, where that is known."""

    rank_count: int | None = None
    """Where the game numbers its states (`rank`): the numbers are less than this."""

    grid: bool = True
    """Whether `cells` is a board of equal rows, to be drawn with lines between, or rows of things side by side."""

    player_names: Mapping[int, str] = {MAX: "MAX", MIN: "MIN"}
    """What the players are called at the board."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.name = cls.__dict__.get("name") or cls.__name__

    # --- the six rules -----------------------------------------------------------------------------------------------

    @abstractmethod
    def initial(self) -> State:
        """Return the state in which the game starts."""

    @abstractmethod
    def player(self, state: State) -> int:
        """Return who is to move, MAX (+1) or MIN (-1). Only asked where `state` is not terminal."""

    @abstractmethod
    def actions(self, state: State) -> Iterable[Action]:
        """Return or yield the legal actions, each once, at least one; actions are hashable, as states are.

        Only asked where `state` is not terminal.
        """

    @abstractmethod
    def result(self, state: State, action: Action) -> State:
        """Return the state after a legal action, as a new value: `state` itself stays as it was."""

    @abstractmethod
    def terminal(self, state: State) -> bool:
        """Return whether the game is over."""

    @abstractmethod
    def utility(self, state: State) -> Value:
        """Return what the end is worth to MAX, a finite number. Only asked where `state` is terminal."""

    # --- what a game may add for the search ---------------------------------------------------------------------------

    def evaluate(self, state: State) -> Value:
        """Return an estimate, in MAX's view, of a state that is not terminal; strictly between the utility bounds.

        A depth-limited search asks it at its horizon. The default knows nothing: 0, or where that is no value between
        the bounds, one in their middle.
        """
        low, high = self.utility_bounds
        if low < 0 < high or low == high:
            return 0
        if high == inf:
            return low + 1
        return high - 1 if low == -inf else (low + high) / 2

    def key(self, state: State) -> Hashable:
        """Return what a transposition table files the state under: equal exactly for states that are the same game.

        The default is the state itself. A game that merges symmetric states declares them in `symmetries`.
        """
        return state  # type: ignore[no-any-return]

    def symmetries(self, state: State) -> Iterable[State]:
        """Yield the states that share `state`'s key: its mirror images and the like. The default has none."""
        return ()

    def priority(self, state: State, action: Action) -> Value:
        """Return how promising an action looks before any search; the greatest is searched first."""
        return 0

    def bounds(self, state: State) -> tuple[int, int]:
        """Return what can be said of the end without a search: a least and a greatest outcome, as `outcome` gives them.

        In the view of the player to move. Equal where it is certain. Also asked of terminal states, where both must be
        the outcome, in the view of the player who would be to move. Only used where the players take turns
        (`alternating`). The default knows nothing.
        """
        return -FAR, FAR

    def candidates(self, state: State) -> Iterable[Action]:
        """Return or yield actions that suffice: the best of them is as good as any action, and takes no longer.

        Only asked where `bounds` leaves the outcome open. The default is all of them.
        """
        return self.actions(state)

    def defences(self, state: State) -> Iterable[Action]:
        """Return or yield actions that suffice not to lose: if any action avoids a loss, one of these does.

        Only asked where `bounds` leaves that open. The default is the `candidates`.
        """
        return self.candidates(state)

    def initial_proof_number(self, state: State, player: int, goal: int) -> int:
        """Return roughly how much is to be shown before it is proved that a player gets at least `goal`, in his view.

        1 or more, of a state that is not terminal; proof-number search begins with it. The default is 1.
        """
        return 1

    def hint_key(self, state: State) -> Hashable:
        """Return what states share in which a search should look in the same places first.

        For states that differ only in their past, say: what proof-number search has learnt of one it tries in the
        other, but takes it for no proof. Only used where it has as many numbers as the key. The default is the key.
        """
        return self.key(state)

    def rank(self, state: State) -> int:
        """Return the number of a state that is not terminal, 0 to `rank_count` - 1; symmetric states may share one.

        Only where the game declares `rank_count`: then all its states can be solved from their ends backwards. A state
        may have none, -1, if few such states follow one another in any line of play.
        """
        return -1

    def unrank(self, rank: int) -> State:
        """Return the state that has a number; where none has, any state with another number."""
        return self.initial()

    # --- what a game may add for a search that guesses (its results say `selective`) ----------------------------------

    def noisy(self, state: State, action: Action) -> bool:
        """Return whether a state should not be estimated before this action is tried: a capture, say.

        At its horizon the native search then goes on with the noisy actions alone, as long as they are better than the
        estimate of the state as it is (quiescence search). The default: none is.
        """
        return False

    def may_pass(self, state: State) -> bool:
        """Return whether having to move is surely no disadvantage here, so that passing may be tried (null move)."""
        return False

    def passed(self, state: State) -> State:
        """Return the state with the other player to move, where `may_pass` allows it."""
        return state

    def reduction(self, state: State, action: Action, depth: int, place: int) -> int:
        """Return by how many plies less an action is searched at first, as the `place`-th of the node's, from 0.

        depth: plies to the horizon. If it is better than expected, it is searched again to the full depth.
        """
        return 0

    def extension(self, state: State, action: Action) -> int:
        """Return by how many plies more an action is searched: it is forced, say, or gives check."""
        return 0

    def orders(self) -> Mapping[str, Priority]:
        """Return the game's own named move orders: name -> priority (the greatest is searched first)."""
        return {}

    # --- what a game may add for people -------------------------------------------------------------------------------

    def format_state(self, state: State) -> str:
        """Return the state as one line of text that `parse_state` reads back."""
        if hasattr(state, "_fields"):
            return ",".join(f"{name}={value!r}" for name, value in zip(state._fields, state, strict=True))
        return repr(state)

    def parse_state(self, text: str) -> State:
        """Return the state that a text stands for. Raises InputError, one line that names the field."""
        pattern = self.initial()
        return _parse_fields(text, pattern) if hasattr(pattern, "_fields") else _parse_literal(text, pattern)

    def format_action(self, state: State, action: Action) -> str:
        """Return the action as a word (no spaces), different for each legal action of the state."""
        return str(action).replace(" ", "")

    def parse_action(self, state: State, text: str) -> Action:
        """Return the action that a word stands for in a state. Raises InputError where it stands for none."""
        words = {self.format_action(state, action): action for action in self.actions(state)}
        try:
            return words[text]
        except KeyError:
            raise InputError(f"{text!r} is not a legal action; legal: {' '.join(words)}") from None

    def cells(self, state: State) -> Sequence[Sequence[Cell]] | None:
        """Return the board as rows of cells, from the top, for the views to draw; None where there is no board."""
        return None


def defines(game: Game, method: str) -> bool:
    """Return whether the game's class replaces one of the methods that have a default."""
    return getattr(type(game), method) is not getattr(Game, method)


def player_word(player: int) -> str:
    """Return "MAX" or "MIN"."""
    return "MAX" if player == MAX else "MIN"


def legal_action(game: Game, state: State, text: str) -> Action:
    """Return the legal action that a person's word stands for.

    Raises InputError where the game is over, the word cannot be read, or the action is not legal in the state.
    """
    if game.terminal(state):
        raise InputError(f"the game is over: {text!r} cannot be played")
    action = game.parse_action(state, text)
    legal = list(game.actions(state))
    if action not in legal:
        words = " ".join(game.format_action(state, each) for each in legal)
        raise InputError(f"{text!r} is not a legal action; legal: {words}")
    return action


def played(game: Game, state: State, words: str) -> State:
    """Return the state after a line of actions, given as words with spaces between.

    Raises InputError that names the move's number.
    """
    for number, word in enumerate(words.split(), start=1):
        try:
            state = game.result(state, legal_action(game, state, word))
        except InputError as error:
            raise InputError(f"move {number}: {error}") from None
    return state


def _parse_fields(text: str, pattern: Any) -> State:
    """Read `stones=8,side=-1`, the default form of a NamedTuple, field by field against the initial state's types."""
    form = ",".join(f"{name}=..." for name in pattern._fields)
    try:
        call = ast.parse(f"_({text})", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise InputError(f"position {text!r} is not of the form {form}") from None
    if not isinstance(call, ast.Call) or call.args or [word.arg for word in call.keywords] != list(pattern._fields):
        raise InputError(f"position {text!r} is not of the form {form}")
    values = [
        _literal(word.value, f"field {name}", example)
        for name, word, example in zip(pattern._fields, call.keywords, pattern, strict=True)
    ]
    return type(pattern)(*values)


def _parse_literal(text: str, pattern: Any) -> State:
    """Read a state that Python writes as a literal: a number, a string, a tuple of such."""
    try:
        ast.literal_eval(repr(pattern))
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        raise InputError(f"position {text!r}: this game's positions cannot be typed; play there by moves") from None
    try:
        body = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise InputError(f"position {text!r} cannot be read; it should look like {pattern!r}") from None
    return _literal(body, "position", pattern)


def _literal(node: ast.expr, where: str, example: Any) -> Any:
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, RecursionError, MemoryError):
        raise InputError(f"{where}: {ast.unparse(node)} is no plain value; it should look like {example!r}") from None
    whole_for_real = type(value) is int and type(example) is float
    if type(value) is not type(example) and not whole_for_real and example is not None:
        raise InputError(f"{where}: {value!r} is not of type {type(example).__name__}, as in {example!r}")
    return value
