"""The record: what was measured, on which machine, with which versions; one line of JSON a run."""

import datetime
import json
import os
import platform
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.peers import PACKAGES, compiler_version, version
from bench.rows import Row

HERE = Path(__file__).parent
RESULTS = HERE / "results"


def append(rows: Sequence[Row], options: Mapping[str, Any], load: Sequence[float | None]) -> Path:
    """Append a run to the file of its day, and return that file. load: how busy the machine was before and after."""
    now = datetime.datetime.now(datetime.UTC)
    run = {
        "time": now.isoformat(timespec="seconds"),
        "options": dict(options),
        "machine": machine() | {"load_before": load[0], "load_after": load[1]},
        "versions": versions(),
        "rows": [row.to_dict() for row in rows],
    }
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{now.date()}.jsonl"
    with path.open("a") as file:
        file.write(json.dumps(run) + "\n")
    return path


def machine() -> dict[str, Any]:
    """Return the machine: its processor, its cores, and its system."""
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": platform.platform(),
    }


def load_now() -> float | None:
    """Return how many programs wanted to run in the last minute; None where the system does not say."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def processor() -> str:
    """Return the processor's name."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")


def versions() -> dict[str, str | None]:
    """Return the versions of all that was measured; None for what is not installed."""
    packages = {name: version(name) for name in ("numba", "numpy", "llvmlite", "plywise")}
    peers = {name: version(package) for name, package in PACKAGES.items()}
    own = {"commit": commit(), "python": f"{platform.python_implementation()} {platform.python_version()}"}
    return own | packages | peers | {"g++": compiler_version()}


def commit() -> str | None:
    """Return the commit that is checked out, with + where src differs from it; None where this is no git repository."""
    try:
        head, changed = _git("rev-parse", "HEAD"), _git("status", "--porcelain", "--", "src")
    except (OSError, subprocess.CalledProcessError):
        return None
    return head + ("+" if changed else "")


def _git(*words: str) -> str:
    said = subprocess.run(["git", "-C", str(HERE), *words], capture_output=True, text=True, check=True)
    return said.stdout.strip()
