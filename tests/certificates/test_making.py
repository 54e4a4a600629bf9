"""Making certificates: there is one exactly where the goal holds, and it is the same whoever makes it."""

import random

import pytest

import plywise as pw
from plywise.certificates.goal import Goal
from plywise.certificates.making import Certificate, Making, Refuted, can_count, encode_entries, make_certificate
from plywise.errors import InputError
from plywise.game import MAX, MIN
from plywise.solvers.solver import Solver
from tests.helpers.certificates import is_proof, made, reason
from tests.helpers.generated_games import Wood
from tests.helpers.plain_games import Flat, Rows
from tests.helpers.stones import Stones


class BoundedWood(Wood):
    """Random trees whose lines are known to end, so that compiled rules find the strategy."""

    max_plies = 12


def starts(count, **shape):
    source = random.Random(7)
    for seed in range(count):
        yield Wood().start(
            seed, side=source.choice((MAX, MIN)), left=source.randrange(1, 7), wide=source.randrange(1, 4),
            span=source.randrange(1, 4), early=source.choice((0, 5)), turns=source.randrange(2),
            pool=source.choice((0, 4)),
        )  # fmt: skip


def exact(game, state):
    if game.terminal(state):
        return game.utility(state)
    after = [exact(game, game.result(state, each)) for each in game.actions(state)]
    return max(after) if game.player(state) == MAX else min(after)


@pytest.mark.parametrize("counts", [False, True])
def test_there_is_a_certificate_exactly_where_the_goal_holds(counts):
    game, proofs = Wood(), 0
    for start in starts(60):
        value = exact(game, start)
        for side in (MAX, MIN):
            for what in ("win", "draw", value, value - side, value + side):
                goal = Goal(side, what)
                making = Making(game, start, goal, engine="reference")
                making = making._replace(soonest=can_count(making))
                making = making._replace(counts=counts and making.soonest)
                if goal.suffices(value):
                    found = make_certificate(making, "here")
                    assert reason(game, start, found.to_bytes()) == ""
                    proofs += 1
                else:
                    with pytest.raises(Refuted) as refuted:
                        make_certificate(making, "here")
                    assert refuted.value.value == value
    assert proofs > 200


def fewest_plies(game, state, side, limit=6):
    """Return the fewest plies in which a side surely wins; limit + 1 if it takes more."""
    if game.terminal(state):
        return 0 if side * game.utility(state) > 0 else limit + 1
    if limit == 0:
        return 1
    pick = min if game.player(state) == side else max
    return 1 + min(limit, pick(fewest_plies(game, game.result(state, each), side, limit - 1)
                               for each in game.actions(state)))  # fmt: skip


@pytest.mark.parametrize("span", [1, 3])
def test_a_win_takes_as_many_plies_as_are_claimed(span):
    """Where there are several utilities, the loser may prefer a reply that is worse for it, and takes longer."""
    game, later = Wood(), 0
    for start in (game.start(seed, left=6, span=span) for seed in range(100)):
        value = exact(game, start)
        side = MAX if value > 0 else MIN
        if value == 0 or game.terminal(start):
            continue
        found = attempt(game, side, "win", start, True, "reference")
        assert reason(game, start, found.to_bytes()) == ""
        shorter = found.claim._replace(within=found.claim.within - 1)
        assert "longer than" in reason(game, start, Certificate(shorter, found.body).to_bytes())
        if span == 1:
            assert found.claim.within == fewest_plies(game, start, side)
        assert found.claim.within >= fewest_plies(game, start, side)
        later += found.claim.within > Solver(game, distance=True, engine="reference").solve(start).distance
    assert (later > 0) == (span > 1)


@pytest.mark.slow
def test_compiled_rules_make_the_same_certificates():
    game, same = BoundedWood(), 0
    for start in starts(25):
        value = exact(game, start)
        for side in (MAX, MIN):
            for what in ("win", "draw", value):
                for counts in (False, True):
                    plain = attempt(game, side, what, start, counts, "reference")
                    assert attempt(game, side, what, start, counts, "native") == plain
                    same += plain is not None
    assert same > 100


def attempt(game, side, what, start, counts, engine):
    making = Making(game, start, Goal(side, what), engine=engine)
    making = making._replace(soonest=can_count(making))
    if counts and not making.soonest:
        return None
    try:
        return make_certificate(making._replace(counts=counts), "here")
    except Refuted as refuted:
        return refuted.value


OWN = {"rows": Rows(), "flat": Flat(), "stones": Stones(), "tree": pw.Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2)}


@pytest.mark.fast_with("stones", "tree")
@pytest.mark.parametrize("game", OWN.values(), ids=OWN)
def test_games_as_people_write_them_have_certificates(game):
    value = exact(game, game.initial())
    for side in (MAX, MIN):
        found = made(game, side, value)
        assert is_proof(game, game.initial(), found.to_bytes())
        with pytest.raises(Refuted):
            made(game, side, value + side)


def test_a_game_that_is_over_has_a_certificate_without_entries():
    game = pw.make("tictactoe")
    won = game.parse_state("XXXOO....")
    found = made(game, MAX, "win", start=won)
    assert (found.claim.entries, found.claim.positions, found.body) == (0, 0, b"")
    assert is_proof(game, won, found.to_bytes())
    with pytest.raises(Refuted):
        made(game, MIN, "draw", start=won)


def test_the_header_says_all_parameters():
    found = made(pw.make("nim", heaps="1-2"), MAX, "win")
    assert found.claim.game == "nim:heaps=1-2,misere=0"
    assert made(pw.make("tictactoe"), MAX, "draw").claim.game == "tictactoe"


def test_a_text_that_would_break_the_header_is_refused():
    with pytest.raises(InputError, match="cannot hold the position"):
        made(pw.make("tictactoe"), MAX, "draw", position="a\nb")


def test_entries_are_bytes_of_seven_bits():
    assert encode_entries([0, 127, 128, 300, 20_000]).hex(" ") == "00 7f 80 01 ac 02 a0 9c 01"


def test_many_actions_take_entries_of_two_bytes():
    class Guess(pw.Game):
        """MAX names a number twice, which must be 201; the second time the only one that does not lose at once."""

        def initial(self):
            return (0, 0)

        def player(self, state):
            return MAX if state[0] < 2 else MIN

        def actions(self, state):
            return range(300)

        def result(self, state, action):
            return (state[0] + 1, state[1] + (action == 201))

        def terminal(self, state):
            return state[0] == 3

        def utility(self, state):
            return 1 if state[1] >= 2 else -1

    game = Guess()
    found = made(game, MAX, "win")
    assert found.body == bytes([201 & 127 | 128, 1])
    assert is_proof(game, game.initial(), found.to_bytes())
    assert isinstance(found, Certificate)


@pytest.mark.slow
def test_what_proof_number_search_proves_is_a_certificate():
    game = pw.make("cube")
    found = made(game, MAX, "win", engine="auto", method="proof", position="." * 27)
    assert is_proof(game, game.initial(), found.to_bytes())
    with pytest.raises(Refuted):
        made(game, MIN, "draw", engine="auto", method="proof")
