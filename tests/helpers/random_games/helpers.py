"""The constants, functions and methods around a random game's rules."""

from tests.helpers.random_games.statements import Statements

CONSTANTS = (
    ("TABLE = (3, 1, 2, 0, 5)", {"TABLE": "TyI", "TABLE[2]": "i", "TABLE[{i} % 5]": "i"}),
    ("WEIGHT = {0: 2, 1: -1, 2: 4, 3: 0}", {"WEIGHT": "D", "WEIGHT[{n}]": "i", "WEIGHT.get({i}, 1)": "i"}),
    ("NEAR = {0: [1], 1: [0, 2], 2: [1, 3], 3: [2]}", {"NEAR[{n}]": "LI", "len(NEAR[{n}])": "i"}),
    ("LINES = [(0, 1, 2), (0, 3), (1, 2, 4, 5)]", {"LINES[{i} % 3]": "TyI", "sum(map(len, LINES))": "i"}),
    ("PRIMES = {2, 3, 5, 7}", {"PRIMES": "S", "({i} in PRIMES)": "b"}),
    ("STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0)]", {"STEPS": "Q", "STEPS[{n}]": "P"}),
    ("GRID = [[1, 2, 0], [0, 3, 1]]", {"GRID": "G", "GRID[{i} % 2][{i} % 3]": "i"}),
    ("VALUE = {'x': 3, 'o': -2, 'a': 1}", {"VALUE.get({c}, 0)": "i", "sum(VALUE.get(e, 0) for e in {s})": "i"}),
    ("MASKS = [1 << k | 4 for k in range(5)]", {"MASKS[{i} % 5]": "i", "MASKS": "yI"}),
    ("LETTERS = 'abx'", {"LETTERS[{i} % 3]": "c", "LETTERS": "s"}),
    ("CORNERS = frozenset({(0, 0), (1, 2), (3, 1)})", {"({P} in CORNERS)": "b"}),
)
"""Constants of a module, and what may be read of each."""
OF_THE_GAME = (
    {"self.STEPS": "TyI", "self.STEPS[{i} % 3]": "i"},
    {"self.table": "LyI", "self.table[{n}]": "i"},
    {"self.near[{n}]": "LI"},
    {"self.limit": "i"},
)


def constants(write: Statements) -> tuple[list[str], dict[str, str]]:
    """Return lines for the top of the module, and what methods may read: of the module and of the game."""
    dice = write.dice
    chosen = dice.sample(CONSTANTS, dice.choice((1, 2, 3)))
    known: dict[str, str] = {}
    for _, reads in chosen:
        known |= _atoms(write, reads)
    for reads in dice.sample(OF_THE_GAME, dice.choice((0, 1, 2))):
        known |= _atoms(write, reads)
        if any("near" in each for each in reads):
            known["self.near"] = "_"
    return [text for text, _ in chosen], known


def _atoms(write: Statements, reads: dict[str, str]) -> dict[str, str]:
    """Return the readings without gaps, and make the others known as calls."""
    for form, kinds in reads.items():
        if "{" in form and "self." not in form:
            for kind in kinds:
                write.calls.setdefault(kind, []).append(form)
    found = {form: kinds for form, kinds in reads.items() if "{" not in form}
    of_the_game = {
        form.replace("{n}", "2").replace("{i}", "4"): kinds for form, kinds in reads.items() if "self." in form
    }
    return found | of_the_game


def state_members(write: Statements, scope: dict[str, str]) -> dict[str, tuple[str, str]]:
    """Return properties and methods of the state: what reads one -> its kind and its text."""
    found = {}
    calls, write.calls = (
        write.calls,
        {kind: [each for each in forms if "self." not in each] for kind, forms in write.calls.items()},
    )
    write.calls = {kind: forms for kind, forms in write.calls.items() if forms}
    for number in range(write.dice.choice((0, 0, 1, 2))):
        kind = write.dice.choice("iiibsT")
        body = write.body(scope, kind, write.dice.choice((0, 0, 1)))
        is_property = write.dice.random() < 0.5
        name = f"trait{number}"
        head = ["    @property"] * is_property + [f"    def {name}(self):"]
        found[name if is_property else f"{name}()"] = (kind, "\n".join([*head, *("        " + line for line in body)]))
    write.calls = calls
    return found


def helper(
    write: Statements, known: dict[str, str], scope: dict[str, str], opening: list[str], state: str
) -> tuple[str, str]:
    """Return where a helper stands ("function" or "method") and its text, and make it known to what is written later."""
    kinds = (
        plain_function,
        plain_function,
        recursion,
        generator,
        recursive_generator,
        flood_fill,
        changer,
        of_the_state,
        of_the_state,
        static,
    )
    return write.dice.choice(kinds)(write, known, scope, opening, state)


