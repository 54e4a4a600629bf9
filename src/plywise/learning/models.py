"""The kinds of models that learning can fit, and the price of evaluating by a model."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from plywise.engines.learned.model import LearnedModel
from plywise.learning.fitting import Evaluation
from plywise.learning.inputs import Inputs
from plywise.learning.network import Network
from plywise.learning.patterns import LONGEST, Pattern
from plywise.learning.symmetries import Found

Array = Any  # numpy.ndarray


class Kind(NamedTuple):
    """A kind of model: tables, and hidden units on top of them.

    longest: the maximum number of cells that index a table. units: hidden units
    """

    name: str
    longest: int
    units: int

    def is_part_of(self, other: "Kind") -> bool:
        """Return whether the other kind has all that this one has."""
        return self.longest <= other.longest and self.units <= other.units


KINDS = (Kind("cells", 1, 0), Kind("patterns", LONGEST, 0), Kind("network", 1, 32))

MAX_INPUTS = 4_000
"""The maximum number of cells' contents for a network: its training would take too long."""

CELL, READ, ADD, UNIT = 0.066, 0.004, 0.0008, 0.0038
"""The time for a cell whose content is read, a table entry, a weight added to a hidden unit, and an activation, in
units of the time for a node of 7x7 Hex without a learned evaluation. The measurements are in docs/decisions/0114.
"""


def kinds_for(inputs: Inputs, found: Found, patterns: Sequence[Pattern], rates: Array) -> list[Kind]:
    """Return the kinds of models for a game, the cheapest first. rates: of changes (Inputs.change_rates)"""
    contents = sum(len(cell.contents) for cell in inputs.cells)
    longest = max((len(each.radices) for each in patterns), default=1)
    prices = {
        kind: price_of(evaluation_of(kind, inputs, found, patterns, 0.0, 0).model(), rates)
        for kind in KINDS
        if (kind.longest == 1 or longest > 1) and (kind.units == 0 or contents <= MAX_INPUTS)
    }
    return sorted(prices, key=lambda kind: prices[kind])


def evaluation_of(
    kind: Kind, inputs: Inputs, found: Found, patterns: Sequence[Pattern], own_scale: float, seed: int
) -> Evaluation:
    """Return an evaluation of a kind that has not been fitted."""
    tables = [each for each in patterns if len(each.radices) <= kind.longest]
    network = None
    if kind.units:
        read = {image.columns[0] for each in tables for image in each.images}
        cells = [cell for cell in range(len(inputs.cells)) if cell in read]
        network = Network(inputs, found, cells, kind.units, seed)
    return Evaluation(inputs, tables, own_scale, network)


def price_of(model: LearnedModel, rates: Array, weight: float = 1.0) -> float:
    """Return the time for a node, in units of that without a learned evaluation.

    weight: of the game's rules (rule_cost.weigh_rules)
    """
    if not model.tables:
        return 1.0
    changed = float(rates[: len(model.cells)].sum())
    read = sum(float(rates[cell]) for table in model.tables for cell in table.cells)
    return 1.0 + (CELL * changed + READ * read + ADD * changed * model.units + UNIT * model.units) / weight
