"""plywise certify: a strategy that surely reaches a goal, written out for anybody to check."""

import lzma
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from plywise.certificates.goal import Goal, read_goal
from plywise.certificates.jobs import CertifyTask
from plywise.certificates.making import Certificate, Refuted, Watcher, can_count, make_certificate
from plywise.certificates.opening import is_packed_name
from plywise.certificates.plan import Making
from plywise.cli.files import check_outputs, write_file
from plywise.cli.fleet_options import Staff, fleet_for, fleet_options, resume_option, staff_of
from plywise.cli.messages import say
from plywise.cli.options import game_argument, json_option, print_json, state_of, state_options
from plywise.cli.same_file import fills_stdout
from plywise.cli.status_line import status_line, ticking
from plywise.engines.cautions import caution_if_endless
from plywise.engines.search import ENGINES
from plywise.errors import InputError
from plywise.game import MAX, Game, State, defines, player_word, round_trips
from plywise.game.transcripts import read_words
from plywise.play.outcome import describe_value
from plywise.solvers.method import NO_DISTANCE
from plywise.teach.walkthrough import format_count

if TYPE_CHECKING:
    from plywise.fleet.fleet import Fleet

FIRST_ON_TERMINAL, EVERY_ON_TERMINAL = 0.5, 0.25  # seconds


@click.command("certify", epilog="Example: plywise certify tictactoe --goal draw --player MIN --out draw.cert")
@game_argument
@state_options
@click.option(
    "--goal", required=True, metavar="GOAL",
    help="win; draw: at least that; or a value, from MAX's view: for MAX at least, for MIN at most so much.",
)  # fmt: skip
@click.option("--player", default="MAX", show_default=True, metavar="WHO", help="MAX or MIN: whose goal it is.")
@click.option("--out", required=True, metavar="FILE", help="Write the certificate to FILE; .xz: packed; -: stdout.")
@click.option("--distance", is_flag=True, help="Also claim in how many plies a win comes at most.")
@click.option("--trust-bounds", is_flag=True, help="Leave out what follows from the game's bounds: smaller.")
@click.option("--engine", default="auto", show_default=True, metavar="NAME", help=", ".join(ENGINES) + ".")
@click.option(
    "--method", default="search", show_default=True, metavar="NAME",
    help="search, proof or retrograde, as in plywise solve.",
)  # fmt: skip
@fleet_options
@resume_option
@json_option
def command(
    game: Game,
    position: str | None,
    moves: str,
    goal: str,
    player: str,
    out: str,
    distance: bool,
    trust_bounds: bool,
    engine: str,
    method: str,
    workers: int | None,
    on: str,
    journal: str | None,
    resume: bool,
    as_json: bool,
) -> int:
    """Write a certificate: a strategy by which a player surely reaches a goal, for plywise verify to check.

    Exit code 1: the goal does not hold.
    """
    aim = read_goal(goal, player)
    staff = staff_of(workers, on, journal, resume)
    alone = fills_stdout({"out": out}, as_json)
    check_outputs([out])
    start = state_of(game, position, moves)
    making = _plan(game, start, aim, distance, trust_bounds, method, engine)
    where = _where(game, start, position, moves)
    began = time.perf_counter()
    try:
        with _fleet(making, staff) as fleet, _watching(silent=as_json or fleet is not None) as watcher:
            certificate = make_certificate(making, *where, fleet=fleet, watcher=watcher)
    except KeyboardInterrupt:
        if staff.journal is not None:
            say(f"--journal {staff.journal} --resume goes on from here")
        raise
    except Refuted as refuted:
        return _tell_refuted(game, start, aim, refuted, as_json)
    content = certificate.to_bytes()
    if is_packed_name(out):
        content = lzma.compress(content, preset=9 | lzma.PRESET_EXTREME)
    write_file(out, content)
    if not alone:
        _tell(game, aim, certificate, len(content), time.perf_counter() - began, as_json)
    return 0


