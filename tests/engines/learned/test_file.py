"""The file of a learned evaluation: what is written is read again, and nothing else is taken for one."""

import hashlib
import json
import os
import random
import time
import zlib

import numpy as np
import pytest

import plywise as pw
from plywise.engines.learned.file import MAX_BYTES, Learned, read_learned
from plywise.engines.learned.of_game import with_learned
from plywise.engines.learned.rules_hash import hash_rules
from plywise.engines.move_limits import MoveLimits
from plywise.engines.selective_search import SelectiveSearch
from plywise.errors import InputError
from tests.helpers.learned_models import inputs_of, random_model

HEX = pw.make("hex:size=3")


@pytest.fixture(scope="module", params=[0, 16])
def learned(request):
    inputs, _ = inputs_of(HEX)
    model = random_model(inputs, 1, tables=8, limit=300, units=request.param)
    return Learned("hex:size=3", hash_rules(HEX), model, {"seed": 0, "games": 5, "generations": []})


@pytest.fixture(scope="module")
def data(learned):
    return learned.to_bytes()


@pytest.fixture
def write(tmp_path):
    """Write a file; return its path."""

    def write(data, name="x.eval"):
        path = tmp_path / name
        path.write_bytes(data)
        return path

    return write


def signed(head, body):
    """Return a file with a checksum that is right."""

    def line(head):
        return json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"

    rest = {key: each for key, each in head.items() if key != "sha256"}
    return line(rest | {"sha256": hashlib.sha256(line(rest) + body).hexdigest()}) + body


def taken_apart(data):
    line, _, body = data.partition(b"\n")
    return json.loads(line), body


# --- what was written -------------------------------------------------------------------------------------------------


def test_what_is_written_is_read_again(learned, data, write):
    again = read_learned(write(data))
    assert again.to_bytes() == data == learned.to_bytes()
    assert (again.game, again.rules, again.story) == (learned.game, learned.rules, learned.story)
    assert again.model.cells == learned.model.cells
    assert list(again.model.tables) == list(learned.model.tables)
    assert list(again.model.counted) == list(learned.model.counted)
    assert np.array_equal(again.model.entries, learned.model.entries)
    assert again.model.units == learned.model.units
    assert np.array_equal(again.model.hidden, learned.model.hidden)


def test_a_file_of_the_first_form_is_read(write):
    model = random_model(inputs_of(HEX)[0], 1, tables=8, limit=300)
    head, body = taken_apart(Learned("hex:size=3", hash_rules(HEX), model, {}).to_bytes())
    assert head.pop("units") == 0
    again = read_learned(write(signed(head | {"form": 1}, body)))
    assert np.array_equal(again.model.entries, model.entries)
    assert again.model.hidden is None


def test_a_large_one_is_read_in_ten_milliseconds(learned, write):
    model = random_model(inputs_of(pw.make("othello"))[0], 1, tables=400)
    path = write(Learned("othello", learned.rules, model, {}).to_bytes())
    assert path.stat().st_size > 200_000
    read_learned(path)
    times = []
    for _ in range(7):
        began = time.perf_counter()
        read_learned(path)
        times.append(time.perf_counter() - began)
    assert min(times) < 0.03, "10 ms, on a machine that does nothing else"


# --- what is damaged --------------------------------------------------------------------------------------------------


def refused(path):
    with pytest.raises(InputError) as raised:
        read_learned(path)
    assert "\n" not in str(raised.value)
    assert str(path) in str(raised.value)
    return str(raised.value)


def test_any_byte_that_is_another_is_found(data, write):
    source = random.Random(1)
    places = range(len(data)) if len(data) < 300 else source.sample(range(len(data)), 300)
    for place in places:
        other = data[:place] + bytes([data[place] ^ 1 << source.randrange(8)]) + data[place + 1 :]
        said = refused(write(other))
        assert "checksum" in said or "not a learned evaluation" in said or "the form" in said


def test_any_length_but_the_right_one_is_found(data, write):
    for length in [*range(0, len(data), 37), len(data) - 1]:
        refused(write(data[:length]))
    refused(write(data + b"x"))


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\n",
        b"\0" * 100,
        b"[]\n",
        b"3\n",
        b'{"plywise":"weights"}\n',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"\xff\xfe\n",
    ],
    ids=range(9),
)
def test_what_is_no_such_file_is_refused(text, write):
    assert "not a learned evaluation" in refused(write(text))


def test_a_folder_and_a_file_that_is_not_there_are_refused(tmp_path):
    assert "cannot read" in refused(tmp_path)
    assert "cannot read" in refused(tmp_path / "none.eval")


def test_only_a_regular_file_is_read_and_nothing_is_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.eval")  # without a writer: opening it would wait for ever
    (tmp_path / "loop.eval").symlink_to("loop.eval")
    assert refused(tmp_path / "pipe.eval") == f"cannot read {tmp_path / 'pipe.eval'}: it is not a regular file"
    assert "not a regular file" in refused("/dev/zero")
    assert "symbolic links" in refused(tmp_path / "loop.eval")
    assert "null" in refused("x\0.eval")


def test_a_number_of_games_that_is_none_is_refused(data, write):
    head, body = taken_apart(data)
    for games in ("x", -1, 1.5, None, [], 10**30):
        assert "damaged" in refused(write(signed(head | {"story": {"games": games}}, body)))


