"""Make sheets of exercises from a seed. The same seed and options always give the same sheet."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from math import inf
from typing import Any, NamedTuple

from plywise.arguments.names import hint
from plywise.errors import InputError
from plywise.game import Game, State
from plywise.teach.exercises.from_games import MAX_NODES, random_subject, subject_of
from plywise.teach.exercises.kinds import KINDS, exercise_of
from plywise.teach.exercises.model import Sheet, Subject
from plywise.teach.exercises.random_source import StableRandom
from plywise.teach.exercises.requirements import MAX_DEPTH, Requirements, check_requirements
from plywise.teach.exercises.search_rules import SearchRules
from plywise.teach.exercises.tree_generator import Lack, generate_tree
from plywise.trees.recording import json_number
from plywise.trees.tree import Tree

MAX_EXERCISES = 10_000


@dataclass(frozen=True)
class Source:
    """The source of the trees; if all fields are None, they are generated.

    tree: the tree to use
    game: the game whose positions to use
    state: the position to use (None: random ones)
    depth: the horizon, in plies (None: to the end of the game)
    """

    tree: Tree | None = None
    game: Game | None = None
    state: State = None
    depth: int | None = None


def make_sheet(
    kinds: Sequence[str],
    requirements: Requirements,
    seed: int = 0,
    count: int = 1,
    source: Source | None = None,
    title: str = "Minimax and alpha-beta",
    same_tree: bool = False,
    draw: str = "",
    like: Sheet | None = None,
    only: Collection[int] | None = None,
    slack: int = 0,
) -> Sheet:
    """Return a sheet with `count` exercises of each kind, numbered e1, e2 ... Raises InputError.

    same_tree: the first exercises of all kinds share a tree, so do the second ones, and so on; a kind whose text shows
        the search gets separate trees
    draw: a word that selects other trees
    like: a sheet of the same kinds about other trees; each exercise gets the same marks as there, and if possible the
        same difficulty
    only: the numbers of the exercises to make (None: all)
    slack: how much an exercise's difficulty may differ from that in `like`

    >>> from plywise.teach.exercises.requirements import requirements_of
    >>> sheet = make_sheet(["values"], requirements_of("easy"), seed=1)
    >>> sheet.exercises[0].tree.to_nested(), sheet.marks
    ([[[8, 6], [16, 0]], [[9, 17], [18, 3]]], 7)
    """
    source = Source() if source is None else source
    for kind in kinds:
        if kind not in KINDS:
            raise InputError(f"no kind of exercise {kind!r}; {hint(kind, KINDS)}")
    if not kinds or not 1 <= count * len(kinds) <= MAX_EXERCISES:
        raise InputError(f"a sheet has 1 to {MAX_EXERCISES:,} exercises, not {count * len(kinds)}")
    if source.tree is None and source.game is None:
        check_requirements(requirements)
    elif source.tree is not None or source.state is not None:
        _check_together(kinds)
    made: Counter[str] = Counter()
    asked = []
    for kind in kinds:
        asked += [(kind, made[kind] + number) for number in range(count)]
        made[kind] += count
    trees = {} if like is None else {pair: each.tree for pair, each in zip(asked, like.exercises, strict=True)}
    other = ("version", draw) if draw else ()
    subjects: dict[int, Subject] = {}
    exercises = []
    for place, (kind, number) in enumerate(asked, start=1):
        if only is not None and place not in only:
            continue
        rng = StableRandom(seed, kind, number, *other)
        if same_tree and not KINDS[kind].tells:
            if number not in subjects:
                shared = StableRandom(seed, "all", number, *other)
                every = [kind for kind in dict.fromkeys(kinds) if not KINDS[kind].tells]
                subjects[number] = _make_alike(every, requirements, source, shared, trees.get((kind, number)), slack)
            subject = subjects[number]
        else:
            subject = _make_alike([kind], requirements, source, rng, trees.get((kind, number)), slack)
        exercises.append(exercise_of(kind, f"e{place}", subject, rng))
    options = {"seed": seed, "count": count, "kinds": list(kinds), "same_tree": same_tree}
    return Sheet(title, tuple(exercises), options | _requirements_dict(requirements))


def _make_alike(
    kinds: Sequence[str],
    requirements: Requirements,
    source: Source,
    rng: StableRandom,
    like: Tree | None,
    slack: int,
) -> Subject:
    """Return a subject for exercises of these kinds.

    like: a tree that gives them the same marks and, unless none is found, the same difficulty
    slack: how much the difficulty may differ
    """
    if like is None:
        return _make_subject(kinds, requirements, source, rng, [])
    marks, difficulties = (
        [_Wanted(count, count(like, requirements.rules), allowed) for count in counts if count is not None]
        for counts, allowed in (
            ([KINDS[kind].marks for kind in kinds], 0),
            ([KINDS[kind].difficulty for kind in kinds], slack),
        )
    )
    try:
        return _make_subject(kinds, requirements, source, rng, marks + difficulties, like)
    except InputError:
        if not difficulties:
            raise
        return _make_subject(kinds, requirements, source, rng, marks, like)


class _Wanted(NamedTuple):
    """A number that a tree should have: how it is counted, the number, and how much it may differ."""

    measure: Lack
    number: int
    slack: int

    def distance(self, tree: Tree, rules: SearchRules) -> int:
        """Return how far a tree is from it."""
        return max(0, abs(self.measure(tree, rules) - self.number) - self.slack)


def _make_subject(
    kinds: Sequence[str],
    requirements: Requirements,
    source: Source,
    rng: StableRandom,
    wanted: Sequence[_Wanted],
    like: Tree | None = None,
) -> Subject:
    """Return a subject that suits exercises of these kinds. like: a tree of the shape to use."""

    def lack(tree: Tree, rules: SearchRules) -> int:
        away = sum(each.distance(tree, rules) for each in wanted)
        return away + sum(KINDS[kind].lack(tree, rules) for kind in kinds)

    if source.game is not None and source.state is None:
        return random_subject(source.game, requirements, lack, rng, source.depth)
    if source.tree is None and source.game is None:
        return Subject(generate_tree(requirements, lack, rng, like), requirements.rules)
    if source.tree is not None:
        subject = Subject(source.tree.without_names(), requirements.rules)  # exercises name nodes by letters
    else:
        assert source.game is not None, "a state without a game"
        subject = subject_of(source.game, source.state, requirements.rules, source.depth)
    for kind in kinds:
        _check_given(kind, subject)
    return subject


def _check_together(kinds: Sequence[str]) -> None:
    """Raise InputError if a kind shows what another asks about the same tree."""
    telling = [kind for kind in kinds if KINDS[kind].tells]
    if telling and len(telling) < len(kinds):
        raise InputError(
            f"kind {telling[0]} shows the search, which answers the other questions about the same tree: "
            "put it on another sheet"
        )


def _check_given(kind: str, subject: Subject) -> None:
    """Raise InputError if a given tree does not suit the kind."""
    if subject.tree.total_leaves < 2:
        raise InputError("a tree of one leaf makes no exercise")
    if subject.tree.total_nodes > MAX_NODES or subject.tree.height > MAX_DEPTH:
        raise InputError(f"a tree of more than {MAX_NODES} nodes, or {MAX_DEPTH} plies, does not fit on a sheet")
    if KINDS[kind].lack(subject.tree, subject.rules):
        raise InputError(f"kind {kind}: {KINDS[kind].lacking}")


def _requirements_dict(requirements: Requirements) -> dict[str, Any]:
    low, high = requirements.cuts
    plain = asdict(requirements) | {"cuts": [low, json_number(high) if high == inf else high]}
    for name in ("algorithm", "window", "right_to_left"):
        del plain[name]
    return plain | requirements.rules.to_dict()
