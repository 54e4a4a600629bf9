"""A sheet as a LaTeX document that needs only article and TikZ."""

from collections.abc import Sequence

from plywise.show.sheet.slots import answer_text, question_paragraphs
from plywise.show.sheet.tex import escape_tex, mark_up_tex
from plywise.show.sheet.tree import explain_marks, tree_tikz
from plywise.teach.exercises.model import Exercise, Key, Part, Sheet, marks_text, sheets_of

HEAD = r"""\documentclass[a4paper,11pt]{article}
\usepackage{tikz}
\setlength{\textwidth}{17cm}\setlength{\oddsidemargin}{-0.54cm}\setlength{\evensidemargin}{-0.54cm}
\setlength{\textheight}{25cm}\setlength{\topmargin}{-1.8cm}\setlength{\headheight}{12pt}\setlength{\headsep}{10pt}
\setlength{\parindent}{0pt}\setlength{\parskip}{5pt}\raggedbottom\interlinepenalty=10000
% The pages of a sheet after its first have its title, version and a place for the name at the top.
\newcommand{\running}{}
\makeatletter
\newcommand{\ps@running}{\def\@oddhead{\small\running}\def\@oddfoot{\hfil\thepage\hfil}%
  \let\@evenhead\@oddhead\let\@evenfoot\@oddfoot}
\makeatother
\pagestyle{running}
\newcommand{\blank}{\underline{\hspace{1.1cm}}}
% Keep a block on one page if it fits; otherwise allow a break.
\newsavebox{\kept}
\newcommand{\keep}[1]{\setbox\kept=\vbox{\hsize=\textwidth #1}%
  \par\ifdim\dimexpr\ht\kept+\dp\kept\relax>\textheight #1\else\noindent\box\kept\fi\par}
\begin{document}"""
LONG_BLANK = r"\underline{\hspace{9cm}}"
COLUMNS = 3
"""How many parts with short answers stand side by side."""
HALF = "8.3cm"
"""The width of a column of a search's entries."""
SHORT_LINE = 45
"""The maximum number of characters of a line in such a column."""
ROWS = 30
"""The maximum number of lines of a column or a table before a page break."""


def sheet_latex(key: Key, with_answers: bool = False) -> str:
    """Return a sheet, or with answers its key, as a LaTeX document; each version begins a new page."""
    sheets = (_sheet(sheet, with_answers) for sheet in sheets_of(key))
    return "\n\n".join([HEAD, "\n\n\\clearpage\\setcounter{page}{1}\n\n".join(sheets), r"\end{document}"]) + "\n"


def _sheet(sheet: Sheet, with_answers: bool) -> str:
    title = escape_tex(sheet.heading) + (": key" if with_answers else "")
    name = r"\hfill Name: \underline{\hspace{5cm}}"
    right = rf"\hfill {marks_text(sheet.marks)} marks" if with_answers else name
    running = rf"\renewcommand{{\running}}{{{title}{'' if with_answers else name}}}\thispagestyle{{plain}}"
    blocks, explained = [rf"{running}{{\Large\bfseries {title}}}{right}\par\bigskip"], set[str]()
    for exercise, question in zip(sheet.exercises, question_paragraphs(sheet), strict=True):
        blocks.append(_exercise(exercise, question, with_answers, explained))
        explained |= {what for what, _ in explain_marks(exercise, with_answers)}
    return "\n\n".join(blocks)


def _exercise(exercise: Exercise, question: list[str], with_answers: bool, explained: set[str]) -> str:
    """Return an exercise, which stays on one page if it fits. explained: the marks that a legend has explained."""
    title, marks = escape_tex(f"{exercise.id}  {exercise.title}"), marks_text(exercise.marks)
    blocks = [rf"{{\large\bfseries {title}}}\hfill ({marks} marks)\par\nopagebreak"]
    blocks += [mark_up_tex(paragraph) + r"\par\nopagebreak" for paragraph in question]
    blocks.append(r"\medskip\centerline{" + tree_tikz(exercise, with_answers, explained) + r"}\medskip")
    if exercise.entries:
        blocks.append(_columns([f"{place}. {entry}" for place, entry in enumerate(exercise.entries, 1)]))
    blocks.append(_windows(exercise, with_answers) or _parts(exercise, with_answers))
    kept = r"\keep{%" + "\n" + "\n\n".join(blocks) + "}"
    return "\n\n".join([kept, *([_solution(exercise)] if with_answers else []), r"\bigskip"])


