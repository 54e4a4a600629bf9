"""Laws of a game's declarations to searches, which must hold in every state examined."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from typing import Any

from plywise.game import FAR, MAX, MAX_ACTIONS, Action, State, Value, defines, outcome, player_word, split_outcome
from plywise.laws.guarded import RAISED, GuardedRules, NoAnswer, safe_repr
from plywise.laws.intervals import Interval, IntervalSearch, OutOfNodes

MAX_CHILDREN_ASKED = 3_000  # of those that were not examined themselves

PREREQUISITES = ("rules answer", "deterministic", "hashable", "player", "terminal", "actions", "result", "utility")
"""The laws that must hold before declarations can be judged."""

Profile = Mapping[str, Any]


def read_declaration(rules: GuardedRules, attribute: str) -> Any:
    """Return an attribute that the game declares. Raises NoAnswer."""
    try:
        return getattr(rules.game, attribute)
    except RAISED as error:
        rules.record_exception(attribute, None, error)
        raise NoAnswer from None


def declares_alternating(rules: GuardedRules) -> bool:
    """Return whether the game declares itself alternating. Raises NoAnswer."""
    declared = read_declaration(rules, "alternating")
    try:
        return bool(declared)
    except RAISED as error:
        rules.record_exception("alternating", None, error)
        raise NoAnswer from None


def declared_bounds(profile: Profile) -> tuple[int, int] | None:
    """Return a state's declared bounds, by default the widest; None if they are not valid bounds."""
    bounds = profile.get("bounds", (-FAR, FAR))
    if not isinstance(bounds, tuple) or len(bounds) != 2:
        return None
    low, high = bounds
    whole = all(isinstance(bound, int) and not isinstance(bound, bool) for bound in bounds)
    return (low, high) if whole and low <= high else None


def is_open(profile: Profile) -> bool:
    """Return whether a state's bounds leave its outcome open."""
    bounds = declared_bounds(profile)
    return bounds is not None and bounds[0] < bounds[1]


