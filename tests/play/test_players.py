"""Players and matches: seeded chance, the engine's settings, and an engine that never loses what it need not."""

import random
from functools import cache, partial
from itertools import islice, pairwise
from typing import NamedTuple

import pytest

import plywise as pw
from plywise import MAX, MIN, InputError
from plywise.engines.algorithms import WITH_REFERENCE
from plywise.engines.move_orders import order_names
from plywise.game import start_of
from plywise.play.players import EnginePlayer, RandomPlayer, SimplePlayer, SolverPlayer, make_player
from plywise.play.turns import Turn, take_turns
from tests.helpers.paths import EXAMPLES

GAME = pw.make("tictactoe")
SUBTRACTION = EXAMPLES / "subtraction.py"


@cache
def outcome(state):
    """Return the value, MAX's view, and the plies to the end: sooner wins and later losses are better."""
    if GAME.terminal(state):
        return GAME.utility(state), 0
    side = GAME.player(state)
    ranks = []
    for action in GAME.actions(state):
        value, plies = outcome(GAME.result(state, action))
        won = value * side
        ranks.append((won, -plies if won > 0 else plies, value, plies))
    _, _, value, plies = max(ranks)
    return value, plies + 1


@cache
def live_states():
    """Return the reachable states in which there is a move to make."""
    found, waiting = set(), [GAME.initial()]
    while waiting:
        state = waiting.pop()
        if state not in found and not GAME.terminal(state):
            found.add(state)
            waiting += [GAME.result(state, action) for action in GAME.actions(state)]
    return sorted(found)


@cache
def engine_s_choice(state):
    return EnginePlayer().choose(GAME, state)


class Remembering:
    """The engine, asked once for each position."""

    def choose(self, game, state):
        return engine_s_choice(state)


def actions_of(turns):
    return [turn.action for turn in turns]


# --- chance ----------------------------------------------------------------------------------------------------------


def test_the_same_seed_plays_the_same_game():
    games = [actions_of(take_turns(GAME, {MAX: RandomPlayer(7), MIN: RandomPlayer(8)})) for _ in range(2)]
    assert games[0] == games[1]
    others = {
        tuple(actions_of(take_turns(GAME, {MAX: RandomPlayer(seed), MIN: RandomPlayer(8)}))) for seed in range(20)
    }
    assert len(others) > 10


def test_a_random_player_s_choices_do_not_depend_on_python_s_own_dice():
    random.seed(1)
    first = actions_of(take_turns(GAME, {MAX: RandomPlayer(3), MIN: RandomPlayer(4)}))
    random.seed(2)
    assert actions_of(take_turns(GAME, {MAX: RandomPlayer(3), MIN: RandomPlayer(4)})) == first


def test_a_random_player_chooses_each_legal_action_about_as_often():
    player = RandomPlayer(0)
    state = GAME.parse_state("XO.OX....")
    chosen = [player.choose(GAME, state) for _ in range(1_000)]
    assert set(chosen) == set(GAME.actions(state))
    assert min(chosen.count(action) for action in set(chosen)) > 140


def test_a_random_player_without_a_seed_plays_legal_moves():
    turns = list(take_turns(GAME, {MAX: RandomPlayer(), MIN: RandomPlayer()}))
    assert all(turn.action in list(GAME.actions(turn.before)) for turn in turns)


# --- players by name -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "player"),
    [
        ("engine", EnginePlayer()),
        ("engine:", EnginePlayer()),
        ("engine:level=3", EnginePlayer(level=3)),
        ("engine:depth=4", EnginePlayer(depth=4)),
        ("engine:time=0.5", EnginePlayer(time=0.5)),
        ("engine:time=1", EnginePlayer(time=1.0)),
        ("engine:nodes=100", EnginePlayer(nodes=100)),
        ("engine:level=2,time=1,nodes=50", EnginePlayer(level=2, time=1.0, nodes=50)),
        ("random:seed=7", RandomPlayer(7)),
        ("random:seed=-7", RandomPlayer(-7)),
        ("engine:level=2,seed=5", EnginePlayer(level=2, seed=5)),
        ("random", RandomPlayer()),
        ("simple", SimplePlayer()),
        ("solver", SolverPlayer()),
        ("solver:time=0.5", SolverPlayer(0.5)),
    ],
)
def test_players_are_made_from_their_names_and_settings(who, player):
    made = make_player(who)
    assert type(made) is type(player)
    assert repr(made) == repr(player)


