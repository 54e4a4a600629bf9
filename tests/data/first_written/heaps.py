"""Heaps: Nim where a heap may be split; reduce, Counter, defaultdict, chain, accumulate, groupby."""
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from functools import reduce
from itertools import accumulate, chain, groupby
from operator import xor
from typing import Tuple, Union

import plywise as pw


@dataclass(frozen=True)
class Take:
    heap: int
    count: int


@dataclass(frozen=True)
class Split:
    heap: int
    first: int


Move = Union[Take, Split]


@dataclass(frozen=True)
class Heaps3:
    heaps: Tuple[int, ...] = (1, 3, 5)
    side: int = pw.MAX

    def __len__(self):
        return len(self.heaps)

    def with_heaps(self, *heaps):
        kept = sorted(chain.from_iterable([heaps]))
        return replace(self, heaps=tuple(heap for heap in kept if heap > 0), side=-self.side)


class Heaps(pw.Game):
    name = "heaps"
    utility_bounds = (-1, 1)

    def initial(self):
        return Heaps3()

    def player(self, state):
        return state.side

    def actions(self, state):
        counts = Counter(state.heaps)
        for heap in sorted(counts):
            for count in range(1, heap + 1):
                yield Take(heap, count)
        for heap, group in groupby(state.heaps):
            if len(state) < 5:
                yield from (Split(heap, first) for first in range(1, heap // 2 + 1))

    def result(self, state, move):
        heaps = list(state.heaps)
        heaps.remove(move.heap)
        if isinstance(move, Split):
            return state.with_heaps(*heaps, move.first, move.heap - move.first)
        return state.with_heaps(*heaps, move.heap - move.count)

    def terminal(self, state):
        return len(state) == 0

    def utility(self, state):
        return -state.side

    def evaluate(self, state):
        by_parity = defaultdict(list)
        for heap in state.heaps:
            by_parity[heap % 2].append(heap)
        *_, total = accumulate(state.heaps, initial=0)
        nim = reduce(xor, state.heaps, 0)
        return state.side * ((nim > 0) * 0.5 - len(by_parity[1]) / 100 + total / 1000)
