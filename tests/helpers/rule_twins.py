"""A game's rules translated and compiled alone, without a search: what each answers, next to plain Python.

`compare_rules(game)` says "same" or "different: ..."; `CompiledRules(game)` answers a single question.
"""

import ctypes
import math
import pickle
import random
from typing import Any

from llvmlite import binding
from numba.core import cgutils

import plywise as pw
from plywise.engines.native.compile.translated_rules import target
from plywise.engines.native.compile.translation import Translation
from plywise.engines.native.compile.trial import find_codecs
from plywise.engines.rule_table import ACTIONS, BOUNDS, KEY, RULES, STATE

SAME, DIFFERENT = "same", "different: "
WORD = ctypes.c_int64
PLAYOUT = 80


class _Error(ctypes.Structure):
    """How compiled code says what was raised."""

    _fields_ = (("pickled", ctypes.c_void_p), ("size", ctypes.c_int32))


class CompiledRules:
    """The rules of one game, compiled. Raises Refusal where they cannot be translated.

    opt: how hard LLVM tries; not at all compiles fastest
    """

    def __init__(self, game: pw.Game, opt: int = 0) -> None:
        states, actions = find_codecs(game, wide=0)
        self.game = game
        self.translation = Translation(game, states, actions, target())
        text = cgutils.normalize_ir_text(self.translation.translate())
        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
        module = binding.parse_assembly(text)
        module.verify()
        machine = binding.Target.from_default_triple().create_target_machine(opt=opt)
        self._engine = binding.create_mcjit_compiler(module, machine)  # which gives the module its layout of data
        if opt:
            passes = binding.create_pass_builder(machine, binding.create_pipeline_tuning_options(speed_level=opt))
            passes.getModulePassManager().run(module, passes)
        self._engine.finalize_object()

    def words(self, state: Any) -> tuple[int, ...]:
        """Return a state as words. Raises LayoutOverflow."""
        return self.translation.states.encode(state)

    def word(self, action: Any) -> int:
        """Return an action as a word. Raises LayoutOverflow."""
        return self.translation.actions.encode(action)[0]

    def ask(self, name: str, state: Any, *action: Any, skip: int = 0, room: int = 256) -> Any:
        """Return what a rule answers: a number, the words of a state or key, or those of the actions listed.

        Raises what the compiled rule raises.
        """
        rule, translation = RULES[name], self.translation
        given = [*self.words(state), *map(self.word, action), *rule.examples]
        count = {STATE: translation.states.count, KEY: translation.key_words(name), BOUNDS: 2}.get(rule.answer, 1)
        out = (ctypes.c_double * 1)() if name in translation.floats else (WORD * count)()
        error, listed = ctypes.POINTER(_Error)(), (WORD * room)()
        arguments: list[Any] = [ctypes.addressof(out), ctypes.addressof(error), *given]
        types: list[Any] = [ctypes.c_void_p, ctypes.c_void_p] + [WORD] * len(given)
        if rule.answer == ACTIONS:
            arguments += [ctypes.addressof(listed), skip, room]
            types += [ctypes.c_void_p, WORD, WORD]
        call = ctypes.CFUNCTYPE(ctypes.c_int32, *types)(
            self._engine.get_function_address(translation.exports[name].symbol)
        )
        if call(*arguments):
            kind, details, _ = pickle.loads(ctypes.string_at(error.contents.pickled, error.contents.size))
            raise kind(*details)
        if rule.answer == ACTIONS:
            return list(listed[: out[0]])
        return tuple(out) if rule.answer in (STATE, KEY, BOUNDS) else out[0]


def compare_rules(game: pw.Game, positions: int = 60, seed: int = 1, opt: int = 0) -> str:
    """Play at random and ask every rule of each position, compiled and in plain Python. Raises Refusal."""
    rules, dice, tried = CompiledRules(game, opt), random.Random(seed), 0
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
        or next(filter(None, (differ("result", rules.words(game.result(state, each)), each) for each in actions)), "")
    )
