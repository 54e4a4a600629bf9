"""Checkers-like on a tuple board, nested generator of jumps (recursion), paths as moves."""
import plywise as pw

N = 5


class Pieces:
    WHITE, BLACK, EMPTY = "w", "b", " "


def start():
    return tuple(
        tuple(
            Pieces.BLACK if r < 1 and (r + c) % 2 == 0 else Pieces.WHITE if r > N - 2 and (r + c) % 2 == 0 else Pieces.EMPTY
            for c in range(N)
        )
        for r in range(N)
    )


def inside(r, c):
    return 0 <= r < N and 0 <= c < N


class Checkers(pw.Game):
    def initial(self):
        board = start()
        return (board, Pieces.WHITE)

    def player(self, state):
        return pw.MAX if state[1] == Pieces.WHITE else pw.MIN

    def actions(self, state):
        board, me = state
        them = Pieces.BLACK if me == Pieces.WHITE else Pieces.WHITE
        forward = -1 if me == Pieces.WHITE else 1
        pieces = [(r, c) for r in range(N) for c in range(N) if board[r][c] == me]

        def jumps(path, taken):
            r, c = path[-1]
            extended = False
            for dc in (-2, 2):
                rr, cc = r + 2 * forward, c + dc
                mid = (r + forward, c + dc // 2)
                if inside(rr, cc) and board[rr][cc] == Pieces.EMPTY and board[mid[0]][mid[1]] == them and mid not in taken:
                    extended = True
                    yield from jumps(path + [(rr, cc)], taken | {mid})
            if not extended and len(path) > 1:
                yield tuple(path)

        captures = [path for piece in pieces for path in jumps([piece], set())]
        if captures:
            return captures
        steps = []
        for r, c in pieces:
            for dc in (-1, 1):
                if inside(r + forward, c + dc) and board[r + forward][c + dc] == Pieces.EMPTY:
                    steps.append(((r, c), (r + forward, c + dc)))
        return steps

    def result(self, state, action):
        board, me = state
        rows = [list(row) for row in board]
        (r0, c0), *_, (r1, c1) = action
        rows[r0][c0] = Pieces.EMPTY
        for (a, b), (c, d) in zip(action, action[1:]):
            if abs(a - c) == 2:
                rows[(a + c) // 2][(b + d) // 2] = Pieces.EMPTY
        rows[r1][c1] = me
        return tuple(tuple(row) for row in rows), Pieces.BLACK if me == Pieces.WHITE else Pieces.WHITE

    def terminal(self, state):
        board, _ = state
        return Pieces.WHITE in board[0] or Pieces.BLACK in board[-1] or not self.actions(state)

    def utility(self, state):
        board, me = state
        if Pieces.WHITE in board[0]:
            return 1
        if Pieces.BLACK in board[-1]:
            return -1
        return -1 if me == Pieces.WHITE else 1

    def evaluate(self, state):
        board, _ = state
        flat = sum(board, ())
        return (flat.count("w") - flat.count("b")) / 8
