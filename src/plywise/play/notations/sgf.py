"""SGF: records as text that programs for Go, Othello and other games with stones read, and their text as records."""

import json
import re
from collections.abc import Iterator, Mapping
from math import isfinite
from string import ascii_letters
from typing import Any

from plywise.errors import InputError
from plywise.game import MAX, MIN, Action, Game, State
from plywise.plain_numbers import as_number
from plywise.play.notations.extras import check_game, complete, read_extras, write_extras
from plywise.play.notations.places import malformed, shown
from plywise.play.notations.sgf_text import Node, PropertyValue, TreeText, wrap_nodes, write_property
from plywise.play.record import GameRecord, MoveRecord, read_start
from plywise.record_notation import Point, SmartFormat, Stones

COLOURS = {MAX: "B", MIN: "W"}
SETUP = {"AB": MAX, "AW": MIN, "AE": 0}

EXTRAS, MOVE_EXTRAS = "XR", "XM"
"""Properties of our own: what no other one says of a game, and of a move."""

WRITTEN = {"FF", "GM", "CA", "AP", "SZ", "PB", "PW", "RE", "AB", "AW", "AE", "PL", "B", "W", EXTRAS}
"""The properties of a first node that other fields of a record say."""

REASONS = {
    "resigned": "R",
    "time": "T",
    "illegal move": "F",
    "crash": "F",
    "no answer": "F",
    "garbage": "F",
    "error": "F",
}
ENDED_BY = {"r": "resigned", "resign": "resigned", "t": "time", "time": "time"}

RESULT = re.compile(r"([BW])\+(.*)", re.IGNORECASE)
DRAWS = ("0", "draw", "jigo")

PASSES = ("", "pass", "pa", "--")
OLD_PASS, OLD_PASS_BOARD = "tt", 19
"""A pass on boards of up to 19 rows, in files from before FF[4]."""


# --- writing ---------------------------------------------------------------------------------------------------------


def write(game: Game, notation: SmartFormat, record: GameRecord) -> str:
    """Return a record as a game tree. Raises InputError where its moves do not fit the game."""
    states = record.replay(game)
    root = [
        write_property("FF", "4"),
        write_property("GM", str(notation.number)),
        write_property("CA", "UTF-8"),
        write_property("AP", "Plywise"),
        write_property("SZ", _write_size(notation)),
        *(write_property(name, value) for name, value in notation.properties.items()),
        *(write_property(name, player) for name, player in (("PB", record.max), ("PW", record.min)) if player),
    ]
    result = _write_result(record)
    if result:
        root.append(write_property("RE", result))
    root += [write_property(name, value) for name, value in _properties_of(record, notation).items()]
    setup, start_is_said = _write_setup(game, notation, states[0])
    root += [*setup, write_property(EXTRAS, write_extras(record, start_is_said))]
    nodes = wrap_nodes(list(_write_nodes(game, notation, record, states)))
    return "\n".join([f"(;{''.join(root)}", *filter(None, nodes)]) + ")\n"


def _write_size(notation: SmartFormat) -> str:
    columns, rows = notation.columns, notation.rows
    return str(columns) if columns == rows else f"{columns}:{rows}"


def _write_result(record: GameRecord) -> str:
    """Return the property RE: B+3.5, W+R, 0 for a draw; "" for a game that goes on."""
    if record.winner is None:
        return ""
    if record.winner == "draw":
        return "0"
    points = "" if record.utility is None or not isfinite(record.utility) else f"{abs(record.utility)}"
    return f"{'B' if record.winner == 'MAX' else 'W'}+{points or REASONS.get(record.ended_by, '')}"


def _properties_of(record: GameRecord, notation: SmartFormat) -> dict[str, str]:
    """Return the properties that another program once gave a record."""
    tags = record.more.get("tags")
    if not isinstance(tags, dict):
        return {}
    ours = WRITTEN | set(notation.properties)
    return {name: str(value) for name, value in tags.items() if re.fullmatch("[A-Z]+", str(name)) and name not in ours}


