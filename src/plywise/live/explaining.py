"""Explanations, hints, threats and trees, computed by a worker."""

from typing import Any

from plywise.errors import InputError
from plywise.game import Action, Game, State, hashable_start, parse_legal_action, player_word
from plywise.live.limits import MAX_TREE_BYTES, TREE_NODES
from plywise.live.progress import SEARCHING
from plywise.live.work import Work
from plywise.teach.explain.explanation import Explanation, explain
from plywise.views.trace import trace

POSITION, THREATS = "position", "threats"
"""Paragraphs of an explanation."""

THREAT_NODES = 20_000
"""Nodes of the explanation's search when only threats are wanted, which need no search."""

BEST = ("best", "preferred")
"""Kinds of claims that name the best moves."""


def explain_move(work: Work) -> dict[str, Any]:
    """Explain the value of a position and the consequences of a move. asked: move, a word, or None."""
    game, state = _position(work)
    word = work.asked["move"]
    action = None if word is None else parse_legal_action(game, state, word)
    found = _explain(work, game, state, action)
    return {"sentences": found.sentences, "paragraphs": str(found).split("\n\n"), "proved": found.proved}


def give_hint(work: Work) -> dict[str, Any]:
    """Return a best move with its reasons, in sentences."""
    game, state = _position(work)
    if game.terminal(state):
        raise InputError("the game is over")
    found = _explain(work, game, state, None)
    claims = found.to_dict()["claims"]
    best = next((claim["moves"][0] for claim in claims if claim["kind"] in BEST), None)
    if best is None:  # all are equal, or nothing is known
        best = game.format_action(state, next(iter(game.actions(state))))
    reason = [claim["says"] for claim in claims if claim["about"] == POSITION]
    return {"move": best, "sentences": reason, "proved": found.proved}


def find_threats(work: Work) -> dict[str, Any]:
    """Return the immediate wins threatened by either side, in sentences and as moves."""
    game, state = _position(work)
    claims = _explain(work, game, state, None, THREAT_NODES).to_dict()["claims"]
    found = [claim for claim in claims if claim["about"] == THREATS]
    moves = {claim["player"]: list(claim["moves"]) for claim in found if "moves" in claim and "player" in claim}
    sentences, own = [claim["says"] for claim in found], _wins_at_once(game, state)
    if own:
        moves[player_word(game.player(state))] = own
        sentences.insert(0, f"{game.player_names[game.player(state)]} can win at once: {', '.join(own)}.")
    return {"sentences": sentences or ["Neither side threatens to win at once."], "moves": moves}


def _wins_at_once(game: Game, state: State) -> list[str]:
    """Return the moves that end the game with a win for the player to move."""
    if game.terminal(state):
        return []
    mover, found = game.player(state), []
    for action in game.actions(state):
        after = game.result(state, action)
        if game.terminal(after) and mover * game.utility(after) > 0:
            found.append(game.format_action(state, action))
    return found


def show_tree(work: Work) -> dict[str, Any]:
    """Return a page that steps through an alpha-beta search of a position, and its depth.

    asked: depth, in plies; the tree is shallower if it would have more than TREE_NODES nodes
    """
    game, state = _position(work)
    hashable_start(game, state)  # raises an InputError that names what cannot be hashed
    work.say(SEARCHING)
    found = trace(game, state, "alphabeta", depth=1, nodes=TREE_NODES)
    for depth in range(2, work.asked["depth"] + 1):
        deeper = trace(game, state, "alphabeta", depth=depth, nodes=TREE_NODES)
        if work.stop.is_set() or deeper.result.nodes in (found.result.nodes, TREE_NODES):  # complete, or too large
            break
        found = deeper
    page = found.html()
    if len(page) > MAX_TREE_BYTES:
        raise InputError("the tree of this position is too large for a page")
    return {"html": page, "depth": found.result.depth}


def _position(work: Work) -> tuple[Game, State]:
    game, state = work.warm_game().game, work.line()[0][-1]
    work.check_ahead(state)
    return game, state


def _explain(work: Work, game: Game, state: State, action: Action | None, nodes: int | None = None) -> Explanation:
    work.say(SEARCHING)
    return explain(game, state, action, nodes=nodes)
