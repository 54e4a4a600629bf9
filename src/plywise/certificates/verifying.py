"""Verifying a certificate: its rules are found, and the checker is run on it."""

import lzma
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from plywise.certificates.checker import Claim, NotProved, check, read_claim
from plywise.certificates.goal import Goal, read_goal
from plywise.certificates.opening import named, opened
from plywise.certificates.policies import Policy, policies_of
from plywise.certificates.rule_sources import hash_sources
from plywise.errors import InputError
from plywise.game import Game, State, play_moves
from plywise.games.loading import full_game_text, make, names_file
from plywise.games.registry import REGISTRY
from plywise.games.user_files import described
from plywise.process.recursion import recursion_budget

MAX_POSITIONS = 50_000_000
"""Positions that are remembered unless the user says otherwise: some 5 GB."""

MAX_DEPTH = 100_000
"""Plies of the longest line: each takes half a kilobyte."""

SHOWN = 120  # letters of a text in a message


@dataclass(frozen=True)
class Verified:
    """A claim that is proved.

    time_s: seconds taken. memory_mb: the most memory that this process has taken; None where no system says.
    """

    game: Game = field(repr=False)
    claim: Claim
    goal: Goal
    time_s: float = field(compare=False)
    memory_mb: float | None = field(compare=False)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, for JSON."""
        return {
            "proved": True,
            **self.claim._asdict(),
            "time_s": round(self.time_s, 6),
            "memory_mb": None if self.memory_mb is None else round(self.memory_mb, 1),
        }


def verify(
    path: str, game: Game | None = None, most: int = MAX_POSITIONS, policies: Sequence[Policy] = (),
    proved: set[Any] | None = None,
) -> Verified:  # fmt: skip
    """Verify a certificate.

    path: a file, plain or packed by xz; "-": stdin.
    game: whose rules to check by; None: those of the registered game that it names.
    most: positions to remember.
    policies: of the user's own, which the certificate may name.
    proved: an empty set, which is filled with the keys of the positions that are proved.

    Raises NotProved where it proves nothing, and InputError where the file cannot be read or its rules are not at hand.
    """
    began = time.perf_counter()
    with begun(path, game, most) as (claim, rules, start, goal, file):
        try:
            with recursion_budget() as budget:
                budget.reach(min(claim.positions + 2, MAX_DEPTH))
                check(rules, start, claim, file, policies_of(claim.policies, rules, policies), proved)
        except RecursionError:
            raise NotProved(f"a line of play is longer than {MAX_DEPTH:,} plies") from None
    return Verified(rules, claim, goal, time.perf_counter() - began, _memory())


class Begun(NamedTuple):
    """A certificate of which the header has been read, and the file that goes on with its entries."""

    claim: Claim
    game: Game
    start: State
    goal: Goal
    file: BinaryIO


@contextmanager
def begun(path: str, game: Game | None, most: int = MAX_POSITIONS) -> Iterator[Begun]:
    """Open a certificate and yield what its header says; the arguments are those of `verify`.

    Raises NotProved where it says nothing that could be proved, also where it turns out later that the file is torn;
    and InputError where the file cannot be read or its rules are not at hand.
    """
    try:
        with opened(path) as file:
            claim = read_claim(file)
            rules = find_rules(claim, game)
            start, goal = find_start(claim, rules)
            if claim.positions > most:
                raise NotProved(f"it counts {claim.positions:,} positions, and {most:,} are remembered at most")
            yield Begun(claim, rules, start, goal, file)
    except (EOFError, lzma.LZMAError) as error:
        raise NotProved(f"it cannot be unpacked: {error}") from None
    except OSError as error:
        raise InputError(f"{named(path)} cannot be read: {error.strerror or error}") from None


def find_rules(claim: Claim, game: Game | None) -> Game:
    """Return the game that a claim is about, by its own rules. Raises NotProved where they are others."""
    if game is None:
        if names_file(claim.game) or claim.game.partition(":")[0] not in REGISTRY:
            named = claim.game[:SHOWN]
            raise InputError(f"it names rules that are not part of Plywise, {named!r}: pass them with --game")
        try:
            game = make(claim.game)
        except InputError as error:
            raise NotProved(f"its game is none: {error}") from None
        if claim.game != full_game_text(game):
            raise NotProved(f"its header does not say all parameters: {claim.game[:SHOWN]!r}")
    elif parameters_in(claim.game) != parameters_in(full_game_text(game)):
        raise NotProved(f"it is about {claim.game[:SHOWN]!r}, not {full_game_text(game)!r}")
    if hash_sources(game) != claim.rules:
        raise NotProved(
            f"it was made by other rules of {game.name}: their source has another hash than {claim.rules[:64]}"
        )
    return game


def parameters_in(text: str) -> tuple[str, str]:
    """Return the name and the parameters in a GAME text, without the folder of a file.

    >>> parameters_in("mine/rules.py:Stones:stones=30"), parameters_in("nim:heaps=1-2,misere=0")
    (('rules.py:Stones', 'stones=30'), ('nim', 'heaps=1-2,misere=0'))
    """
    path, mark, rest = text.rpartition(".py:")
    name, _, values = rest.partition(":")
    return (f"{Path(path).name}{mark}{name}" if mark else name), values


def find_start(claim: Claim, game: Game) -> tuple[State, Goal]:
    """Return the position to start from, and the goal. Raises NotProved."""
    try:
        goal = read_goal(claim.goal, claim.player)
        start = game.parse_state(claim.position)
        start = start if claim.moves is None else play_moves(game, start, claim.moves)
    except InputError as error:
        raise NotProved(f"its header makes no sense: {str(error)[: 2 * SHOWN]}") from None
    except Exception as error:  # noqa: BLE001 - what the file says may break the rules anywhere
        raise NotProved(f"its position makes no sense: {described(error)[: 2 * SHOWN]}") from None
    if goal.text != claim.goal or claim.player not in ("MAX", "MIN"):
        raise NotProved(f"its goal is malformed: {claim.goal[:SHOWN]!r}")
    if claim.moves is not None and claim.moves != " ".join(claim.moves.split()):
        raise NotProved(f"its moves are malformed: {claim.moves[:SHOWN]!r}")
    return start, goal


def _memory() -> float | None:
    """Return the most memory that this process has taken, in megabytes; None where no system says."""
    try:
        import resource
    except ImportError:
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 2**20 if sys.platform == "darwin" else most / 2**10


__all__ = ["NotProved", "Verified", "begun", "verify"]
