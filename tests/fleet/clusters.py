"""A fleet on a Ray cluster of several nodes on this machine: `python -m tests.fleet.clusters JOURNAL LOG KILLS`.

KILLS: what to kill while 300 jobs are done: "node", "workers", "nothing". It prints one JSON object.
"""

import json
import os
import random
import signal
import sys
import threading
import time
from pathlib import Path

from plywise.fleet.fleet import Fleet
from plywise.fleet.journal import Journal
from tests.fleet.tasks import Sleeping, answer_to

JOBS = 300
SECONDS = 0.05


def actors():
    """Return the numbers of the workers' processes of any Ray cluster that this process has started."""
    found = []
    for each in Path("/proc").iterdir():
        try:
            if (each / "cmdline").read_bytes().startswith(b"ray::_Worker") and is_ours(each):
                found.append(int(each.name))
        except (OSError, ValueError):
            continue
    return found


def is_ours(process):
    """Return whether a process descends from this one."""
    number = process.name
    while number not in ("0", "1"):
        if number == str(os.getpid()):
            return True
        number = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[1]
    return False


def kill_some(cluster, nodes, what):
    """Kill a node, or workers at random instants."""
    source = random.Random(6)
    if what == "node":
        cluster.remove_node(nodes[0], allow_graceful=False)
    for _ in range(12 if what == "workers" else 0):
        time.sleep(source.uniform(0.0, 0.8))
        alive = actors()
        if alive:
            os.kill(source.choice(alive), signal.SIGKILL)


def main():
    import ray
    from ray.cluster_utils import Cluster

    path, log, what = sys.argv[1:]
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    nodes = [cluster.add_node(num_cpus=1) for _ in range(3)]
    task = Sleeping(SECONDS, log)
    keys = [str(key) for key in range(JOBS)]
    killer = None
    with (
        Journal.open(path, task.describe()) as journal,
        Fleet(task, journal, workers=3, on=f"ray:{cluster.address}") as fleet,
    ):
        for done in fleet.run(keys):
            assert done.answer == answer_to(done.key), done
            if killer is None and done.key == "60":
                killer = threading.Thread(target=kill_some, args=(cluster, nodes, what))
                killer.start()
        killer.join()
    hosts = {}
    with Journal.open(path, task.describe(), resume=True) as journal:
        for host, mishaps in journal._connection.execute("SELECT host, count(*) FROM jobs GROUP BY host"):
            hosts[host] = mishaps
    ray.shutdown()
    cluster.shutdown()
    print(json.dumps({"hosts": hosts}))


if __name__ == "__main__":
    main()
