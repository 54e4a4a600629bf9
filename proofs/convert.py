"""Turn a certificate of Plywise into data for Coq: the body's bytes, seven in each integer, and the counts of its header.

    python proofs/convert.py FILE > Data.v

Nothing here has to be trusted: whatever the data, Coq accepts a theorem only if the checker accepts the data.
"""

import sys
from pathlib import Path

IN_A_WORD, IN_A_LINE = 7, 6  # bytes, words


def as_data(certificate: bytes) -> str:
    """Return the text of a file for Coq that defines `data : certificate`."""
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


if __name__ == "__main__":
    sys.stdout.write(as_data(Path(sys.argv[1]).read_bytes()))