def test_a_random_player_by_name_is_seeded():
    state = GAME.initial()
    made, expected = make_player("random:seed=7"), RandomPlayer(7)
    assert [made.choose(GAME, state) for _ in range(20)] == [expected.choose(GAME, state) for _ in range(20)]


@pytest.mark.parametrize(
    ("who", "names"),
    [
        ("", "no player ''"),
        ("nobody", "no player 'nobody'"),
        ("Engine", "no player 'Engine'"),
        ("engine:level", "level has no value: write level=VALUE"),
        ("engine:speed=9", "'speed=9' is not a setting"),
        ("engine:seed=9", "without a level overlooks nothing"),
        ("engine:level=2,seed=x", "'x' is not a number"),
        ("simple:level=2", "'level=2' is not a setting; simple has none"),
        ("solver:depth=2", "'depth=2' is not a setting; solver has time"),
        ("solver:time=0", "time must be a positive number"),
        ("random:level=3", "'level=3' is not a setting; random has seed"),
        ("engine:level=high", "'high' is not a number"),
        ("engine:level=", "'' is not a number"),
        ("engine:level=1.5", "'1.5' is not a number"),
        ("random:seed=x", "'x' is not a number"),
        ("engine:level=0", "level is 1 to 12, not 0"),
        ("engine:level=-1", "level is 1 to 12, not -1"),
        ("engine:level=13", "level is 1 to 12, not 13"),
        ("engine:depth=-1", "depth is 1 or more"),
        ("engine:level=2,depth=2", "give one of level and depth"),
        ("engine:time=0", "time must be a positive number"),
        ("engine:time=-1", "time must be a positive number"),
        ("engine:time=nan", "time must be a positive number"),
        ("engine:time=inf", "time must be a positive number"),
        ("engine:nodes=0", "nodes must be 1 or more"),
    ],
)
def test_a_player_that_cannot_be_is_refused_in_one_line(who, names):
    with pytest.raises(InputError, match=names) as caught:
        make_player(who)
    assert len(str(caught.value).splitlines()) == 1


def test_an_engine_that_may_not_look_ahead_at_all_is_refused_or_plays_a_legal_move():
    """A depth of 0 plies finds no move, and a match needs one."""
    try:
        action = make_player("engine:depth=0").choose(GAME, GAME.initial())
    except InputError:
        action = 0
    assert action in list(GAME.actions(GAME.initial()))


@pytest.mark.slow
@pytest.mark.parametrize(
    "player",
    [
        EnginePlayer(level=1),
        EnginePlayer(depth=2),
        EnginePlayer(nodes=1),
        EnginePlayer(nodes=100),
        EnginePlayer(time=1e-9),
        EnginePlayer(time=0.02),
        EnginePlayer(level=9, nodes=50),
    ],
    ids=repr,
)
def test_an_engine_however_limited_plays_legal_moves_to_the_end(player):
    turns = list(take_turns(GAME, {MAX: player, MIN: RandomPlayer(5)}))
    assert all(turn.action in list(GAME.actions(turn.before)) for turn in turns)
    assert GAME.terminal(turns[-1].after)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_an_engine_of_a_depth_looks_so_many_plies_ahead(depth):
    seen = []

    class Watched(type(GAME)):
        def terminal(self, state):
            seen.append(bin(state.x | state.o).count("1"))
            return super().terminal(state)

    game = Watched()
    start = start_of(game, None)  # where the rules are tried, once
    seen.clear()
    EnginePlayer(depth=depth).choose(game, start)
    assert max(seen) == depth


def test_two_plies_ahead_see_a_threat_that_one_ply_does_not():
    threat = GAME.parse_state(".XO.X....")
    assert EnginePlayer(depth=1).choose(GAME, threat) != 7
    assert EnginePlayer(depth=2).choose(GAME, threat) == 7


