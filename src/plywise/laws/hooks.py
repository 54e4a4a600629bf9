"""Laws of the hooks for the search for play.

A hook may be a heuristic, but its values must have the expected type and consistency. A wrong guess of `under_threat`
only weakens play and breaks no law.
"""

import random
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from plywise.game import MAX, MAX_ACTIONS, MIN, Action, Game, State, defines, player_word
from plywise.laws.declarations import PREREQUISITES, Profile, declares_alternating, read_declaration
from plywise.laws.guarded import RAISED, GuardedRules, NoAnswer, is_number, safe_repr

CLASSES = 512
MAX_STATES_ASKED = 300
LINES_PLAYED, PLIES_PLAYED = 12, 200

LISTED = "tactical_actions"


class Hooks:
    """The laws of the hooks, each tested only if the game defines the hook.

    rules: the rules to call
    start: the initial state
    profiles: every examined state with the values of the rules
    """

    def __init__(self, rules: GuardedRules, start: State, profiles: Sequence[tuple[State, Profile]], seed: int) -> None:
        self.rules, self.start, self.seed = rules, start, seed
        kept = profiles if len(profiles) <= MAX_STATES_ASKED else random.Random(seed).sample(profiles, MAX_STATES_ASKED)
        self.profiles = list(kept)
        self.ends_without_actions = False

    def examine(self) -> None:
        """Test the hooks that the game defines."""
        laws = self.laws_asked()
        if not laws:
            return
        if any(law in self.rules.breaches for law in PREREQUISITES):
            self.rules.notes["its promises to the search were not tested: other laws are broken"] = None
            return
        for law in laws:
            try:
                law()
            except NoAnswer:
                pass
            except RAISED as error:
                self.rules.record_exception("a state or an action", self.start, error)

    def laws_asked(self) -> list[Callable[[], None]]:
        """Return the laws of the hooks that the game defines."""
        game = self.rules.game
        with suppress(NoAnswer):
            self.ends_without_actions = bool(read_declaration(self.rules, "ends_without_actions"))
        asked: dict[Callable[[], None], bool] = {
            self.law_of_margin_unit: declares(self.rules, "margin_unit"),
            self.law_of_ends: self.ends_without_actions,
            self.law_of_play_keys: defines(game, "play_key"),
            self.law_of_tactical_actions: defines(game, LISTED),
            self.law_of_threats: defines(game, "under_threat") or defines(game, "makes_threat"),
            self.law_of_worths: defines(game, "exchange_value"),
            self.law_of_classes: defines(game, "action_class"),
            self.law_of_recurrence: defines(game, "reversible_plies"),
            self.law_of_passes: defines(game, "may_pass") or defines(game, "passed"),
        }
        return [law for law, is_asked in asked.items() if is_asked]

    def open_states(self) -> list[tuple[State, Profile]]:
        """Return the states to test that are not terminal."""
        return [(state, profile) for state, profile in self.profiles if not profile["terminal"]]

    # --- of the game and its states -----------------------------------------------------------------------------------

    def law_of_margin_unit(self) -> None:
        """The margin unit is a positive number, or None."""
        unit = read_declaration(self.rules, "margin_unit")
        if unit is not None and not (is_number(unit) and unit > 0):
            self.rules.record_breach("margin_unit", self.start, f"margin_unit is {safe_repr(unit)}")

    def law_of_ends(self) -> None:
        """If `ends_without_actions` is declared, a state is terminal exactly if it has no action or is drawn."""
        for state, profile in self.profiles:
            drawn = self.flag("ends_without_actions", "drawn_by_rule", state)
            actions = list(self.rules.ask("actions", state)) if profile["terminal"] else profile["actions"]
            if bool(profile["terminal"]) != (drawn or not actions):
                status = "over" if profile["terminal"] else "not over"
                detail = f"it is {status}, has {len(actions):,} actions and is {'' if drawn else 'not '}drawn"
                self.rules.record_breach("ends_without_actions", state, detail)
                return

    def law_of_play_keys(self) -> None:
        """From states with equal play_keys, equally many moves lead to each play_key."""
        met: dict[Hashable, tuple[State, int, Mapping[Hashable, int]]] = {}
        for state, profile in self.open_states():
            key = self.rules.ask_twice("play_key", state)
            try:
                found = (state, profile["player"], self.counted(profile))
                other = met.setdefault(key, found)
            except TypeError:
                self.rules.record_breach("play_key", state, f"the play_key {safe_repr(key)} cannot be filed")
                return
            if other[1:] != found[1:]:
                text = self.rules.text_of(other[0])
                detail = f"it shares its play_key {safe_repr(key)} with {text}, from which other moves can be played"
                self.rules.record_breach("play_key", state, detail)
                return

    def counted(self, profile: Profile) -> Mapping[Hashable, int]:
        """Return the number of a state's actions that lead to each play_key."""
        found: dict[Hashable, int] = {}
        for _, child in profile["result"]:
            key = self.rules.ask("play_key", child)
            found[key] = found.get(key, 0) + 1
        return found

    def law_of_threats(self) -> None:
        """`under_threat` can be called for any state, and `makes_threat` predicts it."""
        for state, _ in self.profiles:
            self.flag("under_threat", "under_threat", state)
        if not defines(self.rules.game, "makes_threat"):
            return
        for state, profile in self.open_states():
            for action, child in profile["result"]:
                foretold = self.flag("under_threat", "makes_threat", state, action)
                if foretold != self.flag("under_threat", "under_threat", child):
                    detail = f"makes_threat returned {foretold}, and after the action under_threat {not foretold}"
                    self.rules.record_breach("under_threat", state, detail, action)
                    return

    def law_of_recurrence(self) -> None:
        """In random play, no position recurs from further back than `reversible_plies`."""
        source = random.Random(self.seed)
        for _ in range(LINES_PLAYED):
            state, line = self.start, list[Hashable]()
            for _ in range(PLIES_PLAYED):
                if self.rules.ask("terminal", state):
                    break
                if not self.has_room(state, line):
                    return
                line.append(self.rules.ask("play_key", state))
                state = self.rules.ask("result", state, source.choice(self.rules.ask("actions", state)))

    def has_room(self, state: State, line: list[Hashable]) -> bool:
        """Return whether the last state of a line has a valid `reversible_plies`; otherwise record a breach."""
        plies, key = self.rules.ask_twice("reversible_plies", state), self.rules.ask("play_key", state)
        if not is_whole(plies) or plies < 0:
            self.rules.record_breach("reversible_plies", state, f"reversible_plies returned {safe_repr(plies)}")
            return False
        further = [len(line) - ply for ply, other in enumerate(line) if other == key and len(line) - ply > plies]
        if further:
            detail = f"reversible_plies returned {plies}, and the same position was there {further[-1]} plies ago"
            self.rules.record_breach("reversible_plies", state, detail)
        return not further

    def law_of_passes(self) -> None:
        """If `may_pass` is true, `passed` leads to a state with the other player to move."""
        alternating = declares_alternating(self.rules)
        for state, profile in self.open_states():
            if not self.flag("passed", "may_pass", state):
                continue
            after = self.rules.ask_twice("passed", state)
            if not alternating and self.rules.ask("terminal", after):
                continue
            player = self.rules.ask("player", after)
            if player != -profile["player"]:
                mover = player_word(player) if player in (MAX, MIN) else safe_repr(player)
                self.rules.record_breach("passed", state, f"{mover} is to move after the pass")
                return

    # --- of actions ---------------------------------------------------------------------------------------------------

    def law_of_tactical_actions(self) -> None:
        """The tactical actions are the noisy ones, in the order of actions."""
        for state, profile in self.open_states():
            listed = self.rules.ask(LISTED, state)
            noisy = [action for action in profile["actions"] if self.rules.ask("noisy", state, action)]
            if len(listed) > MAX_ACTIONS:
                self.rules.record_breach(LISTED, state, f"more than {MAX_ACTIONS:,}: does the list end?")
            elif listed != noisy:
                words = [[self.rules.game.format_action(state, each) for each in some[:8]] for some in (listed, noisy)]
                same = sorted(words[0]) == sorted(words[1]) and len(listed) == len(noisy)
                why = "in another order than" if same else "and noisy are"
                self.rules.record_breach(LISTED, state, f"it lists {words[0]}, {why} {words[1]}")
            else:
                continue
            return

    def law_of_worths(self) -> None:
        """The exchange value of an action is a finite number."""
        for state, profile in self.open_states():
            for action in profile["actions"]:
                worth = self.rules.ask("exchange_value", state, action)
                if not is_number(worth):
                    detail = f"exchange_value returned {safe_repr(worth)}"
                    self.rules.record_breach("exchange_value", state, detail, action)
                    return

    def law_of_classes(self) -> None:
        """The class of an action is a whole number from 0 to 511."""
        for state, profile in self.open_states():
            for action in profile["actions"]:
                number = self.rules.ask("action_class", state, action)
                if not is_whole(number) or not 0 <= number < CLASSES:
                    detail = f"action_class returned {safe_repr(number)}, not a whole number from 0 to {CLASSES - 1}"
                    self.rules.record_breach("action_class", state, detail, action)
                    return

    def flag(self, law: str, rule: str, state: State, *action: Action) -> bool:
        """Return a rule's True or False; record any other value."""
        answer = self.rules.ask_twice(rule, state, *action)
        if not isinstance(answer, (bool, int)) or answer not in (0, 1):
            self.rules.record_breach(law, state, f"{rule} returned {safe_repr(answer)}")
            raise NoAnswer
        return bool(answer)


def declares(rules: GuardedRules, attribute: str) -> bool:
    """Return whether a game overrides an attribute."""
    with suppress(NoAnswer):
        return read_declaration(rules, attribute) is not getattr(Game, attribute)
    return False


def is_whole(value: Any) -> bool:
    """Return whether a value is a whole number, and not True or False."""
    return isinstance(value, int) and not isinstance(value, bool)
