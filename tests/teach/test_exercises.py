"""Exercises: their keys are what an alpha-beta of the tests' own finds, and they have the properties asked for."""

import json
import random
import re
import shutil
import subprocess
from dataclasses import replace
from itertools import permutations, product
from math import inf

import pytest
from playwright.sync_api import sync_playwright

import plywise as pw
from plywise.errors import InputError
from plywise.games import REGISTRY
from plywise.show.sheet.html import sheet_html
from plywise.show.sheet.latex import sheet_latex
from plywise.show.sheet.slots import fill_slots, question_paragraphs
from plywise.show.sheet.text import sheet_text
from plywise.show.sheet.tree import draw_exercise
from plywise.teach.exercises.best_order import count_leaves
from plywise.teach.exercises.find_the_error import MAX_TRIES, entries_of, find_first_difference, make_mistake
from plywise.teach.exercises.key_file import read_key, sheet_dict, sheet_json
from plywise.teach.exercises.kinds import KINDS, exercise_of
from plywise.teach.exercises.model import Sheet, Subject
from plywise.teach.exercises.random_source import StableRandom
from plywise.teach.exercises.read_answers import read_order
from plywise.teach.exercises.requirements import LEVELS, max_cuts, parse_cuts, position_requirements, requirements_of
from plywise.teach.exercises.search_rules import SearchRules
from plywise.teach.exercises.sheets import Source, make_sheet
from plywise.teach.exercises.versions import make_versions
from plywise.teach.grading.marks import grade
from tests.helpers.paths import GOLDEN

# --- an oracle of our own: nested lists, searched in the plainest way ------------------------------------------------


class Searched:
    """Alpha-beta of nested lists, deep or shallow, from either side; nodes are called by letters, breadth first."""

    def __init__(self, nested, max_first, rule, window=(-inf, inf), reverse=False, shallow=False):
        self.names, waiting = {}, [((), nested)]
        for number, (path, node) in enumerate(waiting):
            self.names[path] = letters(number)
            waiting.extend(
                ((*path, place), child) for place, child in enumerate(node if isinstance(node, list) else [])
            )
        self.rule, self.reverse, self.shallow = rule, reverse, shallow
        self.entered, self.read, self.pruned, self.cutoffs, self.idle = [], [], [], [], 0
        self.on_entry, self.on_exit = {}, {}
        self.value = self.visit((), nested, *window, max_first)

    def visit(self, path, node, alpha, beta, maximising):
        name = self.names[path]
        self.entered.append(name)
        if not isinstance(node, list):
            self.read.append(node)
            return node
        self.on_entry[name] = (alpha, beta)
        best = -inf if maximising else inf
        places = range(len(node))[:: -1 if self.reverse else 1]
        for count, place in enumerate(places, start=1):
            window = (alpha, beta)
            if self.shallow:
                window = (alpha, inf) if maximising else (-inf, beta)
            value = self.visit((*path, place), node[place], *window, not maximising)
            if maximising:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha > beta or (self.rule == "ge" and alpha == beta):
                self.cutoffs.append(name)
                rest = [self.names[(*path, other)] for other in places[count:]]
                self.pruned += rest
                self.idle += not rest
                break
        self.on_exit[name] = (alpha, beta)
        return best


def letters(number):
    """A ... Z, AA, AB ..."""
    name, number = "", number + 1
    while number:
        name, number = chr(65 + (number - 1) % 26) + name, (number - 1) // 26
    return name


def minimax(nested, maximising):
    if not isinstance(nested, list):
        return nested
    return (max if maximising else min)(minimax(child, not maximising) for child in nested)


def values_by_name(nested, maximising):
    """Return the minimax value of every inner node, by its letters."""
    found, waiting = {}, [(nested, maximising)]
    for number, (node, turn) in enumerate(waiting):
        if isinstance(node, list):
            found[letters(number)] = minimax(node, turn)
            waiting.extend((child, not turn) for child in node)
    return found


def leaves_of(nested):
    return [leaf for child in nested for leaf in leaves_of(child)] if isinstance(nested, list) else [nested]


def number(answer):
    return float(answer) if answer in ("inf", "-inf") else answer


def searched(exercise):
    rules, tree = exercise.subject.rules, exercise.tree
    shallow = rules.algorithm == "shallow"
    return Searched(tree.to_nested(), tree.max_first, rules.cut, rules.window, rules.right_to_left, shallow)


def expected(exercise):
    """Return what the oracle says of every part, by its id without the exercise's."""
    nested, max_first, found = exercise.tree.to_nested(), exercise.tree.max_first, searched(exercise)
    if exercise.kind == "values":
        return values_by_name(nested, max_first)
    if exercise.kind == "windows":
        return {
            f"{name}.{bound}.{moment}": windows.get(name, "xx")[place]
            for name in values_by_name(
                nested, max_first
            )  # every inner node, or the blanks would tell which are entered
            for moment, windows in (("entry", found.on_entry), ("exit", found.on_exit))
            for place, bound in enumerate(("alpha", "beta"))
        }
    if exercise.kind == "pruned":
        return {"pruned": sorted(found.pruned)}
    if exercise.kind == "count":
        return {"nodes": len(found.entered), "leaves": len(found.read), "cutoffs": len(found.cutoffs)}
    return None


