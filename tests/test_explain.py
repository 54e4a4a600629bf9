"""Explanations: every claim, and every sentence, verified by a search of the test's own.

The rules of tic-tac-toe and of Connect Four are written here once more, and so is the search: plain minimax with a
memory. A sentence is parsed back by a small grammar into what it says; what it says must be in its claim, and what the
claim says must be so. A sentence that the grammar does not know fails the test.
"""

import random
import re
from functools import cache
from typing import ClassVar

import pytest

import plywise as pw
from plywise import MAX, MIN

SEED = 20261121

# --- the rules again, and a search ------------------------------------------------------------------------------------


class Noughts:
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


class Columns:
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


class Exhaustive:
    """What each state is worth, by looking at everything below it: (value, plies to the end; None for a draw)."""

    def __init__(self, rules):
        self.rules = rules
        self.solve = cache(self.solved)

    def solved(self, state):
        value = self.rules.end(state)
        if value is not None:
            return value, 0 if value else None
        mover = self.rules.mover(state)
        return max(self.choices(state).values(), key=lambda each: self.merit(each, mover))

    def merit(self, outcome, mover):
        """Return a number that is greater for the better outcome: sooner wins, later losses."""
        value, plies = outcome
        return mover * value * (1000 - plies) if value else 0

    def choices(self, state):
        """Return what each move leads to, the plies counted from the state."""
        found = {}
        for move in self.rules.moves(state):
            value, plies = self.solve(self.rules.play(state, move))
            found[move] = (value, plies + 1 if value else None)
        return found

    def wins(self, state):
        """Return the moves that win at once for the player to move."""
        if self.rules.end(state) is not None:
            return []
        return [
            m for m in self.rules.moves(state) if self.rules.end(self.rules.play(state, m)) == self.rules.mover(state)
        ]

    def answers(self, state):
        """Return for each move the answers that win at once."""
        return {move: self.wins(self.rules.play(state, move)) for move in self.rules.moves(state)}


# --- the grammar, and what must be so ---------------------------------------------------------------------------------


def words(text):
    return re.split(r", | and | or ", text)


def word(value):
    return "MAX" if value == MAX else "MIN"


