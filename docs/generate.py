"""Write the generated parts of docs: commands.md (every --help), map.md, solved.md, notebooks, drawings, lessons.

python docs/generate.py             writes them; of the rendered lessons those whose cells have changed are run
python docs/generate.py --lessons   runs all lessons again
python docs/generate.py --check     exits with 1 where a page is not what it would write
"""

import ast
import json
import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
import grimp

sys.path.insert(0, str(Path(__file__).parent.parent))  # this page's own neighbours

from bench import certify, chess_ladder, features, play_games, solve

import plywise as pw
from docs import house, levels_drawing, play_search_drawing
from docs.lessons import REMOVED, RENDERED, Cell, contents, is_current, lesson_files, read_lesson, rendered
from plywise.cli.catalogue import GROUPS
from plywise.cli.program import program
from plywise.engines.play_features import PLAY_FEATURES
from plywise.games import REGISTRY
from plywise.play.ladders import LEVEL_NAMES, LEVELS, read_ladders

DOCS = Path(__file__).parent
SOURCE = DOCS.parent / "src"

COMMANDS_HEAD = """# The commands

The help of every command, written by `make docs`. Results go to standard output, messages to standard error; `--json`
prints one JSON object (`compare`, `batch` and `puzzles`: one per line). Exit codes: 0, done; 1, the command ran and its
answer is no; 2, bad usage or input, with one line on what is wrong and where; 130, interrupted. `plywise completion`
sets up tab completion.
"""

MAP_HEAD = """# The map

![The rooms of Plywise in their layers; every arrow, an import, leads down](house.svg)

An arrow is an import, and leads down. Arrows that follow from others are left out, and so is the package `plywise`
itself, which collects the public names from all rooms; pale arrows pass a layer.

Below are all modules, from the foundation up: a module imports only what stands above it in the table. `make docs`
writes this page from the imports and from the first line of each module, and `make check` keeps the layers
(import-linter, in pyproject.toml). Begin with `plywise.game`, then `plywise.engines.reference.algorithms`.
"""

SOLVED_HEAD = """# What was solved

Each line is a question to `plywise solve`, the answer, and the seconds that it took on two cores of 2020s make, with
the rules compiled. `make solve` asks all of them again and compares. What takes seconds is among the tests instead. The
answers are recorded in bench/data/solved.jsonl; this page is written from there by `make docs`.
"""

CERTIFICATES_HEAD = """
## Certificates

That these claims hold anybody can check without trusting the solver: see [certificates](certificates.md). Each was made
by `plywise certify` with the arguments shown, and accepted by those whose seconds are given: `plywise verify` and,
where checkers/ has a program for the game, that program in C; where one of them has none it would have taken hours, and
was not waited for. A draw, and an exact value, take two certificates. The
size is that of the file packed by xz. One process made each, on two cores that had other work, too; where small boards
take seconds, their rules were compiled for the first time.
`python -m bench.certify` makes and checks all of them again; what it found is in bench/data/certificates.jsonl.

| `plywise certify` | positions | entries | bytes, packed | made in | verify | in C | trusted besides the rules |
|---|---|---|---|---|---|---|---|
"""

CERTIFICATES_END = """
{missing}Of what is solved above there is none of Go on 4 by 4, and none of
Othello on 6 by 6, as the moves up to that position are not known to be the best. In the endgame of checkers play can go
in circles: there the strategy goes by the plies that are left to the win.
"""

ROOMS = {
    "The rules of a game": (
        "errors",
        "bits",
        "version",
        "process",
        "arguments",
        "game",
        "repetition",
        "fleet",
        "store",
        "board",
        "libraries",
        "games",
    ),
    "Compiling and searching": ("compiler", "engines"),
    "Solving, checking, playing, and explicit or recorded trees": (
        "laws",
        "solvers",
        "certificates",
        "protocols",
        "play",
        "spread",
        "trees",
    ),
    "Matches and learning": ("arena", "tune", "learning"),
    "Teaching and showing": ("teach", "show", "views"),
    "Games under way": ("live",),
    "The front doors": ("algorithms", "results", "cli", "__main__", "notebook", "tui", "web"),
}


