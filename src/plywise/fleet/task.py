"""What a fleet does: a task is many jobs, and a job's answer is a pure function of its key."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

JSON = Any
"""What json.dumps writes: None, a bool, a number, a text, a list, or a dict of texts."""

Work = Callable[[str], JSON]
"""Does the job of a key and returns its answer. It may raise: then that job has failed, and the others go on."""


class Task(Protocol):
    """Jobs of one kind, done by any process in any order.

    It is sent to the workers by cloudpickle, so it may hold games and functions from a notebook.
    """

    def describe(self) -> Mapping[str, JSON]:
        """Return all that the answers depend on besides the key: two tasks described alike give the same answers.

        The journal stores it, so that a run cannot continue with another task. The key "kind" names the task.
        """

    def prepare(self) -> Work:
        """Return what does the jobs. Called once in each worker, which may compile and keep what it needs."""
