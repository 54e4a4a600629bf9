"""Every registered game keeps what all games promise: laws, texts, drawings, keys, tables, contracts.

VARIATIONS names each game's parameters to try besides its defaults. A game that is registered and not listed here, or
listed and not registered, fails.
"""

import json
import random
import tomllib
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plywise as pw
from plywise import MAX, MIN, InputError
from plywise.engines.reference.perft import count
from plywise.game import defines, parse_legal_action, play_moves
from plywise.games import REGISTRY
from plywise.games.loading import registered_class
from plywise.show.text import draw_board
from plywise.solvers.solver import Solver
from tests.helpers.paths import ROOT

PERFT = json.loads((ROOT / "tests/data/perft.json").read_text())

VARIATIONS = {
    "tictactoe": [],
    "nim": ["heaps=1-2-2,misere=1", "heaps=0-10-1"],
    "connect4": ["width=4,height=4", "width=10,height=5,connect=5"],
    "breakthrough": ["rows=4,columns=4", "rows=6,columns=5", "rows=4,columns=16,pawn_rows=2", "rows=2,columns=3"],
    "kalah": ["houses=3,seeds=2", "houses=8,seeds=7,empty_capture=1", "houses=1,seeds=1"],
    "mnk": ["m=4,n=3,k=3"],
    "cube": ["size=4"],
    "checkers": [],
    "chess": ["start=692,moves=3,repetition=2"],
    "othello": ["size=4", "size=6"],
    "go": ["size=2", "size=3"],
    "hex": ["size=3", "size=4,swap=1", "size=11"],
}
GAMES = list(REGISTRY) + [f"{name}:{each}" for name, texts in VARIATIONS.items() for each in texts]
MAX_PLIES = 150
PASS = "pass"


def lines(game, games, seed=0):
    """Yield random lines of play, each a list of states and the words played, as far as MAX_PLIES."""
    for number in range(games):
        source, states, words = random.Random(f"{seed} {number}"), [game.initial()], []
        while len(words) < MAX_PLIES and not game.terminal(states[-1]):
            action = source.choice(list(game.actions(states[-1])))
            words.append(game.format_action(states[-1], action))
            states.append(game.result(states[-1], action))
        yield states, words


def words_of(game, state):
    """Return the words of the legal actions; at the end of the game there are none."""
    return [] if game.terminal(state) else [game.format_action(state, action) for action in game.actions(state)]


def test_every_registered_game_is_listed_here():
    assert set(VARIATIONS) == set(REGISTRY)


@pytest.mark.parametrize("name", REGISTRY)
def test_a_game_is_one_module_of_its_name_with_its_facts(name):
    module, _, class_name = REGISTRY[name].partition(":")
    found = registered_class(name)
    assert (module, found.__name__, found.name) == (f"plywise.games.{name}", class_name, name)
    assert found.known_value
    assert "\n" not in found.known_value
    assert found.player_names.keys() == {MAX, MIN}
    assert found.__doc__
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    [layers] = [each["layers"] for each in contracts if each.get("containers") == ["plywise.games"]]
    assert any({name, "registry"} <= set(each.split(" | ")) for each in layers)  # none imports another
    assert name in PERFT


@pytest.mark.slow_with(
    "go",
    "cube",
    "cube:size=4",
    "connect4:width=10,height=5,connect=5",
    "breakthrough:rows=4,columns=16,pawn_rows=2",
    "kalah:houses=8,seeds=7,empty_capture=1",
    "othello:size=4",
    "othello:size=6",
    "breakthrough:rows=4,columns=4",
    "mnk:m=4,n=3,k=3",
    "go:size=2",
    "chess",
    "mnk",
    "breakthrough:rows=6,columns=5",
    "othello",
    "breakthrough",
    "connect4:width=4,height=4",
    "go:size=3",
    "chess:start=692,moves=3,repetition=2",
    "checkers",
    "connect4",
    "hex:size=11",
    "hex",
)
@pytest.mark.parametrize("text", GAMES)
def test_the_laws_hold(text):
    default = ":" not in text
    asked = (
        {"states": 150, "playouts": 3, "compiled": 150} if default else {"states": 150, "playouts": 3, "compiled": 0}
    )
    report = pw.check(pw.make(text), **asked, thorough=default)  # compiling may take longer than a check by default
    assert report.ok, str(report)
    assert not default or "compiled" in report.laws, str(report)


@pytest.mark.slow
@pytest.mark.parametrize("name", REGISTRY)
def test_the_laws_hold_on_as_many_states_as_the_command_asks(name):
    report = pw.check(pw.make(name))
    assert report.ok, str(report)


@pytest.mark.slow
@pytest.mark.parametrize("text", GAMES[len(REGISTRY) :])
def test_the_laws_hold_compiled_too(text):
    report = pw.check(pw.make(text), states=300, playouts=4, thorough=True)
    assert report.ok, str(report)
    assert "compiled" in report.laws, str(report)


@pytest.mark.slow_with("connect4", "cube", "kalah", "checkers", "mnk:m=4,n=3,k=3", "othello:size=6", "go:size=3")
@pytest.mark.parametrize("text", PERFT)
def test_the_perft_table(text):
    assert count(pw.make(text), plies=len(PERFT[text]) - 1).nodes_by_ply == PERFT[text]


