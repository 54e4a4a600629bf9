"""Compare the compiled search with the reference: `compare(game)` says "same", "refused: ..." or "different: ..."."""

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import plywise as pw
from plywise.errors import NativeFailure

SAME, REFUSED, DIFFERENT = "same", "refused: ", "different: "


def compare(
    game: pw.Game,
    depths: Sequence[int] = (1, 2, 3),
    cuts: Sequence[str] = ("ge", "gt"),
    positions: int = 0,
    strong: bool = False,
) -> str:
    """Search a game natively and in plain Python; return whether value, nodes and line are the same.

    positions: compare on so many random positions, too: there with one ply, all moves valued. strong: the value that
    a search with a transposition table finds, too. What is refused is refused by NativeFailure; any other error of the
    native engine is a difference, and one of plain Python is raised.
    """
    for state, options in _searches(game, depths, cuts, positions):
        found = _difference(game, state, options, options)
        if found:
            return found
    for depth in depths if strong else ():
        found = _difference(
            game, None, {"algorithm": "pvs", "depth": depth}, {"algorithm": "alphabeta", "depth": depth}
        )
        if found:
            return found
    return SAME


def _difference(game: pw.Game, state: Any, options: dict[str, Any], plain: dict[str, Any]) -> str:
    """Return how the native search differs from the reference, or why it refuses; "" where they agree."""
    read = _answer if options == plain else _value
    expected = read(pw.search(game, state, engine="reference", **plain))
    try:
        found = read(pw.search(game, state, engine="native", **options))
    except NativeFailure as failure:
        return REFUSED + str(failure)
    except Exception as error:  # noqa: BLE001 - whatever it is, plain Python did not fail
        found = f"{type(error).__name__}: {error}"
    where = "" if state is None else f" at {game.format_state(state)}"
    same = found == expected
    return "" if same else f"{DIFFERENT}{_said(options)}{where}: native {found}, reference {expected}"


def _searches(
    game: pw.Game, depths: Sequence[int], cuts: Sequence[str], positions: int
) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Yield what to search: a state, None for the initial one, and the options."""
    for depth in depths:
        for cut in cuts:
            yield None, {"algorithm": "alphabeta", "depth": depth, "cut": cut}
        yield None, {"algorithm": "minimax", "depth": depth}
    for state in islice(random_positions(game, seed=depths[-1]), positions):
        yield state, {"algorithm": "minimax", "depth": 1, "all_moves": True}


def random_positions(game: pw.Game, seed: int) -> Iterator[Any]:
    """Yield the positions along random lines of play without end, terminal ones included."""
    dice = random.Random(seed)
    while True:
        state = game.initial()
        yield state
        for _ in range(200):
            if game.terminal(state):
                break
            state = game.result(state, dice.choice(list(game.actions(state))))
            yield state


def _answer(result: pw.SearchResult) -> str:
    """Return what is compared, as text: 1, 1.0 and True are not the same, and a line is one of Python's own values."""
    answer = [_number(result.value), result.nodes, result.pv]
    if result.action_values is not None:
        answer.append([(action, _number(value)) for action, value in result.action_values.items()])
    return repr(answer)


def _value(result: pw.SearchResult) -> str:
    return repr(_number(result.value))


def _number(value: Any) -> Any:
    """Return a number as it is compared: an int and a float that are equal are one value."""
    return float(value) if value == value else "nan"


def _said(options: dict[str, Any]) -> str:
    return " ".join(map(str, options.values()))
