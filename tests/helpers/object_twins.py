"""Functions of a number, compiled and in plain Python: a game asks each that is named q_... what it returns."""

import re
from contextlib import redirect_stdout
from io import StringIO

import plywise as pw
from tests.helpers.rule_twins import CompiledRules

GAME = """

from typing import NamedTuple as _NamedTuple
import plywise as _plywise

class _State(_NamedTuple):
    which: int
    n: int

def _folded(numbers):
    found = 7
    for each in numbers:
        found = (found * 1000003 + each) % 2147483647
    return found

class Asked(_plywise.Game):
    utility_bounds = (-9e9, 9e9)
    def initial(self): return _State(0, 0)
    def player(self, s): return 1
    def actions(self, s): return [0, 1]
    def result(self, s, a): return _State((s.which + a) % {count}, (s.n + 1) % 40)
    def terminal(self, s): return False
    def utility(self, s): return 0
    def evaluate(self, s):
{asked}
        return 0
"""


def asked(folder, text, wanted=None):
    """Return the game that asks the functions in a text, and their names. wanted: of those that are asked"""
    names = [each for each in re.findall(r"^def (q_\w+)\(", text, re.M) if wanted is None or each in wanted]
    lines = [f"        if s.which == {which}: return _folded({name}(s.n))" for which, name in enumerate(names)]
    file = folder / "asked.py"
    file.write_text(text + GAME.format(count=len(names), asked="\n".join(lines)))
    return pw.make(f"{file}:Asked"), names


def differences(folder, text, wanted=None, numbers=range(12)):
    """Return how the functions in a text differ when compiled, and how many answers were compared. Raises Refusal.

    Where Python raises an error, compiled rules must, too.
    """
    game, names = asked(folder, text, wanted)
    rules, found, answers = CompiledRules(game, only={"evaluate"}, widens=True), [], 0
    for which, name in enumerate(names):
        for n in numbers:
            state = game.initial()._replace(which=which, n=n)
            expected, given = answer(game.evaluate, state), answer(lambda each: rules.ask("evaluate", each), state)
            answers += isinstance(expected, int)
            alike = isinstance(given, Exception) if isinstance(expected, Exception) else expected == given
            found += [] if alike else [f"{name}({n}): {expected!r} in Python, {given!r} compiled"]
    return found, answers


def answer(ask, state):
    """Return what a function answers, or the error that it raises."""
    try:
        with redirect_stdout(StringIO()):
            return ask(state)
    except Exception as error:  # noqa: BLE001 - which is compared
        return error
