"""Drawings as SVG: a string for browsers, notebooks and word processors, accessible to screen readers."""

from collections.abc import Iterable
from hashlib import sha256

from plywise.arguments.names import hint
from plywise.errors import InputError
from plywise.show.shapes import Curve, Disc, Drawing, Group, Item, Line, Text

FONTS = "'Source Sans Pro','Segoe UI',Roboto,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif"

LIGHT = {
    "paper": "#ffffff", "ink": "#1b1f24", "soft": "#5a6470", "faint": "#9aa3ad", "max": "#dbe9ff", "min": "#ffe3cf",
    "leaf": "#f1f3f5", "line": "#0b3d91", "cut": "#a3180f", "halo": "#ffd84d", "changed": "#ffe9a3", "dark": "#d3d8de",
}  # fmt: skip
DARK = {
    "paper": "#14181d", "ink": "#e8ebee", "soft": "#aab4bf", "faint": "#6b7682", "max": "#1f3a63", "min": "#5e3a20",
    "leaf": "#2a3038", "line": "#8ab8ff", "cut": "#ff9088", "halo": "#a8830f", "changed": "#6a5a1e", "dark": "#39424d",
}  # fmt: skip
"""Colours. Shapes, strokes and words say the same, so a drawing is readable in grey."""

ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
"""The special characters of SVG. The standard library's function would also load its web client."""

SCOPE = "SCOPE"
THEMES = ("light", "dark", "auto")

STYLES = (
    ("paper", "fill:{paper};stroke:none"),
    ("node", "stroke:{ink};stroke-width:1.2;stroke-linejoin:round"),
    ("node.max", "fill:{max}"),
    ("node.min", "fill:{min}"),
    ("node.leaf", "fill:{leaf}"),
    ("node.more", "fill:{paper};stroke:{soft}"),
    ("node.ahead", "fill:{paper};stroke:{faint}"),
    ("node.open", "stroke-width:2"),
    ("node.line", "stroke:{line};stroke-width:3"),
    ("node.pruned", "fill:{paper};stroke:{faint};stroke-dasharray:4 3"),
    ("halo", "fill:{halo};stroke:none"),
    ("changed", "fill:{changed};stroke:none"),
    ("edge", "fill:none;stroke:{ink};stroke-width:1.1;stroke-linejoin:round"),
    ("edge.line", "stroke:{line};stroke-width:3.4"),
    ("edge.pruned", "stroke:{faint};stroke-dasharray:4 3"),
    ("edge.more", "stroke:{soft};stroke-dasharray:1 3"),
    ("cross", "fill:none;stroke:{cut};stroke-width:2"),
    ("dark", "fill:{dark};stroke:none"),
    ("disc", "stroke:{soft};stroke-width:0.8"),
    ("disc.black", "fill:#22262b"),
    ("disc.white", "fill:#ffffff"),
    ("disc.red", "fill:#c8322b"),
    ("disc.yellow", "fill:#ffd23f"),
    ("disc.pruned", "opacity:0.45"),
    ("piece", "stroke-linejoin:round;stroke-linecap:round"),
    ("piece.white", "fill:#ffffff;stroke:#22262b"),
    ("piece.black", "fill:#22262b;stroke:{ink}"),
    ("piece.on-white", "fill:none;stroke:#22262b"),
    ("piece.on-black", "fill:none;stroke:#f1f3f5"),
    ("piece.pruned", "opacity:0.45"),
    ("board", "fill:none;stroke:{soft};stroke-width:0.6"),
    ("text", "fill:{ink};stroke:none"),
    ("pruned-text", "fill:{soft}"),
    ("soft-text", "fill:{soft}"),
    ("cut-text", "fill:{cut}"),
    ("sign-black", "fill:#ffffff"),
    ("sign-red", "fill:#ffffff"),
    ("sign-white", "fill:#1b1f24"),
    ("sign-yellow", "fill:#1b1f24"),
)
"""The style of each role: (classes, declarations). Later ones override earlier ones."""

TEXT_CLASSES = {
    "entry": "soft-text", "window": "soft-text", "playable": "soft-text", "coordinate": "soft-text", "cut": "cut-text",
    **{f"sign-{disc}": f"sign-{disc}" for disc in ("black", "white", "red", "yellow")},
}  # fmt: skip


