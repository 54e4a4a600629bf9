"""Spread solutions: the right value, whatever is estimated, conjectured, killed, and in whatever order answers come."""

import random

import pytest

import plywise as pw
from plywise.errors import InputError
from plywise.fleet.fleet import Fleet
from plywise.fleet.journal import Journal
from plywise.spread.conjecture import PROVED
from plywise.spread.jobs import SpreadTask
from plywise.spread.solution import describe_bounds
from plywise.spread.spread import Spread
from plywise.spread.unproved import find_unproved
from tests.spread.runs import Killed, RandomGame, Ring, Workers, solved


def game_of(name, **parameters):
    return pw.make(name, **parameters)


GAMES = {
    "tictactoe": (lambda: game_of("tictactoe"), 0),
    "connect4": (lambda: game_of("connect4", width=4, height=4), 0),
    "nim": (lambda: game_of("nim"), 1),
    "misere": (lambda: game_of("nim", heaps="1-2-2", misere=1), 1),
    "tree": (lambda: pw.Tree([[3, [5, 1.5]], [6, [2.5, -4]], [-2.25, [7, [1, 2]]]]), 3),
    "minimizer": (lambda: pw.Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]], max_first=False), 6),
}


@pytest.mark.slow_with(
    "misere-None-1",
    "misere-None-3",
    "misere-1-1",
    "misere-2-1",
    "misere-1-3",
    "misere-2-3",
    "nim-None-1",
    "nim-None-3",
    "nim-1-1",
    "nim-1-3",
    "nim-2-1",
    "nim-2-3",
    "connect4-None-3",
    "tictactoe-None-3",
)
@pytest.mark.parametrize("at_once", [1, 3])
@pytest.mark.parametrize("ply", [None, 1, 2])
@pytest.mark.parametrize("name", GAMES)
def test_the_value_is_the_games(name, ply, at_once):
    make, value = GAMES[name]
    game = make()
    found, answers = solved(game, ply=ply, at_once=at_once, job_nodes=300, estimate_nodes=200)
    assert (found.value, found.low, found.high) == (value, value, value)
    mover = found.player == "MAX" or -1
    assert found.outcome == {1: "win", 0: "draw", -1: "loss"}[mover * ((value > 0) - (value < 0))]
    assert found.pv
    checked = find_unproved(game, game.initial(), answers.items())
    assert (checked.low, checked.high, checked.jobs, checked.unused) == (value, value, [], 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("connect4", {"width": 5, "height": 4}),
        ("othello", {"size": 4}),
        ("othello", {"size": 4, "empties": "none"}),
        ("kalah", {"houses": 3, "seeds": 2}),
        ("breakthrough", {"rows": 5, "columns": 3}),
        ("go", {"size": "2x2"}),
        ("mnk", {"m": 4, "n": 3, "k": 3}),
    ],
)
def test_positions_of_other_games(name, parameters):
    game, source = game_of(name, **parameters), random.Random(1)
    solver = pw.solvers.solver.Solver(game, distance=False)
    for plies in (0, 0, 1, 2, 3, 4, 5, 6):
        state = game.initial()
        for _ in range(plies):
            if not game.terminal(state):
                state = game.result(state, source.choice(list(game.actions(state))))
        value = solver.solve(state, line=False).value
        options = {"ply": source.choice([1, 2, 3]), "job_nodes": source.choice([50, 1000, 10**6])}
        found, answers = solved(game, state, at_once=source.choice([1, 2, 5]), seed=plies, **options)
        assert found.value == value, (game.format_state(state), options)
        checked = find_unproved(game, state, answers.items())
        assert (checked.low, checked.high) == (value, value)


@pytest.mark.fast_with("0", "1", "3", "7", "15")
@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=pytest.mark.slow) if seed >= 20 else seed for seed in range(60)]
)
def test_random_games_in_which_nobody_alternates(seed):
    kind = {"utilities": (-9.0, 9.0)} if seed % 3 == 0 else {"utilities": (-1, 1)} if seed % 3 == 1 else {}
    game = RandomGame(seed, nodes=30 + seed, bounded=seed % 2 == 0, **kind)
    source = random.Random(seed)
    options = {"ply": source.choice([None, 1, 2, 3]), "job_nodes": source.choice([1, 5, 40, 10_000])}
    found, answers = solved(game, at_once=source.choice([1, 2, 7]), seed=seed, estimate_nodes=5, **options)
    assert found.value == game.value()
    checked = find_unproved(game, game.initial(), answers.items())
    assert (checked.low, checked.high, checked.unused) == (game.value(), game.value(), 0)


class Lying(SpreadTask):
    """Estimates positions at random, or the wrong way round."""

    def estimate(self, state, nodes):
        honest, _ = super().estimate(state, nodes)
        drawn = random.Random(self.game.format_state(state))
        lie = drawn.choice([-honest, drawn.uniform(-100, 100), drawn.randint(-3, 3), 10**9, -(10**9)])
        return lie, 1


