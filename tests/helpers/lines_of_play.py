"""Whether a certificate's strategy reaches its goal, by an independent reading of docs/reference/certificates.md.

The strategy is first read, as a map from keys to keys, whatever it is worth. Then every line of play by it is followed,
from state to state, with no thought of keys that were met before.
"""


def reaches_the_goal(game, start, side, what, body):
    """Return whether all lines reach the goal. body: entries of a byte each, all of which must be read."""
    entries = list(body)

    def is_good(state):
        own = side * game.utility(state)
        return own > 0 if what == "win" else own >= (0 if what == "draw" else side * what)

    def children(state):
        return [game.result(state, each) for each in game.actions(state)]

    def is_lost(state):
        if game.terminal(state):
            return not is_good(state)
        if game.player(state) == side:
            return False
        return any(game.terminal(each) and not is_good(each) for each in children(state))

    def wins_at_once(state):
        return any(game.terminal(each) and is_good(each) for each in children(state))

    chosen = _read(game, start, side, entries, children, is_lost, wins_at_once)
    if chosen is None or entries:
        return False
    known = {}

    def play(state):
        if game.terminal(state):
            return is_good(state)
        if state not in known:
            known[state] = False  # a line that comes back
            if game.player(state) != side:
                known[state] = all(map(play, children(state)))
            else:
                known[state] = wins_at_once(state) or play(follow(state))
        return known[state]

    def follow(state):
        goal = chosen[game.key(state)]
        return next(each for each in children(state) if game.key(each) == goal)

    return play(start)


def _read(game, start, side, entries, children, is_lost, wins_at_once):
    """Return key -> the key of the state after the action chosen; None where the entries do not fit."""
    chosen, met, waiting = {}, set(), [start]
    while waiting:
        state = waiting.pop()
        if game.terminal(state) or game.key(state) in met:
            continue
        after = children(state)
        if game.player(state) != side:
            met.add(game.key(state))
            waiting += reversed(after)
            continue
        if wins_at_once(state):
            continue
        met.add(game.key(state))
        alive = [number for number, each in enumerate(after) if not is_lost(each)]
        if not alive:
            return None
        if len(alive) > 1 and (not entries or entries[0] >= len(after)):
            return None
        child = after[alive[0] if len(alive) == 1 else entries.pop(0)]
        chosen[game.key(state)] = game.key(child)
        waiting.append(child)
    return chosen
