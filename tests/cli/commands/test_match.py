"""plywise match, from outside: what it prints, what it writes, and what it refuses in one line."""

import json
import sys

import pytest

from plywise.engines.search_warnings import forget_search_warnings

SMALL = ("match", "tictactoe", "random", "simple", "--games", "6", "--seed", "2")


def test_the_result_is_a_table_that_says_who_is_stronger(plywise):
    code, out, _ = plywise("match", "tictactoe", "solver", "random", "--games", "20", "--seed", "3")
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "tictactoe: 20 games, seed 3"
    assert lines[2].split() == ["player", "games", "won", "drawn", "lost", "score", "Elo"]
    assert lines[3].split()[:2] == ["solver", "20"]
    assert lines[3].split()[4] == "0"
    assert "likelihood that solver is stronger: over 99.9%" in out or "stronger: 99." in out


def test_many_players_get_a_table_of_all_against_all(plywise):
    code, out, _ = plywise("match", "tictactoe", "random", "random", "simple", "--games", "4")
    assert code == 0
    assert "simple" in out.splitlines()[3]  # the best comes first
    assert " 2  random (2)" in out
    assert "moving first is worth" in out


def test_a_match_of_somebody_with_themselves_is_said_to_be_even(plywise):
    code, out, _ = plywise("match", "tictactoe", "simple", "simple", "--games", "4", "--sprt", "0,5")
    assert code == 0
    assert "sequential test of 0,5 Elo: no verdict yet (LLR" in out


def test_json_is_one_object(answer):
    found = answer(*SMALL)
    assert [found["game"], found["games"], found["seed"]] == ["tictactoe", 6, 2]
    assert sum(found["pentanomial"]) == 3
    assert (found["llr"], found["verdict"], found["failures"]) == (None, None, [])


def test_the_records_are_written_a_game_a_line(plywise, tmp_path):
    file = tmp_path / "games.jsonl"
    assert plywise(*SMALL, "--records", str(file))[0] == 0
    records = [json.loads(line) for line in file.read_text().splitlines()]
    assert [each["more"]["game"] for each in records] == [1, 2, 3, 4, 5, 6]
    assert [each["max"] for each in records] == ["random", "simple"] * 3


def test_a_journal_is_gone_on_with_only_where_asked(plywise, tmp_path):
    journal = str(tmp_path / "journal")
    assert plywise(*SMALL, "--journal", journal)[0] == 0
    code, _, err = plywise(*SMALL, "--journal", journal)
    assert code == 2
    assert len(err.splitlines()) == 1
    assert plywise(*SMALL, "--journal", journal, "--resume")[0] == 0
    code, _, err = plywise("match", "tictactoe", "random", "solver", "--journal", journal, "--resume")
    assert code == 2
    assert "players" in err


@pytest.fixture
def lines(tmp_path):
    def write(text):
        file = tmp_path / "openings.txt"
        file.write_text(text)
        return str(file)

    return write


def test_openings_come_from_a_file(answer, plywise, lines, tmp_path):
    file = tmp_path / "games.jsonl"
    openings = lines("# two\n4 0\nX...O....\n")
    plywise(*SMALL, "--openings", openings, "--records", str(file))
    records = [json.loads(line) for line in file.read_text().splitlines()]
    assert [each["opening"] for each in records] == [["4", "0"]] * 2 + [[]] * 2 + [["4", "0"]] * 2
    assert records[2]["start"] == "X...O...."


def test_an_opening_with_an_illegal_move_is_refused_with_its_line(plywise, lines):
    code, _, err = plywise(*SMALL, "--openings", lines("4 0\n4 4\n"))
    assert code == 2
    assert "openings.txt, line 2: move 2: '4' is not a legal action" in err
    assert len(err.splitlines()) == 1


