"""PGN and its family, such as PDN: records as text that programs for one game read, and their text as records."""

import re
from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any

from plywise.errors import InputError
from plywise.game import MAX, MIN, Action, Game, State, Value, parse_legal_action
from plywise.play.notations.extras import check_game, complete, read_extras, write_extras
from plywise.play.notations.pgn_text import RESULTS as RESULT_WORDS
from plywise.play.notations.pgn_text import GameText, MoveText, read_games, wrap_words, write_tag
from plywise.play.notations.places import malformed, shown
from plywise.play.record import GameRecord, MoveRecord, read_start
from plywise.record_notation import PortableNotation

ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?"}
"""The tags that each game has, with what stands there where nothing is known; the players and the result follow."""

EXTRAS = "Plywise"
"""The tag that keeps what no other one says."""

WRITTEN = {"White", "Black", "Result", "SetUp", "FEN", "Termination", EXTRAS}
"""The tags that other fields of a record say."""

RESULTS = {"MAX": "1-0", "MIN": "0-1", "draw": "1/2-1/2", None: "*"}
WINNERS = {"1-0": "MAX", "2-0": "MAX", "0-1": "MIN", "0-2": "MIN", "1/2-1/2": "draw", "1-1": "draw", "1/2": "draw"}

TERMINATIONS = {
    "rules": "normal",
    "resigned": "normal",
    "proved": "adjudication",
    "adjudicated": "adjudication",
    "length": "adjudication",
    "time": "time forfeit",
    "illegal move": "rules infraction",
    "unfinished": "unterminated",
    "unknown": "normal",
}
"""How a game ended in the words of the standard; what else there is, is "abandoned"."""

ENDED_BY = {"adjudication": "adjudicated", "time forfeit": "time", "rules infraction": "illegal move"}

COMMAND = re.compile(r"\[%(\w+)\s+([^\]\s][^\]]*)\]")
NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|-?inf")
TIME = re.compile(r"(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)", re.ASCII)


# --- writing ---------------------------------------------------------------------------------------------------------


def write(game: Game, notation: PortableNotation, record: GameRecord) -> str:
    """Return a record as one game of a PGN file. Raises InputError where its moves do not fit the game."""
    states = record.replay(game)
    start_text, start_is_said = _write_start(game, notation, record.start, states[0])
    names = _colours(game)
    players = {names[MAX]: record.max, names[MIN]: record.min}
    tags = _tags_of(record)
    lines = [write_tag(name, tags.pop(name, unknown)) for name, unknown in ROSTER.items()]
    lines += [write_tag(colour, players[colour] or "?") for colour in ("White", "Black")]
    told = {"Result": RESULTS[record.winner]} | dict(notation.tags)
    if start_text:
        told |= {"SetUp": "1", "FEN": start_text}
    if record.control:
        told["TimeControl"] = _write_control(record.control)
    told["Termination"] = TERMINATIONS.get(record.ended_by, "abandoned")
    lines += [write_tag(name, value) for name, value in (tags | told).items()]
    lines.append(write_tag(EXTRAS, write_extras(record, start_is_said)))
    words = [*_movetext(game, notation, record, states), RESULTS[record.winner]]
    return "\n".join([*lines, "", *wrap_words(words), "", ""])


def _colours(game: Game) -> dict[int, str]:
    """Return which player is White, and which is Black."""
    swapped = game.player_names.get(MIN) == "White" or game.player_names.get(MAX) == "Black"
    return {MAX: "Black", MIN: "White"} if swapped else {MAX: "White", MIN: "Black"}


def _tags_of(record: GameRecord) -> dict[str, str]:
    """Return the tags that another program once gave a record."""
    tags = record.more.get("tags")
    if not isinstance(tags, dict):
        return {}
    known = {name: str(value) for name, value in tags.items() if re.fullmatch(r"[A-Za-z0-9_]+", str(name))}
    return {name: value for name, value in known.items() if name not in WRITTEN}


def _write_start(game: Game, notation: PortableNotation, start: str, state: State) -> tuple[str, bool]:
    """Return the position of a game's beginning, "" for the initial one, and whether that says all about it."""
    if start == game.format_state(game.initial()):
        return "", True
    text = (notation.write_start or game.format_state)(state)
    return text, game.format_state((notation.read_start or game.parse_state)(text)) == start


