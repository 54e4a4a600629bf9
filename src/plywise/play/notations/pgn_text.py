"""The syntax of PGN: tags, and words with annotations. Their meaning in a game is read in pgn.py.

Edwards and others, "Standard: Portable Game Notation Specification and Implementation Guide", 1994; for PDN, Wesselink
and others, "PDN 3.0", 2017. Many programs deviate from both; unambiguous deviations are accepted.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from plywise.errors import InputError
from plywise.play.move_record import MAX_NESTING
from plywise.play.notations.places import malformed, shown

RESULTS = ("1-0", "0-1", "1/2-1/2", "*", "2-0", "0-2", "1-1", "0-0")
"""Results, including those of draughts variants; 0-0: both players lost."""

DOUBLE_LOSS = "0-0"
"""Both players lost; in chess also a spelling of castling."""

WIDTH = 79
"""Maximal length of a line of moves."""

TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s*"((?:[^"\\\n]|\\.)*+)"\s*\]')
LOOSE_TAG = re.compile(r'\[[ \t]*([A-Za-z0-9_]+)[ \t]*"(.*)"[ \t]*\][ \t]*(?=\n|$)')
"""A tag whose value has unescaped quotes."""

ODD_TAG = re.compile(r"\[[^\[\]\n]*\](?=[ \t]*(?:\n|\Z|\[))|\[[^\[\n]*\](?=[ \t]*(?:\n|\Z))|\[[^\[\]\n]*\]|\[[^\n]*")
"""A text in brackets that is not a tag: to the end of its line, unless something follows the bracket."""

COMMAND = re.compile(r"\[%[^\]\n]*\]")
"""A command that should stand in a comment."""

BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
"""Separates the tags of two games without moves. In the same paragraph, a repeated tag replaces the first."""

LINE_AFTER_BLANK = re.compile(r"\n[ \t\r]*\n[ \t]*\Z")

NEXT_GAME = re.compile(r'\n[ \t\r]*\n\s*(?=\[\s*[A-Za-z0-9_]+\s*")')
"""The beginning of the next game, searched for from inside one that cannot be read."""

INVISIBLE = "\u00ad\u200b-\u200f\u2060\ufeff\x1a"
"""Zero-width characters and DOS's end of file."""

GLYPHS = "±∓⩲⩱∞□⨀→↑⇆⌓∆△⟳"

MARKS = {
    "!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "□": 7, "=": 10, "∞": 13, "⩲": 14, "⩱": 15, "±": 16, "∓": 17,
    "+-": 18, "-+": 19, "⨀": 22, "⟳": 32, "↑": 36, "→": 40, "⇆": 132, "∆": 140, "⌓": 142,
}  # fmt: skip
"""Judgement signs and their numbers in PGN."""

SIGN_OF = {number: sign for sign, number in MARKS.items()}

SIGNS = {sign: sign for sign in MARKS} | {
    "+/-": "±", "-/+": "∓", "+=": "⩲", "=+": "⩱", "+/=": "⩲", "=/+": "⩱", "+--": "+-", "--+": "-+", "=/∞": "$44",
    "~": "∞", "△": "∆",
}  # fmt: skip
"""Spellings of judgements in files."""

ATTACHED = re.compile(r"(?<=[A-Za-z0-9])(?:[+-]/[=-]|[+-]/\+|=/\+|\+-{1,2}|-{1,2}\+|\+=|=\+)$|(?<=[a-h][2-7])=$")
"""A judgement in ASCII attached to a move."""

ODD_ENDS = frozenset(("", "+", "-", "=", "*", "."))
"""Last characters of words that need further parsing."""

CLEANED: dict[int, str | None] = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\x1a"))
for _letters, _meant in (
    ("‐‑‒–—―−", "-------"), ("ОΟоο", "OOoo"), ("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP"),
):  # fmt: skip
    CLEANED |= {ord(letter): meant for letter, meant in zip(_letters, _meant, strict=True)}
"""ASCII equivalents of dashes, look-alike letters and figurines in moves."""

POINT = r"(?:1/2|½|0[.,]5|[012])"
RESULT = re.compile(rf"{POINT}\s*[-‐‑‒–—−:]\s*{POINT}(?:\s?[Ff]{{1,2}})?|½|1/2|\*")
"""Spellings of results; F: by forfeit."""
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
"""Move numbers and space, which are skipped, and the token after them."""


