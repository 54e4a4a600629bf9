"""The engines of a process: one for all games with the same rules, few at a time, safe with threads and forks."""

import os
import threading

import plywise as pw
from plywise.engines.kernel.ordered_search import run_in_order
from plywise.engines.kernel.proof_number import run_proof
from plywise.engines.native import engines, threads
from plywise.engines.native.compile.facts import restored_rules
from plywise.engines.native.compile.making import compile_entry
from plywise.engines.native.engines import engine_at_hand, engine_of
from plywise.engines.native.self_check import find_disagreement
from plywise.errors import NotCompilable
from tests.helpers.stones import Stones


def test_ten_thousand_game_objects_have_one_engine():
    first = engine_of(pw.make("tictactoe"))
    before = len(engines._cached)
    for _ in range(10_000):
        game = pw.make("tictactoe")
        found = engine_of(game)
        assert found.game is game
        assert found.handle is first.handle
    assert len(engines._cached) <= max(before, engines.MAX_CACHED)


def test_a_result_is_of_the_game_object_that_was_searched():
    for _ in range(2):
        game = pw.make("tictactoe")
        assert pw.search(game, engine="native", depth=2).game_object is game


def test_the_least_recently_used_are_given_up(monkeypatch):
    monkeypatch.setattr(engines, "MAX_CACHED", 3)
    monkeypatch.setattr(engines, "_cached", type(engines._cached)())
    for number in range(10):
        engines._slot_of(f"fingerprint {number}")
        engines._slot_of("fingerprint 0")
    assert list(engines._cached) == ["fingerprint 8", "fingerprint 9", "fingerprint 0"]


def test_a_rule_of_the_objects_own_is_searched_by_the_reference(capsys):
    game = pw.make("nim", heaps="1-2")
    game.utility = lambda state: 5 * type(game).utility(game, state)
    game.utility_bounds = (-5, 5)
    assert abs(pw.search(game).value) == 5
    assert "utility is set on the game object" in capsys.readouterr().err


def test_why_there_is_no_engine_is_an_answer_even_where_one_was_in_the_cache(monkeypatch, capsys):
    def refuse(game):
        raise NotCompilable(f"{game.name}: the cache was emptied meanwhile")

    monkeypatch.setattr(engines, "_cached", type(engines._cached)())
    monkeypatch.setattr(engines, "is_in_cache", lambda game, fingerprint: True)
    monkeypatch.setattr(engines, "_made", refuse)
    game = pw.make("tictactoe")
    assert isinstance(engine_at_hand(game), NotCompilable)
    assert pw.search(game, time=0.05).engine == "reference"
    assert "emptied meanwhile" in capsys.readouterr().err


def test_a_compiled_rule_that_does_not_return_is_a_disagreement(monkeypatch):
    def stay(jobs, works):
        raise threads.Stuck("no answer for 15 s")

    game = pw.make("tictactoe")
    engine = engine_of(game)
    monkeypatch.setattr(threads, "run_all", stay)
    state, said = find_disagreement(engine, [game.initial()])
    assert state == game.initial()
    assert said.endswith("does not return when compiled: no answer for 15 s")


def test_while_one_thread_compiles_another_is_not_kept_waiting():
    game = pw.make("tictactoe")
    engine = engine_of(game)
    answers = []
    with engine._lock:
        asking = threading.Thread(target=lambda: answers.append(engine_at_hand(game).has(run_in_order)))
        asking.start()
        asking.join(2)
        assert answers in ([True], [False])


def test_a_process_forked_while_an_engine_is_made_can_make_its_own():
    game = pw.make("tictactoe")
    engine_of(game)
    place = engines._EngineSlot()
    engines._cached["being made"] = place
    held = threading.Event()
    done = threading.Event()

    def make():
        with place.lock, engines._lock:
            held.set()
            done.wait(5)

    making = threading.Thread(target=make)
    making.start()
    held.wait(5)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = (
                0
                if pw.search(game, engine="native", depth=2).engine == "native" and "being made" not in engines._cached
                else 1
            )
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    done.set()
    making.join()
    del engines._cached["being made"]
    assert os.waitstatus_to_exitcode(status) == 0


def test_threads_without_work_end_and_give_back_their_stacks(monkeypatch):
    monkeypatch.setattr(threads, "IDLE", 0.05)
    threads._idle.clear()
    threads.prepare(5)
    workers = list(threads._idle)
    assert len(workers) == 5
    for each in workers:
        each.join(5)
    assert not any(each.is_alive() for each in workers)
    assert threads._idle == []
    assert pw.search(pw.make("tictactoe"), engine="native", depth=2).engine == "native"


class Estimated(Stones):
    def evaluate(self, state):
        return 0.5


def test_what_is_compiled_by_another_process_knows_which_values_are_floats():
    engine = engine_of(Estimated(5))
    rules = restored_rules(engine.game, True, engine.facts)
    compile_entry(rules, -1, run_proof, engine.config(False, False))
    assert rules.has_float_values, "of entries that do not call `evaluate`, too"
