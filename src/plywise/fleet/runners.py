"""Select the runner for `--on`: processes of this machine, or a Ray cluster."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from plywise.errors import InputError
from plywise.fleet.places import check_place
from plywise.fleet.runner import Luggage, Runner
from plywise.fleet.sources import own_sources
from plywise.fleet.task import Task
from plywise.process import pickling as sending
from plywise.version import VERSION


def runner_on(on: str, workers: int, task: Task) -> Runner:
    """Return the runner for a place, with no workers yet. Raises InputError."""
    check_place(on)
    luggage = pack(task)
    if on == "local":
        if workers == 0:
            from plywise.fleet.here import HereRunner

            return HereRunner(luggage)
        from plywise.fleet.local import LocalRunner

        return LocalRunner(luggage)
    from plywise.fleet.ray_cluster import RayRunner

    return RayRunner(luggage, workers, on[4:])


@contextmanager
def place_kept(on: str, workers: int) -> Iterator[None]:
    """Keep the place open for several fleets, one after another: a Ray cluster takes seconds to start."""
    check_place(on)
    if on == "local":
        yield
        return
    from plywise.fleet.ray_cluster import cluster

    with cluster(workers, on[4:]):
        yield


def pack(task: Task) -> Luggage:
    """Pack a task for workers. Raises InputError if it cannot be pickled."""
    try:
        body = sending.pack(task)
    except InputError:
        raise
    except Exception as error:  # noqa: BLE001 - pickling a task's contents may raise anything
        reason = " ".join(str(error).split())
        raise InputError(f"the task cannot be sent to workers: {type(error).__name__}: {reason}") from None
    return Luggage(VERSION, body, tuple(place or os.getcwd() for place in sys.path), own_sources())
