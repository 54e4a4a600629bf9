"""Pages with trees that are kept."""

from plywise.web.limits import MAX_TREES, MAX_TREES_OF_SESSION
from plywise.web.trees import Trees


def found(trees, address):
    return trees.find(address.removeprefix("/tree/"))


def test_one_session_pushes_out_its_own_trees_only():
    trees = Trees()
    other = trees.keep("of another", "other")
    own = [trees.keep(str(number), "busy") for number in range(3 * MAX_TREES)]
    kept = [number for number, address in enumerate(own) if found(trees, address) is not None]
    assert kept == list(range(3 * MAX_TREES))[-MAX_TREES_OF_SESSION:]
    assert found(trees, other) == "of another"


def test_where_there_are_too_many_the_session_with_the_most_has_one_less():
    trees = Trees()
    many = [trees.keep("many", "many") for _ in range(MAX_TREES_OF_SESSION)]
    few = [trees.keep(str(number), f"session {number}") for number in range(MAX_TREES)]
    assert found(trees, few[MAX_TREES - MAX_TREES_OF_SESSION]) is not None
    assert found(trees, few[-1]) is not None
    assert found(trees, many[0]) is None
    assert len(trees._pages) == MAX_TREES
