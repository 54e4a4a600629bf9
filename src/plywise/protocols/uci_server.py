"""A UCI server for any game: it reads commands while it searches, and answers each.

The protocol: Huber and Meyer-Kahlen, "Description of the universal chess interface", 2006. White is the side that moves
first in the game's initial state.
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from time import perf_counter

from plywise.engines.play_weakness import NONE
from plywise.engines.selective_search import SelectiveSearch
from plywise.engines.skill import Settings, settings_of
from plywise.errors import InputError, printable
from plywise.game import Action, Game
from plywise.games.user_files import described
from plywise.process.signals import signals_deferred
from plywise.protocols.game_line import GameLine
from plywise.protocols.strength import skill_at
from plywise.protocols.uci_display import describe_evaluation, display
from plywise.protocols.uci_options import CLEAR, ELO, HASH, LIMIT, LINES, OVERHEAD, THREADS, Options
from plywise.protocols.uci_perft import UciPerft
from plywise.protocols.uci_search import Question, UciSearch
from plywise.protocols.uci_task import UciTask
from plywise.protocols.uci_words import GoWords, read_command, read_go, read_option, read_position
from plywise.version import VERSION

IGNORED = ("debug", "register")
"""Commands without effect."""

READY_SECONDS = 1.0
"""How long `readyok` waits for the search to be loaded. Compiling takes longer and continues in the background."""

REFUSED = "the last position was refused"

MAX_SHOWN = 60
"""Characters of a line quoted in a message."""

LOOK_EVERY = 0.02
"""Seconds between checks whether to send `readyok`."""


class UciServer:
    """Answers the commands of a UCI client.

    text: the GAME text
    write: writes a line and flushes it
    """

    def __init__(self, text: str, game: Game, write: Callable[[str], None]) -> None:
        self.game, self.options = game, Options(text, game)
        self.line, self._is_refused = GameLine(game), False
        self._write, self._writing = write, threading.Lock()
        self._search: UciTask | None = None
        self._player: SelectiveSearch | None = None
        self._games = 0
        self._ready: threading.Thread | None = None
        self._prepared_from = 0.0
        self._answering: list[threading.Thread] = []
        self._has_ended = threading.Event()

    def serve(self, lines: Iterable[str]) -> None:
        """Answer lines until `quit` or the end of input; then wait for a perft, or stop a search, and answer."""
        try:
            self._listen(lines)
            if self._search is not None and self._search.ends_by_itself:
                self._search.wait()
            self._finish()
            self._has_ended.set()
            for each in self._answering:  # answer each `isready`
                each.join()
        except KeyboardInterrupt:
            with signals_deferred():  # the client needs the answer
                self._finish()
            raise

    def _listen(self, lines: Iterable[str]) -> None:
        """Process lines until `quit` or the end of input."""
        for line in lines:
            words = read_command(line, self._handler)
            if words[:1] == ["quit"]:
                return
            if words:
                self._execute(line, words)

    def say(self, line: str) -> None:
        """Write one line. Any thread may do so."""
        with self._writing:
            self._write(" ".join(line.split()))

    def _execute(self, line: str, words: Sequence[str]) -> None:
        """Answer a command by the method of its name; report a fault in one line."""
        answer = self._handler(words[0])
        if answer is None:
            if words[0] not in IGNORED:
                self.say(f"info string no command: {_shown(line)}")
            return
        try:
            answer(words[1:])
        except Exception as error:  # noqa: BLE001 - a user's rules may raise anything; the server goes on
            self.say(f"info string {words[0]}: {described(error)}")

    def _handler(self, word: str) -> Callable[[Sequence[str]], None] | None:
        """Return the method for a command; None if there is none."""
        return getattr(self, f"_on_{word}", None)

    # --- identification and options -----------------------------------------------------------------------------------

    def _on_uci(self, words: Sequence[str]) -> None:
        self.say(f"id name Plywise {VERSION}")
        self.say("id author the authors of Plywise")
        for option in self.options.offered.values():
            self.say(str(option))
        self.say("uciok")
        self._prepare()

    def _prepare(self) -> None:
        """Begin to compile the game, or load the compiled code, in the background."""
        player = self._player_now()
        if self._ready is None:
            self._ready = threading.Thread(target=lambda: _prepared(player), name="plywise-ready", daemon=True)
            self._prepared_from = perf_counter()
            self._ready.start()

    def _player_now(self) -> SelectiveSearch:
        """Return the search for play with the current options."""
        table, threads, settings = self.options.number(HASH), self.options.number(THREADS), self._settings()
        weakness = settings.weakness if settings else NONE
        player = self._player
        wanted = (self.game, table, threads, weakness)
        if player is None or (player.game, player.table, player.threads, player.weakness) != wanted:
            self._ready = None
            self._player = player = SelectiveSearch(self.game, threads=threads, table=table, weakness=weakness)
        return player

    def _settings(self) -> Settings | None:
        """Return the settings for limited strength, which change with each game; None: full strength."""
        if not self.options.is_on(LIMIT):
            return None
        return settings_of(skill_at(self.options.number(ELO)), seed=self._games)

    def _on_isready(self, words: Sequence[str]) -> None:
        if self._search is not None and not self._search.is_over:
            self.say("readyok")
            return
        self._prepare()
        ready = self._ready
        if ready is not None and ready.is_alive():  # meanwhile, `quit` must be read
            until = self._prepared_from + READY_SECONDS  # later on, a clock may run

            def answer() -> None:
                while ready.is_alive() and perf_counter() < until and not self._has_ended.is_set():
                    ready.join(LOOK_EVERY)
                self.say("readyok")

            self._answering = [each for each in self._answering if each.is_alive()]
            self._answering.append(threading.Thread(target=answer, name="plywise-readyok", daemon=True))
            self._answering[-1].start()
        else:
            self.say("readyok")

    def _on_ucinewgame(self, words: Sequence[str]) -> None:
        self._games += 1
        self._forget()
        if self._is_refused:
            self.line, self._is_refused = GameLine(self.game), False

    def _forget(self) -> None:
        self._finish()
        if self._player is not None:
            self._player.forget()

    def _on_setoption(self, words: Sequence[str]) -> None:
        name, value = read_option(words)
        before = dict(self.options.values)
        option = self.options.set(name, value)
        if option.name == CLEAR:
            self._forget()
        elif option.name in self.options.parameters and self.options.values != before:
            try:
                game = self.options.changed_game(option)
            except InputError:
                self.options.values = before
                raise
            self._finish()
            before_line = self.line
            self.game, self.line, self._ready = game, GameLine(game), None
            try:
                self.line.set(before_line.start, before_line.words)
            except InputError as error:
                self._is_refused = True
                self.say(f"info string the position does not fit the changed game: {error}")

    # --- positions and searches ---------------------------------------------------------------------------------------

    def _on_position(self, words: Sequence[str]) -> None:
        self._is_refused = True  # unless it can be read
        self.line.set(*read_position(words))
        self._is_refused = False
        for note in self.line.notes:
            self.say(f"info string position: {note}")

    def _on_go(self, words: Sequence[str]) -> None:
        began, given = perf_counter(), read_go(words)
        if self._search is not None and not self._search.is_over:
            self._search.stop()
        self._finish()
        if given.strange:
            self.say(f"info string go: ignored {_shown(' '.join(given.strange))}")
        if "perft" in given.numbers and self._is_refused:
            raise InputError(REFUSED)
        if "perft" in given.numbers:
            self._search = UciPerft(self.game, self.line.state, given.numbers["perft"], self.say)
        else:
            self._search = UciSearch(self._question(given, began), self.say, given.infinite, given.ponder)
        self._search.start()

    def _on_stop(self, words: Sequence[str]) -> None:
        if self._search is not None:
            self._search.stop()

    def _on_ponderhit(self, words: Sequence[str]) -> None:
        if self._search is not None:
            self._search.hit()

    def _on_d(self, words: Sequence[str]) -> None:
        if self._is_refused:
            raise InputError(REFUSED)
        lines = display(self.game, self.line.state)
        with self._writing:
            self._write("\n".join(lines))

    def _on_eval(self, words: Sequence[str]) -> None:
        if self._is_refused:
            raise InputError(REFUSED)
        self.say(describe_evaluation(self.game, self.line.state))

    def _question(self, given: GoWords, began: float) -> Question:
        """Return the search for a `go` command."""
        over, state = self.line.is_over, self.line.state
        white = self.game.player(self.game.initial())
        is_white = over or self.game.player(state) == white
        limits = given.limits(is_white, self.options.number(OVERHEAD) / 1000, began)
        settings = self._settings()
        sees_replies = settings is not None and limits.nodes is None
        if settings is not None:
            limits = limits.with_nodes(min(limits.nodes or settings.nodes, settings.nodes))
        player = self._player_now()
        self._prepare()
        return Question(
            player,
            self._ready,
            self.game,
            state,
            over,
            self.line.past,
            limits,
            self._only(given.only),
            self.options.number(LINES),
            sees_replies,
            REFUSED if self._is_refused else "",
            self._prepared_from,
        )

    def _only(self, words: Sequence[str]) -> list[Action] | None:
        """Return the moves to choose from; None for all. Illegal moves are ignored."""
        found: list[Action] = []
        for word in words:
            try:
                found.append(self.line.read(word))
            except InputError as error:
                self.say(f"info string searchmoves: {error}")
        return found or None

    def _finish(self) -> None:
        """Stop the search and wait for its answer."""
        if self._search is not None:
            self._search.stop()
            self._search.wait()
            self._search = None


def _prepared(player: SelectiveSearch) -> None:
    """Compile or load the engine; failures are reported by the first search."""
    from plywise.process.background import in_background

    try:
        with in_background():
            player.prepare()
    except Exception:  # noqa: BLE001 - the first search raises it again
        return


def _shown(text: str) -> str:
    """Return a text for a message, printable and shortened."""
    text = printable(" ".join(text.split()))
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]} ..."
