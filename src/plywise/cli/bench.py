"""plywise bench: how fast the native engine is here, and the signature of its search."""

import time
from itertools import islice

import click

from plywise.cli.options import json_option, print_json
from plywise.cli.signature import nodes_by_algorithm, positions
from plywise.engines.search import search
from plywise.games import make
from plywise.games.registry import SIGNED
from plywise.solvers.solver import Solver

SOLVED = 6  # the last so many positions of each line are solved, too
SECONDS = 0.3


@click.command("bench", epilog="Example: plywise bench --signature")
@click.option("--signature", is_flag=True, help="Print only the nodes of all games together, over fixed positions.")
@json_option
def command(signature: bool, as_json: bool) -> None:
    """Measure the native engine: nodes over fixed positions of every game, and nodes a second.

    The nodes are the same on every machine. `make bench` compares with other programs.
    """
    rows = {}
    for name in SIGNED:
        game = make(name)
        nodes = nodes_by_algorithm(game)
        solver = Solver(game)
        nodes["solve"] = sum(solver.solve(state).nodes for state in islice(reversed(list(positions(game))), SOLVED))
        rows[name] = nodes
    total = sum(sum(nodes.values()) for nodes in rows.values())
    if signature and not as_json:
        click.echo(total)
        return
    speeds = {} if signature else {name: _speed(name) for name in SIGNED}
    if as_json:
        print_json({"signature": total, "nodes": rows} | ({} if signature else {"nps": speeds}))
        return
    for name, nodes in rows.items():
        click.echo(f"{name}: {', '.join(f'{algorithm} {count:,}' for algorithm, count in nodes.items())} nodes")
        click.echo(f"  {speeds[name]:,} nodes a second")
    click.echo(f"signature {total}")


def _speed(name: str) -> int:
    """Return the nodes a second of deepening from the initial position, again and again for a while."""
    game, nodes, began = make(name), 0, time.perf_counter()
    while (elapsed := time.perf_counter() - began) < SECONDS:
        nodes += search(game, engine="native", time=SECONDS).nodes
    return round(nodes / elapsed)
