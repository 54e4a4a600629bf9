"""plywise search: the value of a position, the best move, and the cost of finding them."""

from typing import Any

import click

from plywise.cli.command import Command
from plywise.cli.messages import in_brief
from plywise.cli.options import (
    algorithm_option,
    compiling,
    cut_option,
    engine_option,
    game_argument,
    json_option,
    learned_option,
    limit_options,
    order_options,
    print_json,
    state_of,
    state_options,
    window_arguments,
    window_option,
)
from plywise.cli.pictures import (
    fills_stdout,
    picture_options,
    pop_picture_options,
    report_extent,
    wants_pictures,
    write_pictures,
)
from plywise.cli.program import INTERRUPTED
from plywise.cli.progress import show_progress
from plywise.engines.algorithms import ALGORITHMS, SELECTIVE, algorithm_of, referenced_algorithm
from plywise.engines.learned.of_game import learned_line
from plywise.engines.move_orders import NAMES
from plywise.engines.results import Bound, SearchResult
from plywise.engines.search import search
from plywise.errors import InputError
from plywise.game import MAX, MIN, Game
from plywise.play.outcome import describe_estimate, describe_value
from plywise.show.text import draw_board
from plywise.teach.pruning import list_pruned, pruned_rows
from plywise.teach.walkthrough import format_count
from plywise.trees.recording import NODE_LIMIT
from plywise.views.trace import Trace

LIMITS = ("depth", "time", "nodes")

MAX_LINES = 60


@click.command("search", cls=Command, epilog="Example: plywise search tictactoe --position X........ --all-moves")
@game_argument
@state_options
@algorithm_option(None, "alphabeta; with --time or --nodes, deepening", ALGORITHMS)
@engine_option
@limit_options
@click.option("--threads", type=int, default=1, show_default=True, metavar="N", help="Search with N threads.")
@click.option("--table", type=float, metavar="MB", help="Use a transposition table of MB megabytes.")
@cut_option
@window_option
@learned_option
@order_options(f"{', '.join(NAMES)}, or an order that the game defines.")
@click.option("--all-moves", is_flag=True, help="Find the exact value of each move.")
@click.option("--pruned", "list_them", is_flag=True, help="List the pruned moves by ply, each with its reason.")
@click.option(
    "--lines",
    type=click.IntRange(min=1),
    default=MAX_LINES,
    show_default=True,
    metavar="N",
    help="Print at most N lines of pruned moves.",
)
@picture_options
@json_option
@click.pass_context
def command(
    context: click.Context, /, game: Game, position: str | None, moves: str, as_json: bool, **options: Any
) -> None:
    """Search a position for its value and the best move.

    Pictures and --pruned show the search, or its beginning, as the reference engine performs it.
    """
    pictures = pop_picture_options(options)
    drawn = wants_pictures(pictures, as_json)
    list_them, lines = options.pop("list_them"), options.pop("lines")
    options |= window_arguments(options.pop("window"))
    if (drawn or list_them) and options["algorithm"] is not None:
        referenced_algorithm(options["algorithm"])
    _choose_for_learned(game, options, context.params.get("learned") is not None)
    state = state_of(game, position, moves)
    with show_progress(game, state, unlimited=all(options[limit] is None for limit in LIMITS)) as watcher:
        result = search(game, state, watcher=watcher, partial=True, **options)
    record = None
    if (drawn or list_them) and result.stopped_by != "interrupt":
        record = _record(result, options, pictures["record"] or NODE_LIMIT)
        report_extent(record)
    if record is not None and drawn:
        write_pictures(record, pictures)
    if as_json:
        print_json(result.to_dict() | (pruned_rows(record, lines) if record is not None and list_them else {}))
    elif not fills_stdout(pictures):
        click.echo(describe(game, result))
        if record is not None and list_them:
            click.echo("\n" + list_pruned(record, lines))
            if result.engine != record.result.engine and not ALGORITHMS[result.algorithm].is_textbook:
                click.echo("The moves listed are the reference engine's; the counts above are the native engine's.")
    if result.stopped_by == "interrupt":
        context.exit(INTERRUPTED)


