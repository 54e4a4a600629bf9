"""What a game promises to the search, beyond the six rules: whether it keeps it, asked of all states that were met."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from typing import Any

from plywise.game import FAR, MAX, PLIES, Action, State, Value, defines, outcome, player_word
from plywise.laws.guarded import MAX_ACTIONS, RAISED, Asking, Unanswered, shown
from plywise.laws.intervals import Span, Spans, Spent

CHILDREN_ASKED = 3_000  # that were not examined themselves

RELIED_ON = ("rules answer", "deterministic", "hashable", "player", "terminal", "actions", "result", "utility")
"""The laws without which promises cannot be judged."""

Profile = Mapping[str, Any]


def made(asking: Asking, promise: str) -> Any:
    """Return an attribute of the game that is a promise. Raises Unanswered."""
    try:
        return getattr(asking.game, promise)
    except RAISED as error:
        asking.raised(promise, None, error)
        raise Unanswered from None


def takes_turns(asking: Asking) -> bool:
    """Return whether the game says that it is alternating. Raises Unanswered."""
    said = made(asking, "alternating")
    try:
        return bool(said)
    except RAISED as error:
        asking.raised("alternating", None, error)
        raise Unanswered from None


def said_bounds(profile: Profile) -> tuple[int, int] | None:
    """Return the bounds that a state was given, the widest where the game has none; None where they are no bounds."""
    bounds = profile.get("bounds", (-FAR, FAR))
    if not isinstance(bounds, tuple) or len(bounds) != 2:
        return None
    low, high = bounds
    whole = all(isinstance(bound, int) and not isinstance(bound, bool) for bound in bounds)
    return (low, high) if whole and low <= high else None


def is_open(profile: Profile) -> bool:
    """Return whether a state's bounds leave its outcome open."""
    bounds = said_bounds(profile)
    return bounds is not None and bounds[0] < bounds[1]