def help_pages() -> str:
    """Return docs/reference/commands.md."""
    root = click.Context(program, info_name="plywise", terminal_width=100, **program.context_settings)
    pages = [COMMANDS_HEAD, _page(root, "##")]
    for title, group in GROUPS.items():
        pages.append(f"## {title}\n")
        for name in group:
            command = program.get_command(root, name)
            assert command is not None
            pages.append(_page(click.Context(command, info_name=name, parent=root), "###"))
    return "\n".join(pages)


def _page(context: click.Context, heading: str) -> str:
    return f"{heading} {context.command_path}\n\n```text\n{context.get_help()}\n```\n"


def module_map() -> str:
    """Return docs/background/map.md."""
    modules = in_dependency_order()
    lines = [MAP_HEAD]
    for room, packages in ROOMS.items():
        lines += [f"## {room}", "", "| module | what it is |", "|---|---|"]
        for module in modules:
            if module.split(".")[1:2] and module.split(".")[1] in packages:
                lines.append(f"| `{module}` | {_first_line(module)} |")
        lines.append("")
    return "\n".join(lines)


def solved_page() -> str:
    """Return docs/reference/solved.md."""
    lines = [SOLVED_HEAD, "| question | answer | seconds | |", "|---|---|---|---|"]
    for entry in solve.read():
        answer = ", ".join(f"{key} {_plain(value)}" for key, value in entry["answer"].items())
        lines.append(f"| `{solve.title(entry)}` | {answer} | {entry['seconds']:,.0f} | {entry.get('note', '')} |")
    rows = (
        f"| `{entry['claim']}` | {entry['positions']:,} | {entry['entries']:,} | {entry['packed']:,} | "
        f"{_duration(entry['make_s'])} | {_duration(entry.get('python_s'))} | {_duration(entry.get('c_s'))} | "
        f"{entry['trusts'] or ''} |\n"
        for entry in certify.read()
    )
    made = {entry["claim"] for entry in certify.read()}
    missing = ", ".join(f"`{claim}`" for claim in certify.CLAIMS if claim not in made)
    end = CERTIFICATES_END.format(missing=f"No certificate was made yet of: {missing}. " if missing else "")
    return "\n".join(lines) + "\n" + CERTIFICATES_HEAD + "".join(rows) + end


def _duration(seconds: float | None) -> str:
    if seconds is None or seconds < 0.1:
        return "" if seconds is None else "< 0.1 s"
    return f"{seconds:,.1f} s" if seconds < 100 else f"{seconds:,.0f} s"


LEVELS_BEGIN = "The levels were measured"
LEVELS_TEXT = """{begin} in {games:,} games between them, from random balanced openings with both colours
(`python -m bench.ladder`). In Elo, of which their mean is 0:

| level | | skill | Elo | 95 % |
|---|---|---|---|---|
"""


def with_levels(name: str) -> str:
    """Return docs/games/NAME.md, in which the section on levels ends with what was measured last."""
    page = (DOCS / "games" / f"{name}.md").read_text(encoding="utf-8")
    before, heading, rest = page.partition("## Levels\n")
    section, sources, after = rest.partition("## Sources\n")
    prose = section.partition(LEVELS_BEGIN)[0].strip()
    ladder = read_ladders().get(name)
    told = ""
    if ladder is not None:
        rows = (
            f"| {rung.level} | {name} | {rung.skill:g} | {rung.elo:+.0f} | ± {rung.error:.0f} |\n"
            for rung, name in zip(ladder.rungs, LEVEL_NAMES, strict=True)
        )
        told = LEVELS_TEXT.format(begin=LEVELS_BEGIN, games=ladder.games) + "".join(rows)
    parts = "".join(f"{part.strip()}\n\n" for part in (prose, told) if part)
    return f"{before}{heading}\n{parts}{sources}{after}"


