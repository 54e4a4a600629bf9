"""Drawings: nothing collides, every medium draws the same, and any step can be drawn."""

import itertools
import json
import random
import re
import shutil
import subprocess
import xml.dom.minidom
import zlib
from math import inf

import pytest

import plywise as pw
from plywise.engines.algorithms import ALGORITHMS, WITH_REFERENCE
from plywise.game import play_moves
from plywise.show import tikz
from plywise.show.labels import short_number
from plywise.show.node_views import MORE, node_views_of, select_nodes
from plywise.show.png import draw_png
from plywise.show.svg import draw_svg
from plywise.show.text_width import text_width
from plywise.show.trace_drawing import draw_trace_picture
from plywise.trees.replay import LEFT, Replay
from tests.helpers.pictures import collisions, seen

BOOK = [3, 5, 6, 9, 1, 2, 0, -1]
SECOND = [2, 3, 5, 9, 0, 1, 7, 5]
SHAPES = [(b, d) for b in (2, 3, 4) for d in (2, 3, 4, 5)]


def uniform(branching, depth, seed):
    leaves = random.Random(seed).choices(range(-999, 1000), k=branching**depth)
    return pw.Tree(leaves, branching=branching)


@pytest.mark.slow_with("4-5")
@pytest.mark.parametrize(("branching", "depth"), SHAPES)
def test_nothing_collides(branching, depth):
    trace = pw.trace(uniform(branching, depth, seed=branching * 10 + depth))
    for most_nodes in (10_000, 60):
        found = seen(trace.svg(most_nodes=most_nodes), text_width)
        assert list(collisions(found)) == []
    assert len(seen(trace.svg(most_nodes=10_000), text_width).shapes) >= len(trace.records)


def test_the_look_for_collisions_sees_them():
    svg = pw.trace(pw.Tree(BOOK, branching=2)).svg()
    assert list(collisions(seen(svg, lambda text, size, bold: 3 * text_width(text, size, bold))))
    moved = re.sub(r'(<text class="text soft-text" x=")(\d+)', lambda m: m[1] + str(int(m[2]) + 60), svg)
    assert list(collisions(seen(moved, text_width)))


@pytest.mark.fast_with("minimax", "alphabeta")
@pytest.mark.parametrize("algorithm", WITH_REFERENCE)
def test_nothing_collides_at_any_step_of_any_algorithm(algorithm):
    trace = pw.trace(pw.Tree([[3, [12, -100], 8], [2, [4, 6]], 14.25, [5, [2, [1]]]]), algorithm=algorithm)
    for step in range(Replay(trace).last + 1):
        assert list(collisions(seen(trace.svg(step), text_width))) == [], step


def test_boards_in_nodes_do_not_collide():
    for name, moves in (("tictactoe", "0 4 8"), ("nim", ""), ("connect4:width=4,height=4", "1 1 2 2"), ("kalah", "")):
        game = pw.make(name)
        trace = pw.trace(game, play_moves(game, game.initial(), moves), depth=3)
        assert list(collisions(seen(trace.svg(), text_width))) == []


# --- what is drawn ----------------------------------------------------------------------------------------------------


def faces_by_name(trace, step=None):
    replay = Replay(trace)
    return {trace.name(view.record): view for view in node_views_of(replay, step) if view.kind != MORE}


def test_the_faces_of_the_book_s_tree():
    views = faces_by_name(pw.trace(pw.Tree(BOOK, branching=2)))
    assert [view.value for view in views.values()] == [
        "5", "5", "\u22642", "5", "\u22656", "2", "", "3", "5", "6", "9", "1", "2", "0", "-1"
    ]  # fmt: skip
    assert {name for name, view in views.items() if view.crossed} == {"G", "K"}
    assert {name for name, view in views.items() if view.phase == "pruned"} == {"G", "K", "N", "O"}
    assert {name for name, view in views.items() if view.on_line} == set("ABDI")
    assert {name for name, view in views.items() if view.cut} == {"C", "E"}
    assert views["C"].window == ("5", "2")
    assert views["E"].window == ("6", "5")
    assert [views[name].entry for name in "ABDHIEJCFLMK"] == [*(f"#{number}" for number in range(1, 12)), ""]
    assert "pruned, never looked at" in views["K"].title
    assert "at most 2" in views["C"].title


def test_the_faces_of_the_other_walk_through():
    views = faces_by_name(pw.trace(pw.Tree(SECOND, branching=2)))
    assert views["A"].value == "3"
    assert {name for name, view in views.items() if view.crossed} == {"G", "K"}


