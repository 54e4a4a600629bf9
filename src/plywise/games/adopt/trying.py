"""Tries functions with likely names, to find those that end the game, value it, and tell who moves; and the view."""

from collections.abc import Iterator
from enum import Enum
from itertools import islice, pairwise
from typing import Any

from plywise.game import MAX, MIN
from plywise.game.contents import is_immutable
from plywise.game.freezing.source import Source
from plywise.games.adopt.names import (
    RESULTS,
    Calls,
    Choice,
    Given,
    choose,
    is_of_easy_ai,
    rank,
    ranked,
)
from plywise.games.adopt.parts import Parts, Sample, duplicate, sample
from plywise.games.adopt.reading import quiet
from plywise.games.adopt.rules import LAST_VIEW, MAXS_VIEW, MOVERS_VIEW, VIEWS, Views, player_expressions

CHOICES, LEAST_TURNED, LEAST_PLIES = 12, 3, 2
NOBODY = (None, 0, "", "draw", "Draw", "tie", "Tie", "DRAW", "T", "D", "-", False, "none", "None", -1, 3, "nobody")
"""Values that functions naming the winner return for a draw, or while there is no winner."""


def parts_by_names(given: Given, chosen: dict[str, Any], origin: str, module: str) -> Iterator[tuple[Parts, Views]]:
    """Yield a class or module as parts, the likeliest first. chosen: role -> name or function, given by the user."""
    for choice in islice(choose(given, chosen, chosen.get("players", ())), CHOICES):
        found = _Trial(given, choice, chosen, origin, module).parts()
        if found is not None:
            yield found