def _write_control(control: str) -> str:
    """Return a control as the standard has it: 60+0.5; - for one that limits something else than time."""
    clock = control.partition(",")[0]
    return clock if "+" in clock else "-"


def _movetext(game: Game, notation: PortableNotation, record: GameRecord, states: list[State]) -> Iterator[str]:
    """Yield the moves, numbered, with their comments, as words to be wrapped."""
    write_move = notation.write_move or game.format_action
    moves = record.line
    number, last = 0, MIN
    for state, move in zip(states, moves, strict=False):
        side = game.player(state)
        if side == MAX or last == side or not number:
            number += 1
            yield f"{number}." if side == MAX else f"{number}..."
        yield write_move(state, parse_legal_action(game, state, move.word))
        yield from _comment(move)
        last = side


def _comment(move: MoveRecord) -> list[str]:
    """Return what is said of a move: {[%eval 0.5,6] [%nodes 2000] [%emt 0:00:00.25] [%clk 0:00:59.75]}."""
    told = []
    if move.value is not None:
        told.append(f"[%eval {move.value!r}{'' if move.depth is None else f',{move.depth}'}]")
    elif move.depth is not None:
        told.append(f"[%depth {move.depth}]")
    if move.nodes is not None:
        told.append(f"[%nodes {move.nodes}]")
    for name, seconds in (("emt", move.time), ("clk", move.clock)):
        if seconds is not None:
            told.append(f"[%{name} {_write_time(seconds)}]")
    if told:
        told[0] = "{" + told[0]
        told[-1] += "}"
    return told


def _write_time(seconds: float) -> str:
    """Return seconds as h:mm:ss, with decimals where there are any.

    >>> _write_time(3723.25), _write_time(9.0)
    ('1:02:03.25', '0:00:09')
    """
    thousandths = round(max(seconds, 0) * 1000)
    minutes, rest = divmod(thousandths, 60_000)
    decimals = f"{rest % 1000:03}".rstrip("0")
    return f"{minutes // 60}:{minutes % 60:02}:{rest // 1000:02}{'.' + decimals if decimals else ''}"


# --- reading ---------------------------------------------------------------------------------------------------------


def texts_of(notation: PortableNotation, text: str) -> Iterator[GameText]:
    """Yield the games of a file in a notation. Raises InputError naming the line and the column."""
    return read_games(text, RESULT_WORDS if notation.results is None else notation.results)


def read(game: Game, notation: PortableNotation, text: str, told: GameText) -> GameRecord:
    """Return one of the games in a text. Raises InputError, one line with the place of what does not fit."""
    return _Reader(game, notation, text, told).read()


