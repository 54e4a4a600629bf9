"""The types of arguments and options: games, players, files and names, each with its completions for a shell."""

import ast
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from plywise.arguments.names import find_name, hint
from plywise.games import make
from plywise.games.registry import LIBRARIES, OTHER_NAMES, REGISTRY

FILES = CompletionItem("", type="file")
"""The completion that asks the shell for the names of files."""


class Choice(click.ParamType):
    """One of a few words; for a mistyped one the error names the nearest."""

    name = "choice"

    def __init__(self, words: Iterable[str]) -> None:
        self.words = list(words)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word that is meant."""
        found = find_name(value, self.words)
        if found is None:
            what = "choice" if param is None else (param.name or "").replace("_", " ")
            raise click.UsageError(f"no {what} {value!r}; {hint(value, self.words)}", ctx)
        return found

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """Return the words, as the help shows them."""
        return f"[{'|'.join(self.words)}]"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the words that begin so."""
        return items("", incomplete, self.words)


class FileType(click.ParamType):
    """The name of a file. make: what the command gets, such as a Path."""

    name = "file"

    def __init__(self, make: Callable[[str], Any] = str) -> None:
        self.make = make

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name, or what is made of it."""
        return self.make(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the request for names of files."""
        return [FILES]


FILE = FileType()
PATH = FileType(Path)


class TreeText(click.ParamType):
    """A part of a tree: a leaf value, a nested list, or @FILE."""

    name = "tree"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the request for names of files after an @."""
        return [FILES] if incomplete.startswith("@") else []


class Names(click.ParamType):
    """A name that the command itself looks up, or several with commas between. names: what a shell is offered."""

    name = "name"

    def __init__(self, names: Iterable[str], several: bool = False) -> None:
        self.names = list(names)
        self.several = several

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the names that begin as the word does."""
        before, comma, last = incomplete.rpartition(",") if self.several else ("", "", incomplete)
        return items(f"{before}{comma}", last, self.names)


class GameText(click.ParamType):
    """A GAME text, as in `nim:heaps=3-4-5` or `mine.py:MyGame`, which stays a text."""

    name = "game"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the games, the parameters or the classes that continue a GAME text."""
        return complete_game(incomplete)


class GameType(GameText):
    """A GAME text, from which the command gets the game."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the game; the text itself while a shell asks for completions, as a user's file would be run."""
        is_text = isinstance(value, str) and not (ctx is not None and ctx.resilient_parsing)
        return make(value) if is_text else value


class WhoType(click.ParamType):
    """A player, as in `engine:level=3` or `uci:stockfish`."""

    name = "player"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the players or the settings that continue a text."""
        return complete_player(incomplete)


def items(before: str, begun: str, words: Iterable[str]) -> list[CompletionItem]:
    """Return the words that continue what is begun, each with the text that stands before it."""
    return [CompletionItem(f"{before}{word}") for word in words if word.startswith(begun)]


# --- games -----------------------------------------------------------------------------------------------------------


def complete_game(text: str) -> list[CompletionItem]:
    """Return what continues a GAME text: names of games, parameters of a registered one, classes in a file."""
    name, colon, rest = text.partition(":")
    if not colon:
        found = items("", text, [*REGISTRY, *(f"{library}:" for library in LIBRARIES)])
        return found or [FILES]
    if name.endswith(".py"):
        return items(f"{name}:", rest, classes_in(Path(name)))
    found_name = find_name(name, REGISTRY, OTHER_NAMES)
    return [] if found_name is None else complete_settings(text, _parameters_of(found_name))


def _parameters_of(name: str) -> list[str]:
    from plywise.games.loading import parameters, registered_class  # only here: it imports a game

    return list(parameters(registered_class(name)))


OF_FILES = ("learned", "weights", "log")
"""The settings of games and players whose value is the name of a file."""


def complete_settings(text: str, names: Iterable[str]) -> list[CompletionItem]:
    """Return the settings that continue `what:a=1,b`, without those that are given already."""
    what, _, rest = text.partition(":")
    done, comma, last = rest.rpartition(",")
    name, equals, _ = last.partition("=")
    if equals:
        return [FILES] if name in OF_FILES else []
    given = {setting.partition("=")[0] for setting in done.split(",")}
    return items(f"{what}:{done}{comma}", last, [f"{each}=" for each in names if each not in given])


def classes_in(path: Path) -> list[str]:
    """Return the names of the classes in a file of Python, which is read and not run."""
    with suppress(OSError, ValueError, SyntaxError):
        tree = ast.parse(path.read_bytes())
        return [each.name for each in tree.body if isinstance(each, ast.ClassDef) and each.bases]
    return []


# --- players ---------------------------------------------------------------------------------------------------------


def complete_player(text: str) -> list[CompletionItem]:
    """Return what continues the text of a player: kinds of players, their settings, files and programs."""
    from plywise.play.players.named import CERTIFICATE, FUNCTION, KINDS, PROGRAMS  # only here: most commands do without

    kind, colon, _ = text.partition(":")
    if colon:
        return complete_settings(text, KINDS[kind]) if kind in KINDS else [FILES]
    with_settings = [f"{name}:" for name, settings in KINDS.items() if settings]
    others = [f"{name}:" for name in PROGRAMS]
    return items("", text, ["human", *KINDS, *with_settings, *others, FUNCTION, CERTIFICATE])
