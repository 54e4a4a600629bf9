"""Load a game from a GAME text: a registered name or a user's own file, with parameters.

tictactoe      nim:heaps=1-3-5,misere=1      examples/subtraction.py:Subtraction:stones=30
openspiel:hex(board_size=4)                  pettingzoo:connect_four_v3
"""

import importlib
import inspect
import re
import typing
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from plywise.arguments.names import find_name, hint
from plywise.arguments.numbers import as_whole
from plywise.errors import InputError
from plywise.game import MADE_WITH, Game, missing_rules
from plywise.game.freezing.source import module_written_in
from plywise.games.registry import LIBRARIES, OTHER_NAMES, REGISTRY
from plywise.games.user_files import USER_FILES, first_line, first_word, mentions_plywise, place_of, run_file


def _parse_bool(text: str) -> bool:
    if text.lower() not in ("0", "1", "true", "false"):
        raise ValueError(text)
    return text.lower() in ("1", "true")


TEXT_TO: dict[str, Callable[[str], Any]] = {"bool": _parse_bool, "int": int, "float": float, "str": str}
VARIABLE = inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD
KIND_WORDS = {"bool": "0 or 1", "int": "a whole number", "float": "a number", "str": "a text"}


def make(name: str, **values: Any) -> Game:
    """Return the game that a GAME text names: `name` or `path/file.py:Class`, either with `:parameter=value,...`.

    Or `library:name(parameter=value,...)`, of OpenSpiel or PettingZoo. Parameters may also be given by keyword. Every
    game has one more, `learned=FILE`: a learned evaluation, which the search for play reads.

    Raises InputError for an unknown game, an unknown parameter, one given twice or a value that the game rejects; also
    if the user's file fails in any way, even by SystemExit.

    >>> make("nim", heaps="1-2").initial()
    State(heaps=9, side=1)
    >>> make("nim:heaps=1-2,misere=1").name
    'nim:heaps=1-2,misere=1'
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
    every = written | plain
    learned = every.pop(LEARNED, None) if LEARNED not in parameters(game_class) else None
    game = _construct(game_class, game_class.name, every)
    if learned is not None:
        object.__setattr__(game, LEARNED, str(Path(learned).resolve()))  # also of a frozen game
    return game


LEARNED = "learned"
"""The parameter that every game has: the file of a learned evaluation (PlayHooks.learned)."""


def _read(text: str) -> tuple[type[Game], dict[str, Any]]:
    """Return the class that a GAME text names, and the parameters in it."""
    game_class, parts = _find_class(text)
    values: dict[str, Any] = {}
    for part in filter(None, parts):
        name, equals, value = part.partition("=")
        known = parameters(game_class)
        if name == LEARNED and name not in known and name not in values:
            values[name] = value
            continue
        if LEARNED in values and LEARNED not in known and name not in (LEARNED, *known):
            values[LEARNED] += f",{part}"  # of a path with a comma
            continue
        if not equals:
            raise InputError(f"game {text!r}: {part!r} is not of the form parameter=value")
        name = _parameter_name(game_class, name)
        if name in values:
            raise InputError(f"game {text!r}: parameter {name} is given twice")
        values[name] = _convert(game_class, name, value)
    return game_class, values


def load_changed(text: str, values: Mapping[str, str]) -> Game:
    """Return the game that a GAME text names, with some of its parameters replaced, each given as text.

    Raises InputError as `make` does.
    """
    game_class, written = _read(text)
    changed = {name: _convert(game_class, name, value) for name, value in values.items()}
    return _construct(game_class, game_class.name, written | changed)


def _say_instead(value: object) -> str:
    """Return a short description of the value given in place of a name."""
    if isinstance(value, type):
        return f"the class {value.__name__}; {value.__name__}() makes its game"
    return f"{value!r}, which is a game already" if isinstance(value, Game) else f"a {type(value).__name__}"


def parameters(game_class: type[Game]) -> dict[str, Any]:
    """Return a game's parameters: name -> default."""
    return {name: parameter.default for name, parameter in _signature(game_class).items()}


FILE = re.compile(r"(.*?\.py)(?::([^:]*))?(?::(.*))?", re.DOTALL)
CALL = re.compile(r"([^(),=]+?)(?:\((.*)\))?", re.DOTALL)
BETWEEN_ARGUMENTS = re.compile(r",(?![^(]*\))")
"""The commas between parameters, not those within brackets: misere(game=hex(num_cols=3,num_rows=4)) has one."""


def names_file(text: str) -> bool:
    """Return whether a GAME text names a file, which is run when the game is loaded.

    >>> [names_file(text) for text in ("nim:heaps=1-2", "mine.py:Stones", "nim:/mine.py:Stones")]
    [False, True, True]
    """
    return text.partition(":")[0] not in LIBRARIES and FILE.fullmatch(text) is not None


