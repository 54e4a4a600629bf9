"""Call rules safely: each call returns a value or records a breach."""

import copy
import traceback
from collections.abc import Callable, Hashable, Iterator
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import Any

from plywise.game import MAX_ACTIONS, Action, Game, State
from plywise.game.contents import Contents, contents_of, first_change
from plywise.game.defaults.records import why_unhashable
from plywise.game.slips import wrong_answer
from plywise.game.trial_play import remedy
from plywise.laws.budget import Budget
from plywise.laws.report import Breach, one_line
from plywise.repetition import Past

MAX_IMAGES = 20_000  # symmetric states listed for one state
LISTS = {
    "actions": MAX_ACTIONS + 1,
    "candidates": MAX_ACTIONS + 1,
    "defences": MAX_ACTIONS + 1,
    "tactical_actions": MAX_ACTIONS + 1,
    "symmetries": MAX_IMAGES,
    "equivalents": MAX_IMAGES,
}

RAISED = (Exception, SystemExit)  # anything that a user's rule raises, except Ctrl-C, breaks a law


class NoAnswer(Exception):
    """A rule failed; the breach has been recorded."""


class GuardedRules:
    """Calls the rules of one game; keeps the first breach of each law, and the notes."""

    def __init__(self, game: Game, budget: Budget | None = None) -> None:
        self.game = game
        self.budget = budget or Budget()
        self.iterator: Any = None  # returned by the last call of actions
        self.breaches: dict[str, Breach] = {}
        self.notes: dict[str, None] = {}
        self.by_value = True
        self.changed_in_place = False

    def record_breach(self, law: str, state: State, detail: str, action: Action | None = None) -> None:
        """Record a breach, if it is the first of its law."""
        if law not in self.breaches:
            word = None if action is None else one_line(safe_repr(action))
            self.breaches[law] = Breach(law, self.text_of(state), word, one_line(detail))

    def text_of(self, state: State) -> str:
        """Return a state's text, or its repr if the game fails to format it."""
        try:
            text = self.game.format_state(self.copy(state))
            return one_line(text if isinstance(text, str) and text else repr(state))
        except RAISED:
            return one_line(safe_repr(state))

    def record_exception(self, what: str, state: State, error: BaseException, action: Action | None = None) -> None:
        """Record that a rule raised an exception."""
        detail = f"{what} raised {type(error).__name__}: {error_message(error)}{_source_line(error)}"
        self.record_breach("rules answer", state, detail, action)

    def ask(self, rule: str, state: State, *more: Any) -> Any:
        """Call a rule with a copy of a state, which it must not change. Raises NoAnswer."""
        return self.ask_function(rule, getattr(self.game, rule), state, *more)

    def ask_function(self, rule: str, function: Callable[..., Any], state: State, *more: Any) -> Any:
        """Call a function, a rule or one of the game's named orders, like `ask`."""
        self.budget.look()
        given = self.copy(state)
        before = None if given is state else contents_of(given)
        try:
            answer = function(given, *more)
            if rule in LISTS:
                self.require_list(rule, answer, state)
                if isinstance(answer, Iterator) and before is not None:
                    next(iter(function(given, *more)), None)  # a generator may leave a state as it is between moves
                answer = list(islice(answer, LISTS[rule]))
        except RAISED as error:
            self.law_of_unchanged(rule, state, before, given, *more)
            self.record_exception(rule, state, error, *more[:1])
            raise NoAnswer from None
        self.law_of_unchanged(rule, state, before, given, *more)
        return answer

    def require_list(self, rule: str, answer: Any, state: State) -> None:
        """Record a value that is not a list, or an iterator that was returned before. Raises NoAnswer."""
        wrong = wrong_answer("actions", answer)
        if wrong:
            self.record_breach("actions", state, f"{rule} returned {safe_repr(answer)}, {wrong}")
            raise NoAnswer
        if isinstance(answer, Iterator) and answer is self.iterator:
            self.record_breach("actions", state, f"{rule} returns one iterator each time: return a list")
        self.iterator = answer if rule == "actions" else self.iterator

    def law_of_unchanged(self, rule: str, state: State, before: Contents | None, given: Any, *more: Any) -> None:
        """A rule does not change its state."""
        change = None if before is None else first_change(before, contents_of(given))
        if change is not None:
            self.changed_in_place = True
            detail = f"{rule} changed the state it was given: {change}; {remedy(self.game, rule)}"
            self.record_breach("result", state, detail, *more[:1])

    def ask_twice(self, rule: str, state: State, *more: Any) -> Any:
        """Call a rule twice; the values must agree."""
        first, second = self.ask(rule, state, *more), self.ask(rule, state, *more)
        self.compare(rule, state, first, second, *more[:1])
        return first

    def compare(self, rule: str, state: State, first: Any, second: Any, action: Action | None = None) -> None:
        """Record a difference between the values of two equal calls."""
        try:
            agreed = agree(first, second) or self.hold_the_same(first, second)
        except RAISED as error:
            if "hashable" not in self.breaches:  # whose message has the remedy
                self.record_exception(f"comparing two answers of {rule}", state, error, action)
            raise NoAnswer from None
        if not agreed:
            self.record_breach(
                "deterministic", state, f"{rule} gave {safe_repr(first)}, then {safe_repr(second)}", action
            )

    def hold_the_same(self, first: Any, second: Any) -> bool:
        """Return whether two values that compare by identity have equal contents."""
        return not self.by_value and first_change(contents_of(first), contents_of(second)) is None

    def copy(self, value: Any) -> Any:
        """Return a copy that shares nothing mutable with the value; the value itself if it is immutable."""
        if _is_immutable(value):
            return value
        try:
            return copy.deepcopy(value)
        except RAISED:
            return value

    def identity(self, state: State) -> Hashable:
        """Return a hashable key shared by equal states; record states that do not compare by their contents."""
        try:
            number, other = hash(state), self.copy(state)
            if other is not state and other != state:
                self.by_value = False
                detail = "a copy does not equal it: states compare by identity, give them __eq__ and __hash__"
                self.record_breach("hashable", state, f"{detail}, or write a NamedTuple or a frozen dataclass")
            elif other is not state and hash(other) != number:
                self.record_breach(
                    "hashable", state, "an equal copy has another hash: give the states a __hash__ that agrees"
                )
            else:
                return state  # type: ignore[no-any-return]
        except TypeError as error:
            self.record_breach("hashable", state, why_unhashable(state) or error_message(error))
        except RAISED as error:
            self.record_exception("comparing states", state, error)
            raise NoAnswer from None
        return safe_repr(state)