def test_a_file_that_is_too_long_is_refused(write):
    assert "over 5 MB" in refused(write(b"x" * (MAX_BYTES + 1)))


def test_another_form_is_named_in_one_line(data, write):
    head, body = taken_apart(data)
    for form in (0, 3, 2.0, True, "1", None):
        assert f"the form {form!r}" in refused(write(signed(head | {"form": form}, body)))
    assert len(refused(write(signed(head | {"form": ["\n"] * 10_000}, body)))) < 600


# --- what is made to do harm, with a checksum that is right -----------------------------------------------------------

HUGE = [10**9, -1, -(2**70), 2**70, 1.5, 1e308, float("nan"), float("inf"), None, "x", "", True, [], {}, [[]], "\ud800"]
DEEP = json.loads("[" * 400 + "]" * 400)


def places_in(said, path=()):
    """Yield where anything is in plain data."""
    yield path
    if isinstance(said, (list, dict)):
        for key in range(len(said)) if isinstance(said, list) else said:
            yield from places_in(said[key], (*path, key))


def changed(said, path, new):
    """Return plain data with another thing in one place."""
    if not path:
        return new
    copy = list(said) if isinstance(said, list) else dict(said)
    copy[path[0]] = changed(said[path[0]], path[1:], new)
    return copy


def survives(path):
    """Fail where a file makes anything but an InputError of one line, or an answer."""
    try:
        game = with_learned(HEX, read_learned(path))
        search = SelectiveSearch(game, table=1.0)
        found = search.search(None, MoveLimits(nodes=300))
    except InputError as error:
        said = str(error)
    else:
        assert found.best in list(HEX.actions(HEX.initial()))
        assert not found.proved
        return True
    assert "\n" not in said
    return False


def attack(data, write, source, count):
    """Return how many of some files that say something else are read."""
    head, body = taken_apart(data)
    head = {key: each for key, each in head.items() if key not in ("sha256", "form", "plywise")}
    every = [path for path in places_in(head) if path]
    by_field = {field: [path for path in every if path[0] == field] for field in head}
    read = 0
    for _ in range(count):
        said, now = dict(head), body
        for _ in range(source.choice((1, 1, 1, 2, 4))):
            path = source.choice(by_field[source.choice(list(by_field))])
            number = source.choice((source.randint(-3, 300), source.randint(-(2**40), 2**40)))
            try:
                said = changed(said, path, source.choice([*HUGE, DEEP, number, number, number, number]))
            except (KeyError, IndexError, TypeError, ValueError):  # another change has removed the place
                continue
        if source.random() < 0.1:
            now = zlib.compress(bytes(source.randrange(200_000)))
        try:
            made = signed(said | {"plywise": "evaluation", "form": 2}, now)
        except ValueError:  # half a character
            made = json.dumps(said | {"plywise": "evaluation", "form": 2, "sha256": ""}).encode() + b"\n" + now
        read += survives(write(made))
    return read


@pytest.mark.fast_with("0-0", "16-0")
@pytest.mark.parametrize("seed", range(3))
def test_what_is_made_to_do_harm_does_none(data, write, seed):
    attack(data, write, random.Random(seed), 120)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3, 23))
def test_much_that_is_made_to_do_harm_does_none(data, write, seed):
    assert attack(data, write, random.Random(seed), 1500) > 0


@pytest.mark.parametrize(
    ("field", "new"),
    [
        ("entries", 2**40),
        ("entries", 0),
        ("tables", [[[0], [10**6], 0]]),
        ("tables", [[[0], [1], 10**6]]),
        ("tables", [[[99], [1], 0]]),
        ("tables", [[[-1], [1], 0]]),
        ("tables", [[[0, 1], [1], 0]]),
        ("counted", [[0, 9], [0, 9]]),
        ("counted", [[5, 2]]),
        ("own_scale", 1e9),
        ("units", 1),
        ("units", 65),
        ("units", -1),
        ("units", True),
        ("units", None),
        ("cells", []),
        ("cells", [[[[".0", [], 64]], [[0], [1]]]]),
        ("story", []),
        ("rules", 3),
    ],
)
def test_what_fits_no_evaluation_is_refused(data, write, field, new):
    head, body = taken_apart(data)
    assert "not a valid evaluation" in refused(write(signed(head | {field: new}, body)))


def test_a_file_that_unpacks_to_gigabytes_is_not_unpacked(data, write):
    head, _ = taken_apart(data)
    packer = zlib.compressobj(9)
    bomb = b"".join(packer.compress(bytes(2**24)) for _ in range(32)) + packer.flush()
    began = time.perf_counter()
    refused(write(signed(head, bomb)))
    assert time.perf_counter() - began < 2


@pytest.mark.parametrize(
    "cell",
    [
        [[[".0", [], 0]], [[7], [1]]],
        [[[".0", [], 0]], [["x"], [1]]],
        [[[".2", [], None]], [["x"], [None]]],
        [[[".2", [], None]], [[2**80], [-(2**80)]]],
        [[[".9", [3], None]], [[0], [1]]],
        [[[".0", [], None]], [[each] for each in range(200)]],
    ],
)
def test_labels_that_a_state_cannot_have_do_no_harm(data, write, cell):
    head, _ = taken_apart(data)
    tables = [[[0], [1], 0]]
    body = zlib.compress(np.ones((200, 2), "<i2").tobytes())
    survives(write(signed(head | {"cells": [cell], "counted": [], "tables": tables, "entries": 200, "units": 0}, body)))
