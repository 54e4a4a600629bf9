"""plywise learn: train an evaluation by self-play, from the rules alone."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plywise.cli.command import Command
from plywise.cli.files import check_outputs, write_file
from plywise.cli.fleet_options import (
    USUAL,
    Staff,
    duration,
    fleet_options,
    resume_option,
    staff_of,
)
from plywise.cli.messages import say
from plywise.cli.options import json_option, print_json
from plywise.cli.param_types import FILE, PATH, GameText
from plywise.cli.program import INTERRUPTED
from plywise.cli.same_file import fills_stdout
from plywise.cli.status_line import StatusLine, status_line
from plywise.engines.learned.file import MAX_SHOWN, Learned, read_learned
from plywise.engines.learned.rules_hash import hash_rules
from plywise.errors import InputError
from plywise.game import Game
from plywise.games import make
from plywise.games.loading import full_game_text
from plywise.show import plots

if TYPE_CHECKING:
    from plywise.learning.generations import Generation, Learning, Plan, Progress

FIRST_ON_TERMINAL, EVERY_ON_TERMINAL = 0.5, 0.25  # seconds

NOT_LEARNED = 1
"""Exit code when no generation was accepted."""


@click.command("learn", cls=Command, epilog="Example: plywise learn hex:size=3 --games 100 --workers 2 --out hex3.eval")
@click.argument("text", type=GameText(), metavar="[GAME]", required=False)
@click.option("--hours", type=float, metavar="H", help="Stop after H hours. [default: 1, unless --games is given]")
@click.option("--games", type=int, metavar="N", help="Stop after N self-play games; they are played in hundreds.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Random seed.")
@click.option("--out", type=PATH, metavar="FILE", help="Write the evaluation to FILE.")
@click.option("--plot", type=FILE, metavar="FILE", help="Plot Elo and held-out loss by generation: .svg, .png or .pdf.")
@click.option(
    "--show", type=PATH, metavar="FILE", help="Describe FILE instead: how it was trained, and its strongest patterns."
)
@fleet_options
@resume_option
@json_option
def command(
    text: str | None, hours: float | None, games: int | None, seed: int, out: Path | None, plot: str | None,
    show: Path | None, workers: int | None, on: str, journal: str | None, resume: bool, as_json: bool,
) -> int:  # fmt: skip
    """Train an evaluation by self-play, from the rules alone.

    The evaluation adds up table entries: one table for each cell of the board, and one for each of many patterns of
    up to six neighbouring cells, or a small network in place of the patterns. A new generation replaces the previous
    one only if it wins a sequential test at equal time. The same --seed and --games give the same file for any number
    of --workers. Ctrl-C writes the best evaluation so far. Exit code 1: no generation beat the game's current
    evaluation, and nothing was written.

    Use it with: plywise play GAME --learned FILE, or plywise match GAME engine:learned=FILE engine
    """
    if plot is not None:
        check_plot(plot)
    if show is not None:
        return show_file(read_learned(show), plot, as_json)
    if text is None:
        raise click.UsageError("name a GAME to train, or use --show FILE")
    game = make(text)
    if out is None:
        raise InputError("--out FILE is required: the file to write")
    staff = staff_of(workers, on, journal, resume)
    alone = fills_stdout({"out": out}, as_json)
    check_outputs([out, *([] if plot is None else [plot])])
    check_replaced(out, game)
    from plywise.learning.generations import plan_learning

    plan = plan_learning(game, games, hours, seed)
    began = time.monotonic()
    learning, was_interrupted = run_learning(plan, staff)
    found = learning.learned()
    generations = learning.progress.generations
    if found is not None:
        write_file(out, found.to_bytes())
    timed = [each.to_json() | {"seconds": round(each.seconds, 1)} for each in generations]
    if plot is not None and timed:
        write_plot(plot, game.name, timed)
    if as_json:
        written = None if found is None else str(out)
        print_json(
            {
                "game": game.name,
                "out": written,
                **learning.story(),
                "generations": timed,
                "time_s": time.monotonic() - began,
            }
        )
    else:
        click.echo(describe(game, found, generations, out, time.monotonic() - began), err=alone)
    if was_interrupted:
        return INTERRUPTED
    return 0 if found is not None else NOT_LEARNED


def run_learning(plan: "Plan", staff: Staff) -> tuple["Learning", bool]:
    """Carry out a plan; return the run, and whether Ctrl-C ended it after it had accepted an evaluation."""
    from plywise.fleet.fleet import Fleet
    from plywise.fleet.journal import Journal
    from plywise.fleet.runners import place_kept
    from plywise.learning.generations import Learning

    count = USUAL if staff.workers is None else staff.workers
    with (
        reported() as report,
        Journal.open(staff.journal, plan.describe(), staff.resume) as kept,
        place_kept(staff.on, count),
    ):
        learning = Learning(plan, lambda task: Fleet(task, kept, workers=count, on=staff.on), kept, report)
        try:
            learning.run()
        except KeyboardInterrupt:
            if staff.journal is not None:
                say(f"to continue, repeat the command with --journal {staff.journal} --resume")
            if learning.learned() is None:
                raise
            say("interrupted: writing the best evaluation so far")
            return learning, True
        return learning, False


@contextmanager
def reported() -> Iterator["Reporter"]:
    """Yield a watcher that reports progress on stderr."""
    with status_line(FIRST_ON_TERMINAL, EVERY_ON_TERMINAL) as line:
        yield Reporter(line)


class Reporter:
    """Prints a line for each generation, and on a terminal a status line."""

    def __init__(self, line: StatusLine) -> None:
        self.line, self.said = line, 0

    def __call__(self, progress: "Progress") -> None:
        """Report generations not yet reported, and the current stage."""
        for each in progress.generations[self.said :]:
            self.said += 1
            self.line.erase()
            left = "" if progress.left is None else f"; about {duration(progress.left)} left"
            say(generation_line(each) + left)
        left = "" if progress.left is None else f", about {duration(progress.left)} left"
        self.line.offer(lambda _: f"{progress.stage}; {progress.games:,} self-play games{left}")


def generation_line(each: "Generation") -> str:
    """Return a generation's result in one line."""
    tally = each.tally
    elo = (
        ""
        if each.elo is None
        else f" ({each.elo:+.0f} Elo" + ("" if each.error is None else f" ± {each.error:.0f}") + ")"
    )
    kept = "accepted" if each.taken else "rejected"
    return (
        f"generation {each.number} ({each.model}): {each.positions:,} positions, held-out loss {each.loss:.3f}; "
        f"{tally.wins}-{tally.draws}-{tally.losses} against the previous one{elo}: {kept}"
    )


