"""How the site is built: `make docs`, or `python -m sphinx -W --keep-going docs build/docs`.

Pages that begin with `file_format: mystnb` are run while the site is built, and a cell that fails stops the build.
"""

import logging
import os
import re
from pathlib import Path
from typing import Any

import plywise

ROOT = Path(__file__).parent.parent

# The kernels that run the lessons import what this checkout holds, whatever else is installed.
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH")]))

# They begin as IPython does by itself, whatever the reader has set up, and say only what went wrong.
IPYTHON = ROOT / "build" / "ipython"
(IPYTHON / "profile_default").mkdir(parents=True, exist_ok=True)
(IPYTHON / "profile_default" / "ipython_kernel_config.py").write_text("c.IPKernelApp.log_level = 40\n")
os.environ["IPYTHONDIR"] = str(IPYTHON)
logging.getLogger("traitlets").setLevel(logging.WARNING)

project = "Plywise"
author = copyright = "The Plywise developers"  # noqa: A001 (the name is Sphinx's)
version = release = plywise.__version__

extensions = ["myst_nb", "sphinx.ext.autodoc"]
exclude_patterns = ["course/notebooks"]

nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 240  # seconds a cell: the first search of a game compiles it
nb_execution_show_tb = True
nb_merge_streams = True
nb_code_prompt_show = "Run it"
nb_code_prompt_hide = "Hide it"
nb_output_stderr = "remove"  # "compiling ..., first time only": on some machines only

myst_heading_anchors = 3

default_role = "literal"  # what docstrings set in single backticks
autodoc_member_order = "bysource"
autodoc_typehints = "signature"

html_theme = "furo"
pygments_dark_style = "github-dark"
html_title = "Plywise"
html_static_path = ["_static"]
html_css_files = ["plywise.css"]
html_copy_source = False
html_theme_options = {"navigation_with_keys": True, "top_of_page_buttons": []}

FIELD = re.compile(r"(\w+(?:, \w+)*): ")


def list_fields(app: object, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Lay out the fields of a record, a line each in its docstring, as a list; otherwise they would run together."""
    listed: list[str] = []
    in_item = False
    for line in lines:
        field = FIELD.match(line)
        if field and (not listed or not listed[-1] or in_item):
            listed.append(f"* **{field[1]}**: {line[field.end() :]}")
            in_item = True
        elif in_item and line.startswith(" "):
            listed.append(f"  {line.strip()}")
        elif in_item and line:
            listed += ["", line]
            in_item = False
        else:
            listed.append(line)
            in_item = False
    lines[:] = listed


def setup(app: Any) -> None:
    """Tell Sphinx of `list_fields`."""
    app.connect("autodoc-process-docstring", list_fields)
