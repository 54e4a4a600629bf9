"""SGF as text: trees, nodes, properties, escapes; and where something is wrong."""

import random

import pytest

import plywise as pw
from plywise.play.notations.sgf_text import WIDTH, read_trees, wrap_nodes, write_property


def nodes(text):
    """Return the main line of the only tree in a text, without the places."""
    (tree,) = read_trees(text)
    return [{name: [value.text for value in values] for name, values in node.items()} for node in tree.nodes]


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[1];B[aa];W[bb])",
        "  junk\n(\n;\tGM [1]\n;B\n[aa] ; W[bb]\n)\njunk (of all) kinds",
        "(;GM[1](;B[aa](;W[bb])(;W[cc]))(;B[dd];W[ee]))",
        "(;GM[1];B[aa](;W[bb]))",
        "(;GaMe[1];Black[aa];White[bb])",
        "(;gm[1];b[aa];w[bb])",
    ],
)
def test_the_main_line_is_read(text):
    assert nodes(text) == [{"GM": ["1"]}, {"B": ["aa"]}, {"W": ["bb"]}]


def test_values_and_their_escapes():
    assert nodes(r"(;C[a\]b\\c\:d;e(f)])") == [{"C": [r"a]b\c:d;e(f)"]}]
    assert nodes("(;C[one \\\ntwo\nthree])") == [{"C": ["one two\nthree"]}]
    assert nodes("(;AB[aa] [bb]\n[cc]AB[dd];)") == [{"AB": ["aa", "bb", "cc", "dd"]}, {}]
    assert nodes("(;B[])") == [{"B": [""]}]


def test_several_trees():
    first, second = read_trees("(;GM[1])\n(;GM[2](;B[aa])(;B[bb]))")
    assert (first.at, second.at, len(second.nodes)) == (0, 9, 2)
    assert list(read_trees("no tree ( here )")) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;GM[1]", "line 1, column 1: a game tree ( is not closed"),
        ("(;GM[1](;B[aa]", "line 1, column 8: a game tree ( is not closed"),
        ("(;GM[1\n;B[aa)", "line 1, column 5: a value of the property 'GM' is not closed"),
        ("(;GM\n;B[aa])", "line 1, column 3: the property 'GM' has no value"),
        ("(;GM[1]\n  !)", "line 2, column 3: '!' is neither a node ; nor a variation ( nor its end )"),
        ("(;GM[1]])", "line 1, column 8: ']' is neither a node ; nor a variation ( nor its end )"),
        ("(;GM[1](;B[aa]);W[bb])", "line 1, column 16: a node follows variations"),
        ("(;GM[1]())", "line 1, column 9: a variation without a node ends"),
        ("(;GM[1]((;B[aa])))", "line 1, column 9: a variation begins before the first node"),
        ("(;C[\\", "line 1, column 4: a value of the property 'C' is not closed"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(text, message):
    with pytest.raises(pw.InputError) as caught:
        list(read_trees(text))
    assert str(caught.value) == message


@pytest.mark.parametrize("value", ["", "a", "]", "\\", "\\]", "[x]", ";(B[aa])", "Ω", "a:b"])
def test_properties_are_read_back(value):
    assert nodes(f"(;{write_property('C', value, 'b')})") == [{"C": [value, "b"]}]


def test_deep_trees_and_long_values_take_no_time():
    assert len(nodes("(;" * 50_000 + ")" * 50_000)) == 50_000
    assert nodes("(;C[" + "\\]x" * 200_000 + "])") == [{"C": ["]x" * 200_000]}]
    with pytest.raises(pw.InputError, match="is not closed"):
        list(read_trees("(;C[" + "x" * 1_000_000))


def test_lines_are_wrapped_between_nodes():
    source = random.Random(1)
    told = [f";B[{'a' * source.randrange(30)}]" for _ in range(200)]
    lines = wrap_nodes(told)
    assert "".join(lines) == "".join(told)
    assert max(map(len, lines)) <= WIDTH
    assert all(line.startswith(";") for line in lines)
