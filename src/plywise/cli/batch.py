"""Batches: many positions, one answer per line in the same order; a stopped run can be resumed."""

import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from plywise.cli.answer_files import PARQUET, AnswerFormat, Form, JsonLines, format_for, suffix_of
from plywise.cli.files import check_outputs, note_written, read_text, write_file
from plywise.cli.messages import say
from plywise.cli.same_file import descriptor_of, is_kept, is_stdout
from plywise.cli.tables import parquet_of, require_parquet, rows_of_parquet
from plywise.errors import InputError
from plywise.game import Game, State
from plywise.solvers.slices import read_position

REPORT_EVERY = 5.0  # seconds between two progress lines


class BatchLine(NamedTuple):
    """A line of a batch: its text, and the state that it describes."""

    text: str
    state: State


SolveRest = Callable[[Sequence[BatchLine], int], Iterable[dict[str, Any]]]
"""Solves the lines after the first N: one answer each, in order, without the input."""


class Found(NamedTuple):
    """What a file of answers holds already: the number of answers, their bytes, and the bytes of the whole file."""

    answers: int = 0
    kept: int = 0
    size: int = 0


def read_positions(game: Game, path: str) -> list[BatchLine]:
    """Return the non-empty lines of a file ("-": stdin). Raises InputError naming the bad line."""
    lines = []
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if text := line.strip():
            try:
                lines.append(BatchLine(text, read_position(game, text)))
            except InputError as error:
                raise InputError(f"line {number}: {error}") from None
    return lines


class Batch(NamedTuple):
    """A batch: its lines, the solver of them, the form of the answers.

    solving: yields the solver of the lines; called once the output file is known to be usable
    silent: whether progress is not reported
    """

    lines: Sequence[BatchLine]
    solving: Callable[[], AbstractContextManager[SolveRest]]
    form: Form
    silent: bool = False


def run_batch(batch: Batch, out: str | None, resume: bool) -> None:
    """Write the answer to each line, with the line's text as `input`.

    out: a file, CSV or Parquet if its name ends so, else a JSON object per line; None: JSON to stdout.
    resume: skip the lines that the file answers already.

    Raises InputError if the file is in use otherwise, or exists and is not to be resumed, or holds anything but the
    beginning of this batch's answers: then it is left as it is.
    """
    out = None if out is not None and is_stdout(out) else out
    if out is not None and suffix_of(out) == PARQUET:
        _run_to_parquet(batch, out, resume)
        return
    _stream_answers(batch, out, format_for(out, batch.form), resume)
    if out is not None and is_kept(out):
        note_written([out])


def _stream_answers(batch: Batch, out: str | None, written: AnswerFormat, resume: bool) -> None:
    """Write the answers to stdout or to a file, each as soon as it is found."""
    found = Found() if out is None else _check_output(out, batch, written, resume)
    with batch.solving() as solve_rest, _open_output(out, found) as stream:
        if not found.kept:
            stream.write(written.header)
        for record in _records(batch, found.answers, solve_rest, written):
            stream.write(record)
            stream.flush()


def _records(batch: Batch, done: int, solve_rest: SolveRest, written: AnswerFormat) -> Iterator[bytes]:
    """Yield the record for each line that is not done, by one call, as soon as it is found."""
    lines = batch.lines
    began = said = 0.0  # from the first answer on, without compiling
    for line, answer in zip(lines[done:], solve_rest(lines, done), strict=True):
        yield written.record({"input": line.text} | answer)
        done, now = done + 1, time.monotonic()
        began, said = began or now, said or now
        if batch.silent:
            continue
        if now - said > REPORT_EVERY or (done == len(lines) and now - began > REPORT_EVERY):
            said = now
            say(f"{done:,} of {len(lines):,} solved, {now - began:.0f} s")


# --- Parquet, which cannot be appended to -----------------------------------------------------------------------------


def _run_to_parquet(batch: Batch, out: str, resume: bool) -> None:
    """Collect the answers as JSON lines in a file beside the Parquet file, then write that as a whole."""
    require_parquet()
    collected = f"{out}.jsonl"
    check_outputs([out, collected])
    if not is_kept(out):
        raise InputError(
            f"file {out} is a pipe or a device: Parquet needs a regular file; write CSV or JSON lines instead"
        )
    if os.path.exists(out):
        if not resume:
            raise _exists(out)
        if not os.path.exists(collected) and _restore(batch, out, collected):
            return
    _collect(batch, collected, resume)
    with open(collected, "rb") as lines:
        write_file(out, parquet_of(batch.form.columns, (batch.form.row(json.loads(line)) for line in lines)))
    Path(collected).unlink(missing_ok=True)


