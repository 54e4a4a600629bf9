"""A game under way: every way of coming to a position agrees with playing to it, and its record brings it back."""

import random
from dataclasses import replace

import pytest

import plywise as pw
from plywise import MAX, MIN, InputError
from plywise.games import REGISTRY
from plywise.play.clocks import TimeControl
from plywise.play.ongoing import OngoingGame
from plywise.play.outcome import REASONS, Ending, describe_ending
from plywise.play.people import seat
from plywise.play.record import ENDINGS, GameRecord, MoveRecord, Notes

NIM = pw.make("nim", heaps="1-2")
TICTACTOE = pw.make("tictactoe")
FOOLS_MATE = ("f2f3", "e7e5", "g2g4", "d8h4")


def started(game=TICTACTOE, *words, **options):
    found = OngoingGame(game, **options)
    for word in words:
        found.play(word)
    return found


def facts(ongoing):
    """Return everything that a view may ask for."""
    return (
        ongoing.start, ongoing.states, ongoing.moves, ongoing.redo_moves, ongoing.ply, ongoing.legal(), ongoing.outcome,
        ongoing.side, ongoing.players, ongoing.more, ongoing.opening_plies, str(ongoing.control),
        ongoing.seconds_left(), ongoing.to_record(with_redo=True),
    )  # fmt: skip


@pytest.mark.parametrize("name", REGISTRY)
def test_random_undo_and_redo_agree_with_a_plain_list_of_moves(name):
    """The model is two lists of words; the states are played anew from the start each time."""
    game, source = pw.make(name), random.Random(name)
    ongoing, played, taken_back = OngoingGame(game), [], []
    for _ in range(60):
        what = source.random()
        if what < 0.6 and not ongoing.is_over:
            word = source.choice(ongoing.legal())
            ongoing.play(word)
            taken_back = taken_back[1:] if taken_back[:1] == [word] else []
            played.append(word)
        elif what < 0.8:
            plies = source.randint(0, 3)
            moved = ongoing.undo(plies)
            assert moved == min(plies, len(played))
            played, taken_back = played[: len(played) - moved], played[len(played) - moved :] + taken_back
        else:
            plies = source.randint(0, 2)
            moved = ongoing.redo(plies)
            assert moved == min(plies, len(taken_back))
            played, taken_back = played + taken_back[:moved], taken_back[moved:]
        assert (ongoing.words, ongoing.redo_words, ongoing.ply) == (played, taken_back, len(played))
        record = GameRecord(game.name, game.format_state(game.initial()), (), tuple(map(MoveRecord, played)))
        assert ongoing.states == record.replay(game)
        assert facts(OngoingGame.from_record(game, ongoing.to_record(with_redo=True))) == facts(ongoing)


def test_a_game_that_the_board_decides():
    ongoing = started(pw.make("chess"), *FOOLS_MATE)
    assert ongoing.outcome == ("MIN", "rules", "Black wins", -30000)
    assert (ongoing.side, ongoing.legal(), ongoing.is_over) == (None, [], True)
    for what in (lambda: ongoing.play("e2e4"), lambda: ongoing.resign(MAX), lambda: ongoing.flag(MIN)):
        with pytest.raises(InputError, match=r"^the game is over \(Black wins\): "):
            what()
    assert ongoing.undo() == 1
    assert (ongoing.side, ongoing.outcome) == (MIN, None)
    assert ongoing.redo(5) == 1
    assert ongoing.outcome.text == "Black wins"


def test_a_side_resigns_and_takes_it_back():
    ongoing = started(pw.make("connect4"), "4", "4")
    ongoing.undo()
    ongoing.resign(MIN)
    assert ongoing.outcome == ("MAX", "resigned", "Yellow wins, as Red resigns", None)
    assert (ongoing.redo_words, ongoing.redo(), ongoing.legal(), ongoing.side) == ([], 0, [], None)
    record = ongoing.to_record()
    assert (record.winner, record.ended_by, record.utility) == ("MAX", "resigned", None)
    assert facts(OngoingGame.from_record(ongoing.game, record)) == facts(ongoing)
    with pytest.raises(InputError, match=r"^the game is over \(Yellow wins, as Red resigns\): '3' cannot be played$"):
        ongoing.play("3")
    assert ongoing.undo(0) == 0
    assert (ongoing.outcome, ongoing.side) == (None, MIN)


