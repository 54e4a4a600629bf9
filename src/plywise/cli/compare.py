"""plywise compare: what each algorithm and each move order costs."""

from typing import TYPE_CHECKING

import click

from plywise.cli.options import cut_option, json_option, print_json, ranks, state_of, state_options
from plywise.cli.tree import tree_of
from plywise.errors import InputError
from plywise.game import Game
from plywise.games import load
from plywise.teach.experiments import Row, compare

if TYPE_CHECKING:
    from rich.table import Table

ALGORITHMS = "minimax,alphabeta,pvs,mtdf,sss,deepening"


@click.command(
    "compare",
    context_settings={"ignore_unknown_options": True},  # so that a leaf may be negative
    epilog="Example: plywise compare tictactoe --algorithms minimax,alphabeta --orders given,centre-corner-edge",
)
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="GAME")
@click.option("--tree", "is_tree", is_flag=True, help="Compare on an explicit tree: compare --tree TREE...")
@click.option("--branching", type=int, metavar="B", help="Of the tree, for leaf values. [default: 2]")
@click.option("--minimizer-first", is_flag=True, help="MIN moves at the tree's root, not MAX.")
@state_options
@click.option("--algorithms", default=ALGORITHMS, show_default=True, metavar="A,B", help="Algorithms to compare.")
@click.option("--orders", default="given", show_default=True, metavar="X,Y", help="Move orders to compare.")
@click.option("--depths", metavar="1-8", help="Depths to search to. [default: to the end]")
@click.option("--seed", type=int, default=0, show_default=True, help="Of random orders.")
@cut_option
@json_option
def command(
    words: tuple[str, ...],
    is_tree: bool,
    branching: int | None,
    minimizer_first: bool,
    position: str | None,
    moves: str,
    algorithms: str,
    orders: str,
    depths: str | None,
    seed: int,
    cut: str,
    as_json: bool,
) -> None:
    """Compare algorithms and move orders on a position of a game, or on an explicit tree (--tree TREE...)."""
    if not is_tree and (branching is not None or minimizer_first):
        raise InputError("--branching and --minimizer-first go with --tree")
    game: Game = tree_of(words, branching, not minimizer_first) if is_tree else _game(words)
    rows = compare(
        game,
        state_of(game, position, moves),
        _names(algorithms, "--algorithms"),
        _names(orders, "--orders"),
        [None] if depths is None else ranks(depths, "--depths"),
        seed,
        cut,
    )
    if as_json:
        for row in rows:
            print_json(row.to_dict())
    else:
        print_table(list(rows))


def print_table(rows: list[Row]) -> None:
    """Print a comparison as a table, on a narrow terminal without the columns that matter least."""
    from rich.console import Console

    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=200)
    left_out: list[str] = []
    while True:
        table = _table(rows, left_out)
        wanted = console.measure(table, options=console.options.update(max_width=1000)).maximum
        if wanted <= console.width or len(left_out) == len(LEAST_NEEDED):
            console.print(table)
            return
        left_out.append(LEAST_NEEDED[len(left_out)])


TEXT_COLUMNS = ("algorithm", "order", "depth", "value", "best")
LEAST_NEEDED = ("leaves", "pruned", "b*", "depth", "cutoffs")


def _table(rows: list[Row], left_out: list[str]) -> "Table":
    """Return the table without the columns left out."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="")
    cells = [_cells(row) for row in rows]
    for name in cells[0]:
        if name not in left_out:
            table.add_column(name, justify="left" if name in TEXT_COLUMNS else "right", no_wrap=True)
    for row in cells:
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
        "pruned": f"{row.pruned:,}",
        "b*": "" if row.branching_factor is None else f"{row.branching_factor:.2f}",
        "of minimax": "" if row.ratio_to_minimax is None else f"{100 * row.ratio_to_minimax:.2f} %",
        "time": f"{row.time_s:.3f} s",
    }


def _game(words: tuple[str, ...]) -> Game:
    for word in words:
        if word.startswith("-"):
            raise InputError(f"no such option: {word}")
    if len(words) != 1:
        raise InputError(f"compare takes one GAME, or --tree TREE..., not {len(words)} words")
    return load(words[0])


def _names(text: str, option: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise InputError(f"{option} {text!r} has an empty name in it")
    return list(dict.fromkeys(names))
