"""How a weaker player errs: what it overlooks below the root, and how vague its judgement is (oversights.py)."""

from dataclasses import dataclass

from plywise.errors import InputError

CERTAIN = 1 << 16
"""A chance of 1, as the search counts them."""


@dataclass(frozen=True)
class Weakness:
    """What a search for play does not see. Its own moves it always sees.

    overlooks: the chance that a reply which does not strike the eye is overlooked; the one of a move that lies n plies
        deeper is n + 1 times as great, that of a capture which loses nothing a quarter, of the mover's when threatened
    blur: points by which an estimate is off, at most
    seed: another seed overlooks other moves; the same, the same ones
    unknowing: the chance that it does not know what the game's `bounds` say of a state
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
        """What the kernel's memory holds of it."""
        unknowing = round(self.unknowing * CERTAIN)
        return round(self.overlooks * CERTAIN), self.blur, self.seed & 0x7FFF_FFFF_FFFF_FFFF, unknowing


NONE = Weakness()
"""Sees all."""