def draw_svg(drawing: Drawing, theme: str = "auto", width: float | None = None) -> str:
    """Return a drawing as an SVG document.

    theme: "light", "dark" or "auto", which follows the reader's system
    width: of the whole picture, in pixels (None: the drawing's own)

    Raises InputError for any other theme.
    """
    return wrap_svg(drawing, [group_svg(group) for group in drawing.groups], theme, width)


def wrap_svg(drawing: Drawing, body: Iterable[str], theme: str, width: float | None = None, style: str = "") -> str:
    """Return an SVG document of a drawing's size, title and description.

    body: what is drawn
    style: rules besides those of the theme; SCOPE in them stands for the document's class
    """
    if theme not in THEMES:
        raise InputError(f"no theme {theme!r}; {hint(theme, THEMES)}")
    name = "pw" + sha256(repr(drawing).encode()).hexdigest()[:10]
    scale = 1.0 if width is None else width / drawing.width
    inner = f'width="{_number(drawing.width)}" height="{_number(drawing.height)}"'
    outer = f'width="{_number(drawing.width * scale)}" height="{_number(drawing.height * scale)}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {outer} '
        f'viewBox="0 0 {_number(drawing.width)} {_number(drawing.height)}" '
        f'class="{name}" role="img" aria-labelledby="{name}-t {name}-d">',
        f'<title id="{name}-t">{_escape(drawing.title)}</title>',
        f'<desc id="{name}-d">{_escape(drawing.description)}</desc>',
        f"<style>{style_sheet(theme, f'.{name}')}{style.replace(SCOPE, name)}</style>",
        f'<rect class="paper" x="0" y="0" {inner}/>',
    ]
    return "\n".join([*parts, *body, "</svg>"]) + "\n"


def style_sheet(theme: str, scope: str) -> str:
    """Return the style sheet of a theme, for everything inside the elements that `scope` selects."""
    first = DARK if theme == "dark" else LIGHT
    sheet = font_rule(scope) + role_rules(first, scope)
    if theme == "auto":
        sheet += f"@media (prefers-color-scheme:dark){{{role_rules(DARK, scope)}}}"
    return sheet


def font_rule(scope: str) -> str:
    """Return the rule for the font of a drawing's texts."""
    return f"{scope} text{{font-family:{FONTS};white-space:pre}}"


def role_rules(colours: dict[str, str], scope: str) -> str:
    """Return the rules for all roles in these colours."""
    return "".join(f"{scope} .{classes}{{{style.format_map(colours)}}}" for classes, style in STYLES)


def group_svg(group: Group) -> str:
    """Return a group as SVG."""
    title = f"<title>{_escape(group.title)}</title>" if group.title else ""
    name = _escape(group.name).replace('"', "&quot;")
    return f'<g id="{name}" class="g-{group.role.replace(" ", "-")}">{title}' + (
        "".join(map(item_svg, group.items)) + "</g>"
    )


def item_svg(item: Item) -> str:
    """Return one item as SVG."""
    if isinstance(item, Line):
        tag = "polygon" if item.closed else "polyline"
        points = " ".join(f"{_number(x)},{_number(y)}" for x, y in item.points)
        return f'<{tag} class="{item.role}" points="{points}"/>'
    if isinstance(item, Disc):
        place = f'cx="{_number(item.x)}" cy="{_number(item.y)}" r="{_number(item.radius)}"'
        return f'<circle class="{item.role}" {place}/>'
    if isinstance(item, Curve):
        steps = "".join(sign + " ".join(f"{_number(x)},{_number(y)}" for x, y in each) for sign, each in item.steps)
        return f'<path class="{item.role}" stroke-width="{_number(item.stroke)}" d="{steps}"/>'
    return _text(item)


def _text(text: Text) -> str:
    role, _, faded = text.role.partition(" ")
    classes = "text " + ("pruned-text" if faded else TEXT_CLASSES.get(role, ""))
    anchor = "" if text.anchor == "start" else f' text-anchor="{text.anchor}"'
    bold = ' font-weight="bold"' if text.bold else ""
    place = f'x="{_number(text.x)}" y="{_number(text.y)}" font-size="{_number(text.size)}"'
    return f'<text class="{classes.strip()}" {place}{anchor}{bold}>{_escape(text.text)}</text>'


def _escape(text: str) -> str:
    """Return a text as an SVG element."""
    return text.translate(ESCAPED)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
