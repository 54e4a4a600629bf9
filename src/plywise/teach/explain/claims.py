"""Claims: the facts of an explanation. Each sentence states exactly one claim.

Moves are in the game's notation, values are from MAX's point of view, and players are "MAX" and "MIN". Plies are
counted from the position explained, except those called `later`, which are counted from the end of the previous line.
`proved` is True if the rules or a search to the end of the game show it, and False for an estimate.

    over          value                                     the game is over
    verdict       value, distance                           what the position is worth under best play
    surely        at_least, at_most                         bounds of its value; one of them may be None
    quiet         plies                                     neither player can force a win within this many plies
    estimate      value, depth                              its value as estimated by a search to this depth
    moves         wins, draws, losses                       how many moves win, draw and lose
    best          moves, of, distinction, complete          the best of the moves; complete: there are no others;
                                                            distinction: "win", "draw", "loss" (they hold out
                                                            longest), "quickest" (of several wins) or "points"
    rest          moves, distance                           all other moves lose, within this many plies
    preferred     moves, of, depth                          the best moves according to the estimate
    line          line, whole, value                        best play by both sides; whole: to the end of the game
    expected      line, depth                               the line that the search expects
    threat        player, moves, prevent, of                a player wins at once, unless the other plays one of these
    unstoppable   player, moves                             the player wins at once after every move of the other
    lets          player, answers                           moves that let a player win at once, each with the answers
    judgement     move, value, distance, best_value, best_distance, equals, of        a move compared with the best
    leads         move, value, distance                     what a move leads to, if the best is not known
    worse         move, than, at_most, earliest             a move is provably worse; the earliest it could win
    guess         move, value, best, best_value, apart, depth   the same comparison, by estimates; apart: they differ
    reply         player, moves, only, value, later         the reply that shows it; only: no other is as good
    defences      player, value, replies                    each of the player's moves, and why it does not help;
                                                            fork: the move that then threatens several wins
    better        move, value, distance, line, whole        a better move, and what it would have led to
    basis         extent, depth, selective                  how much is proved: "all", "some" or "none"

A claim's `after` is the line from the position explained to the position it is about.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

PARAGRAPHS = ("position", "threats", "move", "basis")
"""The topics of claims, in the order of the text."""
NO_FACTS = frozenset({"kind", "about", "proved", "after", "says"})
"""Keys that the JSON of every claim has; no fact may use these names."""


@dataclass(frozen=True)
class Claim:
    """One fact about a position.

    kind: the kind of claim (see above)
    facts: the facts of the sentence
    proved: False for an estimate
    about: its paragraph, one of PARAGRAPHS
    after: the moves that lead to the position it is about
    """

    kind: str
    facts: dict[str, Any] = field(default_factory=dict)
    proved: bool = True
    about: str = "position"
    after: Sequence[str] = ()

    def __post_init__(self) -> None:
        assert not NO_FACTS & self.facts.keys(), "a fact's name collides with a key of the claim"

    def to_dict(self) -> dict[str, Any]:
        """Return the claim as plain data, for JSON."""
        after = {"after": list(self.after)} if self.after else {}
        return {"kind": self.kind, "about": self.about, "proved": self.proved} | after | self.facts
