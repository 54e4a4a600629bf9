"""plywise verify: does a certificate prove what it claims?"""

import click

from plywise.certificates.policies import own_policy
from plywise.certificates.rule_sources import rule_files
from plywise.certificates.verifying import MAX_POSITIONS, NotProved, Verified, verify
from plywise.cli.command import Command
from plywise.cli.messages import say
from plywise.cli.options import json_option, print_json
from plywise.cli.param_types import FILE, GameType
from plywise.cli.same_file import STD
from plywise.cli.status_line import counting
from plywise.game import Game
from plywise.teach.walkthrough import format_count


@click.command("verify", cls=Command, epilog="Example: plywise verify draw.cert")
@click.argument("file", type=FILE, metavar="FILE")
@click.option(
    "--game",
    type=GameType(),
    metavar="GAME",
    help="The rules, if the certificate is of your own game: path/file.py:Class.",
)
@click.option(
    "--most", type=click.IntRange(min=1), default=MAX_POSITIONS, show_default=True, metavar="N",
    help="Remember at most N positions, about 100 bytes each.",
)  # fmt: skip
@click.option(
    "--policy", "policies", multiple=True, metavar="FILE.py:FUNCTION",
    help="A policy that the certificate names, if it is your own. Repeat it for several.",
)  # fmt: skip
@json_option
def command(file: str, game: Game | None, most: int, policies: tuple[str, ...], as_json: bool) -> int:
    """Verify a certificate, using only the rules of the game.

    FILE may be compressed by xz; - is stdin. Exit code 1: the certificate is not a proof; 2: it cannot be read, or its
    game is not available.
    """
    try:
        with counting("proved", silent=as_json) as proved:
            found = verify(file, game, most, [own_policy(text) for text in policies], proved)
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
