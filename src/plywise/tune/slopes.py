"""How an evaluation depends on its weights: what a position is worth, and how much each weight adds to that."""

import copy
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from plywise.errors import InputError
from plywise.game import Game, State
from plywise.game.weights import weights_of, with_weights
from plywise.tune.flat import Item, to_weights
from plywise.tune.linear import Linear

STEP = 1 / 32
"""By how much of its range a weight is moved to see what that does. Evaluations round, so that too small a step shows
little; and they end at the bounds of what a game can be worth, so that too large a step shows too little."""


class Slopes:
    """Looks at positions with weights that say what they add, or with weights moved one after another.

    An evaluation is worked out once with numbers that know how they depend on the weights. Where it makes something
    else of weights than sums and products, or comes to another value so, each weight is moved instead.
    Where an evaluation is linear in its weights, as most are, the slopes are exact, and what it is with any other
    weights follows from them; elsewhere they are right near the present weights.
    """

    def __init__(self, game: Game, items: Sequence[Item]) -> None:
        self.game = game
        self._items = items
        self._values = [float(each.value) for each in items]
        self._linear = _with_slopes(game, items)

    @cached_property
    def _moved(self) -> list[tuple[Game, float]]:
        return [_move(self.game, self._items, self._values, place) for place in range(len(self._items))]

    def value(self, state: State) -> float:
        """Return what a position is worth to MAX with the present weights. Raises InputError."""
        return self._evaluate(self.game, state)

    def at(self, state: State) -> list[float]:
        """Return by how much each weight, as it grows by one, makes a position worth more to MAX."""
        found = self.nonzero(state)
        return [found.get(place, 0) for place in range(len(self._items))]

    def nonzero(self, state: State) -> dict[int, float]:
        """Return the slopes that are not zero: place of a weight -> slope, in the order of the places."""
        here = self.value(state)
        slopes = self._worked_out(state, here)
        if slopes is None:
            slopes = {at: (self._evaluate(game, state) - here) / step for at, (game, step) in enumerate(self._moved)}
        return {at: _short(slopes[at]) for at in sorted(slopes) if _short(slopes[at])}

    def _worked_out(self, state: State, here: float) -> dict[int, float] | None:
        """Return the slopes by one evaluation; None where that cannot be done, or not so."""
        try:
            found = self._linear.evaluate(state)
        except TypeError:  # a weight is used as an index, for example, or as an argument of math.sqrt
            return None
        if not isinstance(found, Linear):
            return {} if found == here and not isinstance(found, bool) else None
        return found.slopes if found.value == here else None

    def _evaluate(self, game: Game, state: State) -> float:
        value = game.evaluate(state)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value - value != 0:
            raise InputError(f"{game.name}: evaluate returns {value!r}, not a number")
        return float(value)


def _with_slopes(game: Game, items: Sequence[Item]) -> Game:
    """Return the game with weights that say what they add."""
    made = copy.copy(game)
    values = weights_of(game)
    for place, item in enumerate(items):
        now = values[item.name]
        weight = Linear(now if item.place is None else now[item.place], {place: 1})
        row = getattr(made, item.name)
        whole = weight if item.place is None else (*row[: item.place], weight, *row[item.place + 1 :])
        object.__setattr__(made, item.name, whole)  # also of a frozen game
    return made


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
