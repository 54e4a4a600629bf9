"""Tasks of a fleet: a task has many jobs, and a job's answer is a pure function of its key."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

JSON = Any
"""A value for json.dumps: None, a bool, a number, a text, a list, or a dict with texts as keys."""

Work = Callable[[str], JSON]
"""Runs the job of a key and returns its answer. If it raises, that job has failed, and the others go on."""


class Task(Protocol):
    """Jobs of one kind, run by any process in any order.

    It is sent to the workers by cloudpickle, so it may contain games and functions from a notebook.
    """

    def describe(self) -> Mapping[str, JSON]:
        """Return all that the answers depend on besides the key: tasks with equal descriptions give equal answers.

        The journal stores it, so that a run cannot continue with another task. The key "kind" names the task.
        """

    def prepare(self) -> Work:
        """Return the function that runs jobs. Called once in each worker, which may compile and cache."""
