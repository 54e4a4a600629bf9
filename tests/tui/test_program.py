"""The terminal program: games played to their end by typing, by keys on the board and by mouse; and what it shows."""

import asyncio
import random
import re
import time

import pytest
from textual.widgets import OptionList

from plywise.errors import InputError
from plywise.games import REGISTRY, make
from plywise.play.board_view import describe_board
from plywise.play.clicks import cells_of
from plywise.play.ongoing import OngoingGame
from plywise.store.store import Store
from plywise.tui.board import BoardView
from plywise.tui.board_drawing import BoardDrawing
from plywise.tui.program import PlayProgram
from plywise.tui.prompt import Prompt
from plywise.tui.screens import ChoiceScreen, ReadScreen
from plywise.tui.table import Table
from tests.helpers.screens import on_screen, write_failing

SMALL = {
    "breakthrough": "breakthrough:rows=5,columns=3",
    "connect4": "connect4:width=4,height=4,connect=3",
    "go": "go:size=3",
    "kalah": "kalah:houses=2,seeds=2",
    "othello": "othello:size=4",
    "nim": "nim:heaps=1-2-3",
}
STARTS = {
    "checkers": "B:W22:B18",
    "chess": "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1",
}


@pytest.fixture(autouse=True)
def own_store(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYWISE_DATA", str(tmp_path / "data"))


async def touch_move(screen, word, touch):
    """Play a move by its cells; by the list of moves where it has none, or others have the same."""
    cells = screen.program.cells
    ply = len(screen.words)
    if not cells[word]:
        await screen.press("f6")
        await screen.until(lambda: isinstance(screen.program.screen, ChoiceScreen))
        screen.program.screen.query_one(OptionList).highlighted = list(cells).index(word)
        await screen.press("enter")
    for place in cells[word]:
        await touch(place)
    await screen.pilot.pause()
    if screen.program.path:  # others go on from there
        await touch(cells[word][-1])
        await screen.pilot.pause()
    if isinstance(screen.program.screen, ChoiceScreen):
        labels = [str(option.prompt) for option in screen.program.screen.query_one(OptionList).options]
        screen.program.screen.query_one(OptionList).highlighted = labels.index(screen.program._label(word))
        await screen.press("enter")
    await screen.until(lambda: len(screen.words) > ply and screen.program.board["plies"] > ply)
    assert screen.words[ply] == word


# --- games to their end -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_typing_plays_a_game_to_its_end(tmp_path):
    async def scenario(screen):
        for word in "04182":
            await screen.play(word)
        await screen.until("Game over: X wins")
        assert "1. 0    4" in screen.text
        await screen.type("5")
        await screen.until("Game over")

    assert on_screen(scenario).words == [*"04182"]


@pytest.mark.fast_with("mouse-checkers")
@pytest.mark.parametrize("name", REGISTRY)
@pytest.mark.parametrize("by", ["keys", "mouse"])
def test_cells_alone_play_every_game_to_its_end(name, by):
    choose = random.Random(f"{name} {by}")

    async def scenario(screen):
        touch = screen.touch if by == "keys" else screen.click
        while screen.program.board["turn"] is not None:
            await touch_move(screen, choose.choice(list(screen.program.cells)), touch)
        await screen.until("Game over")

    game = on_screen(scenario, SMALL.get(name, name), start=STARTS.get(name), size=(100, 30))
    assert game.is_over


@pytest.mark.slow
def test_a_promotion_is_asked_for():
    async def scenario(screen):
        assert len(cells_of(screen.program.ongoing.game, screen.program.ongoing.state)["a7a8q"]) == 2
        await screen.touch((1, 0))
        assert "{·}" in screen.text
        await screen.touch((0, 0))
        await screen.until("Which move?")
        await screen.press("down", "enter")
        await screen.until(lambda: len(screen.words) == 1)

    game = on_screen(scenario, "chess", start="8/P6k/8/8/8/8/8/K7 w - - 0 1")
    assert re.fullmatch("a7a8[rbn]", game.words[0])


@pytest.mark.slow
def test_another_player_answers_and_the_game_ends():
    async def scenario(screen):
        while screen.program.board["turn"] is not None:
            await screen.until(lambda: screen.program.board["turn"] in ("MAX", None))
            if screen.program.board["turn"]:
                await screen.play(next(iter(screen.program.cells)))
        await screen.until("Game over")

    game = on_screen(scenario, players=("human", "random:seed=1"))
    assert game.is_over


def test_keys_that_come_at_once_stay_in_order():
    async def scenario(screen):
        await screen.press("8", "enter", "7", "enter")
        await screen.until(lambda: screen.words)
        await screen.pilot.pause(0.1)
        assert screen.words[0] == "8"
        assert screen.program.query_one(Prompt).value == ""

    on_screen(scenario)


# --- what it says -----------------------------------------------------------------------------------------------------


def test_illegal_words_and_cells_are_refused_in_a_line():
    async def scenario(screen):
        await screen.type("banana")
        await screen.until("banana")
        await screen.play("4")
        await screen.touch((1, 1))
        await screen.until("No legal move begins there.")
        await screen.type("load nowhere.json")
        await screen.until("nowhere.json: No such file")
        await screen.type("level 99")
        await screen.until("99")
        await screen.type("max nobody")
        await screen.until("nobody")
        assert screen.words == ["4"]

    on_screen(scenario)


@pytest.mark.slow
def test_undo_redo_and_earlier_positions():
    async def scenario(screen):
        for word in "048":
            await screen.play(word)
        await screen.press("ctrl+z")
        await screen.until("taken back: 8")
        await screen.press("ctrl+y")
        await screen.until(lambda: screen.words == ["0", "4", "8"])
        await screen.press("pageup", "pageup")
        await screen.until("After 1 of 3 moves")
        await screen.type("5")
        await screen.until("This is an earlier position")
        await screen.press("pagedown", "pagedown")
        await screen.until("O to move")
        await screen.play("5")

    assert on_screen(scenario).words == ["0", "4", "8", "5"]


@pytest.mark.slow
def test_flip_theme_help_resign_and_new():
    async def scenario(screen):
        assert screen.lines[1].split()[0] == "8"
        await screen.press("ctrl+f")
        await screen.until(lambda: screen.lines[1].split()[:2] == ["h", "g"])
        await screen.press("ctrl+t")
        assert screen.program.theme == "textual-light"
        await screen.press("f1")
        await screen.until("To move, type a move")
        assert isinstance(screen.program.screen, ReadScreen)
        await screen.press("ctrl+z", "escape")
        await screen.play("e4")
        await screen.press("f9", "down", "enter")
        await screen.until("White wins, as Black resigns")
        await screen.press("ctrl+n")
        await screen.until("White to move")

    assert on_screen(scenario, "chess").words == []


@pytest.mark.slow
def test_save_and_load():
    files = {}

    async def scenario(screen):
        await screen.play("4")
        await screen.press("ctrl+s")
        await screen.type("game.json")
        await screen.until("The game was saved to game.json.")
        await screen.play("0")
        await screen.type("load game.json")
        await screen.until(lambda: screen.words == ["4"])

    on_screen(scenario, files=files)
    assert files["game.json"].words == ["4"]


def test_a_game_is_kept_after_each_move_and_resumed():
    async def play(screen):
        await screen.play("4")
        await screen.play("0")

    async def resume(screen):
        await screen.play("8")
        await screen.press("f7")
        await screen.until("2 moves: 4 0")
        await screen.press("enter")
        await screen.until(lambda: screen.words == ["4", "0"])
        await screen.play("1")

    on_screen(play)
    with Store() as store:
        assert [len(kept.record["moves"]) for kept in store.list_games()] == [2]
    assert on_screen(resume).words == ["4", "0", "1"]
    with Store() as store:
        assert sorted(len(kept.record["moves"]) for kept in store.list_games()) == [1, 3]


@pytest.mark.slow
def test_the_last_move_is_kept_at_the_end_though_it_could_not_be_before(monkeypatch):
    async def scenario(screen):
        with monkeypatch.context() as patch:
            patch.setattr("plywise.tui.table.SavedGames.save", refuse)
            await screen.play("4")
        await screen.until("X has played 4. (the game was not saved: full)")

    def refuse(self, game_id, ongoing):
        raise InputError("full")

    on_screen(scenario)
    with Store() as store:
        assert [len(kept.record["moves"]) for kept in store.list_games()] == [1]


@pytest.mark.slow
def test_without_a_store_one_plays_on(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PLYWISE_DATA", str(tmp_path / "file"))

    async def scenario(screen):
        await screen.play("4")
        await screen.until("was not saved")
        await screen.play("0")
        await screen.until(lambda: "was not saved" not in screen.text)
        await screen.press("f7")
        await screen.until("File exists")

    assert on_screen(scenario).words == ["4", "0"]


# --- players and rules that fail --------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("player", "said"), [("failing", "no idea"), ("cheating", "17"), ("resigning", "MAX wins, as MIN resigns")]
)
def test_a_player_that_fails_is_told_of(tmp_path, player, said):
    path = write_failing(tmp_path)

    async def scenario(screen):
        await screen.type("1")
        await screen.until(said)

    assert on_screen(scenario, f"{path}:Stones", players=("human", f"function:{path}:{player}")).words == ["1"]


@pytest.mark.slow
def test_a_player_is_stopped_while_the_screen_answers(tmp_path):
    path = write_failing(tmp_path)

    async def scenario(screen):
        await screen.type("1")
        await screen.until("MIN thinks")
        await screen.press("ctrl+f", "f1")
        await screen.until("To move, type a move")
        await screen.press("escape", "escape")
        await screen.until("Stopped.")
        await screen.type("min human")
        await screen.until("MIN is played by human")
        await screen.play("3")

    assert on_screen(scenario, f"{path}:Stones", players=("human", f"function:{path}:slow")).words == ["1", "3"]


@pytest.mark.slow
def test_rules_that_fail_are_told_of_and_a_move_to_a_position_without_moves_is_not_played(tmp_path):
    async def scenario(screen):
        await screen.play("3")
        for _ in range(2):
            await screen.type("1")
            await screen.until("holy")
            assert r"\x1b[2J" in screen.text
            screen.program.say("")
        await screen.play("2")
        await screen.type("3")
        await screen.until("actions raised")  # the move after which nobody could go on is not played
        assert screen.words == ["3", "2"]

    assert on_screen(scenario, f"{write_failing(tmp_path)}:Stones").words == ["3", "2"]


@pytest.mark.slow
def test_rules_that_never_answer_are_broken_off_or_left(tmp_path, monkeypatch):
    monkeypatch.setattr("plywise.tui.program.BUSY", 0.2)
    monkeypatch.setattr("plywise.live.threads.RULES_SECONDS", 4.0)

    async def scenario(screen):
        for word in "333":
            await screen.play(word)
        await screen.type("1")
        await screen.until("The rules have not responded")
        await screen.until("were aborted")
        await screen.type("1")
        await screen.until("The rules have not responded")

    began = time.monotonic()
    assert on_screen(scenario, f"{write_failing(tmp_path)}:Stones").words == ["3", "3", "3"]
    assert time.monotonic() - began < 15


def test_rules_that_cannot_show_the_first_position_end_the_program(tmp_path):
    game = make(f"{write_failing(tmp_path)}:Stones")
    table = Table(OngoingGame(game, "stones=1,side=1"), None, None)

    async def run():
        program = PlayProgram(table)
        async with program.run_test() as pilot:
            while program.failure is None:
                await pilot.pause(0.01)
        return program.failure

    assert "one is none" in str(asyncio.run(run()))


# --- sizes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", REGISTRY)
def test_a_usual_terminal_has_room_for_the_board(name):
    """The title, the message, the prompt and the footer take four lines of 24, the side a quarter of the columns."""
    width, height = BoardDrawing(describe_board(OngoingGame(make(name))), height=20).size()
    assert width <= 58
    assert height <= 20


@pytest.mark.slow
@pytest.mark.parametrize("name", REGISTRY)
def test_a_usual_terminal_shows_the_whole_board(name):
    async def scenario(screen):
        view, room = screen.program.query_one(BoardView), screen.program.query_one("#boards")
        assert view.size.height <= room.size.height
        assert view.size.width <= room.size.width
        for text in (*screen.program.board["left"], *screen.program.board["bottom"]):
            assert text in screen.text

    on_screen(scenario, name)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(40, 12), (20, 6), (10, 3), (1, 1), (200, 60)])
