"""Adopts a user's file: its game is found, tried, frozen and written as a Game, with reasons."""

import ast
import inspect
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import inf
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from plywise.errors import AssumedViewWarning, InputError, warn_caller
from plywise.game import Game, player_word
from plywise.game.freezing.forms import Unfit
from plywise.games.adopt import views as view_of
from plywise.games.adopt.binding import bind
from plywise.games.adopt.faults import find_faults, of_role
from plywise.games.adopt.globals import given_by_globals, globals_changed
from plywise.games.adopt.names import Endless, Given, given_in, members_of, parameters_of, rank
from plywise.games.adopt.parts import Parts, Sample, duplicate, perft, sample
from plywise.games.adopt.reading import File, limited, quiet, read_file
from plywise.games.adopt.rules import (
    MAXS_VIEW,
    MOVERS_VIEW,
    VIEWS,
    Adopted,
    Freezing,
    Views,
    find_freezing,
    player_expressions,
    write_rules,
)
from plywise.games.adopt.search import Search, find_searches
from plywise.games.adopt.trying import parts_by_names
from plywise.games.registry import REGISTRY
from plywise.games.user_files import first_word

SECONDS = 60.0


@dataclass
class Adoption:
    """An adopted game.

    game_class: the game; parts, samples, views: see their classes; roles, reasons: role -> its name in the file, and
    why
    """

    file: File | None
    game_class: type[Adopted]
    parts: Parts
    samples: list[Sample]
    views: Views
    freezing: Freezing
    search: Search | None
    chooser: view_of.Chooser | None = None
    given: Given | None = None

    def find_faults(self) -> list[str]:
        """Return the mistakes found in the game, a sentence each."""
        game = self.game_class()

        def where(each: Sample) -> str:
            return _where(game, each)

        return find_faults(
            self.parts, self.samples, where, self.chooser, self.given, self.views, self.views.of(self.parts)
        )

    def count_lines(self, plies: int, seconds: float) -> list[int]:
        """Return the numbers of lines of 1, 2, ... plies by the file's own functions, as far as time allows."""
        return perft(self.parts, plies, seconds)

    def roles(self) -> dict[str, str]:
        """Return the role -> the chosen function."""
        if self.search is None:
            return dict(self.parts.roles)
        found = {role: text for role, (text, _) in self.search.called.items()}
        if self.search.player is not None:
            found["player"] = self.search.player
        elif self.views.asks:
            found["player"] = self.views.asks.partition(" == ")[0].replace("it.", "")
        for role in ("undo", "copy"):
            for name in of_role(self.given, role):
                found[role] = name
        return found

    def reasons(self) -> list[str]:
        """Return the reasons for the choices, a line each."""
        if self.search is None:
            lines = [f"{role}: {name}, by its name and by trying it" for role, name in self.parts.roles.items()]
            if "score" not in self.parts.roles:
                lines.append("score: not found, so every end is worth 0; pass it to pw.wrap(..., score=...)")
            return lines
        lines = [f"roles read from the search {self.search.name} (line {self.search.node.lineno}):"]
        lines += [f"{role}: {text} (line {line})" for role, (text, line) in self.search.called.items()]
        return lines

    def players(self) -> list[str]:
        """Return who moves first, who is MAX, and in whose view values are, a line each."""
        game = self.game_class()
        first = player_word(game.player(game.initial()))
        who = f" ({self.parts.players[0]!r})" if self.parts.players else ""
        guess = " (assumed: no end shows it)" if self.views.assumed else ""
        return [f"{first}{who} moves first", f"values are in the view of {self.views.view}{guess}"]

    def checked_class(self) -> type[Adopted]:
        """Return the class of the game. Warns if the view of its values is a guess."""
        if self.views.assumed:
            views = [f"view={word!r}" for word in VIEWS]
            warn_caller(
                f"{self.game_class.__name__}: all ends have values of one sign, which are assumed to be in the view of "
                f"{self.views.view}; pass {', '.join(views[:-1])} or {views[-1]} to pw.wrap to confirm or correct this",
                AssumedViewWarning,
            )
        return self.game_class

    def wrap_line(self) -> str:
        """Return the line of Python that makes the game."""
        assert self.file is not None
        module = self.file.path.stem
        thing = module
        if self.given is not None and isinstance(self.given.thing, type):
            thing = f"{module}.{self.given.thing.__name__}"
        if self.search is not None:
            return f"game = pw.wrap({module}, search={self.search.name!r})"
        given = dict(self.parts.roles)
        if self.views.assumed:
            given["view"] = next(word for word, view in VIEWS.items() if view == self.views.view)
        roles = ", ".join(f"{role}={name!r}" for role, name in given.items())
        return f"game = pw.wrap({thing}, {roles})"


