"""GNU Go at the board: it understands all our moves, and plays none that our rules forbid."""

import random

import pytest

import plywise as pw
from plywise import MAX, MIN
from plywise.play.player import UNLIMITED, Allowance, PlayerFailure, Situation
from plywise.play.players import make_player
from tests.helpers.fake_programs import GNU_GO

RULES = "--mode gtp --chinese-rules --positional-superko --forbid-suicide --capture-all-dead --seed 1"

pytestmark = pytest.mark.skipif(GNU_GO is None, reason="GNU Go (gnugo) is not installed")


def play(game, players, allowance=UNLIMITED, start=None, most=200):
    """Return the states of a game; every move must be legal."""
    states, actions = [game.initial() if start is None else start], []
    for player in players.values():
        player.check_game(game)
        player.begin(game, states[0])
    while not game.terminal(states[-1]) and len(actions) < most:
        side = game.player(states[-1])
        situation = Situation(game, states[0], tuple(actions), states[-1], allowance)
        action = players[side].decide(situation).action
        if action is None:
            break
        assert action in list(game.actions(states[-1])), game.format_action(states[-1], action)
        actions.append(action)
        states.append(game.result(states[-1], action))
    return states


@pytest.fixture
def gnu_go():
    players = [make_player(f"gtp:{GNU_GO} {RULES} --level 1") for _ in range(2)]
    yield players
    for each in players:
        each.close()
        assert each.pid is None


def test_a_whole_game_against_chance_on_a_small_board(gnu_go):
    game = pw.make("go", size=5)
    states = play(game, {MAX: gnu_go[0], MIN: make_player("random:seed=4")})
    assert game.terminal(states[-1])
    assert game.utility(states[-1]) > 0
    assert "komi 0" in gnu_go[0].transcript.read().decode()


@pytest.mark.slow
@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("side", [MAX, MIN])
def test_games_with_either_colour_on_every_size(gnu_go, size, side):
    game = pw.make("go", size=size, komi=1.5)
    others = ["random", "random", *(["engine:nodes=2000"] if size == 5 else [])]
    for seed, who in enumerate(others):
        players = {side: gnu_go[0], -side: make_player(who, seed=seed)}
        states = play(game, players, Allowance(clocks={MAX: 60.0, MIN: 60.0}, increment=1))
        assert len(states) > 5
    assert gnu_go[0].starts == 1


def test_positions_are_set_up_as_they_are(gnu_go):
    player, source = gnu_go[0], random.Random(1)
    for size in (5, 6, 7):
        game = pw.make("go", size=size, komi=0.5)
        for _ in range(5):
            state = game.initial()
            for _ in range(source.randrange(60)):
                after = game.result(state, source.choice(list(game.actions(state))))
                state = state if game.terminal(after) else after
            player.begin(game, game.parse_state(game.format_state(state)))
            for colour, mark in (("black", "X"), ("white", "O")):
                stones = player._speaking.ask(f"list_stones {colour}").lower().split()
                rows = game.format_state(state).split()[0].split("/")
                ours = [
                    f"{'abcdefg'[x]}{size - y}" for y, row in enumerate(rows) for x in range(size) if row[x] == mark
                ]
                assert sorted(stones) == sorted(ours)
            assert player._speaking.ask("get_komi") == "0.5"


@pytest.mark.slow
def test_two_of_them_play_from_any_position(gnu_go):
    game = pw.make("go", size=6)
    state = game.initial()
    for action in play(game, {MAX: make_player("random:seed=1"), MIN: make_player("random:seed=2")}, most=12)[-1:]:
        state = action
    typed = game.parse_state(game.format_state(state))
    states = play(game, dict(zip((MAX, MIN), gnu_go, strict=True)), start=typed)
    assert len(states) > 5


def test_a_move_that_the_program_cannot_accept_is_its_failure(gnu_go):
    game = pw.make("go", size=5)
    gnu_go[0].begin(game, game.initial())
    gnu_go[0]._speaking.ask("play white c3")  # it now believes that the point is taken
    state = game.result(game.initial(), game.parse_action(game.initial(), "c3"))
    with pytest.raises(PlayerFailure, match="answers 'play black c3' with 'illegal move'") as caught:
        gnu_go[0].decide(Situation(game, game.initial(), (game.parse_action(game.initial(), "c3"),), state))
    assert caught.value.kind == "error"
