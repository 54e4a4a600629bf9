"""The working memory of one thread of the search for play, behind the counts and limits of thread_state.py.

STATICS ..        ply -> the estimate of the state there, in the mover's view
KEYS ..           the keys of the game's positions before the root, then those of the line being searched
CLASSES_MADE ..   ply -> the class of the action made there
HISTORY ..        player, class -> how often quiet actions of that class were best
CONTINUATION ..   class, class -> the same, of the second after the first; after an action, and after the one before
LINES ..          ply -> the best line from there: its length, then its actions
KEPT ..           the lowest bits of a key -> the estimate of the state last seen there, below the key's other bits
LEARNED ..        what the learned evaluation knows of the state that it evaluated last (learned.py)
GAME ..           the actions of the game that is played here, to locate an error (selfplay.py)
"""

from plywise.engines.kernel import thread_state as slots

DEEPEST = 250
"""Plies from the root at which a line of play is evaluated as it is."""

MAX_PAST = 1024
"""Positions before the root that are kept, to see what recurs."""

CLASSES = 512
"""Classes of actions, for which experience is kept; the games' numbers for them are taken modulo this."""

SHARED = 4
"""Numbers of CONTINUATION in one word, 16 bits each: the table must fit into the processor's nearer caches."""

NONE = CLASSES
"""The class of no action: before the root, and after a pass."""

LINE_ROOM = 128

MAX_ROOT = 1 << 14
"""Actions of a root that can be marked."""

TABLE_SIZE = slots.SIZE
"""The word that says the table has 2**that buckets."""
AGE, PAST_KEYS, ROOT_SIDE = slots.SIZE + 1, slots.SIZE + 2, slots.SIZE + 3
"""The number of the search, modulo entries.AGES; how many positions before the root are kept."""
ROOT_MARK = slots.SIZE + 4
"""What the mark of a root's action must be for it to be searched; 0: all actions have it."""
OVERLOOK, BLUR, SEED = slots.SIZE + 5, slots.SIZE + 6, slots.SIZE + 7
"""What a weaker player does not see (oversights.py): 0 and 0: it sees all."""
UNKNOWING = slots.SIZE + 8
"""The chance that the game's `bounds` of a state are not known; 0: they always are."""
BOUND, OUTRIGHT = slots.SIZE + 9, slots.SIZE + 10
"""The utility, MAX's view, from which on a win is outright, -BOUND for a loss, as the game's values are held; and the
same as a whole number. 0: none is."""
LOTS = slots.SIZE + 11
"""The state of the generator of random numbers, where games are played here (selfplay.py)."""
GAME_PLIES = slots.SIZE + 12
"""How many actions of it were made."""
REDUCTIONS = slots.SIZE + 13
"""Depth, number of the action -> plies by which it is searched less deep: 64 by 64 words."""

STATICS = REDUCTIONS + 64 * 64
KEYS = STATICS + DEEPEST + 2
CLASSES_MADE = KEYS + MAX_PAST + DEEPEST + 2
HISTORY = CLASSES_MADE + DEEPEST + 2
CONTINUATION = HISTORY + 2 * CLASSES
LINES = CONTINUATION + 2 * (CLASSES + 1) * CLASSES // SHARED
ROOT_MARKS = LINES + (DEEPEST + 2) * LINE_ROOM
"""Place of a root's action -> its mark."""
KEPT = ROOT_MARKS + MAX_ROOT
KEPT_BITS = 12
"""There are 2**that words for estimates: few, so that they stay in the processor's nearest caches."""
LEARNED = KEPT + (1 << KEPT_BITS)
MAX_WORDS, MAX_CELLS, MAX_TABLES = 128, 2048, 2048
"""Of a state, and of a learned evaluation."""
GAME = LEARNED + 4 + 2 * MAX_WORDS + MAX_CELLS + MAX_TABLES
MAX_GAME_PLIES = 1000
"""Of a game that is played here."""
SIZE = GAME + MAX_GAME_PLIES

POINT_BITS = 17
"""Of an estimate in points; a key's lowest bits say where it is kept, and those above it whose it is."""
NOT_KEPT = 1 << POINT_BITS

GREATEST = 1 << 14
"""What is learnt of a class of actions lies between this and its opposite."""


def learn(work: list[int], at: int, bonus: int) -> None:
    """Move what is learnt of a class of actions by a bonus; the nearer it is to its bound, the less."""
    size = bonus if bonus > 0 else -bonus
    work[at] += bonus - work[at] * size // GREATEST


def recall(work: list[int], number: int) -> int:
    """Return what is learnt of an action's class after another's."""
    return work[CONTINUATION + (number >> 2)] << (48 - 16 * (number & 3)) >> 48


def learn_reply(work: list[int], number: int, bonus: int) -> None:
    """Move what is learnt of an action's class after another's, as `learn` does."""
    at, low = CONTINUATION + (number >> 2), 16 * (number & 3)
    size = bonus if bonus > 0 else -bonus
    now = work[at] << (48 - low) >> 48
    now += bonus - now * size // GREATEST
    work[at] = work[at] & ~(0xFFFF << low) | (now & 0xFFFF) << low


def kept_estimate(work: list[int], key: int) -> int:
    """Return the estimate of a state if it was seen not long ago, for MAX, in points; else NOT_KEPT."""
    held = work[KEPT + (key & (1 << KEPT_BITS) - 1)]
    return held << 64 - POINT_BITS >> 64 - POINT_BITS if (held ^ key) >> POINT_BITS == 0 else NOT_KEPT


def keep_estimate(work: list[int], key: int, points: int) -> None:
    """Keep the estimate of a state."""
    work[KEPT + (key & (1 << KEPT_BITS) - 1)] = key >> POINT_BITS << POINT_BITS | points & (1 << POINT_BITS) - 1


def note_best(work: list[int], ply: int, action: int, value: int) -> None:
    """Set the best line from a ply to an action, and then the best line from the next ply."""
    if ply == 0:
        work[slots.SO_FAR] = value
    line, after = LINES + ply * LINE_ROOM, LINES + (ply + 1) * LINE_ROOM
    length = min(work[after], LINE_ROOM - 2)
    work[line], work[line + 1] = length + 1, action
    for place in range(1, length + 1):
        work[line + 1 + place] = work[after + place]
