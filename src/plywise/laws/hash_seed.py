"""Rules that list the same things in another order in another process.

Python hashes texts anew in each process, so what comes out of a set of them comes in another order. A game that lists
its actions so is another game each time: another one of equal moves comes first, and no seed repeats anything. It is
found by asking the rules in a second process, with another hash seed.
"""

import dis
import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from types import FunctionType, ModuleType
from typing import Any

from plywise.game import Game, State
from plywise.laws.reach import codes, reached_functions, shared_values

PATIENCE = 30.0  # seconds for the second process
SEEDS = ("1", "2")  # two, for the second one may by chance give the order that is here
SETS = (set, frozenset)
CACHED = type(lru_cache(len))
SET_STEPS = {"BUILD_SET", "SET_ADD", "SET_UPDATE"}
SET_NAMES = {"set", "frozenset", "hash"}

ASK = """
import sys
import cloudpickle
game, states = cloudpickle.load(sys.stdin.buffer)
words = [[game.format_action(state, action) for action in game.actions(state)] for state in states]
sys.stdout.buffer.write(cloudpickle.dumps(words))
"""


class Unknown(Exception):
    """The second process gave no answer; the message says why."""


Words = list[list[str]]
"""Each state's actions, as words, in the order in which they are listed."""


def words_under_other_seeds(game: Game, states: list[State]) -> Iterator[Words]:
    """Yield the states' actions as they are listed in processes with other hash seeds.

    None where the rules use no set: then they need not be asked. Raises Unknown.
    """
    if not states or not _uses_sets(game, states[0]):
        return
    import cloudpickle

    try:
        with _by_value(game):
            body = _pickled((game, states))
        for seed in SEEDS:
            yield cloudpickle.loads(_ask(seed, body))
    except Exception as error:  # noqa: BLE001 - a user's game may not be one that can be sent to another process
        raise Unknown(type(error).__name__) from None


def _pickled(thing: Any) -> bytes:
    """Return a thing as bytes. Functions with a cache are sent without what is in it: pickle sends only their names."""
    import cloudpickle

    class Pickler(cloudpickle.CloudPickler):  # type: ignore[misc]
        def reducer_override(self, obj: Any) -> Any:
            if isinstance(obj, CACHED):
                return _with_cache, (obj.__wrapped__, obj.cache_parameters())
            return super().reducer_override(obj)

    file = io.BytesIO()
    Pickler(file).dump(thing)
    return file.getvalue()


def _with_cache(function: Callable[..., Any], parameters: dict[str, Any]) -> Any:
    return lru_cache(**parameters)(function)


def _ask(seed: str, body: bytes) -> bytes:
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", ASK]
    return subprocess.run(
        command, input=body, capture_output=True, env=environment, timeout=PATIENCE, check=True
    ).stdout


@contextmanager
def _by_value(game: Game) -> Iterator[None]:
    """In this context, classes of modules that no other process could import are sent whole."""
    import cloudpickle

    modules = {sys.modules.get(cls.__module__) for cls in type(game).__mro__}
    chosen = [each for each in modules if isinstance(each, ModuleType) and each.__spec__ is None]
    chosen = [each for each in chosen if each.__name__ != "__main__"]  # which is sent whole anyway
    for each in chosen:
        cloudpickle.register_pickle_by_value(each)
    try:
        yield
    finally:
        for each in chosen:
            cloudpickle.unregister_pickle_by_value(each)


def _uses_sets(game: Game, state: State) -> bool:
    """Return whether a game's rules make a set, or have one."""
    held = [*shared_values(game).values(), *(state if isinstance(state, tuple) else (state,))]
    return any(isinstance(each, SETS) for each in held) or any(map(_makes_sets, reached_functions(game)))


def _makes_sets(function: FunctionType) -> bool:
    for code in codes(function.__code__):
        if any(isinstance(each, frozenset) for each in code.co_consts):
            return True
        if SET_NAMES & {*code.co_names} or any(step.opname in SET_STEPS for step in dis.get_instructions(code)):
            return True
    return False