def _plan(game: Game, start: State, goal: Goal, distance: bool, trusts: bool, method: str, engine: str) -> Making:
    """Return what is to be made. Raises InputError for what does not go together."""
    if trusts and not (defines(game, "bounds") and game.alternating):
        raise InputError(f"{game.name} has no bounds to be trusted")
    if trusts and (distance or goal.what not in ("win", "draw")):
        raise InputError("--trust-bounds goes with --goal win or draw, and without --distance")
    caution_if_endless(game, start)
    making = Making(game, start, goal, trusts=trusts, counts=distance, method=method, engine=engine)
    making = making._replace(soonest=can_count(making))
    if distance and not making.soonest:
        raise InputError(f"--distance: {_why_uncounted(making)}")
    return making


def _why_uncounted(making: Making) -> str:
    """Return why no claim is made in how many plies the goal is reached."""
    if not making.goal.is_win:
        return "only the plies to a win are counted, and the goal is none"
    if making.method == "proof":
        return "--method proof finds any win, not the soonest"
    return NO_DISTANCE


def _where(game: Game, start: State, position: str | None, moves: str) -> tuple[str, str]:
    """Return the position and the moves by which a certificate says where play begins."""
    if round_trips(game, start):
        return game.format_state(start), ""
    begun = game.initial() if position is None else game.parse_state(position)
    return game.format_state(begun) if position is None else position, " ".join(read_words(game, begun, moves))


@contextmanager
def _fleet(making: Making, staff: Staff) -> Iterator["Fleet | None"]:
    if staff.workers is None:
        yield None
        return
    with fleet_for(CertifyTask(making), staff, "slices of positions") as fleet:
        yield fleet


@contextmanager
def _watching(silent: bool) -> Iterator[Watcher | None]:
    """Yield a watcher that shows how far the levels have come: on a terminal, or in a few lines."""
    if silent:
        yield None
        return
    begun: list[str] = []

    def watch(level: int, positions: int, total: int) -> None:
        begun[:] = [f"level {level}: {format_count(positions, 'position')}, {total:,} so far"]

    def tell(elapsed: float) -> str:
        return f"{elapsed:.0f} s, {begun[0] if begun else 'before the first level'}"

    with status_line(FIRST_ON_TERMINAL, EVERY_ON_TERMINAL, lines=True) as line, ticking(line, tell):
        yield watch


def _tell(game: Game, goal: Goal, certificate: Certificate, size: int, seconds: float, as_json: bool) -> None:
    claim = certificate.claim
    if as_json:
        print_json(
            {"game": game.name} | {name: value for name, value in claim._asdict().items() if name != "game"}
            | {"bytes": size, "time_s": round(seconds, 6)}
        )  # fmt: skip
        return
    place = f"{claim.position} {claim.moves or ''}".strip()
    click.echo(f"{game.name}, {place}: {goal.describe(game, claim.within)}")
    entries = format_count(claim.entries, "entry", "entries")
    click.echo(f"{entries} for {format_count(claim.positions, 'position')}, {size:,} bytes, {seconds:.3f} s")
    if claim.trusts is not None:
        click.echo(f"trusted besides the rules: the game's {claim.trusts}")


def _tell_refuted(game: Game, start: State, goal: Goal, refuted: Refuted, as_json: bool) -> int:
    value = refuted.value
    if as_json:
        print_json(
            {"game": game.name, "position": game.format_state(start), "player": player_word(goal.side),
             "goal": goal.text, "refuted": True, "value": value, "exact": refuted.exact}
        )  # fmt: skip
    else:
        if refuted.exact:
            found = f"{value} ({describe_value(game, value, proved=True)})"
        else:
            found = f"{'at most' if goal.side == MAX else 'at least'} {value}, though play need not end"
        say(f"refuted: it is not true that {goal.describe(game)}: the value is {found}; nothing was written")
    return 1
