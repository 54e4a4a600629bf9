"""A session of a compiled search: it calls the kernel, and repeats the call if the stack or the table must grow."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from plywise.engines.clock import Clock
from plywise.engines.kernel import strong
from plywise.engines.kernel import thread_state as slots
from plywise.engines.kernel.config import KernelConfig
from plywise.engines.kernel.move_picker import PLACES
from plywise.engines.kernel.search import to_child, to_parent
from plywise.engines.kernel.thread_state import Halt
from plywise.engines.limits import Stopped, too_long
from plywise.engines.native import threads
from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.diagnosis import diagnose
from plywise.engines.native.search_memory import Array, SearchMemory
from plywise.engines.native.shortage import locate_failure
from plywise.engines.tie_break import preference
from plywise.errors import InputError, NativeFailure
from plywise.game import MAX_ACTIONS, Action, State
from plywise.game.ordered_sets import actions_in_order

Call = Callable[[Array, Array], int]
"""Calls a compiled search with a thread's state and its stack."""


class SearchSession:
    """One engine with one search memory.

    options: those of SearchMemory
    clock: when the searches must stop
    interrupted: whether Ctrl-C was pressed, or a flag set
    """

    def __init__(self, engine: Engine, config: KernelConfig | None, **options: Any) -> None:
        self.engine = engine
        self.config = config
        self.memory = SearchMemory(config, **options)
        self.clock = Clock()
        self.interrupted = False

    @property
    def nodes(self) -> int:
        """The nodes entered by all threads together."""
        return self.memory.nodes

    def interrupt(self) -> None:
        """Stop because Ctrl-C was pressed."""
        self.interrupted = True
        threads.halt([*self.memory.works, self.memory.spare], slots.BY_INTERRUPT)

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Raise KeyboardInterrupt if Ctrl-C stopped the search, and clear it for the next; Stopped at a limit."""
        try:
            yield
        except Stopped:
            if not self.interrupted:
                raise
        if self.interrupted:
            self.interrupted = False
            raise KeyboardInterrupt

    def run(self, call: Call, state: State, alone: bool = False) -> int:
        """Run a compiled search of a state, in all threads at once; return the result of the first to finish.

        That thread's state and stack move to the front. alone: in one thread. The stacks and the table grow as needed.
        Raises Stopped at a limit, and InputError where a rule fails.
        """
        used = 1 if alone else len(self.memory.works)
        while True:
            self.memory.clear_stops()
            if self.interrupted:  # perhaps just as the last call ended
                raise Stopped(slots.STOPPED_BY[slots.BY_INTERRUPT])
            before = self.memory.copy_counts()
            answers = self._call_threads(call, state, used)
            for number, answer in enumerate(answers):
                if not isinstance(answer, BaseException):
                    self.memory.move_to_front(number)
                    return int(answer)
            self._resolve_stop(state, answers, before)

    def _call_threads(self, call: Call, state: State, used: int) -> list[Any]:
        """Return the threads' result: a number, or the exception that ended the search."""
        works, stacks = self.memory.works[:used], self.memory.stacks[:used]
        jobs = [(lambda work=work, stack=stack: call(work, stack)) for work, stack in zip(works, stacks, strict=True)]
        try:
            answers, interrupted = threads.run_all(jobs, [*works, self.memory.spare], self.clock, first=True)
        except threads.Stuck as stuck:
            raise self._diagnose(state, str(stuck)) from None
        self.interrupted |= interrupted
        return answers

    def _resolve_stop(self, state: State, answers: Sequence[BaseException], before: list[Array]) -> None:
        """Enlarge the stack or the table if it stopped the search; otherwise raise the reason."""
        reasons = {int(work[slots.STOP]) for work in self.memory.works}
        failed = [answer for answer in answers if not isinstance(answer, Halt)]
        if failed and isinstance(failed[0], InputError):
            raise failed[0]
        if failed:
            raise self._diagnose(state, failed[0])
        if slots.BY_STACK in reasons:  # begin again, as if nothing had been counted
            self.memory.restore_counts(before)
            self.memory.lengthen_stacks()
        elif slots.BY_TABLE in reasons:
            self._grow_table(state)
        elif slots.BY_RULE in reasons:
            raise self._diagnose(state, "a rule returned a value that no search can use")
        elif slots.BY_PLIES in reasons:
            raise too_long(self.engine.game.name)
        else:
            raise Stopped(slots.STOPPED_BY[max(reasons)])

    def _diagnose(self, state: State, what: BaseException | str) -> InputError:
        work = self.memory.works[0]
        deepest = int(max(work[slots.DEEPEST], work[slots.ORDERING_DEEPEST]))
        path = [int(action) for action in work[slots.PATH : slots.PATH + deepest + 1]]
        most = MAX_ACTIONS if self.config is None else PLACES
        found = diagnose(self.engine.game, state, path, what, most, self.engine.action_word)
        if isinstance(found, NativeFailure) and isinstance(what, BaseException):
            return locate_failure(self.engine, state, path, what, found)
        return found

    def _grow_table(self, state: State) -> None:
        self.call_kernel(strong.GROW, state, self.memory.works[0], self.memory.stacks[0])
        self.memory.clear_filled()

    # --- what the strong search is asked --------------------------------------------------------------------------

    def call_kernel(
        self,
        job: int,
        state: State,
        work: Array,
        stack: Array,
        alpha: int = 0,
        beta: int = 0,
        guess: int = 0,
        depth: int = 0,
        count: int = 0,
    ) -> int:
        """Call `kernel.strong.run_strong` in this thread."""
        engine, config, table = self.engine, self.config, self.memory.table
        entry = engine.entry(strong.run_strong, config)
        plain = engine.plain(state)
        found: int = entry(engine.handle, config, job, plain, alpha, beta, guess, depth, count, work, stack, table)
        return found

    def is_worth(self, state: State, action: Action, value: int, depth: int) -> bool:
        """Return whether an action of a state is worth at least `value` to the player to move. Uses one thread."""
        child, mover = self.engine.game.result(state, action), self.engine.game.player(state)
        alpha, beta = (-to_child(self.config, bound) for bound in (value, value - 1))

        def call(work: Array, stack: Array) -> int:
            work[slots.PATH] = self.engine.action_word(action)
            return self.call_kernel(strong.MTDF, child, work, stack, alpha, beta, alpha, depth - 1, -mover)

        return to_parent(self.config, -self.run(call, state, alone=True)) >= value

    def value_root_moves(
        self,
        state: State,
        low: int,
        high: int,
        value: int,
        depth: int = 0,
        first: bool = False,
        promising: bool = False,
    ) -> dict[Action, int]:
        """Return the value of each action of a state, in the view of the player to move.

        Values from low to high are exact; if low >= high, each action is only tested for being worth `value`, and
        smaller values are upper bounds. Each thread takes the next free action, and finally helps with an unfinished
        one.

        first: stop at the first action worth `value`; the result has only the actions valued so far
        promising: take the actions by priority, so that `first` finds the most promising one
        """
        game, config = self.engine.game, self.config
        mover, actions = game.player(state), actions_in_order(game, state)
        if promising:
            actions.sort(key=lambda action: -preference(game, state, action))
        taken: set[Action] = set()
        found: dict[Action, int] = {}
        asked = (high, low, value) if low < high else (value, value - 1, value - 1)
        alpha, beta, guess = (-to_child(config, bound) for bound in asked)

        def call(work: Array, stack: Array) -> int:
            while waiting := [action for action in actions if action not in found]:
                action = next((each for each in waiting if each not in taken), waiting[0])
                taken.add(action)
                child, work[slots.PATH] = game.result(state, action), self.engine.action_word(action)
                answer = self.call_kernel(strong.MTDF, child, work, stack, alpha, beta, guess, depth - 1, -mover)
                found[action] = to_parent(config, -answer)
                if first and found[action] >= value:
                    break
            return 0

        self.run(call, state)
        return {action: found[action] for action in actions if action in found}
