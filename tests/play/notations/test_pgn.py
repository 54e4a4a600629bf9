"""PGN and PDN: written games are read back, by us and by pydraughts; files of other programs are read."""

import random
import re
from dataclasses import replace
from math import inf
from typing import NamedTuple

import pytest
from draughts import Board, Move
from draughts.PDN import PDNReader, PDNWriter

import plywise as pw
from plywise.game.record_notation import PortableNotation
from plywise.play.game_files import format_games, parse_games
from plywise.play.record import GameRecord, MoveRecord, Notes
from tests.helpers.in_turn import in_turn
from tests.helpers.random_records import random_record

CHECKERS = pw.make("checkers")

WYLLIE = """\ufeff[Event "Manchester 1841"]\r
[Date "1841-??-??"]\r
[Black "Moorhead, W."]\r
[White "Wyllie, J."]\r
[Site "Manchester"]\r
[Result "0-1"]\r
\r
1. 11-15 24-20 2. 8-11 28-24 3. 9-13 22-18 4. 15x22 25x18 5. 4-8 26-22 6. 10-14\r
18x9 7. 5x14 22-18 8. 1-5 18x9 9. 5x14 29-25 10. 11-15 24-19 11. 15x24 25-22 12.\r
24-28 22-18 13. 6-9 27-24 14. 8-11 24-19 15. 7-10 20-16 16. 11x20 18-15 17. 2-6\r
15-11 18. 12-16 19x12 19. 10-15 11-8 20. 15-18 21-17 21. 13x22 30-26 22. 18x27\r
26x17x10x1 0-1\r
"""


class Takeaway(pw.Game):
    """Take one, two or three of the stones; whoever takes one moves again; whoever takes the last wins."""

    class State(NamedTuple):
        stones: int
        side: int

    def initial(self):
        return self.State(12, pw.MAX)

    def player(self, state):
        return state.side

    def actions(self, state):
        return range(1, min(state.stones, 3) + 1)

    def result(self, state, action):
        return self.State(state.stones - action, state.side if action == 1 else -state.side)

    def terminal(self, state):
        return state.stones == 0

    def utility(self, state):
        return -state.side

    def record_notation(self):
        return PortableNotation(
            tags={"Variant": "Takeaway"},
            write_move=lambda state, action: "abc"[action - 1] + ("#" if action == state.stones else ""),
            read_move=self.read_move,
            write_start=lambda state: f"{state.stones} {'w' if state.side > 0 else 'b'}",
            read_start=lambda text: self.parse_state(
                f"stones={text.replace(' w', ',side=1').replace(' b', ',side=-1')}"
            ),
        )

    def read_move(self, state, text):
        if text[:1] not in ("a", "b", "c"):
            raise pw.InputError(f"{text!r} is none of a, b, c")
        return "abc".index(text[0]) + 1


TAKEAWAY = Takeaway()


# --- there and back --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [CHECKERS, TAKEAWAY, pw.make("checkers:moves=0,repetition=0")], ids=repr)
def test_random_games_are_read_back_whole(game):
    form = game.record_notation().extension
    records = [random_record(game, seed) for seed in range(30)]
    assert len({record.start for record in records}) > 5
    assert parse_games(format_games(records, game, form), game) == records


def test_a_game_written_is_as_the_standard_has_it():
    moves = (
        MoveRecord("10-15", 0.25, 6, 2000, 0.25, 59.75),
        MoveRecord("24-20", -inf, None, None, 61.0, 3599.5),
        MoveRecord("15-19"),
    )
    record = GameRecord(
        "checkers", CHECKERS.format_state(CHECKERS.initial()), ("11-16",), (), "Ann", 'Bob "B"', "60+0.5", None,
        "MIN", "time", "late", "", {"tags": {"Event": "Test", "Round": "3", "Result": "*", "Annotator": "me"}},
    )  # fmt: skip
    text = format_games([record, replace(record, opening=(), moves=moves)], CHECKERS, "pdn")
    first, second = text.split("\n\n[")
    assert first.splitlines() == [
        '[Event "Test"]',
        '[Site "?"]',
        '[Date "????.??.??"]',
        '[Round "3"]',
        '[White "Bob \\"B\\""]',
        '[Black "Ann"]',
        '[Result "0-1"]',
        '[Annotator "me"]',
        '[GameType "21,B,8,8,N1,0"]',
        '[TimeControl "60+0.5"]',
        '[Termination "time forfeit"]',
        '[Plywise "game=checkers&control=60+0.5&ended_by=time&detail=late&plies=1"]',
        "",
        "1. 11-16 {book} 0-1",
    ]
    assert second.split("\n\n")[1] == (
        "1. 10-15 {[%eval 0.25,6] [%nodes 2000] [%emt 0:00:00.25] [%clk 0:00:59.75]}\n"
        "1... 24-20 {[%eval -inf] [%emt 0:01:01] [%clk 0:59:59.5]} 2. 15-19 0-1"
    )


