"""Explanations: every claim, and every sentence, verified by a search of the test's own.

The rules of tic-tac-toe and of Connect Four are written here once more, and so is the search: plain minimax with a
memory. A sentence is parsed back by a small grammar into what it says; what it says must be in its claim, and what the
claim says must be so. A sentence that the grammar does not know fails the test.
"""

import json
import random
import re
import threading
import time
from collections import deque
from dataclasses import replace
from functools import cache
from typing import ClassVar

import pytest

import plywise as pw
from plywise import MAX, MIN
from plywise.engines import ExactPlan, fallback
from plywise.engines.native import preparation
from plywise.games import REGISTRY
from plywise.play.record import GameRecord, MoveRecord
from plywise.teach.explain.claims import Claim
from plywise.teach.explain.sentences import Wording
from plywise.teach.review.review import review
from tests.helpers.paths import GOLDEN
from tests.helpers.program import interrupted

SEED = 20261121

# --- the rules again, and a search ------------------------------------------------------------------------------------


class Outright:
    """What rules have in common in which a win is a win."""

    most = 1

    def outright(self, value):
        return abs(value) == self.most


class Noughts(Outright):
    """Tic-tac-toe: a state is the nine characters, a move the cell's number as a word."""

    LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
    names = ("X", "O")
    game = "tictactoe"

    def start(self):
        return "." * 9

    def mover(self, state):
        return MAX if state.count("X") == state.count("O") else MIN

    def moves(self, state):
        return [str(cell) for cell in range(9) if state[cell] == "."]

    def play(self, state, move):
        cell = int(move)
        return state[:cell] + ("X" if self.mover(state) == MAX else "O") + state[cell + 1 :]

    def end(self, state):
        """Return the value of the end, None where the game goes on."""
        for a, b, c in self.LINES:
            if state[a] == state[b] == state[c] != ".":
                return MAX if state[a] == "X" else MIN
        return None if "." in state else 0

    def position(self, played):
        state = self.start()
        for move in played:
            state = self.play(state, move)
        return state


class Columns(Outright):
    """Connect Four: a state is a tuple of columns, each a string of Y and R from the bottom; a move is a column."""

    names = ("Yellow", "Red")

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.game = f"connect4:width={width},height={height}" if (width, height) != (7, 6) else "connect4"

    def start(self):
        return ("",) * self.width

    def mover(self, state):
        return MAX if sum(map(len, state)) % 2 == 0 else MIN

    def moves(self, state):
        return [str(column + 1) for column in range(self.width) if len(state[column]) < self.height]

    def play(self, state, move):
        column = int(move) - 1
        stone = "Y" if self.mover(state) == MAX else "R"
        return (*state[:column], state[column] + stone, *state[column + 1 :])

    def end(self, state):
        """Return the value of the end, None where the game goes on; only the topmost stones can have ended it."""
        for column in range(self.width):
            if state[column] and self.wins(state, column, len(state[column]) - 1):
                return MAX if state[column][-1] == "Y" else MIN
        return 0 if all(len(column) == self.height for column in state) else None

    def wins(self, state, column, row):
        stone = state[column][row]

        def run(across, up):
            length, at, above = 0, column + across, row + up
            while 0 <= at < self.width and 0 <= above < len(state[at]) and state[at][above] == stone:
                length, at, above = length + 1, at + across, above + up
            return length

        return any(1 + run(*step) + run(-step[0], -step[1]) >= 4 for step in ((1, 0), (0, 1), (1, 1), (1, -1)))

    def position(self, played):
        return "".join(played)


class TheGamesOwn(Outright):
    """The rules of one of Plywise's games, without any of its searches: for games of points, and of turns in a row."""

    def __init__(self, name):
        self.game = name
        self.rules = pw.make(name)
        self.names = tuple(self.rules.player_names[side] for side in (MAX, MIN))
        self.most = self.rules.utility_bounds[1]

    def start(self):
        return self.rules.initial()

    def mover(self, state):
        return self.rules.player(state)

    def moves(self, state):
        return [self.rules.format_action(state, action) for action in self.rules.actions(state)]

    def play(self, state, move):
        return self.rules.result(state, self.rules.parse_action(state, move))

    def end(self, state):
        return self.rules.utility(state) if self.rules.terminal(state) else None

    def position(self, played):
        state = self.start()
        for move in played:
            state = self.play(state, move)
        return self.rules.format_state(state)


class Exhaustive:
    """What each state is worth, by looking at everything below it: (value, plies to the end; None for a draw)."""

    def __init__(self, rules):
        self.rules = rules
        self.solve = cache(self.solved)

    def solved(self, state):
        value = self.rules.end(state)
        if value is not None:
            return value, 0 if self.rules.outright(value) else None
        mover = self.rules.mover(state)
        return max(self.choices(state).values(), key=lambda each: self.merit(each, mover))

    def merit(self, outcome, mover):
        """Return a number that is greater for the better outcome: sooner wins, later losses."""
        value, plies = outcome
        later = 0 if plies is None else plies if value > 0 else -plies
        return mover * (1000 * value - later)

    def choices(self, state):
        """Return what each move leads to, the plies counted from the state."""
        found = {}
        for move in self.rules.moves(state):
            value, plies = self.solve(self.rules.play(state, move))
            found[move] = (value, None if plies is None else plies + 1)
        return found

    def wins(self, state):
        """Return the moves that win at once for the player to move."""
        if self.rules.end(state) is not None:
            return []
        mover, moves = self.rules.mover(state), self.rules.moves(state)
        return [move for move in moves if mover * (self.rules.end(self.rules.play(state, move)) or 0) > 0]

    def answers(self, state):
        """Return for each move the answers that win at once for the other player."""
        found, mover = {}, self.rules.mover(state)
        for move in self.rules.moves(state):
            child = self.rules.play(state, move)
            again = self.rules.end(child) is None and self.rules.mover(child) == mover
            found[move] = [] if again else self.wins(child)
        return found


# --- the grammar, and what must be so ---------------------------------------------------------------------------------


NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


def whole(text):
    """Return a number of moves: up to twelve it is written as a word."""
    if text in NUMBERS:
        return NUMBERS.index(text) + 1
    number = int(text.replace(",", ""))
    assert number > len(NUMBERS), text
    return number


def words(text):
    return re.split(r", | and | or ", text)


def word(value):
    return "MAX" if value == MAX else "MIN"