class _Trial:
    """One choice of functions for the moves and their play, tried with others for the rest."""

    def __init__(self, given: Given, choice: Choice, chosen: dict[str, Any], origin: str, module: str) -> None:
        self.given, self.choice, self.chosen = given, choice, chosen
        self.origin, self.module = origin, module
        self.calls = Calls(given)
        self.player = ""
        self.ids: tuple[Any, ...] = choice.players
        self.roles = dict(choice.names)
        self.assumed = False

    def parts(self) -> tuple[Parts, Views] | None:
        """Return the parts and views; None if the choice does not work."""
        with quiet():
            try:
                self._find_player()
                over = self._find_over()
                made = self._made(over, "None", "")
                ends, samples = self._play_out(made)
                score, estimate, view = self._find_score(over, ends, samples)
                if not self.player and "score" not in self.roles and "who" not in self.choice.moves + self.choice.play:
                    return None  # no function tells who moves or who has won: a puzzle for one player
                parts = self._made(over, score, estimate)
                parts.roles = self.roles
                tried = sample(parts, lines=4, seconds=0.5)
                if max(len(each.path) for each in tried) < LEAST_PLIES:
                    return None  # no reply to the first move: these are not the players
                return parts, self._views(view)
            except Exception:  # noqa: BLE001 - a user's code may raise anything
                return None

    # --- who moves ---

    def _find_player(self) -> None:
        """Find an expression over the position that tells who moves, and a call that switches the player."""
        if self.choice.players and "who" in self.choice.moves + self.choice.play:
            return
        said = self.chosen.get("player")
        names = [said] if isinstance(said, str) else ranked(self.given, "player")
        found = [
            call
            for name in names
            if name in self.given.functions
            for call in self.calls.with_player(name)
            if "who" not in call
        ]
        it = self.given.start()
        attributes = player_expressions(it)
        if isinstance(said, str):
            attributes = [f"it.{said}", *attributes]
        likely = [text for text in attributes if rank(text.rpartition(".")[2], "player") is not None]
        for text in (*found, *likely, *(each for each in attributes if self._alternates(each))):
            for switch in ("", *ranked(self.given, "switch")):
                values = self._values_along(text, switch)
                if len(values) > 2 and len(set(map(repr, values))) == 2 and all(_names_player(each) for each in values):
                    if switch and repr(values[1]) == repr(values[0]):
                        continue
                    if (
                        not switch
                        and repr(values[0]) == repr(values[1]) == repr(values[2])
                        and ranked(self.given, "switch")
                    ):
                        continue
                    self.player, self.choice.switch = text, switch
                    self.ids = _with_max_first(values)
                    self.roles["player"] = text.removeprefix("it.").removeprefix("GAME.").partition("(")[0]
                    return
        if not self.choice.players:
            self.choice.players = self.ids = (0, 1)

    def _alternates(self, text: str) -> bool:
        """Return whether an expression alternates between two values along every trial line of play."""
        for place in range(4):
            values = self._values_along(text, "", place)
            ids = list(map(repr, values))
            if len(set(ids)) > 2 or any(one == other for one, other in pairwise(ids)):
                return False
        return True

    def _values_along(self, text: str, switch: str, place: int | None = None) -> list[Any]:
        """Return the values of an expression along a line of play. place: of the played moves, in the list of moves."""
        found = []
        try:
            it = self.given.start()
            for _ in range(8):
                found.append(self._evaluate(text, it))
                moves = list(self._evaluate(self.choice.moves, duplicate(it)))
                if not moves:
                    break
                it = self._play(it, moves[len(moves) // 2 if place is None else place % len(moves)], switch)
        except Exception:  # noqa: BLE001
            return found
        return found

    def _play(self, it: Any, move: Any, switch: str) -> Any:
        it = duplicate(it)
        child = self._evaluate(self.choice.play, it, move=duplicate(move))
        it = child if self.choice.returns else it
        if switch:
            self._evaluate(self.calls.text(switch, self.calls.position(switch)), it)
        return it

    def _evaluate(self, text: str, it: Any, who: Any = None, move: Any = None) -> Any:
        return eval(text, dict(self.given.names) | {"GAME": self.given.game}, {"it": it, "who": who, "move": move})

    # --- the parts ---

    def _made(self, over: str, score: str, estimate: str) -> Parts:
        """Return parts that call the chosen functions."""
        choice, source = self.choice, Source(f"{self.origin}, by the names of its functions")
        source.names = dict(self.given.names)
        if self.given.game is not None:
            source.names["GAME"] = self.given.game
        who = ", who" if choice.players else ""
        source.names |= {"PLAYERS": choice.players, "IDS": self.ids, "RESULTS": RESULTS}
        for name, each in zip(("FIRST", "SECOND"), self.ids, strict=False):
            source.names[name] = each
        list_moves = source.add_function("list_moves", f"it{who}", [f"return {choice.moves}"])
        lines = [f"{'it = ' if choice.returns else ''}{choice.play}"]
        if choice.switch:
            lines.append(self.calls.text(choice.switch, self.calls.position(choice.switch)))
        lines.append("return it, PLAYERS[1] if who == PLAYERS[0] else PLAYERS[0]" if choice.players else "return it")
        play_move = source.add_function("play_move", f"it{who}, move", lines)
        if not over and score != "None":
            over = f"not list({choice.moves})"  # the score of a position without moves
        leaf = (
            [f"if {over}:", f"    return {score}"]
            if over and score != "None"
            else [f"if {over}:", "    return 0"]
            if over
            else []
        )
        if estimate:
            leaf += ["if depth == 0:", f"    return {estimate}"]
        value_leaf = source.add_function("value_leaf", f"it{who}, depth", [*leaf, "return None"])
        names = source.run(self.module)
        parts = Parts(names[list_moves], names[play_move], names[value_leaf], self.given.start, choice.players)
        parts.horizon = 0 if estimate else None
        parts.origin = self.origin
        return parts

    def _find_over(self) -> str:
        """Return an expression that is true if the game is over; "" if only the lack of moves shows it."""
        said = self.chosen.get("over")
        for name in [said] if said else ranked(self.given, "over"):
            for call in self.calls.with_player(name):
                if "who" in call and not self.choice.players:
                    continue
                try:
                    found = self._evaluate(call, self.given.start(), self.ids[0] if self.ids else None)
                except Exception:  # noqa: BLE001
                    continue
                if not found and (isinstance(found, (bool, int, type(None))) or said):
                    self.roles["over"] = name
                    return call
        return ""

    def _play_out(self, parts: Parts) -> tuple[list[Sample], list[Sample]]:
        """Return the positions in which the game is over, and all samples."""
        samples = sample(parts, seconds=1.0)
        return [each for each in samples if each.value is not None or not each.moves], samples

    # --- values ---

    def _find_score(self, over: str, ends: list[Sample], samples: list[Sample]) -> tuple[str, str, str]:
        """Return expressions for the value of an end and for an estimate, and whose view they are in."""
        said = self.chosen.get("score")
        names = [said] if said else ranked(self.given, "score")
        for name in names:
            for call in self._score_calls(name):
                found = self._score(name, call, ends)
                if found is not None:
                    text, view = found
                    self.roles["score"] = name
                    estimates = self._estimates(text, samples) and not _tells_winner(name)
                    return text, text if estimates else "", view
        return "0", "", MAXS_VIEW

    def _score_calls(self, name: str) -> Iterator[str]:
        yield from self.calls.with_player(name, "FIRST")

    def _score(self, name: str, call: str, ends: list[Sample]) -> tuple[str, str] | None:
        """Return a call that values ends as an expression for a number, and its view; None if it does not."""
        scope = {"FIRST": self.ids[0] if self.ids else 1, "GAME": self.given.game, "RESULTS": RESULTS}
        values = []
        try:
            for each in ends[:200]:
                values.append(
                    (each, eval(call, dict(self.given.names) | scope, {"it": duplicate(each.it), "who": each.who}))
                )
        except Exception:  # noqa: BLE001
            return None
        raw = [value for _, value in values]
        if not raw:
            return None
        return self._as_number(name, call, values, raw)

    def _as_number(
        self, name: str, call: str, values: list[tuple[Sample, Any]], raw: list[Any]
    ) -> tuple[str, str] | None:
        if all(isinstance(each, str) and each in RESULTS for each in raw):
            return f"RESULTS[{call}]", MAXS_VIEW
        if all(isinstance(each, (list, tuple)) and len(each) == 2 and _numbers(each) for each in raw):
            return f"{call}[0]", MAXS_VIEW
        if all(isinstance(each, dict) and self.ids and self.ids[0] in each and _numbers(each.values()) for each in raw):
            return f"{call}[FIRST]", MAXS_VIEW
        named = [each for each in raw if any(_is(each, one) for one in self.ids)]
        if _tells_winner(name) and "FIRST" in call:
            other = call.replace("FIRST", "SECOND")
            return f"(1 if {call} else -1 if {other} else 0)", MAXS_VIEW
        if _tells_loser(name) and "FIRST" in call:
            other = call.replace("FIRST", "SECOND")
            return f"(-1 if {call} else 1 if {other} else 0)", MAXS_VIEW
        if (
            named
            and all(any(_is(each, one) for one in (*self.ids, *NOBODY)) for each in raw)
            and (_tells_winner(name) or not _numbers(raw))
        ):
            return f"(1 if {call} == FIRST else -1 if {call} == SECOND else 0)", MAXS_VIEW
        if _numbers(raw) and not all(isinstance(each, bool) for each in raw):
            if name == "scoring" and is_of_easy_ai(type(values[0][0].it)):
                return call, MOVERS_VIEW
            return call, MAXS_VIEW if "FIRST" in call else self._view_of(call, values)
        if all(isinstance(each, bool) for each in raw) and any(raw):
            self.assumed = True
            return f"(1 if {call} else 0)", LAST_VIEW
        return None

    def _view_of(self, call: str, values: list[tuple[Sample, Any]]) -> str:
        """Return in whose view numbers are: whether they change with the player to move, or by their signs."""
        if self._turns(call, values):
            return MOVERS_VIEW
        signs: dict[bool, set[bool]] = {True: set(), False: set()}
        for each, value in values:
            if value:
                signs[self._is_first(each)].add(value > 0)
        first, second = signs[True], signs[False]
        if len(first) == 1 and first == second:
            self.assumed = True
            return MOVERS_VIEW if first == {False} else LAST_VIEW
        return MAXS_VIEW

    def _turns(self, call: str, values: list[tuple[Sample, Any]]) -> bool:
        """Return whether points are negated when the player to move is replaced by the other.

        If values only tell who has won, this proves nothing: the player to move at the end may tell who moved last.
        """
        if len({abs(value) for _, value in values}) <= LEAST_TURNED:
            return False
        count = 0
        for each, value in values[:100]:
            if not value or self.choice.players:
                continue
            it = duplicate(each.it)
            other = self.ids[1] if self._is_first(each) else self.ids[0]
            scope = dict(self.given.names) | {"GAME": self.given.game, "OTHER": other}
            try:
                exec(f"{self.player} = OTHER", scope, {"it": it})
                turned = eval(call, scope | {"RESULTS": RESULTS}, {"it": it, "who": each.who})
            except (Exception, SyntaxError):  # noqa: BLE001 - it may be no attribute
                return False
            if turned != -value:
                return False
            count += 1
        return count >= LEAST_TURNED

    def _is_first(self, each: Sample) -> bool:
        who = each.who if self.choice.players else self._evaluate(self.player, duplicate(each.it))
        return bool(_is(who, self.ids[0]))

    def _estimates(self, text: str, samples: list[Sample]) -> bool:
        """Return whether an expression values positions in which the game is not over."""
        scope = {"FIRST": self.ids[0], "SECOND": self.ids[-1], "GAME": self.given.game, "RESULTS": RESULTS}
        playing = [each for each in samples if each.value is None and each.moves][:60]
        try:
            found = [
                eval(text, dict(self.given.names) | scope, {"it": duplicate(each.it), "who": each.who})
                for each in playing
            ]
        except Exception:  # noqa: BLE001
            return False
        return _numbers(found) and len(set(found)) > 1

    def _views(self, view: str) -> Views:
        said = self.chosen.get("view")
        view, assumed = (VIEWS[said], False) if said else (view, self.assumed)
        if self.choice.players:
            return Views("", True, view, assumed=assumed)
        first = self.ids[0]
        text = repr(first) if is_immutable(first) and not isinstance(first, Enum) else "FIRST"
        names = dict(self.given.names) | {"GAME": self.given.game, "FIRST": first}
        return Views(f"{self.player} == {text}", True, view, names, assumed)


def _with_max_first(values: list[Any]) -> tuple[Any, Any]:
    """Return the two players, MAX first: pw.MAX before pw.MIN, and otherwise the player who moves first."""
    first = values[0]
    second = next(each for each in values if repr(each) != repr(first))
    return (second, first) if (first, second) == (MIN, MAX) else (first, second)


def _names_player(value: Any) -> bool:
    return is_immutable(value) and not isinstance(value, (float, tuple, frozenset))


def _tells_winner(name: str) -> bool:
    return any(word in name.lower() for word in ("win", "won"))


def _tells_loser(name: str) -> bool:
    return any(word in name.lower() for word in ("lose", "lost"))


def _numbers(values: Any) -> bool:
    return all(isinstance(each, (int, float)) or hasattr(each, "__float__") for each in values)


def _is(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


__all__ = ["parts_by_names"]
