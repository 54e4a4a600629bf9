"""How a search is compiled: what holds for all of it, and so costs nothing while it runs."""

from dataclasses import dataclass


@dataclass(frozen=True)
class KernelConfig:
    """Constants of a compiled search.

    distance: values say in how many plies the end comes (see values.py). horizon: the search may stop at a depth;
    otherwise it goes to the end, and everything in its table is proved. knowledge: the game has `bounds` and
    `candidates`. alternating: the players always take turns. fields: of a state. key_words: how many words a key has.
    packed: 0, or the bits of a key, where an entry of the table is one word. quiescence, null_move, reductions,
    extensions: the game says what these need, and the search has a horizon. proof: beyond the horizon every state is
    worth work[UNKNOWN], MAX's view: the least or the most there can be, so that what is found nevertheless is proved.
    past: a state has one (plywise.repetition), which another action's result may have written over: each is made again.
    hint_key: the game says which states share hints.
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

    @property
    def move_words(self) -> int:
        """How many words an action has on the stack: see ordering.py."""
        return 5 + self.fields

    @property
    def entry_words(self) -> int:
        """How many words an entry of the table has: see table.py."""
        return 1 if self.packed else self.key_words + 3
