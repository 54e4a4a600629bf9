"""A game as another program sends it: a start and the moves since, of which only the new ones are played each time.

A draw that must be claimed, as by repetition, may not have been claimed: in a game with `ends_without_actions`, play
goes on as long as there are actions.
"""

from collections.abc import Sequence

from plywise.errors import InputError
from plywise.game import Action, Game, State, parse_legal_action, start_of


class GameLine:
    """The positions of one game, from its start to now.

    start: the text of the first position; "" for the game's initial one
    words: the moves as received
    states: the positions, one more than there are moves
    actions: the moves
    notes: corrections to the text of the start that `set` has just read
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.start = ""
        self.words: list[str] = []
        self.states: list[State] = [start_of(game, None)]
        self.actions: list[Action] = []
        self.notes: Sequence[str] = ()

    @property
    def state(self) -> State:
        """The current position."""
        return self.states[-1]

    @property
    def past(self) -> list[State]:
        """The earlier positions, in order."""
        return self.states[:-1]

    def read(self, word: str) -> Action:
        """Return the legal action named by a word in the current position. Raises InputError."""
        return self._read(self.state, word)

    def set(self, start: str, words: Sequence[str]) -> None:
        """Set the position: moves played from a start. On InputError, which names the fault, nothing changes."""
        same = 0
        notes: Sequence[str] = ()
        if start == self.start:
            same = _count_equal(words, self.words)
            states, actions = self.states[: same + 1], self.actions[:same]
        else:
            state, notes = self.game.read_position(start) if start else (self.game.initial(), ())
            states, actions = [state], []
        for number, word in enumerate(words[same:], start=same + 1):
            try:
                actions.append(self._read(states[-1], word))
            except InputError as error:
                raise InputError(f"move {number}: {error}") from None
            states.append(self.game.result(states[-1], actions[-1]))
        self.start, self.words, self.states, self.actions, self.notes = start, list(words), states, actions, notes

    @property
    def is_over(self) -> bool:
        """Whether the game is over, not counting an unclaimed draw."""
        return not self._goes_on(self.state)

    def _goes_on(self, state: State) -> bool:
        if not self.game.terminal(state):
            return True
        return self.game.ends_without_actions and next(iter(self.game.actions(state)), None) is not None

    def _read(self, state: State, word: str) -> Action:
        """Return the legal action named by a word. Raises InputError."""
        if self._goes_on(state) and self.game.terminal(state):
            action = self.game.parse_action(state, word)
            if action in list(self.game.actions(state)):
                return action
            raise InputError(f"{word!r} is not a legal action")
        return parse_legal_action(self.game, state, word)

    def play(self, word: str) -> None:
        """Play a move. Raises InputError if it is not legal."""
        self.set(self.start, [*self.words, word])


def draw_marks(game: Game, state: State) -> list[str]:
    """Return the rows of a game's board from the top, with a character for each cell; without one, its text."""
    rows = game.cells(state)
    return [game.format_state(state)] if rows is None else [" ".join(cell.mark or "." for cell in row) for row in rows]


def _count_equal(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the length of the common prefix of two lists."""
    shorter = min(len(one), len(other))
    return next((place for place in range(shorter) if one[place] != other[place]), shorter)
