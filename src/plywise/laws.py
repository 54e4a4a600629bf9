"""check(game): does a game keep the laws that every search relies on?

The laws are asked on every state reached, breadth first from the initial state and then along random lines of play.
Each law that is broken is reported once, with a state (and an action) that breaks it.
"""

import copy
import random
import traceback
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import Any

from plywise.errors import InputError
from plywise.game import MAX, MIN, Action, Game, State, defines

LAWS = {
    "rules answer": "no rule raises an exception on a state of the game",
    "deterministic": "the same question gets the same answer every time",
    "hashable": "states and actions can be hashed, and states compare by what they hold",
    "player": "the player of a state that is not terminal is MAX (+1) or MIN (-1)",
    "terminal": "terminal answers True or False",
    "actions": "a state that is not terminal has at least one action, each listed once",
    "result": "result returns a new state and changes neither the state nor the game",
    "utility": "the utility of a terminal state is a finite number within utility_bounds",
    "evaluate": "an evaluation is a finite number strictly between the utility_bounds",
    "priority": "priorities and named orders are finite numbers",
    "key": "two states share a key exactly if they are equal or declared symmetric",
    "symmetries": "symmetric states agree on player, terminal, utility and number of actions",
    "state text": "format_state is one line that parse_state reads back as the same state",
    "action text": "format_action is one word, unique in its state, that parse_action reads back",
}

MOST_ACTIONS = 100_000
LONGEST_PLAYOUT = 2_000
MOST_IMAGES = 5_000
ASKED_AGAIN = 200
IMAGES_COMPARED = 20


@dataclass(frozen=True)
class Breach:
    """A law that is broken: which, by which state (and action), and what was seen."""

    law: str
    position: str
    action: str | None
    detail: str

    def __str__(self) -> str:
        where = f"at {self.position}" + (f", action {self.action}" if self.action is not None else "")
        return f"law '{self.law}' is broken {where}: {self.detail}"