def check_key(exercise):
    """Hold an exercise's key against the oracle."""
    answers = {part.id.partition(".")[2]: part.answer for part in exercise.parts}
    if exercise.kind == "ordering":
        check_ordering(exercise)
    elif exercise.kind == "error":
        check_error(exercise)
    else:
        own = {name: sorted(answer) if isinstance(answer, list) else number(answer) for name, answer in answers.items()}
        assert own == expected(exercise), exercise.tree.to_nested()


def check_ordering(exercise):
    tree, rule = exercise.tree, exercise.subject.rules.cut
    (part,) = exercise.parts
    named = dict(piece.split(": ") for piece in part.answer.split("; "))
    reads = len(Searched(rearranged(tree.to_nested(), named), tree.max_first, rule).read)
    drawn = len(Searched(tree.to_nested(), tree.max_first, rule).read)
    assert f"as drawn, {drawn} leaves are read; this order reads {reads}, " in part.because
    assert reads < drawn
    if tree.minimal_leaves is not None:
        assert reads >= tree.minimal_leaves


def rearranged(nested, named):
    """Return nested lists with the children of the named nodes in another order."""
    waiting, numbers = [nested], {}
    for place, node in enumerate(waiting):
        if isinstance(node, list):
            numbers[letters(place)] = (node, {letters(len(waiting) + k): child for k, child in enumerate(node)})
            waiting.extend(node)
    places = {
        id(node): [list(children).index(child) for child in named[name].split()]
        for name, (node, children) in numbers.items()
        if name in named
    }

    def built(node):
        if not isinstance(node, list):
            return node
        return [built(node[place]) for place in places.get(id(node), range(len(node)))]

    return built(nested)


def check_error(exercise):
    """The entries, read back as text, first differ from the right ones where the key says, in the one cell it says."""
    right = [str(entry) for entry in entries_of(exercise.subject.recording)]
    wrong = list(exercise.entries)
    entry, cell = (part.answer for part in exercise.parts)
    first = next(place for place, (one, other) in enumerate(zip(right, wrong, strict=False)) if one != other)
    assert entry == first + 1
    words = re.compile(r"no cut|cut|[+-]?inf|-?\d+(?:\.\d+)?")
    differing = [
        one for one, other in zip(words.findall(right[first]), words.findall(wrong[first]), strict=True) if one != other
    ]
    assert len(differing) == 1
    assert differing[0].removeprefix("+") == str(cell)
    if "Exactly one entry is wrong" in exercise.text[-1]:
        assert wrong[:first] + wrong[first + 1 :] == right[:first] + right[first + 1 :]
    else:
        assert wrong[first + 1 :] != right[first + 1 :]
    found = searched(exercise)
    assert sum(" is entered " in line for line in right) == len(found.on_entry)
    assert sum(" is a leaf" in line for line in right) == len(found.read)
    assert sum(line.endswith(", cut") for line in right) == len(found.cutoffs)
    for line in right:
        if match := re.fullmatch(r"(\w+) is entered with alpha = (\S+), beta = (\S+)", line):
            assert tuple(map(float, match.groups()[1:])) == found.on_entry[match[1]]


# --- keys -------------------------------------------------------------------------------------------------------------


@pytest.mark.slow_with(
    "windows-medium-gt",
    "count-medium-gt",
    "values-medium-gt",
    "error-medium-gt",
    "pruned-medium-gt",
    "ordering-medium-gt",
    "windows-medium-ge",
    "count-medium-ge",
    "values-medium-ge",
    "error-medium-ge",
    "pruned-medium-ge",
    "ordering-medium-ge",
    "windows-hard-ge",
    "count-hard-ge",
    "values-hard-ge",
    "error-hard-ge",
)
@pytest.mark.parametrize("cut", ["ge", "gt"])
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", KINDS)
def test_keys_are_what_an_independent_search_finds(kind, level, cut):
    ties = "never" if kind == "ordering" and cut == "gt" else None
    sheet = make_sheet([kind], requirements_of(level, cut=cut, ties=ties), seed=11, count=12)
    for exercise in sheet.exercises:
        check_key(exercise)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_keys_of_a_thousand_of_each_kind_are_what_an_independent_search_finds(kind):
    for level, count in (("easy", 500), ("medium", 300), ("hard", 200)):
        for exercise in make_sheet([kind], requirements_of(level), seed=5, count=count).exercises:
            check_key(exercise)


@pytest.mark.parametrize("level", LEVELS)
def test_trees_have_the_properties_of_their_level(level):
    requirements = requirements_of(level)
    for exercise in make_sheet(["count"], requirements, seed=3, count=40).exercises:
        nested, tree = exercise.tree.to_nested(), exercise.tree
        found, leaves = Searched(nested, True, "ge"), leaves_of(nested)
        assert requirements.cuts[0] <= len(found.cutoffs) <= requirements.cuts[1]
        assert found.idle == 0
        assert tree.height == requirements.depth
        assert requirements.values[0] <= min(leaves) <= max(leaves) <= requirements.values[1]
        assert requirements.leaves[0] <= len(leaves) <= requirements.leaves[1]
        if requirements.shape == "uniform":
            assert tree.branching == requirements.branching
        if requirements.ties == "never":
            assert len(set(leaves)) == len(leaves)
        if requirements.ties == "purpose":
            assert found.pruned != Searched(nested, True, "gt").pruned


