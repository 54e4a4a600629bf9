"""Calls of plain Python that are guaranteed to end: they are interrupted after a number of lines."""

import dis
import sys
from collections.abc import Callable
from functools import lru_cache
from types import CodeType, FrameType
from typing import Any

MAX_STEPS = 3_000_000
"""Lines of Python after which a rule is assumed never to return."""


class Endless(Exception):
    """A rule has run for MAX_STEPS lines."""


def with_step_limit(ask: Callable[[], Any]) -> Any:
    """Return what a call returns. Raises Endless, with a one-line message, if it runs for too many lines.

    Only lines in functions with loops count, plus one for each call: code without loops and calls always ends. Tracing
    all other lines too would take several times as long as the rules themselves.
    """
    left = MAX_STEPS

    def step(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise Endless(f"no answer after {MAX_STEPS:,} lines of Python")
        if event == "call":
            loops, jumps_to_itself = _jumps_back(frame.f_code)
            if not loops:
                return None
            if jumps_to_itself:
                frame.f_trace_opcodes = True  # `while True: pass` never reaches a new line
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        return ask()
    finally:
        sys.settrace(before)


@lru_cache(maxsize=4096)
def _jumps_back(code: CodeType) -> tuple[bool, bool]:
    """Return whether a function has a loop, and whether it has one that never reaches another line."""
    jumps = [each for each in dis.get_instructions(code) if "JUMP" in each.opname]
    backward = [each for each in jumps if each.argval <= each.offset]
    return bool(backward), any(each.argval == each.offset for each in backward)


__all__ = ["MAX_STEPS", "Endless", "with_step_limit"]
