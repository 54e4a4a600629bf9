"""A file that says its game needs no other word, and one that fits another game is refused with what to name."""

import pytest

import plywise as pw
from plywise.play.game_files import parse_games

FISCHER = (
    '[Variant "Chess960"]\n[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"]\n[SetUp "1"]\n\n1. e4 *\n'
)


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("(;GM[1]SZ[4]KM[0.5];B[bb])", "go:size=4,komi=0.5", ["b3"]),
        ("(;SZ[5];B[cc])", "go", ["c3"]),
        ("(;GM[1]SZ[05:4]KM[6,5];B[aa])", "go:size=5x4,komi=6.5", ["a4"]),
        ("(;GM[1]SZ[5]KM[];B[cc])", "go", ["c3"]),
        ("(;GM[2];B[d3])", "othello", ["d3"]),
        ("(;GM[2]SZ[6];B[c2])", "othello:size=6", ["c2"]),
        ('[GameType "21"]\n1. 11-15 *', "checkers", ["11-15"]),
        ('[GameType "21,B,8,8,N1,0"]\n[Variant "x"]\n*', "checkers", []),
        ("1. 11-15 22-18 *", "checkers", ["11-15", "22-18"]),
        ('[GameType "English"]\n1. 11-15 *', "checkers", ["11-15"]),
        ("1. e4 e5 *", "chess", ["e2e4", "e7e5"]),
        ('[Variant "Standard"]\n1. Nf3 *', "chess", ["g1f3"]),
        (FISCHER, "chess:chess960=1", ["e2e4"]),
        ('[Game "Connect Four"]\n4433\n', "connect4", ["4", "4", "3", "3"]),
        ('[Game "connect4:width=8"]\n8 8\n', "connect4:width=8", ["8", "8"]),
        ('[Game "Othello"]\n[Black "Ann"]\nf5d6c3', "othello", ["f5", "d6", "c3"]),
        ('[Game "go:size=3"]\nb2 c3', "go:size=3", ["b2", "c3"]),
    ],
)
def test_the_game_is_what_the_text_says(text, name, words):
    (record,) = parse_games(text)
    assert (record.game, record.words) == (name, words)


@pytest.mark.parametrize(
    ("extension", "name"),
    [("pgn", "chess"), ("pdn", "checkers")],
)
def test_the_extension_decides_where_the_text_does_not(extension, name, tmp_path):
    file = tmp_path / f"game.{extension}"
    file.write_text('[White "Ann"]\n\n*\n')
    assert pw.read_games(file)[0].game == name
    with pytest.raises(pw.InputError, match=r"it does not say which game it is of \(checkers or chess\?\)"):
        parse_games('[White "Ann"]\n\n*\n')


@pytest.mark.parametrize(
    ("text", "game", "message"),
    [
        ("(;GM[1]SZ[4]KM[0.5])", "go", "SZ[4]: go has SZ[5:5]; name go:size=4,komi=0.5 to read it"),
        ("(;GM[1]SZ[5]KM[6.5])", "go:komi=0.5", "KM[6.5]: go:komi=0.5 has KM[0.5]; name go:size=5,komi=6.5 to read it"),
        ("(;GM[2]SZ[6])", "othello", "SZ[6]: othello has SZ[8:8]; name othello:size=6 to read it"),
        ("(;GM[1]SZ[19])", "go", "SZ[19]: go has SZ[5:5]; SZ[19]: go is played on boards of 2 to 7 points a side"),
        (
            FISCHER,
            "chess",
            "the tag Variant is 'Chess960', which is not chess: read such files as chess:chess960=1",
        ),
        ("(;GM[1]SZ[9])", None, "SZ[9]: go is played on boards of 2 to 7 points a side"),
        ("(;GM[1]KM[0.5];B[cc])", None, "name the game, such as go:size=5,komi=0.5"),
        ('[GameType "20"]\n1. 32-28 *', None, "its GameType, '20', is not a registered game: name the game"),
        ('[Variant "Atomic"]\n1. e4 *', None, "its Variant, 'Atomic', is not a registered game: name the game"),
        ("4433", None, "it does not say which game it is of (checkers or chess?): name the game"),
        ("(;GM[4]SZ[15])", None, "its GM, '4', is not a registered game: name the game"),
        ('[Game "nim:heaps=x"]\n1-1', None, "nim: "),
    ],
)
def test_what_to_name_is_said(text, game, message):
    with pytest.raises(pw.InputError) as caught:
        parse_games(text, None if game is None else pw.make(game))
    assert message in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_lists_of_moves_in_a_file(tmp_path):
    othello, file = pw.make("othello"), tmp_path / "games.txt"
    file.write_text("f5d6c3d3c4\nF5F6E6F4\n")
    assert [record.words for record in pw.read_games(file, othello)] == [
        ["f5", "d6", "c3", "d3", "c4"],
        ["f5", "f6", "e6", "f4"],
    ]
    file.write_text('[Black "Ann"]\n1. f5 d6\n2. c3 {well} d3\n\n[Black "Bob"]\n1. d3 *\n')
    one, two = pw.read_games(file, othello)
    assert (one.words, one.max, two.words, two.max) == (["f5", "d6", "c3", "d3"], "Ann", ["d3"], "Bob")
    with pytest.raises(pw.InputError, match=r"or a list of moves\): move 2: 'x', the rest of"):
        parse_games("f5x", othello)
