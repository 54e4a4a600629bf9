"""Draw how often each level makes a mistake, by the depth of its refutation (docs/reference/levels.svg)."""

import json
from pathlib import Path

ROWS = Path(__file__).parent.parent / "bench" / "data" / "mistakes.jsonl"

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 360, 64, 96, 20, 52
BANDS = ((1, 1), (2, 3), (4, 7), (8, 15), (16, 42))
"""Plies of a refutation, from and to."""
SHOWN = (1, 3, 5, 7, 9, 12)
DASHES = ("", "9 4", "2 4", "9 4 2 4", "14 5", "4 2")

STYLE = (
    "text{fill:#222;font-size:13px}.axis{stroke:#999;fill:none}.line{fill:none;stroke-width:2.2;stroke:#0b5394}"
    ".dot{fill:#0b5394}.grid{stroke:#e4e0d5}@media (prefers-color-scheme: dark){text{fill:#ddd}.line{stroke:#8ab8e6}"
    ".dot{fill:#8ab8e6}.grid{stroke:#3a3a3a}}"
)


def shares(level: int, game: str = "connect4") -> list[float]:
    """Return for each band the mistakes made by a level, as a part of those expected of random moves."""
    rows = [json.loads(line) for line in ROWS.read_text(encoding="utf-8").splitlines()]
    counts = next(row["counts"] for row in rows if row["game"] == game and row["level"] == level)
    bands = [[each for each in counts if low <= each[0] <= high] for low, high in BANDS]
    return [sum(made for _, made, _ in band) / sum(expected for *_, expected in band) for band in bands]


def draw_levels() -> str:
    """Return the drawing, as SVG."""
    lines = {level: shares(level) for level in SHOWN}
    most = max(max(each) for each in lines.values())
    top = -(-most // 0.1) / 10
    drawn = [_line(level, lines[level], top, dash) for level, dash in zip(SHOWN, DASHES, strict=True)]
    label = "Mistakes of the levels in Connect Four by the depth of their refutation"
    return (
        "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
                f'height="{HEIGHT}" font-family="Helvetica, Arial, sans-serif" role="img" aria-label="{label}">',
                f"<style>{STYLE}</style>",
                *_axes(top),
                *drawn,
                *_names({level: each[-1] for level, each in lines.items()}, top),
                "</svg>",
            ]
        )
        + "\n"
    )


def _across(place: int) -> float:
    return round(LEFT + 30 + place * (WIDTH - LEFT - RIGHT - 60) / (len(BANDS) - 1), 1)


def _down(share: float, top: float) -> float:
    return round(HEIGHT - BOTTOM - share / top * (HEIGHT - TOP - BOTTOM), 1)


def _axes(top: float) -> list[str]:
    drawn = []
    for number in range(round(top * 10) + 1):
        y = _down(number / 10, top)
        drawn.append(f'<path class="grid" d="M{LEFT} {y}H{WIDTH - RIGHT}"/>')
        drawn.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{number * 10} %</text>')
    for place, (low, high) in enumerate(BANDS):
        told = f"{low}" if low == high else f"{low}–{high}" if high < 42 else f"{low} or more"
        drawn.append(f'<text x="{_across(place)}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{told}</text>')
    drawn.append(
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 10}" text-anchor="middle">'
        "plies that the refutation takes</text>"
    )
    return drawn


def _line(level: int, parts: list[float], top: float, dash: str) -> str:
    points = " ".join(f"{_across(place)},{_down(share, top)}" for place, share in enumerate(parts))
    dots = "".join(
        f'<circle class="dot" cx="{_across(place)}" cy="{_down(share, top)}" r="3"/>'
        for place, share in enumerate(parts)
    )
    return f'<polyline class="line" stroke-dasharray="{dash}" points="{points}"/>{dots}'


def _names(ends: dict[int, float], top: float) -> list[str]:
    """Return the names of the levels at the ends of their lines, far enough apart to be read."""
    names, below = [], -100.0
    for level, share in sorted(ends.items(), key=lambda each: -each[1]):
        y = max(_down(share, top) + 4, below + 15)
        below = y
        names.append(f'<text x="{_across(len(BANDS) - 1) + 12}" y="{y:g}">level {level}</text>')
    return names
