"""PGN as text: what is skipped, what is kept, and where it stands."""

from itertools import pairwise

import pytest

from plywise.play.notations.pgn_text import WIDTH, plain_result, read_games, wrap_words, write_comment, write_tag


def words(text):
    """Return the moves of the only game in a text."""
    (game,) = read_games(text)
    return [move.word for move in game.moves]


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 e5 2. Nf3 *",
        "1.e4 e5 2.Nf3",
        "1. e4 1... e5 2. Nf3 1-0",
        "1 . e4 … e5\t2.\nNf3 1/2-1/2",
        "e4 e5 Nf3",
        "1. e4! e5?? 2. Nf3!? 0-1",
        "1. e4 $1 e5 $2$14 2. Nf3 $ *",
        "1. e4 ! e5 ?! 2. Nf3",
        "{hello {[%clk 1:00:00]} 1. e4 {a ) ( ; b} e5 {x}{y} 2. Nf3",
        "1. e4 (1. d4 d5 (1... Nf6 {a ) b} 2. c4) 2. c4) e5 (1... c5) 2. Nf3 *",
        "1. e4 ; the rest of the line ( { is a comment\ne5 2. Nf3",
        "% escaped { ( line\n1. e4 e5\n%another\n2. Nf3",
        "1. e4 e5(1... c5)2. Nf3{good}*",
        "1. e4* e5 2. Nf3 *",
    ],
)
def test_only_moves_are_moves(text):
    assert words(text) == ["e4", "e5", "Nf3"]


def test_moves_of_draughts_are_no_results():
    assert words("1. 11-15 1-5 2. 1-0x 0-1-2 1x10 1-10 1-0") == ["11-15", "1-5", "1-0x", "0-1-2", "1x10", "1-10"]
    assert words("1. 32-28(?) 19-23! 2. 28x19(!) 14x23 1-1") == ["32-28", "19-23", "28x19", "14x23"]


@pytest.mark.parametrize(
    ("said", "result"),
    [
        ("½-½", "1/2-1/2"),
        ("½–½", "1/2-1/2"),
        ("½", "1/2-1/2"),
        ("1/2", "1/2-1/2"),
        ("1/2 - 1/2", "1/2-1/2"),
        ("0.5-0.5", "1/2-1/2"),
        ("0,5:0,5", "1/2-1/2"),
        ("0:1", "0-1"),
        ("1 - 0", "1-0"),
        ("1–0", "1-0"),
        ("0−1", "0-1"),
    ],
)
def test_results_as_people_write_them(said, result):
    first, second = read_games(f"1. a b {said}\n\n1. c d")
    assert (first.result, [move.word for move in first.moves], len(second.moves)) == (result, ["a", "b"], 2)
    assert plain_result(said) == result


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        (
            "Nf3± Nf6 ∓ e4+- e5 -/+ d4 +/= d5= c4 (=) c5(?!) b4 $18 b5!!?",
            "Nf3± Nf6∓ e4+- e5∓ d4⩲ d5= c4= c5?! b4+- b5!!?",
        ),
        ("e4!$1 e5 ! ! d4 $0 d5 $ c4 $999", "e4! e5! d4 d5 c4$999"),
        ("e8(Q) e1(n)+ d8 (R)", "e8(Q) e1(n) d8(R)"),
        ("e4\u200b \ufeffe5, ♘f3\u200e О-О е5", "e4 e5 Nf3 O-O е5"),
        ("e4* e5. exd6e.p. c4", "e4 e5 exd6e.p. c4"),
    ],
)
def test_signs_attached_and_apart(text, moves):
    (game,) = read_games(text)
    assert [move.word + "".join(move.marks) for move in game.moves] == moves.split()


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "*", "2-0", "0-2", "1-1", "0-0"])
def test_games_end_with_their_results(result):
    first, second = read_games(f"1. a b {result}\n1. c d")
    assert (first.result, second.result) == (result, "")
    assert [[move.word for move in game.moves] for game in (first, second)] == [["a", "b"], ["c", "d"]]


def test_several_games_without_results_are_told_apart_by_their_tags():
    games = list(read_games('[White "a"]\n[Black "b"]\nx y\n[White "c"]\n[Event "E"]\n\n[White "d"]\n\nz'))
    assert [game.tags for game in games] == [
        {"White": "a", "Black": "b"},
        {"White": "c", "Event": "E"},
        {"White": "d"},
    ]
    assert [len(game.moves) for game in games] == [2, 0, 1]
    assert list(read_games(" \n% nothing\n\t; at all")) == []


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ('[White "Max"]', "Max"),
        ('[ White   "Max" ]', "Max"),
        (r'[White "a \"b\" \\ c"]', r'a "b" \ c'),
        (r'[White "C:\games\new"]', r"C:\games\new"),
        ('[White "the "best" one"]', 'the "best" one'),
        ('[White "]"]', "]"),
        ('[White ""]', ""),
        ('[White "[Black \\"x\\"]"]', '[Black "x"]'),
    ],
)
def test_tags_as_people_write_them(line, value):
    (game,) = read_games(f"{line}\n1. e4 *")
    assert game.tags == {"White": value}


