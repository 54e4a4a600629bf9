"""Tables as CSV, and as Parquet files by DuckDB. A table's columns: name -> type, as DuckDB calls it."""

import csv
import glob
import io
import json
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from plywise.errors import InputError
from plywise.process.extras import require

MAX_CELL = 2**30  # characters; the csv module would refuse more than 131,072


def csv_of(columns: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """Return a table as CSV: a line of names, then a line per row; None is an empty cell."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()


def csv_row(cells: Iterable[Any]) -> str:
    """Return one row as CSV, with its line end."""
    return csv_of(cells, ())


def cells_of(row: str) -> list[str]:
    """Return the cells of one row of CSV; an empty list for a text that is not one row."""
    csv.field_size_limit(MAX_CELL)
    try:
        found = list(csv.reader(io.StringIO(row, newline=""), strict=True))
    except csv.Error:
        return []
    return found[0] if len(found) == 1 else []


def require_parquet() -> Any:
    """Return DuckDB. Raises InputError if it is missing; called before any work whose result goes to Parquet."""
    return require("duckdb", "Parquet files need")


def parquet_of(columns: Mapping[str, str], rows: Iterable[tuple[Any, ...]]) -> bytes:
    """Return a table as a Parquet file. Raises InputError where DuckDB is missing."""
    duckdb = require_parquet()
    with tempfile.TemporaryDirectory(prefix="plywise-") as folder:
        lines, made = Path(folder, "rows.jsonl"), Path(folder, "rows.parquet")
        with lines.open("w", encoding="utf-8") as file:  # row by row, DuckDB takes 50 times as long
            file.writelines(json.dumps(dict(zip(columns, row, strict=True))) + "\n" for row in rows)
        source = duckdb.connect()
        try:
            source.execute("SET enable_progress_bar = false")
            table = source.read_json(str(lines), format="newline_delimited", columns=dict(columns))
            table.write_parquet(str(made))
        finally:
            source.close()
        return made.read_bytes()


def rows_of_parquet(path: str, columns: Iterable[str]) -> list[dict[str, Any]]:
    """Return the rows of a Parquet file that has exactly these columns. Raises InputError."""
    duckdb = require_parquet()
    source = duckdb.connect()
    try:
        table = source.read_parquet(glob.escape(path))
        if table.columns == list(columns):
            return [json.loads(row) for (row,) in table.query("rows", "SELECT to_json(rows) FROM rows").fetchall()]
    except duckdb.Error:
        raise InputError(f"file {path} cannot be read as Parquet; nothing was changed") from None
    finally:
        source.close()
    raise InputError(f"file {path}: not the columns of this table; nothing was changed")
