"""Commands that need an optional package say so before they work for minutes, in one line that says what to install."""

import sys

import pytest

from plywise.fleet.fleet import Fleet
from plywise.process.extras import EXTRAS
from plywise.trees.recorder import Recorder
from tests.helpers.coins import COINS_FILE
from tests.helpers.paths import ROOT

TREE = ("tree", "3", "5", "6", "9")
LACKING = {
    "tune": ("scipy", ("tune", "coins.py:Coins")),
    "ratings": ("scipy", ("match", "tictactoe", "random", "random:seed=2", "simple", "--games", "2000")),
    "plot": ("matplotlib", ("compare", "chess", "--depths", "1-9", "--plot", "out.svg")),
    "gif": ("PIL", (*TREE, "--animation", "out.gif")),
    "gif of a game": ("PIL", ("search", "tictactoe", "--animation", "out.gif")),
    "parquet": ("duckdb", ("fleet", "none.jsonl", "--parquet", "out.parquet")),
    "parquet of a batch": ("duckdb", ("solve", "tictactoe", "--batch", "-", "--out", "out.parquet")),
    "ray": ("ray", ("match", "tictactoe", "random", "random", "--games", "2000", "--on", "ray")),
    "store": ("psycopg", ("serve", "--no-browser", "--port", "0", "--store", "postgresql://nowhere/none")),
}


@pytest.fixture
def here(tmp_path, monkeypatch):
    (tmp_path / "coins.py").write_text(COINS_FILE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("module", "words"), LACKING.values(), ids=LACKING)
def test_a_missing_package_is_named_before_any_work(plywise, here, monkeypatch, module, words):
    def work(*_, **__):
        raise AssertionError("it has begun to work")

    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setattr(Fleet, "run", work)
    monkeypatch.setattr(Recorder, "__init__", work)
    code, out, err = plywise(*words)
    assert (code, out) == (2, "")
    name, extra = EXTRAS[module]
    assert f" {name}, which is not installed: pip install 'plywise[{extra}]'" in err
    assert err.count("\n") == 1
    assert [file.name for file in here.iterdir()] == ["coins.py"]


def test_every_extra_is_one_that_installs_the_package():
    import tomllib

    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for module, (name, extra) in EXTRAS.items():
        packages = [each.split(">=")[0].split("[")[0].lower() for each in declared[extra]]
        assert {name.lower(), module.lower()} & set(packages), module


def test_games_of_a_tuning_end_after_plies(plywise, here):
    words = ("tune", "coins.py:Coins", "--games", "20", "--nodes", "10", "--match-games", "0")
    assert plywise(*words, "--plies", "0")[2] == "plywise: plies must be 1 or more, not 0\n"
    assert "before any move" in plywise(*words, "--plies", "1")[2]
