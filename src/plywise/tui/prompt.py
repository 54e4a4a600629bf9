"""The prompt for moves and commands. It receives all keys, to keep their order."""

from collections.abc import Mapping

from textual import events
from textual.message import Message
from textual.widgets import Input

STEPS: Mapping[str, tuple[int, int]] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""Arrow keys -> the step on the board, down and across."""


class Prompt(Input):
    """An input line that passes keys to the board: arrows, and Enter or space if it is empty.

    An empty line can be submitted.
    """

    class Stepped(Message):
        """An arrow key for the board. step: down and across."""

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