def _text(head: str, lines: list[str], by: int = 0, decorator: str = "") -> str:
    indent = "    " * by
    return "\n".join(
        [*([indent + decorator] if decorator else []), indent + head, *(indent + "    " + line for line in lines)]
    )


def _of_the_module(known: dict[str, str]) -> dict[str, str]:
    return {text: kinds for text, kinds in known.items() if "self." not in text}


def _without_methods(write: Statements) -> dict[str, list[str]]:
    """Let the calls be those that a function of the module may make; return all."""
    every = write.calls
    allowed = {kind: [form for form in forms if "self." not in form] for kind, forms in every.items()}
    write.calls = {kind: list(forms) for kind, forms in allowed.items() if forms}
    return every


def _make_known(write: Statements, kinds: str, form: str) -> None:
    for kind in kinds:
        write.calls.setdefault(kind, []).append(form)


def plain_function(
    write: Statements, known: dict[str, str], scope: dict[str, str], opening: list[str], state: str
) -> tuple[str, str]:
    """A function of numbers, one with a default."""
    name, kind = write.new("count"), write.dice.choice("iiiibfLTsS")
    every = _without_methods(write)
    lines = write.body({"n": "i", "by": "in", **_of_the_module(known)}, kind)
    write.calls = every
    _make_known(write, kind, write.dice.choice((f"{name}({{m}})", f"{name}({{m}}, {{n}})", f"{name}({{n}}, by={{n}})")))
    return "function", _text(f"def {name}(n, by={write.dice.randrange(4)}):", lines)


def static(
    write: Statements, known: dict[str, str], scope: dict[str, str], opening: list[str], state: str
) -> tuple[str, str]:
    """A static method, or one of the class."""
    name, kind = write.new("worth"), write.dice.choice("iiibTL")
    every = _without_methods(write)
    lines = write.body({"n": "i", "items": "TI", **_of_the_module(known)}, kind, 1)
    write.calls = every
    _make_known(write, kind, f"self.{name}({{m}}, {{T}})")
    by_class = write.dice.random() < 0.4
    if by_class:
        lines = ["n += cls.STEPS[1]", *lines]
    head, decorator = (
        (f"def {name}(cls, n, items):", "@classmethod") if by_class else (f"def {name}(n, items):", "@staticmethod")
    )
    return "method", _text(head, lines, 1, decorator)


def of_the_state(
    write: Statements, known: dict[str, str], scope: dict[str, str], opening: list[str], state: str
) -> tuple[str, str]:
    """A method that looks at the state."""
    name, kind = write.new("look"), write.dice.choice("iiibbfLTsQSo")
    lines = write.body({"n": "i", **scope, **known}, kind)
    _make_known(write, kind, f"self.{name}({state}, {{n}})")
    return "method", _text(f"def {name}(self, {state}, n=1):", [*opening, *lines], 1)


def recursion(
    write: Statements, known: dict[str, str], scope: dict[str, str], opening: list[str], state: str
) -> tuple[str, str]:
    """A function that calls itself."""
    name, values = write.new("deep"), {"n": "in", "acc": "i", **_of_the_module(known)}
    every = _without_methods(write)
    i, b, j = write.write("i", values, 2), write.write("b", values, 1), write.write("m", values, 1)
    write.calls = every
    forms = (
        ["if n <= 0:", "    return acc % 50", f"return {name}(n - 1, ({i}) % 40)"],
        ["if n <= 0:", f"    return {j}", f"if {b}:", f"    return {name}(n - 1, acc) + 1", f"return ({name}(n - 2, acc + 1) + {j}) % 60"],
        ["if n == 0 or acc > 90:", "    return n", f"return sum({name}(k, acc + 1) for k in range(n)) + ({j})"],
        [f"return acc if n <= 0 else max({name}(n - 1, acc), ({i}) % 30)"],
    )  # fmt: skip
    _make_known(write, "i", f"{name}({{n}}, {{m}})")
    return "function", _text(f"def {name}(n, acc):", list(write.dice.choice(forms)))


def generator(
    write: Statements, known: dict[str, str], scope: dict[str, str], opening: list[str], state: str
) -> tuple[str, str]:
    """A generator of numbers."""
    name = write.new("each")
    every = _without_methods(write)
    values = {"n": "in", "items": "TI", **_of_the_module(known)}
    i, b, inner = (
        write.write("i", {**values, "e": "i"}, 2),
        write.write("b", {**values, "e": "i"}, 2),
        write.write("I", values, 1),
    )
    write.calls = every
    forms = (
        [f"for e in {inner}:", f"    if {b}:", f"        yield {i}"],
        ["for e in items:", f"    if {b}:", "        continue", f"    yield {i}", "yield n"],
        ["for k, e in enumerate(items):", "    if k > n:", "        return", f"    yield ({i}) + k"],
        ["yield n", f"yield from ({i} for e in items if {b})"],
        ["e = 1", "while e < 20:", f"    yield e if {b} else -e", "    e = 2 * e + n"],
    )  # fmt: skip
    _make_known(write, "I", f"{name}({{n}}, {{T}})")
    return "function", _text(f"def {name}(n, items=(1, 2)):", list(write.dice.choice(forms)))


