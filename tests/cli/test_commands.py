"""plywise compare, count, games, show, check and demo, and the help of every command, from outside."""

import json
import re
import signal
import subprocess
import sys
import time

import pytest

import plywise as pw
from plywise.cli.program import COMMANDS
from tests.helpers.paths import ROOT
from tests.helpers.program import PROGRAM, SUBTRACTION

BLACKBOARD = [3, 5, 6, 9, 1, 2, 0, -1]
NODES_BY_PLY = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
ROW_KEYS = {
    *("algorithm", "order", "depth", "value", "best", "nodes", "leaves", "cutoffs", "pruned", "time_s"),
    *("branching_factor", "ratio_to_minimax"),
}

BROKEN = '''
import plywise as pw


class Coins(pw.Game):
    """Take a coin; lists the same action twice."""

    def initial(self):
        return 3

    def player(self, state):
        return 1 if state % 2 else -1

    def actions(self, state):
        return [1, 1]

    def result(self, state, action):
        return state - action

    def terminal(self, state):
        return state == 0

    def utility(self, state):
        return 1
'''


@pytest.fixture
def answers(plywise):
    """Run a command with --json: words -> the objects printed, one a line."""

    def call(*words, stdin="", code=0):
        got, out, err = plywise(*words, "--json", stdin=stdin)
        assert (got, err) == (code, ""), err
        return [json.loads(line) for line in out.splitlines()]

    return call


@pytest.fixture
def answer(answers):
    """Run a command with --json that prints one object."""

    def call(*words, **options):
        (found,) = answers(*words, **options)
        return found

    return call


# --- help -------------------------------------------------------------------------------------------------------------


def test_the_help_lists_every_command(plywise):
    code, out, err = plywise("--help")
    assert (code, err) == (0, "")
    assert re.findall(r"(?m)^  ([a-z]+)  +\w", out) == list(COMMANDS)
    assert plywise() == (code, out, err)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help_with_an_example(plywise, command):
    code, out, err = plywise(command, "--help")
    assert (code, err) == (0, "")
    assert example_of(out).startswith(command)


@pytest.mark.slow_with("bench")
@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "demo"])
def test_the_example_in_the_help_runs(plywise, monkeypatch, command):
    monkeypatch.chdir(ROOT)
    example = example_of(plywise(command, "--help")[1])
    words = [quoted or plain for quoted, plain in re.findall(r'"([^"]*)"|(\S+)', example)]
    code, out, err = plywise(*words)
    assert (code, err) == (0, "")
    assert out


def example_of(text):
    return " ".join(text.partition("Example: plywise ")[2].split())


