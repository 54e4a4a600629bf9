"""Pictures for the class: all steps as files, overlays and animations; width, legend, hidden values."""

import itertools
import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from io import BytesIO

import pytest
from PIL import Image

import plywise as pw
from plywise.engines.algorithms import WITH_REFERENCE
from plywise.show.shapes import Text
from plywise.show.steps import time_groups
from plywise.show.trace_drawing import MAX_PICTURES, draw_step_pictures, draw_trace_picture
from tests.helpers.paths import ROOT

BOOK = [3, 5, 6, 9, 1, 2, 0, -1]


@pytest.fixture
def trace():
    return pw.trace(pw.Tree(BOOK, branching=2))


def texts(drawing):
    return [item.text for item in drawing.items() if isinstance(item, Text)]


@pytest.mark.fast_with("alphabeta", "sss")
@pytest.mark.parametrize("algorithm", WITH_REFERENCE)
def test_the_parts_seen_at_a_step_are_the_drawing_of_that_step(algorithm):
    drawings = draw_step_pictures(pw.trace(pw.Tree([[3, 5], [1, 2]]), algorithm=algorithm))
    timed = time_groups(drawings)
    assert len({(drawing.width, drawing.height) for drawing in drawings}) == 1
    for number, drawing in enumerate(drawings):
        seen = [group for group, spans in timed if any(first <= number <= last for first, last in spans)]
        assert sorted(map(repr, seen)) == sorted(map(repr, drawing.groups))
        assert [group for group in seen if not group.role.startswith("edge")] != []
        layers = [group.role.startswith("edge") for group in seen]
        assert layers == sorted(layers, reverse=True)
    for _, spans in timed:
        assert all(one[1] + 1 < other[0] for one, other in itertools.pairwise(spans))


def test_all_steps_have_the_same_legend_and_their_own_captions(trace):
    drawings = draw_step_pictures(trace)
    assert len(drawings) == 30
    legends = [[group for group in each.groups if group.role == "legend"] for each in drawings]
    assert all(legend == legends[0] for legend in legends)
    assert "Step 12 of 29." in " ".join(texts(drawings[12]))
    plain = draw_trace_picture(trace, 12, legend=False)
    assert {each for each in plain.groups if each.role != "caption"} <= set(drawings[12].groups)


def test_a_search_of_too_many_steps_is_refused():
    with pytest.raises(pw.InputError, match=f"at most {MAX_PICTURES - 1}"):
        draw_step_pictures(pw.trace(pw.Tree(list(range(2**8)), branching=2), algorithm="minimax"))


def test_numbered_files_and_overlays(plywise, tmp_path):
    code, _, err = plywise(
        "tree", 3, 5, 6, 9, "--all-steps", "--svg", tmp_path / "t.svg", "--png", tmp_path / "t.png",
        "--tikz", tmp_path / "t.tex", "--style", "width=300",
    )  # fmt: skip
    assert code == 0, err
    count = len(list(tmp_path.glob("t-*.svg")))
    assert {path.name for path in tmp_path.iterdir()} == {"t.tex"} | {
        f"t-{number:02}.{kind}" for number in range(count) for kind in ("svg", "png")
    }
    assert ElementTree.parse(tmp_path / "t-00.svg").getroot().get("width") == "300"
    assert Image.open(BytesIO((tmp_path / f"t-{count - 1}.png").read_bytes())).width == 300
    spans = re.findall(r"\\pw(?:last|step)<([\d,-]+)>", (tmp_path / "t.tex").read_text())
    overlays = {int(number) for span in spans for number in re.findall(r"\d+", span)}
    assert max(overlays) == count


@pytest.mark.parametrize("kind", ["gif", "png"])
def test_an_animated_image_has_a_frame_for_each_step(kind):
    trace = pw.trace(pw.Tree([3, 5]))
    image = Image.open(BytesIO(trace.animation(kind, seconds=0.2, width=200, legend=False)))
    assert (image.n_frames, image.width) == (7, 200)
    durations, shots = [], set()
    for number in range(image.n_frames):
        image.seek(number)
        durations.append(image.info["duration"])
        shots.add(image.convert("RGB").tobytes())
    assert durations == [200] * 6 + [600]
    assert len(shots) == 7


@pytest.mark.slow
def test_an_animated_svg_shows_each_step_in_turn_and_rests_where_asked(browser, trace, tmp_path):
    path = tmp_path / "t.svg"
    path.write_text(trace.animation(seconds=1))
    drawings = draw_step_pictures(trace)
    seen = """() => [...document.querySelectorAll("text")]
      .filter((each) => getComputedStyle(each).visibility === "visible").map((each) => each.textContent).sort()"""
    moment = "time => document.getAnimations().forEach((each) => { each.pause(); each.currentTime = time; })"
    for motion in ("no-preference", "reduce"):
        context = browser.new_context(reduced_motion=motion)
        page = context.new_page()
        page.goto(path.as_uri())
        for step in (0, 13, 29) if motion == "no-preference" else (29,):
            page.evaluate(moment, 1000 * step + 500)
            assert page.evaluate(seen) == sorted(texts(drawings[step])), (motion, step)
        assert bool(page.evaluate("document.getAnimations().length")) == (motion == "no-preference")
        context.close()


