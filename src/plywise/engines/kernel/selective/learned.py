"""A learned evaluation, read from a state's words: tables indexed by the contents of a few cells each, and a network.

The model is data, so another model needs no compiling. It is an array that begins with the places of its parts, named
below:

    BITS     each bit of a state's words -> the cell it belongs to; -1: none
    PARTS    each cell -> where its parts are; a part names its word and its bits in it (PART_WORDS)
    CODES    each cell -> where the contents for the numbers formed by these bits are listed
    COUNTS   each cell -> the first of the cells that count how many cells have each content; -1: not counted
    LISTS    each cell -> where its tables are listed: the table, and the stride of its contents
    STARTS   each table -> its entry if all cells have their FIRST contents
    FIRST    each cell -> its content if all words are 0
    ROWS     each cell -> the weights of its first content: one for each hidden unit, then those of its next content
    HIDDEN   each hidden unit -> its sum if all cells have their FIRST contents
    OUTPUT   each hidden unit -> its weight in the estimate

An entry combines two weights, in points times 2**WEIGHT_BITS: the one for MAX to move, plus 2**32 times the one for MIN
to move. The estimate comes from the sum of one entry of each table; both halves are added at once. Each hidden unit has
such a sum, too, of one weight for each cell; its activation is the sum limited to 0 .. ONE, and the estimate also adds
the activations times the units' weights. Without units a model is its tables alone.

A search evaluates states that differ in a few cells. So the sums are kept, and only the weights of cells whose bits
differ from the last evaluated state are read. The rules need not report what a move changes.
"""

from typing import Any

from plywise.bits import popcount, wrapped
from plywise.engines.kernel.selective.memory import LEARNED, MAX_CELLS, MAX_TABLES, MAX_WORDS

CELLS, TABLES, UNITS, BITS, PARTS, CODES, COUNTS, LISTS, STARTS, FIRST, ROWS, HIDDEN, OUTPUT, OWN_SCALE = range(14)
"""The first numbers of a model: the numbers of cells, tables and hidden units, the places of its parts, and the weight
of the game's own evaluation, with OWN_BITS binary places.
"""
HEADER = 16

PART_WORDS = 4
"""The words of a part: the state's word, the shift of its bits down in it, their mask, and the shift up."""

OWN_BITS, WEIGHT_BITS, UNIT_BITS = 8, 4, 10
ONE = 1 << UNIT_BITS
"""The activation of a unit whose sum is 1 or more."""

VALID, BOTH = LEARNED, LEARNED + 1
"""Whether a state has been evaluated, and the sum of its entries."""
LAST = LEARNED + 4
"""The words of the last evaluated state."""
CHANGED = LAST + MAX_WORDS
"""The bits in which they differ from the words before."""
CONTENTS = CHANGED + MAX_WORDS
"""The state's cells' contents."""
PLACES = CONTENTS + MAX_CELLS
"""Its entry in each table."""
SUMS = PLACES + MAX_TABLES
"""The sum of each hidden unit."""


def learned_points(state: Any, mover: int, work: list[int], model: list[int]) -> int:
    """Return the learned estimate of a state, MAX's view, in points. mover: the player to move in it"""
    if work[VALID] == 0:
        begin(work, model)
    words = wrapped(0)
    for part in state:
        work[CHANGED + words] = part ^ work[LAST + words]
        work[LAST + words] = part
        words += 1
    for number in range(words):
        rest, bits = work[CHANGED + number], model[BITS] + 64 * number
        while rest != 0:
            low = rest & -rest
            rest ^= low
            cell = model[bits + popcount(low - 1)]
            if cell >= 0:
                read_cell(cell, work, model)
    both = work[BOTH]
    for_max = both << 32 >> 32
    total = for_max if mover > 0 else both - for_max >> 32
    if model[UNITS] > 0:
        total += activated(mover, work, model) >> UNIT_BITS
    return total >> WEIGHT_BITS


def activated(mover: int, work: list[int], model: list[int]) -> int:
    """Return the sum of the hidden units' activations, each times its weight."""
    total, output = wrapped(0), model[OUTPUT]
    for unit in range(model[UNITS]):
        both, weights = work[SUMS + unit], model[output + unit]
        for_max, weight = both << 32 >> 32, weights << 32 >> 32
        if mover > 0:
            total += min(max(for_max, 0), ONE) * weight
        else:
            total += min(max(both - for_max >> 32, 0), ONE) * (weights - weight >> 32)
    return total


def begin(work: list[int], model: list[int]) -> None:
    """Make a state whose words are all 0 the last evaluated state."""
    work[VALID] = 1
    for number in range(MAX_WORDS):
        work[LAST + number] = 0
    for cell in range(model[CELLS]):
        work[CONTENTS + cell] = model[model[FIRST] + cell]
    work[BOTH] = 0
    for table in range(model[TABLES]):
        place = model[model[STARTS] + table]
        work[PLACES + table] = place
        work[BOTH] += model[place]
    for unit in range(model[UNITS]):
        work[SUMS + unit] = model[model[HIDDEN] + unit]


def read_cell(cell: int, work: list[int], model: list[int]) -> None:
    """Update the sums for a cell's current content."""
    number, part = wrapped(0), model[model[PARTS] + cell]
    while part < model[model[PARTS] + cell + 1]:
        number |= (work[LAST + model[part]] >> model[part + 1] & model[part + 2]) << model[part + 3]
        part += PART_WORDS
    now, before = model[model[model[CODES] + cell] + number], work[CONTENTS + cell]
    if now == before:  # another of its bits was processed before
        return
    set_content(cell, now, work, model)
    row, units = model[model[ROWS] + cell], model[UNITS]
    new, old = row + now * units, row + before * units
    for unit in range(units):
        work[SUMS + unit] += model[new + unit] - model[old + unit]
    counts = model[model[COUNTS] + cell]
    if counts >= 0:
        set_content(counts + before, work[CONTENTS + counts + before] - 1, work, model)
        set_content(counts + now, work[CONTENTS + counts + now] + 1, work, model)


def set_content(cell: int, now: int, work: list[int], model: list[int]) -> None:
    """Set a cell's content."""
    more = now - work[CONTENTS + cell]
    work[CONTENTS + cell] = now
    both = wrapped(0)
    at, end = model[model[LISTS] + cell], model[model[LISTS] + cell + 1]
    while at < end:
        table = PLACES + model[at]
        place = work[table]
        both -= model[place]
        place += more * model[at + 1]
        both += model[place]
        work[table] = place
        at += 2
    work[BOTH] += both
