"""Less work for the same answers: lists of which only the truth is asked, rows with one item replaced, small sets."""

import ast
from typing import NamedTuple

import pytest

import plywise as pw
from plywise.compiler.translation.conditions import has_truth_form
from plywise.errors import LayoutOverflow
from tests.helpers.rule_twins import CompiledRules, difference

BOARD = (0, 2, 1, 0, 2, 0)


class State(NamedTuple):
    board: tuple
    text: str
    hand: tuple  # of varying length
    rows: tuple
    which: int
    ply: int


# ruff: noqa: RUF005


class Shortcuts(pw.Game):
    """Each `which` asks something else in `evaluate`."""

    def initial(self):
        return State(BOARD, "ab..ba", (1, 2), ("a.b", "..a"), 0, 0)

    def player(self, state):
        return 1 if state.ply % 2 == 0 else -1

    def actions(self, state):
        return [cell for cell in range(6) if state.board[cell] == 0] or [0]

    def result(self, state, action):
        board = state.board[:action] + (state.ply % 3,) + state.board[action + 1 :]
        text = state.text[:action] + "ab."[state.ply % 3] + state.text[action + 1 :]
        row = state.rows[action % 2][:1] + "b" + state.rows[action % 2][2:]
        rows = state.rows[: action % 2] + (row,) + state.rows[action % 2 + 1 :]
        hand = state.hand[1:] if len(state.hand) > 3 else state.hand + (action,)
        return State(board, text, hand, rows, (state.which + 1) % 40, state.ply + 1)

    def terminal(self, state):
        return state.ply >= 12

    def utility(self, state):
        return state.board.count(1) - state.board.count(2)

    # --- only the truth is asked -------------------------------------------------------------------------------------

    def listed(self, board, wanted):
        if board[0] == wanted:
            return []
        found = []
        for cell, here in enumerate(board):
            if here == wanted:
                found.append(cell)
            if cell == 4 and here:
                return found
        found += [cell for cell in range(3) if board[cell] == wanted + 1]
        found.extend(cell for cell in range(2) if board[cell] > wanted)
        return found

    def emptied(self, board):
        found = []
        for here in board:
            found.append(here)
        found.clear()
        return found

    def other(self, board):
        found = []
        for here in board:
            if here == 2:
                found.append(here)
        if board[5]:
            return [1]
        return found if board[1] == 1 else []

    def lost(self, board):
        found = []
        for here in board:
            found.append(here)

    def seen(self, board, known):
        found = []
        for here in board:
            if here not in known:
                found.append(here)
                known.add(here)
        return found

    def below(self, depth):
        found = []
        if depth > 0 and self.below(depth - 2):
            found.append(depth)
        if depth == 1:
            found.append(0)
        return found

    def chosen(self, board):
        cells = [cell for cell in range(6) if board[cell] == 2]
        return cells if board[0] else [here for here in board if here > 1]

    def asked(self, state):
        board, found = state.board, 0
        for wanted in range(-1, 4):
            found = found * 2 + (1 if self.listed(board, wanted) else 0)
        found = found * 2 + (not self.emptied(board))
        found = found * 2 + bool(not self.other(board))
        found = found * 2 + (1 if self.lost(board) else 0)
        known = {7}
        found = found * 2 + (1 if self.seen(board, known) else 0)
        found = found * 8 + len(known)
        for depth in range(4):
            found = found * 2 + (0 if not self.below(depth) else 1)
        found = found * 2 + (1 if self.chosen(board) and [here for here in board if here == 3] else 0)
        return found * 2 + (1 if ([1] if board[0] else []) else 0)

    # --- one item replaced --------------------------------------------------------------------------------------------

    def replaced(self, state):
        at = state.which % 6
        board = state.board[:at] + (2,) + state.board[at + 1 :]
        board = board[:0] + (board[at],) + board[1:]
        starred = (*state.board[:at], state.ply % 3, *state.board[at + 1 :])
        starred = (*starred[:2], 1, *starred[3:])
        hand = state.hand
        if at <= len(hand):  # at its end, it grows
            hand = hand[:at] + (5,) + hand[at + 1 :]
        longer = state.text[:at] + "bb" + state.text[at + 1 :]
        shorter = state.text[:at] + "" + state.text[at + 1 :]
        pair = state.board[:at] + (1, 1) + state.board[at + 1 :]
        strange = state.board[:at] + (99,) + state.board[at + 1 :]
        strange_too = (*state.board[:at], 77, *state.board[at + 1 :])
        mixed = state.board[:at] + (True,) + state.board[at + 1 :]
        step = state.text[:at] + "a" + state.text[at + 2 :]
        other = state.text[:at] + "b" + (state.text + "c")[at + 1 :]
        texts = longer + shorter + step + other
        found = (
            sum(board)
            + 7 * sum(starred)
            + sum(strange_too)
            + 10 * sum(hand)
            + 100 * len(hand)
            + sum(pair)
            + sum(strange)
            + sum(mixed)
        )
        return found * 1000 + len(texts) * 10 + texts.count("b")

    # --- memory and sets ----------------------------------------------------------------------------------------------

    def most(self, state, times):
        rows = [[cell + times] * 3 for cell in range(6) if state.board[cell] != 1]
        return max(sum(row) for row in rows) if rows else -1

    def note(self, texts, state, times):
        texts.append(state.text[:times] + "x" * times)
        return times

    def remembered(self, state):
        texts, total = [], 0
        for times in range(1, 5):
            total += self.note(texts, state, times) + self.most(state, times)
        return total * 100 + sum(len(each) for each in texts) + sum(each.count("x") for each in texts)

    def sets(self, state):
        numbers, pairs, letters, total, seed = set(), set(), {"a"}, 0, state.which * 77 + state.ply + 1
        for step in range(50):
            seed = (seed * 1103515245 + 12345) % 2147483648
            value = (seed >> 12) % 40 - 20 if (seed >> 20) % 3 else (seed >> 12) % 3000 - 500
            pair = (value, (seed >> 16) % 45 - 12)
            if (seed >> 8) % 7 < 3:
                numbers.add(value)
                pairs.add(pair)
            elif (seed >> 8) % 7 == 3:
                numbers.discard(value)
                pairs -= {pair, (1, 1), (2, 1)}
            elif (seed >> 8) % 7 == 4:
                for each in range(-20, 20):
                    numbers.discard(each)
                    pairs.discard((each, each // 2))
            elif (seed >> 8) % 7 == 5:
                numbers ^= {1, 2, 1500, value}
                if step % 5 == 0:
                    pairs.clear()
            else:
                letters.add("abcdefgh"[value % 8])
                numbers |= {value + 1, -9, 2000}
            total = (total * 31 + len(numbers) + 2 * len(pairs) + 3 * len(letters)) % 1000003
            total += sum(each for each in range(-22, 22, 3) if each in numbers)
            total += sum(each for each in range(-22, 22, 3) if (each, each + 1) in pairs) + (pair in pairs)
        return total + sum(numbers) + sum(one * other for one, other in pairs)

    def left_with_few(self, state):
        numbers = {each * 1007 + state.which for each in range(20)}
        for each in range(12):
            numbers.discard(each * 1007 + state.which)
        numbers |= {5000001, 5000002, 5000003}
        return sum(1 for each in range(20) if each * 1007 + state.which in numbers) * 100 + len(numbers)

    def evaluate(self, state):
        kind = state.which % 5
        if kind == 0:
            return self.asked(state)
        if kind == 1:
            return self.replaced(state)
        if kind == 2:
            return self.remembered(state)
        return self.sets(state) if kind == 3 else self.left_with_few(state)


@pytest.fixture(scope="module")
def rules():
    return CompiledRules(Shortcuts())


@pytest.mark.slow
def test_the_answers_are_those_of_plain_python(rules):
    state = rules.game.initial()
    for number in range(60):
        for which in range(number % 7, 40, 7):
            assert difference(rules, state._replace(which=which)) == ""
        actions = rules.game.actions(state)
        state = rules.game.result(state, actions[number % len(actions)])
        if rules.game.terminal(state):
            state = rules.game.initial()._replace(board=(2, 1, number % 3, 0, 0, 1))


@pytest.mark.slow
def test_a_row_that_grows_where_it_has_no_room_is_an_error(rules):
    with pytest.raises(LayoutOverflow, match="another number of items than 6"):
        rules.ask("result", rules.game.initial(), 63)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return [each for each in x]", True),
        ("return [each for each in x] if x else None", True),
        ("found = []\n for each in x:\n  found.append(each)\n return found", True),
        ("found = []\n for each in x:\n  found += [each]\n return found", True),
        ("found = []\n for each in x:\n  found.append(each)\n  found.pop()\n return found", False),
        ("found = []\n for each in x:\n  found = []\n  found.append(each)\n return found", False),
        ("found = []\n for each in x:\n  found.append(len(found))\n return found", False),
        ("found = []\n for each in x:\n  found.append(each)\n  if each:\n   return None\n return found", False),
        ("found = []\n f = lambda: found\n for each in x:\n  found.append(each)\n return found", False),
        ("found = []\n for each in x:\n  found.append(each)", False),
        ("return x", False),
    ],
)
def test_what_has_a_truth_form(body, expected):
    [function] = ast.parse(f"def f(x):\n {body}").body
    assert has_truth_form(function, []) is expected
