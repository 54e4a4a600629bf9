"""plywise certify: a strategy that reaches a goal against every defence, written to a file that can be verified."""

import lzma
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from plywise.certificates.goal import Goal, read_goal
from plywise.certificates.jobs import CertifyTask
from plywise.certificates.making import Certificate, Refuted, Watcher, can_count, follow_strategy, make_certificate
from plywise.certificates.opening import is_packed_name
from plywise.certificates.plan import Making
from plywise.certificates.policies import find_policy
from plywise.certificates.strategy_files import read_strategy_file
from plywise.cli.command import Command
from plywise.cli.files import check_outputs, write_file
from plywise.cli.fleet_options import Staff, fleet_for, fleet_options, resume_option, staff_of
from plywise.cli.messages import say
from plywise.cli.options import engine_option, game_argument, json_option, print_json, state_of, state_options
from plywise.cli.param_types import FILE, Choice
from plywise.cli.same_file import fills_stdout
from plywise.cli.status_line import EVERY_ON_TERMINAL, FIRST_ON_TERMINAL, counting, status_line, ticking
from plywise.engines.search_warnings import ESTIMATE, warn_if_endless
from plywise.errors import InputError
from plywise.game import MAX, Game, State, defines, player_word, round_trips
from plywise.game.transcripts import read_words
from plywise.play.outcome import describe_value
from plywise.solvers.method import NO_DISTANCE
from plywise.solvers.solver import METHODS
from plywise.teach.walkthrough import format_count

if TYPE_CHECKING:
    from plywise.fleet.fleet import Fleet


@click.command(
    "certify", cls=Command, epilog="Example: plywise certify tictactoe --goal draw --player MIN --out draw.cert"
)
@game_argument
@state_options
@click.option(
    "--goal", required=True, metavar="GOAL",
    help="win; draw, meaning at least a draw; or a value from MAX's point of view, at least for MAX, at most for MIN.",
)  # fmt: skip
@click.option(
    "--player", type=Choice(["MAX", "MIN"]), default="MAX", show_default=True, help="The player who reaches the goal."
)
@click.option(
    "--out", type=FILE, required=True, metavar="FILE",
    help="Write the certificate to FILE (-: stdout); compressed if it ends in .xz.",
)  # fmt: skip
@click.option("--distance", is_flag=True, help="Also claim the number of plies within which the win comes.")
@click.option(
    "--trust-bounds",
    is_flag=True,
    help="Trust the game's bounds: positions that they decide are left out, and the file is smaller.",
)
@click.option(
    "--policy", "policies", multiple=True, metavar="NAME|FILE.py:FUNCTION",
    help="A rule of play for the strategy to follow to the end wherever that reaches the goal; repeatable.",
)  # fmt: skip
@click.option(
    "--strategy", type=FILE, metavar="FILE",
    help="Follow the strategy in FILE, without a search: lines of a position, an action and a policy, if any; tabs "
    "separate them.",
)  # fmt: skip
@engine_option
@click.option(
    "--method", type=Choice(METHODS), default="search", show_default=True,
    help="How positions are solved, as in plywise solve.",
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
    policies: tuple[str, ...],
    strategy: str | None,
    engine: str,
    method: str,
    workers: int | None,
    on: str,
    journal: str | None,
    resume: bool,
    as_json: bool,
) -> int:
    """Write a strategy as a certificate that can be verified.

    The strategy reaches a goal against every defence; plywise verify checks it. Exit code 1: the goal cannot be
    reached.
    """
    aim = read_goal(goal, player)
    staff = staff_of(workers, on, journal, resume)
    alone = fills_stdout({"out": out}, as_json)
    check_outputs([out])
    start = state_of(game, position, moves)
    if (policies or strategy is not None) and (
        distance or trust_bounds or staff.workers is not None or staff.journal is not None
    ):
        raise InputError("--policy and --strategy go without --distance, --trust-bounds, --workers and --journal")
    if policies and strategy is not None:
        raise InputError("--strategy goes without --policy: its file names the policies")
    if strategy is not None:
        making = Making(game, start, aim)
    else:
        making = _plan(game, start, aim, distance, trust_bounds, method, engine)
        making = making._replace(policies=tuple(find_policy(text, game) for text in policies))
    where = _where(game, start, position, moves)
    began = time.perf_counter()
    try:
        if strategy is not None:
            with counting("followed", silent=as_json) as done:
                lines = read_strategy_file(Path(strategy), game)
                certificate = follow_strategy(making, lines, *where, done=done)
        else:
            with _fleet(making, staff) as fleet, _watching(silent=as_json or fleet is not None) as watcher:
                certificate = make_certificate(making, *where, fleet=fleet, watcher=watcher)
    except KeyboardInterrupt:
        if staff.journal is not None:
            say(f"--journal {staff.journal} --resume continues from here")
        raise
    except Refuted as refuted:
        return _report_refuted(game, start, aim, refuted, as_json)
    content = certificate.to_bytes()
    if is_packed_name(out):
        content = lzma.compress(content, preset=9 | lzma.PRESET_EXTREME)
    write_file(out, content)
    if not alone:
        _report(game, aim, certificate, len(content), time.perf_counter() - began, as_json)
    return 0


def _plan(game: Game, start: State, goal: Goal, distance: bool, trusts: bool, method: str, engine: str) -> Making:
    """Return what is to be made. Raises InputError for what does not go together."""
    if trusts and not (defines(game, "bounds") and game.alternating):
        raise InputError(f"--trust-bounds: {game.name} has no bounds")
    if trusts and (distance or goal.what not in ("win", "draw")):
        raise InputError("--trust-bounds goes with --goal win or --goal draw, and without --distance")
    warn_if_endless(game, start, remedy=ESTIMATE)
    making = Making(game, start, goal, trusts=trusts, counts=distance, method=method, engine=engine)
    making = making._replace(soonest=can_count(making))
    if distance and not making.soonest:
        raise InputError(f"--distance: {_why_uncounted(making)}")
    return making


def _why_uncounted(making: Making) -> str:
    """Return why the number of plies to the goal cannot be claimed."""
    if not making.goal.is_win:
        return "only the plies to a win are counted, and the goal is not a win"
    if making.method == "proof":
        return "--method proof finds a win, but not the soonest"
    return NO_DISTANCE


def _where(game: Game, start: State, position: str | None, moves: str) -> tuple[str, str]:
    """Return the position and the moves that a certificate gives for its start."""
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
    """Yield a watcher that shows the progress by levels: on a terminal, or in a few lines."""
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


def _report(game: Game, goal: Goal, certificate: Certificate, size: int, seconds: float, as_json: bool) -> None:
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
        click.echo(f"trusted in addition to the rules: the game's {claim.trusts}")


def _report_refuted(game: Game, start: State, goal: Goal, refuted: Refuted, as_json: bool) -> int:
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
            found = f"{'at most' if goal.side == MAX else 'at least'} {value}, counting endless play"
        say(f"refuted: the claim that {goal.describe(game)} is false: the value is {found}; nothing was written")
    return 1