class Declarations:
    """The laws of declarations, each tested only if the game makes the declaration.

    rules: the rules to call.
    start: the initial state.
    profiles: every examined state with the values of the rules.
    utility_bounds: the game's, if valid.
    """

    def __init__(
        self,
        rules: GuardedRules,
        start: State,
        profiles: Sequence[tuple[State, Profile]],
        utility_bounds: Interval | None,
    ) -> None:
        self.rules = rules
        self.start = start
        self.profiles = profiles
        self.utility_bounds = utility_bounds or (-inf, inf)

    def examine(self) -> None:
        """Test the declarations that the game makes."""
        game, breaches = self.rules.game, self.rules.breaches
        bounds, candidates, defences = (defines(game, each) for each in ("bounds", "candidates", "defences"))
        with suppress(NoAnswer):
            self.alternating = declares_alternating(self.rules)
            laws = {
                self.law_of_alternating: self.alternating,
                self.law_of_max_plies: read_declaration(self.rules, "max_plies") is not None,
                self.law_of_bounds: bounds,
                partial(self.law_of_choices, "candidates"): candidates,
                partial(self.law_of_choices, "defences"): defences,
                self.law_of_outcomes: bounds or candidates or defences,
            }
            if not any(laws.values()):
                return
            if any(law in breaches for law in PREREQUISITES):
                self.rules.notes["its promises to the search were not tested: other laws are broken"] = None
                return
            self.known = dict(self.profiles)
            self.small_searches = IntervalSearch(self.rules, self.known, self.utility_bounds)
            for law, asked in laws.items():
                if asked:
                    self.ask_law(law)
            if bounds and not self.alternating:
                note = "bounds are not used: the game does not say that the players take turns (alternating)"
                self.rules.notes[note] = None
            for rule, defined in (("candidates", candidates), ("defences", defences)):
                if defined and not bounds:
                    self.rules.notes[f"{rule} are not used: the game has no bounds"] = None

    def ask_law(self, law: Any) -> None:
        """Test one law; record what states and actions raise when compared or hashed."""
        try:
            law()
        except NoAnswer:
            pass
        except RAISED as error:
            self.rules.record_exception("a state or an action", self.start, error)

    # --- taking turns, and the length of the game ---------------------------------------------------------------------

    def successors(self) -> Iterator[tuple[State, Profile, Action, State, Profile]]:
        """Yield each step from an examined state: state, profile and action, then the child's state and profile.

        Steps to examined states come first; of the others, only the last MAX_CHILDREN_ASKED found.
        """
        unknown = []
        for state, profile in self.profiles:
            for action, child in profile.get("result", ()):
                if child in self.known:
                    yield state, profile, action, child, self.known[child]
                else:
                    unknown.append((state, profile, action, child))
        for state, profile, action, child in reversed(unknown[-MAX_CHILDREN_ASKED:]):
            yield state, profile, action, child, self.small_searches.profile(child)

    def law_of_alternating(self) -> None:
        """After every action it is the other player's turn."""
        for state, profile, action, _, after in self.successors():
            if not after["terminal"] and after["player"] != -profile["player"]:
                detail = f"{player_word(profile['player'])} is to move before and after it, but alternating is declared"
                self.rules.record_breach("alternating", state, detail, action)
                return

    def law_of_max_plies(self) -> None:
        """No line of play is longer than max_plies."""
        longest = read_declaration(self.rules, "max_plies")
        if isinstance(longest, bool) or not isinstance(longest, int) or longest < 0:
            self.rules.record_breach(
                "max_plies", self.start, f"max_plies is {safe_repr(longest)}, not a number of plies"
            )
            return
        order, again = self.topological_order()
        if again is not None:
            self.rules.record_breach("max_plies", again, f"a line of play comes back to it; max_plies is {longest}")
            return
        plies = dict.fromkeys(order, 0)
        for state in order:
            if plies[state] > longest:
                detail = f"a line of play reaches it in {plies[state]} plies; max_plies is {longest}"
                self.rules.record_breach("max_plies", state, detail)
                return
            for child in self.children(state):
                plies[child] = max(plies[child], plies[state] + 1)

    def children(self, state: State) -> list[State]:
        """Return the known children of a state."""
        return [child for _, child in self.known[state].get("result", ())] if state in self.known else []

    def topological_order(self) -> tuple[list[State], State | None]:
        """Return the states in topological order; if there is a cycle, no states and one that can recur."""
        order, under_way = [], {self.start}
        entered = {self.start}
        stack = [(self.start, iter(self.children(self.start)))]
        while stack:
            state, children = stack[-1]
            child = next(children, None)
            if child is None:
                under_way.discard(state)
                order.append(state)
                stack.pop()
            elif child in under_way:
                return [], child
            elif child not in entered:
                entered.add(child)
                under_way.add(child)
                stack.append((child, iter(self.children(child))))
        return order[::-1], None

    # --- what is known without a search -------------------------------------------------------------------------------

    def law_of_bounds(self) -> None:
        """Bounds are two integers in order; in a terminal state, both are the outcome."""
        for state, profile in self.profiles:
            if declared_bounds(profile) is None:
                detail = (
                    f"bounds returned {safe_repr(profile['bounds'])}, which are not two whole numbers, the lesser first"
                )
                self.rules.record_breach("bounds", state, detail)
                return
        if not self.alternating or "alternating" in self.rules.breaches:
            return  # no player is to move once the game is over
        for _, profile, _, child, after in self.successors():
            if after["terminal"]:
                self.law_of_the_end(child, after, -profile["player"])

    def law_of_the_end(self, state: State, profile: Profile, player: int) -> None:
        """In a terminal state, both bounds are the outcome for the player whose turn it would be."""
        utility = profile["utility"]
        bounds = profile["bounds"] if "bounds" in profile else self.rules.ask("bounds", state)
        if not isinstance(utility, int):
            if declared_bounds({"bounds": bounds}) == (-FAR, FAR):
                return
            detail = f"utility returned {safe_repr(utility)}; bounds are for games whose utilities are whole numbers"
            self.rules.record_breach("bounds", state, detail)
            return
        end = outcome(player * utility, 0)
        if declared_bounds({"bounds": bounds}) != (end, end):
            expected = f"for {player_word(player)} it is {format_outcome(end)}"
            detail = f"bounds returned {format_outcome(bounds)} where the game is over, {expected}"
            self.rules.record_breach("bounds", state, detail)

    def law_of_choices(self, rule: str) -> None:
        """Candidates, or defences, are legal actions, and there is at least one."""
        for state, profile in self.profiles:
            listed, actions = profile.get(rule), set(profile.get("actions", ()))
            if listed is None:
                continue
            if not listed:
                self.rules.record_breach(rule, state, f"its bounds leave the outcome open, and it has no {rule[:-1]}")
                return
            if len(listed) > MAX_ACTIONS:
                self.rules.record_breach(rule, state, f"more than {MAX_ACTIONS:,} {rule}: does the list end?")
                return
            for action in listed:
                if action not in actions:
                    self.rules.record_breach(rule, state, f"a {rule[:-1]} that is not a legal action", action)
                    return

    def law_of_outcomes(self) -> None:
        """Bounds, candidates and defences agree with what small searches prove, starting near the end of the game."""
        for state, profile in reversed(self.profiles):
            if profile["terminal"]:
                continue
            if (
                not self.small_searches.begin_state()
                or {"bounds", "candidates", "defences"} <= self.rules.breaches.keys()
            ):
                return
            with suppress(OutOfNodes):
                depth = 1
                while not self.compare_at_depth(state, profile, depth):
                    depth += 1

    def compare_at_depth(self, state: State, profile: Profile, depth: int) -> bool:
        """Compare a state with a search to a depth; return whether a deeper search is unnecessary."""
        intervals, player = self.small_searches.intervals(state, depth), profile["player"]
        low, high = self.small_searches.best_interval(player, intervals)
        if low == high:
            self.small_searches.proved[state] = low
        if player != MAX:
            low, high, intervals = -high, -low, [(action, (-most, -least)) for action, (least, most) in intervals]
        self.compare_bounds(state, profile, low, high)
        sure = self.compare_candidates(state, profile, intervals)
        kept = self.compare_defences(state, profile, intervals)
        return all(least == most for _, (least, most) in intervals) or (
            low == high and sure >= high and (kept or high < 0)
        )

    def compare_bounds(self, state: State, profile: Profile, low: Value, high: Value) -> None:
        """Record bounds that exclude the outcome, which lies from low to high for the player to move."""
        bounds = declared_bounds(profile)
        if bounds is not None and (low > bounds[1] or high < bounds[0]):
            outcome_is = (
                f"is {format_outcome(low)}"
                if low == high
                else f"lies from {format_outcome(low)} to {format_outcome(high)}"
            )
            mover = player_word(profile["player"])
            self.rules.record_breach(
                "bounds", state, f"bounds returned {format_outcome(bounds)}, the outcome {outcome_is} for {mover}"
            )

    def compare_candidates(self, state: State, profile: Profile, intervals: list[tuple[Action, Interval]]) -> Value:
        """Record an action that is provably better than all candidates; return the proved value of the best candidate.

        intervals: of all actions, from the view of the player to move.
        """
        listed = best_listed(profile, "candidates", intervals)
        if listed is None:
            return FAR
        surely, at_most = listed
        for action, (least, _) in intervals:
            if least > at_most:
                of_candidates = f"of candidates {format_outcome(at_most)} at most"
                detail = f"no candidate is as good: {format_outcome(least)} at least, {of_candidates}"
                self.rules.record_breach("candidates", state, detail, action)
        return surely

    def compare_defences(self, state: State, profile: Profile, intervals: list[tuple[Action, Interval]]) -> bool:
        """Record an action that avoids a loss if no defence does; return whether a defence provably does."""
        listed = best_listed(profile, "defences", intervals)
        if listed is None:
            return True
        surely, at_most = listed
        saving = next((action for action, (least, _) in intervals if least >= 0), None)
        if at_most < 0 and saving is not None:
            detail = f"no defence avoids a loss: of defences {format_outcome(at_most)} at most"
            self.rules.record_breach("defences", state, detail, saving)
        return surely >= 0


def best_listed(profile: Profile, rule: str, intervals: list[tuple[Action, Interval]]) -> Interval | None:
    """Return the interval of the best of a state's candidates, or defences; None if it lists none."""
    actions = set(profile.get(rule, ()))
    listed = [interval for action, interval in intervals if action in actions]
    return (max(least for least, _ in listed), max(most for _, most in listed)) if listed else None


def format_outcome(value: Any) -> str:
    """Format an outcome, or a pair of them, as in a game's source.

    >>> format_outcome((-FAR, outcome(1, 3)))
    '(-FAR, outcome(1, 3))'
    """
    if isinstance(value, tuple):
        return f"({', '.join(map(format_outcome, value))})"
    if value == 0 or not isinstance(value, int):
        return safe_repr(value)
    if abs(value) == FAR:
        return "FAR" if value > 0 else "-FAR"
    utility, plies = split_outcome(value)
    return f"outcome({utility}, {plies})"
