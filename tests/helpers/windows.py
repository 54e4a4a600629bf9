"""A Python without what only POSIX has, as on Windows: run as a program, with a JSON list of commands of Plywise."""

import importlib
import io
import json
import os
import pkgutil
import signal
import socket
import subprocess
import sys
import sysconfig
from contextlib import redirect_stderr, redirect_stdout

ONLY_POSIX = ("fcntl", "grp", "posix_ipc", "pty", "pwd", "resource", "syslog", "termios", "tty")
"""Modules that Windows has not."""

LACKING = {
    os: (
        "O_CLOEXEC", "O_NONBLOCK", "chown", "fork", "forkpty", "getegid", "geteuid", "getgid", "getloadavg", "getpgid",
        "getpgrp", "getuid", "killpg", "mkfifo", "nice", "openpty", "pread", "pwrite", "register_at_fork",
        "sched_getaffinity", "set_blocking", "setsid", "sysconf", "uname", "wait3", "wait4", "waitid", "WNOHANG",
        "P_PID", "WEXITED", "WNOWAIT",
    ),
    signal: (
        "SIGALRM", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGTSTP", "SIGUSR1", "SIGUSR2", "SIGWINCH", "alarm",
        "pthread_sigmask", "setitimer", "sigwait",
    ),
    socket: ("AF_UNIX",),
}  # fmt: skip
"""What modules that Windows has lack there."""

FIRST = (
    "asyncio", "click", "cloudpickle", "concurrent.futures", "ctypes", "difflib", "getpass", "inspect", "json",
    "logging", "multiprocessing", "numpy", "open_spiel.python.observation", "pathlib", "pettingzoo", "pickle",
    "platform", "rich.console", "rich.progress", "selectors",
    "shutil", "sqlite3", "starlette.applications", "subprocess", "tempfile", "textual", "threading", "urllib.request",
    "uvicorn", "webbrowser", "websockets",
)  # fmt: skip
"""Packages with parts of their own for Windows: they are imported before this Python pretends to be there."""


def pretend() -> None:
    """Take away what Windows has not."""
    for name in FIRST:
        importlib.import_module(name)
    sysconfig.get_paths()  # which reads what is known of the platform, once
    real = subprocess.Popen.__init__

    def start(self, *words, pass_fds=(), preexec_fn=None, start_new_session=False, **options):
        if pass_fds or preexec_fn or start_new_session:
            raise ValueError("pass_fds, preexec_fn and start_new_session are not supported on Windows platforms")
        real(self, *words, **options)

    subprocess.Popen.__init__ = start
    for name in ONLY_POSIX:
        sys.modules[name] = None
    for module, names in LACKING.items():
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    sys.platform = "win32"


def run_all(commands: list[list[str]]) -> list[list[object]]:
    """Return, for each command, its exit code, its output and what it said on stderr."""
    from plywise.cli.program import run

    found = []
    for words in commands:
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = run(words)
        found.append([code, out.getvalue(), err.getvalue()])
    return found


def import_all() -> list[str]:
    """Return the modules of Plywise that cannot be imported."""
    import plywise

    lacking = []
    for module in pkgutil.walk_packages(plywise.__path__, "plywise."):
        try:
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
        except ImportError:
            lacking.append(module.name)
    for name in plywise.__all__:
        getattr(plywise, name)
    return lacking


if __name__ == "__main__":
    pretend()
    print(json.dumps([run_all(json.loads(sys.argv[1])), import_all()]))
