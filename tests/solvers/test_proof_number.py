"""Proof-number search against the solvers that look at everything, and what only it can prove."""

import json
import random

import pytest

import plywise as pw
from plywise import MAX, MIN, InputError, Solver
from plywise.bits import bit
from plywise.engines.compiled import compiled_engine
from plywise.engines.features import features_without
from plywise.games import make
from plywise.solvers.proof_number import ProofNumberSolver, choose_next_value
from tests.helpers import generated_games as games
from tests.helpers.interrupts import interrupted_after
from tests.helpers.program import interrupted

LITTLE = 32  # megabytes of a table; to clear a large one takes longer than what is solved in it here


def prover(game, **options):
    return Solver(game, method="proof", distance=False, **options)


def wandering(game, seed, plies):
    """Return a state some random plies from the start, not the end of the game."""
    rng = random.Random(seed)
    state = game.initial()
    for _ in range(plies):
        after = game.result(state, rng.choice(list(game.actions(state))))
        if game.terminal(after):
            break
        state = after
    return state


# --- the same values as other ways -----------------------------------------------------------------------------------

SMALL = {
    "tictactoe": 0, "mnk:m=4,n=3,k=3": 0, "mnk:m=5,n=4,k=4": 4, "cube": 0, "cube:size=2": 0, "nim:heaps=3-4-5": 0,
    "nim:heaps=1-2-4,misere=1": 0, "connect4:width=4,height=4": 0, "connect4:width=5,height=4": 4, "othello:size=4": 3,
    "breakthrough:columns=3,rows=5": 2, "kalah:houses=3,seeds=2": 2,
}  # fmt: skip


FAST = ("tictactoe",)


@pytest.mark.parametrize(
    "name", [each if each in FAST else pytest.param(each, marks=pytest.mark.slow) for each in SMALL]
)
def test_values_are_those_of_the_search_that_looks_at_everything(name):
    game, engine = make(name), "reference" if name in FAST else "native"  # a search to be compiled takes seconds
    proof, search = prover(game, table=LITTLE), Solver(game, distance=False, engine=engine)
    for seed in range(12):
        state = wandering(game, seed, SMALL[name] + seed % 6)
        found, known = proof.solve(state, all_moves=seed % 3 == 0), search.solve(state, all_moves=seed % 3 == 0)
        where = f"seed {seed}: {game.format_state(state)}"
        assert (found.value, found.outcome) == (known.value, known.outcome), where
        assert found.best, where
        assert found.complete, where
        assert set(found.best) == set(known.best), where
        assert found.actions == known.actions, where
        assert found.distance is None


@pytest.mark.slow
def test_values_of_every_size_are_found_by_questions():
    game = games.Wood()
    for seed in range(30):
        state = game.start(seed=seed, left=6, wide=3, early=0)
        assert prover(game).solve(state).value == pw.algorithms.minimax(game, state).value, seed


def test_the_questions_come_to_an_end_at_every_value():
    for low, high in ((-1, 1), (-5, 9), (0, 7), (-64, 64), (2, 3), (-9, -4)):
        for value in range(low, high + 1):
            least, most, asked = low, high, 0
            while least < most:
                at = choose_next_value(least, most)
                assert least < at <= most
                least, most = (at, most) if value >= at else (least, at - 1)
                asked += 1
            assert least == value
            assert asked <= 2 + 2 * (high - low).bit_length()


@pytest.mark.slow_with("cube-empty-13")
@pytest.mark.parametrize(("name", "position", "best"), [("cube", "empty", "13"), ("tictactoe", "X.O.O...X", "6")])
def test_a_game_that_is_over_and_a_line_of_best_play(name, position, best):
    game = make(name)
    state = game.initial() if position == "empty" else game.parse_state(position)
    solution = prover(game).solve(state)
    assert (solution.value, solution.distance, solution.to_dict()["best"]) == (1, None, [best])
    for action in solution.pv:
        state = game.result(state, action)
    assert game.utility(state) == 1
    over = prover(game).solve(state)
    assert (over.value, over.best, over.pv, over.player) == (1, [], [], None)


@pytest.mark.slow
def test_a_batch_and_a_table_of_its_own_size():
    game = make("mnk:m=4,n=3,k=3")
    states = [wandering(game, seed, 3) for seed in range(6)]
    known = [Solver(game, distance=False).solve(state).value for state in states]
    for forget in (False, True):
        assert [value for value, _ in prover(game, table=8).values(states, forget=forget)] == known


