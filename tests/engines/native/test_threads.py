"""Threads that search: one whose rule never returns is told from one that waits for its turn."""

import os
import threading
import time

import numpy as np
import pytest

from plywise.engines.kernel import thread_state
from plywise.engines.native import threads

LIMIT = 0.1


@pytest.fixture(autouse=True)
def _short(monkeypatch):
    monkeypatch.setattr(threads, "SILENCE", LIMIT)
    monkeypatch.setattr(threads, "STUBBORN", LIMIT)


def run(*jobs):
    return threads.run_all(jobs, [np.zeros(thread_state.SIZE, np.int64) for _ in jobs])[0]


def test_a_thread_that_gets_no_processor_is_waited_for():
    assert run(lambda: time.sleep(8 * LIMIT) or "whole") == ["whole"]


@pytest.mark.parametrize("nodes", [0, -1])
def test_what_a_thread_did_before_is_not_this_job_s_silence(nodes):
    def busy():
        end = time.thread_time() + 3 * LIMIT
        while time.thread_time() < end:
            works[0][thread_state.NODES] += 1

    works = [np.full(thread_state.SIZE, nodes, np.int64)]
    threads.run_all([busy], works)
    works[0][thread_state.NODES] = nodes
    assert threads.run_all([lambda: time.sleep(3 * LIMIT) or "whole"], works)[0] == ["whole"]


@pytest.mark.parametrize("others", [0, 1])
def test_a_thread_that_works_and_enters_no_node_is_stuck(others):
    over = threading.Event()

    policies = []

    def busy():
        while not over.is_set():
            pass
        policies.append(os.sched_getscheduler(0) if hasattr(os, "SCHED_IDLE") else None)
        ended.set()

    ended = threading.Event()
    with pytest.raises(threads.Stuck, match=r"no answer for 0 s"):
        run(*[lambda: over.wait(10)] * others, busy)
    over.set()
    assert ended.wait(60)
    assert policies == [getattr(os, "SCHED_IDLE", None)], "it gives way to all other threads"