class _Reader:
    """Reads one game."""

    def __init__(self, game: Game, notation: PortableNotation, text: str, told: GameText) -> None:
        self.game, self.notation, self.text, self.told = game, notation, text, told
        self.extras = read_extras(told.tags.get(EXTRAS, "{}"))
        self.read_start = notation.read_start or game.parse_state

    def read(self) -> GameRecord:
        """Return its record."""
        game, tags = self.game, self.told.tags
        try:
            check_game(game, self.extras)
            self._check_tags()
            start = self._start()
        except InputError as error:
            raise malformed(self.text, self.told.at, str(error)) from None
        state = read_start(game, start)
        moves: list[MoveRecord] = []
        for move in self._moves():
            word, state = self._play(state, move, len(moves) + 1)
            moves.append(MoveRecord(word, **_numbers(move.comments)))
        names = _colours(game)
        over = bool(game.terminal(state))
        record = GameRecord(
            game=game.name,
            start=start,
            moves=tuple(moves),
            max=_known(tags.get(names[MAX], "")),
            min=_known(tags.get(names[MIN], "")),
            winner=self._winner(),
            ended_by=ENDED_BY.get(tags.get("Termination", "").lower(), "unknown"),
            position=game.format_state(state),
            more=self._more(),
        )
        return complete(game, record, self.extras, over, game.utility(state) if over else None)

    def _moves(self) -> list[MoveText]:
        """Return the moves, without words that are none; comments after such a word are about the move before."""
        if not self.notation.asides:
            return self.told.moves
        aside, moves = re.compile(self.notation.asides), list[MoveText]()
        for move in self.told.moves:
            if not aside.fullmatch(move.word):
                moves.append(MoveText(move.word, move.at, list(move.comments)))
            elif moves:
                moves[-1].comments += move.comments
        return moves

    def _check_tags(self) -> None:
        """Raise InputError where a tag says that this is another game."""
        for name, value in self.notation.tags.items():
            said = self.told.tags.get(name, value)
            if name not in self.notation.names and said.partition(",")[0].strip() != value.partition(",")[0]:
                raise InputError(f"the tag {name} says {shown(said)}; {self.game.name} has {value!r}")
        for name, values in self.notation.names.items():
            said = self.told.tags.get(name, "")
            if said.strip().lower() not in ("", "?", *values):
                raise InputError(f"the tag {name} says {shown(said)}, which {self.game.name} is not")

    def _start(self) -> str:
        """Return the position that the game begins from, in the game's own notation."""
        said = self.told.tags.get("FEN", "").strip()
        if not said:
            return self.game.format_state(self.game.initial())
        start = self.game.format_state(self.read_start(said))
        kept = self.extras.get("start")
        if isinstance(kept, str) and self._write_start(kept) == self._write_start(start):
            return kept
        return start

    def _write_start(self, text: str) -> str:
        """Return a position as the tag FEN has it; "" if it is none."""
        try:
            return (self.notation.write_start or self.game.format_state)(self.game.parse_state(text))
        except InputError:
            return ""

    def _play(self, state: State, move: MoveText, number: int) -> tuple[str, State]:
        """Return a move in the game's own notation, and the state after it. Raises InputError naming the place."""
        game = self.game
        try:
            action = self._action(state, move.word)
        except InputError as error:
            place = f"(game {self.told.number}, move {number})"
            raise malformed(self.text, move.at, f"{error} {place}") from None
        return game.format_action(state, action), game.result(state, action)

    def _action(self, state: State, word: str) -> Action:
        """Return the legal action that a word names."""
        game, read_move = self.game, self.notation.read_move
        if read_move is None or game.terminal(state):
            return parse_legal_action(game, state, word)
        try:
            action = read_move(state, word)
        except InputError:
            raise
        except (ValueError, LookupError):  # what parsing by hand raises
            raise InputError(f"{shown(word)} is no move") from None
        if action not in list(game.actions(state)):
            raise InputError(f"{shown(word)} is not a legal action")
        return action

    def _winner(self) -> str | None:
        """Return who has won, by the tag, or else by how the moves end."""
        said = self.told.tags.get("Result", "*").strip()
        return WINNERS.get(said) or WINNERS.get(self.told.result)

    def _more(self) -> dict[str, Any]:
        """Return the tags that nothing else in a record says."""
        ours = WRITTEN | set(self.notation.tags) | ({"TimeControl"} if self.extras else set())
        told = self.told.tags
        tags = {name: value for name, value in told.items() if name not in ours and ROSTER.get(name) != value}
        return {"tags": tags} if tags else {}


def _known(name: str) -> str:
    return "" if name in ("?", "-") else name


def _numbers(comments: list[str]) -> dict[str, Any]:
    """Return the value, depth, nodes, time and clock in the comments on a move, as far as they are such numbers."""
    said: Mapping[str, str] = {name: value.strip() for each in comments for name, value in COMMAND.findall(each)}
    value, _, depth = said.get("eval", "").partition(",")
    found = {
        "value": _read_value(value),
        "depth": _read_whole(depth or said.get("depth", "")),
        "nodes": _read_whole(said.get("nodes", "")),
        "time": _read_time(said.get("emt", "")),
        "clock": _read_time(said.get("clk", "")),
    }
    return {name: number for name, number in found.items() if number is not None}


def _read_value(text: str) -> Value | None:
    """Return a value; None for what is none, such as a distance to mate."""
    if not NUMBER.fullmatch(text) or len(text) > 400:
        return None
    number = float(text)
    if re.fullmatch(r"[+-]?\d+", text):
        return int(text)
    return number if isfinite(number) or text in ("inf", "-inf") else None


def _read_whole(text: str) -> int | None:
    return int(text) if re.fullmatch(r"\d{1,18}", text, re.ASCII) else None


def _read_time(text: str) -> float | None:
    """Return the seconds of h:mm:ss; None for what is no such time."""
    match = TIME.fullmatch(text)
    if match is None or len(text) > 40:
        return None
    return round(int(match[1] or 0) * 3600 + int(match[2]) * 60 + float(match[3]), 3)
