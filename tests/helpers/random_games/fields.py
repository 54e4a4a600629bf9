"""The fields of a random game's state: how each begins, what rules read of it, and how the next value is found."""

import random
from dataclasses import dataclass, field
from typing import Any

from tests.helpers.random_games.statements import Statements

WORDS = (("red", "green"), ("north", "east", "south"), ("open", "shut", "locked"), ("a", "b", "ab"))
PIECES = ("xo.", "ab-", "KQ.", "012")


@dataclass
class Field:
    """A field of the state.

    start: its first value, as text. annotation: the type as people write it. reads: text in which @ stands for the
    field -> kinds. updates: forms of the next value, @ as before, {at} for an index in range. lines: forms of several
    lines that put the next value into #.
    """

    name: str
    start: str
    annotation: str
    reads: dict[str, str]
    updates: tuple[str, ...]
    lines: tuple[str, ...] = ()
    top: tuple[str, ...] = ()
    length: int = 1
    extra: dict[str, Any] = field(default_factory=dict)


def make_fields(write: Statements, count: int) -> list[Field]:
    """Return some fields; the first is one that an action picks a place of."""
    dice = write.dice
    fields = [dice.choice(BOARDS)(dice, "board")]
    names = ["extra", "held", "score", "mark", "seen", "pile", "phase"]
    dice.shuffle(names)
    return fields + [dice.choice(FIELDS)(dice, names[number]) for number in range(count)]


def row(dice: random.Random, name: str) -> Field:
    """A tuple of ints of fixed length."""
    length = dice.randint(3, 6)
    start = dice.choice((f"(0,) * {length}", str(tuple(dice.randint(0, 2) for _ in range(length)))))
    updates = (
        "@[:{at}] + ({m} % 3,) + @[{at} + 1:]", "tuple({m} % 3 if k == {at} else x for k, x in enumerate(@))",
        "tuple([(x + {n}) % 4 for x in @])", "(*@[:{at}], {m} % 4, *@[{at} + 1:])", "@[::-1]", "@[1:] + @[:1]",
        "tuple(sorted(@))", "tuple(x ^ {n} for x in @)",
    )  # fmt: skip
    lines = (
        "new = list(@)\nnew[{at}] = {m} % 3\n# = tuple(new)", "new = list(@)\nnew[{at}], new[0] = new[0], ({m}) % 3\n# = tuple(new)",
        "new = [*@]\nother = new\nother[{at}] += {n}\nnew[-1] = other[{at}] % 5\n# = tuple(x % 4 for x in new)",
        "new = list(@)\nfor k in range(len(new)):\n    if {b}:\n        new[k] = (new[k] + 1) % 3\n# = tuple(new)",
        "new = []\nfor k, x in enumerate(@):\n    new.append({m} % 3 if k == {at} else x)\n# = tuple(new)",
    )  # fmt: skip
    reads = {"@": "TyI", f"@[{dice.randrange(length)}]": "i", "@[-1]": "i", "sum(@)": "i", "@.count(0)": "i"}
    annotation = dice.choice(("tuple", "tuple[int, ...]", "Tuple[int, ...]"))
    return Field(name, start, annotation, reads, updates, lines, length=length)


def grid(dice: random.Random, name: str) -> Field:
    """A tuple of tuples of ints, or of rows of letters."""
    rows, columns = dice.choice(((2, 2), (2, 3), (3, 2), (3, 3)))
    cell = f"divmod({{at}}, {columns})"
    lines = (
        f"r, c = {cell}\nnew = [list(line) for line in @]\nnew[r][c] = {{m}} % 3\n# = tuple(tuple(line) for line in new)",
        f"r, c = {cell}\nnew = [list(line) for line in @]\nnew[r][c] += 1\nnew[0][-1] = {{n}}\nnew[r][c] %= 4\n# = tuple(map(tuple, new))",
        f"r, c = {cell}\nline = @[r]\n# = @[:r] + (line[:c] + ({{n}},) + line[c + 1:],) + @[r + 1:]",
        f"r, c = {cell}\n# = tuple(tuple({{n}} if (y, x) == (r, c) else old for x, old in enumerate(line)) for y, line in enumerate(@))",
        f"r, c = {cell}\nnew = list(map(list, @))\nfor dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):\n"
        f"    if 0 <= r + dr < {rows} and 0 <= c + dc < {columns} and {{b}}:\n        new[r + dr][c + dc] ^= 1\n# = tuple(map(tuple, new))",
    )  # fmt: skip
    start = dice.choice((f"((0,) * {columns},) * {rows}", str(tuple((1,) + (0,) * (columns - 1) for _ in range(rows)))))
    reads = {
        "@": "G",
        "@[0]": "TyI",
        "@[-1][0]": "i",
        "sum(map(sum, @))": "i",
        "[x for line in @ for x in line]": "LyI",
    }
    updates = ("tuple(line[::-1] for line in @)", "@[::-1]", "tuple(tuple((x + {n}) % 3 for x in line) for line in @)")
    if rows == columns:
        updates += ("tuple(zip(*@))",)
    return Field(name, start, "tuple", reads, updates, lines, length=rows * columns)


