"""Taking, of actions that do equally well, those with which a strategy needs few positions.

All positions of a level are looked at together: each needs one of its children, and children may be shared. The fewest
that serve all are a least set cover, and nearly that is found greedily: Chvatal, "A greedy heuristic for the
set-covering problem", Mathematics of Operations Research 4 (1979).
"""

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heapreplace

from plywise.engines.choices import action_set_of

Ways = Sequence[tuple[int, Hashable]]
"""The places of some actions, in order, with the children to which they lead; None for one that is needed anyway."""

FAVOURED, OTHERS = 3, 2
"""What a child counts for each position that it serves: if it is the first choice in one of them, and if it is not.

What is chosen by the same rule everywhere leads to the same positions further down, too. That MIN wins 6 by 6 Connect
Four takes 1,081,240 positions so, 1,195,519 where only first choices count, and 1,851,308 without a cover.
"""


def share(choices: Sequence[int], rows: Sequence[Ways], only_firsts: bool = False) -> list[int]:
    """Return choices that lead to fewer positions, each from its action set. rows, only_firsts: as to `cover`."""
    taken = cover([choice >> 1 for choice in choices], rows, only_firsts)
    return [
        2 * place if len(action_sets) > 1 else choice
        for choice, place, action_sets in zip(choices, taken, rows, strict=True)
    ]


def complete(choices: Sequence[int], sets: Sequence[int]) -> list[int]:
    """Return the sets of the places of what may be taken: its action set, or the choice alone if it is not in them."""
    alone = [set_of([choice >> 1]) if choice >= 0 else 0 for choice in choices]
    return [action_sets if action_sets & one else one for one, action_sets in zip(alone, sets, strict=True)]


def cover(firsts: Sequence[int], rows: Sequence[Ways], only_firsts: bool = False) -> list[int]:
    """Return the places of the actions to take, one for each row.

    firsts: the place of the first choice in each, which is taken where nothing is won by another. rows: its action set.
    only_firsts: whether, of the children that are not needed anyway, only first choices of rows that wait are taken.
    """
    taken = list(firsts)
    needed: set[Hashable] = {None}
    needed.update(action_sets[0][1] for action_sets in rows if len(action_sets) == 1)
    waiting = []
    for row, action_sets in enumerate(rows):
        free = [place for place, child in action_sets if child in needed]
        if free and firsts[row] not in free:
            taken[row] = free[0]
        if not free and action_sets:
            waiting.append(row)
    favoured = {child for row in waiting for place, child in rows[row] if place == firsts[row]}
    serves: dict[Hashable, list[tuple[int, int]]] = {}
    for row in waiting:
        for place, child in rows[row]:
            if child in favoured or not only_firsts:
                serves.setdefault(child, []).append((row, place))
    _take_greedily(taken, serves, favoured)
    return taken


def _take_greedily(taken: list[int], serves: dict[Hashable, list[tuple[int, int]]], favoured: set[Hashable]) -> None:
    """Take again and again the child that counts most for the rows which are not served yet; the first among equals."""
    served: set[int] = set()
    queue = []
    for number, (child, rows) in enumerate(serves.items()):
        each = FAVOURED if child in favoured else OTHERS
        queue.append((-each * len(rows), number, each, rows))
    heapify(queue)
    while queue:
        count, number, each, rows = queue[0]
        left = [(row, place) for row, place in rows if row not in served]
        if not left:
            heappop(queue)
        elif -each * len(left) != count:  # it served more when it was counted
            heapreplace(queue, (-each * len(left), number, each, left))
        else:
            heappop(queue)
            for row, place in left:
                served.add(row)
                taken[row] = place


def set_of(places: Iterable[int]) -> int:
    """Return a set of places as a number; those that are too great for one are left out.

    >>> set_of([0, 2, 3]), set_of([99])
    (13, 0)
    """
    return sum(action_set_of(place) for place in places)


@lru_cache(4096)
def places_in(action_sets: int) -> tuple[int, ...]:
    """Return the places in a set of them.

    >>> places_in(0b1101)
    (0, 2, 3)
    """
    return tuple(place for place in range(action_sets.bit_length()) if action_sets >> place & 1)
