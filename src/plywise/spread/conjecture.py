"""A conjecture: what the root is taken to be worth, until it is proved or refuted."""

from plywise.game import Value
from plywise.spread.effort import Effort

PROVED, LESS, MORE, OPEN = "proved", "refuted: it is less", "refuted: it is more", "open"


class Conjecture:
    """A value of the root. To prove are that it is worth as much, and that it is not worth more.

    efforts: what these two take.
    """

    def __init__(self, value: Value, efforts: list[Effort]) -> None:
        self.value = value
        self.efforts = efforts
        self._first = max(efforts, key=lambda effort: effort.doubt)

    def open_efforts(self) -> list[Effort]:
        """Return the efforts without an answer: first the one that was the more doubtful at the beginning.

        If it fails, the other is not needed; so that one only has what workers cannot do for the first.
        """
        return sorted((each for each in self.efforts if each.answer is None), key=lambda each: each is not self._first)

    @property
    def verdict(self) -> str:
        """What is known of it by what is proved so far: PROVED, LESS, MORE or OPEN."""
        at_least, more = (effort.answer for effort in self.efforts)
        if at_least is False:
            return LESS
        if more:
            return MORE
        return PROVED if at_least and more is False else OPEN


__all__ = ["LESS", "MORE", "OPEN", "PROVED", "Conjecture"]