def text(dice: random.Random, name: str) -> Field:
    """A string of fixed length."""
    length, piece = dice.randint(3, 6), dice.choice(PIECES)
    start = repr("".join(dice.choice(piece) for _ in range(length)))
    letter = f"'{piece}'[{{i}} % 3]"
    updates = (
        f"@[:{{at}}] + {letter} + @[{{at}} + 1:]", "@[::-1]", f"''.join({letter} if k == {{at}} else x for k, x in enumerate(@))",
        f"@.replace('{piece[0]}', '{piece[1]}')", "@[1:] + @[0]", "''.join(sorted(@))",
    )  # fmt: skip
    lines = (
        f"new = list(@)\nnew[{{at}}] = {letter}\n# = ''.join(new)", f"new = [*@]\nif {{b}}:\n    new[{{at}}], new[-1] = new[-1], {letter}\n# = ''.join(new)",
        f"head, tail = @[:{{at}}], @[{{at}} + 1:]\n# = head + {letter} + tail",
    )  # fmt: skip
    reads = {
        "@": "s",
        "@[0]": "cs",
        "@[-1]": "cs",
        f"@.count('{piece[0]}')": "i",
        f"(@.find('{piece[2]}') >= 0)": "b",
        f"@[{length // 2}]": "cs",
    }
    return Field(name, start, "str", reads, updates, lines, length=length)


def rows_of_text(dice: random.Random, name: str) -> Field:
    """A tuple of strings."""
    rows, columns, piece = dice.randint(2, 3), dice.randint(2, 3), dice.choice(PIECES)
    start = str(tuple("".join(dice.choice(piece) for _ in range(columns)) for _ in range(rows)))
    letter = f"'{piece}'[{{i}} % 3]"
    lines = (
        f"r, c = divmod({{at}}, {columns})\nnew = [list(line) for line in @]\nnew[r][c] = {letter}\n# = tuple(''.join(line) for line in new)",
        f"r, c = {{at}} // {columns}, {{at}} % {columns}\nline = @[r]\n# = @[:r] + (line[:c] + {letter} + line[c + 1:],) + @[r + 1:]",
        f"new = list(@)\nnew[{{at}} // {columns}] = {letter} * {columns}\n# = tuple(new)",
    )  # fmt: skip
    reads = {
        "@[0]": "s",
        "@[-1]": "s",
        "list(@)": "W",
        "''.join(@)": "s",
        f"sum(line.count('{piece[0]}') for line in @)": "i",
        "@[0][0]": "cs",
    }
    updates = ("@[::-1]", "tuple(line[::-1] for line in @)")
    return Field(name, start, "tuple", reads, updates, lines, length=rows * columns)


def free_cells(dice: random.Random, name: str) -> Field:
    """A frozenset of ints."""
    length = dice.randint(4, 7)
    start = dice.choice(("frozenset()", f"frozenset(range({length}))", "frozenset({0, 2})"))
    updates = (
        "@ | {{at}}", "@ - {{at}}", "@ ^ {{at}, {at} // 2}", f"frozenset(x for x in range({length}) if (x in @) != {{b}} or x == {{at}})",
        "(@ | {{at}} if {b} else @ - {{at}})", "@.union([{at}])", "@ - set(range({n}))",
    )  # fmt: skip
    lines = ("new = set(@)\nnew.add({at})\nif {b}:\n    new.discard({n})\n# = frozenset(new)",)
    reads = {
        "@": "S",
        "len(@)": "i",
        "sorted(@)": "LI",
        "(0 in @)": "b",
        f"[x for x in range({length}) if x not in @]": "LI",
    }
    return Field(
        name,
        start,
        dice.choice(("frozenset", "frozenset[int]", "FrozenSet[int]")),
        reads,
        updates,
        lines,
        length=length,
    )


