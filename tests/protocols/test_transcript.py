"""A transcript: nothing is lost, memory is bounded, and a full disk ends no game."""

from io import BytesIO
from itertools import count

import pytest

from plywise.protocols import transcript
from plywise.protocols.transcript import ERROR, FROM, TO, Transcript


def ticking():
    """Return a clock that shows a second more each time."""
    seconds = count()
    return lambda: next(seconds)


def test_each_line_has_its_time_and_its_direction(tmp_path):
    kept = Transcript(ticking())
    kept.note(TO, b"isready")
    kept.note(FROM, b"ready\xff")
    kept.note(ERROR, b"half", ends=False)
    assert kept.read() == b"     1.000 > isready\n     2.000 < ready\xff\n     3.000 !~half\n"
    kept.write(tmp_path / "said.txt")
    assert (tmp_path / "said.txt").read_bytes() == kept.read()


def test_what_is_said_after_it_was_read_follows():
    kept = Transcript(ticking())
    kept.note(TO, b"one")
    kept.read()
    kept.note(TO, b"two")
    assert kept.read().endswith(b"> one\n     2.000 > two\n")


def test_a_long_one_is_kept_wholly_outside_of_memory(monkeypatch):
    monkeypatch.setattr(transcript, "MAX_IN_MEMORY", 1000)
    kept = Transcript(ticking())
    for number in range(500):
        kept.note(FROM, b"line %d" % number)
    assert kept._parts[0]._rolled  # it is in a file
    assert [line.split(b"line ")[1] for line in kept.read().splitlines()] == [b"%d" % each for each in range(500)]
    kept.close()
    assert kept.read() == b""


def test_an_endless_one_keeps_the_latest():
    kept = Transcript(ticking())
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(transcript, "MAX_PART", 3000)
        for number in range(1000):
            kept.note(FROM, b"line %d" % number)
    first, *lines = kept.read().splitlines()
    assert first == b"# earlier lines are not kept"
    assert lines[-1].endswith(b"line 999")
    assert len(lines) == int(lines[-1].split(b"line ")[1]) - int(lines[0].split(b"line ")[1]) + 1, "no gap"
    assert 3000 <= len(kept.read()) <= 7000


def test_in_a_folder_it_is_written_as_it_grows_and_all_of_it_stays(tmp_path, monkeypatch):
    monkeypatch.setattr(transcript, "MAX_PART", 1000)
    kept, other = (Transcript(ticking(), tmp_path, "fake") for _ in range(2))
    assert list(tmp_path.iterdir()) == []
    for number in range(200):
        kept.note(FROM, b"line %d" % number)
        other.note(TO, b"another")
    pieces = sorted(file.read_bytes() for file in tmp_path.glob("fake-*.txt") if b"line" in file.read_bytes())
    assert len(pieces) > 3
    whole = b"".join(sorted(pieces, key=lambda piece: float(piece.split()[0])))
    assert [line.split(b"line ")[1] for line in whole.splitlines()] == [b"%d" % each for each in range(200)]
    kept.close()
    other.close()
    assert len(list(tmp_path.iterdir())) == 2 * len(pieces)


def test_a_full_disk_is_told_in_the_transcript_and_ends_nothing(monkeypatch):
    kept = Transcript(ticking())
    kept.note(TO, b"one")

    class Full(BytesIO):
        def write(self, data):
            raise OSError(28, "No space left on device")

    whole, kept._parts[-1] = kept._parts[-1], Full()
    kept.note(TO, b"two")
    kept._parts[-1] = whole
    kept.note(TO, b"three")
    assert kept.read() == b"     1.000 > one\n# the rest could not be written: No space left on device\n"


def test_the_last_line_of_stderr_is_at_hand():
    kept = Transcript(ticking())
    assert kept.last_error() == ""
    for line in (b"first", b"second " + b"x" * 5000, b"   "):
        kept.note(ERROR, line)
    kept.note(FROM, b"not this one")
    assert kept.last_error().startswith("second xxx")
    assert len(kept.last_error()) == transcript.LAST_LENGTH