def test_an_engine_is_the_same_for_the_same_settings_and_makes_the_same_choice():
    assert EnginePlayer(level=3) == EnginePlayer(level=3) != EnginePlayer(level=4)
    state = GAME.parse_state("X........")
    assert len({EnginePlayer(level=4).choose(GAME, state) for _ in range(5)}) == 1


# --- at sight, by levels, by proof ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "cell"),
    [("XX.OO....", 2), ("OO.X.X..X", 2), ("XX.O.....", 2), (".........", 4), ("X.......O", 4), ("X...O....", 2)],
)
def test_a_simple_player_wins_or_blocks_or_takes_the_middle(position, cell):
    assert SimplePlayer().choose(GAME, GAME.parse_state(position)) == cell


def test_every_level_sees_the_reply_however_many_moves_there_are():
    class Wide(pw.Game):
        """Take a number; whoever takes 7 wins at once, and the other may after any number but 9."""

        compiles = False

        def initial(self):
            return ()

        def player(self, state):
            return MAX if len(state) % 2 == 0 else MIN

        def actions(self, state):
            return range(200) if not state else [7, 8] if state[0] != 9 else [8]

        def result(self, state, action):
            return (*state, action)

        def terminal(self, state):
            return len(state) == 2

        def utility(self, state):
            return -1 if state[1] == 7 else 1

    game = Wide()
    assert EnginePlayer(level=1).choose(game, game.initial()) == 9


def test_a_solver_loses_no_value_and_no_time():
    solver = SolverPlayer()
    for state in random.Random(4).sample(live_states(), 60):
        value, plies = outcome(state)
        after_value, after_plies = outcome(GAME.result(state, solver.choose(GAME, state)))
        assert after_value == value
        assert value == 0 or after_plies == plies - 1


def test_a_solver_that_runs_out_of_time_searches_on():
    game = pw.make("connect4")
    solver = SolverPlayer(time=0.01)
    state = game.parse_state("44")
    assert solver.prove(game, state) is None
    assert solver.choose(game, state) in list(game.actions(state))
    won = game.parse_state("4343432")
    proofs = (solver.prove(game, won) for _ in range(100))  # a busy machine may hold up one of them
    assert next(filter(None, proofs)).value == -1


def test_a_solver_without_a_compiler_plays_the_best_it_can():
    class Plain(type(GAME)):
        compiles = False

    game = Plain()
    assert SolverPlayer(time=20).choose(game, game.parse_state("XX.OO....")) == 2


# --- matches ---------------------------------------------------------------------------------------------------------


def test_engine_against_engine_ends_in_the_published_draw():
    turns = list(take_turns(GAME, {MAX: EnginePlayer(), MIN: EnginePlayer()}))
    assert actions_of(turns) == [4, 0, 2, 6, 3, 5, 8, 1, 7]  # the centre, a corner, a corner
    assert GAME.format_state(turns[-1].after) == "OOXXXOOXX"
    assert GAME.utility(turns[-1].after) == 0
    assert [turn.player for turn in turns] == [MAX, MIN] * 4 + [MAX]


def test_the_turns_of_a_match_follow_one_another():
    turns = list(take_turns(GAME, {MAX: RandomPlayer(1), MIN: RandomPlayer(2)}))
    assert turns[0].before == GAME.initial()
    for turn, following in pairwise(turns):
        assert turn.after == following.before == GAME.result(turn.before, turn.action)
        assert not GAME.terminal(turn.after)
    assert GAME.terminal(turns[-1].after)
    assert isinstance(turns[0], Turn)


def test_a_match_may_begin_anywhere_also_at_the_end():
    state = GAME.parse_state("XX.OO....")
    turns = list(take_turns(GAME, {MAX: EnginePlayer(), MIN: EnginePlayer()}, state))
    assert actions_of(turns) == [2]
    assert list(take_turns(GAME, {MAX: EnginePlayer(), MIN: EnginePlayer()}, turns[-1].after)) == []


def test_a_match_is_played_move_by_move_as_it_is_watched():
    asked = []

    class Slow:
        def choose(self, game, state):
            asked.append(state)
            return next(iter(game.actions(state)))

    turns = take_turns(GAME, {MAX: Slow(), MIN: Slow()})
    assert len(asked) == 0
    assert len(list(islice(turns, 2))) == len(asked) == 2


