"""PGN as text: tags, and words with what is written on them; not yet what they mean in a game.

Edwards and others, "Standard: Portable Game Notation Specification and Implementation Guide", 1994; for PDN, Wesselink
and others, "PDN 3.0", 2017. Files of many programs stray from both; what can mean one thing only is read.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from plywise.errors import InputError
from plywise.play.move_record import MAX_NESTING
from plywise.play.notations.places import malformed, shown

RESULTS = ("1-0", "0-1", "1/2-1/2", "*", "2-0", "0-2", "1-1", "0-0")
"""How games end, here and in other kinds of draughts; 0-0: both have lost."""

DOUBLE_LOSS = "0-0"
"""Both have lost; in chess also how some write castling."""

WIDTH = 79
"""The most characters of a line of moves."""

TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s*"((?:[^"\\\n]|\\.)*+)"\s*\]')
LOOSE_TAG = re.compile(r'\[[ \t]*([A-Za-z0-9_]+)[ \t]*"(.*)"[ \t]*\][ \t]*(?=\n|$)')
"""A tag whose value has quotes that are not escaped."""

ODD_TAG = re.compile(r"\[[^\[\]\n]*\](?=[ \t]*(?:\n|\Z|\[))|\[[^\[\n]*\](?=[ \t]*(?:\n|\Z))|\[[^\[\]\n]*\]|\[[^\n]*")
"""What stands in brackets and is no tag: to the end of its line, unless something follows it there."""

COMMAND = re.compile(r"\[%[^\]\n]*\]")
"""A command that should stand in a comment."""

BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
"""Between the tags of two games without moves. In the same paragraph, a tag that is said again replaces the first."""

LINE_AFTER_BLANK = re.compile(r"\n[ \t\r]*\n[ \t]*\Z")

NEXT_GAME = re.compile(r'\n[ \t\r]*\n\s*(?=\[\s*[A-Za-z0-9_]+\s*")')
"""Where a game begins, as seen from the middle of one that cannot be read."""

INVISIBLE = "\u00ad\u200b-\u200f\u2060\ufeff\x1a"
"""Characters without width, and the end of a file of DOS."""

GLYPHS = "±∓⩲⩱∞□⨀→↑⇆⌓∆△⟳"

MARKS = {
    "!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "□": 7, "=": 10, "∞": 13, "⩲": 14, "⩱": 15, "±": 16, "∓": 17,
    "+-": 18, "-+": 19, "⨀": 22, "⟳": 32, "↑": 36, "→": 40, "⇆": 132, "∆": 140, "⌓": 142,
}  # fmt: skip
"""Judgements as signs, and their numbers in PGN."""

SIGN_OF = {number: sign for sign, number in MARKS.items()}

SIGNS = {sign: sign for sign in MARKS} | {
    "+/-": "±", "-/+": "∓", "+=": "⩲", "=+": "⩱", "+/=": "⩲", "=/+": "⩱", "+--": "+-", "--+": "-+", "=/∞": "$44",
    "~": "∞", "△": "∆",
}  # fmt: skip
"""How files write judgements."""

ATTACHED = re.compile(r"(?<=[A-Za-z0-9])(?:[+-]/[=-]|[+-]/\+|=/\+|\+-{1,2}|-{1,2}\+|\+=|=\+)$|(?<=[a-h][2-7])=$")
"""A judgement of plain characters right behind a move."""

ODD_ENDS = frozenset(("", "+", "-", "=", "*", "."))
"""How words end that are not just a move as it stands."""

CLEANED: dict[int, str | None] = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\x1a"))
for _letters, _meant in (
    ("‐‑‒–—―−", "-------"), ("ОΟоο", "OOoo"), ("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP"),
):  # fmt: skip
    CLEANED |= {ord(letter): meant for letter, meant in zip(_letters, _meant, strict=True)}
"""Dashes, letters that look like others, and figurines, as they are meant among moves."""

POINT = r"(?:1/2|½|0[.,]5|[012])"
RESULT = re.compile(rf"{POINT}\s*[-‐‑‒–—−:]\s*{POINT}(?:\s?[Ff]{{1,2}})?|½|1/2|\*")
"""How people write results; F: by forfeit."""
FORFEIT = re.compile(r"([-+])\s*[:/-]\s*([-+])")

_END = rf"(?![^\s;{{}}()\[\],{INVISIBLE}])"
_WORD = rf"[^\s;{{}}()\[\]$!?,{GLYPHS}…]"
TOKEN = re.compile(
    rf"(?:[\s,{INVISIBLE}]+|(?!0\.5\s*[-–:])\d+\s*[.…]+|[.…]+)*+"
    rf"(?:(?P<result>(?:{RESULT.pattern}){_END})"
    rf"|(?P<word>(?!%){_WORD}+)"
    r"|\{(?P<comment>[^}]*)\}"
    rf"|(?P<mark>[!?]+|\$\d*|[{GLYPHS}])"
    r"|\(\s*(?P<bracketed>[!?]+|=|=?[NBRQnbrq])\s*\)[+#]*"
    r"|(?P<opened>\()|(?P<closed>\))"
    r"|(?P<rest>;[^\n]*(?:\n;[^\n]*)*)"
    r"|(?P<escaped>(?<![^\n])%[^\n]*)"
    r"|(?P<tag>\[)"
    r"|(?P<other>\S))?"
)
"""Numbers of moves and space, which do not matter, and what stands behind them."""


class MoveText:
    """A move as a word, where it stands, and what is written on it: as in Notes, variations as lists of such moves."""

    __slots__ = ("at", "before", "comments", "marks", "variations", "word")

    def __init__(self, word: str, at: int) -> None:
        self.word, self.at = word, at
        self.comments: tuple[str, ...] = ()
        self.before: tuple[str, ...] = ()
        self.marks: tuple[str, ...] = ()
        self.variations: tuple[list[MoveText], ...] = ()

    def add(self, other: "MoveText") -> None:
        """Take over what is written on another word, which is no move."""
        self.comments += other.before + other.comments
        self.marks += other.marks
        self.variations += other.variations

    @property
    def is_plain(self) -> bool:
        """Whether nothing is written on it."""
        return not (self.comments or self.marks or self.variations or self.before)


@dataclass
class GameText:
    """A game as it stands in a file.

    at: where it begins.
    number: its place in the file, from 1.
    comments: those before the first move.
    result: how it ends in the end, one of RESULTS; "" if it merely stops.
    passed_over: what was left out, each with its place, in words.
    fault: why it cannot be read; None if it can.
    """

    at: int
    number: int = 1
    tags: dict[str, str] = field(default_factory=dict)
    moves: list[MoveText] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    result: str = ""
    passed_over: list[str] = field(default_factory=list)
    fault: InputError | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been read of it."""
        return not (self.tags or self.moves or self.result or self.passed_over or self.fault)


