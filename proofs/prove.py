"""Prove in Coq what Plywise has solved: `make proofs`. Everything is made in build/proofs.

    python proofs/prove.py [quick|all]

It makes the certificates (those that are there are used again), turns them into data, compiles the proofs and theorems,
and prints the theorems with what each took. Then it makes sure that they rest on nothing but Coq's integers and arrays,
extracts the checker to OCaml, runs it on the same certificates, and on mutants.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "proofs"
BUILD = ROOT / "build" / "proofs"

LIBRARY = ("Game", "Checker", "TicTacToe", "ConnectFour")
"""The proofs about games and the checker, in the order of their imports."""

QUICK = {
    "TicTacToe_draw": {
        "tictactoe_MAX": "tictactoe --goal draw --player MAX",
        "tictactoe_MIN": "tictactoe --goal draw --player MIN",
    },
    "ConnectFour_6x4": {"connect4_6x4_MIN": "connect4:width=6,height=4 --goal win --player MIN"},
    "ConnectFour_5x5": {
        "connect4_5x5_MAX": "connect4:width=5,height=5 --goal draw --player MAX",
        "connect4_5x5_MIN": "connect4:width=5,height=5 --goal draw --player MIN",
    },
    "ConnectFour_6x6": {"connect4_6x6_MIN": "connect4:width=6,height=6 --goal win --player MIN"},
}
"""The file of theorems -> the name of each certificate it takes -> the arguments of `plywise certify`."""

ALL = QUICK | {"ConnectFour_7x6": {"connect4_7x6_MAX": "connect4 --goal win --player MAX"}}

MUTATED = ("tictactoe_MAX", "tictactoe_MIN", "connect4_5x5_MAX", "connect4_5x5_MIN", "connect4_6x4_MIN")

TRUSTED = ("PrimInt63.", "Uint63.", "PArray.")
"""The modules of Coq that describe the kernel's integers and arrays."""

IN_A_WORD, IN_A_LINE = 7, 6  # bytes, words

LONGEST = 3600  # seconds, for one command


def main(which: str) -> int:
    """Prove what is asked for, and return the exit code."""
    theorems = {"quick": QUICK, "all": ALL}.get(which)
    if theorems is None:
        print(f"quick or all, not {which!r}", file=sys.stderr)
        return 2
    missing = [name for name in ("coqc", "ocamlopt") if shutil.which(name) is None]
    if missing:
        print(f"the proofs need {' and '.join(missing)} (on Debian: apt-get install coq ocaml-nox)", file=sys.stderr)
        return 1
    began = time.perf_counter()
    BUILD.mkdir(parents=True, exist_ok=True)
    for file in [*SOURCES.glob("*.v"), *SOURCES.glob("theorems/*.v"), *SOURCES.glob("program/*.ml")]:
        shutil.copy(file, BUILD)
    for name in LIBRARY:
        coq(name)
    for theorem, certificates in theorems.items():
        for name, arguments in certificates.items():
            certify(name, arguments)
            (BUILD / f"Data_{name}.v").write_text(as_data((BUILD / f"{name}.cert").read_bytes()), encoding="utf-8")
            coq(f"Data_{name}")
        coq(theorem)
        for statement in statements(theorem):
            print(f"        {statement}", flush=True)
    check_assumptions(list(theorems))
    program = extract()
    for certificates in theorems.values():
        for name in certificates:
            answer = run([program], f"{name}.cert, extracted program", stdin=BUILD / f"{name}.cert")
            print(f"        {answer.strip()}", flush=True)
    files = [f"{name}.cert" for name in MUTATED]
    answer = run([sys.executable, str(SOURCES / "mutants.py"), program, *files], "mutants of certificates")
    print(f"        {answer.strip()}")
    print(f"proved, in {time.perf_counter() - began:,.0f} s")
    return 0