def _write_setup(game: Game, notation: SmartFormat, start: State) -> tuple[list[str], bool]:
    """Return the properties of the position that a game begins from, and whether they say all about it."""
    stones, initial = notation.stones_of(start), game.initial()
    text = game.format_state(start)
    is_initial = text == game.format_state(initial)
    if is_initial and not (stones.black or stones.white):
        return [], True
    told = [
        write_property(name, *sorted(_write_point(notation, point) for point in points))
        for name, points in (("AB", stones.black), ("AW", stones.white))
        if points
    ]
    told.append(write_property("PL", COLOURS[stones.side]))
    return told, is_initial or game.format_state(notation.place(stones)) == text


def _write_nodes(game: Game, notation: SmartFormat, record: GameRecord, states: list[State]) -> Iterator[str]:
    """Yield the moves as nodes."""
    moves = record.line
    for state, move in zip(states, moves, strict=False):
        side = game.player(state)
        point = notation.point_of(game.parse_action(state, move.word))
        told = write_property(COLOURS[side], "" if point is None else _write_point(notation, point))
        yield f";{told}{''.join(_write_numbers(side, move))}"


def _write_numbers(side: int, move: MoveRecord) -> Iterator[str]:
    """Yield what is said of a move: its value and the clock as properties of the standard, the rest as JSON."""
    told = move.to_dict()
    del told["word"]
    if move.value is not None and isfinite(move.value):
        yield write_property("V", repr(told.pop("value")))
    if move.clock is not None:
        yield write_property(f"{COLOURS[side]}L", repr(told.pop("clock")))
    if told:
        yield write_property(MOVE_EXTRAS, json.dumps(told))


def _write_point(notation: SmartFormat, point: Point) -> str:
    column, row = point
    return ascii_letters[column] + (str(row + 1) if notation.named else ascii_letters[row])


# --- reading ---------------------------------------------------------------------------------------------------------


def read(game: Game, notation: SmartFormat, text: str, tree: TreeText) -> GameRecord:
    """Return one of the games in a text. Raises InputError, one line with the place of what does not fit."""
    return _Reader(game, notation, text, tree).read()


