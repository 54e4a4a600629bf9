"""Load a game from a GAME text: a registered name or a user's own file, with parameters.

tictactoe      nim:heaps=1-3-5,misere=1      examples/subtraction.py:Subtraction:stones=30
"""

import importlib
import inspect
import re
import sys
import threading
import traceback
import typing
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from plywise.arguments.names import find_name, hint
from plywise.arguments.numbers import as_whole
from plywise.errors import InputError
from plywise.game import MADE_WITH, Game, missing_rules
from plywise.games.registry import OTHER_NAMES, REGISTRY

USER_FILES: dict[Path, Path] = {}
"""User files run so far: resolved path -> path as given. An exception from one of them is the user's own."""

MAX_BYTES = 2**24
"""The most that is read of a user's file. Some never end, as /dev/zero does."""


def _parse_bool(text: str) -> bool:
    if text.lower() not in ("0", "1", "true", "false"):
        raise ValueError(text)
    return text.lower() in ("1", "true")


TEXT_TO: dict[str, Callable[[str], Any]] = {"bool": _parse_bool, "int": int, "float": float, "str": str}
VARIABLE = inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD
KIND_WORDS = {"bool": "0 or 1", "int": "a whole number", "float": "a number", "str": "a text"}


def make(name: str, **values: Any) -> Game:
    """Return the game that a GAME text names, as `load` does, with more parameters given by keyword.

    Raises InputError for an unknown game, an unknown parameter, one given twice or a value that the game rejects.

    >>> make("nim", heaps="1-2").initial()
    State(heaps=9, side=1)
    >>> make("nim:heaps=1-2", misere=1)
    Nim(heaps='1-2', misere=1)
    """
    if not isinstance(name, str):
        raise InputError(f"make takes a game's name, one of {', '.join(REGISTRY)}, not {_say_instead(name)}")
    game_class, written = _read(name)
    for parameter in values:
        if parameter in written:
            raise InputError(f"game {name!r}: parameter {parameter} is given twice")
    plain = {parameter: value if as_whole(value) is None else as_whole(value) for parameter, value in values.items()}
    return _construct(game_class, game_class.name, written | plain)


def load(text: str) -> Game:
    """Return the game that a GAME text names: `name` or `path/file.py:Class`, either with `:parameter=value,...`.

    Raises InputError if there is no such game, a parameter does not fit, or the user's file fails in any way, even by
    SystemExit.

    >>> load("nim:heaps=1-2,misere=1").name
    'nim:heaps=1-2,misere=1'
    """
    game_class, values = _read(text)
    return _construct(game_class, game_class.name, values)


def _read(text: str) -> tuple[type[Game], dict[str, Any]]:
    """Return the class that a GAME text names, and the parameters in it."""
    game_class, rest = _find_class(text)
    values: dict[str, Any] = {}
    for part in filter(None, rest.split(",")):
        name, equals, value = part.partition("=")
        if not equals:
            raise InputError(f"game {text!r}: {part!r} is not of the form parameter=value")
        name = _parameter_name(game_class, name)
        if name in values:
            raise InputError(f"game {text!r}: parameter {name} is given twice")
        values[name] = _convert(game_class, name, value)
    return game_class, values


def load_changed(text: str, values: Mapping[str, str]) -> Game:
    """Return the game that a GAME text names, with some of its parameters given anew, each as a text.

    Raises InputError as `load` does.
    """
    game_class, written = _read(text)
    changed = {name: _convert(game_class, name, value) for name, value in values.items()}
    return _construct(game_class, game_class.name, written | changed)


def _say_instead(value: object) -> str:
    """Return what was given in place of a name, in a few words."""
    if isinstance(value, type):
        return f"the class {value.__name__}; {value.__name__}() makes its game"
    return f"{value!r}, which is a game already" if isinstance(value, Game) else f"a {type(value).__name__}"


def parameters(game_class: type[Game]) -> dict[str, Any]:
    """Return a game's parameters: name -> default."""
    return {name: parameter.default for name, parameter in _signature(game_class).items()}


