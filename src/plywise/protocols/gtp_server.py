"""A GTP (Go Text Protocol) server for Go and other games whose moves are points.

The protocol: Farnebäck, "Specification of the Go Text Protocol, version 2", 2002. Points are written as in Go: columns
skip the letter I. A game without `boardsize` or `komi` among its parameters refuses these commands.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from pathlib import Path
from time import perf_counter

from plywise.engines.move_limits import MoveLimits
from plywise.engines.move_time import time_for_move
from plywise.engines.search import search
from plywise.engines.selective_search import SelectiveSearch
from plywise.errors import InputError
from plywise.game import Action, Game, State
from plywise.game.record_notation import Point, SmartFormat
from plywise.games.loading import load_changed, parameters
from plywise.games.user_files import described
from plywise.protocols.game_line import GameLine, draw_marks
from plywise.protocols.go_setup import fixed_points, free_points, go_notation, place_handicap, stones_with_status
from plywise.version import VERSION

COLOURS = {"b": "black", "black": "black", "w": "white", "white": "white"}

SECONDS = 1.0
"""Default time for a move."""

RESERVE, SHORTEST = 0.04, 0.001
"""Seconds by which a move is early if each has its own time, and the shortest time for a move."""

MAX_SECONDS = 1e9

KINDS_OF_TIME = {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3, "fischer": 2}
"""Kinds of time settings of KGS and KataGo, and the number of their arguments."""

COMMAND = re.compile(r"(?:(\d{1,10})\s+)?(\S+)\s*(.*)")

ROOT = {"size": re.compile(r"\bSZ\[(\d+)\]"), "komi": re.compile(r"\bKM\[([-\d.]+)\]")}
"""Parameters of the game in an SGF file of Go."""

COLUMNS = "abcdefghijklmnopqrstuvwxyz"
POINT = re.compile(r"([a-zA-Z])(\d{1,2})")


ReadFile = Callable[[str, Game], tuple[str, list[str]]]


def _seconds(word: str) -> float:
    """Parse seconds, which need not be whole. Raises ValueError."""
    seconds = float(word)
    if not 0 <= seconds <= MAX_SECONDS:
        raise ValueError(word)
    return seconds


class Refused(Exception):
    """A command is refused: the reason, in the protocol's words if it has any."""


