"""Which rules surely change nothing that they are given."""

import copy
import math
from collections import Counter
from dataclasses import dataclass

import pytest

from plywise.game.freezing.reading import only_read

SEEN = []


@dataclass
class Piece:
    """A piece, with a method that reads and one that does not."""

    kind: str
    moved: bool = False

    def worth(self):
        return {"k": 9}.get(self.kind, 1)

    def move(self):
        self.moved = True

    @property
    def name(self):
        return self.kind.upper()


class Counting:
    """What is read of it counts how often."""

    def __init__(self):
        self.asked = 0

    def __len__(self):
        self.asked += 1
        return 3


def helper(rows):
    return [cell for row in rows for cell in row]


def spoiling(rows):
    rows[0][0] = 1
    return rows


def turn(s):
    return s["turn"]


def listed(s):
    found, count = [], 0
    for r, row in enumerate(s["rows"]):
        for c, cell in enumerate(row):
            if cell == 0 and (r, c) not in found:
                found.append((r, c))
                count += 1
    return found if count else [None]


def walked(s):
    y, x, best = 0, s["x"], {}
    while 0 <= y < 3:
        y += 1
        best[y] = math.sqrt(y)
    return max(best.values()) + x + sum(helper(s["rows"]))


def pieces(s):
    return [p.worth() + len(p.name) for p in s["pieces"] if isinstance(p, Piece) and not p.moved]


def inner(s):
    def one(row):
        return sorted(row)[-1]

    return [one(row) for row in s["rows"]] + [next((r for r in s["rows"] if r), None)]


READ = [turn, listed, walked, pieces, inner, helper]


def assigned(s):
    s["turn"] = 2


def nested(s):
    s["rows"][0][0] += 1


def aliased(s):
    row = s["rows"][0]
    row += [1]
    return row


def aliased_or_new(s):
    row = []
    if s["turn"]:
        row = s["rows"][0]
    row.append(3)
    return row


def sorted_in_place(s):
    s["pieces"].sort(key=Piece.worth)
    return s


def moved(s):
    for piece in s["pieces"]:
        piece.move()


def handed(s):
    return list(map(Piece.move, s["pieces"]))


def through_a_helper(s):
    return spoiling(s["rows"])


def item_of_a_new_list(s):
    rows = list(s["rows"])
    rows[0] += [1]
    return rows


def item_of_an_item(s):
    rows = list(s["rows"])
    rows[0][0] = 1
    return rows


def looped(s):
    for s["turn"] in range(3):
        pass


def remembered(s):
    SEEN.append(s)
    return SEEN


def deleted(s):
    del s["turn"]


def called(s, act=print):
    return act(s)


def unpacked(s):
    one, s["turn"] = s["rows"][0], 3
    return one


def copied(s):
    child = copy.deepcopy(s)
    child["turn"] = 1
    return Counter(child)


def attribute(s):
    s["pieces"][0].moved = True


def walrus(s):
    if row := s["rows"][0]:
        row.append(1)


def through_set_attribute(s):
    setattr(s["pieces"][0], "moved", True)  # noqa: B010


CHANGE = [
    assigned, nested, aliased, aliased_or_new, sorted_in_place, moved, handed, through_a_helper, item_of_a_new_list,
    item_of_an_item, looped, remembered, deleted, called, unpacked, copied, attribute, walrus, through_set_attribute,
]  # fmt: skip


@pytest.mark.parametrize("function", READ)
def test_a_function_that_only_reads_is_known_to(function):
    # Counting, whose len changes it, is in this module, too; so the classes are those of Piece's own module alone
    names = {name: each for name, each in function.__globals__.items() if each is not Counting}
    alone = type(function)(function.__code__, names, function.__name__)
    alone.__module__, helper_there = function.__module__, names["helper"]
    assert helper_there is helper
    assert only_read([alone], [Piece])


@pytest.mark.parametrize("function", CHANGE)
def test_a_function_that_may_change_something_is_not_taken_to_read(function):
    names = {name: each for name, each in function.__globals__.items() if each is not Counting}
    alone = type(function)(function.__code__, names, function.__name__, function.__defaults__)
    alone.__module__ = function.__module__
    assert not only_read([alone], [Piece])


def test_special_methods_that_change_their_object_count():
    assert not only_read([turn], [Counting])
