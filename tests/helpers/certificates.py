"""Certificates made in memory, checked by the checker, and changed so that only a proof can tell."""

import io
import zlib
from typing import NamedTuple

import plywise as pw
from plywise.certificates.checker import Claim, NotProved, check, read_claim
from plywise.certificates.goal import Goal
from plywise.certificates.making import Certificate, Making, can_count, make_certificate
from plywise.game import MAX, MIN
from plywise.process.recursion import recursion_budget


class Circle(pw.Game):
    """A token on a ring of cells; on cell 0 MAX has won. MAX may step on or back, MIN only waits."""

    utility_bounds = (-1, 1)

    class State(NamedTuple):
        cell: int
        side: int

    def initial(self):
        return self.State(4, MAX)

    def player(self, state):
        return state.side

    def actions(self, state):
        return [-1, 1] if state.side == MAX else [0]

    def result(self, state, action):
        return self.State((state.cell + action) % 12, -state.side)

    def terminal(self, state):
        return state.cell == 0 and state.side == MIN

    def utility(self, state):
        return 1


SMALL_CLAIMS = {
    "connect4": ("connect4:width=4,height=3,connect=3", MAX, "win", "empty"),
    "mnk": ("mnk:m=4", MAX, "win", "............"),
    "cube": ("cube:size=2", MAX, "win", "........"),
    "othello": ("othello:size=4", MAX, "win", "X----XXO-OX--OXX O"),
}
"""The games that have checkers in other languages -> a small one, the player, the goal, and where to start from."""


def made(game, side, what, start=None, engine="reference", position="here", **how):
    """Return the certificate of a goal, made as the command makes it. how: fields of Making."""
    start = game.initial() if start is None else start
    making = Making(game, start, Goal(side, what), engine=engine, **how)
    return make_certificate(making._replace(soonest=can_count(making)), position)


def is_proof(game, start, content):
    """Return whether the checker accepts the bytes of a certificate of a state."""
    return reason(game, start, content) == ""


def reason(game, start, content):
    """Return why the checker refuses; "" where it does not."""
    file = io.BytesIO(content)
    try:
        claim = read_claim(file)
        with recursion_budget() as budget:
            budget.reach(1000)
            check(game, start, claim, file)
    except NotProved as refusal:
        return str(refusal)
    return ""


def with_body(certificate, body, entries=None, **claim):
    """Return the bytes of a certificate with another body, as if it had been made so: counts and checksum fit."""
    count = sum(byte < 128 for byte in body) if entries is None else entries
    changed = certificate.claim._replace(**{"entries": count, "crc32": f"{zlib.crc32(body):08x}"} | claim)
    return Certificate(changed, bytes(body)).to_bytes()


def written(player, goal, entries, positions, within=None):
    """Return the bytes of a certificate written by hand."""
    body = bytes(entries)
    crc = f"{zlib.crc32(body):08x}"
    claim = Claim("game", "here", None, player, goal, within, None, None, "none", positions, len(entries), crc)
    return Certificate(claim, body).to_bytes()


def mutate(body, source):
    """Return a body with a byte changed, removed, added, or two exchanged."""
    found = bytearray(body)
    place = source.randrange(len(found))
    kind = source.randrange(4)
    if kind == 0:
        found[place] = source.choice((source.randrange(256), (found[place] + 1) % 256, source.randrange(8)))
    elif kind == 1:
        del found[place]
    elif kind == 2:
        found.insert(place, source.randrange(8))
    else:
        other = source.randrange(len(found))
        found[place], found[other] = found[other], found[place]
    return bytes(found)


__all__ = ["SMALL_CLAIMS", "Circle", "is_proof", "made", "mutate", "reason", "with_body", "written"]
