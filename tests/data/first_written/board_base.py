"""What games on a board of squares have in common; cells hold None or a letter."""
import plywise as pw


class BoardGame(pw.Game):
    rows = 5
    columns = 4
    marks = ("w", "b")

    def inside(self, row, column):
        return row in range(self.rows) and column in range(self.columns)

    def squares(self):
        for row in range(self.rows):
            for column in range(self.columns):
                yield row, column

    def player(self, state):
        return pw.MAX if state.to_move == self.marks[0] else pw.MIN

    def opponent(self, mark):
        return self.marks[1] if mark == self.marks[0] else self.marks[0]

    def changed(self, board, changes):
        """The board with some cells changed: {(row, column): mark or None}."""
        return tuple(
            tuple(changes[r, c] if (r, c) in changes else cell for c, cell in enumerate(row)) for r, row in enumerate(board)
        )

    def pieces(self, state, mark):
        return [(r, c) for r, c in self.squares() if state.board[r][c] == mark]

    def evaluate(self, state):
        return 0.0
