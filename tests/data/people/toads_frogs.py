#!/usr/bin/env python
"""Toads and Frogs.

Toads (T) go right, frogs (F) go left: one step to a free place, or a jump over ONE animal of the other kind.
If you can't move you lose.
"""
import sys
from functools import lru_cache

START = "TTT__FFF"


def next_positions(s, toads):
    """All strings the player can make out of s"""
    result = []
    if toads:
        me, you, d = "T", "F", 1
    else:
        me, you, d = "F", "T", -1
    for i, ch in enumerate(s):
        if ch != me:
            continue
        j = i + d
        if 0 <= j < len(s) and s[j] == "_":
            result.append(swap(s, i, j))
        k = j + d
        if 0 <= k < len(s) and s[j] == you and s[k] == "_":
            result.append(swap(s, i, k))
    return result


def swap(s, i, j):
    if i > j:
        i, j = j, i
    return s[:i] + s[j] + s[i + 1:j] + s[i] + s[j + 1:]


@lru_cache(maxsize=None)
def minimax(s, toads):
    children = next_positions(s, toads)
    if not children:
        return -1 if toads else 1
    if toads:
        return max(minimax(child, False) for child in children)
    return min(minimax(child, True) for child in children)


def best(s, toads):
    children = next_positions(s, toads)
    if toads:
        return max(children, key=lambda c: minimax(c, False))
    return min(children, key=lambda c: minimax(c, True))


def human(s):
    options = next_positions(s, True)
    for n, o in enumerate(options):
        print("  %d) %s" % (n, o))
    while True:
        try:
            return options[int(input("> "))]
        except (ValueError, IndexError):
            print("?")


def main(argv):
    s = argv[1] if len(argv) > 1 else START
    toads = True
    while next_positions(s, toads):
        print(s)
        s = human(s) if toads else best(s, False)
        toads = not toads
    print(s)
    print("The %s lose." % ("toads" if toads else "frogs"))


if __name__ == "__main__":
    main(sys.argv)
