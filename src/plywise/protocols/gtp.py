"""A program that speaks GTP, the Go Text Protocol.

The protocol: Farnebäck, "Specification of the Go Text Protocol, version 2", 2002. Each command carries a number, which
the answer repeats, so that an answer that comes late is not taken for another.
"""

import re
import time
from collections.abc import Sequence
from contextlib import suppress

from plywise.protocols.gtp_time import DECIMAL
from plywise.protocols.program import Program, ProgramFailure, shorten

ANSWER = re.compile(r"([=?])(\d{0,9})(?:[ \t]+(.*))?", re.DOTALL)

OPTIONAL = (DECIMAL, "time_settings", "time_left")
"""Commands that are told to programs that know them."""

VERSION = re.compile(r"[12](\.0)?")

MAX_STRANGE = 1000
"""Lines outside an answer, after which nobody waits for one."""


class Refusal(ProgramFailure):
    """A program says that it cannot do what it was told."""

    def __init__(self, detail: str) -> None:
        super().__init__("error", detail)


class GtpProgram:
    """A program that is spoken to in GTP. Every method raises ProgramFailure.

    program: just started
    seconds: how long an answer may take, where nothing else is said
    commands: those that it knows
    """

    def __init__(self, program: Program, seconds: float) -> None:
        self.program = program
        self.seconds = seconds
        self._number = 0
        with suppress(Refusal):  # it cannot speak any other
            version = self.ask("protocol_version")
            if not VERSION.fullmatch(version):
                raise ProgramFailure("garbage", f"{program.name} speaks version {shorten(version)!r} of GTP, not 2")
        self.commands = self._list_commands()

    def ask(self, command: str, seconds: float | None = None) -> str:
        """Return the answer to a command, of one line or several. Raises Refusal where it says that it cannot."""
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
        """Return the commands that it knows; of one that cannot list them, those that it is asked about."""
        try:
            return frozenset(self.ask("list_commands").split())
        except Refusal:
            return frozenset(name for name in OPTIONAL if self._knows(name))

    def _knows(self, name: str) -> bool:
        with suppress(Refusal):
            return self.ask(f"known_command {name}").lower() == "true"
        return False

    def tell_if_known(self, command: str) -> None:
        """Tell it a command that it may do without, if it is one of those that it knows."""
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
                raise self._silence(command, strange)
        lines = [match[3] or ""]
        while line := self._read_line(command, deadline, lines):
            lines.append(line)
        return match[1], int(match[2]) if match[2] else None, "\n".join(lines).strip()

    def _read_line(self, command: str, deadline: float, before: Sequence[str]) -> str:
        """Return the next line. before: those that were read and are no whole answer."""
        try:
            return self.program.read_line(deadline)
        except ProgramFailure as failure:
            if failure.kind == "no answer":
                raise self._silence(command, before) from None
            raise

    def _silence(self, command: str, before: Sequence[str]) -> ProgramFailure:
        """Return how it failed to answer a command."""
        if before:
            return ProgramFailure("garbage", f"{self.program.name} answers {command!r} with {shorten(before[0])!r}")
        return ProgramFailure("no answer", f"{self.program.name} gave no answer to {command!r} in time")
