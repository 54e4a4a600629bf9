"""A game's record as JSON: all of it is read back, and what is wrong is named in one line."""

import json
import random
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plywise as pw
from plywise.play.player import Thought
from plywise.play.record import ENDINGS, GameRecord, MoveRecord, Notes, read_records

GAME = pw.make("tictactoe")
MOVES = (MoveRecord("4", inf, 3, 120, 0.25, 9.75), MoveRecord("6", -0.5), MoveRecord("3"))
RECORD = GameRecord(
    "tictactoe", "X.......O", ("2",), MOVES, "engine", "Ωμέγα \"x\"\n", "10+0", None, "MIN", "crash", "it left, \\",
    "", {"round": 3, "notes": [None, True, {"": 1.5}]},
)  # fmt: skip
TOLD = json.loads(RECORD.to_json())

VALUES = st.none() | st.integers() | st.floats(allow_nan=False)
SECONDS = st.none() | st.integers(0) | st.floats(allow_nan=False, allow_infinity=False)
TEXT = st.text()
WHOLE = st.none() | st.integers()
TEXTS = st.lists(TEXT, max_size=2).map(tuple)


def moves(notes):
    return st.builds(MoveRecord, TEXT, VALUES, WHOLE, WHOLE, SECONDS, SECONDS, WHOLE, notes)


def notes_with(variations):
    return st.builds(Notes, TEXTS, TEXTS, TEXTS, variations, st.dictionaries(TEXT, TEXTS, max_size=2))


NOTES = st.recursive(
    st.just(Notes()) | notes_with(st.just(())),
    lambda inner: notes_with(st.lists(st.lists(moves(inner), max_size=2).map(tuple), max_size=2).map(tuple)),
    max_leaves=3,
)
MOVE = moves(NOTES)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=5,
)
RECORDS = st.builds(
    GameRecord, TEXT, TEXT, st.lists(TEXT, max_size=3).map(tuple), st.lists(MOVE, max_size=3).map(tuple), TEXT, TEXT,
    TEXT, VALUES, st.sampled_from([None, "MAX", "MIN", "draw"]), st.sampled_from(ENDINGS), TEXT, TEXT,
    st.dictionaries(TEXT, JSON, max_size=2),
)  # fmt: skip


@given(RECORDS)
def test_every_record_is_one_line_and_read_back(record):
    text = record.to_json()
    assert text.isascii()
    assert text.isprintable()
    assert GameRecord.from_json(text) == record
    json.loads(text, parse_constant=pytest.fail)  # strict readers know no Infinity


def test_the_order_of_the_keys_never_changes():
    assert list(TOLD) == [
        "plywise", "version", "game", "start", "opening", "moves", "max", "min", "control", "utility", "winner",
        "ended_by", "detail", "position", "more",
    ]  # fmt: skip
    assert TOLD["moves"][0] == {"word": "4", "value": "inf", "depth": 3, "nodes": 120, "time": 0.25, "clock": 9.75}
    assert TOLD["moves"][2] == {"word": "3"}


def test_a_game_saved_by_an_older_plywise_is_read():
    saved = {
        "plywise": "saved game", "game": "tictactoe", "start": ".........", "moves": ["4", "0"],
        "position": "O...X....", "max": "human", "min": "engine:level=3",
    }  # fmt: skip
    record = GameRecord.from_json(json.dumps(saved, indent=2) + "\n")
    assert (record.words, record.max, record.min, record.winner) == (["4", "0"], "human", "engine:level=3", None)
    assert [GAME.format_state(state) for state in record.replay(GAME)] == [".........", "....X....", "O...X...."]


def deep(levels):
    """Return a line of variations in one another, as plain data."""
    line = ["4"]
    for _ in range(levels):
        line = [{"word": "4", "notes": {"variations": [line]}}]
    return line


