"""The archive: what it keeps, what it says, and how it becomes choosier."""

from dataclasses import replace

import pytest

from plywise.engines.kernel import archive, solving, table, thread_state
from plywise.engines.kernel.config import KernelConfig, Task
from plywise.engines.native.search_memory import SearchMemory
from plywise.game import PLIES

PACKED = KernelConfig(distance=True, horizon=False, knowledge=True, alternating=True, fields=2, key_words=1, packed=40)
WIDE = KernelConfig(distance=True, horizon=False, knowledge=False, alternating=True, fields=2, key_words=1, packed=0)
TABLE_BITS, BITS = 8, 6


class Numbers:
    """As much of a game as is needed here: its states are numbers, and their own keys."""

    def key(self, state):
        return state


def task_of(config, first=BITS):
    work = [0] * thread_state.SIZE
    work[thread_state.MAX_TABLE_BITS] = TABLE_BITS
    work[thread_state.ARCHIVE_BITS], work[thread_state.MAX_ARCHIVE_BITS] = first, BITS
    work[thread_state.ARCHIVED_FROM] = archive.FROM_NODES
    words = config.entry_words * (2**TABLE_BITS + 2**BITS)
    return Task(Numbers(), config, work, [], [0] * words)


def keep(task, key, low, high):
    meta = table.meta_word(1, key % 7, 0)
    archive.archive(task, key, table.hash_key(task.config, (key,)), meta, low, high)
    return meta


def recalled(task, key):
    return archive.recall(task, key, table.hash_key(task.config, (key,)))


@pytest.mark.parametrize("config", [PACKED, WIDE])
def test_it_says_what_it_kept_and_nothing_of_other_states(config):
    task, kept = task_of(config), {}
    for key in range(1, 2000, 41):
        low = PLIES - 1 - key % 90
        kept[key] = (keep(task, key, low, PLIES - 1), low, PLIES - 1)
    said = {key: recalled(task, key) for key in range(2000)}
    known = {key: each for key, each in said.items() if each[0] != 0}
    assert len(known) > len(kept) / 2  # the others were replaced
    assert known.items() <= kept.items()


@pytest.mark.parametrize("config", [PACKED, WIDE])
def test_it_lies_behind_the_greatest_table(config):
    task = task_of(config)
    for key in range(1, 3000):
        keep(task, key, 0, 0)
    assert not any(task.table[: config.entry_words << TABLE_BITS])
    assert any(task.table)


@pytest.mark.parametrize("config", [PACKED, WIDE])
def test_the_more_there_is_the_choosier_it_gets(config):
    task = task_of(config)
    for key in range(1, 49):  # three quarters of its entries
        keep(task, key, 0, 0)
        keep(task, key, -1, 1)  # not a new one
    assert task.work[thread_state.ARCHIVED_FROM] == archive.FROM_NODES
    for key in range(49, 200):
        keep(task, key, 0, 0)
    assert task.work[thread_state.ARCHIVED_FROM] > archive.FROM_NODES
    assert task.work[thread_state.ARCHIVED] < 48


@pytest.mark.parametrize("config", [PACKED, WIDE])
def test_it_keeps_what_it_knows_when_it_grows(config):
    task = task_of(config, first=2)
    kept = {key: (keep(task, key, -key, key), -key, key) for key in range(1, 30)}
    assert task.work[thread_state.ARCHIVE_BITS] == BITS
    assert task.work[thread_state.ARCHIVED_FROM] == archive.FROM_NODES
    known = {key: recalled(task, key) for key in kept if recalled(task, key)[0] != 0}
    assert len(known) > 15
    if config is WIDE:  # a packed entry rounds such bounds
        assert known.items() <= kept.items()


@pytest.mark.parametrize("config", [PACKED, WIDE])
def test_it_takes_little_memory_or_there_is_none(config):
    for megabytes in (0.5, 8, 64):
        alone = SearchMemory(config, megabytes=megabytes).table.nbytes
        beside = SearchMemory(config, megabytes=megabytes, archive=True)
        assert alone <= beside.table.nbytes <= alone * 129 / 128
        assert beside.works[0][thread_state.ARCHIVE_BITS]
    long_keys = replace(PACKED, packed=63)  # whose tags fit no small archive
    assert not SearchMemory(long_keys, megabytes=64, archive=True).works[0][thread_state.ARCHIVE_BITS]
    assert not SearchMemory(config, threads=2, megabytes=64, archive=True).works[0][thread_state.ARCHIVE_BITS]


def test_an_empty_table_has_an_empty_archive():
    memory = SearchMemory(PACKED, megabytes=8, archive=True)
    work = memory.works[0]
    bits, work[thread_state.ARCHIVED], work[thread_state.RECALL_PLIES] = int(work[thread_state.ARCHIVE_BITS]), 99, 12
    memory.table[1 << memory.max_bits :][: 1 << bits + 2] = 7
    work[thread_state.ARCHIVE_BITS] += 2
    memory.clear_table()
    assert not memory.table.any()
    assert work[thread_state.ARCHIVED] == work[thread_state.RECALL_PLIES] == 0
    assert work[thread_state.ARCHIVE_BITS] == bits
    with memory.without_archive():
        assert not memory.works[0][thread_state.ARCHIVE_BITS]
    assert memory.works[0][thread_state.ARCHIVE_BITS]


@pytest.mark.parametrize("known", [False, True])
def test_a_table_that_has_grown_is_emptied_for_a_state_it_does_not_know(known):
    task = task_of(PACKED)
    work = task.work
    work[thread_state.TABLE_BITS], work[thread_state.FIRST_BITS_WORD], work[thread_state.THREADS] = TABLE_BITS, 6, 1
    for key in range(1, 40):
        hashed = table.hash_key(PACKED, (key,))
        table.store_packed(PACKED, task.table, work, hashed, table.meta_word(1, 0, 0), 0, 0)
    keep(task, 5, 0, 0)
    solving.renew(task, 7 if known else 77)
    assert any(task.table[: 1 << TABLE_BITS]) == known
    assert work[thread_state.TABLE_BITS] == (TABLE_BITS if known else 6)
    assert recalled(task, 5)[0] != 0  # in any case
