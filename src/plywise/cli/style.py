"""--style: the looks of pictures in one option, such as `theme=dark,width=600,legend=no`."""

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

import click
from click.shell_completion import CompletionItem

from plywise.arguments.names import name_of
from plywise.cli.param_types import complete_settings, items
from plywise.errors import InputError


class Style(NamedTuple):
    """The looks of a search's pictures.

    theme: "light" or "dark"; None: each kind of picture has its own default
    width: of the picture, in pixels or points; None: as wide as the letters need
    legend: whether the marks are explained
    hide_values: whether a leaf is blank until the search reads it
    most_nodes: how many nodes are drawn before the tree is collapsed
    delay: seconds between the steps of an animation
    """

    theme: str | None = None
    width: int | None = None
    legend: bool = True
    hide_values: bool = False
    most_nodes: int | None = None
    delay: float | None = None

    def changed(self) -> list[str]:
        """Return the fields that differ from their defaults."""
        return [name for name, value in self._asdict().items() if value != Style._field_defaults[name]]


class Key(Protocol):
    """How the value of a key is read."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words that a value may be, if they are few."""

    def read(self, name: str, text: str) -> Any:
        """Return the value. Raises InputError."""


class Words(NamedTuple):
    """A key whose value is one of a few words."""

    words: tuple[str, ...]

    def read(self, name: str, text: str) -> str:
        """Return the word that is meant. Raises InputError."""
        return name_of(name, text, self.words)


class YesNo(NamedTuple):
    """A key that is yes or no; without a value it is yes."""

    words: tuple[str, ...] = ("yes", "no")

    def read(self, name: str, text: str) -> bool:
        """Return whether the answer is yes. Raises InputError."""
        return name_of(f"answer to {name}", text or "yes", self.words) == "yes"


class Range(NamedTuple):
    """A key whose value is a number."""

    kind: type[int] | type[float]
    low: float
    high: float
    words: tuple[str, ...] = ()

    def read(self, name: str, text: str) -> float:
        """Return the number. Raises InputError."""
        try:
            number = self.kind(text)
        except ValueError:
            number = None
        if number is None or not self.low <= number <= self.high:
            what = "a whole number" if self.kind is int else "a number"
            raise InputError(f"{name} must be {what} from {self.low:,} to {self.high:,}, not {text!r}")
        return number


KEYS: dict[str, Key] = {
    "theme": Words(("light", "dark")),
    "width": Range(int, 40, 20_000),
    "legend": YesNo(),
    "hide-values": YesNo(),
    "most-nodes": Range(int, 1, 10**9),
    "delay": Range(float, 0.05, 60),
}
"""What --style takes; the fields of Style are called the same."""


def field(key: str) -> str:
    """Return the field of Style that a key sets."""
    return key.replace("-", "_")


def parse_style(texts: Iterable[str]) -> Style:
    """Return the style that `key=value,key=value` describes, in one text or several. Raises InputError."""
    found: dict[str, Any] = {}
    for part in (part.strip() for text in texts for part in text.split(",")):
        word, _, text = part.partition("=")
        try:
            key = name_of("key", word.strip(), KEYS)
            if field(key) in found:
                raise InputError(f"{key} is given twice")
            found[field(key)] = KEYS[key].read(key, text.strip())
        except InputError as error:
            raise InputError(f"--style {part}: {error}") from None
    return Style(**found)


class StyleType(click.ParamType):
    """A text with some of a style's keys."""

    name = "style"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the keys or values that continue a style."""
        before, comma, last = incomplete.rpartition(",")
        key, equals, value = last.partition("=")
        if equals and key in KEYS:
            return items(f"{before}{comma}{key}=", value, KEYS[key].words)
        settings = complete_settings(f":{incomplete}", KEYS)
        return [CompletionItem(item.value.removeprefix(":")) for item in settings]


__all__ = ["KEYS", "Style", "StyleType", "field", "parse_style"]