class _Reader:
    """Reads one game."""

    def __init__(self, game: Game, notation: SmartFormat, text: str, tree: TreeText) -> None:
        self.game, self.notation, self.text, self.tree = game, notation, text, tree
        self.root = tree.nodes[0]
        self.extras = read_extras(self._said(EXTRAS, "{}"))

    def read(self) -> GameRecord:
        """Return its record."""
        game = self.game
        try:
            check_game(game, self.extras)
        except InputError as error:
            raise malformed(self.text, self.tree.at, str(error)) from None
        self._check_root()
        begun, start = self._start()
        state, moves = read_start(game, start), []
        for node in self.tree.nodes[begun:]:
            for word, after in self._play(state, node):
                moves.append(MoveRecord(word, **_numbers(node)))
                state = after
        winner, ended_by = _read_result(self._said("RE", ""))
        if winner is not None and not self.extras:
            state = self._add_forced_passes(state, moves)
        over = bool(game.terminal(state))
        record = GameRecord(
            game=game.name,
            start=start,
            moves=tuple(moves),
            max=self._said("PB", ""),
            min=self._said("PW", ""),
            winner=winner,
            ended_by=ended_by,
            position=game.format_state(state),
            more=self._more(),
        )
        return complete(game, record, self.extras, over, game.utility(state) if over else None)

    def _said(self, name: str, otherwise: str) -> str:
        """Return what a property of the first node says, on one line."""
        return " ".join(self.root[name][0].text.split()) if name in self.root else otherwise

    def _fault(self, name: str, value: PropertyValue, what: str) -> InputError:
        return malformed(self.text, value.at, f"{name}[{shown(value.text)[1:-1]}]: {what}")

    def _check_root(self) -> None:
        """Raise InputError where a property says that this is another game."""
        notation = self.notation
        size = f"{notation.columns}:{notation.rows}"
        expected = {"GM": str(notation.number), "SZ": size} | dict(notation.properties)
        for name, wanted in expected.items():
            if name in self.root:
                value = self.root[name][0]
                said = value.text.strip()
                if name == "SZ" and ":" not in said:
                    said = f"{said}:{said}"
                if not all(map(_is_same, said.split(":"), wanted.split(":"))):
                    raise self._fault(name, value, f"{self.game.name} has {name}[{wanted}]")

    # --- the start ----------------------------------------------------------------------------------------------------

    def _start(self) -> tuple[int, str]:
        """Return the number of the first node with a move, and the position before it in the game's notation."""
        nodes = self.tree.nodes
        begun = next((number for number, node in enumerate(nodes) if "B" in node or "W" in node), len(nodes))
        initial = self.game.initial()
        before = nodes[: begun + 1]
        stones = self._set_up(self.notation.stones_of(initial), before)
        if begun < len(nodes) and not any("PL" in node for node in before):
            stones = stones._replace(side=MAX if "B" in nodes[begun] else MIN)
        if not any(name in node for node in before for name in (*SETUP, "PL")) and stones.side == MAX:
            return begun, self.game.format_state(initial)
        kept = self.extras.get("start")
        if isinstance(kept, str) and self._stones_in(kept) == stones:
            return begun, kept
        try:
            return begun, self.game.format_state(self.notation.place(stones))
        except InputError as error:
            raise malformed(self.text, self.tree.at, f"its position cannot be: {error}") from None

    def _set_up(self, stones: Stones, nodes: list[Node]) -> Stones:
        """Return what lies on the board after stones are set up."""
        for node in nodes:
            for name, colour in SETUP.items():
                for value in node.get(name, []):
                    points = frozenset(self._points(name, value))
                    black = stones.black | points if colour == MAX else stones.black - points
                    white = stones.white | points if colour == MIN else stones.white - points
                    stones = Stones(black, white, stones.side)
            for value in node.get("PL", []):
                stones = stones._replace(side=self._colour(value))
        return stones

    def _stones_in(self, position: str) -> Stones | None:
        """Return what lies on the board in a position; None if it is none."""
        try:
            return self.notation.stones_of(self.game.parse_state(position))
        except InputError:
            return None

    def _colour(self, value: PropertyValue) -> int:
        word = value.text.strip().lower()
        if word not in ("b", "black", "1", "w", "white", "2"):
            raise self._fault("PL", value, "a colour is B or W")
        return MAX if word in ("b", "black", "1") else MIN

    # --- points -------------------------------------------------------------------------------------------------------

    def _points(self, name: str, value: PropertyValue) -> Iterator[Point]:
        """Yield the points of a list, where dc:fe stands for a rectangle."""
        first, colon, last = value.text.strip().partition(":")
        left, top = self._point(name, value, first)
        right, bottom = self._point(name, value, last) if colon else (left, top)
        for column in range(min(left, right), max(left, right) + 1):
            for row in range(min(top, bottom), max(top, bottom) + 1):
                yield column, row

    def _point(self, name: str, value: PropertyValue, word: str) -> Point:
        """Return the point that a word names. Raises InputError."""
        columns, rows = self.notation.columns, self.notation.rows
        text = word.strip() if max(columns, rows) > 26 else word.strip().lower()
        column = ascii_letters.find(text[:1]) if text else -1
        if self.notation.named and re.fullmatch(r"\d{1,2}", text[1:], re.ASCII):
            row = int(text[1:]) - 1
        else:
            row = ascii_letters.find(text[1:]) if len(text) == 2 else -1
        if not (0 <= column < columns and 0 <= row < rows):
            raise self._fault(name, value, f"{shown(word)} is no point of a board of {columns}x{rows}")
        return column, row

    # --- moves --------------------------------------------------------------------------------------------------------

    def _play(self, state: State, node: Node) -> Iterator[tuple[str, State]]:
        """Yield the move of a node in the game's own notation with the state after it, and a pass before it if need be.

        A colour that moves twice running has been passed to; many programs for Othello leave such passes out.
        """
        self._check_node(node)
        for name, side in (("B", MAX), ("W", MIN)):
            for value in node.get(name, []):
                if self.game.terminal(state):
                    raise self._fault(name, value, "the game is over")
                if self.game.player(state) != side:
                    passing = self.notation.action_at(None)
                    if passing not in list(self.game.actions(state)):
                        raise self._fault(name, value, f"it is the turn of {COLOURS[-side]}")
                    yield self._after(state, passing)
                    state = self.game.result(state, passing)
                yield self._after(state, self._action(name, value, state))

    def _check_node(self, node: Node) -> None:
        """Raise InputError for stones set up, and for more moves than one, once the game has begun."""
        moves = [(name, value) for name in ("B", "W") for value in node.get(name, [])]
        if len(moves) > 1:
            raise self._fault(*moves[1], "a node has one move")
        if not moves:
            for name in SETUP:
                for value in node.get(name, []):
                    raise self._fault(name, value, "stones are set up in the middle of a game")

    def _action(self, name: str, value: PropertyValue, state: State) -> Action:
        """Return the legal action that a property names. Raises InputError."""
        word = value.text.strip().lower()
        small = max(self.notation.columns, self.notation.rows) <= OLD_PASS_BOARD
        point = None if word in PASSES or (small and word == OLD_PASS) else self._point(name, value, value.text)
        action = self.notation.action_at(point)
        if action not in list(self.game.actions(state)):
            raise self._fault(name, value, f"{self.game.format_action(state, action)} is not a legal action")
        return action

    def _after(self, state: State, action: Action) -> tuple[str, State]:
        return self.game.format_action(state, action), self.game.result(state, action)

    def _add_forced_passes(self, state: State, moves: list[MoveRecord]) -> State:
        """Return the state after the passes that end a game because nobody can move, which many files leave out."""
        game, passing = self.game, self.notation.action_at(None)
        while not game.terminal(state) and list(game.actions(state)) == [passing]:
            word, state = self._after(state, passing)
            moves.append(MoveRecord(word))
        return state

    def _more(self) -> dict[str, Any]:
        """Return the properties of the first node that nothing else in a record says."""
        ours = WRITTEN | set(self.notation.properties)
        tags = {name: " ".join(values[0].text.split()) for name, values in self.root.items() if name not in ours}
        return {"tags": tags} if tags else {}


