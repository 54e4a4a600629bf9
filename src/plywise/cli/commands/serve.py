"""plywise serve: a web page for playing and analysing every game."""

import click

from plywise.certificates.checker import NotProved
from plywise.cli.command import Command
from plywise.cli.messages import say
from plywise.cli.options import LEARNED_HELP
from plywise.cli.param_types import FILE, GameText
from plywise.cli.same_file import STD
from plywise.engines.learned.of_game import learned_of, with_learned, with_learned_beside
from plywise.errors import InputError
from plywise.fleet.places import check_workers
from plywise.games.loading import make, with_parameter
from plywise.process.extras import require
from plywise.process.systems import require_posix

LOOPBACK = "127.0.0.1"


@click.command("serve", cls=Command, epilog="Example: plywise serve --port 0 --no-browser")
@click.argument("own", type=GameText(), metavar="[FILE:CLASS]...", nargs=-1)
@click.option(
    "--port", type=click.IntRange(0, 65535), metavar="P", help="Port; 0: any free port. [default: 8642, if it is free]"
)
@click.option(
    "--host", default=LOOPBACK, metavar="H", help="Address to listen on. [default: 127.0.0.1, only this machine]"
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option(
    "--store",
    type=FILE,
    metavar="FILE",
    help="Where games are stored: a file, or a PostgreSQL URL. [default: your own]",
)
@click.option("--certificate", type=FILE, metavar="FILE", help="Show this certificate on the page.")
@click.option("--game", type=GameText(), metavar="GAME", help="The rules, if the certificate is of your own game.")
@click.option(
    "--learned", type=FILE, metavar="FILE", help=f"For your own game: {LEARNED_HELP[0].lower()}{LEARNED_HELP[1:]}"
)
@click.option(
    "--workers", type=int, metavar="N", help="Number of search processes. [default: one more than there are processors]"
)
def command(
    own: tuple[str, ...],
    port: int | None,
    host: str,
    no_browser: bool,
    store: str | None,
    certificate: str | None,
    game: str | None,
    learned: str | None,
    workers: int | None,
) -> int:
    """Serve a web page for playing and analysing every game.

    Print the address, and serve the page until Ctrl-C. It offers all registered games and your own,
    path/file.py:Class, with parameters as elsewhere. Games are saved after every move.

    With --host, other machines can connect; the printed address contains the access token. --certificate shows the tree
    of a certificate; exit code 1: the certificate is not a proof. See docs/guides/serve.md.
    """
    if workers is not None:
        check_workers(workers, least=1)
    if game is not None and certificate is None:
        raise InputError("--game gives the rules of a certificate: it needs --certificate FILE")
    if learned is not None:
        if len(own) != 1:
            raise InputError("--learned is for your own game: name one, path/file.py:Class")
        with_learned(make(own[0]), learned)
        own = (with_parameter(own[0], "learned", learned),)
    for text in own:
        learned_of(with_learned_beside(make(text), say))  # reports the evaluation that the page uses, or why it cannot
    if certificate == STD:
        raise InputError("--certificate needs a file, not stdin: several processes read it")
    require_posix("the page")
    for package in ("starlette", "uvicorn", "websockets"):
        require(package, "the page needs")
    from plywise.web.serving import open_browser, serve

    def ready(address: str) -> None:
        click.echo(address)
        say("serving the page until Ctrl-C")
        if not no_browser:
            open_browser(address)

    try:
        serve(own, host, port, store, ready, workers, certificate, game)
    except NotProved as reason:
        say(f"not proved: {certificate}: {reason}")
        return 1
    return 0
