"""Read and write game records in PGN and its relatives, such as PDN."""

import re
from collections.abc import Iterator, Sequence
from functools import cache, cached_property, lru_cache
from typing import Any

from plywise.errors import InputError
from plywise.game import MAX, MIN, Action, Game, State, parse_legal_action
from plywise.game.record_notation import PortableNotation
from plywise.play.notations.extras import check_game, complete, is_old, read_extras, write_extras
from plywise.play.notations.move_comments import MoveComments
from plywise.play.notations.pgn_text import RESULTS as RESULT_WORDS
from plywise.play.notations.pgn_text import (
    SIGNS,
    GameText,
    MoveText,
    join_words,
    number_of,
    plain_result,
    read_games,
    wrap_words,
    write_comment,
    write_tag,
)
from plywise.play.notations.places import malformed, shown
from plywise.play.record import NO_NOTES, GameRecord, MoveRecord, Notes, read_start

ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?"}
"""The required tags with their values for unknown; the players and the result follow them."""

EXTRAS = "Plywise"
"""The tag for fields of a record without a standard tag."""

WRITTEN = {"White", "Black", "Result", "SetUp", "FEN", "Termination", EXTRAS}
"""Tags written from fields of a record."""

PLY_COUNT, LAST_POSITION = "PlyCount", "CurrentPosition"
"""Tags that follow from the moves: if a file has them, they are recomputed."""

RESULTS = {"MAX": "1-0", "MIN": "0-1", "draw": "1/2-1/2", None: "*"}
WINNERS = {"1-0": "MAX", "2-0": "MAX", "0-1": "MIN", "0-2": "MIN", "1/2-1/2": "draw", "1-1": "draw"}
NO_WINNERS = ("0-0",)
"""Results of a finished game that neither player wins or draws."""

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
"""The standard's words for the endings; any other is "abandoned"."""

ENDED_BY = {"adjudication": "adjudicated", "time forfeit": "time", "rules infraction": "illegal move"}

BOOK = "book"
"""The comment on a move of the opening, as match programs write it."""


def _termination_of(record: GameRecord) -> str:
    """Return the Termination tag: the standard's word, or the text of the file that the record was read from."""
    standard = TERMINATIONS.get(record.ended_by, "abandoned")
    given = _tags_of(record).get("Termination", "")
    is_custom = given.lower() not in ("", *TERMINATIONS.values(), "abandoned", "death", "emergency")
    return given if given.lower() == standard or (is_custom and record.ended_by == "unknown") else standard


def _tags_of(record: GameRecord) -> dict[str, str]:
    """Return the tags of the file that a record was read from."""
    tags = record.more.get("tags")
    if not isinstance(tags, dict):
        return {}
    return {name: str(value) for name, value in tags.items() if re.fullmatch(r"[A-Za-z0-9_]+", str(name))}


def _colours(game: Game) -> dict[int, str]:
    """Return which player is White, and which is Black."""
    swapped = game.player_names.get(MIN) == "White" or game.player_names.get(MAX) == "Black"
    return {MAX: "Black", MIN: "White"} if swapped else {MAX: "White", MIN: "Black"}


# --- writing ---------------------------------------------------------------------------------------------------------


def write(game: Game, notation: PortableNotation, record: GameRecord) -> str:
    """Return a record as a game of a PGN file. Raises InputError if its moves do not fit the game."""
    return _Writer(game, notation, record).text()


