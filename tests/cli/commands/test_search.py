"""plywise search, from outside: its JSON, the published numbers of tic-tac-toe, limits, own games, Ctrl-C."""

import json
import os
import random
import subprocess
from functools import reduce
from operator import xor

import pytest

import plywise as pw
from tests.helpers import program
from tests.helpers.program import PROGRAM, SUBTRACTION
from tests.helpers.stones import STONES_FILE

ALGORITHMS = ("minimax", "negamax", "alphabeta", "failhard", "shallow", "pvs", "mtdf", "sss", "deepening")
KEYS = {
    *("game", "position", "player", "algorithm", "engine", "value", "bound", "proved", "best", "pv", "depth", "nodes"),
    *("leaves", "cutoffs", "pruned", "pruned_by_ply", "table_hits", "time_s", "nps", "threads", "selective"),
    "stopped_by",
}
LECTURE = ".XOOX.X.O"
LONG = "connect4"
"""A game that no algorithm here searches to its end within minutes."""

GROWN = '''
import random

import plywise as pw


def grown(source, depth):
    if depth == 0:
        return source.randint(-9, 9)
    return [grown(source, depth - 1) for _ in range(source.randint(2, 4))]


class Grown(pw.Tree):
    """A random tree."""

    def __init__(self, seed: int = 0):
        super().__init__(grown(random.Random(seed), 4), max_first=seed % 2 == 0)
'''


@pytest.fixture
def search(plywise):
    """Run `plywise search ... --json`: words -> the object printed."""

    def call(*words):
        code, out, err = plywise("search", *words, "--json")
        assert (code, err) == (0, ""), err
        (line,) = out.splitlines()
        return json.loads(line)

    return call


@pytest.fixture
def game_file(tmp_path):
    """Write a user's file: its text -> its path."""

    def write(text):
        path = tmp_path / "mine.py"
        path.write_text(text)
        return path

    return write


# --- the keys ---------------------------------------------------------------------------------------------------------


def test_every_key_of_the_contract_is_there_with_its_kind_of_value(search):
    found = search("tictactoe", "--position", "X...O....")
    assert set(found) >= KEYS
    assert not {"best_actions", "action_values"} & set(found)
    assert (found["game"], found["position"], found["player"]) == ("tictactoe", "X...O....", "MAX")
    assert (found["engine"], found["bound"], found["proved"], found["selective"]) == ("native", "exact", True, False)
    assert (found["threads"], found["stopped_by"], found["table_hits"]) == (1, "complete", 0)
    assert found["time_s"] > 0
    assert found["nps"] > 0
    assert found["pruned"] == sum(found["pruned_by_ply"].values())
    assert found["best"] is not None  # there is a legal move at any time
    assert found["pv"][:1] in ([], [found["best"]])
    assert (found["pv"] == []) == (found["value"] is None)


@pytest.mark.parametrize(("engine", "name"), [("auto", "native"), ("native", "native"), ("reference", "reference")])
def test_the_engine_says_its_own_name(search, engine, name):
    assert search("nim", "--depth", "2", "--engine", engine)["engine"] == name


def test_a_game_that_is_over_has_a_value_and_no_move(search):
    found = search("tictactoe", "--position", "XXXOO....")
    assert (found["player"], found["value"], found["best"], found["pv"]) == (None, 1, None, [])
    assert (found["nodes"], found["leaves"], found["depth"], found["proved"]) == (1, 1, 0, True)


# --- tic-tac-toe: the published numbers -------------------------------------------------------------------------------


def test_minimax_of_the_empty_board(search):
    found = search("tictactoe", "--algorithm", "minimax")
    assert (found["nodes"], found["leaves"], found["value"], found["best"]) == (549_946, 255_168, 0, "4")
    assert (found["cutoffs"], found["pruned"], found["depth"], found["proved"]) == (0, 0, 9, True)


def test_alphabeta_of_the_empty_board(search):
    found = search("tictactoe", "--algorithm", "alphabeta")
    assert (found["nodes"], found["value"], found["best"], found["cutoffs"]) == (18_297, 0, "4", 8_180)
    assert found["pruned_by_ply"] == {"2": 42, "3": 78, "4": 383, "5": 739, "6": 2039, "7": 1607, "8": 2042}
    assert found["pruned"] == 6_930
    assert found["pv"] == list("401735268")


def test_alphabeta_is_what_is_searched_with_where_nothing_is_said(search):
    found = search("tictactoe")
    assert (found["algorithm"], found["nodes"]) == ("alphabeta", 18_297)


