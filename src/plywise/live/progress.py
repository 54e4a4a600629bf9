"""The progress of a search as plain data for viewers."""

from collections.abc import Sequence
from typing import Any

from plywise.engines.results import SearchResult
from plywise.game import Action, Game, State, move_label, player_word

COMPILING, SEARCHING, READING = "compiling", "searching", "reading"

MAX_PV = 40
"""Moves of a line that are sent."""

MAX_LABELS = 12
"""Moves of a line with labels in record notation, which take time: as many as fit a page."""


def thinking_of(result: SearchResult) -> dict[str, Any]:
    """Return the progress of a search as plain data; the value is from MAX's view."""
    game, state = result.game_object, result.state
    return {
        "side": player_word(game.player(state)),
        "depth": result.depth,
        "value": plain_value(result.value),
        "certain_win": plain_value(result.certain_win),
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
    """Return the beginning of a line of play in record notation, such as Nf3 for g1f3.

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
    """Return a value for JSON; None if it is infinite or unknown."""
    if value is None or value in (float("inf"), float("-inf")) or value != value:
        return None
    return float(value) if isinstance(value, float) else int(value)
