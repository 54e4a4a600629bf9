"""plywise compare: the cost of each algorithm and each move order."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plywise.cli.command import Command, unknown_option
from plywise.cli.commands.tree import tree_of
from plywise.cli.files import Output, check_outputs, write_files
from plywise.cli.messages import say
from plywise.cli.options import (
    cut_option,
    engine_option,
    json_option,
    parse_numbers,
    print_json,
    state_of,
    state_options,
)
from plywise.cli.param_types import FILE, GameText, Names
from plywise.cli.same_file import fills_stdout
from plywise.cli.tables import csv_of
from plywise.engines.algorithms import ALGORITHMS
from plywise.engines.move_orders import NAMES as ORDERS
from plywise.errors import InputError
from plywise.game import Game, State
from plywise.games import make
from plywise.show import plots
from plywise.teach.experiments.compare import FIGURES, Row, Series, Watcher, choose_depths, compare

if TYPE_CHECKING:
    from rich.table import Table


@click.command(
    "compare",
    cls=Command,
    context_settings={"ignore_unknown_options": True},  # so that a leaf may be negative
    epilog="Example: plywise compare connect4 --algorithms minimax,alphabeta --orders given,history --depths 1-6",
)
@click.argument("words", nargs=-1, type=GameText(), metavar="GAME")
@click.option("--tree", "is_tree", is_flag=True, help="Compare on an explicit tree: plywise compare --tree TREE...")
@click.option(
    "--branching", type=int, metavar="B", help="Children per node of the tree, if it is leaf values. [default: 2]"
)
@click.option("--minimizer-first", is_flag=True, help="MIN moves at the root of the tree instead of MAX.")
@state_options
@click.option(
    "--algorithms", type=Names(ALGORITHMS, several=True), metavar="A,B",
    help="Algorithms to compare. [default: those that take seconds]",
)  # fmt: skip
@click.option(
    "--orders", type=Names(ORDERS, several=True), metavar="X,Y",
    help="Move orders to compare. [default: the most instructive]",
)  # fmt: skip
@click.option(
    "--depths",
    metavar="1-8",
    help="Depths to search to. [default: to the end of the game; with --plot, several from 1]",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed for random orders.")
@cut_option
@engine_option
@click.option("--most-nodes", type=int, metavar="N", help="Skip searches that would take more than N nodes.")
@click.option("--csv", "csv_file", type=FILE, metavar="FILE", help="Write the rows as CSV.")
@click.option(
    "--plot", "plot_file", type=FILE, metavar="FILE",
    help="Plot nodes against depth: .svg, .png or .pdf (plywise[plot]).",
)  # fmt: skip
@json_option
def command(
    words: tuple[str, ...],
    is_tree: bool,
    branching: int | None,
    minimizer_first: bool,
    position: str | None,
    moves: str,
    algorithms: str | None,
    orders: str | None,
    depths: str | None,
    csv_file: str | None,
    plot_file: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Compare what algorithms and move orders cost.

    The comparison is on a position of GAME, or on an explicit tree with --tree TREE... (see plywise tree).

    Orders: given, reverse, random, priority (the game's), best (two plies ahead), ideal and worst (by the minimax
    values), iteration (the best line of the last iteration), killers, history, table, textbook (captures, threats,
    forward and backward moves, where the game distinguishes them), and those that the game defines. See
    docs/guides/experiments.md.
    """
    if not is_tree and (branching is not None or minimizer_first):
        raise InputError("--branching and --minimizer-first go with --tree")
    game: Game = tree_of(words, branching, not minimizer_first) if is_tree else _game(words)
    alone = fills_stdout({"csv": csv_file, "plot": plot_file}, as_json)
    _check_files(csv_file, plot_file)
    state = state_of(game, position, moves)
    with _show_progress(as_json) as watcher:
        rows = compare(
            game,
            state,
            None if algorithms is None else _names(algorithms, "--algorithms"),
            None if orders is None else _names(orders, "--orders"),
            _depths(game, state, depths, plot_file is not None),
            watcher=watcher,
            **options,
        )
        done = _print_rows(rows, watcher, as_json, alone)
    title = f"{game.name}, {'from ' + game.format_state(state) if position or moves else 'from the start'}"
    outputs: list[Output] = []
    if csv_file is not None:
        outputs.append((csv_file, csv_of(FIGURES, (row.to_dict().values() for row in done))))
    if plot_file is not None:
        outputs.append((plot_file, plots.plot_comparison([row.to_dict() for row in done], title, _suffix(plot_file))))
    write_files(outputs)


def _print_rows(rows: Iterator[Row], watcher: "Spinner", as_json: bool, silent: bool) -> list[Row]:
    """Print the rows, with JSON each as soon as it is done, and return them. Ctrl-C keeps the finished ones."""
    done: list[Row] = []
    try:
        for row in rows:
            done.append(row)
            if as_json:
                print_json(row.to_dict())
    finally:
        watcher.ends()
        if done and not as_json and not silent:
            print_table(done)
            print_trees(done)
    return done


# --- progress --------------------------------------------------------------------------------------------------------


class Spinner(Watcher):
    """Reports on stderr what is skipped, and on a terminal what is being searched."""

    def __init__(self, status: Any) -> None:
        self.status = status

    def begin(self, series: Series, depth: int | None) -> None:
        """Show what is being searched."""
        if self.status is not None:
            where = "" if depth is None else f", depth {depth}"
            self.status.update(f"{series.algorithm}, {series.order}{where} ...")

    def leave_out(self, sentence: str) -> None:
        """Print the sentence."""
        say(f"{sentence} (--most-nodes)")

    def ends(self) -> None:
        """Clear the display."""
        if self.status is not None:
            self.status.stop()


