"""What moves are worth, by a search of the tests' own: plain minimax with a memory, and a look to a horizon.

A worth is (value, plies) to a player: the value of the end, and how far off it is; `rank` puts the better first: wins
that come soon, losses that come late, draws all alike.
"""

MAX_PLIES = 10_000


def rank(value, plies):
    """Return a key that is greater for what a player likes better."""
    return value * MAX_PLIES - (plies if value > 0 else -plies if value < 0 else 0)


class BestPlay:
    """Minimax over a whole game."""

    def __init__(self, game):
        self.game = game
        self.known = {}

    def worth(self, state):
        """Return (value, plies) from MAX's view."""
        if self.game.terminal(state):
            return self.game.utility(state), 0
        if state not in self.known:
            side = self.game.player(state)
            self.known[state] = max(self.moves(state).values(), key=lambda each: rank(side * each[0], each[1]))
        return self.known[state]

    def moves(self, state):
        """Return what each move is worth, from MAX's view: action -> (value, plies)."""
        found = {}
        for action in self.game.actions(state):
            value, plies = self.worth(self.game.result(state, action))
            found[action] = value, plies + 1
        return found

    def best(self, state):
        """Return every best move."""
        side = self.game.player(state)
        keys = {action: rank(side * value, plies) for action, (value, plies) in self.moves(state).items()}
        return [action for action, key in keys.items() if key == max(keys.values())]


def bounds(game, state, depth, ply, side, most):
    """Return (low, high): the ranks between which a state `ply` plies on lies to a side, as seen `depth` plies ahead.

    most: what an outright win is worth.
    """
    if game.terminal(state):
        key = rank(side * game.utility(state), ply)
        return key, key
    if depth == 0:
        return rank(-most, ply + 1), rank(most, ply + 1)
    children = [bounds(game, game.result(state, a), depth - 1, ply + 1, side, most) for a in game.actions(state)]
    choose = max if game.player(state) == side else min
    return choose(low for low, _ in children), choose(high for _, high in children)


def plies_until_settled(game, state, best, most=1):
    """Return how many plies one must look ahead until nothing but one move can be the best."""
    side = game.player(state)
    for depth in range(1, 100):
        seen = {a: bounds(game, game.result(state, a), depth - 1, 1, side, most) for a in game.actions(state)}
        if all(seen[best][0] > high for action, (_, high) in seen.items() if action != best):
            return depth
    raise AssertionError(f"{best} is never seen to be the best of {game.format_state(state)}")