FILE = re.compile(r"(.*?\.py)(?::([^:]*))?(?::(.*))?", re.DOTALL)


def names_file(text: str) -> bool:
    """Return whether a GAME text names a file, which is run where the game is loaded.

    >>> [names_file(text) for text in ("nim:heaps=1-2", "mine.py:Stones", "nim:/mine.py:Stones")]
    [False, True, True]
    """
    return FILE.fullmatch(text) is not None


def _find_class(text: str) -> tuple[type[Game], str]:
    """Return the class that a text names, and the text of its parameters."""
    file = FILE.fullmatch(text)
    if file is not None:
        return _load_class(Path(file[1]), file[2] or ""), file[3] or ""
    name, _, values = text.partition(":")
    return registered_class(name), values


def registered_class(name: str) -> type[Game]:
    """Return the class of a registered game. Raises InputError for an unknown name."""
    found = find_name(name, REGISTRY, OTHER_NAMES)
    if found is None:
        there_are = f"there are {', '.join(REGISTRY)}; your own is path/file.py:Class"
        raise InputError(f"no game {name!r}; {hint(name, REGISTRY, OTHER_NAMES, there_are)}")
    module, _, class_name = REGISTRY[found].partition(":")
    game_class: type[Game] = getattr(importlib.import_module(module), class_name)
    return game_class


# --- parameters ------------------------------------------------------------------------------------------------------


def _signature(game_class: type[Game]) -> dict[str, inspect.Parameter]:
    if game_class.__init__ is object.__init__:
        return {}
    return dict(list(inspect.signature(game_class.__init__).parameters.items())[1:])


def _parameter(game_class: type[Game], name: str) -> inspect.Parameter:
    return _signature(game_class)[_parameter_name(game_class, name)]


def _parameter_name(game_class: type[Game], word: str) -> str:
    """Return the name of the parameter that a word means. Raises InputError."""
    known = _signature(game_class)
    found = find_name(word, known)
    if found is None:
        there_are = f"it has {', '.join(known)}" if known else "it has none"
        raise InputError(f"{game_class.name} has no parameter {word!r}; {hint(word, known, there_are=there_are)}")
    return found


def _convert(game_class: type[Game], name: str, text: str) -> Any:
    """Convert a parameter's text to the type that the rules declare for it, or else to the type of its default."""
    parameter = _parameter(game_class, name)
    kinds = _kinds(parameter)
    for kind in kinds:
        try:
            return TEXT_TO[kind](text)
        except ValueError:
            continue
    if not kinds:
        return text
    raise InputError(
        f"{game_class.name}: {name}={first_word(text)} must be {' or '.join(KIND_WORDS[kind] for kind in kinds)}"
    )


def _kinds(parameter: inspect.Parameter) -> list[str]:
    """Return the names of the plain types that a parameter may have, the most selective first."""
    declared = parameter.annotation
    if declared is inspect.Parameter.empty:
        names = {type(parameter.default).__name__}
    elif isinstance(declared, str):
        names = {name.strip() for name in declared.split("|")}
    else:
        names = {getattr(each, "__name__", "") for each in typing.get_args(declared) or (declared,)}
    return [kind for kind in TEXT_TO if kind in names]


def _construct(game_class: type[Game], name: str, values: dict[str, Any]) -> Game:
    """Return the game with its parameters; its name lists those that are not the defaults."""
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
    if missing_rules(game_class):
        raise InputError(f"{name} {missing_rules(game_class)}")
    try:
        game = game_class(**values)
    except InputError as error:
        raise InputError(f"{name}: {first_line(error)}") from None
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a user's class may raise anything
        where = place_of(error) or name
        raise InputError(f"{where}: {type(error).__name__}: {first_line(error)}") from None
    defaults = parameters(game_class)
    changed = [f"{parameter}={value}" for parameter, value in values.items() if value != defaults[parameter]]
    object.__setattr__(game, "name", name + (":" + ",".join(changed) if changed else ""))  # also of a frozen game
    return game


# --- a user's own file -----------------------------------------------------------------------------------------------