class Promises:
    """The laws of what a game promises. Only those are asked that the game makes.

    profiles: every examined state, and what the rules said of it. utility_bounds: the game's.
    """

    def __init__(
        self, asking: Asking, start: State, profiles: Sequence[tuple[State, Profile]], utility_bounds: Span | None
    ) -> None:
        self.asking = asking
        self.start = start
        self.profiles = profiles
        self.utility_bounds = utility_bounds or (-inf, inf)

    def examine(self) -> None:
        """Ask whether the game keeps the promises that it makes."""
        game, breaches = self.asking.game, self.asking.breaches
        bounds, candidates, defences = (defines(game, each) for each in ("bounds", "candidates", "defences"))
        with suppress(Unanswered):
            self.alternating = takes_turns(self.asking)
            laws = {
                self.law_of_alternating: self.alternating,
                self.law_of_longest: made(self.asking, "max_plies") is not None,
                self.law_of_bounds: bounds,
                partial(self.law_of_choices, "candidates"): candidates,
                partial(self.law_of_choices, "defences"): defences,
                self.law_of_outcomes: bounds or candidates or defences,
            }
            if not any(laws.values()):
                return
            if any(law in breaches for law in RELIED_ON):
                self.asking.notes["what it promises to the search was not asked: other laws are broken"] = None
                return
            self.known = dict(self.profiles)
            self.spans = Spans(self.asking, self.known, self.utility_bounds)
            for law, asked in laws.items():
                if asked:
                    self.ask_law(law)
            if bounds and not self.alternating:
                note = "bounds are not used: the game does not say that the players take turns (alternating)"
                self.asking.notes[note] = None
            for rule, defined in (("candidates", candidates), ("defences", defences)):
                if defined and not bounds:
                    self.asking.notes[f"{rule} are not used: the game has no bounds"] = None

    def ask_law(self, law: Any) -> None:
        """Ask a law; what states and actions do themselves, compared or hashed, is put on record."""
        try:
            law()
        except Unanswered:
            pass
        except RAISED as error:
            self.asking.raised("a state or an action", self.start, error)

    # --- taking turns, and the length of the game ---------------------------------------------------------------------

    def steps(self) -> Iterator[tuple[State, Profile, Action, State, Profile]]:
        """Yield each step from an examined state: state, profile, action; and where it leads: state, profile.

        First those to examined states. Of the other ones, those from the states examined last, as far as time allows.
        """
        unknown = []
        for state, profile in self.profiles:
            for action, child in profile.get("result", ()):
                if child in self.known:
                    yield state, profile, action, child, self.known[child]
                else:
                    unknown.append((state, profile, action, child))
        for state, profile, action, child in reversed(unknown[-CHILDREN_ASKED:]):
            yield state, profile, action, child, self.spans.profile(child)

    def law_of_alternating(self) -> None:
        """After every action the other player is to move."""
        for state, profile, action, _, after in self.steps():
            if not after["terminal"] and after["player"] != -profile["player"]:
                detail = f"{player_word(profile['player'])} is to move before and after it, though alternating is said"
                self.asking.breach("alternating", state, detail, action)
                return

    def law_of_longest(self) -> None:
        """No line of play is longer than the game says."""
        longest = made(self.asking, "max_plies")
        if isinstance(longest, bool) or not isinstance(longest, int) or longest < 0:
            self.asking.breach("max_plies", self.start, f"max_plies is {shown(longest)}, no number of plies")
            return
        order, again = self.in_order()
        if again is not None:
            self.asking.breach("max_plies", again, f"a line of play comes back to it; max_plies is {longest}")
            return
        plies = dict.fromkeys(order, 0)
        for state in order:
            if plies[state] > longest:
                detail = f"a line of play reaches it in {plies[state]} plies; max_plies is {longest}"
                self.asking.breach("max_plies", state, detail)
                return
            for child in self.children(state):
                plies[child] = max(plies[child], plies[state] + 1)

    def children(self, state: State) -> list[State]:
        """Return where the actions of a state lead, as far as is known."""
        return [child for _, child in self.known[state].get("result", ())] if state in self.known else []

    def in_order(self) -> tuple[list[State], State | None]:
        """Return the states met, each after all that lead to it; and one that leads to itself, where there is one."""
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
        """Bounds are two whole numbers in order; where the game is over, both are the outcome."""
        for state, profile in self.profiles:
            if said_bounds(profile) is None:
                detail = (
                    f"bounds answered {shown(profile['bounds'])}, which are not two whole numbers, the lesser first"
                )
                self.asking.breach("bounds", state, detail)
                return
        if not self.alternating or "alternating" in self.asking.breaches:
            return  # nobody is to move, then, where the game is over
        for _, profile, _, child, after in self.steps():
            if after["terminal"]:
                self.law_of_the_end(child, after, -profile["player"])

    def law_of_the_end(self, state: State, profile: Profile, player: int) -> None:
        """Where the game is over, both bounds are the outcome for the player who would be to move."""
        utility = profile["utility"]
        bounds = profile["bounds"] if "bounds" in profile else self.asking.ask("bounds", state)
        if not isinstance(utility, int):
            if said_bounds({"bounds": bounds}) == (-FAR, FAR):
                return
            detail = f"utility answered {shown(utility)}; bounds are for games whose utilities are whole numbers"
            self.asking.breach("bounds", state, detail)
            return
        end = outcome(player * utility, 0)
        if said_bounds({"bounds": bounds}) != (end, end):
            detail = (
                f"bounds answered {told(bounds)} where the game is over, for {player_word(player)} it is {told(end)}"
            )
            self.asking.breach("bounds", state, detail)

    def law_of_choices(self, rule: str) -> None:
        """Candidates, or defences, are legal actions, and there is one."""
        for state, profile in self.profiles:
            chosen, actions = profile.get(rule), set(profile.get("actions", ()))
            if chosen is None:
                continue
            if not chosen:
                self.asking.breach(rule, state, f"its bounds leave the outcome open, and it has no {rule[:-1]}")
                return
            if len(chosen) > MAX_ACTIONS:
                self.asking.breach(rule, state, f"more than {MAX_ACTIONS:,} {rule}: does the list end?")
                return
            for action in chosen:
                if action not in actions:
                    self.asking.breach(rule, state, f"a {rule[:-1]} that is no legal action", action)
                    return

    def law_of_outcomes(self) -> None:
        """Bounds and candidates agree with what small searches prove, of the states nearest to the end first."""
        for state, profile in reversed(self.profiles):
            if profile["terminal"]:
                continue
            if not self.spans.begin() or {"bounds", "candidates", "defences"} <= self.asking.breaches.keys():
                return
            with suppress(Spent):
                depth = 1
                while not self.settled(state, profile, depth):
                    depth += 1

    def settled(self, state: State, profile: Profile, depth: int) -> bool:
        """Return whether a search so deep leaves nothing open of a state, its bounds and its candidates."""
        spans, player = self.spans.spans(state, depth), profile["player"]
        low, high = self.spans.best(player, spans)
        if low == high:
            self.spans.proved[state] = low
        if player != MAX:
            low, high, spans = -high, -low, [(action, (-most, -least)) for action, (least, most) in spans]
        self.compare_bounds(state, profile, low, high)
        sure = self.compare_candidates(state, profile, spans)
        kept = self.compare_defences(state, profile, spans)
        return all(least == most for _, (least, most) in spans) or (low == high and sure >= high and (kept or high < 0))

    def compare_bounds(self, state: State, profile: Profile, low: Value, high: Value) -> None:
        """Put on record where bounds leave out the outcome, which lies from low to high for the player to move."""
        bounds = said_bounds(profile)
        if bounds is not None and (low > bounds[1] or high < bounds[0]):
            outcome_is = f"is {told(low)}" if low == high else f"lies from {told(low)} to {told(high)}"
            mover = player_word(profile["player"])
            self.asking.breach("bounds", state, f"bounds answered {told(bounds)}, the outcome {outcome_is} for {mover}")

    def compare_candidates(self, state: State, profile: Profile, spans: list[tuple[Action, Span]]) -> Value:
        """Put on record where an action is surely better than all candidates; return what the best of these surely is.

        spans: of all actions, as the player to move sees them.
        """
        listed = chosen(profile, "candidates", spans)
        if listed is None:
            return FAR
        surely, at_most = listed
        for action, (least, _) in spans:
            if least > at_most:
                detail = f"no candidate is as good: {told(least)} at least, of candidates {told(at_most)} at most"
                self.asking.breach("candidates", state, detail, action)
        return surely

    def compare_defences(self, state: State, profile: Profile, spans: list[tuple[Action, Span]]) -> bool:
        """Put on record where an action surely avoids a loss and no defence does; return whether one surely does."""
        listed = chosen(profile, "defences", spans)
        if listed is None:
            return True
        surely, at_most = listed
        saving = next((action for action, (least, _) in spans if least >= 0), None)
        if at_most < 0 and saving is not None:
            detail = f"no defence avoids a loss: of defences {told(at_most)} at most"
            self.asking.breach("defences", state, detail, saving)
        return surely >= 0


def chosen(profile: Profile, rule: str, spans: list[tuple[Action, Span]]) -> Span | None:
    """Return what the best of a state's candidates, or defences, is worth at least and at most; None without any."""
    actions = set(profile.get(rule, ()))
    listed = [span for action, span in spans if action in actions]
    return (max(least for least, _ in listed), max(most for _, most in listed)) if listed else None


def told(value: Any) -> str:
    """Return an outcome, or two, as a game writes them.

    >>> told((-FAR, outcome(1, 3)))
    '(-FAR, outcome(1, 3))'
    """
    if isinstance(value, tuple):
        return f"({', '.join(map(told, value))})"
    if value == 0 or not isinstance(value, int):
        return shown(value)
    sign = "-" if value < 0 else ""
    if abs(value) == FAR:
        return f"{sign}FAR"
    utility = -(-abs(value) // PLIES)
    return f"outcome({sign}{utility}, {utility * PLIES - abs(value)})"
