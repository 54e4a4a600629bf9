"""What a game is: two players, MAX and MIN, move from state to state until a terminal state decides the outcome."""

from plywise.game.cells import Cell, Coordinates
from plywise.game.game import HOOKS, MADE_WITH, Game, defines, is_outright, missing_rules, rules_line
from plywise.game.moves import legal_actions, move_label, parse_legal_action, play_moves
from plywise.game.outcomes import (
    FAR,
    MAX,
    MAX_ACTIONS,
    MIN,
    PLIES,
    Action,
    State,
    Value,
    outcome,
    player_word,
    split_outcome,
)
from plywise.game.search_hooks import Priority
from plywise.game.start import (
    game_to_examine,
    hashable_start,
    require_bounds,
    require_game,
    round_trips,
    start_of,
    why_not_hashable,
)

__all__ = [
    "FAR",
    "HOOKS",
    "MADE_WITH",
    "MAX",
    "MAX_ACTIONS",
    "MIN",
    "PLIES",
    "Action",
    "Cell",
    "Coordinates",
    "Game",
    "Priority",
    "State",
    "Value",
    "defines",
    "game_to_examine",
    "hashable_start",
    "is_outright",
    "legal_actions",
    "missing_rules",
    "move_label",
    "outcome",
    "parse_legal_action",
    "play_moves",
    "player_word",
    "require_bounds",
    "require_game",
    "round_trips",
    "rules_line",
    "split_outcome",
    "start_of",
    "why_not_hashable",
]  # fmt: skip
