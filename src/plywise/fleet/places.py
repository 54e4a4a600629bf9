"""Where workers may be, and how many."""

from plywise.errors import InputError

MAX_WORKERS = 1000
PLACES = "local, ray or ray:ADDRESS"


def check_workers(workers: int, least: int = 0) -> None:
    """Raise InputError unless there can be so many workers."""
    if not least <= workers <= MAX_WORKERS:
        raise InputError(f"there are 1 to {MAX_WORKERS:,} workers, not {workers}")


def check_place(on: str) -> None:
    """Raise InputError unless workers can be at a place."""
    if on not in ("local", "ray") and not (on.startswith("ray:") and on[4:].strip()):
        raise InputError(f"no workers on {on!r}; there are {PLACES}")
