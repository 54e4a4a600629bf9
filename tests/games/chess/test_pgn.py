"""Games of chess as PGN: python-chess writes and reads them, too, with all that files of other programs hold."""

import io
import random
import re
from statistics import median
from time import process_time

import chess
import chess.pgn
import pytest

import plywise as pw
from plywise import InputError
from plywise.errors import RecordWarning
from plywise.play.game_files import decode, format_games, parse_games
from plywise.play.record import GameRecord, MoveRecord
from tests.games.chess.games import STYLES, choose, start
from tests.helpers.in_turn import in_turn
from tests.helpers.random_records import random_record

GAME, GAME_960 = pw.make("chess:moves=0,repetition=0"), pw.make("chess:moves=0,repetition=0,chess960=1")

MESSY = """\ufeff% an escaped line\r
[Event "A \\"messy\\" game"]\r
[White "Ünal, Ann"]\r
; a comment to the end of the line, with { in it\r
1.e4! {the best, (of course) [%eval 0.3]} e5?! (1... c5 2. Nf3 (2. c3 $1 ; or ) so\r
d5) 2... d6 {a } 3. d4) 2 Ng1f3 $14 Nc6 N 3.Bb5 +/= {[%clk 0:01:00]} a6!! 4. Ba4 Nf6\r
% 5. this line is escaped too\r
5. 0-0 $1 $22 Nxe4 $5 6...\r
d4?? b5 7. Bb3 d5 8. dxe5 Be6 9... 9. c3!? 9... Bc5\r
10. Nb1-d2 0-0 11. Bc2 Bf5 12. Nb3 Bg6 1/2\r
"""


def words_of(text, game=GAME):
    return [record.words for record in parse_games(text, game)]


def test_a_file_with_everything_in_it():
    (record,) = parse_games(MESSY, GAME)
    theirs = (
        "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f6e4 d2d4 b7b5 a4b3 d7d5 d4e5 c8e6 c2c3 f8c5 b1d2 e8g8 b3c2 e6f5"
    )
    assert record.words == [*theirs.split(), "d2b3", "f5g6"]
    assert (record.max, record.winner, record.ended_by) == ("Ünal, Ann", "draw", "unknown")
    assert record.moves[0].value == 30
    assert record.moves[4].clock == 60
    first, notes = record.moves[0].notes, [move.notes for move in record.moves]
    assert (first.comments, first.marks) == (("the best, (of course) [%eval 0.3]",), ("!",))
    assert [each.marks for each in notes[1:10]] == [
        ("?!",), ("⩲",), ("$146",), ("⩲",), ("!!",), (), (), ("!", "⨀"), ("!?",)
    ]  # fmt: skip
    ((c5, nf3, d6, d4),) = notes[1].variations
    assert [move.word for move in (c5, nf3, d6, d4)] == ["c7c5", "g1f3", "d7d6", "d2d4"]
    ((c3, d5),) = nf3.notes.variations
    assert d5.word == "d7d5"
    assert (c3.word, c3.notes.marks, c3.notes.comments) == ("c2c3", ("!",), ("or ) so",))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("e4 e5", [["e2e4", "e7e5"]]),
        ("1 e4 e5 2 Nf3", [["e2e4", "e7e5", "g1f3"]]),
        ("1.e4 1...e5 2.Nf3 *", [["e2e4", "e7e5", "g1f3"]]),
        ("1. e2-e4 e7-e5 2. Ng1-f3", [["e2e4", "e7e5", "g1f3"]]),
        ("1. e4$1 e5$2$3", [["e2e4", "e7e5"]]),
        ('[FEN "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1"]\n1. exd8Q+ *', [["e7d8q"]]),
        ('[FEN "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"]\n2. exd6 e.p. Kd7', [["e5d6", "e8d7"]]),
        ('[FEN "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"]\n1... 0-0-0 2. 0-0 1-0', [["e8c8", "e1g1"]]),
        ("1. e4 1-0\n\n1. d4 0-1", [["e2e4"], ["d2d4"]]),
        ('[White "a"]\n\n1. e4 *\n[White "b"]\n\n1. c4', [["e2e4"], ["c2c4"]]),
        ('[Variant "Standard"]\n1. e4', [["e2e4"]]),
        ("{only a comment} *", [[]]),
    ],
)
def test_what_other_programs_write(text, words):
    assert words_of(text) == words
    assert words_of(decode(text.encode("utf-16-le").decode("utf-16-le").encode("latin-1"))) == words


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1. e4 e5 2. Ke3", "line 1, column 13: 'Ke3' is not a legal action; legal: "),
        ("\n1. d4 d5\n2. Qd9", "line 3, column 4: 'Qd9' is not a move, such as e2e4 or Nf3; legal: "),
        (
            '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n*',
            "line 1, column 1: position '8/8/8/8/8/8/8/8 w - - 0 1': White has no king",
        ),
        ('[Variant "Atomic"]\n1. e4', "line 1, column 1: the tag Variant is 'Atomic'"),
        ("1. e4 {", "line 1, column 7: a comment { is not closed"),
        ("1. e4 (1. d4", "line 1, column 7: a variation ( is not closed"),
        ("1. e4 )", "line 1, column 7: ')' without '('"),
        ("1. e4 e5 2. --", "line 1, column 13: '--' is a null move, but chess"),
    ],
)
def test_errors_name_the_place(text, message):
    with pytest.raises(InputError) as caught:
        parse_games(text, GAME)
    assert str(caught.value).startswith(message)
    assert len(str(caught.value).splitlines()) == 1


