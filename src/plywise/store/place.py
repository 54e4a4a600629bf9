"""The default place of a user's store."""

import os
from pathlib import Path

from plywise.errors import InputError

FILE = "plywise.sqlite3"
PRIVATE = 0o700


def default_path() -> Path:
    """Return the file of the user's store.

    It is in the folder PLYWISE_DATA, or in `plywise` in the user's data directory: XDG_DATA_HOME, ~/.local/share, or
    LOCALAPPDATA on Windows. Raises InputError if there is no home directory.
    """
    chosen = os.environ.get("PLYWISE_DATA")
    if chosen:
        return Path(chosen).expanduser() / FILE
    base = os.environ.get("LOCALAPPDATA") if os.name == "nt" else os.environ.get("XDG_DATA_HOME")
    if base and os.path.isabs(base):
        return Path(base) / "plywise" / FILE
    home = Path(os.path.expanduser("~"))
    if not home.is_absolute():
        raise InputError("no home directory is known to keep games in: set PLYWISE_DATA to a folder")
    return home / ".local" / "share" / "plywise" / FILE
