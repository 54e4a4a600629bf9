"""Functions of dicts whose keys are written out, with values of several types: each returns a list of numbers."""

import copy

START = {"turn": 1, "name": "white"}


def numbers(state):
    return [len(state), *(len(str(key)) for key in state)]


def made(n):
    rows = [[0] * 3 for _ in range(2)]
    return {"board": rows, "turn": 1 if n % 2 else -1, "last": None, "x": n, "o": -n, "who": "ab"}


def losing(n):
    """Return a dict of other keys, some of which come and go in the functions below."""
    return {"turn": 1 if n % 2 else -1, "board": [[n], [2]], "last": None, "x": n, "o": -n, "who": "ab"}


def said(s):
    last = (7, 7) if s["last"] is None else s["last"]
    return [*(each for row in s["board"] for each in row), s["turn"], *last, s["x"], s["o"], len(s["who"])]


def q_fields(n):
    s = made(n)
    s["board"][n % 2][n % 3] = s["turn"]
    s["turn"] *= -1
    s["x"] += s["turn"] * 3
    if n > 3:
        s["last"] = (n, n + 1)
    return said(s)


def q_one_object(n):
    s = made(n)
    t = s
    t["x"] = 99
    many = [s, t, made(n)]
    many[1]["board"][0] = [5, n, 6]
    return said(s) + said(many[2]) + [s is t, many[0] is many[2]]


def q_copies(n):
    s = made(n)
    a, b, c, d = s.copy(), dict(s), copy.copy(s), copy.deepcopy(s)
    s["board"][0][0] = 9
    s["turn"] = 5
    for number, each in enumerate((a, b, c, d)):
        each["x"] += number
    return said(a) + said(b) + said(c) + said(d)


def q_stars(n):
    s = made(n)
    t = {**s, "turn": -s["turn"], "last": (n, 0)}
    u = {"extra": n, **t, "x": 1}
    v = {**t, **{"x": 2, "o": 3}}  # noqa: PIE800
    return said(s) + said(t) + said(u) + said(v) + [u["extra"]] + numbers(u) + numbers(v)


def q_stars_copy_first(n):
    s = losing(n)
    t = {**s, "turn": s.pop("turn")}
    return [*said(t), len(s), "turn" in s]


def q_called(n):
    s = dict(made(n), turn=4, more=[n])
    t = dict(board=[[n]], turn=2, last=None, x=1, o=2, who="")  # noqa: C408
    return said(s) + said(t) + s["more"] + numbers(s) + numbers(t)


def q_comprehended(n):
    s = made(n)
    t = {key: copy.deepcopy(value) for key, value in s.items()}
    u = {k: v[:] if isinstance(v, list) else v for k, v in s.items()}
    s["board"][1][1] = 8
    t["x"], u["o"] = t["o"] + 1, 5
    return said(s) + said(t) + said(u) + numbers(u)


def q_updated(n):
    s = made(n)
    s.update(turn=7, last=(1, n))
    s.update({"x": 3}, o=4)
    s |= {"who": "xyz"}
    return said(s | {"turn": 8}) + said(s)


def q_equal(n):
    s, t = made(n), made(n)
    found = [s == t, s != t, s == s.copy(), s == {"turn": 1}, s == n, s != None]  # noqa: E711
    t["board"][0][0] += n % 2
    t["last"] = None if n % 3 else (1, 1)
    return [*found, s == t, made(n) in [s, t], [s, t].count(s), made(n) in [t]]


def q_keys_that_come_and_go(n):
    s = losing(n)
    if n % 2:
        s["winner"] = n
    found = ["winner" in s, len(s), s.get("winner", -1)]
    if n % 3 == 0:
        del s["x"]
    found += ["x" in s, len(s), s.pop("o", 6), s.pop("o", 6), s.pop("none", 5), s.setdefault("deep", [n])[0]]
    s["deep"].append(3)
    t = dict(s)
    t["winner"] = 4
    return [*found, *s["deep"], t["winner"], s.get("winner", 0), t == s, t == dict(s, winner=4), bool(s)]


def q_key_errors(n):
    s = losing(n)
    if n % 2:
        s["winner"] = n
    return [s["winner"]]


def q_key_of_a_number(n):
    s = made(n)
    return [1 if 3 in s else 2, s.get(3, 4)]


def q_no_key(n):
    s = made(n)
    return [s["nowhere"] if n % 2 else 1]


def q_caught(n):
    s = made(n)
    try:
        return [s["nowhere" if n % 2 else "x"]]
    except KeyError:
        return [12]


def q_computed_keys(n):
    s = made(n)
    player = "x" if n % 2 else "o"
    s[player] += 5
    s["o" if n % 3 else "x"] = s[player] + 1
    return [*said(s), player in s, "xo"[n % 2] in s, "ab"[n % 2] in s]


