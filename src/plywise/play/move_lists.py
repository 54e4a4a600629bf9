"""Read games from bare lists of moves, as pasted from elsewhere."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from plywise.game import MAX, MIN, Game
from plywise.game.transcripts import read_words
from plywise.play.ongoing import OngoingGame
from plywise.play.record import GameRecord

TAG = re.compile(r'[ \t]*\[[ \t]*(\w+)[ \t]+"(.*)"[ \t]*\][ \t]*')
COMMENT = re.compile(r"\{[^}]*\}")


@dataclass
class ListText:
    """A list of moves in a text, and the tags before it, such as [Game "othello"]."""

    tags: dict[str, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)


def read_moves(text: str, game: Game) -> GameRecord:
    """Return the record of the moves in a text, played from the initial position.

    See `read_line` in transcripts.py for the accepted forms. Raises InputError if a move is not legal.

    >>> from plywise.games import make
    >>> read_moves("1. 4 4 2. 3 5, 2", make("connect4")).words
    ['4', '4', '3', '5', '2']
    """
    ongoing = OngoingGame(game)
    for word in read_words(game, ongoing.state, text):
        ongoing.play(word)
    return ongoing.to_record()


def read_list(text: ListText, game: Game) -> GameRecord:
    """Return the record of a list of moves, with the players and the other tags. Raises InputError."""
    record = read_moves(COMMENT.sub(" ", "\n".join(text.lines)), game)
    tags = dict(text.tags)
    names = {side: tags.pop(game.player_names[side], "") for side in (MAX, MIN)}
    more = record.more | ({"tags": tags} if tags else {})
    return replace(record, max=names[MAX], min=names[MIN], more=more)


def lists_in(text: str) -> list[ListText]:
    """Return the lists of moves in a text.

    Tags begin a new list. If every line is a single word, such as f5d6c3, and one is longer than a move, each line is a
    list.
    """
    return [part for found in _split_at_tags(text) for part in _split_lines(found)]


def _split_at_tags(text: str) -> Iterator[ListText]:
    found = ListText()
    for line in filter(str.strip, text.split("\n")):
        tag = TAG.fullmatch(line)
        if tag is not None and found.lines:
            yield found
            found = ListText()
        if tag is not None:
            found.tags[tag[1]] = tag[2]
        else:
            found.lines.append(line)
    if found.tags or found.lines:
        yield found


LONG = 6
"""A word with more characters than this is more than one move."""


def _split_lines(found: ListText) -> list[ListText]:
    lines = found.lines
    if len(lines) > 1 and all(len(line.split()) == 1 for line in lines) and max(map(len, lines)) > LONG:
        return [ListText(found.tags, [line]) for line in lines]
    return [found]
