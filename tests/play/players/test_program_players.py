"""Players that are other programs: what goes wrong is the player's failure, and nothing of the program is left."""

import pickle
import shlex
import sys
import time

import pytest

import plywise as pw
from plywise import MAX, MIN, InputError
from plywise.play.player import Allowance, PlayerFailure, Situation
from plywise.play.players import GtpPlayer, UciPlayer, make_player
from plywise.play.players.program_player import MAX_STARTS
from plywise.protocols import uci
from tests.helpers.fake_programs import fake_command, is_running, left_running

TICTACTOE = pw.make("tictactoe")
GO = pw.make("go", size=3)
QUICK, LONG = Allowance(time=0.3), Allowance(time=100.0)
"""For a move that never comes, and for one that does, however busy the machine is."""


@pytest.fixture
def play(tmp_path, monkeypatch):
    """Make a player that is a fake program: language, fault, at -> player. Nothing of it may be left."""
    made, pids = [], tmp_path / "pids"
    pids.write_text("")
    monkeypatch.setattr(uci, "STOP_SECONDS", 0.3)
    monkeypatch.setattr("plywise.play.players.gtp_player.LATE_SECONDS", 0.3)

    def call(language="uci", fault="none", at=1, **settings):
        kind = {"uci": UciPlayer, "gtp": GtpPlayer}[language]
        made.append(kind(fake_command(language, fault, at, pids), **{"patience": 100.0} | settings))
        return made[-1]

    call.pids = pids
    yield call
    for each in made:
        each.close()
        each.close()  # once more does nothing
        each.transcript.close()
    assert left_running(pids) == []


def after(game, *words, allowance=LONG, start=None):
    """Return the situation after some moves."""
    state = start = game.initial() if start is None else start
    actions = []
    for word in words:
        actions.append(game.parse_action(state, word))
        state = game.result(state, actions[-1])
    return Situation(game, start, actions, state, allowance)


GAMES = {"uci": (TICTACTOE, ["0", "1"]), "gtp": (GO, ["a1", "b2"])}
"""The game of a fake program, and what it and another play first."""


def sent(player):
    """Return what was sent to a program, without the numbers of GTP."""
    lines = player.transcript.read().decode(errors="replace").splitlines()
    said = [line.partition(" > ")[2] for line in lines if " > " in line]
    return [line.partition(" ")[2] if line.partition(" ")[0].isdecimal() else line for line in said]


# --- what goes wrong -------------------------------------------------------------------------------------------------

FAULTS = [
    ("crash", "crash", "ended with exit code 3: out of luck"),
    ("segfault", "crash", "was killed by SIGSEGV"),
    ("hang", "no answer", "in time"),
    ("garbage", "garbage", "bestmov"),
    ("much_garbage", "garbage", "what?"),
    ("flood", "garbage", ""),
    ("endless_line", "garbage", "writes without end"),
    ("flood_of_errors", "garbage", "writes without end"),
    ("half_a_line", "crash", "ended with exit code 0"),
    ("move_without_end", "crash", "ended with exit code 0"),
    ("leave", "crash", "ended with exit code 0"),
    ("leave_a_child", "crash", "ended with exit code 7"),
    ("close_stdout", "crash", "has closed its stdout"),
    ("refuse", None, ""),
]
"""A fault, what kind of failure it is, and what is said of it."""

KINDS_OF_REFUSAL = {"uci": "garbage", "gtp": "error"}


