"""plywise exercise: sheets of exercises on minimax and alpha-beta, with answer keys."""

import shlex
from collections.abc import Callable
from typing import Any

import click

from plywise.cli.commands.tree import tree_of
from plywise.cli.files import check_outputs, write_files
from plywise.cli.options import GameType, choose_strokes, state_of
from plywise.cli.pdf import make_pdf
from plywise.cli.same_file import is_stdout
from plywise.errors import InputError
from plywise.game import Game
from plywise.show.sheet.html import sheet_html
from plywise.show.sheet.latex import sheet_latex
from plywise.show.sheet.text import sheet_text
from plywise.teach.exercises.key_file import sheet_json
from plywise.teach.exercises.kinds import KINDS
from plywise.teach.exercises.model import Sheet
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
from plywise.teach.exercises.sheets import Source, make_sheet
from plywise.teach.grading.class_files import answers_csv

TITLE = "Minimax and alpha-beta"
Writer = Callable[[Sheet], str | bytes]

WRITERS: dict[str, Writer] = {
    "html": lambda sheet: sheet_html(sheet, with_answers=False),
    "key_html": lambda sheet: sheet_html(sheet, with_answers=True),
    "latex": lambda sheet: sheet_latex(sheet, with_answers=False),
    "key_latex": lambda sheet: sheet_latex(sheet, with_answers=True),
    "pdf": lambda sheet: make_pdf(sheet_latex(sheet, with_answers=False)),
    "key_pdf": lambda sheet: make_pdf(sheet_latex(sheet, with_answers=True)),
    "json": lambda sheet: sheet_json(sheet, with_answers=False),
    "key": lambda sheet: sheet_json(sheet, with_answers=True),
    "csv": answers_csv,
}
"""What each option that names a file writes to it."""


@click.command("exercise", epilog="Example: plywise exercise --kind pruned,count --level medium --seed 7")
@click.option("--kind", "kinds", default="values", show_default=True, metavar="A,B", help=f"{', '.join(KINDS)}, all.")
@click.option("--count", type=int, default=1, show_default=True, metavar="N", help="How many exercises of each kind.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed makes the same sheet.")
@click.option("--level", type=click.Choice(list(LEVELS)), default="easy", show_default=True, help="Difficulty.")
@click.option("--shape", type=click.Choice(SHAPES), help="Shape of the trees.")
@click.option("--branching", type=int, metavar="B", help="Children per node; in an irregular tree, the maximum.")
@click.option("--depth", type=int, metavar="D", help="Plies of the trees; with --game, a horizon, by default none.")
@click.option("--cuts", metavar="N", help="How many nodes have cutoffs: 2, 2-4, or 2- (2 or more).")
@click.option("--ties", type=click.Choice(TIES), help="Equal leaves; purpose: so that the cut rule matters.")
@click.option("--values", metavar="L..H", help="The range of leaf values, as in -9..9.")
@click.option("--cut", type=click.Choice(["ge", "gt"]), default="ge", show_default=True,
              help="Cut when alpha >= beta, or only when alpha > beta.")  # fmt: skip
