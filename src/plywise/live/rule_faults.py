"""Find faulty rules, which raise or return unusable values, and describe the fault in one line."""

import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from plywise.arguments.numbers import as_number
from plywise.errors import InputError, printable
from plywise.game import MAX, MAX_ACTIONS, MIN, Action, Game, State, defines
from plywise.game.slips import NO_MOVE, wrong_answer
from plywise.games.user_files import first_line, place_of

SECONDS, STATES = 1.0, 2_000
"""Limits of the search for a fault after a failure."""

SHOWN = 80
"""Characters of a value shown in a message."""

RAISED = (Exception, SystemExit)


def check_position(game: Game, state: State) -> None:
    """Raise InputError if the rules give neither usable moves in a state nor the outcome."""
    over = _ask(game, "terminal", state)
    if over:
        _check_number(game, "utility", state)
        return
    side = _ask(game, "player", state)
    if not any(side is each or side == each for each in (MAX, MIN)):
        raise _unusable(game, "player", side, state)
    listed = _ask(game, "actions", state)
    if not isinstance(listed, Iterable):
        raise _unusable(game, "actions", listed, state)
    if not _list(game, listed, state):
        raise _unusable(game, "actions", listed, state, NO_MOVE)


def follow(game: Game, state: State, action: Action) -> State:
    """Return the state after an action. Raises InputError if the rules fail there."""
    child = _ask(game, "result", state, action)
    try:
        check_position(game, child)
    except InputError as error:
        if not isinstance(child, type(state)):  # the rules fail because it is not a state
            raise _unusable(game, "result", child, state, f"a state, for {_word(game, state, action)}") from error
        raise
    return child


def find_fault(game: Game, states: Iterable[State], seconds: float = SECONDS) -> str:
    """Return a fault of the rules in some states, or a few plies after the last of them; "" if there is none."""
    ends, waiting, number = time.perf_counter() + seconds, deque[State](), 0
    try:
        for state in states:
            check_position(game, state)
            waiting = deque([state])
        while waiting and number < STATES and time.perf_counter() < ends:
            state = waiting.popleft()
            if defines(game, "evaluate"):
                _check_number(game, "evaluate", state)
            for child in _follow(game, state):
                number += 1
                waiting.append(child)
    except InputError as error:
        return str(error)
    except RAISED:  # as in comparing values; the caller reports the failure
        return ""
    return ""


def _follow(game: Game, state: State) -> Iterator[State]:
    """Yield the states after each action. Raises InputError for one that cannot be used."""
    if game.terminal(state):
        return
    for action in _list(game, game.actions(state), state):
        yield follow(game, state, action)


def _ask(game: Game, rule: str, state: State, *more: Any) -> Any:
    """Call a rule. Raises InputError if it raises anything."""
    try:
        return getattr(game, rule)(state, *more)
    except RAISED as error:
        raise _raised(game, rule, state, error) from error


def _list(game: Game, listed: Iterable[Action], state: State) -> list[Action]:
    try:
        return list(islice(listed, MAX_ACTIONS))
    except RAISED as error:
        raise _raised(game, "actions", state, error) from error


def _check_number(game: Game, rule: str, state: State) -> None:
    answer = _ask(game, rule, state)
    if as_number(answer) is None:
        raise _unusable(game, rule, answer, state)


def _raised(game: Game, rule: str, state: State, error: BaseException) -> InputError:
    place = place_of(error)
    what = f"{rule} raised {type(error).__name__}: {first_line(error)} at {_text(game, state)}"
    return InputError(f"{game.name}: {what}{f' ({place})' if place else ''}")


def _unusable(game: Game, rule: str, answer: object, state: State, wanted: str = "") -> InputError:
    wrong = f"not {wanted}" if wanted else wrong_answer(rule, answer)
    return InputError(f"{game.name}: {rule} returned {_shown(answer)} at {_text(game, state)}, {wrong}")


def _text(game: Game, state: State) -> str:
    with suppress(*RAISED):
        return _short(game.format_state(state)) or "the start"
    return _shown(state)


def _word(game: Game, state: State, action: Action) -> str:
    with suppress(*RAISED):
        return _short(game.format_action(state, action))
    return _shown(action)


def _shown(value: object) -> str:
    try:
        return _short(repr(value))
    except RAISED:
        return f"a {type(value).__name__}"


def _short(text: str) -> str:
    line = printable(" ".join(text.split()))
    return line if len(line) <= SHOWN else line[: SHOWN - 3] + "..."