def test_moves_are_numbered_by_the_player_who_is_first():
    word = {"start": "stones=12,side=-1", "opening": ("2", "1", "1", "3", "1", "1", "1", "2")}
    record = GameRecord("Takeaway", **word, winner="MIN", ended_by="rules", utility=-1)
    text = format_games([record], TAKEAWAY, "pgn")
    assert text.split("\n\n")[1] == (
        "1... b {book} 2. a {book} 3. a {book} 4. c {book} 4... a {book} 5... a {book}\n"
        "6... a {book} 7... b# {book} 0-1"
    )
    assert '[FEN "12 b"]' in text
    assert parse_games(text, TAKEAWAY)[0].words == record.words


def test_a_start_that_a_fen_does_not_tell_is_kept_beside_it():
    start = "W:WK32:BK1:H2:P27-32,5-1"
    record = GameRecord("checkers", CHECKERS.format_state(CHECKERS.parse_state(start)), (), (MoveRecord("32-28"),))
    text = format_games([record], CHECKERS, "pdn")
    assert '[FEN "W:WK32:BK1"]' in text
    assert parse_games(text, CHECKERS)[0].start == record.start
    (without,) = parse_games(re.sub(r"\[Plywise.*\n", "", text), CHECKERS)
    assert (without.start, without.words) == ("W:WK32:BK1", ["32-28"])
    (other,) = parse_games(text.replace('"W:WK32:BK1"', '"W:WK32:BK2"'), CHECKERS)
    assert other.start == "W:WK32:BK2"


def test_what_another_program_changed_counts_more_than_what_was_kept_beside():
    record = GameRecord("checkers", CHECKERS.format_state(CHECKERS.initial()), (), (MoveRecord("11-15"),))
    text = format_games([record], CHECKERS, "pdn")
    (decided,) = parse_games(text.replace('Result "*"', 'Result "1-0"').replace("15 *", "15 1-0"), CHECKERS)
    assert (decided.winner, decided.ended_by) == ("MAX", "unknown")
    (longer,) = parse_games(text.replace("15 *", "15 24-20 *"), CHECKERS)
    assert (longer.winner, longer.ended_by, len(longer.moves)) == (None, "unfinished", 2)
    (broken,) = parse_games(text.replace('"game=', '"{{game'), CHECKERS)
    assert broken.words == ["11-15"]


# --- other programs --------------------------------------------------------------------------------------------------


def test_a_game_of_1841_is_read():
    """From the Open Checkers Archive, where 1-0 is a win of Black, who moves first: White is ahead in the end."""
    (record,) = parse_games(WYLLIE, CHECKERS)
    assert (record.max, record.min, record.winner, record.ended_by) == ("Moorhead, W.", "Wyllie, J.", "MIN", "unknown")
    assert record.more == {"tags": {"Event": "Manchester 1841", "Date": "1841-??-??", "Site": "Manchester"}}
    assert (len(record.moves), record.words[-1]) == (44, "26x17x10x1")
    last = record.replay(CHECKERS)[-1]
    assert pw.search(CHECKERS, last, depth=6, engine="reference").value < 0
    assert parse_games(format_games([record], CHECKERS, "pdn"), CHECKERS) == [record]


def random_words(seed, most=70):
    """Return a random game of checkers, and the position it leads to."""
    source, state, found = random.Random(seed), CHECKERS.initial(), []
    while len(found) < most and not CHECKERS.terminal(state):
        action = source.choice(list(CHECKERS.actions(state)))
        found.append(CHECKERS.format_action(state, action))
        state = CHECKERS.result(state, action)
    return found, state


def pieces(fen):
    """Return the side to move and each side's pieces in a FEN, in any order."""
    side, *sides = fen.split(":")
    return side, {each[0]: frozenset(each[1:].split(",")) for each in sides[:2]}


