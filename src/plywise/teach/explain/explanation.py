"""Explain in sentences what a position is worth and why a move is not the best, backed by a search.

    Why is that so?      the verdict, the best moves, a line of best play
    What is going on?    what would win at once
    Why not that move?   what it leads to, the reply that shows it, why no defence helps, what was better
    How sure is it?      what was proved, what is only an estimate, and how deep

Each sentence states one claim (claims.py). Each claim follows from the rules or a proof, or is marked as an estimate.
No code here is specific to one game: threats, replies and defences follow from the rules.
"""

import time as clock
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from plywise.engines.backends import LEAST_TIME
from plywise.engines.compiled import retry_with_wider_layout
from plywise.engines.fallback import report_fallback
from plywise.engines.limits import Limits
from plywise.engines.results import Answer
from plywise.engines.search import check_engine
from plywise.errors import InputError, NativeFailure
from plywise.game import MAX, Action, Game, State, hashable_start, player_word
from plywise.solvers.bounds import UtilityBounds, bounds_of
from plywise.solvers.horizon import BeyondBounds
from plywise.solvers.method import NoDistance
from plywise.teach.explain.analysis import Budget, PositionAnalysis
from plywise.teach.explain.claims import PARAGRAPHS, Claim
from plywise.teach.explain.findings import ClaimFinder
from plywise.teach.explain.sentences import Wording

SECONDS = 5.0
"""How long an explanation may take by default."""


@dataclass(frozen=True)
class Explanation(Answer):
    """An explanation of a position, and of a move there; str() is the text.

    move: the action in question, or None
    claims: the facts, see claims.py
    proved: whether everything in it is proved
    depth: the depth of the search behind the estimates, in plies; None if nothing is estimated
    nodes: the number of nodes entered
    time_s: the seconds it took
    stopped_by: "complete" (everything was determined) or "limits"
    """

    move: Action | None
    claims: list[Claim]
    proved: bool
    depth: int | None
    nodes: int
    time_s: float = field(compare=False)
    stopped_by: str = "complete"

    @property
    def sentences(self) -> list[str]:
        """The sentences, one for each claim."""
        return [self._wording(claim) for claim in self.claims]

    @property
    def _wording(self) -> Wording:
        over = self.player is None
        return Wording(self.game_object, MAX if over else self.game_object.player(self.state))

    def __repr__(self) -> str:
        return self.describe(
            {
                "move_word": self.move_word,
                "proved": self.proved,
                "depth": self.depth,
                "nodes": self.nodes,
                "engine": self.engine,
                "stopped_by": self.stopped_by,
                "sentences": len(self.claims),
            }
        )

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show the text in a notebook."""
        printer.text(repr(self) if cycle else str(self))

    @property
    def move_word(self) -> str | None:
        """The move in question, in the game's notation."""
        return None if self.move is None else self.word(self.move)

    def __str__(self) -> str:
        paragraphs = [
            " ".join(self._wording(claim) for claim in self.claims if claim.about == about) for about in PARAGRAPHS
        ]
        return "\n\n".join(filter(None, paragraphs))

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation as plain data, for JSON: the claims with their sentences, and the sentences alone."""
        return self.question() | {
            "engine": self.engine,
            "move": self.move_word,
            "proved": self.proved,
            "claims": [claim.to_dict() | {"says": self._wording(claim)} for claim in self.claims],
            "sentences": self.sentences,
            "depth": self.depth,
            "nodes": self.nodes,
            "time_s": round(self.time_s, 6),
            "stopped_by": self.stopped_by,
        }


def explain(
    game: Game,
    state: State = None,
    move: Action | None = None,
    *,
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    engine: str = "auto",
) -> Explanation:
    """Explain a state (None: the initial one), and a move there.

    depth: the most plies to look ahead, 1 or more
    time: seconds to think, SECONDS by default
    nodes: the most nodes to enter, approximately
    engine: as in `search`

    A game is compiled when it is first explained. Without `time`, compiling does not count; with it, "auto" does not
    wait for the compiler: the reference engine answers until the native one is ready.

    Raises InputError for an invalid limit, engine or move, and KeyboardInterrupt on Ctrl-C.

    >>> from plywise.games import make
    >>> game = make("tictactoe")
    >>> print(explain(game, game.parse_state(".XOOX.X.O"), 0))
    X wins at once. Of the three moves, one wins, one draws and one loses. Only 7 wins.
    <BLANKLINE>
    0 would let O win at once, with 5.
    <BLANKLINE>
    0 throws the win away: O wins in 2 plies. O answers 5 and wins at once. 7 is better and wins at once.
    <BLANKLINE>
    All of this is proved by a search to the end of the game.
    """
    check_engine(engine, 1)
    Limits(depth, time, nodes)
    if depth == 0:
        raise InputError("depth must be 1 or more plies, not 0")
    state = hashable_start(game, state)
    if game.terminal(state):
        return _explain_terminal(game, state, move)
    if move is not None and move not in list(game.actions(state)):
        raise InputError(f"{move!r} is not a legal action of {game.format_state(state)}")
    budget = Budget(SECONDS if time is None else time, nodes, depth, patient=time is None)
    began = clock.perf_counter()
    analysis, claims = _analyse(game, state, move, engine, budget)
    estimates = [claim for claim in claims if not claim.proved]
    return Explanation(
        game_object=game,
        state=state,
        player=player_word(analysis.mover),
        engine=analysis.engine_used,
        move=move,
        claims=claims,
        proved=not estimates and analysis.root().exact,
        depth=analysis.estimate.depth if analysis.estimate is not None else None,
        nodes=analysis.nodes,
        time_s=clock.perf_counter() - began,
        stopped_by="complete" if analysis.is_solved() else "limits",
    )


def _analyse(
    game: Game, state: State, move: Action | None, engine: str, budget: Budget
) -> tuple[PositionAnalysis, list[Claim]]:
    """Return the analysis of a state, and what it claims.

    Leaves out distances if the utilities allow none, and bounds if the assumed ones do not hold. If compiled rules fail
    where plain Python would not, the engine "auto" uses the reference engine for the remaining time.
    """
    distance, bounds, ends = True, bounds_of(game, state), clock.perf_counter() + budget.time
    while True:
        analyse = partial(PositionAnalysis, game, state, engine, budget, distance, bounds)
        try:
            return retry_with_wider_layout(
                partial(_find_claims, analyse, move), waits=budget.patient or engine == "native"
            )
        except NoDistance:
            distance = False
        except BeyondBounds:
            if not bounds.assumed:
                raise
            bounds = UtilityBounds(*game.utility_bounds)
        except NativeFailure as failure:
            if engine != "auto":
                raise
            report_fallback(game, str(failure))
            engine, budget = "reference", budget._replace(time=max(ends - clock.perf_counter(), LEAST_TIME))


def _find_claims(analyse: Callable[[], PositionAnalysis], move: Action | None) -> tuple[PositionAnalysis, list[Claim]]:
    analysis = analyse()
    return analysis, list(ClaimFinder(analysis, move).find_claims())


def _explain_terminal(game: Game, state: State, move: Action | None) -> Explanation:
    """Explain a terminal state."""
    if move is not None:
        raise InputError(f"the game is over: {move!r} cannot be played")
    claim = Claim("over", {"value": game.utility(state)})
    return Explanation(game, state, None, "reference", None, [claim], True, None, 0, 0.0)


__all__ = ["Explanation", "explain"]
