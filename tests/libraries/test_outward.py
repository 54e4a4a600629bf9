"""Games of Plywise in OpenSpiel and PettingZoo: they pass these libraries' own tests, and algorithms run on them."""

import copy
import pickle
import random
import subprocess
import sys
import warnings

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, mcts, minimax
from open_spiel.python.tests import games_sim_test

import plywise as pw
from plywise.errors import InputError
from plywise.libraries.survey import Survey, natural

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # of PettingZoo's own imports
    from pettingzoo.test import api_test, seed_test

QUICK = ("tictactoe", "nim", "connect4", "kalah", "mnk", "go:size=2", "examples/subtraction.py:Subtraction",
         "examples/hexapawn.py:Hexapawn:rows=3,columns=3")  # fmt: skip
SLOW = ("breakthrough", "checkers", "othello", "cube", "chess", "examples/clobber.py:Clobber")
GAMES = [*QUICK, *(pytest.param(each, marks=pytest.mark.slow) for each in SLOW)]


@pytest.mark.slow_with("connect4", "kalah")
@pytest.mark.parametrize("text", GAMES)
def test_openspiel_s_own_tests(text, capfd):
    game = pw.libraries.as_openspiel(pw.make(text))
    games_sim_test.GamesSimTest().sim_game(game)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    name = game.get_type().short_name
    assert str(pyspiel.load_game(name)) == str(game) == f"{name}()"


@pytest.mark.slow_with("kalah", "connect4")
@pytest.mark.parametrize("text", GAMES)
def test_pettingzoo_s_own_tests(text, capfd):
    env = pw.libraries.as_pettingzoo(pw.make(text))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation")  # dicts with a mask, as PettingZoo's own games have
        api_test(env, num_cycles=200)
    seed_test(lambda: type(env)(env.survey), num_cycles=20)


@pytest.mark.slow_with("kalah")
@pytest.mark.parametrize("text", ["tictactoe", "nim:heaps=1-2-3", "kalah", "go:size=2"])
def test_random_games_in_lock_step(text):
    game = pw.make(text)
    spiel_game, env, chance = pw.libraries.as_openspiel(game), pw.libraries.as_pettingzoo(game), random.Random(1)
    for _ in range(3):
        state, spiel = game.initial(), spiel_game.new_initial_state()
        env.reset()
        while not game.terminal(state):
            words = {spiel.action_to_string(action): action for action in spiel.legal_actions()}
            assert sorted(words) == sorted(game.format_action(state, each) for each in game.actions(state))
            assert list(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])) == spiel.legal_actions()
            assert spiel.current_player() == (0 if game.player(state) == pw.MAX else 1)
            assert env.agent_selection == f"player_{spiel.current_player()}"
            word = chance.choice(sorted(words))
            state = game.result(state, game.parse_action(state, word))
            spiel.apply_action(words[word])
            env.step(words[word])
            assert spiel.plywise_state == env.plywise_state == state
        assert spiel.is_terminal()
        assert spiel.returns() == [game.utility(state), -game.utility(state)] == list(env.rewards.values())


def test_openspiel_s_algorithms_find_the_same_value():
    for text in ("nim:heaps=1-2-3", "mnk:m=3,n=2,k=2", "examples/subtraction.py:Subtraction"):
        game = pw.make(text)
        assert (
            minimax.alpha_beta_search(pw.libraries.as_openspiel(game))[0] == pw.search(game, engine="reference").value
        )


def test_openspiel_s_tree_search_wins_where_it_can():
    game = pw.libraries.as_openspiel(pw.make("tictactoe"))
    state = game.new_initial_state()
    for word in ("0", "8", "1", "7"):
        state.apply_action(game.survey.numbers[word])
    evaluator = mcts.RandomRolloutEvaluator(random_state=np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 2, 200, evaluator, solve=True, random_state=np.random.RandomState(1))
    assert game.survey.words[bot.step(state)] == "2"


def test_openspiel_s_learning_comes_nearer_to_best_play():
    game = pw.libraries.as_openspiel(pw.make("nim:heaps=1-2-3"))
    solver = cfr.CFRSolver(game)
    before = exploitability.exploitability(game, solver.average_policy())
    for _ in range(3):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(game, solver.average_policy()) < before / 2


def test_copies_are_independent():
    env = pw.libraries.as_pettingzoo(pw.make("tictactoe"))
    env.reset()
    other = copy.deepcopy(env)
    env.step(0)
    assert len(other.legal) == 9
    assert len(env.legal) == 8
    assert other.survey is env.survey


