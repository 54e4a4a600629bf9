"""Nim against OpenSpiel, large heaps against other programs' solutions, and both against the XOR rule.

tests/data/nim_large.jsonl goes on where nim.jsonl ends: heaps of seven and four heaps, for the native engine.
"""

import json
import random
from functools import cache, reduce
from operator import xor

import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

import plywise as pw
from plywise import MAX, MIN, InputError
from plywise.solvers.solver import Solver
from tests.helpers.paths import DATA

LARGE = "7-7-7-7"


def rows():
    texts = [(DATA / name).read_text() for name in ("nim.jsonl", "nim_large.jsonl")]
    return [json.loads(line) for text in texts for line in text.splitlines()]


def is_won(heaps, misere):
    """Return whether the player to move wins (Bouton 1901); with nothing left, misere, the last to move has lost."""
    if misere and max(heaps) <= 1:
        return sum(heaps) % 2 == 0
    return reduce(xor, heaps) != 0


@cache
def solver(misere):
    return Solver(pw.make("nim", heaps=LARGE, misere=misere))


def solved(heaps, misere, side="MAX"):
    """Return the solution of up to four heaps of up to seven."""
    warm = solver(misere)
    counts = [*heaps, 0, 0, 0][:4]
    return warm.solve(warm.game.parse_state("-".join(map(str, counts)) + " " + side), line=False)


def held_by(piles, heaps):
    """Return whether each pile fits a heap of its own."""
    return len(piles) <= len(heaps) and all(pile <= heap for pile, heap in zip(piles, heaps, strict=False))


@pytest.mark.parametrize("misere", [0, 1], ids=["normal", "misere"])
@pytest.mark.parametrize(
    ("heaps", "engine", "number"),
    [("6-6-6", "reference", 20), pytest.param(LARGE, "native", 40, marks=pytest.mark.slow)],
)
def test_every_labelled_position_and_all_its_winning_moves(heaps, engine, number, misere):
    sizes = list(map(int, heaps.split("-")))
    chosen = [row for row in rows() if row["misere"] == bool(misere) and held_by(row["piles"], sizes)]
    assert len(rows()) == 100
    assert len(chosen) >= number
    warm = Solver(pw.make("nim", heaps=heaps, misere=misere), engine=engine)
    for row in chosen:
        counts = [*row["piles"], 0, 0, 0][: len(sizes)]
        state = warm.game.parse_state("-".join(map(str, counts)))
        assert (warm.solve(state, line=False).outcome == "win") == row["side_to_move_wins"] == is_won(counts, misere), (
            row
        )
        actions = warm.solve(state, line=False, all_moves=True).to_dict()["actions"]
        words = {word for word, each in actions.items() if each["outcome"] == "win"}
        assert words == {f"{heap + 1}-{count}" for heap, count in row["winning_moves"]}, row


@pytest.mark.slow
@given(
    st.lists(st.integers(0, 7), min_size=4, max_size=4).filter(any),
    st.sampled_from([0, 1]),
    st.sampled_from(["MAX", "MIN"]),
)
def test_the_xor_rule_and_the_order_of_the_heaps_does_not_matter(heaps, misere, side):
    solution = solved(heaps, misere, side)
    assert solution.outcome == ("win" if is_won(heaps, misere) else "loss")
    assert solved(sorted(heaps), misere, side).distance == solution.distance


@given(st.lists(st.integers(0, 5), min_size=1, max_size=5).filter(any), st.data())
def test_symmetries_are_the_arrangements_that_fit_the_start_and_share_the_key(heaps, data):
    game = pw.make("nim", heaps="-".join(map(str, heaps)))
    counts = [data.draw(st.integers(0, most)) for most in heaps]
    state = game.State(game.pack(tuple(counts)), data.draw(st.sampled_from([MAX, MIN])))
    images = list(game.symmetries(state))
    assert len(images) == len(set(images))
    assert state in images
    for image in images:
        assert sorted(game.counts(image)) == sorted(counts)
        assert game.key(image) == game.key(state)
        assert game.parse_state(game.format_state(image)) == image


@given(st.one_of(st.text(max_size=30), st.text("0123456789- MAXIN", max_size=30)))
def test_any_text_is_read_or_refused_with_one_line(text):
    game = pw.make("nim")

    def start(text):
        return pw.make("nim", heaps=text)

    for read in (start, game.parse_state, lambda word: game.parse_action(game.initial(), word)):
        refused = ""
        try:
            read(text)
        except InputError as error:
            refused = str(error)
        assert len(refused.splitlines()) <= 1


@pytest.mark.parametrize("misere", [0, 1], ids=["normal", "misere"])
@pytest.mark.parametrize("heaps", ["1-3-5-7", "3-4-5", "1", "9-9", "2-2-2-2-2"])
def test_openspiel_plays_by_the_same_rules(heaps, misere):
    game = pw.make("nim", heaps=heaps, misere=misere)
    piles = heaps.replace("-", ";")
    other = pyspiel.load_game("nim", {"pile_sizes": piles, "is_misere": bool(misere)})  # misere is its default
    for seed in range(60):
        source, state, their = random.Random(seed), game.initial(), other.new_initial_state()
        while not their.is_terminal():
            assert not game.terminal(state), seed
            assert game.player(state) == (MAX, MIN)[their.current_player()], seed
            theirs = {_as_word(their.action_to_string(action)): action for action in their.legal_actions()}
            actions = {game.format_action(state, action): action for action in game.actions(state)}
            assert theirs.keys() == actions.keys(), seed
            chosen = source.choice(sorted(actions))
            state = game.result(state, actions[chosen])
            their.apply_action(theirs[chosen])
        assert game.terminal(state), seed
        assert game.utility(state) == their.returns()[0], seed


def _as_word(text):
    """Return `heap-count` for the text `pile:2, take:3;`."""
    pile, take = (part.split(":")[1] for part in text.rstrip(";").split(","))
    return f"{int(pile)}-{int(take)}"