def test_alphabeta_that_cuts_only_beyond(search):
    found = search("tictactoe", "--cut", "gt")
    assert (found["nodes"], found["value"], found["best"]) == (146_120, 0, "4")


@pytest.mark.parametrize(
    ("order", "nodes"),
    [("given", 18_297), ("centre-corner-edge", 7_275), ("corner-centre-edge", 11_554), ("edge-corner-centre", 42_094)],
)
def test_alphabeta_in_the_named_orders(search, order, nodes):
    found = search("tictactoe", "--order", order)
    assert (found["nodes"], found["value"]) == (nodes, 0)


@pytest.mark.slow_with("pvs", "mtdf", "deepening")
@pytest.mark.parametrize("algorithm", [name for name in ALGORITHMS if name not in ("minimax", "negamax")])
def test_every_algorithm_calls_the_empty_board_a_draw(search, algorithm):
    found = search("tictactoe", "--algorithm", algorithm)
    assert (found["algorithm"], found["value"], found["bound"], found["proved"]) == (algorithm, 0, "exact", True)
    assert found["nodes"] <= (30_000 if algorithm == "shallow" else 18_400)  # without deep cutoffs it enters more


@pytest.mark.slow_with("pvs", "mtdf")
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_lecture_position(search, algorithm):
    found = search("tictactoe", "--position", LECTURE, "--all-moves", "--algorithm", algorithm)
    assert (found["value"], found["player"]) == (1, "MAX")
    assert list(found["action_values"].items()) == [("0", -1), ("5", 0), ("7", 1)]
    assert (found["best_actions"], found["best"]) == (["7"], "7")


@pytest.mark.fast_with("0-alphabeta", "0-pvs", "0-mtdf", "0-sss", "0-deepening")
@pytest.mark.parametrize("algorithm", ["alphabeta", "pvs", "mtdf", "sss", "deepening"])
@pytest.mark.parametrize("corner", [0, 2, 6, 8])
def test_only_the_centre_holds_against_a_corner(search, corner, algorithm):
    found = search("tictactoe", "--moves", corner, "--all-moves", "--algorithm", algorithm)
    others = [str(cell) for cell in range(9) if cell not in (4, corner)]
    assert (found["player"], found["value"], found["best"], found["best_actions"]) == ("MIN", 0, "4", ["4"])
    assert found["action_values"] == {"4": 0} | dict.fromkeys(others, 1)


def test_without_all_moves_nothing_is_said_of_the_other_moves(plywise, search):
    found = search("tictactoe", "--moves", "0")
    assert found["best"] == "4"
    assert not {"best_actions", "action_values"} & set(found)
    out = plywise("search", "tictactoe", "--moves", "0")[1]
    assert "best move 4" in out
    assert "*" not in out


def test_moves_and_positions_lead_to_the_same_search(search):
    def counted(*words):
        found = search("tictactoe", *words)
        return {key: found[key] for key in KEYS - {"time_s", "nps"}}

    there = counted("--position", "X...O...X")
    assert counted("--moves", "0 4 8") == there
    assert counted("--position", "X........", "--moves", "(1,1) (2,2)") == there
    assert counted("--position", "X../.O./..X") == there


# --- nim: Bouton's rule -----------------------------------------------------------------------------------------------


@pytest.mark.slow_with("0-heaps0", "1-heaps0")
@pytest.mark.parametrize("heaps", [(1,), (3, 3), (1, 2, 3), (2, 3), (1, 1, 2), (3, 4), (1, 1, 1), (2, 2, 1), (1, 3, 2)])
@pytest.mark.parametrize("misere", [0, 1])
def test_nim_is_won_where_the_rule_says(search, heaps, misere):
    wins = bool(reduce(xor, heaps))
    if misere and max(heaps) == 1:
        wins = not wins
    words = "-".join(str(each) for each in (*heaps, 0, 0)[:3])
    found = search(f"nim:heaps=3-4-5,misere={misere}", "--position", words)
    assert (found["value"], found["proved"]) == (1 if wins else -1, True)


def test_a_game_says_its_parameters_in_its_name(search):
    assert search("nim:heaps=1-2", "--engine", "reference")["game"] == "nim:heaps=1-2"
    assert search("nim:heaps=3-4-5", "--engine", "reference", "--depth", "1")["game"] == "nim"


def test_a_table_changes_the_work_and_not_the_answer(search):
    without, with_table = search("tictactoe", "--moves", "0 1"), search("tictactoe", "--moves", "0 1", "--table", "1")
    assert with_table["value"] == without["value"] == 1
    assert with_table["table_hits"] > 0
    assert with_table["nodes"] < without["nodes"]