def _is_same(said: str, wanted: str) -> bool:
    """Return whether two values of a property are the same, as numbers if they are numbers."""
    try:
        return said == wanted or float(said) == float(wanted)
    except ValueError:
        return False


def _read_result(said: str) -> tuple[str | None, str]:
    """Return who has won, and why if that is said."""
    match = RESULT.match(said)
    if match is None:
        return ("draw", "unknown") if said.lower() in DRAWS else (None, "unfinished")
    reason = match[2].strip().lower()
    return "MAX" if match[1].upper() == "B" else "MIN", ENDED_BY.get(reason, "unknown")


def _numbers(node: Node) -> dict[str, Any]:
    """Return the value, depth, nodes, time and clock that a node says of its move."""
    found: dict[str, Any] = {}
    said: Mapping[str, Any] = read_extras(node[MOVE_EXTRAS][0].text) if MOVE_EXTRAS in node else {}
    try:
        kept = GameRecord.from_dict(
            {"plywise": "game record", "game": "", "start": "", "moves": [{"word": "", **said}]}
        )
        found = {name: number for name, number in vars(kept.moves[0]).items() if number is not None and name != "word"}
    except (InputError, TypeError):
        found = {}
    clock = "BL" if "B" in node else "WL"
    for name, field in (("V", "value"), (clock, "clock")):
        number = _read_number(node[name][0].text) if name in node else None
        if number is not None:
            found[field] = number
    return found


def _read_number(text: str) -> float | int | None:
    """Return a number; None for anything else."""
    try:
        return int(text) if re.fullmatch(r"[+-]?\d{1,300}", text.strip(), re.ASCII) else as_number(float(text))
    except ValueError:
        return None