def test_any_size_can_be_played_on(size):
    async def scenario(screen):
        await screen.play("e2e4")
        await screen.pilot.resize_terminal(80, 24)
        await screen.until("Black to move")
        await screen.pilot.resize_terminal(*size)
        await screen.touch((1, 4))
        await screen.touch((3, 4))
        await screen.until(lambda: len(screen.words) == 2)

    assert on_screen(scenario, "chess", size=size).words == ["e2e4", "e7e5"]


@pytest.mark.slow
def test_the_board_is_drawn_for_the_room_that_there_is_now():
    async def scenario(screen):
        def lines():
            return screen.text.count("─┼─")

        async def resize(columns, rows, wanted):
            await screen.pilot.resize_terminal(columns, rows)
            await screen.until(lambda: (lines() > 0) == wanted)
            assert "[ ]" in screen.text

        assert lines() == 0
        assert "White to move" in screen.text
        assert "> White: human  Black: human" in screen.text
        await resize(80, 24, True)
        await resize(40, 12, False)
        await resize(120, 40, True)
        await resize(80, 12, False)

    on_screen(scenario, "chess", size=(40, 12))


@pytest.mark.slow
def test_a_message_without_room_is_cut_and_a_hint_opened():
    hint = "The engine would play 4: " + "because it is so, " * 30 + "so there"

    async def scenario(screen):
        assert not screen.program.say(hint, "... (F2: all of it)")
        await screen.until("... (F2: all of it)")
        assert "so there" not in screen.text
        screen.program.hint = hint
        await screen.press("f2")
        await screen.until("Esc: close")
        await screen.press("end")
        await screen.until("there")
        await screen.press("escape")
        await screen.play("4")
        assert screen.program.hint == ""

    on_screen(scenario, size=(40, 14))