WISHED = {
    "cuts": {"branching": 3, "depth": 3, "cuts": (4, 4)},
    "no cuts": {"depth": 3, "cuts": (0, 0)},
    "deep": {"branching": 2, "depth": 6, "cuts": (5, 8)},
    "wide": {"branching": 12, "depth": 2},
    "irregular": {"shape": "irregular", "branching": 4, "depth": 4, "cuts": (2, 6)},
    "MIN first": {"max_first": False},
    "ties, gt": {"ties": "purpose", "cut": "gt", "values": (0, 9)},
    "ties, ge, MIN first": {"ties": "purpose", "max_first": False, "values": (-3, 3)},
    "few values": {"ties": "any", "values": (0, 1)},
    "the smallest": {"branching": 2, "depth": 1},
}


@pytest.mark.slow_with("deep")
@pytest.mark.parametrize("options", WISHED.values(), ids=WISHED)
def test_trees_have_what_is_wished_for(options):
    requirements = requirements_of("easy", **options)
    for exercise in make_sheet(["pruned"], requirements, seed=2, count=4).exercises:
        nested, max_first = exercise.tree.to_nested(), options.get("max_first", True)
        found = Searched(nested, max_first, options.get("cut", "ge"))
        other = Searched(nested, max_first, "ge" if options.get("cut") == "gt" else "gt")
        low, high = options.get("cuts", (0, inf))
        assert low <= len(found.cutoffs) - found.idle <= high
        assert exercise.tree.max_first is max_first
        assert (found.pruned != other.pruned) or options.get("ties") != "purpose"
        assert exercise.parts[0].answer == sorted(found.pruned, key=lambda name: (len(name), name))


def test_most_cuts_is_never_exceeded_and_reached_by_small_trees():
    rng = random.Random(4)
    for branching, depth in ((2, 2), (2, 3), (3, 2), (2, 4), (3, 3)):
        shown = []
        for _ in range(300):
            tree = pw.Tree.uniform(branching, depth, "random", seed=rng.randrange(10**9))
            found = Searched(tree.to_nested(), True, "ge")
            shown.append(len(found.cutoffs) - found.idle)
        assert max(shown) <= max_cuts(branching, depth)
        if depth < 4:
            assert max(shown) == max_cuts(branching, depth) or branching == 3


IMPOSSIBLE = {
    "more cuts than there can be": ({"depth": 2, "cuts": (9, 9)}, "9 cuts are impossible"),
    "cuts upside down": ({"cuts": (3, 2)}, "cuts 3 to 2"),
    "too few values": ({"values": (0, 3)}, "8 different leaf values do not fit between 0 and 3"),
    "values upside down": ({"values": (3, 0)}, "leaf values 3 to 0"),
    "ties that cannot matter": ({"depth": 1, "ties": "purpose"}, "nothing can be pruned"),
    "no cut and ties that matter": ({"ties": "purpose", "cuts": (0, 0)}, "nothing can be pruned"),
    "too large": ({"branching": 10, "depth": 10}, "10^10 leaves"),
    "no branching": ({"branching": 1}, "branching 2 or more"),
    "no depth": ({"depth": 0}, "depth 1"),
    "no such shape": ({"shape": "round"}, "no shape 'round'"),
    "no such ties": ({"ties": "some"}, "no word for ties 'some'"),
    "no such rule": ({"cut": "eq"}, "cut must be ge or gt, not 'eq'"),
    "far too many cuts, yet not impossible at once": ({"depth": 4, "cuts": (6, 6)}, "nodes were searched"),
}


