"""Reviews: each grade, value and sentence of a proved review is checked by minimax of the test's own."""

import random
import re
import time
from dataclasses import replace
from itertools import pairwise

import pytest

import plywise as pw
from plywise import MAX, MIN
from plywise.errors import InputError
from plywise.live.reviewing import describe_review
from plywise.play.record import GameRecord, MoveRecord
from plywise.teach.explain.analysis import Budget, PositionAnalysis
from plywise.teach.explain.findings import ClaimFinder
from plywise.teach.review.grading import COSTS, GRADES, Grade, expected_score, grade_move, unit_of
from plywise.teach.review.review import review
from tests.helpers.best_play import BestPlay, rank

SEED = 20261124


def sign(number):
    return (number > 0) - (number < 0)


def random_record(game, source, plies=100):
    """Return a random game, or its beginning."""
    state, words = game.initial(), []
    while len(words) < plies and not game.terminal(state):
        action = source.choice(list(game.actions(state)))
        words.append(game.format_action(state, action))
        state = game.result(state, action)
    return GameRecord(game.name, game.format_state(game.initial()), moves=tuple(map(MoveRecord, words)))


def expected_grade(play, state, action):
    """Return the grade that a move deserves."""
    side, moves = play.game.player(state), play.moves(state)
    best, own = (play.moves(state)[each] for each in (play.best(state)[0], action))
    lost = sign(side * best[0]) - sign(side * own[0])
    if lost:
        return "blunder" if lost == 2 else "mistake"
    if rank(side * own[0], own[1]) == max(rank(side * value, plies) for value, plies in moves.values()):
        return "best"
    return "good" if best[0] == own[0] else "inaccuracy"


@pytest.fixture(scope="module")
def tictactoe():
    return pw.make("tictactoe")


@pytest.fixture(scope="module")
def play(tictactoe):
    return BestPlay(tictactoe)


@pytest.fixture(scope="module")
def reviews(tictactoe):
    """Reviews of random games: the record, and what is said of it."""
    source = random.Random(SEED)
    records = [random_record(tictactoe, source) for _ in range(12)]
    return [(record, review(tictactoe, record)) for record in records]


def test_every_grade_and_value_is_right(tictactoe, play, reviews):
    grades = set()
    for record, found in reviews:
        assert [move.move_word for move in found.moves] == record.words
        assert found.stopped_by == "complete"
        for move in found.moves:
            moves = play.moves(move.state)
            assert move.grade.word == expected_grade(play, move.state, move.move), move.heading
            assert move.grade.proved
            assert sorted(move.best) == sorted(play.best(move.state))
            for standing, (value, plies) in ((move.before, moves[move.best[0]]), (move.after, moves[move.move])):
                assert (standing.value, standing.proved) == (value, True)
                assert standing.distance == (plies if value else None)
            grades.add(move.grade.word)
    assert grades >= {"best", "good", "mistake"}


def test_turning_points_are_the_faults_the_worst_first(reviews):
    for _, found in reviews:
        faults = {move.ply for move in found.moves if move.grade.word in ("mistake", "blunder")}
        assert {move.ply for move in found.turning_points} == faults
        for one, other in pairwise(found.turning_points):
            assert one.grade.cost >= other.grade.cost
    assert sum(bool(found.turning_points) for _, found in reviews) > 6


def test_a_fault_is_told_in_words_and_other_moves_are_not(reviews):
    said = ""
    for _, found in reviews:
        for move in found.moves:
            assert bool(move.sentences) == (move.grade.word in ("inaccuracy", "mistake", "blunder"))
            if move.grade.is_fault:
                outcome = "win" if move.side * move.before.value > 0 else "draw"
                assert move.sentences[0].startswith(f"{move.move_word} throws the {outcome} away: ")
                assert any(f"{word} is better" in " ".join(move.sentences) for word in move.best_words)
                assert all(claim.proved for claim in move.claims)
                said += str(move)
        assert str(found).endswith("All of this is proved by a search to the end of the game.")
    assert "estimate" not in said


def test_a_fault_with_one_best_move_makes_a_puzzle(play, reviews):
    alone = 0
    for _, found in reviews:
        positions = {puzzle.position for puzzle in found.puzzles}
        for move in found.moves:
            has_puzzle = move.grade.is_fault and len(play.best(move.state)) == 1
            alone += has_puzzle
            assert (move.position in positions) == has_puzzle
            if has_puzzle:
                assert move.puzzle.best in play.best(move.state)
    assert alone > 3


def test_one_side_alone_can_be_graded(tictactoe, reviews):
    record, both = reviews[0]
    for side in (MAX, MIN):
        found = review(tictactoe, record, side=side)
        assert [move.ply for move in found.moves] == [move.ply for move in both.moves if move.side == side]
        assert [move.grade for move in found.moves] == [move.grade for move in both.moves if move.side == side]


