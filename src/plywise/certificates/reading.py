"""Reading a certificate: the strategy in it, by which anybody can play without a search."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plywise import engines
from plywise.certificates.checker import Claim, NotProved, read_entries
from plywise.certificates.goal import Goal
from plywise.certificates.plan import Making
from plywise.certificates.static_choices import static_choice
from plywise.certificates.verifying import MAX_DEPTH, begun
from plywise.engines.choices import FORCED, KNOWN, NONE, OPEN, OTHER, WON
from plywise.errors import InputError, printable
from plywise.game import Action, Game, State, parse_legal_action
from plywise.process.recursion import RecursionBudget, recursion_budget

if TYPE_CHECKING:
    from plywise.engines import CompiledStrategy

REASONS = {WON: "win in one", KNOWN: "known bound", OTHER: "any reply"}
WRONG = "its strategy does not reach the goal: plywise verify reports where"
CHOSEN, ONLY = "chosen", "only move"


@dataclass(frozen=True)
class Step:
    """What a strategy says of a position.

    reason: "over", "win in one", "known bound" (then no action is named), "only move", "chosen", or "any reply" where
        the other player moves.
    action: the strategist's action; None elsewhere.
    """

    reason: str
    action: Action | None = None

    @property
    def is_leaf(self) -> bool:
        """Whether nothing that follows needs to be looked at: the goal is reached, or seen to be."""
        return self.reason in ("over", "win in one", "known bound")


class Strategy:
    """A certificate's strategy: what to play wherever its lines come to.

    game: with its rules. start: the position to begin from. goal: what is reached.
    """

    def __init__(
        self, claim: Claim, game: Game, start: State, goal: Goal, entries: Sequence[int], engine: str = "auto"
    ) -> None:
        self.claim, self.game, self.start, self.goal = claim, game, start, goal
        self._trusts = claim.trusts is not None
        self._counts = claim.within is not None
        self._rows: CompiledStrategy | _PlainStrategy = self._replay(entries, engine)

    def _replay(self, entries: Sequence[int], name: str) -> "CompiledStrategy | _PlainStrategy":
        making = Making(self.game, self.start, self.goal, trusts=self._trusts, engine=name)
        engine = None if self.game.terminal(self.start) else making.compiled()
        if engine is None:
            return _PlainStrategy(self.game, self.start, self.goal, self._trusts, self._counts, self.claim, entries)
        import numpy as np

        found = engines.CompiledStrategy(
            engine, self.start, self.goal.side, making.goal_word(engine), self.claim.within, self._trusts,
            self.claim.positions, np.array(entries, np.int64),
        )  # fmt: skip
        if not found.is_proof:
            raise NotProved(WRONG)
        return found

    def step(self, state: State, ply: int = 0) -> Step:
        """Return what it says of a position. ply: since the start; it matters where the claim counts plies.

        Raises InputError where its lines do not come to the position.
        """
        if self.game.terminal(state):
            if not self.goal.suffices(self.game.utility(state)):
                raise self._elsewhere(state)
            return Step("over")
        row = self.place(state, ply)
        if row < 0:  # no glance where there is one: it takes a look at every reply to every action
            return self._static_choice(state)
        choice = self._rows.choice(row)
        if choice == OTHER:
            return Step(REASONS[OTHER])
        return Step(ONLY if choice & FORCED else CHOSEN, self._same_action(row, choice >> 1, state))

    def walk(self, words: Iterable[str]) -> list[tuple[State, Step]]:
        """Return the states that a line of moves leads through, the start first, each with what is said of it.

        Raises InputError where a move is not legal, is not the strategist's, or is about a position of which nothing is
        said any more.
        """
        game, state = self.game, self.start
        found = [(state, self.step(state))]
        for ply, word in enumerate(words, start=1):
            step = found[-1][1]
            if step.reason == REASONS[KNOWN]:
                raise InputError(f"move {ply}: the line ends before {printable(word)}, by a known bound")
            try:
                action = parse_legal_action(game, state, word)
            except InputError as error:
                raise InputError(f"move {ply}: {error}") from None
            if step.action is not None and action != step.action:
                own = game.format_action(state, step.action)
                raise InputError(f"move {ply}: the certificate plays {own}, not {printable(word)}")
            state = game.result(state, action)
            found.append((state, self.step(state, ply)))
        return found

    def _static_choice(self, state: State) -> Step:
        """Return the step at a position without a row. Raises InputError if no line of the strategy reaches it."""
        seen = static_choice(self.game, self.goal, self._trusts, state)
        if seen == WON:
            return Step(REASONS[WON], self._winning(state))
        if seen == KNOWN:
            return Step(REASONS[KNOWN])
        raise self._elsewhere(state)

    def _elsewhere(self, state: State) -> InputError:
        where = self.game.format_state(state)
        return InputError(f"the certificate does not reach {where}: its player moves differently")

    @property
    def is_compiled(self) -> bool:
        """Whether it was followed by compiled rules, and not by the plain ones that the checker takes."""
        return not isinstance(self._rows, _PlainStrategy)

    def place(self, state: State, ply: int = 0) -> int:
        """Return the number of a position that its lines come to, the same for all that share a key; -1 elsewhere."""
        return self._rows.find(state, ply if self._counts else 0)

    def ply_of(self, state: State) -> int:
        """Return after how many plies its lines first come to a position; 0 where plies are not counted."""
        return next((ply for ply in range(self.claim.within or 0) if self.place(state, ply) >= 0), 0)

    def _winning(self, state: State) -> Action:
        for action in self.game.actions(state):
            child = self.game.result(state, action)
            if self.game.terminal(child) and self.goal.suffices(self.game.utility(child)):
                return action
        raise AssertionError("a win in one")

    def _same_action(self, row: int, place: int, state: State) -> Action:
        """Return the action that does in a state what another does in the state of its row: they share a key."""
        game, known = self.game, self._rows.state(row)
        if known == state:
            return list(game.actions(known))[place]
        goal = game.key(game.result(known, list(game.actions(known))[place]))
        return next(action for action in game.actions(state) if game.key(game.result(state, action)) == goal)


class _PlainStrategy:
    """The same as CompiledStrategy, in plain Python. Raises NotProved."""

    def __init__(
        self, game: Game, start: State, goal: Goal, trusts: bool, counts: bool, claim: Claim, entries: Sequence[int]
    ) -> None:
        self._game, self._goal, self._trusts, self._counts = game, goal, trusts, counts
        self._most, self._within = claim.positions, claim.within
        self._entries = iter(entries)
        self._states: list[State] = []
        self._choices: list[int] = []
        self._rows: dict[Hashable, int] = {}
        self._path: set[Hashable] = set()
        with recursion_budget() as budget:
            if not game.terminal(start):
                self._replay(start, 0, budget)
            elif not goal.suffices(game.utility(start)):
                raise NotProved(WRONG)
        if next(self._entries, None) is not None or len(self._states) != claim.positions:
            raise NotProved(WRONG)

    def find(self, state: State, ply: int) -> int:
        """Return a state's row; -1 if there is none."""
        return self._rows.get(self._mark(state, ply), -1)

    def choice(self, row: int) -> int:
        """Return the choice in a row."""
        return self._choices[row]

    def state(self, row: int) -> State:
        """Return the state in a row."""
        return self._states[row]

    def _mark(self, state: State, ply: int) -> Hashable:
        key = self._game.key(state)
        return (key, ply) if self._counts else key

    def _replay(self, state: State, ply: int, budget: RecursionBudget) -> None:
        budget.reach(ply)
        game, mark = self._game, self._mark(state, ply)
        if mark in self._path or ply in (self._within, MAX_DEPTH):
            raise NotProved(WRONG)
        if mark in self._rows:
            return
        choice = static_choice(game, self._goal, self._trusts, state)
        if choice in (WON, KNOWN):
            return
        actions = list(game.actions(state))
        if choice == OPEN:
            choice = 2 * next(self._entries, len(actions))
        if choice == NONE or choice >= 2 * len(actions) or not actions or len(self._rows) >= self._most:
            raise NotProved(WRONG)
        self._rows[mark] = len(self._states)
        self._states.append(state)
        self._choices.append(choice)
        self._path.add(mark)
        for action in actions if choice == OTHER else [actions[choice >> 1]]:
            child = game.result(state, action)
            if not game.terminal(child):
                self._replay(child, ply + 1, budget)
            elif not self._goal.suffices(game.utility(child)):
                raise NotProved(WRONG)
        self._path.remove(mark)


def read_strategy(path: str, game: Game | None = None) -> Strategy:
    """Return the strategy of a certificate. It is followed once, by compiled rules where there are any.

    path: a file, plain or packed by xz; "-": stdin.
    game: whose rules to play by; None: those of the registered game that it names.

    Raises NotProved where it proves nothing, and InputError where it cannot be read.
    """
    with begun(path, game) as (claim, rules, start, goal, file):
        if claim.policies is not None:
            raise InputError(f"{path} follows policies: plywise verify checks it, but it cannot be shown or played")
        return Strategy(claim, rules, start, goal, list(read_entries(file, claim)))


__all__ = ["NotProved", "Step", "Strategy", "read_strategy"]
