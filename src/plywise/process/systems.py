"""Operating systems: features that only POSIX systems have, and the error message where they are missing."""

import os
import sys

from plywise.errors import InputError


def is_posix() -> bool:
    """Return whether this system forks, connects and kills processes as Linux and macOS do."""
    return sys.platform != "win32" and hasattr(os, "fork")


def require_posix(what: str) -> None:
    """Raise InputError unless this is a POSIX system. what: the feature that needs one, which begins the sentence."""
    if not is_posix():
        raise InputError(f"{what} needs Linux or macOS; on Windows, run it in WSL, the Windows Subsystem for Linux")
