"""Binary files: the rows of an .xlsx file, and a name for any other kind in the error message."""

import io
import re
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from plywise.errors import InputError

SIGNATURES = (
    (b"PK\x03\x04", "a ZIP archive"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"%PDF", "a PDF"),
    (b"\xd0\xcf\x11\xe0", "an old Excel or Word file, or a protected one"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"{\\rtf", "an RTF document"),
    (b"SQLite format 3", "a database"),
)
"""The first bytes of binary files."""

IN_ARCHIVES = (
    ("word/", "a Word document"),
    ("ppt/", "a PowerPoint file"),
    ("xl/workbook.bin", "a binary Excel file (.xlsb)"),
    ("Index/", "a Numbers file"),
    ("content.xml", "an OpenDocument file"),
)
"""Kinds of ZIP archives, by a file in them."""

DAMAGED = (
    *(
        ArithmeticError,
        AttributeError,
        EOFError,
        LookupError,
        OSError,
        RuntimeError,
        SyntaxError,
        TypeError,
        ValueError,
    ),
    *(zipfile.BadZipFile, zlib.error),
)
"""The exceptions that openpyxl raises on a damaged file."""

MARKUP = re.compile(rb"\s*(\xef\xbb\xbf)?\s*<(!doctype html|html|table|head|\?xml|meta|body)", re.IGNORECASE)
CONTROL = re.compile(r"[\x00-\x08\x0e-\x19\x1b-\x1f\ufffd]")
MAX_CONTROL = 0.02
"""The greatest share of control characters in text."""


def is_workbook(content: bytes) -> bool:
    """Return whether a file is an Excel workbook, .xlsx or .xlsm."""
    return any(name == "xl/workbook.xml" for name in _names_in(content))


def refuse_binary(content: bytes, name: str) -> None:
    """Raise InputError for a binary file, with its kind and what to do."""
    kind = next((kind for start, kind in SIGNATURES if content.startswith(start)), "")
    if kind == "a ZIP archive":
        held = _names_in(content)
        kind = next((each for start, each in IN_ARCHIVES if any(one.startswith(start) for one in held)), kind)
    if not kind and MARKUP.match(content[:1000]):
        kind = "a web page or XML"
    if kind:
        raise _refusal(name, kind)


def refuse_garbage(text: str, name: str) -> None:
    """Raise InputError for a decoded file that is not text."""
    start = text[:4000]
    if len(CONTROL.findall(start)) > MAX_CONTROL * len(start) + 1:
        raise _refusal(name, "a binary file")


def _refusal(name: str, kind: str) -> InputError:
    return InputError(f"{name}: this is {kind}, not a table of answers: save the table as .xlsx or CSV")


def _names_in(content: bytes) -> list[str]:
    """Return the names of the files in a ZIP archive; none if it cannot be read."""
    if not content.startswith(b"PK"):
        return []
    try:
        return zipfile.ZipFile(io.BytesIO(content)).namelist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        return []


def read_workbook(content: bytes, name: str) -> list[list[list[str]]]:
    """Return the rows of each sheet of an .xlsx file, each cell as its text. Raises InputError."""
    try:
        from openpyxl import load_workbook
    except ImportError:
        missing = "reading .xlsx needs openpyxl: pip install 'plywise[xlsx]', or save the table as CSV"
        raise InputError(f"{name}: {missing}") from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about styles and extensions, which do not matter here
            book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
            return [list(_rows_of(sheet)) for sheet in book.worksheets]
    except DAMAGED as error:
        raise InputError(f"{name}: this .xlsx file cannot be read ({type(error).__name__}): save it again") from None


def _rows_of(sheet: Any) -> Iterator[list[str]]:
    sheet.reset_dimensions()  # some programs write wrong dimensions
    for row in sheet.iter_rows(values_only=True):
        yield [_cell_text(value) for value in row]


def _cell_text(value: Any) -> str:
    """Return a cell's text, a whole number without a point.

    >>> _cell_text(11.0), _cell_text(2.5), _cell_text(None), _cell_text(datetime(2026, 5, 1, 10, 0))
    ('11', '2.5', '', '2026-05-01 10:00:00')
    """
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.isoformat(" ", "seconds")
    return "" if value is None else str(value)
