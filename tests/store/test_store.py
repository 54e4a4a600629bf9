"""A store keeps what it is given, in a file and in PostgreSQL alike, whoever else uses it at the same time."""

import json
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest

import plywise as pw
from plywise.errors import InputError
from plywise.play.ongoing import OngoingGame
from plywise.play.record import GameRecord
from plywise.store.store import PuzzleDone, Store, StoredGame
from tests.helpers.paths import ROOT

ODD = {"text": 'Ωμέγα "x"\n\0 \'; DROP TABLE plywise_games; --?%s', "numbers": [1, -2.5, 2**70, None, True], "": {}}


def ticking():
    """Return a clock that is a second later each time."""
    return count(100).__next__


def test_a_game_is_kept_as_it_was_last_saved(place):
    with Store(place, now=ticking()) as store:
        store.save_game("a", {"moves": []})
        store.save_game("a'?%s", ODD, finished=True)
        store.save_game("a", {"moves": ["4"]})
        assert store.load_game("b") is None
    with Store(place) as store:
        assert store.load_game("a") == StoredGame("a", {"moves": ["4"]}, False, 100, 102)
        assert store.load_game("a'?%s") == StoredGame("a'?%s", ODD, True, 101, 101)


def test_random_changes_agree_with_a_dict(place):
    source, model, now = random.Random(7), {}, ticking()
    with Store(place, now=now) as store:
        for number in range(150):
            game_id = source.choice("abcdefgh")
            if source.random() < 0.25:
                assert store.delete_game(game_id) == (model.pop(game_id, None) is not None)
            else:
                record, finished = {"n": number}, source.random() < 0.5
                store.save_game(game_id, record, finished)
                model.pop(game_id, None)
                model[game_id] = (record, finished)
            expected = [(key, *kept) for key, kept in reversed(model.items())]
            for limit, chosen in ((3, None), (50, None), (50, True), (2, False)):
                listed = [each[:3] for each in store.list_games(limit, chosen)]
                assert listed == [each for each in expected if chosen in (None, each[2])][:limit]
        assert store.list_games(0) == store.list_games(-1) == []


def test_analyses_and_puzzles(place):
    with Store(place, now=ticking()) as store:
        store.save_analysis("nim:heaps=1-2", "1-2 MAX", {"depth": 3})
        store.save_analysis("nim:heaps=1-2", "1-2 MAX", {"depth": 5})
        store.save_analysis("nim:heaps=1-2", "1-2 MAX", ODD, "deep")
        assert store.analyses("nim:heaps=1-2", "1-2 MAX") == {"": {"depth": 5}, "deep": ODD}
        assert store.analyses("nim:heaps=1-2", "1-2 MIN") == store.analyses("nim", "1-2 MAX") == {}
        for puzzle, solved in (("p2", False), ("p1", True), ("p2", True), ("p2", False)):
            store.note_puzzle(puzzle, "nim", solved)
        store.note_puzzle("p3", "chess", False)
        done = [PuzzleDone("p1", "nim", 1, 104), PuzzleDone("p2", "nim", 3, 105)]
        assert store.puzzles_done("nim") == done
        assert store.puzzles_done() == [*done, PuzzleDone("p3", "chess", 1, None)]


def test_an_ongoing_game_comes_back_with_what_was_taken_back(place):
    game = OngoingGame(pw.make("connect4"), players={1: "human", -1: "engine"})
    for word in "4453":
        game.play(word)
    game.undo(2)
    with Store(place) as store:
        store.save_game("g", game.to_record(with_redo=True).to_dict())
        record = GameRecord.from_dict(store.load_game("g").record)
    again = OngoingGame.from_record(game.game, record)
    assert (again.words, again.redo_words, again.state, again.players) == (
        game.words, game.redo_words, game.state, game.players
    )  # fmt: skip


@pytest.mark.parametrize("record", [{"x": {1, 2}}, {"x": float("nan")}, {"x": object()}])
def test_what_is_no_plain_data_is_refused_in_one_line(place, record):
    with Store(place) as store:
        with pytest.raises(InputError, match=r"^this cannot be kept as JSON: ") as refused:
            store.save_game("a", record)
        assert "\n" not in str(refused.value)
        assert store.list_games() == []


def test_an_id_that_no_database_can_keep_is_refused_in_one_line(place):
    with Store(place) as store, pytest.raises(InputError, match=r"^store .* cannot keep a value: ") as refused:
        store.save_game("\ud800", {})
    assert "\n" not in str(refused.value)


def test_many_threads_use_one_store(place):
    with Store(place) as store, ThreadPoolExecutor(8) as threads:

        def work(number):
            for move in range(20):
                store.save_game(f"g{number}", {"moves": move})
                assert store.load_game(f"g{number}").record == {"moves": move}
                store.note_puzzle("shared", "nim", False)

        list(threads.map(work, range(8)))
        assert {each.id: each.record for each in store.list_games()} == {f"g{each}": {"moves": 19} for each in range(8)}
        assert store.puzzles_done() == [PuzzleDone("shared", "nim", 160, None)]


WRITER = """
import sys
from plywise.store.store import Store
with Store(sys.argv[1]) as store:
    for move in range(int(sys.argv[3])):
        store.save_game(sys.argv[2], {"moves": move})
        store.note_puzzle("shared", "nim", False)
"""


def test_several_processes_use_one_store_and_make_it_at_once(place):
    """Each opens a store that is not there yet: its tables are made once, and nobody's writes are lost."""
    words = [sys.executable, "-c", WRITER, place]
    running = [subprocess.Popen([*words, f"g{each}", "40"], cwd=ROOT) for each in range(4)]
    assert [process.wait(60) for process in running] == [0] * 4
    with Store(place) as store:
        assert {each.id: each.record for each in store.list_games()} == {f"g{each}": {"moves": 39} for each in range(4)}
        assert store.puzzles_done() == [PuzzleDone("shared", "nim", 160, None)]


def test_what_others_changed_by_hand_is_named(place):
    with Store(place) as store:
        store.save_game("a", {})
        for text in ("[1]", "{", ""):
            store._database.write("UPDATE plywise_games SET record = ?", (text,))
            with pytest.raises(InputError, match=r"^game a in the store is damaged: ") as refused:
                store.load_game("a")
            assert "\n" not in str(refused.value)


def test_records_are_kept_as_json_that_others_can_read(place):
    with Store(place) as store:
        store.save_game("a", ODD)
        [(text,)] = store._database.read("SELECT record FROM plywise_games")
        assert json.loads(text, parse_constant=pytest.fail) == ODD
        assert text.isascii()
