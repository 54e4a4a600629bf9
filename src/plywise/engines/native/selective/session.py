"""One player's memory from move to move of a game, and the calls of the compiled search for play."""

from collections.abc import Sequence

from plywise.engines.kernel import thread_state as slots
from plywise.engines.kernel.selective import entry
from plywise.engines.kernel.selective.memory import KEYS, MAX_PAST, PAST_KEYS
from plywise.engines.kernel.selective.ordering import PLACES
from plywise.engines.kernel.thread_state import Halt
from plywise.engines.learned.model import LearnedModel
from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.diagnosis import diagnose
from plywise.engines.native.leaves import leaves_of
from plywise.engines.native.selective.config import outright_words, play_config
from plywise.engines.native.selective.learned import NO_MODEL, model_array
from plywise.engines.native.selective.memory import PlayMemory
from plywise.engines.native.shortage import locate_failure
from plywise.engines.play_weakness import NONE, Weakness
from plywise.errors import InputError, NativeFailure
from plywise.game import State

MAX_KEYS = 4096
"""The number of positions whose keys are cached."""


class PlaySession:
    """One engine and one memory, kept from move to move of a game.

    features: of play_features.py, as a bit mask
    megabytes: the maximum size of the table
    weakness: what the search overlooks
    learned: a learned evaluation; None: only the game's own
    """

    def __init__(
        self,
        engine: Engine,
        threads: int,
        megabytes: float | None,
        features: int,
        weakness: Weakness = NONE,
        learned: LearnedModel | None = None,
    ) -> None:
        self.engine = engine
        self.config = play_config(engine, learned=learned is not None)
        self.model = NO_MODEL if learned is None else model_array(learned, leaves_of(engine), engine.rules.fields)
        self.entry = engine.entry(entry.run_play, self.config)
        self.memory = PlayMemory(
            threads, megabytes, features, weakness, outright_words(engine, by_sign=learned is not None)
        )
        self._keys: dict[State, int] = {}

    def forget(self) -> None:
        """Discard everything, for a new game."""
        self.memory.clear()
        self._keys.clear()

    def call(
        self, job: int, plain: tuple[int, ...], number: int = 0, alpha: int = 0, beta: int = 0, depth: int = 0
    ) -> int:
        """Call the kernel in this thread. Raises Halt at a limit.

        plain: the state in the engine's representation. number: of the memory to use
        """
        memory = self.memory
        while True:
            work, stack = memory.works[number], memory.stacks[number]
            arrays = work, stack, memory.table, self.model
            try:
                return self.entry(self.engine.handle, self.config, job, plain, alpha, beta, depth, *arrays)
            except Halt:
                if work[slots.STOP] != slots.BY_STACK:
                    raise
                memory.lengthen_stack(number)
                work[slots.STOP] = slots.COMPLETE

    def key(self, state: State) -> int:
        """Return the key under which the table stores a state."""
        if len(self._keys) >= MAX_KEYS:
            self._keys.clear()
        if state not in self._keys:
            self._keys[state] = self.call(entry.HASH, self.engine.plain(state))
        return self._keys[state]

    def set_past(self, past: Sequence[State], reversible: int) -> None:
        """Set, for all threads, the positions before the root that can recur.

        reversible: plies back to the earliest position that may recur.
        """
        keys = [self.key(state) for state in past[len(past) - min(len(past), reversible, MAX_PAST) :]]
        for work in self.memory.works:
            work[KEYS : KEYS + len(keys)] = keys
            work[PAST_KEYS] = len(keys)

    def diagnose(self, state: State, failed: BaseException | None) -> InputError:
        """Return the error for a search of a state that failed. failed: None if a rule returned an unusable value."""
        if isinstance(failed, InputError):
            return failed
        what = failed or "a rule returned a value that no search can use"
        work = self.memory.works[0]
        path = [int(action) for action in work[slots.PATH : slots.PATH + int(work[slots.DEEPEST]) + 1]]
        found = diagnose(self.engine.game, state, path, what, PLACES, self.engine.action_word)
        if isinstance(found, NativeFailure) and failed is not None:
            return locate_failure(self.engine, state, path, failed, found)
        return found