class Verifier:
    """Verifies an explanation of a state of the test's own rules."""

    limited = False  # the lines of a search that was limited may be cut short

    def __init__(self, search, state):
        self.search, self.rules, self.state = search, search.rules, state
        self.mover = None if self.rules.end(state) is not None else self.rules.mover(state)

    # the sentence against its claim

    def side(self, name):
        return MAX if name == self.rules.names[0] else MIN

    def outcome(self, text):
        """Return the value and the distance that a phrase says."""
        if text == "the game is a draw":
            return 0, None
        if text.startswith("the result is worth "):
            return self.amount(text.removeprefix("the result is worth ")), None
        match = re.fullmatch(r"(\w+) wins (?:in (\d+) (?:ply|plies)|(\d+) (?:ply|plies) later)", text)
        assert match, text
        return self.rules.most * self.side(match[1]), int(match[2] or match[3])

    def win(self, value, name):
        """Return whether a value is an outright win of the player called so."""
        return value == self.rules.most * self.side(name)

    def amount(self, text):
        """Return the value that is meant by what the result is worth to somebody."""
        number, _, name = text.partition(" to ")
        return int(number) * self.side(name) if name else int(number)

    def line(self, text, facts):
        """Assert that a line and its ending say what the facts say."""
        if facts["whole"]:
            play, _, end = text.removesuffix(".").partition(", ")
            won = {"a draw": 0} | {f"and {name} wins": self.rules.most * self.side(name) for name in self.rules.names}
            worth = self.amount(end.removeprefix("worth ")) if end.startswith("worth ") else won[end]
            assert worth == facts["value"]
        else:
            assert text.endswith(" ...")
            play = text.removesuffix(" ...")
        assert play.split() == facts["line"]

    def after(self, text, claim):
        """Assert that a sentence begins with the line that its claim is after; return the rest."""
        if not claim.after:
            return text
        begin = f"After {' '.join(claim.after)}, "
        assert text.startswith(begin), text
        return text.removeprefix(begin)

    GRAMMAR: ClassVar = {
        "over": [(r"The game is over: it is a draw\.", lambda v, m, f: f["value"] == 0),
                 (r"The game is over: (\w+) has won\.", lambda v, m, f: v.win(f["value"], m[1])),
                 (r"The game is over: it is worth (.+)\.", lambda v, m, f: f["value"] == v.amount(m[1]))],
        "verdict": [(r"(\w+) wins at once\.", lambda v, m, f: v.win(f["value"], m[1]) and f["distance"] == 1
                     and v.side(m[1]) == v.mover),
                    (r"With best play (.+)\.", lambda v, m, f: (f["value"], f["distance"]) == v.outcome(m[1]))],
        "quiet": [(r"Within the next (\d+) plies neither player can force a win\.",
                   lambda v, m, f: f["plies"] == int(m[1]))],
        "surely": [(r"(\w+) has a proved win; how many plies it takes was not determined\.",
                    lambda v, m, f: f["at_least"] == f["at_most"] == v.side(m[1])),
                   (r"(\w+) has a proved win; by how much was not determined\.",
                    lambda v, m, f: (f["at_least"] or 0) > 0 if v.side(m[1]) == MAX else (f["at_most"] or 0) < 0),
                   (r"With best play (\w+) does not lose\.",
                    lambda v, m, f: f["at_least"] == 0 if v.side(m[1]) == MAX else f["at_most"] == 0)],
        "moves": [(r"Of the (\S+) moves, (.+)\.", lambda v, m, f: v.counts(m[2]) == v.facts_counts(f)
                   and whole(m[1]) == sum(v.facts_counts(f).values())),
                  (r"All (\S+) moves (win|draw|lose)\.", lambda v, m, f: v.facts_counts(f) == {m[2]: whole(m[1])}),
                  (r"Both moves (win|draw|lose)\.", lambda v, m, f: v.facts_counts(f) == {m[1]: 2})],
        "best": [(r"(\S+) is the only legal move\.", lambda v, m, f: f["of"] == 1 and f["moves"] == [m[1]]),
                 (r"(.+) (?:is a best move|are best moves); other moves may be as good\.",
                  lambda v, m, f: f["moves"] == words(m[1]) and not f["complete"]),
                 (r"All moves are equally good\.",
                  lambda v, m, f: len(f["moves"]) == f["of"] and f["complete"]),
                 (r"Only (.+?) wins?\.", lambda v, m, f: f["moves"] == words(m[1]) and f["distinction"] == "win"
                  and f["complete"]),
                 (r"Only (.+?) holds? the draw\.", lambda v, m, f: f["moves"] == words(m[1])
                  and f["distinction"] == "draw" and f["complete"]),
                 (r"(.+?) holds? out longest\.", lambda v, m, f: f["moves"] == words(m[1])
                  and f["distinction"] == "loss" and f["complete"]),
                 (r"The quickest wins? (?:is|are) (.+)\.", lambda v, m, f: f["moves"] == words(m[1])
                  and f["distinction"] == "quickest" and f["complete"]),
                 (r"The best moves? (?:is|are) (.+)\.", lambda v, m, f: f["moves"] == words(m[1])
                  and f["distinction"] == "points" and f["complete"])],
        "rest": [(r"Every other move loses, within (\d+) (?:ply|plies)\.", lambda v, m, f: f["distance"] == int(m[1])
                  and len(f["moves"]) > 1),
                 (r"(\S+) loses, in (\d+) (?:ply|plies)\.", lambda v, m, f: f["moves"] == [m[1]]
                  and f["distance"] == int(m[2]))],
        "line": [(r"A line of best play(?: from there)?: (.+)", lambda v, m, f: v.line(m[1], f) is None)],
        "threat": [(r"(\w+) threatens to win at once(?: with (.+?))?; only (.+?) prevents? it\.",
                    lambda v, m, f: f["player"] == word(v.side(m[1])) and f["moves"] == (words(m[2]) if m[2] else [])
                    and f["prevent"] == words(m[3]))],
        "unstoppable": [(r"(\w+) wins at once whatever (\w+) plays(?:, with (.+))?\.",
                         lambda v, m, f: f["player"] == word(v.side(m[1])) == word(-v.side(m[2]))
                         and f["moves"] == (words(m[3]) if m[3] else []))],
        "lets": [(r"(\S+) would let (\w+) win at once, with (.+)\.", lambda v, m, f: f["answers"] == {m[1]: words(m[3])}
                  and f["player"] == word(v.side(m[2]))),
                 (r"(.+) would let (\w+) win at once\.", lambda v, m, f: f["answers"] == {
                     move: answers.split(" or ") for move, answers in re.findall(r"(\S+) \(then (.+?)\)", m[1])}
                  and f["player"] == word(v.side(m[2])))],
        "judgement": [(r"(\S+) is as good as any other move\.", lambda v, m, f: f["equals"] == f["of"]
                       and f["move"] == m[1]),
                      (r"(\S+) is a best move; other moves may be as good\.",
                       lambda v, m, f: f["equals"] is None and f["move"] == m[1]),
                      (r"(\S+) is the best move\.", lambda v, m, f: f["equals"] == 1 and f["move"] == m[1]),
                      (r"(\S+) is one of the (\S+) best moves\.", lambda v, m, f: f["equals"] == whole(m[2])
                       and f["move"] == m[1]),
                      (r"(\S+) throws the (win|draw) away: (.+)\.", lambda v, m, f: f["move"] == m[1]
                       and (v.mover * f["best_value"] > 0) == (m[2] == "win") and v.mover * f["best_value"] >= 0
                       and v.mover * f["value"] < (1 if m[2] == "win" else 0)
                       and (f["value"], f["distance"]) == v.outcome(m[3])),
                      (r"(\S+) (wins too, but|loses sooner:) in (\d+) (?:ply|plies) rather than (\d+)\.",
                       lambda v, m, f: f["move"] == m[1]
                       and (f["distance"], f["best_distance"]) == (int(m[3]), int(m[4]))
                       and f["value"] == f["best_value"]
                       and v.win(f["value"], v.rules.names[(v.mover == MIN) == ("wins" in m[2])])),
                      (r"(\S+) is not best: the result is worth (.+) rather than (.+)\.",
                       lambda v, m, f: f["move"] == m[1]
                       and (f["value"], f["best_value"]) == (v.amount(m[2]), v.amount(m[3])))],
        "leads": [(r"After (\S+), (.+)\.", lambda v, m, f: f["move"] == m[1]
                   and (f["value"], f["distance"]) == v.outcome(m[2]))],
        "worse": [(r"(\S+) is provably worse than (\S+): it wins in (\d+) (?:ply|plies) at the earliest, if at all\.",
                   lambda v, m, f: (f["move"], f["than"], f["earliest"]) == (m[1], m[2], int(m[3]))),
                  (r"(\S+) is provably worse than (\S+): (it loses|it does not win)\.",
                   lambda v, m, f: (f["move"], f["than"], f["earliest"]) == (m[1], m[2], None)
                   and f["at_most"] == ("loss" if m[3] == "it loses" else "draw")),
                  (r"(\S+) is provably better\.", lambda v, m, f: f["than"] == m[1] and f["at_most"] is None)],
        "reply": [(r"(\w+) answers (.+) and wins at once\.", lambda v, m, f: f["player"] == word(v.side(m[1]))
                   and f["moves"] == words(m[2]) and f["later"] == 1),
                  (r"Only the reply (\S+) (holds the draw|wins)\.", lambda v, m, f: f["moves"] == [m[1]] and f["only"]
                   and (f["value"] == 0) == (m[2] != "wins"))],
        "defences": [(r"(\w+) has one move, and it (loses|does not win): (.+)\.", lambda v, m, f: v.fates(m[3], f)
                      and len(f["replies"]) == 1 and v.doomed(m[1], m[2] == "loses", f)),
                     (r"(\w+) has (\S+) moves, and (all lose|none wins): (.+)\.", lambda v, m, f: v.fates(m[4], f)
                      and len(f["replies"]) == whole(m[2]) and v.doomed(m[1], m[3] == "all lose", f))],
        "better": [(r"(\S+) is better and wins at once\.", lambda v, m, f: f["move"] == m[1]
                    and (f["value"], f["distance"]) == (v.rules.most * v.mover, 1)),
                   (r"(\S+) is better: ([^,]+?)(?:, with (.+?))?(\.| \.\.\.)", lambda v, m, f: f["move"] == m[1]
                    and (f["value"], f["distance"]) == v.outcome(m[2])
                    and (m[3].split() == f["line"] and f["whole"] == (m[4] == ".") if m[3] else len(f["line"]) < 2))],
        "basis": [(r"All of this is proved by a search to the end of the game\.", lambda v, m, f: f["extent"] == "all"),
                  (r"Everything stated here is proved; the rest was not determined\.",
                   lambda v, m, f: f["extent"] == "some" and f["depth"] is None),
                  (r"Estimates are the game's evaluation after a search (\d+) (?:ply|plies) deep; they prove "
                   r"nothing\. The rest is certain\.", lambda v, m, f: f["depth"] == int(m[1]) and not f["selective"])],
        "estimate": [(r"Estimate \((\d+) (?:ply|plies) deep\): (.+)\.", lambda v, m, f: f["depth"] == int(m[1])
                      and f["value"] == v.standing(m[2]))],
        "preferred": [(r"This estimate does not distinguish between the moves\.",
                       lambda v, m, f: len(f["moves"]) == f["of"] > 1),
                      (r"(\S+) is the only legal move\.",
                       lambda v, m, f: f["moves"] == [m[1]] and f["of"] == 1),
                      (r"By this estimate the best moves are (.+), which are equal\.",
                       lambda v, m, f: f["moves"] == words(m[1])),
                      (r"By this estimate the best move is (\S+)\.", lambda v, m, f: f["moves"] == [m[1]])],
        "expected": [(r"Expected line \(estimate, (\d+) (?:ply|plies) deep\): (.+) \.\.\.",
                      lambda v, m, f: f["depth"] == int(m[1]) and f["line"] == m[2].split())],
        "guess": [(r"Estimate \((\d+) (?:ply|plies) deep\): after (\S+), ([^;]+), as after every other move\.",
                   lambda v, m, f: (f["depth"], f["move"], f["apart"]) == (int(m[1]), m[2], False)
                   and f["value"] == f["best_value"] == v.standing(m[3])),
                  (r"Estimate \((\d+) (?:ply|plies) deep\): after (\S+), ([^;,]+); no move is estimated to be better\.",
                   lambda v, m, f: (f["depth"], f["move"], f["apart"]) == (int(m[1]), m[2], True)
                   and f["value"] == f["best_value"] == v.standing(m[3])),
                  (r"Estimate \((\d+) (?:ply|plies) deep\): after (\S+), ([^;]+); after (\S+), (.+)\.",
                   lambda v, m, f: (f["depth"], f["move"], f["best"]) == (int(m[1]), m[2], m[4])
                   and (f["value"], f["best_value"]) == (v.standing(m[3]), v.standing(m[5])))],
        "reply expected": [(r"Expected reply \(estimate, (\d+) (?:ply|plies) deep\): (\S+)\.",
                            lambda v, m, f: f["depth"] == int(m[1]) and f["moves"] == [m[2]])],
    }  # fmt: skip

    def counts(self, text):
        verbs = {"wins": "win", "draws": "draw", "loses": "lose"}
        pairs = [each.split() for each in words(text)]
        assert all((whole(count) == 1) == (verb in verbs) for count, verb in pairs), text
        return {verbs.get(verb, verb): whole(count) for count, verb in pairs}

    def facts_counts(self, facts):
        named = {"win": facts["wins"], "draw": facts["draws"], "lose": facts["losses"]}
        return {verb: count for verb, count in named.items() if count}

    def fates(self, text, facts):
        """Return whether what is said of each defence is what the facts say."""
        said = {}
        for part in text.split("; "):
            later = r"\w+ wins \d+ (?:ply|plies) later(?:: .+)?"
            fate = rf"\w+ wins at once with .+|{later}|the game is a draw|the result is worth .+"
            match = re.fullmatch(rf"after (.+?), ({fate})", part)
            assert match, part
            for move in words(match[1]):
                said[move] = match[2]
        assert set(said) == {each["move"] for each in facts["replies"]}
        for each in facts["replies"]:
            if match := re.fullmatch(r"(\w+) wins at once with (.+)", said[each["move"]]):
                assert (self.side(match[1]), words(match[2])) == (each["value"], each["answers"])
            else:
                assert not each["answers"]
                fate, _, fork = said[each["move"]].partition(": ")
                assert self.outcome(fate) == (each["value"], each["later"])
                match = re.fullmatch(r"(\S+) threatens to win with (.+), and no move stops (both|all)", fork)
                assert (match is None) == (not fork) == (each["fork"] is None), fork
                assert match is None or {"move": match[1], "wins": words(match[2])} == each["fork"]
        return True

    def doomed(self, name, loses, facts):
        return facts["player"] == word(self.side(name)) and (facts["value"] != 0) == loses

    def standing(self, text):
        if text == "neither player is ahead":
            return 0
        estimated = re.fullmatch(r"the position is worth (\S+) to (\w+)", text)
        return pytest.approx(self.side(estimated[2]) * float(estimated[1]), rel=1e-3)

    def verify(self, explanation):
        """Assert that every claim is so, that every sentence says its claim, and that nothing due is left out."""
        sentences = explanation.sentences
        self.solved = explanation.stopped_by == "complete"
        assert len(sentences) == len(explanation.claims)
        assert re.sub(r"\s+", " ", str(explanation)) == " ".join(
            sentence for about in ("position", "threats", "move", "basis")
            for claim, sentence in zip(explanation.claims, sentences, strict=True) if claim.about == about
        )  # fmt: skip
        for claim, sentence in zip(explanation.claims, sentences, strict=True):
            self.read(claim, sentence)
            if claim.proved:
                getattr(self, f"is_{claim.kind}")(claim, claim.facts)
            else:
                assert "stimate" in sentence
                assert "proved" not in sentence
        self.complete(explanation)

    def read(self, claim, sentence):
        kind = "reply expected" if claim.kind == "reply" and not claim.proved else claim.kind
        if kind in ("threat", "unstoppable", "lets", "defences"):
            sentence = self.after(sentence, claim)
        for pattern, says in self.GRAMMAR[kind]:
            if match := re.fullmatch(pattern, sentence):
                assert says(self, match, claim.facts), (sentence, claim)
                return
        raise AssertionError(f"not in the grammar: {sentence}")

    # the claim against the search

    def at(self, line):
        state = self.state
        for move in line:
            assert move in self.rules.moves(state), (line, move)
            assert self.rules.end(state) is None
            state = self.rules.play(state, move)
        return state

    def is_over(self, claim, facts):
        assert facts["value"] == self.rules.end(self.state)

    def is_verdict(self, claim, facts):
        assert (facts["value"], facts["distance"]) == self.search.solve(self.state)

    def is_surely(self, claim, facts):
        value = self.search.solve(self.state)[0]
        assert facts["at_least"] is None or value >= facts["at_least"]
        assert facts["at_most"] is None or value <= facts["at_most"]

    def is_quiet(self, claim, facts):
        value, distance = self.search.solve(self.state)
        assert value == 0 or distance > facts["plies"]

    def is_moves(self, claim, facts):
        outcomes = self.search.choices(self.state).values()
        values = [self.mover * ((value > 0) - (value < 0)) for value, _ in outcomes]
        assert [facts["wins"], facts["draws"], facts["losses"]] == [values.count(value) for value in (1, 0, -1)]

    def best(self):
        best = self.search.solve(self.state)
        return [move for move, outcome in self.search.choices(self.state).items() if outcome == best]

    def is_best(self, claim, facts):
        choices, (value, _) = self.search.choices(self.state), self.search.solve(self.state)
        assert facts["of"] == len(choices)
        if not facts["complete"]:
            assert not self.solved
            assert set(facts["moves"]) <= set(self.best())
            return
        assert facts["moves"] == self.best()
        others = [self.mover * choices[move][0] for move in choices if move not in facts["moves"]]
        own = self.mover * value
        kind = ("quickest" if own > 0 else "loss") if self.rules.outright(value) else "points"
        if own >= 0:
            kind = "draw" if own == 0 else "win" if max(others, default=-1) <= 0 else kind
        if not self.solved and kind == "win":
            kind = (
                facts["distinction"] if facts["distinction"] == "quickest" else kind
            )  # it was not worked out whether others win
        assert facts["distinction"] == kind

    def is_rest(self, claim, facts):
        choices, best = self.search.choices(self.state), self.best()
        others = {move: outcome for move, outcome in choices.items() if move not in best}
        assert facts["moves"] == list(others)
        assert all(self.mover * value < 0 for value, _ in others.values())
        assert facts["distance"] == max(plies for _, plies in others.values())

    def is_line(self, claim, facts):
        first = 1 if claim.about == "move" else 0
        self.is_best_play(facts["line"], first, facts["whole"], facts["value"])

    def is_best_play(self, line, first, whole, value):
        """Assert that each ply of a line from the first on is as good as any."""
        for place in range(first, len(line)):
            state = self.at(line[:place])
            assert self.search.choices(state)[line[place]] == self.search.solve(state), (line, place)
        assert self.search.solve(self.at(line))[0] == value
        assert (self.rules.end(self.at(line)) is not None) == whole
        assert whole or len(line) >= 16 or not self.solved or self.limited

    def answers(self, claim):
        answers = self.search.answers(self.at(claim.after))
        return answers, {move: wins for move, wins in answers.items() if wins}

    def waiting(self, claim):
        """Return who is not to move after the claim's line."""
        return word(-self.rules.mover(self.at(claim.after)))

    def is_threat(self, claim, facts):
        answers, allowing = self.answers(claim)
        assert facts["player"] == self.waiting(claim)
        assert allowing
        assert facts["prevent"] == [move for move in answers if move not in allowing]
        assert sorted(facts["moves"]) == sorted(set.intersection(*map(set, allowing.values())))
        assert facts["of"] == len(answers)

    def is_unstoppable(self, claim, facts):
        answers, allowing = self.answers(claim)
        assert facts["player"] == self.waiting(claim)
        assert answers == allowing
        assert not facts["moves"] or all(set(wins) & set(facts["moves"]) for wins in answers.values())
        assert len(set(facts["moves"])) == len(facts["moves"])
        assert set(facts["moves"]) <= {win for wins in answers.values() for win in wins}

    def is_lets(self, claim, facts):
        assert facts["player"] == self.waiting(claim)
        assert facts["answers"] == self.answers(claim)[1]

    def is_judgement(self, claim, facts):
        choices, best = self.search.choices(self.state), self.best()
        assert (facts["value"], facts["distance"]) == choices[facts["move"]]
        assert (facts["best_value"], facts["best_distance"]) == self.search.solve(self.state)
        if facts["equals"] is None:
            assert not self.solved
            assert facts["move"] in best
        else:
            assert facts["equals"] == (len(best) if facts["move"] in best else 0)
        assert facts["of"] == len(choices)

    def is_leads(self, claim, facts):
        assert not self.solved
        assert (facts["value"], facts["distance"]) == self.search.choices(self.state)[facts["move"]]

    def is_worse(self, claim, facts):
        assert not self.solved
        choices = self.search.choices(self.state)
        value, plies = choices[facts["move"]]
        assert self.search.merit((value, plies), self.mover) < self.search.merit(choices[facts["than"]], self.mover)
        assert (
            self.mover * value
            <= {None: self.rules.most, "win": self.rules.most, "draw": 0, "loss": -1}[facts["at_most"]]
        )
        assert facts["earliest"] is None or self.mover * value <= 0 or plies >= facts["earliest"]

    def is_reply(self, claim, facts):
        state = self.at(claim.after)
        side = self.rules.mover(state)
        assert facts["player"] == word(side)
        assert facts["value"] == self.search.solve(state)[0]
        if facts["later"] == 1:
            assert facts["moves"] == self.search.wins(state)
            return
        choices = self.search.choices(state)
        assert facts["later"] is None
        enough = 1 if facts["value"] else 0  # to win, or to draw
        assert side * facts["value"] >= enough
        assert facts["only"]
        assert len(facts["moves"]) == 1
        assert facts["moves"] == [move for move, (value, _) in choices.items() if side * value >= enough]

    def is_defences(self, claim, facts):
        state, player = self.at(claim.after), MAX if facts["player"] == "MAX" else MIN
        assert self.rules.mover(state) == player
        assert self.search.solve(state)[0] == facts["value"]
        assert player * facts["value"] <= 0
        assert [each["move"] for each in facts["replies"]] == self.rules.moves(state)
        for each in facts["replies"]:
            child = self.rules.play(state, each["move"])
            assert (each["value"], each["later"]) == self.search.solve(child)
            assert player * each["value"] <= 0
            assert facts["value"] == 0 or player * each["value"] < 0
            assert each["answers"] == (self.search.wins(child) if each["later"] == 1 else [])
            if each["fork"]:
                self.is_fork(child, each["fork"])

    def is_fork(self, state, fork):
        """After the move, every reply allows one of the two or more wins, and some reply all of them."""
        state = self.rules.play(state, fork["move"])
        children = [self.rules.play(state, move) for move in self.rules.moves(state)]
        assert all(self.rules.end(child) is None for child in children)
        wins = [set(self.search.wins(child)) for child in children]
        assert all(wins)
        assert set(fork["wins"]) == set.union(*wins)
        assert set(fork["wins"]) in wins
        assert len(fork["wins"]) == len(set(fork["wins"])) > 1

    def is_better(self, claim, facts):
        assert facts["move"] in self.best()
        assert (facts["value"], facts["distance"]) == self.search.solve(self.state)
        if len(facts["line"]) > 1:
            self.is_best_play(facts["line"], 0, facts["whole"], facts["value"])
        else:  # it ends the game, or its line has been said
            assert facts["whole"] == (self.rules.end(self.at(facts["line"])) is not None)
        assert facts["line"][0] == facts["move"]

    def is_basis(self, claim, facts):
        assert facts["extent"] in ("all", "some")

    # nothing due is left out

    def complete(self, explanation):
        kinds = {(claim.kind, tuple(claim.after)) for claim in explanation.claims}
        if self.mover is None:
            assert kinds == {("over", ())}
            return
        basis = explanation.claims[-1].facts
        assert (basis["extent"] == "all") == (explanation.stopped_by == "complete" and explanation.proved)
        assert explanation.proved <= all(claim.proved for claim in explanation.claims)
        if not explanation.proved:
            return
        assert ("verdict", ()) in kinds
        answers = self.search.answers(self.state)
        letting = sum(map(bool, answers.values()))
        assert (letting > 0) == any((kind, ()) in kinds for kind in ("threat", "lets", "unstoppable"))
        if explanation.move is None:
            return
        move = explanation.word(explanation.move)
        judged = ("judgement", ()) in kinds or (not self.solved and ("worse", ()) in kinds)
        assert judged == (len(answers) > 1)
        after = self.rules.play(self.state, move)
        assert (move not in self.best()) == (("better", ()) in kinds)
        at_once = (
            self.solved
            and self.rules.end(after) is None
            and self.rules.mover(after) != self.mover
            and self.search.wins(after)
        )
        if at_once and self.rules.outright(self.search.solve(after)[0]):
            assert ("reply", (move,)) in kinds


