"""Whose turn it is, and who is ended: the workers' processes are played by the tests."""

import asyncio
import time

import pytest

from plywise.errors import InputError
from plywise.live import limits, workers
from plywise.live.workers import JobFailed
from tests.helpers.fake_workers import Staff

PATIENCE = 5.0


def run(look):
    asyncio.run(asyncio.wait_for(look(), PATIENCE))


async def until(fits):
    """Wait until something is so; return it."""
    while not (found := fits()):
        await asyncio.sleep(0.002)
    return found


async def a_while():
    await asyncio.sleep(0.05)


def test_owners_take_turns(monkeypatch):
    async def look():
        async with Staff(monkeypatch, 1) as staff:
            jobs = [staff.job("busy", f"busy {number}") for number in range(4)]
            jobs += [staff.job("other", "other 0"), staff.job("third", "third 0")]
            done = []
            while len(done) < len(jobs):
                worker = await until(lambda: next((each for each in staff.processes if each.job), None))
                name = worker.job[1]["name"]
                if name not in done:
                    done.append(name)
                    worker.answer(word=name)
                await asyncio.sleep(0)
            assert done == ["busy 0", "other 0", "third 0", "busy 1", "busy 2", "busy 3"]
            assert [await job.answer for job in jobs] == [{"word": job.asked["name"]} for job in jobs]

    run(look)


def test_nobody_has_more_under_way_than_is_allowed(monkeypatch):
    async def look():
        async with Staff(monkeypatch, 1) as staff:
            for number in range(limits.MAX_WAITING):
                staff.job("greedy", str(number))
            with pytest.raises(InputError, match="already running"):
                staff.job("greedy", "one more")
            staff.job("other", "first")

    run(look)


def test_an_analysis_makes_way_and_goes_on_afterwards(monkeypatch):
    async def look():
        async with Staff(monkeypatch, 1) as staff:
            analysis = staff.job("one", "analysis", preemptible=True)
            worker = await until(lambda: staff.who_does("analysis"))
            move = staff.job("two", "move")
            await until(worker.is_told_to_stop)
            worker.answer(final=True)
            assert await until(lambda: staff.who_does("move")) is worker
            worker.answer(word="4")
            assert (await move.answer)["word"] == "4"
            assert await until(lambda: staff.who_does("analysis")) is worker
            assert not analysis.answer.done()

    run(look)


def test_an_analysis_is_not_gone_on_with_while_others_wait(monkeypatch):
    async def look():
        async with Staff(monkeypatch, 1) as staff:
            staff.job("one", "analysis", preemptible=True)
            worker = await until(lambda: staff.who_does("analysis"))
            staff.job("player 0", "move 0")
            await until(worker.is_told_to_stop)
            worker.answer(final=True)
            for number in range(3):
                assert await until(lambda number=number: staff.who_does(f"move {number}")) is worker
                staff.job(f"player {number + 1}", f"move {number + 1}")
                worker.answer(word="4")
            assert await until(lambda: staff.who_does("move 3")) is worker
            worker.answer(word="4")
            await until(lambda: staff.who_does("analysis"))

    run(look)


def test_an_analysis_that_makes_way_is_over_where_its_page_stops_it(monkeypatch):
    async def look():
        async with Staff(monkeypatch, 1) as staff:
            analysis = staff.job("one", "analysis", preemptible=True)
            worker = await until(lambda: staff.who_does("analysis"))
            staff.job("two", "move")
            await until(worker.is_told_to_stop)
            staff.workers.stop(analysis)
            worker.answer(final=True)
            await until(lambda: staff.who_does("move"))
            assert await analysis.answer
            worker.answer(word="4")
            await a_while()
            assert staff.who_does("move") is worker  # it has been given nothing else

    run(look)


def test_what_takes_long_leaves_a_worker_for_others(monkeypatch):
    async def look():
        async with Staff(monkeypatch, 3) as staff:
            for number in range(6):
                staff.job(f"slow {number}", f"long {number}", is_long=True)
            await until(lambda: len(staff.processes) == 3)
            await a_while()
            move = staff.job("quick", "move")
            worker = await until(lambda: staff.who_does("move"))
            worker.answer(word="4")
            assert (await move.answer)["word"] == "4"

    run(look)


def test_who_compiles_for_nobody_makes_room_for_others(monkeypatch):
    monkeypatch.setattr(limits, "STOP_SECONDS", 0.05)
    monkeypatch.setattr("plywise.live.workers.EXTRA_AFTER", 0.0)

    async def look():
        async with Staff(monkeypatch, 1) as staff:
            for number in range(3):
                job = staff.job("restless", f"game {number}")
                worker = await until(lambda number=number: staff.who_does(f"game {number}"))
                worker.tell(event="thinking", what="compiling")
                await until(lambda job=job: job.heard)
                staff.workers.stop(job)
                await a_while()
                if number == 0:
                    assert not worker.is_ended  # nobody waits: what it compiles is kept for the next time
            other = staff.job("other", "move")
            worker = await until(lambda: staff.who_does("move"))
            worker.answer(word="4")
            assert (await other.answer)["word"] == "4"

    run(look)


