"""The space that a drawing reserves for each node, so that nodes stay in place from step to step."""

from collections.abc import Iterable
from typing import NamedTuple

from plywise.show.labels import entry_text, value_text, window_texts
from plywise.show.text_width import text_width
from plywise.trees.recording import Recording
from plywise.trees.replay import Replay, Status, update_status


class ReservedSize(NamedTuple):
    """The widest texts that a node ever shows.

    value, entry: its value and its order of entry
    window: its alpha and beta
    cut: whether it is cut off at some step
    bold: whether it is on the principal variation at the end
    """

    value: str = ""
    entry: str = ""
    window: tuple[str, str] | None = None
    cut: bool = False
    bold: bool = False


def reserved_sizes(replay: Replay, wanted: Iterable[int] | None = None) -> dict[int, ReservedSize]:
    """Return the space that each record needs over all the steps of a replay. wanted: only for these records."""
    recording = replay.recording
    statuses = {record: Status() for record in (range(len(recording.records)) if wanted is None else wanted)}
    found = {n: ReservedSize(value_text(recording, recording.records[n], status)) for n, status in statuses.items()}
    entries = 0
    for event in recording.events:
        entries += event.kind == "enter"
        status = statuses.get(event.record)
        if status is not None:
            update_status(event, status, entries)
            found[event.record] = _enlarge(found[event.record], recording, event.record, status)
    ended = replay.statuses_at(replay.last)
    for record in recording.follow(recording.result.pv) if recording.records and recording.result.pv else ():
        if record in found:
            found[record] = _enlarge(found[record], recording, record, ended[record])._replace(bold=True)
    return found


def _enlarge(reserved: ReservedSize, recording: Recording, record: int, status: Status) -> ReservedSize:
    """Return a reserved size enlarged to fit what a node shows now."""
    value, entry = value_text(recording, recording.records[record], status), entry_text(status)
    window = window_texts(recording, status)
    if window is not None and reserved.window is not None:
        window = _choose_wider(reserved.window[0], window[0]), _choose_wider(reserved.window[1], window[1])
    return ReservedSize(
        _choose_wider(reserved.value, value),
        _choose_wider(reserved.entry, entry),
        window or reserved.window,
        reserved.cut or status.cut,
        reserved.bold,
    )


def _choose_wider(one: str, other: str) -> str:
    """Return the wider of two texts."""
    return other if other != one and text_width(other, 1000) > text_width(one, 1000) else one
