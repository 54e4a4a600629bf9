"""Rules that are asked in another thread."""

import asyncio
import subprocess
import sys
import threading
from collections import deque

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


def test_rules_that_never_return_are_broken_off(monkeypatch):
    monkeypatch.setattr("plywise.live.threads.RULES_SECONDS", 0.1)
    stuck = []

    def loop():
        stuck.append(threading.current_thread())
        while True:
            pass

    async def ask_many():
        many = [asyncio.create_task(in_thread(loop)) for _ in range(3)]
        quick = await in_thread(lambda: 7)  # none of them takes its thread from it
        many[0].cancel()  # whoever has gone leaves nothing behind either
        return quick, await asyncio.gather(*many, return_exceptions=True)

    quick, (gone, *told) = asyncio.run(ask_many())
    assert quick == 7
    assert isinstance(gone, asyncio.CancelledError)
    assert [str(each) for each in told] == ["the rules did not answer within 0.1 seconds and were aborted"] * 2
    for thread in stuck:
        thread.join(10)
        assert not thread.is_alive()


def test_a_thread_that_has_answered_takes_the_next_question(monkeypatch):
    monkeypatch.setattr("plywise.live.threads._idle", deque())

    async def ask():
        one_by_one = {await in_thread(threading.get_ident) for _ in range(20)}
        at_once = await asyncio.gather(*(in_thread(together.wait, 5) for _ in range(4)))
        return one_by_one, at_once

    together = threading.Barrier(4)
    one_by_one, at_once = asyncio.run(ask())
    assert len(one_by_one) == 1
    assert sorted(at_once) == [0, 1, 2, 3]


def test_rules_that_cannot_be_broken_off_do_not_keep_the_program_from_ending():
    program = (
        "import asyncio, plywise.live.threads as threads, time\n"
        "threads.RULES_SECONDS = 0.1\n"
        "try: asyncio.run(threads.in_thread(time.sleep, 60))\n"
        "except ValueError as error: print(error)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=30, check=True)
    assert ran.stdout.startswith("the rules did not answer")
