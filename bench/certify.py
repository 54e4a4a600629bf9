"""Make and check certificates of what the pages claim: `python -m bench.certify`, from the repository's folder.

Each claim is made by `plywise certify`, checked by `plywise verify` and, where checkers/ has a program in C for the
game, by that. What it took is kept in bench/data/certificates.jsonl, of which docs/reference/solved.md is made. A claim
that one of them has accepted is kept without the other's seconds where the other was given up.
"""

import argparse
import json
import lzma
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
RECORD = Path(__file__).parent / "data" / "certificates.jsonl"
CHECKERS = {"connect4": "connect4", "mnk": "mnk", "tictactoe": "mnk", "cube": "cube", "othello": "othello"}
"""Game -> the program in C that checks its certificates."""


def _both(game: str, value: str = "draw", more: str = "") -> list[str]:
    return [f"{game} --goal {value} --player {player}{more}" for player in ("MAX", "MIN")]


def _won(game: str, player: str, more: str = "") -> list[str]:
    return [f"{game} --goal win --player {player}{more}"]


def _board(width: int, height: int) -> str:
    return f"connect4:width={width},height={height}"


CLAIMS = [
    *_both("tictactoe"),
    *_won("connect4", "MAX"),
    *[line for size in ((6, 4), (6, 6), (8, 4)) for line in _won(_board(*size), "MIN")],
    *[line for size in ((5, 4), (5, 5), (6, 5), (7, 4)) for line in _both(_board(*size))],
    *_won("connect4", "MAX", " --trust-bounds"),
    *[line for m, n, k in ((4, 3, 3), (5, 3, 3), (4, 4, 3)) for line in _won(f"mnk:m={m},n={n},k={k}", "MAX")],
    *[line for m, n, k in ((6, 5, 4), (6, 6, 4)) for line in _won(f"mnk:m={m},n={n},k={k}", "MAX")],
    *[
        line
        for m, n, k in ((4, 4, 4), (5, 4, 4), (6, 4, 4), (5, 5, 4), (5, 5, 5))
        for line in _both(f"mnk:m={m},n={n},k={k}")
    ],
    *_won("cube", "MAX"),
    *_won("cube:size=4", "MAX", " --method proof"),
    *_both("othello:size=4", "-10"),
    *_both("othello:size=4,empties=none", "-8"),
    *_won("breakthrough:rows=5,columns=5", "MAX"),
    *_won("breakthrough:rows=5,columns=5,pawn_rows=2", "MIN", " --method proof"),
    *_won("breakthrough:rows=4,columns=4", "MAX"),
    *_won("breakthrough:rows=4,columns=4,pawn_rows=2", "MIN"),
    *_both("kalah:houses=2,seeds=2,empty_capture=1", "-2"),
    *_both("kalah:houses=3,seeds=2,empty_capture=1", "4"),
    *_both("kalah:houses=3,seeds=3,empty_capture=1", "2"),
    *_won("nim", "MAX"),
    *_both("go:size=2", "1"),
    "go:size=3 --goal 9 --player MAX --method proof",
    *_both("go:size=3x4", "4", " --method proof"),
    *_won("checkers:moves=0,repetition=0 --position B:WK1:BK22,K30,K31", "MAX", " --method retrograde"),
]
"""What is claimed: the arguments of `plywise certify`."""


def main() -> int:
    """Make and check what is asked for, print a line for each, and return the exit code."""
    reader = argparse.ArgumentParser(prog="python -m bench.certify", description=(__doc__ or "").partition("\n")[0])
    reader.add_argument("--only", default="", metavar="TEXT", help="only claims that have this text in them")
    reader.add_argument("--missing", action="store_true", help="only claims that are not recorded yet")
    reader.add_argument("--patience", type=float, default=3600, metavar="S", help="give a claim up after S seconds")
    reader.add_argument("--verify", type=float, default=3600, metavar="S", help="give the check in Python up")
    options = reader.parse_args()
    known = {entry["claim"]: entry for entry in read()}
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for claim in CLAIMS:
            if options.only not in claim or (options.missing and claim in known):
                continue
            try:
                known[claim] = measure(claim, Path(folder), options.patience, options.verify)
            except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
                failed += 1
                print(f"{claim}: NOT CERTIFIED: {error}", flush=True)
                continue
            print(json.dumps(known[claim]), flush=True)
            rows = [json.dumps(known[each]) for each in CLAIMS if each in known]
            RECORD.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    return 1 if failed else 0


def measure(claim: str, folder: Path, patience: float, verify: float) -> dict[str, Any]:
    """Return what it takes to make and to check a certificate. Raises where that fails.

    patience, verify: seconds after which making it, or a check in C, and `plywise verify` are given up.
    """
    file = folder / "certificate"
    made = _run(["-m", "plywise", "certify", *shlex.split(claim), "--out", str(file), "--json"], patience)
    content = file.read_bytes()
    found = {
        "claim": claim,
        "positions": made["positions"],
        "entries": made["entries"],
        "bytes": len(content),
        "packed": len(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME)),
        "trusts": made["trusts"],
        "make_s": round(made["time_s"], 1),
    }
    program = CHECKERS.get(claim.split()[0].partition(":")[0])
    if program is not None and not made["trusts"]:
        subprocess.run(["cc", "-O2", "-o", folder / program, ROOT / f"checkers/{program}.c"], check=True)
        began = time.perf_counter()
        with file.open("rb") as certificate:
            subprocess.run(
                [folder / program], stdin=certificate, stdout=subprocess.DEVNULL, check=True, timeout=patience
            )
        found["c_s"] = round(time.perf_counter() - began, 2)
    try:
        checked = _run(["-m", "plywise", "verify", str(file), "--json"], verify)
        found |= {"python_s": round(checked["time_s"], 2), "python_mb": round(checked["memory_mb"])}
    except subprocess.TimeoutExpired:
        if "c_s" not in found:
            raise
    return found


def _run(words: list[str], patience: float) -> Any:
    done = subprocess.run([sys.executable, *words], stdout=subprocess.PIPE, check=True, timeout=patience)
    return json.loads(done.stdout)


def read() -> list[dict[str, Any]]:
    """Return what is recorded."""
    return [json.loads(line) for line in RECORD.read_text(encoding="utf-8").splitlines()] if RECORD.exists() else []


if __name__ == "__main__":
    sys.exit(main())