@pytest.mark.slow_with(
    "segfault-crash-was killed by SIGSEGV-uci",
    "much_garbage-garbage-what?-uci",
    "endless_line-garbage-writes without end-uci",
    "flood_of_errors-garbage-writes without end-uci",
    "half_a_line-crash-ended with exit code 0-uci",
    "move_without_end-crash-ended with exit code 0-uci",
    "leave_a_child-crash-ended with exit code 7-uci",
)
@pytest.mark.parametrize("language", ["uci", pytest.param("gtp", marks=pytest.mark.slow)])
@pytest.mark.parametrize(("fault", "kind", "says"), FAULTS)
def test_a_fault_in_the_game_is_a_failure_and_the_next_game_is_played(play, monkeypatch, language, fault, kind, says):
    monkeypatch.setattr("plywise.protocols.line_reader.BUDGET", 2**18)
    player = play(language, fault, at=2)
    game, words = GAMES[language]
    player.begin(game, game.initial())
    first = player.decide(after(game)).action
    assert game.format_action(game.initial(), first) == words[0]
    began = time.monotonic()
    with pytest.raises(PlayerFailure) as caught:
        player.decide(after(game, *words, allowance={"hang": QUICK, "garbage": Allowance(time=1.5)}.get(fault, LONG)))
    assert time.monotonic() - began < 20
    assert caught.value.kind == (kind or KINDS_OF_REFUSAL[language])
    assert says in caught.value.detail
    assert len(str(caught.value).splitlines()) == 1
    assert left_running(play.pids) == [], "it is ended at once"
    player.begin(game, game.initial())
    assert player.decide(after(game)).action == first
    assert player.starts == 2


@pytest.mark.parametrize("language", ["uci", "gtp"])
def test_a_move_that_nobody_can_read_loses_the_game_and_not_the_program(play, language):
    player = play(language, "no_such_move", at=2)
    game, words = GAMES[language]
    player.begin(game, game.initial())
    player.decide(after(game))
    with pytest.raises(PlayerFailure, match="'z99' is not a move") as caught:
        player.decide(after(game, *words))
    assert caught.value.kind == "illegal move"
    player.begin(game, game.initial())
    player.decide(after(game))
    assert player.starts == 1


@pytest.mark.parametrize("language", ["uci", "gtp"])
def test_an_illegal_move_is_handed_on_to_the_referee(play, language):
    player = play(language, "occupied", at=2)
    game, words = GAMES[language]
    player.begin(game, game.initial())
    player.decide(after(game))
    situation = after(game, *words)
    assert player.decide(situation).action not in list(game.actions(situation.state))


@pytest.mark.parametrize("language", ["uci", "gtp"])
def test_a_program_may_resign(play, language):
    player = play(language, "resign")
    game, _ = GAMES[language]
    player.begin(game, game.initial())
    assert player.decide(after(game)).action is None


@pytest.mark.fast_with("hang-no answer-uci")
@pytest.mark.parametrize("language", ["uci", "gtp"])
@pytest.mark.parametrize(
    ("fault", "kind"), [("leave", "crash"), ("hang", "no answer"), ("garbage", "garbage"), ("crash", "crash")]
)
def test_a_program_that_never_starts_is_given_up(play, language, fault, kind):
    player = play(language, fault, at=0, patience=0.4 if fault in ("hang", "garbage") else 100)
    game, _ = GAMES[language]
    for _ in range(MAX_STARTS):
        with pytest.raises(PlayerFailure) as caught:
            player.begin(game, game.initial())
        assert caught.value.kind == kind
        assert "given up" not in caught.value.detail
    for _ in range(3):
        with pytest.raises(PlayerFailure, match=f"given up after {MAX_STARTS} starts in a row that failed: ") as caught:
            player.begin(game, game.initial())
        assert caught.value.kind == kind
    assert player.starts == MAX_STARTS
    assert len(play.pids.read_text().split()) == MAX_STARTS


def test_starts_that_succeed_are_not_counted_against_a_program(play):
    player = play("uci", "crash", at=1)
    for number in range(1, 2 * MAX_STARTS):
        player.begin(TICTACTOE, TICTACTOE.initial())
        with pytest.raises(PlayerFailure, match="out of luck"):
            player.decide(after(TICTACTOE))
        assert player.starts == number


def test_a_late_answer_is_given_and_the_clock_decides(play):
    player = play("uci", "late")
    player.begin(TICTACTOE, TICTACTOE.initial())
    assert player.decide(after(TICTACTOE, allowance=Allowance(time=0.1))).action == 0
    assert sent(player)[-1] == "stop"


