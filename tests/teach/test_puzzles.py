"""Puzzles: every answer is the only best move, by a search of the test's own, and every claim of its proof holds."""

from itertools import pairwise

import pytest

import plywise as pw
from plywise import MAX
from plywise.errors import InputError
from plywise.teach.puzzles import positions, puzzle_set
from plywise.teach.puzzles.positions import list_positions
from plywise.teach.puzzles.prover import PuzzleProver
from plywise.teach.puzzles.puzzle_set import find_puzzles
from tests.helpers.best_play import BestPlay, plies_until_settled
from tests.helpers.plain_games import Rows

OUTCOMES = {1: "win", 0: "draw", -1: "loss"}


def sign(number):
    return (number > 0) - (number < 0)


def assert_true(puzzle, play):
    """Assert all that a puzzle says, by another search."""
    game, state = play.game, play.game.parse_state(puzzle.position)
    side, moves = game.player(state), play.moves(state)
    assert play.best(state) == [puzzle.best], puzzle
    value, plies = moves[puzzle.best]
    assert puzzle.value == value
    assert puzzle.distance == (plies if value else None)
    others = {action: each for action, each in moves.items() if action != puzzle.best}
    assert puzzle.others.keys() == others.keys()
    for action, worth in puzzle.others.items():
        if worth.exact:
            assert worth.value == others[action][0]
            assert worth.distance == (others[action][1] if worth.value else None)
        assert side * others[action][0] <= side * worth.value
    assert puzzle.kind == kind_of(side * value, [side * each[0] for each in others.values()])
    lost = [each[1] for each in others.values() if side * each[0] < 0]
    limits = [plies] if side * value > 0 else []
    limits += [max(lost)] if len(lost) == len(others) else []
    assert puzzle.difficulty == min(limits)
    for word in puzzle.line:
        action = game.parse_action(state, word)
        assert action in play.best(state)
        state = game.result(state, action)
    assert puzzle.whole == game.terminal(state)


def kind_of(value, others):
    """Return what the best move alone does, from what it and the others are worth to the player to move."""
    if sign(value) > max(map(sign, others)):
        return OUTCOMES[sign(value)]
    return "points" if value > max(others) else "quickest"


@pytest.fixture(scope="module")
def tictactoe():
    return pw.make("tictactoe")


@pytest.fixture(scope="module")
def every(tictactoe):
    """All puzzles of tic-tac-toe."""
    return find_puzzles(tictactoe, 5000, difficulty=(1, None))


def test_all_puzzles_of_a_small_game_are_found_and_are_what_they_say(tictactoe, every):
    play = BestPlay(tictactoe)
    wanted = set()
    for state in list_positions(tictactoe):
        best = play.best(state)
        value = tictactoe.player(state) * play.worth(state)[0]
        if len(best) == 1 and value >= 0 and len(list(tictactoe.actions(state))) > 1:
            wanted.add(tictactoe.key(state))
    assert every.stopped_by == "end"
    assert {tictactoe.key(puzzle.state) for puzzle in every.puzzles} == wanted
    assert len(every.puzzles) == len(wanted), "one of each, up to symmetry"
    for puzzle in every.puzzles:
        assert_true(puzzle, play)


def test_the_difficulty_is_how_far_one_must_look_ahead(tictactoe, every):
    for puzzle in every.puzzles:
        assert plies_until_settled(tictactoe, puzzle.state, puzzle.best) == puzzle.difficulty, puzzle
    assert {puzzle.difficulty for puzzle in every.puzzles} >= {1, 2, 3, 4}


def test_puzzles_come_in_order_of_difficulty(every):
    assert all(one.difficulty <= other.difficulty for one, other in pairwise(every.puzzles))


def test_the_engines_agree(tictactoe, every):
    plain = PuzzleProver(tictactoe, engine="reference")
    for puzzle in every.puzzles[::40]:
        found = plain.prove(puzzle.state)
        assert found is not None
        assert (found.engine, puzzle.engine) == ("reference", "native")
        assert (found.best, found.value, found.distance) == (puzzle.best, puzzle.value, puzzle.distance)
        assert (found.kind, found.difficulty) == (puzzle.kind, puzzle.difficulty)


@pytest.mark.parametrize("name", ["kalah:houses=3,seeds=2", "nim:heaps=2-3-4"])
def test_puzzles_of_points_and_of_either_player_are_what_they_say(name):
    game = pw.make(name)
    play, found = BestPlay(game), find_puzzles(game, 30, difficulty=(1, None), engine="reference")
    assert {puzzle.player for puzzle in found.puzzles} == {"MAX", "MIN"}
    assert len(found.puzzles) > 20
    for puzzle in found.puzzles:
        assert_true(puzzle, play)


