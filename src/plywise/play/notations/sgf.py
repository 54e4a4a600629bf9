"""Read and write game records in SGF, the notation of Go, Othello and other games with stones."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isfinite
from string import ascii_letters
from typing import Any

from plywise.errors import InputError
from plywise.game import MAX, MIN, Action, Game, State, Value, parse_legal_action
from plywise.game.record_notation import Point, RecordHeader, SmartFormat, Stones
from plywise.play.move_record import MAX_NESTING
from plywise.play.notations.extras import check_game, complete, hint, read_extras, write_extras
from plywise.play.notations.ggf import as_sgf, is_ggf
from plywise.play.notations.places import malformed, shown
from plywise.play.notations.sgf_notes import (
    COLOURS,
    SETUP,
    add_behind,
    raw_line,
    raw_property,
    read_fields,
    read_notes,
    write_fields,
    write_notes,
)
from plywise.play.notations.sgf_text import Node, PropertyValue, TreeText, read_trees, wrap_nodes, write_property
from plywise.play.record import GameRecord, MoveRecord, Notes, read_start

SETUP_PROPERTIES = frozenset({*SETUP, "PL"})
PLAYED = SETUP_PROPERTIES | {"B", "W"}

EXTRAS = "XR"
"""A custom property for fields of a record without a standard property."""

WRITTEN = {"FF", "GM", "CA", "AP", "SZ", "PB", "PW", "RE", "AB", "AW", "AE", "PL", "B", "W", EXTRAS}
"""Properties of the root written from fields of a record."""

NOTES = {
    *("C", "N", "DM", "GB", "GW", "HO", "UC", "V", "BM", "DO", "IT", "TE"),
    *("AR", "CR", "DD", "LB", "LN", "MA", "SL", "SQ", "TR", "L", "M", "TB", "TW", "VW", "FG", "PM", "MN", "KO"),
}
"""Properties of the root about the position, not about the game."""

REASONS = {
    "resigned": "R",
    "time": "T",
    "illegal move": "F",
    "crash": "F",
    "no answer": "F",
    "garbage": "F",
    "error": "F",
}
ENDED_BY = {"r": "resigned", "res": "resigned", "resign": "resigned", "t": "time", "time": "time"}

RESULT = re.compile(r"(b|w|black|white)\s*\+\s*(.*)", re.IGNORECASE)
POINTS = re.compile(r"\d{1,6}(?:[.,]\d{1,3})?", re.ASCII)
DRAWS = ("0", "draw", "jigo")

RAW_MOVE = re.compile(r"(?:[BW]\[(?:[^\]\\]|\\.)*\])+", re.DOTALL)
"""An illegal move in a variation, kept as in the file."""

RESULT_TEXT, BEHIND_END = "result", "behind_end"
"""Keys in a record's `more`: the file's result, if Plywise would write another; the nodes after the end of the game."""

PASSES = ("", "pass", "pa", "--")
OLD_PASS, OLD_PASS_BOARD = "tt", 19
"""A pass on boards of up to 19 rows, in files older than FF[4]."""


# --- writing ---------------------------------------------------------------------------------------------------------


def write(game: Game, notation: SmartFormat, record: GameRecord) -> str:
    """Return a record as a game tree. Raises InputError if its moves do not fit the game."""
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
    setup, has_start = _write_setup(game, notation, states[0])
    others = {name: value for name, value in record.more.items() if name not in (RESULT_TEXT, BEHIND_END)}
    extras = write_extras(replace(record, more=others), has_start)
    root += [*setup, write_property(EXTRAS, extras), *write_notes(record.notes)]
    line, behind = _line_of(record)
    nodes = _Writer(game, notation).line(states[0], line, begins=False, end=behind)
    return "\n".join([f"(;{''.join(root)}", *filter(None, wrap_nodes(list(nodes)))]) + ")\n"


def _write_size(notation: SmartFormat) -> str:
    columns, rows = notation.columns, notation.rows
    return str(columns) if columns == rows else f"{columns}:{rows}"


def _write_result(record: GameRecord) -> str:
    """Return the property RE: the text of the file that the game was read from, if it still holds."""
    text = _current_text(record, RESULT_TEXT)
    winner, ended_by, _ = _read_result(text)
    if text and winner in (None, record.winner) and record.ended_by in (ended_by, "rules"):
        return text
    return _our_result(record)


def _current_text(record: GameRecord, name: str) -> str:
    """Return a text kept by `_keep_text`; "" if the game has had further moves since."""
    kept = record.more.get(name)
    if isinstance(kept, dict) and kept.get("plies") == len(record.words) and isinstance(kept.get("text"), str):
        return str(kept["text"])
    return ""


def _line_of(record: GameRecord) -> tuple[Sequence[MoveRecord], str]:
    """Return the moves, and the nodes after the end of the game.

    If the game was continued since, these nodes become notes on the move they followed, without their stones and moves,
    which are not part of the continued game.
    """
    behind, line = record.more.get(BEHIND_END), list(record.line)
    try:
        text, plies = behind["text"], int(behind["plies"])  # type: ignore[index]  # otherwise from another program
        (tree,) = read_trees(f"({text})")
    except (InputError, ValueError, LookupError, TypeError):
        return line, ""
    if plies == len(line):
        return line, text
    if 0 < plies < len(line):
        notes = line[plies - 1].notes
        for node in tree.nodes:
            notes = add_behind(notes, node, PLAYED) if node.keys() - PLAYED else notes
        line[plies - 1] = replace(line[plies - 1], notes=notes)
    return line, ""


def _keep_text(record: GameRecord, name: str, text: str) -> GameRecord:
    """Return a record with a text of its file, valid for the present number of moves; "" removes it."""
    more = {each: value for each, value in record.more.items() if each != name}
    return replace(record, more=more | ({name: {"text": text, "plies": len(record.words)}} if text else {}))


def _our_result(record: GameRecord) -> str:
    """Return the property RE: B+3.5, W+R, 0 for a draw; "" for an unfinished game."""
    if record.winner is None:
        return ""
    if record.winner == "draw":
        return "0"
    points = "" if record.utility is None or not isfinite(record.utility) else f"{abs(record.utility)}"
    return f"{'B' if record.winner == 'MAX' else 'W'}+{points or REASONS.get(record.ended_by, '')}"


def _properties_of(record: GameRecord, notation: SmartFormat) -> dict[str, str]:
    """Return the properties of the file that a record was read from."""
    tags = record.more.get("tags")
    if not isinstance(tags, dict):
        return {}
    ours = WRITTEN | set(notation.properties)
    return {name: str(value) for name, value in tags.items() if re.fullmatch("[A-Z]+", str(name)) and name not in ours}


def _write_setup(game: Game, notation: SmartFormat, start: State) -> tuple[list[str], bool]:
    """Return the properties of the initial position, and whether they describe it completely."""
    stones, initial = notation.stones_of(start), game.initial()
    text = game.format_state(start)
    is_initial = text == game.format_state(initial)
    if is_initial and not (stones.black or stones.white):
        return [], True
    setup = [
        write_property(name, *sorted(_write_point(notation, point) for point in points))
        for name, points in (("AB", stones.black), ("AW", stones.white))
        if points
    ]
    setup.append(write_property("PL", COLOURS[stones.side]))
    return setup, is_initial or game.format_state(notation.place(stones)) == text


class _Writer:
    """Writes moves as nodes; the variations of a move follow the rest of its line."""

    def __init__(self, game: Game, notation: SmartFormat) -> None:
        self.game, self.notation = game, notation

    def line(self, state: State | None, moves: Sequence[MoveRecord], begins: bool, end: str = "") -> Iterator[str]:
        """Yield the nodes of a line of moves.

        state: before the first move; None: unknown. begins: the line begins a variation, so that the variations of its
        first move are written elsewhere. end: text after the last node.
        """
        split: list[tuple[State | None, MoveRecord]] = []
        for number, move in enumerate(moves):
            others = bool(move.notes.variations) and not (begins and number == 0)
            if others:
                split.append((state, move))
            node, state = self._node(state, move)
            yield ("(" if others else "") + node
        yield end
        for before, move in reversed(split):
            yield ")"
            for variation in move.notes.variations:
                yield from self._variation(before, variation)

    def _variation(self, state: State | None, moves: Sequence[MoveRecord]) -> Iterator[str]:
        if moves:
            yield "("
            yield from self.line(state, moves, begins=True)
            yield ")"
            for variation in moves[0].notes.variations:
                yield from self._variation(state, variation)

    def _node(self, state: State | None, move: MoveRecord) -> tuple[str, State | None]:
        """Return the node of a move, and the state after it, or None if the move cannot be played."""
        action = self._action(state, move.word)
        if state is None or action is None:
            text = move.word if RAW_MOVE.fullmatch(move.word) else write_property("C", move.word) if move.word else ""
            after = None if text or SETUP.keys() & move.notes.properties.keys() else state
            return f";{text}{write_fields(MIN if text[:1] == 'W' else MAX, move)}", after
        side, point = self.game.player(state), self.notation.point_of(action[0])
        text = write_property(COLOURS[side], "" if point is None else _write_point(self.notation, point))
        return f";{text}{write_fields(side, move)}", self.game.result(state, action[0])

    def _action(self, state: State | None, word: str) -> tuple[Action] | None:
        """Return the legal action named by a word in a tuple; None if there is none."""
        if state is None or not word:
            return None
        try:
            return (parse_legal_action(self.game, state, word),)
        except InputError:
            return None


def _write_point(notation: SmartFormat, point: Point) -> str:
    column, row = point
    return ascii_letters[column] + (str(row + 1) if notation.named else ascii_letters[row])


# --- reading ---------------------------------------------------------------------------------------------------------


def trees_of(text: str) -> Iterator[TreeText]:
    """Yield the games in a text; GGF is converted to SGF. Raises InputError with the line and the column."""
    for tree in read_trees(text):
        yield as_sgf(text, tree) if is_ggf(tree) else tree


def header_of(tree: TreeText, extension: str = "") -> RecordHeader:
    """Return the header of a game. extension: of its file."""
    properties = {name: values[0].text.strip() for name, values in tree.nodes[0].items()}
    return RecordHeader("sgf", extension, {name: value for name, value in properties.items() if value})


def read(game: Game, notation: SmartFormat, text: str, tree: TreeText) -> GameRecord:
    """Return the record of a game. Raises InputError, one line with the place of the fault."""
    return _Reader(game, notation, text, tree).read()


def remarks_on(record: GameRecord) -> list[str]:
    """Return remarks on a game that was read: whether it has moves after its end."""
    behind = record.more.get(BEHIND_END, {})
    if not re.search(r"\b[BW]\[\w", str(behind.get("text", ""))):
        return []
    return [f"the game is over after move {len(record.words)}; later moves are kept, but not played"]


class _Reader:
    """Reads one game."""

    def __init__(self, game: Game, notation: SmartFormat, text: str, tree: TreeText) -> None:
        self.game, self.notation, self.text, self.tree = game, notation, text, tree
        self.root = tree.nodes[0]
        self.extras = read_extras(self._property(EXTRAS, "{}"))

    def read(self) -> GameRecord:
        """Return its record."""
        game = self.game
        try:
            check_game(game, self.extras)
        except InputError as error:
            raise malformed(self.text, self.tree.at, str(error)) from None
        self._check_root()
        begun, start = self._start()
        state, moves, behind = self._main_line(read_start(game, start), self.tree.nodes[begun:])
        winner, ended_by, utility = _read_result(self._property("RE", ""))
        if winner is not None and not self.extras:
            state = self._add_forced_passes(state, moves)
        over = bool(game.terminal(state))
        record = GameRecord(
            game=game.name,
            start=start,
            moves=tuple(moves),
            max=self._property("PB", ""),
            min=self._property("PW", ""),
            utility=utility,
            winner=winner,
            ended_by=ended_by,
            position=game.format_state(state),
            more=self._more(),
            notes=self._notes(self.tree.nodes[1:begun]),
        )
        record = complete(game, record, self.extras, over, game.utility(state) if over else None)
        result = self._property("RE", "")
        record = _keep_text(record, RESULT_TEXT, result if result != _our_result(record) else "")
        return _keep_text(record, BEHIND_END, raw_line(behind))

    def _property(self, name: str, default: str) -> str:
        """Return a property of the root on one line."""
        return " ".join(self.root[name][0].text.split()) if name in self.root else default

    def _fault(self, name: str, value: PropertyValue, what: str) -> InputError:
        return malformed(self.text, value.at, f"{name}[{shown(value.text)[1:-1]}]: {what}")

    def _check_root(self) -> None:
        """Raise InputError if a property names another game."""
        notation = self.notation
        size = f"{notation.columns}:{notation.rows}"
        expected = {"GM": str(notation.number), "SZ": size} | dict(notation.properties)
        for name, wanted in expected.items():
            given = self._property(name, "")
            if given and not _matches(name, given, wanted, self.game):
                more = hint(self.game, header_of(self.tree))
                raise self._fault(name, self.root[name][0], f"{self.game.name} has {name}[{wanted}]{more}")

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
            raise malformed(self.text, self.tree.at, f"its position is impossible: {error}") from None

    def _set_up(self, stones: Stones, nodes: list[Node]) -> Stones:
        """Return the stones on the board after the set-up properties of some nodes."""
        for node in nodes:
            for name, colour in SETUP.items():
                for value in filter(_is_filled, node.get(name, [])):
                    points = frozenset(self._points(name, value))
                    black = stones.black | points if colour == MAX else stones.black - points
                    white = stones.white | points if colour == MIN else stones.white - points
                    stones = Stones(black, white, stones.side)
            for value in filter(_is_filled, node.get("PL", [])):
                stones = stones._replace(side=self._colour(value))
        return stones

    def _stones_in(self, position: str) -> Stones | None:
        """Return the stones of a position; None if the text is not a position."""
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
        """Yield the points of a list, where dc:fe is a rectangle."""
        first, colon, last = value.text.strip().partition(":")
        left, top = self._point(name, value, first)
        right, bottom = self._point(name, value, last) if colon else (left, top)
        for column in range(min(left, right), max(left, right) + 1):
            for row in range(min(top, bottom), max(top, bottom) + 1):
                yield column, row

    def _point(self, name: str, value: PropertyValue, word: str) -> Point:
        """Return the point named by a word. Raises InputError."""
        columns, rows = self.notation.columns, self.notation.rows
        text = word.strip() if max(columns, rows) > 26 else word.strip().lower()
        column = ascii_letters.find(text[:1]) if text else -1
        if self.notation.named and re.fullmatch(r"\d{1,2}", text[1:], re.ASCII):
            row = int(text[1:]) - 1
        else:
            row = ascii_letters.find(text[1:]) if len(text) == 2 else -1
        if not (0 <= column < columns and 0 <= row < rows):
            raise self._fault(name, value, f"{shown(word)} is not a point of a board of {columns}x{rows}")
        return column, row

    # --- moves --------------------------------------------------------------------------------------------------------

    def _main_line(self, state: State, nodes: Sequence[Node]) -> tuple[State, list[MoveRecord], Sequence[Node]]:
        """Return the state after the moves in nodes, the moves, and the nodes after the end of the game."""
        moves: list[MoveRecord] = []
        variations: list[TreeText] = []
        last = max((number for number, node in enumerate(nodes) if _has_move(node)), default=-1)
        for number, node in enumerate(nodes):
            if self.game.terminal(state) if number <= last else any(map(_is_more_than_notes, nodes[number:])):
                return state, moves, nodes[number:]
            variations += node.variations
            if not _has_move(node):
                self._check_setup(node)
                moves[-1] = replace(moves[-1], notes=add_behind(moves[-1].notes, node))
                continue
            before, words = state, self._play(state, node)
            for word, after in words:
                moves.append(MoveRecord(word))
                state = after
            if node is not self.root:
                moves[-1] = self._annotated(moves[-1], before, node, variations)
            variations = []
        return state, moves, ()

    def _annotated(
        self, move: MoveRecord, before: State | None, node: Node, variations: Sequence[TreeText], nesting: int = 0
    ) -> MoveRecord:
        """Return a move with the annotations of its node and its variations."""
        fields = read_fields(node)
        lines = tuple(self._variation(before, line, nesting + 1) for line in variations)
        return replace(move, **fields | {"notes": replace(fields["notes"], variations=lines)})

    def _variation(self, state: State | None, line: TreeText, nesting: int) -> tuple[MoveRecord, ...]:
        """Return the moves of a variation. state: before it; None: unknown.

        An illegal move and those after it are kept as in the file.
        """
        if nesting > MAX_NESTING:
            raise malformed(self.text, line.at, f"variations are nested more than {MAX_NESTING} deep")
        moves: list[MoveRecord] = []
        for node in line.nodes:
            before = state
            played, state = self._try(state, node)
            moves += map(MoveRecord, played)
            moves[-1] = self._annotated(moves[-1], before, node, node.variations, nesting)
        return tuple(moves)

    def _try(self, state: State | None, node: Node) -> tuple[list[str], State | None]:
        """Return the moves of a node, and the state after them, or None if it is unknown."""
        if not _has_move(node):
            return [""], None if SETUP.keys() & node.keys() else state
        try:
            if state is not None and not self.game.terminal(state):
                played = list(self._play(state, node))
                return [word for word, _ in played], played[-1][1]
        except InputError:
            pass
        return ["".join(raw_property(name, node[name]) for name in ("B", "W") if name in node)], None

    def _notes(self, nodes: Sequence[Node]) -> Notes:
        """Return the notes on the initial position: in the root, and in nodes without a move after it."""
        others = {name for name in self.root if name not in NOTES and len(self.root[name]) == 1} | WRITTEN
        notes = read_notes(self.root, others | set(self.notation.properties))
        for node in nodes:
            if node.keys() - SETUP_PROPERTIES:
                notes = add_behind(notes, node, SETUP_PROPERTIES)
        return notes

    def _play(self, state: State, node: Node) -> Iterator[tuple[str, State]]:
        """Yield the move of a node in the game's notation with the state after it, preceded by a missing pass.

        If a colour moves twice in a row, the other has passed; many programs for Othello omit such passes.
        """
        moves = [(name, side, value) for name, side in (("B", MAX), ("W", MIN)) for value in node.get(name, [])]
        if len(moves) > 1:
            raise self._fault(moves[1][0], moves[1][2], "a node has one move")
        name, side, value = moves[0]
        if self.game.terminal(state):
            raise self._fault(name, value, "the game is over")
        if self.game.player(state) != side:
            passing = self.notation.action_at(None)
            if passing not in list(self.game.actions(state)):
                raise self._fault(name, value, f"it is the turn of {COLOURS[-side]}")
            yield self._after(state, passing)
            state = self.game.result(state, passing)
        yield self._after(state, self._action(name, value, state))

    def _check_setup(self, node: Node) -> None:
        """Raise InputError for stones set up after the first move."""
        for name in SETUP:
            for value in node.get(name, []):
                raise self._fault(name, value, "stones are set up in the middle of a game")

    def _action(self, name: str, value: PropertyValue, state: State) -> Action:
        """Return the legal action named by a property. Raises InputError."""
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
        """Return the state after the passes that end a game in which neither player can move; many files omit them."""
        game, passing = self.game, self.notation.action_at(None)
        while not game.terminal(state) and list(game.actions(state)) == [passing]:
            word, state = self._after(state, passing)
            moves.append(MoveRecord(word))
        return state

    def _more(self) -> dict[str, Any]:
        """Return the properties of the root about the game that no field of a record covers."""
        ours = WRITTEN | NOTES | set(self.notation.properties)
        tags = {name: values[0].text for name, values in self.root.items() if name not in ours and len(values) == 1}
        return {"tags": tags} if tags else {}


def _is_more_than_notes(node: Node) -> bool:
    return bool(SETUP.keys() & node.keys() or node.variations)


def _has_move(node: Node) -> bool:
    return "B" in node or "W" in node


def _is_filled(value: PropertyValue) -> bool:
    return bool(value.text.strip())


def _matches(name: str, given: str, wanted: str, game: Game) -> bool:
    """Return whether a property of the root has the wanted value."""
    if name == "GM" and given.lower() == game.name.partition(":")[0]:
        return True
    if name == "SZ":
        return read_size(given) == wanted
    return _is_same(given.replace(",", "."), wanted)


def read_size(text: str) -> str:
    """Return the size of a board as columns:rows; other texts are unchanged.

    >>> read_size("5"), read_size("05:4"), read_size("4x3")
    ('5:5', '5:4', '4:3')
    """
    sides = re.split(r"\s*[:x,]\s*", text.strip())
    if len(sides) > 2 or not all(re.fullmatch(r"\d{1,4}", side, re.ASCII) for side in sides):
        return text
    return ":".join(str(int(side)) for side in (sides * 2)[:2])


def _is_same(given: str, wanted: str) -> bool:
    """Return whether two values of a property are equal, as numbers if they are numbers."""
    try:
        return given == wanted or float(given) == float(wanted)
    except ValueError:
        return False


def _read_result(text: str) -> tuple[str | None, str, Value | None]:
    """Return the winner, the ending if given, and the outcome in points from Black's view."""
    match = RESULT.match(text)
    if match is None:
        return ("draw", "unknown", None) if text.lower() in DRAWS else (None, "unfinished", None)
    side, rest = (MAX if match[1][0] in "Bb" else MIN), match[2].strip().lower()
    points = POINTS.match(rest)
    utility = None if points is None else side * _number(points[0])
    return "MAX" if side == MAX else "MIN", ENDED_BY.get(rest, "unknown"), utility or None


def _number(text: str) -> Value:
    """Parse a number that may have a decimal comma, as an int if it is whole."""
    number = float(text.replace(",", "."))
    return int(number) if number.is_integer() else number
