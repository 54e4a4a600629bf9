"""The places and numbers of workers allowed."""

from plywise.arguments.names import hint
from plywise.arguments.numbers import as_whole
from plywise.errors import InputError

MAX_WORKERS = 1000
NAMED_PLACES = ("local", "ray")
PLACES = "there are local, ray and ray:ADDRESS"


def check_workers(workers: int, least: int = 0) -> None:
    """Raise InputError for a number of workers that is out of range."""
    number = as_whole(workers)
    if number is None or not least <= number <= MAX_WORKERS:
        raise InputError(f"the number of workers must be 1 to {MAX_WORKERS:,}, not {workers}")


def check_place(on: str) -> None:
    """Raise InputError for an unknown place."""
    named = isinstance(on, str) and on.startswith("ray:") and on[4:].strip()
    if on not in ("local", "ray") and not named:
        raise InputError(f"no workers on {on!r}; {hint(str(on), NAMED_PLACES, there_are=PLACES)}")
