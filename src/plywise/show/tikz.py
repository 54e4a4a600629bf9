r"""Drawings as TikZ: absolute coordinates and plain strokes, so that a small TeX installation is enough.

The result is a document for pdflatex, cut to the drawing's size; in a document that loads TikZ, \input gives the
picture alone.
"""

import re
from collections.abc import Sequence

from plywise.show.shapes import Curve, Disc, Drawing, Item, Line, Text
from plywise.show.steps import time_groups

MAX_LENGTH = 14_000.0  # points; TeX's own lengths end at 16,383
FONT = 0.82  # of the font size on screen: Computer Modern is narrower than the widths that the layout allows for

COLOURS = {
    "ink": "1B1F24", "soft": "5A6470", "faint": "9AA3AD", "max": "DBE9FF", "min": "FFE3CF", "leaf": "F1F3F5",
    "line": "0B3D91", "cut": "A3180F", "halo": "FFD84D", "changed": "FFE9A3", "dark": "D3D8DE",
    "black": "22262B", "white": "FFFFFF", "red": "C8322B", "yellow": "FFD23F",
}  # fmt: skip

STYLES = {
    "node": "draw=pwink, line width=.8pt, line join=round",
    "max": "fill=pwmax",
    "min": "fill=pwmin",
    "leaf": "fill=pwleaf",
    "more": "fill=white, draw=pwsoft",
    "ahead": "fill=white, draw=pwfaint",
    "open": "line width=1.4pt",
    "left": "",
    "line": "draw=pwline, line width=2pt",
    "pruned": "fill=white, draw=pwfaint, dash pattern=on 3pt off 2pt",
    "halo": "fill=pwhalo",
    "changed": "fill=pwchanged",
    "dark": "fill=pwdark",
    "dark pruned": "fill=pwdark, opacity=.45",
    "disc": "draw=pwsoft, line width=.6pt",
    **{disc: f"fill=pw{disc}" for disc in ("black", "white", "red", "yellow")},
    **{
        f"disc {disc} pruned": f"draw=pwsoft, fill=pw{disc}, opacity=.45"
        for disc in ("black", "white", "red", "yellow")
    },
    "piece": "line join=round, line cap=round, draw=pwblack",
    "on-white": "",
    "on-black": "draw=pwleaf",
    "piece white pruned": "line join=round, draw=pwblack, fill=pwwhite, opacity=.45",
    "piece black pruned": "line join=round, draw=pwblack, fill=pwblack, opacity=.45",
    "piece on-white pruned": "line join=round, line cap=round, draw=pwblack, opacity=.45",
    "piece on-black pruned": "line join=round, line cap=round, draw=pwleaf, opacity=.45",
    "edge": "draw=pwink, line width=.7pt, line join=round",
    "edge line": "draw=pwline, line width=2.2pt, line join=round",
    "edge pruned": "draw=pwfaint, line width=.7pt, dash pattern=on 3pt off 2pt",
    "edge more": "draw=pwsoft, line width=.7pt, dash pattern=on .8pt off 2pt",
    "edge plain": "draw=pwink, line width=.7pt, line join=round",
    "cross": "draw=pwcut, line width=1.4pt",
    "board": "draw=pwsoft, line width=.4pt",
    "board pruned": "draw=pwfaint, line width=.4pt",
}
TEXT_COLOURS = {
    "entry": "pwsoft", "window": "pwsoft", "playable": "pwsoft", "coordinate": "pwsoft", "cut": "pwcut",
    "sign-black": "pwwhite", "sign-red": "pwwhite",
}  # fmt: skip

SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": "$<$", ">": "$>$", "|": "$|$", '"': "''",
    "\u03b1": r"$\alpha$", "\u03b2": r"$\beta$", "\u221e": r"$\infty$", "\u2264": r"$\le$", "\u2265": r"$\ge$",
}  # fmt: skip
OVERLAYS = (
    r"\ifx\only\undefined",
    r"  \def\pwstep<#1>#2{}\def\pwlast<#1>#2{#2}\def\pwfit#1#2{\pwpicture}",
    r"\else",
    r"  \def\pwstep<#1>#2{\only<#1>{#2}}\let\pwlast\pwstep",
    r"  \def\pwfit#1#2{\pgfmathsetmacro\pwscale{min(\textwidth/#1,.8*\textheight/#2)}\scalebox{\pwscale}{\pwpicture}}",
    r"\fi",
)
"""Macros for groups visible at some steps only: overlays in beamer, the last step in other documents.

In a frame the picture fills the space below the title; it includes the step's sentence at its foot.
"""

SLIDE_MARGIN = 12.0
"""The margin in points, which beamer needs."""

FIRST_RARE = 0x180
"""The first character that pdfTeX does not support."""

MINUS = re.compile(r"(?<![\w}])-(?=\d|\$\\infty)")
"""A hyphen that is a minus sign."""


def draw_tikz(drawing: Drawing, width: float | None = None) -> str:
    """Return a drawing as TikZ, as the module describes. width: of the picture, in points (None: the drawing's own)."""
    scale = _scale(drawing, width)
    wide, high = _points(drawing.width * scale), _points(drawing.height * scale)
    return _join(
        f"% {_comment(drawing.title)}",
        "% pdflatex makes a page of it; in a document that loads TikZ, \\input gives the picture.",
        r"\ifx\tikzpicture\undefined",
        r"  \documentclass{article}\usepackage{tikz}\pagestyle{empty}",
        f"  \\pdfpagewidth={wide}pt \\pdfpageheight={high}pt",
        f"  \\paperwidth={wide}pt \\paperheight={high}pt \\textwidth={wide}pt \\textheight={high}pt",
        r"  \hoffset=-1in \voffset=-1in \oddsidemargin=0pt \topmargin=0pt \headheight=0pt \headsep=0pt \topskip=0pt",
        r"  \parindent=0pt \parskip=0pt",
        r"  \begin{document}\def\pwend{\end{document}}",
        r"\else",
        r"  \let\pwend\relax",
        r"\fi",
        *_begin_picture(drawing, scale),
        *(_item(item, scale) for group in drawing.groups for item in group.items),
        r"\end{tikzpicture}%",
        r"\pwend",
    )


def draw_overlays(drawings: Sequence[Drawing], width: float | None = None) -> str:
    r"""Return the steps of a search as one picture with an overlay for each, for beamer. The drawings are of one size.

    Alone, pdflatex makes a page of each; in a frame of a beamer document, \input gives the overlays, which fill the
    frame; in any other document that loads TikZ, it gives the last of them.
    """
    last = drawings[-1]
    scale = _scale(last, width)
    size = [length * scale for length in (last.width, last.height)]
    room = [_points(length + 2 * SLIDE_MARGIN) for length in size]
    body: list[str] = []
    for group, spans in time_groups(drawings):
        when = ",".join(str(first + 1) if first == end else f"{first + 1}-{end + 1}" for first, end in spans)
        command = r"\pwlast" if spans[-1][1] == len(drawings) - 1 else r"\pwstep"
        items = [_item(item, scale) for item in group.items]
        body += items if spans == [(0, len(drawings) - 1)] else [f"{command}<{when}>{{%", *items, "}%"]
    return _join(
        f"% {_comment(last.title)}",
        "% pdflatex makes a page of each step; in a frame of a beamer document, \\input gives the overlays.",
        r"\ifx\tikzpicture\undefined",
        r"  \documentclass{beamer}\usepackage{tikz}\setbeamertemplate{navigation symbols}{}",
        f"  \\geometry{{paperwidth={room[0]}pt, paperheight={room[1]}pt}}",
        r"  \setbeamersize{text margin left=0pt, text margin right=0pt}",
        r"  \def\pwend{\begin{document}\frame[plain]{\centering\pwpicture}\end{document}}",
        r"\else",
        f"  \\def\\pwend{{\\pwfit{{{_points(size[0])}}}{{{_points(size[1])}}}}}",
        r"\fi",
        *OVERLAYS,
        r"\def\pwpicture{%",
        *_begin_picture(last, scale),
        *body,
        r"\end{tikzpicture}}%",
        r"\pwend",
    )


