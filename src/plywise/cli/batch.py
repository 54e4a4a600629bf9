"""Batches: many positions, one answer per line in the same order; a stopped run can be resumed."""

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from plywise.cli.options import read_text
from plywise.errors import InputError
from plywise.game import Game, State, play_moves

REPORT_EVERY = 5.0  # seconds between two progress lines


class BatchLine:
    """A line of a batch: its text, and the state that it describes."""

    def __init__(self, text: str, state: State) -> None:
        self.text = text
        self.state = state


def read_positions(game: Game, path: str) -> list[BatchLine]:
    """Return the non-empty lines of a file ("-": stdin). Raises InputError naming the bad line."""
    lines = []
    for number, text in enumerate(read_text(path).splitlines(), start=1):
        if text.strip():
            lines.append(BatchLine(text.strip(), _read_state(game, text.strip(), number)))
    return lines


def _read_state(game: Game, text: str, number: int) -> State:
    """Return the state that a position, or a line of moves from the initial position, describes."""
    try:
        return game.parse_state(text)
    except InputError as error:
        try:
            return play_moves(game, game.initial(), text)
        except InputError:
            raise InputError(f"line {number}: {error}") from None


def run_batch(
    lines: list[BatchLine],
    prepare: Callable[[], Callable[[State], dict[str, Any]]],
    belongs: Callable[[dict[str, Any]], bool],
    out: str | None,
    resume: bool,
) -> None:
    """Write the answer to each line as one JSON object per line, with the line's text as `input`.

    lines: the positions.
    prepare: returns what solves one state; called once it is known that the file may be continued.
    belongs: tells whether an answer found in the file belongs to the same questions.
    out: a file; None: stdout.
    resume: skip the lines that the file answers already.

    Raises InputError if the file exists and is not to be resumed, or holds other answers.
    """
    done, kept = _count_done(lines, belongs, out, resume)
    answer = prepare()
    with _open_output(out, kept) as stream:
        began = said = time.monotonic()
        for number, line in enumerate(lines[done:], start=done + 1):
            stream.write(json.dumps({"input": line.text} | answer(line.state), ensure_ascii=False) + "\n")
            stream.flush()
            if time.monotonic() - said > REPORT_EVERY or (
                number == len(lines) and time.monotonic() - began > REPORT_EVERY
            ):
                said = time.monotonic()
                print(f"{number:,} of {len(lines):,} solved, {said - began:.0f} s", file=sys.stderr, flush=True)


def _count_done(
    lines: list[BatchLine], belongs: Callable[[dict[str, Any]], bool], out: str | None, resume: bool
) -> tuple[int, int]:
    """Return how many lines a file already answers, and in how many bytes: a half-written last line does not count."""
    if out is None or not Path(out).exists():
        return 0, 0
    if not resume:
        raise InputError(f"file {out} is there already: --resume goes on with it")
    try:
        content = Path(out).read_bytes()
    except OSError as error:
        raise InputError(f"file {out} cannot be read: {error.strerror}") from None
    whole = content[: content.rfind(b"\n") + 1]
    answers = whole.decode("utf-8", "replace").splitlines()
    for number, (text, line) in enumerate(zip(answers, lines, strict=False), start=1):
        found = _parse_answer(text)
        if found.get("input") != line.text:
            raise InputError(f"file {out}, line {number}: not the answer to {line.text!r}; nothing was changed")
        if not belongs(found):
            raise InputError(f"file {out}, line {number}: the answer to another question; nothing was changed")
    if len(answers) > len(lines):
        raise InputError(
            f"file {out} has {len(answers)} answers, more than the {len(lines)} lines; nothing was changed"
        )
    return len(answers), len(whole)


def _parse_answer(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


@contextmanager
def _open_output(out: str | None, kept: int) -> Iterator[TextIO]:
    """Open a file to go on after the bytes that are kept of it."""
    if out is None:
        yield sys.stdout
        return
    try:
        stream = Path(out).open("a", encoding="utf-8")  # noqa: SIM115 - closed below
    except OSError as error:
        raise InputError(f"file {out} cannot be written: {error.strerror}") from None
    with stream:
        if stream.tell() > kept:
            stream.truncate(kept)
        yield stream
