"""Fitting the tables of a learned evaluation to how games ended: logistic regression by AdaGrad, one row at a time.

Duchi, Hazan and Singer, "Adaptive subgradient methods for online learning and stochastic optimization", 2011. Numbers
are fixed-point, with PLACES binary places, so that sums do not depend on their order and every machine gets the same
result.
"""

from math import exp, log, sqrt
from typing import Any

from plywise.bits import wrapped
from plywise.engines.kernel.thread_state import pointer

PLACES = 32
UNIT = 1 << PLACES
FURTHEST = 30 << PLACES
"""Logits are clamped to this magnitude."""

TINY = 1e-9


def run_fitting(
    game: Any, rows: int, columns: int, tables: int, rate: int, learns: int, cells: list[int], work: list[int],
    stack: list[int], table: list[int], more: list[int],
) -> int:  # fmt: skip
    """Process the rows once; return the sum of their losses, with 20 binary places.

    cells: a row's columns; the last is the player to move: 0 for MAX, 1 for MIN
    stack: for each row the target, the probability that MAX wins, and a term added to the logit, both with PLACES
    work: for each table the end of its description; then these descriptions: where the table begins in `table`, its
    sign, whether it exchanges the players, and pairs of a column and the stride of its contents; after that, space for
    one place per table
    table: the weights, a pair for each entry: MAX to move, MIN to move
    more: the sums of the squares of their gradients
    rate: the learning rate, in millionths. learns: 0 to compute the loss alone.
    """
    cells, work, stack = pointer(cells), pointer(work), pointer(stack)
    table, more = pointer(table), pointer(more)
    places = work[tables - 1]
    loss, speed = 0.0, rate / 1e6
    for row in range(rows):
        first = row * columns
        side, total, at = cells[first + columns - 1], stack[2 * row + 1], wrapped(tables)
        for number in range(tables):
            place, sign, exchanged = work[at], work[at + 1], work[at + 2]
            at += 3
            while at < work[number]:
                place += cells[first + work[at]] * work[at + 1]
                at += 2
            place = 2 * place + (side ^ exchanged)
            work[places + number] = place if sign > 0 else ~place  # not -place, because 0 is a place
            total += sign * table[place]
        total = min(max(total, -FURTHEST), FURTHEST)
        guess = 1.0 / (1.0 + exp(-(total / UNIT)))
        target = stack[2 * row] / UNIT
        slope = guess - target
        loss += cross_entropy(guess, target)
        if learns != 0 and slope * slope > TINY:
            square, step = int(slope * slope * UNIT), slope * speed * UNIT
            for number in range(tables):
                place = work[places + number]
                if place >= 0:
                    more[place] += square
                    table[place] -= int(step / sqrt(more[place] / UNIT))
                else:
                    more[~place] += square
                    table[~place] += int(step / sqrt(more[~place] / UNIT))
    return int(loss * (1 << 20))


def cross_entropy(guess: float, target: float) -> float:
    """Return the loss of an estimated probability."""
    return -(target * log(guess + TINY) + (1.0 - target) * log(1.0 - guess + TINY))
