"""plywise compile, from outside."""

import re

import pytest

from tests.helpers.paths import ROOT

RULES = {"terminal", "utility", "player", "actions", "result"}


def test_the_table_lists_the_rules_with_their_sizes(answer):
    found = answer("compile", "tictactoe")
    assert found["state_words"] == 2
    assert {each["rule"] for each in found["rules"]} >= RULES
    assert all(each["functions"] > 0 and each["operations"] > 0 for each in found["rules"])


def test_the_ir_shows_the_source_above_what_it_became(plywise):
    shown = plywise("compile", "tictactoe", "--ir", "--rule", "terminal")[1]
    assert "# --- terminal ---" in shown
    assert "# if marks & line == line:" in shown
    assert re.search(r"function plywise\.has_line\.\d+\(.*%marks: i64\) -> i32:", shown)
    assert "check" not in shown  # nothing in it can go wrong


def test_every_name_in_the_ir_is_defined_once(plywise):
    for game in ("tictactoe", "connect4:width=5,height=4"):
        for body in re.split(r"\nend\n", plywise("compile", game, "--ir")[1]):
            head = re.search(r"^function .*$", body, re.M)
            if head is None:
                continue
            given = re.findall(r"(%[\w.]+): ", head.group())
            defined = given + re.findall(r"^    (%[\w.]+): .* = ", body, re.M)
            used = set(re.findall(r"%[\w.]*\w", body))
            assert len(defined) == len(set(defined))
            assert {each for each in used if each not in defined and each.rpartition(".")[0] not in defined} == set()
            labels = set(re.findall(r"^([\w.]+):$", body, re.M))
            assert set(re.findall(r"goto ([\w.]+)", body)) <= labels


@pytest.mark.parametrize(("stage", "words"), [("--llvm", "define"), ("--assembly", "plywise.terminal.export:")])
def test_later_stages(plywise, stage, words):
    assert words in plywise("compile", "tictactoe", stage, "--rule", "terminal")[1]


def test_what_is_wrong_is_said_in_a_line(plywise):
    code, out, err = plywise("compile", "tictactoe", "--rule", "nothing")
    assert (code, out) == (2, "")
    assert "no rule" in err
    code, out, err = plywise("compile", "tictactoe", "--ir", "--json")
    assert (code, out) == (2, "")
    assert "--json" in err


def test_the_page_on_the_compiler_shows_what_is_printed(plywise):
    page = (ROOT / "docs/background/compiler.md").read_text(encoding="utf-8")
    lines = [line[4:] for line in page.splitlines() if line.startswith("    ")]
    begin = lines.index("# plywise.games.tictactoe.has_line")
    shown = "\n".join(lines[begin : lines.index("end", begin) + 1])
    assert shown in plywise("compile", "tictactoe", "--ir", "--rule", "terminal")[1]
    sample = "\n".join(lines[(at := lines.index("# return self.State(state.x, state.o | 1 << action)")) : at + 8])
    printed = plywise("compile", "tictactoe", "--ir", "--rule", "result")[1]
    assert sample in re.sub(r"(?m)^    ", "", printed)
