"""SGF: written games are read back, by us and by GNU Go; files of other programs are read."""

import random
import shutil
import subprocess
from dataclasses import replace

import pytest

import plywise as pw
from plywise.play.game_files import format_games, parse_games
from plywise.play.record import GameRecord, MoveRecord
from tests.helpers.random_records import random_record

GO = pw.make("go")
OTHELLO = pw.make("othello")
GAMES = [
    GO,
    OTHELLO,
    *map(pw.make, ("go:size=4x3,komi=-1.5", "go:size=2x5,superko=simple", "go:size=7,komi=3", "othello:size=6")),
]
GNU_GO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")


# --- there and back --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_random_games_are_read_back_whole(game):
    records = [random_record(game, seed) for seed in range(20)]
    assert len({record.start for record in records}) > 5
    assert parse_games(format_games(records, game, "sgf"), game) == records


def test_a_game_written_is_as_the_standard_has_it():
    moves = (MoveRecord("c3", 0.25, 6, 2000, 0.25, 59.75), MoveRecord("a5", None, None, None, None, 9.0))
    record = GameRecord(
        "go", ".X.../...../...../...../....O X", ("e5",), moves, "Ann [3 dan]", "Bob\\", "60+0.5", None, "MIN",
        "resigned", "", "", {"tags": {"EV": "Test: one", "SZ": "19", "not one": "x"}},
    )  # fmt: skip
    (text,) = [format_games([record], GO, "sgf")]
    assert text == (
        "(;FF[4]GM[1]CA[UTF-8]AP[Plywise]SZ[5]KM[0]PB[Ann [3 dan\\]]PW[Bob\\\\]RE[W+R]EV[Test: one]AB[ba]AW[ee]PL[B]"
        "XR[game=go&control=60+0.5&ended_by=resigned&opening=1&plies=3]\n"
        ';B[ea];W[cc]V[0.25]WL[59.75]XM[{"depth": 6, "nodes": 2000, "time": 0.25}]\n'
        ";B[aa]BL[9.0])\n"
    )


@pytest.mark.parametrize(
    ("changed", "result"),
    [
        ({"winner": "MAX", "utility": 3.5, "ended_by": "rules"}, "B+3.5"),
        ({"winner": "MIN", "utility": -25, "ended_by": "proved"}, "W+25"),
        ({"winner": "draw", "utility": 0, "ended_by": "rules"}, "0"),
        ({"winner": "draw", "ended_by": "length"}, "0"),
        ({"winner": "MAX", "ended_by": "time"}, "B+T"),
        ({"winner": "MIN", "ended_by": "crash"}, "W+F"),
        ({"winner": "MIN", "ended_by": "unknown"}, "W+"),
        ({"winner": "MAX", "utility": float("inf"), "ended_by": "adjudicated"}, "B+"),
        ({}, None),
    ],
)
def test_results_are_written_and_read(changed, result):
    record = replace(GameRecord("go", GO.format_state(GO.initial()), (), (MoveRecord("c3"),)), **changed)
    text = format_games([record], GO, "sgf")
    assert (f"RE[{result}]" in text) == ("RE[" in text) == (result is not None)
    assert parse_games(text, GO) == [replace(record, position="...../...../..X../...../..... O")]


def test_a_start_that_stones_do_not_tell_is_kept_beside_them():
    start = "..../X.../..../.... O 1"
    game = pw.make("go:size=4")
    record = GameRecord(game.name, start, (), (MoveRecord("pass"),))
    text = format_games([record], game, "sgf")
    assert parse_games(text, game)[0].start == start
    (other,) = parse_games(text.replace("AB[ab]", "AB[ac]"), game)
    assert other.start == "..../..../X.../.... O"


# --- other programs --------------------------------------------------------------------------------------------------


@pytest.mark.skipif(GNU_GO is None, reason="GNU Go is not installed")
@pytest.mark.parametrize("seed", range(3))
def test_gnu_go_reads_what_we_write(seed, tmp_path):
    source, game = random.Random(seed), pw.make("go:size=7")
    state, words = game.initial(), []
    for _ in range(30):
        action = source.choice([each for each in game.actions(state) if each != game.passing])
        words.append(game.format_action(state, action))
        state = game.result(state, action)
    record = GameRecord(game.name, game.format_state(game.initial()), (), tuple(map(MoveRecord, words)), "a]", "b")
    file = tmp_path / "game.sgf"
    file.write_text(format_games([record], game, "sgf"))
    asked = f"loadsgf {file}\nlist_stones black\nlist_stones white\nquery_boardsize\nquit\n"
    told = subprocess.run([GNU_GO, "--mode", "gtp"], input=asked, capture_output=True, text=True, timeout=60).stdout
    to_move, black, white, size, _ = [each.removeprefix("= ") for each in told.split("\n\n")[:5]]
    assert (to_move, size) == ("black", "7")
    stones = {"X": set(black.lower().split()), "O": set(white.lower().split())}
    for number, row in zip(range(7, 0, -1), game.format_state(state).split(" ")[0].split("/"), strict=True):
        for letter, mark in zip("abcdefg", row, strict=True):
            assert [each for each in "XO" if f"{letter}{number}" in stones[each]] == ([] if mark == "." else [mark])


