"""Machine code as it is kept on disk, and loaded from there without Numba."""

import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from plywise.engines.native.interrupts import catch_interrupts

QUIET = threading.RLock()
"""Held while this process compiles or loads: Numba does one at a time anyway, and whoever forks waits for it."""

if hasattr(os, "register_at_fork"):  # in the child of a fork, no lock may stay locked by a thread that is not there
    os.register_at_fork(before=QUIET.acquire, after_in_parent=QUIET.release, after_in_child=QUIET.release)


OBJECTS = (b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\x64\x86")
"""How a file of machine code begins, in ELF, Mach-O, COFF: anything else ends the process when LLVM reads it."""


class Unloadable(Exception):
    """What is kept is no machine code that can be loaded here."""


def packed(symbol: str, alone: bool, code: bytes) -> bytes:
    """Return machine code as it is kept. alone: it needs nothing of Numba's where it runs."""
    return json.dumps({"symbol": symbol, "alone": alone, "size": len(code)}).encode() + b"\n" + code


def load(body: bytes, get_ready: Callable[[], Any]) -> int:
    """Load what is kept; return the address of its function. Raises Unloadable.

    get_ready: lets Numba offer what its code calls
    """
    head, _, code = body.partition(b"\n")
    try:
        said = json.loads(head)
        symbol, alone, size = said["symbol"], said["alone"], said["size"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Unloadable("no machine code") from None
    if size != len(code) or not code.startswith(OBJECTS):
        raise Unloadable("no machine code")
    if not alone:
        get_ready()
    return _address(code, symbol)


@cache
def arithmetic_of_128_bits() -> dict[str, int]:
    """Return the addresses of the compiler's functions for 128-bit numbers, in which LLVM may count loops.

    They are in GCC's library, which a process has as soon as it needs it; none where there is no such library.
    """
    import ctypes

    found = {}
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL("libgcc_s.so.1")
        for name in ("__divti3", "__modti3", "__udivti3", "__umodti3"):
            found[name] = ctypes.cast(getattr(library, name), ctypes.c_void_p).value or 0
    return {name: address for name, address in found.items() if address}


_loaded: list[Any] = []  # for as long as the process lives: a thread may be running the code


def _address(code: bytes, symbol: str) -> int:
    """Load machine code; return the address of a function in it. Raises Unloadable."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    for name, place in arithmetic_of_128_bits().items():
        llvm.add_symbol(name, place)
    try:
        machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        address = int(engine.get_function_address(symbol))
    except (RuntimeError, TypeError) as error:
        raise Unloadable(str(error)) from None
    if not address:
        raise Unloadable(f"no {symbol}")
    _loaded.append((engine, machine))
    return address


@contextmanager
def loading() -> Iterator[None]:
    """In this context this thread loads what was compiled, which takes moments; Ctrl-C waits for its end."""
    pressed: list[bool] = []
    with QUIET, catch_interrupts(lambda: pressed.append(True)):
        yield
    if pressed:
        raise KeyboardInterrupt


@cache
def machine() -> str:
    """Return what machine code here is made for: the processor, and whatever tells Numba otherwise."""
    import llvmlite.binding as llvm

    try:
        features = llvm.get_host_cpu_features().flatten()
    except RuntimeError:
        features = ""
    told = sorted((name, value) for name, value in os.environ.items() if name.startswith("NUMBA_"))
    with suppress(OSError):
        told.append(("settings", repr(Path(".numba_config.yaml").read_bytes())))
    helpers = sorted(arithmetic_of_128_bits())  # code that calls them would end a process without them
    return f"{llvm.get_process_triple()} {llvm.get_host_cpu_name()} {features} {told} {helpers}"


__all__ = ["QUIET", "Unloadable", "load", "loading", "machine", "packed"]
