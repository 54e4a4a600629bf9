"""The working memory of one search thread: where the kernel keeps its counts, limits, moves and best lines.

It is one array of 64-bit words, so that a recursive call passes one pointer. Interpreted, a list serves as well.

    0 ..          counts and limits, by the names below
    PRUNED ..     ply -> actions of that ply skipped by cutoffs
    PATH ..       ply -> the action being searched there, to locate an error
    LINE ..       ply -> the best line found from there: its length, then its actions
    KILLERS ..    ply -> the two actions that last cut there
    HISTORY ..    player, action -> how much it cut
"""

from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any

from plywise.bits import product, wrapped
from plywise.process.recursion import MAX_PLIES
from plywise.repetition import Past

# --- counts and limits -----------------------------------------------------------------------------------------------

_words = count()

NODES = next(_words)  # entered
LEAVES = next(_words)
ESTIMATES = next(_words)  # leaves at the horizon
CUTOFFS = next(_words)
FIRST_CUTOFFS = next(_words)  # those of them by the first action searched
TABLE_HITS = next(_words)
GUESSES = next(_words)  # values so far that rest on an estimate
SATURATED = next(_words)  # those of them that reach a utility bound: a value at a bound is then no proof
SELECTIVE = next(_words)  # how often a part of the tree was skipped on a guess
DEEPEST = next(_words)  # the greatest ply entered
SO_FAR = next(_words)  # the value of the root's best action so far, if there is a line from the root

STOP = next(_words)  # not 0: stop, because of ...
LOOK_AT = next(_words)  # the number of nodes at which to check whether to stop
MAX_NODES = next(_words)

FEATURES = next(_words)  # the features the search uses, as a bit mask
SHUFFLE = next(_words)  # not 0: a second thread, which searches equals in another order
LEAST_UTILITY = next(_words)  # the game's utility_bounds, MAX's view
GREATEST_UTILITY = next(_words)
UNKNOWN = next(_words)  # without estimates: the value of a state beyond the horizon, MAX's view
STACK_SIZE = next(_words)  # words in the stack of actions

THREADS = next(_words)  # the number that share the table
TABLE_BITS = next(_words)  # the table has 2**TABLE_BITS entries
FIRST_BITS_WORD = next(_words)  # the TABLE_BITS of an empty table
MAX_TABLE_BITS = next(_words)  # the TABLE_BITS of the largest
FILLED = next(_words)  # new entries in the table since it grew
GROWS_AT = next(_words)  # it grows once it has more

ARCHIVE_BITS = next(_words)  # the archive has 2**ARCHIVE_BITS entries; 0: there is none
MAX_ARCHIVE_BITS = next(_words)  # the ARCHIVE_BITS of the largest
ARCHIVED = next(_words)  # new entries in the archive since it last grew, or raised ARCHIVED_FROM
ARCHIVED_FROM = next(_words)  # the nodes of a search from which its entry is archived
RECALL_PLIES = next(_words)  # the plies from the root in which the archive is consulted
QUESTION = next(_words)  # the hash of the last root state

DONE = next(_words)  # states of a batch that are solved
ROWS_SIZE = next(_words)  # words for their results ...
WRITTEN = next(_words)  # ... and the number of them written
ENDS = next(_words)  # of perft: lines counted that end at the ply counted

ORDER = next(_words)  # of a search in an order: its number (move_orders.py) ...
CUT_RULE = next(_words)  # ... and when it cuts
ORDERING_NODES = next(_words)  # nodes entered by the searches of a move order
ORDERING_DEEPEST = next(_words)  # the greatest ply of these
HISTORIES = next(_words)  # actions whose cutoffs are counted
REMEMBERED = next(_words)  # states whose best action is known

COUNTS = next(_words)
"""The number of words for counts and limits; the arrays follow."""

PRUNED = COUNTS
PATH = PRUNED + MAX_PLIES + 2
LINE = PATH + MAX_PLIES + 2
LINE_PLIES = 4  # lines are kept for the first plies only: the rest costs little to search again
LINE_WORDS = LINE_PLIES + 1
KILLERS = LINE + (LINE_PLIES + 1) * LINE_WORDS
KILLER_PLIES = 1024
HISTORY = KILLERS + 2 * KILLER_PLIES
HISTORY_WORDS = 4096  # of each player
SIZE = HISTORY + 2 * HISTORY_WORDS

LOOK_EVERY = 256
"""Nodes between two checks whether to stop."""

# --- why a search stopped --------------------------------------------------------------------------------------------

STOPPED_BY = ("complete", "time", "nodes", "interrupt", "stack", "plies", "rule", "table", "count")
SUPERFLUOUS = -1  # another thread has the answer
COMPLETE, BY_TIME, BY_NODES, BY_INTERRUPT, BY_STACK, BY_PLIES, BY_RULE, BY_TABLE, BY_COUNT = range(9)