def _collect(batch: Batch, collected: str, resume: bool) -> None:
    """Write the answers as JSON lines; if the user interrupts that, report where they are."""
    try:
        _stream_answers(batch, collected, JsonLines(batch.form), resume)
    except KeyboardInterrupt:
        if os.path.exists(collected):
            say(f"file {collected} has the answers so far: --resume continues it")
        raise


def _restore(batch: Batch, out: str, collected: str) -> bool:
    """Restore the JSON lines from a Parquet file, to continue them; return whether every line is answered."""
    written = JsonLines(batch.form)
    content = b"".join(map(written.record, rows_of_parquet(out, batch.form.columns)))
    is_whole = _count_answers(out, content, batch, written).answers == len(batch.lines)
    if not is_whole:
        Path(collected).write_bytes(content)
    return is_whole


# --- continuing a file ------------------------------------------------------------------------------------------------


def _check_output(out: str, batch: Batch, written: AnswerFormat, resume: bool) -> Found:
    """Return what a file holds already. Raises InputError if this batch cannot continue it."""
    check_outputs([out])
    if not is_kept(out):
        if resume:
            raise InputError(f"file {out} is not a regular file: --resume cannot continue it")
        return Found()
    if not os.path.exists(out):
        return Found()
    if not resume:
        raise _exists(out)
    try:
        content = Path(out).read_bytes()
    except OSError as error:
        raise InputError(f"file {out} cannot be read: {error.strerror}") from None
    return _count_answers(out, content, batch, written)


def _exists(out: str) -> InputError:
    return InputError(f"file {out} exists already: --resume continues it")


def _count_answers(out: str, content: bytes, batch: Batch, written: AnswerFormat) -> Found:
    """Return how many lines a file already answers, and in how many bytes.

    A torn last record does not count, but it must begin as the next answer does: nothing else is ever cut off.
    """
    lines, header = batch.lines, written.header
    if content[: len(header)] != header[: len(content)]:
        raise InputError(f"file {out}, line 1: not the columns of this table; nothing was changed")
    if len(content) < len(header):
        return Found(size=len(content))
    *answers, torn = written.split(content[len(header) :])
    first = 1 + header.count(b"\n")
    for number, (record, line) in enumerate(zip(answers, lines, strict=False), start=first):
        found = written.parse(record)
        if found.get("input") != line.text:
            raise InputError(f"file {out}, line {number}: not the answer to {line.text!r}; nothing was changed")
        if not batch.form.belongs(found):
            raise InputError(f"file {out}, line {number}: an answer to other options; nothing was changed")
    if len(answers) > len(lines):
        raise InputError(f"file {out} has {len(answers)} answers for {len(lines)} lines; nothing was changed")
    opening = written.opening(lines[len(answers)].text) if len(answers) < len(lines) else b""
    if torn and (not opening or not (torn.startswith(opening) or opening.startswith(torn))):
        raise InputError(f"file {out}, line {len(answers) + first}: not an answer of this batch; nothing was changed")
    return Found(len(answers), len(content) - len(torn), len(content))


@contextmanager
def _open_output(out: str | None, found: Found) -> Iterator[BinaryIO]:
    """Open a file to continue after its complete answers."""
    if out is None:
        sys.stdout.flush()
        yield sys.stdout.buffer
        return
    try:
        descriptor = descriptor_of(out)
        stream = open(out if descriptor is None else os.dup(descriptor), "ab")  # noqa: SIM115 - closed below
    except OSError as error:
        raise InputError(f"file {out} cannot be written: {error.strerror}") from None
    with stream:
        if is_kept(out):
            _lock(stream, out)
            if os.fstat(stream.fileno()).st_size != found.size:
                raise InputError(f"file {out} was changed by another program just now; nothing was changed")
            if found.kept < found.size:
                stream.truncate(found.kept)
        yield stream


def _lock(stream: BinaryIO, out: str) -> None:
    """Prevent two runs from writing to one file. Raises InputError if another run does."""
    try:
        import fcntl
    except ImportError:  # this system has other locks
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InputError(f"file {out} is being written by another run; nothing was changed") from None
    except OSError:  # a file system without locks
        return
