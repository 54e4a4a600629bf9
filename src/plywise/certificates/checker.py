"""The checker: does a certificate prove what it claims? It knows the rules of the game, and nothing of any search.

It follows the strategy against every reply, and remembers in a set which positions are proved. The format is in
docs/reference/certificates.md. What has to be trusted is this file, the rules, and Python.
"""

import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

FIRST_LINE = b"plywise certificate 1\n"
MAX_HEADER, CHUNK, COUNTS = 2**20, 2**16, ("within", "positions", "entries")  # two in bytes, and the header's numbers


class NotProved(Exception):
    """What was read proves nothing; the message says why."""


class Claim(NamedTuple):
    """What a certificate says of itself: the names and values of its header, in this order."""

    game: str
    position: str
    moves: str | None
    player: str
    goal: str
    within: int | None
    trusts: str | None
    policies: str | None
    rules: str
    positions: int
    entries: int
    crc32: str


def read_claim(file: BinaryIO) -> Claim:
    """Read the header. Raises NotProved."""
    if file.readline(len(FIRST_LINE)) != FIRST_LINE:
        raise NotProved("it does not begin like a certificate of version 1")
    found: dict[str, Any] = dict.fromkeys(("moves", "within", "trusts", "policies"))  # these may be left out
    room, names = MAX_HEADER - len(FIRST_LINE), list(Claim._fields)
    while (line := file.readline(room)) != b"\n":
        room -= len(line)
        name, space, value = line.decode("utf-8", "replace").removesuffix("\n").partition(" ")
        if name not in names or not space or not value or not line.endswith(b"\n") or "\ufffd" in value:
            raise NotProved(f"its header has a line that does not belong there: {line[:60]!r}")
        del names[: names.index(name) + 1]
        is_count = value.isascii() and value.isdecimal() and len(value) < 16 and value == f"{int(value)}"
        if name in COUNTS and not is_count:
            raise NotProved(f"its header counts {name} as {value[:60]!r}")
        found[name] = int(value) if name in COUNTS else value
    if missing := [name for name in Claim._fields if name not in found]:
        raise NotProved(f"its header lacks: {', '.join(missing)}")
    if found["entries"] > found["positions"]:
        raise NotProved("its header counts more entries than positions")
    return Claim(**found)


def read_entries(file: BinaryIO, claim: Claim) -> Iterator[int]:
    """Yield the entries, in bytes of 7 bits, the lowest first; then make sure that the file is whole and ends here."""
    crc, entry, shift, left = 0, 0, 0, claim.entries
    while chunk := file.read(CHUNK):
        crc = zlib.crc32(chunk, crc)
        for byte in chunk:
            entry |= (byte & 127) << shift
            shift += 7
            if left == 0 or shift > 21 or (byte == 0 and shift > 7):
                raise NotProved("something follows its last entry" if left == 0 else "an entry is not a number")
            if byte < 128:
                yield entry
                entry, shift, left = 0, 0, left - 1
    if left:
        raise NotProved(f"its end is missing, with {left:,} entries")
    if f"{crc:08x}" != claim.crc32:
        raise NotProved("its checksum does not match its entries: it is damaged")


def check(game: Any, start: Any, claim: Claim, file: BinaryIO, policies: Any = (), proved: Any = None) -> None:
    """Prove a claim about a state by the entries that follow in a file. Raises NotProved.

    game: an object with the rules: player, actions, result, terminal, utility and key; and bounds, if they are trusted.
    policies: those that the claim names, in its order: played out, not trusted. proved: an empty set, to be filled.
    """
    side, goal, trusts = {"MAX": 1, "MIN": -1}.get(claim.player, 0), claim.goal, claim.trusts is not None
    number = 0 if goal in ("win", "draw") else (int if goal.removeprefix("-").isdecimal() else float)(goal)
    if not side or number != number or (trusts and (claim.trusts != "bounds" or goal not in ("win", "draw"))):
        raise NotProved(f"what is player {claim.player[:60]!r}, goal {goal[:60]!r}, trusts {claim.trusts!r:.60}?")
    entries, proved, path = read_entries(file, claim), set[Any]() if proved is None else proved, set[Any]()

    def suffices(worth: Any) -> bool:
        """Return whether a value, in the strategy's view, reaches the goal."""
        return bool(worth > 0 if goal == "win" else worth >= number * side)

    def is_won(state: Any) -> bool:
        return bool(game.terminal(state)) and suffices(game.utility(state) * side)

    def is_lost(state: Any) -> bool:
        """Return whether play is over without the goal, or the other player can end it so at once."""
        if game.terminal(state) or game.player(state) == side:
            return bool(game.terminal(state)) and not is_won(state)
        after = (game.result(state, action) for action in game.actions(state))
        return any(game.terminal(child) and not is_won(child) for child in after)

    def choose(state: Any, after: list[Any], policy: Any) -> tuple[Any, Any]:
        """Return the state after the strategy's action, and the policy from there on; None: entries are read."""
        alive = (child for child in after if not is_lost(child))
        first, second = next(alive, None), next(alive, None)
        if first is None:
            raise NotProved("in a position that it reaches, every action loses the goal")
        if second is None:
            return first, policy
        if policy and (action := policy(game, state)) in list(game.actions(state)):
            return game.result(state, action), policy
        number, place = divmod(-1 if policy else next(entries, -1), len(after))
        if not 0 <= number <= len(policies):
            raise NotProved("an entry is missing or names no action, or a policy chose no action")
        return after[place], policies[number - 1] if number else None

    def prove(state: Any, left: int, policy: Any) -> None:
        """Prove a state that is not over, by a policy or by entries; where lines are counted, in `left` plies."""
        own, after = game.player(state) == side, list[Any]()
        if left == 0:
            raise NotProved("a line of play is longer than its header states")
        for action in game.actions(state) if own else ():  # most are won so, and to find a key takes longer
            after.append(game.result(state, action))
            if is_won(after[-1]):
                return
        mark = game.key(state) if left < 0 else (game.key(state), left)
        if mark in proved or (trusts and suffices(game.bounds(state)[0] if own else -game.bounds(state)[1])):
            return
        after = after or [game.result(state, action) for action in game.actions(state)]
        if mark in path or not after:
            raise NotProved("a line of play repeats a position, or has no end")
        if len(proved) + len(path) >= claim.positions:
            raise NotProved("it reaches more positions than its header states")
        path.add(mark)
        for child, follows in [choose(state, after, policy)] if own else [(child, policy) for child in after]:
            if not game.terminal(child):
                prove(child, left - 1, follows)
            elif not is_won(child):
                raise NotProved("a line of play ends without the goal")
        path.remove(mark)
        proved.add(mark)

    if not game.terminal(start):
        prove(start, -1 if claim.within is None else claim.within, None)
    elif not is_won(start):
        raise NotProved("the game is over, without the goal")
    if next(entries, None) is not None or len(proved) != claim.positions:
        raise NotProved("it has more entries, or counts more positions, than its proof takes")
