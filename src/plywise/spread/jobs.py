"""The jobs of a spread solution, done in any process: each begins with an empty table, so nothing depends on others."""

import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from plywise import engines
from plywise.engines.limits import Stopped
from plywise.engines.search import search
from plywise.engines.search_warnings import no_search_warnings
from plywise.fleet.task import JSON, Work
from plywise.game import Game, State, Value
from plywise.games.loading import game_text
from plywise.solvers.solver import Solver
from plywise.spread.names import Names
from plywise.spread.questions import ESTIMATE, EXPAND, PROVE, Question, read_question
from plywise.spread.top_tree import TopTree


class SpreadTask:
    """What the workers do (a `fleet.task.Task`).

    start: the position to solve.
    engine: as in `search`.
    """

    def __init__(self, game: Game, start: State, engine: str = "auto") -> None:
        self.game = game
        self.start = start
        self.engine = engine
        self.names = Names(game, start)

    def describe(self) -> Mapping[str, JSON]:
        """Return the game, its rules and the position. Facts hold whatever else was asked for."""
        text = self.game.format_state(self.start)
        known = {"kind": "solve --spread", "game": game_text(self.game), "position": text}
        known["rules"] = engines.hash_game(self.game)
        return known if self.names.round_trips(self.start) else known | {"state": repr(self.start)}

    def prepare(self) -> Work:
        """Return what answers a question; the engine is compiled by then."""
        self.warm()

        def work(key: str) -> JSON:
            question = read_question(key)
            began = time.process_time()
            with no_search_warnings():
                answer = self.answer(question)
            return answer | {"time_s": round(time.process_time() - began, 6)}

        return work

    def warm(self) -> str:
        """Compile what the jobs need, or load it; return the engine that they take. Raises InputError."""
        solver = Solver(self.game, distance=False, engine=self.engine)
        if not self.game.terminal(self.start):
            with no_search_warnings(), suppress(Stopped):
                search(self.game, self.start, nodes=1, engine=self.engine)
                solver.compare(self.start, 0, nodes=1)
        return solver.engine

    def answer(self, question: Question) -> dict[str, Any]:
        """Return the answer to a question."""
        state = self.names.read(question.name)
        if question.kind == PROVE:
            return self.prove(state, question)
        if question.kind == ESTIMATE:
            value, nodes = self.estimate(state, question.limit)
            return {"estimate": value, "nodes": nodes}
        if question.kind == EXPAND:
            return self.expand(state, question)
        tree = TopTree(self.game, state)
        for _ in range(question.limit):
            tree.deepen()
        return {"positions": len(list(tree.at(tree.ply)))}

    def prove(self, state: State, question: Question) -> dict[str, Any]:
        """Return what a state's value is at least or at most."""
        solver = Solver(self.game, distance=False, engine=self.engine)
        try:
            bounds = solver.compare(state, question.value, question.limit)
        except Stopped as stopped:
            if stopped.by != "nodes":
                raise
            return {"undecided": True, "nodes": solver.nodes}
        known = {"low": bounds.low} if bounds.high is None else {"high": bounds.high}
        return known | {"nodes": solver.nodes}

    def estimate(self, state: State, nodes: int) -> tuple[Value, int]:
        """Return the estimate of a state by a search of limited nodes, and how many it entered."""
        found = search(self.game, state, nodes=nodes, engine=self.engine)
        return self.game.evaluate(state) if found.value is None else found.value, found.nodes

    def expand(self, state: State, question: Question) -> dict[str, Any]:
        """Return the estimates of all positions that follow on a state and are not the end."""
        game, estimates, entered = self.game, dict[str, Value](), 0
        for action in game.actions(state):
            child = self.names.choose(game.result(state, action))
            name = self.names.name(child, question.name, game.format_action(state, action))
            if name not in estimates and not game.terminal(child):
                estimates[name], nodes = self.estimate(child, question.limit)
                entered += nodes
        return {"estimates": estimates, "nodes": entered}
