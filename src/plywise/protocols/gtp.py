"""A client for programs that speak GTP, the Go Text Protocol.

The protocol: Farnebäck, "Specification of the Go Text Protocol, version 2", 2002. Each command has a number, which the
answer repeats, so that a late answer is not mistaken for another.
"""

import re
import time
from collections.abc import Sequence
from contextlib import suppress

from plywise.protocols.gtp_time import DECIMAL
from plywise.protocols.program import Program, ProgramFailure, shorten

ANSWER = re.compile(r"([=?])(\d{0,9})(?:[ \t]+(.*))?", re.DOTALL)

OPTIONAL = (DECIMAL, "time_settings", "time_left")
"""Commands sent only to programs that have them."""

VERSION = re.compile(r"[12](\.0)?")

MAX_STRANGE = 1000
"""Number of lines outside an answer after which the program fails."""


class Refusal(ProgramFailure):
    """A program refuses a command."""

    def __init__(self, detail: str) -> None:
        super().__init__("error", detail)


class GtpProgram:
    """A connection to a GTP program. Every method raises ProgramFailure.

    program: just started
    seconds: default time limit for an answer
    commands: those that the program has
    """

    def __init__(self, program: Program, seconds: float) -> None:
        self.program = program
        self.seconds = seconds
        self._number = 0
        with suppress(Refusal):  # then it is version 2
            version = self.ask("protocol_version")
            if not VERSION.fullmatch(version):
                raise ProgramFailure("garbage", f"{program.name} speaks version {shorten(version)!r} of GTP, not 2")
        self.commands = self._list_commands()

    def ask(self, command: str, seconds: float | None = None) -> str:
        """Return the answer to a command, of one line or several. Raises Refusal if the program refuses it."""
        deadline = time.monotonic() + (self.seconds if seconds is None else seconds)
        self._number += 1
        self.program.send(f"{self._number} {command}", deadline)
        while True:
            mark, number, text = self._read_answer(command, deadline)
            if number is None or number == self._number:
                break
        if mark == "?":
            raise Refusal(f"{self.program.name} answers {command!r} with {shorten(text)!r}")
        return text

    def _list_commands(self) -> frozenset[str]:
        """Return the program's commands; if it cannot list them, those of OPTIONAL that it has."""
        try:
            return frozenset(self.ask("list_commands").split())
        except Refusal:
            return frozenset(name for name in OPTIONAL if self._knows(name))

    def _knows(self, name: str) -> bool:
        with suppress(Refusal):
            return self.ask(f"known_command {name}").lower() == "true"
        return False

    def ask_if_known(self, command: str) -> None:
        """Send a command if the program has it."""
        if command.split()[0] in self.commands:
            with suppress(Refusal):
                self.ask(command)

    def _read_answer(self, command: str, deadline: float) -> tuple[str, int | None, str]:
        """Return the next answer: its mark, its number if it has one, and its text."""
        strange: list[str] = []
        while True:
            line = self._read_line(command, deadline, strange)
            if match := ANSWER.fullmatch(line):
                break
            strange += [line] if line else []
            if len(strange) > MAX_STRANGE:
                raise self._no_answer(command, strange)
        lines = [match[3] or ""]
        while line := self._read_line(command, deadline, lines):
            lines.append(line)
        return match[1], int(match[2]) if match[2] else None, "\n".join(lines).strip()

    def _read_line(self, command: str, deadline: float, before: Sequence[str]) -> str:
        """Return the next line. before: the lines read so far, which are not a complete answer."""
        try:
            return self.program.read_line(deadline)
        except ProgramFailure as failure:
            if failure.kind == "no answer":
                raise self._no_answer(command, before) from None
            raise

    def _no_answer(self, command: str, before: Sequence[str]) -> ProgramFailure:
        """Return the failure for a missing answer to a command."""
        if before:
            return ProgramFailure("garbage", f"{self.program.name} answers {command!r} with {shorten(before[0])!r}")
        return ProgramFailure("no answer", f"{self.program.name} gave no answer to {command!r} in time")