# --- random positions -------------------------------------------------------------------------------------------------


def random_positions(rules, count, stones, seed):
    """Yield `count` lines of random play, of so many stones, to positions where the game goes on, each once."""
    source, seen = random.Random(seed), set()
    for _ in range(50 * count):
        state, played, goal = rules.start(), [], source.choice(stones)
        while len(played) < goal and rules.end(state) is None:
            played.append(source.choice(rules.moves(state)))
            state = rules.play(state, played[-1])
        if rules.end(state) is None and state not in seen:
            seen.add(state)
            yield played, state
            if len(seen) == count:
                return


def verify_all(rules, count, stones, **options):
    """Explain random positions, most with a random move, and verify it all; return the kinds of claims."""
    print(f"seed {SEED}")
    game, source, search = pw.make(rules.game), random.Random(SEED), Exhaustive(rules)
    kinds, explained = set(), 0
    for played, state in random_positions(rules, count, stones, SEED):
        chosen = source.choice([*rules.moves(state), None] if source.random() < 0.5 else rules.moves(state))
        position = game.parse_state(rules.position(played))
        move = None if chosen is None else game.parse_action(position, chosen)
        explanation = pw.explain(game, position, move, **options)
        try:
            Verifier(search, state).verify(explanation)
        except (AssertionError, KeyError):
            print(f"{rules.game} {rules.position(played)} move {chosen}:\n{explanation}")
            raise
        assert explanation.proved
        kinds |= {claim.kind for claim in explanation.claims}
        explained += 1
        search.solve.cache_clear()
    assert explained == count
    return kinds


