"""Batches: many positions, one answer a line, in the same order, and going on where an earlier run was stopped."""

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

SAID_EVERY = 5.0  # seconds between two lines that say how far a batch is


class Line:
    """A line of a batch: its text, and the state that it stands for."""

    def __init__(self, text: str, state: State) -> None:
        self.text = text
        self.state = state


def read_positions(game: Game, path: str) -> list[Line]:
    """Return the lines of a file ("-": stdin) that are not empty. Raises InputError that names the line."""
    lines = []
    for number, text in enumerate(read_text(path).splitlines(), start=1):
        if text.strip():
            lines.append(Line(text.strip(), _state(game, text.strip(), number)))
    return lines


def _state(game: Game, text: str, number: int) -> State:
    """Return the state that a position, or a line of moves from the initial one, stands for."""
    try:
        return game.parse_state(text)
    except InputError as error:
        try:
            return play_moves(game, game.initial(), text)
        except InputError:
            raise InputError(f"line {number}: {error}") from None


def run_batch(
    lines: list[Line],
    answer: Callable[[State], dict[str, Any]],
    belongs: Callable[[dict[str, Any]], bool],
    out: str | None,
    resume: bool,
) -> None:
    """Write the answer to each line as a JSON object of its own, with the line's text as `input`.

    belongs(what) tells whether an answer is one to the same questions. out: a file; None: stdout. resume: leave out
    what the file has already. Raises InputError where the file is there and is not to be gone on with, or holds other
    answers.
    """
    done = _done(lines, belongs, out, resume)
    with _opened(out) as stream:
        began = said = time.monotonic()
        for number, line in enumerate(lines[done:], start=done + 1):
            stream.write(json.dumps({"input": line.text} | answer(line.state), ensure_ascii=False) + "\n")
            stream.flush()
            if time.monotonic() - said > SAID_EVERY or (number == len(lines) and time.monotonic() - began > SAID_EVERY):
                said = time.monotonic()
                print(f"{number:,} of {len(lines):,} solved, {said - began:.0f} s", file=sys.stderr, flush=True)


def _done(lines: list[Line], belongs: Callable[[dict[str, Any]], bool], out: str | None, resume: bool) -> int:
    """Return how many lines a file answers already; a half-written last line is cut off."""
    if out is None or not Path(out).exists():
        return 0
    if not resume:
        raise InputError(f"file {out} is there already: --resume goes on with it")
    try:
        content = Path(out).read_bytes()
    except OSError as error:
        raise InputError(f"file {out} cannot be read: {error.strerror}") from None
    whole = content[: content.rfind(b"\n") + 1]
    answers = whole.decode("utf-8", "replace").splitlines()
    for number, (text, line) in enumerate(zip(answers, lines, strict=False), start=1):
        found = _read(text)
        if found.get("input") != line.text:
            raise InputError(f"file {out}, line {number}: not the answer to {line.text!r}; nothing was changed")
        if not belongs(found):
            raise InputError(f"file {out}, line {number}: the answer to another question; nothing was changed")
    if len(answers) > len(lines):
        raise InputError(
            f"file {out} has {len(answers)} answers, more than the {len(lines)} lines; nothing was changed"
        )
    if len(whole) < len(content):
        with Path(out).open("r+b") as file:
            file.truncate(len(whole))
    return len(answers)


def _read(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


@contextmanager
def _opened(out: str | None) -> Iterator[TextIO]:
    if out is None:
        yield sys.stdout
        return
    try:
        stream = Path(out).open("a", encoding="utf-8")  # noqa: SIM115 - closed below
    except OSError as error:
        raise InputError(f"file {out} cannot be written: {error.strerror}") from None
    with stream:
        yield stream
