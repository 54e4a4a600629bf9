"""plywise tune, from outside: what it prints, what it writes, and what it refuses in one line."""

import json

import pytest

from tests.helpers.coins import COINS_FILE

FAST = ("--games", "150", "--nodes", "20", "--sprt", "0,100", "--seed", "3")


@pytest.fixture
def coins(tmp_path, monkeypatch):
    (tmp_path / "coins.py").write_text(COINS_FILE)
    monkeypatch.chdir(tmp_path)
    return "coins.py:Coins"


def test_weights_that_win_are_taken_and_written_and_played_with(plywise, coins, tmp_path):
    code, out, err = plywise("tune", coins, *FAST, "--out", "new.json")
    assert code == 0, err
    lines = out.splitlines()
    assert lines[0].startswith("Coins: ")
    assert lines[0].endswith("positions, seed 3")
    assert lines[2].split() == ["weight", "old", "new"]
    assert lines[3].split()[:2] == ["lead", "-2"]
    assert "of games held out: " in out
    assert "sequential test of 0,100 Elo: H1" in out
    assert "the new weights are accepted, written to new.json: play with engine:weights=new.json" in out
    written = json.loads((tmp_path / "new.json").read_text())
    assert written["weights"]["lead"] > 0
    assert (written["plywise"], written["taken"], written["seed"]) == ("weights", True, 3)
    code, out, _ = plywise(
        "match", coins, "engine:depth=1,weights=new.json", "engine:depth=1", "--games", "60", "--seed", "9"
    )
    assert code == 0
    assert int(out.splitlines()[3].split()[2]) > 35  # won


@pytest.mark.slow
def test_what_does_not_win_is_not_taken(plywise, coins, tmp_path):
    code, out, _ = plywise("tune", coins, *FAST, "--match-games", "0", "--out", "new.json")
    assert code == 1
    assert "no match was played" in out
    assert "the new weights are not accepted, and new.json is not written" in out
    assert not (tmp_path / "new.json").exists()


def test_json_is_one_object(plywise, coins):
    code, out, _ = plywise("tune", coins, *FAST, "--match-games", "0", "--only", "lead", "--json")
    found = json.loads(out)
    assert (code, found["taken"], found["match"]) == (1, False, None)
    assert found["weights"] == found["old"] == {"lead": -2, "ends": [0, 0]}
    assert found["new"]["ends"] == [0, 0]
    assert found["loss_after"] < found["loss_before"]
    assert found["positions"] + found["held_out"] > 100


@pytest.mark.slow
def test_it_begins_with_other_weights_where_they_are_given(plywise, coins, tmp_path):
    (tmp_path / "old.json").write_text('{"lead": 4}')
    _, out, _ = plywise("tune", coins, *FAST, "--match-games", "0", "--weights", "old.json", "--json")
    assert json.loads(out)["old"]["lead"] == 4


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("tictactoe",), "tictactoe declares no weights to tune: see plywise.Weight"),
        (("coins.py:Coins", "--only", "far"), "Coins has no weight 'far'; it has lead, ends"),
        (("coins.py:Coins", "--games", "1"), "games: 2 to"),
        (("coins.py:Coins", "--nodes", "0"), "nodes: 1 to"),
        (("coins.py:Coins", "--sprt", "5"), "--sprt '5' is not of the form"),
        (("coins.py:Coins", "--sprt", "5,5"), "SPRT bounds 5,5"),
        (("coins.py:Coins", "--match-games", "7"), "match games must be an even number"),
        (("coins.py:Coins", "--time", "-1"), "time"),
        (("coins.py:Coins", "--weights", "none.json"), "no file 'none.json' to read weights from"),
        (("coins.py:Coins", "--resume"), "--resume needs --journal"),
        (("coins.py:Coins", "--games", "2", "--nodes", "20"), "all games had the same result"),
    ],
)
def test_bad_input_is_refused_in_one_line(plywise, coins, words, message):
    code, out, err = plywise("tune", *words)
    assert (code, out) == (2, ""), err
    assert message in err
    assert err.count("\n") == 1


def test_a_match_with_weights_from_a_file_goes_on_with_the_same_only(plywise, coins, tmp_path):
    (tmp_path / "w.json").write_text('{"lead": 4}')
    words = ("match", coins, "engine:depth=1,weights=w.json", "engine:depth=1", "--games", "4", "--journal", "j")
    assert plywise(*words)[0] == 0
    assert plywise(*words, "--resume")[0] == 0
    (tmp_path / "w.json").write_text('{"lead": 5}')
    code, _, err = plywise(*words, "--resume")
    assert code == 2
    assert "weights" in err
    (tmp_path / "w.json").write_text('{"lead": 50}')
    code, _, err = plywise(*words, "--resume")
    assert (code, err.count("\n")) == (2, 1)
    assert "weight lead: 50 is not from -10 to 10" in err