def test_errors_name_the_file_the_game_and_the_move(tmp_path):
    file = tmp_path / "games.pgn"
    file.write_text("1. e4 *\n\n1. d4 d5 2. e9 *\n")
    with pytest.warns(RecordWarning) as told:
        assert len(pw.read_games(file, GAME)) == 1
    (message,) = (str(each.message) for each in told)
    assert message.startswith(f"file {file}: game 2 is skipped: line 3, column 13: 'e9' is not a move")
    assert message.endswith("(game 2, move 3)")


def test_games_of_other_variants_are_told_apart():
    text = format_games([random_record(GAME_960, 1)], GAME_960, "pgn")
    assert '[Variant "Chess960"]' in text
    with pytest.raises(InputError, match=r"line 1, column 1: it is a game of chess:.*chess960=1"):
        parse_games(text, GAME)


@pytest.mark.parametrize(
    "text", ["1. e4 \x00 e5", "1. e4 \xa0e5 \x85", "Ü" * 50, "[White", "1. " * 9000, "((((" * 5000]
)
def test_what_is_no_game_is_refused_in_one_line(text):
    assert refusals([text], GAME) in (0, 1)


def refusals(texts, game):
    """Return how many texts are refused, each in one line."""
    refused = 0
    for text in texts:
        try:
            parse_games(text, game)
        except InputError as error:
            [line] = str(error).splitlines()
            refused += line.startswith(("line ", "there is no game"))
    return refused


# --- what people write ------------------------------------------------------------------------------------------------

CHESS = pw.make("chess")
PROMOTION, EN_PASSANT = "7k/4P3/8/8/8/8/8/K7 w - - 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


MOVES = (
    (PROMOTION, "e7e8q", "e8(Q)|e8/Q|e8Q|e8=q|e8=(Q)|e8♕|e8=♕+|e8Q#|e8=Q+!|e8=Q+-|e8(q)+|e8 (Q)"),
    (PROMOTION, "e7e8n", "e7-e8=N|e7e8N|e7e8(n)|e7e8n|e8(N)"),
    (CASTLING, "e1g1", "o-o|0-0|O-O|OO|о-о|О–О|0‑0|O-O+|0-0!|O-O±"),
    (CASTLING, "e1c1", "o-o-o|0-0-0|O-O-O|OOO|О–О–О|0-0-0#"),
    (EN_PASSANT, "e5d6", "exd6ep|exd6 e.p.|e5xd6 (e.p.)|ed6e.p.+|exd6 ep"),
    (chess.STARTING_FEN, "e2e4", "Pe4|♙e4|e2-e4|e2–e4|e4□|e4\u200b|e4+/=|e4(!?)|e4,|e4.|e4 (N)"),
    (chess.STARTING_FEN, "g1f3", "♘f3|Ng1f3|Ng1-f3|Ngf3|N1f3|♞f3|Nf3∓|Nf3=|Nf3+-"),
)


