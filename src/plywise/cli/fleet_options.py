"""The options of commands that distribute their work over workers, and the progress that these show on stderr."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from plywise.cli import status_line as lines
from plywise.cli.files import note_kept
from plywise.cli.messages import say
from plywise.cli.param_types import FILE, Names
from plywise.cli.status_line import StatusLine, status_line
from plywise.errors import InputError
from plywise.fleet.places import NAMED_PLACES, check_place, check_workers
from plywise.fleet.task import Task
from plywise.process.systems import is_posix

if TYPE_CHECKING:
    from plywise.fleet.fleet import Fleet
    from plywise.fleet.progress import Progress

Command = TypeVar("Command", bound=Callable[..., Any])

FIRST_ON_TERMINAL, EVERY_ON_TERMINAL = 0.5, 0.25  # seconds
USUAL = 1 if is_posix() else 0
"""Worker processes by default; 0: this process does the work."""


class Staff(NamedTuple):
    """Which workers do a command's jobs, and where finished jobs are recorded.

    workers: their number; None if no option asked for workers: the command may run without a fleet.
    on: "local", "ray" or "ray:ADDRESS".
    journal: a file; None: no journal. resume: continue it.
    """

    workers: int | None
    on: str
    journal: str | None
    resume: bool


def fleet_options(command: Command) -> Command:
    """Add --workers, --on and --journal; `staff_of` reads them and --resume."""
    command = click.option(
        "--journal", type=FILE, metavar="FILE", help="Record finished jobs in FILE, for --resume and plywise fleet."
    )(command)
    return worker_options(command)


def worker_options(command: Command) -> Command:
    """Add --workers and --on, for commands without a journal."""
    command = click.option(
        "--on", type=Names([*NAMED_PLACES, "ray:"]), default="local", show_default=True, metavar="WHERE",
        help="Where the workers run: local; ray, a Ray cluster started for them; ray:ADDRESS, a running cluster.",
    )(command)  # fmt: skip
    return click.option("--workers", type=int, metavar="N", help="Distribute the work over N workers.")(command)


def resume_option(command: Command) -> Command:
    """Add --resume, for commands that have no other file to continue."""
    return click.option("--resume", is_flag=True, help="Continue the run recorded in the --journal.")(command)


def staff_of(workers: int | None, on: str, journal: str | None = None, resume: bool = False) -> Staff:
    """Return what the options say. Raises InputError for values that cannot be."""
    if workers is not None:
        check_workers(workers, least=1)
    check_place(on)
    if resume and journal is None:
        raise InputError("--resume needs --journal: the file to continue")
    if journal is not None:
        note_kept(journal)
    if workers is None and (on != "local" or journal is not None):
        workers = USUAL
    return Staff(workers, on, journal, resume)


@contextmanager
def fleet_for(
    task: Task,
    staff: Staff,
    what: str = "jobs",
    patience: float | None = None,
    silent: bool = False,
    more: Callable[[], str] | None = None,
    each: int = 1,
) -> Iterator["Fleet"]:
    """Yield a fleet for a task, and show its progress on stderr. Raises InputError.

    what: what is counted, as in "12 of 40 games". each: how many of them make a job.
    patience: as of a Fleet. silent: show nothing.
    more: the result so far, shown with the progress.
    """
    from plywise.fleet.fleet import Fleet  # only here: most commands need none
    from plywise.fleet.journal import Journal

    with (
        status_line(FIRST_ON_TERMINAL, EVERY_ON_TERMINAL) as line,
        Journal.open(staff.journal, task.describe(), staff.resume) as journal,
        Fleet(
            task, journal, workers=USUAL if staff.workers is None else staff.workers, on=staff.on, patience=patience,
            watcher=None if silent else FleetProgress(what, line, more, each), listener=_Listener(line),
        ) as fleet,
    ):  # fmt: skip
        yield fleet


class FleetProgress:
    """A fleet's watcher that reports on stderr.

    On a terminal one line is written over and over; elsewhere there are lines at growing intervals, up to a minute.
    """

    def __init__(self, what: str, line: StatusLine, more: Callable[[], str] | None = None, each: int = 1) -> None:
        self.what = what
        self.each = each
        self.line = line
        self.more = more
        self.due = lines.FIRST_LINE

    def __call__(self, progress: "Progress") -> None:
        """Report, if it is time to."""
        if self.line.exists:
            self.line.offer(lambda _: self._describe(progress))
        elif progress.elapsed >= self.due:
            self.due = progress.elapsed + min(progress.elapsed, lines.MAX_PAUSE)
            say(self._describe(progress))

    def _describe(self, progress: "Progress") -> str:
        found = self.more() if self.more is not None else ""
        return f"{found}{'; ' if found else ''}{describe(progress, self.what, self.each)}"


class _Listener:
    """Prints the output of workers above the status line."""

    def __init__(self, line: StatusLine) -> None:
        self.line = line

    def __call__(self, text: str) -> None:
        """Print a line."""
        self.line.erase()
        say(text)


def describe(progress: "Progress", what: str, each: int = 1) -> str:
    """Return the progress of a fleet in one line.

    >>> from plywise.fleet.progress import Progress
    >>> describe(Progress(12, 1, 2, 40, 0.5, 54.0, 2, 26.0), "games")
    '12 of 40 games, 1 failed, 2 running, 30 per minute, about 54 s left'
    """
    total = "" if progress.total is None else f" of {progress.total * each:,}"
    parts = [f"{progress.done * each:,}{total} {what}"]
    if progress.failed:
        parts.append(f"{progress.failed:,} failed")
    parts.append(f"{progress.running:,} running" if progress.workers else "starting the workers")
    if progress.rate:
        parts.append(_pace(progress.rate * each))
    if progress.left is not None and progress.running:
        parts.append(f"about {duration(progress.left)} left")
    return ", ".join(parts)


def _pace(rate: float) -> str:
    for seconds, unit in ((1, "second"), (60, "minute"), (3_600, "hour")):
        if rate * seconds >= 2 or unit == "hour":
            break
    return f"{rate * seconds:,.{0 if rate * seconds >= 10 else 1}f} per {unit}"


def duration(seconds: float) -> str:
    """Return a time in its largest unit, for long ones with the next.

    >>> duration(0.2), duration(90), duration(7260), duration(200_000)
    ('1 s', '2 min', '2 h 1 min', '2 d 7 h')
    """
    whole = max(round(seconds), 1)
    for size, unit, next_size, next_unit in ((86_400, "d", 3_600, "h"), (3_600, "h", 60, "min")):
        if whole >= size:
            rest = whole % size // next_size
            return f"{whole // size} {unit}{f' {rest} {next_unit}' if rest else ''}"
    return f"{round(whole / 60)} min" if whole >= 60 else f"{whole} s"