IMMUTABLE = frozenset({int, float, complex, str, bytes, bool, type(None)})


def _is_immutable(value: Any) -> bool:
    """Return whether a value is deeply immutable: plain numbers and strings, pasts, and plain tuples of these."""
    if type(value) in IMMUTABLE or type(value) is Past:
        return True
    plain = isinstance(value, tuple) and type(value).__eq__ is tuple.__eq__ and type(value).__hash__ is tuple.__hash__
    if not plain or hasattr(value, "__dict__"):
        return False
    return IMMUTABLE.issuperset(map(type, value)) or all(map(_is_immutable, value))


def agree(first: Any, second: Any) -> bool:
    """Return whether two values are equal; NaN equals NaN."""
    if first is second:
        return True
    if type(first) is type(second) and type(first) in (list, tuple):
        return len(first) == len(second) and all(map(agree, first, second))
    return bool(first == second) or bool(first != first and second != second)


def compares(value: Any) -> bool:
    """Return whether a value can be compared, unlike a NumPy array, whose comparison gives another array."""
    try:
        return isinstance(bool(value == copy.deepcopy(value)), bool)
    except RAISED:
        return False


def is_number(value: Any) -> bool:
    """Return whether a value is a finite number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return isinstance(value, int) or isfinite(value)


def is_real(value: Any) -> bool:
    """Return whether a value is a number, finite or infinite, but not NaN."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value == value


def safe_repr(value: Any) -> str:
    """Return a value's repr, even if its __repr__ raises."""
    try:
        return repr(value)
    except RAISED:
        return f"a {type(value).__name__}"


def error_message(error: BaseException) -> str:
    """Return an exception's message as one line, even if its __str__ raises."""
    try:
        return one_line(str(error)) or "no message"
    except RAISED:
        return "no message"


def _source_line(error: BaseException) -> str:
    """Return ` (file.py line 12)`, the innermost line outside Plywise that an exception passed through, or ""."""
    ours = str(Path(__file__).parent.parent)
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith(ours)]
    return f" ({Path(frames[-1].filename).name} line {frames[-1].lineno})" if frames else ""