@in_turn(("fen", "move", "word"), [(fen, move, word) for fen, move, words in MOVES for word in words.split("|")])
def test_moves_as_people_write_them(fen, move, word):
    (record,) = parse_games(f'[FEN "{fen}"]\n\n1. {word} *', CHESS)
    assert record.words == [move]


@pytest.mark.parametrize("word", ["Z0", "--", "0000", "@@@@", "null", "NULL", "pass", "<>"])
def test_a_null_move_is_named_and_kept_in_a_variation(word):
    with pytest.raises(InputError, match=f"line 1, column 7: '{word}' is a null move, .*game 1, move 2"):
        parse_games(f"1. e4 {word} 2. d4 *", CHESS)
    (record,) = parse_games(f"1. e4 e5 ( 1... {word} 2. d4 ) 2. d4 *", CHESS)
    ((null, behind),) = record.moves[1].notes.variations
    assert (null.word, behind.word) == (word, "d4")
    assert parse_games(format_games([record], CHESS, "pgn"), CHESS) == [record]


SHUFFLE = " ".join(["Nf3 Nf6 Ng1 Ng8"] * 13)


@pytest.mark.parametrize(
    ("game", "text", "reads"),
    [
        ("chess", f"{SHUFFLE} 1-0", "chess:repetition=5"),
        ("chess:repetition=5,moves=20", f"{SHUFFLE} 1-0", "chess:repetition=0,moves=20"),
        ("chess:repetition=0,moves=20", f"{SHUFFLE} 1-0", "chess:repetition=0,moves=75"),
        ("chess:chess960=1", f"{SHUFFLE} 1-0", "chess:chess960=1,repetition=5"),
    ],
)
def test_what_reads_a_game_played_on_is_named(game, text, reads):
    with pytest.raises(InputError, match=rf"the game is over: .* if it was not claimed, {reads} reads on"):
        parse_games(text, pw.make(game))


def test_a_game_played_on_is_read():
    (record,) = parse_games(f"{SHUFFLE} 1-0", pw.make("chess:repetition=0"))
    assert (len(record.words), record.winner) == (52, "MAX")


def test_a_game_that_both_lost():
    for text in ('[Result "0-0"]\n\n0-0', "1. e4 e5 0-0", '[Result "0-0"]\n\n1. e4 e5 *'):
        (record,) = parse_games(text, CHESS)
        assert (record.winner, record.ended_by, record.detail) == (None, "unknown", "0-0")
        again = format_games([record], CHESS, "pgn")
        assert '[Result "0-0"]' in again
        assert parse_games(again, CHESS) == [record]


@pytest.mark.parametrize(
    ("comment", "numbers"),
    [
        ("+0.25/12 0.5s", {"value": -25, "depth": 12, "time": 0.5}),
        ("-0.31/8 120ms", {"value": 31, "depth": 8, "time": 0.12}),
        ("+M3/9 1.5s, Black mates", {"value": -30000, "depth": 9, "time": 1.5, "distance": 3}),
        ("-M4/9 0s", {"value": 30000, "depth": 9, "time": 0, "distance": 4}),
        ("(Nf3) 0.00/31 5", {"value": 0, "depth": 31, "time": 5}),
        (
            '+0.21/8 0.066s, tl=9.5s, n=4563, sd=11, pv="e4 e5"',
            {"value": -21, "depth": 8, "time": 0.066, "clock": 9.5, "nodes": 4563},
        ),
        ("[%eval 0.17]", {"value": 17}),
        ("[%eval -1.5,20]", {"value": -150, "depth": 20}),
        ("[%eval 36,24]", {"value": 36, "depth": 24}),  # ChessBase
        ("[%eval #-3]", {"value": -30000, "distance": 7}),
        ("[%eval #3] x", {"value": 30000, "distance": 6}),
        ("[%eval #0]", {"value": -30000, "distance": 1}),
        ("the score was 1/2", {}),
    ],
)
def test_what_an_engine_says_of_a_move_of_black(comment, numbers):
    (record,) = parse_games(f"1. e4 e5 {{{comment}}} *", CHESS)
    move = record.moves[1]
    assert {name: number for name, number in vars(move).items() if number is not None and name != "notes"} == {
        "word": "e7e5",
        **numbers,
    }
    assert parse_games(format_games([record], CHESS, "pgn"), CHESS) == [record]


