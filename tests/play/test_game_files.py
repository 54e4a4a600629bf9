"""Files of games: every game's records come back from JSON and from its notation, whatever the file is called."""

import codecs
import json
import random

import pytest

import plywise as pw
from plywise.errors import RecordWarning
from plywise.game.record_notation import PortableNotation, SmartFormat
from plywise.games import REGISTRY
from plywise.play.game_files import (
    MAX_REPORTED,
    count_games,
    decode,
    form_of_path,
    form_of_text,
    format_games,
    iter_games,
    parse_game,
    parse_games,
)
from plywise.play.players import RandomPlayer
from plywise.play.record import GameRecord, MoveRecord
from plywise.play.referee import play_game
from tests.helpers.random_records import random_record

NIM = pw.make("nim")
GO = pw.make("go")
CHECKERS = pw.make("checkers")


def own_form(game):
    """Return the extension of a game's own notation; None if it has none."""
    notation = game.record_notation()
    return notation and (notation.extension if isinstance(notation, PortableNotation) else "sgf")


@pytest.mark.parametrize("name", REGISTRY)
def test_every_game_s_records_come_back_whole(name, tmp_path):
    game = pw.make(name)
    records = [random_record(game, seed) for seed in range(8)]
    for form in filter(None, ("json", own_form(game))):
        file = tmp_path / f"games.{form}"
        file.write_text(format_games(records, game, form), encoding="utf-8")
        assert pw.read_games(file, game) == records
        assert pw.read_games(str(file)) == records  # a file of ours says which game it is of
    assert [record.words for record in pw.read_games(file, game)] == [record.words for record in records]


@pytest.mark.parametrize("name", REGISTRY)
def test_games_of_the_referee_come_back_byte_for_byte(name):
    game = pw.make(name)
    players = {pw.MAX: RandomPlayer(1), pw.MIN: RandomPlayer(2)}
    record = play_game(game, players, max_plies=50, more={"round": 1})
    for form in filter(None, ("json", own_form(game))):
        (found,) = parse_games(format_games([record], game, form), game)
        assert found.to_json() == record.to_json()


def test_only_games_with_a_notation_have_one():
    forms = {name: own_form(pw.make(name)) for name in REGISTRY}
    own = {"checkers": "pdn", "chess": "pgn", "go": "sgf", "othello": "sgf"}
    assert {name: form for name, form in forms.items() if form} == own
    assert isinstance(GO.record_notation(), SmartFormat)


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("a.json", "json"),
        ("a.jsonl", "json"),
        ("a", "json"),
        ("a.PGN", "pgn"),
        ("b/c.pdn", "pdn"),
        (".sgf", "json"),
        ("x.Sgf", "sgf"),
    ],
)
def test_the_form_follows_the_extension(path, form):
    assert form_of_path(path) == form


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ('{"a"', "json"),
        ("\n {\n", "json"),
        ("(;GM[1])", "sgf"),
        (" ( ;", "sgf"),
        ('[Event "x"]', "pgn"),
        ("1. e4", "pgn"),
        ("", "pgn"),
    ],
)
def test_the_form_of_a_text_is_seen_in_it(text, form):
    assert form_of_text(text) == form


def test_a_record_alone_may_be_spread_over_lines():
    record = random_record(NIM, 3)
    assert parse_games(json.dumps(record.to_dict(), indent=2), NIM) == [record]
    assert parse_games("\ufeff" + json.dumps(record.to_dict(), indent="\t").replace("\n", "\r\n")) == [record]


def test_a_file_of_lines_names_the_line_that_is_wrong():
    lines = format_games([random_record(NIM, seed) for seed in range(3)], NIM)
    assert len(parse_games(lines)) == 3
    for text, count, message in (
        (lines[:-9], 2, "game 3 is skipped: line 3"),
        (lines + "{\n", 3, "game 4 is skipped: line 4"),
    ):
        with pytest.warns(RecordWarning, match=f"^{message}: it is not JSON: "):
            assert len(parse_games(text)) == count


