"""The short texts written at the nodes of a drawing."""

from functools import lru_cache
from math import inf

from plywise.game import Value
from plywise.trees.recorder import Record
from plywise.trees.recording import Recording
from plywise.trees.replay import LEFT, Status

MAX_NUMBER_LENGTH = 9
BOUND_SIGNS = {"exact": "", "lower": "\u2265", "upper": "\u2264"}


@lru_cache(maxsize=4096, typed=True)  # 1 is not 1.0 here
def short_number(value: Value | None) -> str:
    """Return a number, shortened to fit into a drawing.

    >>> short_number(-3), short_number(float("inf")), short_number(2.5), short_number(123456789012)
    ('-3', '+\u221e', '2.5', '1.23e+11')
    """
    if value is None:
        return ""
    if value in (inf, -inf):
        return "+\u221e" if value > 0 else "-\u221e"
    if isinstance(value, int) and abs(value) >= 10**300:
        digits = value.bit_length() * 30103 // 100000
        return f"{'-' if value < 0 else ''}1e+{digits}"
    text = str(value)
    return text if len(text) <= MAX_NUMBER_LENGTH else f"{value:.3g}"


def value_text(recording: Recording, record: Record, status: Status, written: bool = True) -> str:
    """Return the text of a node's value so far; for an unvisited leaf of an explicit tree, the given value.

    written: whether the values of unvisited leaves are shown
    """
    if recording.algorithm.samples and status.visits:
        is_proved = status.hit or (status.leaf and not status.estimate)
        return sampled_text(status.value, is_proved, status.visits)
    if status.value is not None and status.value not in (inf, -inf):
        sign = BOUND_SIGNS[status.bound] if status.phase == LEFT else ""
        guess = "?" if status.estimate or (status.phase == LEFT and recording.is_estimated(record)) else ""
        return sign + short_number(status.value) + guess
    return leaf_text(recording, record) if written else ""


def sampled_text(value: Value | None, is_proved: bool, visits: int) -> str:
    """Return a node's mean over random games, or its value if proved, and the number of games.

    >>> sampled_text(0.123456, False, 81), sampled_text(1, True, 3)
    ('0.12 (81)', '=1 (3)')
    """
    if value is None:
        return f"({visits})"
    number = short_number(value) if isinstance(value, int) else f"{round(value, 2):g}"
    return f"{'=' * is_proved}{number} ({visits})"


def leaf_text(recording: Recording, record: Record) -> str:
    """Return the value written on a leaf of an explicit tree, whether or not it was searched; "" for other nodes."""
    written = recording.is_tree and record.state is not None and recording.game.terminal(record.state)
    return short_number(recording.game.utility(record.state)) if written else ""


def entry_text(status: Status) -> str:
    """Return the number of a node's last entry among all node entries, such as "#3"; "" if never entered."""
    return f"#{status.entry}" if status.entry else ""


def window_texts(recording: Recording, status: Status) -> tuple[str, str] | None:
    """Return a node's alpha and beta; None if the algorithm has no window or the node was not entered yet."""
    if status.alpha is None or not recording.algorithm.has_windows:
        return None
    return short_number(status.alpha), short_number(status.beta)
