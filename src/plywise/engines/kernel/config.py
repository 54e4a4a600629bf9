"""The constants of a compiled search: its configuration, and the arrays it works on."""

from dataclasses import dataclass
from typing import Any, NamedTuple


@dataclass(frozen=True)
class KernelConfig:
    """Constants of a compiled search.

    distance: values include the number of plies to the end (values.py)
    horizon: the search may stop at a depth; otherwise it goes to the end, and everything in its table is proved
    knowledge: the game has `bounds` and `candidates`
    alternating: the players always take turns
    fields: the number of words in a state
    key_words: the number of words in a key
    packed: the bits of a key if a table entry is one word; otherwise 0
    quiescence, null_move, reductions, extensions: the game has these hooks, and the search a horizon
    proof: beyond the horizon a state is worth work[UNKNOWN], the least or greatest value, so results are proved
    past: a state holds a Past, which another action's result may overwrite, so each child is computed again
    hint_key: the game defines which states share hints
    whole: values are integer utilities, in a game whose estimates are floats but are not used here
    """

    distance: bool
    horizon: bool
    knowledge: bool
    alternating: bool
    fields: int
    key_words: int
    packed: int
    quiescence: bool = False
    null_move: bool = False
    reductions: bool = False
    extensions: bool = False
    proof: bool = False
    past: bool = False
    hint_key: bool = False
    whole: bool = False

    @property
    def move_words(self) -> int:
        """The number of words of an action on the stack: see move_picker.py."""
        return 5 + self.fields

    @property
    def entry_words(self) -> int:
        """The number of words of a table entry: see table.py."""
        return 1 if self.packed else self.key_words + 3


class Task(NamedTuple):
    """One thread's search.

    game: the rules
    config: the KernelConfig it is compiled for, which costs nothing while the search runs
    work: counts, limits and learned move statistics (thread_state.py)
    stack: the actions of the nodes on the line being searched (move_picker.py)
    table: the transposition table (table.py)
    """

    game: Any
    config: Any
    work: list[int]
    stack: list[int]
    table: list[int]