@pytest.mark.slow_with("nim")
@pytest.mark.parametrize("name", ["connect4", "nim", "tree"])
def test_estimates_cost_but_never_count(name):
    make, value = GAMES[name]
    found, _ = solved(make(), task=Lying, ply=2, at_once=2, job_nodes=300)
    assert found.value == value


@pytest.mark.fast_with("0", "1", "3", "7", "15")
@pytest.mark.parametrize("seed", range(20))
def test_estimates_never_count_in_random_games(seed):
    game = RandomGame(seed, bounded=seed % 2 == 0)
    found, answers = solved(game, task=Lying, ply=1 + seed % 3, at_once=1 + seed % 4, seed=seed, job_nodes=10)
    assert found.value == game.value()
    facts = [(key, answer) for key, answer in answers.items() if not key.startswith("estimate")]
    assert find_unproved(game, game.initial(), answers.items()) == find_unproved(game, game.initial(), facts)


@pytest.mark.fast_with("2.5", "-16", "1", "0", "100")
@pytest.mark.parametrize("conjecture", [-16, -6, -1, 0, 1, 3, 4, 5, 2.5, 100])
def test_wrong_conjectures_are_refuted(conjecture):
    game = RandomGame(4, nodes=60, utilities=(-16, 16))
    value = game.value()
    found, _ = solved(game, ply=2, job_nodes=5, conjecture=conjecture, estimate_nodes=5)
    assert found.value == value
    first, verdict = found.conjectures[0]
    assert first == round(conjecture)
    assert ("refuted" in verdict) == (first != value)
    assert found.conjectures[-1][1] == PROVED or found.value != found.conjectures[-1][0]


def test_a_position_that_is_over():
    game = pw.make("tictactoe")
    found, answers = solved(game, game.parse_state("XXXOO...."))
    assert (found.value, found.outcome, found.jobs, found.pv, found.player) == (1, "win", 0, [], None)
    assert find_unproved(game, game.parse_state("XXXOO...."), answers.items()).is_proved


def test_positions_that_play_alike_are_solved_once():
    game = pw.make("tictactoe")
    found, answers = solved(game, ply=2)
    assert found.positions == 12  # three first moves up to symmetry, and twelve replies
    asked = [key for key in answers if key.startswith("prove")]
    assert len({key.partition(": ")[2] for key in asked}) == found.solved <= 12


# --- killed and resumed -----------------------------------------------------------------------------------------------


@pytest.mark.slow_with("connect4-300")
@pytest.mark.parametrize(("name", "nodes"), [("connect4", 300), ("tree", 3)])
def test_killed_at_any_instant_it_goes_on_and_does_nothing_twice(name, nodes):
    make, value = GAMES[name]
    game = make()
    task = SpreadTask(game, game.initial())
    whole = Workers(task)
    Spread(task, ply=2, job_nodes=nodes).run(whole)
    for life in range(0, len(whole.asked), 1 if len(whole.asked) < 30 else 7):
        answers = {}
        killed = Workers(task, at_once=2, seed=life, answers=answers, life=life)
        with pytest.raises(Killed):
            Spread(task, workers=2, ply=2, job_nodes=nodes).run(killed)
        before = dict(answers)
        resumed = Workers(task, at_once=2, seed=life, answers=answers)
        found = Spread(task, before.items(), workers=2, job_nodes=nodes).run(resumed)
        assert found.value == value
        assert not set(resumed.asked) & set(before)
        assert found.jobs == sum(key.startswith("prove") for key in answers)
        assert find_unproved(game, game.initial(), answers.items()).is_proved


@pytest.mark.fast_with("0", "1", "3")
@pytest.mark.parametrize("seed", range(15))
def test_killed_again_and_again(seed):
    game, source = RandomGame(seed, nodes=70), random.Random(seed)
    task = SpreadTask(game, game.initial())
    answers, done = {}, []
    for _ in range(1000):
        life, at_once = source.randint(0, 6), source.choice([1, 2, 5])
        workers = Workers(task, at_once, source.random(), answers, life)
        spread = Spread(task, list(answers.items()), workers=at_once, job_nodes=4, estimate_nodes=3)
        try:
            found = spread.run(workers)
        except Killed:
            done += workers.asked
            continue
        done += workers.asked
        break
    assert found.value == game.value()
    assert len(done) == len(set(done)) == len(answers)


@pytest.mark.parametrize("seed", range(4))
def test_answers_that_came_in_the_instant_of_the_proof_count_as_the_journal_has_them(seed):
    game = pw.make("connect4", width=4, height=4)
    task = SpreadTask(game, game.initial())
    workers = Workers(task, at_once=5, seed=seed, together=True)
    found = Spread(task, workers=5, ply=2).run(workers)
    idle = Workers(task, answers=workers.answers, life=0)
    again = Spread(task, workers.recorded(), workers=5).run(idle)
    told = {"time_s": 0, "conjectures": []}
    assert again.to_dict() | told == found.to_dict() | told
    assert found.jobs == sum(key.startswith("prove") for key in workers.answers)


