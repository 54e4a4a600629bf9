"""Optional hooks for searches: declarations, an evaluation, keys, move orders and bounds."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from math import inf

from plywise.game.outcomes import FAR, Action, State, Value
from plywise.game.rules import Rules

Priority = Callable[[State, Action], Value]


class SearchHooks(Rules):
    """Hooks for all searches and solvers."""

    utility_bounds: tuple[Value, Value] = (-inf, inf)
    """The smallest and largest possible utility, low < high. If declared, a search may stop once it has proved either.
    An evaluation must be strictly between them: a bound reached by an evaluation does not count as a proof."""

    compiles: bool = True
    """Whether the native engine may try to compile the rules. For an explicit tree that is not worth the time."""

    alternating: bool = False
    """Whether the players strictly alternate. If declared, the native search need not call `player` at every state."""

    key_bits: int | None = None
    """The number of bits that every `key` fits, if keys are non-negative ints: the table is then smaller."""

    max_plies: int | None = None
    """The length in plies of the longest possible line of play, if known."""

    rank_count: int | None = None
    """The number of ranks, for a game that numbers its states: `rank` returns less than this."""

    ends_without_actions: bool = False
    """Whether the game is over in every state without actions, and otherwise only in states that are `drawn_by_rule`.

    If declared, the actions show whether the game is over, so that `terminal` need not be called for every state. Lines
    of play are then counted as sequences of moves, also after a draw that ends the game.
    """

    def evaluate(self, state: State) -> Value:
        """Return a static estimate of a non-terminal state, from MAX's view, strictly between the utility bounds.

        A depth-limited search calls it at the horizon. The default is 0, or a value in the middle of the bounds if 0 is
        not between them.
        """
        low, high = self.utility_bounds
        if low < 0 < high or low == high:
            return 0
        if high == inf:
            return low + 1
        return high - 1 if low == -inf else (low + high) / 2

    def key(self, state: State) -> Hashable:
        """Return the transposition-table key: equal for two states exactly if they play the same.

        The default is the state itself. A game that merges symmetric states declares them in `symmetries`.
        """
        return state  # type: ignore[no-any-return]

    def play_key(self, state: State) -> Hashable:
        """Return a key shared by states with the same possible moves, whatever was played before.

        Unlike the `key`, it may ignore the past and the plies without progress: the search for play uses it for its
        table, and its results are then not proved. The default is the key.
        """
        return self.key(state)

    def drawn_by_rule(self, state: State) -> bool:
        """Return whether the game is drawn although there may be actions, as by repetition or insufficient material.

        Called only in games declared `ends_without_actions`.
        """
        return False

    def symmetries(self, state: State) -> Iterable[State]:
        """Yield the states that share the key of `state`: its mirror images and the like. The default has none."""
        return ()

    def equivalents(self, state: State) -> Iterable[State]:
        """Yield the states equivalent to `state` in play and value, even those that do not share its key.

        Used where there are few states and each takes long to solve, as in `plywise spread`: there it pays to merge
        symmetric states that a search had better distinguish. The default is `symmetries`.
        """
        return self.symmetries(state)

    def priority(self, state: State, action: Action) -> Value:
        """Return how promising an action looks before any search; the highest is searched first."""
        return 0

    def bounds(self, state: State) -> tuple[int, int]:
        """Return a lower and an upper bound on the outcome, encoded by `outcome`, known without a search.

        Both are from the view of the player to move, and equal if the outcome is certain. Also called for terminal
        states, where both must be the outcome for the player whose turn it would be. Used only in games declared
        `alternating`. The default bounds are infinite.
        """
        return -FAR, FAR

    def candidates(self, state: State) -> Iterable[Action]:
        """Return or yield a sufficient subset of the actions: its best is as good as any action, and no slower.

        Called only if `bounds` leaves the outcome open. The default is all actions.
        """
        return self.actions(state)

    def defences(self, state: State) -> Iterable[Action]:
        """Return or yield a subset of the actions that suffices to avoid losing, if any action does.

        Called only if `bounds` leaves that open. The default is `candidates`.
        """
        return self.candidates(state)

    def initial_proof_number(self, state: State, player: int, goal: int) -> int:
        """Return an estimate of the effort to prove that a player gets at least `goal`, from that player's view.

        At least 1. Proof-number search starts from it at each new non-terminal state. The default is 1.
        """
        return 1

    def hint_key(self, state: State) -> Hashable:
        """Return a key shared by states in which a search should try the same actions first.

        Such states may differ only in their past: the results of proof-number search for one guide it in the other, but
        prove nothing there. Used only if it has as many numbers as the key. The default is the key.
        """
        return self.key(state)

    def rank(self, state: State) -> int:
        """Return the number of a non-terminal state, 0 to `rank_count` - 1; symmetric states may share a number.

        For games that declare `rank_count`: retrograde analysis can then solve all their states at once. A state may
        have no number, -1, provided that only a few such states follow one another in any line of play.
        """
        return -1

    def unrank(self, rank: int) -> State:
        """Return the state with a given number; for an unused number, any state whose number differs from it."""
        return self.initial()

    def orders(self) -> Mapping[str, Priority]:
        """Return the game's own named move orders: name -> priority (the highest is searched first)."""
        return {}