@pytest.mark.slow_with("100")
@pytest.mark.parametrize("count", [100, pytest.param(400, marks=pytest.mark.slow)])
def test_random_positions_of_tic_tac_toe_are_explained_truly(count):
    kinds = verify_all(Noughts(), count, range(7))
    wanted = {"verdict", "moves", "best", "rest", "line", "threat", "lets", "judgement", "reply", "defences", "better"}
    assert wanted <= kinds


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "count", "stones", "engine"),
    [
        pytest.param((7, 6), 20, range(31, 38), "reference", marks=pytest.mark.slow),
        ((5, 4), 20, range(9, 16), "reference"),
        pytest.param((7, 6), 70, range(27, 38), "native", marks=pytest.mark.slow),
        pytest.param((7, 6), 60, range(26, 36), "auto", marks=pytest.mark.slow),
        pytest.param((5, 4), 60, range(9, 16), "reference", marks=pytest.mark.slow),
    ],
)
def test_random_positions_of_connect_four_are_explained_truly(size, count, stones, engine):
    kinds = verify_all(Columns(*size), count, stones, engine=engine, time=60)
    assert {"verdict", "moves", "best", "line", "judgement", "better"} <= kinds


@pytest.mark.parametrize(
    ("name", "count", "stones"),
    [
        ("kalah:houses=3,seeds=2", 12, range(5, 12)),
        ("othello:size=4", 10, range(8, 10)),
        ("nim:heaps=1-2-3,misere=1", 15, range(4)),
    ],
)
def test_games_of_points_and_of_turns_in_a_row_are_explained_truly(name, count, stones):
    kinds = verify_all(TheGamesOwn(name), count, stones, engine="reference", time=60)
    assert {"verdict", "best", "line", "judgement", "better"} <= kinds


