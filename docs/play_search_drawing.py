"""Draw a node of the search for play, and what it asks of the game (docs/background/play_search.svg)."""

from typing import NamedTuple
from xml.sax.saxutils import escape

WIDTH, ROW, TOP, BOX_LEFT, BOX_WIDTH, BOX_HEIGHT = 960, 58, 14, 40, 300, 38


class Step(NamedTuple):
    """What a search does at a node.

    hooks: of the game, that it asks there
    kind: the class of its box
    """

    title: str
    hooks: str
    note: str
    kind: str = "box"


STEPS = (
    Step(
        "Is it over? Was it here before?",
        "bounds, drawn_by_rule, terminal · reversible_plies, play_key",
        "a position that recurs counts as a draw",
    ),
    Step(
        "Beyond the horizon: quiescence",
        "evaluate · tactical_actions, noisy · exchange_value",
        "only tactical actions, none that loses; all where under_threat",
        "leaf",
    ),
    Step("What does the table say?", "play_key", "kept from move to move of the game"),
    Step("How does it look?", "evaluate · under_threat · margin_unit", "far above beta: done"),
    Step("Would even a pass be good enough?", "may_pass, passed", "null move"),
    Step("List the actions", "actions, candidates", "the table's first, before the rest is ordered"),
    Step(
        "Put them in order",
        "noisy · priority · exchange_value · action_class",
        "tactical that lose nothing; by history; tactical that lose",
    ),
    Step("Leave the hopeless out", "makes_threat · exchange_value", "late, or far below alpha, and quiet"),
    Step(
        "Search each",
        "result · under_threat",
        "later ones less deep, at first",
        "again",
    ),
)
"""From the top; the last leads back to the first."""

STYLE = (
    "text{fill:#222}.hook{font-family:ui-monospace,Menlo,Consolas,monospace;fill:#0b5394}.why{fill:#666}"
    ".box{fill:#f6f4ee;stroke:#8a7f66}.leaf{fill:#e9f2ea;stroke:#5f8a64}.again{fill:#fbeee0;stroke:#b0793a}"
    ".line{stroke:#8a7f66;fill:none}@media (prefers-color-scheme: dark){text{fill:#ddd}.why{fill:#aaa}"
    ".hook{fill:#8ab8e6}.box{fill:#2a2822}.leaf{fill:#22302a}.again{fill:#3a2e20}}"
)
TIP = (
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    '<path d="M0 0L8 4L0 8z" fill="#8a7f66"/></marker></defs>'
)


def draw_node() -> str:
    """Return the drawing, as SVG."""
    height = TOP + ROW * len(STEPS) + 40
    label = "Where the search for play asks each hook"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'font-family="Helvetica, Arial, sans-serif" role="img" aria-label="{label}">',
        f"<style>{STYLE}</style>",
        TIP,
    ]
    for number, step in enumerate(STEPS):
        lines += _draw_step(step, TOP + ROW * number, number > 0)
    last, first = TOP + ROW * (len(STEPS) - 1) + BOX_HEIGHT // 2, TOP + BOX_HEIGHT // 2
    lines.append(
        f'<path class="line" d="M{BOX_LEFT} {last}H14V{first}H{BOX_LEFT - 2}" marker-end="url(#tip)"/>',
    )
    return "\n".join([*lines, "</svg>"]) + "\n"


def _draw_step(step: Step, top: int, has_arrow: bool) -> list[str]:
    beside = BOX_LEFT + BOX_WIDTH + 22
    lines = [
        f'<rect class="{step.kind}" x="{BOX_LEFT}" y="{top}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="6"/>',
        f'<text x="{BOX_LEFT + 14}" y="{top + 24}" font-size="15">{escape(step.title)}</text>',
        f'<text class="hook" x="{beside}" y="{top + 16}" font-size="14">{escape(step.hooks)}</text>',
        f'<text class="why" x="{beside}" y="{top + 35}" font-size="13">{escape(step.note)}</text>',
    ]
    if has_arrow:
        middle = BOX_LEFT + BOX_WIDTH // 2
        lines.append(f'<path class="line" d="M{middle} {top - ROW + BOX_HEIGHT}V{top - 2}" marker-end="url(#tip)"/>')
    return lines