@pytest.mark.parametrize("ended_by", ENDINGS)
@pytest.mark.parametrize("winner", ["MAX", "draw"])
def test_every_ending_is_told_in_one_line_and_kept(ended_by, winner):
    told = describe_ending(TICTACTOE, Ending(winner, ended_by))
    assert told.startswith("X wins" if winner == "MAX" else "a draw")
    assert "{" not in told
    assert (told not in ("X wins", "a draw")) == (
        ended_by in REASONS and ("{" not in REASONS[ended_by] or winner == "MAX")
    )
    record = GameRecord("tictactoe", ".........", winner=winner, ended_by=ended_by, detail="so it was")
    again = OngoingGame.from_record(TICTACTOE, record).to_record()
    assert (again.winner, again.ended_by, again.detail) == (winner, ended_by, "so it was")


def test_clocks_are_those_of_the_position_shown():
    ongoing = OngoingGame(TICTACTOE, control=TimeControl.parse("60+1"))
    assert ongoing.seconds_left() == {MAX: 60, MIN: 60}
    for word, clock in (("4", 58.5), ("0", 57.25), ("8", 40.0)):
        ongoing.play(MoveRecord(word, clock=clock))
    assert ongoing.seconds_left() == {MAX: 40, MIN: 57.25}
    ongoing.undo()
    assert ongoing.seconds_left() == {MAX: 58.5, MIN: 57.25}
    assert OngoingGame.from_record(TICTACTOE, ongoing.to_record()).seconds_left() == {MAX: 58.5, MIN: 57.25}
    assert started(TICTACTOE, control=TimeControl.parse("time=3")).seconds_left() is None


def test_a_side_loses_on_time():
    ongoing = started(TICTACTOE, "4")
    ongoing.flag(MIN)
    assert ongoing.outcome.text == "X wins, as the time of O has run out"


def test_moves_are_kept_in_the_games_own_words():
    ongoing = OngoingGame(pw.make("chess"))
    assert ongoing.play(MoveRecord("Nf3", value=12, depth=3)) == MoveRecord("g1f3", 12, 3)
    assert ongoing.words == ["g1f3"]
    assert ongoing.actions() == [ongoing.game.parse_action(ongoing.game.initial(), "g1f3")]


def test_a_move_played_anew_keeps_what_followed_and_another_does_not():
    ongoing = started(TICTACTOE, "4", "0", "8")
    ongoing.undo(2)
    ongoing.play(MoveRecord("0", time=3.0))
    assert (ongoing.words, ongoing.redo_words, ongoing.moves[1].time) == (["4", "0"], ["8"], 3.0)
    ongoing.play("7")
    assert (ongoing.words, ongoing.redo_words) == (["4", "0", "7"], [])