def q_computed_keys_of_one_type(n):
    counts = {"a": 0, "b": 0, "c": 5}
    for letter in "abacab"[: n % 6]:
        counts[letter] += 1
    counts["d" if n % 2 else "a"] = n
    return [*counts.values(), len(counts), sum(counts.values()), max(counts, key=counts.get) == "c"]


def q_loops(n):
    s = made(n)
    found = []
    for key in s:
        found.append(len(key))
    for key, value in s.items():
        if isinstance(value, int):
            found.append(value)
        if key == "board":
            found.append(len(value))
        if key == "last" and n % 2:
            break
    return found


def q_loop_that_stores(n):
    s, t = made(n), {}
    for key, value in s.items():
        t[key] = value
    for key in ("x", "o"):
        s[key] += 1
    return [t["x"], t["o"], len(t), s["x"], s["o"]]


def q_nested(n):
    s = {"players": {"x": {"score": 0, "hand": [1, 2]}, "o": {"score": 1, "hand": [n]}}, "turn": "x", "round": 0}
    for _ in range(n % 4):
        me = s["players"][s["turn"]]
        me["score"] += len(me["hand"])
        me["hand"].append(s["round"])
        s["turn"] = "o" if s["turn"] == "x" else "x"
        s["round"] += 1
    t = copy.deepcopy(s)
    t["players"]["x"]["hand"][0] = 50
    x, o = s["players"]["x"], t["players"]["o"]
    return [x["score"], *x["hand"], o["score"], *o["hand"], s == t, s["round"]]


def q_lists_of_dicts(n):
    pieces = [{"kind": kind, "at": (at, n), "alive": True} for at, kind in enumerate("krp")]
    pieces[n % 3]["alive"] = False
    pieces.append({"kind": "q", "at": (n, n), "alive": n % 2 == 0})
    pieces.sort(key=lambda piece: (piece["alive"], piece["at"]))
    alive = [piece for piece in pieces if piece["alive"]]
    return [len(alive), *(each["at"][0] for each in pieces), *("krpq".index(p["kind"]) for p in alive)]


def q_several_kinds(n):
    moves = [{"kind": "move", "to": n}, {"kind": "drop", "to": 2, "piece": "p"}, {"kind": "pass"}]
    found = []
    for move in moves:
        if move["kind"] != "pass":
            found.append(move["to"])
        found.append(len(move.get("piece", "")))
        found.append("to" in move)
    return [*found, moves[0] == moves[1], moves[2] == {"kind": "pass"}]


def q_none_or_dict(n):
    s = None if n % 2 else {"a": n, "b": [n]}
    if s is None:
        s = {"a": 1, "b": []}
    s["b"].append(2)
    t = {"inner": None, "n": n}
    if n > 4:
        t["inner"] = {"a": 5, "b": [6]}
    return [s["a"], *s["b"], 0 if t["inner"] is None else t["inner"]["a"] + len(t["inner"]["b"])]


def swapped(s):
    s["x"], s["o"] = s["o"], s["x"]
    return s["turn"]


def q_given_to_a_function(n):
    s = made(n)
    turn = swapped(s)
    return [turn, *said(s)]


def q_truth(n):
    s = made(n)
    t = {} if n % 2 else {"a": 1, "b": "x"}
    return [1 if s else 0, 2 if not s else 3, 1 if t else 0, len(t)]


def q_constant(n):
    s = dict(START, board=[n])
    t = {**START, "board": [n, n]}
    return [s["turn"], len(s["name"]), *s["board"], len(s), len(t), t["turn"], t["board"][-1]]


def q_matched(n):
    s = losing(n)
    match s:
        case {"turn": 1, "x": x}:
            return [x]
        case {"turn": turn, **rest}:
            return [turn, len(rest)]
    return [0]


def q_isinstance(n):
    s = made(n)
    return [isinstance(s, dict), type(s) is dict, isinstance(s, list), hasattr(s, "items"), hasattr(s, "turn")]


def q_floats(n):
    s = {"weight": n / 2, "big": 2**70 * n, "set": {n, 1}, "flag": n > 2}
    s["weight"] *= 3
    s["big"] //= 2**68
    s["set"].add(5)
    return [int(s["weight"] * 2), s["big"], len(s["set"]), s["flag"], sum(s["set"])]


def q_hash(n):
    return [len({made(n)["last"]}), n]


def q_ends_in_the_loop(n):
    s = losing(n)
    for _ in s:
        if n % 2:
            s["new"] = 1
    return [len(s)]


def options(board, turn, last=3, **more):
    return turn + last + len(board) + len(more)


def q_double_stars(n):
    s = {"board": [n], "turn": n, "extra": "x"}
    return [options(**s), options(**s, last=n)]