def _begin_picture(drawing: Drawing, scale: float) -> list[str]:
    return [
        *(f"\\definecolor{{pw{name}}}{{HTML}}{{{colour}}}" for name, colour in COLOURS.items()),
        f"\\begin{{tikzpicture}}[x={scale:.5f}pt, y=-{scale:.5f}pt, inner sep=0pt, outer sep=0pt, baseline]",
        f"\\useasboundingbox (0,0) rectangle ({_number(drawing.width)},{_number(drawing.height)});",
    ]


def _join(*lines: str) -> str:
    return "\n".join([*lines, ""])


def _scale(drawing: Drawing, width: float | None) -> float:
    """Return the points of a picture for each unit of a drawing, no more than TeX can place."""
    wanted = 1.0 if width is None else width / drawing.width
    return min(wanted, MAX_LENGTH / max(drawing.width, drawing.height, 1.0))


def escape_tex(text: str) -> str:
    r"""Return a text for TeX, with commands for signs that are special to TeX or missing from its fonts.

    >>> print(escape_tex("50% of a_b, -3"))
    50\% of a\_b, $-$3
    """
    return MINUS.sub("$-$", "".join(SPECIAL.get(sign) or _letter(sign) for sign in text))


def _letter(sign: str) -> str:
    """Return a character that is not special; those missing from pdfTeX's fonts are for XeTeX and LuaTeX only."""
    if " " <= sign <= "~" or (sign.isalnum() and ord(sign) < FIRST_RARE):
        return sign
    return rf"\ifx\Umathcode\undefined?\else {sign}\fi{{}}"


def _item(item: Item, scale: float) -> str:
    if isinstance(item, Line):
        path = " -- ".join(f"({_number(x)},{_number(y)})" for x, y in item.points)
        return f"\\path[{_style(item.role)}] {path}{' -- cycle' if item.closed else ''};"
    if isinstance(item, Disc):
        place = f"({_number(item.x)},{_number(item.y)})"
        return f"\\path[{_style(item.role)}] {place} circle[radius={item.radius * scale:.2f}pt];"
    if isinstance(item, Curve):
        path = " ".join(_step(sign, [f"({_number(x)},{_number(y)})" for x, y in points]) for sign, points in item.steps)
        return f"\\path[{_style(item.role)}, line width={item.stroke * scale:.2f}pt] {path};"
    return _text(item, scale)


def _step(sign: str, points: list[str]) -> str:
    """Return a step of a curve in TikZ."""
    if sign == "C":
        return f".. controls {points[0]} and {points[1]} .. {points[2]}"
    return {"M": "", "L": "-- ", "Z": "-- cycle"}[sign] + "".join(points)


def _style(role: str) -> str:
    if role in STYLES:
        return STYLES[role]
    return ", ".join(style for style in (STYLES[word] for word in role.split()) if style)


def _text(text: Text, scale: float) -> str:
    role, _, faded = text.role.partition(" ")
    colour = "pwfaint!60!pwink" if faded else TEXT_COLOURS.get(role, "pwink")
    anchor = {"start": "base west", "middle": "base", "end": "base east"}[text.anchor]
    size = text.size * FONT * scale
    font = f"\\fontsize{{{size:.2f}}}{{{size * 1.2:.2f}}}\\selectfont\\sffamily" + ("\\bfseries" if text.bold else "")
    place = f"({_number(text.x)},{_number(text.y)})"
    return f"\\node[anchor={anchor}, text={colour}, font={{{font}}}] at {place} {{{escape_tex(text.text)}}};"


def _comment(text: str) -> str:
    return " ".join(text.split())


def _points(length: float) -> str:
    return f"{length:.2f}"


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