# --- what the player who only wants to hold needs to look at ---------------------------------------------------------

DEFENDED = [("mnk:m=5,n=5,k=4", 12), ("mnk:m=6,n=5,k=4", 14)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "plies"), DEFENDED)
def test_some_defence_holds_wherever_any_move_does(name, plies):
    game = make(name)
    search = Solver(game, distance=False, engine="native")
    narrowed = 0
    for seed in range(150):
        state = wandering(game, seed, plies + seed % 4)
        low, high = game.bounds(state)
        if low == high:
            continue
        mover, defences = game.player(state), list(game.defences(state))
        assert set(defences) <= set(game.actions(state))
        narrowed += len(defences) < len(list(game.candidates(state)))
        value, _ = next(search.values([state]))
        if mover * value >= 0:
            after = [game.result(state, action) for action in defences]
            ends = [game.utility(child) for child in after if game.terminal(child)]
            open_ones = [child for child in after if not game.terminal(child)]
            values = ends + [each for each, _ in search.values(open_ones)]
            assert max(mover * each for each in values) >= 0, f"seed {seed}: {game.format_state(state)}"
    assert narrowed, "no state in which the defences are fewer than the candidates"


# --- superko: what is proved after one past is no proof after another ------------------------------------------------


RULES = ["positional", pytest.param("situational", marks=pytest.mark.slow)]


@pytest.mark.slow
@pytest.mark.parametrize("superko", RULES)
@pytest.mark.parametrize("size", ["2", "2x3"])
def test_go_with_every_kind_of_past(size, superko):
    game = make(f"go:size={size},superko={superko}")
    proof, search = prover(game), Solver(game, distance=False)
    for seed in range(20):
        state = wandering(game, seed, 2 + seed % 9)
        known = search.solve(state, line=False).value
        assert proof.solve(state, line=False).value == known, f"seed {seed}: {game.format_state(state)}"


@pytest.mark.slow_with("3-9-positional")
@pytest.mark.parametrize("superko", RULES)
@pytest.mark.parametrize(
    ("size", "value"),
    [
        pytest.param("2", 1, marks=pytest.mark.slow),
        pytest.param("2x3", 0, marks=pytest.mark.slow),
        ("3", 9),
        pytest.param("3x4", 4, marks=pytest.mark.slow),
    ],
)
def test_go_on_small_boards_with_superko(size, value, superko):
    table = {"table": LITTLE} if size == "3" else {}
    solution = prover(make(f"go:size={size},superko={superko}"), **table).solve(line=False)
    assert solution.value == value
    assert size != "3" or solution.to_dict()["best"] == ["b2"]
    assert size != "3x4" or solution.to_dict()["best"] == ["b2", "b3"]
    assert solution.complete
    assert "complete" not in solution.to_dict()


@pytest.mark.slow
def test_go_four_by_four_is_worth_two_with_superko():
    game = make("go:size=4")
    prover = ProofNumberSolver(compiled_engine(game, game.initial(), required=True), None, features_without(()))
    assert prover.reaches(game.initial(), MAX, 2)
    assert not prover.reaches(game.initial(), MAX, 3)


# --- four by four by four --------------------------------------------------------------------------------------------

QUIET = ((0, 63, 21, 42), (0, 63, 3, 60), (21, 42, 22, 41))


@pytest.mark.slow
@pytest.mark.parametrize("moves", QUIET, ids=str)
def test_wins_on_the_cube_of_four_after_quiet_moves(moves):
    game = make("cube:size=4")
    state = game.initial()
    for cell in moves:
        state = game.result(state, cell)
    assert prover(game).solve(state, line=False).value == 1


@pytest.mark.slow
def test_a_solution_says_where_it_leaves_open_whether_other_moves_are_as_good(plywise):
    words = ("solve", "cube:size=4", "--moves", "0 63 21 42", "--method", "proof", "--distance", "no")
    answer = json.loads(plywise(*words, "--json")[1])
    assert answer["complete"] is False
    assert answer["best"]
    assert "(and perhaps others: --all-moves)\n" in plywise(*words)[1]


@pytest.mark.slow
def test_a_line_is_found_where_the_game_knows_the_value_without_a_search():
    game = make("cube:size=4")
    state = game.initial()
    for cell in (0, 42, 15, 3, 12, 60, 41, 48, 8, 4):  # to ask of the action that promises most does not end
        state = game.result(state, cell)
    assert game.bounds(state)[0] > 0
    way = ProofNumberSolver(compiled_engine(game, state, required=True), None, features_without(()))
    while not game.terminal(state):
        judged = way.move_values(state, game.player(state), first=True)
        state = game.result(state, next(each for each in judged if judged[each] == game.player(state)))
        assert way.nodes < 10_000
    assert game.utility(state) == 1


