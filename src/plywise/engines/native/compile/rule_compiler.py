"""Numba's compiler for the rules of a game: it refuses what would differ from Python, and computes as Python does."""

from typing import Any

from numba import njit, types
from numba.core import ir, ir_utils
from numba.core.compiler_machinery import AnalysisPass, FunctionPass, PassManager, register_pass
from numba.core.dispatcher import Dispatcher
from numba.core.typed_passes import BaseNativeLowering, IRLegalization, NativeLowering, NopythonRewrites
from numba.core.untyped_passes import InlineClosureLikes, MakeFunctionToJitFunction, TranslateByteCode
from numba.extending import overload

from plywise.engines.native.compile.builtin_functions import keys_of
from plywise.engines.native.compile.linking import EntryLibrary, PartLibrary, compiler
from plywise.engines.native.compile.rule_language import check_constants, check_language
from plywise.engines.native.compile.rule_lowering import RuleLower

OPTIONS: dict[str, Any] = {"nogil": True, "boundscheck": True}
"""Options for `numba.njit`: an index out of range raises IndexError."""


@register_pass(mutates_CFG=True, analysis_only=False)
class TranslateWrittenCode(TranslateByteCode):
    """Numba's step of that kind, without the exception handlers that nobody wrote.

    Since Python 3.12, a comprehension has one that restores the variable of the same name and raises the error again,
    and a generator has one for StopIteration. Compiled code needs neither, and Numba reads them as `try`.
    """

    _name = "plywise_translate_written_code"

    def run_pass(self, state: Any) -> bool:
        """Translate a function's bytecode."""
        code = state["bc"]
        written = [each for each in code.exception_entries if code.table[each.target].opname == "PUSH_EXC_INFO"]
        code.exception_entries = tuple(written)
        return bool(super().run_pass(state))


@register_pass(mutates_CFG=False, analysis_only=True)
class CheckConstants(AnalysisPass):
    """Refuses what can be seen before the types are known."""

    _name = "plywise_check_constants"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Look at a function."""
        check_constants(state.func_ir)
        return False


@register_pass(mutates_CFG=False, analysis_only=False)
class AdoptInnerFunctions(FunctionPass):
    """Lets functions that are written inside a rule be compiled as the rule is."""

    _name = "plywise_adopt_inner_functions"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Look at a function."""
        adopted = False
        for block in state.func_ir.blocks.values():
            for statement in block.find_insts(ir.Assign):
                value = statement.value
                if isinstance(value, ir.Global) and _is_numbas(value.value):
                    value.value = compile_rule(value.value.py_func)
                    adopted = True
        return adopted


@register_pass(mutates_CFG=True, analysis_only=False)
class InlineComprehensions(InlineClosureLikes):
    """Numba's step of that kind, but what is computed and not used is still computed: it may raise."""

    _name = "plywise_inline_comprehensions"

    def run_pass(self, state: Any) -> bool:
        """Inline, while one thread compiles."""
        numbas = ir_utils.has_no_side_effect

        def is_idle(rhs: Any, lives: Any, call_table: Any) -> bool:
            return not (isinstance(rhs, ir.Expr) and rhs.op in RAISING) and numbas(rhs, lives, call_table)

        ir_utils.has_no_side_effect = is_idle
        try:
            return bool(super().run_pass(state))
        finally:
            ir_utils.has_no_side_effect = numbas


RAISING = {
    "binop", "inplace_binop", "unary", "call", "getitem", "static_getitem", "typed_getitem", "exhaust_iter",
    "getattr",
}  # fmt: skip
"""Numba's kinds of expressions that may raise an error."""


@register_pass(mutates_CFG=False, analysis_only=True)
class CheckLanguage(AnalysisPass):
    """Refuses what would differ from Python."""

    _name = "plywise_check_language"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Look at a function."""
        check_language(state.func_ir, state.typemap, state.calltypes)
        return False


@register_pass(mutates_CFG=True, analysis_only=False)
class RuleLowering(BaseNativeLowering):
    """Makes LLVM's code."""

    _name = "plywise_rule_lowering"

    @property
    def lowering_class(self) -> type:
        """The class that does it."""
        return RuleLower


def _is_numbas(value: Any) -> bool:
    """Return whether a value is a function that Numba made of one written inside another."""
    return isinstance(value, Dispatcher) and not issubclass(vars(value)["_compiler"].pipeline_class, RULE_COMPILERS)


def compile_rule(function: Any) -> Dispatcher:
    """Return the compiled copy of a function that only rules call."""
    copy: Dispatcher = njit(pipeline_class=RulePartCompiler, no_cpython_wrapper=True, no_cfunc_wrapper=True, **OPTIONS)(
        function
    )
    return copy


def _change(passes: PassManager) -> None:
    passes.add_pass_after(CheckConstants, TranslateByteCode)
    passes.add_pass_after(AdoptInnerFunctions, MakeFunctionToJitFunction)
    passes.add_pass_after(CheckLanguage, IRLegalization)
    _replace(passes)


def _replace(passes: PassManager) -> None:
    """Put the rules' own steps in the place of Numba's, and leave out how it would join operators on arrays."""
    own = {
        TranslateByteCode: TranslateWrittenCode,
        NativeLowering: RuleLowering,
        InlineClosureLikes: InlineComprehensions,
    }
    passes.passes = [(own.get(step, step), text) for step, text in passes.passes if step is not NopythonRewrites]


@overload(keys_of)
def _keys_of(values, key):  # type: ignore[no-untyped-def] # Numba compares the signatures
    """Choose by the key's type: Numba cannot compile both branches for one type."""
    if isinstance(key, types.Dispatcher):
        return lambda values, key: [key(each) for each in values]
    return lambda values, key: values


RulePartCompiler, RuleEntryCompiler = compiler(PartLibrary, _change), compiler(EntryLibrary, _change)
RULE_COMPILERS = (RulePartCompiler, RuleEntryCompiler)