@pytest.mark.parametrize("value", ["", "a", 'a "b" ]', r"C:\x", "\\", '"', "Ωμέγα", "{x} (y) ; z % $1"])
def test_tags_are_read_back(value):
    (game,) = read_games(write_tag("White", value) + "\n*")
    assert game.tags["White"] == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1. e4\n  {never closed", "line 2, column 3: a comment { is not closed"),
        ("1. e4 (1. d4 (1. c4) *", "line 1, column 7: a variation ( is not closed"),
        ("1. e4 (1. d4 {) *", "line 1, column 14: a comment { is not closed"),
        ("1. e4 (1. d4 ; ) *", "line 1, column 7: a variation ( is not closed"),
        ("1. e4 ) e5", "line 1, column 7: ')' without '('"),
        ("1. e4 } e5", "line 1, column 7: unexpected '}'"),
        ("1. e4\n] e5", "line 2, column 1: unexpected ']'"),
        ('1. e4 {a\n\n[White "x"]\n\n1. d4 {b} *', "line 1, column 7: a comment { is not closed"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(text, message):
    game, *_ = read_games(text)
    assert str(game.fault) == message


@pytest.mark.parametrize("bad", ["{never closed", "(1. d4 *", "(1. d4 {) *", ") e5", "} e5", "((((" * 50])
def test_the_game_behind_one_that_cannot_be_read_is_read(bad):
    first, second, third = read_games(f'1. e4 *\n\n[White "a"]\n\n1. e4 {bad}\n\n[White "b"]\n\n1. c4 {{x}} *')
    assert (first.fault, second.fault is None, third.fault) == (None, False, None)
    assert [move.word for move in third.moves] == ["c4"]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("[White Max]", "'[White Max]'"),
        ('[White "Max', "'[White \"Max'"),
        ("[", "'['"),
        ('[BlackType: "program"]', "'[BlackType: \"program\"]'"),
        ('[White Elo "2500"]', "'[White Elo \"2500\"]'"),
        ("[Site 'here'] [Black \"b\"]", "\"[Site 'here']\""),
        ('[Odd: "a]b"]', "'[Odd: \"a]b\"]'"),
        ("[]", "'[]'"),
    ],
)
def test_an_odd_tag_is_passed_over_and_the_game_is_read(line, shown):
    (game,) = read_games(f'[Event "x"]\n{line}\n\n1. e4 e5 *')
    assert game.ignored == [f'line 2, column 1: the tag {shown} is ignored: a tag has the form [Name "value"]']
    assert (game.tags["Event"], [move.word for move in game.moves], game.fault) == ("x", ["e4", "e5"], None)


def test_text_in_brackets_among_moves_ends_no_game():
    (game,) = read_games("1. e4 [hm] e5\n[what]\n2. Nf3 [%clk 0:01:00] Nc6")
    assert [move.word for move in game.moves] == ["e4", "e5", "Nf3", "Nc6"]
    assert (game.moves[2].comments, len(game.ignored)) == (("[%clk 0:01:00]",), 2)


def test_comments_belong_to_the_move_before_them():
    (game,) = read_games("{a} 1. e4 {b} $1 {c\nd} e5")
    assert [move.comments for move in game.moves] == [("b", "c\nd"), ()]
    assert (game.comments, game.moves[0].marks) == (["a"], ("!",))


def test_variations_belong_to_the_move_that_they_replace():
    (game,) = read_games("1. e4 (1. d4 {x} d5 ({y} 1... Nf6! 1-0) 2. c4) (1. c4) ({z}) {w} e5")
    e4, e5 = game.moves
    (d4, d5, c4), (other,) = e4.variations
    assert (e4.comments, e5.variations, other.word) == (("z", "w"), (), "c4")
    assert (d4.word, d4.comments, d5.word, c4.word) == ("d4", ("x",), "d5", "c4")
    ((nf6,),) = d5.variations
    assert (nf6.word, nf6.before, nf6.marks, nf6.comments) == ("Nf6", ("y",), ("!",), ("1-0",))


def test_what_no_brace_can_hold_ends_with_its_line():
    told = ["1. e4", *write_comment("a } b\nc"), "e5", *write_comment("fine {"), "*"]
    (game,) = read_games("\n".join(wrap_words(told)))
    assert [(move.word, move.comments) for move in game.moves] == [("e4", ("a } b\nc",)), ("e5", ("fine {",))]


def test_lines_are_wrapped_between_words():
    told = [f"{number}.{'x' * (number % 7)}" for number in range(200)] + ["y" * 100, "z"]
    lines = wrap_words(told)
    assert " ".join(lines).split(" ") == told
    assert max(len(line) for line in lines if "y" not in line) <= WIDTH
    assert lines[-2:] == ["y" * 100, "z"]
    assert all(len(line) + 1 + len(after.split()[0]) > WIDTH for line, after in pairwise(lines))


def test_a_tag_that_is_said_twice_is_no_game_of_its_own():
    (game,) = read_games('[Event "x"]\n[Event "y"]\n1. e4 *')
    assert (game.tags, len(game.moves)) == ({"Event": "y"}, 1)


def test_games_without_moves_are_told_apart_by_a_blank_line():
    games = list(read_games('[Event "x"]\n[White "a"]\n\n[Event "y"]\n\n\r\n[Event "z"]\n1. e4'))
    assert [game.tags.get("Event") for game in games] == ["x", "y", "z"]