def test_a_move_whose_result_fails_leaves_the_game_as_it_was(monkeypatch):
    game = OngoingGame(pw.make("tictactoe"))
    for word in "480":
        game.play(word)
    game.undo()
    before = game.to_record(with_redo=True)
    with monkeypatch.context() as patch:
        patch.setattr(type(game.game), "result", lambda self, state, action: 1 // 0)
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                game.play("1")
            assert game.to_record(with_redo=True) == before
    game.play("1")
    assert game.words == ["4", "8", "1"]


def test_undo_to_a_side_goes_back_to_where_it_was_to_move():
    ongoing = started(TICTACTOE, "4", "0", "8")
    assert ongoing.undo_to({MIN}) == 2
    assert ongoing.words == ["4"]
    assert ongoing.undo_to({MIN}) == 0
    assert ongoing.undo_to({MAX, MIN}) == 1
    assert (ongoing.undo(), ongoing.undo_to({MAX})) == (0, 0)


def test_the_opening_is_part_of_the_record_as_far_as_it_was_played():
    record = GameRecord("tictactoe", ".........", ("4", "0"), (MoveRecord("8"),), "me", "you", more={"round": 2})
    ongoing = OngoingGame.from_record(TICTACTOE, record)
    assert ongoing.to_record().to_dict() == record.to_dict() | {"position": "O...X...X"}
    ongoing.undo(2)
    assert (ongoing.to_record().opening, ongoing.to_record().moves) == (("4",), ())
    assert ongoing.to_record(with_redo=True).more == {"round": 2, "redo": ["0", "8"]}
    assert ongoing.to_record().more == {"round": 2}


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (GameRecord("nim", "1-2 MAX"), "it is a game of nim, not of tictactoe"),
        (GameRecord("tictactoe", "XX"), "XX"),
        (GameRecord("tictactoe", ".........", ("4",), (MoveRecord("4"),)), "move 2: '4'"),
        (GameRecord("tictactoe", ".........", control="soon"), "clock 'soon': 'soon' is not a number of seconds"),
        (GameRecord("tictactoe", ".........", (), (MoveRecord("4"),), more={"redo": ["0", "0"]}), "move 3: '0'"),
    ],
)
def test_a_record_that_does_not_fit_is_refused_in_one_line(record, message):
    with pytest.raises(InputError) as refused:
        OngoingGame.from_record(TICTACTOE, record)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_bad_positions_moves_and_plies_are_refused():
    with pytest.raises(InputError, match="there is no ply 3: 1 have been played"):
        started(NIM, "1-1").state_at(3)
    with pytest.raises(InputError, match="heap 1 holds 1 objects"):
        started(NIM).play("1-2")
    with pytest.raises(InputError, match="heap"):
        OngoingGame(NIM, "7")


def test_a_game_longer_than_any_is_a_draw(monkeypatch):
    monkeypatch.setattr("plywise.play.ongoing.MAX_PLIES", 2)
    ongoing = started(TICTACTOE, "4", "0")
    assert ongoing.outcome == ("draw", "length", "a draw, as the game is too long", None)
    assert (ongoing.side, ongoing.legal()) == (None, [])


# --- notes -----------------------------------------------------------------------------------------------------------

HEAPS = pw.make("nim")


def annotated():
    """Return a record of nim with notes, as a file of another program might give it, on the start and on a move."""
    variation = (MoveRecord("1-1", notes=Notes(before=("instead",))), MoveRecord("--", notes=Notes(marks=("?",))))
    notes = Notes(("good", "really"), (), ("!", "±"), (variation,), {"LB": ("a:1", "b:2")})
    moves = (MoveRecord("2-1", 1, 5, 100, 0.5, 59.5, 3, notes), MoveRecord("1-1"))
    return GameRecord("nim", "3-4-5", (), moves, "Ann", "Bob", notes=Notes(("the beginning",)))


def test_notes_and_names_survive_a_move():
    game = OngoingGame.from_record(HEAPS, annotated())
    seat(game, {MAX: "human", MIN: "engine"})
    game.undo()
    game.redo()
    game.play("3-1")
    game.undo(3)
    game.play("2-1")  # the same move as before, played by hand
    assert game.to_record().moves[0].notes == annotated().moves[0].notes
    game.redo(2)
    record = game.to_record()
    assert record.moves[1:] == (MoveRecord("1-1"), MoveRecord("3-1"))
    assert (record.notes, record.max, record.min) == (annotated().notes, "Ann", "Bob")


def test_who_plays_under_another_name_goes_on():
    game = OngoingGame.from_record(HEAPS, annotated())
    seat(game, {MAX: "human", MIN: "engine"})
    game.undo(2)
    again = OngoingGame.from_record(HEAPS, GameRecord.from_json(game.to_record(with_redo=True).to_json()))
    assert (again.players, again.names) == ({MAX: "human", MIN: "engine"}, {MAX: "Ann", MIN: "Bob"})
    assert again.redo_moves == list(annotated().moves)
    assert again.to_record().more == {}


def test_a_player_of_plywise_is_no_name():
    game = OngoingGame.from_record(HEAPS, replace(annotated(), max="engine:level=3"))
    seat(game, {MAX: "human", MIN: "random"})
    assert (game.to_record().max, game.to_record().min) == ("human", "Bob")