def describe(game: Game, found: Learned | None, generations: list["Generation"], out: Path, seconds: float) -> str:
    """Return the result in plain text. The generations themselves were reported while they were made."""
    if found is None:
        lost = (
            "" if any(each.tally.wins or each.tally.losses for each in generations) else " All test games were drawn."
        )
        return f"No generation beat the current evaluation of {game.name}; {out} was not written.{lost}"
    accepted = sum(each.taken for each in generations)
    return (
        f"{found.story['games']:,} self-play games in {duration(seconds)}; {accepted} of {len(generations)} models "
        f"accepted; evaluation written to {out}\nUse it with --learned {out} or engine:learned={out}."
    )


def check_replaced(out: Path, game: Game) -> None:
    """Raise InputError if writing would replace the evaluation of another game."""
    try:
        found = read_learned(out)
    except InputError:  # there is none
        return
    if found.game != full_game_text(game) and found.rules != hash_rules(game):
        raise InputError(
            f"file {out} contains an evaluation learned for {found.game[:MAX_SHOWN]}, not for {full_game_text(game)}: "
            "choose another --out, or delete it"
        )


def check_plot(path: str) -> None:
    """Raise InputError for a plot that could not be drawn."""
    if Path(path).suffix.lower().removeprefix(".") not in plots.SUFFIXES:
        raise InputError(f"--plot {path!r} must end with .{', .'.join(plots.SUFFIXES)}")
    plots.require()


def write_plot(path: str, name: str, generations: list[dict[str, Any]]) -> None:
    """Draw the generations into a file."""
    suffix = Path(path).suffix.lower().removeprefix(".")
    write_file(path, plots.plot_learning(generations, f"Learning {name}", suffix))


def show_file(found: Learned, plot: str | None, as_json: bool) -> int:
    """Print what is in a file, and plot it."""
    from plywise.learning.showing import describe_learned, facts_of

    try:
        said = facts_of(found) if as_json else describe_learned(found)
        if plot is not None:
            write_plot(plot, found.game, found.story["generations"])
    except InputError:
        raise
    except (ValueError, TypeError, LookupError, AttributeError, OverflowError):
        raise InputError(f"{found.path} is damaged: its training record cannot be read") from None
    if as_json:
        print_json(said)
    else:
        click.echo(said)
    return 0