LADDERS_HEADING = "## How strong they are\n"
STEP_WITHIN = 60
"""Elo by which a step between two levels may differ from the others of its game."""


def with_ladders() -> str:
    """Return docs/reference/levels.md, which ends with the ladders of all games."""
    before, heading, rest = (DOCS / "reference/levels.md").read_text(encoding="utf-8").partition(LADDERS_HEADING)
    prose = rest.partition("| ")[0].rstrip()
    head = "| game | " + " | ".join(map(str, LEVELS)) + " |\n" + "|---" * (len(LEVELS) + 1) + "|\n"
    rows = (
        f"| {name} | " + " | ".join(f"{rung.elo:+.0f}" for rung in ladder.rungs) + " |\n"
        for name, ladder in read_ladders().items()
    )
    return f"{before}{heading}{prose}\n\n{head}{''.join(rows)}\n{_evenness()}"


def _evenness() -> str:
    """Return how equal the measured steps are, in a sentence."""
    off = []
    for ladder in read_ladders().values():
        steps = [upper.elo - lower.elo for lower, upper in pairwise(ladder.rungs)]
        off += [abs(step - sum(steps) / len(steps)) for step in steps]
    near = sum(each <= STEP_WITHIN for each in off)
    return (
        f"As measured, {near} of the {len(off)} steps are within {STEP_WITHIN} Elo of the mean step of "
        f"their\ngame; the furthest is {max(off):.0f} Elo off.\n"
    )


FEATURES_HEADING = "### What each feature is worth\n"
FEATURES_TEXT = """
The search with all features plays the search without one (`python -m bench.features`), from random balanced openings
with both colours, until a sequential test tells +{worth:.0f} Elo from nothing, or for {games:,} games. Either error has
a likelihood of 5 %; the bounds were written first. A feature that does not pass at {nodes:,} nodes a move is tested
again at {more:,}, since some are worth more where the search goes deeper. It stays if either test says +{worth:.0f}.
`null-move` failed both, and was given a third test, at 300,000, as it does most of its work deeper: it passed that.
Five of those that are gone, from `singular` to `razoring`, had the first test only.

"""
FEATURES_GONE = """
These were tried, did not pass, and are not in the code:

"""
FEATURES_HEAD = """\
| feature | nodes | won, drawn, lost | Elo, 95 % | the test says |
|---|---|---|---|---|
"""


GAMES_HEADING = "## The search for play in other games\n"
GAMES_HEAD = """\
| game | a move | won, drawn, lost | Elo, 95 % | the test says |
|---|---|---|---|---|
"""
PROGRAMS_HEADING = "## Chess beside other programs\n"
PROGRAMS_HEAD = """\
| program | a move | won, drawn, lost | points | Elo, 95 % |
|---|---|---|---|---|
"""


def with_features() -> str:
    """Return docs/background/play_search.md, which ends with what each feature of the search for play is worth."""
    rows = [json.loads(line) for line in features.ROWS.read_text(encoding="utf-8").splitlines()]
    page = with_matches((DOCS / "background/play_search.md").read_text(encoding="utf-8"))
    before, heading, _ = page.partition(FEATURES_HEADING)
    head = FEATURES_TEXT.format(
        nodes=features.NODES, more=features.MORE_NODES, worth=features.BOUNDS[1], games=features.GAMES
    )
    kept, gone = (
        "".join(_feature_row(row) for row in rows if (row["feature"] in PLAY_FEATURES) is is_kept)
        for is_kept in (True, False)
    )
    return before + heading + head + FEATURES_HEAD + kept + FEATURES_GONE + FEATURES_HEAD + gone


