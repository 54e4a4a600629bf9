"""plywise puzzles: positions of a game with one best move, proved by a search."""

import json
from collections.abc import Iterator

import click

from plywise.cli.command import Command
from plywise.cli.files import check_outputs, write_file
from plywise.cli.messages import say
from plywise.cli.options import game_argument, json_option, learned_option
from plywise.cli.param_types import FILE
from plywise.cli.program import INTERRUPTED
from plywise.cli.status_line import StatusLine, status_line
from plywise.errors import InputError
from plywise.game import Game
from plywise.show.text import draw_board
from plywise.teach.puzzles.puzzle_set import SECONDS, Puzzle, PuzzleSet, find_puzzles
from plywise.teach.walkthrough import format_count

RULE = "-" * 40
"""The line between the puzzles and their answers."""

WHY_FEWER = {
    "end": "there are no more of this difficulty",
    "stale": "no more were found",
    "time": "time ran out; --time S allows more",
    "interrupt": "interrupted",
}


@click.command("puzzles", cls=Command, epilog="Example: plywise puzzles tictactoe --number 2 --seed 1")
@game_argument
@learned_option
@click.option("--number", type=int, default=10, show_default=True, metavar="N", help="Number of puzzles.")
@click.option(
    "--seed", type=int, default=0, show_default=True, metavar="N", help="The same seed makes the same puzzles."
)
@click.option(
    "--difficulty", default="2-", show_default=True, metavar="A-B",
    help="Plies of search until the answer is certain: 3-7, 5, or 3- (3 or more). 1 is a win in one.",
)  # fmt: skip
@click.option(
    "--time", type=float, default=SECONDS, show_default=True, metavar="S",
    help="Stop after S seconds, not counting compilation.",
)  # fmt: skip
@click.option("--answers/--no-answers", default=True, show_default=True, help="Print the answers below the puzzles.")
@click.option("--out", type=FILE, metavar="FILE", help="Write the puzzles to FILE instead of stdout.")
@json_option
def command(
    game: Game,
    number: int,
    seed: int,
    difficulty: str,
    time: float,
    answers: bool,
    out: str | None,
    as_json: bool,
) -> int:
    """Make puzzles: positions with one provably best move.

    Every answer is proved by a search to the end of the game. Puzzles in which every other move gives away the win or
    the draw come first; if there are too few, puzzles with one quickest win or one move worth the most points follow.
    With --json, one object per line. Exit code 1: fewer puzzles were found than asked for.
    """
    if out is not None:
        check_outputs([out])
    with status_line(0.5, 0.5) as line:
        found = find_puzzles(
            game, number, seed=seed, difficulty=_parse_range(difficulty), time=time,
            watcher=lambda puzzles, positions: _report(line, puzzles, positions),
        )  # fmt: skip
    lines = _json_lines(found) if as_json else _text_lines(found, answers)
    if out is not None:
        write_file(out, "".join(f"{each}\n" for each in lines))
    else:
        for each in lines:
            click.echo(each)
    if len(found.puzzles) < number:
        say(f"{game.name}: {_count(len(found.puzzles))} of {number:,}: {WHY_FEWER[found.stopped_by]}")
    if found.stopped_by == "interrupt":
        return INTERRUPTED
    return 0 if len(found.puzzles) == number else 1


def _count(number: int) -> str:
    return format_count(number, "puzzle")


def _report(line: StatusLine, puzzles: int, positions: int) -> None:
    """Offer the progress to the status line."""
    line.offer(lambda elapsed: f"{_count(puzzles)} in {format_count(positions, 'position')}, {elapsed:.0f} s")


def _parse_range(text: str) -> tuple[int, int | None]:
    """Return the least and the most that `3-7`, `5` or `3-` stands for. Raises InputError."""
    low, dash, high = (part.strip() for part in text.partition("-"))
    fits = all(part.isascii() and part.isdecimal() and len(part) < 6 for part in (low, *([high] if high else [])))
    if not fits:
        raise InputError(f"difficulty {text!r} is not of the form 3-7, 5 or 3-")
    return int(low), (int(high) if high else None) if dash else int(low)


def _json_lines(found: PuzzleSet) -> Iterator[str]:
    for puzzle in found.puzzles:
        yield json.dumps(puzzle.to_dict(), ensure_ascii=False, allow_nan=False)


def _text_lines(found: PuzzleSet, answers: bool) -> Iterator[str]:
    """Yield the puzzles as text, and the answers behind them."""
    for number, puzzle in enumerate(found.puzzles, start=1):
        yield _puzzle_text(puzzle, number)
    if answers and found.puzzles:
        yield f"{RULE}\nAnswers\n"
        for number, puzzle in enumerate(found.puzzles, start=1):
            yield f"{number}. {puzzle.answer}"


def _puzzle_text(puzzle: Puzzle, number: int) -> str:
    board = draw_board(puzzle.game_object, puzzle.state)
    title = f"{number}. {puzzle.task} (difficulty {puzzle.difficulty})"
    return f"{title}\n\n{board}\n\n{puzzle.game}, {puzzle.position}\n"