def test_a_worker_is_started_beside_one_that_compiles_only_where_that_takes_a_while(monkeypatch):
    monkeypatch.setattr("plywise.live.workers.EXTRA_AFTER", 0.2)

    async def look():
        async with Staff(monkeypatch, 1) as staff:
            job = staff.job("one", "first")
            worker = await until(lambda: staff.who_does("first"))
            worker.tell(event="thinking", what="compiling")
            staff.job("two", "second")
            await until(lambda: job.heard)
            await a_while()
            assert staff.processes == [worker]
            assert await until(lambda: staff.who_does("second")) is not worker

    run(look)


def test_a_job_is_done_once_more_where_its_worker_dies(monkeypatch):
    async def look():
        async with Staff(monkeypatch, 1) as staff:
            job = staff.job("one", "move")
            (await until(lambda: staff.who_does("move"))).die()
            await until(lambda: job.heard)
            again = await until(lambda: staff.who_does("move"))
            assert job.heard[-1]["text"].endswith("retrying")
            again.die()
            with pytest.raises(JobFailed, match="was killed by SIGKILL, twice"):
                await job.answer
            assert all(each.is_ended for each in staff.processes[:2])

    run(look)


def test_a_worker_that_does_not_stop_is_ended(monkeypatch):
    monkeypatch.setattr(limits, "STOP_SECONDS", 0.05)
    monkeypatch.setattr(workers._Worker, "worked", lambda worker: time.monotonic())

    async def look():
        async with Staff(monkeypatch, 1) as staff:
            job = staff.job("one", "move")
            worker = await until(lambda: staff.who_does("move"))
            staff.workers.stop(job)
            assert await job.answer == {"stopped": True}
            assert worker.is_ended

    run(look)


def test_a_worker_that_hardly_gets_on_has_longer_to_stop(monkeypatch):
    monkeypatch.setattr(limits, "STOP_SECONDS", 0.05)
    monkeypatch.setattr(limits, "STOP_AT_MOST", 0.3)
    monkeypatch.setattr(workers._Worker, "worked", lambda worker: 7.0)

    async def look():
        async with Staff(monkeypatch, 1) as staff:
            job = staff.job("one", "move")
            worker = await until(lambda: staff.who_does("move"))
            staff.workers.stop(job)
            await asyncio.sleep(0.15)
            assert not worker.is_ended
            assert await job.answer == {"stopped": True}
            assert worker.is_ended

    run(look)


def test_what_does_not_make_way_is_gone_on_with_by_another_worker(monkeypatch):
    monkeypatch.setattr(limits, "STOP_SECONDS", 0.05)
    monkeypatch.setattr(workers._Worker, "worked", lambda worker: time.monotonic())

    async def look():
        async with Staff(monkeypatch, 1) as staff:
            analysis = staff.job("one", "analysis", preemptible=True)
            worker = await until(lambda: staff.who_does("analysis"))
            staff.job("two", "move")
            await until(worker.is_told_to_stop)
            (await until(lambda: staff.who_does("move"))).answer(word="4")
            assert worker.is_ended
            (await until(lambda: staff.who_does("analysis"))).answer(final=True)
            assert await analysis.answer == {"final": True}
            assert analysis.heard == []

    run(look)


def test_what_takes_too_long_is_said_to_and_has_a_while_to_end(monkeypatch):
    monkeypatch.setattr(limits, "STOP_SECONDS", 0.01)
    monkeypatch.setattr(limits, "GRACE_SECONDS", 0.2)
    monkeypatch.setattr(workers._Worker, "worked", lambda worker: time.monotonic())

    async def look():
        async with Staff(monkeypatch, 1) as staff:
            job = staff.job("one", "hint", seconds=0.05)
            worker = await until(lambda: staff.who_does("hint"))
            await until(worker.is_told_to_stop)
            await a_while()
            assert not worker.is_ended
            with pytest.raises(JobFailed, match=r"no answer within 0\.25 s"):
                await job.answer
            assert worker.is_ended

    run(look)


def test_a_worker_that_takes_too_much_memory_is_ended(monkeypatch):
    async def look():
        async with Staff(monkeypatch, 1, megabytes=0.1) as staff:
            job = staff.job("one", "move")
            with pytest.raises(JobFailed, match="the search took more than"):
                await job.answer

    run(look)


def test_time_is_up(monkeypatch):
    async def look():
        async with Staff(monkeypatch, 1) as staff:
            job = staff.job("one", "move", seconds=0.05)
            worker = await until(lambda: staff.who_does("move"))
            await until(worker.is_told_to_stop)
            worker.answer(word="4")
            assert (await job.answer)["word"] == "4"

    run(look)


def test_whoever_waits_is_told_when_the_program_ends(monkeypatch):
    async def look():
        async with Staff(monkeypatch, 1) as staff:
            jobs = [staff.job("one", "under way"), staff.job("two", "waits")]
            await until(lambda: staff.who_does("under way"))
        for job in jobs:
            with pytest.raises(JobFailed, match="the program ends"):
                await job.answer
        assert all(each.is_ended for each in staff.processes)

    run(look)