def with_matches(page: str) -> str:
    """Return docs/background/play_search.md with the tables of its matches: in other games, and with other programs."""
    for path, heading, following, head, make_row in (
        (play_games.ROWS, GAMES_HEADING, "## Chess beside", GAMES_HEAD, _games_row),
        (chess_ladder.ROWS, PROGRAMS_HEADING, "## The features", PROGRAMS_HEAD, _programs_row),
    ):
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        before, _, rest = page.partition(heading)
        prose, _, _ = rest.partition("| ")
        table = head + "".join(make_row(row) for row in rows)
        page = f"{before}{heading}{prose}{table}\n{following}{rest.partition(following)[2]}"
    return page


def _games_row(row: dict[str, Any]) -> str:
    low, high = row["bounds"]
    bounds = f"{low:+.0f}".replace("+0", "0"), f"{high:+.0f}".replace("+0", "0")
    said = {"H0": "{0} rather than {1}", "H1": "{1} rather than {0}", None: "open"}[row["verdict"]].format(*bounds)
    games = f"{row['wins']} {row['draws']} {row['losses']}"
    return f"| {row['game']} | {row['seconds']:g} s | {games} | {_elo(row)} | {said} |\n"


def _programs_row(row: dict[str, Any]) -> str:
    games = f"{row['wins']} {row['draws']} {row['losses']}"
    share = (row["wins"] + row["draws"] / 2) / (row["wins"] + row["draws"] + row["losses"])
    return f"| {row['opponent']} | {row['seconds']:g} s | {games} | {share:.0%} | {_elo(row)} |\n"


def _elo(row: dict[str, Any]) -> str:
    if row["elo"] is None:
        return "beyond what these games can tell"
    return f"{row['elo']:+.0f} [{row['elo_low']:+.0f}, {row['elo_high']:+.0f}]"


def _feature_row(row: dict[str, Any]) -> str:
    said = {"H0": "nothing", "H1": f"+{row['bounds'][1]:.0f}", None: "open"}[row["verdict"]]
    where = "" if row["game"] == "chess" else f" ({row['game']})"
    games = f"{row['wins']} {row['draws']} {row['losses']}"
    return f"| `{row['feature']}`{where} | {row['nodes']:,} | {games} | {_elo(row)} | {said} |\n"


def _plain(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _first_line(module: str) -> str:
    path = SOURCE / module.replace(".", "/")
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").splitlines()[0]


def in_dependency_order() -> list[str]:
    """Return the modules of Plywise, each after those it imports."""
    graph = grimp.build_graph("plywise", cache_dir=None)

    def visit(module: str) -> Iterator[str]:
        if module not in placed:
            placed.add(module)
            for imported in sorted(graph.find_modules_directly_imported_by(module)):
                yield from visit(imported)
            yield module

    placed: set[str] = set()
    return [module for top in sorted(graph.modules) for module in visit(top)]


NOTEBOOK_HEAD = """*This is a lesson of Plywise's course. To run it, get the repository and say `make setup`, then
`.venv/bin/jupyter lab docs/course/notebooks`. Cells that begin with `# Checked:` test the numbers of the text.*
"""


def notebook(path: Path) -> str:
    """Return a lesson as a notebook without outputs: the same text and the same cells."""
    cells = [_cell("markdown", NOTEBOOK_HEAD, "head")]
    for part in read_lesson(path).parts:
        if isinstance(part, Cell):
            cells.append(_cell("code", _announced(part), f"code-{len(cells)}", list(part.tags)))
        else:
            cells.append(_cell("markdown", re.sub(r"\]\((?!\w+:|#)", "](../", part), f"text-{len(cells)}"))
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    book = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(book, indent=1, ensure_ascii=False) + "\n"


def _announced(cell: Cell) -> str:
    """Return a cell's code; the page leaves some out that check its numbers, and the notebook says what they are."""
    return f"# Checked: the numbers of the text.\n{cell.code}" if REMOVED in cell.tags else cell.code


def _cell(kind: str, source: str, name: str, tags: list[str] | None = None) -> dict[str, object]:
    cell: dict[str, object] = {"cell_type": kind, "id": name, "metadata": {"tags": tags} if tags else {}}
    if kind == "code":
        cell |= {"execution_count": None, "outputs": []}
    return cell | {"source": source.strip("\n").splitlines(keepends=True)}


def pages() -> dict[str, Callable[[], str]]:
    """Return what is generated: the name of a file below docs/ -> what writes its text."""
    notebooks = {f"course/notebooks/{each.stem}.ipynb": partial(notebook, each) for each in lesson_files()}
    written = {
        "reference/commands.md": help_pages,
        "background/map.md": module_map,
        "reference/solved.md": solved_page,
        "search.svg": moving_search,
        "game.svg": moving_game,
    }
    written["games/chess.svg"] = opening_of_chess
    games = {f"games/{name}.md": partial(with_levels, name) for name in REGISTRY}
    written["background/play_search.md"] = with_features
    written["reference/levels.md"] = with_ladders
    drawings = {
        "background/house.svg": rooms,
        "background/play_search.svg": play_search_drawing.draw_node,
        "reference/levels.svg": levels_drawing.draw_levels,
    }
    return written | drawings | games | notebooks


PERFECT_PLAY = "4 4 4 4 4 4 3 2 6 5 5 5 5 5 3 6 7 2 3 3 3 2 2 6 2 3 5 2 6 6 6 1 1 1 7 7 7 7 7 1 1"
"""The line that `plywise solve connect4` prints."""


def moving_search() -> str:
    """Return docs/search.svg: the README's moving picture of the search of the textbook's tree."""
    trace = pw.trace(pw.Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2))
    return str(trace.animation(seconds=1.0, legend=False))


