"""The page on the search for play: its tables, its drawing and its example are those of the program."""

import re

import pytest
from docs.play_search_drawing import STEPS, draw_node

from plywise.engines.play_features import PLAY_FEATURES
from plywise.game import Game
from plywise.games import make
from plywise.laws.hooks import Hooks
from plywise.laws.report import LAWS
from tests.helpers.paths import ROOT

PAGE = (ROOT / "docs/background/play_search.md").read_text()


def named_in_table(header):
    """Return the names in the first column of the table with a header."""
    rows = PAGE[PAGE.index(f"| {header} |") :].split("\n\n", 1)[0].splitlines()[2:]
    return [name for row in rows for name in re.findall(r"`([^`]*)`", row.split("|")[1])]


def test_every_feature_is_in_the_table_of_features_once():
    assert sorted(named_in_table("feature")) == sorted(PLAY_FEATURES)


def test_every_hook_with_a_law_is_in_the_table_of_hooks_and_is_the_games():
    hooks = named_in_table("hook")
    assert len(set(hooks)) == len(hooks)
    assert all(hasattr(Game, hook) for hook in hooks)
    first = list(LAWS).index("margin_unit")
    laws = list(LAWS)[first:]
    assert len(laws) == sum(name.startswith("law_of_") for name in vars(Hooks))
    assert set(laws) <= set(hooks)


def test_the_drawing_names_hooks_of_the_game_and_all_in_the_table_that_are_asked_at_a_node():
    drawn = {name for step in STEPS for name in re.findall(r"\w+", step.hooks)}
    assert all(hasattr(Game, name) for name in drawn)
    assert set(named_in_table("hook")) - drawn == {"ends_without_actions"}


def test_the_drawing_is_the_one_that_is_made():
    assert (ROOT / "docs/background/play_search.svg").read_text() == draw_node()


def test_the_page_shows_the_example_as_its_file_has_it():
    file = (ROOT / "examples/hexapawn.py").read_text()
    assert f"```python\n{file}```" in PAGE


@pytest.mark.parametrize("rows", [3, 4])
def test_the_examples_hooks_tell_the_truth_about_threats_and_exchanges(rows):
    game = make(f"{ROOT}/examples/hexapawn.py:WithHooks:rows={rows},columns=3")
    states, met = [game.initial()], 0
    for _ in range(6):
        states = [
            game.result(each, action) for each in states if not game.terminal(each) for action in game.actions(each)
        ]
        for state in states:
            if game.terminal(state):
                continue
            passed = state._replace(turn=game.other(state.turn))
            across = any(game.is_across(game.result(passed, action)) for action in game.actions(passed))
            assert game.under_threat(state) == across
            met += across
            for action in game.actions(state):
                child = game.result(state, action)
                if game.is_across(child):
                    continue
                taken = any(landing == action[1] for _, landing in game.actions(child))
                won = 0.1 * (state.squares[action[1]] != ".") - 0.1 * taken
                assert game.exchange_value(state, action) == pytest.approx(won)
    assert met
