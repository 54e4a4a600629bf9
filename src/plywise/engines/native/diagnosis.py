"""Explains why a compiled search failed: calls the rules again, interpreted, along its line of play."""

import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from plywise.engines import step_limit
from plywise.engines.kernel.thread_state import word_of
from plywise.engines.rule_table import (
    ACTIONS,
    ALWAYS,
    EACH_ACTION,
    IF_MAY_PASS,
    OPEN,
    OVER,
    PLAYER,
    UNSURE,
    VALUE,
    Rule,
    rules_asked,
)  # fmt: skip
from plywise.engines.step_limit import Endless, with_step_limit
from plywise.errors import InputError, LayoutOverflow, NativeFailure
from plywise.game import MAX_ACTIONS, Game, State
from plywise.game.slips import NO_MOVE, wrong_answer


class Unusable(Exception):
    """A rule returned a value that no search can use."""


def _expect(good: bool, answer: object, wanted: str) -> None:
    if not good:
        raise Unusable(f"{answer!r}, not {wanted}")


def _expect_usable(rule: str, answer: object) -> None:
    wrong = "" if isinstance(answer, bool) else wrong_answer(rule, answer)
    if wrong:
        raise Unusable(f"{answer!r}, {wrong}")


def _expect_actions(game: Game, state: State, most: int) -> None:
    answer = game.actions(state)
    _expect_usable("actions", answer)
    listed = list(islice(answer, MAX_ACTIONS))
    _expect(bool(listed), listed, NO_MOVE)
    _expect(len(listed) < MAX_ACTIONS, f"{MAX_ACTIONS:,} actions and more", "a list that ends")
    if len(listed) >= most:
        raise NativeFailure(f"{game.name}: {len(listed):,} actions at {_text(game, state)}; {most:,} is too many here")


ALIKE = {"OverflowError", "ValueError"}
"""Pairs of error types: an error of the first type in compiled code may be of the second in Python, as for 1 << -1."""


def diagnose(
    game: Game,
    state: State,
    path: Sequence[int],
    what: BaseException | str,
    most: int,
    word: Callable[[Any], int] = word_of,
) -> InputError:
    """Return the error for a compiled search that failed with `what` somewhere along a path of actions.

    what: the error that compiled code raised; or text, which may stand for any error
    most: this number of actions in one state is too many for the search
    word: returns an action's word

    The message is one line: the rule, the position, and the file and line where the rerun failed. It is a NativeFailure
    if plain Python does not fail, or fails differently.
    """
    for each in along(game, state, path, word):
        for rule, ask in _questions(game, each, most):
            try:
                with_step_limit(ask)
            except Endless:
                where = f"at {_text(game, each)}"
                return InputError(f"{game.name}: the rule {rule} does not return {where}{line_of(sys.exc_info()[1])}")
            except NativeFailure as failure:
                return failure
            except Unusable as error:
                return InputError(f"{game.name}: {rule} returned {error} at {_text(game, each)}")
            except Exception as error:  # noqa: BLE001 - that is what is looked for
                if not _is_alike(what, error):
                    continue  # another fault, in a rule that the search may not have called
                said = f"{type(error).__name__}: {error}".splitlines()[0]
                return InputError(f"{game.name}: {rule} raised {said} at {_text(game, each)}{line_of(error)}")
    why = str(what).splitlines() or ["no reason given"]
    return NativeFailure(f"{game.name}: the compiled rules failed: {why[0]}")


NO_ROOM = "meets a value that trial positions did not show"
"""Describes an overflow in a rule; a colon and details follow."""


def _is_alike(compiled: BaseException | str, plain: BaseException) -> bool:
    """Return whether an error in Python may be the one that compiled code raised."""
    if isinstance(compiled, LayoutOverflow):
        return False
    name, other = type(compiled).__name__, type(plain).__name__
    return not name.endswith("Error") or name == other or {name, other} <= ALIKE


def along(game: Game, state: State, path: Sequence[int], word: Callable[[Any], int]) -> Iterator[State]:
    """Yield a state and those along a path of actions, as far as the actions are legal. word: see `diagnose`."""
    yield state
    for action in path:
        try:
            here = {} if game.terminal(state) else {word(each): each for each in game.actions(state)}
            if action not in here:
                return
            state = game.result(state, here[action])
        except Exception:  # noqa: BLE001 - the state before was the one
            return
        yield state


def _questions(game: Game, state: State, most: int) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield the calls of rules that a search makes for a state."""
    yield "terminal", lambda: game.terminal(state)
    asked = {OVER, ALWAYS} if game.terminal(state) else {OPEN, EACH_ACTION, UNSURE, ALWAYS, IF_MAY_PASS}
    for rule in rules_asked(*asked):
        yield rule.name, partial(_ask, game, state, rule, most)


def _ask(game: Game, state: State, rule: Rule, most: int) -> None:
    """Call a rule. Raises Unusable for an unusable return value, and whatever the rule raises."""
    ask = getattr(game, rule.name)
    if rule.asked == EACH_ACTION:
        for action in game.actions(state):
            ask(state, action, *rule.examples)
    elif rule.name == "actions":
        _expect_actions(game, state, most)
    elif rule.asked != IF_MAY_PASS or game.may_pass(state):
        answer = ask(state, *rule.examples)
        if rule.answer == VALUE:
            _expect_usable("utility", answer)
        elif rule.answer == PLAYER:
            _expect_usable("player", answer)
        elif rule.answer == ACTIONS:
            list(answer)


def _text(game: Game, state: State) -> str:
    try:
        return game.format_state(state) or "the start"
    except Exception:  # noqa: BLE001 - a user's method may raise anything
        return repr(state)


def line_of(error: BaseException | None) -> str:
    """Return the file and line where an error was raised, in brackets; "" if unknown."""
    frames = traceback.extract_tb(error.__traceback__) if error is not None else []
    own = [frame for frame in frames if frame.filename not in (__file__, step_limit.__file__)]
    return f" ({own[-1].filename}:{own[-1].lineno})" if own else ""
