"""Go against the rules written a second time, point by point, and against OpenSpiel and GNU Go in lock-step.

The referee here has a board as a string of marks, rows from the bottom, and remembers every board in a list: nothing of
the bits, of the key, nor of the past is used.
"""

import random
import shutil
import subprocess
from functools import cache
from math import inf, nan
from pathlib import Path

import pyspiel
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import plywise as pw
from plywise import MAX, MIN, InputError
from plywise.game import FAR, PLIES, legal_action, outcome, played
from plywise.games.go import Go
from plywise.past import Past
from plywise.play.players import EnginePlayer, RandomPlayer

MARKS = {"X": "O", "O": "X"}
RULES = ("positional", "situational", "simple", "none")
SIZES = ["2", "3", "4", "5", "7", "2x3", "3x2", "7x2", "4x6", "6x7"]
GNU_GO = shutil.which("gnugo") or next((str(p) for p in [Path("/usr/games/gnugo")] if p.exists()), None)


def go(size=5, superko="positional", komi=0):
    return pw.make("go", size=str(size), superko=superko, komi=komi)


def one_line(error):
    return len(str(error.value).splitlines()) == 1


# --- the rules once more ---------------------------------------------------------------------------------------------


@cache
def neighbours(width, height):
    """Return the points next to each point."""
    near = {}
    for point in range(width * height):
        row, column = divmod(point, width)
        steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        near[point] = [r * width + c for r, c in steps if 0 <= r < height and 0 <= c < width]
    return near


def group(board, point, near):
    """Return the points connected to a point that have the same mark, and the marks around them."""
    found, around, waiting = {point}, set(), [point]
    while waiting:
        for other in near[waiting.pop()]:
            if board[other] != board[point]:
                around.add(board[other])
            elif other not in found:
                found.add(other)
                waiting.append(other)
    return found, around


