import os
import subprocess
import sys

import pytest

from plywise.process.cpus import count_cores


def test_there_is_one_core_at_least() -> None:
    assert 1 <= count_cores() <= (os.cpu_count() or 1)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system confines no process to a core")
def test_a_process_that_is_confined_to_one_core_has_one() -> None:
    code = "import os; os.sched_setaffinity(0, [min(os.sched_getaffinity(0))]); "
    code += "from plywise.process.cpus import count_cores; print(count_cores())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"
