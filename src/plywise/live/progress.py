"""How far a search has come, as plain data for those who look on."""

from collections.abc import Sequence
from typing import Any

from plywise.engines.results import SearchResult
from plywise.game import Action, Game, State, player_word

COMPILING, SEARCHING = "compiling", "searching"

MAX_PV = 40
"""Moves of a line that are told."""


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


def plain_value(value: Any) -> int | float | None:
    """Return a value as JSON has it; None where it is infinite, or nobody knows."""
    if value is None or value in (float("inf"), float("-inf")) or value != value:
        return None
    return float(value) if isinstance(value, float) else int(value)
