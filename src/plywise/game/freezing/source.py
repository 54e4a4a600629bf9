"""Generate Python source, with the names that it uses, and turn it into a module."""

import linecache
import sys
from hashlib import sha256
from itertools import count
from types import ModuleType
from typing import Any

from plywise.process.pickling import GENERATED


class Source:
    """The source of a module.

    names: name -> the object that the text refers to by it. tables: class -> the name of the list of its objects in a
    state, which is passed to functions
    """

    def __init__(self, title: str) -> None:
        self.title = title
        self.names: dict[str, Any] = {}
        self.parts: list[str] = []
        self.tables: dict[type, str] = {}
        self._known: dict[int, str] = {}
        self._variables = count(1)

    def name_of(self, thing: Any, hint: str) -> str:
        """Return a name by which the text can refer to an object."""
        if id(thing) not in self._known:
            word = "".join(letter if letter.isalnum() else "_" for letter in hint) or "thing"
            name = next(each for each in (word, *(f"{word}_{n}" for n in range(2, 10_000))) if each not in self.names)
            self.names[name] = thing
            self._known[id(thing)] = name
        return self._known[id(thing)]

    def variable(self, hint: str = "each") -> str:
        """Return an unused name for a variable."""
        return f"{hint}{next(self._variables)}"

    def add(self, text: str) -> None:
        """Add text, such as a function."""
        self.parts.append(text.rstrip("\n") + "\n")

    def add_function(self, hint: str, parameters: str, lines: list[str]) -> str:
        """Add a function; return its name."""
        name = next(each for each in (hint, *(f"{hint}_{n}" for n in range(2, 10_000))) if each not in self.names)
        self.names[name] = None  # until the text has been run
        self.add("\n".join([f"def {name}({parameters}):", *(f"    {line}" for line in lines)]))
        return name

    @property
    def more(self) -> str:
        """The tables as further parameters."""
        return "".join(f", {each}" for each in self.tables.values())

    def place_of(self) -> str:
        """Return the name of a function that finds an object's index in a table, appending it if necessary."""
        if "place_of" not in self.names:
            lines = ["for place, each in enumerate(table):", "    if each is it:", "        return place"]
            self.add_function("place_of", "table, it", [*lines, "table.append(it)", "return len(table) - 1"])
        return "place_of"

    def exactly(self) -> str:
        """Return the name of a function that checks the length of a list or dict and raises ValueError."""
        if "exactly" not in self.names:
            fails = "    raise ValueError('a part of the state has a length that it did not have in random play')"
            self.add_function("exactly", "it, length", ["if len(it) != length:", fails, "return it"])
        return "exactly"

    @property
    def text(self) -> str:
        """The whole text."""
        return f'"""{self.title}"""\n\n\n' + "\n\n".join(self.parts)

    def run(self, module: str, own: ModuleType | None = None) -> dict[str, Any]:
        """Execute the text with its names as part of a module; return all names defined.

        own: the new module of the text, if it has one; otherwise `module` names the module that it belongs to
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
    """Return a new module attached to another one, by which its classes can be found."""
    names = (f"{beside}_rules{number}" for number in count(1))
    name = next(each for each in names if each not in sys.modules)
    found = sys.modules[name] = ModuleType(name)
    setattr(found, GENERATED, beside)
    return found


def module_written_in(cls: type) -> ModuleType | None:
    """Return the module in which a class, or the class it wraps, was written."""
    module = sys.modules.get(cls.__module__)
    return sys.modules.get(getattr(module, GENERATED, cls.__module__))


__all__ = ["Source", "module_written_in", "new_module"]
