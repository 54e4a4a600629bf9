"""What random play and the rules' own constants show of a game's states and actions."""

import pytest

import plywise as pw
from plywise.compiler.types.kinds import Refusal
from plywise.engines.native.compile import trial
from plywise.engines.native.compile.trial import Trial, find_codecs, letters_of
from plywise.errors import InputError

GAME = """
import plywise as pw

MARKS = {1: "x", 2: ("o", ["q"])}
LONG = "never"

def helper(s):
    return other(s)

def other(s):
    return s + "h"

class G(pw.Game):
    EMPTY = "."
    utility_bounds = (-1, 1)
    def __init__(self):
        self.wall = "#"
    def initial(self): return "..."
    def player(self, s): return 1
    def terminal(self, s): return "." not in s
    def utility(self, s): return 0
    def actions(self, s): return [k for k in range(3) if s[k] == self.EMPTY]
    def result(self, s, a): return s[:a] + MARKS[1] + s[a + 1:]
    def evaluate(self, s): return EVALUATE
"""


def load(folder, evaluate="len(helper(s))", change=lambda text: text):
    file = folder / "trial_game.py"
    file.write_text(change(GAME.replace("EVALUATE", evaluate)))
    return pw.make(f"{file}:G")


def test_the_letters_of_a_game_are_those_of_the_constants_that_its_rules_reach(tmp_path):
    letters = letters_of(load(tmp_path))
    assert {"x", "o", "q", "h", ".", "#"} <= letters
    assert not letters & set("never")


@pytest.mark.parametrize("evaluate", ["int(str(len(s)))", "len(f'{len(s)}')"])
def test_rules_that_write_numbers_may_write_digits(evaluate, tmp_path):
    assert set("-0123456789") <= letters_of(load(tmp_path, evaluate))
    assert "7" not in letters_of(load(tmp_path))


def test_rules_that_change_the_case_may_write_both(tmp_path):
    assert "X" in letters_of(load(tmp_path, "len(s.upper())"))
    assert "X" not in letters_of(load(tmp_path))


def test_random_play_shows_states_and_actions(tmp_path):
    seen = Trial(load(tmp_path))
    assert seen.states[0] == "..."
    assert set(seen.states) == {a + b + c for a in ".x" for b in ".x" for c in ".x"}
    assert set(seen.actions) == {0, 1, 2}


def test_the_same_seed_shows_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(trial, "SECONDS", 60)
    game = load(tmp_path)
    assert Trial(game, 5).states == Trial(game, 5).states
    assert Trial(game, 5).states != Trial(game, 6).states


def test_a_rule_that_does_not_return_is_one_line(tmp_path):
    game = load(
        tmp_path, change=lambda text: text.replace('return "." not in s', "\n        while s:\n            s = s[:]")
    )
    with pytest.raises(InputError, match="a rule does not return"):
        Trial(game)


def test_a_rule_that_fails_later_shows_what_was_seen_until_then(tmp_path):
    game = load(tmp_path, change=lambda text: text.replace("MARKS[1]", "MARKS[1 if s.count('x') < 2 else 9]"))
    assert len(Trial(game).states) >= 2


def test_a_set_as_an_action_is_refused(tmp_path):
    game = load(
        tmp_path,
        change=lambda text: text.replace("[k for", "[[k] for").replace("[:a]", "[:a[0]]").replace("a + 1", "a[0] + 1"),
    )
    with pytest.raises(Refusal, match="an action is a list"):
        find_codecs(game, wide=0)
