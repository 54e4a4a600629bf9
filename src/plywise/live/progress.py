"""How far a search has come, as plain data for those who look on."""

from collections.abc import Sequence
from typing import Any

from plywise.engines.results import SearchResult
from plywise.game import Action, Game, State, move_label, player_word

COMPILING, SEARCHING, READING = "compiling", "searching", "reading"

MAX_PV = 40
"""Moves of a line that are told."""

MAX_LABELS = 12
"""Moves of a line that are told as records have them, which takes time: as many as a page has room for."""


def thinking_of(result: SearchResult) -> dict[str, Any]:
    """Return how far a search has come as plain data; the value from MAX's view."""
    game, state = result.game_object, result.state
    return {
        "side": player_word(game.player(state)),
        "depth": result.depth,
        "value": plain_value(result.value),
        "nodes": result.nodes,
        "seconds": round(result.time_s, 3),
        "pv": words_of(game, state, result.pv),
    }


def words_of(game: Game, state: State, actions: Sequence[Action]) -> list[str]:
    """Return the words of a line of play."""
    words = []
    for action in actions[:MAX_PV]:
        words.append(game.format_action(state, action))
        state = game.result(state, action)
    return words


def labels_of(game: Game, state: State, actions: Sequence[Action]) -> list[str]:
    """Return a line of play as records of such games have it, such as Nf3 for g1f3; of a long one the beginning.

    >>> from plywise.games import make
    >>> chess = make("chess")
    >>> state = chess.initial()
    >>> labels_of(chess, state, [chess.parse_action(state, "g1f3")])
    ['Nf3']
    """
    labels = []
    for action in actions[:MAX_LABELS]:
        labels.append(move_label(game, state, action))
        state = game.result(state, action)
    return labels if len(actions) <= MAX_LABELS else [*labels, "..."]


def plain_value(value: Any) -> int | float | None:
    """Return a value as JSON has it; None where it is infinite, or nobody knows."""
    if value is None or value in (float("inf"), float("-inf")) or value != value:
        return None
    return float(value) if isinstance(value, float) else int(value)