def moving_game() -> str:
    """Return docs/game.svg: the README's moving picture of a game, Connect Four played perfectly by both sides."""
    game = pw.make("connect4")
    words = PERFECT_PLAY.split()
    positions = [pw.position(game, moves=" ".join(words[:count])) for count in range(len(words) + 1)]
    return pw.results.Film(positions, seconds=0.7).svg()


def opening_of_chess() -> str:
    """Return docs/games/chess.svg: the position of the page's first session."""
    here = pw.position(pw.make("chess"))
    for word in ("e4", "e5", "Nf3", "Nc6", "Bb5"):
        here = here.play(word)
    return here.svg()


def rooms() -> str:
    """Return docs/background/house.svg: the map's drawing, of the rooms and their imports."""
    graph = grimp.build_graph("plywise", cache_dir=None)
    modules = sorted(graph.modules)
    return house.house((module, each) for module in modules for each in graph.find_modules_directly_imported_by(module))


def main() -> int:
    """Write the pages, or with --check compare them."""
    try:
        return _write_all(check="--check" in sys.argv[1:])
    except house.NotDownwards as error:
        print(f"docs/background/house.svg: {error}", file=sys.stderr)
        return 1


def _write_lessons(check: bool) -> list[str]:
    """Write the rendered lessons; return the names of those that are not current, where they are only checked."""
    lessons = [read_lesson(path) for path in lesson_files()]
    listed = RENDERED / "index.json"
    if check:
        stale = [f"course/{each.name}.md" for each in lessons if not is_current(each)]
        return stale + ([] if listed.read_text(encoding="utf-8") == contents(lessons) else ["course/index.md"])
    RENDERED.mkdir(exist_ok=True)
    for lesson in lessons:
        text = rendered(lesson, run="--lessons" in sys.argv[1:])
        (RENDERED / f"{lesson.name}.html").write_text(text, encoding="utf-8")
    listed.write_text(contents(lessons), encoding="utf-8")
    return []


def _write_all(check: bool) -> int:
    stale = _write_lessons(check)
    for name, write in pages().items():
        page, text = DOCS / name, write()
        if check and (not page.exists() or page.read_text(encoding="utf-8") != text):
            stale.append(name)
        elif not check:
            page.parent.mkdir(exist_ok=True)
            page.write_text(text, encoding="utf-8")
    if stale:
        print(f"docs/{', docs/'.join(stale)} is not what the program says now: make docs", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
