"""How many processors there are to work on."""

import os


def count_cores() -> int:
    """Return how many processors this process may use: the machine's, or those that it was confined to."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1
