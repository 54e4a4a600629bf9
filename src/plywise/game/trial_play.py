"""Test a user's rules briefly before any search: do they leave states unchanged, and return usable values?

A rule that changes its state, such as a `result` that works in place, makes every search wrong and its proofs false,
because the search no longer begins at the requested state. Therefore every search and player gets its first state from
`game.start_of`, which runs this trial. Rules with immutable states are tried once; others every time, on copies of the
first state.
"""

import inspect
import time
from collections.abc import Iterator, Sequence, Sized
from itertools import islice
from typing import Any

from plywise.errors import InputError
from plywise.game.contents import Change, Contents, contents_of, deep_copy, first_change, is_immutable
from plywise.game.defaults.records import CachePerGame
from plywise.game.game import HOOKS
from plywise.game.slips import is_always_true, misshapen, wrong_answer

OURS = "plywise."
"""Prefix of Plywise's modules, whose games need no trial."""

LINES, PLIES = 12, 300
SECONDS, SECONDS_AGAIN, SECONDS_IMMUTABLE = 0.3, 0.02, 0.02
"""Limits of the trial: lines of play, their length, and seconds."""

LEAST_STATES = 6
MAX_ACTIONS, ACTIONS_TRIED = 10_000, 8
SHARED_CONTENTS = 2_000

_tried = CachePerGame()


class _Broken(Exception):
    """A rule raised an exception or listed too much; the search itself will report it."""


def try_rules(game: Any, start: Any) -> None:
    """Try a game's rules on copies of a state. Raises InputError, one line that names the rule and the remedy."""
    fixed, tried = is_immutable(start), _tried.get(game)
    if fixed and (tried or _is_ours(game)):
        return
    if wrong_answer("initial", start):
        raise InputError(f"{game.name}: initial returned {start!r}, {wrong_answer('initial', start)}")
    _Trial(game, start, fixed, SECONDS_IMMUTABLE if fixed else SECONDS_AGAIN if tried else SECONDS).run()
    _tried.keep(game, True)


def require_rules(game: Any) -> None:
    """Raise InputError, one line with the remedy, if a rule or an optional method cannot be called."""
    fault = "" if _is_ours(game) or _tried.get(game) else misshapen(game, HOOKS)
    if fault:
        raise InputError(f"{game.name}: {fault}")


def _is_ours(game: Any) -> bool:
    return type(game).__module__.startswith(OURS)


class Unchanged:
    """A snapshot of a state, to check that it is unchanged before a value of it is called proved."""

    __slots__ = ("before", "game", "state")

    def __init__(self, game: Any, state: Any) -> None:
        self.game, self.state = game, state
        self.before = None if is_immutable(state) else contents_of(state)

    def confirm(self) -> None:
        """Raise InputError if the state has changed."""
        change = None if self.before is None else first_change(self.before, contents_of(self.state))
        if change is not None:
            raise InputError(
                f"{self.game.name}: the search changed a state in place: {change}; {remedy(self.game, 'result')}"
            )


def remedy(game: Any, rule: str) -> str:
    """Return the remedy for a rule that changes its state."""
    try:
        name = next(iter(inspect.signature(getattr(game, rule)).parameters))
    except (TypeError, ValueError, StopIteration):
        name = "state"
    copy = f"`{name} = copy.deepcopy({name})`"
    if rule == "result":
        return f"a state must never change: begin result with {copy}, change the copy and return it"
    return f"a state must never change: let {rule} work on a copy, {copy}"


def _line_of(game: Any, rule: str) -> str:
    """Return the place of a rule, ` (file.py:12)`; "" if unknown."""
    code = getattr(getattr(game, rule), "__code__", None)
    return f" ({code.co_filename}:{code.co_firstlineno})" if code is not None else ""


