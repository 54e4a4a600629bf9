"""plywise serve: the page on which people play and analyse every game."""

import click

from plywise.certificates.checker import NotProved
from plywise.cli.messages import say
from plywise.cli.same_file import STD
from plywise.engines.learned.of_game import with_learned, with_learned_beside
from plywise.errors import InputError
from plywise.fleet.places import check_workers
from plywise.games.loading import make, with_parameter
from plywise.process.extras import require
from plywise.process.systems import require_posix

LOOPBACK = "127.0.0.1"


@click.command("serve", epilog="Example: plywise serve --port 0 --no-browser")
@click.argument("own", metavar="[FILE:CLASS]...", nargs=-1)
@click.option(
    "--port", type=click.IntRange(0, 65535), metavar="P", help="0: any free one. [default: 8642, if it is free]"
)
@click.option("--host", default=LOOPBACK, metavar="H", help="Where others may come from. [default: this machine alone]")
@click.option("--no-browser", is_flag=True, help="Print the address, and open no browser.")
@click.option("--store", metavar="F", help="Where games are kept: a file, or a PostgreSQL URL. [default: your own]")
@click.option("--certificate", metavar="FILE", help="A certificate to look at on the page.")
@click.option("--game", metavar="GAME", help="The certificate's rules, where they are your own.")
@click.option("--learned", metavar="FILE", help="Evaluate your own game by what plywise learn wrote to FILE.")
@click.option("--workers", type=int, metavar="N", help="Processes that search. [default: one more than processors]")
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
    """Serve a page to play and analyse on, until Ctrl-C; print its address.

    All registered games are there, and your own that are named: path/file.py:Class, with parameters as elsewhere. Games
    are kept after every move. With --host, others can come, too, who know the address that is printed: it has a token.
    --certificate shows a certificate's tree; exit code 1: it is no proof. See docs/guides/serve.md.
    """
    if workers is not None:
        check_workers(workers, least=1)
    if game is not None and certificate is None:
        raise InputError("--game says whose rules a certificate goes by: it takes --certificate FILE")
    if learned is not None:
        if len(own) != 1:
            raise InputError("--learned is for your own game: name one, path/file.py:Class")
        with_learned(make(own[0]), learned)
        own = (with_parameter(own[0], "learned", learned),)
    for text in own:
        with_learned_beside(make(text), say)  # which says what the page evaluates it by
    if certificate == STD:
        raise InputError("--certificate takes a file: one process after another reads it")
    require_posix("the page")
    for package in ("starlette", "uvicorn", "websockets"):
        require(package, "the page needs")
    from plywise.web.serving import open_browser, serve

    def ready(address: str) -> None:
        click.echo(address)
        say("the page is served until Ctrl-C")
        if not no_browser:
            open_browser(address)

    try:
        serve(own, host, port, store, ready, workers, certificate, game)
    except NotProved as reason:
        say(f"not proved: {certificate}: {reason}")
        return 1
    return 0
