"""Matches whose processes are killed: resumed, no game is lost, and none is another."""

import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest

MATCH = ["connect4:width=5,height=4", "engine:nodes=300", "engine:nodes=60", "--seed", "5", "--adjudicate", "none"]
KILLS, PAIRS = 50, 400


def start(folder, pairs, *words, workers=2):
    command = [sys.executable, "-m", "plywise", "match", *MATCH, "--games", str(2 * pairs), "--workers", str(workers)]
    return subprocess.Popen(
        [*command, "--records", str(folder / "games.jsonl"), "--json", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process, timeout=300):
    out, err = process.communicate(timeout=timeout)
    assert process.returncode == 0, err
    return json.loads(out)


def played(folder):
    return (folder / "games.jsonl").read_text().splitlines()


def children_of(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            found = [int(word) for word in file.read().split()]
    except OSError:
        return []
    return found + [each for child in found for each in children_of(child)]


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("undisturbed")
    result = finish(start(folder, PAIRS, workers=1))
    return result, played(folder)


def same(result, other):
    return {key: value for key, value in result.items() if key != "time_s"} == {
        key: value for key, value in other.items() if key != "time_s"
    }


@pytest.mark.slow
def test_workers_that_are_killed_again_and_again_change_nothing(undisturbed, tmp_path):
    source = random.Random(1)
    killed = matches = 0
    while killed < KILLS:
        matches += 1
        assert matches < 6
        process = start(tmp_path, PAIRS, "--journal", str(tmp_path / f"journal-{matches}"))
        while process.poll() is None and killed < KILLS:
            time.sleep(source.uniform(0.1, 0.8))
            workers = children_of(process.pid)
            if workers:
                kill(source.choice(workers))
                killed += 1
        result = finish(process)
        assert played(tmp_path) == undisturbed[1]
        assert same(result, undisturbed[0])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_match_whose_main_process_is_killed_goes_on(undisturbed, tmp_path, seed):
    source = random.Random(seed)
    words = ["--journal", str(tmp_path / "journal")]
    killed = 0
    while killed < 15:
        process = start(tmp_path, PAIRS, *words, *(["--resume"] if (tmp_path / "journal").exists() else []))
        workers = set()
        until = time.monotonic() + source.uniform(0.3, 4)
        while time.monotonic() < until and process.poll() is None:
            workers |= set(children_of(process.pid))
            time.sleep(0.02)
        if process.poll() is not None:
            process.communicate()
            break
        kill(process.pid)
        process.communicate()
        killed += 1
        for worker in workers:  # they notice that nobody is left to work for
            for _ in range(200):
                if not os.path.exists(f"/proc/{worker}"):
                    break
                time.sleep(0.05)
            else:
                pytest.fail(f"worker {worker} is still there")
    result = finish(start(tmp_path, PAIRS, *words, "--resume"))
    assert killed > 2
    assert played(tmp_path) == undisturbed[1]
    assert same(result, undisturbed[0])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_ctrl_c_says_what_was_found_and_the_match_goes_on(undisturbed, tmp_path, seed):
    source = random.Random(seed)
    words = ["--journal", str(tmp_path / "journal")]
    process = start(tmp_path, PAIRS, *words)
    time.sleep(source.uniform(1, 5))
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode in (0, 130), err
    assert "Traceback" not in err
    if out:
        told = json.loads(out)
        assert told["stopped_by"] in ("interrupt", "games")
        found, wanted = played(tmp_path), undisturbed[1][: told["games"]]
        assert [json.loads(each)["more"] for each in found] == [json.loads(each)["more"] for each in wanted], err
        assert found == wanted, told
    again = ["--resume"] if (tmp_path / "journal").exists() else []
    assert same(finish(start(tmp_path, PAIRS, *words, *again)), undisturbed[0])
    assert played(tmp_path) == undisturbed[1]
