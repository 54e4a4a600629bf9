"""Compare random games, by hand: `python -m tests.helpers.random_games FIRST LAST`, from the repository's folder.

Prints the verdict on each seed, and with --shrink the smallest game found that gets the same one; --source prints the
games instead.
"""

import argparse
import itertools
import re
import signal
import tempfile
from collections import Counter
from pathlib import Path

import plywise as pw
from tests.helpers.random_games import write_game
from tests.helpers.random_games.shrink import shrink
from tests.helpers.twins import SAME, compare

LIMIT = 30
"""Seconds: a program made smaller may go on for ever."""

numbers = itertools.count()


def time_is_up(*signalled: object) -> None:
    raise TimeoutError


signal.signal(signal.SIGALRM, time_is_up)


def verdict(source: str, folder: Path) -> str:
    """Return what `compare` says of a game's source; "raises: ..." where plain Python fails."""
    number = next(numbers)
    file = folder / f"game_{number}.py"
    file.write_text(source)
    signal.alarm(LIMIT)
    try:
        return compare(pw.make(f"{file}:RandomGame"), (1, 2, 3), positions=40)
    except Exception as error:  # noqa: BLE001 - a program made smaller may raise anything
        return f"raises: {type(error).__name__}: {error}"
    finally:
        signal.alarm(0)


def cause(said: str) -> str:
    """Return a verdict without what differs from game to game: files, lines, numbers, the answers."""
    return "different" if said.startswith("different") else re.sub(r"\S*\.py:\d+|\d+", "#", said)


def main() -> None:
    """Write, compare, print."""
    reader = argparse.ArgumentParser(prog="python -m tests.helpers.random_games", description="Compare random games.")
    reader.add_argument("first", type=int)
    reader.add_argument("last", type=int, nargs="?")
    reader.add_argument("--shrink", action="store_true")
    reader.add_argument("--source", action="store_true")
    options = reader.parse_args()
    said = Counter[str]()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for seed in range(options.first, (options.last or options.first) + 1):
            source = write_game(seed)
            if options.source:
                print(source)
                continue
            found = verdict(source, folder)
            said[cause(found)] += 1
            print(seed, found, flush=True)
            if options.shrink and found != SAME:
                print(shrink(source, lambda text: cause(verdict(text, folder)) == cause(found)), flush=True)  # noqa: B023
    for text, count in said.most_common():
        print(count, text)


if __name__ == "__main__":
    main()