class MoveText:
    """A move as a word, its place, and annotations as in Notes, with variations as lists of such moves."""

    __slots__ = ("at", "before", "comments", "marks", "variations", "word")

    def __init__(self, word: str, at: int) -> None:
        self.word, self.at = word, at
        self.comments: tuple[str, ...] = ()
        self.before: tuple[str, ...] = ()
        self.marks: tuple[str, ...] = ()
        self.variations: tuple[list[MoveText], ...] = ()

    def add(self, other: "MoveText") -> None:
        """Take over the annotations of another word, which is not a move."""
        self.comments += other.before + other.comments
        self.marks += other.marks
        self.variations += other.variations

    @property
    def is_plain(self) -> bool:
        """Whether it has no annotations."""
        return not (self.comments or self.marks or self.variations or self.before)


@dataclass
class GameText:
    """The text of a game in a file.

    at: offset of its beginning.
    number: its number in the file, from 1.
    comments: those before the first move.
    result: one of RESULTS, or "" if the moves end without one.
    ignored: a text for each part that was ignored, with its place.
    fault: why it cannot be read, or None.
    """

    at: int
    number: int = 1
    tags: dict[str, str] = field(default_factory=dict)
    moves: list[MoveText] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    result: str = ""
    ignored: list[str] = field(default_factory=list)
    fault: InputError | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been read yet."""
        return not (self.tags or self.moves or self.result or self.ignored or self.fault)


def read_games(text: str, results: Collection[str] = RESULTS, signs: Mapping[str, str] = SIGNS) -> Iterator[GameText]:
    """Yield the games of a file; the fault of one that cannot be read names the line and the column.

    results: the words that end a game. signs: words that are judgements of a move -> their marks.
    """
    return _Reader(text, results, signs).games()


def join_words(moves: Iterable[MoveText], joints: str) -> list[MoveText]:
    """Join the parts of moves that are split by spaces.

    joints: characters that join a word to the next if the word ends or the next begins with one.
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
    """Normalize a result to PGN's form, whatever its dashes, spaces and fractions.

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


def marks_in(text: str) -> list[str]:
    """Return the marks for signs or a number of PGN.

    >>> marks_in("±"), marks_in("$1"), marks_in("$146"), marks_in("$"), marks_in("!!?")
    (['±'], ['!'], ['$146'], [], ['!!', '?'])
    """
    if text in SIGNS:
        return [SIGNS[text]]
    if not text.startswith("$"):
        return re.findall(r"!!|\?\?|!\?|\?!|[!?]", text)
    digits = text[1:].lstrip("0")[:9]
    return [SIGN_OF.get(int(digits), f"${digits}")] if digits else []


def number_of(mark: str) -> str:
    """Return a mark in PGN's form, such as $1; "" if PGN has none."""
    return f"${MARKS[mark]}" if mark in MARKS else mark if re.fullmatch(r"\$\d+", mark, re.ASCII) else ""