@pytest.mark.parametrize(("game", "form"), [(NIM, "json"), (CHECKERS, "pdn"), (GO, "sgf")])
def test_one_of_several_games_is_read_whatever_the_others_are(game, form):
    records = [random_record(game, seed) for seed in range(3)]
    bad = {"json": '{"plywise": "game record"}\n', "pdn": "1. 1-2 *\n", "sgf": "(;B[zz])\n"}[form]
    text = format_games(records[:2], game, form) + bad + format_games(records[2:], game, form)
    assert [parse_game(text, game, number) for number in (1, 2, 4, 0)] == [*records, records[2]]
    assert count_games(text) == 4
    with pytest.raises(pw.InputError):
        parse_game(text, game, 3)
    faults = []
    assert parse_games(text, game, faults.append) == records
    ((number, told, is_lost),) = faults
    assert (number, is_lost, "line" in told) == (3, True, True)
    with pytest.raises(pw.InputError, match="it has 4 games, and no game 5"):
        parse_game(text, game, 5)


@pytest.mark.parametrize(
    ("text", "game", "message"),
    [
        ("", NIM, "there is no game in it"),
        ("mine", NIM, "not a saved game of nim (expected JSON or a list of moves): move 1: "),
        ("(;GM[1])", NIM, "not a saved game of nim (expected JSON)"),
        ("mine", GO, "not a saved game of go (expected JSON, SGF or a list of moves): move 1: "),
        ("(;GM[1])", CHECKERS, "not a saved game of checkers (expected JSON or PDN)"),
        ("", CHECKERS, "there is no game in it"),
        ("(;GM[1])", None, "it does not say SZ, the size of its board: name the game, such as go:size=5"),
        ("1. xx", None, "it does not say which game it is of (checkers or chess?): name the game"),
        ("(;GM[11])", None, "its GM, '11', is not a registered game: name the game; `plywise games` lists them"),
        (
            '(;GM[99]XR[{"game": "/tmp/evil.py:Game"}])',
            None,
            "its GM, '99', is not a registered game: name the game",
        ),
        ('(;XR[{"game": "go:size=99"}])', None, "go: size=99 is not of the form"),
        ('{"plywise": "game record", "game": "go", "start": "", "moves": []}', NIM, "it is a game of go, not of nim"),
    ],
)
def test_what_is_no_file_of_games_is_refused(text, game, message):
    with pytest.raises(pw.InputError) as caught:
        parse_games(text, game)
    assert str(caught.value).startswith(message)


def test_which_of_several_games_is_another_is_said():
    records = [random_record(NIM, 1), GameRecord("go", "")]
    with pytest.warns(RecordWarning, match=r"^game 2 is skipped: it is a game of go, not of nim"):
        assert parse_games(format_games(records, NIM), NIM) == records[:1]


def test_a_file_without_a_game_that_can_be_read_is_refused_for_the_first():
    with pytest.raises(pw.InputError, match=r"^line 2, column 1: .*\(game 1, move 1\)$"):
        parse_games("[White Max]\n1-2 *\n11-16 3-4 *", CHECKERS)


def test_of_many_faults_the_first_are_told_in_full():
    text = "11-15 *\n" + "1-2 *\n" * 1234
    with pytest.warns(RecordWarning) as told:
        assert len(parse_games(text, CHECKERS)) == 1
    assert len(told) == MAX_REPORTED + 1
    assert str(told[-1].message) == "1,214 more such faults"
    faults = []
    parse_games(text, CHECKERS, faults.append)
    assert len(faults) == 1234


def test_games_are_read_one_by_one():
    faults = []
    games = iter_games("11-15 *\n1-2 *\n11-16 *\n", CHECKERS, faults.append)
    assert (next(games).words, faults) == (["11-15"], [])
    assert (next(games).words, len(faults)) == (["11-16"], 1)


def test_what_is_wrong_in_a_file_is_told_with_its_name(tmp_path):
    (tmp_path / "a.pdn").write_text("[White Max]\n11-15 *\n1-2 *")
    with pytest.warns(RecordWarning) as told:
        assert len(pw.read_games(tmp_path / "a.pdn", CHECKERS)) == 1
    odd, lost = (str(each.message) for each in told)
    assert odd.startswith(f"file {tmp_path / 'a.pdn'}: line 1, column 1: the tag '[White Max]' is ignored")
    assert lost.startswith(
        f"file {tmp_path / 'a.pdn'}: game 2 is skipped: line 3, column 1: '1-2' is not a legal action"
    )


