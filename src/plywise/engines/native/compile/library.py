"""What Plywise itself puts into every compiled search: the kernel, and the modules that say how it is compiled."""

import hashlib
import os
import sys
import uuid
from contextlib import suppress
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import FunctionType, ModuleType
from typing import cast

import llvmlite
import numba
import numpy as np

from plywise import compiler
from plywise.compiler import checked_numbers, set_order
from plywise.engines import rule_table
from plywise.engines.kernel import config
from plywise.engines.native.compile import (
    arithmetic,
    builtin_functions,
    compiling,
    copies,
    entries,
    entry_calls,
    intrinsics,
    linking,
    machine_code,
    plain_pasts,
    plain_rules,
    pushes,
    pushing,
    repetition_types,
    rule_compiler,
    rule_language,
    rule_lowering,
    rules,
    shortcuts,
    stand_ins,
    types,
    value_flow,
    word_wrapper,
)
from plywise.engines.native.compile.seen import Seen, described
from plywise.engines.native.compile.stand_ins import codes
from plywise.game import hooks as namesakes

LANGUAGE = (
    arithmetic,
    builtin_functions,
    checked_numbers,
    compiling,
    config,
    copies,
    entries,
    entry_calls,
    intrinsics,
    linking,
    machine_code,
    namesakes,
    plain_pasts,
    plain_rules,
    pushes,
    pushing,
    repetition_types,
    rule_compiler,
    rule_language,
    rule_lowering,
    rule_table,
    rules,
    set_order,
    shortcuts,
    stand_ins,
    types,
    value_flow,
    word_wrapper,
)
"""The modules that say how functions are compiled, and called."""

NAMES = frozenset(module.__name__ for module in LANGUAGE)

TRANSLATING = ("translated", "translated_rules", "translated_states", "translation", "trial")
"""Modules that, with the compiler, say how rules are translated. They are imported only where rules are."""


def library_hash(imported: float) -> str:
    """Return a hash of what Plywise itself puts into every compiled search.

    imported: when the sources were; those changed since make it one that will never recur
    """
    versions = f"{sys.version} {numba.__version__} {llvmlite.__version__} {np.__version__}"
    kernel = Seen(language=NAMES)
    for entry in entries.ENTRIES:
        kernel.function(cast(FunctionType, entry))
    lines = [versions, *kernel.lines, *(line for module in LANGUAGE for line in module_lines(module))]
    lines += translating_lines(imported)
    if any(_has_changed(module, imported) for module in LANGUAGE):
        lines.append(str(uuid.uuid4()))  # never found in a cache
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def translating_lines(imported: float) -> list[str]:
    """Return what the modules that translate rules do, line by line."""
    here, root = Path(__file__).parent, Path(compiler.__file__).parent.parent
    files = [*sorted((root / "compiler").glob("**/*.py")), *(here / f"{name}.py" for name in TRANSLATING)]
    lines = []
    for file in files:
        name = f"plywise.{'.'.join(file.relative_to(root).with_suffix('').parts)}"
        code = SourceFileLoader(name, str(file)).get_code(name)
        lines += [described(each) for each in codes(code)] if code is not None else []
        if file.stat().st_ctime >= imported:
            lines.append(str(uuid.uuid4()))  # changed since: never found in a cache
    return lines


def _has_changed(module: ModuleType, imported: float) -> bool:
    """Return whether a module's source may be another by now than the one this process imported."""
    with suppress(OSError):
        return os.stat(str(module.__file__)).st_ctime >= imported
    return True


def module_lines(module: ModuleType) -> list[str]:
    """Return what a module of the language does, line by line, with what it takes from the rest of Plywise."""
    loader = cast(SourceFileLoader, module.__loader__)
    code = loader.get_code(module.__name__)
    if code is None:
        return []
    taken = Seen(language=NAMES)
    for each in codes(code):
        taken.code(each)
        for name in each.co_names:
            taken.taken_value(name, vars(module).get(name), each.co_names)
    return taken.lines


__all__ = ["LANGUAGE", "library_hash"]
