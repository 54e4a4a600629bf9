"""An engine: one game's rules joined to the kernel, compiled, and kept in the cache on disk."""

import copy
import hashlib
import json
import sys
import threading
from collections import deque
from collections.abc import Sequence
from typing import Any

from numba import types
from numba.core.dispatcher import Dispatcher

from plywise.engines.kernel.config import KernelConfig
from plywise.engines.kernel.table import MAX_SHORT, PACKED_BITS
from plywise.engines.kernel.thread_state import as_key, state_words, word_of
from plywise.engines.native.compile.arithmetic import WORD
from plywise.engines.native.compile.cache import EngineCache, Folder, Missing
from plywise.engines.native.compile.compiler import Compiler, Died, Job, Unavailable
from plywise.engines.native.compile.compiling import compiling, loading
from plywise.engines.native.compile.copies import Copies
from plywise.engines.native.compile.entries import ENTRIES, INLINED, OPTIONS, SLOW
from plywise.engines.native.compile.fingerprint import fingerprint
from plywise.engines.native.compile.repetition_types import PlainState, plain_past
from plywise.engines.native.compile.rules import NotCompilable, Rules, check_state, one_line
from plywise.engines.native.compile.types import ConfigType, Handle
from plywise.engines.rule_table import COMPILED, RULES
from plywise.engines.values import MAX_UTILITY
from plywise.errors import InputError, OutOfRoom
from plywise.game import Action, Game, State, defines

ARRAY = types.Array(WORD, 1, "C")
SHORT_ARRAY = types.Array(types.int32, 1, "C")


RULES_JOB = "rules"
"""What a compiler is asked first: to compile each rule alone, and say what is known of them."""

REMEDY = "let states keep within what play shows, or search with the engine reference"
"""What to do where no more room is found."""