@dataclass(frozen=True)
class Report:
    """What check(game) found. `ok` where no law is broken; `complete` where every reachable state was asked."""

    game: str
    states: int
    terminals: int
    complete: bool
    seed: int
    broken: tuple[Breach, ...] = ()
    notes: tuple[str, ...] = ()
    laws: tuple[str, ...] = field(default=tuple(LAWS))

    @property
    def ok(self) -> bool:
        """Whether no law is broken."""
        return not self.broken

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain data, for JSON."""
        return {
            "game": self.game,
            "ok": self.ok,
            "states": self.states,
            "terminals": self.terminals,
            "complete": self.complete,
            "seed": self.seed,
            "laws": list(self.laws),
            "broken": [vars(breach) for breach in self.broken],
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        reach = "every reachable state" if self.complete else f"the first found and random play, seed {self.seed}"
        asked = f"{self.states:,} states ({reach}), {self.terminals:,} of them terminal"
        if self.ok:
            lines = [f"{self.game}: all {len(self.laws)} laws hold on {asked}"]
        else:
            lines = [f"{self.game}: {len(self.broken)} of {len(self.laws)} laws broken, asked on {asked}"]
            lines += [f"  {breach}" for breach in self.broken]
        return "\n".join(lines + [f"  note: {note}" for note in self.notes])


def check(game: Game, *, states: int = 6_000, playouts: int = 30, seed: int = 0) -> Report:
    """Ask the laws of up to `states` different states, and along `playouts` random lines; return the Report.

    Broken laws are reported, never raised, whatever the rules do short of never returning.
    """
    return _Examination(game, seed).run(states, playouts)


class _Unanswered(Exception):
    """A rule raised; the breach is already on record."""


class _Examination:
    """One run of check: the states met so far and the first breach of each law."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.seed = seed
        self.random = random.Random(seed)
        self.breaches: dict[str, Breach] = {}
        self.notes: dict[str, None] = {}
        self.met: set[Hashable] = set()
        self.states_by_key: dict[Hashable, State] = {}
        self.examined: set[Hashable] = set()
        self.answers: list[tuple[State, tuple[Any, ...]]] = []
        self.terminals = 0

    def run(self, states: int, playouts: int) -> Report:
        complete = False
        try:
            start = self.ask("initial", None)
            if self.ask("initial", None) != start:
                self.breach("deterministic", start, "two calls of initial() differ (or the states do not compare)")
            complete = self.breadth_first(start, states)
            if not complete:
                for _ in range(playouts):
                    self.playout(start)
            self.ask_again()
        except _Unanswered:
            pass
        broken = sorted(self.breaches.values(), key=lambda breach: list(LAWS).index(breach.law))
        return Report(
            self.game.name, len(self.met), self.terminals, complete, self.seed, tuple(broken), tuple(self.notes)
        )

    # --- asking -------------------------------------------------------------------------------------------------------

    def breach(self, law: str, state: State, detail: str, action: Action | None = None) -> None:
        if law not in self.breaches:
            word = None if action is None else repr(action)
            self.breaches[law] = Breach(law, self.text_of(state), word, detail)

    def text_of(self, state: State) -> str:
        try:
            return str(self.game.format_state(state))
        except Exception:  # noqa: BLE001 - the user's rule may raise anything; the breach still needs a name
            return repr(state)

    def ask(self, rule: str, state: State, *more: Any) -> Any:
        """Ask a rule; where it raises, put that on record and give up on this state."""
        try:
            answer = getattr(self.game, rule)(*(() if rule == "initial" else (state, *more)))
            most = {"actions": MOST_ACTIONS + 1, "symmetries": MOST_IMAGES}.get(rule)
            return answer if most is None else list(islice(answer, most))
        except Exception as error:  # noqa: BLE001 - whatever a rule raises breaks the same law
            detail = (
                f"{rule} raised {type(error).__name__}: {str(error).splitlines()[0] if str(error) else 'no message'}"
            )
            self.breach("rules answer", state, detail + _place(error), more[0] if more else None)
            raise _Unanswered from None

    def ask_twice(self, rule: str, state: State, *more: Any) -> Any:
        first = self.ask(rule, state, *more)
        second = self.ask(rule, state, *more)
        if first != second:
            self.breach("deterministic", state, f"{rule} gave {first!r}, then {second!r}", more[0] if more else None)
        return first

    def identity(self, state: State) -> Hashable:
        try:
            hash(state)
        except TypeError as error:
            self.breach("hashable", state, str(error))
            return repr(state)
        if copy.deepcopy(state) != state:
            self.breach("hashable", state, "a copy does not equal it: states compare by identity, give them __eq__")
            return repr(state)
        return state  # type: ignore[no-any-return]

    # --- walking ------------------------------------------------------------------------------------------------------

    def breadth_first(self, start: State, limit: int) -> bool:
        """Examine states in order of their ply; return whether there were no more than the limit."""
        self.met.add(self.identity(start))
        waiting = deque([start])
        while waiting:
            for child in self.examine(waiting.popleft()):
                identity = self.identity(child)
                if identity in self.met:
                    self.law_of_equal_keys(child)
                    continue
                if len(self.met) >= limit:
                    return False
                self.met.add(identity)
                waiting.append(child)
        return True

    def playout(self, state: State) -> None:
        for _ in range(LONGEST_PLAYOUT):
            self.met.add(self.identity(state))
            children = list(self.examine(state))
            if not children:
                return
            state = self.random.choice(children)
        self.notes[f"a random line of play was not over after {LONGEST_PLAYOUT:,} plies"] = None

    def ask_again(self) -> None:
        """Ask the first states once more, after all the others: a rule that remembers gives itself away."""
        for state, before in self.answers:
            after = self.opinion(state)
            if after != before:
                self.breach("deterministic", state, f"terminal, player, actions were {before!r}, later {after!r}")

    def opinion(self, state: State) -> tuple[Any, ...]:
        if self.ask("terminal", state):
            return (True, self.ask("utility", state))
        return (False, self.ask("player", state), self.ask("actions", state))

    # --- the laws -----------------------------------------------------------------------------------------------------

    def examine(self, state: State) -> Iterator[State]:
        """Ask every law of one state; yield the states that its actions lead to."""
        try:
            before = copy.deepcopy(state)
            over = self.ask_twice("terminal", state)
            if not isinstance(over, (bool, int)) or over not in (0, 1):
                self.breach("terminal", state, f"terminal answered {over!r}")
            children = [] if over else self.law_of_actions(state)
            if over:
                self.terminals += 1
                self.law_of_numbers("utility", state)
            elif defines(self.game, "evaluate"):
                self.law_of_numbers("evaluate", state)
            self.law_of_keys(state)
            self.law_of_state_text(state)
            if before != state:
                self.breach("result", before, f"a rule changed the state it was asked about, to {state!r}")
            if len(self.answers) < ASKED_AGAIN:
                self.answers.append((state, self.opinion(state)))
        except _Unanswered:
            return
        yield from children

    def law_of_actions(self, state: State) -> list[State]:
        player = self.ask_twice("player", state)
        if player not in (MAX, MIN):
            self.breach("player", state, f"player answered {player!r}")
        actions = self.ask_twice("actions", state)
        if not actions:
            self.breach("actions", state, "it is not terminal and has no action")
        if len(actions) > MOST_ACTIONS:
            self.breach("actions", state, f"more than {MOST_ACTIONS:,} actions: does the list end?")
            return []
        self.law_of_unique_actions(state, actions)
        self.law_of_action_text(state, actions)
        return [self.law_of_results(state, action) for action in actions]

    def law_of_unique_actions(self, state: State, actions: list[Action]) -> None:
        seen: set[Action] = set()
        for action in actions:
            try:
                if action in seen:
                    self.breach("actions", state, "the action is listed twice", action)
                seen.add(action)
            except TypeError as error:
                self.breach("hashable", state, str(error), action)
                return

    def law_of_results(self, state: State, action: Action) -> State:
        before = copy.deepcopy(state)
        child = self.ask("result", state, action)
        if state != before:
            self.breach("result", before, f"result changed the state it was given, to {state!r}", action)
        if child is None:
            self.breach("result", state, "result returned None", action)
            raise _Unanswered
        again = self.ask("result", state, action)
        if child != again:
            self.breach("deterministic", state, f"result gave {child!r}, then {again!r}", action)
        return child

    def law_of_numbers(self, rule: str, state: State) -> None:
        value = self.ask_twice(rule, state)
        low, high = self.game.utility_bounds
        if not _is_number(value):
            self.breach(rule, state, f"{rule} answered {value!r}, which is no finite number")
        elif not low <= value <= high:
            self.breach(rule, state, f"{rule} answered {value!r}, outside utility_bounds ({low}, {high})")
        elif rule == "evaluate" and value in (low, high):
            self.breach(rule, state, f"evaluate answered {value!r}, which only the end of a game can be worth")

    def law_of_keys(self, state: State) -> None:
        key = self.ask_twice("key", state)
        try:
            other = self.states_by_key.setdefault(key, state)
        except TypeError as error:
            # A state that cannot be hashed is the other law's breach; a key of its own that cannot is this one's.
            if defines(self.game, "key"):
                self.breach("key", state, f"the key {key!r} cannot be filed: {error}")
            return
        self.examined.add(self.identity(state))
        images = self.ask("symmetries", state)
        if other != state and other not in images and len(images) < MOST_IMAGES:
            text = self.text_of(other)
            self.breach("key", state, f"it shares its key {key!r} with {text}, which is not declared symmetric")
        for image in images[:IMAGES_COMPARED]:
            if self.ask("key", image) != key:
                self.breach("key", state, f"its symmetric state {self.text_of(image)} has another key")
            if self.summary(image) != self.summary(state):
                self.breach("symmetries", state, f"its symmetric state {self.text_of(image)} plays differently")

    def law_of_equal_keys(self, again: State) -> None:
        """Ask the key of a state met a second time, by another line: equal states have equal keys."""
        try:
            known = self.states_by_key.get(self.game.key(again))
        except Exception:  # noqa: BLE001 - the key of the state's first meeting has put it on record
            return
        if known is None and again in self.examined:
            self.breach("key", again, "its key differs from that of the equal state reached by another line")

    def summary(self, state: State) -> tuple[Any, ...]:
        opinion = self.opinion(state)
        return opinion if opinion[0] else (*opinion[:2], len(opinion[2]))

    def law_of_state_text(self, state: State) -> None:
        text = self.ask("format_state", state)
        if not isinstance(text, str) or not text or text.splitlines() != [text]:
            self.breach("state text", state, f"format_state answered {text!r}, which is not one line")
            return
        try:
            back = self.game.parse_state(text)
        except InputError as error:
            if defines(self.game, "parse_state") or hasattr(state, "_fields"):
                self.breach("state text", state, f"parse_state refuses {text!r}: {error}")
            else:
                self.notes["positions have no text form: define format_state and parse_state to use --position"] = None
            return
        except Exception as error:  # noqa: BLE001 - whatever a rule raises breaks the same law
            detail = f"parse_state raised {type(error).__name__}: {error}{_place(error)}"
            self.breach("rules answer", state, detail)
            return
        if back != state:
            self.breach("state text", state, f"{text!r} is read back as {back!r}")

    def law_of_action_text(self, state: State, actions: list[Action]) -> None:
        words: dict[str, Action] = {}
        for action in actions:
            if defines(self.game, "priority") or self.game.orders():
                self.law_of_priority(state, action)
            word = self.ask("format_action", state, action)
            if not isinstance(word, str) or word.split() != [word]:
                self.breach("action text", state, f"format_action answered {word!r}, which is not one word", action)
                return
            if word in words and words[word] != action:
                self.breach("action text", state, f"{word!r} stands for {words[word]!r} too", action)
            words[word] = action
            self.law_of_action_reading(state, action, word)

    def law_of_action_reading(self, state: State, action: Action, word: str) -> None:
        if not defines(self.game, "parse_action"):
            return  # the default looks the word up among the words just tested
        try:
            back = self.game.parse_action(state, word)
        except InputError as error:
            self.breach("action text", state, f"parse_action refuses {word!r}: {error}", action)
            return
        except Exception as error:  # noqa: BLE001 - whatever a rule raises breaks the same law
            detail = f"parse_action raised {type(error).__name__}: {error}{_place(error)}"
            self.breach("rules answer", state, detail, action)
            return
        if back != action:
            self.breach("action text", state, f"{word!r} is read back as {back!r}", action)

    def law_of_priority(self, state: State, action: Action) -> None:
        orders: dict[str, Callable[..., Any]] = {"priority": self.game.priority, **self.game.orders()}
        for name, priority in orders.items():
            try:
                value = priority(state, action)
            except Exception as error:  # noqa: BLE001 - whatever a rule raises breaks the same law
                detail = f"{name} raised {type(error).__name__}: {error}{_place(error)}"
                self.breach("rules answer", state, detail, action)
                return
            if not _is_number(value):
                self.breach("priority", state, f"{name} answered {value!r}, which is no finite number", action)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value)


def _place(error: Exception) -> str:
    """Return where a user's rule raised: ` (file.py line 12)`, the innermost line outside Plywise's own."""
    ours = str(Path(__file__).parent)
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith(ours)]
    return f" ({Path(frames[-1].filename).name} line {frames[-1].lineno})" if frames else ""