@pytest.mark.slow_with("far too many cuts, yet not impossible at once")
@pytest.mark.parametrize(("options", "says"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_is_impossible_is_refused_in_one_line(options, says):
    with pytest.raises(InputError) as refused:
        make_sheet(["values"], requirements_of("easy", **options))
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_same_seed_and_options_give_the_same_sheet_for_ever():
    sheets = {
        level: sheet_dict(make_sheet(list(KINDS), requirements_of(level), seed=1), with_answers=True)
        for level in LEVELS
    }
    path = GOLDEN / "exercises.json"
    assert json.loads(json.dumps(sheets)) == json.loads(path.read_text())


def test_the_sheet_is_worded_as_a_student_reads_it():
    sheet = make_sheet(["pruned", "count", "ordering", "count"], requirements_of("easy"), seed=4)
    text = " ".join(sheet_text(sheet, with_answers=True).split())
    for words in (
        "leaf values are from MAX's point of view.", 'or write "none".', "The search works as in e1.",
        "Children you leave out follow those you name, in the order drawn; nodes you leave out are searched as drawn.",
        "; alpha >= beta at ",
    ):  # fmt: skip
        assert words in text
    cuts = [
        each.parts[2]
        for seed in range(9)
        for each in make_sheet(["count"], requirements_of("easy"), seed=seed).exercises
    ]
    assert {part.answer: len(part.because.split(" at ")[1].split(" and ")) for part in cuts} == {1: 1, 2: 2}
    assert "``none''" in sheet_latex(sheet)
    assert "&quot;none&quot;" in sheet_html(sheet)
    part = sheet.parts["e3.order"][1]
    tree = sheet.exercises[2].tree
    named = {part.answer, *("; ".join(piece[: piece.rindex(" ")] for piece in part.answer.split("; ")),)}
    assert {grade(sheet, {part.id: each}).by_part()[part.id] for each in named} == {4}, tree  # all but the last named


def test_a_kind_asked_for_twice_comes_twice_with_different_trees():
    one, other = make_sheet(["count", "count"], requirements_of("easy"), seed=1).exercises
    assert one.tree.to_nested() != other.tree.to_nested()
    assert read_key(sheet_json(make_sheet(["count"], requirements_of("easy"), title=""), True)).title == ""


@pytest.mark.parametrize("level", LEVELS)
def test_all_kinds_can_be_about_the_same_tree(level):
    sheet = make_sheet(list(KINDS), requirements_of(level), seed=1, count=2, same_tree=True)
    trees = [exercise.tree.to_nested() for exercise in sheet.exercises if exercise.kind != "error"]
    assert trees[0::2] == trees[:1] * (len(KINDS) - 1)
    assert trees[1::2] == trees[1:2] * (len(KINDS) - 1)
    assert trees[0] != trees[1]
    written_down = [exercise.tree.to_nested() for exercise in sheet.exercises if exercise.kind == "error"]
    assert not any(tree in trees for tree in written_down)  # its search answers the other questions
    for exercise in sheet.exercises:
        check_key(exercise)


RULES = {
    "right to left": {"right_to_left": True},
    "a window": {"window": (5, 12)},
    "half a window": {"window": (-inf, 7), "right_to_left": True},
    "shallow": {"algorithm": "shallow"},
    "shallow, from the right, with a window": {"algorithm": "shallow", "right_to_left": True, "window": (5, inf)},
}


@pytest.mark.slow_with("options1-half a window")
@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize(
    "options", [{}, {"branching": 2, "depth": 4}, {"max_first": False, "depth": 4, "shape": "irregular"}]
)
def test_searches_of_other_kinds_are_asked_about_and_checked(rules, options, plywise):
    wanted = requirements_of("easy", **options, **rules)
    sheet = make_sheet(["values", "windows", "pruned", "count", "error"], wanted, seed=4, count=2)
    for exercise in sheet.exercises:
        check_key(exercise)
        assert (exercise.subject.rules.algorithm, exercise.subject.rules.window) == (wanted.algorithm, wanted.window)
    again = read_key(sheet_json(sheet, with_answers=True))
    assert [each.subject.rules for each in again.exercises] == [each.subject.rules for each in sheet.exercises]
    text = sheet_text(sheet)
    assert ("from right to left" in text) == ("right_to_left" in rules)
    assert ("Shallow alpha-beta search" in text) == ("algorithm" in rules)


def test_the_best_order_is_asked_for_from_either_side_but_not_for_other_searches(plywise):
    (exercise,) = make_sheet(["ordering"], requirements_of("easy", right_to_left=True), seed=4).exercises
    tree, rules = exercise.tree, exercise.subject.rules
    drawn = len(Searched(tree.to_nested(), True, "ge", reverse=True).read)
    assert exercise.parts[0].because.startswith(f"from right to left, {drawn} leaves are read")
    fewest = min(count_leaves(tree, order, SearchRules()) for order in orders_of(tree))
    assert count_leaves(tree, read_order(exercise.parts[0].answer, tree), rules) == fewest
    for words in (["--algorithm", "shallow"], ["--window", "3,9"]):
        code, _, err = plywise("exercise", "--kind", "ordering", *words)
        assert (code, err.count("\n")) == (2, 1)
        assert "open window" in err


def test_the_command_asks_about_other_searches(plywise):
    words = ("exercise", "--kind", "windows", "--right-to-left", "--window", "-3,9", "--algorithm", "shallow")
    code, out, err = plywise(*words, "--tree", "[[3,12,8],[2,4,6],[14,5,2]]")
    assert (code, err) == (0, "")
    said = " ".join(out.split())
    assert "Shallow alpha-beta searches the tree from right to left. It enters A with alpha = -3 and" in said
    assert plywise(*words, "--game", "tictactoe", "--position", "XOXXO.O..")[0] == 0
    assert plywise(*words, "--versions", 2, "--json", "-")[0] == 2
    assert plywise("exercise", "--window", "9,3")[0] == 2


def test_a_search_written_down_shares_no_given_tree(plywise):
    code, _, err = plywise("exercise", "--kind", "error,count", "--tree", "[[3,12,8],[2,4,6]]")
    assert (code, err.count("\n")) == (2, 1)
    assert "kind error shows the search" in err
    assert plywise("exercise", "--kind", "error", "--tree", "[[3,12,8],[2,4,6]]")[0] == 0


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("level", LEVELS)
def test_what_a_sheet_asks_for_does_not_depend_on_what_is_pruned(kind, level):
    """Other leaves in the same tree: everything but these, and a search written down, reads alike."""
    (exercise,) = make_sheet([kind], requirements_of(level), seed=5).exercises
    leaves, subject, rng = (
        [leaf for leaf in exercise.tree.value if leaf is not None],
        exercise.subject,
        random.Random(1),
    )

    def refill(nested, values):
        return [refill(child, values) for child in nested] if isinstance(nested, list) else next(values)

    while {each.path for each in subject.recording.pruned} == {each.path for each in exercise.subject.recording.pruned}:
        rng.shuffle(leaves)
        subject = Subject(pw.Tree(refill(exercise.tree.to_nested(), iter(leaves))), exercise.subject.rules)
    other = exercise_of(kind, "e1", subject, StableRandom(1))
    told = {"tree"} | ({"entries", "text"} if kind == "error" else set())
    one, two = (sheet_dict(Sheet("", (each,)), with_answers=False)["exercises"][0] for each in (exercise, other))
    assert [each for each in one if one[each] != two[each] and each not in told] == []


def test_another_seed_gives_another_sheet_and_a_longer_one_begins_alike():
    trees = [
        [
            exercise.tree.to_nested()
            for exercise in make_sheet(["count"], requirements_of("easy"), seed, count).exercises
        ]
        for seed, count in ((1, 3), (2, 3), (1, 5))
    ]
    assert trees[0] != trees[1]
    assert trees[2][:3] == trees[0]


def test_dice_draw_from_random_alone():
    rng = StableRandom("a", 1)
    assert [rng.below(100) for _ in range(6)] == draws("a", 1, 6)
    assert sorted(StableRandom(0).shuffled(range(9))) == list(range(9))
    assert {StableRandom(seed).between(-1, 1) for seed in range(40)} == {-1, 0, 1}


def draws(*seed_and_count):
    *seed, count = seed_and_count
    source = random.Random("/".join(map(str, seed)))
    return [int(source.random() * 100) for _ in range(count)]


# --- the best ordering ------------------------------------------------------------------------------------------------


def orders_of(tree):
    """Yield every order of the children of a small tree."""
    inner = [node for node in range(tree.total_nodes) if tree.child_count[node]]
    for orders in product(*(permutations(tree.children(node)) for node in inner)):
        yield dict(zip(inner, orders, strict=True))


@pytest.mark.slow_with("gt-irregular", "ge-2x3")
@pytest.mark.parametrize("shape", [{}, {"shape": "irregular", "branching": 3, "depth": 2}], ids=["2x3", "irregular"])
@pytest.mark.parametrize("rule", ["ge", "gt"])
def test_no_order_reads_fewer_leaves_than_the_key_says(rule, shape):
    ties = "any" if rule == "ge" else "never"
    requirements = requirements_of("easy", cut=rule, ties=ties, values=(0, 4) if rule == "ge" else (0, 20), **shape)
    for exercise in make_sheet(["ordering"], requirements, seed=8, count=6).exercises:
        tree = exercise.tree
        fewest = min(count_leaves(tree, order, SearchRules(rule)) for order in orders_of(tree))
        assert f"this order reads {fewest}," in exercise.parts[0].because
        assert fewest == min(
            len(Searched(nested, True, rule).read)
            for nested in (
                rearranged(
                    tree.to_nested(), {letters(node): " ".join(map(letters, order)) for node, order in each.items()}
                )
                for each in orders_of(tree)
            )
        )


def test_the_best_ordering_is_not_asked_for_where_it_is_not_known():
    with pytest.raises(InputError, match="no two leaves are equal"):
        make_sheet(["ordering"], requirements_of("easy", cut="gt", ties="purpose"))
    with pytest.raises(InputError, match="no order of the children in this tree reads fewer"):
        make_sheet(["ordering"], requirements_of("easy"), source=Source(tree=pw.Tree([[1, 2], [0, 5]])))


# --- find the error ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_errors_come_in_every_sort():
    texts, cells, carried = set(), set(), 0
    for exercise in make_sheet(["error"], requirements_of("hard"), seed=6, count=60).exercises:
        entry, right = (part.answer for part in exercise.parts)
        wrong = exercise.entries[entry - 1]
        texts.add(re.sub(r"[A-Z]+|-?\d+|[+-]inf|no cut|cut", "_", wrong))
        cells.add("cut" if right in ("cut", "no cut") else "number")
        carried += "follow from that mistake" in exercise.text[-1]
    assert len(texts) == 4  # entered, leaf, after a child, returns
    assert cells == {"cut", "number"}
    assert 10 < carried < 50


def test_a_mistake_is_always_found_in_the_smallest_tree():
    subject = Subject(pw.Tree([1, 2]))
    for seed in range(MAX_TRIES):
        right, wrong, (place, _), _ = make_mistake(subject, StableRandom(seed))
        assert right[: place - 1] == wrong[: place - 1]
        assert right[place - 1] != wrong[place - 1]


def test_the_first_difference_is_none_where_it_is_not_in_one_cell():
    subject, other = Subject(pw.Tree([[3, 5], [2, 9]])), Subject(pw.Tree([[3, 5], [2, 9]]), SearchRules("gt"))
    right = entries_of(subject.recording)
    assert find_first_difference(right, right) is None
    assert find_first_difference(right, right[1:]) is None
    assert find_first_difference(right, entries_of(other.recording)) is None


# --- positions of games -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["tictactoe", "nim:heaps=1-2-2", "connect4:width=4,height=4"])
def test_exercises_on_positions(name, kind):
    game = pw.make(name)
    requirements = position_requirements("medium")
    for exercise in make_sheet([kind], requirements, seed=4, count=3, source=Source(game=game)).exercises:
        check_key(exercise)
        position, tree = exercise.subject.position, exercise.tree
        assert tree.minimax_values[0] == pw.algorithms.minimax(game, position.state).value
        assert tree.total_nodes == pw.algorithms.minimax(game, position.state).nodes
        assert requirements.leaves[0] <= tree.total_leaves <= requirements.leaves[1]
        for node in range(1, tree.total_nodes):
            before = position.states[tree.parent[node]]
            assert game.result(before, game.parse_action(before, position.words[node])) == position.states[node]


@pytest.mark.slow_with("cuts3")
@pytest.mark.parametrize("cuts", [(0, 0), (1, 1), (2, 3), (4, inf)])
def test_positions_have_as_many_cuts_as_asked_for(cuts):
    requirements = position_requirements("medium", cuts=cuts)
    source = Source(game=pw.make("tictactoe"))
    for exercise in make_sheet(["values"], requirements, seed=1, count=6, source=source).exercises:
        cutoffs = [event for event in pw.trace(exercise.tree).events if event.kind == "cutoff" and event.pruned]
        assert cuts[0] <= len(cutoffs) <= cuts[1]


@pytest.mark.parametrize("name", REGISTRY)
def test_every_game_gives_positions_with_a_horizon(name):
    game = pw.make(name)
    requirements = position_requirements("easy", 1, cuts=(0, inf))
    for exercise in make_sheet(["values"], requirements, seed=4, count=2, source=Source(game=game, depth=1)).exercises:
        check_key(exercise)
        state = exercise.subject.position.state
        assert exercise.parts[0].answer == pytest.approx(pw.algorithms.minimax(game, state, depth=1).value)


def test_a_position_that_is_given():
    game = pw.make("tictactoe")
    state = game.parse_state("XOXXO.O..")
    (exercise,) = make_sheet(["values"], position_requirements("easy"), source=Source(game=game, state=state)).exercises
    labels = [item for item in draw_exercise(exercise, False).items() if getattr(item, "role", "") == "coordinate"]
    assert [item.text for item in labels] == list("012012")  # around the root's board
    assert exercise.tree.to_nested() == GIVEN
    assert exercise.parts[0].answer == minimax(GIVEN, True)
    assert "tictactoe from the position XOXXO.O..: MAX (X) is to move" in exercise.text[0]


GIVEN = [[-1, [0]], [[0], [0]], [[0], -1]]


@pytest.mark.parametrize(
    ("name", "position", "says"),
    [
        ("tictactoe", "XXXOO....", "the game is over"),
        ("tictactoe", ".........", "more than 512 nodes"),
        ("kalah", "0-0-0-0-2-1:20/1-0-0-0-1-0:23 MAX", "the players do not alternate after it"),
    ],
)
def test_positions_that_give_no_exercise(plywise, name, position, says):
    code, out, err = plywise("exercise", "--game", name, "--position", position)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert says in err


# --- sheets -----------------------------------------------------------------------------------------------------------


def test_the_sheet_and_the_key_as_text_are_as_they_were():
    sheet = make_sheet(list(KINDS), requirements_of("easy"), seed=1)
    shown = sheet_text(sheet) + "\n\n=====\n\n" + sheet_text(sheet, with_answers=True) + "\n"
    assert shown == (GOLDEN / "exercises.txt").read_text()


ANSWERED = ("answer", "because", "solution", "made_by")


def test_the_students_sheet_holds_no_answers():
    sheet = make_sheet(list(KINDS), requirements_of("medium"), seed=9)
    plain = sheet_json(sheet, with_answers=False)
    assert not any(f'"{name}"' in plain for name in ANSWERED)
    shown = plain + sheet_html(sheet) + sheet_latex(sheet) + sheet_text(sheet)
    for exercise in sheet.exercises:
        for line in exercise.solution:
            assert len(line) < 25 or line.strip() not in shown
    assert 'class="cross"' not in sheet_html(sheet)
    assert 'class="cross"' in sheet_html(sheet, with_answers=True)


def test_a_key_is_read_back_as_it_was_written():
    sheet = make_sheet(list(KINDS), requirements_of("hard"), seed=9)
    again = read_key(sheet_json(sheet, with_answers=True))
    assert again.parts.keys() == sheet.parts.keys()
    assert [part for _, part in again.parts.values()] == [part for _, part in sheet.parts.values()]
    assert [exercise.tree.to_nested() for exercise in again.exercises] == [
        exercise.tree.to_nested() for exercise in sheet.exercises
    ]


def test_pages_need_nothing_from_elsewhere_and_escape_what_users_write():
    game = pw.make("tictactoe")
    sheet = make_sheet(
        ["values"],
        position_requirements("easy"),
        seed=1,
        source=Source(game=game),
        title="<script>x</script> & \\b{}$%",
    )
    page = sheet_html(sheet)
    assert "<script>x" not in page
    assert "&lt;script&gt;x" in page
    links = re.findall(r"""(?:src|href)\s*=\s*["']|url\(|@import|https?://[^"'\s<]+""", page)
    assert set(links) <= {"http://www.w3.org/2000/svg"}
    assert r"$<$script$>$x$<$/script$>$ \& \textbackslash{}b\{\}\$\%" in sheet_latex(sheet)


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="pdflatex is not here; make setup says so")
@pytest.mark.fast_with("easy")
@pytest.mark.parametrize(
    "options", [("--level", "easy"), ("--level", "hard"), ("--game", "tictactoe")], ids=["easy", "hard", "tictactoe"]
)
def test_sheets_compile_to_pdf(plywise, tmp_path, options):
    sheet, key = tmp_path / "sheet.pdf", tmp_path / "key.pdf"
    title = "Übung № 3: søk & 50 % {α} \\ _^~ 漢"
    code, out, err = plywise(
        "exercise", "--kind", "all", "--seed", 2, "--title", title, "--pdf", sheet, "--key-pdf", key, *options
    )
    assert (code, out, err) == (0, "", "")
    assert sheet.read_bytes().startswith(b"%PDF")
    assert key.read_bytes().startswith(b"%PDF")
    assert {path.name for path in tmp_path.iterdir()} == {"sheet.pdf", "key.pdf"}


def pages_of(latex, folder):
    """Compile a document: how many pages it has; no box is too high for its page."""
    (folder / "sheet.tex").write_text(latex)
    words = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "sheet.tex"]
    said = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=100, check=True).stdout
    assert "Overfull \\vbox" not in said
    return int(re.search(r"\((\d+) pages?", said)[1])


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("pdflatex"), reason="pdflatex is not here; make setup says so")
@pytest.mark.parametrize(
    ("kinds", "requirements", "count", "pages"),
    [
        (list(KINDS), requirements_of("easy"), 2, 8),
        (list(KINDS), requirements_of("medium"), 2, 8),
        (["pruned", "count"], requirements_of("easy"), 4, 4),
        (["windows", "error"], requirements_of("easy", branching=4, depth=4), 1, None),
        (["windows", "error", "values"], requirements_of("easy", branching=2, depth=8), 1, None),
    ],
    ids=["easy", "medium", "two on a page", "4^4 leaves", "2^8 leaves"],
)
def test_exercises_stay_whole_and_share_pages(tmp_path, kinds, requirements, count, pages):
    sheet = make_sheet(kinds, requirements, seed=7, count=count)
    found = pages_of(sheet_latex(sheet), tmp_path)
    assert pages is None or found <= pages
    assert pages_of(sheet_latex(sheet, with_answers=True), tmp_path) >= found


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="pdflatex is not here; make setup says so")
def test_every_page_of_a_printed_sheet_has_its_title_its_version_and_a_place_for_the_name(tmp_path):
    versions = make_versions(2, ["windows", "error"], requirements_of("medium"), seed=3)
    sheet = replace(versions.sheets[1], title="T")
    latex = r"\pdfcompresslevel=0 " + sheet_latex(sheet)
    pages = pages_of(latex, tmp_path)
    assert pages > 1
    assert (tmp_path / "sheet.pdf").read_bytes().count(b"(Name:)") == pages
    assert len(re.findall(rb"\(T,\)-\d+\(v", (tmp_path / "sheet.pdf").read_bytes())) == pages


