"""Tables as Parquet files, written by DuckDB."""

import json
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from plywise.extras import require


def require_parquet() -> Any:
    """Return DuckDB. Raises InputError where it is missing; whatever ends in a Parquet file calls this first."""
    return require("duckdb", "Parquet files need")


def parquet_of(columns: Mapping[str, str], rows: Iterable[tuple[Any, ...]]) -> bytes:
    """Return a table as a Parquet file. Raises InputError where DuckDB is missing.

    columns: name -> type, as DuckDB calls it
    """
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
