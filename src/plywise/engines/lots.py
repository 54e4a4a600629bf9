"""Random numbers for searches: a linear congruential generator whose state is one word of the working memory.

It is Knuth's MMIX generator ("The Art of Computer Programming", volume 2, section 3.3.4), with period 2**64. Its high
bits are much better than its low ones, so only the high 31 are used. It draws the same numbers interpreted and
compiled.
"""

from plywise.bits import product, shifted_down, wrapped, wrapped_sum

MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407

BITS = 31
"""The bits of the state that make a number; a number times a count then fits a word."""


def draw(work: list[int], at: int, count: int) -> int:
    """Return a random number from 0 to count - 1, for a count of at most 2**31; work[at] is the generator's state.

    All numbers are equally likely, up to count in 2**31.
    """
    work[at] = wrapped_sum(product(work[at], MULTIPLIER), INCREMENT)
    return shifted_down(work[at], 64 - BITS) * count >> BITS


def seeded(seed: int, stream: int = 0) -> int:
    """Return the initial state for a seed and a stream (such as a thread); different ones are unrelated.

    The mixing is that of SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
    """
    word = (seed * 0x9E3779B97F4A7C15 + stream * 0xD1B54A32D192ED03 + 0x9E3779B97F4A7C15) % 2**64
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
    return wrapped(word ^ word >> 31)