def pairs(dice: random.Random, name: str) -> Field:
    """A frozenset of pairs."""
    side = dice.randint(2, 3)
    start = dice.choice((f"frozenset(product(range({side}), repeat=2))", "frozenset()", "frozenset({(0, 0), (1, 1)})"))
    cell = f"divmod({{at}}, {side})"
    updates = (
        f"@ | {{{cell}}}",
        f"@ - {{{cell}}}",
        f"@ ^ frozenset([{cell}])",
        "frozenset((c, r) for r, c in @)",
        f"(@ | {{{cell}}} if {{b}} else @)",
    )
    reads = {
        "len(@)": "i",
        "sorted(@)": "Q",
        "((0, 1) in @)": "b",
        "(not @)": "b",
        "{r + c for r, c in @}": "S",
        "sum(r * c for r, c in @)": "i",
    }
    return Field(name, start, "frozenset", reads, updates, length=side * side)


def hand(dice: random.Random, name: str) -> Field:
    """A tuple of ints of variable length, up to five."""
    start = dice.choice(("()", "(1, 2, 3)", "(2, 2)"))
    updates = (
        "(*@, {m} % 5)[-5:]", "@[:-1]", "@[1:]", "(@ + ({m} % 4,) if len(@) < 5 else @[2:])", "tuple(x for x in @ if x != {n})",
        "tuple(sorted(@))", "(@ or (1, 2))", "tuple(x % 5 for x in {T})[:5]",
    )  # fmt: skip
    lines = (
        "new = list(@)\nif new and {b}:\n    new.pop({n} % len(new))\n# = tuple(new)", "first, *new = (*@, {m} % 5)\n# = tuple(new)[:5]",
        "new = [x for x in @ if {b}]\nif len(new) < 3:\n    new.append({m} % 6)\n# = tuple(new)",
    )  # fmt: skip
    reads = {
        "@": "TI",
        "len(@)": "i",
        "(not @)": "b",
        "sum(@)": "i",
        "(@[-1] if @ else 0)": "i",
        "max(@, default=0)": "i",
    }
    return Field(name, start, dice.choice(("tuple", "tuple[int, ...]")), reads, updates, lines)


def stacks(dice: random.Random, name: str) -> Field:
    """A tuple of tuples or of strings, of variable length each."""
    count, words = dice.randint(2, 3), dice.random() < 0.5
    item = "'ab'[{i} % 2]" if words else "({m} % 4,)"
    start = str(("ab", "") + ("b",) * (count - 2)) if words else str(((1, 2), ()) + ((3,),) * (count - 2))
    lines = (
        f"new = list(@)\nif len(new[{{at}}]) < 4:\n    new[{{at}}] += {item}\n# = tuple(new)", "new = list(@)\nnew[{at}] = new[{at}][:-1]\n# = tuple(new)",
        "new = list(@)\nif new[{at}] and len(new[0]) < 4:\n    new[{at}], top = new[{at}][:-1], new[{at}][-1:]\n    new[0] = new[0] + top\n# = tuple(new)",
    )  # fmt: skip
    reads = {"sum(map(len, @))": "i", "len(@[0])": "i", "any(@)": "b", "all(@)": "b", "(not @[-1])": "b"} | (
        {"@[0]": "s", "list(@)": "W"} if words else {"@[0]": "TI", "[len(x) for x in @]": "LyI"}
    )
    return Field(name, start, "tuple", reads, ("@[::-1]", "(@[-1], *@[:-1])"), lines, length=count)


def number(dice: random.Random, name: str) -> Field:
    most = dice.choice((4, 9, 30, 200))
    updates = (
        f"{{i}} % {most}",
        f"min({most - 1}, @ + {{n}})",
        "max(0, @ - {n})",
        f"(@ * 2 + {{b}}) % {most}",
        f"{{i}} % {most} if {{b}} else @",
        "@ ^ {n}",
    )
    return Field(name, str(dice.randint(0, 3)), "int", {"@": "i"}, updates)


def trace(name: str) -> Field:
    """A number that tells what was computed on the way; `result` finds it."""
    return Field(name, "0", "int", {"@": "i", "@ % 5": "i"}, ())


def signed(dice: random.Random, name: str) -> Field:
    updates = ("{i} % 9 - 4", "-@", "max(-5, min(5, @ + {m}))", "-(@ // 2)", "{m} - 3")
    return Field(name, "0", "int", {"@": "i"}, updates)


