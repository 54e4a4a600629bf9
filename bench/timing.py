"""Timing two sides in turns, so that what slows the machine down slows both, and the medians of what was measured."""

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import mean, median

Side = Callable[[], float]
"""Does its work once and returns the seconds that it took."""


def timed(work: Callable[[], object]) -> Side:
    """Return the side that does this work, timed from the call to the answer."""

    def side() -> float:
        began = time.perf_counter()
        work()
        return time.perf_counter() - began

    return side


@dataclass
class Samples:
    """What was measured of two sides, in seconds; `peer` is empty where there is none to measure."""

    ours: list[float]
    peer: list[float]

    @property
    def our_median(self) -> float:
        """The median of Plywise's times."""
        return median(self.ours)

    @property
    def peer_median(self) -> float | None:
        """The median of the peer's times."""
        return median(self.peer) if self.peer else None


def alternate(ours: Side, peer: Side | None, turns: int, our_runs: int = 1, peer_runs: int = 1) -> Samples:
    """Measure both sides in turns, each so many runs a turn, after one run of each that does not count.

    our_runs, peer_runs: so that a side of milliseconds is measured often enough next to one of seconds.
    """
    samples = Samples([], [])
    ours()
    if peer is not None:
        peer()
    for _ in range(turns):
        samples.ours += [ours() for _ in range(our_runs)]
        if peer is not None:
            samples.peer += [peer() for _ in range(peer_runs)]
    return samples


@dataclass
class Batch:
    """Some positions of a set, and how both sides value them: in one go, timed together."""

    positions: int
    ours: Side
    peer: Side | None


@dataclass(frozen=True)
class SetTimes:
    """Mean seconds a position: the sum of each batch's median, over all positions.

    first: the same of Plywise's first run in each turn alone, which finds the processor's caches full of the peer's.
    """

    ours: float
    first: float
    peer: float | None


def alternate_set(batches: Sequence[Batch], turns: int, our_runs: int = 1) -> SetTimes:
    """Measure both sides on all batches, in turns; our_runs: how often Plywise has a batch in a turn.

    In each turn the batches come one after the other, and of each batch first the peer, then Plywise. So where there
    are several batches, no side meets one again before it has worked through all the others.
    """
    ours: list[list[float]] = [[] for _ in batches]
    firsts: list[list[float]] = [[] for _ in batches]
    peers: list[list[float]] = [[] for _ in batches]
    for _ in range(turns):
        for place, batch in enumerate(batches):
            if batch.peer is not None:
                peers[place].append(batch.peer())
            runs = [batch.ours() for _ in range(our_runs)]
            ours[place] += runs
            firsts[place].append(runs[0])
    positions = sum(batch.positions for batch in batches)
    means = [sum(map(median, times)) / positions if all(times) else None for times in (ours, firsts, peers)]
    return SetTimes(means[0] or 0.0, means[1] or 0.0, means[2])


def spread(samples: Sequence[float]) -> dict[str, float | int]:
    """Return what the record keeps of one side's times, in seconds."""
    if not samples:
        return {"runs": 0}
    return {"runs": len(samples), "median": median(samples), "least": min(samples), "mean": mean(samples)}


def say(text: str) -> None:
    """Tell on stderr what is being measured."""
    print(text, file=sys.stderr, flush=True)
