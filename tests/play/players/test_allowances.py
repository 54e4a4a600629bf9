"""Players within an allowance: engine and solver keep to it, and what is reproducible is reproduced."""

import pytest

import plywise as pw
from plywise import MAX, MIN
from plywise.engines.results import SearchResult
from plywise.engines.skill import settings_of
from plywise.play.ladders import skill_of
from plywise.play.player import UNLIMITED, Allowance, Situation
from plywise.play.players import EnginePlayer, SolverPlayer, make_player
from plywise.play.players.engine import ENGINE_NODES
from plywise.solvers.solver import Solution
from tests.helpers.hurry import answer_within

GAME = pw.make("connect4")
LEVEL_8 = settings_of(skill_of(GAME, 8)).nodes
NEARLY_WON = GAME.parse_state("4444443333332222")


def decide(player, allowance, game=GAME, state=None):
    """Return the thought of a player in a state, by default the initial one."""
    state = game.initial() if state is None else state
    return player.decide(Situation(game, state, (), state, allowance))


@pytest.fixture
def asked(monkeypatch):
    """Note the limits of the searches that an engine begins: a list of dicts."""
    import plywise.play.players.engine as module

    calls, really = [], module.search

    def search(game, state, **options):
        calls.append({name: options.get(name) for name in ("time", "nodes", "depth")})
        return really(game, state, **options)

    class Selective(module.SelectiveSearch):
        def search(self, state, limits, **options):
            calls.append({"time": limits.hard, "nodes": limits.nodes, "depth": limits.depth})
            return super().search(state, limits, **options)

    monkeypatch.setattr(module, "search", search)
    monkeypatch.setattr(module, "SelectiveSearch", Selective)
    return calls


@pytest.mark.slow_with(*(f"engine:level=8-allowance{number}-limits{number}" for number in (10, 11, 12)))
@pytest.mark.parametrize(
    ("who", "allowance", "limits"),
    [
        ("engine", UNLIMITED, (None, ENGINE_NODES, None)),
        ("engine", Allowance(nodes=300), (None, 300, None)),
        ("engine", Allowance(depth=2), (None, None, 2)),
        ("engine", Allowance(time=0.1), (0.09, None, None)),
        ("engine", Allowance(clocks={MAX: 2.5, MIN: 1.0}, increment=0.1), (0.162, None, None)),
        ("engine:nodes=200", Allowance(nodes=300), (None, 200, None)),
        ("engine:nodes=200", Allowance(time=0.1), (0.09, 200, None)),
        ("engine:time=0.05", Allowance(time=1), (0.05, None, None)),
        ("engine:time=5", Allowance(time=0.1), (0.09, None, None)),
        ("engine:depth=3", Allowance(depth=2, nodes=50), (None, 50, 2)),
        ("engine:level=8", Allowance(nodes=300), (None, 300, None)),
        ("engine:level=8", Allowance(nodes=10**9), (None, LEVEL_8, None)),
        ("engine:level=8", Allowance(depth=2), (None, LEVEL_8, 2)),
    ],
)
def test_an_engine_keeps_its_own_limits_within_its_allowance(asked, who, allowance, limits):
    found = decide(make_player(who), allowance)
    assert asked[0] == {
        "time": limits[0] and pytest.approx(limits[0]), "nodes": limits[1], "depth": limits[2]
    }  # fmt: skip
    assert found.action in list(GAME.actions(GAME.initial()))


def test_a_level_sees_the_reply_unless_it_is_not_allowed_to(asked):
    decide(EnginePlayer(level=1, seed=3), UNLIMITED)
    few = EnginePlayer(level=1, nodes=3, seed=3)
    decide(few, UNLIMITED)
    decide(EnginePlayer(level=1, seed=3), Allowance(nodes=3))
    assert [each["nodes"] for each in asked if each["nodes"] == 3] == [3, 3]
    assert not [each for each in asked if each["depth"] == 2 and each["nodes"] is None], "nodes were counted"


@pytest.mark.fast_with("allowance0-solver", "allowance1-engine")
@pytest.mark.parametrize("who", ["engine", "engine:level=12", "engine:nodes=1000000000", "solver", "solver:time=60"])
@pytest.mark.parametrize("allowance", [Allowance(time=0.2), Allowance(clocks={MAX: 5.0, MIN: 5.0})])
def test_nobody_takes_more_time_than_there_is(who, allowance):
    player = make_player(who)
    player.begin(GAME, GAME.initial())
    answer_within(0.3, lambda: decide(player, allowance))


@pytest.mark.slow  # they compile
@pytest.mark.parametrize("who", ["engine:time=0.2", "engine:level=3", "solver:time=0.2"])
def test_a_player_that_has_begun_does_not_compile_on_its_clock(who, tmp_path, monkeypatch):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path))
    game = FreshGame()
    player = make_player(who)
    player.begin(game, game.initial())
    found = decide(player, Allowance(time=5.0), game).finding
    assert found.engine == "native"
    assert found.time_s < 4.0
    answer_within(0.5, lambda: player.begin(game, game.initial()))  # it is ready


class FreshGame(pw.Game):
    """A game that nothing else compiles: whoever takes the last of some stones wins."""

    def initial(self):
        return 9, 1

    def player(self, state):
        return state[1]

    def actions(self, state):
        return range(1, min(3, state[0]) + 1)

    def result(self, state, action):
        return state[0] - action, -state[1]

    def terminal(self, state):
        return state[0] == 0

    def utility(self, state):
        return -state[1]


def test_a_solver_proves_within_half_of_its_allowance_and_searches_in_the_other():
    for allowance in (Allowance(time=20.0), Allowance(nodes=2000)):
        assert isinstance(decide(SolverPlayer(), allowance, state=NEARLY_WON).finding, Solution)
    found = decide(SolverPlayer(), Allowance(nodes=2000)).finding
    assert isinstance(found, SearchResult)
    assert 1 <= found.nodes <= 1001
    assert isinstance(decide(SolverPlayer(nodes=300), UNLIMITED).finding, SearchResult)


def play_games(who, other, allowance, games=2):
    """Return the actions of some games between two players, made anew."""
    players, played = {MAX: make_player(who, seed=5), MIN: make_player(other, seed=6)}, []
    for _ in range(games):
        state, actions = GAME.initial(), []
        for player in players.values():
            player.begin(GAME, state)
        while not GAME.terminal(state):
            situation = Situation(GAME, GAME.initial(), tuple(actions), state, allowance)
            actions.append(players[GAME.player(state)].decide(situation).action)
            state = GAME.result(state, actions[-1])
        played.append(actions)
    return played


@pytest.mark.parametrize("who", ["random", "simple", "engine:level=2", "engine:level=1,seed=9", "engine", "solver"])
def test_players_with_seeds_or_counted_nodes_play_the_same_in_every_game(who):
    allowance = Allowance(nodes=400)
    first, second = play_games(who, "random", allowance)
    assert first == second, "a game does not depend on those before"
    assert play_games(who, "random", allowance) == [first, second]


def test_a_seed_is_given_to_those_who_draw_lots_and_have_none():
    assert repr(make_player("random", seed=5)) == repr(make_player("random:seed=5"))
    assert make_player("random:seed=3", seed=5).seed == 3
    assert make_player("engine:level=2", seed=5).seed == 5
    assert make_player("engine:level=2,seed=3", seed=5).seed == 3
    assert make_player("engine", seed=5) == make_player("engine")
    assert make_player("solver", seed=5) == make_player("solver")
