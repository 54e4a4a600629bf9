"""plywise verify: does a certificate prove what it claims?"""

import click

from plywise.certificates.rule_sources import rule_files
from plywise.certificates.verifying import MOST, NotProved, Verified, verify
from plywise.cli.messages import say
from plywise.cli.options import GameType, json_option, print_json
from plywise.cli.same_file import STD
from plywise.game import Game
from plywise.teach.walkthrough import format_count


@click.command("verify", epilog="Example: plywise verify draw.cert")
@click.argument("file", metavar="FILE")
@click.option("--game", type=GameType(), metavar="GAME", help="The rules, where they are your own: FILE:CLASS.")
@click.option(
    "--most", type=click.IntRange(min=1), default=MOST, show_default=True, metavar="N",
    help="Remember N positions at most: some 100 bytes each.",
)  # fmt: skip
@json_option
def command(file: str, game: Game | None, most: int, as_json: bool) -> int:
    """Check a certificate, by the rules of the game alone. FILE may be packed by xz; - is stdin.

    Exit code 1: it is no proof; 2: it cannot be read, or its rules are not at hand.
    """
    try:
        found = verify(file, game, most)
    except NotProved as reason:
        if as_json:
            print_json({"proved": False, "reason": str(reason)})
        else:
            say(f"not proved: {'stdin' if file == STD else file}: {reason}")
        return 1
    if as_json:
        print_json(found.to_dict())
    else:
        click.echo(_describe(found))
    return 0


def _describe(found: Verified) -> str:
    claim = found.claim
    place = f"{claim.position} {claim.moves or ''}".strip()
    trusted = [
        f"the rules in {', '.join(file.name for file in rule_files(found.game))}",
        "equal keys for equal positions",
    ]
    trusted += [f"the game's {claim.trusts}"] if claim.trusts else []
    memory = "" if found.memory_mb is None else f", {found.memory_mb:.0f} MB"
    return (
        f"proved: {claim.game}, {place}: {found.goal.describe(found.game, claim.within)}\n"
        f"{format_count(claim.positions, 'position')}, {format_count(claim.entries, 'entry', 'entries')}, "
        f"{found.time_s:.3f} s{memory}\n"
        f"trusted: {'; '.join(trusted)}"
    )
