"""Starting programs: which one, without a shell, and never longer than the process that started it."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from plywise.errors import InputError
from plywise.protocols import launch as module
from plywise.protocols.launch import find_program, kill_group, launch, split_words
from tests.helpers.fake_programs import is_running, left_running


def run(*words):
    """Return what a launched program writes."""
    process = launch(words)
    out, err = process.communicate(timeout=20)
    return process.returncode, out, err


def test_words_are_split_as_a_shell_does_and_no_shell_sees_them():
    words = split_words(f"""{sys.executable} -S -E -c 'import sys; print(sys.argv[1:])' "a b" '$HOME' '*' ';' c\\ d""")
    code, out, _ = run(*words)
    assert (code, out) == (0, b"['a b', '$HOME', '*', ';', 'c d']\n")


def test_a_program_is_looked_for_on_the_path_and_among_the_games(tmp_path, monkeypatch):
    games, path = tmp_path / "games", tmp_path / "path"
    for folder in (games, path):
        folder.mkdir()
        (folder / "both").write_text("#!/bin/sh\n")
        (folder / "both").chmod(0o755)
    (games / "one").write_text("#!/bin/sh\n")
    (games / "one").chmod(0o755)
    monkeypatch.setenv("PATH", str(path))
    monkeypatch.setattr(module, "GAMES", str(games))
    assert find_program("both") == str(path / "both")
    assert find_program("one") == str(games / "one")
    monkeypatch.chdir(tmp_path)
    assert find_program("games/one") == str(games / "one")


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("", "the command names no program"),
        ("   ", "the command names no program"),
        ("no-such-program --mode gtp", "no program 'no-such-program'"),
        ("./missing", "no program './missing'"),
        ("{folder}", "is a folder, not a program"),
        ("{folder}/plain.txt", "plain.txt' cannot be executed"),
        ("say 'hello", "No closing quotation"),
        ("'' x", "no program ''"),
        ("a\0b", "no program"),
    ],
)
def test_what_is_no_program_is_refused_in_one_line(tmp_path, command, says):
    (tmp_path / "plain.txt").write_text("")
    with pytest.raises(InputError, match=says) as caught:
        split_words(command.format(folder=tmp_path))
    assert len(str(caught.value).splitlines()) == 1
    assert "\0" not in str(caught.value)


def test_a_file_that_the_system_cannot_run_is_an_error_of_the_system(tmp_path):
    broken = tmp_path / "broken"
    broken.write_bytes(b"\x7fELF nonsense")
    broken.chmod(0o755)
    with pytest.raises(OSError, match="Exec format error"):
        launch([str(broken)])
    gone = tmp_path / "gone"
    with pytest.raises(FileNotFoundError):
        launch([str(gone)])


def test_a_program_gets_the_signals_and_files_of_a_fresh_process():
    script = "ls /proc/self/fd | wc -l; kill -s PIPE $$; echo alive"
    assert run("/bin/sh", "-c", script) == (-signal.SIGPIPE, b"4\n", b""), "three pipes, and the folder that ls reads"


def test_what_was_launched_and_its_children_are_killed_together(tmp_path):
    pids = tmp_path / "pids"
    process = launch(["/bin/sh", "-c", f"sleep 600 & echo $! $$ > {pids}; wait"])
    deadline = time.monotonic() + 20
    while not (pids.exists() and pids.read_text().endswith("\n")):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert all(map(is_running, pids.read_text().split()))
    kill_group(process)
    process.communicate(timeout=20)
    assert left_running(pids) == []
    kill_group(process)  # nobody is left: no error


def test_a_program_outlives_the_thread_that_asked_for_it():
    found = []
    thread = threading.Thread(target=lambda: found.append(launch(["/bin/cat"])))
    thread.start()
    thread.join()
    process = found[0]
    time.sleep(0.1)
    assert process.communicate(b"hello", timeout=20)[0] == b"hello"
    assert process.returncode == 0


LAUNCHING = """
import sys, time
from plywise.protocols.launch import launch
print(launch(["/bin/sh", "-c", "trap '' TERM INT HUP; while :; do sleep 600; done"]).pid, flush=True)
if sys.argv[1] == "wait": time.sleep(600)
"""


@pytest.mark.parametrize("how", ["killed", "exits"])
def test_a_program_ends_with_the_process_that_launched_it(how):
    words = [sys.executable, "-c", LAUNCHING, "wait" if how == "killed" else "exit"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    pid = int(process.stdout.readline())
    if how == "killed":
        assert is_running(pid)
        process.kill()
    process.wait(20)
    process.stdout.close()
    deadline = time.monotonic() + 10
    while is_running(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not is_running(pid)


def test_a_forked_process_launches_programs_too():
    launch(["/bin/true"]).communicate(timeout=20)  # the thread is there
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        out = launch(["/bin/echo", "from the child"]).communicate(timeout=20)[0]
        os.write(write, out)
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as file:
        assert file.read() == b"from the child\n"
    assert os.waitpid(child, 0)[1] == 0


def test_ctrl_c_while_a_program_starts_leaves_none(monkeypatch, tmp_path):
    pids = tmp_path / "pids"
    starting = module._launch

    def slowly(words):
        process = starting(words)
        pids.write_text(str(process.pid))
        raise_in_main.set()
        time.sleep(0.2)
        return process

    raise_in_main = threading.Event()
    monkeypatch.setattr(module, "_launch", slowly)
    presser = threading.Thread(target=lambda: (raise_in_main.wait(20), os.kill(os.getpid(), signal.SIGINT)))
    presser.start()
    with pytest.raises(KeyboardInterrupt):
        launch(["/bin/sleep", "600"])
    presser.join()
    assert left_running(pids) == []