def test_each_player_is_asked_when_it_is_its_turn_also_twice_in_a_row():
    class Counting(pw.Game):
        """Nine plies; the players move twice each."""

        def initial(self):
            return 0

        def player(self, state):
            return MAX if state // 2 % 2 == 0 else MIN

        def actions(self, state):
            return [1]

        def result(self, state, action):
            return state + action

        def terminal(self, state):
            return state == 9

        def utility(self, state):
            return 0

    asked = []

    class Noted:
        def __init__(self, who):
            self.who = who

        def choose(self, game, state):
            asked.append(self.who)
            return 1

    turns = list(take_turns(Counting(), {MAX: Noted("a"), MIN: Noted("b")}))
    assert "".join(asked) == "aabbaabba"
    assert [turn.player for turn in turns] == [MAX, MAX, MIN, MIN, MAX, MAX, MIN, MIN, MAX]


def test_a_match_without_end_is_stopped_with_one_line():
    class Forever(pw.Game):
        def initial(self):
            return 0

        def player(self, state):
            return MAX

        def actions(self, state):
            return [0]

        def result(self, state, action):
            return 0

        def terminal(self, state):
            return False

        def utility(self, state):
            raise AssertionError

    with pytest.raises(InputError, match="not over after 10,000 plies"):
        list(take_turns(Forever(), {MAX: RandomPlayer(1), MIN: RandomPlayer(1)}))


# --- the engine's strength -------------------------------------------------------------------------------------------


def test_a_win_at_once_is_taken_at_once_or_kept():
    wins = 0
    for state in live_states()[::4]:
        side = GAME.player(state)
        if outcome(state) == (side, 1):
            wins += 1
            assert outcome(GAME.result(state, engine_s_choice(state)))[0] == side, GAME.format_state(state)
    assert wins > 250


@pytest.mark.slow
def test_the_engine_keeps_the_value_and_wins_as_soon_and_loses_as_late_as_it_can():
    for state in live_states()[::4]:
        value, plies = outcome(state)
        after_value, after_plies = outcome(GAME.result(state, engine_s_choice(state)))
        assert after_value == value, GAME.format_state(state)
        assert value == 0 or after_plies + 1 == plies, GAME.format_state(state)


@pytest.mark.parametrize("side", [MAX, MIN])
def test_the_engine_never_loses_against_200_random_players(side):
    results = []
    for seed in range(200):
        players = {side: Remembering(), -side: RandomPlayer(seed)}
        *_, last = take_turns(GAME, players)
        results.append(side * GAME.utility(last.after))
    assert -1 not in results
    assert results.count(1) > 100


@pytest.mark.slow  # of the example, every day: tests/cli/commands/test_play.py
@pytest.mark.parametrize("heaps", ["3-4-5", "1-2-4", "2-2-1"])
def test_the_engine_wins_every_won_nim_against_random_players(heaps):
    game = pw.make("nim", heaps=heaps)
    assert pw.algorithms.deepening(game).value == 1
    for seed in range(5):
        *_, last = take_turns(game, {MAX: EnginePlayer(), MIN: RandomPlayer(seed)})
        assert game.utility(last.after) == 1


@pytest.mark.slow
def test_the_engine_wins_every_won_subtraction_from_either_side():
    game = pw.make(f"{SUBTRACTION}:Subtraction:stones=20")
    for seed in range(10):
        *_, last = take_turns(game, {MAX: RandomPlayer(seed), MIN: EnginePlayer()})
        assert game.utility(last.after) == -1, "20 stones are lost for who moves first"


class Dawdling(pw.Game):
    """MAX may stop and win, or go round once more; no utility bounds are declared."""

    class State(NamedTuple):
        place: int
        side: int

    def initial(self):
        return self.State(1, MAX)

    def player(self, state):
        return state.side

    def actions(self, state):
        return ["round", "stop"] if state.side == MAX else ["wait"]

    def result(self, state, action):
        return self.State(0 if action == "stop" else state.place % 5 + 1, -state.side)

    def terminal(self, state):
        return state.place == 0

    def utility(self, state):
        return 1


