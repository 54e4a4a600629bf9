"""PGN as text: tags, and words with their comments; not yet what they mean in a game.

Edwards and others, "Standard: Portable Game Notation Specification and Implementation Guide", 1994; for PDN, Wesselink
and others, "PDN 3.0", 2017.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from plywise.play.notations.places import malformed

RESULTS = ("1-0", "0-1", "1/2-1/2", "*", "2-0", "0-2", "1-1", "0-0")
"""How games end, here and in other kinds of draughts; 0-0: both have lost."""

WIDTH = 79
"""The most characters of a line of moves."""

TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\\n]|\\.)*+)"\s*\]')
LOOSE_TAG = re.compile(r'\[[ \t]*([A-Za-z0-9_]+)[ \t]+"(.*)"[ \t]*\][ \t]*(?=\n|$)')
"""A tag whose value has quotes that are not escaped."""

BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
"""Between the tags of two games without moves. In the same paragraph, a tag that is said again replaces the first."""

SKIPPED = re.compile(r"\s+|;[^\n]*|(?<![^\n])%[^\n]*|\$\d*|\d+\s*[.…]+|[.…]+|(?<=\s)[!?]+(?!\S)")
"""Space, comments to the end of a line, annotations as numbers or marks, and numbers of moves."""

WORD = re.compile(r"[^\s;{}()\[\]]+")
STRENGTH = re.compile(r"(?:[!?]+|\*|\$\d*)+$")


@dataclass
class MoveText:
    """A move as a word, where it stands, and the comments after it."""

    word: str
    at: int
    comments: list[str] = field(default_factory=list)


@dataclass
class GameText:
    """A game as it stands in a file.

    at: where it begins.
    number: its place in the file, from 1.
    result: how it ends in the end, one of RESULTS; "" if it merely stops.
    """

    at: int
    number: int = 1
    tags: dict[str, str] = field(default_factory=dict)
    moves: list[MoveText] = field(default_factory=list)
    result: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been read of it."""
        return not (self.tags or self.moves or self.result)


def read_games(text: str, results: Collection[str] = RESULTS) -> Iterator[GameText]:
    """Yield the games of a file. Raises InputError naming the line and the column of what cannot be read.

    results: the words at the end of a game
    """
    ends = re.compile("(?:" + "|".join(map(re.escape, results)) + r")(?![^\s;{}()\[\]])")
    game, at, after_tag = GameText(0), 0, 0
    while at < len(text):
        skipped = SKIPPED.match(text, at)
        if skipped is not None:
            at = skipped.end()
            continue
        tag = TAG.match(text, at) or LOOSE_TAG.match(text, at)
        is_said_again = tag is not None and tag[1] in game.tags and BLANK_LINE.search(text, after_tag, at) is not None
        if game.result or (tag is not None and game.moves) or is_said_again:
            yield game
            game = GameText(at, game.number + 1)
        if game.is_empty:
            game.at = at
        if tag is None:
            at = _read_movetext(game, text, at, ends)
        else:
            at = after_tag = _read_tag(game, tag)
    if not game.is_empty:
        yield game


def _read_tag(game: GameText, tag: re.Match[str]) -> int:
    """Note a tag; return where it ends."""
    game.tags[tag[1]] = re.sub(r'\\(["\\])', r"\1", tag[2])
    return tag.end()


def _read_movetext(game: GameText, text: str, at: int, ends: re.Pattern[str]) -> int:
    """Note what stands at a place among the moves; return where it ends. ends: the results of games."""
    if text[at] == "{":
        end = _end_of_comment(text, at)
        if game.moves:
            game.moves[-1].comments.append(text[at + 1 : end - 1])
        return end
    if text[at] == "(":
        return _end_of_variation(text, at)
    result = ends.match(text, at)
    if result is not None:
        game.result = result[0]
        return result.end()
    word = WORD.match(text, at)
    if word is None:
        what = 'a tag is not of the form [Name "value"]' if text[at] == "[" else f"{text[at]!r} closes nothing"
        raise malformed(text, at, what)
    game.moves.append(MoveText(STRENGTH.sub("", word[0]) or word[0], at))
    return word.end()


def _end_of_comment(text: str, at: int) -> int:
    end = text.find("}", at)
    if end < 0:
        raise malformed(text, at, "a comment { is not closed")
    return end + 1


def _end_of_variation(text: str, start: int) -> int:
    """Return where a variation ends, which may hold comments and further variations."""
    depth, at = 0, start
    while at < len(text):
        if text[at] == "{":
            at = _end_of_comment(text, at)
            continue
        if text[at] == ";" or (text[at] == "%" and text[at - 1] == "\n"):
            end = text.find("\n", at)
            at = len(text) if end < 0 else end
            continue
        depth += (text[at] == "(") - (text[at] == ")")
        at += 1
        if depth == 0:
            return at
    raise malformed(text, start, "a variation ( is not closed")


# --- writing ---------------------------------------------------------------------------------------------------------


def write_tag(name: str, value: str) -> str:
    r"""Return a tag on a line of its own.

    >>> print(write_tag("White", r'Max "the" \ Min'))
    [White "Max \"the\" \\ Min"]
    """
    one_line = " ".join(value.split())
    escaped = one_line.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def wrap_words(words: Iterable[str]) -> list[str]:
    """Return words in lines of at most WIDTH characters, as far as no word is longer."""
    lines = [""]
    for word in words:
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if len(longer) <= WIDTH or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
