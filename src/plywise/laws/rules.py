"""The examination of a game: which states are asked, and how each law is asked of them."""

import random
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import suppress
from typing import Any

from plywise.errors import InputError
from plywise.game import MAX, MIN, Action, Game, State, defines
from plywise.laws.declarations import Promises, is_open, made
from plywise.laws.guarded import (
    MAX_ACTIONS,
    MAX_IMAGES,
    RAISED,
    Asking,
    Unanswered,
    is_number,
    is_real,
    message,
    same,
    shown,
)
from plywise.laws.report import LAWS, Report
from plywise.recursion import recursion_room
from plywise.repetition import Past

LONGEST_PLAYOUT = 2_000
INITIAL_ASKED = 20
ASKED_AGAIN = 300
MIRRORED = 500  # states of which the symmetries are asked; of later ones, this share:
MIRRORED_LATER = 0.1
IMAGES_COMPARED = 3
IMAGES_IN_ALL = 200_000

CACHES = (dict, set)


class Examination(Asking):
    """One run of check: the states met so far, and the first breach of each law."""

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game)
        self.seed = seed
        self.random = random.Random(seed)
        self.states = 0
        self.terminals = 0
        self.said: dict[Hashable, tuple[Any, Any] | None] = {}  # met state -> its opinion and its key, once examined
        self.met_again: dict[Hashable, State] = {}  # met twice before it is examined
        self.plays_differently: list[State] = []  # though it equals another
        self.states_by_key: dict[Hashable, State] = {}
        self.profiles: list[tuple[State, dict[str, Any]]] = []
        self.images_scanned = 0
        self.utility_bounds: tuple[Any, Any] | None = None
        self.orders: dict[str, Callable[..., Any]] = {}

    def run(self, states: int, playouts: int) -> Report:
        """Examine the game and return the report."""
        complete = False
        try:
            with recursion_room():
                complete = self.examine_game(states, playouts)
        except Unanswered:
            pass
        broken = sorted(self.breaches.values(), key=lambda breach: list(LAWS).index(breach.law))
        return Report(
            self.game.name, self.states, self.terminals, complete, self.seed, tuple(broken), tuple(self.notes)
        )

    def examine_game(self, states: int, playouts: int) -> bool:
        """Ask everything; return whether every reachable state was asked."""
        attributes = self.attributes()
        start = self.law_of_initial()
        self.law_of_utility_bounds(start)
        self.law_of_orders(start)
        complete = self.breadth_first(start, states)
        if not complete:
            for _ in range(playouts):
                self.playout(start)
        self.ask_again()
        self.law_of_attributes(start, attributes)
        if self.plays_differently and "deterministic" not in self.breaches:  # or else that is why
            detail = "a state that equals it plays differently: compare all that matters"
            self.breach("hashable", self.plays_differently[0], detail)
        Promises(self, start, self.profiles, self.utility_bounds).examine()
        return complete

    # --- walking ------------------------------------------------------------------------------------------------------

    def breadth_first(self, start: State, limit: int) -> bool:
        """Examine states in order of their ply; return whether the limit left none out."""
        waiting = deque([start])
        self.meet(start)
        while waiting and self.states < limit:
            for child in self.examine(waiting.popleft()):
                if self.meet(child):
                    waiting.append(child)
        return not waiting

    def meet(self, state: State) -> bool:
        """Return whether the state is met for the first time; see that one met again is still the same."""
        try:
            identity = self.identity(state)
            if identity not in self.said:
                self.said[identity] = None
                return True
            if self.said[identity] is None:
                self.met_again[identity] = state
            else:
                self.law_of_equals(identity, state)
        except Unanswered:
            pass
        except RAISED as error:
            self.raised("comparing states", state, error)
        return False

    def playout(self, state: State) -> None:
        """Examine the states along a random line of play."""
        for _ in range(LONGEST_PLAYOUT):
            try:
                known = self.said.get(self.identity(state)) is not None
                children = self.children(state) if known else self.examine(state)
            except Unanswered:
                return
            if not children:
                return
            state = self.random.choice(children)
            self.meet(state)
        self.notes[f"a random line of play was not over after {LONGEST_PLAYOUT:,} plies"] = None

    def children(self, state: State) -> list[State]:
        """Return where the actions of a state lead."""
        if self.ask("terminal", state):
            return []
        return [self.ask("result", state, action) for action in self.ask("actions", state)]

    def opinion(self, state: State) -> tuple[Any, ...]:
        """Return what a state says of itself: that it is over, and its utility; or the player and the actions."""
        if self.ask("terminal", state):
            return (True, self.ask("utility", state))
        return (False, self.ask("player", state), self.ask("actions", state))

    def ask_again(self) -> None:
        """Ask a sample of states again, rule by rule and in another order: a rule that remembers gives itself away."""
        sample = self.random.sample(self.profiles, min(ASKED_AGAIN, len(self.profiles)))
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
        """Ask every law of one state; return the states that its actions lead to."""
        self.states += 1
        try:
            identity = self.identity(state)
            profile = self.laws_at(state)
            self.said[identity] = (self.opinion(state), profile["key"])
            if identity in self.met_again:
                self.law_of_equals(identity, self.met_again.pop(identity))
            return [child for _, child in profile.get("result", [])]
        except Unanswered:
            return []
        except RAISED as error:
            self.raised("a state or an action", state, error)
            return []

    def laws_at(self, state: State) -> dict[str, Any]:
        """Ask every law of one state; return what the rules answered."""
        over = self.ask_twice("terminal", state)
        if not isinstance(over, (bool, int)) or over not in (0, 1):
            self.breach("terminal", state, f"terminal answered {shown(over)}")
        profile: dict[str, Any] = {"terminal": over}
        if over:
            self.terminals += 1
            profile["utility"] = self.law_of_numbers("utility", state)
        else:
            self.law_of_actions(state, profile)
            if self.evaluates:
                profile["evaluate"] = self.law_of_numbers("evaluate", state)
        self.ask_promises(state, profile)
        profile["key"] = self.law_of_keys(state)
        self.law_of_state_text(state)
        self.profiles.append((state, profile))
        return profile

    def ask_promises(self, state: State, profile: dict[str, Any]) -> None:
        """Ask what the game says of a state for the search; what that is worth is seen when all states are known."""
        if defines(self.game, "bounds"):
            profile["bounds"] = self.ask("bounds", state)
        goes_on = not profile["terminal"] and is_open(profile)
        if goes_on and defines(self.game, "candidates"):
            profile["candidates"] = self.ask("candidates", state)
        if goes_on and defines(self.game, "defences"):
            profile["defences"] = self.ask("defences", state)

    @property
    def evaluates(self) -> bool:
        """Whether evaluate can be asked: the default needs sound bounds."""
        return self.utility_bounds is not None or defines(self.game, "evaluate")

    def law_of_equals(self, identity: Hashable, again: State) -> None:
        """A state that equals one examined before says the same of itself, and has its key."""
        said = self.said[identity]
        assert said is not None, "only examined states are compared with"
        opinion, key = self.opinion(again), self.ask("key", again)
        if not same(self.opinion(again), opinion):
            self.breach("deterministic", again, "it does not say the same of itself each time it is asked")
        elif not same(opinion, said[0]):
            self.plays_differently.append(again)
        elif not same(key, said[1]):
            self.breach("key", again, f"its key is {shown(key)}, that of an equal state {shown(said[1])}")

    def attributes(self) -> dict[str, Any]:
        """Return a copy of what the game object holds, as far as it can be compared; caches may grow."""
        held = {}
        for name, value in vars(self.game).items():
            try:
                if not isinstance(value, CACHES) and same(self.copy(value), value):
                    held[name] = self.copy(value)
            except RAISED:
                continue
        return held

    def law_of_initial(self) -> State:
        """Ask how the game starts, often enough to notice a start drawn by lot."""
        try:
            start = self.game.initial()
            starts = [self.game.initial() for _ in range(INITIAL_ASKED)]
        except RAISED as error:
            self.raised("initial", None, error)
            raise Unanswered from None
        with suppress(Unanswered):
            for again in starts:
                self.compare("initial", start, start, again)
        return start

    def law_of_utility_bounds(self, state: State) -> None:
        """The utility bounds are a pair of numbers in order."""
        bounds = self.game.utility_bounds
        try:
            low, high = bounds
            sound = is_real(low) and is_real(high) and low <= high
        except RAISED:
            sound = False
        if sound:
            self.utility_bounds = (low, high)
        else:
            self.breach("utility", state, f"utility_bounds is {shown(bounds)}, not a pair of numbers (low, high)")

    def law_of_orders(self, state: State) -> None:
        """The named orders are functions by name."""
        try:
            orders = self.game.orders()
        except RAISED as error:
            self.raised("orders", state, error)
            return
        sound = isinstance(orders, Mapping)
        if not sound or not all(isinstance(name, str) and callable(order) for name, order in orders.items()):
            self.breach("priority", state, f"orders() answered {shown(orders)}, not functions by name")
            return
        self.orders = dict(orders)
        if defines(self.game, "priority"):
            self.orders["priority"] = self.game.priority

    def law_of_attributes(self, state: State, before: dict[str, Any]) -> None:
        """No rule has changed what the game object holds; it may have remembered more."""
        for name, value in before.items():
            now = vars(self.game).get(name)
            if not same(now, value):
                detail = f"a rule changed the game: its {name} was {shown(value)} and is {shown(now)}"
                self.breach("result", state, detail)

    def law_of_actions(self, state: State, profile: dict[str, Any]) -> None:
        """A state that goes on has a player and actions, each of which leads somewhere."""
        player = profile["player"] = self.ask_twice("player", state)
        if player not in (MAX, MIN):
            self.breach("player", state, f"player answered {shown(player)}")
        actions = self.ask("actions", state)
        if len(actions) > MAX_ACTIONS:
            self.breach("actions", state, f"more than {MAX_ACTIONS:,} actions: does the list end?")
            raise Unanswered
        self.compare("actions", state, actions, self.ask("actions", state))
        profile["actions"] = actions
        if not actions:
            self.breach("actions", state, "it is not terminal and has no action")
        self.law_of_unique_actions(state, actions)
        self.law_of_action_text(state, actions)
        profile["result"] = [(action, self.law_of_results(state, action)) for action in actions]
        if actions:
            # Once more: a rule may undo at every second call what it did at the first.
            self.ask("result", state, self.random.choice(actions))
        self.compare("player", state, player, self.ask("player", state))
        self.compare("actions", state, actions, self.ask("actions", state))

    def law_of_unique_actions(self, state: State, actions: list[Action]) -> None:
        """No action is listed twice."""
        seen: set[Action] = set()
        for action in actions:
            try:
                if action in seen:
                    self.breach("actions", state, "the action is listed twice", action)
                seen.add(action)
            except TypeError as error:
                self.breach("hashable", state, message(error), action)
                return

    def law_of_results(self, state: State, action: Action) -> State:
        """An action leads to one state."""
        child = self.ask_twice("result", state, action)
        if child is None:
            self.breach("result", state, "result returned None", action)
            raise Unanswered
        return child

    def law_of_numbers(self, rule: str, state: State) -> Any:
        """A utility, or an evaluation, is a finite number in its bounds."""
        value = self.ask_twice(rule, state)
        if not is_number(value):
            self.breach(rule, state, f"{rule} answered {shown(value)}, which is no finite number")
        elif self.utility_bounds is not None:
            low, high = self.utility_bounds
            if not low <= value <= high:
                self.breach(rule, state, f"{rule} answered {value}, outside utility_bounds ({low}, {high})")
            elif rule == "evaluate" and value in (low, high) and low < high:
                self.breach(rule, state, f"evaluate answered {value}, which only the end of a game can be worth")
        return value

    def law_of_keys(self, state: State) -> Any:
        """States share a key if they are declared symmetric, and only then."""
        key = self.ask_twice("key", state)
        self.law_of_key_bits(state, key)
        try:
            other = self.states_by_key.setdefault(key, state)
        except TypeError as error:
            # A state that cannot be hashed is the other law's breach; a key of its own that cannot is this one's.
            if defines(self.game, "key"):
                self.breach("key", state, f"the key {shown(key)} cannot be filed: {message(error)}")
            return key
        if not defines(self.game, "symmetries") and not defines(self.game, "key"):
            return key
        if len(self.profiles) > MIRRORED and self.random.random() > MIRRORED_LATER:
            return key
        images = self.ask("symmetries", state) if self.images_scanned < IMAGES_IN_ALL else []
        self.images_scanned += len(images)
        if self.by_value and other != state and other not in images and self._all_images_known(images):
            text = self.text_of(other)
            self.breach("key", state, f"it shares its key {shown(key)} with {text}, which is not declared symmetric")
        for image in self.random.sample(images, min(IMAGES_COMPARED, len(images))):
            self.law_of_symmetries(state, key, image)
        return key

    def law_of_key_bits(self, state: State, key: Any) -> None:
        """Where the game says how many bits its keys fit, they are whole numbers from 0 on that do."""
        bits = made(self, "key_bits")
        if bits is None:
            return
        if not isinstance(bits, int) or bits < 0:
            self.breach("key", state, f"key_bits is {shown(bits)}, no number of bits")
        elif not isinstance(key, int) or key < 0 or key.bit_length() > bits:
            self.breach("key", state, f"its key is {shown(key)}, no whole number from 0 on of {bits} bits (key_bits)")

    def _all_images_known(self, images: list[State]) -> bool:
        return len(images) < MAX_IMAGES and self.images_scanned < IMAGES_IN_ALL

    def law_of_symmetries(self, state: State, key: Hashable, image: State) -> None:
        """A symmetric state has the same key, and is the same game."""
        if not same(self.ask("key", image), key):
            self.breach("key", state, f"its symmetric state {self.text_of(image)} has another key")
        elif not same(self.summary(image), self.summary(state)):
            self.breach("symmetries", state, f"its symmetric state {self.text_of(image)} plays differently")

    def summary(self, state: State) -> tuple[Any, ...]:
        """Return what symmetric states agree on; where the actions lead is told by the keys there."""
        if self.ask("terminal", state):
            return (True, self.ask("utility", state))
        keys = {self.ask("key", child) for child in self.children(state)}
        return (False, self.ask("player", state), self.ask("evaluate", state) if self.evaluates else None, keys)

    def law_of_state_text(self, state: State) -> None:
        """A state's text is one line and is read back."""
        own = defines(self.game, "format_state") or defines(self.game, "parse_state")
        text = self.ask_twice("format_state", state)
        if not isinstance(text, str) or not text or text.splitlines() != [text]:
            self.breach("state text", state, f"format_state answered {shown(text)}, which is not one line")
            return
        try:
            back = self.game.parse_state(text)
            read = same(back, state) or not self.by_value or self.has_lost_its_past(state, back, text)
        except InputError as error:
            read, back = False, error
        except RAISED as error:
            self.raised("parse_state", state, error)
            return
        if not read and own:
            how = f"refused: {back}" if isinstance(back, InputError) else f"read back as {shown(back)}"
            self.breach("state text", state, f"{text!r}, which stands for {shown(state)}, is {how}")
        elif not read:
            self.notes["not every position can be typed: define format_state and parse_state to use --position"] = None

    def has_lost_its_past(self, state: State, back: State, text: str) -> bool:
        """Return whether a state read back is another one because what came before cannot be typed, and no more."""
        before = isinstance(state, tuple) and any(isinstance(field, Past) and field for field in state)
        return before and self.ask("format_state", back) == text and Past() in back

    def law_of_action_text(self, state: State, actions: Iterable[Action]) -> None:
        """Actions are called by words, each its own; priorities are numbers."""
        words: dict[str, Action] = {}
        for action in actions:
            self.law_of_priority(state, action)
            word = self.ask_twice("format_action", state, action)
            if not isinstance(word, str) or word.split() != [word]:
                self.breach("action text", state, f"format_action answered {shown(word)}, which is no word", action)
                return
            if word in words and words[word] != action:
                self.breach("action text", state, f"{word!r} stands for {shown(words[word])} too", action)
            words[word] = action
            self.law_of_action_reading(state, action, word)

    def law_of_action_reading(self, state: State, action: Action, word: str) -> None:
        """An action's word is read back."""
        if not defines(self.game, "parse_action"):
            return  # the default looks the word up among the words just tested
        try:
            back = self.game.parse_action(self.copy(state), word)
        except InputError as error:
            self.breach("action text", state, f"parse_action refuses {word!r}: {error}", action)
            return
        except RAISED as error:
            self.raised("parse_action", state, error, action)
            return
        if back != action:
            self.breach("action text", state, f"{word!r} is read back as {shown(back)}", action)

    def law_of_priority(self, state: State, action: Action) -> None:
        """A priority is a number, the same each time."""
        for name, priority in self.orders.items():
            value = self.ask_function(name, priority, state, action)
            self.compare(name, state, value, self.ask_function(name, priority, state, action), action)
            if not is_number(value) and not isinstance(value, bool):
                self.breach("priority", state, f"{name} answered {shown(value)}, which is no finite number", action)