def test_the_head_of_a_sheet_is_printed_on_every_page_of_a_browser(tmp_path):
    path = shutil.which("chromium")
    assert path, "Chromium is not installed: make setup does it, where it may"
    page_file = tmp_path / "sheet.html"
    page_file.write_text(sheet_html(make_sheet(["windows", "error"], requirements_of("medium"), seed=3)))
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(page_file.as_uri())
        looks = "node => [getComputedStyle(node).display, getComputedStyle(node).breakInside, node.innerText]"
        assert page.locator("header").evaluate(looks)[0] == "block"
        page.emulate_media(media="print")
        display, inside, text = page.locator("header").evaluate(looks)
        browser.close()
    assert (display, inside) == ("table-header-group", "avoid")  # what a browser repeats on every page
    assert "Minimax and alpha-beta" in text
    assert "Name:" in text


def test_a_tree_that_does_not_suit_a_kind_is_refused_for_that_kind_s_reason(monkeypatch):
    monkeypatch.setitem(KINDS, "values", KINDS["values"]._replace(lack=lambda tree, cut: 1, lacking="too flat"))
    for kinds, says in (
        (["values"], "^kind values: too flat$"),
        (["ordering"], "^kind ordering: no order of the children in this tree"),
    ):
        with pytest.raises(InputError, match=says):
            make_sheet(kinds, requirements_of("easy"), source=Source(tree=pw.Tree([1, 2])))


