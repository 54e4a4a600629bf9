"""What the pages ask of Python, asked here without a browser."""

import json
import os
import sys

import pytest

from tests.helpers.paths import ROOT

RULES = (ROOT / "examples/subtraction.py").read_text("utf-8")


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    """Return a function that asks as a page does."""
    sys.path.insert(0, str(ROOT / "site/python"))
    before = os.getcwd()
    modules = {name: sys.modules.get(name) for name in ("IPython", "IPython.display")}
    os.chdir(tmp_path_factory.mktemp("rules"))
    try:
        import plywise_site

        plywise_site.pretend_notebook()
        yield lambda name, **given: json.loads(plywise_site.answer(name, json.dumps(given)))
    finally:
        os.chdir(before)
        sys.path.remove(str(ROOT / "site/python"))
        for name, module in modules.items():
            sys.modules.pop(name, None)
            if module is not None:
                sys.modules[name] = module


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ("return range(", "return range[", "return range("),  # no Python
        ("stones: int = 21", "stones: int = 1 // 0", "stones: int = 21"),
        ("return self.State(self.stones, pw.MAX)", "return 1 / 0", "return self.State(self.stones"),
        ("    def utility(self, state):\n        return -state.side\n", "", "class Subtraction"),
    ],
)
def test_rules_that_cannot_be_read_are_refused_at_their_line(ask, before, after, line):
    found = ask("rules", source=RULES.replace(before, after))
    assert found["error"]
    assert found["line"] == RULES[: RULES.index(line)].count("\n") + 1


@pytest.mark.parametrize(
    ("before", "after", "law", "line"),
    [
        ("return -state.side", "return 5", "utility", "def utility"),
        ("return state.stones == 0", "return state.stones == -5", "rules answer", None),
        ("return -state.side", "return [][state.side]", "rules answer", "return -state.side"),
    ],
)
def test_a_broken_law_is_shown_at_its_line(ask, before, after, law, line):
    source = RULES.replace(before, after)
    assert "error" not in ask("rules", source=source)
    report = ask("check")
    assert not report["ok"]
    found = next(each for each in report["broken"] if each["law"] == law or line is None)
    if line is not None:
        assert found["line"] == RULES[: RULES.index(line)].count("\n") + 1


def test_a_game_is_read_searched_and_played(ask):
    found = ask("rules", source=RULES)
    assert (found["name"], found["board"]["turn"]) == ("Subtraction", "MAX")
    assert ask("check")["ok"]
    assert ask("search", seconds=0.2)["best"] == "1"  # 20 are left, which loses
    played = ask("play", move="1")["board"]
    assert played["turn"] == "MIN"
    for level in ("easy", "middle", "strong"):
        played = ask("answer", level=level)["board"]
    assert played["plies"] == 4
    assert ask("undo", plies=2)["board"]["plies"] == 2
    assert ask("new")["board"]["plies"] == 0
    assert ask("play", move="9")["error"]


def test_a_program_that_knows_nothing_of_plywise_is_adopted(ask):
    source = (ROOT / "examples/adopted/three_pawns.py").read_text("utf-8")
    assert "error" not in ask("rules", source=source)
    assert ask("search", seconds=0.5)["proved"]


def test_cells_share_their_names_and_show_what_they_end_with(ask):
    ask("cell", lesson="x", cell=0, code="a = 3", fresh=True)
    assert ask("cell", lesson="x", cell=1, code="a + 1")["shown"] == [{"kind": "text", "data": "4"}]
    assert ask("cell", lesson="y", cell=0, code="a")["line"] == 1
    found = ask("cell", lesson="x", cell=2, code="import plywise as pw\npw.trace(pw.Tree([3, 5]))")
    assert found["shown"][0]["kind"] == "svg"
    failed = ask("cell", lesson="x", cell=3, code="def f():\n    return 1 / 0\n\nf()")
    assert failed["line"] == 2
    assert "ZeroDivisionError" in failed["failure"]
    assert "plywise_site" not in failed["failure"]


def test_a_class_is_marked(ask):
    sheet = {"topic": "values", "level": "easy", "number": 1, "seed": 1}
    table = "name,e1.A,e1.B\nAda,17,8\nBob,3,8\n"
    found = ask("grade", **sheet, files=[{"name": "class.csv", "text": table}])
    assert [(each["name"], each["marks"]) for each in found["students"]] == [("Ada", 2), ("Bob", 1)]
    assert any("max(8, 17)" in line for line in found["students"][1]["wrong"])
    assert ask("sheet", **sheet, key=True)["html"] != ask("sheet", **sheet)["html"]
