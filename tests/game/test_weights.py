"""Weights are plain numbers in a game, constants of its compiled rules, and a copy of the game may have others."""

import json
from dataclasses import dataclass

import pytest

import plywise as pw
from plywise.engines import hash_game
from plywise.errors import InputError
from plywise.game.weights import declared_weights, parse_weights, read_weights, weights_of, with_weights
from plywise.play.players import EnginePlayer, make_player
from tests.helpers.coins import Coins
from tests.helpers.stones import Stones


class Weighed(Stones):
    near = pw.Weight(3, -5, 5)
    rows = pw.Weight((0.5, 1.5), 0, 2)

    def evaluate(self, state):
        return (self.near * (state.stones % 4) + self.rows[0]) * state.side / 100


class Heavier(Weighed):
    near = pw.Weight(4, 0, 5)
    more = pw.Weight(1, 0, 2)


class Fixed(Weighed):
    near = 7


@dataclass(frozen=True)
class Frozen(Weighed):
    pass


def test_a_weight_is_a_number_in_the_game_and_a_declaration_in_the_class():
    assert (Weighed().near, Weighed().rows) == (3, (0.5, 1.5))
    assert (Weighed.near.low, Weighed.near.high, Weighed.near.name) == (-5, 5, "near")
    assert weights_of(Weighed()) == {"near": 3, "rows": (0.5, 1.5)}
    assert list(declared_weights(Heavier())) == ["near", "rows", "more"]
    assert weights_of(Heavier())["near"] == 4
    assert list(declared_weights(Fixed())) == ["rows"]
    assert declared_weights(Stones()) == {}


def test_other_weights_make_another_game():
    for game in (Weighed(), Frozen()):
        other = with_weights(game, {"rows": [1, 2.0]})
        assert weights_of(other) == {"near": 3, "rows": (1, 2.0)}
        assert weights_of(game) == {"near": 3, "rows": (0.5, 1.5)}
        assert other.evaluate(Stones.State(3, 1)) == 0.1


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"far": 1}, "Weighed has no weight 'far'; it has near, rows"),
        ({"near": 6}, "weight near: 6 is not from -5 to 5"),
        ({"near": 1.5}, "weight near: 1.5 is not a whole number"),
        ({"near": True}, "weight near: True is not a whole number"),
        ({"near": "x"}, "weight near: 'x' is not a whole number"),
        ({"near": [1]}, "weight near is a number"),
        ({"rows": 1}, "weight rows is a row of 2 numbers"),
        ({"rows": [1, 1, 1]}, "weight rows is a row of 2 numbers"),
        ({"rows": [1, float("nan")]}, "weight rows: nan is not from 0 to 2"),
    ],
)
def test_weights_that_do_not_fit_are_refused(values, message):
    with pytest.raises(InputError, match=message):
        with_weights(Weighed(), values)
    with pytest.raises(InputError, match="Stones has no weight 'near'; it declares none"):
        with_weights(Stones(), {"near": 1})


def test_a_declaration_that_makes_no_sense_is_refused():
    endless = float("inf")
    for value, low, high in ((1, 2, 3), (1, 1, 1), ((1, 5), 0, 4), (1, -endless, endless), (1, 0, endless), ((), 0, 1)):
        with pytest.raises(InputError, match=r"^a weight"):
            pw.Weight(value, low, high)


@pytest.mark.parametrize("text", ['{"near": 2}', '{"plywise": "weights", "weights": {"near": 2}, "game": "x"}'])
def test_weights_are_read_from_a_file(tmp_path, text):
    file = tmp_path / "weights.json"
    file.write_text(text)
    assert read_weights(str(file)) == {"near": 2}


def test_a_weight_may_be_called_weights(tmp_path):
    file = tmp_path / "weights.json"
    for text in ('{"weights": 2, "near": 1}', '{"plywise": "weights", "weights": {"weights": 2, "near": 1}}'):
        file.write_text(text)
        assert read_weights(str(file)) == {"weights": 2, "near": 1}


@pytest.mark.parametrize("text", ["", "[1]", "{", "3", '{"plywise": "weights", "weights": [1]}', "[" * 100_000])
def test_a_file_that_holds_no_weights_is_refused_in_one_line(tmp_path, text):
    file = tmp_path / "weights.json"
    file.write_text(text)
    with pytest.raises(InputError, match=r"weights\.json: it is not a JSON object of weights") as refused:
        read_weights(str(file))
    assert "\n" not in str(refused.value)


def test_rows_are_read_as_tuples():
    assert parse_weights(json.dumps({"rows": [1, 2]})) == {"rows": (1, 2)}


def test_an_engine_plays_with_weights_of_its_own(tmp_path):
    game, state = Coins(), Coins().initial()
    (tmp_path / "w.json").write_text('{"lead": 5}')
    player = make_player(f"engine:depth=1,weights={tmp_path / 'w.json'}")
    assert player.weigh(game).lead == 5
    values = [each.consider(game, state).finding.value for each in (player, EnginePlayer(depth=1))]
    assert values == [5 * max(game.coins[0], game.coins[-1]), -2 * min(game.coins[0], game.coins[-1])]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "no file .* to read weights from: No such file"),
        ("x", "it is not a JSON object"),
        (b"\xff", "to read weights from"),
    ],
)
def test_a_player_without_a_good_file_is_refused(tmp_path, content, message):
    file = tmp_path / "w.json"
    if content is not None:
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(InputError, match=f"player 'engine:weights=.*{message}"):
        make_player(f"engine:weights={file}")


def test_a_player_whose_weights_the_game_has_not_is_refused_before_a_match():
    with pytest.raises(InputError, match="has no weight 'near'"):
        pw.match(Stones(), [EnginePlayer(weights={"near": 1}), "random"], games=2, workers=0)


def test_rules_with_other_weights_are_compiled_anew():
    game = pw.make("othello")
    assert hash_game(game) == hash_game(with_weights(game, weights_of(game)))
    assert hash_game(game) != hash_game(with_weights(game, {"mobility": (100, 100, 100, 100, 100, 101)}))


@pytest.mark.slow
def test_compiled_rules_use_the_weights_that_the_game_has():
    game = pw.make("othello", size=4)
    other = with_weights(game, {"mobility": (700,) * 6, "parity": (-300,) * 6})
    state = game.parse_state("X--OXXOOXOXO---- O")
    for each in (game, other):
        found = pw.search(each, state, depth=2, engine="native")
        assert found.value == pw.search(each, state, depth=2, engine="reference").value
    assert game.evaluate(state) != other.evaluate(state)
