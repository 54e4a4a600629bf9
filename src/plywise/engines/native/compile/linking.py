"""How compiled functions come together: each is optimised and turned into machine code once, inside its entry.

Left to itself, Numba does both for every function, with all that it calls: the innermost as often as there are
functions around it. Here a function that only compiled code calls stays a part, which is neither optimised nor run by
itself. An entry, which Python calls, gathers the parts that it reaches, and as nobody else will ever call these, LLVM
may inline them and drop what they do not use. Mutually recursive functions call one another directly: Numba's way, an
address filled in later, is lost where the machine code comes from the cache.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from llvmlite import binding
from numba.core import cgutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, PassManager, register_pass
from numba.core.imputils import fix_returning_optional
from numba.core.untyped_passes import TranslateByteCode

from plywise.engines.native.compile.word_wrapper import create_word_wrapper


class _NoCodegen:
    """What a part says to Numba, which wants to note where its machine code finds Python's objects: it has neither."""

    def set_env(self, name: str, env: Any) -> None:
        """Do nothing."""


class PartLibrary(JITCodeLibrary):
    """The code of one function that only compiled code calls."""

    codegen = _NoCodegen()

    def _optimize_functions(self, ll_module: Any) -> None:
        """Leave that to the entry."""
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """End the code, as it is."""
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: there is no machine code."""
        self._ensure_finalized()
        return 0


class EntryLibrary(JITCodeLibrary):
    """The code of a function that Python calls, and of all that it reaches."""

    def add_linking_library(self, library: Any) -> None:
        """Add the code of a function called here, and of what that calls."""
        if library not in self._linking_libraries:
            super().add_linking_library(library)
            for called in library._linking_libraries if isinstance(library, PartLibrary) else ():
                self.add_linking_library(called)

    def finalize(self) -> None:
        """Join the parts, and turn them into machine code."""
        own = {function.name for function in self._final_module.functions if not function.is_declaration}
        for library in self._linking_libraries:
            self._final_module.link_in(library._final_module, preserve=True)
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in own:
                function.linkage = "internal"
        self._linking_libraries.clear()
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Optimise once: Numba's first round serves the counting of references, which few games have."""
        if any(function.name.startswith("NRT_") for function in self._final_module.functions):
            super()._optimize_final_module()
        else:
            passes, builder = self._codegen._module_pass_manager()
            passes.run(self._final_module, builder)


class BriefLibrary(EntryLibrary):
    """The same of a function that runs for moments only, so that nothing is lost by code that is not the best.

    It is not loaded in the process that compiles.
    """

    codegen = _NoCodegen()

    def _optimize_final_module(self) -> None:
        """Take away what is superfluous in every function, and leave it at that."""
        passes = binding.create_new_module_pass_manager()
        passes.add_sroa_pass()
        passes.add_instruction_combine_pass()
        passes.add_simplify_cfg_pass()
        passes.add_global_dead_code_eliminate_pass()
        passes.add_constant_merge_pass()
        passes.run(self._final_module, self._codegen._pass_builder(opt=0))

    def _finalize_specific(self) -> None:
        """Turn the code into machine code, as fast as can be."""
        options: dict[str, Any] = {"opt": 0}
        self._codegen._customize_tm_options(options)
        machine = binding.Target.from_triple(binding.get_process_triple()).create_target_machine(**options)
        self._set_compiled_object(machine.emit_object(self._final_module))

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: the machine code is not loaded here."""
        self._ensure_finalized()
        return 0


def _call_directly(context: Any, builder: Any, name: str, sig: Any, args: Any) -> Any:
    """Call a function that is still being compiled because it is this one's caller: see BaseContext.call_unresolved."""
    function = cgutils.get_or_insert_function(
        builder.module, context.call_conv.get_function_type(sig.return_type, sig.args), name
    )
    status, found = context.call_conv.call_function(builder, function, sig.return_type, sig.args, args)
    with cgutils.if_unlikely(builder, status.is_error):
        context.call_conv.return_status_propagate(builder, status)
    return fix_returning_optional(context, builder, sig, status, found)


def compiler(library: type[JITCodeLibrary], change: Callable[[PassManager], None] | None = None) -> type[CompilerBase]:
    """Return Numba's compiler, made to keep a function's code in such a library. change: makes the steps its own.

    A wrapper for C, where one is asked for, takes words alone.
    """

    @register_pass(mutates_CFG=False, analysis_only=True)
    class ChooseLibrary(FunctionPass):
        _name = f"choose_{library.__name__}"

        def __init__(self) -> None:
            FunctionPass.__init__(self)

        def run_pass(self, state: Any) -> bool:
            context = state.targetctx  # a copy, for this function alone
            state.library = library(context.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()
            context.call_unresolved = partial(_call_directly, context)
            context.create_cfunc_wrapper = partial(create_word_wrapper, context)
            return False

    class Compiler(CompilerBase):
        def define_pipelines(self) -> list[PassManager]:
            passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
            passes.add_pass_after(ChooseLibrary, TranslateByteCode)
            if change is not None:
                change(passes)
            passes.finalize()
            return [passes]

    return Compiler


PartCompiler, EntryCompiler, BriefCompiler = map(compiler, (PartLibrary, EntryLibrary, BriefLibrary))