def test_a_frame_shows_the_search_as_it_stood():
    trace = pw.trace(pw.Tree(BOOK, branching=2))
    replay = Replay(trace)
    assert all(status.phase == "ahead" for status in replay.statuses_at(0))
    cut = next(n for n, step in enumerate(replay.steps, start=1) if step.event.kind == "cutoff")
    views = faces_by_name(trace, cut)
    assert [name for name, view in views.items() if view.current] == ["E"]
    assert views["K"].crossed
    assert not views["G"].crossed
    assert not faces_by_name(trace, cut - 1)["K"].crossed
    assert views["C"].phase == "ahead"
    assert not any(view.on_line for view in views.values())
    assert 'polyline class="cross' not in trace.svg(0)
    assert "game tree: value" not in trace.svg(cut)
    assert f"Step {cut} of {replay.last}" in trace.svg(cut)


@pytest.mark.parametrize("algorithm", WITH_REFERENCE)
def test_the_last_frame_is_what_the_trace_says(algorithm):
    for seed in range(10):
        trace = pw.trace(uniform(3, 3, seed), algorithm=algorithm)
        replay = Replay(trace)
        for record, status in zip(trace.records, replay.statuses_at(replay.last), strict=True):
            assert status.visits == record.visits
            assert (status.phase == LEFT) == record.settled or record.leaf, f"seed {seed}"
            if record.visited and record.settled:
                assert (status.value, status.bound) == (record.value, trace.bound(record)), f"seed {seed}"
        crossed = {number for number, status in enumerate(replay.statuses_at(replay.last)) if status.skipped}
        assert crossed == {each.record for each in trace.pruned}, f"seed {seed}"


@pytest.mark.parametrize("algorithm", WITH_REFERENCE)
def test_a_node_is_cut_off_where_its_latest_visit_was(algorithm):
    left = 0  # visits without a cutoff after one with it
    for seed in range(10):
        trace = pw.trace(uniform(3, 3, seed), algorithm=algorithm)
        replay, now, last = Replay(trace), dict.fromkeys(range(len(trace.records)), False), 0
        for number, step in enumerate(replay.steps, start=1):
            for event in trace.events[last : step.end]:
                if event.kind == "enter":
                    left += now[event.record]
                    now[event.record] = False
                elif event.kind == "cutoff" and event.pruned:
                    now[event.record] = True
            last = step.end
            if number % 7 == 0 or number == replay.last:
                assert [status.cut for status in replay.statuses_at(number)] == list(now.values()), f"seed {seed}"
    assert left > 0 or not ALGORITHMS[algorithm].searches_again


def test_steps_take_each_event_once():
    trace = pw.trace(uniform(3, 3, 1), algorithm="deepening")
    steps = Replay(trace).steps
    assert steps[0].first == 0
    assert steps[-1].end == len(trace.events)
    assert all(one.end == other.first for one, other in itertools.pairwise(steps))


@pytest.mark.fast_with("minimax", "alphabeta", "mtdf")
@pytest.mark.parametrize("algorithm", WITH_REFERENCE)
def test_nodes_stand_still_from_step_to_step(algorithm):
    trace = pw.trace(pw.Tree([[3, [12, -100], 8], [2, [4, 6]], 14.25, [5, [2, [1]]]]), algorithm=algorithm)
    places = set()
    for step in range(Replay(trace).last + 1):
        svg = trace.svg(step, legend=False)
        shapes = [shape for shape in seen(svg, text_width).shapes if shape[1].startswith("node")]
        places.add(tuple(sorted((name, box) for name, _, box in shapes)))
    assert len(places) == 1


def test_a_step_that_there_is_not_is_refused():
    trace = pw.trace(pw.Tree(BOOK, branching=2))
    for step in (30, -30, 10**9):
        with pytest.raises(pw.InputError, match=r"steps of this search"):
            trace.svg(step)
    assert trace.svg(-1) == trace.svg(28)
    with pytest.raises(pw.InputError, match="no theme"):
        trace.svg(theme="pink")


def test_large_trees_are_collapsed_with_counts():
    trace = pw.trace(uniform(4, 5, 3))
    views = node_views_of(Replay(trace), most_nodes=50)
    drawn = [view for view in views if view.kind != MORE]
    assert len(drawn) <= 50
    assert len(drawn) + sum(view.hidden for view in views) == len(trace.records) == 1365
    assert set(trace.follow(trace.result.pv)) <= {view.record for view in drawn}
    wide = pw.trace(pw.Tree(list(range(5000))))
    views = node_views_of(Replay(wide))
    assert sum(view.kind == MORE for view in views) == 1
    assert len(views) < 60
    assert wide.follow(wide.result.pv)[1] in {view.record for view in views}
    assert len(select_nodes(wide, 1)[0]) > 1  # the best move is drawn in any case


