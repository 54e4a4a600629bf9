"""An engine: one game's rules joined to the kernel, compiled, and kept in the cache on disk."""

import sys
from typing import Any

from numba import types
from numba.core.dispatcher import Dispatcher

from plywise.engines.kernel.config import KernelConfig
from plywise.engines.kernel.table import MAX_SHORT, PACKED_BITS
from plywise.engines.native.compile.arithmetic import WORD
from plywise.engines.native.compile.cache import EngineCache, Folder
from plywise.engines.native.compile.compiling import compiling
from plywise.engines.native.compile.copies import Copies
from plywise.engines.native.compile.entries import ENTRIES, INLINED, OPTIONS
from plywise.engines.native.compile.fingerprint import fingerprint
from plywise.engines.native.compile.repetition_types import PlainState, plain_past
from plywise.engines.native.compile.rules import NotCompilable, Rules, check_state
from plywise.engines.native.compile.types import ConfigType, Handle
from plywise.engines.rule_table import COMPILED, RULES
from plywise.engines.values import MAX_UTILITY
from plywise.game import Game, State, defines

ARRAY = types.Array(WORD, 1, "C")
SHORT_ARRAY = types.Array(types.int32, 1, "C")


class Engine:
    """A game's rules joined to the kernel. Its functions are compiled when first asked for, or come from the cache.

    symmetry: store states under the game's `key`, otherwise under their own fields

    Raises NotCompilable where the game's rules cannot be compiled.
    """

    def __init__(self, game: Game, symmetry: bool = True) -> None:
        self.game = game
        self.rules = Rules(game, symmetry)
        rules = COMPILED if game.rank_count is None else RULES.values()
        self.fingerprint = fingerprint(game, [rule.name for rule in rules], symmetry)
        self.folder = Folder(game.name, self.fingerprint)
        self.handle = Handle(self.fingerprint, self.rules)
        self.copies = Copies(*ENTRIES, inlined=INLINED, **OPTIONS)
        self._said = False
        facts = self.folder.read_facts()
        if facts is None:
            with compiling():
                facts = self.rules.compile(self.handle._numba_type_)
            self.folder.write_facts(facts)
        self._facts = facts
        self.floats: bool = facts["values"] == "float"
        self.whole_utilities: bool = facts["utility"] == "int"
        self.key_words: int = facts["key"]
        self.rules.recall(facts)

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
        """Return a state as the kernel takes it. Raises NotCompilable where it does not fit 64 bits.

        A state with a past carries its own memory, so keep the state for as long as it is searched.
        """
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

    def entry(self, function: Any, config: KernelConfig | None = None) -> Any:
        """Return one of the kernel's entries, compiled."""
        copy: Any = self.copies.of(function)
        if not isinstance(copy._cache, EngineCache):
            copy._cache = EngineCache(function, self.folder, self._say_compiling)
        signature = self._signature(function, config)
        if signature not in copy.overloads:
            with compiling():
                copy.compile(signature)
        return copy

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

    def _say_compiling(self) -> None:
        """Say once, on stderr, that compiling takes a while."""
        if not self._said:
            self._said = True
            print(f"compiling {self.game.name}, first time only ...", file=sys.stderr, flush=True)


def signatures(engine: Engine) -> dict[str, int]:
    """Return how many forms each function of an engine was compiled in. More than one is a waste, and a danger."""
    forms: dict[str, int] = {}
    for copies in (engine.copies.made, engine.rules.copies.made):
        for function, copy in copies.items():
            if isinstance(copy, Dispatcher):
                forms[function.__qualname__] = max(forms.get(function.__qualname__, 0), len(copy.signatures))
    return forms


__all__ = ["Engine", "signatures"]
