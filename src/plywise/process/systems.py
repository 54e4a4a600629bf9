"""Systems: what only POSIX systems have, as Linux and macOS, and one message where it is needed and missing."""

import os
import sys

from plywise.errors import InputError


def is_posix() -> bool:
    """Return whether processes can be started, spoken to and ended as on Linux and macOS."""
    return sys.platform != "win32" and hasattr(os, "fork")


def require_posix(what: str) -> None:
    """Raise InputError where this is no POSIX system. what: what needs one, at the beginning of the sentence."""
    if not is_posix():
        raise InputError(f"{what} needs Linux or macOS; on Windows, run it in WSL, the Windows Subsystem for Linux")
