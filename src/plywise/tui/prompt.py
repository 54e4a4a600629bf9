"""The line at which moves and orders are typed. It has all keys, so that none overtakes another."""

from collections.abc import Mapping

from textual import events
from textual.message import Message
from textual.widgets import Input

STEPS: Mapping[str, tuple[int, int]] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""Arrow keys -> the way on the board, down and across."""


class Prompt(Input):
    """A line to type at. Keys that mean nothing in it are for the board: arrows, and Enter or space where it is empty.

    An empty line is submitted as any other.
    """

    class Stepped(Message):
        """An arrow key goes along the board. step: the way, down and across."""

        def __init__(self, step: tuple[int, int]) -> None:
            super().__init__()
            self.step = step

    def __init__(self) -> None:
        super().__init__(id="prompt", placeholder="Move, or arrows and Enter; F1: help", compact=True)

    async def _on_key(self, event: events.Key) -> None:
        if event.key in STEPS and (not self.value or event.key in ("up", "down")):
            event.stop()
            event.prevent_default()
            self.post_message(self.Stepped(STEPS[event.key]))
        elif event.key == "space" and not self.value:
            event.stop()
            event.prevent_default()
            await self.action_submit()
        else:
            await super()._on_key(event)
