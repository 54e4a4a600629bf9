"""Examine a game: visit states and test each law on them."""

import inspect
import random
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import suppress
from typing import Any

from plywise.arguments.numbers import expected_type
from plywise.errors import InputError
from plywise.game import HOOKS, MAX_ACTIONS, Action, Game, State, defines, require_game
from plywise.game.defaults.records import why_unhashable
from plywise.game.hooks import own_methods
from plywise.game.slips import NO_MOVE, misshapen, wrong_answer
from plywise.laws.budget import Budget, OutOfTime
from plywise.laws.declarations import PREREQUISITES, Declarations, is_open, read_declaration
from plywise.laws.guarded import (
    MAX_IMAGES,
    RAISED,
    GuardedRules,
    NoAnswer,
    agree,
    compares,
    error_message,
    is_number,
    is_real,
    safe_repr,
)
from plywise.laws.hash_seed import Unknown, Words, words_under_other_seeds
from plywise.laws.hooks import Hooks
from plywise.laws.reach import OURS, shared_values
from plywise.laws.report import LAWS, Reach, Report
from plywise.laws.suggestions import suggestions_for
from plywise.laws.warnings import warnings_for
from plywise.process.recursion import recursion_budget
from plywise.repetition import Past

Watcher = Callable[[str], None]

MAX_PLAYOUT_PLIES = 2_000
ENDLESS_PLAYOUTS = 3  # random lines without an end of the game; this many suffice
INITIAL_CALLS = 20
MAX_ASKED_AGAIN = 300
MIRRORED_STATES = 500  # the symmetries of the first states are all tested; of later ones, this share:
MIRRORED_SHARE = 0.1
IMAGES_COMPARED = 3
MAX_IMAGES_SCANNED = 200_000

NOT_TYPED = "not every position can be typed: define format_state and parse_state to use --position"

CACHES = (dict, set)
LISTS_OF_ALL = (list, bytearray)


