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
from hypothesis import assume, given
from hypothesis import strategies as st

import plywise as pw
from plywise import MAX, MIN, InputError
from plywise.engines.native.compile.engine import fingerprint_of
from plywise.game import FAR, outcome, parse_legal_action, play_moves
from plywise.games.go import Go
from plywise.play.players import EnginePlayer, RandomPlayer
from plywise.play.turns import take_turns
from plywise.repetition import Past, repeats

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


@cache
def placements(board, mark, width):
    """Return the boards after placing a stone, but for what may not come again: word -> board."""
    boards = {word_of(point, width): placed(board, point, mark, width) for point in range(len(board))}
    return {word: after for word, after in boards.items() if after is not None}


def word_of(point, width):
    return "abcdefg"[point % width] + str(point // width + 1)


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

    def allows(self, new):
        """Return whether the rule allows to make a board by a play."""
        mover = self.movers[-1]
        if self.rule == "positional":
            return new not in self.boards
        if self.rule == "situational":
            return (new, MARKS[mover]) not in zip(self.boards, self.movers, strict=True)
        return self.rule == "none" or new not in self.boards[-2:-1]

    def legal(self):
        """Return the legal moves: word -> the board after it."""
        plays = placements(self.boards[-1], self.movers[-1], self.width)
        return {word: board for word, board in plays.items() if self.allows(board)} | {"pass": self.boards[-1]}

    def play(self, word):
        self.boards.append(self.legal()[word])
        self.movers.append(MARKS[self.movers[-1]])
        self.words.append(word)

    def take_back(self):
        for line in (self.boards, self.movers, self.words):
            line.pop()

    def text(self):
        """Return the position as the game writes it, but for what it knows of a ko."""
        board, width = self.boards[-1], self.width
        rows = [board[start : start + width] for start in range(0, len(board), width)]
        passes = 0
        while self.words[len(self.words) - 1 - passes : len(self.words) - passes] == ["pass"] and passes < 2:
            passes += 1
        return f"{'/'.join(reversed(rows))} {self.movers[-1]}" + (f" {passes}" if passes else "")


def lines_of_play(referee, plies):
    """Return how many lines go on so far by situational superko, and how many of those by positional superko."""
    if referee.over:
        return 0, 0
    fresh = {word: word == "pass" or board not in referee.boards for word, board in referee.legal().items()}
    if plies == 1:
        return len(fresh), sum(fresh.values())
    situational = positional = 0
    for word in fresh:
        referee.play(word)
        lines = lines_of_play(referee, plies - 1)
        referee.take_back()
        situational += lines[0]
        positional += lines[1] * fresh[word]
    return situational, positional


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


@pytest.mark.slow
def test_perft_depends_on_the_superko_rule_from_the_seventh_ply_on():
    # OpenSpiel has 842,728 as well: there a play that repeats a board is made, and ends the game. The 32 lines between
    # make a board of before with the other player to move: situational superko allows that.
    situational = positional = 0
    for first, images in (("a1", 4), ("b1", 4), ("b2", 1), ("pass", 1)):  # the other first moves mirror these
        referee = Referee(3, 3, "situational")
        referee.play(first)
        lines = lines_of_play(referee, 6)
        situational, positional = situational + images * lines[0], positional + images * lines[1]
    assert (positional, situational) == (842_696, 842_728)
    assert pw.count(go(3), plies=7, engine="native").nodes_by_ply == [*THREE, positional]


@pytest.mark.slow
def test_perft_by_situational_superko():
    assert pw.count(go(3, "situational"), plies=7, engine="native").nodes_by_ply == [*THREE, 842_728]


# --- referees --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "games"), [(2, 60), (3, 60), (4, 40), (5, 30), (7, 12)])
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
            after = {word: board_of(theirs.child(move)) for word, move in moves.items()}
            allowed = {word for word, board in after.items() if word == "pass" or board not in boards}
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
@pytest.mark.parametrize(("size", "games"), [(2, 10), (3, 10), (4, 8), (5, 8), (6, 6), (7, 6)])
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
                points = {word_of(point, size) for point, each in enumerate(referee.boards[-1]) if each == mark}
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


# --- what may not come again -----------------------------------------------------------------------------------------

TWO_FOR_ONE = "b1 a2 c2 b2 a1 c1"  # White takes two stones; Black at b1 takes one back: the board after four plies


@pytest.mark.parametrize(
    ("rule", "legal"), [("positional", False), ("situational", True), ("simple", True), ("none", True)]
)
def test_a_board_that_comes_again_with_the_other_player_to_move(rule, legal):
    game = go(3, rule)
    state = play_moves(game, game.initial(), TWO_FOR_ONE)
    assert ("b1" in words_of(game, state)) == legal
    if legal:
        assert game.format_state(play_moves(game, state, "b1")) == ".../OOX/.X. O"
        assert game.format_state(play_moves(game, game.initial(), TWO_FOR_ONE[:11])) == ".../OOX/.X. X"
    else:
        with pytest.raises(InputError, match="'b1' is not a legal action; legal: "):
            parse_legal_action(game, state, "b1")


@pytest.mark.parametrize("rule", RULES)
def test_a_single_stone_may_not_be_retaken_at_once(rule):
    game = go("4x3", rule)
    state = game.parse_state(".XO./X.XO/.XO. O")
    state = play_moves(game, state, "b2")
    assert game.format_state(state).startswith(".XO./XO.O/.XO. X")
    assert ("c2" in words_of(game, state)) == (rule == "none")
    later = play_moves(game, state, "a1 d1")  # one exchange elsewhere: the board is another one
    assert "c2" in words_of(game, later)
    later = play_moves(game, state, "pass pass")
    assert game.terminal(later)
    if rule == "simple":
        assert game.format_state(state) == ".XO./XO.O/.XO. X c2"
        assert game.parse_state(game.format_state(state)) == state
        assert "c2" in words_of(game, play_moves(game, game.parse_state(".XO./XO.O/.XO. X"), "pass"))


def test_the_past_of_a_position_that_is_typed_is_empty():
    game = go(3)
    state = play_moves(game, game.initial(), TWO_FOR_ONE)
    typed = game.parse_state(game.format_state(state))
    assert (typed.ban, typed.past) == (0, Past())
    assert typed[:4] == state[:4]
    assert "b1" in words_of(game, typed)


def test_a_pass_never_makes_a_board_new():
    game = go(3, "situational")
    state = game.initial()
    for word in ("pass", "b2", "pass", "a1", "pass"):
        assert "pass" in words_of(game, state)
        state = play_moves(game, state, word)
    assert game.format_state(state) == ".../.O./O.. O 1"
    assert len(state.past) == 5
    assert len(play_moves(go(3), go(3).initial(), "pass b2 pass a1 pass").past) == 2  # boards, whoever was to move


def test_a_past_holds_a_situation_once_though_a_pass_repeats_it():
    game = go(3, "situational")
    before = play_moves(game, game.initial(), TWO_FOR_ONE[:11])
    again = play_moves(game, game.initial(), f"{TWO_FOR_ONE} b1 pass")  # the other player's board, and he passes
    assert again[:3] == before[:3]
    assert repeats(again.past, game.situation(*before[:3])) == 1
    later = play_moves(game, again, "c3")
    assert repeats(later.past, game.situation(*before[:3])) == 1
    assert (len(later.past), later.ban) == (len(again.past), again.ban)


# --- the key, and what superko does to a table -----------------------------------------------------------------------


class Careless(Go):
    """A table files the board, the player and the passes alone, as if it did not matter which boards came before."""

    def key(self, state):
        return state.black, state.white << 3 | state.passes << 1 | (state.side < 0)


def guessing(rules, guess):
    """Return the rules with all that lies beyond the horizon taken to be worth `guess`."""

    class Guessing(rules):
        def evaluate(self, state):
            return guess

    return Guessing


KO = ".X/OX X"  # two by two: Black at a2 captures; the fight that follows ends by who may not make a board again
KO_VALUE = 1


@pytest.mark.parametrize(("guess", "depth"), [(-3, 10), (3, 8)])
def test_the_value_of_the_position_by_alpha_beta_without_a_table(guess, depth):
    """Taking what lies beyond the horizon for the worst for Black, and for the best, both give what it is worth."""
    game = guessing(Go, guess)(2)
    state = game.parse_state(KO)
    assert pw.algorithms.alphabeta(game, state, depth=depth, order="priority").value == KO_VALUE
    assert pw.algorithms.minimax(game, state, depth=depth).value == KO_VALUE


@pytest.mark.parametrize("algorithm", ["alphabeta", "mtdf"])
@pytest.mark.parametrize(("position", "value"), [(KO, KO_VALUE), ("XX/.O X", 1), (".O/XO O", -1)])
def test_a_key_that_leaves_out_the_boards_before_gives_a_wrong_value(position, value, algorithm):
    careful, careless = (guessing(rules, 0)(2) for rules in (Go, Careless))
    state = careful.parse_state(position)
    assert pw.algorithms.minimax(careful, state, depth=9).value == value  # it keeps no table
    found = [
        pw.search(game, state, algorithm=algorithm, depth=9, table=1, engine="reference").value
        for game in (careful, careless)
    ]
    assert found[0] == value
    assert found[1] == 0 or (position, algorithm) in LUCKY


LUCKY = [(KO, "mtdf")]  # its null windows meet the states in another order


@pytest.mark.parametrize("algorithm", ["alphabeta", "mtdf"])
def test_a_careless_search_to_the_end_takes_a_win_for_a_loss(algorithm):
    game = Careless(2)
    result = pw.search(game, game.parse_state(KO), algorithm=algorithm, table=1, engine="reference")
    assert (result.value, result.proved) == (-1, True)


@pytest.mark.slow
def test_so_does_a_careless_solver_and_the_careful_one_does_not():
    state = Go(2).parse_state(KO)
    assert solver_of_four_points().solve(state).value == KO_VALUE
    assert pw.Solver(Careless(2), engine="native").solve(state).value == -1


@cache
def solver_of_four_points():
    return pw.Solver(go(2), engine="native")


def test_the_key_is_the_same_where_the_same_boards_came_in_another_order_and_only_there():
    game = go(3)
    one, other = (play_moves(game, game.initial(), line) for line in ("a1 pass b2 c3 c1 a3", "a1 pass b2 c3 c1 a3"))
    assert game.key(one) == game.key(other)
    one, other = (play_moves(game, game.initial(), line) for line in ("a1 c3 b2 pass", "b2 c3 a1 pass"))
    assert one[:4] == other[:4]
    assert one != other
    assert game.key(one) != game.key(other)  # a1 alone came before, or b2 alone
    for rule in ("simple", "none"):
        free = go(3, rule)
        one, other = (play_moves(free, free.initial(), line) for line in ("a1 c3 b2 pass", "b2 c3 a1 pass"))
        assert free.key(one) == free.key(other)


@pytest.mark.parametrize("rule", RULES)
def test_keys_are_equal_exactly_where_board_turn_and_past_are(rule):
    game, seen = go("3x2", rule), {}
    for seed in range(60):
        for state in random_line(game, seed):
            whole = (*state[:4], state.ban if rule == "simple" else 0, frozenset(state.past))
            assert seen.setdefault(game.key(state), whole) == whole, (rule, seed)
    assert len(set(seen.values())) == len(seen)


# --- what is sure without a search -----------------------------------------------------------------------------------


def random_board(source, width, height, share):
    """Return a board on which every group has a liberty: the others are taken off."""
    marks = [source.choices("XO.", share)[0] for _ in range(width * height)]
    near = neighbours(width, height)
    for point, mark in enumerate(marks):
        if mark != ".":
            stones, around = group(marks, point, near)
            if "." not in around:
                for stone in stones:
                    marks[stone] = "."
    return "".join(marks)


def survivors(board, width):
    """Return the stones of X that no sequence of plays by O alone takes, and X's eyes of one point between them."""
    alive = {point for point, mark in enumerate(board) if mark == "X"}
    seen, waiting = {board}, [board]
    while waiting:
        for after in placements(waiting.pop(), "O", width).values():
            if after not in seen:
                seen.add(after)
                waiting.append(after)
                alive -= {point for point in alive if after[point] != "X"}
    near = neighbours(width, len(board) // width)
    eyes = {point for point, mark in enumerate(board) if mark == "." and all(other in alive for other in near[point])}
    return alive, eyes


@pytest.mark.slow_with("4-4-60")
@pytest.mark.parametrize(("width", "height", "boards"), [(2, 3, 150), (3, 3, 150), (4, 3, 150), (4, 4, 60)])
def test_stones_are_secure_exactly_where_the_other_player_alone_cannot_take_them(width, height, boards):
    game, source, some = go(f"{width}x{height}"), random.Random(f"{width} {height}"), 0
    for number in range(boards):
        board = random_board(source, width, height, (6, 1, 2))
        rows = [board[start : start + width] for start in range(0, len(board), width)]
        state = game.parse_state("/".join(reversed(rows)) + " X")
        alive, eyes = survivors(board, width)
        assert game.count_secure_points(state.black, state.white) == len(alive | eyes), (number, board)
        some += bool(alive)
    assert some >= 10


@pytest.mark.parametrize(
    ("position", "black", "white"),
    [
        ("...../...../...../XXXXX/.X.X.", 10, 0),  # three eyes; the large region is for nobody
        ("...../...../...../XXXX./.X.X.", 8, 0),  # a1 and c1; e1 is a part of the outside
        ("...../...../XX.../XXX../.X.X.", 0, 0),  # d1 is another group and is taken; then c1 is no eye
        ("...../...../XXX../X.XX./.X.X.", 11, 0),  # b1 is another group; the two share three eyes
        ("..OXX/OOOX./.OXXX/OOX.X/.OXXX", 13, 10),  # a5 and b5 are an eye, too, but not one point
        ("...../.XXX./X.X.X/.XXX./.....", 0, 0),  # a3 and e3 are cut off
        (".X.X./XXXXX/...../OOOOO/.O.O.", 10, 10),
        ("XO.X./XXXXX/...../...../.....", 8, 0),  # a stone in an eye that has one empty point
        ("..X../XXX../...../...../.....", 0, 0),  # one eye of two points
        ("..X.X/XXXXX/...../...../.....", 8, 0),
        ("...X./XXXXX/...../...../.....", 7, 0),  # an eye of three points, all next to the group
        ("...X./...XX/XXXX./...../.....", 0, 0),  # a5 is not next to it: White may live there
        ("XXXXX/XXXXX/XXXXX/XXXXX/.XXX.", 25, 0),
        ("...../...../...../...../.....", 0, 0),
    ],
)
def test_secure_points_by_hand(position, black, white):
    game = go(5)
    state = game.parse_state(position + " X")
    assert (game.count_secure_points(state.black, state.white), game.count_secure_points(state.white, state.black)) == (
        black,
        white,
    )


def every_position(game):
    """Return all boards of a small size with who is to move and a pass or none."""
    states = [game.unrank(number) for number in range(game.rank_count)]
    return [state for number, state in enumerate(states) if game.rank(state) == number]


def check_bounds(game, solver, states):
    closed = 0
    for state, (value, distance) in zip(states, solver.values(states), strict=True):
        low, high = game.bounds(state)
        worth = outcome(state.side * value, distance or 0)
        assert low <= worth <= high, game.format_state(state)
        closed += (low, high) != game.bounds(game.initial())
    return closed


@pytest.mark.slow  # of the bounds: test_conformance.py
@pytest.mark.parametrize("size", ["3x2", "3"])
def test_what_is_sure_is_never_more_than_the_value_by_retrograde_analysis(size):
    game = go(size, "simple")
    solver = pw.Solver(game, method="retrograde")
    assert check_bounds(game, solver, every_position(game)) > 0
    solution = solver.solve()
    assert (solution.value, solution.to_dict()["best"]) == (
        (9, ["b2"]) if size == "3" else (0, solution.to_dict()["best"])
    )


@pytest.mark.slow
def test_what_is_sure_is_never_more_than_the_value_under_superko():
    game = go(2)
    states = every_position(go(2, "simple"))
    states = [game.State(*state[:4], 0, Past()) for state in states]
    assert check_bounds(game, solver_of_four_points(), states) > 0


def test_the_end_of_the_game_is_certain():
    game = go(3, komi=2)
    state = game.parse_state(".../XXX/... O 2")
    assert game.terminal(state)
    assert game.utility(state) == 7
    assert game.bounds(state) == (outcome(-7, 0), outcome(-7, 0))
    state = game.parse_state(".../XXX/... X 1")  # Black may end it
    assert game.bounds(state)[0] >= outcome(7, 1)
    assert go(3, komi=0.5).bounds(state) == (-FAR, FAR)


# --- numbers of all states -------------------------------------------------------------------------------------------


def images(board, width):
    """Return a board mirrored, turned, and where it is square with rows and columns exchanged."""
    rows = [board[start : start + width] for start in range(0, len(board), width)]
    found = set()
    for each in [rows] + [["".join(row[c] for row in rows) for c in range(width)]] * (len(rows) == width):
        for upright in (each, each[::-1]):
            found |= {"".join(upright), "".join(row[::-1] for row in upright)}
    return found


def board_text(game, state):
    return "".join(reversed(game.format_state(state).split()[0].split("/")))


@pytest.mark.parametrize("size", ["2", "3x2", "2x4", "3", "4"])
def test_a_state_shares_its_number_with_its_images_and_nothing_else(size):
    game, numbers = go(size, "simple"), {}
    for seed in range(12):
        for state in random_line(game, seed, 60):
            number = game.rank(state)
            if game.terminal(state) or state.ban:
                assert state.passes == 2 or number == -1
                continue
            assert 0 <= number < game.rank_count
            back = game.unrank(number)
            assert (back.side, back.passes, back.ban) == (state.side, state.passes, 0), seed
            boards = images(board_text(game, state), game.width)
            assert board_text(game, back) in boards, (seed, game.format_state(state))
            told = (min(boards), state.side, state.passes)
            assert numbers.setdefault(number, told) == told, seed
    assert len(set(numbers.values())) == len(numbers)


@pytest.mark.parametrize(("size", "boards"), [("2", 57), ("3x2", 489)])
def test_every_legal_board_has_a_number(size, boards):
    # How many boards are legal: Tromp and Farnebäck, "Combinatorics of Go", 2007.
    game, found = go(size, "simple"), set()
    for state in every_position(game):
        if (state.side, state.passes) == (MAX, 0):
            found |= images(board_text(game, state), game.width)
    assert len(found) == boards


def test_only_small_boards_without_superko_are_numbered():
    assert go(4, "simple").rank_count == 4 * 3**16
    assert go(3, "none").rank_count == 4 * 3**9
    assert go(4).rank_count is go(3, "situational").rank_count is go(5, "simple").rank_count is None


# --- values ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_two_by_two_is_won_by_a_point_under_positional_superko():
    solution = solver_of_four_points().solve()
    assert (solution.value, solution.to_dict()["best"]) == (1, ["a1", "b1", "a2", "b2"])


@pytest.mark.slow
@pytest.mark.parametrize(("size", "value", "best"), [("2x3", 0, "pass"), ("3", 9, "b2")])
def test_values_under_positional_superko(size, value, best):
    solution = pw.solve(go(size), distance=False)
    assert (solution.value, solution.to_dict()["best"]) == (value, [best])


@pytest.mark.slow
@pytest.mark.parametrize(("size", "value", "best"), [("2", 0, None), ("3", 9, "b2"), ("3x4", 4, "b2 b3")])
def test_values_with_the_simple_ko_rule(size, value, best):
    solution = pw.solve(go(size, "simple"), distance=False, method="retrograde")
    assert solution.value == value
    assert best is None or solution.to_dict()["best"] == best.split()


def test_komi_is_taken_from_the_area():
    game = go(5, komi=6.5)
    assert game.utility(game.parse_state("...../...../..X../...../..... O 2")) == 18.5
    assert game.utility_bounds == (-31.5, 18.5)


@pytest.mark.slow
def test_at_depth_three_it_beats_who_plays_at_random():
    game, won = go(5), 0
    for number in range(10):
        engine, source = EnginePlayer(depth=3), RandomPlayer(number)
        players = {MAX: engine, MIN: source} if number % 2 else {MAX: source, MIN: engine}
        *_, last = take_turns(game, players)
        won += game.utility(last.after) * (1 if number % 2 else -1) > 0
    assert won >= 9


# --- texts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("size", ["2", "3x2", "5", "7"])
def test_every_position_and_move_reads_back_what_it_writes(size, rule):
    game = go(size, rule)
    for seed in range(8):
        for state in random_line(game, seed):
            text = game.format_state(state)
            back = game.parse_state(text)
            assert game.format_state(back) == text
            if rule in ("simple", "none"):
                assert back == state, (text, seed)
            assert back[:4] == state[:4]
            if not game.terminal(state):
                for action in game.actions(state):
                    word = game.format_action(state, action)
                    assert game.parse_action(state, word) == game.parse_action(state, word.upper()) == action


BAD = {
    "": "position '' is not of the form .../.../... X: rows, side",
    "   ": "is not of the form",
    ".../.../...": "is not of the form",
    ".../.../... X 1 1": "is not of the form",
    ".../.../...\tX": "is not of the form",
    ".../.../...  X": "the side '' is neither X nor O",
    ".../.../... x": "the side 'x' is neither X nor O",
    ".../.../... B": "the side 'B' is neither X nor O",
    ".../.../... XO": "the side 'XO' is neither X nor O",
    ".../.../... X\n": r"the side 'X\n' is neither X nor O",
    ".../... X": "has 2 rows, not 3",
    "......... X": "has 1 rows, not 3",
    ".../.../.../... X": "has 4 rows, not 3",
    "/".join(["."] * 5000) + " X": "has 5000 rows, not 3",
    ".../..../... X": "row 2 has 4 points, not 3",
    "../.../... X": "row 3 has 2 points, not 3",
    ".../.../ X": "row 1 has 0 points, not 3",
    ".../.../" + "." * 5000 + " X": "row 1 has 5000 points, not 3",
    ".../.B./... X": "row 2: 'B' is none of X, O and a dot",
    ".../.x./... X": "row 2: 'x' is none of",
    ".../.../..0 X": "row 1: '0' is none of",
    ".../.../..Х X": "row 1: 'Х' is none of",
    "XXX/XXX/XXX O": "the black group at a1 has no liberties",
    "OOO/OOO/OOO O": "the white group at a1 has no liberties",
    ".XO/..X/... X": "the white group at c3 has no liberties",
    "OX./XX./... X": "the white group at a3 has no liberties",
    "XXO/XOO/OOO X": "has no liberties",
    "XO./OO./... X": "the black group at a3 has no liberties",
    ".../.../... X 0": "the passes '0' are neither 1 nor 2",
    ".../.../... X 3": "the passes '3' are neither 1 nor 2",
    ".../.../... X -1": "the passes '-1' are neither 1 nor 2",
    ".../.../... X ١": "the passes '١' are neither 1 nor 2",
    ".../.../... X a1": "the passes 'a1' are neither 1 nor 2",
    ".../.../... X " + "1" * 5000: "are neither 1 nor 2",
}


@pytest.mark.parametrize("text", BAD, ids=lambda text: ascii(text)[:40])
def test_a_position_that_cannot_be_is_refused_with_one_line(text):
    with pytest.raises(InputError) as caught:
        go(3).parse_state(text)
    assert BAD[text] in str(caught.value)
    assert str(caught.value).startswith("position ")
    assert one_line(caught)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("OX./.O. X a2", "no stone can have been taken alone at a2"),
        ("OX./.O. O a1", "no stone can have been taken alone at a1"),
        ("OX./.O. X b1", "no stone can have been taken alone at b1"),
        (".../... X a1", "no stone can have been taken alone at a1"),
        ("OXX/.O. X b1", "no stone can have been taken alone at b1"),
        ("OX./.O. X 3", "'3' is neither 1 or 2 passes nor a point of the board"),
        ("OX./.O. X d1", "'d1' is neither 1 or 2"),
        ("OX./.O. X a3", "'a3' is neither 1 or 2"),
        ("OX./.O. X A1", "'A1' is neither 1 or 2"),
        ("OX./.O. X pass", "'pass' is neither 1 or 2"),
        ("OX./.O. X a1 1", "is not of the form .../... X: rows, side"),
    ],
)
def test_a_ko_that_cannot_be_is_refused_with_one_line(text, names):
    with pytest.raises(InputError, match=names) as caught:
        go("3x2", "simple").parse_state(text)
    assert one_line(caught)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "1",
        "a0",
        "a4",
        "d1",
        "aa",
        "11",
        "1a",
        "a1 ",
        " a1",
        "a11",
        "a1\n",
        "tenuki",
        "a¹",
        "a١",
        "а1",
        "passs",
        "pass ",
        "a" * 5000,
        "K",
        "\N{KELVIN SIGN}1",
        "a1" * 3000,
        "i1",
    ],
    ids=lambda text: ascii(text)[:40],
)
def test_a_word_that_is_no_point_is_refused(text):
    game = go(3)
    with pytest.raises(InputError, match="is neither a point from a1 to c3 nor pass") as caught:
        game.parse_action(game.initial(), text)
    assert one_line(caught)
    assert len(str(caught.value)) < 200


