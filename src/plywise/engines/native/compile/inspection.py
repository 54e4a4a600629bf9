"""A game's rules at each stage of compiling, for inspection by compiler developers and curious users."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from plywise.arguments.names import hint
from plywise.compiler import compile_functions
from plywise.compiler.ir.printing import print_module
from plywise.compiler.lowering.llvm_text import llvm_text
from plywise.compiler.lowering.object_code import make_assembly, optimized
from plywise.compiler.types.kinds import Refusal
from plywise.engines.native.compile.facts import layouts, refusal_text, rules_of
from plywise.engines.native.compile.frame_room import call_with_room
from plywise.engines.native.compile.making import is_kernel
from plywise.engines.native.compile.rules import Rules
from plywise.engines.rule_table import RULES
from plywise.errors import InputError, NotCompilable
from plywise.game import Game, defines
from plywise.game.hooks import method_meant


class CompiledRule(NamedTuple):
    """One rule, compiled separately. passes: the number of translation passes until all types were known"""

    name: str
    module: Any
    passes: int

    def ir(self) -> str:
        """Return its intermediate representation: docs/background/compiler.md explains it."""
        return print_module(self.module)

    def llvm(self) -> str:
        """Return LLVM's optimized code, in LLVM's textual form."""
        return optimized(llvm_text(self.module))

    def assembly(self) -> str:
        """Return its machine code, for this processor, as assembly."""
        return make_assembly(llvm_text(self.module))

    def size(self) -> tuple[int, int]:
        """Return the number of functions and of operations."""
        functions = [each for each in self.module.functions() if each.blocks]
        return len(functions), sum(len(block.operations) for each in functions for block in each.blocks)


class CompiledRules(NamedTuple):
    """Rules of a game, each compiled separately, and the number of 64-bit words of a state; an action takes one."""

    rules: list[CompiledRule]
    state_words: int


def compile_rules(game: Game, names: Sequence[str] = ()) -> CompiledRules:
    """Compile rules of a game, each separately.

    names: of the rules; the default is the six that every game has and the hooks that this game defines

    Raises InputError for a name that is not a rule, NotCompilable if a rule cannot be compiled.
    """
    for each in names:
        if each not in RULES:
            raise InputError(f"no rule {each!r}; {hint(each, RULES)}")
    wanted = list(names) or [each for each in RULES if defines(game, each)]
    try:
        found: CompiledRules = call_with_room(_compile, game, wanted)
    except Refusal as refusal:
        raise NotCompilable(refusal_text(game, refusal)) from None
    return found


def _compile(game: Game, names: list[str]) -> CompiledRules:
    refusal = None
    for layout in layouts(game, None, [], None):
        rules = rules_of(game, True, layout)
        try:
            return CompiledRules([_compile_rule(rules, each) for each in names], rules.states.count)
        except Refusal as found:
            refusal = found
    raise refusal or Refusal("its states have no layout")


def _compile_rule(rules: Rules, name: str) -> CompiledRule:
    program = compile_functions([rules.exports[name]], rules.packs, method_meant, is_kernel, rules.widths)
    return CompiledRule(name, program.module, program.pass_number)


__all__ = ["CompiledRule", "CompiledRules", "compile_rules"]