class Examination(GuardedRules):
    """One run of check: the states found so far, and the first breach of each law."""

    def __init__(self, game: Game, seed: int, seconds: float | None = None, watcher: Watcher | None = None) -> None:
        super().__init__(game, Budget(seconds))
        self.seed = seed
        self.watcher = watcher
        self.full_plies = 0  # so far from the start, all states were examined
        self.deepest = 0
        self.random = random.Random(seed)
        self.states = 0
        self.terminals = 0
        self.described: dict[
            Hashable, tuple[Any, Any] | None
        ] = {}  # state met -> its description and key, once examined
        self.met_again: dict[Hashable, State] = {}  # met again before it is examined
        self.plays_differently: list[State] = []  # though equal to another
        self.states_by_key: dict[Hashable, State] = {}
        self.profiles: list[tuple[State, dict[str, Any]]] = []
        self.images_scanned = 0
        self.utility_bounds: tuple[Any, Any] | None = None
        self.orders: dict[str, Callable[..., Any]] = {}

    def run(self, states: int, playouts: int) -> Report:
        """Examine the game and return the report."""
        complete = False
        try:
            with recursion_budget():
                complete = self.examine_game(states, playouts)
        except (NoAnswer, OutOfTime):
            pass
        if self.changed_in_place:
            self.forget_consequences()
        broken = sorted(self.breaches.values(), key=lambda each: list(LAWS).index(each.law))
        if not broken and not self.terminals:
            self.note_no_end(complete)
        if not type(self.game).__module__.startswith(OURS) and set(self.breaches).isdisjoint(PREREQUISITES):
            self.notes.update(dict.fromkeys(warnings_for(self.game, self.profiles)))
        return Report(
            self.game.name,
            self.states,
            self.terminals,
            complete,
            self.seed,
            tuple(broken),
            tuple(self.notes),
            reach=Reach(max(len(self.described), self.states), self.full_plies, self.deepest, tuple(self.budget.cut)),
            suggestions=() if broken else self.suggestions(complete),
        )

    def forget_consequences(self) -> None:
        """Remove breaches caused by rules that change states in place, which would hide the cause."""
        self.breaches.pop("deterministic", None)
        if not self.by_value:  # objects that compare by identity: with __eq__, they would still be changed
            self.breaches.pop("hashable", None)

    def suggestions(self, complete: bool) -> tuple[str, ...]:
        """Return declarations that the game could make; none for Plywise's games, which users do not write."""
        if type(self.game).__module__.startswith(OURS):
            return ()
        return tuple(suggestions_for(self.game, self.profiles, complete, self.seed))

    def note_no_end(self, complete: bool) -> None:
        """Note that no terminal state was found, or that there was no time to find one."""
        if self.budget.cut and not complete:
            self.notes[f"no end of the game was met in {self.states:,} states, so utility was not tested"] = None
            return
        where = "none of its states is terminal" if complete else f"no end was met in {self.states:,} states"
        self.notes[f"{where}: the game may never end, so search it with a limit of depth or time"] = None

    def note_namesakes(self) -> None:
        """Note methods with the name of an optional method that are not called as such."""
        for name, own in own_methods(type(self.game), HOOKS):
            taken = f"{name}({_parameters(own)}) is taken for the game's own"
            self.notes[f"{taken}: Plywise's takes ({_parameters(getattr(Game, name))})"] = None

    def examine_game(self, states: int, playouts: int) -> bool:
        """Test every law; return whether every reachable state was examined."""
        fault = misshapen(self.game, HOOKS)
        if fault:
            self.record_breach("rules answer", None, fault)
            return False
        self.note_namesakes()
        shared = self.shared()
        start = self.law_of_initial()
        if "hashable" in self.breaches and not compares(start):
            return False  # further breaches would be consequences
        self.law_of_utility_bounds(start)
        self.law_of_orders(start)
        complete = False
        with self.budget.phase("states in the order of their plies"):
            complete = self.breadth_first(start, states)
        if not complete:
            with self.budget.phase("random lines of play"):
                self.play_out(start, playouts)
        with self.budget.phase("asking again in another order"):
            self.ask_again()
        self.law_of_shared(start, shared)
        with self.budget.phase("the order of actions in another process"):
            self.law_of_order()
        if self.plays_differently and "deterministic" not in self.breaches:  # which would explain it
            detail = "a state that equals it plays differently: compare all that matters"
            self.record_breach("hashable", self.plays_differently[0], detail)
        with self.budget.phase("declarations"):
            Declarations(self, start, self.profiles, self.utility_bounds).examine()
        with self.budget.phase("hooks of the search for play"):
            Hooks(self, start, self.profiles, self.seed).examine()
        return complete

    def play_out(self, start: State, playouts: int) -> None:
        """Play random lines; only a few if they do not reach a terminal state."""
        for number in range(playouts):
            self.playout(start)
            if not self.terminals and number + 1 >= ENDLESS_PLAYOUTS:
                break

    def examined(self, most: int) -> list[State]:
        """Return the examined states, or a random choice if there are more than `most`."""
        states = [state for state, _ in self.profiles]
        return states if len(states) <= most else random.Random(self.seed).sample(states, most)

    # --- visiting states ----------------------------------------------------------------------------------------------

    def breadth_first(self, start: State, limit: int) -> bool:
        """Examine states in order of ply; return whether all were examined within the limit."""
        waiting = deque([(start, 0)])
        self.meet(start)
        while waiting and self.states < limit:
            state, ply = waiting.popleft()
            self.full_plies, self.deepest = max(ply - 1, 0), max(ply, self.deepest)
            for child in self.examine(state):
                if self.meet(child):
                    waiting.append((child, ply + 1))
            self.tell()
        if not waiting:
            self.full_plies = self.deepest
        elif self.states >= limit:
            self.full_plies = max(waiting[0][1] - 1, 0)
        return not waiting

    def tell(self) -> None:
        """Report the progress to the watcher."""
        if self.watcher is not None:
            self.watcher(f"{self.states:,} states examined of {len(self.described):,} found")

    def meet(self, state: State) -> bool:
        """Return whether the state is new; if not, test that it still behaves the same."""
        try:
            identity = self.identity(state)
            if identity not in self.described:
                self.described[identity] = None
                return True
            if self.described[identity] is None:
                self.met_again[identity] = state
            else:
                self.law_of_equals(identity, state)
        except NoAnswer:
            pass
        except RAISED as error:
            self.record_exception("comparing states", state, error)
        return False

    def playout(self, state: State) -> None:
        """Examine the states along a random line of play."""
        for ply in range(MAX_PLAYOUT_PLIES):
            self.deepest = max(ply, self.deepest)
            self.tell()
            try:
                known = self.described.get(self.identity(state)) is not None
                children = self.children(state) if known else self.examine(state)
            except NoAnswer:
                return
            if not children:
                return
            state = self.random.choice(children)
            self.meet(state)
        self.notes[f"a random line of play was not over after {MAX_PLAYOUT_PLIES:,} plies"] = None

    def children(self, state: State) -> list[State]:
        """Return the states that a state's actions lead to."""
        if self.ask("terminal", state):
            return []
        return [self.ask("result", state, action) for action in self.ask("actions", state)]

    def describe(self, state: State) -> tuple[Any, ...]:
        """Return the values of the rules for a state: terminal and utility, or player and actions."""
        if self.ask("terminal", state):
            return (True, self.ask("utility", state))
        return (False, self.ask("player", state), self.ask("actions", state))

    def ask_again(self) -> None:
        """Call the rules for a sample of states again in another order, to detect rules with internal state."""
        sample = self.random.sample(self.profiles, min(MAX_ASKED_AGAIN, len(self.profiles)))
        rules = sorted({rule for _, profile in sample for rule in profile})
        for rule in self.random.sample(rules, len(rules)):
            for state, profile in self.random.sample(sample, len(sample)):
                if rule not in profile:
                    continue
                if rule != "result":
                    self.compare(rule, state, profile[rule], self.ask(rule, state))
                    continue
                for action, child in profile[rule]:
                    self.compare(rule, state, child, self.ask(rule, state, action), action)

    # --- the laws -----------------------------------------------------------------------------------------------------

    def examine(self, state: State) -> list[State]:
        """Test every law on one state; return the states that its actions lead to."""
        self.states += 1
        try:
            identity = self.identity(state)
            profile = self.laws_at(state)
            self.described[identity] = (self.describe(state), profile["key"])
            if identity in self.met_again:
                self.law_of_equals(identity, self.met_again.pop(identity))
            return [child for _, child in profile.get("result", [])]
        except NoAnswer:
            return []
        except RAISED as error:
            self.record_exception("a state or an action", state, error)
            return []

    def laws_at(self, state: State) -> dict[str, Any]:
        """Test every law on one state; return the values of the rules."""
        over = self.ask_twice("terminal", state)
        if wrong_answer("terminal", over):
            detail = f"terminal returned {safe_repr(over)}, {wrong_answer('terminal', over)}"
            self.record_breach("terminal", state, detail)
        profile: dict[str, Any] = {"terminal": over}
        if over:
            self.terminals += 1
            profile["utility"] = self.law_of_number("utility", state)
        else:
            self.law_of_actions(state, profile)
            if self.evaluates:
                profile["evaluate"] = self.law_of_number("evaluate", state)
        self.ask_declarations(state, profile)
        profile["key"] = self.law_of_keys(state)
        self.law_of_equivalents(state)
        self.law_of_state_text(state)
        self.profiles.append((state, profile))
        return profile

    def ask_declarations(self, state: State, profile: dict[str, Any]) -> None:
        """Call the declared bounds and choices of a state; they are tested once all states are known."""
        if defines(self.game, "bounds"):
            profile["bounds"] = self.ask("bounds", state)
        goes_on = not profile["terminal"] and is_open(profile)
        if goes_on and defines(self.game, "candidates"):
            profile["candidates"] = self.ask("candidates", state)
        if goes_on and defines(self.game, "defences"):
            profile["defences"] = self.ask("defences", state)

    @property
    def evaluates(self) -> bool:
        """Whether evaluate can be called: the default needs sound utility bounds."""
        return self.utility_bounds is not None or defines(self.game, "evaluate")

    def law_of_equals(self, identity: Hashable, again: State) -> None:
        """A state equal to one examined before has the same description and the same key."""
        described = self.described[identity]
        assert described is not None, "only examined states are compared with"
        description, key = self.describe(again), self.ask("key", again)
        if not agree(self.describe(again), description):
            self.record_breach("deterministic", again, "it does not say the same of itself each time it is asked")
        elif not agree(description, described[0]):
            self.plays_differently.append(again)
        elif not agree(key, described[1]):
            self.record_breach(
                "key", again, f"its key is {safe_repr(key)}, that of an equal state {safe_repr(described[1])}"
            )

    def shared(self) -> dict[str, tuple[Any, Any]]:
        """Return the shared values that rules may not change, each with a copy, without caches, which may grow."""
        held = {}
        for where, value in shared_values(self.game).items():
            try:
                if (where.startswith("its ") or isinstance(value, LISTS_OF_ALL)) and not isinstance(value, CACHES):
                    kept = self.copy(value)
                    if agree(kept, value):
                        held[where] = (value, kept)
            except RAISED:
                continue
        return held

    def law_of_initial(self) -> State:
        """The game always starts from the same state; called often enough to detect a random start."""
        try:
            start = self.game.initial()
            starts = [self.game.initial() for _ in range(INITIAL_CALLS)]
        except RAISED as error:
            self.record_exception("initial", None, error)
            raise NoAnswer from None
        if wrong_answer("initial", start):
            detail = f"initial returned {safe_repr(start)}, {wrong_answer('initial', start)}"
            self.record_breach("rules answer", start, detail)
            raise NoAnswer
        with suppress(NoAnswer):
            self.identity(start)  # first, because unhashable states often cannot be compared either
            for again in starts:
                self.compare("initial", start, start, again)
        return start

    def law_of_utility_bounds(self, state: State) -> None:
        """The utility bounds are a pair of numbers in order."""
        bounds = self.game.utility_bounds
        try:
            low, high = bounds
            sound = is_real(low) and is_real(high) and low < high
            turned = is_real(low) and is_real(high) and low > high
        except RAISED:
            sound = turned = False
        if sound:
            self.utility_bounds = (low, high)
        else:
            advice = f"write ({high}, {low})" if turned else "write the least and the greatest utility, as (-1, 1)"
            detail = f"utility_bounds is {safe_repr(bounds)}, not a pair of numbers (low, high) with low < high"
            self.record_breach("utility", state, f"{detail}: {advice}")

    def law_of_orders(self, state: State) -> None:
        """The named orders are a mapping from names to functions."""
        try:
            orders = self.game.orders()
        except RAISED as error:
            self.record_exception("orders", state, error)
            return
        sound = isinstance(orders, Mapping)
        if not sound or not all(isinstance(name, str) and callable(order) for name, order in orders.items()):
            self.record_breach("priority", state, f"orders() returned {safe_repr(orders)}, not functions by name")
            return
        self.orders = dict(orders)
        if defines(self.game, "priority"):
            self.orders["priority"] = self.game.priority

    def law_of_shared(self, state: State, before: dict[str, tuple[Any, Any]]) -> None:
        """No rule has changed a shared value, except by additions."""
        after = shared_values(self.game)
        for where, (value, kept) in before.items():
            now = after.get(where) if where.startswith("its ") else value
            if not agree(now, kept):
                detail = f"a rule changed the game: {where} was {safe_repr(kept)} and is {safe_repr(now)}"
                self.record_breach("result", state, detail)

    def law_of_order(self) -> None:
        """The actions come in the same order in a process with another hash seed."""
        asked = [(state, profile["actions"]) for state, profile in self.profiles if "actions" in profile]
        asked = asked[:MAX_ASKED_AGAIN]
        try:
            for words in words_under_other_seeds(self.game, [state for state, _ in asked], self.budget.left):
                self.compare_orders(asked, words)
        except Unknown as error:
            self.notes[f"whether the order of actions depends on the hash seed was not tested: {error}"] = None

    def compare_orders(self, asked: list[tuple[State, list[Action]]], words: Words) -> None:
        """Compare the order of actions with that in another process."""
        for (state, actions), other in zip(asked, words, strict=True):
            here = [self.game.format_action(state, action) for action in actions]
            if here != other:
                detail = f"actions lists {here[:8]}, and {other[:8]} in another process: sort what comes out of a set"
                self.record_breach("deterministic", state, detail)

    def law_of_actions(self, state: State, profile: dict[str, Any]) -> None:
        """A non-terminal state has a player and actions, and each action leads to a state."""
        player = profile["player"] = self.ask_twice("player", state)
        if wrong_answer("player", player):
            detail = f"player returned {safe_repr(player)}, {wrong_answer('player', player)}"
            self.record_breach("player", state, detail)
        actions = self.ask("actions", state)
        if len(actions) > MAX_ACTIONS:
            self.record_breach("actions", state, f"more than {MAX_ACTIONS:,} actions: does the list end?")
            raise NoAnswer
        self.compare("actions", state, actions, self.ask("actions", state))
        profile["actions"] = actions
        if not actions:
            self.record_breach("actions", state, f"actions returned [], not {NO_MOVE}")
        self.law_of_unique_actions(state, actions)
        self.law_of_action_text(state, actions)
        profile["result"] = [(action, self.law_of_results(state, action)) for action in actions]
        if actions:
            # Again: a rule may undo at every second call a change by the call before.
            self.ask("result", state, self.random.choice(actions))
        self.compare("player", state, player, self.ask("player", state))
        self.compare("actions", state, actions, self.ask("actions", state))

    def law_of_unique_actions(self, state: State, actions: list[Action]) -> None:
        """No action is listed twice."""
        seen: dict[Action, Action] = {}
        for action in actions:
            try:
                if action in seen:
                    self.record_breach("actions", state, _repeated(seen[action], action), action)
                seen[action] = action
            except TypeError as error:
                self.record_breach(
                    "hashable", state, why_unhashable(action, "an action") or error_message(error), action
                )
                return

    def law_of_results(self, state: State, action: Action) -> State:
        """An action always leads to the same state."""
        child = self.ask_twice("result", state, action)
        if child is None:
            self.record_breach("result", state, f"result returned None, {wrong_answer('result', child)}", action)
            raise NoAnswer
        return child

    def law_of_number(self, rule: str, state: State) -> Any:
        """A utility, or an evaluation, is a finite number within its bounds."""
        value = self.ask_twice(rule, state)
        if not is_number(value):
            self.record_breach(rule, state, f"{rule} returned {safe_repr(value)}, {wrong_answer(rule, value)}")
        elif self.utility_bounds is not None:
            low, high = self.utility_bounds
            if not low <= value <= high:
                self.record_breach(rule, state, f"{rule} returned {value}, outside utility_bounds ({low}, {high})")
            elif rule == "evaluate" and value in (low, high) and low < high:
                self.record_breach(rule, state, f"evaluate returned {value}, which only the end of a game can be worth")
        return value

    def law_of_keys(self, state: State) -> Any:
        """States share a key if and only if they are equal or declared symmetric."""
        key = self.ask_twice("key", state)
        self.law_of_key_bits(state, key)
        try:
            other = self.states_by_key.setdefault(key, state)
        except TypeError as error:
            # An unhashable state breaks another law; only a game's own unhashable key breaks this one.
            if defines(self.game, "key"):
                self.record_breach("key", state, f"the key {safe_repr(key)} cannot be filed: {error_message(error)}")
            return key
        if not defines(self.game, "symmetries") and not defines(self.game, "key"):
            return key
        if len(self.profiles) > MIRRORED_STATES and self.random.random() > MIRRORED_SHARE:
            return key
        images = self.ask("symmetries", state) if self.images_scanned < MAX_IMAGES_SCANNED else []
        self.images_scanned += len(images)
        if self.by_value and other != state and other not in images and self._all_images_known(images):
            text = self.text_of(other)
            self.record_breach(
                "key", state, f"it shares its key {safe_repr(key)} with {text}, which is not declared symmetric"
            )
        for image in self.random.sample(images, min(IMAGES_COMPARED, len(images))):
            self.law_of_symmetries(state, key, image)
        return key

    def law_of_key_bits(self, state: State, key: Any) -> None:
        """If the game declares key_bits, its keys are non-negative integers that fit them."""
        bits = read_declaration(self, "key_bits")
        if bits is None:
            return
        if not isinstance(bits, int) or bits < 0:
            self.record_breach("key", state, f"key_bits is {safe_repr(bits)}, not a number of bits")
        elif not isinstance(key, int) or key < 0 or key.bit_length() > bits:
            self.record_breach(
                "key", state, f"its key is {safe_repr(key)}, not a whole number of {bits} bits, 0 or more (key_bits)"
            )

    def _all_images_known(self, images: list[State]) -> bool:
        return len(images) < MAX_IMAGES and self.images_scanned < MAX_IMAGES_SCANNED

    def law_of_symmetries(self, state: State, key: Hashable, image: State) -> None:
        """A symmetric state has the same key and plays the same."""
        if not agree(self.ask("key", image), key):
            self.record_breach("key", state, f"its symmetric state {self.text_of(image)} has another key")
        elif not agree(self.summarize(image), self.summarize(state)):
            self.record_breach("symmetries", state, f"its symmetric state {self.text_of(image)} plays differently")

    def law_of_equivalents(self, state: State) -> None:
        """Equivalent states, even those with other keys, play the same."""
        if not defines(self.game, "equivalents"):
            return
        if len(self.profiles) > MIRRORED_STATES and self.random.random() > MIRRORED_SHARE:
            return
        images = self.ask("equivalents", state)
        for image in self.random.sample(images, min(IMAGES_COMPARED, len(images))):
            if not agree(self.outlook(image), self.outlook(state)):
                self.record_breach("equivalents", state, f"its equivalent {self.text_of(image)} plays differently")

    def outlook(self, state: State) -> tuple[Any, ...]:
        """Return the values that equivalent states share; states are compared by the keys of their equivalents."""
        if self.ask("terminal", state):
            return (True, self.ask("utility", state))
        after = {self.keys_of_equivalents(child) for child in self.children(state)}
        return (False, self.ask("player", state), self.keys_of_equivalents(state), after)

    def keys_of_equivalents(self, state: State) -> frozenset[Hashable]:
        """Return the keys of a state and all its equivalents."""
        return frozenset(self.ask("key", each) for each in [state, *self.ask("equivalents", state)])

    def summarize(self, state: State) -> tuple[Any, ...]:
        """Return the values that symmetric states share; states after actions are compared by their keys."""
        if self.ask("terminal", state):
            return (True, self.ask("utility", state))
        keys = {self.ask("key", child) for child in self.children(state)}
        return (False, self.ask("player", state), self.ask("evaluate", state) if self.evaluates else None, keys)

    def law_of_state_text(self, state: State) -> None:
        """A state's text is one line that parses to the state."""
        own = defines(self.game, "format_state") or defines(self.game, "parse_state")
        if not own and not self.by_value:  # the default may show where an object lies in memory
            self.notes[NOT_TYPED] = None
            return
        text = self.ask_twice("format_state", state)
        if not isinstance(text, str) or not text or text.splitlines() != [text]:
            self.record_breach("state text", state, f"format_state returned {safe_repr(text)}, which is not one line")
            return
        try:
            back = self.game.parse_state(text)
            read = agree(back, state) or not self.by_value or self.has_lost_its_past(state, back, text)
        except InputError as error:
            read, back = False, error
        except RAISED as error:
            self.record_exception("parse_state", state, error)
            return
        if not read and own:
            how = f"refused: {back}" if isinstance(back, InputError) else f"read back as {safe_repr(back)}"
            self.record_breach("state text", state, f"{text!r}, which stands for {safe_repr(state)}, is {how}")
        elif not read:
            self.notes[NOT_TYPED] = None

    def has_lost_its_past(self, state: State, back: State, text: str) -> bool:
        """Return whether a parsed state differs only in its past, which has no text."""
        before = isinstance(state, tuple) and any(isinstance(field, Past) and field for field in state)
        return before and self.ask("format_state", back) == text and Past() in back

    def law_of_action_text(self, state: State, actions: Iterable[Action]) -> None:
        """Each action has a distinct word; priorities are numbers."""
        words: dict[str, Action] = {}
        for action in actions:
            self.law_of_priority(state, action)
            word = self.ask_twice("format_action", state, action)
            if not isinstance(word, str) or word.split() != [word]:
                self.record_breach(
                    "action text", state, f"format_action returned {safe_repr(word)}, which is not a word", action
                )
                return
            if word in words and words[word] != action:
                self.record_breach("action text", state, f"{word!r} stands for {safe_repr(words[word])} too", action)
            words[word] = action
            self.law_of_action_reading(state, action, word)

    def law_of_action_reading(self, state: State, action: Action, word: str) -> None:
        """An action's word parses to the action."""
        if not defines(self.game, "parse_action"):
            return  # the default looks the word up among the words just tested
        try:
            back = self.game.parse_action(self.copy(state), word)
        except InputError as error:
            self.record_breach("action text", state, f"parse_action refuses {word!r}: {error}", action)
            return
        except RAISED as error:
            self.record_exception("parse_action", state, error, action)
            return
        if back != action:
            self.record_breach("action text", state, f"{word!r} is read back as {safe_repr(back)}", action)

    def law_of_priority(self, state: State, action: Action) -> None:
        """A priority is a number, the same at each call."""
        for name, priority in self.orders.items():
            value = self.ask_function(name, priority, state, action)
            self.compare(name, state, value, self.ask_function(name, priority, state, action), action)
            if not is_number(value) and not isinstance(value, bool):
                self.record_breach(
                    "priority", state, f"{name} returned {safe_repr(value)}, not {expected_type(value)}", action
                )


