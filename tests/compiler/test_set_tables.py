"""The table of the sets whose order is seen, in the prelude, next to CPython's own: slot by slot, under each Python."""

import random

import pytest

from plywise.compiler.library import prelude
from plywise.compiler.types.set_order import slots_of


class Written:
    """A set as compiled rules have it: a list of items, a table, and what the prelude does with them."""

    def __init__(self):
        self.items, self.table = [], []
        prelude.clear(self.table, 0)

    def __iter__(self):
        slot = prelude.next_slot(self.table, prelude.FIRST)
        while slot >= 0:
            yield self.items[self.table[slot]]
            slot = prelude.next_slot(self.table, slot + 1)

    def slots(self):
        """Return the slots as slots_of does: with the places of the items in the order of a loop."""
        count = iter(range(len(self.items)))
        return [next(count) if place >= 0 else place for place in self.table[prelude.FIRST :]]

    def add(self, item):
        prelude.add(self.items, self.table, item)

    def discard(self, item):
        return prelude.discard(self.items, self.table, item)

    def pop(self):
        place = prelude.next_to_pop(self.table)
        item = self.items[place]
        prelude.give_up(self.items, self.table, place)
        return item

    def clear(self):
        self.items.clear()
        prelude.clear(self.table, 0)

    def merge(self, other):
        if self is other or not other.items:
            return
        prelude.make_room(self.items, self.table, len(other.items))
        if prelude.is_copied(self.table, other.items, other.table):
            self.items[:] = other.items
            prelude.copy_table(self.table, other.table)
            return
        for item in other:
            self.add(item)

    def take_out(self, other):
        for item in list(other):
            self.discard(item)
        prelude.shrink(self.items, self.table)


def an_item(dice, kind, most):
    number = dice.randrange(-most // 3, most)
    pair = (number % 9 - 3, dice.randrange(-2, 9))
    mixed = dice.choice([number, (number % 5,) * dice.randrange(3), number % 2 == 0, (pair, number)])
    return {"ints": number, "pairs": pair, "mixed": mixed}[kind]


def change(dice, real, written, make):
    """Do the same at random to a set and to the one that is written in the prelude."""
    one, other = dice.randrange(len(real)), dice.randrange(len(real))
    item, way = make(), dice.randrange(10)
    if way < 4:
        real[one].add(item)
        written[one].add(item)
    elif way == 4:
        real[one].update(many := [make() for _ in range(dice.randrange(40))])
        for each in many:
            written[one].add(each)
    elif way == 5:
        item = dice.choice([item, *real[one]])
        assert written[one].discard(item) == (item in real[one])
        real[one].discard(item)
    elif way == 6 and real[one]:
        assert written[one].pop() == real[one].pop()
    elif way == 7:
        real[one] |= real[other]
        written[one].merge(written[other])
    elif way == 8 and one != other:
        real[one] -= real[other]
        written[one].take_out(written[other])
    elif way == 9 and dice.random() < 0.3:
        real[one].clear()
        written[one].clear()


@pytest.mark.slow_with(
    "1000-ints",
    "1000-pairs",
    "1000-mixed",
    "4611686018427387904-pairs",
    "4611686018427387904-mixed",
)
@pytest.mark.parametrize("kind", ["ints", "pairs", "mixed"])
@pytest.mark.parametrize("most", [8, 64, 1000, 2**62])
def test_a_table_is_cpythons_slot_by_slot(kind, most):
    for seed in range(12):
        dice = random.Random(f"{kind} {most} {seed}")
        real, written = [set(), set(), set()], [Written(), Written(), Written()]
        for _ in range(dice.choice([20, 60, 200])):
            change(dice, real, written, lambda dice=dice: an_item(dice, kind, most))
            assert [list(each) for each in written] == [list(each) for each in real]
            assert [each.slots() for each in written] == [slots_of(each) for each in real]


def test_sets_of_thousands_grow_as_cpythons_do():
    real, written = set(), Written()
    for number in range(60_000):
        real.add(number * 8)
        written.add(number * 8)
    assert written.slots() == slots_of(real)
