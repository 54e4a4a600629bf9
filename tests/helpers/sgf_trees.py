"""SGF, read and written another way than by Plywise, and random games with notes as programs for Go write them."""

import random
import re

TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)|\[((?:[^\]\\]|\\.)*)\])", re.DOTALL)


def parse(text):
    """Return the first tree of a text: a list of nodes, whose last item is a list of trees where it branches."""
    text = text[text.index("(;") :]
    tokens = [match.groups() for match in TOKEN.finditer(text)]
    tree, rest = _tree(tokens, 1)
    assert tokens[rest - 1][0] == ")"
    return tree


def _tree(tokens, at):
    nodes, branches, name = [], [], ""
    while True:
        mark, letters, value = tokens[at]
        at += 1
        if mark == ";":
            nodes.append({})
        elif mark == "(":
            branch, at = _tree(tokens, at)
            branches.append(branch)
        elif mark == ")":
            if len(branches) == 1:
                return nodes + branches[0], at
            return ([*nodes, branches] if branches else nodes), at
        elif letters:
            name = letters
        else:
            plain = re.sub(r"\\(\n|.)", lambda found: "" if found[1] == "\n" else found[1], value, flags=re.DOTALL)
            nodes[-1].setdefault(name, []).append(plain)


def without_root(tree, names):
    """Return a tree without some properties of its first node."""
    root = {name: values for name, values in tree[0].items() if name not in names}
    return [root, *tree[1:]]


def main_line(tree):
    """Return the list of nodes, of a tree's main line, that a node may be added to, and the nodes so far."""
    found = []
    while tree and isinstance(tree[-1], list):
        found += tree[:-1]
        tree = tree[-1][0]
    return tree, found + tree


def write(tree):
    """Return a tree as SGF."""
    nodes = [each for each in tree if isinstance(each, dict)]
    branches = tree[len(nodes)] if len(nodes) < len(tree) else []
    told = "".join(";" + "".join(_property(name, values) for name, values in node.items()) for node in nodes)
    return f"({told}{''.join(map(write, branches))})"


def _property(name, values):
    return name + "".join("[" + re.sub(r"([\]\\])", r"\\\1", value) + "]" for value in values)


# --- random games ----------------------------------------------------------------------------------------------------

TEXTS = ("good", "two\nlines", "a ] and a \\", "(;B[cc])", "Ünal: 3.5?", "", " spaces  ", "x" * 90)


def random_tree(game, seed, point):
    """Return a random game with variations, comments, labels and properties that nobody knows.

    point: of an action, as SGF has it.
    """
    source = random.Random(f"{game.name} {seed}")
    root = {"GM": [str(game.record_notation().number)], "PB": ["Ann [2d]"], "PW": ["Bob \\ Co"], "EV": ["a: test"]}
    root |= {"C": [source.choice(TEXTS)], "TR": ["aa", "bb"], "ZZ": ["one", "two"], "DT": ["2026-11-28"]}
    return [root, *_line(game, game.initial(), source, source.randrange(1, 30), point, 0)]


def _line(game, state, source, plies, point, nesting):
    nodes = []
    while len(nodes) < plies and not game.terminal(state):
        action = _choose(game, state, source)
        node = _node(game, state, action, source, point)
        after = game.result(state, action)
        if nodes and nesting < 3 and source.random() < 0.15:
            rest = [node, *_line(game, after, source, plies - len(nodes), point, nesting)]
            others = [
                _line(game, state, source, source.randrange(1, 5), point, nesting + 1)
                for _ in range(source.randrange(1, 3))
            ]
            return [*nodes, [rest, *others]]
        nodes.append(node)
        state = after
    return nodes


def _choose(game, state, source):
    actions = list(game.actions(state))
    places = [each for each in actions if game.format_action(state, each) != "pass"]
    return source.choice(places or actions)


def _node(game, state, action, source, point):
    side = "B" if game.player(state) > 0 else "W"
    node = {side: [point(action)]}
    if source.random() < 0.4:
        node["C"] = [source.choice(TEXTS)]
    for name, values in (
        ("LB", ["aa:A", "bb:x"]), ("TE", ["1"]), ("BM", ["2"]), ("DO", [""]), ("N", ["name"]), ("XY", ["]", "\\"]),
        ("V", ["-3.5"]), (f"{side}L", ["59.5"]), ("GB", ["1"]), ("TR", ["cc"]), ("KO", [""]),
    ):  # fmt: skip
        if source.random() < 0.15:
            node[name] = values
    return node
