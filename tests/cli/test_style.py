"""--style: one text with the looks of pictures, read by one parser whose errors name the nearest key."""

import pytest

import plywise as pw
from plywise.cli.style import KEYS, Style, field, parse_style

EVERYTHING = Style(theme="dark", width=600, legend=False, hide_values=True, most_nodes=40, delay=0.5)


@pytest.mark.parametrize(("texts", "style"), [
    ((), Style()),
    (("theme=dark",), Style(theme="dark")),
    (("theme=dark,width=600,legend=no,hide-values,most-nodes=40,delay=0.5",), EVERYTHING),
    (("theme=dark,width=600", "legend=no", "hide-values=yes,most-nodes=40,delay=.5"), EVERYTHING),
    ((" Theme = Dark , hide_values = YES ",), Style(theme="dark", hide_values=True)),
    (("legend",), Style(legend=True)),
])  # fmt: skip
def test_what_a_text_describes(texts, style):
    assert parse_style(texts) == style


@pytest.mark.parametrize(("text", "says"), [
    ("widht=600", "--style widht=600: no key 'widht'; did you mean width?"),
    ("hidevalue", "no key 'hidevalue'; did you mean hide-values?"),
    ("colour=dark", "no key 'colour'; there are theme, width, legend, hide-values, most-nodes, delay"),
    ("theme=drak", "no theme 'drak'; did you mean dark?"),
    ("theme", "no theme ''; there are light, dark"),
    ("legend=maybe", "no answer to legend 'maybe'; there are yes, no"),
    ("width=wide", "--style width=wide: width must be a whole number from 40 to 20,000, not 'wide'"),
    ("width=39", "width must be a whole number from 40 to 20,000, not '39'"),
    ("width=600.5", "not '600.5'"),
    ("delay=nan", "delay must be a number from 0.05 to 60, not 'nan'"),
    ("delay=inf", "not 'inf'"),
    ("most-nodes=", "most-nodes must be a whole number from 1 to 1,000,000,000, not ''"),
    ("theme=dark,theme=light", "--style theme=light: theme is given twice"),
    ("theme=dark,", "no key ''"),
    ("", "no key ''"),
    ("=", "no key ''"),
])  # fmt: skip
def test_a_text_that_describes_no_style_is_refused(text, says):
    with pytest.raises(pw.InputError) as refused:
        parse_style([text])
    assert says in str(refused.value)


def test_two_texts_may_not_set_one_key():
    with pytest.raises(pw.InputError, match="width is given twice"):
        parse_style(["width=600", "legend=no,width=700"])


def test_every_field_has_its_key():
    assert [field(key) for key in KEYS] == list(Style._fields)


@pytest.mark.parametrize(
    "command", [("tree", "3", "5", "6", "9"), ("search", "nim:heaps=1-2", "--engine", "reference")]
)
def test_tree_and_search_draw_by_the_same_style(plywise, tmp_path, command):
    path = tmp_path / "t.svg"
    code, _, err = plywise(*command, "--svg", path, "--style", "theme=dark,width=333", "--style", "legend=no")
    assert (code, err) == (0, "")
    svg = path.read_text()
    assert 'width="333"' in svg
    assert "order of entry" not in svg
    plywise(*command, "--svg", path)
    assert 'width="333"' not in path.read_text()


@pytest.mark.parametrize("option", ["--theme", "--width", "--legend", "--hide-values", "--delay"])
def test_the_looks_are_no_options_of_their_own(plywise, option):
    code, out, err = plywise("search", "nim", option, "1")
    assert (code, out) == (2, "")
    assert f"no option '{option}'" in err
