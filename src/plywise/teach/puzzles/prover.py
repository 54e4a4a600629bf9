"""Prove that a position has one best move, and find the look-ahead needed to see it."""

from collections.abc import Callable, Iterator
from math import inf
from typing import TypeVar

from plywise.engines.compiled import retry_with_wider_layout
from plywise.engines.fallback import report_fallback
from plywise.engines.limits import Stopped
from plywise.errors import EngineOutgrown, InputError, NativeFailure
from plywise.game import PLIES, Action, Game, State, Value, is_outright, player_word
from plywise.solvers.bounds import Bounding, Known, UtilityBounds, bounds_of, make_bounding
from plywise.solvers.horizon import BeyondBounds
from plywise.solvers.method import NoDistance
from plywise.teach.puzzles.puzzle import Puzzle, Worth

Found = TypeVar("Found")

NODES = 20_000
"""Nodes for each question about a position: its value, or whether a move keeps that value."""

MAX_HORIZON = 15
"""How many plies ahead to search for a win in a game of unlimited length."""

MAX_LINE = 60
"""The longest line of best play, in plies."""


class PuzzleProver:
    """Proves puzzles of one game; results for one position are reused for the next.

    nodes: the approximate limit for each question. Time plays no role, so results are the same on every machine.
    engine: as in `search`.
    solved: whether the value of the last position was found.
    """

    def __init__(self, game: Game, nodes: int = NODES, engine: str = "auto") -> None:
        self.game, self.nodes, self.engine = game, nodes, engine
        self.bounds = bounds_of(game, game.initial())
        self._bounding: Bounding | None = None
        self._deadline = inf
        self.solved = False

    def prepare(self, state: State) -> None:
        """Compile the proof search. Raises InputError if a game's utilities allow no distances."""
        self._ask(state, lambda bounding: bounding.narrow(state, 1))

    def stop_at(self, deadline: float) -> None:
        """Make later questions raise Stopped when time.perf_counter() reaches the deadline."""
        self._deadline = deadline

    def prove(self, state: State) -> Puzzle | None:
        """Return a position's puzzle; None if it is not a puzzle, or the node limit is too small for a proof.

        Raises Stopped at the deadline, KeyboardInterrupt at Ctrl-C.
        """
        if self.game.terminal(state) or len(list(self.game.actions(state))) < 2:
            self.solved = True
            return None
        self.solved, puzzle = self._ask(state, lambda bounding: _Proof(self, bounding, state).find())
        return puzzle

    def refute(self, state: State, action: Action) -> list[str]:
        """Return a proved line of play after a move, as words, that holds the move to its value.

        Raises Stopped at the deadline, KeyboardInterrupt at Ctrl-C.
        """
        mover, child = self.game.player(state), self.game.result(state, action)
        if self.game.terminal(child):
            return []
        return self._ask(state, lambda bounding: _Proof(self, bounding, child).hold_down(mover))

    def _ask(self, state: State, question: Callable[[Bounding], Found]) -> Found:
        """Return the answer to a question; ask again if the engine or the assumed bounds failed."""

        def ask() -> Found:
            try:
                return question(self._ready(state))
            except EngineOutgrown:
                self._bounding = None
                raise

        while True:
            try:
                return retry_with_wider_layout(ask)
            except NoDistance:
                raise InputError(
                    f"{self.game.name}: puzzles need integer utilities, so that wins have distances"
                ) from None
            except BeyondBounds:
                if not self.bounds.assumed:
                    raise
                self.bounds = UtilityBounds(*self.game.utility_bounds)
            except NativeFailure as failure:
                if self.engine != "auto":
                    raise
                report_fallback(self.game, str(failure))
                self.engine = "reference"
            self._bounding = None

    def _ready(self, state: State) -> Bounding:
        if self._bounding is None:
            self._bounding = make_bounding(self.game, state, self.engine, bounds=self.bounds)
        self._bounding.resume(self._deadline, inf)
        return self._bounding


