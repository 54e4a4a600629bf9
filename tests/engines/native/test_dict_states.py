"""Games whose states are dicts, or have dicts in them: the same lines, values and nodes compiled and in Python."""

import copy

import pytest

import plywise as pw


class Board(pw.Game):
    """Marks on nine squares; how `result` makes the next dict is what the games below differ in."""

    def initial(self):
        return {"board": [[0] * 3 for _ in range(3)], "turn": 1, "last": None, "x": 0, "o": 0, "log": []}

    def player(self, s):
        return s["turn"]

    def actions(self, s):
        return [(r, c) for r in range(3) for c in range(3) if s["board"][r][c] == 0]

    def terminal(self, s):
        return not self.actions(s) or abs(s["x"] - s["o"]) > 4

    def utility(self, s):
        last = (0, 0) if s["last"] is None else s["last"]
        return s["x"] - s["o"] + last[0] - last[1] + sum(map(sum, s["board"])) + len(s["log"]) % 3


def marked(s, a):
    rows = [row[:] for row in s["board"]]
    rows[a[0]][a[1]] = s["turn"]
    return rows


class InPlace(Board):
    """Everything is changed where it is."""

    def result(self, s, a):
        s["board"][a[0]][a[1]] = s["turn"]
        s["x" if s["turn"] == 1 else "o"] += a[0] + 1
        s["last"] = a
        s["log"].append(a[0])
        s["turn"] *= -1


class Stars(Board):
    """A display with two stars."""

    def result(self, s, a):
        return {**s, "board": marked(s, a), "turn": -s["turn"], "last": a, "x": s["x"] + a[1], "log": [*s["log"], 1]}


class Called(Board):
    """dict(...) with some items by name."""

    def result(self, s, a):
        return dict(s, board=marked(s, a), turn=-s["turn"], o=s["o"] + a[0])


class Copied(Board):
    """A shallow copy whose items are replaced."""

    def result(self, s, a):
        child = s.copy()
        child["board"] = marked(s, a)
        child["turn"] = -s["turn"]
        child["log"] = s["log"] + [a[1]]
        return child


class Deep(Board):
    """A deep copy."""

    def result(self, s, a):
        child = copy.deepcopy(s)
        child["board"][a[0]][a[1]] = child["turn"]
        child["x"], child["o"] = child["o"], child["x"] + 1
        child.update(turn=-child["turn"], last=a)
        return child


class Comprehended(Board):
    """A copy item by item."""

    def result(self, s, a):
        child = {key: copy.deepcopy(value) for key, value in s.items()}
        child["board"][a[0]][a[1]] = child["turn"]
        child["turn"] *= -1
        return child


class Nested(Board):
    """A dict for each player, found by whose turn it is, and a set in each."""

    def initial(self):
        players = {name: {"score": 0, "taken": [], "hand": {1, 2}} for name in "xo"}
        return {"board": [[0] * 3 for _ in range(3)], "players": players, "turn": "x"}

    def player(self, s):
        return 1 if s["turn"] == "x" else -1

    def result(self, s, a):
        me = s["players"][s["turn"]]
        s["board"][a[0]][a[1]] = 1
        me["score"] += a[0]
        me["taken"].append(a[1])
        me["hand"] ^= {a[0]}
        s["turn"] = "o" if s["turn"] == "x" else "x"

    def terminal(self, s):
        return not self.actions(s)

    def utility(self, s):
        x, o = s["players"]["x"], s["players"]["o"]
        return x["score"] - o["score"] + sum(x["taken"]) + len(o["hand"])


class Pieces(Board):
    """A list of dicts, and actions that are dicts."""

    def initial(self):
        pieces = [{"kind": "k", "at": [0, 0], "side": 1}, {"kind": "r", "at": [3, 3], "side": -1}]
        return {"pieces": pieces, "turn": 1, "count": 0}

    def actions(self, s):
        found = []
        for number, piece in enumerate(s["pieces"]):
            for down, right in ((0, 1), (1, 0), (0, -1)):
                y, x = piece["at"][0] + down, piece["at"][1] + right
                if piece["side"] == s["turn"] and 0 <= y < 4 and 0 <= x < 4:
                    found.append({"piece": number, "to": [y, x], "kind": piece["kind"]})
        return found

    def result(self, s, a):
        moved = s["pieces"][a["piece"]]
        moved["at"] = list(a["to"])
        s["pieces"] = [each for each in s["pieces"] if each is moved or each["at"] != moved["at"]]
        s["turn"] = -s["turn"]
        s["count"] += 1

    def terminal(self, s):
        return s["count"] >= 6 or len(s["pieces"]) < 2 or not self.actions(s)

    def utility(self, s):
        return sum(each["side"] * (each["at"][0] + 2 * each["at"][1]) for each in s["pieces"])


class Beside(Board):
    """A pair of a board and a dict."""

    def initial(self):
        return [[0] * 3 for _ in range(3)], {"turn": 1, "met": [(9, 9)], "name": "abc"}

    def player(self, s):
        return s[1]["turn"]

    def actions(self, s):
        return [(r, c) for r in range(3) for c in range(3) if s[0][r][c] == 0]

    def result(self, s, a):
        board, info = s
        board[a[0]][a[1]] = info["turn"]
        info["met"] = [*info["met"], a][-2:]
        info["turn"] *= -1
        info["name"] = info["name"][1:] + info["name"][0]
        return board, info

    def terminal(self, s):
        return not self.actions(s)

    def utility(self, s):
        return s[1]["met"][0][0] - len(s[1]["met"]) + (s[1]["name"] == "bca")


class Passing(Board):
    """A key that is there for a while."""

    def result(self, s, a):
        child = dict(s)
        child["now"] = a
        child["board"] = marked(s, a)
        if "now" in child and child.get("other") is None:
            child["last"] = child.pop("now")
        child["turn"] = -child["turn"]
        return child


GAMES = [InPlace, Stars, Called, Copied, Deep, Comprehended, Nested, Pieces, Beside, Passing]


@pytest.mark.slow  # every day: tests/game/test_trial_play.py
@pytest.mark.parametrize("game", GAMES)
def test_states_that_are_dicts_compile(game):
    found = []
    for engine in ("reference", "native"):
        lines = pw.count(game(), plies=3, engine=engine).nodes_by_ply
        searches = [pw.search(game(), algorithm="alphabeta", depth=depth, engine=engine) for depth in (1, 3)]
        found.append((lines, [(each.value, each.pv, each.nodes) for each in searches]))
    assert found[0] == found[1]


class Growing(Board):
    """A loop over a dict to which a key was added."""

    def result(self, s, a):
        child = dict(s)
        child["new"] = [a]
        child = {key: value for key, value in child.items() if key != "new"}
        child["board"] = marked(s, a)
        child["turn"] = -s["turn"]
        return child


def test_a_loop_over_keys_that_come_and_go_is_refused_with_its_line():
    with pytest.raises(pw.InputError, match=r"test_dict_states.py:\d+: result cannot be compiled: a dict that holds"):
        pw.search(Growing(), algorithm="alphabeta", depth=1, engine="native")
