"""plywise compile: show what the compiler makes of a game's rules."""

import click

from plywise import engines
from plywise.cli.command import Command
from plywise.cli.options import game_argument, json_option, print_json
from plywise.errors import InputError
from plywise.game import Game

STAGES = {
    "ir": "the intermediate representation: typed operations, each with its source statement",
    "llvm": "the optimized LLVM code",
    "assembly": "the machine code for this processor",
}


@click.command("compile", cls=Command, epilog="Example: plywise compile tictactoe --ir --rule result")
@game_argument
@click.option("--ir", "stage", flag_value="ir", help=f"Print {STAGES['ir']}.")
@click.option("--llvm", "stage", flag_value="llvm", help=f"Print {STAGES['llvm']}.")
@click.option("--assembly", "stage", flag_value="assembly", help=f"Print {STAGES['assembly']}.")
@click.option("--rule", "names", multiple=True, metavar="NAME", help="Show only this rule; may be repeated.")
@json_option
def command(game: Game, stage: str | None, names: tuple[str, ...], as_json: bool) -> None:
    """Show what the compiler makes of a game's rules.

    Without --ir, --llvm or --assembly, a table shows the size of each rule.
    """
    found = engines.compile_rules(game, names)
    if stage is not None:
        if as_json:
            raise InputError(f"--json prints the table: leave out --{stage}")
        parts = [f"# --- {each.name} ---\n\n{getattr(each, stage)()}" for each in found.rules]
        click.echo("\n".join(parts), nl=False)
        return
    rows = [(each.name, *each.size(), each.passes) for each in found.rules]
    if as_json:
        keys = ("rule", "functions", "operations", "passes")
        rules = [dict(zip(keys, row, strict=True)) for row in rows]
        print_json({"game": game.name, "state_words": found.state_words, "rules": rules})
        return
    words = "1 word" if found.state_words == 1 else f"{found.state_words} words"
    click.echo(f"{game.name}: a state takes {words} of 64 bits, an action 1")
    click.echo(f"{'rule':<22}{'functions':>10}{'operations':>12}")
    for name, functions, operations, _ in rows:
        click.echo(f"{name:<22}{functions:>10}{operations:>12}")
