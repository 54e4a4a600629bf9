"""Notebooks: the drawing without anything installed, the stepper as a widget, and once in a real JupyterLab."""

import json
import re
import shutil
import subprocess
import sys
import time
import urllib.request

import pytest
from playwright.sync_api import sync_playwright

import plywise as pw
from plywise.notebook import stepper

BOOK = [3, 5, 6, 9, 1, 2, 0, -1]


def test_a_trace_shows_itself_with_no_extra_installed():
    code = (
        "import sys; sys.modules |= dict.fromkeys(['anywidget', 'ipywidgets', 'IPython', 'traitlets', 'resvg_py'])\n"
        "import plywise as pw; print(pw.trace(pw.Tree([3, 5]))._repr_svg_()[:4])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "<svg\n"


def test_the_widget_holds_the_film_and_the_module_of_the_page():
    trace = pw.trace(pw.Tree(BOOK, branching=2))
    widget = stepper(trace, step=13)
    assert widget.step == 13
    assert json.loads(widget.frames)["title"] == "alphabeta on a game tree: value 5"
    assert "export default { render }" in str(widget._esm)
    assert ".plywise" in str(widget._css)


def test_a_step_that_there_is_not_and_a_missing_extra_are_said_in_one_line(monkeypatch):
    trace = pw.trace(pw.Tree(BOOK, branching=2))
    with pytest.raises(pw.InputError, match="step 30 is not from 0 to 29"):
        stepper(trace, 30)
    with pytest.raises(pw.InputError, match=r"stepper takes a trace, as pw.trace\(game\) makes it, not a Tree"):
        stepper(pw.Tree(BOOK, branching=2))
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(pw.InputError, match=r"pip install 'plywise\[notebook\]'"):
        stepper(trace)


CELLS = [
    "import plywise as pw\nfrom plywise.notebook import film, stepper",
    "trace = pw.trace(pw.Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2))",
    "trace",
    "widget = stepper(trace)\nwidget",
    "widget.step = 13",
    "film(pw.make('nim'), 'random:seed=1', 'random:seed=2')",
    "pw.position(pw.make('nim'))",
    "pw.compare(pw.Tree([3, 5]))",
    "pw.compare(pw.Tree([[3, 5], [2, 9]]), depths=[1, 2]).plot()",
]


@pytest.mark.slow
def test_the_stepper_steps_in_a_real_jupyterlab(tmp_path):
    cells = [
        {"cell_type": "code", "id": f"c{n}", "metadata": {}, "outputs": [], "execution_count": None, "source": source}
        for n, source in enumerate(CELLS)
    ]
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    (tmp_path / "search.ipynb").write_text(
        json.dumps({"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5})
    )
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--port=0",
        "--IdentityProvider.token=plywise",
        f"--ServerApp.root_dir={tmp_path}", "--LabApp.news_url=None", "--ServerApp.open_browser=False",
    ]  # fmt: skip
    log = tmp_path / "log"
    with log.open("w") as file:
        server = subprocess.Popen(command, stdout=file, stderr=file, cwd=tmp_path)
    try:
        address = _address(log)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1400, "height": 1600})
            page.goto(f"{address}/lab/tree/search.ipynb?token=plywise")
            _step_in(page)
            browser.close()
    finally:
        server.terminate()
        server.wait(20)


def _address(log):
    """Return where the server answers."""
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline:
        found = re.search(r"http://(?:localhost|127\.0\.0\.1):\d+", log.read_text())
        if found:
            try:
                urllib.request.urlopen(f"{found[0]}/api?token=plywise", timeout=5)
            except OSError:
                time.sleep(0.5)
            else:
                return found[0]
        time.sleep(0.3)
    raise AssertionError(log.read_text()[-2000:])


def _step_in(page):
    """Run all cells, and step through the search that they show."""
    page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=90_000)
    page.wait_for_timeout(3000)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).click()
    page.wait_for_selector(".jp-OutputArea .plywise .pw-stage svg", timeout=90_000)
    count = page.locator(".plywise .pw-count")
    page.wait_for_function(
        "document.querySelector('.plywise .pw-count').textContent === 'Step 13 of 29'", timeout=60_000
    )
    assert page.locator(".plywise .pw-condition").inner_text() == "prune if alpha 6 >= beta 5: yes"
    page.locator(".plywise [data-do=forward]").click()
    assert count.inner_text() == "Step 14 of 29"
    assert page.locator(".jp-RenderedSVG svg, .jp-OutputArea-output img[src^='data:image/svg']").count() >= 1
    played = page.locator(".jp-RenderedHTMLCommon img[alt^='nim: ']")
    played.wait_for(timeout=30_000)
    played.scroll_into_view_if_needed()
    assert played.evaluate("picture => picture.complete && picture.naturalWidth") > 100
    assert page.locator(".jp-RenderedHTMLCommon table:has-text('branching_factor')").count() == 1
    page.wait_for_function(  # the trace, the position, the plot
        "document.querySelectorAll('.jp-RenderedSVG img, .jp-RenderedSVG svg').length === 3", timeout=30_000
    )