@contextmanager
def _show_progress(as_json: bool) -> Iterator[Spinner]:
    """Yield a progress display, which shows nothing where it would disturb or leave more than plain text."""
    plain = "NO_COLOR" in os.environ or os.environ.get("TERM", "dumb") == "dumb"
    if plain or not sys.stderr.isatty() or (as_json and sys.stdout.isatty()):
        yield Spinner(None)
        return
    from rich.console import Console

    with Console(stderr=True).status("comparing ...") as status:
        yield Spinner(status)


# --- tables ----------------------------------------------------------------------------------------------------------


def print_table(rows: list[Row]) -> None:
    """Print a comparison as a table; a narrow terminal gets fewer columns, the least important dropped first."""
    _print_columns([_cells(row) for row in rows], TEXT_COLUMNS, MIN_NEEDED)


def print_trees(rows: Sequence[Row]) -> None:
    """Print, if several depths were compared, the size of the whole tree and the theory for each depth."""
    by_depth = {row.depth: row for row in rows if row.minimax_nodes is not None}
    if len(by_depth) < 2:
        return
    click.echo()
    _print_columns([_theory_cells(row) for row in by_depth.values()], ("depth",), ("uniform", "b^(d/2)", "leaves b^d"))


def _print_columns(rows: Sequence[dict[str, str]], text_columns: Sequence[str], least_needed: Sequence[str]) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=200)
    left_out: list[str] = []
    while True:
        table = _table(rows, text_columns, left_out)
        width = console.measure(table, options=console.options.update(max_width=1000)).maximum
        if width <= console.width or len(left_out) == len(least_needed):
            console.print(table)
            return
        left_out.append(least_needed[len(left_out)])


TEXT_COLUMNS = ("algorithm", "order", "depth", "value", "best")
MIN_NEEDED = ("pruned", "leaves", "best", "b*", "cutoffs", "value", "time", "first", "depth")


def _table(rows: Sequence[dict[str, str]], text_columns: Sequence[str], left_out: list[str]) -> "Table":
    """Return the table without the columns in `left_out`."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="")
    for name in rows[0]:
        if name not in left_out:
            table.add_column(name, justify="left" if name in text_columns else "right", no_wrap=True)
    for row in rows:
        table.add_row(*(word for name, word in row.items() if name not in left_out))
    return table


def _cells(row: Row) -> dict[str, str]:
    """Return a row's figures as words, by column."""
    return {
        "algorithm": row.algorithm,
        "order": row.order,
        "depth": str(row.depth),
        "value": str(row.value),
        "best": row.best if row.best is not None else "",
        "nodes": f"{row.nodes:,}",
        "leaves": f"{row.leaves:,}",
        "cutoffs": f"{row.cutoffs:,}",
        "first": "" if row.first_move_rate is None else f"{100 * row.first_move_rate:.1f} %",
        "pruned": f"{row.pruned:,}",
        "b*": "" if row.branching_factor is None else f"{row.branching_factor:.2f}",
        "of minimax": "" if row.ratio_to_minimax is None else f"{100 * row.ratio_to_minimax:.2f} %",
        "time": f"{row.time_s:.3f} s",
    }


def _theory_cells(row: Row) -> dict[str, str]:
    """Return the figures of the whole tree to a row's depth as words, by column."""
    assert row.b is not None
    return {
        "depth": str(row.depth),
        "whole tree": f"{row.minimax_nodes:,}",
        "uniform": "yes" if row.uniform else "no",
        "b": f"{row.b:.2f}",
        "leaves b^d": f"{row.b_to_d:,}",
        "b^(d/2)": f"{row.b_to_half_d:,.0f}",
        "Knuth-Moore": f"{row.knuth_moore:,.0f}",
    }


# --- files -----------------------------------------------------------------------------------------------------------


def _suffix(path: str) -> str:
    return Path(path).suffix.lower().removeprefix(".")


def _check_files(csv_file: str | None, plot_file: str | None) -> None:
    """Raise InputError for files that could not be written, before anything is searched."""
    check_outputs(path for path in (csv_file, plot_file) if path is not None)
    if plot_file is None:
        return
    if _suffix(plot_file) not in plots.SUFFIXES:
        raise InputError(f"--plot {plot_file!r} must end with .{', .'.join(plots.SUFFIXES)}")
    plots.require()


def _depths(game: Game, state: State, depths: str | None, plotted: bool) -> Sequence[int | None]:
    """Return the depths to search to; for a plot there are several, if the game has them."""
    if depths is not None:
        return parse_numbers(depths, "--depths")
    if not plotted:
        return [None]
    chosen = choose_depths(game, state)
    words = f"depths 1-{chosen[-1]}" if len(chosen) > 1 else "depth 1"
    say(f"{words} (choose others with --depths)")
    return chosen


# --- words -----------------------------------------------------------------------------------------------------------


def _game(words: tuple[str, ...]) -> Game:
    for word in words:
        if word.startswith("-"):
            raise unknown_option(click.get_current_context(), word)
    if len(words) != 1:
        raise InputError(f"compare needs one GAME, or --tree TREE..., not {len(words)} words")
    return make(words[0])


def _names(text: str, option: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise InputError(f"{option} {text!r}: a name between two commas is empty")
    return list(dict.fromkeys(names))
