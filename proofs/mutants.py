"""Change certificates, and see that the extracted checker refuses each mutant.

    python proofs/mutants.py PROGRAM FILE ...

A mutant has an entry changed, removed, added or exchanged with another one, or its end is missing, with the counts and
the checksum made to fit; or it claims something else: the other player, a win instead of a draw, other counts. A change
that plays another good move, after which the next entries are right, is another proof: such a mutant is accepted by
`plywise verify` too, and is not counted.
"""

import random
import subprocess
import sys
import zlib
from collections import Counter
from pathlib import Path

COUNT = 1000


def mutate(certificate: bytes, source: random.Random) -> bytes:
    """Return a certificate with one change."""
    head, _, found = certificate.partition(b"\n\n")
    body = bytearray(found)
    at, other = source.randrange(len(body)), source.randrange(len(body))
    header = dict(line.split(" ", 1) for line in head.decode().splitlines())
    kind = source.randrange(9)
    if kind == 0:
        body[at] = (body[at] + source.randrange(1, 7)) % 8
    elif kind == 1:
        body[at] = source.randrange(8, 128)
    elif kind == 2:
        del body[at]
    elif kind == 3:
        body.insert(at, source.randrange(8))
    elif kind == 4:
        body[at], body[other] = body[other], body[at]
    elif kind == 5:
        header["player"] = "MIN" if header["player"] == "MAX" else "MAX"
    elif kind == 6:
        header["positions"] = str(max(0, int(header["positions"]) + source.choice([-2, -1, 1, 2])))
    elif kind == 7:
        header["goal"] = "win"
    else:
        del body[at:]
    if kind != 6:
        header["entries"] = str(len(body))
    header["crc32"] = f"{zlib.crc32(body):08x}"
    return "".join(f"{name} {value}\n" for name, value in header.items()).encode() + b"\n" + bytes(body)


def is_accepted(command: list[str], certificate: bytes) -> bool:
    """Return whether a checker, which reads its standard input, accepts a certificate."""
    code = subprocess.run(command, input=certificate, capture_output=True, timeout=600).returncode
    if code not in (0, 1):
        raise SystemExit(f"{command[0]} ended with {code}")
    return code == 0


def main(program: str, files: list[str]) -> int:
    """Try the mutants, and return the exit code."""
    source, certificates = random.Random(7), [Path(file).read_bytes() for file in files]
    tried, proofs, wrong = Counter[int](), 0, 0
    while sum(tried.values()) < COUNT:
        i = source.randrange(len(certificates))
        mutant = mutate(certificates[i], source)
        if mutant == certificates[i]:
            continue
        if is_accepted([program], mutant):
            if is_accepted([sys.executable, "-m", "plywise", "verify", "-"], mutant):
                proofs += 1
                continue
            wrong += 1
        tried[i] += 1
    print(f"{COUNT:,} mutants, {wrong} accepted ({proofs} more are other proofs, accepted by plywise verify)")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