def _solution(exercise: Exercise) -> str:
    """Return the worked solution; a page ends neither right below its heading nor right above its end."""
    head = r"\textbf{Solution}\par\nopagebreak" + "\n"
    if max(map(len, exercise.solution)) <= SHORT_LINE:
        return head + _columns(exercise.solution)
    lines = [_indented(line) + r"\par" for line in exercise.solution]
    for place in {0, 1, len(lines) - 3, len(lines) - 2} & set(range(len(lines) - 1)):
        lines[place] += r"\nopagebreak"
    small = r"{\small\setlength{\parskip}{0pt}" + "\n" + "\n".join(lines) + "}"
    return head + small


def _columns(lines: Sequence[str]) -> str:
    """Return lines in two columns, read downwards; if there are very many, in several blocks of two columns."""
    done = []
    for start in range(0, len(lines), 2 * ROWS):
        block = lines[start : start + 2 * ROWS]
        half = -(-len(block) // 2)
        boxes = [
            rf"\parbox[t]{{{HALF}}}{{\raggedright\setlength{{\parskip}}{{0pt}}"
            + r"\par ".join(map(_indented, column))
            + "}"
            for column in (block[:half], block[half:])
        ]
        done.append(r"\noindent " + r"\hfill ".join(boxes) + r"\par")
    return r"{\small " + "\n".join(done) + "}"


def _indented(line: str) -> str:
    indent = len(line) - len(line.lstrip())
    return rf"\hspace*{{{0.18 * indent:.2f}cm}}{mark_up_tex(line.lstrip())}"


def _parts(exercise: Exercise, with_answers: bool) -> str:
    cells = [_part(part, with_answers) for part in exercise.parts]
    long = any(part.type in ("branches", "ordering", "cell") for part in exercise.parts)
    columns = 1 if long else COLUMNS
    width = f"{16.4 / columns - 0.4:.1f}cm"
    boxes = [rf"\parbox[t]{{{width}}}{{\raggedright {cell}}}" for cell in cells]
    rows = ["\\hspace{4mm}%\n".join(boxes[place : place + columns]) for place in range(0, len(cells), columns)]
    return r"{\small " + "\\par\n".join(rows) + r"\par}"


def _part(part: Part, with_answers: bool) -> str:
    """Return a part with its answer or a blank."""
    label = rf"{{\ttfamily\scriptsize {escape_tex(part.id)}}} " + mark_up_tex(part.label) + ": "
    if with_answers:
        return label + rf"\textbf{{{mark_up_tex(answer_text(part))}}} [{marks_text(part.marks)}]"
    return label + (LONG_BLANK if part.type in ("branches", "ordering") else r"\blank")


def _windows(exercise: Exercise, with_answers: bool) -> str:
    """Return the parts of a `windows` exercise as a table with a row for each node; "" if they make none."""
    rows: dict[str, list[Part]] = {}
    for part in exercise.parts:
        rows.setdefault(part.id.split(".")[1], []).append(part)
    columns = [part.label.rpartition(" of ")[0] for part in next(iter(rows.values()))]
    if exercise.kind != "windows" or any(
        [part.label for part in parts] != [f"{column} of {node}" for column in columns] for node, parts in rows.items()
    ):
        return ""
    heads = " & ".join(["node", *map(mark_up_tex, columns)])
    lines = [" & ".join([node, *(_cell(part, with_answers) for part in parts)]) for node, parts in rows.items()]
    marks = marks_text(exercise.parts[0].marks)
    told = f" ({marks} each)" if with_answers and len({part.marks for part in exercise.parts}) == 1 else ""
    begin = rf"\centerline{{\begin{{tabular}}{{l*{{{len(columns)}}}{{c}}}}" + f"\n{heads}{told}\\\\[2pt]\n"
    blocks = [lines[start : start + ROWS] for start in range(0, len(lines), ROWS)]
    tables = [begin + "\\\\\n".join(block) + r"\end{tabular}}\par" for block in blocks]
    return r"{\small\renewcommand{\arraystretch}{1.25}" + "\n".join(tables) + "}"


def _cell(part: Part, with_answers: bool) -> str:
    return rf"\textbf{{{mark_up_tex(answer_text(part))}}}" if with_answers else r"\blank"