class Verifier:
    """Verifies an explanation of a state of the test's own rules."""

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
        match = re.fullmatch(r"(\w+) wins (?:in (\d+) (?:ply|plies)|(\d+) (?:ply|plies) later)", text)
        assert match, text
        return self.side(match[1]), int(match[2] or match[3])

    def line(self, text, facts):
        """Assert that a line and its ending say what the facts say."""
        if facts["whole"]:
            play, _, end = text.removesuffix(".").partition(", ")
            won = {"a draw": 0} | {f"and {name} has won": self.side(name) for name in self.rules.names}
            assert won[end] == facts["value"]
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
                 (r"The game is over: (\w+) has won\.", lambda v, m, f: f["value"] == v.side(m[1]))],
        "verdict": [(r"(\w+) wins at once\.", lambda v, m, f: (f["value"], f["distance"]) == (v.side(m[1]), 1)
                     and v.side(m[1]) == v.mover),
                    (r"With best play (.+)\.", lambda v, m, f: (f["value"], f["distance"]) == v.outcome(m[1]))],
        "quiet": [(r"Within the next (\d+) plies neither player can force a win\.",
                   lambda v, m, f: f["plies"] == int(m[1]))],
        "surely": [(r"(\w+) surely wins; in how many plies was not worked out\.",
                    lambda v, m, f: f["at_least"] == f["at_most"] == v.side(m[1])),
                   (r"(\w+) surely does not lose\.",
                    lambda v, m, f: f["at_least"] == 0 if v.side(m[1]) == MAX else f["at_most"] == 0)],
        "moves": [(r"Of the (\d+) moves (.+)\.", lambda v, m, f: v.counts(m[2]) == v.facts_counts(f)
                   and int(m[1]) == sum(v.facts_counts(f).values())),
                  (r"All (\d+) moves (win|draw|lose)\.", lambda v, m, f: v.facts_counts(f) == {m[2]: int(m[1])}),
                  (r"Both moves (win|draw|lose)\.", lambda v, m, f: v.facts_counts(f) == {m[1]: 2})],
        "best": [(r"(\S+) is the only move\.", lambda v, m, f: f["of"] == 1 and f["moves"] == [m[1]]),
                 (r"Every move is as good as any other\.",
                  lambda v, m, f: len(f["moves"]) == f["of"] and f["complete"]),
                 (r"Only (.+?) wins?\.", lambda v, m, f: f["moves"] == words(m[1]) and f["kind"] == "win"
                  and f["complete"]),
                 (r"Only (.+?) holds? the draw\.", lambda v, m, f: f["moves"] == words(m[1]) and f["kind"] == "draw"
                  and f["complete"]),
                 (r"(.+?) holds? out longest\.", lambda v, m, f: f["moves"] == words(m[1]) and f["kind"] == "loss"
                  and f["complete"]),
                 (r"The quickest wins? (?:is|are) (.+)\.", lambda v, m, f: f["moves"] == words(m[1])
                  and f["kind"] == "quickest" and f["complete"])],
        "rest": [(r"Every other move loses, within (\d+) (?:ply|plies)\.", lambda v, m, f: f["distance"] == int(m[1])
                  and len(f["moves"]) > 1),
                 (r"(\S+) loses, in (\d+) (?:ply|plies)\.", lambda v, m, f: f["moves"] == [m[1]]
                  and f["distance"] == int(m[2]))],
        "line": [(r"(?:Best play may go|After it best play may go) (.+)", lambda v, m, f: v.line(m[1], f) is None)],
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
        "judgement": [(r"(\S+) is the only move\.", lambda v, m, f: f["of"] == 1 and f["move"] == m[1]),
                      (r"(\S+) is as good as any other move\.", lambda v, m, f: f["equals"] == f["of"]
                       and f["move"] == m[1]),
                      (r"(\S+) is the best move\.", lambda v, m, f: f["equals"] == 1 and f["move"] == m[1]),
                      (r"(\S+) is one of the (\d+) moves that are best\.", lambda v, m, f: f["equals"] == int(m[2])
                       and f["move"] == m[1]),
                      (r"(\S+) throws the (win|draw) away: (.+)\.", lambda v, m, f: f["move"] == m[1]
                       and v.mover * f["best_value"] == (1 if m[2] == "win" else 0) > v.mover * f["value"]
                       and (f["value"], f["distance"]) == v.outcome(m[3])),
                      (r"(\S+) (wins too, but|loses sooner:) in (\d+) (?:ply|plies) rather than (\d+)\.",
                       lambda v, m, f: f["move"] == m[1]
                       and (f["distance"], f["best_distance"]) == (int(m[3]), int(m[4]))
                       and f["value"] == f["best_value"] == (v.mover if "wins" in m[2] else -v.mover))],
        "reply": [(r"(\w+) answers (.+) and wins at once\.", lambda v, m, f: f["player"] == word(v.side(m[1]))
                   and f["moves"] == words(m[2]) and f["later"] == 1),
                  (r"Only the reply (\S+) (holds the draw|wins)\.", lambda v, m, f: f["moves"] == [m[1]] and f["only"]
                   and (f["value"] == 0) == (m[2] != "wins"))],
        "defences": [(r"(\w+) has one move, and it (loses|does not win): (.+)\.", lambda v, m, f: v.fates(m[3], f)
                      and len(f["replies"]) == 1 and v.doomed(m[1], m[2] == "loses", f)),
                     (r"(\w+) has (\d+) moves, and (all lose|none wins): (.+)\.", lambda v, m, f: v.fates(m[4], f)
                      and len(f["replies"]) == int(m[2]) and v.doomed(m[1], m[3] == "all lose", f))],
        "better": [(r"Better is (\S+), which wins at once\.", lambda v, m, f: f["move"] == m[1]
                    and (f["value"], f["distance"]) == (v.mover, 1)),
                   (r"Better is (\S+): ([^,]+?)(?:, by (.+?))?(\.| \.\.\.)", lambda v, m, f: f["move"] == m[1]
                    and (f["value"], f["distance"]) == v.outcome(m[2])
                    and (m[3].split() == f["line"] and f["whole"] == (m[4] == ".") if m[3] else len(f["line"]) < 2))],
        "basis": [(r"All of this is proved, by search to the end of the game\.", lambda v, m, f: f["proved"] == "all"),
                  (r"What is said here is proved; the rest was not worked out\.",
                   lambda v, m, f: f["proved"] == "some" and f["depth"] is None),
                  (r"An estimate is the game's own evaluation after a search (\d+) (?:ply|plies) deep: it proves "
                   r"nothing\. The rest is certain\.", lambda v, m, f: f["depth"] == int(m[1]) and not f["selective"])],
        "estimate": [(r"An estimate, (\d+) (?:ply|plies) deep: (.+)\.", lambda v, m, f: f["depth"] == int(m[1])
                      and f["value"] == v.standing(m[2]))],
        "preferred": [(r"By this estimate every move is as good as any other\.",
                       lambda v, m, f: len(f["moves"]) == f["of"]),
                      (r"By this estimate the best moves are (.+), equal among themselves\.",
                       lambda v, m, f: f["moves"] == words(m[1])),
                      (r"By this estimate the best move is (\S+)\.", lambda v, m, f: f["moves"] == [m[1]])],
        "expected": [(r"The line expected, an estimate (\d+) (?:ply|plies) deep: (.+) \.\.\.",
                      lambda v, m, f: f["depth"] == int(m[1]) and f["line"] == m[2].split())],
        "guess": [(r"An estimate, (\d+) (?:ply|plies) deep: after (\S+) ([^;]+); no move comes out better\.",
                   lambda v, m, f: (f["depth"], f["move"]) == (int(m[1]), m[2])
                   and f["value"] == f["best_value"] == v.standing(m[3])),
                  (r"An estimate, (\d+) (?:ply|plies) deep: after (\S+) ([^;]+); after (\S+) (.+)\.",
                   lambda v, m, f: (f["depth"], f["move"], f["best"]) == (int(m[1]), m[2], m[4])
                   and (f["value"], f["best_value"]) == (v.standing(m[3]), v.standing(m[5])))],
        "reply expected": [(r"The reply expected, an estimate (\d+) (?:ply|plies) deep: (\S+)\.",
                            lambda v, m, f: f["depth"] == int(m[1]) and f["moves"] == [m[2]])],
    }  # fmt: skip

    def counts(self, text):
        verbs = {"wins": "win", "draws": "draw", "loses": "lose"}
        pairs = [each.split() for each in words(text)]
        assert all((int(count) == 1) == (verb in verbs) for count, verb in pairs), text
        return {verbs.get(verb, verb): int(count) for count, verb in pairs}

    def facts_counts(self, facts):
        named = {"win": facts["wins"], "draw": facts["draws"], "lose": facts["losses"]}
        return {verb: count for verb, count in named.items() if count}

    def fates(self, text, facts):
        """Return whether what is said of each defence is what the facts say."""
        said = {}
        for part in text.split("; "):
            match = re.fullmatch(
                r"after (.+?), (\w+ wins at once with .+|\w+ wins \d+ (?:ply|plies) later|the game is a draw)", part
            )
            assert match, part
            for move in words(match[1]):
                said[move] = match[2]
        assert set(said) == {each["move"] for each in facts["replies"]}
        for each in facts["replies"]:
            if match := re.fullmatch(r"(\w+) wins at once with (.+)", said[each["move"]]):
                assert (self.side(match[1]), words(match[2])) == (each["value"], each["answers"])
            else:
                assert not each["answers"]
                assert self.outcome(said[each["move"]]) == (each["value"], each["later"])
        return True

    def doomed(self, name, loses, facts):
        return facts["player"] == word(self.side(name)) and (facts["value"] != 0) == loses

    def standing(self, text):
        if text == "neither player is ahead":
            return 0
        return self.side(re.fullmatch(r"(\w+) wins", text)[1])

    def verify(self, explanation):
        """Assert that every claim is so, that every sentence says its claim, and that nothing due is left out."""
        sentences = explanation.sentences
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
                assert "estimate" in sentence
                assert "prove" not in sentence
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
        values = [self.mover * value for value, _ in self.search.choices(self.state).values()]
        assert [facts["wins"], facts["draws"], facts["losses"]] == [values.count(value) for value in (1, 0, -1)]

    def best(self):
        best = self.search.solve(self.state)
        return [move for move, outcome in self.search.choices(self.state).items() if outcome == best]

    def is_best(self, claim, facts):
        choices, (value, _) = self.search.choices(self.state), self.search.solve(self.state)
        assert facts["complete"]
        assert facts["moves"] == self.best()
        assert facts["of"] == len(choices)
        others = [self.mover * choices[move][0] for move in choices if move not in facts["moves"]]
        kinds = {1: "win" if 1 not in others else "quickest", 0: "draw", -1: "loss"}
        assert facts["kind"] == kinds[self.mover * value]

    def is_rest(self, claim, facts):
        choices, best = self.search.choices(self.state), self.best()
        others = {move: outcome for move, outcome in choices.items() if move not in best}
        assert facts["moves"] == list(others)
        assert {self.mover * value for value, _ in others.values()} == {-1}
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
        assert whole or len(line) >= 16

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
        assert set(facts["moves"]) == set.intersection(*map(set, allowing.values()))
        assert facts["of"] == len(answers)

    def is_unstoppable(self, claim, facts):
        answers, allowing = self.answers(claim)
        assert facts["player"] == self.waiting(claim)
        assert answers == allowing
        assert not facts["moves"] or all(set(wins) & set(facts["moves"]) for wins in answers.values())
        assert set(facts["moves"]) <= {win for wins in answers.values() for win in wins}

    def is_lets(self, claim, facts):
        assert facts["player"] == self.waiting(claim)
        assert facts["answers"] == self.answers(claim)[1]

    def is_judgement(self, claim, facts):
        choices, best = self.search.choices(self.state), self.best()
        assert (facts["value"], facts["distance"]) == choices[facts["move"]]
        assert (facts["best_value"], facts["best_distance"]) == self.search.solve(self.state)
        assert facts["equals"] == (len(best) if facts["move"] in best else 0)
        assert facts["of"] == len(choices)

    def is_reply(self, claim, facts):
        state = self.at(claim.after)
        side = self.rules.mover(state)
        assert facts["player"] == word(side)
        assert facts["value"] == self.search.solve(state)[0]
        if facts["later"] == 1:
            assert facts["moves"] == self.search.wins(state)
            return
        choices = self.search.choices(state)
        good = [move for move, (value, _) in choices.items() if value == facts["value"]]
        assert side * facts["value"] >= 0
        assert facts["only"]
        assert facts["moves"] == good == [good[0]]
        assert all(side * value < side * facts["value"] for move, (value, _) in choices.items() if move not in good)

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
            assert facts["value"] == 0 or each["value"] == -player
            assert each["answers"] == (self.search.wins(child) if each["later"] == 1 else [])

    def is_better(self, claim, facts):
        assert facts["move"] in self.best()
        assert (facts["value"], facts["distance"]) == self.search.solve(self.state)
        if len(facts["line"]) > 1:
            self.is_best_play(facts["line"], 0, facts["whole"], facts["value"])
        assert facts["line"][0] == facts["move"]

    def is_basis(self, claim, facts):
        assert facts["proved"] in ("all", "some")

    # nothing due is left out

    def complete(self, explanation):
        kinds = {(claim.kind, tuple(claim.after)) for claim in explanation.claims}
        if self.mover is None:
            assert kinds == {("over", ())}
            return
        basis = explanation.claims[-1].facts
        assert (basis["proved"] == "all") == (explanation.stopped_by == "complete" and explanation.proved)
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
        assert ("judgement", ()) in kinds
        after = self.rules.play(self.state, move)
        assert (move not in self.best()) == (("better", ()) in kinds)
        if self.rules.end(after) is None and self.search.wins(after):
            assert ("reply", (move,)) in kinds