@pytest.mark.skipif(GNU_GO is None, reason="GNU Go is not installed")
def test_what_gnu_go_writes_is_read(tmp_path):
    file = tmp_path / "game.sgf"
    asked = "boardsize 5\nkomi 0.5\nclear_board\nplay b c3\nplay w pass\nplay b b2\nprintsgf\nquit\n"
    told = subprocess.run([GNU_GO, "--mode", "gtp"], input=asked, capture_output=True, text=True, timeout=60).stdout
    file.write_text(told.split("\n\n")[-3].removeprefix("= ") + "\n\n")
    (record,) = pw.read_games(file, pw.make("go:komi=0.5"))
    assert (record.start, record.words) == ("...../...../..X../.X.../..... O", [])
    assert record.more["tags"]["GN"].startswith("GNU Go")


@pytest.mark.parametrize(
    "text",
    [
        "(;B[cc];W[aa];B[];W[tt])",
        "(;FF[3]GM[1]SZ[5:5]KM[0.00];B[CC]C[a \\] ( ; comment];W[Aa];Black[tt];White[])",
        "\ufeff\r\n(;GM[1]\r\nSZ[5]\r\n;B[cc]\r\n(;W[aa];B[TT];W[])\r\n(;W[bb];B[bb];B[bb]))\r\n",
        "From: me\nTo: you (a friend)\n\n(;SZ[05]AB[];B[cc];;C[nothing];W[aa];B[pass];W[])"[:-2].replace("AB[]", "")
        + "])",
    ],
)
def test_games_of_go_as_other_programs_write_them(text):
    (record,) = (
        parse_games(text, GO)
        if text.lstrip("\ufeff\r\n").startswith("(")
        else parse_games(text[text.index("(;") :], GO)
    )
    assert record.words == ["c3", "a5", "pass", "pass"]
    assert (record.winner, record.ended_by, record.utility) == ("draw", "rules", 0)


@pytest.mark.parametrize(
    ("setup", "position"),
    [
        ("AB[aa][ec]", "X..../...../....X/...../..... X"),
        ("AB[aa:cb]AW[ee]PL[W]", "XXX../XXX../...../...../....O O"),
        ("PL[white]", "...../...../...../...../..... O"),
        (";AB[aa][bb];AE[aa]AW[ae]PL[B]", "...../.X.../...../...../O.... X"),
        ("AB[aa]AW[aa]", "O..../...../...../...../..... X"),
        ("HA[2]AB[bd][db];W[cc]", ".X../"),
    ],
)
def test_stones_set_up(setup, position):
    (record,) = parse_games(f"(;GM[1]SZ[5]{setup})", GO)
    if setup.startswith("HA"):
        assert record.start == "...../...X./...../.X.../..... O"
        assert record.more == {"tags": {"HA": "2"}}
    else:
        assert record.start == position


@pytest.mark.parametrize(
    ("said", "winner", "ended_by"),
    [
        ("B+R", "MAX", "resigned"),
        ("W+Resign", "MIN", "resigned"),
        ("b+time", "MAX", "time"),
        ("W+T", "MIN", "time"),
        ("B+12.5", "MAX", "unknown"),
        ("W+Forfeit", "MIN", "unknown"),
        ("0", "draw", "unknown"),
        ("Draw", "draw", "unknown"),
        ("Jigo", "draw", "unknown"),
        ("Void", None, "unfinished"),
        ("?", None, "unfinished"),
        ("", None, "unfinished"),
    ],
)
def test_who_has_won_and_why(said, winner, ended_by):
    (record,) = parse_games(f"(;GM[1]RE[{said}];B[cc])", GO)
    assert (record.winner, record.ended_by) == (winner, ended_by)


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B];B[d3];W[c5])",
        "(;GM[2];B[D3];W[C5])",
        "(;GM[2]SZ[8];B[dc];W[ce])",
    ],
)
def test_games_of_othello_as_other_programs_write_them(text):
    (record,) = parse_games(text, OTHELLO)
    assert (record.start, record.words) == (OTHELLO.format_state(OTHELLO.initial()), ["d3", "c5"])