# --- limits -----------------------------------------------------------------------------------------------------------


def test_a_depth_is_a_horizon(search):
    found = search("tictactoe", "--depth", "3", "--algorithm", "minimax")
    assert (found["depth"], found["nodes"], found["leaves"]) == (3, 1 + 9 + 72 + 504, 504)
    assert (found["proved"], found["stopped_by"]) == (False, "depth")


def test_a_depth_beyond_the_end_proves_the_value(search):
    found = search("tictactoe", "--depth", "50")
    assert (found["proved"], found["stopped_by"], found["nodes"], found["depth"]) == (True, "complete", 18_297, 9)


def test_depth_nought_looks_at_the_root_alone(search):
    found = search("tictactoe", "--depth", "0")
    assert (found["nodes"], found["best"], found["pv"], found["proved"]) == (1, None, [], False)


@pytest.mark.slow_with("pvs", "mtdf")
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_number_of_nodes_is_never_passed(search, algorithm):
    found = search(LONG, "--nodes", "500", "--algorithm", algorithm)
    assert found["nodes"] <= 500
    assert (found["stopped_by"], found["proved"]) == ("nodes", False)
    assert found["best"] is not None  # there is a legal move at any time
    assert found["pv"][:1] in ([], [found["best"]])
    assert (found["pv"] == []) == (found["value"] is None)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_time_is_kept(search, algorithm):
    found = search(LONG, "--time", "0.1", "--algorithm", algorithm, "--engine", "reference")
    assert (found["stopped_by"], found["proved"]) == ("time", False)
    assert 0.1 <= found["time_s"] < 5  # on a busy machine; the search has no end


def test_a_limit_of_time_or_nodes_deepens(search):
    assert search("tictactoe", "--nodes", "100")["algorithm"] == "deepening"
    assert search("tictactoe", "--time", "0.01")["algorithm"] == "deepening"


@pytest.mark.slow_with("failhard", "sss", "shallow", "negamax", "minimax")
@pytest.mark.parametrize("algorithm", [name for name in ALGORITHMS if name != "deepening"])
def test_what_a_stopped_search_says_of_the_value_is_true(search, game_file, algorithm):
    game = f"{game_file(GROWN)}:Grown"
    for seed in range(6):
        truth = search(f"{game}:seed={seed}", "--algorithm", "minimax")["value"]
        for nodes in range(1 + seed, 80, 6):
            found = search(f"{game}:seed={seed}", "--algorithm", algorithm, "--nodes", nodes)
            value = found["value"]
            if value is None or found["stopped_by"] == "complete":
                continue
            holds = {"exact": truth == value, "lower": truth >= value, "upper": truth <= value}[found["bound"]]
            assert holds, f"seed {seed}, {nodes} nodes: {found['bound']} bound {value}, the value is {truth}"


# --- every algorithm on trees with many values ------------------------------------------------------------------------


@pytest.mark.slow_with("3", "4", "5", "1", "2")
@pytest.mark.parametrize("seed", range(6))
def test_every_algorithm_values_every_move_the_same(search, game_file, seed):
    game = f"{game_file(GROWN)}:Grown:seed={seed}"
    expected = search(game, "--all-moves", "--algorithm", "minimax")
    choose = max if expected["player"] == "MAX" else min
    assert expected["value"] == choose(expected["action_values"].values())
    for algorithm in ALGORITHMS:
        for order in ("given", "reverse", "random", "best", "worst"):
            words = (game, "--algorithm", algorithm, "--order", order)
            found = search(*words, "--all-moves")
            for key in ("value", "action_values", "best_actions"):
                assert found[key] == expected[key]
            assert found["best"] in expected["best_actions"]
            alone = search(*words)
            assert alone["value"] == expected["value"]
            assert alone["best"] in expected["best_actions"]


# --- a user's own game ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stones", [1, 4, 7, 8, 10, 13])
def test_the_example_game_follows_its_theory(search, stones):
    found = search(f"{SUBTRACTION}:stones=10", "--position", f"stones={stones},side=1")
    assert (found["value"], found["proved"]) == (1 if stones % 4 else -1, True)
    if stones % 4:
        assert found["best"] == str(stones % 4)


def test_an_own_game_with_parameters_and_positions(search, game_file):
    game = f"{game_file(STONES_FILE)}:Stones"
    found = search(game)
    assert (found["game"], found["position"], found["value"], found["best"]) == ("Stones", "stones=10,side=1", 1, "2")
    assert search(f"{game}:stones=8", "--engine", "reference")["value"] == -1
    assert search(game, "--position", "stones=7,side=-1")["best"] == "3"
    assert search(game, "--moves", "2 1")["best"] == "3"


