"""Python source that is generated, with the names it uses, and the module it becomes."""

import linecache
import sys
from hashlib import sha256
from itertools import count
from types import ModuleType
from typing import Any

from plywise.process.pickling import GENERATED


class Source:
    """A module in the making.

    names: the objects that the text refers to -> under which names. tables: classes -> names of the lists of all their
    objects in a state, which functions are passed
    """

    def __init__(self, title: str) -> None:
        self.title = title
        self.names: dict[str, Any] = {}
        self.parts: list[str] = []
        self.tables: dict[type, str] = {}
        self._known: dict[int, str] = {}
        self._variables = count(1)

    def name_of(self, thing: Any, hint: str) -> str:
        """Return the name under which the text can use an object."""
        if id(thing) not in self._known:
            word = "".join(letter if letter.isalnum() else "_" for letter in hint) or "thing"
            name = next(each for each in (word, *(f"{word}_{n}" for n in range(2, 10_000))) if each not in self.names)
            self.names[name] = thing
            self._known[id(thing)] = name
        return self._known[id(thing)]

    def variable(self, hint: str = "each") -> str:
        """Return the name of a variable that the text does not use yet."""
        return f"{hint}{next(self._variables)}"

    def add(self, text: str) -> None:
        """Add a part of the text, such as a function."""
        self.parts.append(text.rstrip("\n") + "\n")

    def add_function(self, hint: str, parameters: str, lines: list[str]) -> str:
        """Add a function; return its name."""
        name = next(each for each in (hint, *(f"{hint}_{n}" for n in range(2, 10_000))) if each not in self.names)
        self.names[name] = None  # until the text has been run
        self.add("\n".join([f"def {name}({parameters}):", *(f"    {line}" for line in lines)]))
        return name

    @property
    def more(self) -> str:
        """The tables, as further parameters."""
        return "".join(f", {each}" for each in self.tables.values())

    def place_of(self) -> str:
        """Return the name of a function that finds an object's place in a table, at whose end it may put it."""
        if "place_of" not in self.names:
            lines = ["for place, each in enumerate(table):", "    if each is it:", "        return place"]
            self.add_function("place_of", "table, it", [*lines, "table.append(it)", "return len(table) - 1"])
        return "place_of"

    def exactly(self) -> str:
        """Return the name of a function that returns a list or dict, and raises ValueError if it has another length."""
        if "exactly" not in self.names:
            fails = "    raise ValueError('a part of the state has a length that it did not have in random play')"
            self.add_function("exactly", "it, length", ["if len(it) != length:", fails, "return it"])
        return "exactly"

    @property
    def text(self) -> str:
        """The whole text."""
        return f'"""{self.title}"""\n\n\n' + "\n\n".join(self.parts)

    def run(self, module: str, own: ModuleType | None = None) -> dict[str, Any]:
        """Run the text, with its names, as part of a module; return all names then defined.

        own: the module, where the text is one of its own; otherwise `module` is the name of the one that it belongs to
        """
        text = self.text
        digest = sha256(text.encode()).hexdigest()[:8]  # the same in any process that the code is sent to
        file = f"<{self.title.partition(',')[0]} {digest}>"
        linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
        namespace = {"__name__": module} if own is None else vars(own)
        namespace |= {name: each for name, each in self.names.items() if each is not None}
        exec(compile(text, file, "exec", dont_inherit=True), namespace)
        return namespace


def new_module(beside: str) -> ModuleType:
    """Return a new module that belongs to another one: that by which its classes can be found."""
    names = (f"{beside}_rules{number}" for number in count(1))
    name = next(each for each in names if each not in sys.modules)
    found = sys.modules[name] = ModuleType(name)
    setattr(found, GENERATED, beside)
    return found


def module_written_in(cls: type) -> ModuleType | None:
    """Return the module in which a class was written, or that around which it was."""
    module = sys.modules.get(cls.__module__)
    return sys.modules.get(getattr(module, GENERATED, cls.__module__))


__all__ = ["Source", "module_written_in", "new_module"]
