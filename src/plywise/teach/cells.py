"""Run the code cells of a lesson outside a notebook, and collect what each one prints and shows.

Standard library only, so the same code runs wherever Python does: while the lessons are rendered, and in a browser.
"""

import ast
import linecache
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from importlib.util import find_spec
from io import StringIO
from traceback import format_exception_only
from types import ModuleType
from typing import Any, NamedTuple

TEXT, SVG, HTML, ERROR = "text", "svg", "html", "error"
"""The kinds of outputs: plain text, a picture, a fragment of a page, the last line of a traceback."""

KIND_BY_METHOD = (("_repr_html_", HTML), ("_repr_svg_", SVG))
"""What an object says of its own looks, in the order in which a page prefers it."""


class Output(NamedTuple):
    """One output of a cell: its kind and its text."""

    kind: str
    text: str


class Notebook:
    """The names that the cells of one lesson share."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"__name__": "__main__"}
        self._cells = 0

    def run(self, code: str) -> list[Output]:
        """Run a cell; return what it prints, and how the value of its last expression looks.

        An exception becomes the last output. KeyboardInterrupt and SystemExit are passed on.
        """
        self._cells += 1
        filename = f"<cell {self._cells} of {id(self):x}>"
        linecache.cache[filename] = (
            len(code),
            None,
            [f"{line}\n" for line in code.split("\n")],
            filename,
        )  # functions have a source
        printed = StringIO()
        shown: list[Output] = []
        with _display_module(), redirect_stdout(printed), redirect_stderr(StringIO()):
            try:
                value = self._execute(code, filename)
                shown = [] if value is None else [look_of(value)]
            except Exception as error:  # noqa: BLE001 - a cell may raise anything
                shown = [Output(ERROR, "".join(format_exception_only(error)).strip())]
        return ([Output(TEXT, printed.getvalue())] if printed.getvalue() else []) + shown

    def _execute(self, code: str, filename: str) -> Any:
        body = ast.parse(code, filename).body
        last = body[-1] if body else None
        value = last.value if isinstance(last, ast.Expr) else None
        exec(compile(ast.Module(body if value is None else body[:-1], []), filename, "exec"), self.names)
        return None if value is None else eval(compile(ast.Expression(value), filename, "eval"), self.names)


def look_of(value: Any) -> Output:
    """Return how a value looks below its cell: as it draws itself, or its repr."""
    for method, kind in KIND_BY_METHOD:
        drawn = getattr(value, method, None)
        text = drawn() if drawn is not None and not isinstance(value, type) else None
        if text is not None:
            return Output(kind, text)
    return Output(TEXT, f"{value!r}\n")


class _Shown:
    """A text that a notebook shows as it is: what IPython.display has under the same names."""

    def __init__(self, data: str) -> None:
        self.data = data


class _Svg(_Shown):
    def _repr_svg_(self) -> str:
        return self.data


class _Html(_Shown):
    def _repr_html_(self) -> str:
        return self.data


@contextmanager
def _display_module() -> Iterator[None]:
    """Let cells import SVG and HTML from IPython.display where IPython is not installed."""
    if find_spec("IPython") is not None:
        yield
        return
    display = ModuleType("IPython.display")
    vars(display).update(SVG=_Svg, HTML=_Html)
    package = ModuleType("IPython")
    vars(package).update(display=display)
    stand_ins: Mapping[str, ModuleType] = {"IPython": package, "IPython.display": display}
    sys.modules.update(stand_ins)
    try:
        yield
    finally:
        for name, module in stand_ins.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]
