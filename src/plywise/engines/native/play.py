"""The search for play, compiled: what one player keeps in mind from move to move of a game."""

from math import log
from typing import Any

import numpy as np

from plywise.engines import play_features as feature
from plywise.engines.kernel import thread_state as word
from plywise.engines.kernel.selective import entry, memory
from plywise.engines.kernel.selective.config import PlayConfig
from plywise.engines.kernel.selective.entries import AGES, BUCKET, ENTRY_WORDS
from plywise.engines.native.compile.engine import Engine
from plywise.engines.values import to_word
from plywise.game import State, defines


def play_config(engine: Engine, unit: float) -> PlayConfig:
    """Return the config of a search for play of a game."""
    game = engine.game
    low, high = game.utility_bounds
    bound = min(high, -low)
    return PlayConfig(
        fields=engine.rules.fields,
        alternating=game.alternating,
        ends_without_actions=game.ends_without_actions,
        unit=float(unit),
        floats=engine.floats,
        bound=to_word(bound, engine.floats) if 0 < bound < float("inf") else 0,
        tactics=defines(game, "noisy") or defines(game, "tactical_actions"),
        lists_tactics=defines(game, "tactical_actions"),
        threats=defines(game, "threatened"),
        exchanges=defines(game, "exchange"),
        gains=defines(game, "gain"),
        classes=defines(game, "action_class"),
        recurs=defines(game, "reversible_plies"),
        passes=defines(game, "may_pass") and defines(game, "passed"),
        estimates=defines(game, "evaluate"),
        past=engine.rules.past_field >= 0,
    )


class PlayMemory:
    """Rough."""

    def __init__(
        self, engine: Engine, unit: float, bits: int = 18, features: int = -1, without: tuple[str, ...] = ()
    ) -> None:
        self.engine, self.config = engine, play_config(engine, unit)
        self.work = np.zeros(memory.SIZE, np.int64)
        self.stack = np.zeros(2**18, np.int64)
        self.bits = bits
        self.table = np.zeros((1 << bits) * ENTRY_WORDS * BUCKET, np.int64)
        self.entry = engine.entry(entry.run_play, self.config)
        self.features = features & ~sum(feature.PLAY_FEATURES[name] for name in without)
        self.age = 0
        self.work[word.STACK_SIZE] = len(self.stack)
        self.work[memory.TABLE_SIZE] = bits
        for depth in range(1, 64):
            for number in range(1, 64):
                self.work[memory.REDUCTIONS + 64 * depth + number] = int(0.5 + log(depth) * log(number) / 2.0)
        self.work[memory.CLASSES_MADE : memory.CLASSES_MADE + memory.DEEPEST] = memory.NONE

    def call(self, job: int, state: State, alpha: int = 0, beta: int = 0, depth: int = 0) -> int:
        return int(
            self.entry(
                self.engine.handle,
                self.config,
                job,
                self.engine.plain(state),
                alpha,
                beta,
                depth,
                self.work,
                self.stack,
                self.table,
            )
        )

    def think(
        self, state: State, depth: int = 64, nodes: int = 2**62, past: tuple[State, ...] = (), say: Any = None
    ) -> tuple[Any, int, int, int]:
        """Return the best action's word, the value, the depth, the nodes."""
        work = self.work
        self.age = (self.age + 1) % AGES
        work[memory.AGE] = self.age
        work[: word.FEATURES] = 0
        work[word.FEATURES] = self.features
        work[word.MAX_NODES] = 2**62
        keys = [self.call(entry.HASH, each) for each in past]
        work[memory.KEYS : memory.KEYS + len(keys)] = keys
        work[memory.PAST_KEYS] = len(keys)
        work[word.MAX_NODES] = nodes
        work[word.LOOK_AT] = 0
        best, value, done = None, 0, 0
        for depth in range(1, depth + 1):
            window, low, high = 25, -60_001, 60_001
            if depth > 4:
                low, high = value - window, value + window
            try:
                while True:
                    found = self.call(entry.SEARCH, state, max(low, -60_001), min(high, 60_001), depth)
                    window *= 2
                    if found <= low and low > -60_001:
                        low = found - window
                    elif found >= high and high < 60_001:
                        high = found + window
                    else:
                        break
            except word.Halt:
                if best is None:
                    self.call(entry.LIST, state)
                    best = int(self.stack[0])
                break
            value, done = found, depth
            line = memory.LINES
            best = int(work[line + 1])
            if say:
                say(depth, value, int(work[word.NODES]), [int(x) for x in work[line + 1 : line + 1 + work[line]]])
            if abs(value) > 59_000 and depth > 60_000 - abs(value) + 2:
                break
        return best, value, done, int(work[word.NODES])
