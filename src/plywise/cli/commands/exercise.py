"""plywise exercise: sheets of exercises on minimax and alpha-beta, with answer keys."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os.path import splitext
from typing import Any

import click

from plywise.cli.command import Command
from plywise.cli.commands.tree import tree_of
from plywise.cli.files import check_outputs, write_files
from plywise.cli.fleet_options import Staff, fleet_for, staff_of, worker_options
from plywise.cli.messages import say
from plywise.cli.options import choose_strokes, state_of, window_option
from plywise.cli.param_types import FILE, Choice, GameType, Names
from plywise.cli.pdf import make_pdf
from plywise.cli.same_file import is_stdout
from plywise.errors import InputError
from plywise.game import Game
from plywise.show.sheet.html import sheet_html
from plywise.show.sheet.latex import sheet_latex
from plywise.show.sheet.text import sheet_text
from plywise.teach.exercises.key_file import key_json, sheet_json
from plywise.teach.exercises.kinds import KINDS
from plywise.teach.exercises.model import Key, Sheet
from plywise.teach.exercises.requirements import (
    LEVELS,
    SHAPES,
    TIES,
    Requirements,
    parse_cuts,
    parse_values,
    position_requirements,
    requirements_of,
)
from plywise.teach.exercises.search_rules import ALGORITHMS
from plywise.teach.exercises.sheets import Source, make_sheet
from plywise.teach.exercises.versions import Draw, VersionTask, draw_by, make_versions, version_notes
from plywise.teach.grading.class_files import answers_csv

TITLE = "Minimax and alpha-beta"

SHEETS: dict[str, Callable[[Sheet], str | bytes]] = {
    "html": lambda sheet: sheet_html(sheet, with_answers=False),
    "latex": lambda sheet: sheet_latex(sheet, with_answers=False),
    "pdf": lambda sheet: make_pdf(sheet_latex(sheet, with_answers=False)),
    "json": lambda sheet: sheet_json(sheet, with_answers=False),
}
"""What each option that names a file for students writes to it, or to a file for each version."""

KEYS: dict[str, Callable[[Key], str | bytes]] = {
    "key_html": lambda key: sheet_html(key, with_answers=True),
    "key_latex": lambda key: sheet_latex(key, with_answers=True),
    "key_pdf": lambda key: make_pdf(sheet_latex(key, with_answers=True)),
    "key": key_json,
    "csv": answers_csv,
}
"""What each option that names a file for the teacher writes to it, for all versions together."""


@click.command("exercise", cls=Command, epilog="Example: plywise exercise --kind pruned,count --level medium --seed 7")
@click.option(
    "--kind",
    "kinds",
    type=Names([*KINDS, "all"], several=True),
    default="values",
    show_default=True,
    metavar="A,B",
    help=f"{', '.join(KINDS)}, or all.",
)
@click.option("--count", type=int, default=1, show_default=True, metavar="N", help="Number of exercises of each kind.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="The same seed makes the same sheet.")
@click.option("--level", type=Choice(list(LEVELS)), default="easy", show_default=True, help="Difficulty.")
@click.option("--shape", type=Choice(SHAPES), help="Shape of the trees.")
@click.option("--branching", type=int, metavar="B", help="Children per node; in an irregular tree, the maximum.")
@click.option(
    "--depth",
    type=int,
    metavar="D",
    help="Depth of the trees in plies; with --game, a search horizon, by default none.",
)
@click.option("--cuts", metavar="N", help="Number of nodes with cutoffs: 2, 2-4, or 2- (2 or more).")
@click.option("--ties", type=Choice(TIES), help="Equal leaves; purpose: so that the cut rule makes a difference.")
@click.option("--values", metavar="L..H", help="Range of the leaf values, as in -9..9.")
@click.option("--cut", type=Choice(["ge", "gt"]), default="ge", show_default=True,
              help="Cut when alpha >= beta, or only when alpha > beta.")  # fmt: skip
@click.option("--algorithm", type=Choice(ALGORITHMS), help="Algorithm to ask about. [default: alphabeta]")
@window_option
@click.option("--right-to-left", is_flag=True, help="Search the children of a node from right to left.")
@click.option("--minimizer-first", is_flag=True, help="MIN moves at the root instead of MAX.")
@click.option("--tree", metavar="TREE", help="Ask about this tree: nested lists, or leaf values in one argument.")
@click.option("--game", type=GameType(), metavar="GAME", help="Ask about positions of a game.")
@click.option("--position", metavar="TEXT", help="Position of the game. [default: random positions near the end]")
@click.option("--moves", default="", metavar="MOVES", help="Moves played from the position.")
@click.option("--same-tree", is_flag=True, help="Ask all kinds of questions about the same tree.")
@click.option(
    "--versions", type=int, metavar="N", help="Make N versions with different trees, FILE-A, FILE-B, ..., and one key."
)
@worker_options
@click.option("--title", default=TITLE, show_default=True, metavar="TEXT", help="Title of the sheet.")
@click.option(
    "--html",
    type=FILE,
    metavar="FILE",
    help="Write the sheet as a web page, to print or fill in (-: stdout, as below).",
)
@click.option("--key-html", type=FILE, metavar="FILE", help="Write the key as a web page.")
@click.option("--latex", type=FILE, metavar="FILE", help="Write the sheet as LaTeX.")
@click.option("--key-latex", type=FILE, metavar="FILE", help="Write the key as LaTeX.")
@click.option("--pdf", type=FILE, metavar="FILE", help="Write the sheet as PDF; needs pdflatex.")
@click.option("--key-pdf", type=FILE, metavar="FILE", help="Write the key as PDF.")
@click.option(
    "--json",
    type=FILE,
    metavar="[FILE]",
    is_flag=False,
    flag_value="-",
    help="Write the sheet as JSON, without answers.",
)
@click.option("--key", type=FILE, metavar="FILE", help="Write the key as JSON, for plywise grade.")
@click.option("--csv", type=FILE, metavar="FILE", help="Write the header row of a table for a class's answers.")
@click.option("--answers", is_flag=True, help="Print the key as text instead of the sheet.")
def command(kinds: str, versions: int | None, workers: int | None, on: str, answers: bool, **options: Any) -> None:
    """Make a sheet of exercises and its answer key.

    Without an option that names a FILE, the sheet is printed as text. Random trees are generated until one has the
    requested properties.
    """
    files = {name: options.pop(name) for name in (*SHEETS, *KEYS)}
    made = {name: options.pop(name) for name in ("seed", "count", "title", "same_tree")}
    staff = staff_of(workers, on)
    if versions is None and staff.workers is not None:
        raise InputError("--workers and --on go with --versions")
    asked = list(KINDS) if kinds == "all" else [kind.strip() for kind in kinds.split(",")]
    chosen = {name: path for name, path in files.items() if path is not None}
    check_outputs(chosen.values())
    requirements, source = _requirements(options), _source(options)
    key: Key
    if versions is None:
        key = make_sheet(asked, requirements, source=source, **made)
    else:
        made_versions = make_versions(versions, asked, requirements, source, lambda task: _drawing(task, staff), **made)
        for note in version_notes(made_versions):
            say(note)
        key = made_versions
    printed = answers or not chosen
    if printed and any(is_stdout(path) for path in chosen.values()):
        raise InputError("--answers and - both write to stdout")
    text = sheet_text(key, answers, choose_strokes()) if printed else ""
    write_files([file for name, path in chosen.items() for file in _files(name, path, key)])  # all are made before
    if printed:
        click.echo(text)


@contextmanager
def _drawing(task: VersionTask, staff: Staff) -> Iterator[Draw]:
    """Yield what makes the sheets of versions: this process, or workers."""
    if staff.workers is None:
        yield lambda words: map(task.make, words)
        return
    with fleet_for(task, staff, "versions") as fleet:
        yield draw_by(fleet)


def _files(name: str, path: str, key: Key) -> list[tuple[str, str | bytes]]:
    """Return the files that an option asks for, (path, content): one for each version if they are for students."""
    if name in KEYS:
        return [(path, KEYS[name](key))]
    if isinstance(key, Sheet):
        return [(path, SHEETS[name](key))]
    if is_stdout(path):
        raise InputError(f"--{name} -: stdout takes only one version; name a file, and each version gets its own")
    stem, suffix = splitext(path)
    return [(f"{stem}-{sheet.version}{suffix}", SHEETS[name](sheet)) for sheet in key.sheets]


def _requirements(options: dict[str, Any]) -> Requirements:
    """Return the requested properties. Raises InputError for options that do not go together."""
    given = {name: options[name] for name in ("shape", "branching", "ties", "cut")}
    given["cuts"] = None if options["cuts"] is None else parse_cuts(options["cuts"])
    given["values"] = None if options["values"] is None else parse_values(options["values"])
    given["max_first"] = not options["minimizer_first"]
    how = {name: options[name] or None for name in ("algorithm", "window", "right_to_left")}
    given |= how
    if options["tree"] is None and options["game"] is None:
        return requirements_of(options["level"], depth=options["depth"], **given)
    source: str = "--tree"
    others: tuple[str, ...] = ("shape", "values", "cuts", "ties", "depth")
    if options["game"] is not None:
        source, others = "--game", ("shape", "branching", "values")
        if options["minimizer_first"]:
            raise InputError("--minimizer-first does not go with --game: the position decides who moves")
    for name in others:
        if options[name] is not None:
            raise InputError(f"--{name} does not go with {source}, which gives the trees")
    chosen = {name: given[name] for name in ("cut", "cuts", "ties", *how)}
    return position_requirements(options["level"], options["depth"], **chosen)


def _source(options: dict[str, Any]) -> Source:
    """Return where the trees come from. Raises InputError."""
    game: Game | None = options["game"]
    if options["tree"] is not None:
        if game is not None:
            raise InputError("--tree and --game: give one or the other")
        return Source(tree_of((options["tree"],), options["branching"], max_first=not options["minimizer_first"]))
    if game is None:
        if options["position"] is not None or options["moves"]:
            raise InputError("--position and --moves go with --game")
        return Source()
    at = options["position"] is not None or bool(options["moves"])
    if at and (options["cuts"] is not None or options["ties"] is not None):
        raise InputError("--cuts and --ties do not go with --position or --moves, which give the tree")
    if options["depth"] is not None and options["depth"] < 1:
        raise InputError(f"--depth {options['depth']}: a tree is at least 1 ply deep")
    state = state_of(game, options["position"], options["moves"]) if at else None
    return Source(game=game, state=state, depth=options["depth"])
