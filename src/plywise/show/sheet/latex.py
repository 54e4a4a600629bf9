"""A sheet as a LaTeX document that needs only article and TikZ."""

from plywise.show.sheet.slots import answer_text, question_paragraphs
from plywise.show.sheet.tex import escape_tex, mark_up_tex
from plywise.show.sheet.tree import tree_tikz
from plywise.teach.exercises.model import Exercise, Key, Part, Sheet, marks_text, sheets_of

HEAD = r"""\documentclass[a4paper,11pt]{article}
\usepackage{tikz}
\setlength{\textwidth}{17cm}\setlength{\oddsidemargin}{-0.54cm}\setlength{\evensidemargin}{-0.54cm}
\setlength{\textheight}{25cm}\setlength{\topmargin}{-1.4cm}\setlength{\headheight}{0pt}\setlength{\headsep}{0pt}
\setlength{\parindent}{0pt}\setlength{\parskip}{5pt}\pagestyle{plain}\raggedbottom\interlinepenalty=10000
\newcommand{\blank}{\underline{\hspace{1.1cm}}}
\begin{document}"""
LONG_BLANK = r"\underline{\hspace{9cm}}"
COLUMNS = 3
"""How many parts with short answers stand side by side."""


def sheet_latex(key: Key, with_answers: bool = False) -> str:
    """Return a sheet, or with answers its key, as a LaTeX document; each version begins a new page."""
    sheets = (_sheet(sheet, with_answers) for sheet in sheets_of(key))
    return "\n\n".join([HEAD, "\n\n\\clearpage\\setcounter{page}{1}\n\n".join(sheets), r"\end{document}"]) + "\n"


def _sheet(sheet: Sheet, with_answers: bool) -> str:
    head = rf"{{\Large\bfseries {escape_tex(sheet.heading)}{': key' if with_answers else ''}}}\hfill "
    head += f"{marks_text(sheet.marks)} marks" if with_answers else r"Name: \underline{\hspace{5cm}}"
    blocks = [head + r"\par\bigskip"]
    for exercise, question in zip(sheet.exercises, question_paragraphs(sheet), strict=True):
        blocks.append(_exercise(exercise, question, with_answers))
    return "\n\n".join(blocks)


def _exercise(exercise: Exercise, question: list[str], with_answers: bool) -> str:
    title, marks = escape_tex(f"{exercise.id}  {exercise.title}"), marks_text(exercise.marks)
    blocks = [rf"\pagebreak[2]\par{{\large\bfseries {title}}}\hfill ({marks} marks)\nopagebreak\par"]
    blocks += [mark_up_tex(paragraph) + r"\par\nopagebreak" for paragraph in question]
    blocks.append(r"\centerline{" + tree_tikz(exercise, with_answers) + r"}\medskip")
    if exercise.entries:
        blocks.append(_lines([f"{place}. {entry}" for place, entry in enumerate(exercise.entries, 1)]))
    blocks.append(_parts(exercise, with_answers))
    if with_answers:
        blocks.append(r"\textbf{Solution}")
        blocks.append(_lines(list(exercise.solution)))
    return "\n\n".join(blocks) + "\n\n" + r"\bigskip"


def _lines(lines: list[str]) -> str:
    """Return lines with their indentation kept."""
    done = []
    for line in lines:
        indent = len(line) - len(line.lstrip())
        done.append(rf"\hspace*{{{0.18 * indent:.2f}cm}}{mark_up_tex(line.lstrip())}\par")
    return r"{\small\setlength{\parskip}{0pt}" + "\n" + "\n".join(done) + "}"


def _parts(exercise: Exercise, with_answers: bool) -> str:
    cells = [_part(part, with_answers, coded=exercise.kind != "windows") for part in exercise.parts]
    long = any(part.type in ("branches", "ordering", "cell") for part in exercise.parts)
    columns = 1 if long else 4 if exercise.kind == "windows" else COLUMNS
    width = f"{16.4 / columns:.1f}cm"
    boxes = [rf"\parbox[t]{{{width}}}{{\raggedright {cell}}}" for cell in cells]
    rows = ["%\n".join(boxes[place : place + columns]) for place in range(0, len(cells), columns)]
    return r"{\small " + "\\par\n".join(rows) + r"\par}"


def _part(part: Part, with_answers: bool, coded: bool) -> str:
    """Return a part with its answer or a blank. coded: whether a student needs its id."""
    code = rf"{{\ttfamily\scriptsize {escape_tex(part.id)}}} " if coded or with_answers else ""
    label = code + mark_up_tex(part.label) + ": "
    if with_answers:
        return label + rf"\textbf{{{mark_up_tex(answer_text(part))}}} [{marks_text(part.marks)}]"
    return label + (LONG_BLANK if part.type in ("branches", "ordering") else r"\blank")
