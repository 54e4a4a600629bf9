"""A fleet in a process of its own, to be killed: `python -m tests.fleet.runs JOURNAL N SECONDS LOG ON`.

It prints "begun", each key as its answer is yielded, and "all" in the end.
"""

import sys

from plywise.fleet.fleet import Fleet
from plywise.fleet.journal import Journal
from tests.fleet.tasks import Sleeping, answer_to


def main():
    print("begun", flush=True)
    path, number, seconds, log, on = sys.argv[1:]
    task = Sleeping(float(seconds), log)
    with (
        Journal.open(path, task.describe(), resume=True) as journal,
        Fleet(task, journal, workers=2, on=on) as fleet,
    ):
        for done in fleet.run([str(key) for key in range(int(number))]):
            assert done.answer == answer_to(done.key), done
            print(done.key, flush=True)
    print("all", flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
