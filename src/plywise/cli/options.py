"""Arguments and options that several commands share, and the conversion of their texts."""

import json
import sys
from collections.abc import Callable, Iterable
from functools import wraps
from math import inf
from typing import Any, TypeVar

import click

from plywise.cli.param_types import FILE, Choice, GameType, Names
from plywise.engines.learned.of_game import with_learned
from plywise.engines.move_orders import NAMES as ORDERS
from plywise.engines.search import ENGINES
from plywise.errors import InputError
from plywise.game import MAX, MIN, Game, State, Value, hashable_start, start_of
from plywise.game.slips import wrong_answer
from plywise.game.transcripts import play_line
from plywise.show.text import ASCII, UNICODE, Strokes
from plywise.trees.leaf_words import DASHES, read_leaf

Command = TypeVar("Command", bound=Callable[..., Any])


def game_argument(command: Command) -> Command:
    """Add the argument GAME."""
    return click.argument("game", type=GameType(), metavar="GAME")(command)


def optional_game_argument(command: Command) -> Command:
    """Add the argument GAME, which may be left out where a file names the game."""
    return click.argument("game", type=GameType(), metavar="[GAME]", required=False)(command)


def state_options(command: Command) -> Command:
    """Add --position and --moves; `state_of` reads them."""
    command = click.option(
        "--moves", metavar="MOVES", default="", help='Moves played from the position: "a b c", or "abc".'
    )(command)
    return click.option(
        "--position", metavar="TEXT", help="Position in the game's notation. [default: the initial position]"
    )(command)


LEARNED_HELP = "Use the evaluation that `plywise learn` wrote to FILE."


def learned_option(command: Command) -> Command:
    """Add --learned: the command's `game` gets a learned evaluation."""

    @wraps(command)
    def with_evaluation(*arguments: Any, learned: str | None, **named: Any) -> Any:
        if learned is not None:
            if named.get("game") is None:
                raise click.UsageError("--learned FILE needs a GAME: name the game that the evaluation is for")
            named["game"] = with_learned(named["game"], learned)
        return command(*arguments, **named)

    return click.option("--learned", type=FILE, metavar="FILE", help=LEARNED_HELP)(with_evaluation)  # type: ignore[return-value]


def limit_options(command: Command) -> Command:
    """Add --depth, --time and --nodes."""
    command = click.option("--nodes", type=int, metavar="N", help="Stop after N nodes.")(command)
    command = click.option("--time", type=float, metavar="S", help="Stop after S seconds.")(command)
    return click.option("--depth", type=int, metavar="N", help="Search N plies deep, and evaluate positions there.")(
        command
    )


def engine_option(command: Command) -> Command:
    """Add --engine."""
    return click.option(
        "--engine", type=Choice(ENGINES), default="auto", show_default=True,
        help="reference: plain Python; native: compiled; auto: native if compiling pays off.",
    )(command)  # fmt: skip


def json_option(command: Command) -> Command:
    """Add --json."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def algorithm_option(default: str | None, help_default: str, names: Iterable[str]) -> Callable[[Command], Command]:
    """Return the option --algorithm. names: of the algorithms that the command has."""
    known = list(names)
    return click.option(
        "--algorithm",
        type=Names(known),
        default=default,
        metavar="NAME",
        help=f"{', '.join(known)}. [default: {help_default}]",
    )


def cut_option(command: Command) -> Command:
    """Add --cut."""
    return click.option(
        "--cut", type=Choice(["ge", "gt"]), default="ge", show_default=True,
        help="Cut when alpha >= beta, or only when alpha > beta (which never happens with failhard).",
    )(command)  # fmt: skip


class WindowType(click.ParamType):
    """A window at the root, alpha and beta: `3,7`, `-inf,5`."""

    name = "window"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Value, Value]:
        """Return alpha and beta. Raises InputError."""
        if isinstance(value, tuple):
            return value
        alpha, beta = (_read_bound(word) for word in value.split(",")) if value.count(",") == 1 else (None, None)
        if alpha is None or beta is None:
            raise InputError(f"window {value!r} is not of the form 3,7 or -inf,5")
        if not alpha < beta:
            raise InputError(f"window {value!r}: alpha must be less than beta")
        return alpha, beta


def _read_bound(word: str) -> Value | None:
    word = word.strip().translate(DASHES).lower()
    infinite = {"-inf": -inf, "inf": inf, "+inf": inf, "-∞": -inf, "∞": inf, "+∞": inf}
    return infinite[word] if word in infinite else read_leaf(word)


def window_option(command: Command) -> Command:
    """Add --window."""
    return click.option(
        "--window", type=WindowType(), metavar="A,B",
        help="Start with alpha = A and beta = B; a value outside them is only a bound. [default: -inf,inf]",
    )(command)  # fmt: skip


def window_arguments(window: tuple[Value, Value] | None) -> dict[str, Any]:
    """Return what a search takes for --window."""
    return {} if window is None else {"alpha": window[0], "beta": window[1]}


def order_options(names: str) -> Callable[[Command], Command]:
    """Return the options --order and --seed."""

    def add(command: Command) -> Command:
        command = click.option(
            "--seed", type=int, default=0, show_default=True, help="Seed for random orders and random games."
        )(command)
        return click.option(
            "--order", type=Names(ORDERS), default="given", show_default=True, metavar="NAME", help=names
        )(command)

    return add


def state_of(game: Game, position: str | None, moves: str, hashable: bool = True) -> State:
    """Return the state that --position and --moves describe. Raises InputError.

    hashable: refuse a state that cannot be hashed
    """
    state = start_of(game, None) if position is None else game.parse_state(position)
    if hashable:
        hashable_start(game, state)
    if not game.terminal(state) and game.player(state) not in (MAX, MIN):
        where, side = game.format_state(state), game.player(state)
        raise InputError(f"{game.name}: player returned {side!r} at {where}, {wrong_answer('player', side)}")
    return play_line(game, state, moves)


SHOWN_FROM = 0.1
"""Least number of seconds of compiling that is shown; less is only loading from the cache."""


def compiling(seconds: float) -> str:
    """Return the time spent compiling, to follow the time of a search; "" where it is negligible.

    >>> compiling(2.0), compiling(0.01)
    (', and 2.0 s of compiling', '')
    """
    return f", and {seconds:.1f} s of compiling" if seconds >= SHOWN_FROM else ""


def print_json(data: Any) -> None:
    """Print one JSON object on one line."""
    click.echo(json.dumps(data, ensure_ascii=False, allow_nan=False))


def choose_strokes() -> Strokes:
    """Return the characters for drawing trees: box-drawing ones if the terminal's encoding has them."""
    try:
        "".join(UNICODE).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ASCII
    return UNICODE


def parse_numbers(text: str, what: str) -> list[int]:
    """Return the numbers that `1-4`, `2,5` or `3` lists, in order. Raises InputError."""
    numbers: list[int] = []
    for part in text.split(","):
        low, dash, high = part.strip().partition("-")
        if not (low.isdecimal() and (high.isdecimal() or not dash) and len(part) < 12):
            raise InputError(f"{what} {text!r} is not of the form 1-4 or 2,5 or 3")
        first, last = int(low), int(high if dash else low)
        if first > last or last - first > 1000:
            raise InputError(f"{what} {text!r}: {part} is not an ascending range of at most 1,000 numbers")
        numbers += range(first, last + 1)
    return list(dict.fromkeys(numbers))