def _parameters(method: Any) -> str:
    """Return the parameters of a game's method without self, as written."""
    signature = inspect.signature(getattr(method, "__func__", method))
    named = [str(each.replace(annotation=each.empty)) for each in signature.parameters.values()]
    return ", ".join(named if isinstance(method, staticmethod) else named[1:])


def _repeated(first: Action, again: Action) -> str:
    """Return the message for an action that equals an earlier one."""
    if type(first) is type(again):
        return "the action is listed twice"
    kinds = f"as {type(first).__name__} and as {type(again).__name__}"
    remedy = "; NamedTuples of two classes are equal where their items are: write frozen dataclasses"
    both = isinstance(first, tuple) and isinstance(again, tuple)
    return f"the action is listed twice, {kinds}: {safe_repr(first)}, which it equals{remedy if both else ''}"


def check_laws(
    game: Game, *, states: int = 6_000, playouts: int = 30, seed: int = 0, seconds: float | None = None
) -> Report:
    """Test the laws on up to `states` states, breadth first from the initial one, and along random lines of play.

    seconds: time limit; None: no limit.
    playouts, seed: the number of random lines and their seed; they are played only if some reachable states were left
    out.

    Broken laws are reported, never raised, whatever the rules do, as long as they return.

    Raises InputError for an object that is not a game.

    >>> from plywise.games import make
    >>> print(check_laws(make("nim", heaps="1-2")))
    nim:heaps=1-2: all 29 laws hold on 8 states (every reachable state), 2 of them terminal
    """
    require_game(game)
    return Examination(game, seed, seconds).run(states, playouts)
