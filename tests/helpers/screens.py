"""The terminal program without a terminal: keys and clicks go in, and what its screen shows can be waited for."""

import asyncio
import time
from pathlib import Path

from plywise.errors import InputError
from plywise.game import MAX, MIN
from plywise.games import make
from plywise.play.ongoing import OngoingGame
from plywise.tui.board import BoardView
from plywise.tui.program import PlayProgram
from plywise.tui.table import Table

SECONDS = 20
"""After which nothing more comes."""


class Screen:
    """program: what is on the screen. pilot: Textual's, which presses keys."""

    def __init__(self, program, pilot):
        self.program, self.pilot = program, pilot

    @property
    def words(self):
        return self.program.sitting.ongoing.words

    @property
    def lines(self):
        """What is on the screen, line by line."""
        strips = self.program.screen._compositor.render_strips()
        return ["".join(segment.text for segment in strip).rstrip() for strip in strips]

    @property
    def text(self):
        return "\n".join(self.lines)

    async def until(self, wanted):
        """Wait until a text is on the screen, or something is so."""
        deadline = time.monotonic() + SECONDS
        while not (wanted in self.text if isinstance(wanted, str) else wanted()):
            assert time.monotonic() < deadline, f"{wanted}\n{self.text}"
            await self.pilot.pause(0.01)
        await self.pilot.pause()

    async def press(self, *keys):
        await self.pilot.press(*keys)

    async def type(self, text):
        await self.pilot.press(*text, "enter")

    async def play(self, word):
        """Type a move, and wait until it is played."""
        ply = len(self.words)
        await self.type(word)
        await self.until(lambda: len(self.words) > ply and self.program.board["plies"] > ply)

    async def go_to(self, place):
        """Go to a cell with the arrow keys."""
        view = self.program.query_one(BoardView)
        for _ in range(200):
            row, column = view.cursor
            if (row, column) == place:
                return
            key = "down" if row < place[0] else "up" if row > place[0] else "right" if column < place[1] else "left"
            await self.press(key)
        raise AssertionError(place)

    async def touch(self, place):
        await self.go_to(place)
        await self.press("enter")

    async def click(self, place):
        view = self.program.query_one(BoardView)
        x, y = view.drawing.corner_of(place)
        await self.pilot.click(view, offset=(x + 1, y))


def on_screen(
    scenario, game="tictactoe", *, size=(80, 24), start=None, players=("human", "human"), store=None, files=None
):
    """Run a scenario, a coroutine function of a Screen; return the game as it stands then.

    files: name -> game, for save and load
    """
    rules = make(game) if isinstance(game, str) else game
    ongoing = OngoingGame(rules, start, players=dict(zip((MAX, MIN), players, strict=True)))
    kept = {} if files is None else files

    def read(name):
        if name not in kept:
            raise InputError(f"file {name}: No such file")
        return OngoingGame.from_record(rules, kept[name])

    table = Table(ongoing, lambda here, name: kept.__setitem__(name, here.to_record()), read, store=store)

    async def run():
        program = PlayProgram(table)
        async with program.run_test(size=size) as pilot:
            screen = Screen(program, pilot)
            await screen.until(lambda: program.board and program.query_one(BoardView).drawing is not None)
            await scenario(screen)
        return program.ongoing

    return asyncio.run(run())


FAILING = '''
import time
from typing import NamedTuple
from plywise.game import MAX, Game


class Stones(Game):
    """The player who takes the last of ten stones wins; nobody may take one of seven, two are none, one lasts."""

    name = "stones"

    class State(NamedTuple):
        stones: int
        side: int

    def initial(self): return self.State(10, MAX)
    def player(self, state): return state.side
    def actions(self, state):
        if state.stones == 2:
            raise RuntimeError("two is none")
        if state == (1, MAX):
            raise RuntimeError("one is none")
        return range(1, min(3, state.stones) + 1)
    def result(self, state, action):
        while state.stones == 1:
            pass
        if state.stones == 7 and action == 1:
            raise ValueError("seven \\x1b[2J is holy")
        return self.State(state.stones - action, -state.side)
    def terminal(self, state): return state.stones == 0
    def utility(self, state): return -state.side


def slow(game, state):
    time.sleep(600)


def failing(game, state):
    raise RuntimeError("no idea")


def cheating(game, state):
    return 17


def resigning(game, state):
    return None
'''


def write_failing(folder: Path) -> str:
    """Write a file with a game that fails, and players that do; return its path."""
    path = folder / "failing.py"
    path.write_text(FAILING)
    return str(path)