def with_parameter(text: str, name: str, value: str) -> str:
    """Return a GAME text with one more parameter.

    >>> [with_parameter(text, "size", "7") for text in ("hex", "nim:heaps=1-2", "mine.py", "mine.py:Hex")]
    ['hex:size=7', 'nim:heaps=1-2,size=7', 'mine.py::size=7', 'mine.py:Hex:size=7']
    """
    file = FILE.fullmatch(text) if names_file(text) else None
    if file is None:
        between = "," if ":" in text else ":"
    else:
        between = "," if file[3] else ":" if file[2] is not None else "::"
    return f"{text}{between}{name}={value}"


def _find_class(text: str) -> tuple[type[Game], list[str]]:
    """Return the class that a text names, and the texts of its parameters."""
    name, _, values = text.partition(":")
    if name in LIBRARIES:
        return _find_in_library(name, values)
    file = FILE.fullmatch(text)
    if file is not None:
        return _load_class(Path(file[1]), file[2] or ""), (file[3] or "").split(",")
    return registered_class(name), values.split(",")


def _find_in_library(library: str, text: str) -> tuple[type[Game], list[str]]:
    """Return the class of another library's game, and the texts of its parameters, as in `hex(board_size=4)`."""
    call = CALL.fullmatch(text)
    if call is None:
        raise InputError(
            f"game {library}:{text} is not of the form {library}:name or {library}:name(parameter=value,...)"
        )
    module, _, finder = LIBRARIES[library].partition(":")
    game_class: type[Game] = getattr(importlib.import_module(module), finder)(call[1])
    return game_class, BETWEEN_ARGUMENTS.split(call[2] or "")


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
    if name.partition(":")[0] in LIBRARIES:
        return game  # which has set its own name
    defaults = parameters(game_class)
    changed = [f"{parameter}={value}" for parameter, value in values.items() if value != defaults[parameter]]
    object.__setattr__(game, "name", name + (":" + ",".join(changed) if changed else ""))  # also of a frozen game
    return game


# --- a user's own file -----------------------------------------------------------------------------------------------


def _load_class(path: Path, class_name: str) -> type[Game]:
    """Return the game class in a user's file: one that the file defines, or one written around the game in it."""
    if not mentions_plywise(path):
        from plywise.games.adopt.adoption import adopt_or_find  # only here: most files define a Game

        return adopt_or_find(path, class_name)
    module = run_file(path)
    names = vars(module)
    games = [name for name, each in names.items() if _is_game(each) and each.__module__ == module.__name__]
    there_are = f"its games are {', '.join(games)}" if games else "it has no subclass of plywise.Game"
    wrapped = [name for name, each in names.items() if isinstance(each, Game)]
    if class_name in wrapped or (len(wrapped) == 1 and not games and not class_name):
        name = class_name or wrapped[0]
        _files_of_wrapped[type(names[name])] = f"{path}:{name}"
        return type(names[name])
    if _is_game(names.get(class_name)):
        found: type[Game] = names[class_name]
        return found
    if not class_name and len(games) == 1 and not wrapped:
        return _load_class(path, games[0])
    if not class_name:
        raise InputError(f"{path}: name the class, as in {path}:{games[0] if games else 'MyGame'}; {there_are}")
    if class_name in names:
        raise InputError(f"{path}: {class_name} is not a subclass of plywise.Game")
    raise InputError(f"{path} has no class {first_word(class_name)}; {hint(class_name, games, there_are=there_are)}")


_files_of_wrapped: dict[type[Game], str] = {}
"""The class of a game made by pw.wrap -> the GAME text of the file that made it, whose class may be in another file."""


def _is_game(each: Any) -> bool:
    return isinstance(each, type) and issubclass(each, Game) and each is not Game


def game_text(game: Game) -> str:
    """Return the GAME text that names a game on the command line, with the learned evaluation that it was given."""
    text, learned = _text_of_rules(game), vars(game).get(LEARNED)
    path = learned if isinstance(learned, str) else getattr(learned, "path", "")
    own = isinstance(learned, str) and not Path(learned).is_absolute()  # named by the class, as are the package's
    if not path or own or Path(__file__).parent in Path(path).resolve().parents:
        return text
    if type(game).learned is not None or text.partition(":")[0] in LIBRARIES:
        return text
    return with_parameter(text, LEARNED, path)


def _text_of_rules(game: Game) -> str:
    file = getattr(module_written_in(type(game)), "__file__", None)
    given = USER_FILES.get(Path(file).resolve()) if file else None
    named = _files_of_wrapped.get(type(game)) or (given and f"{given}:{type(game).__name__}")
    if named is None:
        return game.name
    _, sign, values = game.name.partition(":")  # the name is the author's, and need not be the class's
    return f"{named}{sign}{values}"


def full_game_text(game: Game) -> str:
    """Return the GAME text that names a game with all its parameters, also those that are the defaults.

    >>> full_game_text(make("nim", heaps="1-2"))
    'nim:heaps=1-2,misere=0'
    """
    text = _text_of_rules(game)
    if text.partition(":")[0] in LIBRARIES:
        return text  # whose defaults may depend on other parameters
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
