"""Lists that one variable holds: in the function's frame, or packed as the row that they are made of."""

import random
from typing import NamedTuple

import pytest

import plywise as pw
from tests.helpers.rule_twins import CompiledRules, difference


class State(NamedTuple):
    board: tuple
    text: str
    rows: tuple
    grid: tuple
    which: int
    ply: int

    def extend(self, cells):
        return cells


class Holder:
    def extend(self, cells):
        return cells


HOLDER = Holder()

# ruff: noqa: B020, C416, F821


class Lists(pw.Game):
    """Each `which` asks something else in `evaluate`."""

    def initial(self):
        grid = tuple(tuple(range(row, row + 5)) for row in range(5))
        return State((0, 2, 1, 0, 2, 0), "ab..ba", ("a.b", "..a", "b.b", "...", "aaa"), grid, 0, 0)

    def player(self, state):
        return 1 if state.ply % 2 == 0 else -1

    def actions(self, state):
        cells = list(range(6))
        return [cell for cell in cells if state.board[cell] != 1] or [0]

    def result(self, state, action):
        board = list(state.board)
        text = list(state.text)
        rows = [list(row) for row in state.rows]
        grid = list(map(list, state.grid))
        board[action], board[-1] = board[-1], (board[action] + 1) % 3
        text[action], text[0] = text[0], "ab."[state.ply % 3]
        rows[action % 2][action // 2] = "ab."[board[0]]
        grid[action // 3][action % 3] = board[1]
        grid[0][0], grid[1][-1] = grid[1][-1], grid[0][0]
        after = tuple("".join(row) for row in rows)
        which = (state.which + 1) % 60
        return State(tuple(board), "".join(text), after, tuple(tuple(row) for row in grid), which, state.ply + 1)

    def terminal(self, state):
        return state.ply >= 12

    def utility(self, state):
        return state.board.count(1) - state.board.count(2)

    # --- packed -------------------------------------------------------------------------------------------------------

    def read(self, cells, place):
        return cells[place] * 3 + cells.count(2) + self.read_on(cells) + len(cells)

    def read_on(self, cells):
        return sum(cell * place for place, cell in enumerate(cells)) + (1 in cells)

    def read_until(self, cells, place):
        return cells[place] if place == 0 else cells[place] + 2 * self.read_until(cells, place - 1)

    def mark(self, cells, place):
        cells[place] = 1
        return place

    def itself(self, cells):
        return cells

    def given(self, state):
        cells = list(state.board)
        cells[3] = 1
        total = self.read(cells, 2) + self.read_until(cells, 5)
        cells[-2] = state.board[0]
        return total * 100 + self.read(cells, 4) * 10 + sum(cells) + max(cells) + len(sorted(cells))

    def marked(self, state):
        cells = list(state.board)
        found = self.mark(cells, state.ply % 6)
        return found * 100 + sum(cells)

    def returned(self, state):
        cells = list(state.board)
        same = self.itself(cells)
        same[0] = 2
        return sum(cell * (place + 1) for place, cell in enumerate(cells))

    def shared(self, state):
        cells = list(state.board)
        other = cells
        other[1] = 1
        pair = (cells, 3)
        pair[0][2] = 2
        return cells[1] * 10 + cells[2]

    def looped(self, state):
        cells, total = list(state.board), 0
        cells = list(state.board)
        for place, cell in enumerate(cells):
            if place < 5:
                cells[place + 1] = (cells[place + 1] + cell) % 3
            total = total * 3 + cell
        for cell in cells:
            total += cell
            cells[5] = 2
        return total + sum(cells) + state.which

    def late(self, state):
        cells = list(state.board)
        cells[0] = 1
        key = lambda place: (cells[place], -place)  # noqa: E731
        first = sorted(range(6), key=key)
        cells[0] = 2
        second = sorted(range(6), key=key)
        return first[0] * 10 + second[0]

    def around(self, state):
        cells = list(state.board)

        def change(place):
            cells[place] = 2 - cells[place]
            return cells[place]

        return change(0) * 10 + change(1) + sum(cells)

    def counted(self, state):
        cells = list(state.board)
        for place in range(6):
            cells[place] += 40 * place
        return sum(cells)

    def unfit(self, state):
        cells = list(state.board)
        cells[1] = 77
        letters = list(state.text)
        letters[2] = "longer"
        mixed = list(state.board)
        mixed[0] = None
        return sum(cells) + len("".join(letters)) + mixed.count(None)

    def assigned_above(self, state):
        total = 0
        for place in range(4):
            if place > 1:
                cells[place] = 1
                total = total * 3 + sum(cells)
            cells = list(state.board)
            cells[place - 1] = 2
        line = list(state.board)
        for line[3] in line:
            total = total * 3 + line[3]
        return total + sum(cells) + sum(line)

    def letters(self, state):
        cells = list(state.text)
        cells[1], cells[-1] = cells[-1], "b"
        text = "".join(cells)
        found = "-".join(cells) + text
        others = [each for each in cells if each != "."]
        return len(found) * 100 + found.count("b") + len(others) + (cells[0] == "a") + 5 * ("b" in cells)

    def letters_as_items(self, state):
        cells = list(state.text)
        cells[0] = "a"
        return ("ab" in cells) + 2 * ("ab" in "".join(cells)) + 4 * cells.count("ab") + len(tuple(cells)) * 10

    def again(self, state):
        total = 0
        for each in (state.board, state.board[::-1]):
            cells = list(each)
            cells[0] = 1
            total = total * 7 + sum(cells)
        row = list(state.board)
        total += row[1]
        row = list(state.grid[0])
        row[1] = 2
        return total + sum(row)

    def tried(self, state):
        cells = list(state.board)
        try:
            cells[1] = 2
            cells[state.ply] = 1
        except IndexError:
            cells[0] = 2
        return sum(cell * 3**place for place, cell in enumerate(cells))

    def rows_of(self, state):
        rows = [list(row) for row in state.rows]
        rows[0][1], rows[1][-1] = rows[1][0], "b"
        kept = tuple("".join(row) for row in rows)
        lengths = [len(row) for row in rows if row[0] != "."]
        return len(kept[1]) + kept[0].count("a") * 10 + len(lengths) + (kept == state.rows)

    def rows_shared(self, state):
        rows = [list(row) for row in state.rows]
        row = rows[0]
        row[0] = "b"
        rows[1] = rows[0]
        rows[1][2] = "."
        for each in rows:
            each[1] = "a"
        return "".join(rows[0]).count("a") * 10 + (rows[0] == rows[1]) + "".join(rows[0]).count("b") * 100

    def grids(self, state):
        grid = [list(row) for row in state.grid]
        grid[0][1] += 1 - grid[0][1]
        other = tuple(map(tuple, grid))
        grid[1][1] = 2
        grid[-1][-2] = grid[0][1] = 3
        return sum(sum(row) for row in grid) * 10 + sum(map(sum, other)) + grid[0][3]

    # --- in the frame -------------------------------------------------------------------------------------------------

    def lines(self, state):
        total, lines, before = 0, [], []
        for start in range(6):
            line = []
            for cell in range(start, start * 3):
                line.append(cell * state.board[start])
            lines.append(line)
            short = []
            short.extend(line)
            short += line
            total = total * 5 + sum(short) + len(short)
        return total % 100003 + sum(len(each) for each in lines) + len(before)

    def former(self, state):
        before, total = [0], 0
        for start in range(4):
            line = [start, state.board[start]]
            total = total * 3 + sum(before)
            before = line
            line.append(1)
        return total

    def replaced_within(self, state):
        line, total = [1, 2, 3], 0
        for each in line:
            line = [each, each + state.ply]
            total += sum(line)
        more = [cell for cell in range(9)]
        more = [cell + 1 for cell in more if cell != state.ply]
        return total * 100 + sum(more)

    def changed(self, state):
        line = [3, 1, 2]
        for place in range(20):
            line.append(place % 5)
            if place % 3 == 0:
                line.insert(1, place)
        line.sort()
        last = line.pop()
        line.remove(1)
        line.reverse()
        first = line[0]
        line[0] += 5
        copied = line.copy()
        copied.append(last)
        line.clear()
        return first * 100 + last + sum(copied) + len(line) * 1000

    def smallest(self, state):
        one, other = [state.board[0], 1], [state.board[1], 0]
        least = min(one, other)
        least[0] = 50
        start = [7]
        kept = HOLDER.extend(start)
        kept.append(2)
        all_of = sum([], start)
        all_of.append(1)
        held = state.extend(other)
        held[1] = 9
        return sum(one) * 100 + sum(other) + len(start) * 1000

    def deep(self, count, board):
        line = [count]
        for cell in board[:count]:
            line.append(cell)
        if count > 0:
            line.append(self.deep(count - 1, board))
        return sum(line) * 2 % 10007 + len(line)

    def parts(self, board):
        line = []
        for cell in board:
            line.append(cell)
            if len(line) == 2:
                yield sum(line) * 3 + line[0]
                line = []
        yield len(line)

    def held(self, board):
        line = [0]
        for cell in board:
            line.append(cell)
            yield line

    def generated(self, state):
        total = 0
        for one, other in zip(self.parts(state.board), self.parts(state.board[::-1]), strict=False):
            total = total * 7 + one * 2 + other
        for one in self.parts(state.board):
            for other in self.parts(state.board[1:]):
                total += one * other
        for line in self.held(state.board):
            line[0] += 1
            total += line[0]
        return total

    def late_reading(self, state):
        line = [1, 2, 3]
        line.append(state.ply)
        if any(each == 3 for each in line) and not all(each for each in line):
            line.append(10)
        return sum(each * 2 for each in line) + len([each for each in reversed(line)]) + bool(line)

    def evaluate(self, state):
        kind = state.which % 20
        if kind < 10:
            if kind < 5:
                return (
                    self.given(state) + self.marked(state) if kind == 0
                    else self.returned(state) if kind == 1
                    else self.shared(state) if kind == 2
                    else self.looped(state) if kind == 3
                    else self.late(state) + self.around(state) + self.assigned_above(state)
                )  # fmt: skip
            return (
                self.unfit(state) if kind == 5
                else self.letters(state) if kind == 6
                else self.letters_as_items(state) if kind == 7
                else self.again(state) if kind == 8
                else self.tried(state)
            )  # fmt: skip
        if kind < 15:
            return (
                self.rows_of(state) if kind == 10
                else self.rows_shared(state) if kind == 11
                else self.grids(state) if kind == 12
                else self.lines(state) if kind == 13
                else self.former(state)
            )  # fmt: skip
        return (
            self.replaced_within(state) if kind == 15
            else self.changed(state) if kind == 16
            else self.smallest(state) if kind == 17
            else self.deep(5, state.board) if kind == 18
            else self.generated(state) + self.late_reading(state)
        )  # fmt: skip


@pytest.fixture(scope="module", params=[0, pytest.param(3, marks=pytest.mark.slow)])
def rules(request):
    return CompiledRules(Lists(), opt=request.param)


@pytest.mark.slow
def test_the_answers_are_those_of_plain_python(rules):
    dice = random.Random(17)
    state = rules.game.initial()
    for _ in range(12):
        for which in range(20):
            assert difference(rules, state._replace(which=which)) == ""
        state = rules.game.result(state, dice.choice(rules.game.actions(state)))
        if rules.game.terminal(state):
            state = rules.game.initial()._replace(board=tuple(dice.choices((0, 2), k=6)))


@pytest.mark.slow
def test_lists_of_which_only_items_are_asked_stay_packed(rules):
    names = sorted(f"{key[0][0].__name__}.{key[1]}" for key in rules.translation.program.packed)
    assert names == [
        "again.row", "again.row~1", "assigned_above.cells", "given.cells", "grids.grid", "letters.cells",
        "result.board", "result.grid", "result.rows", "result.text", "rows_of.rows",
    ]  # fmt: skip