@pytest.mark.parametrize(
    ("game", "form", "message"),
    [
        (NIM, "pgn", "games of nim are saved only as JSON, not as PGN"),
        (CHECKERS, "pgn", "games of checkers are saved as JSON and as PDN, not as PGN"),
        (GO, "pdn", "games of go are saved as JSON and as SGF, not as PDN"),
    ],
)
def test_a_form_that_a_game_has_not_is_refused(game, form, message):
    with pytest.raises(pw.InputError, match=message):
        format_games([random_record(game, 1)], game, form)


@pytest.mark.parametrize("form", ["pdn", "json"])
def test_a_record_of_another_game_is_not_written_as_this_one(form):
    record = GameRecord("checkers", CHECKERS.format_state(CHECKERS.initial()), (), (MoveRecord("1-2"),))
    if form == "json":
        assert parse_games(format_games([record], CHECKERS)) == [record]  # which is first looked at when it is replayed
        return
    with pytest.raises(pw.InputError, match="move 1: '1-2' is not a legal action"):
        format_games([record], CHECKERS, form)
    with pytest.raises(pw.InputError, match="it is a game of go, not of checkers"):
        format_games([GameRecord("go", "")], CHECKERS, form)


def test_files_that_cannot_be_read_are_named(tmp_path):
    for path, message in (
        (tmp_path / "none.json", "none.json cannot be read: No such file"),
        (tmp_path, "cannot be read: Is a directory"),
        ("nul\0", "cannot be read: embedded null"),
        ("x" * 5000, "cannot be read: File name too long"),
    ):
        with pytest.raises(pw.InputError, match=message):
            pw.read_games(path)
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(pw.InputError, match=r"^file .*bad.json: line 1: it is not a game record$"):
        pw.read_games(tmp_path / "bad.json")


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("Ünal ok".encode(), "Ünal ok"),
        ("\ufeffÜnal".encode(), "Ünal"),
        ("(;CA[GB2312]PB[围棋])".encode("gb2312"), "(;CA[GB2312]PB[围棋])"),
        ("(;CA[nonsense]PB[Ünal])".encode("latin-1"), "(;CA[nonsense]PB[Ünal])"),
        ('[White "Müller"]'.encode("latin-1"), '[White "Müller"]'),
        ("“Ünal” – 1".encode("cp1252"), "“Ünal” – 1"),
        (b"\x81 \xfc", "\x81 ü"),
        ("Müller\n".encode() + "Müller".encode("cp1252"), "Müller\nMüller"),
        (codecs.BOM_UTF16_LE + "Ünal 1. e4".encode("utf-16-le"), "Ünal 1. e4"),
        (codecs.BOM_UTF16_BE + "Ünal 1. e4".encode("utf-16-be"), "Ünal 1. e4"),
        ("1. e4 e5 2. Nf3".encode("utf-16-le"), "1. e4 e5 2. Nf3"),
        ("1. e4 e5 2. Nf3".encode("utf-16-be"), "1. e4 e5 2. Nf3"),
        (codecs.BOM_UTF32_LE + "1. e4".encode("utf-32-le"), "1. e4"),
    ],
)
def test_bytes_are_decoded_as_the_file_says(content, text):
    assert decode(content) == text


@pytest.mark.slow_with("2000")
@pytest.mark.parametrize("count", [400, 2000])
@pytest.mark.filterwarnings("ignore::plywise.errors.RecordWarning")
def test_any_text_is_read_or_refused_in_one_line(count):
    source = random.Random(3)
    pieces = [
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        ";",
        '"',
        "\\",
        "\n",
        "Event",
        " ",
        "1.",
        "GM",
        "B[cc]",
        "11-15",
        "*",
        "\x00",
        "\x85",
    ]
    for _ in range(count):
        text = "".join(source.choices(pieces, k=source.randrange(12)))
        for game in (NIM, GO, CHECKERS, None):
            try:
                parse_games(text, game)
            except pw.InputError as error:
                assert len(str(error).splitlines()) == 1, text  # noqa: PT017


def test_empty_lines_before_the_first_record_do_not_matter():
    line = '{"plywise": "game record", "game": "nim", "start": "3-4-5", "moves": ["1-2"]}'
    assert len(pw.read_games(f"\n  \n{line}\n\n{line}\n")) == 2
    with pytest.warns(RecordWarning, match="line 3: it is not a game record"):
        assert len(pw.read_games(f"\n{line}\n{{}}\n")) == 1
