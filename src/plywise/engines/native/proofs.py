"""A session of proof-number search: one yes-or-no question, with its own table (see kernel/proof_number.py)."""

from collections.abc import Callable
from dataclasses import replace

from plywise.engines.kernel import proof_number
from plywise.engines.kernel.proof_number import ASK, FIND, FOLLOW, RECALL, disproof_of, proof_of
from plywise.engines.limits import Stopped
from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.search_memory import Array
from plywise.engines.native.session import SearchSession
from plywise.engines.values import to_word
from plywise.game import State

FIRST_BITS = 22
"""The table starts with 2**FIRST_BITS entries; a smaller one would lose the entries needed soonest."""


class ProofSession(SearchSession):
    """Asks whether the attacker can get at least the goal, a value in the attacker's view.

    features, megabytes: see SearchMemory
    """

    def __init__(self, engine: Engine, attacker: int, goal: int, features: int, megabytes: float | None) -> None:
        config = engine.config(distance=False, horizon=False)
        config = replace(config, packed=0, whole=False)  # other numbers in the table
        self._entry = engine.entry(proof_number.run_proof, config)
        super().__init__(engine, config, features=features, megabytes=megabytes, first_bits=FIRST_BITS)
        self.attacker, self.goal = attacker, goal

    def ask(self, state: State, player: int, nodes: int | None = None, follow: bool = False) -> int | None:
        """Search; return 0 if a player is proved to succeed, more if not, None if the nodes run out.

        follow: prove again the parts of a proof that the table has lost. Raises KeyboardInterrupt at Ctrl-C.
        """
        self.memory.limit_nodes(nodes)
        try:
            found = self.run(self._job(FOLLOW if follow else ASK, state), state)
        except Stopped as stopped:
            if stopped.by == "nodes":
                return None
            self.interrupted = False
            raise KeyboardInterrupt from None
        return self._number(found, player)

    def recall(self, state: State, player: int) -> int:
        """Return the stored effort of proving that a player succeeds: 0 if that is proved."""
        return self._number(self._call(RECALL, state), player)

    def find(self, state: State) -> int:
        """Return the place of the first action that is known to keep the goal; -1 if there is none."""
        return self._call(FIND, state)

    def _number(self, numbers: int, player: int) -> int:
        return proof_of(numbers) if player == self.attacker else disproof_of(numbers)

    def _call(self, task: int, state: State) -> int:
        return self._job(task, state)(self.memory.works[0], self.memory.stacks[0])

    def _job(self, task: int, state: State) -> Callable[[Array, Array], int]:
        engine = self.engine
        bar, plain = to_word(self.goal, engine.floats), engine.plain(state)

        def call(work: Array, stack: Array) -> int:
            asked = task, plain, bar, self.attacker, self.goal
            return int(self._entry(engine.handle, self.config, *asked, work, stack, self.memory.table))

        return call
