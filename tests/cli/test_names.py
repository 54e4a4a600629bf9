"""Names as people type them are understood, or answered in one line with the nearest that there is."""

import pytest

import plywise as pw
from plywise.arguments.names import plain
from plywise.engines.algorithms import ALGORITHMS, algorithm_of
from plywise.engines.algorithms import OTHER_NAMES as OTHER_ALGORITHMS
from plywise.errors import InputError
from plywise.games import REGISTRY
from plywise.games.loading import registered_class
from plywise.games.registry import OTHER_NAMES as OTHER_GAMES
from plywise.play.players import make_player
from plywise.play.players.named import KINDS, nearest_player
from tests.helpers.program import SUBTRACTION


@pytest.mark.parametrize("word", [
    "ttt", "TTT", "tic-tac-toe", "Tic-Tac-Toe", "tic_tac_toe", "tic tac toe", "TicTacToe", "TICTACTOE",
    "noughts-and-crosses",
])  # fmt: skip
def test_tic_tac_toe_by_its_many_names(word):
    assert pw.make(word).name == "tictactoe"


@pytest.mark.parametrize(
    "word", ["connect-four", "Connect Four", "connect 4", "connect_4", "Connect4", "four in a row"]
)
def test_connect_four_by_its_many_names_with_parameters(word):
    assert pw.make(f"{word}:Width=5,height=4").name == "connect4:width=5,height=4"


def test_every_game_is_found_by_its_title():
    for name in REGISTRY:
        title = registered_class(name).title
        assert not title or registered_class(title) is registered_class(name)


@pytest.mark.parametrize(("word", "name"), [
    ("alpha-beta", "alphabeta"), ("alpha_beta", "alphabeta"), ("AlphaBeta", "alphabeta"), ("mini-max", "minimax"),
    ("MiniMax", "minimax"), ("Nega-Max", "negamax"), ("MTD(f)", "mtdf"), ("SSS*", "sss"), ("NegaScout", "pvs"),
    ("iterative deepening", "deepening"), ("fail-hard", "failhard"),
])  # fmt: skip
def test_algorithms_by_the_names_of_books(word, name):
    assert algorithm_of(word).name == name
    tree = pw.Tree([3, 5, 2, 9], branching=2)
    assert pw.search(tree, algorithm=word).algorithm == name


def test_no_word_means_two_things():
    for names, others in ((REGISTRY, OTHER_GAMES), (ALGORITHMS, OTHER_ALGORITHMS)):
        assert set(others.values()) <= set(names)
        assert len({plain(each) for each in [*names, *others]}) == len([*names, *others])