def read_games(text: str, results: Collection[str] = RESULTS, signs: Mapping[str, str] = SIGNS) -> Iterator[GameText]:
    """Yield the games of a file; one that cannot be read has a fault that names the line and the column.

    results: the words at the end of a game. signs: words that are judgements of a move -> their marks.
    """
    return _Reader(text, results, signs).games()


def join_words(moves: Iterable[MoveText], joints: str) -> list[MoveText]:
    """Return moves of which those that spaces have torn apart are whole again.

    joints: characters that join words to one move, if either ends with one or the next begins with one.
    """
    joined: list[MoveText] = []
    for move in moves:
        before = joined[-1] if joined else None
        if before is not None and before.is_plain and (before.word[-1] in joints or move.word[0] in joints):
            joined[-1] = whole = MoveText(before.word + move.word, before.at)
            whole.add(move)
        else:
            joined.append(move)
    return joined


def plain_result(text: str) -> str:
    """Return a result as PGN has it, whatever dashes, spaces and fractions it is written with.

    >>> plain_result("½–½"), plain_result("0 : 1"), plain_result("+:-"), plain_result("1-0 (time)")
    ('1/2-1/2', '0-1', '1-0', '1-0')
    """
    forfeit = FORFEIT.fullmatch(text.strip())
    if forfeit is not None:
        return "-".join("1" if sign == "+" else "0" for sign in forfeit.groups())
    found = RESULT.match(text.strip())
    word = re.sub(r"[\sFf]+", "", (found[0] if found else text).translate(CLEANED)).replace(":", "-")
    word = re.sub(r"½|0[.,]5", "1/2", word)
    return "1/2-1/2" if word == "1/2" else word


def marks_in(said: str) -> list[str]:
    """Return the marks that signs or a number of PGN stand for.

    >>> marks_in("±"), marks_in("$1"), marks_in("$146"), marks_in("$"), marks_in("!!?")
    (['±'], ['!'], ['$146'], [], ['!!', '?'])
    """
    if said in SIGNS:
        return [SIGNS[said]]
    if not said.startswith("$"):
        return re.findall(r"!!|\?\?|!\?|\?!|[!?]", said)
    digits = said[1:].lstrip("0")[:9]
    return [SIGN_OF.get(int(digits), f"${digits}")] if digits else []


def number_of(mark: str) -> str:
    """Return a mark as PGN has it, such as $1; "" for one that it does not know."""
    return f"${MARKS[mark]}" if mark in MARKS else mark if re.fullmatch(r"\$\d+", mark, re.ASCII) else ""


