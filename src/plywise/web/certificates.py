"""The certificate shown on the page, given on the command line and read once by a separate process.

The server reads the header and counts the entries, and runs only the rules that it was given. The process follows the
strategy and answers questions; if it dies it is replaced and reads the certificate again.
"""

import asyncio
import os
from collections import deque
from collections.abc import Callable
from typing import Any

from plywise.certificates.checker import Claim, NotProved, read_entries
from plywise.certificates.rule_sources import rule_files
from plywise.certificates.verifying import begun
from plywise.errors import InputError
from plywise.game import MAX, MIN, player_word
from plywise.games.loading import make
from plywise.live.limits import (
    CERTIFICATE_MEGABYTES,
    FOLLOW_SECONDS,
    GRACE_SECONDS,
    MAX_CERTIFICATE_POSITIONS,
    READ_SECONDS,
)
from plywise.live.workers import Job, News, Workers

OWNER = "certificate"


def _start_of(claim: Claim) -> str:
    """Return the start of the lines according to the header."""
    return claim.position if claim.moves is None else f"{claim.position} and {claim.moves}"


class ShownCertificate:
    """A certificate to show.

    path: a file, plain or compressed by xz. rules: the GAME text of its rules; None: those of the game that it names.

    Raises NotProved if it cannot be a proof (truncated, other rules, too large), and InputError if it cannot be read.
    """

    def __init__(self, path: str, rules: str | None) -> None:
        self._asked: dict[str, Any] = {"path": os.path.abspath(path), "game": rules}
        self.path = path
        self.refusal: NotProved | InputError | None = None
        game = None if rules is None else make(rules)
        with begun(path, game, MAX_CERTIFICATE_POSITIONS) as (claim, found, start, goal, file):
            deque(read_entries(file, claim), maxlen=0)
            self._description: dict[str, Any] = {
                "file": os.path.basename(path),
                "game": claim.game,
                "from": "" if start == found.initial() else _start_of(claim),
                "claim": goal.describe(found),
                "within": claim.within,
                "player": claim.player,
                "names": {player_word(side): found.player_names[side] for side in (MAX, MIN)},
                "positions": claim.positions,
                "entries": claim.entries,
                "bytes": os.path.getsize(path),
                "rules": [file.name for file in rule_files(found)],
                "trusts": claim.trusts,
            }
        self._workers = Workers(1, CERTIFICATE_MEGABYTES)
        self._reading: asyncio.Task[News] | None = None

    def describe(self) -> dict[str, Any]:
        """Return the claim as plain data."""
        return self._description

    def start(self, refused: Callable[[], None]) -> None:
        """Begin to read it. refused: called if it proves nothing; `refusal` is the reason."""
        self._workers.start()
        self._reading = asyncio.create_task(self._read(refused))

    async def close(self) -> None:
        """End the process."""
        if self._reading is not None:
            self._reading.cancel()
        await self._workers.close()

    async def follow(self, owner: str, line: list[str]) -> dict[str, Any]:
        """Return its step after a line of moves, once it is read, and how it was read. Raises InputError."""
        assert self._reading is not None
        try:
            read = await asyncio.shield(self._reading)
        except NotProved as reason:
            raise InputError(f"not proved: {reason}") from None
        found = await self._ask(owner, "follow", FOLLOW_SECONDS, line=line)
        return found | {"read": {"seconds": read["seconds"], "checked": read["checked"]}}

    async def _read(self, refused: Callable[[], None]) -> News:
        try:
            found = await self._ask(OWNER, "read", READ_SECONDS)
            if found["refused"] is not None:
                raise NotProved(found["refused"])
        except (NotProved, InputError) as reason:
            self.refusal = reason
            refused()
            raise
        return found

    async def _ask(self, owner: str, task: str, seconds: float, **more: Any) -> News:
        job = self._workers.ask(Job(owner, task, self._asked | more, lambda news: None, seconds + GRACE_SECONDS))
        found = await job.answer
        if found.get("stopped"):
            raise InputError("reading the certificate took too long")
        return found