def test_evaluations_are_written_in_pawns():
    moves = (
        MoveRecord("e2e4", 17, 12),
        MoveRecord("e7e5", -300),
        MoveRecord("g1f3", 30000, distance=5),
        MoveRecord("b8c6", -30000),
    )
    record = GameRecord("chess", CHESS.format_state(CHESS.initial()), (), moves)
    text = format_games([record], CHESS, "pgn")
    assert re.findall(r"%eval ([^\]]*)", text) == ["0.17,12", "-3.00", "#2", "-300.00"]
    assert parse_games(text, CHESS)[0].moves == moves
    game = chess.pgn.read_game(io.StringIO(text))
    assert [str(node.eval().white()) for node in game.mainline()] == ["+17", "-300", "#+2", "-30000"]


def test_a_file_of_an_older_plywise_is_read():
    text = (
        '[Plywise "{\\"game\\": \\"chess\\", \\"plies\\": 2, \\"opening\\": 1, \\"control\\": \\"60+0\\"}"]\n\n'
        "1. e4 e5 {[%eval 25]} *"
    )
    (record,) = parse_games(text, CHESS)
    assert (record.opening, record.moves[0].value, record.control) == (("e2e4",), 25, "60+0")
    assert "[%eval 0.25]" in format_games([record], CHESS, "pgn")


def test_other_starts_are_said_in_full():
    for name in ("chess:start=100", "chess:chess960=1"):
        game = pw.make(name)
        text = format_games([GameRecord(name, game.format_state(game.initial()))], game, "pgn")
        tags = chess.pgn.read_headers(io.StringIO(text))
        assert (tags["Variant"], tags["SetUp"]) == ("Chess960", "1")
        assert tags["FEN"] == game.format_state(game.initial())
    text = format_games([GameRecord("chess", PROMOTION)], CHESS, "pgn")
    assert '[Variant "From Position"]\n[SetUp "1"]\n[FEN "' in text
    assert parse_games(text, CHESS)[0].more == {}


def test_the_game_that_reads_another_variant_is_named():
    with pytest.raises(InputError, match="read such files as chess:chess960=1"):
        parse_games('[Variant "Fischerandom"]\n\n1. e4 *', CHESS)


@pytest.mark.slow
def test_reading_is_about_as_fast_as_python_chess():
    source, ours, theirs = random.Random(5), [], []
    text = "\n\n".join(str(told) for told, game in (random_game(source) for _ in range(120)) if game is GAME)
    for _ in range(3):
        file, begun = io.StringIO(text), process_time()
        while chess.pgn.read_game(file) is not None:
            pass
        theirs.append(process_time() - begun)
        begun = process_time()
        assert len(parse_games(text, GAME)) > 50
        ours.append(process_time() - begun)
    assert median(ours) < 2 * median(theirs)


# --- python-chess reads ours ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [GAME, GAME_960], ids=["usual", "960"])
def test_python_chess_reads_what_we_write(game):
    records = [random_record(game, seed, 40) for seed in range(6)]
    file = io.StringIO(format_games(records, game, "pgn"))
    for record in records:
        found = chess.pgn.read_game(file)
        assert not found.errors
        board = found.board()
        assert [node.uci(chess960=board.chess960) for node in found.mainline()] == record.words
        assert board.fen() == record.start
    assert chess.pgn.read_game(file) is None


# --- we read python-chess's -------------------------------------------------------------------------------------------