def _choose_for_learned(game: Game, options: dict[str, Any], is_asked: bool) -> None:
    """Choose the search for play where a learned evaluation can be used. is_asked: --learned was given"""
    if game.learned is None:
        return
    limited = options["time"] is not None or options["nodes"] is not None
    if options["algorithm"] is None and (is_asked or (limited and options["engine"] != "reference")):
        options["algorithm"] = SELECTIVE.name
    if is_asked and not algorithm_of(options["algorithm"]).is_selective:
        raise InputError(f"{options['algorithm']} does not use a learned evaluation: only {SELECTIVE.name} does")


def _record(result: SearchResult, options: dict[str, Any], limit: int) -> Trace:
    """Return the record of a search, done again by the reference engine. options: those of the command."""
    given = ("depth", "cut", "order", "seed", "all_moves", "alpha", "beta")
    chosen = {name: options[name] for name in given if name in options}
    if ALGORITHMS[result.algorithm].table == "optional":
        chosen["table"] = options["table"]
    return Trace.of_result(result, limit=limit, **chosen)


def describe(game: Game, result: SearchResult) -> str:
    """Return a search result in plain text: the board, the verdict, the moves, the counts."""
    answer = result.to_dict()
    lines = [draw_board(game, result.state), "", f"{game.name}, {result.position}"]
    if result.player is not None:
        mover = MAX if result.player == "MAX" else MIN
        lines[-1] += f", {game.player_names[mover]} to move"
    lines.append(_verdict(game, result))
    if result.selective and game.learned is not None:
        lines.append(learned_line(game))
    if result.best is not None and result.value is None:
        lines.append(f"a legal move is {answer['best']}")
    elif result.best is not None:
        lines.append(f"best move {answer['best']}, line {in_brief(answer['pv'])}")
    for word, value in answer.get("action_values", {}).items():
        star = " *" if word in (answer.get("best_actions") or []) else ""
        lines.append(f"  {word}: {value} ({describe_value(game, value, result.proved)}){star}")
    if ALGORITHMS[result.algorithm].samples:
        counts = (
            f"{format_count(result.nodes, 'random game')}, a tree {format_count(result.depth, 'ply', 'plies')} deep"
        )
        end = f"{result.time_s:.3f} s{compiling(result.compile_s)}"
        return "\n".join([*lines, f"{result.algorithm} ({result.engine}): {counts}, {end}"])
    lines.append(
        f"{result.algorithm} ({result.engine}): {format_count(result.nodes, 'node')}, "
        f"{format_count(result.leaves, 'leaf', 'leaves')}, {format_count(result.cutoffs, 'cutoff')}, "
        f"{format_count(result.pruned, 'pruned move')}, depth {result.depth}, {result.time_s:.3f} s"
        f"{compiling(result.compile_s)}"
    )
    return "\n".join(lines)


def _verdict(game: Game, result: SearchResult) -> str:
    """Say what the value is, and how certain."""
    if result.value is None:
        return f"stopped by {result.stopped_by} before any move had a value"
    signs = {Bound.EXACT: "", Bound.LOWER: "at least ", Bound.UPPER: "at most "}
    if result.bound is not Bound.EXACT and result.stopped_by in ("complete", "depth"):
        meaning = f"outside the window, the search failed {'high' if result.bound is Bound.LOWER else 'low'}"
    elif result.bound is not Bound.EXACT:
        meaning = f"stopped by {result.stopped_by}"
    elif result.proved:
        meaning = f"{describe_value(game, result.value, proved=True)}, proved"
    elif ALGORITHMS[result.algorithm].samples:
        return f"value {result.value:.3g}: an estimate, the mean result of random games after the best move"
    else:
        meaning = f"an estimate, {format_count(result.depth, 'ply', 'plies')} deep"
        meaning += "" if result.stopped_by == "complete" else f", stopped by {result.stopped_by}"
    if result.certain_win is not None and result.player is not None:
        side = MAX if result.player == "MAX" else MIN
        meaning = f"{describe_estimate(game, side, result.value, result.certain_win)}, {meaning}"
    return f"value {signs[result.bound]}{result.value}: {meaning}"