def test_the_package_runs_as_a_program():
    done = subprocess.run([sys.executable, "-m", "plywise", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"plywise {pw.__version__}\n"


def test_the_version(plywise):
    code, out, _ = plywise("--version")
    assert code == 0
    assert re.fullmatch(r"plywise \d+\.\d+\S*\n", out)


# --- count ------------------------------------------------------------------------------------------------------------


def test_tic_tac_toe_is_counted_to_its_end(answer):
    found = answer("count", "tictactoe", "--plies", "all")
    assert set(found) >= {"plies", "nodes_by_ply", "terminal_by_ply", "complete_games", "time_s"}
    assert "divide" not in found
    assert (found["nodes_by_ply"], found["complete_games"], found["plies"]) == (NODES_BY_PLY, 255_168, 9)
    assert found["terminal_by_ply"] == [0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872]
    assert found["time_s"] > 0


@pytest.mark.parametrize("plies", range(10))
def test_counting_to_a_ply(answer, plies):
    found = answer("count", "tictactoe", "--plies", plies)
    assert (found["plies"], found["nodes_by_ply"]) == (plies, NODES_BY_PLY[: plies + 1])
    assert found["complete_games"] == (255_168 if plies == 9 else None)


def test_counting_beyond_the_end(answer):
    found = answer("count", "tictactoe", "--plies", "12")
    assert (found["nodes_by_ply"], found["complete_games"]) == ([*NODES_BY_PLY, 0, 0, 0], 255_168)


def test_divide_shares_out_the_last_ply(answer):
    shares = answer("count", "tictactoe", "--plies", "3", "--divide")["divide"]
    assert shares == dict.fromkeys(map(str, range(9)), 56)
    for plies, total in (("all", 255_168), ("9", NODES_BY_PLY[9]), ("1", 9)):
        found = answer("count", "tictactoe", "--plies", plies, "--divide")
        assert sum(found["divide"].values()) == total


def test_counting_from_a_position(answer):
    assert answer("count", "tictactoe", "--plies", "2", "--moves", "0 4")["nodes_by_ply"] == [1, 7, 42]
    over = answer("count", "tictactoe", "--plies", "all", "--position", "XXXOO....", "--divide")
    assert (over["nodes_by_ply"], over["complete_games"], over["divide"]) == ([1], 1, {})


def test_counting_nim_by_hand(answer):
    # 1-2: three first moves lead to 0-2, 1-1 and 1-0, which leave 2, 2 and 1 moves; 0-2 by one leaves one more.
    found = answer("count", "nim:heaps=1-2", "--plies", "all")
    assert (found["nodes_by_ply"], found["terminal_by_ply"]) == ([1, 3, 5, 3], [0, 0, 2, 3])


def test_count_in_words(plywise):
    code, out, err = plywise("count", "tictactoe", "--plies", "all", "--divide")
    assert (code, err) == (0, "")
    for number in (*NODES_BY_PLY, 255_168, 27_732, 25_872, 29_592):
        assert re.search(rf"\b{number:,}\b", out)


# --- compare ----------------------------------------------------------------------------------------------------------


def test_compare_has_every_key_of_the_contract(answers):
    rows = answers("compare", "tictactoe", "--algorithms", "alphabeta,pvs", "--depths", "1-3")
    assert all(set(row) >= ROW_KEYS for row in rows)
    assert [(row["algorithm"], row["depth"]) for row in rows] == [
        (algorithm, depth) for depth in (1, 2, 3) for algorithm in ("alphabeta", "pvs")
    ]


def test_compare_finds_the_published_numbers(answers):
    orders = "given,centre-corner-edge,corner-centre-edge,edge-corner-centre"
    rows = answers("compare", "tictactoe", "--algorithms", "alphabeta", "--orders", orders)
    assert [(row["order"], row["nodes"]) for row in rows] == list(
        zip(orders.split(","), (18_297, 7_275, 11_554, 42_094), strict=True)
    )
    for row in rows:
        assert (row["value"], row["depth"]) == (0, 9)
        assert row["ratio_to_minimax"] == pytest.approx(row["nodes"] / 549_946, rel=1e-3)
    (strict,) = answers("compare", "tictactoe", "--algorithms", "alphabeta", "--cut", "gt")
    assert strict["nodes"] == 146_120


def test_compare_on_the_blackboard_tree(answers):
    rows = answers(
        "compare", "--tree", *BLACKBOARD, "--algorithms", "minimax,alphabeta", "--orders", "given,best,worst"
    )
    seen = {
        (row["algorithm"], row["order"]): (row["nodes"], row["leaves"], row["cutoffs"], row["pruned"]) for row in rows
    }
    assert seen["minimax", "given"] == (15, 8, 0, 0)
    assert seen["alphabeta", "given"] == (11, 5, 2, 2)
    assert seen["alphabeta", "best"][1] == 5
    assert seen["alphabeta", "worst"] == (15, 8, 0, 0)
    assert {row["value"] for row in rows} == {5}
    assert {row["best"] for row in rows} == {"0"}


def test_the_effective_branching_factor_solves_its_equation(answers):
    for row in answers("compare", "tictactoe", "--algorithms", "minimax,alphabeta", "--depths", "1,2,4,6"):
        factor, depth = row["branching_factor"], row["depth"]
        assert sum(factor**ply for ply in range(depth + 1)) == pytest.approx(row["nodes"], rel=1e-3)
        if row["algorithm"] == "minimax":
            assert row["ratio_to_minimax"] == 1


def test_compare_agrees_with_itself_on_values(answers):
    game, position = f"{SUBTRACTION}:stones=10", "stones=9,side=1"
    rows = answers("compare", game, "--position", position, "--orders", "given,reverse,random,best")
    assert len(rows) == 24
    assert {row["value"] for row in rows} == {1}
    assert {row["best"] for row in rows} == {"1"}


def test_compare_takes_trees_as_tree_does(answers, tmp_path):
    (tmp_path / "tree.json").write_text("[[3,12,8],[2,4,6],[14,5,2]]")
    for words, stdin in (
        (["[[3,12,8],[2,4,6],[14,5,2]]"], ""),
        ([f"@{tmp_path / 'tree.json'}"], ""),
        (["-"], "[[3,12,8],[2,4,6],[14,5,2]]"),
        ([3, 12, 8, 2, 4, 6, 14, 5, 2, "--branching", 3], ""),
    ):
        (row,) = answers("compare", "--tree", *words, "--algorithms", "alphabeta", stdin=stdin)
        assert (row["value"], row["leaves"]) == (3, 7) if "--branching" not in words else row["value"] == 3
    assert answers("compare", "--tree", "-3", "4", "--minimizer-first")[0]["value"] == -3


def test_compare_from_a_position(answers):
    (row,) = answers("compare", "tictactoe", "--position", ".XOOX.X.O", "--algorithms", "minimax")
    assert (row["value"], row["best"]) == (1, "7")


def test_compare_in_words_keeps_every_number_in_a_pipe(plywise):
    code, out, err = plywise("compare", "tictactoe", "--algorithms", "alphabeta", "--orders", "edge-corner-centre")
    assert (code, err) == (0, "")
    for cell in ("alphabeta", "edge-corner-centre", "42,094", "7.65 %"):
        assert cell in out


# --- games, show ------------------------------------------------------------------------------------------------------


def test_games_lists_what_can_be_played(answer, plywise):
    games = {game["name"]: game for game in answer("games")["games"]}
    assert set(games) >= {"tictactoe", "nim"}
    assert games["nim"]["parameters"] == {"heaps": "3-4-5", "misere": 0}
    assert "draw" in games["tictactoe"]["known_value"]
    code, out, err = plywise("games")
    assert (code, err) == (0, "")
    for name in games:
        assert re.search(rf"(?m)^{name}\b", out)
        assert plywise("show", name)[0] == 0


def test_show_tells_the_board_and_the_moves(answer, plywise):
    found = answer("show", "tictactoe", "--moves", "4 0")
    assert (found["game"], found["position"], found["player"]) == ("tictactoe", "O...X....", "MAX")
    assert found["actions"] == ["1", "2", "3", "5", "6", "7", "8"]
    code, out, err = plywise("show", "tictactoe", "--moves", "4 0")
    assert (code, err) == (0, "")
    rows = [line.split() for line in out.splitlines()]
    assert rows[0] == ["O", "|", "1", "|", "2"]
    assert rows[2] == ["3", "|", "X", "|", "5"]
    assert "X to move: 1 2 3 5 6 7 8" in out


def test_show_of_a_game_that_is_over(answer, plywise):
    found = answer("show", "tictactoe", "--position", "OOOXX.X..")
    assert (found["player"], found["actions"], found["utility"]) == (None, [], -1)
    assert "O wins" in plywise("show", "tictactoe", "--position", "OOOXX.X..")[1]


def test_show_draws_the_heaps(plywise):
    out = plywise("show", "nim:heaps=1-3", "--moves", "2-1")[1]
    assert out.splitlines()[:2] == ["1 o", "2 o o"]
    assert "MIN to move: 1-1 2-1 2-2" in out


def test_show_of_a_game_without_a_board_gives_its_notation(plywise):
    assert "stones=21,side=1" in plywise("show", SUBTRACTION)[1]


# --- check ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["nim", "nim:heaps=1-2-2,misere=1", SUBTRACTION])
def test_sound_games_pass_the_check(answer, game):
    found = answer("check", game)
    assert (found["ok"], found["broken"], found["complete"]) == (True, [], True)
    assert found["states"] > found["terminals"] > 0


def test_the_check_asks_every_reachable_state(answer):
    found = answer("check", "tictactoe")
    assert (found["ok"], found["states"], found["terminals"]) == (True, 5_478, 958)


def test_a_broken_law_is_named_with_a_state_and_exit_code_one(answer, plywise, tmp_path):
    (tmp_path / "mine.py").write_text(BROKEN)
    game = f"{tmp_path / 'mine.py'}:Coins"
    found = answer("check", game, code=1)
    assert not found["ok"]
    assert any(breach["position"] == "3" and "twice" in breach["detail"] for breach in found["broken"])
    code, out, err = plywise("check", game)
    assert (code, err) == (1, "")
    assert "listed twice" in out


def test_a_check_of_a_game_too_large_says_so_and_repeats_with_its_seed(plywise):
    words = ("check", "nim", "--states", "50", "--seed", "5")
    code, out, _ = plywise(*words)
    assert code == 0
    assert "seed 5" in out
    assert plywise(*words)[1] == out


# --- demo, and tables on a terminal -----------------------------------------------------------------------------------


def test_the_demo_walks_through_the_tree_then_compares(plywise):
    code, out, err = plywise("demo")
    assert (code, err) == (0, "")
    places = [out.index(part) for part in ("B is guaranteed 5 or less; E already has 6", "549,946", "18,297", "7,275")]
    assert places == sorted(places)
    assert "42,094" in out
    assert "plywise play tictactoe" in out


def test_a_comparison_can_be_read_on_a_terminal_of_80_columns(on_a_terminal):
    orders = "given,edge-corner-centre"
    code, out = on_a_terminal("compare", "tictactoe", "--algorithms", "alphabeta", "--orders", orders)
    assert code == 0
    for cell in ("alphabeta", "edge-corner-centre", "18,297", "42,094", "3.33 %"):
        assert cell in out
    assert "…" not in out


def test_the_demo_can_be_read_on_a_terminal_of_80_columns_and_the_game_it_offers_played(on_a_terminal):
    code, out = on_a_terminal("demo", answers=[("[y/N]", "y\n"), ("X to move", "4\n"), ("O plays", "quit\n")])
    assert code == 0
    for cell in ("549,946", "18,297", "7,275", "42,094", "minimax", "alphabeta"):
        assert cell in out
    assert "X plays 4" in out
    assert "left as it stands" in out


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_color_and_a_dumb_terminal_get_plain_text(on_a_terminal, environment):
    code, out = on_a_terminal("compare", "tictactoe", "--algorithms", "alphabeta", "--depths", "1-2", **environment)
    assert code == 0
    assert "\x1b" not in out


# --- Ctrl-C, and a reader that leaves ---------------------------------------------------------------------------------


def interrupted(*words, after="", pause=1.0):
    """Send SIGINT some time after the program has written `after`; return its exit code, stdout and stderr."""
    process = subprocess.Popen([PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    seen = ""
    while after not in seen:
        line = process.stdout.readline()
        assert line, seen
        seen += line
    time.sleep(pause)
    process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        pytest.fail(f"plywise {' '.join(words)} went on after Ctrl-C")
    return process.returncode, seen + out, err


def test_ctrl_c_ends_a_comparison_and_passes_nothing_off_as_a_result():
    code, out, err = interrupted("compare", "nim:heaps=5-6-7", "--algorithms", "mtdf,minimax,pvs", "--json")
    assert all(json.loads(line)["value"] is not None for line in out.splitlines())
    assert code == 130
    assert "Traceback" not in err


def test_ctrl_c_ends_a_count_and_a_check():
    for words in (
        ["count", "nim:heaps=19-19-19", "--plies", "all"],
        ["check", "nim:heaps=19-19-19", "--states", "999999"],
    ):
        code, out, err = interrupted(*words, pause=0.7)
        assert (code, out) == (130, "")
        assert "Traceback" not in err


def test_ctrl_c_ends_the_demo():
    code, out, _ = interrupted("demo", after="Tic-tac-toe", pause=0.4)
    assert code == 130
    assert "minimax  " not in out


def test_a_reader_that_leaves_is_no_failure():
    with subprocess.Popen(
        [PROGRAM, "compare", "tictactoe", "--algorithms", "alphabeta", "--depths", "1-9", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read()
    assert (process.returncode, err) == (0, b"")