# --- searches ---------------------------------------------------------------------------------------------------------


def test_exact_outcomes_analysis_and_hint():
    async def scenario(screen):
        await screen.press("f3")
        await screen.until("Exact outcomes:")
        await screen.until("+ 2")
        assert re.search(r"\+ 2 +win in 1", screen.text)
        assert re.search(r"- \d +loss in 2", screen.text) or re.search(r"= \d +draw", screen.text)
        assert "+1" in screen.lines[2]
        await screen.press("f4")
        await screen.until("Analysis: depth")
        await screen.press("f2")
        await screen.until("The engine would play 2")
        await screen.play("2")
        await screen.until("Game over: X wins")

    on_screen(scenario, start="XX.OO....")


@pytest.mark.slow
def test_a_hint_waits_for_no_analysis():
    async def scenario(screen):
        await screen.press("f3", "f4")
        await screen.until("Analysis: depth")
        await screen.press("f2")
        await screen.until("The engine would play")
        await screen.press("escape")
        await screen.until("Stopped.")
        assert "compiling" not in screen.text
        await screen.press("f3", "f9", "down", "enter")
        await screen.until("Game over")
        await screen.until(lambda: "(Esc stops)" not in screen.text)
        assert "Exact outcomes" not in screen.text

    on_screen(scenario, "connect4")
