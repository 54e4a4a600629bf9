"""The optional features of the search for play: each is a bit of work[FEATURES] and can be switched off."""

from plywise.game import Game, defines

(
    TABLE, QUIESCENCE, HISTORY, CONTINUATIONS, EXCHANGE_ORDER, EXCHANGE_PRUNING,
    REVERSE_FUTILITY, FUTILITY, NULL_MOVE, REDUCTIONS, LATE_PRUNING, KNOWLEDGE,
) = (1 << number for number in range(12))  # fmt: skip

PLAY_FEATURES = {
    "table": TABLE,
    "quiescence": QUIESCENCE,
    "history": HISTORY,
    "continuations": CONTINUATIONS,
    "exchange-order": EXCHANGE_ORDER,
    "exchange-pruning": EXCHANGE_PRUNING,
    "reverse-futility": REVERSE_FUTILITY,
    "futility": FUTILITY,
    "null-move": NULL_MOVE,
    "reductions": REDUCTIONS,
    "late-pruning": LATE_PRUNING,
    "knowledge": KNOWLEDGE,
}
"""The features by name."""

ALL_FEATURES = sum(PLAY_FEATURES.values())

PLAY_HOOKS = (
    "under_threat", "makes_threat", "exchange_value", "action_class", "reversible_plies", "may_pass",
    "play_key", "margin_unit",
)  # fmt: skip
"""The hooks that only the search for play calls."""


def has_evaluation(game: Game) -> bool:
    """Return whether the game can evaluate states before the game is over."""
    return defines(game, "evaluate") or game.learned is not None