def test_beside_an_outright_win_a_loss_by_points_is_a_loss_as_well():
    game = pw.make("othello:size=4")
    state = game.parse_state("-XXOXXX-OOX-O-X- O")  # all sixteen in 7 plies, or a loss within 6
    puzzle = PuzzleProver(game, engine="reference").prove(state)
    assert (puzzle.value, puzzle.distance, puzzle.difficulty) == (-16, 7, 6)
    assert_true(puzzle, BestPlay(game))


def test_a_seed_gives_the_same_puzzles_and_another_others(tictactoe):
    one, again, other = (
        [puzzle.position for puzzle in find_puzzles(tictactoe, 8, seed=seed).puzzles] for seed in (3, 3, 4)
    )
    assert one == again != other
    assert len(one) == len(set(one)) == 8


@pytest.mark.parametrize(("low", "high"), [(1, 1), (3, 4), (4, None)])
def test_difficulties_are_those_asked_for(tictactoe, low, high):
    found = find_puzzles(tictactoe, 5, difficulty=(low, high)).puzzles
    assert found
    assert all(low <= puzzle.difficulty <= (high or 99) for puzzle in found)


def test_usually_no_win_in_one_is_asked_for(tictactoe):
    assert all(puzzle.difficulty > 1 for puzzle in find_puzzles(tictactoe, 300).puzzles)


def test_puzzles_with_an_outcome_at_stake_come_first(tictactoe, every):
    alone = sum(puzzle.keeps_outcome_alone and puzzle.difficulty > 2 for puzzle in every.puzzles)
    assert alone > 12
    assert {puzzle.kind for puzzle in find_puzzles(tictactoe, 10).puzzles} <= {"win", "draw"}


def test_a_game_as_people_first_write_it_has_the_same_puzzles(tictactoe, every):
    found = find_puzzles(Rows(), 3, seed=1, engine="reference")
    play = BestPlay(Rows())
    assert len(found.puzzles) == 3
    for puzzle in found.puzzles:
        assert_true(puzzle, play)


# --- larger games ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def connect4():
    game = pw.make("connect4:width=5,height=4")
    assert list_positions(game) is None
    return game


@pytest.mark.slow
def test_positions_of_a_larger_game_come_from_games_that_are_played(connect4):
    found = find_puzzles(connect4, 12, seed=5)
    assert found.stopped_by == "number"
    keys = {connect4.key(puzzle.state) for puzzle in found.puzzles}
    assert len(keys) == 12
    for puzzle in found.puzzles:
        solution = pw.solve(connect4, connect4.parse_state(puzzle.position))
        assert (solution.best, solution.value, solution.distance) == ([puzzle.best], puzzle.value, puzzle.distance)


@pytest.mark.slow
def test_practice_games_yield_no_two_puzzles_that_are_symmetric(tictactoe, every, monkeypatch):
    monkeypatch.setattr(positions, "MAX_LISTED", 10)
    monkeypatch.setattr(puzzle_set, "STALE", 3)
    found = find_puzzles(tictactoe, 1000, difficulty=(1, None))
    assert found.stopped_by == "stale"
    keys = [tictactoe.key(puzzle.state) for puzzle in found.puzzles]
    assert 50 < len(keys) == len(set(keys)) <= len(every.puzzles)


@pytest.mark.slow
def test_it_ends_in_its_time_with_what_it_found(connect4):
    found = find_puzzles(connect4, 50_000, seed=5, time=0.3)
    assert found.stopped_by == "time"
    assert found.time_s < 20
    longer = find_puzzles(connect4, 50_000, seed=5, time=0.6)
    few, more = ({puzzle.position for puzzle in each.puzzles} for each in (found, longer))
    assert few <= more, "time decides how many there are, and nothing else"


def test_ctrl_c_ends_it_with_what_it_found(tictactoe, monkeypatch):
    asked = []
    prove = PuzzleProver.prove

    def press(self, state):
        asked.append(state)
        if len(asked) == 60:
            raise KeyboardInterrupt
        return prove(self, state)

    monkeypatch.setattr(PuzzleProver, "prove", press)
    found = find_puzzles(tictactoe, 1000)
    assert found.stopped_by == "interrupt"
    assert 0 < len(found.puzzles) < 60


