"""Review a game in a worker: a grade and sentences for each move, and puzzles from the mistakes."""

from typing import Any

from plywise.game import MAX, Game, Value, hashable_start, player_word
from plywise.live.analysing import say_outcome
from plywise.live.progress import COMPILING, plain_value
from plywise.live.puzzling import describe_puzzle
from plywise.live.work import Work
from plywise.play.record import GameRecord, read_start
from plywise.teach.review.grading import expected_score
from plywise.teach.review.review import Review, review
from plywise.teach.review.reviewed_move import ReviewedMove, Standing

REVIEWING = "reviewing"


def review_game(work: Work) -> dict[str, Any]:
    """Return the review of a game. asked: record, as plain data.

    If stopped, it covers the last moves.
    """

    def report(done: int, of: int) -> None:
        if work.stop.is_set():
            raise KeyboardInterrupt
        work.say(REVIEWING, done=done, of=of)

    game, record = work.warm_game().game, GameRecord.from_dict(work.asked["record"])
    hashable_start(game, read_start(game, record.start))
    work.say(COMPILING)
    return describe_review(review(game, record, watcher=report))


def describe_review(found: Review) -> dict[str, Any]:
    """Return a review for a page. The puzzles include answers, which the server must not send."""
    return {
        "complete": found.stopped_by == "complete",
        "basis": found.basis,
        "grades": {player_word(side): found.say_grades(side) for side in (MAX, -MAX)},
        "points_heading": found.points_heading,
        "turning_points": [move.ply for move in found.turning_points],
        "moves": [_describe_move(move) for move in found.moves],
        "values": describe_values(found),
        "puzzles": [describe_puzzle(puzzle) for puzzle in found.puzzles],
    }


def _describe_move(move: ReviewedMove) -> dict[str, Any]:
    return {
        "ply": move.ply,
        "move": move.move_word,
        "by": move.player,
        "grade": move.grade.word,
        "proved": move.grade.proved,
        "heading": move.heading,
        "summary": move.summary,
        "sentences": move.sentences,
        "best": move.best_words,
        "best_proved": move.best_proved,
    }


def describe_values(found: Review) -> list[dict[str, Any]]:
    """Return the known values after each ply from MAX's view, for a graph."""
    standings: dict[int, Standing | None] = {}
    for move in found.moves:
        after = move.after
        if after is not None and after.distance is not None:  # counted from the position before the move
            after = Standing(after.value, after.distance - 1)
        standings[move.ply] = after
        standings[move.ply - 1] = move.before
    unit = found.unit
    values = ((ply, _describe_value(found.game_object, standings[ply], unit)) for ply in sorted(standings))
    return [{"ply": ply} | value for ply, value in values if value is not None]


def _describe_value(game: Game, standing: Standing | None, unit: float | None) -> dict[str, Any] | None:
    """Return MAX's share of the point and the value in words; None if unknown."""
    if standing is None:
        return None
    described = {"proved": standing.proved, "value": plain_value(standing.value), "distance": standing.distance}
    if standing.proved:
        text = say_outcome(game, MAX, standing.value, standing.distance or None)  # 0: it is over
        return described | {"share": _share(standing.value), "text": text}
    if not unit:
        return None
    share = round(expected_score(game, standing.value, unit), 4)
    return described | {"share": share, "text": f"{standing.value / unit:+.2f}"}


def _share(value: Value) -> float:
    return (1 + (value > 0) - (value < 0)) / 2