class _Trial:
    """Random lines of play on copies of one state, comparing each state with its snapshot after every rule.

    fixed: whether the state is immutable
    seconds: after which no further state is tried
    """

    def __init__(self, game: Any, start: Any, fixed: bool, seconds: float) -> None:
        self.game, self.start, self.fixed = game, start, fixed
        self.ends = time.thread_time() + seconds
        self.states = 0
        self.place = 1
        self.iterator: Any = None
        self.asked: tuple[str, ...] = ("terminal",) if fixed else ("terminal", "key")

    def run(self) -> None:
        """Play the lines, then call the rules for the first state again."""
        shared = _shared_contents(self.game)
        try:
            first = self.outlook()
            for _ in range(LINES):
                self.play()
                if self.is_late():
                    break
            again = self.outlook([action for _, action, _ in first if action is not None])
        except _Broken:
            return
        self.compare_outlooks(first, again, shared)

    def is_late(self) -> bool:
        """Return whether the time is up; a few states are tried in any case."""
        return time.thread_time() > self.ends and self.states >= LEAST_STATES

    def copy(self, state: Any) -> Any:
        """Return a copy of a state that shares nothing with it."""
        try:
            return deep_copy(state)
        except Exception as error:  # noqa: BLE001 - a user's object may raise anything
            reason = f"{type(error).__name__}: {error}".splitlines()[0]
            raise InputError(
                f"{self.game.name}: a state cannot be copied ({reason}), so changes by rules cannot be detected: "
                "write states as tuples, NamedTuples or frozen dataclasses"
            ) from None

    # --- one line of play ---------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Play one line; compare every state with its snapshot after each rule and at the end of the line."""
        state = self.copy(self.start)
        line: list[tuple[Any, Contents]] = []
        for _ in range(PLIES):
            self.states += 1
            line.append((state, contents_of(state)))
            actions = self.ask_about(state)
            if not actions or self.is_late():
                break
            children = [self.ask("result", state, action) for action in self.some(actions)]
            state = self.some(children)[0]
        for earlier, before in line if not self.fixed else ():
            change = first_change(before, contents_of(earlier))
            if change is not None:
                raise self.error(f"play changed an earlier state: {change}", "result", earlier)

    def ask_about(self, state: Any) -> list[Any]:
        """Call the rules for a state; return its actions, none if the game is over."""
        over, *_ = [self.ask(rule, state) for rule in self.asked]
        if over:
            self.ask("utility", state)
            return []
        self.ask("player", state)
        if not self.fixed:
            self.ask("evaluate", state)
        return list(self.ask("actions", state))

    def some(self, items: list[Any]) -> list[Any]:
        """Return a few items, from other places each time."""
        self.place = self.place * 1_103_515_245 + 12_345 & 0x7FFF_FFFF
        first = (self.place >> 8) % len(items)
        most = 1 if self.fixed else ACTIONS_TRIED
        return (items[first:] + items[:first])[:most]

    def ask(self, rule: str, state: Any, *action: Any) -> Any:
        """Call a rule. Raises InputError if it changed the state or its value is unusable."""
        before = None if self.fixed else contents_of(state)
        answer: Any = None
        broken = False
        try:
            answer = getattr(self.game, rule)(state, *action)
            if rule == "actions" and not wrong_answer(rule, answer):
                self.require_new_iterator(answer)
                if isinstance(answer, Iterator) and not self.fixed:
                    next(iter(self.game.actions(state)), None)  # a generator may leave a state as it is between moves
                answer = list(islice(answer, MAX_ACTIONS + 1))
                broken = len(answer) > MAX_ACTIONS
        except InputError:
            raise
        except (Exception, SystemExit):  # noqa: BLE001 - the search reports it
            broken = True
        change = None if before is None else first_change(before, contents_of(state))
        if change is not None:
            raise self.error(f"{rule} changed the state it was given: {change}", rule, state)
        if broken:
            raise _Broken
        self.require_usable(rule, answer, state)
        return answer

    def require_new_iterator(self, answer: Any) -> None:
        """Raise InputError for an iterator that was returned before, which is exhausted."""
        if isinstance(answer, Iterator):
            if answer is self.iterator:
                where = _line_of(self.game, "actions")
                raise InputError(f"{self.game.name}: actions returns one iterator each time: return a list{where}")
            self.iterator = answer

    def require_usable(self, rule: str, answer: Any, state: Any) -> None:
        """Raise InputError for a value of the wrong type; any value is allowed as True or False."""
        if rule == "terminal" and not is_always_true(answer):
            return
        wrong = "" if rule == "evaluate" else wrong_answer(rule, answer)
        if wrong:
            where = f"{self.text(state)}, {wrong}{_line_of(self.game, rule)}"
            raise InputError(f"{self.game.name}: {rule} returned {answer!r} at {where}")

    def error(self, what: str, rule: str, state: Any) -> InputError:
        """Return the error for a state that was changed."""
        return InputError(f"{self.game.name}: {what}; {remedy(self.game, rule)}{_line_of(self.game, rule)}")

    def text(self, state: Any) -> str:
        try:
            return " ".join(str(self.game.format_state(state)).split())
        except Exception:  # noqa: BLE001 - a user's method may raise anything
            return f"a {type(state).__name__}"

    # --- rules that keep the position elsewhere -----------------------------------------------------------------------

    def outlook(self, tried: Sequence[Any] = ()) -> list[tuple[str, Any, Any]]:
        """Return the values of the rules for the first state and, in part, for those after some of its actions.

        tried: the actions to try, if they were chosen before
        """
        state = self.copy(self.start)
        actions = self.ask_about(state)
        found: list[tuple[str, Any, Any]] = [("terminal", None, not actions)]
        if actions:
            found += [("player", None, self.ask("player", state)), ("actions", None, _unordered(actions))]
        for action in tried or actions[:2]:
            child = self.ask("result", self.copy(self.start), action)
            follow = self.ask_about(child)
            end = self.ask("player" if follow else "utility", child)
            found.append(("result", action, (_unordered(follow), end)))
        return found

    def compare_outlooks(
        self, first: list[tuple[str, Any, Any]], again: list[tuple[str, Any, Any]], shared: dict[str, Contents]
    ) -> None:
        """Raise InputError if the rules now return other values for the first state."""
        for (rule, _, before), (_, _, after) in zip(first, again, strict=False):
            if before != after:
                change = _shared_change(self.game, shared)
                where = f": they keep the position in the game object, where {change}" if change else ""
                raise InputError(
                    f"{self.game.name}: {rule} gives two answers for one state, before and after other moves were "
                    f"tried{where}; write rules that depend on `state` alone"
                )


def _unordered(actions: list[Any]) -> Any:
    """Return actions in a form that equals another order of them."""
    try:
        return frozenset(actions)
    except TypeError:
        return len(actions)


def _shared_contents(game: Any) -> dict[str, Contents]:
    """Return a snapshot of a game's attributes, without collections that may be caches."""
    held = {}
    for name, value in vars(game).items():
        if not isinstance(value, (dict, set)) and not (isinstance(value, Sized) and len(value) > SHARED_CONTENTS):
            held[f"self.{name}"] = contents_of(value)
    return held


def _shared_change(game: Any, before: dict[str, Contents]) -> Change | None:
    """Return the first change of a game's attributes."""
    for name, after in _shared_contents(game).items():
        change = first_change(before[name], after) if name in before else None
        if change is not None:
            return Change(name + change.place, change.before, change.after)
    return None