# --- a checker that lets everything pass would be no checker ----------------------------------------------------------


def falsified(facts):
    """Yield the facts of a claim with one of them made false."""
    for name, value in facts.items():
        if name in ("complete", "only", "selective", "distinction", "of", "depth", "extent"):
            continue
        wrong = []
        if name in ("value", "best_value"):
            wrong = [-value, 0] if value else [1, -1]
        elif isinstance(value, bool):
            wrong = [not value]
        elif isinstance(value, int):
            wrong = [value + 1, value + 2, max(0, value - 1)]
        elif name in ("moves", "prevent", "line") and value:
            wrong = [value[1:], value[:-1], [*value, value[0]]]
        elif name == "answers":
            wrong = [dict(list(value.items())[1:]), {move: ["9"] for move in value}]
        elif name == "replies":
            wrong = [value[1:], [each | {"value": -each["value"] or 1} for each in value]]
            wrong += [[each | {"later": (each["later"] or 0) + 2} for each in value]]
            if any(each["fork"] for each in value):
                fewer = [each["fork"] and each["fork"] | {"wins": each["fork"]["wins"][1:]} for each in value]
                wrong += [[each | {"fork": fork} for each, fork in zip(value, fewer, strict=True)]]
        elif name == "player":
            wrong = ["MIN" if value == "MAX" else "MAX"]
        for each in wrong:
            if each != value:
                yield facts | {name: each}


