"""A game's rules translated and compiled alone, without a search: what each answers, next to plain Python.

`compare_rules(game)` says "same" or "different: ..."; `CompiledRules(game)` answers a single question.
"""

import ctypes
import math
import pickle
import random
from collections.abc import Collection
from typing import Any

import plywise as pw
from plywise.compiler import compile_functions
from plywise.compiler.lowering.llvm_text import llvm_text
from plywise.compiler.lowering.object_code import FAST_COMPILATION, load_object, make_object
from plywise.compiler.translation.exports import Export
from plywise.compiler.types.kinds import FLOAT64
from plywise.compiler.types.widths import Widths, wider
from plywise.engines.kernel.listing import FULL
from plywise.engines.native.compile.rules import Rules
from plywise.engines.native.compile.trial import find_codecs
from plywise.engines.rule_table import ACTIONS, COMPILED, RULES
from plywise.errors import IntOverflow
from plywise.game.hooks import method_meant

SAME, DIFFERENT = "same", "different: "
WORD = ctypes.c_int64
PLAYOUT = 80


class _Error(ctypes.Structure):
    """How compiled code says what was raised."""

    _fields_ = (("pickled", ctypes.c_void_p), ("size", ctypes.c_int32))


class Function:
    """A compiled function, which is called with words. Raises what the compiled code raises."""

    def __init__(self, export: Export, code: bytes) -> None:
        self.export = export
        self._address = load_object(code, export.symbol)

    def __call__(self, *words: Any) -> Any:
        """Return what it stores: a number, or a tuple of words. An array among the words stands for its address."""
        stored = self.export.answer.stored()
        count = getattr(stored, "count", 0)
        out = (ctypes.c_double if stored == FLOAT64 else WORD * count if count else WORD)()
        error = ctypes.POINTER(_Error)()
        given = [ctypes.addressof(each) if isinstance(each, ctypes.Array) else each for each in words]
        types = [ctypes.c_void_p, ctypes.c_void_p] + [WORD] * len(given)
        call = ctypes.CFUNCTYPE(ctypes.c_int32, *types)(self._address)
        if call(ctypes.addressof(out), ctypes.addressof(error), *given):
            kind, details = pickle.loads(ctypes.string_at(error.contents.pickled, error.contents.size))
            raise kind(*details)
        return tuple(out) if count else out.value


def functions_of(exports: list[Export], level: int = FAST_COMPILATION, widths: Widths | None = None) -> list[Function]:
    """Compile functions, and all that they call. Raises Refusal."""
    code = make_object(llvm_text(compile_functions(exports, method_meant=method_meant, widths=widths).module), level)
    return [Function(each, code) for each in exports]


def rules_of(game: pw.Game) -> tuple[Rules, list[Export]]:
    """Return the rules of a game, and all of them to compile. Raises Refusal."""
    rules = Rules(game, *find_codecs(game, wide=0))
    return rules, exports_of(rules)


def exports_of(rules: Rules) -> list[Export]:
    """Return all rules to compile."""
    return [*(rules.exports[rule.name] for rule in COMPILED), *rules.pushes.values()]


