"""Fox and geese on a string board, str methods all over."""
import plywise as pw

WIDTH = 6
START = ".F....",  # first row, on its own
BOARD = "/".join((START[0], "......", "......", "......", "......", "G.G.G."))


class FoxAndGeese(pw.Game):
    player_names = {pw.MAX: "Fox", pw.MIN: "Geese"}

    def initial(self):
        return "F:" + BOARD

    def player(self, state):
        turn, _, _ = state.partition(":")
        return pw.MAX if turn == "F" else pw.MIN

    def board(self, state):
        return state.split(":")[1].split("/")

    def at(self, rows, r, c):
        if r < 0 or c < 0 or r >= len(rows) or c >= WIDTH:
            return "#"
        return rows[r][c]

    def actions(self, state):
        rows = self.board(state)
        moves = []
        if state.startswith("F"):
            flat = "".join(rows)
            r, c = divmod(flat.find("F"), WIDTH)
            for dr in (1, -1):
                for dc in (-1, 1):
                    if self.at(rows, r + dr, c + dc) == ".":
                        moves.append(f"{r}{c}{r + dr}{c + dc}")
        else:
            for r, row in enumerate(rows):
                c = row.find("G")
                while c != -1:
                    for dc in (-1, 1):
                        if self.at(rows, r - 1, c + dc) == ".":
                            moves.append(f"{r}{c}{r - 1}{c + dc}")
                    c = row.find("G", c + 1)
        if not moves:
            return ["pass!"]
        return moves

    def result(self, state, action):
        turn, _, rest = state.partition(":")
        other = "G" if turn == "F" else "F"
        if action == "pass!":
            return other + ":" + rest
        r, c, r2, c2 = map(int, action)
        rows = rest.split("/")
        rows[r] = rows[r][:c] + "." + rows[r][c + 1:]
        rows[r2] = rows[r2][:c2] + turn + rows[r2][c2 + 1:]
        return ":".join([other, "/".join(rows)])

    def terminal(self, state):
        rows = self.board(state)
        if "F" in rows[-1]:
            return True
        return state[0] == "F" and self.actions(state)[0].endswith("!")

    def utility(self, state):
        return 1 if "F" in state.rsplit("/", 1)[-1] else -1

    def evaluate(self, state):
        rows = self.board(state)
        fox = [r for r, row in enumerate(rows) if row.count("F")][0]
        lowest = max(r for r, row in enumerate(rows) if "G" in row)
        return 0.125 * (fox - lowest) + (0.5 if state.replace("G", "").count(".") > 40 else 0)
