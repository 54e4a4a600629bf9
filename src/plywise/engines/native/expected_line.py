"""The line of play that a native search expects, read from its table while it runs; this searches nothing."""

from collections.abc import Sequence
from typing import Any

from plywise.engines.kernel.search import entry_holds
from plywise.engines.kernel.table import hash_key, probe_packed, probe_wide
from plywise.engines.native.search_memory import Array
from plywise.engines.native.session import SearchSession
from plywise.engines.values import to_word
from plywise.game import Action, State
from plywise.game.ordered_sets import actions_in_order

MAX_EXPECTED = 8  # moves; enough to show while a user waits


class _Ints(Sequence[int]):
    """An array that yields Python ints, as the kernel's functions need when they are interpreted."""

    def __init__(self, array: Array) -> None:
        self.array = array

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, place: Any) -> Any:
        return int(self.array[place])


def expected_line(session: SearchSession, state: State, value: int, depth: int, floats: bool) -> list[Action]:
    """Return the moves from a state that keep a value, as words, MAX's view, as far as the table still has them.

    depth: how deep the state was searched.
    """
    game = session.engine.game
    line: list[Action] = []
    while len(line) < min(depth, MAX_EXPECTED) and not game.terminal(state):
        left = depth - len(line) - 1
        children = ((action, game.result(state, action)) for action in actions_in_order(game, state))
        kept = next((each for each in children if _is_worth(session, each[1], value, left, floats)), None)
        if kept is None:
            break
        line.append(kept[0])
        state = kept[1]
    return line


def _is_worth(session: SearchSession, state: State, value: int, depth: int, floats: bool) -> bool:
    """Return whether a state, searched to a depth, is known to have exactly this value."""
    game, config, memory = session.engine.game, session.config, session.memory
    if game.terminal(state):
        return to_word(game.utility(state), floats) == value
    key = session.engine.key_words_of(game.key(state))
    if config is None or depth < 1 or len(key) != config.key_words:
        return False
    key_hash, table, work = hash_key(config, key), _Ints(memory.table), _Ints(memory.works[0])
    if config.packed:
        meta, low, high = probe_packed(config, table, work, key_hash)
    else:
        meta, low, high = probe_wide(config, table, work, key_hash, key)
    return meta != 0 and entry_holds(config, meta, depth) and low == high == game.player(state) * value
