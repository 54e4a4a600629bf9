"""Annotated games of checkers go there and back: loaded, a move played, saved, twice; read by a reader of the tests."""

import random
import re

import pytest
from draughts.PDN import PDNReader

import plywise as pw
from plywise.play.game_files import format_games, parse_games
from plywise.play.ongoing import OngoingGame

GAME = pw.make("checkers")
TEXTS = ("a remark", "( no variation ) 1. 11-15 *", "; no rest", "15 x 22", "1-0", "two\nlines", "Ünal: 3.5?", "$1 [x]")
TAGS = {
    "Event": "a test",
    "White": "Bob \\ Co",
    "Black": 'Ann "A"',
    "Annotator": "me",
    "ZZ": "unknown",
    "Date": "1841.??.??",
}
TOKEN = re.compile(r"\{([^}]*)\}|(\()|(\))|\$(\d+)|(\d+\.+)|(1-0|0-1|1/2-1/2|2-0|0-2|1-1|\*)(?=\s|$)|([^\s(){}$]+)")
TAG = re.compile(r'^\[(\w+) "((?:[^"\\]|\\.)*)"\]\n', re.MULTILINE)


def parse(text):
    """Return the tags, the comment before the first move, the moves as nested lists, and the result."""
    tags = {name: re.sub(r'\\(["\\])', r"\1", value) for name, value in TAG.findall(text)}
    tokens = TOKEN.finditer(TAG.sub("", text))
    start = []
    line, result = _line(tokens, start)
    return tags, start, line, result


def _line(tokens, before):
    line = []
    for token in tokens:
        comment, opened, closed, nag, _, result, word = token.groups()
        if comment is not None:
            (line[-1]["comments"] if line else before).append(" ".join(comment.split()))
        elif opened:
            starting = []
            line[-1]["lines"].append((starting, _line(tokens, starting)[0]))
        elif nag:
            line[-1]["nags"].append(nag)
        elif word:
            line.append({"word": word, "comments": [], "nags": [], "lines": []})
        elif closed or result:
            return line, result
    return line, ""


def write(source, state, plies, nesting=0):
    """Return a random line of moves with comments, marks and variations."""
    told, number = [], 1
    for ply in range(plies):
        if GAME.terminal(state):
            break
        actions = list(GAME.actions(state))
        action = source.choice(actions)
        if source.random() < 0.5:
            told.append(f"{number}." if GAME.player(state) > 0 else f"{number}...")
        told.append(GAME.format_action(state, action))
        number += ply % 2
        if source.random() < 0.2:
            told.append(f"${source.randrange(1, 140)}")
        if source.random() < 0.3:
            told.append(f"{{{source.choice(TEXTS)}}}")
        while nesting < 3 and source.random() < 0.15:
            starting = f"{{{source.choice(TEXTS)}}} " if source.random() < 0.3 else ""
            told.append(f"({starting}{write(source, state, source.randrange(1, 5), nesting + 1)})")
        state = GAME.result(state, action)
    return " ".join(told)


def with_a_move(text):
    (record,) = parse_games(text, None if "GameType" in text else GAME, pytest.fail)
    ongoing = OngoingGame.from_record(GAME, record)
    ongoing.undo(0)
    if not ongoing.is_over:
        ongoing.play(ongoing.legal()[0])
    return format_games([ongoing.to_record()], GAME, "pdn"), ongoing.words


def check(seed):
    source = random.Random(f"pdn {seed}")
    tags = "".join(
        '[{} "{}"]\n'.format(name, value.replace("\\", "\\\\").replace('"', '\\"')) for name, value in TAGS.items()
    )
    comment = f"{{{source.choice(TEXTS)}}} " if source.random() < 0.5 else ""
    text = f"{tags}\n{comment}{write(source, GAME.initial(), source.randrange(1, 40))} *\n"
    _, start, line, _ = parse(text)
    for _ in range(2):
        text, words = with_a_move(text)
        found_tags, found_start, found_line, _ = parse(text)
        assert {name: found_tags[name] for name in TAGS} == TAGS
        assert (found_start, found_line[: len(line)]) == (start, line), (seed, text)
        assert [move["word"] for move in found_line] == words
    return len(str(line))


@pytest.mark.parametrize("seed", range(5))
def test_pydraughts_finds_the_moves_of_annotated_games(seed):
    source = random.Random(seed)
    text, words = with_a_move(write(source, GAME.initial(), 20) + " *")
    without_notes = re.sub(r"\{[^}]*\}|\$\d+", "", text)
    while "(" in without_notes:  # which it takes for moves
        without_notes = re.sub(r"\([^()]*\)", "", without_notes)
    without_notes = re.sub(r"[ \n]*\d+\.{3}\s", " ", without_notes)
    assert PDNReader(re.sub(" +", " ", without_notes)).games[0].moves == words


def test_annotated_games_survive_a_move():
    assert sum(map(check, range(40))) > 40_000


@pytest.mark.slow
def test_many_annotated_games_survive_a_move():
    assert sum(map(check, range(40, 240))) > 200_000