def test_what_belongs_together_is_kept_on_one_page():
    sheet = make_sheet(list(KINDS), requirements_of("easy"), seed=1)
    for latex, with_answers in ((sheet_latex(sheet), False), (sheet_latex(sheet, with_answers=True), True)):
        kept = latex.split("\\keep{%")[1:]
        assert len(kept) == len(sheet.exercises)
        for exercise, piece in zip(sheet.exercises, kept, strict=True):
            inside = piece.partition("\\textbf{Solution}")[0]
            assert "tikzpicture" in inside
            for part in exercise.parts:
                label = part.id.split(".")[1] if exercise.kind == "windows" else part.id.replace("_", "\\_")
                assert label in inside
            assert with_answers == ("Solution" in piece)
        assert latex.count("MAX moves}") == 1  # a legend explains each mark once


def test_the_key_of_windows_is_a_table_and_its_nodes_have_their_values():
    sheet = make_sheet(["windows"], requirements_of("easy"), seed=1)
    (exercise,) = sheet.exercises
    latex = sheet_latex(sheet, with_answers=True)
    table = latex.partition("\\begin{tabular}")[2].partition("\\end{tabular}")[0]
    rows = [line.split(" & ") for line in table.splitlines()[2:]]
    assert len(rows) * 4 == len(exercise.parts) == 4 * len(exercise.subject.inner)
    assert all(len(row) == 5 for row in rows)
    found = fill_slots(exercise, with_answers=True)
    entered = {record.state.node for record in exercise.subject.recording.records if record.visited}
    assert {node for node, slot in enumerate(found) if slot.found} == entered & set(exercise.subject.inner)
    assert found[0].found == str(exercise.tree.minimax_values[0])
    assert not any(slot.found for slot in fill_slots(exercise, with_answers=False))


