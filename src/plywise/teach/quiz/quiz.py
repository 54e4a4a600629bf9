"""A quiz: classic questions and questions generated from a seed, in any mixture of topics."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from plywise.arguments.names import hint
from plywise.errors import InputError
from plywise.teach.exercises.random_source import StableRandom
from plywise.teach.exercises.read_answers import Unreadable, clean, is_missing, read_number
from plywise.teach.exercises.search_rules import USUAL, SearchRules
from plywise.teach.quiz.questions import QUESTIONS, TOPICS, Question
from plywise.trees.tree import Tree

MADE_UP = "trees"
CUT = "cut when alpha >= beta"
MAX_QUESTIONS = 1_000
YES, NO = ("yes", "y", "true", "ja", "oui", "si"), ("no", "n", "false", "nein", "non")


def make_quiz(
    topics: Sequence[str] = (), count: int = 10, seed: int = 0, right_to_left: bool = False
) -> list[Question]:
    """Return `count` different questions on some topics (default: all). Raises InputError.

    With classic topics only, there may be fewer questions than requested. right_to_left: the direction of search
    """
    for topic in topics:
        if topic not in TOPICS:
            raise InputError(f"no topic {topic!r}; {hint(topic, TOPICS)}")
    if not 1 <= count <= MAX_QUESTIONS:
        raise InputError(f"a quiz has 1 to {MAX_QUESTIONS:,} questions, not {count}")
    wanted, rng = list(topics) or list(TOPICS), StableRandom(seed, "quiz", *topics)
    classic = rng.shuffled([question for question in QUESTIONS if question.topic in wanted])
    made = 0
    if MADE_UP in wanted:
        made = max(count - len(classic), -(-count // len(wanted)))
    rules = SearchRules(right_to_left=right_to_left)
    chosen = classic[: count - made] + [make_question(rng, number, rules) for number in range(min(made, count))]
    return rng.shuffled(chosen)


def make_question(rng: StableRandom, number: int = 0, rules: SearchRules = USUAL) -> Question:
    """Return a question about a small tree or the size of a tree. rules: the rules of the search"""
    made = rng.choice(MAKERS)(rng, rules)
    return Question(f"made-up-{number + 1}", MADE_UP, made.text, made.answer, made.expects, made.tree)


class Made(NamedTuple):
    """The fields of a generated Question."""

    text: str
    answer: str
    expects: int
    tree: Tree | None = None


def _small_tree(rng: StableRandom) -> Tree:
    branching, depth = rng.choice(((2, 2), (3, 2), (2, 3)))
    leaves = rng.shuffled(range(-9, 20))[: branching**depth]
    return Tree(leaves, branching=branching, max_first=rng.happens(0.5))


def _describe_tree(tree: Tree) -> str:
    return f"{'MAX' if tree.max_first else 'MIN'} moves at the root of {tree.to_nested()}."


def _side(rules: SearchRules) -> str:
    return "from right to left" if rules.right_to_left else "from left to right"


def _ask_value(rng: StableRandom, rules: SearchRules) -> Made:
    tree = _small_tree(rng)
    first, rest = ("MAX", "greatest") if tree.max_first else ("MIN", "least")
    below = ", ".join(str(tree.minimax_values[child]) for child in tree.children(0))
    value = int(tree.minimax_values[0])
    return Made(
        f"{_describe_tree(tree)} What is its minimax value?",
        f"The children of the root are worth {below}, and {first} takes the {rest}: {value}.",
        value,
        tree,
    )


def _ask_leaves(rng: StableRandom, rules: SearchRules) -> Made:
    tree = _small_tree(rng)
    recording = rules.record(tree)
    read = " ".join(map(str, recording.leaves_read))
    return Made(
        f"{_describe_tree(tree)} How many leaves does alpha-beta read, {_side(rules)} (cut when alpha >= beta)?",
        f"{len(recording.leaves_read)}: it reads {read}.",
        len(recording.leaves_read),
        tree,
    )


def _ask_minimal(rng: StableRandom, rules: SearchRules) -> Made:
    branching, depth = rng.between(2, 9), rng.between(2, 5)
    high, low = branching ** -(-depth // 2), branching ** (depth // 2)
    return Made(
        f"At least how many leaves must alpha-beta read on a uniform tree with b = {branching}, d = {depth}?",
        f"b^ceil(d/2) + b^floor(d/2) - 1 = {high} + {low} - 1 = {high + low - 1}.",
        high + low - 1,
    )


def _ask_nodes(rng: StableRandom, rules: SearchRules) -> Made:
    branching, depth = rng.between(2, 5), rng.between(2, 4)
    plies = [branching**ply for ply in range(depth + 1)]
    return Made(
        f"How many nodes does a uniform tree with b = {branching}, d = {depth} have, including root and leaves?",
        f"{' + '.join(map(str, plies))} = {sum(plies)}.",
        sum(plies),
    )


def _ask_nodes_entered(rng: StableRandom, rules: SearchRules) -> Made:
    tree = _small_tree(rng)
    nodes, whole = rules.search(tree).nodes, tree.total_nodes
    how = f"from right to left, {CUT}" if rules.right_to_left else CUT
    return Made(
        f"{_describe_tree(tree)} How many nodes does alpha-beta enter, including root and leaves ({how})?",
        f"{nodes} of {whole}.",
        nodes,
        tree,
    )


MAKERS: tuple[Callable[[StableRandom, SearchRules], Made], ...] = (
    _ask_value,
    _ask_leaves,
    _ask_minimal,
    _ask_nodes,
    _ask_nodes_entered,
)


def is_yes(given: str) -> bool | None:
    """Return whether a word means yes; None if it is empty. Raises Unreadable for other words."""
    if is_missing(given):
        return None
    word = clean(given).lower().rstrip(".!")
    if word not in YES and word not in NO:
        raise Unreadable("please answer yes or no")
    return word in YES


def is_right(question: Question, given: str) -> bool | None:
    """Return whether an answer is right; None if it is empty or the question cannot be marked.

    Raises Unreadable unless it is a number, or yes or no, as the question expects.
    """
    if question.expects is None or is_missing(given):
        return None
    if isinstance(question.expects, str):
        return is_yes(given) == (question.expects == "yes")
    try:
        return read_number(given.replace(",", "") if "," in given else given) == question.expects
    except Unreadable:
        raise Unreadable("please answer with a number") from None
