"""The jobs of which a certificate is made: to choose the strategy's actions at a slice of the positions of one level.

A key is the positions, so an answer depends on nothing else. Where the rules are compiled and their states are plain
words, these are the key, packed; elsewhere it is the positions in the game's notation.
"""

import base64
import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from plywise.certificates.choosing import PlainChooser
from plywise.certificates.goal import Goal
from plywise.engines.cautions import no_cautions
from plywise.engines.compiled import compiled_engine
from plywise.engines.features import features_without
from plywise.engines.kernel.choosing import OPEN
from plywise.errors import InputError
from plywise.fleet.task import JSON, Work
from plywise.game import Game, State, says_all
from plywise.games.loading import game_text
from plywise.solvers.alphabeta import AlphaBetaSolver

if TYPE_CHECKING:
    from plywise.engines.native.compile.engine import Engine

WORDS, TEXTS = "words", "texts"

MAX_SLICE = 4096
SLICES = 16
"""A level is cut into so many slices, or more of MAX_SLICE positions."""


class Making(NamedTuple):
    """What is to be made.

    trusts: whether the game's `bounds` are trusted, and the least deep proofs are chosen. soonest: whether the soonest
        ends are, elsewhere.
    counts: whether the claim counts plies. method, engine: of the Solver.
    """

    game: Game
    start: State
    goal: Goal
    trusts: bool = False
    soonest: bool = False
    counts: bool = False
    method: str = "search"
    engine: str = "auto"

    def compiled(self) -> "Engine | None":
        """Return the engine whose states are plain words, and whose lines of play end in time; None if there is none.

        Raises InputError where the engine is asked for by name and there is none.
        """
        if self.engine == "reference":
            return None
        engine = compiled_engine(self.game, self.start, required=self.engine == "native")
        if engine is None or engine.is_translated or engine.rules.past_field >= 0 or self.game.max_plies is None:
            return None
        return None if self.trusts and not self.game.alternating else engine

    def goal_word(self, engine: "Engine") -> int:
        """Return the goal as a word of an engine's values, without distances, in the view of its player."""
        floats = engine.floats and not engine.config(distance=False, horizon=False).whole
        return self.goal.word(floats, False)


class CertifyTask:
    """What the workers do (a `fleet.task.Task`)."""

    def __init__(self, making: Making) -> None:
        self.making = making

    def describe(self) -> dict[str, JSON]:
        """Return what the answers depend on."""
        from plywise.engines.native.compile.fingerprint import hash_game

        game, start, goal, *rest = self.making
        return {
            "kind": "certify",
            "answers": "choices, ways",
            "game": game_text(game),
            "rules": hash_game(game),
            "state": repr(start),
            "goal": list(goal),
            "how": rest,
        }

    def prepare(self) -> Work:
        """Return what answers a key."""
        choosers: dict[str, Any] = {}

        def work(key: str) -> JSON:
            form, _, body = key.partition(" ")
            if form not in choosers:
                choosers[form] = (_words_work if form == WORDS else _texts_work)(self.making)
            with no_cautions():
                return choosers[form](body)

        return work

    def key_of_states(self, states: Sequence[State]) -> str:
        """Return the key of a slice of states."""
        game = self.making.game
        for state in states:
            if not says_all(game, state):
                raise InputError(
                    f"{game.name}: {game.format_state(state)!r} does not say all of its position, which "
                    "workers would have to know: leave out --workers, --on and --journal"
                )
        return f"{TEXTS} {json.dumps([game.format_state(state) for state in states], ensure_ascii=False)}"


def _texts_work(making: Making) -> Callable[[str], JSON]:
    chooser = plain_chooser(making, forgets=True)
    return lambda body: chooser.choose([making.game.parse_state(text) for text in json.loads(body)])


def _words_work(making: Making) -> Callable[[str], JSON]:
    chooser = words_chooser(making, forgets=True)
    return lambda body: pack_words(chooser.choose(unpack_words(body)))


def plain_chooser(making: Making, forgets: bool = False) -> PlainChooser:
    """Return what chooses at states. forgets: see there."""
    game, _, goal, trusts, soonest, _, method, engine = making
    return PlainChooser(game, goal, trusts, soonest, {"method": method, "engine": engine}, forgets)


def words_chooser(making: Making, forgets: bool = False) -> "CompiledChooser | ProofChooser":
    """Return what chooses at states that are plain words, by compiled rules. forgets: see PlainChooser."""
    return ProofChooser(making, forgets) if making.method == "proof" else CompiledChooser(making)


class CompiledChooser:
    """Chooses by compiled rules, at states that are plain words."""

    def __init__(self, making: Making) -> None:
        from plywise.engines.native.strategy import new_memo

        engine = _engine_of(making)
        self._making = making
        soonest = making.soonest and not making.trusts
        self._method = AlphaBetaSolver(engine, soonest, 1, None, features_without(()))
        self._goal = making.goal.word(self._method.floats, soonest)
        self._high = self._method.high if making.goal.side > 0 else -self._method.low
        self._memo = new_memo(engine) if making.trusts else None

    def choose(self, fields: Any) -> Any:
        """Return the choices at states whose fields lie one after another, and behind them the ways of each."""
        from plywise.engines.native.strategy import choose_at, choose_shallow_at

        asked = self._method.session, fields, self._making.start, self._making.goal.side, self._goal
        return choose_at(*asked, self._high) if self._memo is None else choose_shallow_at(*asked, self._memo)


class ProofChooser:
    """Chooses by proof-number search where a glance does not tell, at states that are plain words."""

    def __init__(self, making: Making, forgets: bool) -> None:
        from plywise.engines.native.strategy import glancing_session

        engine = _engine_of(making)
        self._making = making
        self._session, self._goal = glancing_session(engine), making.goal_word(engine)
        self._prover = plain_chooser(making, forgets)

    def choose(self, fields: Any) -> Any:
        """Return the choices at states whose fields lie one after another, and behind them the ways of each: none."""
        import numpy as np

        from plywise.engines.native.strategy import glance_at

        start, side = self._making.start, self._making.goal.side
        choices = glance_at(self._session, fields, start, side, self._goal, self._making.trusts)
        states = fields.reshape(len(choices) // 2, -1)
        self._prover.forget()
        for number in np.flatnonzero(choices == OPEN).tolist():
            choices[number] = self._prover.prove(type(start)(*states[number].tolist()))
        return choices


def _engine_of(making: Making) -> "Engine":
    engine = making.compiled()
    if engine is None:
        raise InputError(f"{making.game.name}: a worker has no such compiled rules")
    return engine


def pack_words(words: Any) -> str:
    """Return an array of 64-bit words as a text."""
    return base64.b85encode(zlib.compress(words.astype("<i8").tobytes(), 1)).decode()


def unpack_words(text: str) -> Any:
    """Return the array of which `pack_words` made a text. Raises ValueError."""
    import numpy as np

    return np.frombuffer(zlib.decompress(base64.b85decode(text)), "<i8").astype(np.int64)


def slices(count: int) -> Iterator[tuple[int, int]]:
    """Yield where the slices of a level of so many positions begin and end: they depend on that number alone.

    >>> list(slices(3)), len(list(slices(100))), len(list(slices(1_000_000)))
    ([(0, 1), (1, 2), (2, 3)], 15, 245)
    """
    size = max(1, min(MAX_SLICE, -(-count // SLICES)))
    return ((first, min(first + size, count)) for first in range(0, count, size))
