"""Trees made from games: the nodes are positions, the branches are moves."""

from plywise.errors import InputError
from plywise.game import MAX, Game, State, Value
from plywise.game.random_play import random_line, uniform
from plywise.teach.exercises.model import Position, Subject
from plywise.teach.exercises.random_source import StableRandom
from plywise.teach.exercises.requirements import MAX_LEAVES, Requirements
from plywise.teach.exercises.search_rules import SearchRules
from plywise.teach.exercises.tree_generator import Lack, Survey
from plywise.trees.parse import Nested
from plywise.trees.tree import Tree

MAX_NODES = 2 * MAX_LEAVES
MAX_GAMES = 300
MAX_GAME_PLIES = 400
"""The most plies of a random game; longer ones are cut short."""


def subject_of(game: Game, state: State, rules: SearchRules, depth: int | None = None) -> Subject:
    """Return the tree of a position, down to the end of the game or to `depth` plies.

    Raises InputError if the game is over, the tree does not fit a sheet, or the players do not alternate.
    """
    if game.terminal(state):
        raise InputError(f"{game.name}, position {game.format_state(state)}: the game is over, so there is no tree")
    nodes = _expand(game, state, depth)
    where = f"{game.name}, position {game.format_state(state)}"
    if nodes is None:
        raise InputError(f"{where}: its tree has more than {MAX_NODES} nodes; choose a later position, or give a depth")
    first = game.player(state)
    for _, here, children, ply in nodes:
        if children and game.player(here) != (first if ply % 2 == 0 else -first):
            raise InputError(f"{where}: the players do not alternate after it, as a tree requires")
    tree = Tree(_nest(game, nodes), max_first=first == MAX)
    estimates = frozenset(place for place, node in enumerate(nodes) if not node[2] and not game.terminal(node[1]))
    words, states = tuple(node[0] for node in nodes), tuple(node[1] for node in nodes)
    return Subject(tree, rules, Position(game, state, words, states, estimates))


PositionNode = tuple[str, State, range, int]
"""The move that leads to it, the state, the numbers of its children, the ply."""


def _expand(game: Game, state: State, depth: int | None) -> list[PositionNode] | None:
    """Return the nodes breadth first, as Tree numbers them; None if there are too many."""
    nodes: list[PositionNode] = [("", state, range(0), 0)]
    for number, (word, here, _, ply) in enumerate(nodes):  # nodes grows
        if game.terminal(here) or ply == depth:
            continue
        moves = list(game.actions(here))
        nodes[number] = (word, here, range(len(nodes), len(nodes) + len(moves)), ply)
        if len(nodes) + len(moves) > MAX_NODES:
            return None
        nodes += [(game.format_action(here, move), game.result(here, move), range(0), ply + 1) for move in moves]
    return nodes


def _nest(game: Game, nodes: list[PositionNode]) -> Nested:
    built: list[Nested] = [None] * len(nodes)
    for number in reversed(range(len(nodes))):
        _, state, children, _ = nodes[number]
        built[number] = [built[child] for child in children] if children else _leaf_value(game, state)
    return built[0]


def _leaf_value(game: Game, state: State) -> Value:
    return game.utility(state) if game.terminal(state) else game.evaluate(state)


def random_subject(
    game: Game, requirements: Requirements, lack: Lack, rng: StableRandom, depth: int | None = None
) -> Subject:
    """Return the tree of a position near the end of a random game that meets the requirements and suits the kinds.

    Raises InputError if none is found.
    """
    fewest, most = requirements.leaves
    for _ in range(MAX_GAMES):
        line = _random_line(game, rng)
        for state in _candidates(game, line, depth, rng):
            try:
                subject = subject_of(game, state, requirements.rules, depth)
            except InputError:
                continue
            if not fewest <= subject.tree.total_leaves <= most:
                continue
            shown = Survey(subject.tree, requirements.rules).shown
            fits = requirements.cuts[0] <= shown <= requirements.cuts[1] and (
                requirements.ties != "purpose" or _rule_matters(subject)
            )
            if fits and not lack(subject.tree, requirements.rules):
                return subject
    hint = "" if depth is not None else ", or use --depth to stop early and estimate"
    raise InputError(
        f"no position of {game.name} with a tree of {fewest} to {most} leaves and the required properties "
        f"came up in {MAX_GAMES} random games: ask for other cuts or ties{hint}"
    )


def _rule_matters(subject: Subject) -> bool:
    rules = subject.rules
    return Survey(subject.tree, rules).nodes != Survey(subject.tree, rules.with_other_cut).nodes


def _random_line(game: Game, rng: StableRandom) -> list[State]:
    """Return the states of a random game."""
    start = game.initial()
    return [start, *(step.after for step in random_line(game, start, uniform(rng), MAX_GAME_PLIES - 1))]


def _candidates(game: Game, line: list[State], depth: int | None, rng: StableRandom) -> list[State]:
    """Return states of a game to try: a random one if the tree ends at a depth, else those near the end."""
    open_states = [state for state in line if not game.terminal(state)]
    if depth is not None:
        return [rng.choice(open_states)] if open_states else []
    return open_states[-5:-1]
