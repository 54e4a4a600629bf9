"""Choosing the strategy's action at many positions by compiled rules, where states are plain words.

What is chosen is what choosing.py says.
"""

from typing import TYPE_CHECKING, Any

from plywise import engines
from plywise.certificates.choosing import PlainChooser
from plywise.certificates.plan import Making
from plywise.engines.choices import OPEN
from plywise.engines.features import features_without
from plywise.errors import InputError
from plywise.solvers.alphabeta import AlphaBetaSolver

if TYPE_CHECKING:
    from plywise.engines import Engine


def words_chooser(making: Making, forgets: bool = False) -> "CompiledChooser | ProofChooser":
    """Return what chooses at states that are plain words, by compiled rules. forgets: see PlainChooser."""
    return ProofChooser(making, forgets) if making.method == "proof" else CompiledChooser(making)


class CompiledChooser:
    """Chooses by compiled rules, at states that are plain words."""

    def __init__(self, making: Making) -> None:
        engine = _engine_of(making)
        self._making = making
        soonest = making.soonest and not making.trusts
        self._method = AlphaBetaSolver(engine, soonest, 1, None, features_without(()))
        self._goal = making.goal.word(self._method.floats, soonest)
        self._high = self._method.high if making.goal.side > 0 else -self._method.low
        aim = making.start, making.goal.side, self._goal
        self._chooser = engines.Chooser(engine, *aim, self._method.session)

    def choose(self, fields: Any) -> Any:
        """Return the choices at consecutive states, followed by the action set of each."""
        if self._making.trusts:
            return self._chooser.choose_shallow(fields)
        return self._chooser.choose(fields, self._high, self._making.may_be_late)


class ProofChooser:
    """Chooses by proof-number search where a glance does not tell, at states that are plain words."""

    def __init__(self, making: Making, forgets: bool) -> None:
        engine = _engine_of(making)
        self._making = making
        aim = making.start, making.goal.side, making.goal_word(engine)
        self._chooser = engines.Chooser(engine, *aim, session=None)
        self._prover = PlainChooser(making, forgets)

    def choose(self, fields: Any) -> Any:
        """Return the choices at consecutive states, followed by the action set of each (always empty)."""
        import numpy as np

        start = self._making.start
        choices = self._chooser.static_choice(fields, self._making.trusts)
        states = fields.reshape(len(choices) // 2, -1)
        waiting = np.flatnonzero(choices == OPEN).tolist()
        if waiting:
            self._prover.forget()
        for number in waiting:
            choices[number] = self._prover.prove(type(start)(*states[number].tolist()))
        return choices


def _engine_of(making: Making) -> "Engine":
    engine = making.compiled()
    if engine is None:
        raise InputError(f"{making.game.name}: a worker has no such compiled rules")
    return engine