class _Writer:
    """Writes one game."""

    def __init__(self, game: Game, notation: PortableNotation, record: GameRecord) -> None:
        self.game, self.notation, self.record = game, notation, record
        self.states = record.replay(game)
        self.comments = MoveComments(game, notation.unit)
        self.write_move = notation.write_move or game.format_action
        self.write_start = notation.write_start or game.format_state

    def text(self) -> str:
        """Return the game: its tags, and its moves."""
        result = self._result()
        words = [*self._root(), *self._line(self.states[0], self.record.line, 0, len(self.record.opening)), result]
        return "\n".join([*self._tags(result), "", *wrap_words(words), "", ""])

    def _result(self) -> str:
        record = self.record
        if record.winner is None and record.ended_by != "unfinished" and record.detail in NO_WINNERS:
            return record.detail
        return RESULTS[record.winner]

    def _tags(self, result: str) -> Iterator[str]:
        """Yield the tags: the required ones first, then those of other programs, then those of the record."""
        record, names = self.record, _colours(self.game)
        players = {names[MAX]: record.max, names[MIN]: record.min}
        tags = {name: value for name, value in _tags_of(record).items() if name not in WRITTEN}
        start, has_start = self._start()
        ours = dict(self.notation.tags)
        if start:
            ours |= {name: value for name, value in self.notation.start_tags.items() if name not in tags}
            ours |= {"SetUp": "1", "FEN": start}
        if record.control:
            ours["TimeControl"] = _write_control(record.control)
        if PLY_COUNT in tags:
            ours[PLY_COUNT] = str(len(record.words))
        if LAST_POSITION in tags:
            ours[LAST_POSITION] = self.write_start(self.states[-1])
        ours["Termination"] = _termination_of(record)
        for name, unknown in ROSTER.items():
            yield write_tag(name, tags.pop(name, unknown))
        for colour in ("White", "Black"):
            yield write_tag(colour, players[colour] or "?")
        yield write_tag("Result", result)
        for name, value in (tags | ours).items():
            yield write_tag(name, value)
        is_over = bool(self.game.terminal(self.states[-1]))
        yield write_tag(EXTRAS, write_extras(record, has_start, has_opening=True, has_outcome=is_over))

    def _start(self) -> tuple[str, bool]:
        """Return the text of the initial position, "" if it need not be written, and whether the text is complete."""
        game, start = self.game, self.record.start
        if start == game.format_state(game.initial()) and not self.notation.says_start:
            return "", True
        text = self.write_start(self.states[0])
        return text, game.format_state((self.notation.read_start or game.parse_state)(text)) == start

    # --- moves --------------------------------------------------------------------------------------------------------

    def _root(self) -> Iterator[str]:
        for comment in self.record.notes.comments:
            yield from write_comment(comment)

    def _line(self, state: State | None, moves: Sequence[MoveRecord], number: int, opening: int = 0) -> Iterator[str]:
        """Yield the words of a line of moves, numbered, with annotations.

        number: of the move before, counted from 1. opening: number of moves in the opening. An illegal move and those
        after it are written unchanged.
        """
        last, is_apart = MIN, True
        for place, move in enumerate(moves):
            before = state
            for comment in move.notes.before:
                yield from write_comment(comment)
            word, state = self._move(before, move)
            side = -last if before is None else self.game.player(before)
            if side == MAX or last == side or (is_apart and not number):
                number += 1
            if before is not None and self.notation.move_number is not None:
                number = self.notation.move_number(before)
            if side == MAX or last == side or is_apart:
                yield f"{number}." if side == MAX else f"{number}..."
            yield word
            notes = list(self._notes(move, side, is_book=place < opening))
            yield from notes
            for line in move.notes.variations:
                yield from _in_brackets(self._line(before, line, number - 1 if side == MAX else number))
            last, is_apart = side, bool(notes or move.notes.variations)

    def _move(self, state: State | None, move: MoveRecord) -> tuple[str, State | None]:
        """Return a move as a word, and the state after it, or None if it is not legal."""
        if state is None:
            return move.word, None
        try:
            action = parse_legal_action(self.game, state, move.word)
        except InputError:
            return move.word, None
        return self.write_move(state, action), self.game.result(state, action)

    def _notes(self, move: MoveRecord, side: int, is_book: bool) -> Iterator[str]:
        """Yield the marks and comments of a move, including numbers in comments."""
        yield from filter(None, map(number_of, move.notes.marks))
        for comment in self.comments.write(move, side):
            yield from write_comment(comment)
        if is_book:
            yield from write_comment(BOOK)


def _in_brackets(words: Iterator[str]) -> Iterator[str]:
    """Put the words of a variation in brackets."""
    found = list(words)
    if not found:
        return
    yield f"({found[0]}" if not found[0].startswith(";") else "("
    yield from found[0 if found[0].startswith(";") else 1 : -1]
    if len(found) > 1 and not found[-1].startswith(";"):
        yield f"{found[-1]})"
    else:
        yield from [*found[1:][-1:], ")"]


def _write_control(control: str) -> str:
    """Return a time control in the standard's form: 60+0.5; - if it does not limit time."""
    clock = control.partition(",")[0]
    return clock if "+" in clock else "-"


# --- reading ---------------------------------------------------------------------------------------------------------


def texts_of(notation: PortableNotation, text: str) -> Iterator[GameText]:
    """Yield the games of a file; a game that cannot be read has a fault."""
    results = RESULT_WORDS if notation.results is None else notation.results
    return read_games(text, results, SIGNS | dict(notation.signs))