def test_ctrl_c_ends_the_program(play):
    player = play("uci", "hang")
    player.begin(TICTACTOE, TICTACTOE.initial())

    def press(*given):
        raise KeyboardInterrupt

    player._program.read_line = press
    with pytest.raises(KeyboardInterrupt):
        player.decide(after(TICTACTOE))
    assert player.pid is None
    assert left_running(play.pids) == []


@pytest.mark.parametrize("language", ["uci", "gtp"])
@pytest.mark.parametrize("fault", ["deaf", "keep_a_child"])
def test_closing_ends_the_deaf_and_their_children(play, monkeypatch, language, fault):
    monkeypatch.setattr("plywise.protocols.program.EXIT_SECONDS", 0.1)
    player = play(language, fault)
    game, _ = GAMES[language]
    player.begin(game, game.initial())
    player.decide(after(game))
    assert is_running(player.pid)
    player.close()
    assert left_running(play.pids) == []
    player.begin(game, game.initial())
    assert player.starts == 2, "it may be asked again"


# --- what is told ----------------------------------------------------------------------------------------------------


def told(player, situation):
    """Return what a program was told for one move."""
    before = len(sent(player))
    player.decide(situation)
    return [line for line in sent(player)[before:] if line not in ("isready", "ucinewgame", "stop")]


@pytest.mark.parametrize(
    ("allowance", "go"),
    [
        (Allowance(), "go movetime 980"),
        (Allowance(time=0.1), "go movetime 90"),
        (Allowance(nodes=500), "go nodes 500"),
        (Allowance(depth=3, nodes=500), "go nodes 500 depth 3"),
        (Allowance(clocks={MAX: 60.5, MIN: 30.0}), "go wtime 60500 btime 30000"),
        (
            Allowance(clocks={MAX: 9.0, MIN: 8.0}, increment=0.05, nodes=7),
            "go wtime 9000 winc 50 btime 8000 binc 50 nodes 7",
        ),
        (Allowance(clocks={MAX: 0.0, MIN: 1.0}), "go wtime 1 btime 1000"),
    ],
)
def test_limits_are_told_in_uci(play, allowance, go):
    player = play()
    player.begin(TICTACTOE, TICTACTOE.initial())
    assert told(player, after(TICTACTOE, allowance=allowance))[-1] == go


def test_a_programs_own_limits_stay_and_its_allowance_caps_them(play):
    player = play(nodes=100, time=5.0)
    player.begin(TICTACTOE, TICTACTOE.initial())
    assert told(player, after(TICTACTOE, allowance=Allowance()))[-1] == "go movetime 4980 nodes 100"
    assert told(player, after(TICTACTOE, allowance=Allowance(time=1, nodes=9)))[-1] == "go movetime 980 nodes 9"


def test_positions_are_told_in_the_words_of_the_game(play):
    player = play()
    start = TICTACTOE.parse_state("X........")
    player.begin(TICTACTOE, TICTACTOE.initial())
    assert told(player, after(TICTACTOE))[0] == "position startpos"
    assert told(player, after(TICTACTOE, "0", "4"))[0] == "position startpos moves 0 4"
    assert told(player, after(TICTACTOE, "0"))[0] == "position startpos moves 0", "taken back"
    assert told(player, after(TICTACTOE, "4", "8", start=start))[0] == "position fen X........ moves 4 8"


class SecondIsMax(type(TICTACTOE)):
    """Tic-tac-toe in which MIN moves first."""

    def player(self, state):
        return -super().player(state)


def test_white_is_who_moves_first_in_the_game(play):
    player, game = play(), SecondIsMax()
    player.begin(game, game.initial())
    line = told(player, after(game, "4", allowance=Allowance(clocks={MAX: 1.0, MIN: 2.0})))[-1]
    assert line == "go wtime 2000 btime 1000"


def test_a_score_is_in_pawns_from_max_s_view(play):
    player = play("uci", "chatter")
    player.begin(TICTACTOE, TICTACTOE.initial())
    thought = player.decide(after(TICTACTOE))
    assert (thought.action, thought.value, thought.depth, thought.nodes) == (0, 1.5, 3, 77)
    player = play("uci", "chatter")
    thought = player.decide(after(TICTACTOE, "4"))
    assert (thought.action, thought.value) == (0, -1.5)