@pytest.mark.slow
def test_a_bad_game_is_left_out_of_the_openings(plywise, tmp_path):
    file = tmp_path / "openings.pdn"
    file.write_text("[Event: x]\n1. 11-15 *\n\n1. 1-2 *\n\n1. 11-16 *\n")
    words = ["match", "checkers", "random:seed=1", "random:seed=2", "--games", "4", "--nodes", "1"]
    code, _, err = plywise(*words, "--openings", str(file))
    assert code == 0
    assert "game 2 is skipped: line 4, column 4: '1-2' is not a legal action" in err
    assert "line 1, column 1: the tag '[Event: x]' is ignored" in err


def test_games_and_openings_are_in_the_notation_that_the_game_has(plywise, lines, tmp_path):
    file, openings = tmp_path / "games.sgf", lines("b2 c3\na1 b3 c2\n")  # drawn by lot, they would be judged
    ask = ("match", "go:size=4", "random", "simple", "--games", "4", "--plies", "6")
    assert plywise(*ask, "--openings", openings, "--records", str(file))[0] == 0
    assert file.read_text().count("(;") == 4
    code, out, _ = plywise(*ask, "--openings", str(file), "--json")
    assert code == 0
    assert json.loads(out)["games"] == 4
    code, _, err = plywise("match", "tictactoe", "random", "simple", "--games", "2", "--records", str(file))
    assert code == 2
    assert "SGF" in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["random"], "two players or more, not 1"),
        (["random", "nobody"], "no player 'nobody'"),
        (["random", "human"], "plywise play"),
        (["random", "engine:level=99"], "level is 1 to 12"),
        (["random", "uci:no-such-program"], "no-such-program"),
        (["random", "gtp:true"], "tictactoe"),
        (["random", "function:nowhere.py:f"], "nowhere.py"),
        (["random", "random", "--games", "7"], "an even number"),
        (["random", "random", "--clock", "0+0"], "no time"),
        (["random", "random", "--clock", "1+x"], "'x'"),
        (["random", "random", "--clock", "-1+0"], "-1"),
        (["random", "random", "--clock", "1", "--time", "1"], "not both"),
        (["random", "random", "--time", "nan"], "nan"),
        (["random", "random", "--nodes", "0"], "nodes=0"),
        (["random", "random", "--sprt", "5"], "ELO0,ELO1"),
        (["random", "random", "--sprt", "5,0"], "the lower one first"),
        (["random", "random", "simple", "--sprt", "0,5"], "two players, not 3"),
        (["random", "random", "--openings", "nowhere.txt"], "nowhere.txt"),
        (["random", "random", "--openings", "-3"], "0 or more plies"),
        (["random", "random", "--openings", "12"], "leaves the game open"),
        (["random", "random", "--adjudicate", "judge"], "no adjudication 'judge'"),
        (["random", "random", "--workers", "0"], "must be 1 to 1,000, not 0"),
        (["random", "random", "--on", "mars"], "mars"),
        (["random", "random", "--resume"], "--journal"),
        (["random", "random", "--records", "/nowhere/games"], "/nowhere/games"),
        (["random", "random", "--plies", "0"], "plies"),
        (["random", "random", "--plies", "4", "--openings", "4"], "plies=4"),
        (["random", "random", "--patience", "-1"], "-1"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(plywise, words, said):
    code, out, err = plywise("match", "tictactoe", *words)
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.splitlines()) == 1, err


FAKE = """
import sys
import time
behaviour = sys.argv[1]
moves = 0
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        print("uciok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["position"]:
        played = words[words.index("moves") + 1 :] if "moves" in words else []
    elif words[:1] == ["go"]:
        free = [str(cell) for cell in range(9) if str(cell) not in played]
        moves += 1
        if moves % 3 == 0:
            if behaviour == "crash":
                sys.exit("out of order")
            if behaviour == "hang":
                time.sleep(60)
            if behaviour == "late":
                time.sleep(0.6)
            if behaviour == "garbage":
                print("bestmove what?", flush=True)
                continue
            if behaviour == "illegal":
                print("bestmove", (played or ["77"])[0], flush=True)
                continue
            if behaviour == "resign":
                print("bestmove (none)", flush=True)
                continue
        print("bestmove", free[0], flush=True)
    elif words[:1] == ["quit"]:
        break
"""