def _where(game: Adopted, each: Sample) -> str:
    """Return a description of a sample's position: the moves that lead to it."""
    words = []
    try:
        state = game.initial()
        for place in each.path:
            actions = list(game.actions(state))
            words.append(game.format_action(state, actions[place]))
            state = game.result(state, actions[place])
    except Exception:  # noqa: BLE001 - the rules may be broken there
        words = [str(place) for place in each.path]
        return f"after the moves number {' '.join(words)} of each list"
    if not words:
        return "in the first position"
    return f"after {' '.join(words)}" if len(words) <= 20 else f"after {' '.join(words[:20])} ... ({len(words)} moves)"


def adopt_or_find(path: Path, name: str = "") -> type[Game]:
    """Return the class of the game in a file: adopted, or a Game that the file derives from one in a file beside it."""
    file = read_file(path)
    games = {each.__name__: each for each in file.names.values() if isinstance(each, type) and issubclass(each, Game)}
    if name in games:
        return games[name]
    own = [each for each in games.values() if each.__module__ == file.module.__name__]
    if name in games and not own:
        return games[name]
    if own:
        return next((each for each in own if each.__name__ == name), own[0])
    return adopt(path, name).checked_class()


def adopt(path: Path, name: str = "") -> Adoption:
    """Adopt a file. name: the game's class or function. Raises InputError, one line."""
    file = read_file(path)
    known = _adopted_before.get((file.module.__name__, name))
    if known is None or known.file is None or known.file.module is not file.module:
        known = _adopted_before[(file.module.__name__, name)] = _adopt_file(file, name)
    return known


_adopted_before: dict[tuple[str, str], Adoption] = {}
"""Adopted games, by the file's module and the requested name, so that their rules refer to the same classes again."""


def _adopt_file(file: File, name: str) -> Adoption:
    path = file.path
    unfit: list[str] = []
    _refuse_games(file, name)
    if not name:
        _refuse_rivals(file)
    try:
        with limited(SECONDS, f"{path}: its functions did not finish within {SECONDS:g} s when tried"):
            for make in _candidates(file, name):
                try:
                    found = make()
                except Unfit as error:
                    unfit.append(str(error))
                    continue
                if found is not None:
                    return found
    except Endless as error:
        raise InputError(f"{path}: {error} in the first position") from None
    if unfit:
        raise InputError(f"{path}: its positions cannot be frozen: {unfit[0]}")
    raise InputError(f"{path}{_why_none(file, name)}")


def _refuse_games(file: File, name: str) -> None:
    """Raise InputError if a file, or the named part of it, is a Game already."""
    own = [one for one, each in file.names.items() if _is_game(each, file.module.__name__)]
    chosen = [each for each in own if name in ("", each)]
    if chosen:
        text = file.path if len(own) == 1 else f"{file.path}:{chosen[0]}"
        raise InputError(f"{text} is a Plywise game already; use it as it is: plywise play {text}")


def _is_game(each: object, module: str) -> bool:
    """Return whether a name of a module is a wrapped game, or a subclass of Game that the module defines."""
    if isinstance(each, type):
        return issubclass(each, Game) and each.__module__ == module
    return isinstance(each, Game)


def _refuse_rivals(file: File) -> None:
    """Raise InputError if two classes of a file may be the game and neither uses or extends the other."""
    nodes = {each.name: each for each in file.tree.body if isinstance(each, ast.ClassDef)}
    able = [
        name
        for name in nodes
        if isinstance(file.names.get(name), type)
        and all(any(rank(each, role) is not None for each in members_of(file.names[name])) for role in GAME_ROLES)
    ]
    rivals = [
        name
        for name in able
        if not any(name != other and (_mentions(nodes[name], other) or _mentions(nodes[other], name)) for other in able)
    ]
    if len(rivals) > 1:
        which = " or ".join(f"{file.path}:{name}" for name in rivals[:3])
        raise InputError(f"{file.path}: {' and '.join(rivals[:3])} may both be the game; choose one: {which}")


GAME_ROLES = ("moves", "play", "over")
"""The roles for which every game has a function."""


def _mentions(node: ast.ClassDef, name: str) -> bool:
    return any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(node))


