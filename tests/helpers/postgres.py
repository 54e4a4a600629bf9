"""A PostgreSQL server of the tests' own, without a port: it listens at a socket in a folder of its own."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from subprocess import Popen  # as it is: what a test starts by `subprocess` is ended after it

NOBODY = 65534
STARTED_WITHIN = 60.0


def find_program(name):
    """Return the path of one of PostgreSQL's programs, which Debian keeps in a folder by version; None without it."""
    newest = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    return shutil.which(name) or (str(newest[0]) if newest else None)


def is_ready(url):
    """Return whether a server takes connections."""
    import psycopg

    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        return False
    return True


@contextmanager
def postgres_server():
    """Yield the URL of a server with an empty database, and a function that stops and starts it anew."""
    folder = Path(tempfile.mkdtemp(prefix="pw-pg-", dir="/tmp"))  # a socket's path is short
    as_user = {"user": NOBODY, "group": NOBODY} if os.geteuid() == 0 else {}  # it refuses to be root
    if as_user:
        os.chown(folder, NOBODY, NOBODY)
    options = {**as_user, "cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    running = []
    url = f"postgresql://plywise:secret@/postgres?host={folder}"

    def start():
        words = [find_program("postgres"), "-D", folder / "data", "-k", folder, "-c", "listen_addresses="]
        running.append(Popen([*words, "-c", "fsync=off"], **options))
        give_up = time.monotonic() + STARTED_WITHIN
        while not is_ready(url):
            assert running[-1].poll() is None, "the server of PostgreSQL ended at once"
            assert time.monotonic() < give_up, "the server of PostgreSQL did not start"
            time.sleep(0.05)

    def stop():
        running[-1].send_signal(signal.SIGINT)  # at once, in order
        running[-1].wait(30)

    def restart():
        stop()
        start()

    try:
        words = [
            find_program("initdb"),
            "-D",
            folder / "data",
            "-U",
            "plywise",
            "-A",
            "trust",
            "--no-sync",
            "-E",
            "UTF8",
        ]
        subprocess.run([*words, "--locale=C"], check=True, timeout=120, **options)
        start()
        yield url, restart
    finally:
        if running and running[-1].poll() is None:
            stop()
        shutil.rmtree(folder, ignore_errors=True)