def test_observations():
    game = pw.make("tictactoe")
    state = pw.libraries.as_openspiel(game).new_initial_state()
    state.apply_action(4)
    env = pw.libraries.as_pettingzoo(game, render_mode="ansi")
    env.reset(options={"position": game.format_state(state.plywise_state)})
    seen = env.observe("player_1")["observation"]
    assert seen.shape == (3, 3, 3)
    assert seen[:2].sum() == 1
    assert seen[2].sum() == 0  # player_1 is not MAX
    assert np.array_equal(np.reshape(state.observation_tensor(1), seen.shape), seen)
    assert env.render() == str(state)


def test_numbers_are_those_of_words():
    survey = Survey(pw.make("mnk:m=4,n=4,k=3"))
    assert list(survey.words) == sorted(survey.words, key=natural)
    again = Survey(pw.make("mnk:m=4,n=4,k=3"))
    assert survey.words == again.words
    assert survey.count == 16


class Growing(pw.Game):
    """Each move has a word that was never there before, in a game too large to be surveyed."""

    utility_bounds = (-1, 1)

    def initial(self):
        return 1

    def player(self, state):
        return pw.MAX if len(bin(state)) % 2 else pw.MIN

    def actions(self, state):
        return [2 * state, 2 * state + 1]

    def result(self, state, action):
        return action

    def terminal(self, state):
        return state >= 2**14

    def utility(self, state):
        return (state % 3) - 1


def test_words_that_no_survey_met_take_spare_numbers():
    survey = Survey(Growing())
    assert not survey.complete
    assert survey.spare == 2
    new = next(state for state in range(2**13, 2**14) if str(2 * state) not in survey.numbers)
    assert survey.legal(new) == {survey.count - 2: 2 * new, survey.count - 1: 2 * new + 1}
    games_sim_test.GamesSimTest().sim_game(pw.libraries.as_openspiel(Growing()), True, False)


def test_actions_given_by_the_caller():
    named = pw.libraries.as_openspiel(
        pw.make("tictactoe"), actions=[str(number) for number in (4, 0, 2, 6, 8, 1, 3, 5, 7)]
    )
    assert named.num_distinct_actions() == 9
    assert named.new_initial_state().action_to_string(0) == "4"
    with pytest.raises(InputError, match="is not among the 2 numbered actions"):
        pw.libraries.as_pettingzoo(pw.make("tictactoe"), actions=["4", "0"]).reset()


class Jackpot(pw.Game):
    """Every end is worth 0 but one, which a survey hardly meets, and the range is not declared."""

    def initial(self):
        return 1

    def player(self, state):
        return pw.MAX

    def actions(self, state):
        return [0, 1]

    def result(self, state, action):
        return 2 * state + action

    def terminal(self, state):
        return state >= 2**self.plies

    def utility(self, state):
        return 5 * (state == 2 ** (self.plies + 1) - 1)

    plies = 14


class Endless(Jackpot):
    """Its end is farther away than any survey goes."""

    plies = 10_000


def test_utilities_that_no_survey_met():
    game = pw.libraries.as_openspiel(Jackpot())
    assert game.max_utility() == 1
    state = game.new_initial_state()
    for _ in range(13):
        state.apply_action(1)
    with pytest.raises(
        InputError, match="a utility of 5 is outside the range met before, 0 to 1: declare utility_bounds"
    ):
        state.apply_action(1)


def test_refused_in_one_line():
    for take in (pw.libraries.as_openspiel, pw.libraries.as_pettingzoo):
        with pytest.raises(InputError, match="the survey met no end of the game: declare utility_bounds"):
            take(Endless())
        with pytest.raises(InputError, match="is a text, not a game"):
            take("tictactoe")
    env = pw.libraries.as_pettingzoo(pw.make("tictactoe"))
    env.reset()
    env.step(4)
    with pytest.raises(InputError, match="4 is not a legal action"):
        env.step(4)


def test_one_library_s_game_in_the_other():
    env = pw.libraries.as_pettingzoo(pw.make("openspiel:hex(board_size=2)"))
    env.reset()
    assert env.action_space("player_0").n == 4


def test_sent_to_another_process(tmp_path):
    game = pw.libraries.as_openspiel(pw.make("nim:heaps=1-2"))
    state = game.new_initial_state()
    state.apply_action(0)
    (tmp_path / "game").write_bytes(pickle.dumps(game))
    code = (
        "import pickle, sys, pyspiel\n"
        "game = pickle.load(open(sys.argv[1], 'rb'))\n"
        "state = game.new_initial_state(); state.apply_action(0); print(state, pyspiel.load_game(str(game)))"
    )
    done = subprocess.run([sys.executable, "-c", code, tmp_path / "game"], capture_output=True, text=True, check=False)
    assert done.stdout.split("\n")[0] == f"{state} {game}", done.stderr
    assert done.returncode == 0  # OpenSpiel's registry outlives Python