def _candidates(file: File, name: str) -> Iterator[Callable[[], Adoption | None]]:
    """Yield functions that try to adopt a file, the likeliest first."""
    for search in find_searches(file.tree):
        if name in ("", search.node.name, search.owner) or name in _names_in(search):
            for parts, bound in bind(file, search):
                yield partial(adopt_search, file, search, parts, bound)
    for given in (*given_in(file.names, file.module.__name__, name), *given_by_globals(file)):
        origin = given.thing.__name__ if given.thing is not None else "the functions"
        for parts, views in parts_by_names(given, {}, f"{origin} of {file.path.name}", file.module.__name__):
            yield partial(_adopt_names, file, given, parts, views)


def _names_in(search: Search) -> set[str]:
    return {each.id for each in ast.walk(search.node) if isinstance(each, ast.Name)}


def _why_none(file: File, name: str) -> str:
    """Return why no game was found in a file."""
    none = "it has no subclass of plywise.Game"
    if name and name not in file.names:
        return f" has no class {first_word(name)}; {none}"
    if name and not _is_imported(file, name):
        none = f"{name} is not a subclass of plywise.Game"
    functions = [each for each in file.names.values() if getattr(each, "__module__", "") == file.module.__name__]
    for each in functions:
        if isinstance(each, type) and any(rank(one, "moves") is not None for one in members_of(each)):
            needed = [one.name for one in parameters_of(each, False) if one.default is one.empty]
            if needed:
                return f": {none}, and {each.__name__} cannot be made without {', '.join(needed)}; give them defaults"
    if not functions:
        return f": {none}, and no class or function"
    return (
        f": {none}, and no functions were found that list and play moves; pass them to "
        "pw.wrap(..., moves=..., play=..., over=..., score=...)"
    )


def _is_imported(file: File, name: str) -> bool:
    """Return whether a class in a file is imported."""
    found = file.names[name]
    return isinstance(found, type) and found.__module__ != file.module.__name__


def _adopt_names(file: File, given: Given, parts: Parts, views: Views) -> Adoption | None:
    found = _adopted(file, parts, views, None)
    if found is not None:
        found.given = given
    return found


def adopt_search(file: File, search: Search, parts: Parts, bound: dict[str, Any]) -> Adoption | None:
    """Return the game of a search if it can be tried and reveals who MAX is; otherwise None."""
    try:
        samples = sample(parts)
    except Exception:  # noqa: BLE001 - a user's code may raise anything
        return None
    chooser = view_of.Chooser(search, file.names, bound, globals_changed(file, search.parts.values()))
    chosen = view_of.choices(chooser, parts, samples[:400])
    views = _views(parts, chosen, samples, search.tells)
    if views is None:
        return None
    parts.origin = f"{search.name} of {file.path.name}"
    found = _adopted(file, parts, views, search, samples)
    if found is not None:
        found.chooser = chooser
        root = type(samples[0].it)
        if root.__module__ == file.module.__name__:
            found.given = Given(root, members_of(root), "it.", False, parts.start)
        elif not globals_changed(file, search.parts.values()):
            functions = {name: each for name, each in file.names.items() if isinstance(each, FunctionType)}
            found.given = Given(None, functions, "", True, parts.start, None, functions)
    return found


def _adopted(
    file: File, parts: Parts, views: Views, search: Search | None, samples: list[Sample] | None = None
) -> Adoption | None:
    return adopted_from(file, file.path.stem, file.module.__name__, parts, views, search, samples)


def adopted_from(
    file: File | None,
    name: str,
    module: str,
    parts: Parts,
    views: Views,
    search: Search | None = None,
    samples: list[Sample] | None = None,
) -> Adoption | None:
    """Return a game written around parts; None if they fail along lines of play."""
    try:
        samples = sample(parts) if samples is None else samples
    except Exception:  # noqa: BLE001 - a user's code may raise anything
        return None
    if len(samples) < 2 or not samples[0].moves:
        return None
    forgotten = forgotten_fields(file, samples) if file is not None else set()
    freezing = find_freezing(samples, forgotten)
    root = type(samples[0].it)
    named = root.__name__ if root.__module__ == module else name
    named = f"my_{named}" if named in REGISTRY else named  # a page has both
    parts.may_be_infinite |= any(each.value in (inf, -inf) for each in samples)
    parts.as_number = _as_number(parts, samples)
    made = write_rules(named, parts, views, freezing, module, parts.horizon is not None)
    return Adoption(file, made, parts, samples, views, freezing, search)