def test_a_long_question_is_asked_once():
    sheet = make_sheet(["pruned", "pruned", "count"], requirements_of("easy"), seed=1)
    first, second, third = question_paragraphs(sheet)
    assert first == list(sheet.exercises[0].text)
    assert second[1:] == ["The search works as in e1.", "The question is that of e1."]
    assert third[1] == "The search works as in e1."
    assert third[2] == sheet.exercises[2].text[2]


def test_without_pdflatex_one_line_says_so(plywise, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    html, pdf = tmp_path / "sheet.html", tmp_path / "sheet.pdf"
    code, out, err = plywise("exercise", "--html", html, "--pdf", pdf)
    assert (code, out) == (2, "")
    assert err == "plywise: PDF needs pdflatex, which is not installed (Debian: texlive-latex-base, texlive-pictures)\n"
    assert not html.exists()
    assert not pdf.exists()


def test_ascii_sheets_have_no_other_signs():
    from plywise.show.text import ASCII

    sheet = make_sheet(list(KINDS), requirements_of("easy"), seed=1)
    assert sheet_text(sheet, with_answers=True, strokes=ASCII).isascii()


# --- the command ------------------------------------------------------------------------------------------------------


def test_all_files_at_once(plywise, tmp_path):
    names = ("html", "key-html", "latex", "key-latex", "json", "key", "csv")
    words = [word for name in names for word in (f"--{name}", tmp_path / name)]
    assert plywise("exercise", "--kind", "all", "--count", 2, *words) == (0, "", "")
    key = read_key((tmp_path / "key").read_text())
    assert len(key.exercises) == 12
    assert (tmp_path / "csv").read_text() == ",".join(["student", *key.parts]) + "\n"
    assert json.loads((tmp_path / "json").read_text())["format"] == "plywise sheet"
    assert "\\documentclass" in (tmp_path / "latex").read_text()


def test_json_goes_to_stdout_unless_a_file_is_named(plywise, tmp_path):
    code, out, _ = plywise("exercise", "--seed", 4, "--json", "--key", tmp_path / "key")
    assert code == 0
    assert plywise("exercise", "--seed", 4, "--json", tmp_path / "sheet") == (0, "", "")
    assert (tmp_path / "sheet").read_text() == out


def test_a_tree_of_ones_own(plywise):
    for tree in ("[[3,12,8],[2,4,6],[14,5,2]]", "3 12 8 2 4 6 14 5 2"):
        code, out, _ = plywise("exercise", "--kind", "pruned", "--tree", tree, "--branching", 3, "--key", "-")
        if code:  # nested lists know their shape
            code, out, _ = plywise("exercise", "--kind", "pruned", "--tree", tree, "--key", "-")
        assert code == 0
        assert read_key(out).parts["e1.pruned"][1].answer == ["I", "J"]


REFUSED = {
    "no such kind": (["--kind", "riddle"], "no kind of exercise 'riddle'"),
    "no exercises": (["--count", "0"], "1 to 10,000 exercises"),
    "too many": (["--count", "100000"], "1 to 10,000 exercises"),
    "cuts that are no number": (["--cuts", "many"], "cuts 'many' is not of the form 3, 2-4 or 2-"),
    "impossible cuts": (["--depth", "2", "--cuts", "9"], "9 cuts are impossible"),
    "values that are none": (["--values", "x"], "leaf values 'x'"),
    "values without an end": (["--values", "3"], "leaf values '3'"),
    "tree and game": (["--tree", "[1,2]", "--game", "nim"], "one or the other"),
    "tree and cuts": (["--tree", "[1,2]", "--cuts", "1"], "--cuts does not go with --tree"),
    "game and shape": (["--game", "nim", "--shape", "uniform"], "--shape does not go with --game"),
    "game and MIN first": (["--game", "nim", "--minimizer-first"], "--minimizer-first does not go with --game"),
    "position without game": (["--position", "x"], "--position and --moves go with --game"),
    "position and cuts": (["--game", "nim", "--moves", "1-1", "--cuts", "1"], "--cuts and --ties do not go"),
    "a horizon at the root": (["--game", "nim", "--depth", "0"], "at least 1 ply deep"),
    "positions without ties": (["--game", "nim", "--ties", "never"], "ties never"),
    "a tree for no paper": (["--tree", "[" * 70 + "1,2" + "]" * 70], "does not fit on a sheet"),
    "a lone leaf": (["--tree", "5"], "a tree of one leaf makes no exercise"),
    "a broken tree": (["--tree", "[1,"], "tree"),
    "stdout twice": (["--key", "-", "--json", "-"], "stdout is named for two different outputs"),
    "stdout and text": (["--key", "-", "--answers"], "both write to stdout"),
    "no folder": (["--key", "/no/such/folder/key.json"], "its folder does not exist"),
    "a folder": (["--key", "/tmp"], "it is a folder"),
    "hopeless positions": (["--game", "nim:heaps=1-1", "--cuts", "5"], "no position of nim"),
}


@pytest.mark.parametrize(("words", "says"), REFUSED.values(), ids=REFUSED)
def test_bad_options_get_one_line(plywise, words, says):
    code, out, err = plywise("exercise", *words)
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert says in err


def test_numbers_of_cuts():
    assert [parse_cuts(text) for text in ("3", " 2 - 4 ", "0-")] == [(3, 3), (2, 4), (0, inf)]


def test_as_many_values_as_leaves_are_enough_for_leaves_that_all_differ():
    tight = requirements_of("easy", shape="uniform", branching=2, depth=3, values=(0, 7), ties="never")
    assert tight.values == (0, 7)
    with pytest.raises(InputError, match="do not fit between 0 and 6"):
        requirements_of("easy", shape="uniform", branching=2, depth=3, values=(0, 6), ties="never")