FOR_MUTATION = [(".XOOX.X.O", 5), (".XOOX.X.O", 0), ("X........", 1), ("X.O.X....", 8), ("XO..X...O", 6)]


def test_a_false_claim_is_caught():
    game, rules = pw.make("tictactoe"), Noughts()
    search, tried = Exhaustive(rules), {}
    for position, move in FOR_MUTATION:
        explanation = pw.explain(game, game.parse_state(position), move)
        verifier = Verifier(search, position)
        verifier.verify(explanation)
        for place, claim in enumerate(explanation.claims):
            for facts in falsified(claim.facts):
                claims = list(explanation.claims)
                claims[place] = replace(claim, facts=facts)
                try:
                    verifier.verify(replace(explanation, claims=claims))
                except (AssertionError, KeyError, IndexError, TypeError, StopIteration):
                    pass
                else:
                    raise AssertionError(f"{position} {move}: {claim} passed as {facts}")
                tried[claim.kind] = tried.get(claim.kind, 0) + 1
    assert sum(tried.values()) > 150
    assert {"verdict", "moves", "best", "rest", "line", "threat", "lets", "judgement", "reply", "defences"} <= set(
        tried
    )


def test_a_sentence_that_does_not_say_its_claim_is_caught(monkeypatch):
    game, search = pw.make("tictactoe"), Exhaustive(Noughts())
    explanation = pw.explain(game, game.parse_state("X........"), 1)
    verifier = Verifier(search, "X........")
    said, tried = Wording.__call__, 0
    for claim, sentence in zip(explanation.claims, explanation.sentences, strict=True):
        for start, end in [match.span() for match in re.finditer(r"\d+", sentence)]:
            swap = {id(claim): f"{sentence[:start]}{int(sentence[start:end]) + 1}{sentence[end:]}"}
            monkeypatch.setattr(
                Wording, "__call__", lambda self, each, swap=swap: swap.get(id(each)) or said(self, each)
            )
            with pytest.raises((AssertionError, KeyError)):
                verifier.verify(explanation)
            tried += 1
    assert tried > 30
    monkeypatch.undo()
    verifier.verify(explanation)


def test_a_sentence_outside_the_grammar_is_caught(monkeypatch):
    game, search = pw.make("tictactoe"), Exhaustive(Noughts())
    explanation = pw.explain(game)
    monkeypatch.setattr(Wording, "_verdict", lambda self, claim, facts: "It is a fine day.")
    with pytest.raises(AssertionError, match="not in the grammar"):
        Verifier(search, "." * 9).verify(explanation)


# --- estimates --------------------------------------------------------------------------------------------------------


