"""From a GAME text to a Game: a registered name or a user's own file, with parameters.

tictactoe      nim:heaps=1-3-5,misere=1      examples/subtraction.py:Subtraction:stones=30
"""

import difflib
import importlib
import importlib.util
import inspect
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

from plywise.errors import InputError
from plywise.game import Game
from plywise.games.registry import REGISTRY

USER_FILES: set[Path] = set()
"""The users' files run so far, resolved: an exception that comes out of one of them is its own."""

TEXT_TO = {"int": int, "float": float, "str": str}


def make(name: str, **values: Any) -> Game:
    """Return a registered game with parameters given by name.

    Raises InputError for an unknown game, an unknown parameter or a value that the game refuses.

    >>> make("nim", heaps="1-2").initial()
    State(heaps=9, side=1)
    """
    return _construct(registered_class(name), name, values)


def load(text: str) -> Game:
    """Return the game that a GAME text names: `name`, `path/file.py:Class`, either with `:parameter=value,...`.

    Raises InputError where there is no such game, the file cannot be run, or a parameter does not fit; SystemExit and
    the like from a user's file included.

    >>> load("nim:heaps=1-2,misere=1").name
    'nim:heaps=1-2,misere=1'
    """
    game_class, rest = _class_and_rest(text)
    values: dict[str, Any] = {}
    for part in filter(None, rest.split(",")):
        name, equals, value = part.partition("=")
        if not equals:
            raise InputError(f"game {text!r}: {part!r} is not of the form parameter=value")
        if name in values:
            raise InputError(f"game {text!r}: parameter {name} is given twice")
        values[name] = _converted(game_class, name, value)
    return _construct(game_class, game_class.name, values)


def parameters(game_class: type[Game]) -> dict[str, Any]:
    """Return a game's parameters: name -> default."""
    return {name: parameter.default for name, parameter in _signature(game_class).items()}


def _class_and_rest(text: str) -> tuple[type[Game], str]:
    """Return the class that the text names, and the text of its parameters."""
    path, py, rest = text.partition(".py")
    if py and (not rest or rest.startswith(":")):
        class_name, _, values = rest[1:].partition(":")
        return _from_file(Path(path + ".py"), class_name), values
    name, _, values = text.partition(":")
    return registered_class(name), values


def registered_class(name: str) -> type[Game]:
    """Return the class of a registered game. Raises InputError for an unknown name."""
    if name not in REGISTRY:
        near = difflib.get_close_matches(name, REGISTRY, n=1)
        hint = (
            f"did you mean {near[0]}?" if near else f"there are {', '.join(REGISTRY)}; your own is path/file.py:Class"
        )
        raise InputError(f"no game {name!r}; {hint}")
    module, _, class_name = REGISTRY[name].partition(":")
    found: type[Game] = getattr(importlib.import_module(module), class_name)
    return found


# --- parameters ------------------------------------------------------------------------------------------------------


def _signature(game_class: type[Game]) -> dict[str, inspect.Parameter]:
    if game_class.__init__ is object.__init__:
        return {}
    return dict(list(inspect.signature(game_class.__init__).parameters.items())[1:])


def _parameter(game_class: type[Game], name: str) -> inspect.Parameter:
    known = _signature(game_class)
    if name not in known:
        there_are = f"it has {', '.join(known)}" if known else "it has none"
        raise InputError(f"{game_class.name} has no parameter {name!r}; {there_are}")
    return known[name]


def _converted(game_class: type[Game], name: str, text: str) -> Any:
    """Return a parameter's text as the type that the rules declare for it, or that its default has."""
    parameter = _parameter(game_class, name)
    declared = parameter.annotation
    kind = declared if isinstance(declared, str) else getattr(declared, "__name__", "")
    if declared is inspect.Parameter.empty:
        kind = type(parameter.default).__name__
    if kind == "bool":
        if text.lower() not in ("0", "1", "true", "false"):
            raise InputError(f"{game_class.name}: {name}={text} must be 0 or 1")
        return text.lower() in ("1", "true")
    try:
        return TEXT_TO.get(kind, str)(text)
    except ValueError:
        word = {"int": "a whole number", "float": "a number"}[kind]
        raise InputError(f"{game_class.name}: {name}={text} must be {word}") from None


def _construct(game_class: type[Game], name: str, values: dict[str, Any]) -> Game:
    """Return the game with its parameters; its name says which are not the defaults."""
    for parameter in values:
        _parameter(game_class, parameter)
    needed = [
        name
        for name, parameter in _signature(game_class).items()
        if parameter.default is parameter.empty and parameter.kind is parameter.POSITIONAL_OR_KEYWORD
    ]
    missing = [parameter for parameter in needed if parameter not in values]
    if missing:
        raise InputError(f"{name} needs the parameter {missing[0]}: {name}:{missing[0]}=...")
    try:
        game = game_class(**values)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    except TypeError as error:
        if getattr(game_class, "__abstractmethods__", None):
            raise InputError(f"{name} does not define {', '.join(sorted(game_class.__abstractmethods__))}") from None
        raise InputError(f"{name}: {error}") from None
    defaults = parameters(game_class)
    changed = [f"{parameter}={value}" for parameter, value in values.items() if value != defaults[parameter]]
    game.name = name + (":" + ",".join(changed) if changed else "")
    return game


# --- a user's own file -----------------------------------------------------------------------------------------------


def _from_file(path: Path, class_name: str) -> type[Game]:
    """Run a user's file and return the game class in it."""
    module = _run_file(path)
    games = {
        name: each
        for name, each in vars(module).items()
        if isinstance(each, type) and issubclass(each, Game) and each.__module__ == module.__name__
    }
    there_are = f"its games are {', '.join(games)}" if games else "it has no subclass of plywise.Game"
    if class_name in games:
        return games[class_name]
    if not class_name:
        raise InputError(f"{path}: name the class, as in {path}:{next(iter(games), 'MyGame')}; {there_are}")
    if hasattr(module, class_name):
        raise InputError(f"{path}: {class_name} is not a subclass of plywise.Game")
    raise InputError(f"{path} has no class {class_name}; {there_are}")


def _run_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise InputError(f"no file {path}")
    name = f"plywise_user_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise InputError(f"{path} is no Python file")
    USER_FILES.add(path.resolve())
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    folder = str(path.parent.resolve())
    if folder not in sys.path:
        sys.path.insert(0, folder)  # so that the file finds its neighbours, as when it is run by itself
    try:
        spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except SyntaxError as error:
        raise InputError(f"{error.filename or path}:{error.lineno}: {type(error).__name__}: {error.msg}") from None
    except BaseException as error:  # noqa: BLE001 - a user's file may raise anything, SystemExit too
        where = place_of(error) or str(path)
        raise InputError(f"{where}: {type(error).__name__}: {first_line(error)}") from None
    return module


def place_of(error: BaseException) -> str:
    """Return `file.py:12`, the innermost line of a user's file that an exception passed through; "" if none."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).resolve() in USER_FILES:
            return f"{Path(frame.filename).name}:{frame.lineno}"
    return ""


def first_line(error: BaseException) -> str:
    """Return an exception's message as one line."""
    return (str(error).strip().splitlines() or ["no message"])[0]
