"""Weights as a list of numbers, which is what a regression finds: the items of rows one after another."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from plywise.errors import InputError
from plywise.game import Game
from plywise.game.weights import declared_weights, items_of, no_weight, weights_of


@dataclass(frozen=True)
class Item:
    """One number among the weights.

    name: of the weight; place: in its row, None where it is a single number.
    value: what it is now. low, high: its range. is_whole: whether it must be a whole number.
    """

    name: str
    place: int | None
    value: float
    low: float
    high: float
    is_whole: bool

    def __str__(self) -> str:
        return self.name if self.place is None else f"{self.name} {self.place + 1}"

    def fit(self, value: float) -> int | float:
        """Return a number in the range, and whole if need be, near to a value."""
        inside = min(max(value, self.low), self.high)
        return round(inside) if self.is_whole else round(inside, 6)


def list_items(game: Game, only: Sequence[str] = ()) -> list[Item]:
    """Return the numbers of a game's weights. only: the names of those to be tuned; all if there are none.

    Raises InputError where the game declares no weights, or none of such a name.
    """
    declared, values = declared_weights(game), weights_of(game)
    if not declared:
        raise InputError(f"{game.name} declares no weights to tune: see plywise.Weight")
    for name in only:
        if name not in declared:
            raise no_weight(game.name, name, declared)
    items = []
    for name, weight in declared.items():
        if not only or name in only:
            row = isinstance(values[name], tuple)
            for place, value in enumerate(items_of(values[name])):
                number = place if row else None
                items.append(Item(name, number, value, weight.low, weight.high, weight.is_whole))
    return items


def to_weights(items: Sequence[Item], values: Sequence[float]) -> dict[str, Any]:
    """Return weights by name, made of numbers in the order of the items, each brought into its form and range."""
    found: dict[str, Any] = {}
    for item, value in zip(items, values, strict=True):
        fitting = item.fit(value)
        found[item.name] = fitting if item.place is None else (*found.get(item.name, ()), fitting)
    return found


def to_numbers(items: Sequence[Item], weights: Mapping[str, Any]) -> list[float]:
    """Return the numbers in weights by name, in the order of the items."""
    return [weights[item.name] if item.place is None else weights[item.name][item.place] for item in items]