class Engine:
    """A game's rules joined to the kernel. Its functions are compiled when first asked for, or come from the cache.

    symmetry: store states under the game's `key`, otherwise under their own fields
    before: the engine for which states that play met were too large; they have room in this one
    states: those states

    All games with one fingerprint share what is compiled: see `for_game`. Raises NotCompilable where the game's rules
    cannot be compiled.
    """

    def __init__(
        self, game: Game, symmetry: bool = True, before: "Engine | None" = None, states: Sequence[State] = ()
    ) -> None:
        self.game = game
        self.fingerprint = fingerprint_of(game, symmetry)
        self.folder = Folder(game.name, self.fingerprint)
        self.handle = Handle(self.fingerprint, Rules(game, symmetry))
        self.rules: Rules = self.handle.rules
        self.copies = Copies(*ENTRIES, inlined=INLINED, **OPTIONS)
        self._lock = threading.RLock()
        self._compilers: list[Compiler] = []  # one at most
        self._before = None if before is None else before._facts
        self._states = [] if before is None else [*before.folder.read_states(), *states]
        known = self._read_facts()
        self._is_new = known is None or not known.get("assured")
        self._adopt(known or self._have_done(RULES_JOB))

    def _read_facts(self) -> dict[str, Any] | None:
        """Return what the cache knows of the engine; None where nothing, or of the one before only."""
        facts = self.folder.read_facts()
        if facts is not None and self._before is not None and facts["made"] <= self._before["made"]:
            return None
        return facts

    def _adopt(self, facts: dict[str, Any]) -> None:
        """Take what is known of the engine for true.

        The machine code of translated rules is kept under a name that tells, too, how states and actions are encoded,
        and whether lists stay packed.
        """
        self._facts = facts
        self.floats: bool = facts["values"] == "float"
        self.whole_utilities: bool = facts["utility"] == "int"
        self.key_words: int = facts["key"]
        if facts.get("translated"):
            form = json.dumps([facts["states"], facts["actions"], facts["packs_lists"]]).encode()
            name = f"{self.fingerprint}-{hashlib.sha256(form).hexdigest()[:16]}"
            self.handle = Handle(name, copy.copy(self.rules))
            self.rules = self.handle.rules
        self.rules.recall(facts)

    def for_game(self, game: Game) -> "Engine":
        """Return the same engine for another game object with this fingerprint."""
        if game is self.game:
            return self
        other = copy.copy(self)
        other.game = game
        return other

    def is_current(self) -> bool:
        """Return whether the game's rules are still those that are compiled, and no engine has more room."""
        return not self.rules.outgrown and self._is_unchanged()

    def _is_unchanged(self) -> bool:
        return fingerprint_of(self.game, self.rules.symmetry) == self.fingerprint

    @property
    def assured(self) -> bool:
        """Whether the compiled rules were found to agree with the plain ones, in this process or an earlier one."""
        return bool(self._facts.get("assured"))

    @assured.setter
    def assured(self, agreed: bool) -> None:
        self._facts["assured"] = agreed
        self.folder.write_facts(self._facts)

    def config(self, distance: bool, horizon: bool, proof: bool = False) -> KernelConfig:
        """Return the config of a search of this game. proof: with a horizon, and nothing that guesses."""
        bits = self.game.key_bits if self.rules.symmetry else None
        longest = self.game.max_plies
        low, high = self.game.utility_bounds
        asked = horizon and not proof  # the game's estimates
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
            hint_key=defines(self.game, "hint_key") and self._facts["hint_key"] == self.key_words,
            whole=exact,
        )

    def plain(self, state: State) -> tuple[int, ...]:
        """Return a state as the kernel takes it.

        Raises NotCompilable where it does not fit 64 bits, and OutOfRoom where translated rules have no room for it.
        A state with a past carries its own memory, so keep the state for as long as it is searched.
        """
        if self.rules.translated is not None:
            try:
                return self.rules.translated.state_words(state)  # type: ignore[no-any-return]
            except ValueError as error:  # a Misfit
                if error.args[1:]:  # too large for any codec
                    raise NotCompilable(f"{self.game.name}: in a state, {error.args[0]}") from None
                where, why = self.rules.place("result"), f"no room for a state: {error}; {REMEDY}"
                raise OutOfRoom(f"{where}: the compiled rules have {why}", self, [state]) from None
        check_state(self.game, state)
        place = self.rules.past_field
        if place < 0:
            return tuple(map(int, state))
        try:
            word, memory = plain_past(state[place])
        except (ValueError, TypeError, OverflowError) as error:
            raise NotCompilable(f"{self.game.name}: {error}") from None
        plain = PlainState(word if place == each else int(value) for each, value in enumerate(state))
        plain.memory = memory
        return plain

    @property
    def is_translated(self) -> bool:
        """Whether the rules are translated, so that states and actions are encoded."""
        return self.rules.translated is not None

    def action_word(self, action: Action) -> int:
        """Return the word that stands for an action."""
        if self.rules.translated is not None:
            return self.rules.translated.action_word(action)  # type: ignore[no-any-return]
        return word_of(action)

    def answer_words(self, state: State) -> tuple[int, ...]:
        """Return a state as the words that compiled rules answer with."""
        return self.plain(state) if self.rules.translated is not None else state_words(self.game, state)

    def key_words_of(self, key: Any) -> tuple[int, ...]:
        """Return a key as words."""
        return self.rules.translated.key_of(key) if self.rules.translated is not None else as_key(key)

    def entry(self, function: Any, config: KernelConfig | None = None) -> Any:
        """Return one of the kernel's entries, compiled."""
        made = self.copies.of(function)
        signature = self._signature(function, config)
        if signature not in made.overloads:
            with self._lock:
                if not self.load(function, config):
                    self._have_done((ENTRIES.index(function), config))
                    if not self.load(function, config):  # nobody but this process could compile it
                        self._do((ENTRIES.index(function), config))
        return made

    def load(self, function: Any, config: KernelConfig | None = None) -> bool:
        """Load one of the kernel's entries from the cache; return whether it was there."""
        made, signature = self._copy(function), self._signature(function, config)
        if signature not in made.overloads:
            with self._lock, loading():
                made._cache.must_hit = True
                try:
                    made.compile(signature)
                except Missing:
                    return False
                finally:
                    made._cache.must_hit = False
        return True

    def has(self, function: Any, config: KernelConfig | None = None) -> bool:
        """Return whether an entry is at hand; False, and at once, where another thread compiles or loads just now."""
        if not self._lock.acquire(blocking=False):
            return self._signature(function, config) in self.copies.of(function).overloads
        try:
            return self.load(function, config)
        finally:
            self._lock.release()

    def _copy(self, function: Any) -> Any:
        """Return the compiled copy of an entry, which asks this engine's cache."""
        made: Any = self.copies.of(function)
        if not isinstance(made._cache, EngineCache):
            made._cache = EngineCache(function, self.folder)
        return made

    # --- compiling ------------------------------------------------------------------------------------------------

    def _have_done(self, job: Job) -> Any:
        """Have a child process do a job of compiling, and return its answer; where there can be none, do it here."""
        if job != RULES_JOB:  # which takes a moment only, and may be refused
            say_compiling(self.game.name, self.fingerprint, self._is_new, ENTRIES[job[0]] in SLOW)
        for attempt in ("with the one there is, which may have gone home", "with a new one"):
            try:
                if not self._compilers:
                    self._compilers.append(Compiler(self._do_and_tell))
                answer, unkept = self._compilers[0].ask(job)
            except Unavailable:
                return self._do(job)
            except Died as error:
                self._compilers.clear()
                if attempt == "with a new one":
                    raise NotCompilable(f"{self.game.name}: the compiler gave no answer: {error}") from None
            except BaseException:
                self._compilers.clear()
                raise
            else:
                self.folder.unkept.update(unkept)
                return answer
        raise AssertionError

    def _do_and_tell(self, job: Job) -> tuple[Any, dict[str, bytes]]:
        """Do a job, and return its answer together with what the cache on disk did not take."""
        with self.folder.only_one():
            return self._do(job), self.folder.unkept

    def _do(self, job: Job) -> Any:
        """Do a job in this process. Raises NotCompilable, whatever goes wrong: the compiler may fail in any way."""
        try:
            return self._compile(job)
        except InputError:
            raise
        except Exception as error:  # noqa: BLE001
            raise NotCompilable(f"{self.game.name}: {type(error).__name__}: {one_line(str(error))}") from None

    def _compile(self, job: Job) -> Any:
        """Compile what a job asks for in this process, unless another has put it into the cache by now."""
        if not self._is_unchanged():
            raise NotCompilable(f"{self.game.name}: its rules changed while they were to be compiled")
        self.rules.game = self.game
        if job == RULES_JOB:
            facts = self._read_facts()
            if facts is None:
                with compiling():
                    facts = self.rules.compile(self.handle._numba_type_, self._before, self._states)
                self.folder.write_states(self._states)
                self.folder.write_facts(facts)
            self._adopt(facts)
            return facts
        number, config = job
        function = ENTRIES[number]
        with compiling():
            self._copy(function).compile(self._signature(function, config))
        return None

    def _signature(self, function: Any, config: KernelConfig | None) -> tuple[types.Type, ...]:
        """Return the types of an entry's parameters, determined by their names."""
        known = {
            "game": self.handle._numba_type_,
            "config": None if config is None else ConfigType(config),
            "state": self.rules.plain_state,
        }
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        known |= dict.fromkeys(("work", "stack", "table", "more", "new"), ARRAY)
        known |= dict.fromkeys(("least", "most"), SHORT_ARRAY)
        return tuple(known.get(name) or WORD for name in names)


