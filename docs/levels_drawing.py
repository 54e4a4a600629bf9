"""Draw how often each level makes a mistake, by the depth of its refutation (docs/reference/levels-GAME.svg)."""

import json
from pathlib import Path

ROWS = Path(__file__).parent.parent / "bench" / "data" / "mistakes.jsonl"

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 360, 64, 96, 20, 52
BANDS = ((1, 1), (2, 3), (4, 7), (8, 15), (16, 42))
"""Plies of a refutation, from and to: each game has those in which random moves make at least FEWEST mistakes."""
FEWEST = 20
SHOWN = (1, 3, 5, 7, 9, 12)
DASHES = ("", "9 4", "2 4", "9 4 2 4", "14 5", "4 2")

STYLE = (
    "text{fill:#222;font-size:13px}.axis{stroke:#999;fill:none}.line{fill:none;stroke-width:2.2;stroke:#0b5394}"
    ".dot{fill:#0b5394}.grid{stroke:#e4e0d5}@media (prefers-color-scheme: dark){text{fill:#ddd}.line{stroke:#8ab8e6}"
    ".dot{fill:#8ab8e6}.grid{stroke:#3a3a3a}}"
)


def counted() -> list[str]:
    """Return the games whose mistakes were counted, in the order of their rows."""
    return list(dict.fromkeys(row["game"] for row in _rows()))


def shares(game: str) -> dict[int, list[float]]:
    """Return for each level shown the mistakes made in each band of the game, as a part of those of random moves."""
    counts = {row["level"]: row["counts"] for row in _rows() if row["game"] == game}
    sums = {
        level: [[sum(column) for column in zip(*_within(band, counts[level]), strict=True)] for band in bands(game)]
        for level in SHOWN
    }
    return {level: [made / expected for _, made, expected in each] for level, each in sums.items()}


def bands(game: str) -> list[tuple[int, int]]:
    """Return the bands in which enough mistakes can be made."""
    counts = next(row["counts"] for row in _rows() if row["game"] == game)
    return [band for band in BANDS if sum(expected for *_, expected in _within(band, counts)) >= FEWEST]


def draw_levels(game: str) -> str:
    """Return the drawing for a game, as SVG."""
    lines, shown = shares(game), bands(game)
    most = max(max(each) for each in lines.values())
    top = -(-most // 0.1) / 10
    drawn = [_line(lines[level], top, dash) for level, dash in zip(SHOWN, DASHES, strict=True)]
    label = f"Mistakes of the levels in {game} by the depth of their refutation"
    return (
        "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
                f'height="{HEIGHT}" font-family="Helvetica, Arial, sans-serif" role="img" aria-label="{label}">',
                f"<style>{STYLE}</style>",
                *_axes(shown, top),
                *drawn,
                *_names({level: each[-1] for level, each in lines.items()}, _across(len(shown) - 1, len(shown)), top),
                "</svg>",
            ]
        )
        + "\n"
    )


def _rows() -> list[dict]:
    return [json.loads(line) for line in ROWS.read_text(encoding="utf-8").splitlines()]


def _within(band: tuple[int, int], counts: list[list[float]]) -> list[list[float]]:
    return [each for each in counts if band[0] <= each[0] <= band[1]]


def _across(place: int, places: int) -> float:
    return round(LEFT + 30 + place * (WIDTH - LEFT - RIGHT - 60) / (places - 1), 1)


def _down(share: float, top: float) -> float:
    return round(HEIGHT - BOTTOM - share / top * (HEIGHT - TOP - BOTTOM), 1)


def _axes(shown: list[tuple[int, int]], top: float) -> list[str]:
    drawn = []
    for number in range(round(top * 10) + 1):
        y = _down(number / 10, top)
        drawn.append(f'<path class="grid" d="M{LEFT} {y}H{WIDTH - RIGHT}"/>')
        drawn.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{number * 10} %</text>')
    for place, (low, high) in enumerate(shown):
        told = f"{low}" if low == high else f"{low}–{high}" if high < 42 else f"{low} or more"
        x = _across(place, len(shown))
        drawn.append(f'<text x="{x}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{told}</text>')
    drawn.append(
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 10}" text-anchor="middle">'
        "plies that the refutation takes</text>"
    )
    return drawn


def _line(parts: list[float], top: float, dash: str) -> str:
    places = [(_across(place, len(parts)), _down(share, top)) for place, share in enumerate(parts)]
    points = " ".join(f"{x},{y}" for x, y in places)
    dots = "".join(f'<circle class="dot" cx="{x}" cy="{y}" r="3"/>' for x, y in places)
    return f'<polyline class="line" stroke-dasharray="{dash}" points="{points}"/>{dots}'


def _names(ends: dict[int, float], x: float, top: float) -> list[str]:
    """Return the names of the levels at the ends of their lines, far enough apart to be read."""
    names, below = [], -100.0
    for level, share in sorted(ends.items(), key=lambda each: -each[1]):
        y = max(_down(share, top) + 4, below + 15)
        below = y
        names.append(f'<text x="{x + 12:g}" y="{y:g}">level {level}</text>')
    return names