def flag(dice: random.Random, name: str) -> Field:
    return Field(
        name,
        dice.choice(("True", "False")),
        "bool",
        {"@": "b"},
        ("{b}", "not @", "@ or {b}", "@ != {b}", "{i} % 2 == 0"),
    )


def half(dice: random.Random, name: str) -> Field:
    return Field(
        name,
        "0.5",
        "float",
        {"@": "f"},
        ("({i} % 8) / 2", "@ / 2 if {b} else 1.0", "min(4.0, @ + 0.5)", "({m}) * 0.25", "-@"),
    )


def letter(dice: random.Random, name: str) -> Field:
    piece = dice.choice(PIECES)
    updates = (
        f"'{piece}'[{{i}} % 3]",
        f"'{piece[0]}' if {{b}} else @",
        f"'{piece[0]}' if @ == '{piece[1]}' else '{piece[1]}'",
        f"{{'{piece[0]}': '{piece[1]}'}}.get(@, '{piece[0]}')",
    )
    return Field(name, repr(piece[0]), "str", {"@": "cs", f"(@ == '{piece[0]}')": "b"}, updates)


def word(dice: random.Random, name: str) -> Field:
    words = dice.choice(WORDS)
    updates = (
        f"{words}[{{i}} % {len(words)}]",
        f"'{words[0]}' if {{b}} else @",
        f"'{words[0]}' if @ == '{words[-1]}' else '{words[-1]}'",
    )
    return Field(
        name,
        repr(words[0]),
        "str",
        {"@": "s", f"(@ == '{words[0]}')": "b", "len(@)": "i", f"{words}.index(@)": "i"},
        updates,
    )


def maybe(dice: random.Random, name: str) -> Field:
    updates = (
        "None",
        "{n}",
        "{m} % 4 if {b} else None",
        "None if @ is None or {b} else (@ + 1) % 5",
        "next((x for x in {L} if 0 <= x < 5), None)",
    )
    reads = {"@": "o", "(@ is None)": "b", "(0 if @ is None else @)": "i", "(@ or 0)": "i"}
    return Field(name, dice.choice(("None", "1")), dice.choice(("Optional[int]", "int | None")), reads, updates)


def colour(dice: random.Random, name: str) -> Field:
    """A member of an Enum."""
    title = name.capitalize()
    top = (f"class {title}(Enum):\n    FIRST = 0\n    SECOND = 1\n    THIRD = 2",)
    updates = (
        f"{title}.SECOND if {{b}} else {title}.FIRST",
        f"{title}({{i}} % 3)",
        f"list({title})[{{i}} % 3]",
        f"{title}.THIRD if @ is {title}.FIRST else {title}.FIRST",
    )
    reads = {
        f"(@ is {title}.FIRST)": "b",
        "@.value": "in",
        f"(@ == {title}.THIRD)": "b",
        f"(@ in ({title}.FIRST, {title}.SECOND))": "b",
        "@.name": "s",
    }
    return Field(name, f"{title}.FIRST", title, reads, updates, top=top)


def rank(dice: random.Random, name: str) -> Field:
    """A member of an IntEnum."""
    title = name.capitalize()
    top = (f"class {title}(IntEnum):\n    LOW = 1\n    MIDDLE = 2\n    HIGH = 3",)
    updates = (
        f"{title}.HIGH if {{b}} else {title}.LOW",
        f"{title}({{i}} % 3 + 1)",
        f"max(@, {title}.MIDDLE)",
        f"{title}(4 - @)",
    )
    reads = {"@": "in", f"(@ > {title}.LOW)": "b", "@ * 2": "i", f"(@ is {title}.MIDDLE)": "b"}
    return Field(name, f"{title}.LOW", title, reads, updates, top=top)


def record(dice: random.Random, name: str) -> Field:
    """A NamedTuple or a frozen dataclass in the state."""
    title, named = name.capitalize(), dice.random() < 0.5
    head = f"class {title}(NamedTuple):" if named else f"@dataclass(frozen=True)\nclass {title}:"
    body = "    coins: int\n    kept: tuple = (0, 0)\n\n    def worth(self):\n        return self.coins + sum(self.kept)\n\n    @property\n    def empty(self):\n        return self.coins == 0"
    change = "@._replace" if named else "replace"
    given = "" if named else "@, "
    updates = (
        f"{title}({{i}} % 5, (@.coins, {{m}} % 4))",
        f"{change}({given}coins={{i}} % 6)",
        f"{change}({given}kept=(*@.kept[1:], {{m}} % 3))",
        f"{title}(max(0, @.coins - 1), @.kept)",
    )
    reads = {"@.coins": "i", "@.kept": "TyI", "@.worth()": "i", "@.empty": "b", "(@.coins, @.kept[0])": "P"}
    return Field(name, f"{title}(2)", title, reads, updates, top=(f"{head}\n{body}",))


