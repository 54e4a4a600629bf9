"""The working memory of one thread of the search for play, behind the counts and limits of thread_state.py.

STATICS ..        ply -> the estimate of the state there, in the mover's view
KEYS ..           the keys of the game's positions before the root, then those of the line being searched
CLASSES_MADE ..   ply -> the class of the action made there
HISTORY ..        player, class -> how often quiet actions of that class were best
CONTINUATION ..   class, class -> the same, of the second after the first; after an action, and after the one before
LINES ..          ply -> the best line from there: its length, then its actions
KEPT ..           the lowest bits of a key -> the estimate of the last state there, and the key's other bits above it
LEARNED ..        the learned evaluation's data on the last evaluated state (learned.py)
GAME ..           the actions of the self-play game, to locate an error (selfplay.py)
"""

from plywise.engines.kernel import thread_state as slots

DEEPEST = 250
"""Plies from the root at which a line of play is evaluated as it is."""

MAX_PAST = 1024
"""The number of positions before the root that are kept to detect repetition."""

CLASSES = 512
"""The number of classes of actions for the history tables; games' class numbers are taken modulo this."""

SHARED = 4
"""Numbers of CONTINUATION in one word, 16 bits each, so that the table fits the processor's nearer caches."""

NONE = CLASSES
"""The class of no action: before the root, and after a pass."""

LINE_ROOM = 128

MAX_ROOT = 1 << 14
"""The number of root actions that can be marked."""

TABLE_SIZE = slots.SIZE
"""The word with the table's size: 2**that buckets."""
AGE, PAST_KEYS, ROOT_SIDE = slots.SIZE + 1, slots.SIZE + 2, slots.SIZE + 3
"""The number of the search, modulo entries.AGES; the number of positions kept before the root; the root's side."""
ROOT_MARK = slots.SIZE + 4
"""The mark of the root actions to search; 0: all of them."""
OVERLOOK, BLUR, SEED = slots.SIZE + 5, slots.SIZE + 6, slots.SIZE + 7
"""A weaker player's chance of oversights, error of estimates, and seed (oversights.py); 0 and 0: it sees everything."""
UNKNOWING = slots.SIZE + 8
"""The chance that a weaker player does not know the game's `bounds` of a state."""
BOUND, OUTRIGHT = slots.SIZE + 9, slots.SIZE + 10
"""The utility, MAX's view, from which a win is outright (-BOUND for a loss), as a value of the game, and the same as an
integer. 0: none is."""
LOTS = slots.SIZE + 11
"""The state of the random number generator for self-play (selfplay.py)."""
GAME_PLIES = slots.SIZE + 12
"""The number of actions made in the self-play game."""
REDUCTIONS = slots.SIZE + 13
"""Depth, number of the action -> its depth reduction in plies: 64 by 64 words."""

STATICS = REDUCTIONS + 64 * 64
KEYS = STATICS + DEEPEST + 2
CLASSES_MADE = KEYS + MAX_PAST + DEEPEST + 2
HISTORY = CLASSES_MADE + DEEPEST + 2
CONTINUATION = HISTORY + 2 * CLASSES
LINES = CONTINUATION + 2 * (CLASSES + 1) * CLASSES // SHARED
ROOT_MARKS = LINES + (DEEPEST + 2) * LINE_ROOM
"""Place of a root action -> its mark."""
KEPT = ROOT_MARKS + MAX_ROOT
KEPT_BITS = 12
"""The estimate cache has 2**that words: few, so that they stay in the processor's nearest caches."""
LEARNED = KEPT + (1 << KEPT_BITS)
MAX_WORDS, MAX_CELLS, MAX_TABLES, MAX_UNITS = 128, 2048, 2048, 64
"""The maximum words of a state, and the maximum cells, tables and hidden units of a learned evaluation."""
GAME = LEARNED + 4 + 2 * MAX_WORDS + MAX_CELLS + MAX_TABLES + MAX_UNITS
MAX_GAME_PLIES = 1000
"""The maximum plies of a self-play game."""
SIZE = GAME + MAX_GAME_PLIES

POINT_BITS = 17
"""The bits of an estimate in points; a key's lowest bits are its place, the bits above it identify the state."""
NOT_KEPT = 1 << POINT_BITS

GREATEST = 1 << 14
"""The maximum magnitude of a history score."""


def learn(work: list[int], at: int, bonus: int) -> None:
    """Adjust the history score of a class of actions by a bonus, less the nearer it is to its bound."""
    size = bonus if bonus > 0 else -bonus
    work[at] += bonus - work[at] * size // GREATEST


def recall(work: list[int], number: int) -> int:
    """Return the history score of an action's class after another's."""
    return work[CONTINUATION + (number >> 2)] << (48 - 16 * (number & 3)) >> 48


def learn_reply(work: list[int], number: int, bonus: int) -> None:
    """Adjust the history score of an action's class after another's, as `learn` does."""
    at, low = CONTINUATION + (number >> 2), 16 * (number & 3)
    size = bonus if bonus > 0 else -bonus
    now = work[at] << (48 - low) >> 48
    now += bonus - now * size // GREATEST
    work[at] = work[at] & ~(0xFFFF << low) | (now & 0xFFFF) << low


def kept_estimate(work: list[int], key: int) -> int:
    """Return the cached estimate of a state, for MAX, in points; NOT_KEPT if there is none."""
    held = work[KEPT + (key & (1 << KEPT_BITS) - 1)]
    return held << 64 - POINT_BITS >> 64 - POINT_BITS if (held ^ key) >> POINT_BITS == 0 else NOT_KEPT


def keep_estimate(work: list[int], key: int, points: int) -> None:
    """Cache the estimate of a state."""
    work[KEPT + (key & (1 << KEPT_BITS) - 1)] = key >> POINT_BITS << POINT_BITS | points & (1 << POINT_BITS) - 1


def note_best(work: list[int], ply: int, action: int, value: int) -> None:
    """Set the best line from a ply to an action and then the best line from the next ply."""
    if ply == 0:
        work[slots.SO_FAR] = value
    line, after = LINES + ply * LINE_ROOM, LINES + (ply + 1) * LINE_ROOM
    length = min(work[after], LINE_ROOM - 2)
    work[line], work[line + 1] = length + 1, action
    for place in range(1, length + 1):
        work[line + 1 + place] = work[after + place]
