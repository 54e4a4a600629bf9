"""A weak solution spread over many workers, in the shape that solved Othello.

All positions at a ply are enumerated up to equivalence and estimated. A value is conjectured; the positions that a
proof of it needs are solved as jobs, each a question of whether it is worth at least so much; what they prove is
propagated; where it refutes the conjecture, another is made. Positions too hard for one job are expanded further.

Source: Hiroki Takizawa, "Othello is solved", arXiv 2310.19387 (2023).
"""

import time
from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from plywise.errors import InputError
from plywise.fleet.fleet import Done
from plywise.fleet.task import JSON
from plywise.game import Value, player_word
from plywise.spread.best_play import best_actions, best_line
from plywise.spread.jobs import SpreadTask
from plywise.spread.planner import Planner
from plywise.spread.ply import choose_ply
from plywise.spread.questions import LEVEL, PROVE, Question, read_question
from plywise.spread.solution import SpreadSolution, describe_bounds
from plywise.spread.top_tree import TopTree
from plywise.spread.utilities import Utilities

JOB_NODES, ESTIMATE_NODES = 1_000_000, 500


class Runner(Protocol):
    """What does jobs: `fleet.fleet.Fleet`."""

    def run(self, keys: Iterable[str], ordered: bool = True) -> Iterator[Done]:
        """Yield the jobs with these keys as they end."""

    def recorded(self) -> list[tuple[str, JSON]]:
        """Return the jobs done so far and their answers, those included that no run has yielded."""


class Spread:
    """A spread solution at work.

    task: its game and start; what the runner does.
    recorded: the jobs done before and their answers, from the journal.
    ply: where the jobs begin; None: chosen so that all workers have enough to do.
    conjecture: the first value to try to prove; None: what the estimates say.
    job_nodes: a position whose job is likely to enter more is expanded. estimate_nodes: what an estimate enters.
    """

    def __init__(
        self,
        task: SpreadTask,
        recorded: Iterable[tuple[str, JSON]] = (),
        *,
        workers: int = 1,
        ply: int | None = None,
        conjecture: Value | None = None,
        job_nodes: int = JOB_NODES,
        estimate_nodes: int = ESTIMATE_NODES,
    ) -> None:
        self.task = task
        self.engine = task.warm()
        self.workers = workers
        self.began = time.monotonic()
        self.tree = TopTree(task.game, task.start)
        answers = [(read_question(key), answer) for key, answer in recorded]
        self.ply = _ply_of(answers, ply)
        self.planner = Planner(self.tree, Utilities(task.game, task.start), job_nodes, estimate_nodes, conjecture)
        self.recorded = answers
        self._counted: set[str] = set()
        self._solved: set[str] = set()
        self.jobs = self.undecided = self.nodes = 0
        self.cpu_s = 0.0

    def run(self, runner: Runner) -> SpreadSolution:
        """Solve; return the solution. Raises InputError where a job fails, KeyboardInterrupt at Ctrl-C."""
        self.expand(runner)
        questions = list(self.planner.unestimated()) if not self.tree.root.is_exact else []
        for _ in self._answers(runner, questions):
            pass
        self.planner.measure()
        while not self.tree.root.is_exact:
            answered = 0
            for _ in self._answers(runner, self.planner.questions()):
                answered += 1
                if self.tree.root.is_exact:
                    break
            assert answered, "no question is left, and nothing is proved"
        self._take_the_rest(runner)
        return self.solution()

    def expand(self, runner: Runner) -> None:
        """Enumerate the positions down to the ply, note it, and recall what is known of them."""
        if self.ply is None:
            choose_ply(self.tree, self.workers)
        while self.ply is not None and self.tree.ply < self.ply and any(self.tree.at(self.tree.ply)):
            self.tree.deepen()
        level = Question(LEVEL, self.tree.root.name, limit=self.tree.ply)
        for _, answer in self._answers(runner, [level]):
            if answer["positions"] != len(list(self.tree.at(self.tree.ply))):
                raise InputError(f"{self.task.game.name}: the rules list other positions in another process")
        self.planner.recall(self.recorded)
        for question, answer in self.recorded:
            self._count(question, answer)

    def _answers(self, runner: Runner, questions: Iterable[Question]) -> Iterator[tuple[Question, Any]]:
        """Have questions answered, and yield the answers once the planner has taken them.

        questions: a list of all, or what each of them is may depend on the answers to those before.
        """
        keys: Iterable[str] = (question.key for question in questions)
        for done in runner.run(list(keys) if isinstance(questions, list) else keys, ordered=False):
            if done.error:
                raise InputError(f"the job {done.key!r} failed: {done.error}")
            question = read_question(done.key)
            self.planner.take(question, done.answer)
            self._count(question, done.answer)
            yield question, done.answer

    def _take_the_rest(self, runner: Runner) -> None:
        """Take the answers that came in the instant of the last one needed: the journal has them, so they count."""
        for key, answer in runner.recorded():
            if key not in self._counted:
                question = read_question(key)
                self.planner.take(question, answer)
                self._count(question, answer)

    def _count(self, question: Question, answer: Any) -> None:
        if question.key in self._counted:
            return
        self._counted.add(question.key)
        self.nodes += answer.get("nodes", 0)
        self.cpu_s += answer.get("time_s", 0.0)
        if question.kind == PROVE:
            self.jobs += 1
            self.undecided += "undecided" in answer
            self._solved.add(question.name)

    # --- what came of it ------------------------------------------------------------------------------------------

    def status(self) -> str:
        """Return in a few words how far it has come."""
        root, conjectures = self.tree.root, self.planner.conjectures
        if not conjectures:
            return f"{len(self.planner.estimates.by_name):,} positions estimated"
        return f"{conjectures[-1][0]} is conjectured, and proved that {describe_bounds(root.low, root.high)}"

    def solution(self) -> SpreadSolution:
        """Return what is proved so far."""
        self.planner.close()
        root, game = self.tree.root, self.task.game
        return SpreadSolution(
            game_object=game,
            state=self.task.start,
            player=None if root.mover is None else player_word(root.mover),
            engine=self.engine,
            low=root.low,
            high=root.high,
            best=best_actions(self.tree, self.task.start),
            pv=best_line(self.tree, self.task.start),
            conjectures=list(self.planner.conjectures),
            ply=self.tree.ply,
            positions=len(list(self.tree.at(self.tree.ply))),
            met=sum(map(len, self.tree.levels)),
            solved=len(self._solved),
            jobs=self.jobs,
            undecided=self.undecided,
            estimates=len(self.planner.estimates.by_name),
            nodes=self.nodes,
            cpu_s=self.cpu_s,
            time_s=time.monotonic() - self.began,
            workers=self.workers,
        )


def _ply_of(answers: Iterable[tuple[Question, Any]], asked: int | None) -> int | None:
    """Return the ply where the jobs begin: as the journal says, or as asked for. Raises InputError if not both."""
    kept = max((question.limit for question, _ in answers if question.kind == LEVEL), default=None)
    if kept is not None and asked not in (None, kept):
        raise InputError(f"the journal's jobs begin at ply {kept}, not {asked}: leave out --ply")
    return asked if kept is None else kept


__all__ = ["ESTIMATE_NODES", "JOB_NODES", "Spread"]