@cache
def placed(board, point, mark, width):
    """Return the board after a stone is placed and prisoners are taken off; None where that may not be."""
    if board[point] != ".":
        return None
    near = neighbours(width, len(board) // width)
    marks = list(board)
    marks[point] = mark
    for other in near[point]:
        if marks[other] == MARKS[mark]:
            stones, around = group(marks, other, near)
            if "." not in around:
                for stone in stones:
                    marks[stone] = "."
    return "".join(marks) if "." in group(marks, point, near)[1] else None


def score(board, width):
    """Return the points of X less those of O, counted as Tromp and Taylor do."""
    near, total, seen = neighbours(width, len(board) // width), 0, set()
    for point, mark in enumerate(board):
        if mark == "." and point not in seen:
            empty, around = group(board, point, near)
            seen |= empty
            total += len(empty) * (("X" in around) - ("O" in around)) if len(around) == 1 else 0
        total += (mark == "X") - (mark == "O")
    return total


class Referee:
    """A game of Go that remembers all its boards."""

    def __init__(self, width, height, rule="positional"):
        self.width, self.rule = width, rule
        self.boards, self.movers, self.words = ["." * (width * height)], ["X"], []

    @property
    def over(self):
        return self.words[-2:] == ["pass", "pass"]

    def after(self, point):
        """Return the board after a legal play, None after one that is not."""
        board, mark = self.boards[-1], self.movers[-1]
        new = placed(board, point, mark, self.width)
        if new is None:
            return None
        if self.rule == "positional":
            return None if new in self.boards else new
        if self.rule == "situational":
            return None if (new, MARKS[mark]) in zip(self.boards, self.movers, strict=True) else new
        if self.rule == "simple" and len(self.boards) > 1 and new == self.boards[-2]:
            return None
        return new

    def word(self, point):
        return "abcdefg"[point % self.width] + str(point // self.width + 1)

    def legal(self):
        """Return the legal moves: word -> the board after it."""
        boards = {self.word(point): self.after(point) for point in range(len(self.boards[-1]))}
        return {word: board for word, board in boards.items() if board is not None} | {"pass": self.boards[-1]}

    def play(self, word):
        self.boards.append(self.legal()[word])
        self.movers.append(MARKS[self.movers[-1]])
        self.words.append(word)

    def text(self):
        """Return the position as the game writes it, but for what it knows of a ko."""
        board, width = self.boards[-1], self.width
        rows = [board[start : start + width] for start in range(0, len(board), width)]
        passes = 0
        while self.words[len(self.words) - 1 - passes : len(self.words) - passes] == ["pass"] and passes < 2:
            passes += 1
        return f"{'/'.join(reversed(rows))} {self.movers[-1]}" + (f" {passes}" if passes else "")


def counted(referee, plies):
    """Return how many lines of play there are."""
    if referee.over:
        return 0
    moves = referee.legal()
    if plies == 1:
        return len(moves)
    total = 0
    for word, board in moves.items():
        referee.boards.append(board)
        referee.movers.append(MARKS[referee.movers[-1]])
        referee.words.append(word)
        total += counted(referee, plies - 1)
        for line in (referee.boards, referee.movers, referee.words):
            line.pop()
    return total


def words_of(game, state):
    return [game.format_action(state, action) for action in game.actions(state)]


def random_word(source, words):
    """Return a word; a pass only now and then, so that games are long and boards fill up."""
    stones = [word for word in words if word != "pass"]
    return source.choice(stones) if stones and source.random() < 0.95 else "pass"


def random_line(game, seed, plies=120):
    """Yield the states of a random game."""
    source, state = random.Random(f"{game.name} {seed}"), game.initial()
    for _ in range(plies):
        yield state
        if game.terminal(state):
            return
        state = game.result(state, game.parse_action(state, random_word(source, words_of(game, state))))


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("size", SIZES)
def test_lock_step_with_the_rules_written_again(size, rule):
    game = go(size, rule)
    for seed in range(2):
        source = random.Random(f"{size} {rule} {seed}")
        referee, state = Referee(game.width, game.height, rule), game.initial()
        for ply in range(70):
            told = (size, rule, seed, ply, referee.words)
            text = game.format_state(state)
            ko = f" {game.format_point(state.ban.bit_length() - 1)}" if rule == "simple" and state.ban else ""
            assert text == referee.text() + ko, told
            assert game.terminal(state) == referee.over, told
            assert game.lead(state) == score(referee.boards[-1], game.width), told
            if referee.over:
                assert game.utility(state) == score(referee.boards[-1], game.width), told
                break
            assert set(words_of(game, state)) == set(referee.legal()), told
            word = random_word(source, list(referee.legal()))
            state = game.result(state, game.parse_action(state, word))
            referee.play(word)


THREE = [1, 10, 91, 738, 5281, 33384, 179712]  # lines of play on three by three, every rule


@pytest.mark.parametrize(("rule", "last"), [("positional", 842696), ("situational", 842728)])
def test_perft_depends_on_the_superko_rule_from_the_seventh_ply_on(rule, last):
    # OpenSpiel has 842,728 as well: there a play that repeats a board is made, and ends the game. The 32 lines between
    # make a board of before with the other player to move: situational superko allows that.
    referee = Referee(3, 3, rule)
    by_first = {}
    for word, images in (("a1", 4), ("b1", 4), ("b2", 1), ("pass", 1)):  # the other first moves are mirror images
        referee = Referee(3, 3, rule)
        referee.play(word)
        by_first[word] = images * counted(referee, 6)
    assert sum(by_first.values()) == last
    assert pw.count(go(3, rule), plies=7, engine="native").nodes_by_ply == [*THREE, last]


def test_a_line_that_only_positional_superko_forbids():
    """The boards come again with the other player to move, for there was a pass on the way."""
    found = []

    def look(referee, plies):
        other = Referee(3, 3, "positional")
        other.boards, other.movers, other.words = referee.boards, referee.movers, referee.words
        forbidden = set(referee.legal()) - set(other.legal())
        found.extend((*referee.words, word) for word in forbidden)
        if plies and not found:
            for word in [word for word in ("a1", "b1", "a2", "pass") if word in referee.legal()]:
                referee.play(word)
                if not referee.over:
                    look(referee, plies - 1)
                for line in (referee.boards, referee.movers, referee.words):
                    line.pop()

    look(Referee(3, 3, "situational"), 6)
    assert found
    *before, last = found[0]
    assert "pass" in before
    for rule, legal in (("positional", False), ("situational", True), ("simple", True), ("none", True)):
        game = go(3, rule)
        state = played(game, game.initial(), " ".join(before))
        assert (last in words_of(game, state)) == legal, (rule, found[0])


# --- referees --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "games"), [(2, 20), (3, 20), (4, 12), (5, 12), (7, 5)])
def test_lock_step_with_openspiel(size, games):
    """There a play that repeats a board is made, and ends the game, as 2 * size * size moves do."""
    rules, game = pyspiel.load_game(f"go(board_size={size},komi=0.0)"), go(size)
    for seed in range(games):
        source = random.Random(f"openspiel {size} {seed}")
        theirs, state = rules.new_initial_state(), game.initial()
        boards = [board_of(theirs)]
        while not theirs.is_terminal():
            told = (size, seed, theirs.history())
            moves = {theirs.action_to_string(action)[2:].lower(): action for action in theirs.legal_actions()}
            assert game.player(state) == (MAX if theirs.current_player() == 0 else MIN), told
            allowed = {word for word, move in moves.items() if word == "pass" or board_of(theirs.child(move)) not in boards}
            assert set(words_of(game, state)) == allowed, told
            word = random_word(source, sorted(allowed))
            theirs.apply_action(moves[word])
            state = game.result(state, game.parse_action(state, word))
            boards.append(board_of(theirs))
            assert game.format_state(state).split()[0].replace("/", "") == boards[-1], told
        if game.terminal(state):
            value = game.utility(state)
            assert theirs.returns()[0] == (value > 0) - (value < 0), (size, seed)


def board_of(state):
    """Return OpenSpiel's board, rows from the top, without what stands around it."""
    lines = str(state).splitlines()
    return "".join(line.split()[1] for line in lines if line.split() and line.split()[0].isdigit()).replace("+", ".")


class GnuGo:
    """GNU Go, spoken to by the Go Text Protocol."""

    def __init__(self):
        words = [GNU_GO, "--mode", "gtp", "--positional-superko", "--forbid-suicide", "--seed", "1"]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline()).strip() or not lines:
            assert line, command  # it has ended
            lines.append(line.strip())
        answer = " ".join(lines)
        assert answer.startswith("="), (command, answer)
        return answer[1:].lower().split()


@pytest.fixture(scope="module")
def gnu_go():
    other = GnuGo()
    yield other
    other.process.communicate("quit\n", timeout=20)


@pytest.mark.skipif(GNU_GO is None, reason="GNU Go (gnugo) is not installed")
@pytest.mark.parametrize(("size", "games"), [(3, 8), (4, 6), (5, 6), (6, 4), (7, 4)])
def test_lock_step_with_gnu_go(gnu_go, size, games):
    game, names = go(size), {"X": "black", "O": "white"}
    for seed in range(games):
        source = random.Random(f"gnugo {size} {seed}")
        referee, state = Referee(size, size), game.initial()
        gnu_go.ask(f"boardsize {size}")
        gnu_go.ask("clear_board")
        for ply in range(90):
            told = (size, seed, ply, referee.words)
            board = game.format_state(state).split()[0]
            for mark, name in names.items():
                points = {referee.word(point) for point, each in enumerate(referee.boards[-1]) if each == mark}
                assert set(gnu_go.ask(f"list_stones {name}")) == points, told
                taken = prisoners(referee, mark)
                assert gnu_go.ask(f"captures {name}") == [str(taken)], told
            assert board == referee.text().split()[0], told
            if game.terminal(state):
                break
            mover = names[referee.movers[-1]]
            words = words_of(game, state)
            assert set(gnu_go.ask(f"all_legal {mover}")) == set(words) - {"pass"}, told
            word = random_word(source, words)
            gnu_go.ask(f"play {mover} {word}")
            state = game.result(state, game.parse_action(state, word))
            referee.play(word)


def prisoners(referee, mark):
    """Return how many stones a player has taken: those that were placed against him and are gone."""
    plays = sum(word != "pass" and mover != mark for word, mover in zip(referee.words, referee.movers, strict=False))
    return plays - referee.boards[-1].count(MARKS[mark])
