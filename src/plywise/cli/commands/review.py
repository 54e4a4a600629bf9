"""plywise review: a recorded game with a comment on each move."""

import click

from plywise.cli.command import Command
from plywise.cli.messages import say
from plywise.cli.options import engine_option, json_option, learned_option, optional_game_argument, print_json
from plywise.cli.param_types import FILE, Choice
from plywise.cli.program import INTERRUPTED
from plywise.cli.records import read_any_record
from plywise.cli.status_line import status_line
from plywise.game import MAX, MIN, Game
from plywise.show.text import draw_board
from plywise.teach.puzzles.puzzle import Puzzle
from plywise.teach.review.review import NODES, Review, review
from plywise.teach.walkthrough import format_count

SIDES = {"MAX": MAX, "MIN": MIN}


@click.command("review", cls=Command, epilog="Example: plywise review examples/mistakes.json")
@click.argument("source", type=FILE, metavar="FILE[#N]")
@optional_game_argument
@learned_option
@click.option("--side", type=Choice(SIDES), help="Grade only the moves of this player. [default: both]")
@click.option(
    "--time", type=float, metavar="S",
    help="Search each move for S seconds, and a mistake for half as long again.",
)  # fmt: skip
@click.option(
    "--nodes", type=int, metavar="N",
    help=f"Search each move for about N nodes. [default without --time: {NODES:,}, fewer in a long game]",
)  # fmt: skip
@engine_option
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
    """Review a game: each move graded, mistakes as puzzles.

    The review reports the value of each move, the moves at which the game turned, and puzzles made of the mistakes.
    Values that are not proved are marked as estimates.

    FILE holds games as JSON, PGN, PDN, SGF or GGF, or as lists of moves; FILE#3 is the third game, FILE the last. GAME
    is needed only if the tags, properties or extension of the file do not name it.
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
    """Return a review as text, followed by its puzzles and their answers."""
    puzzles = found.puzzles
    if not puzzles:
        return str(found)
    asked = [f"{number}. {_puzzle_text(puzzle)}" for number, puzzle in enumerate(puzzles, start=1)]
    answers = [f"{number}. {puzzle.answer}" for number, puzzle in enumerate(puzzles, start=1)]
    return "\n\n".join([str(found), "Try again", *asked, "Answers", *answers])


def _puzzle_text(puzzle: Puzzle) -> str:
    return f"{puzzle.task} (difficulty {puzzle.difficulty})\n\n{draw_board(puzzle.game_object, puzzle.state)}"
