"""Tuning from end to end, on a game where it is plain what is right."""

import json
import os
import random
import signal
import subprocess
import time

import pytest

import plywise as pw
from plywise.errors import InputError
from plywise.fleet.fleet import Fleet
from plywise.fleet.journal import Journal
from plywise.tune.flat import list_items
from plywise.tune.practice import AHEAD, EACH, Judged, Practice, PracticeGames, is_quiet
from plywise.tune.slopes import Slopes
from plywise.tune.tuning import plan_tuning, tune
from tests.helpers.coins import COINS_FILE, Coins
from tests.helpers.program import PROGRAM


def run(plan, path=None, resume=False, watcher=None):
    task = plan.task()
    with Journal.open(path, task.describe(), resume) as journal, Fleet(task, journal, workers=0) as fleet:
        return tune(plan, fleet, watcher)


SMALL = {"games": 200, "nodes": 20, "seed": 3, "sprt": (0, 100), "match_games": 400}


@pytest.mark.slow
def test_wrong_weights_are_put_right_and_taken_only_after_a_match(tmp_path):
    stages = []
    plan = plan_tuning(Coins(), **SMALL)
    found = run(plan, str(tmp_path / "j"), watcher=lambda stage: stages.append(stage.table is not None))
    assert found.new["lead"] > 0
    assert found.fit.after < found.fit.before
    assert (found.is_taken, found.match.verdict) == (True, "H1")
    assert found.weights == found.new
    assert stages[0] is False
    assert stages[-1] is True
    again = run(plan, str(tmp_path / "j"), resume=True)  # all of it is in the journal
    assert without_time(again) == without_time(found)
    assert without_time(run(plan)) == without_time(found)


def without_time(found):
    told = found.to_dict()
    return {**told, "time_s": 0, "match": {**(told["match"] or {}), "time_s": 0}}


def test_without_a_match_nothing_is_taken():
    found = run(plan_tuning(Coins(), **SMALL | {"match_games": 0}))
    assert (found.match, found.is_taken) == (None, False)
    assert found.weights == {"lead": -2, "ends": (0, 0)}
    assert found.new["lead"] > 0


@pytest.mark.slow
def test_only_some_weights_are_tuned():
    found = run(plan_tuning(Coins(), only=["ends"], **SMALL | {"match_games": 0}))
    assert found.new["lead"] == -2
    assert list(found.fit.weights) == ["ends"]


@pytest.mark.parametrize("kind", ["exact", pytest.param("selective", marks=pytest.mark.slow)])
def test_a_game_is_a_function_of_its_number(kind):
    def games(seed):
        game = Coins()
        practice = PracticeGames(game, Slopes(game, list_items(game)), 20, seed, (2, 4), kind)
        return [practice.play(number) for number in range(6)]

    first = games(1)
    assert first == games(1)
    assert first != games(2)
    assert len({json.dumps(each.to_json()) for each in first if each}) > 3
    for each in filter(None, first):
        assert Practice.from_json(json.loads(json.dumps(each.to_json()))) == each
        assert 0 < len(each.samples) <= EACH


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"games": 1}, "games: 2 to"),
        ({"nodes": 0}, "nodes: 1 to"),
        ({"match_games": 3}, "match games must be an even number"),
        ({"match_games": -2}, "match games: 0 to"),
        ({"sprt": (5, 5)}, "SPRT bounds"),
        ({"only": ("x",)}, "no weight 'x'"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(settings, message):
    with pytest.raises(InputError, match=message):
        plan_tuning(Coins(), **settings)


def test_a_journal_of_another_tuning_is_refused(tmp_path):
    path = str(tmp_path / "j")
    run(plan_tuning(Coins(), **SMALL | {"games": 20, "match_games": 0}), path)
    with pytest.raises(InputError, match="seed"):
        run(plan_tuning(Coins(), **SMALL | {"seed": 4}), path, resume=True)


@pytest.mark.slow
def test_killed_again_and_again_it_finds_the_same_with_any_number_of_workers(tmp_path):
    (tmp_path / "coins.py").write_text(COINS_FILE)
    words = [PROGRAM, "tune", "coins.py:Coins", "--games", "300", "--nodes", "20", "--sprt", "0,100", "--json"]

    def start(*more):
        return subprocess.Popen(
            [*words, *more], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def finish(process):
        out, err = process.communicate(timeout=300)
        assert process.returncode == 0, err
        found = json.loads(out)
        return {**found, "time_s": 0, "match": {**found["match"], "time_s": 0}}

    alone = finish(start("--workers", "1"))
    killed = 0
    for attempt in range(12):
        process = start("--workers", "2", "--journal", "j", *(["--resume"] if (tmp_path / "j").exists() else []))
        time.sleep(1.0 + 0.25 * attempt)
        if process.poll() is not None:
            break
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        killed += 1
    assert killed >= 2
    assert finish(start("--workers", "2", "--journal", "j", "--resume")) == alone


def test_what_a_search_thought_later_is_written_down():
    game = Coins()
    practice = PracticeGames(game, Slopes(game, list_items(game)), 1, 5, (0, 0))
    judged = [Judged(game.initial(), float(number)) for number in range(max(EACH, AHEAD + 3))]
    found = practice._sum_up(random.Random(1), 1, judged)
    later = [each.later for each in found.samples]
    assert None in later
    assert set(later) - {None} <= set(range(AHEAD, len(judged)))
    assert len(found.samples) == EACH
    assert later.count(None) == EACH - len(set(later) - {None})


def test_a_position_where_something_hangs_is_not_quiet():
    chess = pw.make("chess")
    for fen, quiet in (
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", False),  # the pawn can be taken
        ("4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", True),  # it is guarded
        ("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1", False),  # check
    ):
        assert is_quiet(chess, chess.parse_state(fen)) is quiet


def test_another_search_than_these_is_refused():
    with pytest.raises(InputError, match="the search is exact or selective, not 'deep'"):
        plan_tuning(Coins(), search="deep")
