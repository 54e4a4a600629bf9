"""Rules that are asked in another thread."""

import asyncio
import threading

import pytest

from plywise.live.threads import Exited, in_thread


def test_it_answers_from_another_thread_and_raises_what_is_raised():
    async def look():
        assert await in_thread(lambda number, more: (number, more, threading.current_thread()), 1, more=2) != (
            1, 2, threading.main_thread(),
        )  # fmt: skip
        with pytest.raises(ZeroDivisionError):
            await in_thread(lambda: 1 / 0)

    asyncio.run(look())


@pytest.mark.parametrize("error", [SystemExit(3), KeyboardInterrupt()])
def test_a_rule_that_exits_ends_nothing_else(error):
    def leave():
        raise error

    async def look():
        other = asyncio.create_task(asyncio.sleep(0.01, "goes on"))
        with pytest.raises(Exited, match=type(error).__name__):
            await asyncio.shield(in_thread(leave))
        assert await other == "goes on"

    asyncio.run(look())