def test_the_engines_agree(tictactoe, reviews):
    record, native = reviews[1]
    plain = review(tictactoe, record, engine="reference", time=20)
    assert [move.grade for move in plain.moves] == [move.grade for move in native.moves]
    assert [move.before for move in plain.moves] == [move.before for move in native.moves]


@pytest.mark.slow
def test_a_game_of_points_loses_points_by_inaccuracies():
    game = pw.make("kalah:houses=3,seeds=2")
    play, source, grades = BestPlay(game), random.Random(SEED), set()
    for _ in range(4):
        found = review(game, random_record(game, source), engine="reference", time=20)
        for move in found.moves:
            if move.grade.proved:
                assert move.grade.word == expected_grade(play, move.state, move.move), move.heading
                grades.add(move.grade.word)
    assert "inaccuracy" in grades


def test_what_is_not_proved_is_called_an_estimate():
    game = pw.make("connect4:width=5,height=4")
    found = review(game, random_record(game, random.Random(SEED), plies=5), engine="reference", nodes=400)
    estimated = [move for move in found.moves if not move.grade.proved]
    assert estimated
    for move in estimated:
        if move.grade.word != "open":
            assert "estimate" in move.heading
        for claim, sentence in zip(move.claims, move.sentences, strict=True):
            assert claim.proved or "estimate" in sentence
    assert "Estimates are the game's evaluation after a search." in str(found)
    again = review(game, found.record, engine="reference", nodes=400)
    assert [move.to_dict() for move in again.moves] == [move.to_dict() for move in found.moves], "no time counts"


def assert_proved_is_true(play, found):
    """Assert that what a review does not call an estimate is so; return how often it estimates the best move alone."""
    estimates = 0
    for move in found.moves:
        deserved, best = expected_grade(play, move.state, move.move), play.best(move.state)
        if move.grade.proved:  # a mistake is a mistake at least
            assert move.grade.word == deserved or (move.grade.word, deserved) == ("mistake", "blunder"), move.summary
        if move.best_proved:
            assert set(move.best) <= set(best), move.summary
        elif "; best" in move.summary:
            assert move.summary.endswith("(an estimate)")
            estimates += move.grade.proved
    whole = str(found)
    assert ("All of this is proved" in whole) == ("estimate" not in whole.replace("An estimate is", ""))
    return estimates


def test_what_a_short_search_calls_proved_is_so(tictactoe, play):
    source, estimates = random.Random(SEED), 0
    for nodes in (20, 100, 400, 2000):
        record = random_record(tictactoe, source)
        estimates += assert_proved_is_true(play, review(tictactoe, record, engine="reference", nodes=nodes))
    record = GameRecord("tictactoe", "." * 9, moves=(MoveRecord("8"), MoveRecord("0")))
    assert estimates + assert_proved_is_true(play, review(tictactoe, record, nodes=2000)) > 0


@pytest.mark.parametrize("name", ["nim:heaps=1-2-3", pytest.param("kalah:houses=3,seeds=2", marks=pytest.mark.slow)])
def test_a_move_that_may_be_the_best_is_not_proved_to_be_merely_good(name):
    game, source = pw.make(name), random.Random(SEED)
    play = BestPlay(game)
    for nodes in (10, 20, 40, 100, 400):
        assert_proved_is_true(play, review(game, random_record(game, source), engine="reference", nodes=nodes))


CHESS = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "c6d4", "f3e5", "d8g5", "e5f7", "g5g2", "h1f1", "g2e4", "c4e2", "d4f3"]


def test_in_chess_moves_are_san_and_estimates_pawns_in_text_and_on_the_page():
    game = pw.make("chess")
    record = GameRecord("chess", game.format_state(game.initial()), moves=tuple(map(MoveRecord, CHESS[:7])))
    found = review(game, record, nodes=150, side=MAX, engine="reference")
    told = describe_review(found)
    assert len(told["moves"]) == len(found.moves)
    for shown in told["moves"]:
        assert shown["summary"] in str(found)
        assert shown["heading"] in str(found)
    text = str(found)
    assert "White plays Nxe5" in text
    assert not re.search(r"\b[a-h][1-8][a-h][1-8]\b", text)  # no e2e4, neither as a move nor in a line
    assert all(" pawns to " in line for line in text.splitlines() if "is worth" in line)
    assert told["moves"][0]["move"] == "e2e4"  # for programs, and for arrows
    for side, counts in ((MAX, "MAX"), (MIN, "MIN")):
        assert told["grades"][counts] == found.say_grades(side)
        assert found.say_grades(side) in text