class GtpServer:
    """Answers the commands of a GTP client.

    text: the GAME text
    write: writes a line and flushes it
    read_file: reads the text of an SGF file; returns the start and the moves in the game's notation
    """

    def __init__(self, text: str, game: Game, write: Callable[[str], None], read_file: ReadFile | None = None) -> None:
        self.text, self.changed, self._write, self._read_file = text, dict[str, str](), write, read_file
        self._take(game)
        self.clocks: dict[str, tuple[float, int]] = {}
        self.main, self.period, self.stones, self.increment = 0.0, SECONDS, 1, 0.0
        self.is_over = False
        self._commands: dict[str, Callable[[list[str]], str]] = {
            "protocol_version": lambda words: "2",
            "name": lambda words: "Plywise",
            "version": lambda words: VERSION,
            "known_command": lambda words: str((words or [""])[0] in self._commands).lower(),
            "list_commands": lambda words: "\n".join(self._commands),
            "quit": self._quit,
            "boardsize": self._set_size,
            "clear_board": self._clear,
            "komi": self._set_komi,
            "play": self._play,
            "genmove": self._generate,
            "reg_genmove": lambda words: self._to_gtp(self._choose(self._side(words))),
            "undo": self._undo,
            "time_settings": self._set_time,
            "kgs-time_settings": self._set_time_by_kind,
            "kata-time_settings": self._set_time_by_kind,
            "kata-list_time_settings": lambda words: " ".join(KINDS_OF_TIME),
            "time_left": self._set_time_left,
            "showboard": self._show,
            "final_score": self._score,
            "final_status_list": self._list_status,
            "fixed_handicap": lambda words: self._place_handicap(fixed_points, words),
            "place_free_handicap": lambda words: self._place_handicap(free_points, words),
            "set_free_handicap": self._set_handicap,
            "loadsgf": self._load,
        }

    def serve(self, lines: Iterable[str]) -> None:
        """Answer lines until `quit` or the end of input."""
        for line in lines:
            text = "".join(each for each in line.partition("#")[0] if each == "\t" or each >= " ").strip()
            match = COMMAND.fullmatch(text.replace("\t", " "))
            if match is not None:
                self._answer(match[1] or "", match[2], match[3].split())
            if self.is_over:
                return

    def _answer(self, number: str, command: str, words: list[str]) -> None:
        try:
            if command not in self._commands:
                raise Refused("unknown command")
            self._write(f"={number} {self._commands[command](words)}".rstrip() + "\n")
        except Refused as refusal:
            self._write(f"?{number} {refusal}\n")
        except Exception as error:  # noqa: BLE001 - a user's rules may raise anything; the client needs an answer
            self._write(f"?{number} {described(error)}\n")

    def _quit(self, words: list[str]) -> str:
        self.is_over = True
        return ""

    # --- the board ----------------------------------------------------------------------------------------------------

    def _take(self, game: Game) -> None:
        """Begin a new game, possibly with other parameters."""
        self.game, self.player = game, SelectiveSearch(game)
        self._begin()

    def _begin(self) -> None:
        """Go to the initial position and clear the history for undo."""
        self.line = GameLine(self.game)
        self.turns: list[tuple[str, list[str]]] = []  # before each turn: the start, and the moves since

    def _change(self, values: Mapping[str, str]) -> Game:
        """Return the game with other parameters. Raises Refused if it does not have them."""
        for name in values:
            if name not in parameters(type(self.game)):
                raise Refused(f"not supported by {self.game.name}")
        changed = self.changed | dict(values)
        game = load_changed(self.text, changed)
        self.changed = changed
        return game

    def _set_size(self, words: list[str]) -> str:
        if len(words) != 1 or not words[0].isdecimal():
            raise Refused("boardsize not an integer")
        try:
            self._take(self._change({"size": words[0]}))
        except InputError:
            raise Refused("unacceptable size") from None
        return ""

    def _clear(self, words: list[str]) -> str:
        self._begin()
        self.player.forget()
        self.clocks = {}
        self._prepare()
        return ""

    def _prepare(self) -> None:
        """Compile while the clock is not running. A game that cannot be compiled uses the reference engine."""
        with suppress(InputError):
            self.player.prepare()

    def _set_komi(self, words: list[str]) -> str:
        try:
            komi = float(words[0])
        except (IndexError, ValueError):
            raise Refused("komi not a float") from None
        played, turns = self.line, self.turns
        if float(getattr(self.game, "komi", komi + 1)) == komi:
            return ""
        try:
            self._take(self._change({"komi": f"{komi:g}"}))
        except InputError as error:
            raise Refused(str(error)) from None
        self.line.set(played.start, played.words)
        self.turns = turns
        self._prepare()
        return ""

    def _show(self, words: list[str]) -> str:
        return "\n" + "\n".join(draw_marks(self.game, self.line.state))

    # --- handicap, and games from files -------------------------------------------------------------------------------

    def _place_handicap(self, points_of: Callable[[int, int, int], list[Point]], words: list[str]) -> str:
        """Place a number of handicap stones and return their points."""
        notation = go_notation(self.game)
        if len(words) != 1 or not words[0].isdecimal():
            raise Refused("syntax error")
        return self._begin_with(points_of(notation.columns, notation.rows, int(words[0])))

    def _set_handicap(self, words: list[str]) -> str:
        notation = go_notation(self.game)
        self._begin_with([self._point(notation, word) for word in words])
        return ""

    def _begin_with(self, points: Sequence[Point]) -> str:
        """Begin with black stones on points; return the points in GTP's notation."""
        if self.line.words:
            raise Refused("board not empty")
        state = place_handicap(self.game, self.line.state, points)
        self.line.set(self.game.format_state(state), [])
        return " ".join(self._vertex(point) for point in points)

    def _point(self, notation: SmartFormat, word: str) -> Point:
        """Return the point of a vertex. Raises Refused if it is not on the board."""
        match = POINT.fullmatch(self._from_gtp(word))
        column, row = (COLUMNS.index(match[1].lower()), notation.rows - int(match[2])) if match else (-1, -1)
        if not (0 <= column < notation.columns and 0 <= row < notation.rows):
            raise Refused("bad vertex list")
        return column, row

    def _vertex(self, point: Point) -> str:
        return self._to_gtp(f"{COLUMNS[point[0]]}{go_notation(self.game).rows - point[1]}")

    def _load(self, words: list[str]) -> str:
        """Load a game from an SGF file, up to the move before a given number; return the colour to move."""
        go_notation(self.game)
        numbered = len(words) > 1 and words[-1].isdecimal()
        path, most = " ".join(words[:-1] if numbered else words), int(words[-1]) - 1 if numbered else None
        try:
            text = Path(path).read_text(encoding="utf-8", errors="replace")
        except (OSError, ValueError):
            raise Refused("cannot load file") from None
        game = self._game_of(text)
        if self._read_file is None:
            raise Refused("cannot load file")
        try:
            start, moves = self._read_file(text, game)
        except InputError as error:
            raise Refused(f"cannot load file: {error}") from None
        line = GameLine(game)
        line.set(start, moves if most is None else moves[: max(0, most)])
        self._take(game)
        self.line, self.turns = line, [(line.start, line.words[:number]) for number in range(len(line.words))]
        return "" if game.terminal(line.state) else self._colour_of(game.player(line.state))

    def _game_of(self, text: str) -> Game:
        """Return the game with the size and the komi of a file. Raises Refused if they are impossible."""
        values = {name: match[1] for name, match in ((name, ROOT[name].search(text)) for name in ROOT) if match}
        try:
            return self._change(values)
        except InputError as error:
            raise Refused(f"cannot load file: {error}") from None

    def _colour_of(self, player: int) -> str:
        return "black" if player == self._player_of("black") else "white"

    # --- moves --------------------------------------------------------------------------------------------------------

    def _side(self, words: Sequence[str]) -> int:
        """Return the player of a colour's word. Raises Refused if it is not a colour."""
        colour = COLOURS.get(words[0].lower()) if words else None
        if colour is None:
            raise Refused("invalid color or coordinate")
        return self._player_of(colour)

    def _player_of(self, colour: str) -> int:
        """Return the player of a colour: by the players' names, or otherwise Black is the one that moves first."""
        for player, name in self.game.player_names.items():
            if name.lower() == colour:
                return player
        first = self.game.player(self.game.initial())
        return first if colour == "black" else -first

    def _play(self, words: list[str]) -> str:
        if len(words) < 2:
            raise Refused("invalid color or coordinate")
        self._move(self._side(words), self._from_gtp(words[1]))
        return ""

    def _move(self, side: int, word: str) -> None:
        """Play a move. Raises Refused if it is not legal; nothing changes then.

        A pass after the end of the game has no effect.
        """
        line = self.line
        if word != "pass" or not self.game.terminal(line.state):
            line = self._line_for(side)
            try:
                line.play(word)
            except InputError:
                raise Refused("illegal move") from None
        self.turns.append((self.line.start, self.line.words))
        self.line = line

    def _line_for(self, side: int) -> GameLine:
        """Return a copy of the line with a given player to move. Raises Refused if that is impossible.

        GTP lets a colour play twice, to set up stones, and lets play go on after the end.
        """
        line = copy(self.line)
        if self.game.terminal(line.state) or self.game.player(line.state) != side:
            try:
                line.set(self.game.format_state(self._with_side(line, side)), [])
            except InputError:
                raise Refused("illegal move") from None
        return line

    def _with_side(self, line: GameLine, side: int) -> State:
        """Return the position with a given player to move, after a pass. Raises InputError if that is impossible.

        The client did not send this pass, so it must not count towards the end of the game: in a game with stones, they
        are set up anew, which resets passes and earlier boards.
        """
        state = line.state if self.game.terminal(line.state) else self.game.result(line.state, line.read("pass"))
        notation = self.game.record_notation()
        if isinstance(notation, SmartFormat):
            return notation.place(notation.stones_of(state)._replace(side=side))
        if self.game.terminal(state):
            raise InputError("the game is over")
        return state

    def _undo(self, words: list[str]) -> str:
        if not self.turns:
            raise Refused("cannot undo")
        self.line.set(*self.turns.pop())
        return ""

    def _generate(self, words: list[str]) -> str:
        side = self._side(words)
        began = perf_counter()
        word = self._choose(side)
        self._move(side, word)
        self._count_time(self._colour_of(side), perf_counter() - began)
        return self._to_gtp(word)

    def _choose(self, side: int) -> str:
        """Return the best move found within the time, in the game's notation; a pass if the game is over."""
        if self.game.terminal(self.line.state):
            return "pass"
        line = self._line_for(side)
        return self.game.format_action(line.state, self._search(line, self._limits(self._colour_of(side))))

    def _search(self, line: GameLine, limits: MoveLimits) -> Action:
        """Return the best move. A game that cannot be compiled uses the reference engine."""
        try:
            found = self.player.search(line.state, limits, past=line.past, follow=False)
            if found.stopped_by == "interrupt":
                raise KeyboardInterrupt
            return found.best
        except InputError:
            if limits.hard is None:
                raise
            return search(self.game, line.state, algorithm="deepening", time=limits.hard).best

    # --- words --------------------------------------------------------------------------------------------------------

    def _from_gtp(self, word: str) -> str:
        """Convert a move from GTP, whose columns skip I, to the game's notation."""
        match = POINT.fullmatch(word)
        if match is None or match[1].lower() == "i":
            return word.lower()
        place = COLUMNS.index(match[1].lower())
        return f"{COLUMNS[place - 1] if place > COLUMNS.index('i') else COLUMNS[place]}{match[2]}"

    def _to_gtp(self, word: str) -> str:
        """Convert a move to GTP's notation."""
        match = POINT.fullmatch(word)
        if match is None:
            return word
        place = COLUMNS.index(match[1].lower())
        return f"{COLUMNS[place + 1] if place >= COLUMNS.index('i') else COLUMNS[place]}{match[2]}".upper()

    # --- time and score -----------------------------------------------------------------------------------------------

    def _set_time(self, words: list[str]) -> str:
        try:
            main, period, stones = _seconds(words[0]), _seconds(words[1]), int(words[2])
        except (ValueError, IndexError):
            raise Refused("syntax error") from None
        if len(words) > 3 or stones < 0:
            raise Refused("syntax error")
        self._begin_time(main, period, stones)
        return ""

    def _set_time_by_kind(self, words: list[str]) -> str:
        """Set the time like KGS and KataGo: absolute 60, canadian 0 60 25, byoyomi 0 0.5 1, fischer 60 0.5."""
        kind, *rest = words or [""]
        numbers = KINDS_OF_TIME.get(kind)
        if numbers is None or len(rest) != numbers:
            raise Refused("syntax error")
        try:
            main, period = (*map(_seconds, rest[:2]), 0.0, 0.0)[:2]
            stones = int(rest[2]) if kind == "canadian" else int(kind == "byoyomi")
        except ValueError:
            raise Refused("syntax error") from None
        if kind == "none":
            self._begin_time(0.0, SECONDS, 0)
        elif kind == "fischer":
            self._begin_time(main, 0.0, 0, increment=period)
        else:
            self._begin_time(main, period, stones)
        return ""

    def _begin_time(self, main: float, period: float, stones: int, increment: float = 0.0) -> None:
        """Set the main time, and a period for a number of stones; a period with 0 stones: no time limit."""
        self.main, self.period, self.stones, self.increment = main, period, stones, increment
        counted = main > 0 and not (period > 0 and stones == 0)
        self.clocks = dict.fromkeys(("black", "white"), (main, 0)) if counted else {}

    def _set_time_left(self, words: list[str]) -> str:
        try:
            colour, seconds, stones = COLOURS[words[0].lower()], float(words[1]), int(words[2])
        except (KeyError, ValueError, IndexError):
            raise Refused("syntax error") from None
        if not abs(seconds) <= MAX_SECONDS:
            raise Refused("syntax error")
        self.clocks[colour] = (max(0.0, seconds), stones)
        return ""

    def _count_time(self, colour: str, used: float) -> None:
        """Subtract the time of a move from a clock, because the client need not send it before each move."""
        seconds, stones = self.clocks.get(colour, (0.0, 0))
        if colour not in self.clocks:
            return
        left = seconds - used + self.increment
        if stones > 1:
            self.clocks[colour] = (left, stones - 1)
        elif left > 0 and not stones:
            self.clocks[colour] = (left, 0)
        else:  # a period begins
            self.clocks[colour] = (self.period, self.stones) if self.period else (max(0.0, left), 0)

    def _limits(self, colour: str) -> MoveLimits:
        """Return the time for a move: part of the main time, the period's share of a stone, or SECONDS."""
        seconds, stones = self.clocks.get(colour, (0.0, 0))
        if colour in self.clocks and not stones and not (seconds == 0 and self.period):
            soft, hard = time_for_move(seconds, self.increment)
            return MoveLimits(hard=hard, soft=soft)
        if colour in self.clocks and stones:
            soft, hard = time_for_move(seconds, moves_to_go=stones)
            return MoveLimits(hard=hard, soft=soft)
        if not self.period or not self.stones:  # no time limit
            return MoveLimits(hard=SECONDS)
        each = self.period / self.stones
        return MoveLimits(hard=max(SHORTEST, min(0.9 * each, each - RESERVE)))

    def _score(self, words: list[str]) -> str:
        if not self.game.terminal(self.line.state):
            raise Refused("cannot score: the game is not over")
        value = self.game.utility(self.line.state) * self._player_of("black")
        return "0" if value == 0 else f"{'B' if value > 0 else 'W'}+{abs(value):g}"

    def _list_status(self, words: list[str]) -> str:
        return " ".join(map(self._vertex, stones_with_status(self.game, self.line.state, " ".join(words))))
