"""plywise tune: better weights for a game's evaluation, from games of self-play."""

import json
from pathlib import Path
from typing import Any

import click

from plywise.arena.match import control_of
from plywise.cli.command import Command
from plywise.cli.commands.match import describe_score, parse_sprt
from plywise.cli.files import check_outputs, write_file
from plywise.cli.fleet_options import fleet_for, fleet_options, resume_option, staff_of
from plywise.cli.options import game_argument, json_option, print_json
from plywise.cli.param_types import FILE, PATH, Choice
from plywise.cli.program import INTERRUPTED
from plywise.cli.same_file import fills_stdout
from plywise.game import Game
from plywise.game.weights import read_weights, with_weights
from plywise.play.players.engine import EXACT, SELECTIVE
from plywise.tune.result import Tuning
from plywise.tune.tuning import BOUNDS, MATCH_GAMES, NODES, PRACTICE, Stage, plan_tuning, tune


@click.command("tune", cls=Command, epilog="Example: plywise tune othello --workers 2 --out othello.json")
@game_argument
@click.option(
    "--games",
    type=int,
    default=PRACTICE,
    show_default=True,
    metavar="N",
    help="Number of self-play games from which the weights are fitted.",
)
@click.option(
    "--nodes",
    type=int,
    default=NODES,
    show_default=True,
    metavar="N",
    help="Search nodes per move in self-play, and in the match unless --time or --clock is given.",
)
@click.option(
    "--search",
    type=Choice([EXACT, SELECTIVE]),
    default=EXACT,
    show_default=True,
    help="Search used in self-play and in the match; selective is the search for play.",
)
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Random seed.")
@click.option("--only", metavar="A,B,...", help="Tune only these weights.")
@click.option(
    "--weights", type=FILE, metavar="FILE", help="Start from the weights in FILE instead of the game's defaults."
)
@click.option(
    "--match-games",
    type=int,
    default=MATCH_GAMES,
    show_default=True,
    metavar="N",
    help="Play at most N games between the new weights and the old; 0: none, and no weights are accepted.",
)
@click.option(
    "--sprt",
    default=f"{BOUNDS[0]:g},{BOUNDS[1]:g}",
    show_default=True,
    metavar="ELO0,ELO1",
    help="Accept the new weights if a sequential test of these two differences in Elo decides for the greater.",
)
@click.option("--time", type=float, metavar="S", help="Seconds per move in the match.")
@click.option("--clock", metavar="S+S", help="Seconds per game and increment per move in the match, as in 10+0.1.")
@click.option(
    "--plies", type=int, metavar="N", help="Declare a game a draw after N plies, in self-play and in the match."
)
@click.option("--out", type=PATH, metavar="FILE", help="Write the weights, if accepted, and the results to FILE.")
@fleet_options
@resume_option
@json_option
def command(
    game: Game, games: int, nodes: int, search: str, seed: int, only: str | None, weights: str | None, match_games: int,
    sprt: str, time: float | None, clock: str | None, plies: int | None, out: Path | None, workers: int | None, on: str,
    journal: str | None, resume: bool, as_json: bool,
) -> int:  # fmt: skip
    """Tune the weights of a game's evaluation by self-play.

    The weights that the evaluation declares are fitted to the results of self-play games by logistic regression; a
    fifth of the games is held out to test them. The new weights then play a match against the old ones, and are
    accepted only if they win it. The same --seed finds the same weights for any number of --workers. Exit code 1: the
    new weights were not accepted.

    Needs SciPy: pip install 'plywise[arena]'. Use the weights with: plywise match GAME engine:weights=FILE engine
    """
    staff = staff_of(workers, on, journal, resume)
    alone = fills_stdout({"out": out}, as_json)
    if out is not None:
        check_outputs([out])
    plan = plan_tuning(
        with_weights(game, read_weights(weights)) if weights is not None else game,
        only=tuple(filter(None, (only or "").split(","))),
        games=games,
        nodes=nodes,
        seed=seed,
        control=control_of(clock, time, None, None) if clock is not None or time is not None else None,
        sprt=parse_sprt(sprt),
        match_games=match_games,
        search=search,
        plies=plies,
    )
    stages = [Stage()]
    with fleet_for(plan.task(), staff, "jobs", more=lambda: describe_stage(stages[0])) as fleet:
        found = tune(plan, fleet, lambda stage: stages.__setitem__(0, stage))
    if out is not None and found.is_taken:
        write_file(out, json.dumps({"plywise": "weights"} | found.to_dict(), ensure_ascii=False, indent=1) + "\n")
    if as_json:
        print_json(found.to_dict())
    else:
        click.echo(describe_tuning(found, out), err=alone)
    if found.match is not None and found.match.stopped_by == "interrupt":
        return INTERRUPTED
    return 0 if found.is_taken else 1


def describe_stage(stage: Stage) -> str:
    """Return the progress of a tuning in a few words."""
    if stage.fit is None:
        return "self-play"
    score = "" if stage.table is None else describe_score(stage.table)
    return f"match{': ' if score else ''}{score}"


def describe_tuning(found: Tuning, out: Path | None) -> str:
    """Return the result in plain text."""
    fit = found.fit
    lines = [
        f"{found.game}: {found.games:,} self-play games, {fit.positions + fit.held_out:,} positions, seed {found.seed}"
    ]
    lines += ["", *_table(found)]
    lines += [
        "",
        f"loss on {fit.held_out:,} positions of games held out: {fit.before:.4f} before, {fit.after:.4f} after",
    ]
    lines[-1] += f", better by {fit.certain_by:.1f} standard errors" if fit.after < fit.before else ": no improvement"
    lines += ["", *_match(found)]
    lines += [f"note: {len(found.failures)} jobs failed, the first: {found.failures[0]}"] if found.failures else []
    return "\n".join([*lines, "", *_verdict(found, out)])


def _table(found: Tuning) -> list[str]:
    """Return the weights, the old ones beside the new."""
    rows = [("weight", "old", "new")]
    for name, new in found.new.items():
        rows.append((name, _numbers(found.old[name]), _numbers(new)))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return ["  ".join(f"{word:{width}}" for word, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _numbers(value: Any) -> str:
    return " ".join(f"{each:g}" for each in value) if isinstance(value, tuple) else f"{value:g}"


def _match(found: Tuning) -> list[str]:
    """Return how the match went."""
    if found.match is None:
        same = found.new == dict(found.old)
        return ["the weights are the same: no match" if same else "no match was played"]
    return [f"match at {found.control}", *str(found.match).split("\n")]


def _verdict(found: Tuning, out: Path | None) -> list[str]:
    """Return whether the new weights are accepted, and where they are."""
    if found.is_taken:
        where = "" if out is None else f", written to {out}: play with engine:weights={out}"
        return [f"the new weights are accepted{where}", f"{found.time_s:,.0f} s"]
    return [
        "the new weights are not accepted" + ("" if out is None else f", and {out} is not written"),
        f"{found.time_s:,.0f} s",
    ]