@pytest.mark.parametrize(
    ("changed", "names"),
    [
        ({"plywise": "exercises"}, "it is not a game record"),
        ({"plywise": None}, "it is not a game record"),
        ({"plywise": []}, "it is not a game record"),
        ({"version": 2}, "its version is 2; this Plywise reads version 1"),
        ({"version": None}, "its version is null"),
        ({"game": 3}, "game: 3 is not a text"),
        ({"start": None}, "start: null is not a text"),
        ({"max": ["a"]}, 'max: ["a"] is not a text'),
        ({"control": 7}, "control: 7 is not a text"),
        ({"opening": "4 0"}, 'opening: "4 0" is not a list of moves'),
        ({"opening": ["4", 0]}, "opening, move 2: 0 is not a text"),
        ({"moves": "40"}, 'moves: "40" is not a list of moves'),
        ({"moves": ["4", 3]}, "moves, move 2: 3 is not a move"),
        ({"moves": [{}]}, "moves, move 1: its word is null, not a text"),
        ({"moves": [{"word": "4", "value": "nan"}]}, 'moves, move 1: value: "nan" is not a number'),
        ({"moves": [{"word": "4", "value": True}]}, "moves, move 1: value: true is not a number"),
        ({"moves": [{"word": "4", "depth": 1.5}]}, "moves, move 1: depth: 1.5 is not a whole number"),
        ({"moves": [{"word": "4", "nodes": "7"}]}, 'moves, move 1: nodes: "7" is not a whole number'),
        ({"moves": [{"word": "4", "clock": "inf"}]}, 'moves, move 1: clock: "inf" is not a number of seconds'),
        ({"moves": [{"word": "4", "distance": -0.5}]}, "moves, move 1: distance: -0.5 is not a whole number"),
        ({"moves": [{"word": "4", "notes": 3}]}, "moves, move 1: notes: 3 is not a JSON object"),
        ({"notes": {"comments": "good"}}, 'comments: "good" is not a list of texts'),
        ({"notes": {"marks": ["!", 1]}}, "marks, text 2: 1 is not a text"),
        ({"notes": {"variations": {}}}, "variations: {} is not a list of lines"),
        ({"notes": {"variations": [["4", {}]]}}, "its word is null, not a text"),
        ({"notes": {"variations": [deep(100)]}}, "variations are nested more than 100 deep"),
        ({"moves": deep(101)}, "moves, move 1: variations are nested more than 100 deep"),
        ({"notes": {"properties": []}}, "properties: [] is not a JSON object"),
        ({"notes": {"properties": {"LB": "dd"}}}, 'property LB: "dd" is not a list of texts'),
        ({"utility": []}, "utility: [] is not a number"),
        ({"winner": "me"}, 'winner: "me" is none of MAX, MIN, draw'),
        ({"winner": {}}, "winner: {} is none of MAX, MIN, draw"),
        ({"ended_by": None}, "ended_by: null is none of rules, proved"),
        ({"ended_by": "x" * 999}, 'ended_by: "xxx'),
        ({"more": []}, "more: [] is not a JSON object"),
    ],
)
def test_what_is_wrong_is_named(changed, names):
    with pytest.raises(pw.InputError) as caught:
        GameRecord.from_json(json.dumps(TOLD | changed))
    assert str(caught.value).startswith(names)
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize("missing", ["game", "start", "moves"])
def test_what_is_missing_is_named(missing):
    told = {name: value for name, value in TOLD.items() if name != missing}
    with pytest.raises(pw.InputError, match=f"it does not say its {missing}"):
        GameRecord.from_json(json.dumps(told))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", "it is not JSON: Expecting value"),
        ("[]", "it is not a JSON object"),
        ('{"plywise": "game record", "utility": NaN}', "it is not JSON: NaN is not a number"),
        ('{"plywise": "game record", "utility": -Infinity}', "it is not JSON: -Infinity is not a number"),
        ('{"utility": ' + "9" * 5000 + "}", "it is not JSON: "),
        ("[" * 100_000, "it is not JSON: "),
        (RECORD.to_json()[:-1], "it is not JSON: Expecting"),
    ],
)
def test_what_is_no_json_is_refused_in_one_line(text, names):
    with pytest.raises(pw.InputError) as caught:
        GameRecord.from_json(text)
    assert str(caught.value).startswith(names)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("more", [{"x": {1}}, {"x": nan}, {"x": object()}])
