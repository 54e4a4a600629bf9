"""An engine: one game's rules joined to the kernel, compiled, and cached on disk.

Code from the cache is loaded and called without importing the compiler; making.py imports it when something must be
compiled.
"""

import copy
import hashlib
import json
import threading
from collections.abc import Sequence
from typing import Any

from plywise.engines.announcing import compiling_announced, compiling_timed
from plywise.engines.dependencies.fingerprint import fingerprint
from plywise.engines.kernel.config import KernelConfig
from plywise.engines.kernel.selective.config import PlayConfig
from plywise.engines.kernel.table import MAX_SHORT, PACKED_BITS
from plywise.engines.kernel.thread_state import state_words
from plywise.engines.native.compile.cache import Folder
from plywise.engines.native.compile.cached_library import library
from plywise.engines.native.compile.entries import ENTRIES, RULES_JOB
from plywise.engines.native.compile.entry_calls import Entry, parameters
from plywise.engines.native.compile.machine_code import Unloadable, load, loading, made_for
from plywise.engines.native.compile.states import KnownRules, States, has_state_as_key, shared
from plywise.engines.values import MAX_UTILITY
from plywise.errors import EngineOutgrown, LayoutOverflow, NotCompilable
from plywise.game import Action, Game, State, defines
from plywise.process.signals import signals_deferred

BY_REFERENCE = "with the engine reference"
REMEDY = f"let states keep within what play shows, or search {BY_REFERENCE}"
"""What to do if no wider layout exists."""


