"""Measures how long a call of each compiled rule takes."""

import time as clock
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from plywise.engines.kernel import thread_state
from plywise.engines.kernel.rule_speed import TIMED, run_rule_speed
from plywise.engines.native import threads
from plywise.engines.native.compile.engine import Engine
from plywise.game import Action, State

SECONDS = 0.002
"""The minimum seconds for which a rule is called on each state."""

MAX_TIMES = 2**24


def compiled_seconds(engine: Engine, rule: str, calls: Sequence[tuple[State, Action]]) -> float | None:
    """Return the mean time of a compiled rule's calls; None if no call succeeds. Raises NotCompilable.

    calls: states, each with an action where the rule takes one
    """
    entry = engine.entry(run_rule_speed)
    number = [each.name for each in TIMED].index(rule)
    found = []
    for state, action in calls:
        word = engine.action_word(action) if TIMED[number].takes_action else 0
        seconds = _seconds(partial(entry, engine.handle, engine.plain(state), number, word))
        if seconds is not None:
            found.append(seconds)
    return sum(found) / len(found) if found else None


def _seconds(ask: Any) -> float | None:
    """Return the time of one call, from as many calls as take long enough to measure."""
    times = 16
    while True:
        passed = _run(partial(_timed, partial(ask, times, 0)))
        if passed is None or passed >= SECONDS or times >= MAX_TIMES:
            return None if passed is None else passed / times
        times *= 8


def _timed(ask: Any) -> float:
    begin = clock.perf_counter()
    ask()
    return clock.perf_counter() - begin


def _run(job: Any) -> float | None:
    """Run a job in a worker thread, as searches are, because rules may need the large stack."""
    work = np.zeros(thread_state.PATH, np.int64)
    [answer], interrupted = threads.run_all([job], [work])
    if interrupted:
        raise KeyboardInterrupt
    return None if isinstance(answer, BaseException) else answer
