"""Detect rules whose order of actions depends on Python's hash seed.

Python hashes texts differently in each process, so the order of a set of them differs. If a game lists its actions in
such an order, another one of several equal moves comes first each time, and no seed gives reproducible results. This is
detected by calling the rules in a second process with another hash seed.
"""

import dis
import os
import subprocess
import sys
from collections.abc import Iterator
from types import FunctionType

from plywise.game import Game, State
from plywise.laws.reach import codes, reached_functions, shared_values
from plywise.process.pickling import pack, unpack

PATIENCE = 30.0  # seconds for the second process
SEEDS = ("1", "2")  # two, because one may give the same order by chance
SETS = (set, frozenset)
SET_STEPS = {"BUILD_SET", "SET_ADD", "SET_UPDATE"}
SET_NAMES = {"set", "frozenset", "hash"}

ASK = """
import sys
from plywise.process.pickling import pack, unpack
game, states = unpack(sys.stdin.buffer.read())
words = [[game.format_action(state, action) for action in game.actions(state)] for state in states]
sys.stdout.buffer.write(pack(words))
"""


class Unknown(Exception):
    """The second process failed, for the reason in the message."""


Words = list[list[str]]
"""Each state's actions as words, in the order of `actions`."""


def words_under_other_seeds(game: Game, states: list[State], seconds: float = PATIENCE) -> Iterator[Words]:
    """Yield the states' actions in the order of processes with other hash seeds.

    seconds: time limit of the processes.

    None if the rules use no set, so that no process is needed. Raises Unknown.
    """
    if not states or not _uses_sets(game, states[0]):
        return
    try:
        body = pack((game, states), [type(game)])
        for seed in SEEDS:
            yield unpack(_ask(seed, body, min(PATIENCE, max(seconds, 0.1))))
    except subprocess.TimeoutExpired:
        raise Unknown(f"no answer within {min(PATIENCE, seconds):.1f} s") from None
    except Exception as error:  # noqa: BLE001 - a user's game may not be picklable
        raise Unknown(type(error).__name__) from None


def _ask(seed: str, body: bytes, seconds: float) -> bytes:
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", ASK]
    return subprocess.run(command, input=body, capture_output=True, env=environment, timeout=seconds, check=True).stdout


def _uses_sets(game: Game, state: State) -> bool:
    """Return whether a game's rules make or hold a set."""
    held = [*shared_values(game).values(), *(state if isinstance(state, tuple) else (state,))]
    return any(isinstance(each, SETS) for each in held) or any(map(_makes_sets, reached_functions(game)))


def _makes_sets(function: FunctionType) -> bool:
    for code in codes(function.__code__):
        if any(isinstance(each, frozenset) for each in code.co_consts):
            return True
        if SET_NAMES & {*code.co_names} or any(step.opname in SET_STEPS for step in dis.get_instructions(code)):
            return True
    return False