# --- random positions -------------------------------------------------------------------------------------------------


def random_positions(rules, count, stones, seed):
    """Yield `count` lines of random play, of so many stones, to positions where the game goes on, each once."""
    source, seen = random.Random(seed), set()
    while len(seen) < count:
        state, played, goal = rules.start(), [], source.choice(stones)
        while len(played) < goal and rules.end(state) is None:
            played.append(source.choice(rules.moves(state)))
            state = rules.play(state, played[-1])
        if rules.end(state) is None and state not in seen:
            seen.add(state)
            yield played, state


def verify_all(rules, count, stones, **options):
    """Explain random positions, most with a random move, and verify it all; return the kinds of claims."""
    print(f"seed {SEED}")
    game, source, search = pw.load(rules.game), random.Random(SEED), Exhaustive(rules)
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


def test_two_hundred_random_positions_of_tic_tac_toe_are_explained_truly():
    kinds = verify_all(Noughts(), 200, range(7))
    wanted = {"verdict", "moves", "best", "rest", "line", "threat", "lets", "judgement", "reply", "defences", "better"}
    assert wanted <= kinds


@pytest.mark.parametrize(
    ("size", "count", "stones", "engine"),
    [
        ((7, 6), 20, range(31, 38), "reference"),
        ((5, 4), 20, range(9, 16), "reference"),
        pytest.param((7, 6), 70, range(27, 38), "native", marks=pytest.mark.slow),
        pytest.param((7, 6), 60, range(26, 36), "auto", marks=pytest.mark.slow),
        pytest.param((5, 4), 70, range(5, 16), "reference", marks=pytest.mark.slow),
    ],
)
def test_random_positions_of_connect_four_are_explained_truly(size, count, stones, engine):
    kinds = verify_all(Columns(*size), count, stones, engine=engine, time=60)
    assert {"verdict", "moves", "best", "line", "judgement", "better"} <= kinds