def _as_number(parts: Parts, samples: list[Sample]) -> str:
    """Return the conversion to Python numbers if the values of leaves are NumPy's; "" otherwise."""
    values = [each.value for each in samples]
    with quiet(), suppress(Exception):
        if parts.horizon is not None:
            values += [parts.estimate(duplicate(each.it), each.who) for each in samples[:20]]
    kinds = {each.dtype.kind for each in values if hasattr(each, "dtype")}
    return "" if not kinds else "float" if "f" in kinds else "int"


def file_of(thing: Any) -> File | None:
    """Return the source file of a class or module; None if its text is not available."""
    module = thing if isinstance(thing, ModuleType) else inspect.getmodule(thing)
    try:
        path = Path(inspect.getsourcefile(thing) or "")
        with quiet():  # a file may cause warnings
            tree = ast.parse(path.read_bytes())
        return File(path, tree, module) if module is not None else None
    except (OSError, TypeError, SyntaxError, ValueError):
        return None


def _views(parts: Parts, chosen: list[tuple[Sample, str]], samples: list[Sample], tells: bool) -> Views | None:
    """Return who MAX is and whose view the values are in; None if the search does not reveal it."""
    kinds = {each for _, each in chosen}
    if tells or kinds == {view_of.NEGATES}:
        view = MOVERS_VIEW
    elif kinds and kinds <= {view_of.MAXIMIZES, view_of.MINIMIZES}:
        view = MAXS_VIEW
    else:
        return None
    if parts.players:
        first = [each for one, each in chosen if one.who == parts.players[0]]
        second = [each for one, each in chosen if one.who == parts.players[1]]
        if view == MOVERS_VIEW:
            return Views("", parts.players[0] != -1 and parts.players[0] is not False, view)
        if len(set(first)) > 1 or len(set(second)) > 1:
            return None
        return Views("", (first or [view_of.MAXIMIZES])[0] == view_of.MAXIMIZES, view)
    return _views_by_position(chosen, samples, view)


def _views_by_position(chosen: list[tuple[Sample, str]], samples: list[Sample], view: str) -> Views | None:
    """Return the views if an attribute of the position tells who moves."""
    start = samples[0].it
    playing = [each for each in samples if each.value is None]
    for text in player_expressions(start):
        code = compile(text, "<who moves>", "eval")
        try:
            with quiet():
                values = [eval(code, {"it": each.it}) for each in playing]
                of_chosen = [(eval(code, {"it": one.it}), kind) for one, kind in chosen]
        except Exception:  # noqa: BLE001
            continue
        if len(set(map(repr, values))) != 2:
            continue
        if view == MOVERS_VIEW:
            return Views(_asks(text, values[0]), True, view, {"FIRST": values[0]})
        high = {repr(value) for value, kind in of_chosen if kind == view_of.MAXIMIZES}
        low = {repr(value) for value, kind in of_chosen if kind == view_of.MINIMIZES}
        if not high & low and len(high) <= 1 and len(low) <= 1:
            value = next(value for value in values if repr(value) in high or (not high and repr(value) not in low))
            return Views(_asks(text, value), True, view, {"FIRST": value})
    return None


def _asks(text: str, value: Any) -> str:
    """Return a comparison with a player, as a literal if it is a number or a string."""
    return f"{text} == {value!r}" if type(value) in (int, bool, str) else f"{text} == FIRST"


# --- move histories ---------------------------------------------------------------------------------------------------


def forgotten_fields(file: File, samples: list[Sample]) -> set[str]:
    """Return the fields that only record moves for undo: lists to which the file appends and pops."""
    uses: dict[str, list[bool]] = {}
    parents = {id(child): node for node in ast.walk(file.tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Attribute):
            uses.setdefault(node.attr, []).append(_only_remembers(node, parents))
    names = {name for name, found in uses.items() if all(found)}
    own = [each.it for each in samples[:50] if type(each.it).__module__ == file.module.__name__]
    return {f"{type(it).__name__}.{name}" for it in own for name in names if isinstance(getattr(it, name, None), list)}


def _only_remembers(node: ast.Attribute, parents: dict[int, ast.AST]) -> bool:
    """Return whether a use of an attribute appends to a list, pops its last item, or initializes it."""
    above = parents.get(id(node))
    if isinstance(node.ctx, ast.Store):
        return isinstance(above, (ast.Assign, ast.AnnAssign)) and isinstance(getattr(above, "value", None), ast.List)
    call = parents.get(id(above)) if isinstance(above, ast.Attribute) else None
    if not isinstance(above, ast.Attribute) or not isinstance(call, ast.Call) or call.func is not above:
        return False
    return above.attr == "append" or (above.attr == "pop" and not call.args)


__all__ = ["Adoption", "adopt"]