def fingerprint_of(game: Game, symmetry: bool = True) -> str:
    """Return the fingerprint of a game's engine, as its rules are now."""
    rules = COMPILED if game.rank_count is None else RULES.values()
    return fingerprint(game, [rule.name for rule in rules], symmetry)


def is_in_cache(game: Game, fingerprint: str) -> bool:
    """Return whether an engine need only be loaded."""
    facts = Folder(game.name, fingerprint).read_facts()
    return facts is not None and bool(facts.get("assured"))


_said: deque[str] = deque(maxlen=1000)


def say_compiling(name: str, fingerprint: str, is_new: bool = True, is_slow: bool = False) -> None:
    """Say on stderr that compiling takes a while: of a game, the first time it is compiled, and not again.

    is_new: the game was not compiled before, by no process
    is_slow: it takes more than a moment; of a game that is not new, that is said once a process, in other words
    """
    if fingerprint not in _said and (is_new or is_slow):
        _said.append(fingerprint)
        what = f"{name}, first time only" if is_new else f"one more kind of search for {name}"
        print(f"compiling {what} ...", file=sys.stderr, flush=True)


def say_compiling_again(name: str, fingerprint: str) -> None:
    """Say once, on stderr, that rules are compiled another time, for values that trial positions did not show."""
    if f"{fingerprint} again" not in _said:
        _said.extend((fingerprint, f"{fingerprint} again"))
        print(f"compiling {name} again, with more room ...", file=sys.stderr, flush=True)


def signatures(engine: Engine) -> dict[str, int]:
    """Return how many forms each function of an engine was compiled in. More than one is a waste, and a danger."""
    forms: dict[str, int] = {}
    for copies in (engine.copies.made, engine.rules.copies.made):
        for function, made in copies.items():
            if isinstance(made, Dispatcher):
                forms[function.__qualname__] = max(forms.get(function.__qualname__, 0), len(made.signatures))
    return forms


__all__ = ["REMEDY", "Engine", "fingerprint_of", "is_in_cache", "say_compiling_again", "signatures"]