def test_a_play_that_may_not_be_is_refused_with_the_legal_ones():
    game = go(2)
    state = game.parse_state(".X/X. O")
    with pytest.raises(InputError, match="'a2' is not a legal action; legal: pass") as caught:  # suicide
        parse_legal_action(game, state, "a2")
    assert one_line(caught)
    with pytest.raises(InputError, match="move 2: 'a1' is not a legal action"):
        play_moves(game, game.initial(), "a1 a1")
    with pytest.raises(InputError, match="move 3: the game is over"):
        play_moves(game, game.initial(), "pass pass a1")


def reading(read, text):
    """Return what a text stands for and no refusal, or nothing and the refusal."""
    try:
        return read(text), ""
    except InputError as error:
        return None, str(error)


@given(st.sampled_from([("2", "positional"), ("3x2", "simple")]), st.text(alphabet="XO./ 12ab\n٢Z", max_size=14))
def test_any_text_is_a_position_and_a_move_or_refused(rules, text):
    game = go(*rules)
    for head in ("", ".X/", "X./.X ", "OX./.O. X", "OX./.O. "):
        state, refusal = reading(game.parse_state, head + text)
        assert len(refusal.splitlines()) == (state is None)
        assert state is None or game.parse_state(game.format_state(state)) == state
        action, refusal = reading(lambda word: game.parse_action(game.initial(), word), head + text)
        assert len(refusal.splitlines()) == (action is None)