@pytest.mark.parametrize("text", GAMES)
def test_games_are_played_and_read_back_by_their_words(text):
    game = pw.make(text)
    for number, (states, words) in enumerate(lines(game, 4)):
        assert play_moves(game, game.initial(), " ".join(words)) == states[-1], number
        for state, word in zip(states, [*words, None], strict=True):
            position = game.format_state(state)
            assert position == position.strip(), number
            assert len(position.splitlines()) == 1, number
            back = game.parse_state(position)
            assert game.format_state(back) == position, number
            assert game.terminal(back) == game.terminal(state), (number, position)
            legal = words_of(game, state)
            assert len(set(legal)) == len(legal), (number, position)
            assert words_of(game, back) == legal or "past" in state._fields, (number, position)
            if word is not None:
                assert word.split() == [word], (number, position)
                assert game.format_action(state, parse_legal_action(game, state, word)) == word, (number, position)


@pytest.mark.slow_with("hex:size=11")
@pytest.mark.parametrize("text", GAMES)
def test_the_drawing_shows_a_board_and_the_moves_that_are_a_cell(text):
    game = pw.make(text)
    shows_moves = any(cell.action for row in game.cells(game.initial()) or [] for cell in row)
    for number, (states, _) in enumerate(lines(game, 3)):
        size = None
        for state in states:
            rows = game.cells(state)
            assert draw_board(game, state), number
            if rows is None:
                assert size is None
                continue
            if game.grid:
                assert {len(row) for row in rows} == {len(rows[0])}, number
                assert size in (None, (len(rows), len(rows[0]))), number
                size = len(rows), len(rows[0])
            assert all(cell.mark == cell.mark.strip() and len(cell.mark) <= 4 for row in rows for cell in row)
            shown = [cell.action for row in rows for cell in row if cell.action]
            if game.terminal(state):
                continue
            legal = [word for word in words_of(game, state) if word != PASS]
            assert sorted(shown) == (sorted(legal) if shows_moves else []), (number, game.format_state(state))


@pytest.mark.parametrize("text", GAMES)
def test_symmetric_states_share_the_key_and_are_the_same_game(text):
    game = pw.make(text)
    if not defines(game, "symmetries"):
        assert not defines(game, "key") or "past" in game.initial()._fields or not list(game.symmetries(game.initial()))
    for number, (states, _) in enumerate(lines(game, 2)):
        for state in states[:: max(1, len(states) // 10)]:
            for image in islice(game.symmetries(state), 16):
                assert game.key(image) == game.key(state), (number, game.format_state(state))
                assert game.terminal(image) == game.terminal(state), (number, game.format_state(state))
                if game.terminal(state):
                    assert game.utility(image) == game.utility(state), (number, game.format_state(state))
                else:
                    assert game.player(image) == game.player(state), (number, game.format_state(state))
                    assert len(list(game.actions(image))) == len(list(game.actions(state)))


@pytest.mark.fast_with(
    "tictactoe",
    "nim",
    "connect4",
    "breakthrough",
    "kalah",
    "checkers",
    "go",
    "hex",
    "othello",
    "mnk",
    "cube",
    "chess",
    "hex:size=4,swap=1",
    "kalah:houses=8,seeds=7,empty_capture=1",
)
@pytest.mark.parametrize("text", GAMES)
def test_any_text_is_read_or_refused_with_one_line(text):
    game = pw.make(text)
    start = game.initial()
    position, words = game.format_state(start), words_of(game, start)
    marks = "".join(sorted(set(position + "".join(words)))) + " /-:.x0a"
    texts = st.one_of(st.text(max_size=30), st.text(marks, max_size=len(position) + 2), _spoilt(position, marks))

    @given(texts)
    @settings(max_examples=60)
    def read_or_refused(word):
        for read in (game.parse_state, lambda word: parse_legal_action(game, start, word)):
            refused = ""
            try:
                read(word)
            except InputError as error:
                refused = str(error)
            assert len(refused.splitlines()) <= 1

    read_or_refused()


def _spoilt(position, marks):
    """Return texts like a position, but for a few characters."""

    def spoil(changes):
        characters = list(position)
        for place, mark in changes:
            characters[place % len(characters)] = mark
        return "".join(characters)

    return st.lists(st.tuples(st.integers(0, 200), st.sampled_from(marks)), min_size=1, max_size=3).map(spoil)


@pytest.mark.slow
@pytest.mark.parametrize("name", REGISTRY)
def test_both_engines_agree_two_plies_deep(name):
    game = pw.make(name)
    for number, (states, _) in enumerate(lines(game, 3, seed=1)):
        for state in states[:: max(1, len(states) // 5)]:
            if not game.terminal(state):
                found = pw.search(game, state, depth=2, engine="native").value
                assert found == pw.algorithms.alphabeta(game, state, depth=2).value, (number, game.format_state(state))


@pytest.mark.slow
@pytest.mark.parametrize("text", ["nim:heaps=1-2-2", "connect4:width=3,height=3,connect=3", "kalah:houses=2,seeds=2"])
def test_both_engines_solve_the_same(text):
    game = pw.make(text)
    plain, native = (Solver(game, engine=engine).solve() for engine in ("reference", "native"))
    assert (plain.value, plain.distance, plain.best) == (native.value, native.distance, native.best)
