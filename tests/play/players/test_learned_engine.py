"""An engine that evaluates by what was learned."""

import pytest

import plywise as pw
from plywise.engines.learned.file import Learned
from plywise.engines.learned.of_game import learned_of, with_learned
from plywise.engines.learned.rules_hash import hash_rules
from plywise.errors import InputError
from plywise.learning.fitting import Evaluation
from plywise.learning.generations import survey_game
from plywise.play.ladders import read_ladders
from plywise.play.players import EnginePlayer, engine, make_player


@pytest.fixture(scope="module")
def learned(tmp_path_factory):
    """An evaluation of 3x3 Hex by which each black stone counts, in a file."""
    game = pw.make("hex:size=3")
    survey = survey_game(game, 0)
    evaluation = Evaluation(survey.inputs, [each for each in survey.patterns if len(each.radices) == 1])
    evaluation.weights[:] = evaluation.weights + (1 << 28)
    path = tmp_path_factory.mktemp("learned") / "hex3.eval"
    Learned("hex:size=3", hash_rules(game), evaluation.model(), {"games": 0}).save(path)
    return str(path)


def test_the_file_is_read_once_for_a_game(learned, monkeypatch):
    reads = []
    monkeypatch.setattr(engine, "with_learned", lambda *given: reads.append(given) or with_learned(*given))
    game = pw.make("hex:size=3")
    player = EnginePlayer(nodes=100, learned=learned)
    start = game.initial()
    player.begin(game, start)
    for state in (start, game.result(start, 4)):
        assert player.choose(game, state) in list(game.actions(state))
    assert len(reads) == 1


def test_an_engine_with_what_was_learned_searches_for_play(learned):
    game = pw.make("hex:size=3")
    assert EnginePlayer(learned=learned).is_selective(game)
    assert EnginePlayer().is_selective(pw.with_learned(game, learned))
    assert not EnginePlayer(learned="no").is_selective(pw.with_learned(game, learned))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("engine:learned=nothing.eval", "cannot read nothing.eval"),
        ("engine:learned={file},search=exact", "only the search for play"),
        ("engine:learned={file},search=mcts", "only the search for play"),
    ],
)
def test_what_cannot_be_is_refused(learned, text, said):
    with pytest.raises(InputError, match=said):
        make_player(text.format(file=learned)).check_game(pw.make("hex:size=3"))


def test_another_game_is_refused(learned):
    with pytest.raises(InputError, match="was learned for hex:size=3"):
        make_player(f"engine:learned={learned}").check_game(pw.make("hex:size=4"))


def test_the_evaluation_that_a_class_names_is_read_before_the_game(monkeypatch, tmp_path):
    game = pw.make("hex:size=3")
    object.__setattr__(game, "learned", str(tmp_path / "none.eval"))
    for text in ("engine", "engine:level=3", "engine:nodes=50"):
        with pytest.raises(InputError, match=r"cannot read .*none\.eval"):
            make_player(text).check_game(game)
    for text in ("engine:learned=no", "engine:search=exact", "random"):
        make_player(text).check_game(game)


@pytest.mark.parametrize(
    "text", ["othello", "breakthrough", "checkers", "kalah", "hex", "go:size=7", "go:size=7x7,superko=positional"]
)
def test_what_the_package_learned_is_for_the_rules_as_they_are(text):
    learned = learned_of(pw.make(text))
    assert learned is not None
    assert learned.story["games"] > 10_000


@pytest.mark.parametrize("text", ["go", "go:size=7,komi=9", "go:size=7,superko=simple", "hex:size=5", "othello:size=6"])
def test_other_rules_have_nothing_that_the_package_learned(text):
    assert learned_of(pw.make(text)) is None


def test_levels_are_measured_with_what_the_package_learned():
    for name in ("othello", "breakthrough", "checkers", "kalah", "hex"):
        game = pw.make(name)
        assert game.learned is not None
        assert EnginePlayer(level=3).weigh(game).learned is not None
        assert EnginePlayer(level=3, learned="no").weigh(game).learned is None
        assert name in read_ladders()
