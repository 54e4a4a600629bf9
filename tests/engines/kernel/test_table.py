"""The transposition table of the compiled search: what its entries say."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import plywise as pw
from plywise.engines.kernel import table
from plywise.engines.kernel.config import KernelConfig
from plywise.engines.kernel.thread_state import (
    BY_STACK,
    FILLED,
    GROWS_AT,
    MAX_NODES,
    NODES,
    PRUNED,
    SIZE,
    STOP,
    TABLE_BITS,
    THREADS,
    Halt,
)
from plywise.engines.native.engines import engine_of
from plywise.engines.native.search_memory import SearchMemory
from plywise.engines.native.session import SearchSession
from plywise.engines.values import INFINITE
from plywise.game import PLIES

PACKED = KernelConfig(distance=True, horizon=False, knowledge=True, alternating=True, fields=2, key_words=1, packed=40)
WIDE = KernelConfig(distance=True, horizon=False, knowledge=False, alternating=True, fields=2, key_words=2, packed=0)

bounds = st.one_of(
    st.integers(-PLIES, PLIES),
    st.integers(PLIES - 200, PLIES),
    st.integers(-PLIES, 200 - PLIES),
    st.sampled_from([INFINITE, -INFINITE]),
)


def working_memory(bits=12):
    work = [0] * SIZE
    work[TABLE_BITS], work[GROWS_AT], work[THREADS] = bits, 2**62, 1
    return work


@example(0, 0, 0, -1)  # all of it zero: an entry in use never is, so it says a move that costs nothing to try
@given(st.integers(0, 2**40 - 1), bounds, bounds, st.integers(-1, 100))
def test_a_packed_entry_never_says_more_than_was_stored(key, one, other, move):
    low, high = min(one, other), max(one, other)
    low, high = (low if low != INFINITE else 0), (high if high != -INFINITE else 0)
    work, array = working_memory(), [0] * 2**12
    digest = table.hash_key(PACKED, (key,))
    table.store_packed(PACKED, array, work, digest, table.meta_word(1, move, 0), low, high)
    meta, least, most = table.probe_packed(PACKED, array, work, digest)
    assert meta != 0
    assert least <= low
    assert most >= high
    for bound, kept in ((low, least), (high, most)):
        if bound == 0 or PLIES - table.MAX_SHORT <= abs(bound) < PLIES:
            assert kept == bound
    zero = array[digest & 2**12 - 1] == 63 << 16
    assert table.move_of(meta) == (table.MAX_MOVES if zero else move if move < table.MAX_MOVES else -1)


@given(st.integers(0, 2**40 - 1), st.integers(0, 2**40 - 1))
def test_another_key_is_not_answered_for(key, other):
    work, array = working_memory(), [0] * 2**12
    digest, asked = table.hash_key(PACKED, (key,)), table.hash_key(PACKED, (other,))
    table.store_packed(PACKED, array, work, digest, table.meta_word(1, 0, 0), -1, 1)
    assert (table.probe_packed(PACKED, array, work, asked)[0] != 0) == (key == other)


words = st.integers(-(2**63), 2**63 - 1)


@given(st.tuples(words, words), st.tuples(words, words), words, words)
def test_a_wide_entry_answers_for_its_own_key_alone(key, other, low, high):
    work, array = working_memory(), [0] * (2**12 * WIDE.entry_words)
    meta = table.meta_word(0, 7, 31)
    table.store_wide(WIDE, array, work, table.hash_key(WIDE, key), key, meta, low, high)
    assert table.probe_wide(WIDE, array, work, table.hash_key(WIDE, key), key) == (meta, low, high)
    found = table.probe_wide(WIDE, array, work, table.hash_key(WIDE, other), other)
    assert (found[0] != 0) == (other == key)


@pytest.mark.parametrize("place", range(WIDE.entry_words))
def test_a_wide_entry_that_two_threads_wrote_to_at_once_answers_for_neither(place):
    work, array = working_memory(), [0] * (2**12 * WIDE.entry_words)
    key = (12345, 67890)
    digest = table.hash_key(WIDE, key)
    table.store_wide(WIDE, array, work, digest, key, table.meta_word(1, 3, 5), -9, 9)
    array[table.slot_of(WIDE, 12, digest) + place] ^= 64
    assert table.probe_wide(WIDE, array, work, digest, key)[0] == 0


@pytest.mark.parametrize("config", [PACKED, WIDE])
def test_a_table_that_grows_keeps_what_it_knows(config):
    work, array = working_memory(8), [0] * (2**14 * config.entry_words)
    work[table.MAX_TABLE_BITS] = 14
    keys = [(n * n * 7919,) if config.packed else (n, n * n) for n in range(1, 60)]
    for number, key in enumerate(keys):
        digest, meta = table.hash_key(config, key), table.meta_word(1, number % 7, 0)
        if config.packed:
            table.store_packed(config, array, work, digest, meta, PLIES - number - 1, PLIES - 1)
        else:
            table.store_wide(config, array, work, digest, key, meta, number, number + 1)

    def known():
        found = {}
        for key in keys:
            digest = table.hash_key(config, key)
            if config.packed:
                found[key] = table.probe_packed(config, array, work, digest)
            else:
                found[key] = table.probe_wide(config, array, work, digest, key)
        return found

    before = known()
    table.grow(config, array, work)
    assert (work[TABLE_BITS], work[FILLED]) == (8 + table.GROWTH, 0)
    assert known() == before
    assert sum(meta != 0 for meta, _, _ in before.values()) > 40


def test_a_search_that_begins_again_with_a_longer_stack_knows_how_large_its_table_is():
    engine = engine_of(pw.make("nim"))
    place = SearchSession(engine, engine.config(distance=True, horizon=False))
    bits, seen = int(place.memory.works[0][TABLE_BITS]), []

    def call(work, stack):
        seen.append(len(stack))
        if len(seen) == 1:
            work[NODES] += 5
            work[PRUNED + 9] += 4  # actions skipped, deeper than anything before
            work[TABLE_BITS] += 2  # it grew ...
            work[STOP] = BY_STACK  # ... before the stack was full
            raise Halt
        return 7

    assert place.run(call, engine.game.initial()) == 7
    assert seen == [seen[0], 4 * seen[0]]
    assert [int(place.memory.works[0][word]) for word in (NODES, PRUNED + 9, TABLE_BITS)] == [0, 0, bits + 2]


def test_the_smallest_table_tells_all_keys_apart():
    config = KernelConfig(True, False, True, True, fields=2, key_words=1, packed=63)
    bits = table.least_bits(config)
    work, array, hashed = working_memory(bits), [0] * 2**bits, 2**62 + 12345
    table.store_packed(config, array, work, hashed, table.meta_word(1, 0, 0), -1, 1)
    assert table.probe_packed(config, array, work, hashed)[0] != 0
    for bit in range(bits, 63):
        assert table.probe_packed(config, array, work, hashed ^ 1 << bit)[0] == 0, bit


@pytest.mark.parametrize("megabytes", [0.5, 1, 3])
@pytest.mark.parametrize("config", [PACKED, WIDE])
def test_a_table_takes_no_more_memory_than_it_may(config, megabytes):
    taken = SearchMemory(config, megabytes=megabytes).table.nbytes
    assert megabytes * 2**20 / 2 < taken <= megabytes * 2**20


def test_a_limit_of_nodes_lets_each_thread_enter_one_and_counts_from_now_on():
    memory = SearchMemory(None, threads=2)
    memory.limit_nodes(1)
    assert [int(work[MAX_NODES]) for work in memory.works] == [1, 1]
    memory.works[0][NODES] = 1_000
    memory.limit_nodes(20)
    assert [int(work[MAX_NODES]) for work in memory.works] == [1_010, 10]