@pytest.mark.slow
def test_a_review_by_default_limits_is_the_same_again_and_again():
    game = pw.make("chess")
    record = GameRecord("chess", game.format_state(game.initial()), moves=tuple(map(MoveRecord, CHESS)))
    first = review(game, record)
    pw.search(game, nodes=50_000)  # whatever the process did meanwhile
    second = review(game, record)
    assert first.to_dict()["moves"] == second.to_dict()["moves"]
    assert len(first.turning_points) >= 2


@pytest.mark.slow
def test_sound_moves_are_no_mistakes_and_a_piece_thrown_away_is_a_blunder():
    game = pw.make("chess")
    opening = ["d2d4", "g8f6", "c2c4", "g7g6", "b1c3", "d7d5", "g1f3", "f8g7", "c1h6"]
    found = review(game, GameRecord("chess", game.format_state(game.initial()), moves=tuple(map(MoveRecord, opening))),
                   nodes=150_000)  # fmt: skip
    assert [move.move_word for move in found.turning_points] == ["c1h6"]
    assert found.turning_points[0].grade.word in ("mistake", "blunder")
    for move in found.moves:
        assert not move.grade.proved
        assert move.before.depth >= 4
        assert set(move.best) <= set(game.actions(move.state))


def test_an_estimate_of_two_moves_does_not_speak_of_the_others(tictactoe):
    analysis = PositionAnalysis(tictactoe, tictactoe.initial(), "reference", Budget(60, nodes=3000))
    analysis.estimate_choice(1)
    estimate = analysis.estimate
    assert estimate.action_values.keys() == {estimate.best, 1}
    assert estimate.action_values[estimate.best] == estimate.value >= estimate.action_values[1]
    analysis.estimate = replace(estimate, action_values={estimate.best: 0, 1: 0}, value=0)
    assert grade_move(analysis, 1, 1.0) == Grade("best", False)
    said = [claim.kind for claim in ClaimFinder(analysis, 1).judge_choice()]
    assert "guess" not in said, "it would say that every other move is worth the same"


def test_it_ends_in_its_time():
    game = pw.make("connect4:width=5,height=4")
    record, began = random_record(game, random.Random(SEED), plies=8), time.perf_counter()
    found = review(game, record, engine="reference", time=0.05)
    assert len(found.moves) == 8
    assert time.perf_counter() - began < 8 * 0.05 * 1.5 + 20


def test_ctrl_c_leaves_the_moves_that_are_done(tictactoe, reviews, monkeypatch):
    record, _ = reviews[0]
    solve, asked = PositionAnalysis.solve, []

    def press(self, first=None):
        asked.append(first)
        if len(asked) == 3:
            raise KeyboardInterrupt
        solve(self, first)

    monkeypatch.setattr(PositionAnalysis, "solve", press)
    found = review(tictactoe, record)
    assert found.stopped_by == "interrupt"
    assert [move.ply for move in found.moves] == [len(record.words) - 1, len(record.words)]


def test_a_game_without_moves_has_nothing_to_say(tictactoe):
    found = review(tictactoe, GameRecord("tictactoe", "." * 9))
    assert found.moves == []
    assert "No turning points" in str(found)


def test_arguments_that_do_not_fit_are_refused(tictactoe, reviews):
    record, _ = reviews[0]
    for options in ({"time": 0}, {"time": float("nan")}, {"nodes": 0}, {"side": 2}, {"engine": "steam"}):
        with pytest.raises(InputError):
            review(tictactoe, record, **options)
    with pytest.raises(InputError, match="move 2"):
        review(tictactoe, GameRecord("tictactoe", "." * 9, moves=(MoveRecord("0"), MoveRecord("0"))))
    with pytest.raises(InputError, match="connect4"):
        review(pw.make("connect4"), record)


def test_the_score_expected_grows_with_the_estimate():
    game = pw.make("chess")
    scores = [expected_score(game, value, 100) for value in (-30000, -900, -100, 0, 100, 900, 30000)]
    assert scores == sorted(scores)
    assert (scores[0], scores[3], scores[-1]) == (0, 0.5, 1)
    assert [cost for cost, _ in COSTS] == sorted((cost for cost, _ in COSTS), reverse=True)
    assert {word for _, word in COSTS} < set(GRADES)


def test_the_unit_is_declared_or_the_usual_change(tictactoe):
    chess = pw.make("chess")
    assert unit_of(chess, [chess.initial()]) == 100
    states = [tictactoe.initial()]
    assert unit_of(tictactoe, states) is None
    kalah = pw.make("kalah")
    states = [kalah.initial()]
    for word in ("3", "6", "1"):
        states.append(kalah.result(states[-1], kalah.parse_action(states[-1], word)))
    assert unit_of(kalah, states) > 0