def test_a_pawn_is_what_the_game_says(play):
    class Counted(type(TICTACTOE)):
        margin_unit = 100

    player, game = play("uci", "chatter"), Counted()
    player.begin(game, game.initial())
    assert player.decide(after(game)).value == 150


def test_options_are_set_when_the_program_starts(play):
    player = play(options={"hash": "64"})
    player.begin(TICTACTOE, TICTACTOE.initial())
    assert "setoption name Hash value 64" in sent(player)
    wrong = play(options={"Hsh": "64"})
    with pytest.raises(PlayerFailure, match="has no option 'Hsh'; it has Hash, Move Overhead, Clear Hash"):
        wrong.begin(TICTACTOE, TICTACTOE.initial())


def test_a_game_is_told_in_gtp_and_what_it_knows_is_not_told_again(play):
    player = play("gtp")
    player.begin(GO, GO.initial())
    assert sent(player)[-3:] == ["boardsize 3", "clear_board", "komi 0"]
    free = Allowance()
    assert told(player, after(GO, allowance=free)) == ["genmove black"]
    assert told(player, after(GO, "a1", "b2", allowance=free)) == ["play white b2", "genmove black"]
    taken_back = ["boardsize 3", "clear_board", "komi 0", "play black c3", "genmove white"]
    assert told(player, after(GO, "c3", allowance=free)) == taken_back
    player.begin(GO, GO.parse_state("X../.O./... O 1"))
    assert sent(player)[-6:] == [
        "boardsize 3", "clear_board", "komi 0", "play black a3", "play white b2", "play black pass",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("allowance", "expected"),
    [
        (Allowance(nodes=500, depth=3), []),
        (Allowance(time=0.4), ["time_settings 0 1 1"]),
        (Allowance(time=3.0), ["time_settings 0 3 1"]),
        (
            Allowance(clocks={MAX: 60.0, MIN: 59.7}),
            ["time_settings 60 0 0", "time_left black 60 0", "time_left white 59 0"],
        ),
        (
            Allowance(clocks={MAX: 9.0, MIN: 9.0}, increment=2.2),
            ["time_settings 9 2 1", "time_left black 9 0", "time_left white 9 0"],
        ),
    ],
)
def test_clocks_are_told_in_gtp(play, allowance, expected):
    player = play("gtp")
    player.begin(GO, GO.initial())
    assert told(player, after(GO, allowance=allowance))[:-1] == expected
    again = told(player, after(GO, "a1", "b2", allowance=allowance))
    assert [line for line in again if line.startswith("time_settings")] == [], "once a game"


def test_a_game_that_gtp_does_not_know_is_refused_before_any_game(play):
    player = play("gtp")
    for game in (TICTACTOE, pw.make("go", size="4x3")):
        for ask in (player.check_game, lambda game: player.begin(game, game.initial())):
            with pytest.raises(InputError, match="cannot be played with a GTP program"):
                ask(game)
    assert player.starts == 0
    player.check_game(GO)
    player.check_game(pw.make("othello", size=6))


def test_a_position_that_gtp_cannot_say_is_the_players_failure(play):
    player, game = play("gtp"), pw.make("othello", size=4)
    with pytest.raises(PlayerFailure, match="GTP cannot describe the position"):
        player.begin(game, game.result(game.initial(), next(iter(game.actions(game.initial())))))


def test_moves_count_in_any_case_of_letters(play):
    player, game = play("gtp"), pw.make("othello", size=4)
    player.begin(game, game.initial())
    with pytest.raises(PlayerFailure, match="'A1' is not a move"):
        player.decide(after(game))
    go = play("gtp")
    assert GO.format_action(GO.initial(), go.decide(after(GO)).action) == "a1"