class Reader:
    """Reads the games of a text, one by one."""

    def __init__(self, game: Game, notation: PortableNotation, text: str) -> None:
        self.game, self.notation, self.text = game, notation, text
        self.is_aside = cache(re.compile(notation.asides).fullmatch) if notation.asides else None
        self.read_start = notation.read_start or game.parse_state
        self.unit, self.comments = notation.unit, MoveComments(game, notation.unit)

    @cached_property
    def initial(self) -> tuple[str, State]:
        """The initial position as text, and the state."""
        state = self.game.initial()
        return self.game.format_state(state), state

    def read(self, text: GameText) -> GameRecord:
        """Return the record of a game. Raises InputError, one line with the place of the fault."""
        if text.fault is not None:
            raise InputError(f"{text.fault} (game {text.number})" if text.number > 1 else str(text.fault))
        game, tags = self.game, text.tags
        written = tags.get(EXTRAS, "")
        extras = read_extras(written)
        unit = 1 if is_old(written) else self.notation.unit
        if unit != self.unit:
            self.unit, self.comments = unit, MoveComments(game, unit)
        try:
            check_game(game, extras)
            self._check_tags(text)
            start, state = self._start(text, extras)
        except InputError as error:
            raise malformed(self.text, text.at, str(error)) from None
        line, state = self._main_line(state, text)
        over = bool(game.terminal(state))
        names, winner, result = _colours(game), *_winner(text)
        opening = _opening_plies(line)
        record = GameRecord(
            game=game.name,
            start=start,
            opening=tuple(move.word for move in line[:opening]),
            moves=tuple(line[opening:]),
            max=_known(tags.get(names[MAX], "")),
            min=_known(tags.get(names[MIN], "")),
            winner=winner,
            ended_by=ENDED_BY.get(tags.get("Termination", "").lower(), "unknown"),
            detail=result if result in NO_WINNERS else "",
            position=game.format_state(state),
            notes=Notes(comments=tuple(text.comments)) if text.comments else NO_NOTES,
        )
        record = complete(game, record, extras, over, game.utility(state) if over else None)
        more = self._other_tags(text, record, extras)
        return record if not more else _with_tags(record, more)

    # --- moves --------------------------------------------------------------------------------------------------------

    def _main_line(self, state: State, text: GameText) -> tuple[list[MoveRecord], State]:
        """Return the moves and the state after them. Raises InputError with the place of an illegal move."""
        game, found = self.game, list[MoveRecord]()
        player, format_action, result, action_of = game.player, game.format_action, game.result, self._action
        for move in self._moves(text.moves):
            try:
                action = action_of(state, move.word)
            except InputError as error:
                if move is text.moves[-1] and move.word in NO_WINNERS and not text.result:
                    text.result = move.word  # it is not castling
                    break
                raise self._fault(text, state, move, len(found) + 1, error) from None
            word = format_action(state, action)
            if move.is_plain:
                found.append(_plain_move(word))
            else:
                found.append(self._record(word, move, state, player(state)))
            state = result(state, action)
        return found, state

    def _moves(self, moves: list[MoveText]) -> list[MoveText]:
        """Return the moves without words that are not moves, whose annotations go to the move before."""
        is_aside, found = self.is_aside, list[MoveText]()
        if self.notation.joints:
            moves = join_words(moves, self.notation.joints)
        if is_aside is None:
            return moves
        for move in moves:
            if is_aside(move.word) is None:
                found.append(move)
            elif found:
                found[-1].add(move)
        return found

    def _record(self, word: str, move: MoveText, before: State, side: int) -> MoveRecord:
        """Return the record of a move with its annotations. before: the state before it, if known."""
        comments, numbers = move.comments, self.comments.read(move.comments, side)
        if numbers:
            comments = self.comments.texts(comments, numbers)
        if not (comments or move.marks or move.before or move.variations):
            return MoveRecord(word, **numbers)
        lines = tuple(filter(None, (tuple(self._variation(before, line)) for line in move.variations)))
        return MoveRecord(word, **numbers, notes=Notes(comments, move.before, move.marks, lines))

    def _variation(self, state: State | None, moves: list[MoveText]) -> Iterator[MoveRecord]:
        """Yield the moves of a variation; an illegal one and those after it are kept as in the file."""
        side = MAX if state is None else self.game.player(state)
        for move in self._moves(moves):
            before, word = state, move.word
            if before is not None:
                side = self.game.player(before)
                try:
                    action = self._action(before, word)
                except InputError:
                    state = None
                else:
                    word, state = self.game.format_action(before, action), self.game.result(before, action)
            yield self._record(word, move, before, side)
            side = -side

    def _action(self, state: State, word: str) -> Action:
        """Return the legal action named by a word."""
        game, read_move = self.game, self.notation.read_move
        if read_move is None or game.terminal(state):
            return parse_legal_action(game, state, word)
        try:
            action = read_move(state, word)
        except InputError:
            raise
        except (ValueError, LookupError):  # from a game's hand-written parser
            raise InputError(f"{shown(word)} is not a move") from None
        if action not in list(game.actions(state)):
            raise InputError(f"{shown(word)} is not a legal action")
        return action

    def _fault(self, text: GameText, state: State, move: MoveText, number: int, error: InputError) -> InputError:
        """Return the error for an illegal move."""
        message, played_on = str(error), self.notation.played_on
        if move.word.lower() in self.notation.null_moves:
            message = f"{shown(move.word)} is a null move, but {self.game.name} does not allow a player to pass"
        elif played_on is not None and self.game.terminal(state):
            why = played_on(state)
            message += f": {why}" if why else ""
        return malformed(self.text, move.at, f"{message} (game {text.number}, move {number})")

    # --- tags ---------------------------------------------------------------------------------------------------------

    def _check_tags(self, text: GameText) -> None:
        """Raise InputError if a tag names another game."""
        notation, game = self.notation, self.game
        for name, value in notation.tags.items():
            given = text.tags.get(name, value)
            if name not in notation.names and given.partition(",")[0].strip() != value.partition(",")[0]:
                raise InputError(f"the tag {name} is {shown(given)}; {game.name} has {value!r}")
        for name, values in notation.names.items():
            given = text.tags.get(name, "")
            if not {given.strip().lower(), given.partition(",")[0].strip().lower()} & {"", "?", *values}:
                other = notation.others.get(given.strip().lower())
                instead = f": read such files as {other}" if other else ""
                raise InputError(f"the tag {name} is {shown(given)}, which is not {game.name}{instead}")

    def _start(self, text: GameText, extras: dict[str, Any]) -> tuple[str, State]:
        """Return the initial position in the game's notation, and its state."""
        fen = text.tags.get("FEN", "").strip()
        if not fen:
            return self.initial
        start = self.game.format_state(self.read_start(fen))
        kept = extras.get("start")
        if isinstance(kept, str) and self._write_start(kept) == self._write_start(start):
            start = kept
        return start, read_start(self.game, start)

    def _write_start(self, text: str) -> str:
        """Return a position as in the tag FEN; "" if the text is not a position."""
        try:
            return (self.notation.write_start or self.game.format_state)(self.game.parse_state(text))
        except InputError:
            return ""

    def _other_tags(self, text: GameText, record: GameRecord, extras: dict[str, Any]) -> dict[str, str]:
        """Return the tags that no field of a record covers."""
        ours = WRITTEN | set(self.notation.tags) | ({"TimeControl"} if "control" in extras else set())
        tags = {name: value for name, value in text.tags.items() if name not in ours and ROSTER.get(name) != value}
        if tags.get("Variant") == self.notation.start_tags.get("Variant") and "FEN" in text.tags:
            tags.pop("Variant", None)
        termination = text.tags.get("Termination", "")
        if termination and termination != TERMINATIONS.get(record.ended_by, "abandoned"):
            tags["Termination"] = termination
        return tags


def _with_tags(record: GameRecord, tags: dict[str, str]) -> GameRecord:
    record.more["tags"] = tags
    return record


@lru_cache(8192)
def _plain_move(word: str) -> MoveRecord:
    """Return the record of a move without annotations."""
    return MoveRecord(word)


def _opening_plies(line: list[MoveRecord]) -> int:
    """Count the first moves whose only annotation is the comment for the opening."""
    book = Notes(comments=(BOOK,))
    return next((ply for ply, move in enumerate(line) if move != MoveRecord(move.word, notes=book)), len(line))


def _winner(text: GameText) -> tuple[str | None, str]:
    """Return the winner and the result, by the tag, or otherwise by the end of the moves."""
    tag = plain_result(text.tags.get("Result", "*"))
    result = tag if tag in WINNERS or (tag in NO_WINNERS and text.result in ("", "*", tag)) else text.result
    return WINNERS.get(result), result


def _known(name: str) -> str:
    return "" if name in ("?", "-") else name
