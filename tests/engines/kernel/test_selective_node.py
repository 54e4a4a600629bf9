"""What a node of the search for play is known by."""

from itertools import combinations
from types import SimpleNamespace

import pytest

import plywise as pw
from plywise.engines.kernel.selective.node import hash_of
from plywise.engines.move_limits import MoveLimits
from plywise.engines.selective_search import SelectiveSearch


def test_states_that_differ_in_a_few_bits_have_hashes_of_their_own():
    task = SimpleNamespace(game=SimpleNamespace(play_key=lambda state: state))
    places = [(word, 1 << bit if bit < 63 else -(2**63)) for word in range(4) for bit in range(64)]
    seen = {}
    for few in ((), *combinations(places, 1), *combinations(places, 2)):
        state = [0, 0, 0, 0]
        for word, bit in few:
            state[word] ^= bit
        found = hash_of(task, tuple(state))
        assert found not in seen, (few, seen[found])
        seen[found] = few
    assert len(seen) == 1 + 256 + 256 * 255 // 2


@pytest.mark.slow_with("connect4", "kalah")
@pytest.mark.parametrize("name", ["chess", "connect4", "kalah"])
def test_the_hash_is_the_same_in_plain_python(name):
    game = pw.make(name)
    search = SelectiveSearch(game)
    search.search(None, MoveLimits(nodes=1))
    assert search._session.key(game.initial()) == hash_of(SimpleNamespace(game=game), game.initial())
