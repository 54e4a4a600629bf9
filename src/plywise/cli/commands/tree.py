"""plywise tree: search an explicit tree, and show how the result comes about."""

from typing import Any

import click

from plywise.cli.command import Command, unknown_option
from plywise.cli.files import read_text
from plywise.cli.messages import say
from plywise.cli.options import (
    algorithm_option,
    choose_strokes,
    cut_option,
    json_option,
    order_options,
    print_json,
    window_arguments,
    window_option,
)
from plywise.cli.param_types import TreeText
from plywise.cli.pictures import (
    TREE_LIMIT,
    fills_stdout,
    picture_options,
    pop_picture_options,
    report_extent,
    wants_pictures,
    write_pictures,
)
from plywise.engines.algorithms import ALGORITHMS
from plywise.errors import InputError
from plywise.game import Value
from plywise.show.text import draw_trace
from plywise.teach.walkthrough import summary, walkthrough
from plywise.trees.leaf_words import what_to_write
from plywise.trees.recording import json_number
from plywise.trees.tree import Tree
from plywise.views.trace import Trace, trace

MAX_LINES = 400
MANY_LEAVES = 10_000


@click.command(
    "tree",
    cls=Command,
    context_settings={"ignore_unknown_options": True},  # so that a leaf may be negative
    epilog="Example: plywise tree 3 5 6 9 1 2 0 -1 --explain",
)
@click.argument("words", nargs=-1, type=TreeText(), metavar="TREE...")
@click.option("--branching", type=int, metavar="B", help="Children per node, if TREE is leaf values. [default: 2]")
@algorithm_option("alphabeta", "alphabeta", [each.name for each in ALGORITHMS.values() if each.has_reference])
@click.option("--minimizer-first", is_flag=True, help="MIN moves at the root instead of MAX.")
@cut_option
@window_option
@click.option("--nodes", type=int, metavar="N", help="Stop after N nodes; for mcts, after N simulations.")
@order_options("Order of the children: given, reverse, best (or ideal), worst, random.")
@click.option("--explain", is_flag=True, help="Explain every step and every cut in words.")
@click.option(
    "--lines",
    type=click.IntRange(min=1),
    default=MAX_LINES,
    show_default=True,
    metavar="N",
    help="Print at most N lines.",
)
@picture_options
@json_option
def command(
    words: tuple[str, ...],
    branching: int | None,
    algorithm: str,
    minimizer_first: bool,
    cut: str,
    window: tuple[Value, Value] | None,
    nodes: int | None,
    order: str,
    seed: int,
    explain: bool,
    lines: int,
    as_json: bool,
    **drawing: Any,
) -> None:
    """Search a tree that you type, and show why branches are cut.

    TREE is the leaf values from left to right (3 5 6 9 1 2 0 -1; their number must be a power of the branching factor),
    or one nested list of any shape ('[[3,12,8],[2,4,6],[14,5,2]]', at most 10,000 deep), or @FILE with either, or - for
    stdin.

    Branches can be named: '{"left": 3, "right": {"up": 5, "down": 2}}' or '[["left", 3], ["right", 5]]'; an outermost
    object with one member names the root. Payoff vectors, chance nodes and a third player are not supported. Order
    worst is slow on more than 10,000 leaves and is limited to trees 2,500 branchings deep.
    """
    pictures = pop_picture_options(drawing)
    drawn = wants_pictures(pictures, as_json)
    tree = tree_of(words, branching, max_first=not minimizer_first)
    options: dict[str, Any] = {"order": order, "seed": seed, "cut": cut, **window_arguments(window)}
    if order == "worst" and tree.total_leaves > MANY_LEAVES:
        say(f"computing the worst order of {tree.total_leaves:,} leaves ...")
    record = trace(tree, algorithm=algorithm, limit=pictures["record"] or TREE_LIMIT, nodes=nodes, **options)
    report_extent(record)
    if drawn:
        write_pictures(record, pictures)
    if as_json:
        bounded = {} if window is None else {"bound": str(record.result.bound), "window": [*map(json_number, window)]}
        print_json(tree_dict(record, cut, order) | bounded)
    elif fills_stdout(pictures):
        return
    elif explain:
        click.echo(walkthrough(record, lines))
        click.echo()
        click.echo(draw_trace(record, choose_strokes(), lines))
    else:
        click.echo(draw_trace(record, choose_strokes(), lines))
        click.echo()
        click.echo(summary(record))


def tree_of(words: tuple[str, ...], branching: int | None, max_first: bool) -> Tree:
    """Return the tree that TREE... describes. Raises InputError."""
    if not words:
        raise InputError("no tree: give leaf values, a nested list, @FILE, or - for stdin")
    for word in words:
        if not word.strip():
            raise InputError("an empty word is not a leaf value")
        if word.startswith("--") or (word[:1] == "-" and word[1:2].isalpha() and not what_to_write(word)):
            raise unknown_option(click.get_current_context(), word)
    text = " ".join(words)
    if len(words) == 1 and text == "-":
        text = read_text("-")
    elif len(words) == 1 and text.startswith("@"):
        text = read_text(text[1:])
    return Tree.from_text(text, branching, max_first)


def tree_dict(record: Trace, cut: str, order: str) -> dict[str, Any]:
    """Return what `plywise tree --json` prints."""
    result, tree = record.result, record.game
    assert isinstance(tree, Tree)
    return {
        "algorithm": result.algorithm,
        "cut": cut,
        "order": order,
        "value": result.value,
        "best_path": result.pv,
        "best_names": record.path_names(result.pv),
        "nodes": result.nodes,
        "leaves": result.leaves - result.stats.estimates,
        "estimates": result.stats.estimates,
        "leaves_read": record.leaves_read,
        "cutoffs": result.cutoffs,
        "pruned": [record.pruned_dict(each) for each in record.pruned],
        "pruned_by_ply": {str(ply): children for ply, children in record.pruned_by_ply.items()},
        "truncated": record.truncated,
        "total_nodes": tree.total_nodes,
        "total_leaves": tree.total_leaves,
        "minimal_leaves": tree.minimal_leaves,
    }
