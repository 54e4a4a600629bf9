"""The number of processors available to this process."""

import os


def count_cores() -> int:
    """Return how many processors this process may use: all of the machine, or those in its affinity mask."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1
