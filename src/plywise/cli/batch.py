"""Batches: many positions, one answer per line in the same order; a stopped run can be resumed."""

import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from plywise.cli.files import check_outputs, note_written, read_text
from plywise.cli.messages import say
from plywise.cli.same_file import descriptor_of, is_kept, is_stdout
from plywise.errors import InputError
from plywise.game import Game, State
from plywise.solvers.slices import read_position

REPORT_EVERY = 5.0  # seconds between two progress lines

encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


class BatchLine(NamedTuple):
    """A line of a batch: its text, and the state that it describes."""

    text: str
    state: State


SolveRest = Callable[[Sequence[BatchLine], int], Iterable[dict[str, Any]]]
"""Solves all lines but the first so many: one answer each, in order, without the input."""


class Form(NamedTuple):
    """What the answers of a batch look like, to tell them from other lines of text.

    first: the key and the value that follow the input in every answer; the value is None where it differs
    belongs: whether a whole answer, found in a file, is one to the same question
    """

    first: tuple[str, str | None]
    belongs: Callable[[dict[str, Any]], bool]

    def opening(self, text: str) -> bytes:
        """Return the beginning of the line that answers an input."""
        key, value = self.first
        opening = f'{{"input": {encode(text)}, {encode(key)}: '
        return (opening if value is None else opening + encode(value)).encode()


class Found(NamedTuple):
    """What a file of answers holds already: how many lines, in how many bytes, and the bytes of the whole file."""

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


def run_batch(
    lines: list[BatchLine],
    solving: Callable[[], AbstractContextManager[SolveRest]],
    form: Form,
    out: str | None,
    resume: bool,
    silent: bool = False,
) -> None:
    """Write the answer to each line as one JSON object per line, with the line's text as `input`.

    lines: the positions.
    solving: gives what solves them; called once it is known that the file may be continued.
    out: a file; None: stdout.
    resume: skip the lines that the file answers already.
    silent: do not say how far it is.

    Raises InputError if the file is in use otherwise, or exists and is not to be resumed, or holds anything but the
    beginning of this batch's answers: then it is left as it is.
    """
    out = None if out is not None and is_stdout(out) else out
    found = Found() if out is None else _check_output(out, lines, form, resume)
    with solving() as solve_rest, _open_output(out, found) as stream:
        _write_answers(stream, lines, found.answers, solve_rest, silent)
    if out is not None and is_kept(out):
        note_written([out])


def _write_answers(
    stream: BinaryIO, lines: Sequence[BatchLine], done: int, solve_rest: SolveRest, silent: bool
) -> None:
    """Write the answer to each line that is not done, by one call, as soon as it is found."""
    began = said = 0.0  # from the first answer on: before it comes what is compiled
    for line, answer in zip(lines[done:], solve_rest(lines, done), strict=True):
        stream.write(f"{encode({'input': line.text} | answer)}\n".encode())
        stream.flush()
        done, now = done + 1, time.monotonic()
        began, said = began or now, said or now
        if silent:
            continue
        if now - said > REPORT_EVERY or (done == len(lines) and now - began > REPORT_EVERY):
            said = now
            say(f"{done:,} of {len(lines):,} solved, {now - began:.0f} s")


# --- going on with a file ---------------------------------------------------------------------------------------------


def _check_output(out: str, lines: Sequence[BatchLine], form: Form, resume: bool) -> Found:
    """Return what a file holds already. Raises InputError if it is not this batch's to go on with."""
    check_outputs([out])
    if not is_kept(out):
        if resume:
            raise InputError(f"file {out} keeps nothing that could be gone on with")
        return Found()
    if not os.path.exists(out):
        return Found()
    if not resume:
        raise InputError(f"file {out} is there already: --resume goes on with it")
    try:
        content = Path(out).read_bytes()
    except OSError as error:
        raise InputError(f"file {out} cannot be read: {error.strerror}") from None
    return _count_answers(out, content, lines, form)


def _count_answers(out: str, content: bytes, lines: Sequence[BatchLine], form: Form) -> Found:
    """Return how many lines a file already answers, and in how many bytes.

    A torn last line does not count, but it must begin as the next answer does: nothing else is ever cut off.
    """
    *answers, torn = content.split(b"\n")
    for number, (text, line) in enumerate(zip(answers, lines, strict=False), start=1):
        found = _parse_answer(text)
        if found.get("input") != line.text:
            raise InputError(f"file {out}, line {number}: not the answer to {line.text!r}; nothing was changed")
        if not form.belongs(found):
            raise InputError(f"file {out}, line {number}: the answer to another question; nothing was changed")
    if len(answers) > len(lines):
        raise InputError(
            f"file {out} has {len(answers)} answers, more than the {len(lines)} lines; nothing was changed"
        )
    opening = form.opening(lines[len(answers)].text) if len(answers) < len(lines) else b""
    if torn and (not opening or not (torn.startswith(opening) or opening.startswith(torn))):
        raise InputError(f"file {out}, line {len(answers) + 1}: no answer of this batch; nothing was changed")
    return Found(len(answers), len(content) - len(torn), len(content))


def _parse_answer(text: bytes) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


@contextmanager
def _open_output(out: str | None, found: Found) -> Iterator[BinaryIO]:
    """Open a file to go on after the bytes that are kept of it."""
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
                raise InputError(f"file {out} has just been changed by another program; nothing was changed")
            if found.kept < found.size:
                stream.truncate(found.kept)
        yield stream


def _lock(stream: BinaryIO, out: str) -> None:
    """Keep two runs from writing to one file. Raises InputError where another run does."""
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