@pytest.mark.slow_with("size1-stones1")
@pytest.mark.parametrize(("size", "stones"), [((5, 4), range(14)), ((7, 6), range(30, 36))])
def test_what_a_search_two_plies_deep_does_not_prove_is_called_an_estimate(size, stones):
    rules = Columns(*size)
    game, search, source, estimated = pw.make(rules.game), Exhaustive(rules), random.Random(SEED), 0
    for played, state in random_positions(rules, 25, stones, SEED + 1):
        position = game.parse_state(rules.position(played))
        move = game.parse_action(position, source.choice(rules.moves(state)))
        explanation = pw.explain(game, position, move, depth=2, engine="reference")
        if len(played) >= 9:
            Verifier(search, state).verify(explanation)
            search.solve.cache_clear()
        if any(claim.kind == "verdict" for claim in explanation.claims):
            continue
        estimated += 1
        assert not explanation.proved
        assert explanation.depth == 2
        text = str(explanation)
        assert "Estimate (2 plies deep)" in text
        assert "All of this is proved" not in text
        for claim, sentence in zip(explanation.claims, explanation.sentences, strict=True):
            if claim.kind in ("estimate", "preferred", "expected", "guess"):
                assert not claim.proved
                assert "stimate" in sentence
            assert claim.kind not in ("verdict", "best", "judgement", "better", "rest")
    assert estimated >= 3


@pytest.mark.parametrize(
    ("engine", "limits", "stones"),
    [
        ("reference", {"nodes": 400}, range(29, 35)),
        pytest.param("reference", {"nodes": 1200}, range(28, 32), marks=pytest.mark.slow),
        pytest.param("reference", {"depth": 4}, range(29, 35), marks=pytest.mark.slow),
        pytest.param("native", {"nodes": 200}, range(26, 31), marks=pytest.mark.slow),
        pytest.param("native", {"depth": 4}, range(28, 35), marks=pytest.mark.slow),
        pytest.param("native", {"depth": 7}, range(28, 33), marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_what_is_proved_before_a_limit_is_reached_is_true(engine, limits, stones):
    rules = Columns(7, 6)
    game, source, search, opened, kinds = pw.make(rules.game), random.Random(SEED), Exhaustive(rules), 0, set()
    for played, state in random_positions(rules, 25, stones, SEED + 2):
        position = game.parse_state(rules.position(played))
        move = game.parse_action(position, source.choice(rules.moves(state)))
        explanation = pw.explain(game, position, move, engine=engine, **limits)
        verifier = Verifier(search, state)
        verifier.limited = True
        verifier.verify(explanation)
        search.solve.cache_clear()
        opened += explanation.stopped_by == "limits"
        kinds |= {claim.kind for claim in explanation.claims}
    assert opened >= 3
    assert {"estimate", "verdict"} <= kinds


def test_an_open_position_is_never_called_proved():
    explanation = pw.explain(pw.make("connect4"), depth=2, engine="reference")
    assert {claim.kind for claim in explanation.claims if claim.proved} <= {"quiet", "basis"}
    assert explanation.stopped_by == "limits"
    assert explanation.to_dict()["proved"] is False


def test_a_proof_may_be_found_within_the_depth_and_is_told_as_one():
    game = pw.make("connect4", width=5, height=4)
    explanation = pw.explain(game, game.parse_state("121212"), depth=2, engine="reference")
    assert explanation.claims[0] == Claim("verdict", {"value": 1, "distance": 1})


# --- the text, as people read it --------------------------------------------------------------------------------------

GOLDEN = GOLDEN / "explanations.txt"


def golden_texts():
    """Yield what is asked and how the answer reads: GAME POSITION MOVE DEPTH, - for none, then the text."""
    for block in GOLDEN.read_text().split("## ")[1:]:
        asked, _, text = block.partition("\n")
        yield pytest.param(*asked.split(), text.strip(), id=asked)


@pytest.mark.slow_with("connect4:width=5,height=4 33122441 1 -")
@pytest.mark.parametrize(("name", "position", "move", "depth", "text"), list(golden_texts()))
def test_the_text_reads_so(name, position, move, depth, text):
    game = pw.make(name)
    state = game.parse_state(position)
    action = None if move == "-" else game.parse_action(state, move)
    limit = None if depth == "-" else int(depth)
    explanation = pw.explain(game, state, action, depth=limit, engine="reference", time=60)
    assert str(explanation) == text


# --- the interface ----------------------------------------------------------------------------------------------------


def test_the_program_prints_the_board_and_the_text(plywise):
    code, out, _ = plywise("explain", "tictactoe", "--position", ".XOOX.X.O", "--move", "0")
    assert code == 0
    assert out.startswith(" 0 | X | O\n")
    assert "\ntictactoe, .XOOX.X.O, X to move\n\nX wins at once." in out
    assert out.endswith("All of this is proved by a search to the end of the game.\n")


def test_the_json_has_each_claim_with_its_sentence(plywise):
    code, out, _ = plywise("explain", "tictactoe", "--moves", "0", "--move", "1", "--json")
    answer = json.loads(out)
    assert code == 0
    assert answer["position"] == "X........"
    assert (answer["player"], answer["move"], answer["proved"], answer["depth"]) == ("MIN", "1", True, None)
    assert [claim["says"] for claim in answer["claims"]] == answer["sentences"]
    verdict = {"kind": "verdict", "about": "position", "proved": True, "value": 0, "distance": None}
    assert answer["claims"][0] == verdict | {"says": "With best play the game is a draw."}
    assert answer["stopped_by"] == "complete"


@pytest.mark.parametrize(("state", "move"), [(".XOOX.X.O", 0), (".XOOX.X.O", 5), ("X........", 1), ("XX.OO....", None)])
def test_the_json_says_of_each_claim_what_the_claim_says(state, move):
    game = pw.make("tictactoe")
    explanation = pw.explain(game, game.parse_state(state), move, engine="reference")
    for claim, plain in zip(explanation.claims, explanation.to_dict()["claims"], strict=True):
        said = {"kind": claim.kind, "about": claim.about, "proved": claim.proved}
        assert plain == said | ({"after": list(claim.after)} if claim.after else {}) | claim.facts | {
            "says": plain["says"]
        }


def test_no_fact_hides_what_a_claim_says_of_itself():
    with pytest.raises(AssertionError):
        Claim("best", {"kind": "win"})


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["tictactoe", "--move", "9"], "'9'"),
        (["tictactoe", "--position", "XXXOO....", "--move", "5"], "the game is over"),
        (["tictactoe", "--position", "XXX......"], "XXX......"),
        (["tictactoe", "--depth", "0"], "depth must be 1 or more plies"),
        (["tictactoe", "--time", "0"], "time must be"),
        (["tictactoe", "--nodes", "0"], "nodes must be"),
        (["tictactoe", "--engine", "steam"], "no engine 'steam'"),
        (["nochess"], "nochess"),
    ],
)
def test_bad_input_is_one_line(plywise, words, message):
    code, out, err = plywise("explain", *words)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1