class CompiledRules:
    """The rules of one game, compiled. Raises Refusal where they cannot be.

    level: how hard LLVM tries; least, it compiles fastest
    only: the rules that are asked, which with what they call are all that is compiled; None: all of them
    widens: whether they are compiled again where an int must be wider, as an engine does
    """

    def __init__(
        self, game: pw.Game, level: int = FAST_COMPILATION, only: Collection[str] | None = None, widens: bool = False
    ) -> None:
        self.game, self.level, self.only, self.widens = game, level, only, widens
        self._codecs = find_codecs(game, wide=0)
        self._compile(Widths())

    def _compile(self, widths: Widths) -> None:
        self.rules = Rules(self.game, *self._codecs, widths=widths)
        exports = [each for each in exports_of(self.rules) if self.only is None or each.name in self.only]
        self.functions = {each.export.name: each for each in functions_of(exports, self.level, widths)}

    def words(self, state: Any) -> tuple[int, ...]:
        """Return a state as words. Raises LayoutOverflow."""
        return self.rules.states.encode(state)

    def word(self, action: Any) -> int:
        """Return an action as a word. Raises LayoutOverflow."""
        return self.rules.actions.encode(action)[0]

    def ask(self, name: str, state: Any, *action: Any, skip: int = 0, room: int = 256) -> Any:
        """Return what a rule answers: a number, the words of a state or key, or those of the actions listed.

        Raises what the compiled rule raises.
        """
        try:
            return self._ask(name, state, *action, skip=skip, room=room)
        except IntOverflow as overflow:
            if not self.widens:
                raise
            self._compile(Widths(*wider(self.rules.widths.level, self.rules.widths.least, overflow)))
        return self.ask(name, state, *action, skip=skip, room=room)

    def _ask(self, name: str, state: Any, *action: Any, skip: int, room: int) -> Any:
        rule = RULES[name]
        given = [*self.words(state), *map(self.word, action), *rule.examples]
        if rule.answer != ACTIONS:
            return self.functions[name](*given)
        listed = (WORD * room)()
        return list(listed[: self.functions[name](*given, listed, skip, room)])

    def push(self, name: str, state: Any, room: int) -> Any:
        """Return the actions that a rule writes into memory, every second word; FULL where there are more."""
        array = (WORD * (2 * room + 4))()
        end = self.functions[f"push_{name}"](*self.words(state), array, 3, 2, 1 + 2 * room)
        return FULL if end == FULL else list(array[3:end:2])


def compare_rules(game: pw.Game, positions: int = 60, seed: int = 1, level: int = FAST_COMPILATION) -> str:
    """Play at random and ask every rule of each position, compiled and in plain Python. Raises Refusal."""
    rules, dice, tried = CompiledRules(game, level, widens=True), random.Random(seed), 0
    while tried < positions:
        state = game.initial()
        for _ in range(PLAYOUT):
            tried += 1
            found = difference(rules, state)
            if found:
                return f"{DIFFERENT}{found} at {state!r}"
            if game.terminal(state):
                break
            state = game.result(state, dice.choice(list(game.actions(state))))
    return SAME


def difference(rules: CompiledRules, state: Any) -> str:
    """Return how compiled rules differ from the plain ones in a state; "" where they agree."""
    game = rules.game

    def differ(name: str, expected: Any, *action: Any, **options: int) -> str:
        try:
            found = rules.ask(name, state, *action, **options)
        except Exception as error:  # noqa: BLE001 - plain Python did not fail
            return f"{name} {action}: {expected!r} in Python, {type(error).__name__}: {error} compiled"
        if isinstance(expected, float) and math.isnan(expected):
            return "" if math.isnan(found) else f"{name}: nan in Python, {found!r} compiled"
        return "" if found == expected else f"{name} {action}: {expected!r} in Python, {found!r} compiled"

    if game.terminal(state):
        return differ("terminal", 1) or differ("utility", game.utility(state))
    actions = list(game.actions(state))
    words = [rules.word(action) for action in actions]
    return (
        differ("terminal", 0)
        or differ("player", int(game.player(state)))
        or differ("evaluate", game.evaluate(state))
        or differ("actions", words, room=len(words) + 1)
        or (differ("actions", words[2:4], skip=2, room=2) if len(words) > 2 else "")
        or pushed(rules, "actions", state, words)
        or next(filter(None, (differ("result", rules.words(game.result(state, each)), each) for each in actions)), "")
    )


def pushed(rules: CompiledRules, name: str, state: Any, words: list[int]) -> str:
    """Return how the actions that a rule writes into memory differ from a list of them; "" where they agree."""
    for room in {0, len(words) // 2, len(words) - 1, len(words), len(words) + 1} - {-1}:
        found, expected = rules.push(name, state, room), FULL if room < len(words) else words
        if found != expected:
            return f"{name} into room for {room}: {expected} in Python, {found} compiled"
    return ""