def run(command: list[str], what: str, stdin: Path | None = None) -> str:
    """Run a command in the build folder, print what it took, and return its output. Exits if it fails."""
    began = time.perf_counter()
    path = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH")]))
    with (
        open(stdin or os.devnull, "rb") as given,
        open(BUILD / "output", "w+b") as output,
        subprocess.Popen(
            command,
            cwd=BUILD,
            stdin=given,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=os.environ | {"PYTHONPATH": path},
        ) as child,
    ):
        while (ended := os.wait4(child.pid, os.WNOHANG))[0] == 0:
            if time.perf_counter() - began > LONGEST:
                child.kill()
            time.sleep(0.02)
        child.returncode = os.waitstatus_to_exitcode(ended[1])
        output.seek(0)
        text = output.read().decode("utf-8", "replace")
    if child.returncode != 0:
        print(f"{text}\n{what}: FAILED, code {child.returncode}", file=sys.stderr)
        raise SystemExit(1)
    print(f"{time.perf_counter() - began:7.1f} s {ended[2].ru_maxrss // 1024:6,} MB  {what}", flush=True)
    return text


def coq(name: str) -> str:
    """Compile a file, and return what Coq prints."""
    return run(["coqc", "-q", "-Q", ".", "Plywise", f"{name}.v"], f"{name}.v")


def certify(name: str, arguments: str) -> None:
    """Make a certificate, unless it is there."""
    file = BUILD / f"{name}.cert"
    if not file.exists():
        part = file.with_suffix(".part")
        run(
            [sys.executable, "-m", "plywise", "certify", *arguments.split(), "--out", str(part)], f"certify {arguments}"
        )
        part.rename(file)


def as_data(certificate: bytes) -> str:
    """Return the text of a file for Coq that defines `data : certificate`.

    Nothing here has to be trusted: whatever the data, Coq accepts a theorem only if the checker accepts the data.
    """
    head, _, body = certificate.partition(b"\n\n")
    header = dict(line.split(" ", 1) for line in head.decode().splitlines())
    words = [f"{int.from_bytes(body[i : i + IN_A_WORD], 'little'):#x}" for i in range(0, len(body), IN_A_WORD)]
    lines = ["; ".join(words[i : i + IN_A_LINE]) for i in range(0, len(words), IN_A_LINE)]
    return "\n".join(
        [
            f"(** {header['game']} from {header['position']}: {header['player']} {header['goal']}. *)",
            "From Coq Require Import Uint63 PArray.",
            "From Plywise Require Import Checker.",
            "Local Open Scope uint63_scope.",
            "Local Open Scope array_scope.",
            "Definition bytes : array int := [|",
            ";\n".join(lines),
            "| 0 : int |].",
            "Definition data : certificate := {|",
            f"  body := bytes; entries := {int(header['entries'])}; positions := {int(header['positions'])}",
            "|}.",
            "",
        ]
    )


def statements(theorem: str) -> list[str]:
    """Return the theorems of a file, as it states them."""
    return re.findall(
        r"^Theorem .*?\.$", (BUILD / f"{theorem}.v").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )


def check_assumptions(theorems: list[str]) -> None:
    """Make sure that the theorems rest on Coq's integers and arrays alone. Exits if they do not."""
    names = [f"Plywise.{file}.{each.split()[1]}" for file in theorems for each in statements(file)]
    # Nothing is imported, so that Coq prints names with their modules.
    lines = [f"Require Plywise.{file}." for file in theorems]
    lines += [f"Definition every_theorem := ({', '.join(names)}).", "Print Assumptions every_theorem.", ""]
    (BUILD / "Assumptions.v").write_text("\n".join(lines), encoding="utf-8")
    printed = coq("Assumptions")
    found = {line.split()[0] for line in printed.splitlines() if re.match(r"[A-Za-z]\S*( :|$)", line)} - {"Axioms:"}
    others = sorted(name for name in found if not name.startswith(TRUSTED))
    if not found or others:
        print(f"{printed}\nthe theorems rest on more than Coq's integers and arrays: {others}", file=sys.stderr)
        raise SystemExit(1)
    print(f"        {len(names)} theorems rest on Coq's integers and arrays, and on nothing else")


def extract() -> str:
    """Make the program of the extracted checker, and return where it is."""
    coq("Extraction")
    for file in ("uint63.ml", "parray.ml", "checker.mli", "checker.ml", "main.ml"):
        run(["ocamlopt", "-w", "-a", "-c", file], file)
    objects = ["uint63.cmx", "parray.cmx", "checker.cmx", "main.cmx"]
    run(["ocamlopt", "-o", "plywise-checker", *objects], "plywise-checker")
    return str(BUILD / "plywise-checker")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "quick"))
