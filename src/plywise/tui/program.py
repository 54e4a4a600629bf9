"""The terminal program's main screen: the board, the moves, analyses and the prompt."""

import asyncio
import textwrap
import time
from collections.abc import Callable, Coroutine
from typing import Any, ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical, VerticalScroll
from textual.message import Message
from textual.widgets import Footer, Static

from plywise.errors import InputError, printable
from plywise.fleet.work import reason_of
from plywise.game import MAX, MIN, rules_line
from plywise.live import limits
from plywise.live.progress import COMPILING
from plywise.live.threads import in_thread
from plywise.play.clicks import Place, Places, action_around, read_touched, touch
from plywise.play.ladders import LEVELS
from plywise.play.ongoing import OngoingGame
from plywise.play.people import HUMAN, give_up, is_person, play_again, take_back
from plywise.tui import words
from plywise.tui.board import BoardView
from plywise.tui.board_drawing import Marks
from plywise.tui.orders import ORDERS, help_text
from plywise.tui.prompt import Prompt
from plywise.tui.screens import ChoiceScreen, ReadScreen
from plywise.tui.table import Sitting, Table

TICK = 0.25
"""Seconds between updates of the clocks."""

LINES = 3
"""Lines of an analysis."""

LEFT, INTERRUPTED = "left", "interrupted"
"""Ways to leave."""

LIGHT, DARK = "textual-light", "textual-dark"

SHARE = 0.6
"""Maximal share of the lines for a board with the panels below it."""

MESSAGE, SHORT_MESSAGE = 5, 3
"""Maximal lines of a message; the second on a short screen."""

BUSY = 2.0
"""Seconds after which the user is event that the rules do not respond."""


class Body(Horizontal):
    """The board and the panels beside or below it. It reports changes of its size."""

    class Resized(Message):
        """The size has changed."""

    def on_resize(self) -> None:
        """Report it."""
        self.post_message(self.Resized())