@pytest.mark.parametrize("seed", range(4))
def test_passes_that_a_file_of_othello_leaves_out_are_filled_in(seed):
    game = pw.make("othello:size=4")
    records = [random_record(game, number) for number in range(seed * 40, seed * 40 + 40)]
    finished = [record for record in records if record.ended_by == "rules" and "pass" in record.words]
    assert finished
    for record in finished:
        moves = "".join(
            f";{'B' if game.player(state) > 0 else 'W'}[{word}]"
            for state, word in zip(record.replay(game), record.words, strict=False)
            if word != "pass"
        )
        black, white = game.record_notation().stones_of(record.replay(game)[0])[:2]
        setup = "".join(
            name + "".join(f"[{'abcd'[column]}{row + 1}]" for column, row in points)
            for name, points in (("AB", black), ("AW", white))
            if points
        )
        result = {"MAX": "B+", "MIN": "W+", "draw": "0"}[record.winner]
        side = "B" if game.player(record.replay(game)[0]) > 0 else "W"
        (found,) = parse_games(f"(;GM[2]SZ[4]RE[{result}]{setup}PL[{side}]{moves})", game)
        assert (found.words, found.utility, found.ended_by) == (record.words, record.utility, "rules")


# --- malformed -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;GM[2])", "line 1, column 5: GM[2]: go has GM[1]"),
        ("(;GM[1]\nSZ[9])", "line 2, column 3: SZ[9]: go has SZ[5:5]"),
        ("(;KM[6.5])", "line 1, column 5: KM[6.5]: go has KM[0]"),
        ("(;SZ[x])", "line 1, column 5: SZ[x]: go has SZ[5:5]"),
        ("(;B[ff])", "line 1, column 4: B[ff]: 'ff' is not a point of a board of 5x5"),
        ("(;B[c3])", "line 1, column 4: B[c3]: 'c3' is not a point of a board of 5x5"),
        ("(;B[cc];W[cc])", "line 1, column 10: W[cc]: c3 is not a legal action"),
        ("(;B[cc]W[dd])", "line 1, column 9: W[dd]: a node has one move"),
        ("(;B[cc];AB[dd];W[ee])", "line 1, column 11: AB[dd]: stones are set up in the middle of a game"),
        ("(;PL[x])", "line 1, column 5: PL[x]: a colour is B or W"),
        ("(;AB[aa]AW[ba][ab])", "line 1, column 1: its position is impossible: position"),
        ("(;AB[aa:ff])", "line 1, column 5: AB[aa:ff]: 'ff' is not a point"),
        ("(;AB[:])", "line 1, column 5: AB[:]: '' is not a point"),
        ('(;XR[{"game": "go:komi=1"}])', "line 1, column 1: it is a game of go:komi=1, not of go"),
        ("(;B[aa]", "line 1, column 1: a game tree ( is not closed"),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(text, message):
    with pytest.raises(pw.InputError) as caught:
        parse_games(text, GO)
    assert str(caught.value).startswith(message)
    assert len(str(caught.value).splitlines()) == 1


def test_a_colour_whose_turn_it_is_not_has_been_passed_to():
    assert parse_games("(;B[cc];B[dd];W[aa])", GO)[0].words == ["c3", "pass", "d2", "a5"]
    with pytest.raises(pw.InputError, match=r"line 1, column 16: W\[c3\]: it is the turn of B"):
        parse_games("(;GM[2];PL[B];W[c3])", OTHELLO)


@pytest.mark.fast_with("0", "1", "2")
@pytest.mark.parametrize("seed", range(8))
def test_mutated_files_are_read_or_refused_in_one_line(seed):
    source, game = random.Random(seed), GAMES[seed % len(GAMES)]
    text = format_games([random_record(game, seed, 12), random_record(game, seed + 50, 6)], game, "sgf")
    refused = 0
    for _ in range(60):
        mutated = text
        for _ in range(source.randrange(1, 4)):
            at = source.randrange(len(mutated))
            piece = source.choice(["", "[", "]", "(", ")", ";", "\\", ":", "W", "AB[aa]", "9", "\n", "\x00", "😀"])
            mutated = mutated[:at] + piece + mutated[at + source.choice([0, 1, 1, 9]) :]
        try:
            for record in parse_games("(;" + mutated.removeprefix("(;"), game):
                assert GameRecord.from_json(record.to_json()) == record
                assert game.format_state(record.replay(game)[-1]) == record.position
        except pw.InputError as error:
            refused += 1
            if len(str(error).splitlines()) != 1:
                raise AssertionError(mutated) from error
    assert 0 < refused < 60
