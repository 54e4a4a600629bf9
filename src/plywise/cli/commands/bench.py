"""plywise bench: how fast the native engine is on this machine, and the signature of its search.

The signature is one number that changes whenever the search does: the total number of nodes entered over fixed
positions of a few games. A change that is not meant to affect the search must leave it as it is. A test pins it. These
searches ask for no estimates, and lines of play follow the first of equal moves, so that a game's evaluation and its
taste leave it as it is, too.
"""

import time
from collections.abc import Iterator
from itertools import islice

import click

from plywise.cli.command import Command
from plywise.cli.options import json_option, print_json
from plywise.engines.search import search
from plywise.game import Game, State
from plywise.game.random_play import random_line, uniform
from plywise.games import make
from plywise.games.registry import SIGNED
from plywise.solvers.solver import Solver

POSITIONS_SOLVED = 6  # this many positions at the end of each line are also solved
SECONDS = 0.3

SEED = 20
DEPTHS = {"minimax": 3, "alphabeta": 4, "pvs": 6, "mtdf": 6, "deepening": 7}


@click.command("bench", cls=Command, epilog="Example: plywise bench --signature")
@click.option("--signature", is_flag=True, help="Print only the total number of nodes over all games.")
@json_option
def command(signature: bool, as_json: bool) -> None:
    """Measure the native engine's speed on this machine.

    Fixed positions of a few games are searched. The node counts are the same on every machine; the signature is their
    total. `make bench` compares Plywise with other programs.
    """
    rows = {}
    for name in SIGNED:
        game = make(name)
        nodes = nodes_by_algorithm(game)
        solver = Solver(game, tie_break=False)
        nodes["solve"] = sum(
            solver.solve(state).nodes for state in islice(reversed(list(positions(game))), POSITIONS_SOLVED)
        )
        rows[name] = nodes
    total = sum(sum(nodes.values()) for nodes in rows.values())
    if signature and not as_json:
        click.echo(total)
        return
    speeds = {} if signature else {name: _measure_speed(name) for name in SIGNED}
    if as_json:
        print_json({"signature": total, "nodes": rows} | ({} if signature else {"nps": speeds}))
        return
    for name, nodes in rows.items():
        click.echo(f"{name}: {', '.join(f'{algorithm} {count:,}' for algorithm, count in nodes.items())} nodes")
        click.echo(f"  {speeds[name]:,} nodes per second")
    click.echo(f"signature {total}")


def positions(game: Game) -> Iterator[State]:
    """Return every third state of a random line of play, except a terminal one."""
    line = random_line(game, game.initial(), uniform(SEED))
    return (step.before for step in islice(line, 0, None, 3))


def nodes_by_algorithm(game: Game) -> dict[str, int]:
    """Return the total number of nodes that each algorithm of the native engine enters."""
    states = list(positions(game))
    return {
        algorithm: sum(
            search(game, state, engine="native", algorithm=algorithm, depth=depth, partial=False, evaluate=False).nodes
            for state in states
        )
        for algorithm, depth in DEPTHS.items()
    }


def _measure_speed(name: str) -> int:
    """Return the nodes per second of repeated deepening from the initial position."""
    game, nodes, began = make(name), 0, time.perf_counter()
    while (elapsed := time.perf_counter() - began) < SECONDS:
        nodes += search(game, engine="native", time=SECONDS).nodes
    return round(nodes / elapsed)
