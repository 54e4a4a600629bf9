"""What is said on stderr where compiling takes a while."""

import sys
from collections import deque

_said: deque[str] = deque(maxlen=1000)


def say_compiling(name: str, fingerprint: str, is_new: bool = True, is_slow: bool = False) -> None:
    """Say on stderr that compiling takes a while: of a game, the first time it is compiled, and not again.

    is_new: the game was not compiled before, by no process
    is_slow: it takes more than a moment; of a game that is not new, that is said once a process, in other words
    """
    if fingerprint not in _said and (is_new or is_slow):
        _said.append(fingerprint)
        what = f"{name}, first time only" if is_new else f"one more kind of search for {name}"
        print(f"compiling {what} ...", file=sys.stderr, flush=True)


def say_compiling_again(name: str, fingerprint: str) -> None:
    """Say once, on stderr, that rules are compiled another time, for values that trial positions did not show."""
    if f"{fingerprint} again" not in _said:
        _said.extend((fingerprint, f"{fingerprint} again"))
        print(f"compiling {name} again, with more room ...", file=sys.stderr, flush=True)


__all__ = ["say_compiling", "say_compiling_again"]
