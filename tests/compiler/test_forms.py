"""Forms of the language that rules are written in, compiled next to plain Python, one at a time."""

import ast
import inspect
from pathlib import Path

import pytest

import plywise as pw
from plywise.compiler.types import kinds
from tests.helpers.paths import DATA
from tests.helpers.rule_twins import SAME, compare_rules

FILE = DATA / "forms" / "forms.py"
FORMS = [
    name
    for name, member in vars(type(pw.make(f"{FILE}:Forms"))).items()
    if inspect.isfunction(member) and list(inspect.signature(member).parameters) == ["self", "s"]
    and not hasattr(pw.Game, name)
]  # fmt: skip


@pytest.mark.fast_with("dict_eq", "slice_assign_back")
@pytest.mark.parametrize("name", FORMS)
def test_a_form_means_the_same(name):
    assert compare_rules(pw.make(f"{FILE}:Forms:name={name}"), positions=25) == SAME


MODULES = sorted(Path(kinds.__file__).parent.glob("*.py"))


def refusals(module):
    """Yield the words of all refusals that are written in a module, with their lines."""
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in (
            "refuse", "Refusal", "_refused",
        ):  # fmt: skip
            parts = [each.value for each in ast.walk(node) if isinstance(each, ast.Constant)]
            words = " ".join(each for each in parts if isinstance(each, str))
            if words:
                yield node.lineno, words


@pytest.mark.parametrize("module", MODULES, ids=[module.stem for module in MODULES])
def test_a_refusal_says_what_to_write_instead(module):
    remedies = ("; ", ": ", "instead", "write ", "see plywise.bits")
    silent = [each for each in refusals(module) if not any(remedy in each[1] for remedy in remedies)]
    assert silent == []