RECIPE = re.compile(r"\\begin\{frame\}.*\\end\{frame\}")


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
@pytest.mark.slow
def test_overlays_compile_alone_in_a_talk_and_in_an_article(trace, tmp_path):
    (tmp_path / "t.tex").write_text(trace.overlays())
    frame = RECIPE.search((ROOT / "docs/guides/trees.md").read_text())[0].replace("tree.tex", "t.tex")
    pages = {"t": 30, "talk": 30, "article": 1}
    (tmp_path / "talk.tex").write_text(
        rf"\documentclass{{beamer}}\usepackage{{tikz}}\begin{{document}}{frame}\end{{document}}"
    )
    (tmp_path / "article.tex").write_text(
        r"\documentclass{article}\usepackage{tikz}\begin{document}\input{t.tex}\end{document}"
    )
    for name, count in pages.items():
        done = subprocess.run(
            ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", name],
            cwd=tmp_path,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout[-2000:]
        assert f"({count} page".encode() in done.stdout
        assert name != "talk" or b"Overfull" not in done.stdout  # the step's sentence, at the foot, stays on the slide


def test_the_width_is_that_of_the_whole_picture(trace):
    svg = ElementTree.fromstring(trace.svg(width=900))
    plain = ElementTree.fromstring(trace.svg())
    assert (svg.get("width"), svg.get("viewBox")) == ("900", plain.get("viewBox"))
    assert Image.open(BytesIO(trace.png(width=333))).width == 333
    assert "x=0.50000pt" in trace.tikz(width=draw_trace_picture(trace).width / 2)


def test_the_legend_can_be_left_out(plywise, tmp_path):
    files = [tmp_path / f"t.{kind}" for kind in ("svg", "tex", "html")]
    options = [word for kind, path in zip(("--svg", "--tikz", "--html"), files, strict=True) for word in (kind, path)]
    plywise("tree", 3, 5, "--style", "legend=yes", *options)
    assert all("order of entry" in path.read_text() for path in files)
    plywise("tree", 3, 5, "--style", "legend=no", *options)
    assert not any("order of entry" in path.read_text() for path in files)


def test_hidden_values_are_revealed_step_by_step(trace):
    written = [str(value) for value in BOOK]
    shown = [text for text in texts(draw_trace_picture(trace, 0, legend=False)) if text in written]
    assert shown == written
    found = []
    for step in range(30):
        drawing = draw_trace_picture(trace, step, legend=False, caption=False, hide_values=True)
        boxes = [group.items for group in drawing.groups if any("node leaf" in item.role for item in group.items)]
        found.append([item.text for items in boxes for item in items if item.role.startswith("value")])
    assert found[0] == []
    assert all(len(one) <= len(other) for one, other in itertools.pairwise(found))
    assert found[-1] == ["3", "5", "6", "1", "2"]
    assert "9" not in texts(draw_trace_picture(trace, hide_values=True, legend=False))


def test_what_sss_leaves_open_is_outlined_and_explained():
    trace = pw.trace(pw.Tree(BOOK, branching=2), algorithm="sss")
    assert "entered, not solved" in texts(draw_trace_picture(trace))
    assert "C MIN (left open)" in str(trace)
    assert "entered, not yet left" in texts(draw_trace_picture(pw.trace(pw.Tree(BOOK, branching=2)), 5))
    assert "entered, not yet left" not in texts(draw_trace_picture(pw.trace(pw.Tree(BOOK, branching=2))))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--style", "width=300"], "--style width goes with --svg, --png, --tikz or --animation"),
        (["--style", "hide-values"], "--style hide-values goes with"),
        (["--all-steps", "--html", "t.html"], "--all-steps goes with --svg, --png or --tikz"),
        (["--all-steps", "--step", "1", "--svg", "t.svg"], "one or the other"),
        (["--all-steps", "--svg", "-"], "needs a file name"),
        (["--style", "delay=1", "--svg", "t.svg"], "--style delay goes with --animation"),
        (["--animation", "t.mp4"], "an animation ends in .svg, .gif or .png"),
    ],
)
def test_bad_settings_are_one_line(words, message, plywise, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = plywise("tree", 3, 5, *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err
    assert list(tmp_path.iterdir()) == []


def test_letters_too_small_to_read_are_worth_a_word(plywise, tmp_path):
    *_, err = plywise("tree", *BOOK, "--svg", tmp_path / "t.svg", "--style", "width=100")
    assert "--style most-nodes=N" in err
    *_, err = plywise("tree", *BOOK, "--svg", tmp_path / "t.svg", "--style", "width=400")
    assert err == ""


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
@pytest.mark.slow
@pytest.mark.parametrize("overlays", [False, True])
def test_names_in_any_letters_compile(overlays, tmp_path):
    names = {"50% of $a_b#{}": 3, '~^\\|<>"q': [1, 2], "é Łódź": 4, "Ω 左 🙂": {"ход": 1}}
    trace = pw.trace(pw.Tree({"</script><b>&amp;": names}))
    (tmp_path / "t.tex").write_text(trace.overlays() if overlays else trace.tikz())
    words = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "t"]
    assert subprocess.run(words, cwd=tmp_path, capture_output=True, check=False).returncode == 0
    ElementTree.fromstring(trace.svg())
    ElementTree.fromstring(trace.animation())
