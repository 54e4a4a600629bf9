"""Twins: the rules compiled and the rules in plain Python, asked the same of many states."""

import random
import time as clock
from collections.abc import Iterable, Iterator
from functools import partial
from math import inf
from typing import Any

import numpy as np

from plywise.errors import InputError
from plywise.game import Game, State
from plywise.search import lanes, work
from plywise.search.build.engine import Engine
from plywise.search.build.rules import NotCompilable, place
from plywise.search.faults import Endless, stepping
from plywise.search.opinion import ROOM, UNSAID, run_opinion, spoken

LONGEST = 500  # plies of a random line
ASSURING = 2.0  # seconds after which no more states are tried, for their rules in plain Python are so slow


def random_states(game: Game, seed: int) -> Iterator[State]:
    """Yield the states along random lines of play from the initial state, without end, terminal ones among them."""
    source = random.Random(seed)
    while True:
        state = game.initial()
        for _ in range(LONGEST):
            yield state
            if game.terminal(state):
                break
            state = game.result(state, source.choice(list(game.actions(state))))


def _answering(game: Game, states: Iterator[State]) -> Iterator[State]:
    """Yield states as long as the rules answer."""
    while True:
        try:
            state = next(states)
            for _ in spoken(game, state, floats=True):
                pass
        except (Endless, KeyboardInterrupt):
            raise
        except BaseException:  # noqa: BLE001 - a user's rules may raise anything
            return
        yield state


def disagreement(engine: Engine, states: Iterable[State]) -> tuple[State, str] | None:
    """Return the first of some states of which the compiled rules say something else, and what; None where none is."""
    entry, game = engine.entry(run_opinion), engine.game
    out = np.zeros(ROOM, np.int64)
    for state in states:
        out.fill(UNSAID)
        try:
            plain = engine.plain(state)
        except NotCompilable as error:
            return state, str(error)
        [length], interrupted = lanes.run_all([partial(entry, engine.handle, plain, out)], [out[work.COUNTS :]], inf)
        if interrupted:
            raise KeyboardInterrupt
        if isinstance(length, BaseException):
            return state, f"{_asked(engine, state, out)} raised {type(length).__name__} when compiled: {length}"
        if length < 0:
            continue
        compiled = iter(out[:length].tolist())
        for rule, answer, accepted in spoken(game, state, engine.floats):
            word = next(compiled, None)
            if word not in accepted:
                said = "nothing" if word is None else word
                where = place(engine.rules.member(rule))
                both = f"{answer!r} in Python and {said} compiled"
                return state, f"{where}: {rule} answers {both}: 62 bits are all there is"
        if next(compiled, None) is not None:
            return state, "compiled, the rules answer more"
    return None


def _asked(engine: Engine, state: State, out: Any) -> str:
    """Return the rule that was asked when the compiled rules stopped writing to `out`, with its file and line."""
    for number, (rule, _, _) in enumerate(spoken(engine.game, state, engine.floats)):
        if out[number] == UNSAID:
            return f"{place(engine.rules.member(rule))}: {rule}"
    return "a rule"


def assure(engine: Engine, count: int = 150, seed: int = 0) -> None:
    """Raise NotCompilable where the compiled rules disagree with the plain ones on one of some random states.

    A rule that fails in plain Python is left for the search to meet, or not.
    """
    game = engine.game
    states: list[State] = []

    answering, began = _answering(game, random_states(game, seed)), clock.perf_counter()
    try:
        while len(states) < count and clock.perf_counter() - began < ASSURING:
            state = stepping(lambda: next(answering, None))
            if state is None:
                break
            states.append(state)
    except Endless as endless:
        where = game.format_state(states[-1]) if states else "the start"
        raise InputError(f"{game.name}: a rule does not return, asked at or after {where}: {endless}") from None
    found = disagreement(engine, states)
    if found is not None:
        raise NotCompilable(f"{found[1]}, at {engine.game.format_state(found[0])}")
