"""A learned evaluation: tables indexed by the contents of a few cells each, read from a state's words.

The model is data, so that another one needs no compiling: an array that begins with the places in it of what follows,
named below:

    BITS     each bit of a state's words -> the cell that it belongs to; -1: none
    PARTS    each cell -> where its parts are; a part says which bits of which word are its own (PART_WORDS)
    CODES    each cell -> where the contents are listed for the numbers that these bits make
    COUNTS   each cell -> the first of the cells that count how many cells have each content; -1: not counted
    LISTS    each cell -> where the tables are listed that it belongs to: the table, and how far apart its contents lie
    STARTS   each table -> its entry where all cells have their FIRST contents
    FIRST    each cell -> the content that it has where all words are 0

An entry is the sum of two weights, in points times 2**WEIGHT_BITS: that for MAX to move, and 2**32 times that for MIN
to move. The estimate comes from the sum of one entry of each table; both halves are added at once.

A search evaluates states that differ in a few cells. So the sums are kept, and only the tables of those cells are read
whose bits differ from the state evaluated last, whichever that was: no rule has to say what a move changes.
"""

from typing import Any

from plywise.bits import popcount, wrapped
from plywise.engines.kernel.selective.memory import LEARNED, MAX_CELLS, MAX_WORDS

CELLS, TABLES, BITS, PARTS, CODES, COUNTS, LISTS, STARTS, FIRST, OWN_SCALE = range(10)
"""The first numbers of a model: how many cells and tables there are, where the rest is, and what the game's own
evaluation counts, with OWN_BITS binary places.
"""
HEADER = 16

PART_WORDS = 4
"""Of a part: the state's word, how far its bits are moved down in it, their mask, and how far they are moved up."""

OWN_BITS, WEIGHT_BITS = 8, 4

VALID, BOTH = LEARNED, LEARNED + 1
"""Whether a state was evaluated, and the sum of its entries."""
LAST = LEARNED + 4
"""The words of the state evaluated last."""
CHANGED = LAST + MAX_WORDS
"""The bits in which they differ from those before."""
CONTENTS = CHANGED + MAX_WORDS
"""The state's cells' contents."""
PLACES = CONTENTS + MAX_CELLS
"""Its entry in each table."""


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
    return (for_max if mover > 0 else both - for_max >> 32) >> WEIGHT_BITS


def begin(work: list[int], model: list[int]) -> None:
    """Let the state evaluated last be one whose words are all 0."""
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


def read_cell(cell: int, work: list[int], model: list[int]) -> None:
    """Take into account what a cell contains now."""
    number, part = wrapped(0), model[model[PARTS] + cell]
    while part < model[model[PARTS] + cell + 1]:
        number |= (work[LAST + model[part]] >> model[part + 1] & model[part + 2]) << model[part + 3]
        part += PART_WORDS
    now, before = model[model[model[CODES] + cell] + number], work[CONTENTS + cell]
    if now == before:  # as where another of its bits was looked at before
        return
    set_content(cell, now, work, model)
    counts = model[model[COUNTS] + cell]
    if counts >= 0:
        set_content(counts + before, work[CONTENTS + counts + before] - 1, work, model)
        set_content(counts + now, work[CONTENTS + counts + now] + 1, work, model)


def set_content(cell: int, now: int, work: list[int], model: list[int]) -> None:
    """Give a cell another content."""
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
