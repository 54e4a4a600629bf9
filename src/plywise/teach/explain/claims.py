"""Claims: what an explanation says, as facts; the sentences are written from them and say nothing else.

Words for moves are the game's notation; values are MAX's view; players are "MAX" and "MIN"; plies are counted from the
position explained, except where a fact says `later`: those are counted from the line before it. `proved` is True where
the rules or a search to the end of the game show it, and False for an estimate.

    over          value                                     the game is over
    verdict       value, distance                           what the position is worth under best play
    surely        at_least, at_most                         its value lies there; one of them may be None
    quiet         plies                                     nobody can force a win within so many plies
    estimate      value, depth                              what a search so deep takes it to be worth
    moves         wins, draws, losses                       how many moves of the player lead there
    best          moves, of, kind, complete                 the best moves of so many; complete: there are no others
    rest          moves, distance                           all others lose, within so many plies
    preferred     moves, of, depth                          the moves that the estimate takes for the best
    line          line, whole, value                        best play, both sides; whole: to the end of the game
    expected      line, depth                               a line that the search expects
    threat        player, moves, prevent, of                a player wins at once, unless the other plays one of these
    unstoppable   player, moves                             whatever the other plays, the player wins at once then
    lets          player, answers                           moves that let a player win at once, each with the answers
    judgement     move, value, distance, best_value, best_distance, equals, of        a move next to the best
    leads         move, value, distance                     what a move leads to, where the best is not known
    worse         move, than, at_most, earliest             a move is surely worse; the earliest that it could win
    guess         move, value, best, best_value, depth      the same by an estimate
    reply         player, moves, only, value, later         the reply that shows it; only: no other does as well
    defences      player, value, replies                    each move that a player has then, and why it does not help
    better        move, value, distance, line, whole        a better move, and what it would have led to
    basis         proved, depth, selective                  what rests on proof: "all", "some" or "none" of it

`after` in a claim is the line from the position explained to the one that it is about.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

PARAGRAPHS = ("position", "threats", "move", "basis")
"""What a claim is about, in the order of the text."""


@dataclass(frozen=True)
class Claim:
    """One fact: its kind, see above, what is said of it, and in which paragraph."""

    kind: str
    facts: dict[str, Any] = field(default_factory=dict)
    proved: bool = True
    about: str = "position"
    after: Sequence[str] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the claim as plain data, for JSON."""
        after = {"after": list(self.after)} if self.after else {}
        return {"kind": self.kind, "about": self.about, "proved": self.proved} | after | self.facts