def pieces(dice: random.Random, name: str) -> Field:
    """A tuple of members of an Enum."""
    length, title = dice.randint(3, 5), name.capitalize()
    top = (f"class {title}(Enum):\n    EMPTY = '.'\n    DARK = 'd'\n    LIGHT = 'l'",)
    updates = (
        f"@[:{{at}}] + ({title}.DARK if {{b}} else {title}.LIGHT,) + @[{{at}} + 1:]", "@[::-1]",
        f"tuple({title}.EMPTY if x is {title}.DARK and {{b}} else x for x in @)", f"tuple(list({title})[{{i}} % 3] if k == {{at}} else x for k, x in enumerate(@))",
    )  # fmt: skip
    lines = (
        f"new = list(@)\nif new[{{at}}] is {title}.EMPTY:\n    new[{{at}}] = {title}.LIGHT\nelse:\n    new[{{at}}] = new[0]\n# = tuple(new)",
        f"new = [*@]\nfor k, x in enumerate(@):\n    if x != {title}.EMPTY and {{b}}:\n        new[k] = {title}.EMPTY\n        break\n# = tuple(new)",
    )  # fmt: skip
    reads = {
        f"@.count({title}.EMPTY)": "i", f"(@[0] is {title}.DARK)": "b", f"({title}.LIGHT in @)": "b", "''.join(x.value for x in @)": "s",
        f"[k for k, x in enumerate(@) if x is {title}.EMPTY]": "LI", "(@[0] == @[-1])": "b", "len(set(@))": "i",
        f"sum({{{title}.DARK: 1, {title}.LIGHT: -1}}.get(x, 0) for x in @)": "i",
    }  # fmt: skip
    start = f"({title}.EMPTY,) * {length}"
    return Field(name, start, "tuple", reads, updates, lines, top, length)


def cards(dice: random.Random, name: str) -> Field:
    """A tuple of NamedTuples of variable length, up to five."""
    title = name.capitalize()
    top = (
        f"class {title}(NamedTuple):\n    rank: int\n    suit: str = 's'\n\n    @property\n    def high(self):\n        return self.rank > 2",
    )
    updates = (
        f"(*@, {title}({{m}} % 5, 'sh'[{{b}}]))[-5:]", "@[1:]", "tuple(e for e in @ if e.high or {b})", "tuple(sorted(@, key=lambda e: (e.suit, -e.rank)))",
        "tuple(e._replace(rank=(e.rank + {n}) % 5) for e in @)", "tuple(sorted(@))",
    )  # fmt: skip
    lines = (
        f"new = list(@)\nif new and {{b}}:\n    new.remove(min(new))\nelif len(new) < 5:\n    new.insert(0, {title}({{n}}, 'h'))\n# = tuple(new)",
        f"new = list(@)\nif {title}(2, 's') in new:\n    new.pop(new.index({title}(2, 's')))\n# = tuple(new)",
    )  # fmt: skip
    reads = {
        "len(@)": "i", "sum(e.rank for e in @)": "i", "any(e.high for e in @)": "b", "[e.rank for e in @]": "LI", "{e.rank for e in @ if e.suit == 's'}": "S",
        "max((e.rank for e in @), default=0)": "i", "''.join(e.suit for e in @)": "s", "next((e.rank for e in @ if e.high), None)": "o",
    }  # fmt: skip
    start = dice.choice(("()", f"({title}(1), {title}(2, 's'), {title}(3, 'h'))"))
    return Field(name, start, dice.choice(("tuple", f"tuple[{title}, ...]")), reads, updates, lines, top)


BOARDS = (row, row, grid, text, text, rows_of_text, free_cells, pairs, stacks, pieces)
FIELDS = (
    number,
    number,
    signed,
    flag,
    half,
    letter,
    word,
    maybe,
    colour,
    rank,
    hand,
    hand,
    stacks,
    row,
    text,
    free_cells,
    record,
)
