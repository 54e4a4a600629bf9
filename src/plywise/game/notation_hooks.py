"""How a game writes and reads its states and actions, for people, files and other programs. All optional."""

from collections.abc import Sequence
from typing import Any

from plywise.game.defaults.action_words import action_named, word_for
from plywise.game.defaults.state_text import format_state, parse_state
from plywise.game.outcomes import Action, State
from plywise.game.record_notation import RecordHeader, RecordNotation
from plywise.game.rules import Rules


class NotationHooks(Rules):
    """How a game writes and reads its states and actions."""

    parses_only_legal: bool = False
    """Whether `parse_action` returns legal actions only, or raises InputError: then nobody lists all to check it."""

    def format_state(self, state: State) -> str:
        """Return the state as one line of text that `parse_state` reads back.

        The default lists the fields of a NamedTuple or dataclass in Python's notation: `board=('X.', '.O'),turn='X'`.
        """
        return format_state(state)

    def parse_state(self, text: str) -> State:
        """Return the state that a text describes. Raises InputError, one line naming the bad field."""
        return parse_state(text, self.initial(), type(self))

    def format_action(self, state: State, action: Action) -> str:
        """Return the action as one word (no spaces), different for each legal action of the state.

        The default writes whole numbers and texts as they are, enums by name, None as `pass`, and the parts of tuples
        and records joined by `-`; on a board, a pair (row, column) as a1 in the corner at the bottom left. See
        docs/guides/own_looks.md.
        """
        return word_for(self, state, action)

    def parse_action(self, state: State, text: str) -> Action:
        """Return the action that a word names in a state. Raises InputError if it names none.

        The default also reads Python's own notation, such as (row,column), where that names one action.
        """
        actions = self.actions(state)
        return action_named({action: self.format_action(state, action) for action in actions}, text)

    def record_notation(self) -> RecordNotation | None:
        """Return the notation in which other programs keep games of this kind, such as PGN; None if there is none."""
        return None

    @classmethod
    def described_by(cls, header: RecordHeader) -> str | None:
        """Return the GAME text of the game that a file says it holds, as in go:size=4; None if it is of another kind.

        Raises InputError where it is of this kind, but cannot be played, or does not say which parameters it has.
        """
        return None

    def read_position(self, text: str) -> tuple[State, Sequence[str]]:
        """Return the state that a text of another program or of a file describes, and what had to be changed in it.

        Each change is a phrase. The default reads the game's own notation. Raises InputError as `parse_state` does.
        """
        return self.parse_state(text), ()

    def gtp_setup(self, state: State) -> Sequence[str]:
        """Return the commands of GTP, the Go Text Protocol, that put a program at a state: its board, its stones.

        Moves are then told in the game's own words. The default has none: such programs do not know the game, or not
        the state.
        """
        return ()

    def _read_object(self, position: Any) -> State:
        """Return the state for an object of another library, such as a board of python-chess; others are states."""
        return position