@pytest.mark.fast_with("crash-crash", "illegal-illegal move")
@pytest.mark.parametrize(
    ("behaviour", "kind"),
    [
        ("crash", "crash"),
        ("garbage", "illegal move"),
        ("hang", "no answer"),
        ("illegal", "illegal move"),
        ("late", "time"),
        ("resign", "resigned"),
    ],
)
def test_a_program_that_goes_wrong_loses_its_games_and_the_match_says_so(plywise, tmp_path, behaviour, kind):
    script, file = tmp_path / "fake.py", tmp_path / "games.jsonl"
    script.write_text(FAKE)
    settings = "[patience=0.5]" if behaviour == "hang" else ""
    who = f"uci{settings}:{sys.executable} -S -E {script} {behaviour}"
    control = ["--time", "0.4"] if behaviour == "late" else []
    code, out, _ = plywise(
        "match",
        "tictactoe",
        "random",
        who,
        "--games",
        "6",
        "--json",
        "--records",
        str(file),
        "--openings",
        "0",
        *control,
    )
    assert code == 0
    found = json.loads(out)
    records = [json.loads(line) for line in file.read_text().splitlines()]
    assert found["games"] == len(records) == 6
    wrong = [each for each in records if each["ended_by"] != "rules"]
    assert {each["ended_by"] for each in wrong} == {kind}
    for each in wrong:
        assert each["winner"] == ("MAX" if each["max"] == "random" else "MIN")
    assert len(found["failures"]) == (0 if behaviour == "resign" else len(wrong))
    assert all(each["player"] == who for each in found["failures"])


@pytest.mark.slow
def test_what_searches_warn_of_is_one_line_without_a_place(plywise):
    forget_search_warnings()
    code, _, err = plywise("match", "nim", "engine:depth=2", "random", "--games", "2")
    assert code == 0
    assert "Warning" not in err  # it is a plain caution, which this fixture leaves out


def test_the_result_is_told_though_the_records_cannot_be_written(plywise):
    code, out, err = plywise(*SMALL, "--records", "/dev/full")
    assert (code, out.splitlines()[0]) == (2, "tictactoe: 6 games, seed 2")
    assert err.splitlines()[-1].startswith("plywise: file /dev/full cannot be written")


def test_a_journal_is_not_written_over(plywise, tmp_path):
    journal = tmp_path / "journal"
    code, out, err = plywise(*SMALL, "--journal", str(journal), "--records", str(journal))
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert "named for two different outputs" in err
    assert not journal.exists()
    assert plywise(*SMALL, "--journal", str(journal))[0] == 0
    before = journal.read_bytes()
    (tmp_path / "link").symlink_to(journal)
    asked = (*SMALL, "--journal", str(journal), "--resume", "--records", str(tmp_path / "link"))
    assert plywise(*asked)[0] == 2
    assert journal.read_bytes() == before


@pytest.mark.slow
def test_games_written_before_are_kept_where_nothing_was_played(plywise, tmp_path, monkeypatch):
    file = tmp_path / "games.jsonl"
    assert plywise(*SMALL, "--records", str(file))[0] == 0
    before = file.read_text()

    def never(self):
        raise KeyboardInterrupt

    monkeypatch.setattr("plywise.fleet.crew.Crew.start", never)
    code, out, _ = plywise(*SMALL, "--records", str(file))
    assert (code, out.splitlines()[-1]) == (130, "interrupted: these are the games played so far")
    assert file.read_text() == before


@pytest.mark.slow
def test_a_match_in_which_nothing_could_be_played_is_no_success(plywise, tmp_path):
    (tmp_path / "die.py").write_text("import os\ndef die(game, state):\n    os._exit(3)\n")
    who = f"function:{tmp_path / 'die.py'}:die"
    code, out, err = plywise("match", "tictactoe", who, "random", "--games", "2", "--workers", "1")
    assert code == 1
    assert [line for line in err.splitlines() if "the workers are getting ready" not in line] == []  # on a busy machine
    assert "games 1 and 2 could not be played: the worker ended with exit code 3" in out
    assert plywise("match", "tictactoe", "random", "simple", "--games", "2")[0] == 0