class _Reader:
    """Reads the games of a text, token by token."""

    def __init__(self, text: str, results: Collection[str], signs: Mapping[str, str]) -> None:
        self.text, self.results, self.signs = text, frozenset(results), signs
        self.after_tag = 0
        self.take = {
            "result": self._result, "comment": self._comment, "mark": self._mark, "bracketed": self._bracketed,
            "opened": self._open, "closed": self._close, "rest": self._rest, "other": self._other,
        }  # fmt: skip
        self._begin(GameText(0, 0), 0)

    def games(self) -> Iterator[GameText]:
        """Yield the games."""
        text, at, match, take = self.text, 0, TOKEN.match, self.take
        while True:
            token = match(text, at)
            kind = token and token.lastgroup
            if token is None or kind is None:
                break
            start, at, said = token.start(kind), token.end(), token[kind]
            if kind == "word" and self.line and not self.game.result:  # as nearly always
                self._word(said, start)
                continue
            if kind == "result":
                said = plain_result(said)
                kind = kind if said in self.results else "word"
            if kind == "escaped" or (kind == "result" and self.game.result):
                continue
            if (kind == "tag" and self._ends_at(start)) or (self.game.result and kind in ("word", "opened")):
                yield self._finished()
                self._begin(self.game, start)
            if self.game.is_empty:
                self.game.at = start
            try:
                if kind == "word":
                    self._word(said, start)
                elif kind == "tag":
                    at = self._tag(start)
                else:
                    take[kind](said, start)
            except InputError as fault:
                self.game.fault, found = fault, NEXT_GAME.search(text, start)
                yield self._finished()
                at = len(text) if found is None else found.end()
                self._begin(self.game, at)
        if not self.game.is_empty:
            yield self._finished()

    # --- games --------------------------------------------------------------------------------------------------------

    def _begin(self, before: GameText, at: int) -> None:
        """Begin a game."""
        self.game = GameText(at, before.number + 1)
        self.line: list[MoveText] = self.game.moves
        self.above: list[tuple[list[MoveText], int]] = []
        """The lines that the current one is a variation in, and where in the text it begins."""
        self.waiting: list[str] = []
        """Comments before the first move of a line."""

    def _ends_at(self, at: int) -> bool:
        """Return whether the game has ended where a bracket stands: a tag, or what should be one."""
        game = self.game
        if self.text.startswith("[%", at):
            return False
        tag = TAG.match(self.text, at) or LOOSE_TAG.match(self.text, at)
        if game.result or (game.moves and tag is not None):
            return True
        if tag is not None:
            return tag[1] in game.tags and BLANK_LINE.search(self.text, self.after_tag, at) is not None
        return bool(game.moves) and LINE_AFTER_BLANK.search(self.text[max(0, at - 80) : at]) is not None

    def _finished(self) -> GameText:
        """Return the game, complete."""
        game = self.game
        if self.above and game.fault is None:
            game.fault = malformed(self.text, self.above[-1][1], "a variation ( is not closed")
        if self.waiting and not game.moves:
            game.comments += self.waiting
        is_double = plain_result(game.tags.get("Result", "")) == DOUBLE_LOSS or len(game.moves) == 1
        if is_double and not game.result and game.moves and game.moves[-1].word == DOUBLE_LOSS:
            last = game.moves.pop()
            if game.moves:
                game.moves[-1].comments += last.comments
            else:
                game.comments += last.comments
            game.result = DOUBLE_LOSS
        return game

    # --- tokens -------------------------------------------------------------------------------------------------------

    def _word(self, word: str, at: int) -> None:
        if not word.isascii():
            word = word.translate(CLEANED)
        if word in self.signs:
            self._mark(word, at)
            return
        if word[-1:] not in ODD_ENDS:
            self._append(word, at)
            return
        attached = ATTACHED.search(word) if word[-1:] in ("+", "-", "=") else None
        if attached is not None:
            word = word[: attached.start()]
        elif word[-1:] in ("*", "."):
            word = word.rstrip("*") if word.endswith("*") or word.lower().endswith("p.") else word.rstrip(".")
        if word:
            self._append(word, at)
        if word and attached is not None:
            self._mark(attached[0], at)

    def _append(self, word: str, at: int) -> None:
        """Append a move to the line."""
        self.line.append(MoveText(word, at))
        if self.waiting:
            self._place_waiting()

    def _place_waiting(self) -> None:
        """Give the comments before the first move of a line to the game, or to the move."""
        if self.above:
            self.line[-1].before = tuple(self.waiting)
        else:
            self.game.comments += self.waiting
        self.waiting = []

    def _result(self, result: str, at: int) -> None:
        if not self.above:
            self.game.result = result
        elif result != "*" and self.line:
            self.line[-1].comments += (result,)

    def _comment(self, said: str, at: int) -> None:
        said = said.strip()
        if "\n[" in said and NEXT_GAME.search(said):
            raise malformed(self.text, at - 1, "a comment { is not closed")
        if said and self.line:
            self.line[-1].comments += (said,)
        elif said:
            self.waiting.append(said)

    def _rest(self, said: str, at: int) -> None:
        if self.game.is_empty and not self.waiting:
            return  # a remark on the file
        self._comment("\n".join(line[1:].strip() for line in said.split("\n")), at)

    def _mark(self, said: str, at: int) -> None:
        if self.line:
            move = self.line[-1]
            found = [self.signs[said]] if said in self.signs else marks_in(said)
            move.marks += tuple(mark for mark in found if mark not in move.marks)

    def _bracketed(self, said: str, at: int) -> None:
        """Take a mark in brackets, or (Q) behind a pawn's move."""
        letter, bracket = said.strip("="), self.text.rfind("(", 0, at)
        word = self.line[-1].word if self.line and letter.isalpha() else ""
        if word and (not self.text[bracket - 1].isspace() or (said not in self.signs and word[-1] in "18")):
            self.line[-1].word += f"({letter})"
        elif said in self.signs or not letter.isalpha():
            self._mark(said, at)
        else:
            self._open("(", bracket)
            self._word(said, at)
            self._close(")", at + len(said))

    def _open(self, said: str, at: int) -> None:
        if len(self.above) >= MAX_NESTING:
            raise malformed(self.text, at, f"variations stand more than {MAX_NESTING} deep in one another")
        self._settle()
        self.above.append((self.line, at))
        self.line = []

    def _close(self, said: str, at: int) -> None:
        if not self.above:
            raise malformed(self.text, at, "')' closes nothing")
        line, comments = self.line, self._settle()
        self.line, start = self.above.pop()
        if not self.line:
            self.game.passed_over.append(
                str(malformed(self.text, start, "a variation before the first move is left out"))
            )
        elif line:
            self.line[-1].variations += (line,)
        else:
            self.line[-1].comments += tuple(comments)

    def _settle(self) -> list[str]:
        """Return the comments before the first move of a line that ends without one, or has a variation there."""
        found, self.waiting = self.waiting, []
        if not self.above:
            self.game.comments += found
        return found

    def _other(self, said: str, at: int) -> None:
        if said == "{":
            raise malformed(self.text, at, "a comment { is not closed")
        raise malformed(self.text, at, f"{said!r} closes nothing" if said in "}]" else f"{said!r} means nothing here")

    def _tag(self, at: int) -> int:
        """Take a tag; return where it ends."""
        game, text = self.game, self.text
        tag = TAG.match(text, at) or LOOSE_TAG.match(text, at)
        if tag is not None:
            game.tags[tag[1]] = re.sub(r'\\(["\\])', r"\1", tag[2])
            self.after_tag = tag.end()
            return tag.end()
        command = COMMAND.match(text, at)
        if command is not None:
            self._comment(command[0], at)
            return command.end()
        odd = ODD_TAG.match(text, at)
        assert odd is not None  # it matches any bracket
        what = f'the tag {shown(odd[0])} is passed over: a tag has the form [Name "value"]'
        game.passed_over.append(str(malformed(text, at, what)))
        self.after_tag = odd.end()
        return odd.end()


# --- writing ---------------------------------------------------------------------------------------------------------


def write_tag(name: str, value: str) -> str:
    r"""Return a tag on a line of its own.

    >>> print(write_tag("White", r'Max "the" \ Min'))
    [White "Max \"the\" \\ Min"]
    """
    one_line = " ".join(value.split())
    escaped = one_line.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def write_comment(text: str) -> list[str]:
    """Return a comment as words of its own, each to stand on one line; one with a } ends with its line instead.

    >>> write_comment("fine"), write_comment("a } b")
    (['{fine}'], ['; a } b'])
    """
    return [f"; {line}" for line in text.split("\n")] if "}" in text else [f"{{{text}}}"]


def wrap_words(words: Iterable[str]) -> list[str]:
    """Return words in lines of at most WIDTH characters, as far as no word is longer; ; ends with its line."""
    lines = [""]
    for word in words:
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if word.startswith(";") or (lines[-1].startswith(";") and lines[-1]):
            lines[-1:] = [lines[-1], word] if lines[-1] else [word]
        elif len(longer) <= WIDTH or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
