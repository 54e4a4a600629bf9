"""What takes a moment, on a machine that may be busy."""

import time


def answer_within(seconds, call, tries=10):
    """Return what a call returns: a busy machine may hold it up, but not each time that it is tried."""
    for _ in range(tries):
        began = time.perf_counter()
        result = call()
        if time.perf_counter() - began < seconds:
            return result
    raise AssertionError(f"{tries} times it took more than {seconds} s")
