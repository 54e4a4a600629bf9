"""The memory of a native search: each thread's working memory and stack, and the table that they share."""

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from plywise.engines.kernel import search
from plywise.engines.kernel.config import KernelConfig
from plywise.engines.kernel.move_picker import PLACES
from plywise.engines.kernel.table import FIRST_BITS, NEVER, SHARED_BITS, grows_at, least_bits
from plywise.engines.kernel.textbook import MAX_ACTIONS
from plywise.engines.kernel.thread_state import (
    BY_INTERRUPT,
    BY_PLIES,
    BY_RULE,
    BY_STACK,
    BY_TABLE,
    COMPLETE,
    DEEPEST,
    DONE,
    FEATURES,
    FILLED,
    FIRST_BITS_WORD,
    GROWS_AT,
    LOOK_AT,
    MAX_NODES,
    MAX_TABLE_BITS,
    NODES,
    ORDERING_DEEPEST,
    PATH,
    PRUNED,
    SHUFFLE,
    SIZE,
    STACK_SIZE,
    STOP,
    STOPPED_BY,
    TABLE_BITS,
    THREADS,
    Halt,
    word_of,
)
from plywise.engines.limits import Stop, Stopped, TooLong
from plywise.engines.native import threads
from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.diagnosis import diagnose
from plywise.errors import InputError
from plywise.game import Action, State
from plywise.recursion import MAX_PLIES

UNLIMITED = 2**62
MAX_MEGABYTES = 1024.0
FIRST_STACK = 2**22  # words, which cost no memory before they are used
ENTRIES_A_SECOND = 2_000_000  # that a search makes, about
NOTHING = np.zeros(0, np.int64)

Array = Any  # numpy.ndarray of int64
Call = Callable[[Array, Array], int]


def memory_megabytes() -> float:
    """Return how much memory the machine has."""
    if not hasattr(os, "sysconf"):
        return 2.0**20
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**20