def test_an_illegal_action_is_refused_in_python_too():
    game = pw.make("tictactoe")
    with pytest.raises(pw.InputError, match="not a legal action"):
        pw.explain(game, game.parse_state("X........"), 0)
    with pytest.raises(pw.InputError, match="the game is over"):
        pw.explain(game, game.parse_state("XXXOO...."), 5)


def test_utilities_that_are_no_whole_numbers_are_explained_without_plies():
    tree = pw.Tree([0.5, 1.5, -2.25, 3.0], branching=2)
    assert str(pw.explain(tree, move=1)).splitlines()[0].startswith("With best play the result is worth 0.5 to MAX.")


def test_few_nodes_give_an_answer_too():
    explanation = pw.explain(pw.make("connect4"), nodes=500, engine="reference")
    assert not explanation.proved
    assert explanation.nodes <= 500


class NeverReady:
    """An engine's preparation that does not end."""

    def __init__(self):
        self.ready, self.ended, self.failed = threading.Event(), threading.Event(), None

    def let_finish(self):
        return True


def test_who_sets_the_time_does_not_wait_for_the_engine(monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(preparation, "prepare", lambda game, plan: asked.append(plan) or NeverReady())
    monkeypatch.setattr(fallback, "_reported", deque())
    began = time.perf_counter()
    explanation = pw.explain(pw.make("connect4"), time=0.3)
    assert time.perf_counter() - began < 20  # on a busy machine; the engine is never ready
    assert (explanation.engine, explanation.claims[0].kind) == ("reference", "estimate")
    assert capsys.readouterr().err == f"connect4 is searched by the reference engine: {fallback.FINISHING}\n"
    assert ExactPlan(distance=True) in asked  # compiling has begun, for the next one


@pytest.mark.slow  # a search compiled for this alone; compiled, positions are explained in docs/guides/explaining.md
def test_once_the_engine_is_ready_who_sets_the_time_has_it():
    game = pw.make("tictactoe")
    pw.explain(game, depth=3, engine="native")  # compiles
    assert pw.explain(game, depth=3, time=2).engine == "native"


@pytest.mark.slow
@pytest.mark.parametrize("name", [*REGISTRY, "go:size=5", "cube:size=4", "othello:size=6"])
def test_every_game_is_explained_in_time(name):
    game = pw.make(name)
    move = list(game.actions(game.initial()))[-1]
    pw.explain(game, move=move)  # compiles
    began = time.perf_counter()
    explanation = pw.explain(game, move=move)
    assert time.perf_counter() - began < 10
    assert explanation.claims[0].kind in ("verdict", "quiet", "surely", "estimate")
    assert explanation.proved == all(claim.proved for claim in explanation.claims)
    for claim, sentence in zip(explanation.claims, explanation.sentences, strict=True):
        assert claim.proved or "stimate" in sentence
        assert sentence.endswith(".")


@pytest.mark.slow
@pytest.mark.parametrize("busy", [2, 20], ids=["at first", "later"])  # it may compile
def test_ctrl_c_leaves_an_explanation_with_nothing_said(busy):
    code, out, err = interrupted("explain", "connect4", "--time", "60", busy=busy)
    assert (code, out, err.splitlines()[-1:]) == (130, "", ["interrupted"])


def wins_at_once(game, state):
    """Return the words of the actions that end a game with the greatest utility that the player to move can get."""
    mover = game.player(state)
    most = max(mover * bound for bound in game.utility_bounds)
    after = {game.format_action(state, action): game.result(state, action) for action in game.actions(state)}
    return [word for word, child in after.items() if game.terminal(child) and mover * game.utility(child) == most]


OUTRIGHT = [name for name in REGISTRY if pw.make(name).utility_bounds == (-1, 1)]


@pytest.mark.parametrize("name", OUTRIGHT)
def test_a_win_at_once_is_told_from_all_other_moves(name):
    """What other moves lead to need not be searched: they do not end the game, so no win is as quick."""
    game, source = pw.make(name), random.Random(f"{SEED} {name}")
    for _ in range(300):
        state = game.initial()
        for _ in range(150):
            wins = wins_at_once(game, state)
            if 0 < len(wins) < len(list(game.actions(state))):
                claims = {claim.kind: claim for claim in pw.explain(game, state, engine="reference", nodes=2).claims}
                facts = claims["best"].facts
                assert facts["complete"]
                assert (facts["moves"], facts["distinction"] in ("win", "quickest")) == (wins, True)
                return
            state = game.result(state, source.choice(list(game.actions(state))))
            if game.terminal(state):
                break
    pytest.fail("no position was met in which a move wins")


class Ahead(pw.Game):
    """Add 1 or 2 in turn; whoever says 10 wins. `evaluate` answers an outright win or loss at once."""

    utility_bounds = (-1, 1)

    def initial(self):
        return (0, pw.MAX)

    def player(self, state):
        return state[1]

    def actions(self, state):
        return [each for each in (1, 2) if state[0] + each <= 10]

    def result(self, state, action):
        return (state[0] + action, -state[1])

    def terminal(self, state):
        return state[0] == 10

    def utility(self, state):
        return -state[1]

    def evaluate(self, state):
        return 1 if state[0] % 2 == 0 else -1


class Unbounded(Ahead):
    utility_bounds = (-float("inf"), float("inf"))


@pytest.mark.parametrize("game", [Ahead(), Unbounded()], ids=lambda game: game.name)
def test_an_estimate_never_reads_as_a_win(game):
    for move in (None, 1, 2):
        told = str(pw.explain(game, None, move, depth=2, engine="reference"))
        assert "the position is worth 1 to MIN" in told
        assert not re.search(r"\b(wins|won|loses|lost)\b", told), told
    played = GameRecord(game.name, "(0, 1)", moves=tuple(map(MoveRecord, "112")))
    told = review(game, played, nodes=5, engine="reference")
    assert not any(move.grade.proved for move in told.moves)
    assert not re.search(r"\b(wins|won|loses|lost)\b", str(told)), told


def test_numbers_of_moves_are_words_and_a_win_by_two_threats_names_them():
    game = pw.make("tictactoe")
    quiet, lost = (str(pw.explain(game, game.parse_state(text), 1)) for text in ("X...O....", "X........"))
    assert "All seven moves draw." in quiet
    assert "Of the eight moves, one draws and seven lose." in lost
    assert (
        "O has six moves, and all lose: after 2, 4, 5, 7 or 8, X wins at once with 6; after 6, X wins 3 plies" in lost
    )
    assert "later: 4 threatens to win with 5 and 8, and no move stops both." in lost
