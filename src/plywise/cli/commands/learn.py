"""plywise learn: from a game's rules to an evaluation, by games that it plays against itself."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plywise.cli.files import check_outputs, write_file
from plywise.cli.fleet_options import (
    USUAL,
    duration,
    fleet_options,
    resume_option,
    staff_of,
)
from plywise.cli.messages import say
from plywise.cli.options import json_option, print_json
from plywise.cli.same_file import fills_stdout
from plywise.cli.status_line import StatusLine, status_line
from plywise.engines.learned.file import Learned, read_learned
from plywise.errors import InputError
from plywise.game import Game
from plywise.games import load

if TYPE_CHECKING:
    from plywise.learn.learning import Generation, Progress

FIRST_ON_TERMINAL, EVERY_ON_TERMINAL = 0.5, 0.25  # seconds

NOT_LEARNED = 1
"""The exit code where nothing was found that plays better."""


@click.command("learn", epilog="Example: plywise learn hex:size=7 --hours 0.2 --workers 2 --out hex7.eval")
@click.argument("text", metavar="[GAME]", required=False)
@click.option("--hours", type=float, metavar="H", help="Learn for H hours. [default: 1, without --games]")
@click.option("--games", type=int, metavar="N", help="Learn from N games of self-play.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of everything that is drawn by lot.")
@click.option("--out", type=Path, metavar="FILE", help="Write the evaluation to FILE.")
@click.option("--show", type=Path, metavar="FILE", help="Show what is in FILE: the patterns that count most.")
@fleet_options
@resume_option
@json_option
def command(
    text: str | None, hours: float | None, games: int | None, seed: int, out: Path | None, show: Path | None,
    workers: int | None, on: str, journal: str | None, resume: bool, as_json: bool,
) -> int:  # fmt: skip
    """Learn how to evaluate a game from its rules alone, by games that it plays against itself.

    The evaluation is a sum of tables: what each cell contains, and what a few cells beside each other contain together.
    Each generation must beat the one before it in a sequential test, or it is not kept. The same --seed and --games
    write the same file, with any number of --workers. Exit code 1: nothing plays better than the game as it is.

    Play with it: plywise play GAME --learned FILE, plywise match GAME engine:learned=FILE engine
    """
    if show is not None:
        return show_file(show, as_json)
    if text is None:
        raise click.UsageError("name the GAME to learn, or a file with --show")
    if out is None:
        raise InputError("--out FILE is missing: where to write what is learned")
    game = load(text)
    staff = staff_of(workers, on, journal, resume)
    alone = fills_stdout({"out": out}, as_json)
    check_outputs([out])
    from plywise.fleet.fleet import Fleet
    from plywise.fleet.journal import Journal
    from plywise.learn.learning import Learning, plan_learning

    plan = plan_learning(game, games, hours, seed)
    began = time.monotonic()
    count = USUAL if staff.workers is None else staff.workers
    with reported() as report, Journal.open(staff.journal, plan.describe(), staff.resume) as kept:
        learning = Learning(plan, lambda task: Fleet(task, kept, workers=count, on=staff.on), kept, report)
        found = learning.run()
    generations = learning.progress.generations
    if found is not None:
        write_file(out, found.to_bytes())
    if as_json:
        written = None if found is None else str(out)
        print_json({"game": game.name, "out": written, **learning.story(), "time_s": time.monotonic() - began})
    else:
        click.echo(describe(game, found, generations, out, time.monotonic() - began), err=alone)
    return 0 if found is not None else NOT_LEARNED


@contextmanager
def reported() -> Iterator["Reporter"]:
    """Yield what reports on stderr how far a learning is."""
    with status_line(FIRST_ON_TERMINAL, EVERY_ON_TERMINAL) as line:
        yield Reporter(line)


class Reporter:
    """Says what each generation came to, and on a terminal what is done now."""

    def __init__(self, line: StatusLine) -> None:
        self.line, self.said = line, 0

    def __call__(self, progress: "Progress") -> None:
        """Report what is new."""
        for each in progress.generations[self.said :]:
            self.said += 1
            self.line.erase()
            left = "" if progress.left is None else f"; about {duration(progress.left)} left"
            say(generation_line(each) + left)
        left = "" if progress.left is None else f", about {duration(progress.left)} left"
        self.line.offer(lambda _: f"{progress.stage}; {progress.games:,} games{left}")


def generation_line(each: "Generation") -> str:
    """Return in one line what a generation came to."""
    tally = each.tally
    elo = (
        ""
        if each.elo is None
        else f" ({each.elo:+.0f} Elo" + ("" if each.error is None else f" ± {each.error:.0f}") + ")"
    )
    kept = "kept" if each.taken else "not kept"
    return (
        f"generation {each.number}, {each.model}: {each.positions:,} positions, loss {each.loss:.3f}; "
        f"{tally.wins}-{tally.draws}-{tally.losses} against the one before{elo}: {kept}"
    )


def describe(game: Game, found: Learned | None, generations: list["Generation"], out: Path, seconds: float) -> str:
    """Return the result in plain text."""
    lines = [generation_line(each) for each in generations]
    if found is None:
        lines += ["", f"nothing was learned that plays better than {game.name} as it is, and {out} is not written"]
    else:
        story = found.story
        lines += [
            "",
            f"{story['games']:,} games of self-play, {duration(seconds)}: written to {out}",
            f"play with it: --learned {out}, or engine:learned={out}",
        ]
    return "\n".join(lines)


def show_file(path: Path, as_json: bool) -> int:
    """Print what is in a file."""
    from plywise.learn.showing import describe_learned, facts_of

    found = read_learned(path)
    if as_json:
        print_json(facts_of(found))
    else:
        click.echo(describe_learned(found))
    return 0