def test_a_file_under_a_folder_with_py_in_its_name(search, tmp_path):
    for folder in (".pyenv", "my.python", "a.py", "with space"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "my-game.v2.py").write_text(STONES_FILE)
        file = tmp_path / folder / "my-game.v2.py"
        assert search(f"{file}:Stones", "--engine", "reference")["value"] == 1


def test_a_file_finds_its_neighbours(search, tmp_path):
    (tmp_path / "neighbour_of_mine.py").write_text("MOST = 3\n")
    (tmp_path / "mine.py").write_text("from neighbour_of_mine import MOST\n" + STONES_FILE)
    assert search(f"{tmp_path / 'mine.py'}:Stones", "--engine", "reference")["value"] == 1


def test_what_an_own_game_is_worth_need_not_be_one(search, game_file):
    halves = game_file(STONES_FILE.replace("return -state.side", "return -2.5 * state.side"))
    found = search(f"{halves}:Stones", "--engine", "reference")
    assert (found["value"], found["best"]) == (2.5, "2")


# --- in words ---------------------------------------------------------------------------------------------------------


def test_the_plain_answer_has_board_verdict_moves_and_counts(plywise):
    code, out, err = plywise("search", "tictactoe", "--position", LECTURE, "--all-moves")
    assert (code, err) == (0, "")
    board, _, words = out.partition("\n\n")
    assert [line.split() for line in board.splitlines()[::2]] == [
        ["0", "|", "X", "|", "O"],
        ["O", "|", "X", "|", "5"],
        ["X", "|", "7", "|", "O"],
    ]
    for part in ("X to move", "value 1: X wins, proved", "best move 7", "0: -1 (O wins)", "5: 0 (a draw)", "11 nodes"):
        assert part in words
    assert [line for line in words.splitlines() if "*" in line] == ["  7: 1 (X wins) *"]


def test_an_estimate_is_called_one(plywise):
    out = plywise("search", "tictactoe", "--depth", "2")[1]
    assert "an estimate, 2 plies deep" in out
    assert "proved" not in out


# --- Ctrl-C -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def interrupted(search):
    """Run `plywise search ...` and press Ctrl-C in the midst of it: words -> exit code, stdout, stderr."""

    def call(*words):
        search(*(word for word in words if word != "--json"), "--nodes", "10")  # compiled
        return program.interrupted("search", *words, busy=1)

    return call


def test_ctrl_c_prints_the_best_answer_so_far_and_leaves_with_130(interrupted):
    code, out, err = interrupted(LONG, "--algorithm", "deepening", "--json")
    found = json.loads(out)
    assert (code, found["stopped_by"], found["proved"]) == (130, "interrupt", False)
    assert found["best"] == found["pv"][0]
    assert found["value"] is not None
    assert set(found) >= KEYS
    assert "Traceback" not in err


@pytest.mark.slow
def test_ctrl_c_in_words(interrupted):
    code, out, err = interrupted(LONG, "--algorithm", "minimax")
    assert code == 130
    assert "stopped by interrupt" in out
    assert "a legal move is 1\n" in out
    assert "Traceback" not in err


def test_a_pipe_and_no_colour_get_plain_text():
    env = os.environ | {"TERM": "xterm-256color", "NO_COLOR": "1", "FORCE_COLOR": ""}
    done = subprocess.run([PROGRAM, "search", "tictactoe", "--depth", "2"], capture_output=True, env=env, check=True)
    assert b"\x1b" not in done.stdout + done.stderr


def test_random_positions_reached_by_moves_are_legal_and_valued(search):
    source = random.Random(3)
    for _ in range(30):
        cells = source.sample(range(9), 4)
        found = search("tictactoe", "--moves", " ".join(map(str, cells)), "--all-moves")
        assert set(found["action_values"]) == {str(cell) for cell in range(9)} - {str(cell) for cell in cells}
        assert found["value"] == max(found["action_values"].values())


