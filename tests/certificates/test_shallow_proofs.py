"""Where bounds are trusted, the action with the least deep proof is chosen: by a plain recursion over all lines."""

from functools import cache
from math import inf

import pytest

import plywise as pw
from plywise.certificates.goal import Goal
from plywise.certificates.making import Making, Refuted, make_certificate
from plywise.certificates.shallow_proofs import ShallowProofs, ask_bounds
from plywise.engines.choices import MAX_DEPTH, SLACK
from plywise.game import MAX, MIN
from tests.games.test_connect4 import reachable
from tests.helpers.certificates import made, reason


def depths(game, goal):
    """Return a function from states to the depth of their least deep proof; inf where there is none."""

    @cache
    def depth(state):
        if game.terminal(state):
            return 0 if goal.suffices(game.utility(state)) else inf
        if ask_bounds(game, goal, state)[0]:
            return 0
        after = [depth(game.result(state, action)) for action in game.actions(state)]
        return 1 + (min(after) if game.player(state) == goal.side else max(after))

    return depth


@pytest.mark.slow_with("(5, 3, 4)", "(4, 3, 3)")
@pytest.mark.parametrize("size", [(4, 3, 3), (3, 4, 3), (5, 3, 4)], ids=str)
def test_the_action_with_the_least_deep_proof_is_chosen(size):
    game, chosen = pw.make("connect4:width={},height={},connect={}".format(*size)), 0
    for side, what in ((MAX, "win"), (MIN, "win"), (MAX, "draw"), (MIN, "draw")):
        goal = Goal(side, what)
        depth = depths(game, goal)
        proofs = ShallowProofs(game, goal, lambda state, depth=depth: depth(state) < inf)
        for state in reachable(game):
            if game.terminal(state) or game.player(state) != side or depth(state) in (0, inf):
                continue
            after = [game.result(state, action) for action in game.actions(state)]

            def weight(child, depth=depth):
                replies = [] if game.terminal(child) else game.actions(child)
                return sum(2 ** depth(game.result(child, action)) for action in replies)

            place, *others = proofs.choose(state, list(enumerate(after)))
            least = min(map(depth, after))
            most = min(least + SLACK, MAX_DEPTH) if least > 0 else 0
            assert sorted([place, *others]) == [each for each, child in enumerate(after) if depth(child) <= most]
            assert depth(after[place]) == least
            if least > 0:
                assert weight(after[place]) == min(weight(child) for child in after if depth(child) == least)
            chosen += 1
    assert chosen > 50


def test_a_certificate_that_trusts_the_bounds_is_smaller_and_is_accepted():
    game = pw.make("connect4:width=4,height=3,connect=3")
    whole, less = made(game, MAX, "win"), made(game, MAX, "win", trusts=True)
    assert reason(game, game.initial(), less.to_bytes()) == ""
    assert less.claim.trusts == "bounds"
    assert less.claim.positions < whole.claim.positions


@pytest.mark.slow
@pytest.mark.parametrize("text", ["connect4:width=4,height=3,connect=3", "connect4:width=4,height=4"])
def test_compiled_rules_make_the_same_certificates(text):
    game = pw.make(text)
    for side in (MAX, MIN):
        for what in ("win", "draw"):
            found = []
            for engine in ("reference", "native"):
                making = Making(game, game.initial(), Goal(side, what), trusts=True, engine=engine)
                try:
                    found.append(make_certificate(making, "empty"))
                except Refuted as refuted:
                    found.append(refuted.value)
            assert found[0] == found[1]