class _Reader:
    """Reads the games of a text token by token."""

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
            start, at, word = token.start(kind), token.end(), token[kind]
            if kind == "word" and self.line and not self.game.result:  # nearly always
                self._word(word, start)
                continue
            if kind == "result":
                word = plain_result(word)
                kind = kind if word in self.results else "word"
            if kind == "escaped" or (kind == "result" and self.game.result):
                continue
            if (kind == "tag" and self._ends_at(start)) or (self.game.result and kind in ("word", "opened")):
                yield self._finished()
                self._begin(self.game, start)
            if self.game.is_empty:
                self.game.at = start
            try:
                if kind == "word":
                    self._word(word, start)
                elif kind == "tag":
                    at = self._tag(start)
                else:
                    take[kind](word, start)
            except InputError as fault:
                self.game.fault, found = fault, NEXT_GAME.search(text, start)
                yield self._finished()
                at = len(text) if found is None else found.end()
                self._begin(self.game, at)
        if not self.game.is_empty:
            yield self._finished()

    # --- games --------------------------------------------------------------------------------------------------------

    def _begin(self, before: GameText, at: int) -> None:
        """Begin a new game."""
        self.game = GameText(at, before.number + 1)
        self.line: list[MoveText] = self.game.moves
        self.above: list[tuple[list[MoveText], int]] = []
        """The lines around the current variation, each with the offset where the variation begins."""
        self.waiting: list[str] = []
        """Comments before the first move of a line."""

    def _ends_at(self, at: int) -> bool:
        """Return whether the game ends at a bracket, because a tag of the next game begins there."""
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
        """Complete the game and return it."""
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
        """Attach the comments before the first move of a line to the game, or to the move."""
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

    def _comment(self, text: str, at: int) -> None:
        text = text.strip()
        if "\n[" in text and NEXT_GAME.search(text):
            raise malformed(self.text, at - 1, "a comment { is not closed")
        if text and self.line:
            self.line[-1].comments += (text,)
        elif text:
            self.waiting.append(text)

    def _rest(self, text: str, at: int) -> None:
        if self.game.is_empty and not self.waiting:
            return  # a remark on the file
        self._comment("\n".join(line[1:].strip() for line in text.split("\n")), at)

    def _mark(self, text: str, at: int) -> None:
        if self.line:
            move = self.line[-1]
            found = [self.signs[text]] if text in self.signs else marks_in(text)
            move.marks += tuple(mark for mark in found if mark not in move.marks)

    def _bracketed(self, text: str, at: int) -> None:
        """Take a mark in brackets, or the (Q) of a promotion."""
        letter, bracket = text.strip("="), self.text.rfind("(", 0, at)
        word = self.line[-1].word if self.line and letter.isalpha() else ""
        if word and (not self.text[bracket - 1].isspace() or (text not in self.signs and word[-1] in "18")):
            self.line[-1].word += f"({letter})"
        elif text in self.signs or not letter.isalpha():
            self._mark(text, at)
        else:
            self._open("(", bracket)
            self._word(text, at)
            self._close(")", at + len(text))

    def _open(self, text: str, at: int) -> None:
        if len(self.above) >= MAX_NESTING:
            raise malformed(self.text, at, f"variations are nested more than {MAX_NESTING} deep")
        self._take_waiting()
        self.above.append((self.line, at))
        self.line = []

    def _close(self, text: str, at: int) -> None:
        if not self.above:
            raise malformed(self.text, at, "')' without '('")
        line, comments = self.line, self._take_waiting()
        self.line, start = self.above.pop()
        if not self.line:
            self.game.ignored.append(str(malformed(self.text, start, "a variation before the first move is ignored")))
        elif line:
            self.line[-1].variations += (line,)
        else:
            self.line[-1].comments += tuple(comments)

    def _take_waiting(self) -> list[str]:
        """Return the comments waiting for a first move, at the end of a line or at a variation."""
        found, self.waiting = self.waiting, []
        if not self.above:
            self.game.comments += found
        return found

    def _other(self, text: str, at: int) -> None:
        if text == "{":
            raise malformed(self.text, at, "a comment { is not closed")
        raise malformed(self.text, at, f"unexpected {text!r}")

    def _tag(self, at: int) -> int:
        """Read a tag; return the offset of its end."""
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
        what = f'the tag {shown(odd[0])} is ignored: a tag has the form [Name "value"]'
        game.ignored.append(str(malformed(text, at, what)))
        self.after_tag = odd.end()
        return odd.end()


# --- writing ---------------------------------------------------------------------------------------------------------


def write_tag(name: str, value: str) -> str:
    r"""Return the line of a tag.

    >>> print(write_tag("White", r'Max "the" \ Min'))
    [White "Max \"the\" \\ Min"]
    """
    one_line = " ".join(value.split())
    escaped = one_line.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def write_comment(text: str) -> list[str]:
    """Return a comment as words that must not be broken; a comment with a } is written to the end of its line.

    >>> write_comment("fine"), write_comment("a } b")
    (['{fine}'], ['; a } b'])
    """
    return [f"; {line}" for line in text.split("\n")] if "}" in text else [f"{{{text}}}"]


def wrap_words(words: Iterable[str]) -> list[str]:
    """Wrap words in lines of at most WIDTH characters, if no word is longer; a ; comment ends its line."""
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