NOISE = (
    "fine",
    "a { brace",
    "(no variation)",
    "; semicolon",
    "1-0",
    "[%eval 0.25,6]",
    "Ünal 1. e4",
    "%",
    "e4 e5 *",
    "",
)


def annotate(game, source):
    """Add comments, annotations and nested variations to a game of python-chess."""
    nodes, budget = [game], 60
    while nodes and budget:
        node = nodes.pop(source.randrange(len(nodes)))
        budget -= 1
        if source.random() < 0.4 and node is not game:
            node.comment = source.choice(NOISE)
        if source.random() < 0.3 and node is not game:
            node.nags = {source.randrange(1, 140)}
        if source.random() < 0.3 and node.variations:
            moves = [move for move in node.board().legal_moves if not node.has_variation(move)]
            if moves:
                added = node.add_variation(source.choice(moves), comment=source.choice(NOISE))
                for _ in range(source.randrange(4)):
                    legal = list(added.board().legal_moves)
                    if not legal:
                        break
                    added = added.add_variation(source.choice(legal))
        nodes += node.variations


def random_game(source):
    """Return a random game of python-chess, annotated, and ours for it."""
    is_960 = source.random() < 0.3
    board, _ = start(source, is_960)
    game = chess.pgn.Game()
    game.setup(board)
    game.headers["White"] = source.choice(['A "b" \\ c', "Ünal", "?", "x" * 200])
    node, style = game, source.choice(STYLES)
    for _ in range(source.randrange(60)):
        if not any(board.legal_moves) or board.is_insufficient_material():
            break
        move = choose(board, source, style)
        node = node.add_variation(move)
        board.push(move)
    game.headers["Result"] = source.choice(("1-0", "0-1", "1/2-1/2", "*"))
    annotate(game, source)
    return game, (GAME_960 if is_960 else GAME)


def compare_files(seed, number):
    """Write random games by python-chess, read them, and compare; return how many moves were read."""
    source, moves = random.Random(f"pgn {seed}"), 0
    for _ in range(number):
        told, game = random_game(source)
        columns = source.choice((None, 20, 80))
        text = told.accept(chess.pgn.StringExporter(columns=columns, headers=source.random() < 0.9 or game is GAME_960))
        if "FEN" in told.headers and "[FEN" not in text:
            continue
        text = "\n".join(line for line in text.splitlines())
        text = source.choice(("", "\ufeff", "% escaped\n", "; a comment\n")) + text.replace(
            "\n", source.choice(("\n", "\r\n", "\n\n"))
        )
        (record,) = parse_games(text, game)
        board = told.board()
        assert record.words == [node.uci(chess960=game is GAME_960) for node in told.mainline()], text
        assert record.start == board.fen(en_passant="legal"), text
        again = GameRecord.from_json(record.to_json())
        (back,) = parse_games(format_games([again], game, "pgn"), game)
        assert back.words == record.words
        moves += len(record.words)
    return moves


def test_games_that_python_chess_writes():
    assert compare_files(0, 12) > 100


@pytest.mark.slow
def test_many_games_that_python_chess_writes():
    assert compare_files(1, 300) > 3000


def mutate(text, source):
    for _ in range(source.randrange(1, 4)):
        at = source.randrange(len(text))
        piece = source.choice(
            ["", "{", "}", "(", ")", "[", '"', "\\", "1-0", "*", "9", "x", "\n", "\x00", "0-0", ";", "%", "$"]
        )
        text = text[:at] + piece + text[at + source.choice([0, 1, 1, 9]) :]
    return text


def mutated_files(seed, number):
    """Read damaged files; return how many were refused, each in one line."""
    source, refused = random.Random(f"mutated {seed}"), 0
    for _ in range(number):
        told, game = random_game(source)
        refused += refusals([mutate(str(told), source)], game)
    return refused


def test_damaged_files_are_read_or_refused_in_one_line():
    assert mutated_files(0, 15) > 2


@pytest.mark.slow
def test_many_damaged_files():
    assert mutated_files(1, 400) > 50
