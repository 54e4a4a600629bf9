"""The source of a game's rules, by hash: so a certificate says by which rules it was made."""

import hashlib
import sys
from pathlib import Path
from types import ModuleType

from plywise.game import Game

OURS, GAMES = "plywise.", "plywise.games."


def rule_files(game: Game) -> list[Path]:
    """Return the files that a game's classes are written in, and the modules beside them that these import, in order.

    First that of its class; Plywise's own foundation, the standard library and installed packages do not count.
    """
    waiting = [sys.modules[cls.__module__] for cls in type(game).__mro__ if cls not in Game.__mro__]
    found: dict[Path, None] = {}
    folders = {Path(file).parent for each in waiting if (file := getattr(each, "__file__", None))}
    while waiting:
        module = waiting.pop(0)
        file = getattr(module, "__file__", None)
        if file is None or Path(file) in found or not Path(file).is_file():
            continue
        found[Path(file)] = None
        named = [value if isinstance(value, ModuleType) else _module_of(value) for value in vars(module).values()]
        waiting += [each for each in named if each is not None and _is_rules(each, folders)]
    return list(found)


def hash_sources(game: Game) -> str:
    """Return the SHA-256 of those files one after another, in hexadecimal; "none" where no file has the rules."""
    files = rule_files(game)
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest() if files else "none"


def _module_of(value: object) -> ModuleType | None:
    name = getattr(value, "__module__", None)
    return sys.modules.get(name) if isinstance(name, str) else None


def _is_rules(module: ModuleType, folders: set[Path]) -> bool:
    """Return whether a module lies beside the game's own; of Plywise's, whether it is about a game."""
    name, file = module.__name__, getattr(module, "__file__", None)
    if name.startswith(OURS):
        return name.startswith(GAMES) and name.removeprefix(GAMES) not in ("loading", "registry")
    return file is not None and Path(file).parent in folders
