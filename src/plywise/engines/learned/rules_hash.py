"""The hash of the rules for which an evaluation was learned: a hash of their results in random games.

It depends on the game, not on its source: comments, names, the place of the file and the order in which a game lists
its actions do not count.
"""

import hashlib
import random
from collections.abc import Mapping
from typing import Any

from plywise.game import Game, start_of

GAMES, PLIES, POSITIONS = 12, 200, 400
"""The maximum number of games, of plies in a game, and of positions in all."""


def hash_rules(game: Game) -> str:
    """Return a hash of a game's rules: 32 hexadecimal digits."""
    found = hashlib.sha256()
    left = POSITIONS
    for number in range(GAMES):
        source = random.Random(f"rules {number}")
        state = start_of(game, None)
        for _ in range(min(PLIES, left)):
            left -= 1
            if game.terminal(state):
                found.update(f"end {float(game.utility(state))!r};".encode())
                break
            actions = sorted(game.actions(state), key=shown)
            found.update(f"{int(game.player(state))} {len(actions)} {' '.join(map(shown, actions))};".encode())
            if not actions:
                break
            state = game.result(state, actions[int(source.random() * len(actions))])
    return found.hexdigest()[:32]


def shown(thing: Any) -> str:
    """Return a text that is the same for equal values in any process; "" for an object without a reproducible text.

    >>> shown({"b": (1, 2), "a": frozenset({3, 1})})
    "{('a', {1, 3}), ('b', (1, 2))}"
    """
    if isinstance(thing, Mapping):
        return "{" + ", ".join(sorted(f"({shown(key)}, {shown(value)})" for key, value in thing.items())) + "}"
    if isinstance(thing, (set, frozenset)):
        return "{" + ", ".join(sorted(map(shown, thing))) + "}"
    if isinstance(thing, (tuple, list)):
        return "(" + ", ".join(map(shown, thing)) + ")"
    text = repr(thing)
    return "" if " at 0x" in text else text


__all__ = ["hash_rules", "shown"]