@pytest.mark.parametrize("level", [1, 2, 3, 6, 7])
def test_a_win_is_taken_and_not_put_off_for_ever_where_no_bounds_are_declared(level, monkeypatch):
    monkeypatch.setattr(
        "plywise.play.players.engine.search", partial(pw.search, engine="reference")
    )  # compiled: the next test
    monkeypatch.setattr("plywise.play.players.engine.compiled_engine", lambda *given, **named: None)
    turns = list(islice(take_turns(Dawdling(), {MAX: EnginePlayer(level=level), MIN: EnginePlayer(level=level)}), 50))
    assert actions_of(turns) == ["stop"]


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 3, 6])
def test_nor_by_the_native_engine(level):
    class Numbered(Dawdling):
        """The same, with numbers for actions: a game that compiles."""

        def actions(self, state):
            return [0, 1] if state.side == MAX else [0]

        def result(self, state, action):
            return self.State(0 if action == 1 else state.place % 5 + 1, -state.side)

    game = Numbered()
    thought = EnginePlayer(level=level).advise(game, game.initial())
    assert (thought.finding.engine, thought.finding.stopped_by, thought.action) == ("native", "nodes", 1)


@pytest.mark.slow
def test_the_engine_plays_a_game_worth_one_or_nothing_as_well_as_any_other():
    """Utilities 1 and 0, as many a textbook has them, and no evaluation: still it moves to a multiple of four."""

    class WinOrNothing(type(pw.make(f"{SUBTRACTION}:Subtraction"))):
        utility_bounds = (0, 1)

        def utility(self, state):
            return int(state.side == MIN)

    game = WinOrNothing(12)
    for left in range(1, 13):
        for side in (MAX, MIN):
            state = game.State(left, side)
            after = game.result(state, EnginePlayer().choose(game, state))
            assert after.stones % 4 == 0 or left % 4 == 0


# --- the trap of equal values at the root ----------------------------------------------------------------------------


@pytest.mark.fast_with(
    "minimax-0",
    "negamax-0",
    "alphabeta-0",
    "alphabeta-8",
    "failhard-0",
    "shallow-0",
    "pvs-0",
    "mtdf-0",
    "sss-0",
    "deepening-0",
)
@pytest.mark.parametrize("corner", [0, 2, 6, 8])
@pytest.mark.parametrize("algorithm", WITH_REFERENCE)
def test_after_any_corner_only_the_centre_draws_whatever_the_algorithm(algorithm, corner):
    state = GAME.result(GAME.initial(), corner)
    result = pw.search(GAME, state, algorithm=algorithm, all_moves=True)
    assert (result.value, result.best, result.best_actions) == (0, 4, [4])
    assert result.action_values == {cell: 0 if cell == 4 else 1 for cell in range(9) if cell != corner}
    assert result.proved


@pytest.mark.slow_with("sss-0", "pvs-0", "failhard-0", "shallow-0", "mtdf-0")
@pytest.mark.parametrize("corner", [0, *(pytest.param(corner, marks=pytest.mark.slow) for corner in (2, 6, 8))])
@pytest.mark.parametrize("algorithm", [name for name in WITH_REFERENCE if name not in ("minimax", "negamax")])
def test_the_one_best_move_after_a_corner_is_the_centre_in_every_order(algorithm, corner):
    state = GAME.result(GAME.initial(), corner)
    deepens = algorithm in ("mtdf", "deepening")  # with a table of its own
    for order in order_names(GAME):
        if deepens and order in ("iteration", "table"):
            continue
        result = pw.search(GAME, state, algorithm=algorithm, order=order)
        assert (result.value, result.best, result.pv[0]) == (0, 4, 4), order
        assert (result.best_actions, result.action_values) == (None, None), order


@pytest.mark.parametrize("corner", [0, 2, 6, 8])
def test_the_engine_answers_a_corner_with_the_centre(corner):
    assert EnginePlayer().choose(GAME, GAME.result(GAME.initial(), corner)) == 4


def test_wherever_moves_differ_in_value_the_engine_chooses_among_the_best():
    differing = 0
    for state in live_states()[::4]:
        values = {action: outcome(GAME.result(state, action))[0] for action in GAME.actions(state)}
        if len(set(values.values())) > 1:
            differing += 1
            assert values[engine_s_choice(state)] == outcome(state)[0], GAME.format_state(state)
    assert differing > 250