@pytest.mark.fast_with("0", "1")
@pytest.mark.parametrize("seed", range(6))
def test_pydraughts_reads_what_we_write(seed):
    words, last = random_words(seed)
    record = GameRecord("checkers", CHECKERS.format_state(CHECKERS.initial()), (), tuple(map(MoveRecord, words)))
    games = PDNReader(format_games([record, record], CHECKERS, "pdn")).games
    assert [game.moves for game in games] == [words, words]
    assert (games[0].variant, games[0].game_ending, games[0].tags["Result"]) == ("english", "*", "*")
    board = Board("english", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12")
    for word in games[0].moves:
        board.push(Move(board, pdn_move=word))
    assert pieces(board.fen) == pieces(CHECKERS.format_state(last))


@pytest.mark.fast_with("0", "3")
@pytest.mark.parametrize("seed", range(6))
def test_what_pydraughts_writes_is_read(seed, tmp_path):
    words, last = random_words(seed)
    board = Board("english", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12")
    for word in words:
        board.push(Move(board, pdn_move=word))
    PDNWriter(str(tmp_path / "game.pdn"), board, tags={"White": "a", "Black": "b"}, game_ending="1/2-1/2")
    (record,) = pw.read_games(tmp_path / "game.pdn", CHECKERS)
    assert (record.words, record.winner, record.max) == (words, "draw", "b")
    assert record.position == CHECKERS.format_state(last)


@pytest.mark.parametrize(
    "movetext",
    [
        "1. 11-15 22-17 2. 15-19 24x15 3. 10x19",
        "1. 11-15 22-17 2. 15-19 24:15 3. 10:19",
        "1. 11-15 22-17 2. 15-19 24-15 3. 10-19",
        "1.11-15 22-17 2.15-19?? 24X15! 3. 10x19(?) 1-0",
        "1. 11-15 { [%clk 0:05:00] x } 22-17 (22-18 15x22 2. 25x18) 2. 15-19 $4 24x15 3. 10x19 *",
        "1. 11-15 22-17 2. 15-19 24x15 3. 10-19 2-0",
        "1. 11 - 15 22 - 17 2. 15 - 19 24 x 15 3. 10 x 19 *",
        "1 11-15 22-17 2 15-19 24x15 3 10x19",
        "11-15 22-17\n15-19 24×15\n10x 19 {good} $1 0-2",
        "1. 11-15 1... 22-17 2... 15-19 (2. 9-13 $2) 24 x15 3. 10 :19 1-1",
    ],
)
@in_turn("kind", ["21", "?", "", "21 ", "21,W,8,8,N2,0", "English draughts"])
def test_moves_as_other_programs_write_them(movetext, kind):
    (record,) = parse_games(f'[GameType "{kind}"]\n\n{movetext}', CHECKERS)
    assert record.words == ["11-15", "22-17", "15-19", "24x15", "10x19"]


@pytest.mark.parametrize(
    ("fen", "position"),
    [
        ("W:W21-24,K5:B1-4,K7", "W:WK5,21,22,23,24:B1,2,3,4,K7"),
        ("b:wK30-32:b1.", "B:WK30,K31,K32:B1"),
        ("B:W 21, 22:B 1:H0:F1", "B:W21,22:B1"),
        ("W:B1:W21", "W:W21:B1"),
    ],
)
def test_positions_as_other_programs_write_them(fen, position):
    (record,) = parse_games(f'[SetUp "1"]\n[FEN "{fen}"]\n*', CHECKERS)
    assert record.start == position


@pytest.mark.parametrize(
    ("told", "winner", "ended_by"),
    [
        ('[Result "1-0"]\n1. 11-15 1-0', "MAX", "unknown"),
        ('[Result "*"]\n1. 11-15 1-0', "MAX", "unknown"),
        ("1. 11-15 0-2", "MIN", "unknown"),
        ('[Result "1-0"]\n[Termination "Time forfeit"]\n1. 11-15', "MAX", "time"),
        ('[Result "1/2-1/2"]\n[Termination "adjudication"]\n1. 11-15', "draw", "adjudicated"),
        ('[Result "0-1"]\n[Termination "rules infraction"]\n1. 11-15', "MIN", "illegal move"),
        ('[Result "0-1"]\n[Termination "Bob won by resignation"]\n1. 11-15', "MIN", "unknown"),
        ("1. 11-15 *", None, "unfinished"),
        ("1. 11-15 0-0", None, "unknown"),
        ('[FEN "W:WK11:B7"]\n1. 11x2', "MIN", "rules"),
        ('[FEN "B:W9:B5,6"]\n1... 6x13', "MAX", "rules"),
        ('[Result "1-0"]\n[FEN "B:W9:B5,6"]\n1... 6x13', "MAX", "rules"),
        ('[Result "1/2-1/2"]\n[FEN "B:W9:B5,6"]\n1... 6x13', "draw", "unknown"),
    ],
)
def test_who_has_won_and_why(told, winner, ended_by):
    (record,) = parse_games(told, CHECKERS)
    assert (record.winner, record.ended_by) == (winner, ended_by)


@pytest.mark.parametrize(
    ("comment", "numbers", "is_kept"),
    [
        ("[%eval 0.5]", {"value": 0.5}, False),
        (" [%eval 0.5,3]  [%clk 0:00:09.5]\n", {"value": 0.5, "depth": 3, "clock": 9.5}, False),
        ("text [%eval -3,12] text", {"value": -3, "depth": 12}, True),
        ("[%eval #3] [%clk 1:02:03]", {"clock": 3723, "value": 1, "distance": 7}, False),
        ("[%clk 0:09.5] [%emt 0:00:01]", {"clock": 9.5, "time": 1}, True),
        ("[%eval nan] [%clk x] [%nodes -1] [%eval] [%csl Ga1]", {}, True),
        ("[%eval 1e999] [%nodes 7]", {"nodes": 7}, True),
        ("no command", {}, True),
    ],
)
def test_what_comments_say_of_a_move(comment, numbers, is_kept):
    (record,) = parse_games(f"1. 11-15 {{{comment}}} *", CHECKERS)
    (move,) = record.moves
    assert replace(move, notes=Notes()) == MoveRecord("11-15", **numbers)
    assert move.notes.comments == ((comment,) if is_kept else ())
    assert parse_games(format_games([record], CHECKERS, "pdn"), CHECKERS) == [record]


# --- malformed -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1. 11-15\n  23-24", "line 2, column 3: '23-24' is not a legal action; legal: "),
        ("1. e4", "line 1, column 4: 'e4' is not a move: squares from 1 to 32"),
        ('[FEN "W:W1"]\n*', "line 1, column 1: position 'W:W1' is not the side to move"),
        ('\n[GameType "20"]\n1. 32-28', "line 2, column 1: the tag GameType is '20', which is not checkers"),
        ('[FEN "W:W:B5,6"]\n21-17', "line 2, column 1: the game is over: '21-17' cannot be played"),
        (
            '[Plywise "{\\"game\\": \\"checkers:moves=3\\"}"]\n*',
            "line 1, column 1: it is a game of checkers:moves=3, not of checkers",
        ),
        ("\n\n1. 11-16 {", "line 3, column 10: a comment { is not closed"),
        (" \n ", "there is no game in it"),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(text, message):
    with pytest.raises(pw.InputError) as caught:
        parse_games(text, CHECKERS)
    assert str(caught.value).startswith(message)
    assert len(str(caught.value).splitlines()) == 1


def test_an_action_that_a_notation_reads_must_be_legal():
    with pytest.raises(pw.InputError, match="line 3, column 8: 'c' is not a legal action"):
        parse_games('[SetUp "1"]\n[FEN "4 w"]\n1. b a c', TAKEAWAY)
    with pytest.raises(pw.InputError, match="line 1, column 6: 'x' is none of a, b, c"):
        parse_games("1. a x", TAKEAWAY)


@pytest.mark.fast_with("0", "1", "2")
@pytest.mark.parametrize("seed", range(8))
def test_mutated_files_are_read_or_refused_in_one_line(seed):
    source = random.Random(seed)
    text = format_games([random_record(CHECKERS, seed, 12), random_record(CHECKERS, seed + 50, 6)], CHECKERS, "pdn")
    refused = 0
    for _ in range(60):
        mutated = text
        for _ in range(source.randrange(1, 4)):
            at = source.randrange(len(mutated))
            piece = source.choice(["", "{", "}", "(", ")", "[", '"', "\\", "1-0", "*", "9", "x", "\n", "\x00", "😀"])
            mutated = mutated[:at] + piece + mutated[at + source.choice([0, 1, 1, 9]) :]
        try:
            for record in parse_games(mutated, CHECKERS):
                assert GameRecord.from_json(record.to_json()) == record
                assert CHECKERS.format_state(record.replay(CHECKERS)[-1]) == record.position
        except pw.InputError as error:
            refused += 1
            if len(str(error).splitlines()) != 1:
                raise AssertionError(mutated) from error
    assert 0 < refused < 60
