"""How a weaker player errs: replies it overlooks below the root, and noise in its evaluation (oversights.py)."""

from dataclasses import dataclass

from plywise.errors import InputError

CERTAIN = 1 << 16
"""A chance of 1 in the search's fixed-point numbers."""


@dataclass(frozen=True)
class Weakness:
    """What a search for play does not see. It always sees its own moves at the root.

    overlooks: the chance of overlooking an inconspicuous reply. It is n + 1 times as great for a move n plies deeper,
        and
        a quarter for a capture that loses nothing and, if the mover is threatened, for the mover's replies
    blur: the maximum error of an estimate, in points
    seed: determines which moves are overlooked
    unknowing: the chance of not knowing what the game's `bounds` say about a state
    """

    overlooks: float = 0.0
    blur: int = 0
    seed: int = 0
    unknowing: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.overlooks <= 1:
            raise InputError(f"a chance to overlook something is 0 to 1, not {self.overlooks}")
        if not 0 <= self.unknowing <= 1:
            raise InputError(f"a chance not to know something is 0 to 1, not {self.unknowing}")
        if self.blur < 0:
            raise InputError(f"an estimate cannot be off by {self.blur} points")

    @property
    def words(self) -> tuple[int, int, int, int]:
        """Return the words that the kernel's memory holds for it."""
        unknowing = round(self.unknowing * CERTAIN)
        return round(self.overlooks * CERTAIN), self.blur, self.seed & 0x7FFF_FFFF_FFFF_FFFF, unknowing


NONE = Weakness()
"""No weakness: sees everything."""
