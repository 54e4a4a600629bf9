"""Mutants of certificates: what is accepted reaches its goal all the same, by a search of all lines."""

import random

import pytest

import plywise as pw
from plywise.game import MAX, MIN
from tests.helpers.certificates import is_proof, made, mutate, with_body
from tests.helpers.lines_of_play import reaches_the_goal

CASES = {
    "tictactoe, X": ("tictactoe", MAX, "draw", 15_000),
    "tictactoe, O": ("tictactoe", MIN, "draw", 15_000),
    "connect4 of 4 by 3": ("connect4:width=4,height=3,connect=3", MAX, "win", 15_000),
    "connect4 of 4 by 4, first": ("connect4:width=4,height=4", MAX, "draw", 10_000),
    "connect4 of 4 by 4, second": ("connect4:width=4,height=4", MIN, "draw", 10_000),
    "mnk of 4 by 3": ("mnk:m=4", MAX, "win", 15_000),
    "cube": ("cube:size=2", MAX, "win", 5_000),
    "nim": ("nim", MAX, "win", 10_000),
    "kalah": ("kalah:houses=2,seeds=2,empty_capture=1", MAX, -2, 5_000),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_a_mutant_is_a_proof_or_refused(case):
    text, side, what, count = CASES[case]
    game = pw.make(text)
    start = game.initial()
    found = made(game, side, what, engine="auto")
    assert reaches_the_goal(game, start, side, what, found.body)
    source, verdicts = random.Random(count), {}
    for _ in range(count):
        mutant = found.body
        for _ in range(source.choice((1, 1, 1, 2, 5))):
            mutant = mutate(mutant, source) if mutant else b"\0"
        if mutant not in verdicts:
            positions = found.claim.positions + source.choice((0, 0, 0, source.randrange(-5, 6)))
            verdicts[mutant] = is_proof(game, start, with_body(found, mutant, positions=max(0, positions)))
            if verdicts[mutant]:
                assert reaches_the_goal(game, start, side, what, mutant)
    assert False in verdicts.values()


@pytest.mark.slow
def test_a_certificate_proves_nothing_of_another_game():
    games = [pw.make(text) for text, *_ in CASES.values()]
    proofs = [
        made(game, side, what, engine="auto") for game, (_, side, what, _) in zip(games, CASES.values(), strict=True)
    ]
    for game, (_, side, what, _) in zip(games, CASES.values(), strict=True):
        for found in proofs:
            claim = {"player": "MAX" if side == MAX else "MIN", "goal": str(what)}
            if is_proof(game, game.initial(), with_body(found, found.body, **claim)):
                assert reaches_the_goal(game, game.initial(), side, what, found.body)
