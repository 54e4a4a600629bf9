"""Records of random games, with all that a record can hold."""

import random
from math import inf

from plywise.game import MAX
from plywise.play.record import GameRecord, MoveRecord, winner_of

FAILURES = ("resigned", "time", "illegal move", "crash", "no answer", "garbage", "error")


def random_record(game, seed, most_plies=60, timed=True):
    """Return the record of a random game, to its end or a part of it; some begin in the middle of one."""
    source = random.Random(f"{game.name} {seed}")
    state = game.initial()
    if source.random() < 0.5:
        state, _ = _play(game, state, source, source.randrange(12))
        state = game.parse_state(game.format_state(state))
    start = game.format_state(state)
    last, words = _play(game, state, source, source.choice([0, 1, 5, most_plies, most_plies]))
    opening = source.randrange(len(words) + 1) if source.random() < 0.5 else 0
    moves = tuple(_move(word, source, timed) for word in words[opening:])
    return GameRecord(
        game.name, start, tuple(words[:opening]), moves, f"engine:nodes={seed}", 'Ann "]\\" Ünal: 2)',
        source.choice(["", "60+0.5", "nodes=2000"]), *_ending(game, last, source), game.format_state(last),
        source.choice([{}, {"round": seed, "notes": ["]", "}", '"', "\\", None]}]),
    )  # fmt: skip


def _play(game, state, source, plies):
    words = []
    while len(words) < plies and not game.terminal(state):
        action = source.choice(list(game.actions(state)))
        words.append(game.format_action(state, action))
        state = game.result(state, action)
    return state, words


def _move(word, source, timed):
    value = source.choice([None, 3, -0.125, 1e-7, inf, -inf, 0.0])
    depth, nodes = source.choice([(None, None), (6, 2000), (1, None)])
    if not timed or source.random() < 0.3:
        return MoveRecord(word, value, depth, nodes)
    return MoveRecord(word, value, depth, nodes, round(source.random(), 3), round(4000 * source.random(), 3))


def _ending(game, last, source):
    """Return the utility, the winner, why and in detail."""
    if game.terminal(last):
        utility = game.utility(last)
        return utility, winner_of(utility), "rules", ""
    side = game.player(last)
    return source.choice(
        [
            (None, None, "unfinished", ""),
            (None, "draw", "length", "it was not over after 60 plies"),
            (side, winner_of(side), "proved", "solved"),
            (None, "MIN" if side == MAX else "MAX", source.choice(FAILURES), 'it said ]}" and left'),
        ]
    )