def test_all_that_is_said_is_kept_over_failures_and_games(play, tmp_path):
    player = play("uci", "crash", at=2)
    for _ in range(2):
        player.begin(TICTACTOE, TICTACTOE.initial())
        player.decide(after(TICTACTOE))
        with pytest.raises(PlayerFailure):
            player.decide(after(TICTACTOE, "0", "1"))
    player.transcript.write(tmp_path / "said.txt")
    kept = (tmp_path / "said.txt").read_text()
    for line in ("# starting ", "> uci", "< uciok", "< bestmove 0", "! out of luck", "# ended with exit code 3"):
        assert kept.count(line + ("\n" if line[0] in "><!" else "")) == 2, line


def test_a_log_is_there_even_if_nobody_closes_the_player(play, tmp_path):
    player = play("uci", log=str(tmp_path / "new" / "logs"))
    player.begin(TICTACTOE, TICTACTOE.initial())
    player.decide(after(TICTACTOE))
    (file,) = (tmp_path / "new/logs").iterdir()
    assert file.name.startswith("python")
    assert "< bestmove 0" in file.read_text()
    with pytest.raises(InputError, match=f"log={tmp_path}/pids: File exists"):
        play("uci", log=str(tmp_path / "pids"))


def test_what_a_program_says_cannot_move_the_cursor(play):
    script = "import sys; sys.exit('\\x1b[2J\\u202eback')"
    player = UciPlayer(shlex.join([sys.executable, "-S", "-E", "-c", script]), patience=100.0)
    with pytest.raises(PlayerFailure) as caught:
        player.begin(TICTACTOE, TICTACTOE.initial())
    assert caught.value.detail.endswith("ended with exit code 1: \\x1b[2J\\u202eback")


def test_a_player_is_sent_to_another_process_without_its_program(play):
    player = play("uci", options={"Hash": "32"}, patience=7.0)
    player.begin(TICTACTOE, TICTACTOE.initial())
    copy = pickle.loads(pickle.dumps(player))
    assert repr(copy) == repr(player)
    assert copy.pid is None
    copy.begin(TICTACTOE, TICTACTOE.initial())
    assert copy.pid not in (None, player.pid)
    copy.close()


# --- by name ---------------------------------------------------------------------------------------------------------


def test_programs_have_names():
    player = make_player("uci:cat -u 'a b'")
    assert type(player) is UciPlayer
    assert (player.command, player.options) == ("cat -u 'a b'", {})
    player = make_player('uci[Hash=16,Move Overhead=20,nodes=500,time=0.5,depth=3,patience=2,Path="/a,b=c/"]:cat [x]:y')
    assert player.options == {"Hash": "16", "Move Overhead": "20", "Path": "/a,b=c/"}
    assert player.command == "cat [x]:y"
    assert (player.nodes, player.time, player.depth, player.patience) == (500, 0.5, 3, 2.0)
    assert make_player("gtp[time=2,patience=9]:cat").patience == 9.0


@pytest.mark.parametrize(
    ("who", "says"),
    [
        ("uci", "no player 'uci'"),
        ("uci:", "the command names no program"),
        ("uci:no-such-program", "player 'uci:no-such-program': no program 'no-such-program'"),
        ("gtp:/etc/passwd", "file '/etc/passwd' cannot be executed"),
        ("gtp:cat 'x", "No closing quotation"),
        ("uci[Hash]:cat", "Hash has no value: write Hash=VALUE"),
        ("uci[Hash=1,Hash=2]:cat", "Hash is given twice"),
        ("uci[nodes=0]:cat", "nodes must be 1 or more"),
        ("uci[nodes=x]:cat", "'x' is not a number"),
        ("uci[time=-1]:cat", "time must be a positive number"),
        ("uci[patience=0]:cat", "patience must be a positive number"),
        ("uci[patience=nan]:cat", "patience must be a positive number"),
        ("gtp[nodes=5]:cat", "'nodes=5' is not a setting; gtp has time, patience, log, as name=value"),
        ("gtp[Hash=5]:cat", "'Hash=5' is not a setting"),
        ('uci[A="x]:cat', "No closing quotation"),
    ],
)
def test_programs_that_cannot_be_are_refused_in_one_line(who, says):
    with pytest.raises(InputError) as caught:
        make_player(who)
    assert says in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
