"""Compiling for an engine: Numba, given the kernel and a game's rules, fills the cache that the engine loads from."""

import copy
from functools import partial
from typing import Any

from numba import types
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target

from plywise.engines.announcing import say_compiling
from plywise.engines.kernel.config import KernelConfig
from plywise.engines.kernel.selective.config import PlayConfig
from plywise.engines.native.compile.arithmetic import WORD
from plywise.engines.native.compile.compiler import Compiler, Died, Job, Unavailable
from plywise.engines.native.compile.compiling import compiling
from plywise.engines.native.compile.copies import Copies
from plywise.engines.native.compile.entries import BRIEF, ENTRIES, INLINED, OPTIONS, RULES_JOB, SLOW, Leftover
from plywise.engines.native.compile.entry_calls import NUMBER, SHORT_WORDS, WORDS, parameters
from plywise.engines.native.compile.frame_room import call_with_room
from plywise.engines.native.compile.machine_code import QUIET, packed
from plywise.engines.native.compile.plain_rules import one_line
from plywise.engines.native.compile.rules import Rules
from plywise.engines.native.compile.types import ConfigType, Handle
from plywise.engines.native.compile.word_wrapper import calls_nothing_else
from plywise.errors import InputError, NotCompilable

KINDS = {NUMBER: WORD, WORDS: types.Array(WORD, 1, "C"), SHORT_WORDS: types.Array(types.int32, 1, "C")}
"""What a parameter takes -> its type."""


class Keeping(_Cache):
    """What Numba's dispatcher tells when it has compiled an entry: its machine code is kept, for engines to load.

    keep: is given it, and whether it holds for other processes, too
    """

    def __init__(self, keep: Any) -> None:
        self.keep = keep

    @property
    def cache_path(self) -> str:
        """No folder of Numba's."""
        return ""

    def load_overload(self, sig: Any, target_context: Any) -> None:
        """Return None: what is kept is not loaded by Numba."""
        target_context.refresh()

    def save_overload(self, sig: Any, data: CompileResult) -> None:
        """Keep a compiled function."""
        code = data.library._get_compiled_object()
        body = packed(data.fndesc.llvm_cfunc_wrapper_name, calls_nothing_else(code), code)
        self.keep(body, not data.library.has_dynamic_globals and not data.lifted)

    def enable(self) -> None:
        """Do nothing."""

    def disable(self) -> None:
        """Do nothing."""

    def flush(self) -> None:
        """Do nothing."""