def test_a_game_without_puzzles_ends():
    class Coin(pw.Game):
        """One move, and the game is over."""

        def initial(self):
            return 0

        def player(self, state):
            return MAX

        def actions(self, state):
            return [1]

        def result(self, state, action):
            return 1

        def terminal(self, state):
            return state == 1

        def utility(self, state):
            return 1

    assert find_puzzles(Coin(), 3, engine="reference").stopped_by == "end"
    assert find_puzzles(Coin(), 3, engine="reference").puzzles == []


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"number": 0}, "number"),
        ({"number": 10**9}, "number"),
        ({"difficulty": (0, 3)}, "difficulty"),
        ({"difficulty": (4, 3)}, "difficulty"),
        ({"engine": "steam"}, "steam"),
        ({"time": 0}, "time"),
        ({"time": float("nan")}, "time"),
        ({"time": float("inf")}, "time"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(tictactoe, options, says):
    with pytest.raises(InputError, match=says):
        find_puzzles(tictactoe, **options)


def test_the_sentences_say_what_is_at_stake(every):
    by_kind = {}
    for puzzle in every.puzzles:
        by_kind.setdefault((puzzle.kind, puzzle.difficulty), puzzle)
    win, draw = by_kind["win", 3], by_kind["draw", 2]
    assert win.task.endswith("to move and win in 3 plies.")
    assert win.answer.startswith(f"Only {win.best_word} wins. A line of best play: {win.best_word} ")
    assert draw.task.endswith("to move and draw.")
    assert draw.answer.startswith(f"Only {draw.best_word} holds the draw.")
    assert "wins in 2 plies" in draw.answer
    quickest = next(puzzle for puzzle in every.puzzles if puzzle.kind == "quickest")
    assert quickest.task.endswith("to move and win as quickly as possible, in 1 ply.")
    assert quickest.answer.startswith(f"The quickest win is {quickest.best_word}.")


def test_the_json_holds_what_is_promised(every):
    for puzzle in every.puzzles[:5]:
        told = puzzle.to_dict()
        assert told.keys() >= {"game", "position", "best", "value", "distance", "difficulty", "proof"}
        assert told["proof"]["others"].keys() == {puzzle.word(action) for action in puzzle.others}


# --- a thousand ------------------------------------------------------------------------------------------------------

THOUSAND = {
    "tictactoe": (180, (1, None)),
    "nim:heaps=3-5-7": (100, (2, None)),
    "othello": (320, (2, None)),
    "connect4": (200, (2, None)),
    "chess": (60, (2, None)),
    "breakthrough:rows=6,columns=5": (140, (2, None)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", THOUSAND)
def test_a_thousand_puzzles_over_six_games_have_one_answer(name):
    number, difficulty = THOUSAND[name]
    game = pw.make(name)
    found = find_puzzles(game, number, seed=1, difficulty=difficulty, time=900)
    assert len(found.puzzles) == number
    keys = {game.key(each) for puzzle in found.puzzles for each in (puzzle.state, *game.equivalents(puzzle.state))}
    assert len(keys) >= number
    for puzzle in found.puzzles:
        assert_only_best(game, puzzle)


def assert_only_best(game, puzzle):
    """Assert the answer by searches that the proof did not use: `solve`, from nothing, and plain Python if it can."""
    state = game.parse_state(puzzle.position)
    solution = pw.solve(game, state)
    assert (solution.best, solution.value, solution.distance) == ([puzzle.best], puzzle.value, puzzle.distance)
    if puzzle.distance is None or abs(puzzle.value) < game.utility_bounds[1] or puzzle.distance > 3:
        return
    side = game.player(state)
    for action in game.actions(state):
        wins = wins_within(game, game.result(state, action), side, puzzle.distance - 1)
        assert wins == (action == puzzle.best)


def wins_within(game, state, side, plies):
    """Return whether a side has an outright win within so many plies, by plain Python."""
    if game.terminal(state):
        return game.utility(state) == side * game.utility_bounds[1]
    if plies == 0:
        return False
    choose = any if game.player(state) == side else all
    return choose(wins_within(game, game.result(state, a), side, plies - 1) for a in game.actions(state))


THOUSAND_BY_PLAIN_PYTHON = {
    "tictactoe": (250, (1, None)),
    "nim:heaps=3-5-7": (120, (2, None)),
    "kalah:houses=3,seeds=3": (230, (2, None)),
    "othello:size=4": (200, (2, None)),
    "breakthrough:rows=4,columns=4": (200, (2, None)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", THOUSAND_BY_PLAIN_PYTHON)
def test_all_that_a_thousand_puzzles_of_small_games_say_is_so_by_plain_minimax(name):
    number, difficulty = THOUSAND_BY_PLAIN_PYTHON[name]
    game = pw.make(name)
    found, play = find_puzzles(game, number, seed=2, difficulty=difficulty, time=900), BestPlay(game)
    assert len(found.puzzles) == number
    for puzzle in found.puzzles:
        assert_true(puzzle, play)


def test_the_thousand_are_a_thousand():
    assert sum(number for number, _ in THOUSAND.values()) == 1000
    assert sum(number for number, _ in THOUSAND_BY_PLAIN_PYTHON.values()) == 1000
    assert puzzle_set.MAX_PUZZLES >= 1000