def _load_class(path: Path, class_name: str) -> type[Game]:
    """Run a user's file and return the game class in it."""
    module = run_file(path)
    names = vars(module)
    games = [name for name, each in names.items() if _is_game(each) and each.__module__ == module.__name__]
    there_are = f"its games are {', '.join(games)}" if games else "it has no subclass of plywise.Game"
    if _is_game(names.get(class_name)):
        found: type[Game] = names[class_name]
        return found
    if not class_name:
        raise InputError(f"{path}: name the class, as in {path}:{games[0] if games else 'MyGame'}; {there_are}")
    if class_name in names:
        raise InputError(f"{path}: {class_name} is not a subclass of plywise.Game")
    raise InputError(f"{path} has no class {first_word(class_name)}; {there_are}")


def first_word(text: str) -> str:
    """Return a text unchanged if it is a single word, otherwise its repr."""
    return text if not text or text.split() == [text] else repr(text)


def _is_game(each: Any) -> bool:
    return isinstance(each, type) and issubclass(each, Game) and each is not Game


class _Run(NamedTuple):
    """A user's file as it was run.

    source: what it said. beside: what the modules said that it imported from users' folders.
    """

    module: ModuleType
    source: bytes
    beside: dict[Path, bytes | None]

    def still_holds(self, source: bytes) -> bool:
        """Return whether the file would give the same again, if it says `source` now."""
        is_there = sys.modules.get(self.module.__name__) is self.module
        return is_there and source == self.source and all(_content(file) == said for file, said in self.beside.items())


_running = threading.RLock()  # sys.path and sys.modules are everybody's
_runs: dict[Path, _Run] = {}


def run_file(path: Path, gives_way: bool = False) -> ModuleType:
    """Run a user's file as a module of its own, always from source: a stale .pyc file could be another game.

    Where nothing has changed since it was run, it is not run again: the rules in a file and the functions in it are to
    mean the same classes. gives_way: do not take the place of a file of the same name in another folder, which may have
    the rules that are played. Raises InputError where the file fails in any way.
    """
    with _running:
        source, place = _read_source(path), path.resolve()
        _come_first(place.parent)
        run = _runs.get(place)
        if run is None or not run.still_holds(source):
            run = _runs[place] = _run_alone(path, place, source, gives_way)
        return run.module