@click.option("--minimizer-first", is_flag=True, help="MIN moves at the root, not MAX.")
@click.option("--tree", metavar="TREE", help="Ask about this tree: nested lists, or leaf values as one argument.")
@click.option("--game", type=GameType(), metavar="GAME", help="Ask about positions of a game.")
@click.option("--position", metavar="TEXT", help="A position of the game. [default: random ones, near the end]")
@click.option("--moves", default="", metavar="MOVES", help="The position after these moves.")
@click.option("--same-tree", is_flag=True, help="Ask all kinds about the same tree.")
@click.option("--title", default=TITLE, show_default=True, metavar="TEXT", help="The title of the sheet.")
@click.option("--html", metavar="FILE", help="The sheet as a web page, to print or fill in. (- is stdout, as below)")
@click.option("--key-html", metavar="FILE", help="The key as a web page.")
@click.option("--latex", metavar="FILE", help="The sheet as LaTeX.")
@click.option("--key-latex", metavar="FILE", help="The key as LaTeX.")
@click.option("--pdf", metavar="FILE", help="The sheet as PDF; needs pdflatex.")
@click.option("--key-pdf", metavar="FILE", help="The key as PDF.")
@click.option("--json", metavar="[FILE]", is_flag=False, flag_value="-", help="The sheet as JSON, without the answers.")
@click.option("--key", metavar="FILE", help="The key as JSON, for plywise grade.")
@click.option("--csv", metavar="FILE", help="The header row for a class's answers, to be filled in.")
@click.option("--answers", is_flag=True, help="Print the key as text, not the sheet.")
def command(kinds: str, count: int, seed: int, title: str, same_tree: bool, answers: bool, **options: Any) -> None:
    """Make a sheet of exercises, with its key.

    Without a FILE, the sheet is printed as text. Random trees are drawn until they have the requested properties.
    """
    files = {name: options.pop(name) for name in WRITERS}
    asked = list(KINDS) if kinds == "all" else [kind.strip() for kind in kinds.split(",")]
    chosen = {name: path for name, path in files.items() if path is not None}
    check_outputs(chosen.values())
    requirements, source = _requirements(options), _source(options)
    sheet = make_sheet(asked, requirements, seed, count, source, title, same_tree)
    if answers or not chosen:
        if any(is_stdout(path) for path in chosen.values()):
            raise InputError("--answers and - both write to stdout")
        click.echo(sheet_text(sheet, answers, choose_strokes()))
    write_files([(path, WRITERS[name](sheet)) for name, path in chosen.items()])


def _requirements(options: dict[str, Any]) -> Requirements:
    """Return the requested properties. Raises InputError for options that do not go together."""
    given = {name: options[name] for name in ("shape", "branching", "ties", "cut")}
    given["cuts"] = None if options["cuts"] is None else parse_cuts(options["cuts"])
    given["values"] = None if options["values"] is None else parse_values(options["values"])
    given["max_first"] = not options["minimizer_first"]
    if options["tree"] is None and options["game"] is None:
        return requirements_of(options["level"], depth=options["depth"], **given)
    source: str = "--tree"
    others: tuple[str, ...] = ("shape", "values", "cuts", "ties", "depth")
    if options["game"] is not None:
        source, others = "--game", ("shape", "branching", "values")
        if options["minimizer_first"]:
            raise InputError("--minimizer-first does not go with --game: the position says who moves")
    for name in others:
        if options[name] is not None:
            raise InputError(f"--{name} does not go with {source}, which gives the trees")
    chosen = {name: given[name] for name in ("cut", "cuts", "ties")}
    return position_requirements(options["level"], options["depth"], **chosen)


def _source(options: dict[str, Any]) -> Source:
    """Return where the trees come from. Raises InputError."""
    game: Game | None = options["game"]
    if options["tree"] is not None:
        if game is not None:
            raise InputError("--tree and --game: the trees come from one or the other")
        words = tuple(shlex.split(options["tree"])) if options["tree"][:1] != "[" else (options["tree"],)
        return Source(tree_of(words, options["branching"], max_first=not options["minimizer_first"]))
    if game is None:
        if options["position"] is not None or options["moves"]:
            raise InputError("--position and --moves go with --game")
        return Source()
    at = options["position"] is not None or bool(options["moves"])
    if at and (options["cuts"] is not None or options["ties"] is not None):
        raise InputError("--cuts and --ties do not go with --position or --moves, which give the tree")
    if options["depth"] is not None and options["depth"] < 1:
        raise InputError(f"--depth {options['depth']}: a tree is 1 ply deep or more")
    state = state_of(game, options["position"], options["moves"]) if at else None
    return Source(game=game, state=state, depth=options["depth"])