class _Proof:
    """The proof that one position is a puzzle. Words are from the view of the player to move unless stated."""

    def __init__(self, prover: PuzzleProver, bounding: Bounding, state: State) -> None:
        self.game, self.nodes = prover.game, prover.nodes
        self.bounding, self.state = bounding, state
        self.mover = self.game.player(state)
        self.children = {action: self.game.result(state, action) for action in self.game.actions(state)}
        self.is_endless = self.game.max_plies is None
        self.began = bounding.nodes

    def find(self) -> tuple[bool, Puzzle | None]:
        """Return whether the position could be solved, and the puzzle, if it is one."""
        root = self._solve(self.state)
        return root.exact, self._find_puzzle(root) if root.exact else None

    def hold_down(self, mover: int) -> list[str]:
        """Return a line from here in which a player gets no more than the position's value."""
        return self._follow_line(mover * self._solve(self.state).seen_by(mover).high)[0]

    def _find_puzzle(self, root: Known) -> Puzzle | None:
        """Return the puzzle, if it is one. root: the value of the position."""
        word = root.seen_by(self.mover).low
        best = self._find_only_keeper(word)
        if best is None:
            return None
        others = {action: child for action, child in self.children.items() if action != best}
        kind = self._find_kind(word, others)
        difficulty = self._find_difficulty(word, others) if kind else None
        if difficulty is None:
            return None
        value, distance = self._decode(word)
        line, whole = self._follow_line(root.low)
        return Puzzle(
            game_object=self.game,
            state=self.state,
            player=player_word(self.mover),
            engine=self.bounding.engine,
            best=best,
            value=value,
            distance=distance,
            kind=kind,
            difficulty=difficulty,
            others={action: self._describe(child) for action, child in others.items()},
            line=tuple(line),
            whole=whole,
            nodes=self.bounding.nodes - self.began,
        )

    # --- questions to the search ----------------------------------------------------------------------------------

    def _narrow(self, state: State, depth: int | None, window: Known | None = None) -> Known:
        """Search a state; return what is known about it, from MAX's view. Raises Stopped at the deadline."""
        known = self.bounding.narrow(state, self.nodes, depth, window)
        if self.bounding.stopped:
            raise Stopped(self.bounding.stopped)
        return known

    def _solve(self, state: State) -> Known:
        """Search a state for its value; if play may be endless, look for near wins first."""
        known = self._narrow(state, MAX_HORIZON) if self.is_endless else self.bounding.known(state)
        return known if known.exact else self._narrow(state, None)

    def _is_worth(self, child: State, mover: int, word: int, depth: int | None) -> bool | None:
        """Return whether a move to `child` is worth `word` or more to the player who makes it; None: not known.

        depth: plies after which that is decided; None if unknown.
        """
        kept = mover * self.bounding.method.to_child(mover * word)
        window = Known(kept - 1, kept).seen_by(mover)
        own = self._narrow(child, depth, window).seen_by(mover)
        return True if own.low >= kept else False if own.high < kept else None

    def _decode(self, word: int) -> tuple[Value, int | None]:
        """Return the value, from MAX's view, and the distance of a word."""
        value, distance = self.bounding.decode(self.mover * word)
        assert value is not None
        return value, distance

    def _plies_for(self, word: int) -> int | None:
        """Return how many plies after a move it is decided whether it is worth `word`, from MAX's view.

        None if that is not known, or every line of play ends soon enough.
        """
        value, distance = self.bounding.decode(word)
        if not self.is_endless or value is None or distance is None or not is_outright(self.game, value):
            return None
        return distance  # beyond the horizon, a win may be there at once: so it lies a ply farther than the last move

    # --- the proof ----------------------------------------------------------------------------------------------------

    def _find_only_keeper(self, word: int) -> Action | None:
        """Return the only action worth `word`, the state's value; None if there are more, or it is not known."""
        best: list[Action] = []
        depth = self._plies_for(self.mover * word)
        for action, child in self.children.items():
            keeps = self._is_worth(child, self.mover, word, depth)
            if keeps is None or (keeps and best):
                return None
            best += [action] if keeps else []
        return best[0] if best else None

    def _find_kind(self, word: int, others: dict[Action, State]) -> str:
        """Return what only the best move does; "" if that makes no puzzle."""
        value = self.mover * self._decode(word)[0]
        if word == 0:
            return "draw"
        if word > 0 and all(self._is_worth(child, self.mover, 1, None) is False for child in others.values()):
            return "win"
        if is_outright(self.game, self.mover * value):
            return "quickest" if word > 0 else ""
        most = [self.mover * self._describe(child).value for child in others.values()]
        return "points" if all(each < value for each in most) else ""

    def _find_difficulty(self, word: int, others: dict[Action, State]) -> int | None:
        """Return the plies of look-ahead needed to see the best move (see Puzzle). None: it cannot be proved."""
        value, distance = self._decode(word)
        depth = self._plies_for(self.mover * word)
        if word > 0:
            assert distance is not None
            if distance == 1:
                return 1
            losing = self._worst + distance if is_outright(self.game, value) else 0
            holds = [self._is_worth(child, self.mover, losing, depth) for child in others.values()]
            holders = [child for child, held in zip(others.values(), holds, strict=True) if held]
            if holders and not (losing and all(map(self._loses_by_points, holders))):
                return distance
            if None in holds:
                return None
        plies = list(self._plies_to_losses(others, depth))
        if len(plies) < len(others):
            return None
        return max(plies) if word <= 0 or distance is None else min(distance, max(plies))

    @property
    def _worst(self) -> int:
        """The word of an outright loss at once."""
        return Known(self.bounding.low, self.bounding.high).seen_by(self.mover).low

    def _loses_by_points(self, child: State) -> bool:
        """Return whether a move is proved to lose, but not outright: then it loses however late that is."""
        if self.is_endless or self._worst == -PLIES:
            return False
        return self._is_worth(child, self.mover, 0, None) is False and bool(
            self._is_worth(child, self.mover, self._worst + PLIES, None)
        )

    def _plies_to_losses(self, others: dict[Action, State], depth: int | None) -> Iterator[int]:
        """Yield the number of plies after which each move has lost, as long as that can be proved."""
        for child in others.values():
            known = self._solve(child) if depth is None else self._narrow(child, depth)
            worth = self._describe(child)
            if not known.exact or self.mover * worth.value >= 0 or worth.distance is None:
                return
            yield worth.distance

    def _describe(self, child: State) -> Worth:
        """Return the most a move to a state is worth."""
        known = self.bounding.to_parent(self.bounding.known(child))
        return Worth(*self._decode(known.seen_by(self.mover).high), known.exact)

    def _follow_line(self, word: int) -> tuple[list[str], bool]:
        """Return a line of best play, and whether it ends the game. word: the state's value, from MAX's view."""
        state, words = self.state, list[str]()
        while len(words) < MAX_LINE and not self.game.terminal(state):
            action = self._find_keeper(state, word)
            if action is None:
                break
            words.append(self.game.format_action(state, action))
            state = self.game.result(state, action)
            word = self.bounding.method.to_child(word)
        return words, bool(self.game.terminal(state))

    def _find_keeper(self, state: State, word: int) -> Action | None:
        """Return an action that keeps a state's value, from MAX's view; None if none is found."""
        mover, depth = self.game.player(state), self._plies_for(word)
        for action in self.game.actions(state):
            if self._is_worth(self.game.result(state, action), mover, mover * word, depth):
                return action
        return None