class Maker:
    """Compiles for one engine, or has a child process do it. engine: see engine.py."""

    def __init__(self, engine: Any) -> None:
        self.handle = Handle(engine.fingerprint, Rules(engine.game, engine.rules.symmetry))
        self.rules: Any = self.handle.rules
        self.copies = Copies(*ENTRIES, brief=BRIEF, inlined=INLINED, with_words=True, **OPTIONS)
        self._compilers: list[Compiler] = []  # one at most
        self._is_child = False
        self._adopted: dict[str, Any] = {}
        self.get_ready()

    def _adopt(self, engine: Any) -> None:
        """Take what the engine knows of the rules for true: the types of states depend on it."""
        if engine.handle != self.handle.name:
            self.handle = Handle(engine.handle, copy.copy(self.rules))
            self.rules = self.handle.rules
        self.rules.recall(engine.facts)
        self._adopted = engine.facts

    def get_ready(self) -> None:
        """Let Numba register what it can compile, and offer to machine code what that calls.

        Here, so that no child has to do it for itself.
        """
        with QUIET:
            cpu_target.typing_context.refresh()
            cpu_target.target_context.refresh()

    def signatures(self) -> dict[str, int]:
        """Return how many forms each function was compiled in."""
        forms: dict[str, int] = {}
        for copies in (self.copies.made, self.rules.copies.made):
            for function, made in copies.items():
                if isinstance(made, Dispatcher):
                    forms[function.__qualname__] = max(forms.get(function.__qualname__, 0), len(made.signatures))
        return forms

    def have_done(self, engine: Any, job: Job) -> Any:
        """Have a child process do a job of compiling, and return its answer; where there can be none, do it here."""
        if self._is_child:
            return self.do(engine, job)
        if job != RULES_JOB:  # which takes a moment only, and may be refused
            say_compiling(engine.game.name, engine.fingerprint, engine.is_new, ENTRIES[job[0]] in SLOW)
        for attempt in ("with the one there is, which may have gone home", "with a new one"):
            try:
                if not self._compilers:
                    self._compilers.append(Compiler(partial(self._do_and_tell, engine), engine.fingerprint))
                answer, unkept = self._compilers[0].ask(job)
            except Unavailable:
                return self.do(engine, job)
            except Died as error:
                self._compilers.clear()
                if attempt == "with a new one":
                    raise NotCompilable(f"{engine.game.name}: the compiler gave no answer: {error}") from None
            except BaseException:
                self._compilers.clear()
                raise
            else:
                engine.folder.unkept.update(unkept)
                return answer
        raise AssertionError

    def _do_and_tell(self, engine: Any, job: Job) -> tuple[Any, dict[str, bytes]]:
        """Do a job, as the child, and return its answer together with what the cache on disk did not take."""
        self._is_child = True
        with engine.folder.only_one():
            if isinstance(job, Leftover):
                self.do(engine, RULES_JOB)  # nobody may have asked for that yet
                job.finish(engine)
                return None, {}
            return self.do(engine, job), engine.folder.unkept

    def do(self, engine: Any, job: Job) -> Any:
        """Do a job in this process. Raises NotCompilable, whatever goes wrong: the compiler may fail in any way."""
        try:
            return call_with_room(self._compile, engine, job)
        except InputError:
            raise
        except Exception as error:  # noqa: BLE001
            raise NotCompilable(f"{engine.game.name}: {type(error).__name__}: {one_line(str(error))}") from None

    def _compile(self, engine: Any, job: Job) -> Any:
        """Compile what a job asks for in this process, unless another has put it into the cache by now."""
        if not engine.is_unchanged():
            raise NotCompilable(f"{engine.game.name}: its rules changed while they were to be compiled")
        self.rules.game = engine.game
        if engine.facts and engine.facts is not self._adopted:  # another process found them out, perhaps a child
            self._adopt(engine)
        if job == RULES_JOB:
            facts = engine.read_facts()
            if facts is None:
                with compiling():
                    facts = self.rules.compile(self.handle._numba_type_, engine.before, engine.states)
                engine.folder.write_states(engine.states)
                engine.folder.write_facts(facts)
            engine.adopt(facts)
            self._adopt(engine)
            return facts
        number, config = job
        function = ENTRIES[number]
        if not engine.load(function, config):
            with compiling():
                self._compile_entry(engine, function, config)
        return None

    def _compile_entry(self, engine: Any, function: Any, config: KernelConfig | PlayConfig | None) -> None:
        """Compile an entry, and keep its machine code."""

        def keep(body: bytes, lasts: bool) -> None:
            if lasts:
                engine.folder.write(engine.file(function, config), body)
            elif not self._is_child:  # it holds addresses of this process
                engine.folder.unkept[engine.file(function, config)] = body

        made: Any = self.copies.of(function)
        made._cache = Keeping(keep)
        made.compile(self._signature(function, config))

    def _signature(self, function: Any, config: KernelConfig | PlayConfig | None) -> tuple[types.Type, ...]:
        """Return the types of an entry's parameters."""
        known = {
            "game": self.handle._numba_type_,
            "config": None if config is None else ConfigType(config),
            "state": self.rules.plain_state,
        }
        names = function.__code__.co_varnames
        kinds = map(KINDS.get, parameters(function))
        return tuple(kind or known[name] for name, kind in zip(names, kinds, strict=False))


__all__ = ["Maker"]
