"""The archive: results kept from one question to the next.

A table that has grown with one question is too large for the next one, which mostly meets other states: waiting for
memory would cost more time than the table saves. So a solver of many states begins each with a small table (see
`solving.renew`). Expensive results, the bounds of states whose searches entered many nodes, are also stored here, and
looked up only near the root, where they save the most.

Its entries have the table's layout and lie behind the table's maximum size. The archive grows as the table does; once
it is at its maximum, it raises the number of nodes an entry requires.
"""

from typing import Any

from plywise.engines.kernel.config import Task
from plywise.engines.kernel.table import (
    GROWTH,
    is_new_packed,
    is_new_wide,
    least_bits,
    read_packed,
    read_wide,
    slot_of,
    spread,
    write_packed,
    write_wide,
)
from plywise.engines.kernel.thread_state import (
    ARCHIVE_BITS,
    ARCHIVED,
    ARCHIVED_FROM,
    MAX_ARCHIVE_BITS,
    MAX_TABLE_BITS,
    RECALL_PLIES,
    as_key,
)

FIRST_BITS = 10  # a new archive has 2**FIRST_BITS entries
MAX_BITS = 20  # and the largest 2**MAX_BITS
SHARE_BITS = 7  # it takes at most 1 / 2**SHARE_BITS of the largest table's memory
FROM_NODES = 256  # nodes that a search must have entered, at first, for its result to be archived
PLIES = 8  # plies from the root in which it is consulted


def archive_bits(config: Any, max_bits: int) -> tuple[int, int]:
    """Return the initial and the maximum ARCHIVE_BITS, beside a table of at most 2**max_bits entries.

    Both are 0 if the table is too small to have one.
    """
    least, most = least_bits(config), min(MAX_BITS, max_bits - SHARE_BITS)
    return (min(max(FIRST_BITS, least), most), most) if most >= least else (0, 0)


def archive_start(task: Task) -> int:
    """Return where its entries begin."""
    start: int = task.config.entry_words << task.work[MAX_TABLE_BITS]
    return start


def recall(task: Task, state: Any, key_hash: int) -> tuple[int, int, int]:
    """Return a state's meta word and the two bounds; the meta word is 0 if the archive has no entry."""
    bits = task.work[ARCHIVE_BITS]
    slot = archive_start(task) + slot_of(task.config, bits, key_hash)
    if task.config.packed:
        return read_packed(task.config, task.table, slot, key_hash >> bits)
    return read_wide(task.config, task.table, slot, as_key(task.game.key(state)))


def archive(task: Task, state: Any, key_hash: int, meta: int, low: int, high: int) -> None:
    """Store a state's result."""
    config, work, table = task.config, task.work, task.table
    bits = work[ARCHIVE_BITS]
    slot, tag = archive_start(task) + slot_of(config, bits, key_hash), key_hash >> bits
    if config.packed:
        work[ARCHIVED] += is_new_packed(table, slot, tag)
        write_packed(config, table, slot, tag, meta, low, high)
    else:
        key = as_key(task.game.key(state))
        work[ARCHIVED] += is_new_wide(config, table, slot, key)
        write_wide(config, table, slot, key, meta, low, high)
    work[RECALL_PLIES] = PLIES
    if work[ARCHIVED] > 3 << bits >> 2:
        make_room(task)


def make_room(task: Task) -> None:
    """Grow the archive; at its maximum, store only results that took more nodes."""
    work = task.work
    work[ARCHIVED] = 0
    more = min(GROWTH, work[MAX_ARCHIVE_BITS] - work[ARCHIVE_BITS])
    if more > 0:
        spread(task.config, task.table, archive_start(task), work[ARCHIVE_BITS], more)
        work[ARCHIVE_BITS] += more
    else:
        work[ARCHIVED_FROM] *= 2
