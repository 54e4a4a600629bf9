"""Games ended early: only where it is known, or was agreed, how they end."""

import pytest

import plywise as pw
from plywise import MAX, MIN, InputError
from plywise.arena.adjudication import Agreement, Proofs, ProofSearch, Rule, parse_adjudication, proof_of
from plywise.play.player import Player, Situation, Thought
from plywise.play.players import EnginePlayer, RandomPlayer, SolverPlayer
from plywise.play.record import MoveRecord

GAME = pw.make("tictactoe")
WON = GAME.parse_state("XX.OO....")  # X to move wins at once
EVEN = GAME.initial()


def thought_of(state, **options):
    found = pw.search(GAME, state, **options)
    return Thought(found.best, found)


class Says(Player):
    """Gives thoughts that were made before."""

    def __init__(self, thought, keeps_proofs=True):
        self.thought = thought
        self.keeps_proofs = keeps_proofs

    def decide(self, situation):
        return self.thought


def decide(players, side, state=EVEN):
    players[side].decide(Situation(GAME, GAME.initial(), (), state))


# --- by the players' own proofs --------------------------------------------------------------------------------------


def test_a_search_to_the_end_and_a_solution_are_proofs_and_an_estimate_is_none():
    assert proof_of(thought_of(WON)) == 1
    assert proof_of(Thought(0, pw.solve(GAME, WON))) == 1
    assert proof_of(thought_of(EVEN, depth=3)) is None
    assert proof_of(Thought(0, value=5)) is None
    assert proof_of(Thought(0)) is None


def test_a_bound_is_no_proof():
    bound = pw.algorithms.alphabeta(GAME, EVEN, alpha=-1, beta=0)
    assert proof_of(Thought(0, bound)) is None


def test_a_win_counts_where_the_winner_has_proved_it():
    proofs = Proofs()
    players = proofs.watch({MAX: Says(thought_of(WON)), MIN: Says(Thought(0))})
    assert proofs(GAME, EVEN, []) is None
    decide(players, MAX)
    assert proofs(GAME, EVEN, []) == (1, "proved", "X has proved the win")


def test_a_loss_that_only_the_loser_has_proved_is_played_on():
    proofs = Proofs()
    players = proofs.watch({MAX: Says(Thought(0)), MIN: Says(thought_of(WON))})
    decide(players, MIN)
    assert proofs(GAME, EVEN, []) is None


def test_a_draw_counts_only_when_both_have_proved_it():
    proofs = Proofs()
    players = proofs.watch({MAX: Says(thought_of(EVEN)), MIN: Says(thought_of(EVEN))})
    decide(players, MAX)
    assert proofs(GAME, EVEN, []) is None
    decide(players, MIN)
    assert proofs(GAME, EVEN, []) == (0, "proved", "both have proved the draw")


def test_a_proof_is_forgotten_where_the_next_thought_proves_nothing():
    proofs = Proofs()
    says = Says(thought_of(WON))
    players = proofs.watch({MAX: says, MIN: Says(Thought(0))})
    decide(players, MAX)
    says.thought = Thought(0)
    decide(players, MAX)
    assert proofs(GAME, EVEN, []) is None


def test_nothing_is_left_over_from_the_game_before():
    proofs = Proofs()
    decide(proofs.watch({MAX: Says(thought_of(WON)), MIN: Says(Thought(0))}), MAX)
    proofs.watch({MAX: Says(Thought(0)), MIN: Says(Thought(0))})
    assert proofs(GAME, EVEN, []) is None


def test_a_player_that_may_be_careless_proves_nothing():
    proofs = Proofs()
    players = proofs.watch({MAX: Says(thought_of(WON), keeps_proofs=False), MIN: Says(Thought(0))})
    decide(players, MAX)
    assert proofs(GAME, EVEN, []) is None
    assert not any(EnginePlayer(level=level).keeps_proofs for level in (1, 7, 12)), "its skill depends on the game"
    assert [EnginePlayer(skill=skill).keeps_proofs for skill in (17, 18)] == [False, True]
    assert EnginePlayer(nodes=5).keeps_proofs
    assert SolverPlayer().keeps_proofs
    assert not RandomPlayer().keeps_proofs


