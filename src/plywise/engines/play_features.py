"""The optional parts of the search for play: each feature is a bit of work[FEATURES], and can be left out."""

(
    TABLE, QUIESCENCE, HISTORY, CONTINUATIONS, KILLERS, EXCHANGE_ORDER, EXCHANGE_PRUNING, GAIN_PRUNING,
    REVERSE_FUTILITY, FUTILITY, NULL_MOVE, REDUCTIONS, LATE_PRUNING, KNOWLEDGE,
) = (1 << number for number in range(14))  # fmt: skip

PLAY_FEATURES = {
    "table": TABLE,
    "quiescence": QUIESCENCE,
    "history": HISTORY,
    "continuations": CONTINUATIONS,
    "killers": KILLERS,
    "exchange-order": EXCHANGE_ORDER,
    "exchange-pruning": EXCHANGE_PRUNING,
    "gain-pruning": GAIN_PRUNING,
    "reverse-futility": REVERSE_FUTILITY,
    "futility": FUTILITY,
    "null-move": NULL_MOVE,
    "reductions": REDUCTIONS,
    "late-pruning": LATE_PRUNING,
    "knowledge": KNOWLEDGE,
}
"""The features by name."""

PLAY_HOOKS = (
    "under_threat", "makes_threat", "exchange_value", "greatest_gain", "action_class", "reversible_plies", "may_pass",
    "play_key", "margin_unit",
)  # fmt: skip
"""What only the search for play asks of a game."""
