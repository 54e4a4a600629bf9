"""How an evaluation depends on its weights: what a position is worth, and how much each weight adds to that."""

from collections.abc import Sequence
from typing import Any

from plywise.errors import InputError
from plywise.game import Game, State
from plywise.tune.flat import Item, to_weights
from plywise.weights import weights_of, with_weights

STEP = 1 / 32
"""By how much of its range a weight is moved to see what that does. Evaluations round, so that too small a step shows
little; and they end at the bounds of what a game can be worth, so that too large a step shows too little."""


class Slopes:
    """Looks at positions with weights moved one after another.

    Where an evaluation is linear in its weights, as most are, the slopes are exact, and what it is with any other
    weights follows from them; elsewhere they are right near the present weights.
    """

    def __init__(self, game: Game, items: Sequence[Item]) -> None:
        self.game = game
        values = [float(each.value) for each in items]
        self._moved = [_move(game, items, values, place) for place in range(len(items))]

    def value(self, state: State) -> float:
        """Return what a position is worth to MAX with the present weights. Raises InputError."""
        return self._evaluate(self.game, state)

    def at(self, state: State) -> list[float]:
        """Return by how much each weight, as it grows by one, makes a position worth more to MAX."""
        here = self.value(state)
        return [_short((self._evaluate(game, state) - here) / step) for game, step in self._moved]

    def _evaluate(self, game: Game, state: State) -> float:
        value = game.evaluate(state)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value - value != 0:
            raise InputError(f"{game.name}: evaluate returns {value!r}, not a number")
        return float(value)


def _move(game: Game, items: Sequence[Item], values: Sequence[float], place: int) -> tuple[Game, float]:
    """Return the game with one weight moved, and by how much: upwards, or down where there is more room."""
    item, now = items[place], values[place]
    target = now + STEP * (item.high - item.low)
    if target > item.high:
        target = now - STEP * (item.high - item.low)
    moved = float(item.fit(target))
    if moved == now:
        moved = item.high if item.high - now > now - item.low else item.low
    rest = dict(weights_of(game))
    row: Any = to_weights(items, [*values[:place], moved, *values[place + 1 :]])[item.name]
    return with_weights(game, rest | {item.name: row}), moved - now


def _short(number: float) -> float:
    """Return a number with fewer digits to write down; a whole one without a point."""
    rounded = round(number, 6)
    return int(rounded) if rounded == int(rounded) else rounded