class Engine:
    """A game's rules joined to the kernel. Its functions are compiled on first use, or loaded from the cache.

    symmetry: store states under the game's `key`, otherwise under their own fields
    before: the engine whose layout was too narrow; this one is wider
    states: the states that did not fit it
    overflow: the value that did not fit it

    Games with the same fingerprint share the compiled code: see `for_game`. Raises NotCompilable if the game's rules
    cannot be compiled.
    """

    def __init__(
        self,
        game: Game,
        symmetry: bool = True,
        before: "Engine | None" = None,
        states: Sequence[State] = (),
        overflow: LayoutOverflow | None = None,
    ) -> None:
        self.game = game
        self.fingerprint = fingerprint_of(game, symmetry)
        self.folder = Folder(game.name, self.fingerprint)
        self.handle = self.fingerprint
        self.rules = shared(self.handle, KnownRules(game, symmetry))
        self._lock = threading.RLock()
        self._loaded: dict[str, Entry] = {}
        self._makers: list[Any] = []  # at most one, created when something must be compiled
        self.facts: dict[str, Any] = {}
        self.before = None if before is None else before.facts
        self.overflow = overflow
        self.states = [] if before is None else [*before.folder.read_states(), *states]
        known = self.read_facts()
        self.is_new = known is None or not known.get("assured")
        self.adopt(known or self._have_done(RULES_JOB))

    def _have_done(self, job: Any) -> Any:
        with compiling_announced():
            return self._maker().run_in_child(self, job)

    def read_facts(self) -> dict[str, Any] | None:
        """Return the facts in the cache; None if there are none, or only those of the previous engine."""
        facts = self.folder.read_facts()
        if facts is not None and self.before is not None and facts["made"] <= self.before["made"]:
            return None
        return facts

    def adopt(self, facts: dict[str, Any]) -> None:
        """Adopt facts about the engine."""
        self.facts = facts
        self.floats: bool = facts["values"] == "float"
        self.whole_utilities: bool = facts["utility"] == "int"
        self.key_words: int = facts["key"]
        self.handle = self.handle_of(facts)
        self.rules = shared(self.handle, copy.copy(self.rules))
        self.rules.adopt(facts)

    def handle_of(self, facts: dict[str, Any]) -> str:
        """Return the name under which machine code compiled with these facts is stored."""
        form = json.dumps([facts[name] for name in ("states", "actions", "packs", "ints")]).encode()
        return f"{self.fingerprint}-{hashlib.sha256(form).hexdigest()[:16]}"

    def for_game(self, game: Game) -> "Engine":
        """Return the same engine for another game object with this fingerprint."""
        if game is self.game:
            return self
        other = copy.copy(self)
        other.game = game
        return other

    def is_current(self) -> bool:
        """Return whether the rules are unchanged since compiling, and no engine has a wider layout."""
        return not self.rules.outgrown and self.is_unchanged()

    def is_unchanged(self) -> bool:
        """Return whether the rules are unchanged since compiling."""
        return fingerprint_of(self.game, self.rules.symmetry) == self.fingerprint

    @property
    def assured(self) -> bool:
        """Whether the self-check has passed, in this process or an earlier one."""
        return bool(self.facts.get("assured"))

    @assured.setter
    def assured(self, agreed: bool) -> None:
        self.facts["assured"] = agreed
        self.folder.write_facts(self.facts)

    def config(self, distance: bool, horizon: bool, proof: bool = False) -> KernelConfig:
        """Return the config of a search of this game. proof: with a horizon, and without guesses."""
        bits = self.game.key_bits if self.rules.symmetry else None
        longest = self.game.max_plies
        low, high = self.game.utility_bounds
        asked = horizon and not proof  # whether to call the game's evaluation
        exact = self.floats and self.whole_utilities and not asked and not distance and max(-low, high) < MAX_UTILITY
        whole = distance or exact or not self.floats
        short = not horizon and longest is not None and longest <= MAX_SHORT
        small = low >= -1 and high <= 1 and whole and short
        return KernelConfig(
            distance=distance,
            horizon=horizon,
            knowledge=defines(self.game, "bounds") and self.game.alternating,
            alternating=self.game.alternating,
            fields=self.rules.fields,
            key_words=self.key_words,
            packed=bits if bits is not None and 2 <= bits <= PACKED_BITS and self.key_words == 1 and small else 0,
            quiescence=asked and defines(self.game, "noisy"),
            null_move=asked and defines(self.game, "passed") and defines(self.game, "may_pass"),
            reductions=asked and defines(self.game, "reduction"),
            extensions=asked and defines(self.game, "extension"),
            proof=proof,
            past=self.rules.past_field >= 0,
            hint_key=defines(self.game, "hint_key") and self.facts["hint_key"] == self.key_words,
            whole=exact,
        )

    def plain(self, state: State) -> tuple[int, ...]:
        """Return a state in the kernel's representation.

        Raises NotCompilable if it does not fit 64 bits, EngineOutgrown if it does not fit the layout.
        A state with a past holds its memory, so keep a reference to the state while it is searched.
        """
        try:
            return self._states.state_words(state)
        except LayoutOverflow as overflow:
            if overflow.fits_none:
                raise NotCompilable(f"{self.game.name}: in a state, {overflow}") from None
            where = f"{self.rules.place('result')}: a state does not fit the compiled rules' layout"
            what = f"{overflow.field}, {overflow}" if overflow.field else str(overflow)
            raise EngineOutgrown(f"{where}: {what}; {REMEDY}", self, [state], overflow) from None

    @property
    def _states(self) -> States:
        assert self.rules.states is not None
        return self.rules.states

    @property
    def is_translated(self) -> bool:
        """Whether states or actions are encoded, rather than plain words."""
        return not self._states.are_plain

    def action_word(self, action: Action) -> int:
        """Return the word that stands for an action."""
        return self._states.action_word(action)

    def answer_words(self, state: State) -> tuple[int, ...]:
        """Return a state as the words that compiled rules return."""
        return self.plain(state) if self.rules.past_field < 0 else state_words(self.game, state)

    def key_words_of(self, key: Any, rule: str = "key") -> tuple[int, ...]:
        """Return a key as words. rule: the rule that returned it"""
        return self._states.key_of(key, has_state_as_key(self.game, self.rules.symmetry, rule))

    # --- entries --------------------------------------------------------------------------------------------------

    def entry(self, function: Any, config: KernelConfig | PlayConfig | None = None) -> Entry:
        """Return a compiled entry of the kernel. It takes the function's arguments, with `handle` for the game."""
        name = self._name(function, config)
        if name not in self._loaded:
            with compiling_timed(), self._lock:
                job = ENTRIES.index(function), config
                if not self.load(function, config):
                    self._have_done(job)
                if not self.load(function, config):  # another process could not compile it
                    self._maker().do(self, job)
                if not self.load(function, config):
                    raise NotCompilable(f"{self.game.name}: what was compiled cannot be loaded")
        return self._loaded[name]

    def load(self, function: Any, config: KernelConfig | PlayConfig | None = None) -> bool:
        """Load a kernel entry from the cache; return whether it was there."""
        name = self._name(function, config)
        if name in self._loaded:
            return True
        with self._lock, loading():
            body = self.folder.read(self.file(function, config))
            if body is None:
                return False
            try:
                address = load(body)
            except Unloadable:
                return False
            self._loaded[name] = Entry(address, parameters(function), self.rules.fields)
        return True

    def has(self, function: Any, config: KernelConfig | PlayConfig | None = None) -> bool:
        """Return whether an entry is loaded or cached; False at once if another thread is compiling or loading."""
        if not self._lock.acquire(blocking=False):
            return self._name(function, config) in self._loaded
        try:
            return self.load(function, config)
        finally:
            self._lock.release()

    def _name(self, function: Any, config: KernelConfig | PlayConfig | None) -> str:
        return f"{function.__name__} {config!r}"

    def file(self, function: Any, config: KernelConfig | PlayConfig | None) -> str:
        """Return the name of an entry's file, made from everything that its machine code depends on."""
        text = f"{function.__module__} {self._name(function, config)} {self.handle} {made_for()}"
        return f"{function.__name__}.{hashlib.sha256(text.encode()).hexdigest()[:24]}.bin"

    def _maker(self) -> Any:
        """Return this engine's builder. It imports the compiler."""
        with self._lock:
            if not self._makers:
                with signals_deferred():  # an interrupted import of the compiler could not be repeated
                    from plywise.engines.native.compile.making import Builder

                self._makers.append(Builder(self))
        return self._makers[0]


def fingerprint_of(game: Game, symmetry: bool = True) -> str:
    """Return the fingerprint of a game's engine for its current rules."""
    return fingerprint(game, symmetry, library())


def is_in_cache(game: Game, fingerprint: str) -> bool:
    """Return whether an engine can be loaded without compiling."""
    facts = Folder(game.name, fingerprint).read_facts()
    return facts is not None and bool(facts.get("assured"))


__all__ = ["BY_REFERENCE", "REMEDY", "Engine", "fingerprint_of", "is_in_cache"]
