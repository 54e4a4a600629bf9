"""How the answers of a batch are written to a file and read back: as JSON lines, or as CSV."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from plywise.cli.tables import cells_of, csv_row
from plywise.errors import InputError

encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode

CSV, PARQUET = ".csv", ".parquet"
OTHERS = (".xlsx", ".xls", ".ods", ".tsv", ".gz", ".bz2", ".xz", ".zst", ".zip", ".arrow", ".feather", ".db", ".sqlite")
"""Suffixes of formats that a batch is not written in."""
TEXT = "VARCHAR"


class Form(NamedTuple):
    """The form of a batch's answers: how to recognize them in a file, and their columns in a table.

    first: the key and the value that follow the input in every answer; the value is None where it differs
    belongs: whether an answer found in a file belongs to the same question
    columns: the columns of a table of answers, with their SQL types: `input`, then the first key, then the others
    absent: the value of a key where an answer leaves it out; of other keys None
    """

    first: tuple[str, str | None]
    belongs: Callable[[dict[str, Any]], bool]
    columns: Mapping[str, str]
    absent: Mapping[str, Any]

    def row(self, answer: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return an answer, with its input, as a row of the table."""
        return tuple(answer.get(name, self.absent.get(name)) for name in self.columns)


class AnswerFormat(Protocol):
    """How answers are written, one record each, to a file that begins with a header."""

    header: bytes

    def record(self, answer: Mapping[str, Any]) -> bytes:
        """Return the record of an answer, with its input."""

    def opening(self, text: str) -> bytes:
        """Return the beginning of the record that answers an input."""

    def split(self, content: bytes) -> list[bytes]:
        """Return the records after the header, without their line ends; the last has none: it is torn, or empty."""

    def parse(self, record: bytes) -> dict[str, Any]:
        """Return the answer in a record; an empty one where there is none."""


class JsonLines:
    """A JSON object per line."""

    header = b""

    def __init__(self, form: Form) -> None:
        self.form = form

    def record(self, answer: Mapping[str, Any]) -> bytes:
        """Return the record of an answer, with its input."""
        return f"{encode(answer)}\n".encode()

    def opening(self, text: str) -> bytes:
        """Return the beginning of the record that answers an input."""
        key, value = self.form.first
        opening = f'{{"input": {encode(text)}, {encode(key)}: '
        return (opening if value is None else opening + encode(value)).encode()

    def split(self, content: bytes) -> list[bytes]:
        """Return the lines; the last is what follows the last line end."""
        return content.split(b"\n")

    def parse(self, record: bytes) -> dict[str, Any]:
        """Return the answer in a record; an empty one where there is none."""
        try:
            found = json.loads(record)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}


class CsvRows:
    """A row of CSV per answer, under the names of the columns.

    Text is written as it is, None as an empty cell, and any other value as JSON.
    """

    def __init__(self, form: Form) -> None:
        self.form = form
        self.header = csv_row(form.columns).encode()

    def record(self, answer: Mapping[str, Any]) -> bytes:
        """Return the record of an answer, with its input."""
        cells = zip(self.form.columns.values(), self.form.row(answer), strict=True)
        return csv_row("" if cell is None else cell if kind == TEXT else encode(cell) for kind, cell in cells).encode()

    def opening(self, text: str) -> bytes:
        """Return the beginning of the record that answers an input."""
        value = self.form.first[1]
        return csv_row([text, value or ""]).encode().removesuffix(b"\n")

    def split(self, content: bytes) -> list[bytes]:
        """Return the records: a line end between quotation marks ends none."""
        records: list[bytes] = []
        is_quoted = False
        for line in content.split(b"\n"):
            if is_quoted:
                records[-1] += b"\n" + line
            else:
                records.append(line)
            is_quoted ^= line.count(b'"') % 2 == 1
        return records

    def parse(self, record: bytes) -> dict[str, Any]:
        """Return the answer in a record; an empty one where there is none."""
        try:
            cells = cells_of(record.decode())
            return {
                name: None if not cell else cell if kind == TEXT else json.loads(cell)
                for (name, kind), cell in zip(self.form.columns.items(), cells, strict=True)
            }
        except ValueError:
            return {}


def suffix_of(path: str) -> str:
    """Return the suffix of a file's name, which decides how answers are written: .csv, .parquet, or others."""
    return Path(path).suffix.lower()


def format_for(path: str | None, form: Form) -> AnswerFormat:
    """Return how answers are written to a path (None: stdout). Raises InputError for a suffix of another format."""
    if path is not None and suffix_of(path) in OTHERS:
        wanted = "use .csv, .parquet or, for one JSON object per line, .jsonl"
        raise InputError(f"--out {path}: answers cannot be written as {suffix_of(path)}; {wanted}")
    return CsvRows(form) if path is not None and suffix_of(path) == CSV else JsonLines(form)