def _read_source(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            source = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InputError(f"no file {str(path)!r} to read: {getattr(error, 'strerror', None) or error}") from None
    if len(source) > MAX_BYTES:
        raise InputError(f"{path}: over {MAX_BYTES:,} bytes are no rules")
    return source


def _run_alone(path: Path, place: Path, source: bytes, gives_way: bool) -> _Run:
    USER_FILES[place] = path
    module = ModuleType(_module_name(place, gives_way))
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    _forget_neighbours()
    before = set(sys.modules)
    try:
        with redirect_stdout(sys.stderr):  # stdout is for what was asked for
            exec(compile(source, str(path), "exec"), module.__dict__)
    except KeyboardInterrupt:
        raise
    except SyntaxError as error:
        line = f":{error.lineno}" if error.lineno else ""
        raise InputError(f"{path}{line}: {type(error).__name__}: {error.msg}") from None
    except BaseException as error:  # noqa: BLE001 - a user's file may raise anything, SystemExit too
        where = place_of(error) or str(path)
        raise InputError(f"{where}: {type(error).__name__}: {first_line(error)}") from None
    finally:
        imported = set(sys.modules) - before
        _neighbours.update(imported)
    files = filter(None, map(_file_beside, imported))
    return _Run(module, source, {file: _content(file) for file in files})


def _module_name(place: Path, gives_way: bool) -> str:
    """Return the name of a file's module. It is part of what is compiled, and does not say in which folder it is.

    gives_way: leave a name to the file of another folder that has it.
    """
    plain = f"plywise_user_{place.stem}"
    if not gives_way:
        return plain
    names = (f"{plain}_{number}" if number > 1 else plain for number in count(1))
    return next(name for name in names if name not in sys.modules or _file_beside(name) == place)


def hash_file(module: ModuleType) -> str:
    """Return a hash of what a user's file says that was run, and of what the modules beside it say."""
    from hashlib import sha256  # only here, so that `import plywise` stays quick

    run = next(run for run in _runs.values() if run.module is module)
    said = [run.source, *(run.beside[file] or b"" for file in sorted(run.beside))]
    return sha256(b"\0".join(said)).hexdigest()[:32]


def import_sent(name: str) -> ModuleType:
    """Return a user's file that was run in another process, and whose source came along to this one."""
    module = importlib.import_module(name)
    file = Path(str(module.__file__))
    USER_FILES.setdefault(file.resolve(), file)
    return module


def _content(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except OSError:
        return None


_neighbours: set[str] = set()  # modules that users' files imported from their own folders


def _come_first(folder: Path) -> None:
    """Let a file import the modules beside it, as if run by itself."""
    while str(folder) in sys.path:
        sys.path.remove(str(folder))
    sys.path.insert(0, str(folder))


def _forget_neighbours() -> None:
    """Let no file import the modules beside another user's file."""
    for name in list(_neighbours):
        if _file_beside(name) is not None:
            del sys.modules[name]
        _neighbours.discard(name)


def _file_beside(name: str) -> Path | None:
    """Return a module's file if it lies in a user's folder."""
    file = getattr(sys.modules.get(name), "__file__", None)
    place = None if file is None else Path(file).resolve()
    return place if place is not None and place.parent in {each.parent for each in USER_FILES} else None


def game_text(game: Game) -> str:
    """Return the GAME text that names a game on the command line."""
    file = getattr(inspect.getmodule(type(game)), "__file__", None)
    given = USER_FILES.get(Path(file).resolve()) if file else None
    if given is None:
        return game.name
    _, sign, values = game.name.partition(":")  # the name is the author's, and need not be the class's
    return f"{given}:{type(game).__name__}{sign}{values}"


def full_game_text(game: Game) -> str:
    """Return the GAME text that names a game with all its parameters, also those that are the defaults.

    >>> full_game_text(make("nim", heaps="1-2"))
    'nim:heaps=1-2,misere=0'
    """
    text = game_text(game)
    arguments, named = vars(game).get(MADE_WITH, ((), {}))
    try:
        given = inspect.signature(type(game).__init__).bind(game, *arguments, **named)
    except TypeError:
        return text
    given.apply_defaults()
    plain = [name for name, parameter in given.signature.parameters.items() if parameter.kind not in VARIABLE][1:]
    values = {name: int(each) if isinstance(each := given.arguments[name], bool) else each for name in plain}
    written = ",".join(f"{name}={value}" for name, value in values.items())
    name = text.partition(":")[0] if type(game).__module__.startswith("plywise.") else _without_parameters(text)
    return f"{name}:{written}" if written else name


def _without_parameters(text: str) -> str:
    """Return the path and the class of a GAME text."""
    path, _, rest = text.rpartition(".py:")
    return f"{path}.py:{rest.partition(':')[0]}"


def place_of(error: BaseException | None) -> str:
    """Return `file.py:12`, the innermost line of a user's file in the traceback of an exception or its cause, or ""."""
    seen: list[BaseException] = []
    while error is not None and error not in seen:  # one that is raised again may stand behind itself
        seen.append(error)
        for frame in reversed(traceback.extract_tb(error.__traceback__)):
            given = USER_FILES.get(Path(frame.filename).resolve())
            if given is not None:
                return f"{given}:{frame.lineno}"
        error = error.__cause__ or error.__context__
    return ""


def described(error: BaseException) -> str:
    """Return an exception in one line: what kind it is, and its message; of bad input, the message alone."""
    said = first_line(error)
    return said if isinstance(error, InputError) else f"{type(error).__name__}: {said}"


def first_line(error: BaseException) -> str:
    """Return the first line of an exception's message."""
    try:
        return (str(error).strip().splitlines() or ["no message"])[0]
    except Exception:  # noqa: BLE001 - a user's exception may not even have a text
        return "no message"
