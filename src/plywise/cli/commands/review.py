"""plywise review: a game commented after it was played."""

import click

from plywise.cli.messages import say
from plywise.cli.options import json_option, learned_option, optional_game_argument, print_json
from plywise.cli.program import INTERRUPTED
from plywise.cli.records import read_any_record
from plywise.cli.status_line import status_line
from plywise.game import MAX, MIN, Game
from plywise.show.text import draw_board
from plywise.teach.puzzles.puzzle import Puzzle
from plywise.teach.review.review import NODES, Review, review
from plywise.teach.walkthrough import format_count

SIDES = {"MAX": MAX, "MIN": MIN}


@click.command("review", epilog="Example: plywise review examples/mistakes.json")
@click.argument("source", metavar="FILE[#N]")
@optional_game_argument
@learned_option
@click.option("--side", type=click.Choice(list(SIDES)), help="Grade the moves of this player only. [default: both]")
@click.option(
    "--time", type=float, metavar="S",
    help="Think S seconds about each move, half as much again about a fault.",
)  # fmt: skip
@click.option(
    "--nodes", type=int, metavar="N",
    help=f"Enter about N nodes for each move. [default, without --time: {NODES:,}, fewer in a long game]",
)  # fmt: skip
@click.option("--engine", default="auto", show_default=True, metavar="NAME", help="auto, reference, native.")
@json_option
def command(
    source: str,
    game: Game | None,
    side: str | None,
    time: float | None,
    nodes: int | None,
    engine: str,
    as_json: bool,
) -> int:
    """Review a game: what each move was worth, where the game turned, and one's own mistakes as puzzles.

    FILE holds games as JSON, PGN, PDN, SGF or GGF, or lists of moves; FILE#3 is the third of them, and FILE the last.
    The GAME need be named only where the file does not say it, by its tags, its properties or its extension. What is
    not proved is called an estimate.
    """
    game, record = read_any_record(source, game, "plywise review {} GAME")
    with status_line(0.5, 0.5) as line:
        found = review(
            game, record, side=SIDES.get(side or ""), time=time, nodes=nodes, engine=engine,
            watcher=lambda done, of: line.offer(lambda elapsed: f"{done} of {format_count(of, 'move')} reviewed"),
        )  # fmt: skip
    if as_json:
        print_json(found.to_dict())
    else:
        click.echo(_text(found))
    if found.stopped_by == "interrupt":
        say(f"interrupted: {format_count(len(found.moves), 'move')} of {len(record.words):,} reviewed")
        return INTERRUPTED
    return 0


def _text(found: Review) -> str:
    """Return a review as text, with the puzzles behind it, and their answers behind those."""
    puzzles = found.puzzles
    if not puzzles:
        return str(found)
    asked = [f"{number}. {_puzzle_text(puzzle)}" for number, puzzle in enumerate(puzzles, start=1)]
    answers = [f"{number}. {puzzle.answer}" for number, puzzle in enumerate(puzzles, start=1)]
    return "\n\n".join([str(found), "Try again", *asked, "Answers", *answers])


def _puzzle_text(puzzle: Puzzle) -> str:
    return f"{puzzle.task} (difficulty {puzzle.difficulty})\n\n{draw_board(puzzle.game_object, puzzle.state)}"