# --- by the referee's own search, or by agreement --------------------------------------------------------------------


def test_the_referees_search_ends_what_it_proves():
    value, ended_by, _ = ProofSearch()(GAME, WON, [])
    assert (value, ended_by) == (1, "proved")
    assert ProofSearch(nodes=10)(GAME, EVEN, []) is None


def said(*values):
    return [MoveRecord("0", value=value) for value in values]


def test_an_agreement_takes_both_for_long_enough():
    rule = Agreement(win=5, draw=0.5, plies=4, after=6)
    assert rule(GAME, EVEN, said(6, 7, 8)) is None  # too short
    assert rule(GAME, EVEN, said(0, 6, 7, 8, 9))[:2] == (1, "adjudicated")
    assert rule(GAME, EVEN, said(6, 4, 8, 9)) is None
    assert rule(GAME, EVEN, said(-6, -7, -8, -9))[:2] == (-1, "adjudicated")
    assert rule(GAME, EVEN, said(6, None, 8, 9)) is None
    assert rule(GAME, EVEN, said(6, 7, -8, 9)) is None
    assert rule(GAME, EVEN, said(0, 0, 0, 0)) is None  # too early for a draw
    assert rule(GAME, EVEN, said(3, 3, 0.5, -0.5, 0, 0))[:2] == (0, "adjudicated")
    assert Agreement(win=5)(GAME, EVEN, said(*[0] * 20)) is None


def test_the_words_of_the_command_line():
    assert parse_adjudication([]) == Rule(True, ())
    assert parse_adjudication(["none"]) == Rule(False, ())
    assert parse_adjudication(["solver:nodes=5", "agree:win=3,plies=6"]) == Rule(
        False, (ProofSearch(5), Agreement(win=3, plies=6))
    )
    assert parse_adjudication(["proved", "solver"]) == Rule(True, (ProofSearch(),))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["judge"], "no adjudication 'judge'; there are proved, none, solver, agree"),
        (["solver:depth=3"], "'depth=3' does not fit"),
        (["solver:nodes=x"], "'nodes=x' does not fit"),
        (["solver:nodes=0"], "must be positive"),
        (["agree"], "the value from which a game is won"),
        (["agree:win=nan"], "must be positive"),
        (["agree:win=-2"], "win is more"),
        (["agree:draw=-1"], "0 or more"),
        (["agree:win=1,plies=1"], "plies=2 or more"),
        (["none", "solver"], "none cannot be combined with another"),
        (["proved:nodes=3"], "takes nothing"),
    ],
)
def test_other_words_are_refused(words, message):
    with pytest.raises(InputError) as refused:
        parse_adjudication(words)
    assert message in str(refused.value)


# --- proofs change no result -----------------------------------------------------------------------------------------


@pytest.mark.slow_with("connect4", "othello", "kalah", "breakthrough")
@pytest.mark.parametrize(
    ("name", "players", "games"),
    [
        pytest.param("tictactoe", ["engine:nodes=100", "random"], 60, id="tictactoe"),
        pytest.param("connect4:width=4,height=4", ["engine:nodes=300", "engine:level=2"], 12, id="connect4"),
        pytest.param(
            "othello:size=4", ["engine:search=exact,nodes=300", "engine:search=exact,nodes=60"], 200, id="othello"
        ),
        pytest.param("kalah", ["engine:nodes=1000", "engine:nodes=300"], 60, id="kalah"),
        pytest.param(
            "breakthrough", ["engine:search=exact,nodes=3000", "engine:search=exact,nodes=600"], 60, id="breakthrough"
        ),
    ],
)
def test_what_was_proved_would_have_been_played(name, players, games):
    game = pw.make(name)
    ended, played = (
        pw.match(game, players, games=games, workers=0, seed=3, adjudicate=[how]).records for how in ("proved", "none")
    )
    assert {record.ended_by for record in played} == {"rules"}
    assert [record.winner for record in ended] == [record.winner for record in played]
    assert sum(len(record.moves) for record in ended) < sum(len(record.moves) for record in played)
