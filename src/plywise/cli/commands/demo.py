"""plywise demo: the output of `make run`."""

import shlex
import shutil
import sys
from functools import partial
from pathlib import Path

import click

from plywise.cli.command import Command
from plywise.cli.commands.compare import print_table
from plywise.cli.options import choose_strokes
from plywise.games import make
from plywise.show.text import draw_trace
from plywise.teach.experiments.compare import compare
from plywise.teach.walkthrough import walkthrough
from plywise.trees.tree import Tree
from plywise.views.trace import trace

LEAVES = [3, 5, 6, 9, 1, 2, 0, -1]
NEXT = """
Step through the search in a browser:  {plywise} tree 3 5 6 9 1 2 0 -1 --html tree.html
Ask why a move fails:                  {plywise} explain tictactoe --position X........ --move 1
Play in the terminal:                  {plywise} play tictactoe
Play any game in a browser:            {plywise} serve
All commands:                          {plywise} --help
"""

ORDERS = ("given", "centre-corner-edge", "edge-corner-centre")


@click.command("demo", cls=Command, epilog="Example: plywise demo")
def command() -> None:
    """Explain one search and compare algorithms on one game."""
    _heading(f"Alpha-beta on the tree with the leaves {' '.join(map(str, LEAVES))}, MAX to move")
    record = trace(Tree(LEAVES, branching=2))
    click.echo(draw_trace(record, choose_strokes()))
    click.echo()
    click.echo(walkthrough(record))
    _heading("Tic-tac-toe from the empty board, searched to the end")
    game = make("tictactoe")
    plain = partial(compare, game, engine="reference")  # starts at once: nothing is compiled
    rows = list(plain(algorithms=["minimax"]))
    rows += plain(algorithms=["alphabeta"], orders=ORDERS)
    rows += plain(algorithms=["pvs", "sss", "mtdf", "deepening"])
    print_table(rows)
    click.echo(NEXT.format(plywise=_program_to_type()))


def _program_to_type() -> str:
    """Return what starts this program when typed in a shell in this folder: its name only if the shell finds it."""
    running, found = Path(sys.argv[0]), shutil.which("plywise")
    if found is not None and running.exists() and running.samefile(found):
        return "plywise"
    if running.name == "plywise" and running.exists():
        return shlex.quote(sys.argv[0])
    return f"{shlex.quote(sys.executable)} -m plywise"


def _heading(text: str) -> None:
    click.echo(f"\n{text}\n{'=' * len(text)}\n")