class PlayProgram(App[str]):
    """A game at the terminal. It returns the way the user left; `ongoing` is the game."""

    TITLE = "Plywise"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-narrow"),
        (64, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (16, "-tall")]  # noqa: RUF012

    CSS = """
    #title { height: 1; background: $panel; text-style: bold; padding: 0 1; }
    #title { text-overflow: ellipsis; text-wrap: nowrap; }
    #body { height: 1fr; }
    #boards { width: auto; max-width: 75%; height: 1fr; padding: 0 1; }
    #side { width: 1fr; height: 1fr; padding: 0 1; border-left: solid $panel; }
    #turn { height: auto; max-height: 3; text-style: bold; }
    #players, #thinking { height: auto; max-height: 6; }
    #thinking { color: $text-accent; }
    #findings, #moves { height: auto; max-height: 1fr; }
    #message { height: auto; padding: 0 1; }
    #prompt { height: 1; border: none; padding: 0 1; }
    .-narrow #body { layout: vertical; }
    .-narrow #boards { width: 1fr; max-width: 100%; height: auto; max-height: 60%; }
    .-narrow.-short #players { max-height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    .-narrow #side { height: 1fr; border-left: none; }
    .-narrow #moves { max-height: 4; }
    .-short Footer, .-short #title { display: none; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "order('help')", "Help"),
        Binding("f2", "order('hint')", "Hint"),
        Binding("f3", "order('values')", "Scores"),
        Binding("f4", "order('analysis')", "Analysis"),
        Binding("f5", "order('level')", "Level"),
        Binding("f6", "order('legal')", "Moves", show=False),
        Binding("f7", "order('resume')", "Resume", show=False),
        Binding("f8", "order('go')", "Go"),
        Binding("f9", "order('resign')", "Resign", show=False),
        Binding("escape", "order('stop')", "Stop", show=False),
        Binding("ctrl+z", "order('undo')", "Undo", priority=True),
        Binding("ctrl+y", "order('redo')", "Redo", show=False, priority=True),
        Binding("ctrl+f", "order('flip')", "Flip", show=False, priority=True),
        Binding("ctrl+n", "order('new')", "New", show=False, priority=True),
        Binding("ctrl+s", "type('save ')", "Save", priority=True),
        Binding("ctrl+o", "type('load ')", "Load", show=False, priority=True),
        Binding("ctrl+t", "order('theme')", "Theme", show=False, priority=True),
        Binding("pageup", "browse(-1)", "Earlier", show=False, priority=True),
        Binding("pagedown", "browse(1)", "Later", show=False, priority=True),
        Binding("home", "browse(-100000)", "Start", show=False),
        Binding("end", "browse(100000)", "Now", show=False),
        Binding("ctrl+q", "order('quit')", "Quit", priority=True),
        Binding("ctrl+c", "interrupt", "Interrupt", show=False, priority=True),
    ]

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.sitting = Sitting(table, self.on_news)
        self.ongoing = table.ongoing
        self.failure: Exception | None = None
        """An error of the program itself, which ends it."""
        self.board: dict[str, Any] = {}
        self.cells: dict[str, Places] = {}
        self.path: Places = ()
        self.ply: int | None = None
        """The position shown; None: the current one."""
        self.is_flipped = False
        self.since = 0.0
        """Time of the last report on the running clock."""
        self.news: tuple[dict[str, Any], float] | None = None
        self.values: dict[str, dict[str, Any]] = {}
        self.are_final = False
        self.analysis: dict[str, Any] | None = None
        self.on: set[str] = set()
        """The analyses that are on: `values`, `analyse`."""
        self.asked_by = ""
        """The task that the news belong to; "": the player's search."""
        self.hint = ""
        """The hint for this position, if it did not fit the message line."""
        self.unsaved = "", 0
        """Why the game could not be saved, and after how many plies."""
        self.busy_since: float | None = None
        """Time since which the rules or the store have been running without a pause."""
        self.was_busy = False

    # --- the screen ---------------------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Yield the parts of the screen."""
        game = self.ongoing.game
        rules = rules_line(type(game))
        yield Static(printable(f"{game.name}: {rules}" if rules else game.name), id="title", markup=False)
        with Body(id="body"):
            with ScrollableContainer(id="boards", can_focus=False):
                yield BoardView()
            with Vertical(id="side"):
                for name in ("turn", "players", "thinking"):
                    yield Static(id=name, markup=False)
                for name in ("findings", "moves"):
                    with VerticalScroll(id=name, can_focus=False):
                        yield Static(id=f"{name}-text", markup=False)
        yield Static("F1 lists the keys.", id="message", markup=False)
        yield Prompt()
        yield Footer(compact=True)

    async def on_mount(self) -> None:
        """Start the session."""
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._show_lost_failure)
        self.query_one(Prompt).focus()
        self.set_interval(TICK, self._tick)
        self.run_worker(self._begin())

    async def _begin(self) -> None:
        try:
            await self.sitting.begin()
        except Exception as error:  # noqa: BLE001 - the rules may fail at the first position
            self.failure = error
            self.exit(LEFT)

    async def on_unmount(self) -> None:
        """End all processes."""
        await self.sitting.close()

    def on_body_resized(self) -> None:
        """Redraw the board for the new size."""
        self._show()

    def _lines_for_board(self) -> int:
        """Return the lines available to the board."""
        screen = self.screen_stack[0]
        lines = screen.query_one(Body).size.height
        beside = len(self.board["beside"]) + bool(self.board["beside"])
        return (int(lines * SHARE) if screen.has_class("-narrow") else lines) - beside

    def _show(self) -> None:
        """Update the screen."""
        if not self.board or not self.is_running or len(self.screen_stack) == 0:
            return
        screen = self.screen_stack[0]
        view = screen.query_one(BoardView)
        view.show(self.board, self._marks(), self.is_flipped, self._lines_for_board())
        self._write("turn", [words.say_turn(self.board), *self._without_cells()])
        self._write_players(self.board)
        self._write("moves-text", words.list_played(self.board))
        screen.query_one("#moves").scroll_end(animate=False)
        self._show_findings()

    def _without_cells(self) -> list[str]:
        """Return the line for the moves without cells."""
        others = [word for word, places in self.cells.items() if not places]
        if not others or not self.board["rows"]:
            return []
        return [f"F6: {' '.join(others[:6])}{' ...' if len(others) > 6 else ''}"]

    def _marks(self) -> Marks:
        opened = frozenset(read_touched(self.cells, self.path).open) if self.path else frozenset()
        last = frozenset(map(tuple, self.board["last"]))
        values = {}
        if self._shows_now():
            for word, event in self.values.items():
                places = self.cells.get(word, ())
                if len(places) == 1:
                    values[places[0]] = words.sign_of(event)
        return Marks(None, self.path, opened, last, values)

    def _show_findings(self) -> None:
        lines: list[str] = []
        if "values" in self.on and self.cells:
            lines += words.list_values(self.values, list(self.cells), self.are_final)
        if self.analysis is not None and "analyse" in self.on:
            lines += words.list_analysis(self.analysis)
        self._write("findings-text", lines)

    def _write(self, name: str, lines: list[str]) -> None:
        for part in self.screen_stack[0].query(f"#{name}").results(Static):  # none while the program ends
            part.update("\n".join(map(printable, lines)))

    def _write_players(self, board: dict[str, Any]) -> None:
        """Show the players, in one line on a small screen."""
        lines, screen = words.say_players(board), self.screen_stack[0]
        is_small = screen.has_class("-narrow") and screen.has_class("-short")
        self._write("players", ["  ".join(line.strip() for line in lines)] if is_small else lines)

    def say(self, text: str, more: str = "...") -> bool:
        """Show a message below the board; return whether it fits. more: the ending of a shortened one."""
        screen, (unsaved, ply) = self.screen_stack[0], self.unsaved
        if unsaved and ply == self.sitting.ongoing.ply:
            text = f"{text} ({unsaved})".strip()
        width = max(screen.size.width - 2, 1)
        wrapper = textwrap.TextWrapper(width, break_on_hyphens=False)
        lines = wrapper.wrap(printable(text))
        room = SHORT_MESSAGE if screen.has_class("-short") else MESSAGE
        fits = len(lines) <= room
        if not fits:
            wrapper.max_lines, wrapper.placeholder = room, f" {more}"[:width]
            lines = wrapper.wrap(printable(text))
        self._write("message", lines)
        return fits

    def _tick(self) -> None:
        """Update the clocks, and the time of a search or of rules that do not respond."""
        if not self.screen_stack:
            return
        now = time.monotonic()
        self.busy_since = (self.busy_since or now) if self.sitting.session.lock.locked() else None
        busy = 0 if self.busy_since is None else now - self.busy_since
        if busy > BUSY:
            self._write("thinking", words.say_busy(busy))
        elif self.was_busy:
            self._write("thinking", [])
        self.was_busy = busy > BUSY
        if self.news is not None and not self.was_busy:
            event, since = self.news
            self._write("thinking", words.say_thinking(self.ongoing.game, event, time.monotonic() - since))
        clocks = self.board.get("clocks")
        if clocks and clocks["running"]:
            passed = time.monotonic() - self.since
            left = {clocks["running"]: max(clocks[clocks["running"]] - passed, 0)}
            self._write_players(self.board | {"clocks": clocks | left})

    # --- events of the game and the searches --------------------------------------------------------------------------

    def on_news(self, event: dict[str, Any]) -> None:
        """Process an event."""
        if not self.is_running:
            return
        if event["event"] == "board":
            self._take_board(event)
        elif event["event"] == "thinking":
            before = self.news
            since = before[1] if before is not None and before[0]["what"] == event["what"] else time.monotonic()
            self.news = event, since
            if event["what"] == COMPILING:
                self.since = time.monotonic()
            self.asked_by = ""
            self._tick()
        elif event["event"] == "idle":
            self._clear_thinking()
        elif event["event"] == "failure":
            self._show_failure(event["text"])
        elif event["event"] == "unsaved":
            self.unsaved = event["text"], self.sitting.ongoing.ply
            self.say("")

    def _clear_thinking(self) -> None:
        self.news, self.asked_by = None, ""
        self._write("thinking", [])

    def _take_board(self, board: dict[str, Any], ply: int | None = None) -> None:
        before = self.board.get("position"), self.board.get("ply"), self.board.get("over")
        self.ongoing = self.sitting.ongoing
        self.board, self.ply, self.since = board, ply, time.monotonic()
        self.cells = {each["word"]: tuple((row, column) for row, column in each["cells"]) for each in board["legal"]}
        if before != (board["position"], board["ply"], board["over"]):
            self.path, self.values, self.are_final, self.analysis, self.hint = (), {}, False, None, ""
            for task in ("values", "analyse", "hint"):
                self.sitting.stop_job(task)
            for task in self.on & {"values", "analyse"}:
                self._look(task)
        self._show()
        if ply is None and board["over"] is not None:
            self.say(f"{words.say_turn(board)}. ^N: again, undo, or ^Q.")
        elif ply is None and board["moves"]:
            move = board["moves"][-1]
            self.say(f"{board['names'][move['by']]} has played {move.get('san', move['word'])}.")

    def _shows_now(self) -> bool:
        return self.ply is None

    # --- actions of the user ------------------------------------------------------------------------------------------

    def do(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run a coroutine in the background."""
        self.run_worker(self._attempt(work), exit_on_error=True)

    async def _attempt(self, work: Coroutine[Any, Any, Any]) -> None:
        """Await a coroutine and report its failure."""
        try:
            await work
        except Exception as error:  # noqa: BLE001 - a user's rule may raise anything
            self._show_failure(reason_of(error))

    def _show_failure(self, reason: str) -> None:
        """Report a failure, and how to go on if the position after the last move cannot be shown."""
        ahead = bool(self.board) and self.sitting.ongoing.ply > self.board["plies"]
        self.say(f"{reason} (the position after the last move cannot be shown: ^Z takes it back)" if ahead else reason)

    def _show_lost_failure(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Report an exception of a task that nothing awaited, instead of printing it."""
        error = context.get("exception")
        if self.is_running and error is not None:
            self._show_failure(reason_of(error))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key works: those of the board do not while another screen covers it."""
        mine = action in ("order", "type", "browse") and parameters != ("quit",)
        return not (mine and len(self.screen_stack) > 1)

    def action_order(self, name: str) -> None:
        """Execute the command of a key."""
        self.order(name, "")

    def action_type(self, text: str) -> None:
        """Put the beginning of a command at the prompt."""
        prompt = self.query_one(Prompt)
        prompt.value = text
        prompt.cursor_position = len(text)

    def action_interrupt(self) -> None:
        """Leave at once."""
        self.exit(INTERRUPTED)

    def action_browse(self, plies: int) -> None:
        """Show an earlier or later position."""
        here = self.board.get("ply", 0) + plies
        last = self.sitting.ongoing.ply
        self.do(self._look_at(max(0, here) if here < last else None))

    async def _look_at(self, ply: int | None) -> None:
        async with self.sitting.session.lock:
            board = await self.sitting.session.board(ply)
        self._take_board(board, ply)

    def on_prompt_stepped(self, event: Prompt.Stepped) -> None:
        """Move the cursor on the board."""
        self.query_one(BoardView).move(*event.step)

    def on_input_submitted(self, event: Prompt.Submitted) -> None:
        """Play a typed move or execute a typed command."""
        typed = event.value.strip()
        event.input.value = ""
        name, _, rest = typed.partition(" ")
        if name in ORDERS and typed not in self.cells:
            self.order(ORDERS[name], rest.strip())
        elif typed:
            self._play(typed)
        else:
            self.query_one(BoardView).touch()

    def on_board_view_touched(self, event: BoardView.Touched) -> None:
        """Add a touched cell to the move."""
        if self._may_play():
            found = touch(self.cells, self.path, event.place)
            self.path = found.path
            self._take_touch(found.played, event.place)
            self._show()

    def _take_touch(self, played: tuple[str, ...], place: Place) -> None:
        if not played and not self.path:
            around = action_around(self.ongoing.game, self.ongoing.state, self.cells, place)
            played = () if around is None else (around,)
        if len(played) == 1:
            self._play(played[0])
        elif played:
            self._choose(
                "Which move?", [self._label(word) for word in played], lambda chosen: self._play(played[chosen])
            )
        elif self.path:
            complete = read_touched(self.cells, self.path).complete
            again = f"; Enter again plays {self._label(complete[0])}" if complete else ""
            self.say(f"Select the next cell, marked {'{ }'}{again}; Esc clears the selection.")
        else:
            self.say("No legal move begins there.")

    def _may_play(self) -> bool:
        """Return whether the user may move now; if not, show the reason."""
        if not self._shows_now():
            self.say("This is an earlier position: press End for the current one.")
        elif self.board.get("turn") is None:
            self.say(words.say_turn(self.board) if self.board else "The game is being set up.")
        else:
            return True
        return False

    def _play(self, word: str) -> None:
        if self._may_play():
            self.path = ()
            self.do(self.sitting.play(word, self.board["ply"]))

    def _label(self, word: str) -> str:
        return next((each["label"] for each in self.board["legal"] if each["word"] == word), word)

    def _choose(self, question: str, choices: list[str], then: Callable[[int], None], chosen: int = 0) -> None:
        """Let the user choose from a list."""

        def answer(number: int | None) -> None:
            if number is not None:
                then(number)

        self.push_screen(ChoiceScreen(question, choices, chosen), answer)

    # --- orders -------------------------------------------------------------------------------------------------------

    def order(self, name: str, rest: str) -> None:
        """Execute a command. rest: its arguments."""
        if not self.board and name not in ("quit", "help"):
            self.say("The game is being set up.")
            return
        method: Callable[[str], None] = getattr(self, f"order_{name}")
        method(rest)

    def order_help(self, rest: str) -> None:
        """Show the help page."""
        self.push_screen(ReadScreen(help_text(self.ongoing.game)))

    def order_quit(self, rest: str) -> None:
        """Leave."""
        self.exit(LEFT)

    def order_stop(self, rest: str) -> None:
        """Stop all searches, or clear the selected cells."""
        if self.path:
            self.path = ()
            self._show()
        elif self.news is not None or self.on or self.sitting.jobs:
            self.on.clear()
            self.do(self._stop())
        else:
            self.query_one(Prompt).value = ""

    async def _stop(self) -> None:
        was_thinking = self.news is not None
        await self.sitting.stop()
        self._clear_thinking()
        self._show()
        self.say("Stopped. F8 lets the player think again." if was_thinking else "Stopped.")

    def order_go(self, rest: str) -> None:
        """Let a player move now."""
        self.do(self.sitting.move_now())

    def order_undo(self, rest: str) -> None:
        """Take moves back."""
        self.do(self._go_along(take_back, "taken back", "There is nothing to undo."))

    def order_redo(self, rest: str) -> None:
        """Restore moves that were taken back."""
        self.do(self._go_along(play_again, "restored", "There is nothing to redo."))

    async def _go_along(self, change: Callable[[OngoingGame], int], done: str, otherwise: str) -> None:
        number = await self.sitting.alter(change)
        self.say(f"{number} {'move' if number == 1 else 'moves'} {done}." if number else otherwise)

    def order_flip(self, rest: str) -> None:
        """Rotate the board."""
        self.is_flipped = not self.is_flipped
        self._show()

    def order_theme(self, rest: str) -> None:
        """Change between light and dark."""
        self.theme = LIGHT if self.theme == DARK else DARK

    def order_new(self, rest: str) -> None:
        """Start a new game."""
        self.do(self.sitting.start_anew())

    def order_resign(self, rest: str) -> None:
        """Resign after confirmation."""
        if self._may_play():
            self._choose("Resign?", ["No, play on", "Yes, resign"], self._resign)

    def _resign(self, chosen: int) -> None:
        if chosen == 1:
            self.do(self.sitting.alter(give_up))

    def order_moves(self, rest: str) -> None:
        """Show the moves and the position as text."""
        played = " ".join(self.ongoing.words) or "none"
        self.push_screen(ReadScreen(f"Moves: {played}\n\nPosition: {self.board['position']}"))

    def order_legal(self, rest: str) -> None:
        """Let the user choose a legal move."""
        if self._may_play():
            legal = list(self.cells)
            choices = [f"{self._label(word)}{self._outcome(word)}" for word in legal]
            self._choose("Legal moves", choices, lambda chosen: self._play(legal[chosen]))

    def _outcome(self, word: str) -> str:
        return f"   {self.values[word]['text']}" if word in self.values else ""

    # --- players ------------------------------------------------------------------------------------------------------

    def order_level(self, rest: str) -> None:
        """Set the level of the side that no person plays, or let the user choose a player."""
        game = self.ongoing
        engines = [side for side in (MAX, MIN) if not is_person(game.players[side])]
        if rest:
            for side in engines or [MIN if game.side == MAX else MAX]:
                self.do(self._seat(side, f"engine:level={rest}"))
            return
        side = engines[0] if engines else MIN if game.side == MAX else MAX
        choices = [f"engine:level={level}" for level in LEVELS] + ["solver", "random", HUMAN]
        now = choices.index(game.players[side]) if game.players[side] in choices else 0
        name = game.game.player_names[side]
        self._choose(f"Who plays {name}?", choices, lambda chosen: self.do(self._seat(side, choices[chosen])), now)

    def order_max(self, rest: str) -> None:
        """Set the player of MAX."""
        self.do(self._seat(MAX, rest or HUMAN))

    def order_min(self, rest: str) -> None:
        """Set the player of MIN."""
        self.do(self._seat(MIN, rest or HUMAN))

    async def _seat(self, side: int, who: str) -> None:
        await self.sitting.seat(side, who)
        self.say(f"{self.ongoing.game.player_names[side]} is played by {who}.")

    # --- files and the store ------------------------------------------------------------------------------------------

    def order_save(self, rest: str) -> None:
        """Save the game to a file."""
        self.do(self._save(rest))

    async def _save(self, name: str) -> None:
        await self.sitting.save(name)
        self.say(f"The game was saved to {name}.")

    def order_load(self, rest: str) -> None:
        """Continue a game from a file."""
        self.do(self.sitting.load(rest))

    def order_resume(self, rest: str) -> None:
        """Continue a saved game."""
        self.do(self._resume())

    async def _resume(self) -> None:
        kept = await in_thread(self.sitting.saved_games)
        if not kept:
            raise InputError(f"there is no other unfinished game of {self.ongoing.game.name}")
        choices = []
        for each in kept:
            when, played = time.strftime("%Y-%m-%d %H:%M", time.localtime(each.updated)), each.record.words
            choices.append(f"{when}  {len(played)} moves: {words.show_line(played)}")
        self._choose("Resume", choices, lambda chosen: self.do(self.sitting.resume(kept[chosen])))

    # --- questions ----------------------------------------------------------------------------------------------------

    def order_hint(self, rest: str) -> None:
        """Show the engine's move with its reasons."""
        if self.hint:
            self.push_screen(ReadScreen(self.hint))
        elif self._may_play():
            self.do(self._give_hint())

    async def _give_hint(self) -> None:
        self.say("Looking for a good move ...")
        answer = await self._ask("hint", {}, self._hear_of_question("hint"), limits.EXPLAIN_SECONDS)
        if answer.get("stopped"):
            return
        word = answer["move"]
        hint = f"The engine would play {self._label(word)}: {' '.join(answer['sentences'])}"
        self.hint = "" if self.say(hint, "... (F2: all of it)") else hint
        places = self.cells.get(word, ())
        if places:
            self.query_one(BoardView).put_cursor(places[0])

    def order_values(self, rest: str) -> None:
        """Switch the exact outcomes of the legal moves on or off."""
        self._switch("values")

    def order_analysis(self, rest: str) -> None:
        """Switch the analysis on or off."""
        self._switch("analyse")

    def _switch(self, task: str) -> None:
        if task in self.on:
            self.on.remove(task)
            self.sitting.stop_job(task)
        else:
            self.on.add(task)
            self._look(task)
        self._show()

    def _look(self, task: str) -> None:
        """Start an analysis of the position shown, if it has moves."""
        if self.cells:
            self.do(self._find(task))

    async def _find(self, task: str) -> None:
        ply = self.ply
        seconds = limits.VALUES_SECONDS if task == "values" else limits.ANALYSIS_SECONDS
        position = self.board["position"]

        def on_news(event: dict[str, Any]) -> None:
            if self.is_running and self.board["position"] == position and task in self.on:
                self._hear_finding(task, event)

        asked = {"seconds": seconds} if task == "values" else {"seconds": seconds, "lines": LINES}
        await self._ask(task, asked, on_news, seconds, ply)

    async def _ask(
        self, task: str, asked: dict[str, Any], on_news: Callable[[dict[str, Any]], None], seconds: float,
        ply: int | None = None,
    ) -> dict[str, Any]:  # fmt: skip
        """Return the answer to a question, and clear its progress."""
        try:
            return await self.sitting.ask(task, asked, on_news, seconds, ply)
        finally:
            if self.asked_by == task and task not in self.sitting.jobs:
                self._clear_thinking()

    def _hear_finding(self, task: str, event: dict[str, Any]) -> None:
        if event["event"] == "values":
            self.values, self.are_final = event["values"], event["final"]
            self._show()
        elif event["event"] == "analysis":
            self.analysis = event
            self._show_findings()
        else:
            self._hear_of_question(task)(event)

    def _hear_of_question(self, task: str) -> Callable[[dict[str, Any]], None]:
        """Return a handler for compiling and failures; progress of a player's search takes precedence."""

        def on_news(event: dict[str, Any]) -> None:
            if event["event"] == "failure":
                self.say(event["text"])
            elif event["event"] == "thinking" and not self.sitting.session.is_thinking:
                self.on_news(event)
                self.asked_by = task

        return on_news

    # --- internal errors ----------------------------------------------------------------------------------------------

    def _handle_exception(self, error: Exception) -> None:
        """End with an error of the program itself, which the caller reports in one line."""
        self.failure = self.failure or error
        if self.is_headless:
            super()._handle_exception(error)
        else:
            self._return_code = 1
            self.exit(LEFT)