@pytest.mark.parametrize(("words", "says"), [
    (("serach", "ttt"), "no command 'serach'; did you mean search?"),
    (("Replay",), "no command 'Replay'; did you mean play?"),
    (("xyz",), "no command 'xyz'; plywise --help lists the commands"),
    (("cmpletion",), "no command 'cmpletion'; did you mean completion?"),
    (("bnch",), "no command 'bnch'; did you mean bench?"),
    (("--versoin",), "plywise: no option '--versoin'; did you mean --version?"),
    (("tree", "3", "5", "--algoritm", "pvs"), "plywise tree: no option '--algoritm'; did you mean --algorithm?"),
    (("tree", "3", "5", "--stlye=theme=dark"), "plywise tree: no option '--stlye'; did you mean --style?"),
    (("compare", "ttt", "--order", "best"), "plywise compare: no option '--order'; did you mean --orders?"),
    (("compare", "--tree", "3", "5", "--brnaching", "2"), "no option '--brnaching'; did you mean --branching?"),
    (("check", "nim", "--zzz"), "no option '--zzz'; plywise check --help lists the options"),
    (("search", "ttt", "--explain"), "no option '--explain'; there is a command for it: plywise explain"),
    (("solve", "ttt", "--workres", "2"), "no option '--workres'; plywise solve --help lists the options"),
    (("help", "serach"), "no command 'serach'; did you mean search?"),
    (("search", "conect4"), "no game 'conect4'; did you mean connect4?"),
    (("search", "chess2"), "no game 'chess2'; did you mean chess?"),
    (("search", "connect4:widht=5"), "connect4 has no parameter 'widht'; did you mean width?"),
    (("search", "ttt", "--algorithm", "alphbeta"), "no algorithm 'alphbeta'; did you mean alphabeta?"),
    (("search", "ttt", "--algorithm", "minmax"), "no algorithm 'minmax'; did you mean minimax?"),
    (("search", "ttt", "--algoritm", "minimax"), "plywise search: no option '--algoritm'; did you mean --algorithm?"),
    (("search", "ttt", "--order", "kilers"), "tictactoe has no order 'kilers'; did you mean killers?"),
    (("search", "ttt", "--order", "centre"), "tictactoe has no order 'centre'; did you mean centre-corner-edge?"),
    (("search", "ttt", "--engine", "refrence"), "no engine 'refrence'; did you mean reference?"),
    (("tree", "3", "5", "--algorithm", "pvss"), "no algorithm 'pvss'; did you mean pvs?"),
    (("exercise", "--level", "esay"), "no level 'esay'; did you mean easy?"),
    (("exercise", "--shape", "regular"), "no shape 'regular'; did you mean irregular?"),
    (("review", "x.json", "--side", "MXA"), "no side 'MXA'; did you mean MAX?"),
    (("grade", "k", "a", "--attempt", "lst"), "no attempt 'lst'; did you mean last?"),
    (("match", "ttt", "random", "simple", "--form", "roundrobbin"), "did you mean round-robin?"),
    (("tune", "othello", "--search", "exat"), "no search 'exat'; did you mean exact?"),
    (("certify", "ttt", "--goal", "win", "--player", "MAXX", "--out", "-"), "no player 'MAXX'; did you mean MAX?"),
    (("completion", "zhs"), "no shell 'zhs'; did you mean zsh?"),
    (("compile", "ttt", "--rule", "reslt"), "no rule 'reslt'; did you mean result?"),
    (("quiz", "--topic", "alfabeta", "--answers"), "no topic 'alfabeta'; did you mean alphabeta?"),
    (("batch", "ttt", "-", "--engine", "natve"), "no engine 'natve'; did you mean native?"),
    (("batch", "ttt", "-", "--on", "lcoal"), "no workers on 'lcoal'; did you mean local?"),
    (("spread", "ttt", "--conjectur", "0"), "no option '--conjectur'; did you mean --conjecture?"),
    (("show", "tictacto"), "no game 'tictacto'; did you mean tictactoe?"),
    (("certify", "ttt", "--goal", "wn", "--out", "-"), "no goal 'wn'; did you mean win?"),
    (("match", "ttt", "random", "simple", "--adjudicate", "agre"), "no adjudication 'agre'; did you mean agree?"),
    (("match", "ttt", "engine:search=selectve", "random"), "no search 'selectve'; did you mean selective?"),
    (("tune", "othello", "--only", "mobilty"), "othello has no weight 'mobilty'; did you mean mobility?"),
    (("show", f"{SUBTRACTION[:-1]}m"), "has no class Subtractiom; did you mean Subtraction?"),
    (("show", SUBTRACTION.replace("subtraction", "substraction")), "; did you mean "),
    (("show", f"{SUBTRACTION}:stnes=3"), "Subtraction has no parameter 'stnes'; did you mean stones?"),
    (("gtp", "goo"), "no game 'goo'; "),
    (("uci", "ches"), "no game 'ches'; did you mean chess?"),
    (("learn", "hexx", "--out", "x"), "no game 'hexx'; did you mean hex?"),
    (("serve", "chesss"), "no game 'chesss'; did you mean chess?"),
    (("solve", "ttt", "--method", "retrogade"), "no method 'retrogade'; did you mean retrograde?"),
    (("compare", "ttt", "--algorithms", "minimax,alfabeta"), "no algorithm 'alfabeta'; did you mean alphabeta?"),
    (("match", "ttt", "random", "engin:level=3"), "no player 'engin:level=3'; did you mean engine:level=3?"),
    (("match", "ttt", "random", "engine:levl=3"), "'levl=3' is not a setting; did you mean level?"),
    (("play", "ttt", "--max", "Human"), "no player 'Human'; did you mean human?"),
    (("play", "ttt", "--min", "level=3"), "no player 'level=3'; did you mean engine:level=3?"),
    (("exercise", "--kind", "window"), "no kind of exercise 'window'; did you mean windows?"),
])  # fmt: skip
def test_a_mistyped_name_is_answered_with_the_nearest(plywise, words, says):
    code, out, err = plywise(*words)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_commands_and_choices_are_found_in_any_case(plywise):
    assert plywise("Show", "TTT")[0] == 0
    assert plywise("count", "TTT", "--plies", 1, "--engine", "Reference")[0] == 0


def test_help_is_what_the_option_says(plywise):
    assert plywise("help") == plywise("--help") == plywise()
    for command in ("play", "search", "help"):
        assert plywise("help", command) == plywise(command, "--help")


def test_what_a_player_is_mistyped_as_is_a_player():
    for word in ("Engine", "computer", "level 3", "engine 3", "3", "ai:level=2", "rnadom", "Simple", "solvr:time=1"):
        meant = nearest_player(word)
        assert meant is not None
        assert meant.partition(":")[0] in KINDS
        make_player(meant)


def test_functions_take_the_same_names():
    game = pw.make("ttt")
    assert pw.search(game, order="Centre_Corner_Edge", algorithm="alphabeta", engine="reference", depth=3).depth == 3
    rows = pw.compare(game, algorithms=["mini-max", "Alpha-Beta"], depths=[2])
    assert [row.algorithm for row in rows] == ["minimax", "alphabeta"]
    with pytest.raises(TypeError, match="did you mean depth"):
        pw.search(game, dept=3)
    with pytest.raises(InputError, match="did you mean worst"):
        pw.Tree([1, 2, 3, 4], branching=2).ordered("wost")