def test_a_fleet_and_its_journal(tmp_path):
    game = pw.make("connect4", width=4, height=4)
    task = SpreadTask(game, game.initial())
    path = tmp_path / "journal"
    with Journal.open(path, task.describe()) as journal, Fleet(task, journal, workers=0) as fleet:
        stopped = Spread(task, ply=2, job_nodes=300)
        stopped.expand(fleet)
        assert stopped.solution().value is None
        for _ in zip(range(8), fleet.run(question.key for question in stopped.planner.unestimated()), strict=False):
            pass
    with Journal.open(path, task.describe(), resume=True) as journal, Fleet(task, journal, workers=0) as fleet:
        kept = journal.answers()
        assert len(kept) >= 8
        resumed = Spread(task, kept, job_nodes=300)
        found = resumed.run(fleet)
        assert (found.value, found.ply) == (0, 2)
        assert find_unproved(game, game.initial(), journal.answers()).is_proved
        with pytest.raises(InputError, match="the journal's jobs begin at ply 2, not 3: leave out --ply"):
            Spread(task, journal.answers(), ply=3)


# --- what cannot be ---------------------------------------------------------------------------------------------------


class Failing(SpreadTask):
    """Its jobs fail."""

    def prove(self, state, question):
        raise InputError("no luck today")


def test_a_job_that_fails_is_named():
    game = pw.make("connect4", width=4, height=4)
    task = Failing(game, game.initial())
    with Journal.open(None, task.describe()) as journal, Fleet(task, journal, workers=0) as fleet:
        spread = Spread(task, ply=2)
        with pytest.raises(InputError, match=r"^the job 'prove >=.*' failed: no luck today$"):
            spread.run(fleet)


def test_answers_that_contradict_one_another_are_refused():
    game = pw.make("connect4", width=4, height=4)
    task = SpreadTask(game, game.initial())
    _, answers = solved(game, ply=2)
    key = next(key for key in answers if key.startswith("prove >=") and not key.startswith("prove >=9"))
    name = key.partition(": ")[2]
    wrong = {f"prove >=1 in 5: {name}": {"low": 1}, f"prove >=0 in 5: {name}": {"high": -1}}
    with pytest.raises(InputError, match="the recorded proofs contradict each other at"):
        Spread(task, (answers | wrong).items()).run(Workers(task))


def test_rules_that_list_other_positions_elsewhere():
    game = pw.make("connect4", width=4, height=4)
    task = SpreadTask(game, game.initial())
    elsewhere = Workers(task)
    elsewhere.work = lambda key: {"positions": 1}
    with pytest.raises(InputError, match="the rules list other positions in another process"):
        Spread(task, ply=2).run(elsewhere)


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (3, 3, "the value is 3"),
        (-1, 1, "the value is between -1 and 1"),
        (float("-inf"), 2, "the value is at most 2"),
        (2, float("inf"), "the value is at least 2"),
        (float("-inf"), float("inf"), "nothing is known of the value"),
    ],
)
def test_bounds_in_words(low, high, words):
    assert describe_bounds(low, high) == words


def test_a_game_that_goes_round_in_a_circle_is_a_job_that_is_solved_backwards():
    game = Ring()
    task, answers = SpreadTask(game, game.initial()), {}
    solution = Spread(task, answers.items(), job_nodes=1).run(Workers(task, answers=answers))
    assert solution.low == solution.high == pw.solve(game).value == 0
    assert find_unproved(game, game.initial(), answers.items()).is_proved


def test_plies_that_go_round_in_a_circle_are_refused_in_a_line():
    game = Ring()
    task, answers = SpreadTask(game, game.initial()), {}
    for _ in range(2):  # and again with what was found
        solution = Spread(task, answers.items(), ply=2, job_nodes=1)
        with pytest.raises(InputError, match="Ring: play can return to "):
            solution.run(Workers(task, answers=answers))
        assert not find_unproved(game, game.initial(), answers.items()).is_proved


@pytest.mark.slow
def test_who_goes_on_again_and_again_hardly_asks_more():
    """Proofs that were begun are ended: what is asked does not depend on how often a solution was stopped."""
    game = pw.make("connect4:width=4,height=4")
    asked = []
    for life in (None, 60):
        task, answers = SpreadTask(game, game.initial()), {}
        while True:
            workers = Workers(task, 2, answers=answers, life=life)
            spread = Spread(task, list(answers.items()), workers=2, ply=2, job_nodes=8)
            try:
                found = spread.run(workers)
            except Killed:
                continue
            break
        assert found.value == 0
        asked.append(len(answers))
    assert asked[0] > 300
    assert asked[1] < 1.3 * asked[0]


def test_nothing_is_conjectured_before_all_positions_are_estimated():
    game = pw.make("connect4:width=4,height=4")
    task, answers = SpreadTask(game, game.initial()), {}
    with pytest.raises(Killed):
        Spread(task, ply=2, job_nodes=8).run(Workers(task, answers=answers, life=3))
    assert [key.split()[0] for key in answers] == ["enumerate", "estimate", "estimate"]
    spread = Spread(task, list(answers.items()), ply=2, job_nodes=8)
    with pytest.raises(Killed):
        spread.run(Workers(task, answers=answers, life=1))
    assert spread.planner.conjectures == []
