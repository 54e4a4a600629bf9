"""Certificates as files: plain, or packed by xz."""

import lzma
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from typing import Any, BinaryIO, cast

from plywise.errors import InputError

PACKED = b"\xfd"
"""The first byte of what xz packs. One is seen at once, also where a pipe gives few."""

STDIN = "-"
"""The path that stands for stdin."""

MAX_MEMORY = 2**27
"""The most that unpacking may take: xz -9 needs 65 MiB."""


def is_packed_name(path: str) -> bool:
    """Return whether a file of this name is to be packed."""
    return path.endswith(".xz")


def named(path: str) -> str:
    """Return what a message calls a certificate."""
    return "stdin" if path == STDIN else f"file {path}"


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """Open a certificate to be read; "-" is stdin, which stays open. Raises InputError where there is no such file."""
    try:
        file = BufferedReader(cast(Any, sys.stdin.buffer)) if path == STDIN else open(path, "rb")  # noqa: SIM115 - below
        packed = file.peek(1)[:1] == PACKED
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{named(path)} cannot be read: {reason}") from None
    try:
        yield cast(BinaryIO, _Unpacked(file)) if packed else file
    finally:
        if path == STDIN:
            file.detach()
        else:
            file.close()


class _Unpacked:
    """What a packed file holds, read bit by bit. Damage raises EOFError, OSError or lzma.LZMAError."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._unpack = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MAX_MEMORY)
        self._ready = b""

    def read(self, size: int) -> bytes:
        """Return at least one byte and at most `size`; none at the end."""
        while not self._ready and not self._unpack.eof:
            packed = self._file.read(size) if self._unpack.needs_input else b""
            if self._unpack.needs_input and not packed:
                raise EOFError("its end is missing")
            self._ready = self._unpack.decompress(packed, size)
        if not self._ready and (self._unpack.unused_data or self._file.read(1)):
            raise lzma.LZMAError("something follows its end")
        found, self._ready = self._ready[:size], self._ready[size:]
        return found

    def readline(self, size: int) -> bytes:
        """Return a line with its end, or its first `size` bytes."""
        found = bytearray()
        while len(found) < size and not found.endswith(b"\n") and (byte := self.read(1)):
            found += byte
        return bytes(found)
