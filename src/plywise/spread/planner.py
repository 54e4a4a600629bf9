"""Which job to give out next, and what its answer changes."""

from collections.abc import Iterable, Iterator
from typing import Any

from plywise.errors import InputError
from plywise.game import MAX, MIN, Value
from plywise.spread.conjecture import OPEN, PROVED, Conjecture
from plywise.spread.costs import UNKNOWN, Costs, kind_of
from plywise.spread.effort import Effort, Numbers
from plywise.spread.estimates import Estimates
from plywise.spread.questions import ESTIMATE, EXPAND, PROVE, Question, read_bounds, read_estimates
from plywise.spread.top_tree import Position, TopTree
from plywise.spread.utilities import Utilities, next_value

LIMIT = 4
"""A job may exceed its intended nodes by this factor; then its position is expanded."""


class Planner:
    """Gives out questions and takes their answers.

    job_nodes: the nodes that a job is meant to enter; a position that is likely to need more is expanded.
    estimate_nodes: those of an estimate.
    first: the first conjecture; None: what the estimates say.
    conjectures: all so far, with their verdicts; the last one is at work.
    """

    def __init__(
        self, tree: TopTree, utilities: Utilities, job_nodes: int, estimate_nodes: int, first: Value | None = None
    ) -> None:
        self.tree = tree
        self.utilities = utilities
        self.job_nodes = job_nodes
        self.estimate_nodes = estimate_nodes
        self.first = first
        self.estimates = Estimates(tree)
        self.costs = Costs(job_nodes)
        self.conjectures: list[tuple[Value, str]] = []
        self._under_way: dict[str, list[Position]] = {}  # question -> the leaves at which it was asked
        self._undecided: set[str] = set()
        self._first: list[Value] = []  # estimates
        self._current: Conjecture | None = None

    @property
    def _efforts(self) -> list[Effort]:
        return [] if self._current is None else self._current.efforts

    # --- what is known --------------------------------------------------------------------------------------------

    def recall(self, answers: Iterable[tuple[Question, Any]]) -> None:
        """Take answers from before, in the order in which they came. Raises InputError, as `take` does.

        What they lead to is what it was then, conjectures and numbers and all: proofs that were begun go on.
        """
        kept = sorted(answers, key=lambda each: each[0].kind != ESTIMATE)
        asked_for, self.first = self.first, None
        for question, answer in kept:
            if question.kind in (PROVE, EXPAND):
                self._go_on(question)
            self.take(question, answer)
        self.measure()
        self._expand_again({question.name for question, _ in kept if question.kind == EXPAND})
        if asked_for is not None:
            self.close()
            self._current, self.first = None, asked_for

    def _go_on(self, question: Question) -> None:
        """Bring everything to where it was when the answer to a question came."""
        if self._current is None:
            self.measure()
        if not self.tree.root.is_exact:
            self.conjecture()
        if question.kind == EXPAND:
            for position in self.tree.named(question.name):
                if not position.children and not self.tree.is_met_again(position):
                    self._under_way.setdefault(question.key, []).append(position)

    def _expand_again(self, names: set[str]) -> None:
        """Expand the leaves that were expanded elsewhere, at another ply."""
        while waiting := [
            each for each in self.tree.leaves() if each.name in names and not self.tree.is_met_again(each)
        ]:
            self._expand(waiting)

    def measure(self) -> None:
        """Find out how far the first estimates lie apart, before the first proof is learnt from.

        Those of positions met later do not count: a run that continues another must compute the same odds, or
        proofs that were begun are left for others.
        """
        self.estimates.measure(self._first)

    def take(self, question: Question, answer: Any) -> None:
        """Take the answer to a question. Raises InputError where it is none, or contradicts another."""
        asked = self._under_way.pop(question.key, [])
        if question.kind in (ESTIMATE, EXPAND):
            for name, value in read_estimates(question, answer).items():
                self.estimates.add(name, value)
                if question.kind == ESTIMATE:
                    self._first.append(value)
        if question.kind == EXPAND:
            self._expand(asked)
        elif question.kind == PROVE:
            self._take_proof(question, answer, asked)

    def _expand(self, asked: list[Position]) -> None:
        changed = set(asked)
        for position in asked:
            changed |= self.tree.expand(position)
            changed.update(position.children or ())
        for effort in self._efforts:
            effort.refresh(changed)
            effort.stop_assuming(asked)

    def _take_proof(self, question: Question, answer: Any, asked: list[Position]) -> None:
        low, high = read_bounds(question, answer)
        in_vain, positions = low is None and high is None, self.tree.named(question.name)
        is_wiser, changed = False, set[Position]()
        for position in positions:
            kind = UNKNOWN if in_vain else kind_of(position.mover, MIN if low is None else MAX)
            self.costs.learn(position.ply, answer.get("nodes", 0), kind)
        if in_vain:
            self._undecided.add(question.key)
        else:
            if positions:
                is_wiser = self.estimates.learn(positions[0], question.value, low is not None)
            changed = self.tree.learn(question.name, low, high)
        for effort in self._efforts:
            if effort.value == question.value:
                effort.stop_assuming(asked)
            if is_wiser:
                effort.rate_all()
            else:
                effort.refresh(changed)

    # --- what to ask ----------------------------------------------------------------------------------------------

    def unestimated(self) -> Iterator[Question]:
        """Yield the questions for the estimates of all leaves that are not valued and have none."""
        names = {position.name for position in self.tree.leaves() if not position.is_exact}
        for name in sorted(names - self.estimates.by_name.keys()):
            yield Question(ESTIMATE, name, limit=self.estimate_nodes)

    def questions(self) -> Iterator[Question]:
        """Yield the questions to ask next, one after another, for as long as there is any that may help."""
        while not self.tree.root.is_exact:
            question = self.next_question()
            if question is None:
                return
            yield question

    def next_question(self) -> Question | None:
        """Return the question to ask next; None where nothing helps before an answer comes."""
        while (chosen := self._choose()) is not None:
            position, effort = chosen
            question = self._question(position, effort)
            is_new = question.key not in self._under_way
            self._under_way.setdefault(question.key, []).append(position)  # perhaps the same one at another ply
            effort.assume(position, self.estimates.odds(position, effort.value) >= 0.5)
            if is_new:
                return question
        return None

    def _question(self, position: Position, effort: Effort) -> Question:
        """Return what to ask of a leaf for an effort: the value, or what follows on it where that is too hard."""
        question = Question(PROVE, position.name, effort.value, LIMIT * self.job_nodes)
        if question.key in self._undecided or self.costs.expected(position.ply) > self.job_nodes:
            if self.tree.is_met_again(position):
                raise InputError(
                    f"{self.tree.game.name}: play can return to {position.name} for ever; "
                    "only jobs that enter more nodes may find an end"
                )
            return Question(EXPAND, position.name, limit=self.estimate_nodes)
        return question

    def _choose(self) -> tuple[Position, Effort] | None:
        """Return the leaf to ask about next, and what for."""
        if self.tree.root.is_exact:
            return None
        efforts = self.conjecture().open_efforts()
        for find in (Effort.most_proving, self._what_if):
            for effort in efforts:
                position = find(effort)
                if position is not None:
                    return position, effort
        return None

    def _what_if(self, effort: Effort) -> Position | None:
        """Return the leaf to ask about if a job under way says what is not expected of it, the least sure one first."""

        def sureness(position: Position) -> float:
            return abs(self.estimates.odds(position, effort.value) - 0.5)

        for position in sorted(effort.assumed, key=sureness):
            expected = effort.assumed[position]
            effort.assume(position, not expected)
            found = effort.most_proving()
            effort.assume(position, expected)
            if found is not None:
                return found
        return None

    def conjecture(self) -> Conjecture:
        """Return what the root is taken to be worth: another value once one is refuted."""
        root, last = self.tree.root, self._current
        if last is not None and last.verdict == OPEN:
            return last
        self.close()
        likely = self.estimates.minimax() if self.first is None else self.first
        value, self.first = self.utilities.nearest(likely, root.low, root.high), None
        if last is not None and last.verdict == PROVED:  # and yet the value is not known: it is no whole number
            self.utilities.whole = False
            value = float(root.low)
        self._current = Conjecture(value, [Effort(self.tree, each, self._rate) for each in (value, next_value(value))])
        self.conjectures.append((value, OPEN))
        return self._current

    def close(self) -> None:
        """Note the verdict on the last conjecture."""
        if self._current is not None:
            self.conjectures[-1] = self._current.value, self._current.verdict

    def _rate(self, position: Position, value: Value) -> Numbers:
        """Return a leaf's numbers: what a job costs, by how likely it is to say so."""
        odds = self.estimates.odds(position, value)
        proof, disproof = (self.costs.expected(position.ply, kind_of(position.mover, each)) for each in (MAX, MIN))
        return Numbers(proof / odds, disproof / (1 - odds))


__all__ = ["Planner"]
