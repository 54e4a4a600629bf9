"""Asking: a game's rules are asked so that whatever they do becomes an answer, or a breach that is on record."""

import copy
import traceback
from collections.abc import Callable, Hashable
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import Any

from plywise.game import Action, Game, State
from plywise.laws.report import Breach, one_line

MAX_ACTIONS = 1_000_000
MAX_IMAGES = 20_000  # that a state is looked for among
LISTS = {
    "actions": MAX_ACTIONS + 1,
    "candidates": MAX_ACTIONS + 1,
    "defences": MAX_ACTIONS + 1,
    "symmetries": MAX_IMAGES,
}

RAISED = (Exception, SystemExit)  # whatever a user's rule raises, short of Ctrl-C, breaks a law


class Unanswered(Exception):
    """A rule gave no answer; the breach is on record already."""


class Asking:
    """Asks the rules of one game; holds the first breach of each law, and the notes."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.breaches: dict[str, Breach] = {}
        self.notes: dict[str, None] = {}
        self.by_value = True

    def breach(self, law: str, state: State, detail: str, action: Action | None = None) -> None:
        """Put a breach on record, the first of its law."""
        if law not in self.breaches:
            word = None if action is None else one_line(shown(action))
            self.breaches[law] = Breach(law, self.text_of(state), word, one_line(detail))

    def text_of(self, state: State) -> str:
        """Return a state's own text where it has one, otherwise how Python shows it."""
        try:
            text = self.game.format_state(self.copy(state))
            return one_line(text if isinstance(text, str) and text else repr(state))
        except RAISED:
            return one_line(shown(state))

    def raised(self, what: str, state: State, error: BaseException, action: Action | None = None) -> None:
        """Put on record that a rule raised."""
        detail = f"{what} raised {type(error).__name__}: {message(error)}{_place(error)}"
        self.breach("rules answer", state, detail, action)

    def ask(self, rule: str, state: State, *more: Any) -> Any:
        """Ask a rule of a copy of a state; the state must come back unchanged. Raises Unanswered."""
        return self.ask_function(rule, getattr(self.game, rule), state, *more)

    def ask_function(self, rule: str, function: Callable[..., Any], state: State, *more: Any) -> Any:
        """Ask a function that is a rule, or one of the game's named orders."""
        given = self.copy(state)
        try:
            answer = function(given, *more)
            if rule in LISTS:
                answer = list(islice(answer, LISTS[rule]))
            if given is not state and self.by_value and given != state:
                self.breach("result", state, f"{rule} changed the state it was given, to {shown(given)}", *more[:1])
        except RAISED as error:
            self.raised(rule, state, error, *more[:1])
            raise Unanswered from None
        return answer

    def ask_twice(self, rule: str, state: State, *more: Any) -> Any:
        """Ask twice; the answers must agree."""
        first, second = self.ask(rule, state, *more), self.ask(rule, state, *more)
        self.compare(rule, state, first, second, *more[:1])
        return first

    def compare(self, rule: str, state: State, first: Any, second: Any, action: Action | None = None) -> None:
        """Put on record that two answers to one question differ."""
        try:
            agree = same(first, second)
        except RAISED as error:
            self.raised(f"comparing two answers of {rule}", state, error, action)
            raise Unanswered from None
        if not agree and (self.by_value or rule not in ("result", "initial")):
            self.breach("deterministic", state, f"{rule} gave {shown(first)}, then {shown(second)}", action)

    def copy(self, value: Any) -> Any:
        """Return a copy that shares nothing that can change; the value itself where nothing in it can."""
        if _cannot_change(value):
            return value
        try:
            return copy.deepcopy(value)
        except RAISED:
            return value

    def identity(self, state: State) -> Hashable:
        """Return what equal states share; put on record where states cannot be compared by what they hold."""
        try:
            number, other = hash(state), self.copy(state)
            if other is not state and other != state:
                self.by_value = False
                self.breach("hashable", state, "a copy does not equal it: states compare by identity, give them __eq__")
            elif other is not state and hash(other) != number:
                self.breach("hashable", state, "an equal copy has another hash: give the states a __hash__ that agrees")
            else:
                return state  # type: ignore[no-any-return]
        except TypeError as error:
            self.breach("hashable", state, message(error))
        except RAISED as error:
            self.raised("comparing states", state, error)
            raise Unanswered from None
        return shown(state)


IMMUTABLE = (int, float, complex, str, bytes, bool, type(None))


def _cannot_change(value: Any) -> bool:
    """Return whether nothing in a value can change: plain numbers and texts, and plain tuples of such."""
    if type(value) in IMMUTABLE:
        return True
    plain = isinstance(value, tuple) and type(value).__eq__ is tuple.__eq__ and type(value).__hash__ is tuple.__hash__
    return plain and not hasattr(value, "__dict__") and all(map(_cannot_change, value))


def same(first: Any, second: Any) -> bool:
    """Return whether two answers agree; nan agrees with nan."""
    if first is second:
        return True
    if type(first) is type(second) and type(first) in (list, tuple):
        return len(first) == len(second) and all(map(same, first, second))
    return bool(first == second) or bool(first != first and second != second)


def is_number(value: Any) -> bool:
    """Return whether a value is a finite number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return isinstance(value, int) or isfinite(value)


def is_real(value: Any) -> bool:
    """Return whether a value is a number, or infinite."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value == value


def shown(value: Any) -> str:
    """Return how Python shows a value, whatever that value does."""
    try:
        return repr(value)
    except RAISED:
        return f"a {type(value).__name__}"


def message(error: BaseException) -> str:
    """Return what an error says, whatever that error does."""
    try:
        return one_line(str(error)) or "no message"
    except RAISED:
        return "no message"


def _place(error: BaseException) -> str:
    """Return where a user's rule raised: ` (file.py line 12)`, the innermost line outside Plywise's own."""
    ours = str(Path(__file__).parent.parent)
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith(ours)]
    return f" ({Path(frames[-1].filename).name} line {frames[-1].lineno})" if frames else ""