def test_a_very_deep_and_a_one_leaf_tree_can_be_drawn():
    nested = 7
    for _ in range(3000):
        nested = [nested]
    trace = pw.trace(pw.Tree(nested))
    views = node_views_of(Replay(trace))
    assert 200 < len(views) <= 252
    assert views[-1].hidden == 3001 - (len(views) - 1)
    assert "not drawn" in trace.svg()
    assert list(collisions(seen(pw.trace(pw.Tree(7)).svg(), text_width))) == []


# --- media ------------------------------------------------------------------------------------------------------------


def test_svg_is_well_formed_and_says_what_it_shows():
    trace = pw.trace(pw.Tree(BOOK, branching=2))
    for theme in ("light", "dark", "auto"):
        document = xml.dom.minidom.parseString(trace.svg(theme=theme))
        assert document.getElementsByTagName("title")[0].firstChild.data == "alphabeta on a game tree: value 5"
        assert "G is pruned: A is guaranteed 5 or more" in document.getElementsByTagName("desc")[0].firstChild.data
    assert trace._repr_svg_() == trace.svg()
    ids = re.findall(r' id="([^"]+)"', trace.svg())
    assert len(ids) == len(set(ids))


def test_every_text_is_escaped():
    class Odd(pw.Game):
        State = int

        def initial(self):
            return 0

        def player(self, state):
            return pw.MAX

        def actions(self, state):
            return [1, 2]

        def result(self, state, action):
            return action

        def terminal(self, state):
            return state > 0

        def utility(self, state):
            return state

        def format_action(self, state, action):
            return f"<b>&{action}\\_%$#"

    trace = pw.trace(Odd())
    xml.dom.minidom.parseString(trace.svg())
    assert r"$<$b$>$\&1\textbackslash{}\_\%\$\#" in trace.tikz()
    assert "<b>&1" not in trace.html()


def test_png_is_a_picture_of_the_drawing_s_size_and_not_blank():
    drawing = draw_trace_picture(pw.trace(pw.Tree(BOOK, branching=2)))
    for theme in ("light", "dark"):
        png = draw_png(drawing, theme, scale=1)
        assert png[:8] == b"\x89PNG\r\n\x1a\n"
        width, height = (int.from_bytes(png[start : start + 4]) for start in (16, 20))
        assert abs(width - drawing.width) <= 1
        assert abs(height - drawing.height) <= 1
        body = b"".join(re.findall(rb"IDAT(.*?)....IEND", png, re.DOTALL))
        assert len(set(zlib.decompressobj().decompress(body))) > 50
    with pytest.raises(pw.InputError, match="light or dark"):
        draw_png(drawing, "auto")


def test_letters_are_drawn_in_the_png():
    drawing = draw_trace_picture(pw.trace(pw.Tree(BOOK, branching=2)), legend=False)
    texts = [item for item in drawing.items() if hasattr(item, "text")]
    assert len(texts) > 40
    without = re.sub(r"<text.*?</text>", "", draw_svg(drawing, "light"))
    from resvg_py import svg_to_bytes

    assert bytes(svg_to_bytes(svg_string=without)) != draw_png(drawing, scale=1)


def test_tikz_has_every_text_at_its_place():
    drawing = draw_trace_picture(pw.trace(pw.Tree(BOOK, branching=2)))
    tikz = pw.trace(pw.Tree(BOOK, branching=2)).tikz()
    assert tikz.count(r"\node[") == sum(hasattr(item, "text") for item in drawing.items())
    assert tikz.isascii()


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
@pytest.mark.slow
def test_tikz_compiles_alone_and_in_a_document(tmp_path):
    traces = [pw.trace(pw.Tree(leaves, branching=2)) for leaves in (BOOK, SECOND)]
    game = pw.make("tictactoe")
    traces.append(pw.trace(game, game.parse_state(".XOOX.X.O")))
    for number, trace in enumerate(traces):
        (tmp_path / f"picture{number}.tex").write_text(trace.tikz())
        log = compiled(tmp_path, f"picture{number}")
        assert "Output written" in log
        assert "Overfull" not in log
        assert "(1 page" in log
    inputs = "".join(f"\\input{{picture{number}}}\n\n" for number in range(3))
    document = f"\\documentclass{{article}}\\usepackage{{tikz}}\\begin{{document}}A\n\n{inputs}B\\end{{document}}"
    (tmp_path / "whole.tex").write_text(document)
    assert "Output written" in compiled(tmp_path, "whole")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_a_tree_wider_than_tex_s_largest_length_compiles(tmp_path):
    (tmp_path / "wide.tex").write_text(pw.trace(uniform(4, 5, 3)).tikz(most_nodes=2000))
    assert "(1 page" in compiled(tmp_path, "wide")


