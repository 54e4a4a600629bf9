"""The laws, and the report on which of them a game breaks."""

from dataclasses import dataclass, field
from typing import Any

LAWS = {
    "result": "result returns a new state and changes neither the state nor the game",
    "rules answer": "no rule raises an exception on a state of the game",
    "deterministic": "the same question gets the same answer every time, whatever was asked before",
    "hashable": "states and actions can be hashed, and states compare by what they hold",
    "player": "the player of a state that is not terminal is MAX (+1) or MIN (-1)",
    "terminal": "terminal returns True or False",
    "actions": "a state that is not terminal has at least one action, each listed once",
    "utility": "the utility of a terminal state is a finite number within utility_bounds",
    "evaluate": "an evaluation is a finite number strictly between the utility_bounds",
    "priority": "priorities and named orders are finite numbers",
    "key": "two states share a key exactly if they are equal or declared symmetric; it fits key_bits, if given",
    "symmetries": "symmetric states agree on player, terminal, utility, evaluation and where their actions lead",
    "equivalents": "equivalent states agree on player, terminal and utility, and lead to equivalent states",
    "state text": "format_state is one line that parse_state reads back as the same state (but for its past)",
    "action text": "format_action is one word, unique in its state, that parse_action reads back",
    "alternating": "where the game says alternating, the other player is to move after every action",
    "max_plies": "where the game says max_plies, no line of play has more plies",
    "bounds": "the outcome lies within bounds, in the view of the player to move; the end's bounds are equal to it",
    "candidates": "where bounds leave the outcome open, some candidate is as good as any action, and takes no longer",
    "defences": "where bounds leave the outcome open and some action avoids a loss, some defence does",
    "margin_unit": "the margin unit, if given, is a positive number",
    "ends_without_actions": "where that is declared, a state is over exactly if it has no action or is drawn",
    "play_key": "from states that share a play_key, the same player has moves that lead to the same play_keys",
    "tactical_actions": "the tactical actions are the noisy ones, in the order of actions",
    "under_threat": "under_threat returns True or False, even where the game is over, and makes_threat foretells it",
    "exchange_value": "what an action wins by exchange is a finite number",
    "action_class": "the class of an action is a whole number from 0 to 511",
    "reversible_plies": "no position was there before more plies ago than reversible_plies says",
    "passed": "where may_pass says yes, passed leads to a state in which the other player is to move",
}

MAX_TEXT = 300


@dataclass(frozen=True)
class Breach:
    """A broken law. Every text is one line.

    law: its name, a key of LAWS.
    position: the state that breaks it.
    action: the action in that state, if it is involved.
    detail: the observation.
    """

    law: str
    position: str
    action: str | None
    detail: str

    def __str__(self) -> str:
        where = f"at {self.position}" + (f", action {self.action}" if self.action is not None else "")
        return f"law '{self.law}' is broken {where}: {self.detail}"


@dataclass(frozen=True)
class Reach:
    """The extent of an examination.

    found: number of different states found, examined or not.
    full_plies: every state within this many plies of the initial one was examined.
    deepest: the greatest ply of an examined state.
    cut: the phases that ended early for lack of time.
    """

    found: int = 0
    full_plies: int = 0
    deepest: int = 0
    cut: tuple[str, ...] = ()

    def lines(self, states: int) -> list[str]:
        """Return what was skipped, in lines."""
        left = self.found - states
        where = f"examined: every state up to ply {self.full_plies:,}, and some up to ply {self.deepest:,}"
        lines = [f"not examined: {left:,} of the {self.found:,} states found; {where}"] if left > 0 else []
        return lines + ([f"stopped early, out of time: {', '.join(self.cut)}; --thorough goes on"] if self.cut else [])


@dataclass(frozen=True)
class Report:
    """The result of check(game).

    game: its name.
    states: number of different states tested.
    terminals: number of terminal ones.
    complete: whether these are all the reachable states.
    seed: of the random lines of play.
    broken: the first breach of each broken law, in the order of LAWS.
    notes: remarks that are not breaches.
    reach: the extent of the examination.
    suggestions: declarations that the game could make, with their source; some have several lines.
    laws: the names of the laws tested.
    """

    game: str
    states: int
    terminals: int
    complete: bool
    seed: int
    broken: tuple[Breach, ...] = ()
    notes: tuple[str, ...] = ()
    laws: tuple[str, ...] = field(default=tuple(LAWS))
    suggestions: tuple[str, ...] = ()
    reach: Reach = Reach()

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
            "found": self.reach.found,
            "full_plies": self.reach.full_plies,
            "deepest_ply": self.reach.deepest,
            "cut_short": list(self.reach.cut),
            "seed": self.seed,
            "laws": list(self.laws),
            "broken": [vars(breach) for breach in self.broken],
            "notes": list(self.notes),
            "suggestions": list(self.suggestions),
        }

    def __str__(self) -> str:
        reach = "every reachable state" if self.complete else f"the first found and random play, seed {self.seed}"
        asked = f"{self.states:,} state{'' if self.states == 1 else 's'} ({reach}), {self.terminals:,} of them terminal"
        if self.ok:
            lines = [f"{self.game}: all {len(self.laws)} laws hold on {asked}"]
        else:
            lines = [f"{self.game}: {len(self.broken)} of {len(self.laws)} laws broken, tested on {asked}"]
            lines += [f"  {breach}" for breach in self.broken]
        lines += [f"  {line}" for line in ([] if self.complete else self.reach.lines(self.states))]
        lines += [f"  note: {note}" for note in self.notes]
        return "\n".join(lines + [f"  you may write {each}" for each in self.suggestions])


def one_line(text: str) -> str:
    """Return a text as one line, shortened to MAX_TEXT characters."""
    line = " ".join(text.split())
    return line if len(line) <= MAX_TEXT else line[: MAX_TEXT - 4] + " ..."
