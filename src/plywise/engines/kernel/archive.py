"""The archive: what is kept from one question to the next.

A table that has grown with one question is too large for the next one, which for the most part meets other states: it
would spend more time waiting for memory than it saves. So a solver of many states begins each with a small table (see
`solving.renew`). What was hard to find, the bounds of a state whose search entered many nodes, is kept here as well,
and asked for near the root only, where an answer saves the most.

Its entries are those of the table, behind whose greatest size they lie. The archive grows as the table does; when it
may not grow any more, it becomes choosier.
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

FIRST_BITS = 10  # a new one has 2**FIRST_BITS entries
MAX_BITS = 20  # and the largest 2**MAX_BITS
SHARE_BITS = 7  # it takes at most 1 / 2**SHARE_BITS of what the greatest table takes
FROM_NODES = 256  # that a search must have entered, at first, for what it found to be kept
PLIES = 8  # from the root, in which it is asked


def archive_bits(config: Any, max_bits: int) -> tuple[int, int]:
    """Return the ARCHIVE_BITS at first and at last, beside a table of 2**max_bits entries at most.

    Both are 0 where that is too small to have one.
    """
    least, most = least_bits(config), min(MAX_BITS, max_bits - SHARE_BITS)
    return (min(max(FIRST_BITS, least), most), most) if most >= least else (0, 0)


def archive_start(task: Task) -> int:
    """Return where its entries begin."""
    start: int = task.config.entry_words << task.work[MAX_TABLE_BITS]
    return start


def recall(task: Task, state: Any, key_hash: int) -> tuple[int, int, int]:
    """Return a state's meta word and the two bounds; 0 first where the archive has none."""
    bits = task.work[ARCHIVE_BITS]
    slot = archive_start(task) + slot_of(task.config, bits, key_hash)
    if task.config.packed:
        return read_packed(task.config, task.table, slot, key_hash >> bits)
    return read_wide(task.config, task.table, slot, as_key(task.game.key(state)))


def archive(task: Task, state: Any, key_hash: int, meta: int, low: int, high: int) -> None:
    """Keep what was found of a state."""
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
    """Let the archive grow; where it may not, let it keep only what took more nodes."""
    work = task.work
    work[ARCHIVED] = 0
    more = min(GROWTH, work[MAX_ARCHIVE_BITS] - work[ARCHIVE_BITS])
    if more > 0:
        spread(task.config, task.table, archive_start(task), work[ARCHIVE_BITS], more)
        work[ARCHIVE_BITS] += more
    else:
        work[ARCHIVED_FROM] *= 2
