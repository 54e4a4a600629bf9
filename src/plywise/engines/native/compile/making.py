"""Compiling for an engine: kernel entries with a game's rules, written to the cache from which the engine loads."""

from functools import partial
from typing import Any, NamedTuple

from plywise.compiler import compile_functions
from plywise.compiler.lowering.llvm_text import llvm_text
from plywise.compiler.lowering.object_code import FAST_CODE, FAST_COMPILATION, make_object
from plywise.compiler.translation.exports import Answer, Export, Given, Ints, Memory, Parameter
from plywise.compiler.types.kinds import Refusal
from plywise.engines.announcing import say_compiling
from plywise.engines.kernel.config import KernelConfig
from plywise.engines.kernel.rule_probe import run_rule_probe
from plywise.engines.kernel.selective.config import PlayConfig
from plywise.engines.native.compile.compiler import Compiler, Died, Job, Unavailable
from plywise.engines.native.compile.entries import BRIEF, ENTRIES, RULES_JOB, SLOW, Leftover
from plywise.engines.native.compile.entry_calls import (
    BYTES,
    CONFIG,
    GAME,
    NUMBER,
    SHORT_WORDS,
    STATE,
    WORDS,
    parameters,
)
from plywise.engines.native.compile.facts import facts_of, layouts, refusal_text, restored_rules, rules_of
from plywise.engines.native.compile.frame_room import call_with_room
from plywise.engines.native.compile.kernel_calls import Constants, KernelGame
from plywise.engines.native.compile.machine_code import QUIET, packed
from plywise.engines.native.compile.rules import Rules
from plywise.engines.native.compile.states import one_line
from plywise.errors import InputError, NotCompilable
from plywise.game.hooks import method_meant

KERNEL = "plywise.engines."
"""The prefix of modules whose arithmetic wraps."""


def is_kernel(function: Any) -> bool:
    """Return whether a function belongs to the kernel, not to the rules."""
    return getattr(function, "__module__", "").startswith(KERNEL)


class CompiledEntry(NamedTuple):
    """A compiled entry: the name of its function, its object code, and whether local values have a state's layout."""

    symbol: str
    code: bytes
    packs: bool


def compile_entry(
    rules: Rules, past_field: int, function: Any, config: KernelConfig | PlayConfig | None
) -> CompiledEntry:
    """Compile a kernel entry with a game's rules. Raises Refusal."""
    takes: dict[str, Parameter] = {
        GAME: Given(KernelGame(rules, past_field)),
        CONFIG: Given(None if config is None else Constants(config)),
        STATE: Ints(rules.states.count, is_tuple=True),
        NUMBER: Ints(),
        WORDS: Memory(64),
        SHORT_WORDS: Memory(32),
        BYTES: Memory(8),
    }
    export = Export(function.__name__, function, [takes[each] for each in parameters(function)], Answer())
    program = compile_functions([export], rules.packs, method_meant, is_kernel, rules.widths)
    rules.note_allocating(program)
    level = FAST_COMPILATION if function in BRIEF else FAST_CODE
    return CompiledEntry(export.symbol, make_object(llvm_text(program.module), level), bool(program.packed))


class Builder:
    """Compiles for one engine, or has a child process compile. engine: see engine.py."""

    def __init__(self, engine: Any) -> None:
        self._compilers: list[Compiler] = []  # at most one
        self._is_child = False
        self._rules: Rules | None = None
        self._facts: dict[str, Any] = {}  # the facts that belong to these rules

    def run_in_child(self, engine: Any, job: Job) -> Any:
        """Run a compile job in a child process and return its answer; if no child is possible, run it here."""
        if self._is_child:
            return self.do(engine, job)
        if job != RULES_JOB:  # the rules take only a moment, and may be refused
            say_compiling(engine.game.name, engine.fingerprint, engine.is_new, ENTRIES[job[0]] in SLOW)
        for attempt in ("with the current process, which may have ended", "with a new one"):
            try:
                if not self._compilers:
                    self._compilers.append(Compiler(partial(self._do_with_files, engine), engine.fingerprint))
                answer, unsaved = self._compilers[0].ask(job)
            except Unavailable:
                return self.do(engine, job)
            except Died as error:
                self._compilers.clear()
                if attempt == "with a new one":
                    raise NotCompilable(f"{engine.game.name}: the compiler process failed: {error}") from None
            except BaseException:
                self._compilers.clear()
                raise
            else:
                engine.folder.unsaved.update(unsaved)
                return answer
        raise AssertionError

    def _do_with_files(self, engine: Any, job: Job) -> tuple[Any, dict[str, bytes]]:
        """Do a job in the child; return its answer together with the files that the cache on disk did not take."""
        self._is_child = True
        with engine.folder.only_one():
            if isinstance(job, Leftover):
                self.do(engine, RULES_JOB)  # no job may have asked for the rules yet
                job.finish(engine)
                return None, {}
            return self.do(engine, job), engine.folder.unsaved

    def do(self, engine: Any, job: Job) -> Any:
        """Do a job in this process. Raises NotCompilable whatever goes wrong: the compiler may fail in any way."""
        try:
            with QUIET:
                return call_with_room(self._compile, engine, job)
        except InputError:
            raise
        except Refusal as refusal:
            raise NotCompilable(refusal_text(engine.game, refusal)) from None
        except Exception as error:  # noqa: BLE001
            raise NotCompilable(f"{engine.game.name}: {type(error).__name__}: {one_line(str(error))}") from None

    def _compile(self, engine: Any, job: Job) -> Any:
        """Compile a job's entry in this process, unless another process has put it into the cache by now."""
        if not engine.is_unchanged():
            raise NotCompilable(f"{engine.game.name}: its rules changed before they were compiled")
        if job == RULES_JOB:
            facts = engine.read_facts() or self._find(engine)
            engine.adopt(facts)
            return facts
        number, config = job
        function = ENTRIES[number]
        if not engine.load(function, config):
            if self._facts is not engine.facts:  # another process, perhaps a child, found them
                self._rules, self._facts = (
                    restored_rules(engine.game, engine.rules.symmetry, engine.facts),
                    engine.facts,
                )
            self._keep(engine, function, config)
        return None

    def _find(self, engine: Any) -> dict[str, Any]:
        """Find and store the encoding of states and actions and the return types of the rules. Raises Refusal.

        This compiles all rules, in the entry that the self-check needs next.
        """
        refusal = None
        for layout in layouts(engine.game, engine.before, engine.states, engine.overflow):
            rules = rules_of(engine.game, engine.rules.symmetry, layout)
            try:
                made = compile_entry(rules, engine.rules.past_field, run_rule_probe, None)
            except Refusal as found:
                refusal = found
                continue
            self._rules, self._facts = rules, facts_of(layout, rules, made.packs, engine.before)
            engine.adopt(self._facts)
            engine.folder.write(engine.file(run_rule_probe, None), packed(made.symbol, made.code))
            engine.folder.write_states(engine.states)
            engine.folder.write_facts(self._facts)
            return self._facts
        raise refusal or Refusal("its states have no layout")

    def _keep(self, engine: Any, function: Any, config: KernelConfig | PlayConfig | None) -> None:
        """Compile an entry, and store its object code in the cache."""
        assert self._rules is not None
        made = compile_entry(self._rules, engine.rules.past_field, function, config)
        engine.folder.write(engine.file(function, config), packed(made.symbol, made.code))


__all__ = ["Builder"]
