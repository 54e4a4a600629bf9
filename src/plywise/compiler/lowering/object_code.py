"""Compiles LLVM modules to object files, and loads object files."""

from contextlib import suppress
from functools import cache
from typing import Any

from llvmlite import binding as llvm

OBJECTS = (b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\x64\x86")
"""The first bytes of object files in ELF, Mach-O, COFF: LLVM ends the process if it reads anything else."""

FAST_CODE, FAST_COMPILATION = 3, 0
"""Levels of optimization."""


class BadObject(Exception):
    """Bytes that are not an object file for this machine."""


@cache
def arithmetic_of_128_bits() -> dict[str, int]:
    """Return the addresses of the 128-bit functions that LLVM may call, for example to count loops.

    They are in GCC's library, loaded on demand. Without that library there are none.
    """
    import ctypes

    found = {}
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL("libgcc_s.so.1")
        for name in ("__divti3", "__modti3", "__udivti3", "__umodti3", "__multi3"):
            with suppress(AttributeError):
                found[name] = ctypes.cast(getattr(library, name), ctypes.c_void_p).value or 0
    return {name: address for name, address in found.items() if address}


@cache
def prepare_llvm() -> None:
    """Initialize LLVM for this processor, and register the functions that object code may call."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    for name, address in arithmetic_of_128_bits().items():
        llvm.add_symbol(name, address)


@cache
def processor() -> tuple[str, str, str]:
    """Return the target of object code: the target triple, the processor, and its features."""
    try:
        features = llvm.get_host_cpu_features().flatten()
    except RuntimeError:
        features = ""
    return llvm.get_process_triple(), llvm.get_host_cpu_name(), features


def _target_machine(level: int) -> Any:
    triple, cpu, features = processor()
    target = llvm.Target.from_triple(triple)
    return target.create_target_machine(cpu=cpu, features=features, opt=level, reloc="default", jit=True)


def make_object(text: str, level: int = FAST_CODE) -> bytes:
    """Return the object file of a module in LLVM's text form. level: FAST_CODE, or FAST_COMPILATION."""
    module, machine = _optimized(text, level)
    return bytes(machine.emit_object(module))


def make_assembly(text: str) -> str:
    """Return the machine code of a module as assembly, for reading."""
    module, machine = _optimized(text, FAST_CODE)
    return str(machine.emit_assembly(module))


def optimized(text: str) -> str:
    """Return a module optimized by LLVM, in LLVM's text form, for reading."""
    return str(_optimized(text, FAST_CODE)[0])


def _optimized(text: str, level: int) -> tuple[Any, Any]:
    """Return an optimized module and its target machine."""
    prepare_llvm()
    machine = _target_machine(level)
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    module.verify()
    _optimize(module, machine, level)
    return module, machine


def _optimize(module: Any, machine: Any, level: int) -> None:
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = options.loop_unrolling = level > FAST_COMPILATION
    builder = llvm.create_pass_builder(machine, options)
    if level > FAST_COMPILATION:
        builder.getModulePassManager().run(module, builder)
        return
    passes = llvm.create_new_module_pass_manager()
    passes.add_sroa_pass()
    passes.add_instruction_combine_pass()
    passes.add_simplify_cfg_pass()
    passes.add_global_dead_code_eliminate_pass()
    passes.add_constant_merge_pass()
    passes.run(module, builder)


_loaded: list[Any] = []  # for as long as the process lives: a thread may be running the code


def load_object(code: bytes, symbol: str) -> int:
    """Load an object file; return the address of one of its functions. Raises BadObject."""
    if not code.startswith(OBJECTS):
        raise BadObject("not an object file")
    prepare_llvm()
    try:
        machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        address = int(engine.get_function_address(symbol))
    except (RuntimeError, TypeError) as error:
        raise BadObject(str(error)) from None
    if not address:
        raise BadObject(f"no {symbol}")
    _loaded.append((engine, machine))
    return address


@cache
def machine_description() -> str:
    """Return the dependencies of object code besides its source: the processor, and the libraries it may call."""
    return f"{' '.join(processor())} {sorted(arithmetic_of_128_bits())}"


__all__ = [
    "FAST_CODE",
    "FAST_COMPILATION",
    "BadObject",
    "load_object",
    "machine_description",
    "make_assembly",
    "make_object",
    "optimized",
]
