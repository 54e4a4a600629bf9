"""What a page says is looked at before anything is done: every fault has its line."""

import json

import pytest

from plywise.errors import InputError
from plywise.web.limits import MAX_MESSAGE_BYTES, MAX_RECORD_TEXT
from plywise.web.messages import FIELDS, Refused, read_request, show
from plywise.web.players import KINDS, check_who

GOOD = {
    "new": {"game": "nim"}, "open": {"game_id": "abc"}, "play": {"move": "4", "ply": 0}, "position": {"text": ""},
    "record": {"form": "json"}, "import": {"text": "x"}, "show": {"ply": 0}, "analyse": {"on": True},
    "back": {"ply": 0}, "puzzles": {"game": "nim"}, "puzzle": {"puzzle_id": "0" * 20},
    "try": {"puzzle_id": "0" * 20, "move": "1"}, "lesson_tree": {"tree": "1 2"}, "questions": {"source": "quiz"},
    "mark": {"source": "quiz", "question": 0, "answers": {}}, "class_open": {"source": "exercise"},
    "class_join": {"code": "ABCDE"}, "class_ask": {"code": "ABCDE", "question": 0},
    "class_answer": {"code": "ABCDE", "question": 0, "answers": {"e1.nodes": "3"}}, "class_count": {"code": "ABCDE"},
    "class_close": {"code": "ABCDE"}, "follow": {"line": []}, "picture": {"game_id": "abc"},
}  # fmt: skip
"""The least that each request needs; {} for those that are not here."""

WRONG = [None, [], {}, "", "x" * (MAX_RECORD_TEXT + 1), -1, 2**70, 1.5, True, "\0", "\ud800", "a\nb", [[1]], "…" * 300]


def read(**told):
    return read_request(json.dumps(told))


def why_refused(told):
    """Return the refusal of a message; None where it is read."""
    try:
        read_request(json.dumps(told))
    except Refused as refused:
        return refused


def refusal(text):
    with pytest.raises(Refused) as refused:
        read_request(text)
    assert "\n" not in refused.value.reason
    assert len(refused.value.reason) < 600
    return refused.value


@pytest.mark.parametrize("do", FIELDS)
def test_each_request_with_the_least_that_it_needs(do):
    assert read(id=7, do=do, **GOOD.get(do, {})) == (7, do, GOOD.get(do, {}))


@pytest.mark.parametrize(("do", "field"), [(do, field) for do, fields in FIELDS.items() for field in fields])
def test_each_field_with_values_of_other_kinds(do, field):
    refused = [
        error for value in WRONG if (error := why_refused({"id": 1, "do": do, **GOOD.get(do, {}), field: value}))
    ]
    assert len(refused) >= len(WRONG) - 6
    assert {error.id for error in refused} == {1}
    assert {error.reason.startswith(f"{do}: {field} is ") for error in refused} == {True}


@pytest.mark.parametrize("do", [do for do in GOOD if GOOD[do]])
def test_what_is_needed_is_asked_for(do):
    for missing in GOOD[do]:
        given = {name: value for name, value in GOOD[do].items() if name != missing}
        assert refusal(json.dumps({"id": 3, "do": do, **given})).reason == f"{do}: it needs {missing}"


@pytest.mark.parametrize("do", FIELDS)
def test_unknown_fields_are_refused(do):
    told = {"id": 2, "do": do, **GOOD.get(do, {}), "weight": 1}
    assert refusal(json.dumps(told)).reason.startswith(f'{do}: there is no "weight"; it takes ')


@pytest.mark.parametrize(
    "text",
    [
        "", "x", "[]", "null", "7", '"a"', "{", "{}x", '{"id": NaN, "do": "list"}', "[" * 100_000, '{"a":' * 50_000,
        '{"id": ' + "9" * 5000 + "}", "\0", b"{}", " " * (MAX_MESSAGE_BYTES + 1), "\ud800",
    ],
)  # fmt: skip
def test_what_is_no_message(text):
    assert refusal(text).id is None


@pytest.mark.parametrize("number", [None, "1", 1.0, True, -1, 2**54, [], {}])
def test_ids(number):
    assert refusal(json.dumps({"id": number, "do": "list"})).id is None


@pytest.mark.parametrize("do", [None, "", "New", "__init__", 3, [], {"do": "new"}, "x" * 1000])
def test_what_nobody_can_do(do):
    error = refusal(json.dumps({"id": 5, "do": do}))
    assert error.id == 5
    assert error.reason.startswith("do: ")


def test_values_are_shown_short_and_without_control_characters():
    assert show("\x1b[2J") == '"\\u001b[2J"'
    assert len(show(["a" * 1000])) <= 60


@pytest.mark.parametrize("who", ["human", "random", "engine:level=3", "engine:time=1.5", "solver", "solver:time=2"])
def test_who_may_play(who):
    assert check_who(who) == who


@pytest.mark.parametrize(
    "who",
    [
        "uci:stockfish", "gtp:gnugo", "uci[Hash=1]:x", "function:/etc/passwd:x", "function:a.py:f", "", "Human",
        "human:x", "engine:time=61", "engine:time=nan", "engine:time=-1", "engine:time=0", "engine:time=1e999",
        "engine:nodes=1000000000", "engine:depth=99", "engine:weights=x", "engine:level=13", "engine:level=x",
        "engine:level=3,level=4", "solver:nodes=5", "simple:x=1", "random:seed=x", "engine:without=a", "engine:level",
    ],
)  # fmt: skip
def test_who_may_not_play(who):
    with pytest.raises(InputError) as refused:
        check_who(who)
    assert "\n" not in str(refused.value)
    assert set(KINDS) == {"human", "random", "simple", "engine", "solver"}


def test_a_record_of_the_longest_is_read_however_json_writes_it():
    for letter in ('"', "\n", "\x01", "\u2026"):
        text = letter * MAX_RECORD_TEXT
        assert read_request(json.dumps({"id": 7, "do": "import", "text": text})).given == {"text": text}


def test_a_message_that_is_too_long_is_answered_under_its_id():
    with pytest.raises(Refused, match="a message has at most") as refused:
        read_request('{"id":7,"do":"import","text":"' + "x" * MAX_MESSAGE_BYTES + '"}')
    assert refused.value.id == 7


def test_a_move_may_have_long_words():
    move = "x" * 1_500
    assert read_request(json.dumps({"id": 7, "do": "play", "move": move, "ply": 0})).given["move"] == move