@given(st.text())
def test_any_text_at_all_is_refused(text):
    assume(text.lower() not in ("pass", "a1", "a2", "b1", "b2"))
    game = go(2)
    assume("/" not in text)
    for read in (game.parse_state, lambda word: game.parse_action(game.initial(), word)):
        _, refusal = reading(read, text)
        assert len(refusal.splitlines()) == 1


@pytest.mark.parametrize(
    ("parameters", "names"),
    [
        ({"size": 8}, "size=8 is not of the form 5 or 4x3, each side from 2 to 7"),
        ({"size": 1}, "size=1 is not"),
        ({"size": 0}, "size=0 is not"),
        ({"size": -3}, "size=-3 is not"),
        ({"size": "2x9"}, "size=2x9 is not"),
        ({"size": "2x"}, "size=2x is not"),
        ({"size": "x"}, "size=x is not"),
        ({"size": "3X3"}, "size=3X3 is not"),
        ({"size": "05"}, "size=05 is not"),
        ({"size": "5\n"}, "size='5.n' is not"),
        ({"size": "٥"}, "size=٥ is not"),
        ({"size": ""}, "size= is not"),
        ({"size": 5.0}, "size=5.0 is not"),
        ({"size": True}, "size=True is not"),
        ({"size": None}, "size=None is not"),
        ({"size": 10**5000}, "size=... is not"),
        ({"size": "9" * 5000}, "size='9999"),
        ({"komi": nan}, "komi=nan is not a whole or half number from -49 to 49"),
        ({"komi": inf}, "komi=inf is not"),
        ({"komi": -inf}, "komi=-inf is not"),
        ({"komi": 0.25}, "komi=0.25 is not"),
        ({"komi": 1e300}, "komi=1e.300 is not"),
        ({"komi": 49.5}, "komi=49.5 is not"),
        ({"komi": 10**5000}, "komi=... is not"),
        ({"komi": "0"}, "komi=0 is not"),
        ({"komi": True}, "komi=True is not"),
        ({"komi": None}, "komi=None is not"),
        ({"superko": "maybe"}, "superko=maybe is none of positional, situational, simple, none"),
        ({"superko": "Positional"}, "superko=Positional is none of"),
        ({"superko": ""}, "superko= is none of"),
        ({"superko": 1}, "superko=1 is none of"),
        ({"superko": None}, "superko=None is none of"),
        ({"superko": "no\nne"}, "superko='no.nne' is none of"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else ascii(value)[:30],
)
def test_parameters_that_cannot_be_are_refused(parameters, names):
    with pytest.raises(InputError, match=names) as caught:
        pw.make("go", **parameters)
    assert one_line(caught)


def test_what_is_known_of_its_value_is_said_of_the_usual_board_only():
    assert go().known_value == Go.known_value
    assert go(4).known_value == go(5, komi=1).known_value == go(5, "simple").known_value == ""


@pytest.mark.slow_with("('4', 'none')", "('2', 'situational')")
@pytest.mark.parametrize("rules", [("2", "situational"), ("3x2", "simple"), ("4", "none")], ids=str)
def test_the_laws(rules):
    report = pw.check(go(*rules), states=60, playouts=3, compiled=0)
    assert report.ok, str(report)


def test_the_cells_to_draw():
    game = go(2)
    cells = game.cells(game.parse_state(".X/X. O"))
    assert [[cell.mark for cell in row] for row in cells] == [["", "X"], ["X", ""]]
    assert not any(cell.action for row in cells for cell in row)  # both would be suicide
    cells = game.cells(game.parse_state(".X/X. X"))
    assert [[cell.action for cell in row] for row in cells] == [["a2", ""], ["", "b1"]]
    assert game.player_names == {MAX: "Black", MIN: "White"}


def test_what_is_searched_first():
    game = go(5)
    state = game.parse_state("...../.XO../.OX../...../..... X")
    ranks = {word: game.priority(state, game.parse_action(state, word)) for word in words_of(game, state)}
    assert min(ranks, key=ranks.get) == "pass"
    state = game.parse_state("...../..O../.OXO./...../..... X")
    ranks = {word: game.priority(state, game.parse_action(state, word)) for word in words_of(game, state)}
    assert max(ranks, key=ranks.get) == "c2"  # it saves the stone
    state = state._replace(side=MIN)
    ranks = {word: game.priority(state, game.parse_action(state, word)) for word in words_of(game, state)}
    assert max(ranks, key=ranks.get) == "c2"  # it takes it
    for passes, first in (("", False), (" 1", True)):
        state = game.parse_state("...../..X../...../...../..... X" + passes)
        ranks = {word: game.priority(state, game.parse_action(state, word)) for word in words_of(game, state)}
        assert (max(ranks, key=ranks.get) == "pass") == first


@pytest.mark.parametrize("size", ["2", "5", "7", "3x2"])
def test_an_estimate_is_never_taken_for_the_end(size):
    game = go(size, komi=0.5)
    low, high = game.utility_bounds
    for seed in range(4):
        for state in random_line(game, seed):
            if not game.terminal(state):
                assert low < game.evaluate(state) < high


@pytest.mark.parametrize("size", ["5", "4x3"])
def test_another_komi_is_not_compiled_anew(size):
    whole = {fingerprint_of(pw.make("go", size=size, komi=komi)) for komi in (0, 5, 7, -3)}
    half = {fingerprint_of(pw.make("go", size=size, komi=komi)) for komi in (6.5, 7.5, -0.5)}
    assert (len(whole), len(half), len(whole | half)) == (1, 1, 2)


@pytest.mark.parametrize("komi", [0, 2, -1, 0.5, -2.5])
def test_the_komi_counts_in_the_utility(komi):
    game = pw.make("go", size=2, komi=komi)
    end = game.result(game.result(game.initial(), game.passing), game.passing)
    assert game.utility(end) == -komi
    assert type(game.utility(end)) is (float if komi % 1 else int)
    low, high = game.utility_bounds
    assert low <= game.utility(end) <= high


@pytest.mark.slow
@pytest.mark.parametrize("komis", [(0, 2, -3), (0.5, -1.5)])
def test_games_that_differ_in_komi_share_compiled_rules_and_not_values(komis):
    for komi in komis:
        game = pw.make("go", size="3x2", komi=komi)
        found = [
            pw.search(game, depth=5, algorithm="alphabeta", engine=engine).value for engine in ("native", "reference")
        ]
        assert found[0] == found[1]