class Halt(Exception):
    """The search stops where it is; work[STOP] says why."""


def enter(work: list[int], ply: int) -> None:
    """Count a node. Raises Halt at a limit."""
    if work[NODES] >= work[LOOK_AT]:
        check_stop(work)
    work[NODES] += 1
    if ply > work[DEEPEST]:
        work[DEEPEST] = ply
        if ply > MAX_PLIES:
            work[STOP] = BY_PLIES
            raise Halt


def check_stop(work: list[int]) -> None:
    """Stop the search if necessary; set when to check again."""
    if work[STOP] != COMPLETE:
        raise Halt
    if work[NODES] >= work[MAX_NODES]:
        work[STOP] = BY_NODES
        raise Halt
    work[LOOK_AT] = min(work[NODES] + LOOK_EVERY, work[MAX_NODES])


def fail_rule(work: list[int]) -> None:
    """Stop because a rule returned an unusable value, so that the fault can be located."""
    work[STOP] = BY_RULE
    raise Halt


def count_guess(work: list[int], value: int) -> int:
    """Count a value, MAX's view, that rests on an estimate; return it."""
    work[GUESSES] += 1
    if value <= work[LEAST_UTILITY] or value >= work[GREATEST_UTILITY]:
        work[SATURATED] += 1
    return value


def count_estimate(work: list[int], value: int) -> int:
    """Count the estimate of a state at the horizon, MAX's view; return it."""
    work[ESTIMATES] += 1
    return count_guess(work, value)


def note_line(work: list[int], ply: int, action: int, value: int) -> None:
    """Set the best line from a ply to an action and then the best line from the next ply."""
    if ply < LINE_PLIES:
        if ply == 0:
            work[SO_FAR] = value
        line = LINE + ply * LINE_WORDS
        after = line + LINE_WORDS
        length = min(work[after], LINE_PLIES - ply - 1)
        work[line] = length + 1
        work[line + 1] = action
        for place in range(1, length + 1):
            work[line + 1 + place] = work[after + place]


def end_line(work: list[int], ply: int) -> None:
    """Clear the best line from a ply."""
    if ply <= LINE_PLIES:
        work[LINE + ply * LINE_WORDS] = 0


def line_from(work: Sequence[int], ply: int = 0) -> list[int]:
    """Return the best line from a ply, as far as it was kept."""
    start = LINE + ply * LINE_WORDS
    return [int(action) for action in work[start + 1 : start + 1 + int(work[start])]]


def pointer(array: list[int]) -> list[int]:
    """Return an array as the kernel passes it on: compiled, the address of its first word."""
    return array


def prefetch(array: list[int], at: int) -> None:
    """Prefetch a word of an array that will soon be read. Interpreted, this does nothing."""


def state_at(array: list[int], at: int, like: Any) -> Any:
    """Return the state whose fields begin at a word of an array; like: a state of the same game."""
    return type(like)(*array[at : at + len(like)])


def as_word(action: int) -> int:
    """Return an action as one word: compiled, a tuple of ints is packed into one."""
    return action


TOLD = 6364136223846793005
"""Multiplies a hash for each position: Knuth's multiplier, The Art of Computer Programming, 3.3.4."""


def state_words(game: Any, state: Any) -> tuple[int, ...]:
    """Return a state's fields as comparable numbers: a past is replaced by a hash of its positions."""
    return tuple(_digest(field) if isinstance(field, Past) else int(field) for field in state)


def _digest(past: Past) -> int:
    word = 0
    for position in reversed(past):
        first: int = position[0] if isinstance(position, tuple) else position
        word = product(word ^ first, TOLD)
    return word


def to_whole(game: Any, utility: int) -> int:
    """Return a utility that is a whole number as an int; compiled, with float values, it comes as a word."""
    return int(utility)


def to_value_word(game: Any, number: int) -> int:
    """Return a whole number as a value of the game; compiled, with float values, as the word for it."""
    return number


def as_key(key: int | Iterable[int]) -> tuple[int, ...]:
    """Return a key as a tuple of words: compiled, it is one already."""
    if isinstance(key, int):
        return (key,)
    return tuple(word for part in key for word in as_key(part))


def word_of(action: int | tuple[int, ...]) -> int:
    """Return the word that stands for an action in compiled code, where `as_word` packs a tuple of ints into one."""
    if not isinstance(action, tuple):
        return int(action)
    word, width = 0, 64 // len(action)
    for part in action:
        word = word << width | int(part) & (1 << width) - 1
    return wrapped(word)