def recursive_generator(
    write: Statements, known: dict[str, str], scope: dict[str, str], opening: list[str], state: str
) -> tuple[str, str]:
    """A generator that calls itself: all ways to go on."""
    name = write.new("ways")
    every = _without_methods(write)
    b = write.write("b", {"n": "in", "step": "i", **_of_the_module(known)}, 1)
    write.calls = every
    forms = (
        ["if n <= 0:", "    yield sum(path)", "    return", "for step in (1, 2):", f"    if step == 1 or {b}:", f"        yield from {name}(n - step, path + (step,))"],
        ["if n > 0:", "    step = n + len(path)", f"    yield step if {b} else -step", f"    yield from {name}(n - 1, (*path, n))"],
        ["further = False", "for step in range(1, n + 1):", f"    if {b}:", "        further = True", f"        yield from {name}(n - step, path + (step,))", "if not further:", "    yield len(path) + n"],
    )  # fmt: skip
    _make_known(write, "I", f"{name}({{n}})")
    return "function", _text(f"def {name}(n, path=()):", list(write.dice.choice(forms)))


def flood_fill(
    write: Statements, known: dict[str, str], scope: dict[str, str], opening: list[str], state: str
) -> tuple[str, str]:
    """A group of cells found with a stack and a set, or by recursion."""
    name = write.new("group")
    every = _without_methods(write)
    b = write.write("b", {"cell": "i", "size": "in", "to": "i", **_of_the_module(known)}, 1)
    write.calls = every
    result, kind = write.dice.choice(
        (("len(seen)", "i"), ("seen", "S"), ("sorted(seen)", "L"), ("max(seen) - min(seen)", "i"))
    )
    forms = (
        ["seen, stack = {cell}, [cell]", "while stack:", "    cell = stack.pop()", "    for to in (cell - 1, cell + 1, cell + size):", f"        if 0 <= to < 8 and to not in seen and ({b} or to % 2 == 0):", "            seen.add(to)", "            stack.append(to)", f"return {result}"],
        ["seen = set()", "stack = [cell]", "while stack:", "    to = stack.pop(0)", "    if to in seen:", "        continue", "    seen.add(to)", "    for step in (-1, size + 1):", f"        if -4 <= to + step <= 6 and not {b}:", "            stack.append(to + step)", f"return {result}"],
        ["seen = set()", "", "def visit(to):", "    seen.add(to)", "    for other in (to - 1, to + 2):", f"        if 0 <= other < 7 and other not in seen and {b}:", "            visit(other)", "", "visit(cell % 7)", f"return {result}"],
        ["seen = {(0, cell)}", "rows = [(0, cell)]", "for y, x in rows:", "    for dy, dx in ((0, 1), (1, 0)):", "        to = x + dx", f"        if y + dy < 3 and to < 4 and (y + dy, to) not in seen and {b}:", "            seen.add((y + dy, to))", "            rows.append((y + dy, to))", "return len(seen)"],
    )  # fmt: skip
    lines = list(write.dice.choice(forms))
    _make_known(write, "i" if lines[-1] == "return len(seen)" else kind, f"{name}({{n}}, {{n}})")
    return "function", _text(f"def {name}(cell, size=2):", lines)


def changer(
    write: Statements, known: dict[str, str], scope: dict[str, str], opening: list[str], state: str
) -> tuple[str, str]:
    """A function that changes a list that it is given, and returns it."""
    name = write.new("put")
    every = _without_methods(write)
    values = {"n": "i", "items": "L", **_of_the_module(known)}
    m, b = write.write("m", values, 1), write.write("b", values, 1)
    write.calls = every
    forms = (
        [f"items.append({m})", f"if {b}:", "    items.reverse()", "return items"],
        ["other = items", "other.append(n)", f"if items and {b}:", "    items[0], items[-1] = items[-1], items[0]", "return other"],
        ["for k in range(len(items)):", f"    if {b}:", f"        items[k] = {m}", "        break", "else:", "    items.insert(0, n)", "return items"],
        ["items = items[:]", f"items += [{m}, n]", "items.sort()", "return items"],
    )  # fmt: skip
    _make_known(write, "L", f"{name}(list({{I}}), {{m}})")
    return "function", _text(f"def {name}(items, n):", list(write.dice.choice(forms)))