@pytest.mark.slow
def test_the_cube_of_four_is_won_by_the_first_player_whatever_the_other_does():
    game = make("cube:size=4")
    way = ProofNumberSolver(compiled_engine(game, game.initial(), required=True), None, features_without(()))
    assert way.encoded_value(game.initial()) == 1
    for seed in range(25):
        rng = random.Random(seed)
        state = game.initial()
        while not game.terminal(state):
            actions = list(game.actions(state))
            if game.player(state) == MAX:
                judged = way.move_values(state, 1, first=True)
                action = next(each for each in actions if judged.get(each) == 1)
            else:  # stops what must be stopped; otherwise looks for trouble
                forced = [each for each in actions if state.threats & bit(each)]
                likely = sorted(actions, key=lambda each, state=state: -game.priority(state, each))[:6]
                action = rng.choice(forced or (likely if rng.random() < 0.7 else actions))
            state = game.result(state, action)
        assert game.utility(state) == 1, f"seed {seed}"


def test_where_the_table_has_forgotten_what_was_proved_it_is_proved_again(monkeypatch):
    game = make("tictactoe")
    state = game.parse_state("XO.......")
    known = Solver(game, distance=False, engine="reference").solve(state)  # a search to be compiled takes seconds
    monkeypatch.setattr(ProofNumberSolver, "_proof_number", lambda method, state, *question: 1)
    solution = prover(game).solve(state, line=False)
    assert (solution.value, solution.complete) == (known.value, True)
    assert set(solution.best) == set(known.best)
    assert 0 < len(known.best) < 7


# --- what is refused -------------------------------------------------------------------------------------------------


class Real(games.Wood):
    """Its utilities are no whole numbers."""

    def utility(self, state):
        return 0.5


class Boundless(games.Wood):
    """Its utilities have no bounds."""

    utility_bounds = (-float("inf"), float("inf"))


@pytest.mark.slow_with("Real")
@pytest.mark.parametrize("game", [Real(), Boundless()], ids=lambda game: type(game).__name__)
def test_utilities_that_cannot_be_asked_for_are_refused(game):
    with pytest.raises(InputError, match="whole utilities between utility_bounds") as caught:
        prover(game)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    "words", [("--threads", "2", "--distance", "no"), (), ("--engine", "reference", "--distance", "no")], ids=" ".join
)
def test_options_that_do_not_fit_are_refused(words, plywise):
    code, out, err = plywise("solve", "tictactoe", "--method", "proof", *words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "proof-number search" in err


@pytest.mark.slow
def test_play_without_end_is_refused_in_one_line():
    with pytest.raises(InputError, match="over 10,000 plies long"):
        prover(make("go:size=2,superko=none")).solve()


@pytest.mark.slow
def test_the_program_solves_by_proof_number_search(plywise):
    code, out, err = plywise(
        "solve", "go:size=3", "--method", "proof", "--distance", "no", "--table", str(LITTLE), "--json"
    )
    assert (code, err) == (0, "")
    answer = json.loads(out)
    assert (answer["value"], answer["outcome"], answer["distance"], answer["engine"]) == (9, "win", None, "native")


# --- Ctrl-C ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_after_ctrl_c_the_solver_can_be_asked_again():
    game = make("cube:size=4")
    solver = prover(game)
    quiet = game.initial()
    for cell in QUIET[0]:
        quiet = game.result(quiet, cell)
    solver.solve(quiet, line=False)  # compiled
    with interrupted_after(0.3):
        solver.solve()
    assert solver.solve(quiet, line=False).value == 1


@pytest.mark.slow
def test_the_program_is_interrupted_in_one_line():
    code, out, err = interrupted("solve", "cube:size=4", "--method", "proof", "--distance", "no", busy=3)
    assert (code, out) == (130, "")
    assert err.splitlines()[-1] == "interrupted"


@pytest.mark.slow
def test_min_can_be_the_one_who_wins():
    game = make("breakthrough:columns=3,rows=5")
    for seed in range(20):
        state = wandering(game, seed, 3)
        if game.player(state) == MIN:
            assert prover(game).solve(state).value == Solver(game, distance=False).solve(state).value
