"""Some 1,200 short questions to the translator, and Python's answers: forms, functions, methods, aliases, errors."""

import math
import random

import pytest

import plywise as pw
from tests.helpers.questions import FOLDER, merged, read_questions
from tests.helpers.rule_twins import CompiledRules

AT_ONCE = 40
GROUPS = [
    (file.stem, first)
    for file in sorted(FOLDER.glob("*.txt"))
    if file.stem != "game"
    for first in range(0, len(read_questions(file)), AT_ONCE)
]


def states_of(game):
    """Return states along some lines of play."""
    dice, found = random.Random(3), []
    while len(found) < 12:
        state = game.initial()
        while not game.terminal(state):
            found.append(state)
            state = game.result(state, dice.choice([1, 2]))
    return found


def answer(ask):
    """Return an answer, told from every other one, or that it is an error."""
    try:
        found = ask()
    except Exception:  # noqa: BLE001 - what is raised may differ where both raise
        return "an error"
    if isinstance(found, float) and (math.isnan(found) or not found):
        return "nan" if math.isnan(found) else (0, math.copysign(1, found))
    return found or (0, 1.0)


@pytest.mark.fast_with("names-0")
@pytest.mark.parametrize(("name", "first"), GROUPS)
def test_compiled_rules_answer_as_python_does(name, first, tmp_path):
    questions = read_questions(FOLDER / f"{name}.txt")[first : first + AT_ONCE]
    file = tmp_path / "asked.py"
    file.write_text(merged(questions))
    game = pw.make(f"{file}:G")
    rules = CompiledRules(game, only=["evaluate"])
    for which, question in enumerate(questions):
        for state in states_of(game):
            asked = state._replace(which=which)
            expected = answer(lambda asked=asked: game.evaluate(asked))
            assert (question.name, answer(lambda asked=asked: rules.ask("evaluate", asked))) == (
                question.name,
                expected,
            )
