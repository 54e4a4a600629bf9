"""Games of tests/data/first_written once more, by hand: states of words, actions of ints, `plywise.bits`.

Each has the same rules and lists the same actions in the same order, so that a search enters the same nodes. What the
compiler makes of a game as first written is measured against these: `python -m bench.first_written`.
"""
