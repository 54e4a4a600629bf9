"""The self-check: compiled rules compared with the rules in plain Python on random states."""

import time as clock
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

from plywise.engines.kernel import thread_state
from plywise.engines.kernel.rule_probe import ROOM, UNSAID, Answer, probe_in_python, run_rule_probe
from plywise.engines.native import threads
from plywise.engines.native.compile.engine import BY_REFERENCE, REMEDY, Engine
from plywise.engines.native.diagnosis import NO_ROOM, line_of
from plywise.engines.step_limit import Endless, with_step_limit
from plywise.errors import EngineOutgrown, InputError, IntOverflow, LayoutOverflow, NotCompilable
from plywise.game import Game, State
from plywise.game.ordered_sets import with_ordered_sets
from plywise.game.random_play import random_states

ASSURING = 2.0  # seconds after which no more states are tried, in case the plain rules are slow


def _answering(game: Game, states: Iterator[State], deadline: float) -> Iterator[State]:
    """Yield states until a rule fails or time is up. Raises InputError if a rule does not return."""
    state = None
    while clock.perf_counter() < deadline:
        try:
            state = with_step_limit(lambda: next(states))
            answers = probe_in_python(game, state, floats=True)
            while with_step_limit(partial(next, answers, None)) is not None:
                if clock.perf_counter() > deadline:
                    return
        except Endless as endless:
            where = "the start" if state is None else game.format_state(state)
            raise InputError(f"{game.name}: a rule does not return, asked at or after {where}: {endless}") from None
        except KeyboardInterrupt:
            raise
        except BaseException:  # noqa: BLE001 - a user's rules may raise anything
            return
        yield state


def find_disagreement(engine: Engine, states: Iterable[State]) -> tuple[State, str] | None:
    """Return the first state on which compiled and plain rules disagree, and how; None if they agree.

    Raises EngineOutgrown.
    """
    entry = engine.entry(run_rule_probe)
    out = np.zeros(ROOM, np.int64)
    for state in map(with_ordered_sets, states):
        out.fill(UNSAID)
        plain = None
        try:
            plain = engine.plain(state)
            said = list(probe_in_python(engine.game, state, engine.floats, engine))
        except EngineOutgrown:
            raise
        except NotCompilable as error:
            return state, str(error) if plain is None else f"{engine.rules.place('result')}: result: {error}"
        except Exception as error:  # noqa: BLE001 - a user's rules may raise anything
            return state, f"in plain Python a rule raised {type(error).__name__}: {error}{line_of(error)}"
        ask = partial(entry, engine.handle, plain, out)
        try:
            [length], interrupted = threads.run_all([ask], [out[thread_state.COUNTS :]])
        except threads.Stuck as stuck:
            return state, f"{_asked(engine, said, out)} does not return when compiled: {stuck}"
        if interrupted:
            raise KeyboardInterrupt
        if isinstance(length, BaseException):
            asked = _asked(engine, said, out)
            if isinstance(length, LayoutOverflow):
                raise EngineOutgrown(f"{asked} {described(length)}", engine, [state], length)
            return state, f"{asked} fails when compiled: {length}"
        difference = "" if length < 0 else _difference(engine, said, out[:length].tolist())
        if difference:
            return state, difference
    return None


def described(overflow: LayoutOverflow) -> str:
    """Return how a rule overflows, and what to do about it."""
    if isinstance(overflow, IntOverflow):
        return f"computes too large a number: {overflow}; reduce it at each step, as by %, or search {BY_REFERENCE}"
    return f"{NO_ROOM}: {overflow}; {REMEDY}"


def _difference(engine: Engine, said: list[Answer], compiled: list[int]) -> str:
    """Return how the compiled rules differ from the plain ones; "" if they agree."""
    words = iter(compiled)
    for rule, answer, accepted in said:
        word = next(words, None)
        if word not in accepted:
            where, other = engine.rules.place(rule), "nothing" if word is None else word
            return f"{where}: {rule} returns {answer!r} in Python and {other} compiled: the limit is 62 bits"
    return "" if next(words, None) is None else "the compiled rules return more values"


def _asked(engine: Engine, said: list[Answer], out: Any) -> str:
    """Return the rule being called when the compiled rules stopped writing to `out`, with its file and line."""
    for number, (rule, _, _) in enumerate(said):
        if out[number] == UNSAID:
            return f"{engine.rules.place(rule)}: {rule}"
    return "a rule"


def self_check(engine: Engine, count: int = 150, seed: int = 0) -> None:
    """Raise NotCompilable if compiled and plain rules disagree on some random state; may raise EngineOutgrown.

    A rule that fails in plain Python is left to the search, which may never call it.
    """
    game = engine.game
    answering = _answering(game, random_states(game, seed), clock.perf_counter() + ASSURING)
    states = list(islice(answering, count))
    found = find_disagreement(engine, states)
    if found is not None:
        raise NotCompilable(f"{found[1]}, at {engine.game.format_state(found[0])}")