class SearchMemory:
    """What the threads of one search work in. The table stays from call to call.

    features: what the search uses (see ordering.py). megabytes: of the table at most. seconds: that the search has.
    first_bits: a table that one thread uses, and grows, has 2**first_bits entries at first.
    Raises InputError for a table larger than the machine's memory, before any of it is taken.
    """

    def __init__(
        self,
        engine: Engine,
        config: KernelConfig | None,
        features: int = 0,
        threads: int = 1,
        megabytes: float | None = None,
        seconds: float | None = None,
        first_bits: int = FIRST_BITS,
    ) -> None:
        self.engine = engine
        self.config = config
        self.interrupted = False
        self.flag: Stop | None = None  # that stops the searches, too
        self.most_bits = 0 if config is None else _most_bits(config, megabytes)
        self.works: list[Array] = [_zeros(SIZE) for _ in range(threads)]
        self.spare = _zeros(SIZE)  # one more working memory, whose counts are nobody's; stopped with the others
        self.spare[MAX_NODES] = UNLIMITED
        self.stacks: list[Array] = [_zeros(FIRST_STACK if config else 1) for _ in range(threads)]
        self.table: Array = NOTHING if config is None else self._table(config, asked=megabytes is not None)
        bits = 0 if config is None else self._first_bits(config, threads, seconds, first_bits)
        for number, work in enumerate(self.works):
            work[MAX_NODES] = UNLIMITED
            work[FEATURES] = features
            work[SHUFFLE] = number
            work[THREADS] = threads
            work[STACK_SIZE] = len(self.stacks[number])
            work[TABLE_BITS] = work[FIRST_BITS_WORD] = bits
            work[MAX_TABLE_BITS] = self.most_bits
            work[GROWS_AT] = grows_at(work) if seconds is None else NEVER

    def _table(self, config: KernelConfig, asked: bool) -> Array:
        """Return the table's words; unless so large a one was asked for, as many as the machine lends."""
        while not asked and self.most_bits > least_bits(config):
            try:
                return np.zeros(config.entry_words << self.most_bits, np.int64)
            except MemoryError:
                self.most_bits -= 1
        return _zeros(config.entry_words << self.most_bits)

    def _first_bits(self, config: KernelConfig, threads: int, seconds: float | None, first_bits: int) -> int:
        """Return the bits of a new table: a small one that grows.

        But where there are so many seconds one that suits them, for a large table takes longer to grow than a search
        may be late.
        """
        bits = first_bits if threads == 1 else SHARED_BITS
        if seconds is not None:
            bits = max(first_bits, int(seconds * ENTRIES_A_SECOND).bit_length())
        return min(max(bits, least_bits(config)), self.most_bits)

    def limit(self, nodes: int | None) -> None:
        """Let all threads together enter so many nodes more, None: any number."""
        for work in self.works:
            share = UNLIMITED if nodes is None else -(-nodes // len(self.works))
            work[MAX_NODES] = min(UNLIMITED, int(work[NODES]) + share)
            work[LOOK_AT] = 0

    def interrupt(self) -> None:
        """Stop: Ctrl-C was pressed."""
        self.interrupted = True
        threads.halt([*self.works, self.spare], BY_INTERRUPT)

    @property
    def nodes(self) -> int:
        """Nodes that all threads together entered."""
        return self.count(NODES)

    def count(self, word: int) -> int:
        """Return a count of all threads together."""
        return sum(int(work[word]) for work in self.works)

    def run(self, call: Call, state: State, deadline: float = float("inf"), alone: bool = False) -> int:
        """Run a compiled search of a state, in all threads at once; return what the first one finds.

        Its working memory and stack come to be the first ones. alone: in one thread. The stacks grow as they have to.
        Raises Stopped at a limit, and InputError where a rule fails.
        """
        used = 1 if alone else len(self.works)
        while True:
            for work in (*self.works, self.spare):
                work[STOP], work[LOOK_AT] = COMPLETE, 0
            if self.interrupted:  # perhaps at the moment when the last call was done
                raise Stopped(STOPPED_BY[BY_INTERRUPT])
            for work in self.works[1:]:
                work[TABLE_BITS], work[GROWS_AT] = self.works[0][TABLE_BITS], self.works[0][GROWS_AT]
            before = [_counts(work) for work in self.works[:used]]
            jobs = [
                (lambda work=work, stack=stack: call(work, stack))
                for work, stack in zip(self.works[:used], self.stacks[:used], strict=True)
            ]
            memories = [*self.works[:used], self.spare]
            try:
                answers, interrupted = threads.run_all(jobs, memories, deadline, first=True, stop=self.flag)
            except threads.Stuck as stuck:
                raise self._fault(state, str(stuck)) from None
            self.interrupted |= interrupted
            for number, answer in enumerate(answers):
                if not isinstance(answer, BaseException):
                    self.works.insert(0, self.works.pop(number))
                    self.stacks.insert(0, self.stacks.pop(number))
                    return int(answer)
            reasons = {int(work[STOP]) for work in self.works}
            failed = [answer for answer in answers if not isinstance(answer, Halt)]
            if failed and isinstance(failed[0], InputError):
                raise failed[0]
            if failed:
                raise self._fault(state, f"{type(failed[0]).__name__}: {failed[0]}")
            if BY_STACK in reasons:  # begin again, as if nothing had been counted
                for work, counts in zip(self.works, before, strict=False):
                    _put_back(work, counts)
                self._lengthen()
            elif BY_TABLE in reasons:
                self._grow(state)
            elif BY_RULE in reasons:
                raise self._fault(state, "a rule answered what no search can use")
            elif BY_PLIES in reasons:
                name = self.engine.game.name
                raise TooLong(f"a line of play of {name} is over {MAX_PLIES:,} plies long: limit the depth")
            else:
                raise Stopped(STOPPED_BY[max(reasons)])

    def call_kernel(
        self,
        task: int,
        state: State,
        work: Array,
        stack: Array,
        alpha: int = 0,
        beta: int = 0,
        guess: int = 0,
        depth: int = 0,
        count: int = 0,
        more: Array = NOTHING,
        new: Array = NOTHING,
    ) -> int:
        """Call `kernel.run_strong` in this thread."""
        engine, config = self.engine, self.config
        entry = engine.entry(search.run_strong, config)
        plain = engine.plain(state)
        found: int = entry(
            engine.handle, config, task, plain, alpha, beta, guess, depth, count, work, stack, self.table, more, new
        )
        return found

    def mtdf_all(self, states: Sequence[State], low: int, high: int, forget: bool = False) -> list[int]:
        """Return each state's value, MAX's view: one compiled call for all of them, in one thread.

        forget: empty the table before each.
        """
        plain: Sequence[State] = states
        if self.engine.rules.past_field >= 0:
            plain = [self.engine.plain(state) for state in states]
        try:
            rows = np.array(plain, np.int64).reshape(-1)
        except (OverflowError, ValueError, TypeError):  # one of them is no state; say what is wrong with it
            plain = [self.engine.plain(state) for state in states]
            rows = np.array(plain, np.int64).reshape(-1)
        answers = np.zeros(len(states), np.int64)
        self.works[0][DONE] = 0

        def call(work: Array, stack: Array) -> int:
            return self.call_kernel(
                search.MTDF_ALL,
                states[0],
                work,
                stack,
                low,
                high,
                int(forget),
                count=len(states),
                more=rows,
                new=answers,
            )

        self.run(call, states[0], alone=True)
        return [int(answer) for answer in answers]

    def value_root_moves(
        self,
        state: State,
        low: int,
        high: int,
        value: int,
        depth: int = 0,
        deadline: float = float("inf"),
        first: bool = False,
    ) -> dict[Action, int]:
        """Return what each action of a state is worth, in the view of the player to move.

        Exactly, as far as it lies from low to high; where low >= high, only whether it is worth `value`: what is less
        may be less than that, too. Each thread takes the next action that nobody has taken; when there is none left, it
        helps with one that is not done. first: be done with one action that is worth `value`; the answer has only those
        judged so far.
        """
        game, config = self.engine.game, self.config
        mover, actions = game.player(state), list(game.actions(state))
        taken: set[Action] = set()
        found: dict[Action, int] = {}
        if low < high:
            start, stop, guess = (-search.to_child(config, word) for word in (high, low, value))
        else:
            start, stop, guess = (-search.to_child(config, word) for word in (value, value - 1, value - 1))

        def call(work: Array, stack: Array) -> int:
            while waiting := [action for action in actions if action not in found]:
                action = next((each for each in waiting if each not in taken), waiting[0])
                taken.add(action)
                child, work[PATH] = game.result(state, action), word_of(action)
                word = self.call_kernel(search.MTDF, child, work, stack, start, stop, guess, depth - 1, count=-mover)
                found[action] = search.to_parent(config, -word)
                if first and found[action] >= value:
                    break
            return 0

        self.run(call, state, deadline)
        return {action: found[action] for action in actions if action in found}

    def clear_table(self) -> None:
        """Empty the table."""
        words = 0 if self.config is None else self.config.entry_words
        self.table[: words << int(self.works[0][TABLE_BITS])] = 0  # the rest has not cost any memory yet
        for work in self.works:
            work[FILLED] = 0

    def _fault(self, state: State, what: str) -> InputError:
        work = self.works[0]
        deepest = int(max(work[DEEPEST], work[ORDERING_DEEPEST]))
        path = [int(action) for action in work[PATH : PATH + deepest + 1]]
        return diagnose(self.engine.game, state, path, what, MAX_ACTIONS if self.config is None else PLACES)

    def _grow(self, state: State) -> None:
        work, stack = self.works[0], self.stacks[0]
        self.call_kernel(search.GROW, state, work, stack)
        for each in self.works:
            each[FILLED] = 0

    def _lengthen(self) -> None:
        for number, stack in enumerate(self.stacks):
            longer = _zeros(4 * len(stack))
            longer[: len(stack)] = stack
            self.stacks[number] = longer
            self.works[number][STACK_SIZE] = len(longer)


def _zeros(words: int) -> Array:
    """Return an array of zeros, which cost no memory before they are used."""
    try:
        return np.zeros(words, np.int64)
    except MemoryError:
        need = f"{words * 8 / 2**20:,.0f} MB"
        raise InputError(f"this machine lends no {need} to search in; a smaller table (--table) takes less") from None


OF_THE_TABLE = (TABLE_BITS, FILLED, GROWS_AT, MAX_TABLE_BITS)
"""Words that say how large the table is: true whatever becomes of a search."""


def _counts(work: Array) -> Array:
    """Return a copy of a working memory's counts."""
    return work[: PRUNED + int(work[DEEPEST]) + 2].copy()


def _put_back(work: Array, counts: Array) -> None:
    """Let a working memory have the counts again that it once had."""
    table = [int(work[word]) for word in OF_THE_TABLE]
    work[:PATH] = 0
    work[: len(counts)] = counts
    for word, value in zip(OF_THE_TABLE, table, strict=True):
        work[word] = value


def _most_bits(config: KernelConfig, megabytes: float | None) -> int:
    """Return the bits of the largest table that the memory given holds."""
    memory = memory_megabytes()
    if megabytes is None:
        megabytes = min(MAX_MEGABYTES, memory / 4)
    elif not (isinstance(megabytes, (int, float)) and megabytes > 0):
        raise InputError(f"table must be a positive number of megabytes, not {megabytes}")
    elif megabytes > memory:
        raise InputError(f"table of {megabytes:g} MB is larger than this machine's memory ({memory:.0f} MB)")
    entries = megabytes * 2**20 / (8 * config.entry_words)
    bits = int(entries).bit_length() - 1
    if bits < least_bits(config):
        least = 2 ** least_bits(config) * 8 * config.entry_words / 2**20
        raise InputError(f"table of {megabytes:g} MB is too small; this game's takes {least:.3g} MB or more")
    return bits if not config.packed else min(bits, config.packed)