def compiled(folder, name):
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", f"{name}.tex"],
        cwd=folder, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-1500:]
    return done.stdout


def test_numbers_are_short():
    assert [short_number(value) for value in (0, -5, 2.5, inf, -inf, None)] == [
        "0",
        "-5",
        "2.5",
        "+\u221e",
        "-\u221e",
        "",
    ]
    assert short_number(10**400) == "1e+399" or short_number(10**400) == "1e+400"
    assert all(len(short_number(value)) <= 10 for value in (1 / 3, -(10**15), 123456.789012, 10**400, -(10**400)))


# --- the commands -----------------------------------------------------------------------------------------------------


def test_tree_draws_into_files(plywise, tmp_path):
    files = {kind: tmp_path / f"t.{kind}" for kind in ("svg", "png", "tikz", "html")}
    words = [word for kind, path in files.items() for word in (f"--{kind}", path)]
    code, out, err = plywise("tree", *BOOK, *words, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["value"] == 5
    trace = pw.trace(pw.Tree(BOOK, branching=2))
    assert files["svg"].read_text() == trace.svg()
    assert files["png"].read_bytes() == trace.png()
    assert files["tikz"].read_text() == trace.tikz()
    assert files["html"].read_text() == trace.html()
    code, _, _ = plywise("tree", *BOOK, "--svg", files["svg"], "--step", 13, "--style", "theme=dark")
    assert (code, files["svg"].read_text()) == (0, trace.svg(13, theme="dark"))


def test_search_draws_positions(plywise, tmp_path):
    path = tmp_path / "s.svg"
    for engine in ("auto", "reference"):
        code, out, _ = plywise(
            "search", "tictactoe", "--position", ".XOOX.X.O", "--engine", engine, "--svg", path, "--json"
        )
        assert code == 0
        game = pw.make("tictactoe")
        assert path.read_text() == pw.trace(game, game.parse_state(".XOOX.X.O")).svg()
        assert json.loads(out)["value"] == 1


@pytest.mark.slow
def test_a_search_too_large_to_record_is_drawn_as_it_begins(plywise, tmp_path):
    path = tmp_path / "s.svg"
    code, out, _ = plywise("search", "tictactoe", "--algorithm", "minimax", "--svg", path, "--json")
    assert (code, json.loads(out)["nodes"]) == (0, 549946)
    assert "value 0" in path.read_text()
    xml.dom.minidom.parse(str(path))


def test_show_draws_a_board(plywise, tmp_path):
    path = tmp_path / "b.svg"
    for game in ("tictactoe", "connect4", "checkers", "go", "nim", "kalah", "othello", "breakthrough"):
        assert plywise("show", game, "--svg", path)[0] == 0
        svg = path.read_text()
        xml.dom.minidom.parseString(svg)
        assert "to move" in svg


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--svg", "/nowhere/at/all.svg"], "file /nowhere/at/all.svg cannot be written: its folder does not exist"),
        (["--svg", "/"], "file / cannot be written"),
        (["--svg", "x.svg", "--step", "99"], "step 99 is not from 0 to 29"),
        (["--step", "3"], "--step goes with --svg, --png or --tikz"),
        (["--svg", "x.svg", "--style", "theme=pink"], "--style theme=pink: no theme 'pink'; there are light, dark"),
        (
            ["--png", "x.png", "--style", "most-nodes=0"],
            "--style most-nodes=0: most-nodes must be a whole number from 1 to",
        ),
    ],
)
def test_bad_picture_options_are_one_line(words, message, plywise, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = plywise("tree", *BOOK, *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err
    assert list(tmp_path.iterdir()) == []


def test_a_picture_replaces_a_file_whole_and_keeps_what_is_there_when_it_fails(plywise, tmp_path, monkeypatch):
    path = tmp_path / "t.svg"
    path.write_text("old")
    path.chmod(0o640)
    assert plywise("tree", *BOOK, "--svg", path)[0] == 0
    assert path.read_text().startswith("<svg")
    assert path.stat().st_mode & 0o777 == 0o640
    path.write_text("old")
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    code, _, err = plywise("tree", *BOOK, "--svg", path)
    assert (code, err.count("\n"), path.read_text()) == (2, 1, "old")
    assert [each.name for each in tmp_path.iterdir()] == ["t.svg"]


@pytest.mark.parametrize(("number", "written"), [(100.0, "100"), (0.0, "0"), (2.5, "2.5"), (-7.0, "-7")])
def test_tikz_keeps_the_zeros_of_whole_numbers(number, written):
    assert tikz._number(number) == written
