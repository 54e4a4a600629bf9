"""What the program says on stderr: one line for one thing, in which nothing can move the cursor or hide a word."""

import sys


def escape(text: str) -> str:
    """Return a text on one line: white space as single spaces, control characters and their like as escapes."""
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in " ".join(text.split())
    )


def say(text: str) -> None:
    """Print a message as one line on stderr. Nobody may be reading it: that is no reason to stop."""
    try:
        print(escape(text), file=sys.stderr, flush=True)
    except (OSError, ValueError, AttributeError):  # its reader has gone, or it is closed
        return