@pytest.mark.parametrize("algorithm", ["alphabeta", "deepening"])
def test_what_is_drawn_of_a_search_that_was_stopped_ends_where_it_ended(plywise, algorithm):
    words = ("--algorithm", algorithm, "--engine", "reference", "--depth", "3", "--nodes", "60")
    code, out, err = plywise("search", "tictactoe", *words, "--pruned", "--lines", "1000", "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    if algorithm != "deepening":  # which lists what the last iteration pruned
        assert found["pruned"] == sum("stopped" not in each["because"] for each in found["pruned_moves"])
    result = pw.search(pw.make("tictactoe"), depth=3, nodes=60, algorithm=algorithm, engine="reference")
    drawn = pw.results.Trace.of_result(result, depth=3)
    assert drawn.result.stats == result.stats
    assert not drawn.truncated
    assert pw.results.Trace.of_result(result, depth=3, limit=50).truncated


# --- the search for play ---------------------------------------------------------------------------------------------


def test_the_search_for_play_says_that_it_is_selective(search):
    found = search("kalah", "--algorithm", "selective", "--depth", "4", "--all-moves", "--table", "2")
    assert (found["algorithm"], found["selective"], found["proved"]) == ("selective", True, False)
    assert (found["depth"], found["stopped_by"], len(found["action_values"])) == (4, "depth", 6)
    assert found["best_actions"] is None
    assert found["value"] == max(found["action_values"].values())


def test_only_an_end_that_is_reached_at_once_is_proved_by_the_search_for_play(search):
    mate = ("--position", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    won = search("chess", *mate, "--algorithm", "selective")
    assert (won["best"], won["value"], won["proved"]) == ("d1d8", 30_000, True)
    before = ("--position", "6k1/5ppp/8/8/8/8/3R4/K7 b - - 0 1", "--moves", "h7h6")
    later = search("chess", *before, "--algorithm", "selective", "--depth", "3")
    assert later["proved"] is False


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--engine", "reference"], "runs only in the native engine"),
        (["--pruned"], "runs only in the native engine"),
        (["--order", "best"], "takes no order"),
        (["--cut", "gt"], "takes no cut"),
        (["--depth", "0"], "1 ply"),
        (["--threads", "0"], "threads"),
        (["--table", "-1"], "megabytes"),
    ],
)
def test_what_the_search_for_play_cannot_do_is_said_in_a_line(plywise, more, says):
    code, out, err = plywise("search", "kalah", "--algorithm", "selective", *more)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert says in err


def test_a_window_at_the_root_gives_a_bound(plywise, search):
    for window, bound in (("1,2", "upper"), ("0,1", "lower"), ("0,2", "exact"), ("-inf,inf", "exact")):
        found = search("tictactoe", "--position", LECTURE, "--window", window)
        assert (found["value"], found["bound"]) == (1, bound), window
    out = plywise("search", "tictactoe", "--position", LECTURE, "--window", "1,2")[1]
    assert "value at most 1: outside the window, the search failed low" in out
    for words in (["--algorithm", "mtdf"], ["--engine", "native"], ["--all-moves"]):
        code, _, err = plywise("search", "tictactoe", "--window", "0,1", *words)
        assert (code, err.count("\n")) == (2, 1)


# --- Monte Carlo search ----------------------------------------------------------------------------------------------


def test_monte_carlo_search_is_selective_and_proved_only_at_an_end(search):
    how = ("--algorithm", "mcts", "--seed", "1")
    found = search("tictactoe", *how, "--nodes", "20000")
    assert (found["best"], found["selective"], found["proved"], found["value"]) == ("4", True, True, 0)
    short = search("tictactoe", *how, "--nodes", "500")
    assert (short["best"], short["selective"], short["proved"], short["nodes"]) == ("4", True, False, 500)
    assert 0 < short["value"] < 1
    assert search("tictactoe", *how, "--nodes", "500")["pv"] == short["pv"]
    won = search("tictactoe", "--position", "XX.OO....", *how, "--nodes", "2000")
    assert (won["best"], won["value"], won["proved"]) == ("2", 1, True)


def test_monte_carlo_search_says_what_its_value_is(plywise, tmp_path):
    picture = tmp_path / "tree.svg"
    words = ("search", "tictactoe", "--algorithm", "mcts", "--nodes", "60", "--svg", picture)
    code, out, _ = plywise(*words)
    assert code == 0
    assert "an estimate, the mean result of random games after the best move" in out
    assert "mcts (native): 60 random games, a tree 3 plies deep" in out
    assert "mean of random games" in picture.read_text()


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--depth", "3"], "takes nodes and time, and no depth"),
        (["--order", "best"], "takes no order"),
        (["--window", "0,1"], "takes no alpha"),
        (["--all-moves"], "takes no all_moves"),
        (["--threads", "0"], "threads"),
        (["--table", "-1"], "megabytes"),
        (["--nodes", "0"], "1 or more"),
    ],
)
def test_what_monte_carlo_search_cannot_do_is_said_in_a_line(plywise, more, says):
    code, out, err = plywise("search", "tictactoe", "--algorithm", "mcts", *more)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert says in err