def test_what_cannot_be_json_is_refused_when_written(more):
    with pytest.raises(pw.InputError, match="cannot be kept as JSON"):
        GameRecord("nim", "", more=more).to_json()


def test_lines_are_numbered_and_empty_ones_do_not_matter():
    lines = [RECORD.to_json(), "", GameRecord("nim", "3-4").to_json() + "\n", "  \n", "{}"]
    assert list(read_records(lines[:4])) == [RECORD, GameRecord("nim", "3-4")]
    with pytest.raises(pw.InputError, match=r"^line 5: it is not a game record$"):
        list(read_records(lines))


def test_mutated_lines_are_read_or_refused():
    source, text = random.Random(7), RECORD.to_json()
    refusals = []
    for _ in range(3000):
        at, length = source.randrange(len(text)), source.choice([0, 1, 1, 5, 40])
        piece = source.choice(["", "9", '"', "null", "[]", "{", "\\", "1e999", "-", text[at : at + 9]])
        try:
            found = GameRecord.from_json(text[:at] + piece + text[at + length :])
            assert GameRecord.from_json(found.to_json()) == found
            found.replay(GAME)
        except pw.InputError as error:
            refusals.append(str(error))
    assert all(len(refusal.splitlines()) == 1 for refusal in refusals)
    assert 2000 < len(refusals) < 3000


# --- replaying -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "names"),
    [
        ({"game": "nim"}, "a game of nim, not of tictactoe"),
        ({"start": "XX"}, "is not nine characters"),
        ({"opening": ["9"]}, "move 1: "),
        ({"moves": ["4", "4"]}, "move 3: '4' is not a legal action"),
        ({"start": "XXXOO...."}, "move 1: the game is over"),
    ],
)
def test_a_game_that_does_not_fit_is_refused(changed, names):
    with pytest.raises(pw.InputError, match=names):
        GameRecord.from_json(json.dumps(TOLD | changed)).replay(GAME)


def test_the_opening_counts_among_the_moves():
    record = GameRecord("tictactoe", ".........", ("4", "0"), (MoveRecord("8"),))
    assert record.words == ["4", "0", "8"]
    assert GAME.format_state(record.replay(GAME)[-1]) == "O...X...X"


def test_a_game_whose_positions_cannot_be_typed_is_replayed_from_its_initial_one():
    class Untyped(pw.Game):
        def initial(self):
            return (range(3), 0)

        def player(self, state):
            return pw.MAX if state[1] % 2 == 0 else pw.MIN

        def actions(self, state):
            return [1, 2]

        def result(self, state, action):
            return (state[0], state[1] + action)

        def terminal(self, state):
            return state[1] >= 3

        def utility(self, state):
            return 1

    game = Untyped()
    with pytest.raises(pw.InputError):
        game.parse_state(game.format_state(game.initial()))
    record = GameRecord("Untyped", game.format_state(game.initial()), (), (MoveRecord("2"), MoveRecord("1")))
    assert record.replay(game)[-1] == (range(3), 3)


# --- what a player thinks --------------------------------------------------------------------------------------------


def test_a_move_s_numbers_are_those_of_its_finding():
    result = pw.search(GAME, depth=3)
    move = MoveRecord.of("4", Thought(4, result, value=77, nodes=88))
    assert (move.value, move.depth, move.nodes) == (result.value, result.depth, result.nodes)
    solved = MoveRecord.of("4", Thought(4, pw.solve(GAME)))
    assert (solved.value, solved.depth, solved.nodes) == (0, None, None)  # a solver's nodes are not the same again


@pytest.mark.parametrize(
    ("said", "kept"), [(1.5, 1.5), (3, 3), (inf, inf), (-inf, -inf), (nan, None), ("1", None), (True, None), ([], None)]
)
def test_a_player_s_own_numbers_are_kept_if_they_are_any(said, kept):
    assert MoveRecord.of("4", Thought(4, value=said)).value == kept
