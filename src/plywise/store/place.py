"""Where a user's store is kept, unless another place is named."""

import os
from pathlib import Path

from plywise.errors import InputError

FILE = "plywise.sqlite3"
PRIVATE = 0o700


def default_path() -> Path:
    """Return the file of the user's store.

    It lies in the folder that PLYWISE_DATA names, or in `plywise` in the user's data directory: XDG_DATA_HOME,
    ~/.local/share, or LOCALAPPDATA on Windows. Raises InputError where nobody's home is known.
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
