"""Elo by skill: one curve for a game out of all that was measured of it, and the skills that cut it at equal steps.

Each row of bench/data/skill.jsonl is one measurement, of `python -m bench.skill` or of `python -m bench.ladder`: points
of skill, Elo and error. Each has a zero of its own, and errors of some 50 Elo; a step between two levels is no larger.
So the curve is drawn through all points at once, as smooth as skill makes it.
"""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from plywise.engines.skill import MASTERLY
from plywise.play.ladders import LEVELS

CURVES = Path(__file__).parent / "data" / "skill.jsonl"
GRID = np.arange(0.0, MASTERLY, 0.5)
"""Skills at which the curve is known. MASTERLY is one more, which no smoothness binds: there oversights end at once."""
BEND = 4.0
"""By how many Elo the slope between two points of the grid usually differs from the one before."""

Point = tuple[float, float, float]


def read_curves(name: str) -> list[list[Point]]:
    """Return the measurements of a game: points of skill, Elo and error (half of a 95 % interval)."""
    rows = [json.loads(line) for line in CURVES.read_text().splitlines()]
    return [row["curve"] for row in rows if row["game"] == name]


def keep_curve(name: str, games: int, seed: int, curve: Sequence[Point]) -> None:
    """Write a measurement behind the others. games: of each two that met."""
    with CURVES.open("a") as rows:
        print(json.dumps({"game": name, "games": games, "seed": seed, "curve": curve}), file=rows)


def fit(curves: Sequence[Sequence[Point]]) -> tuple[np.ndarray, float]:
    """Return the Elo at each skill of GRID, which never falls, and the Elo at MASTERLY.

    The curve is the likeliest one, where points err as they say and its slope changes as BEND says, by least squares.
    """
    unknown = len(GRID) + 1 + len(curves)
    rows, wanted = [], []
    for number, curve in enumerate(curves):
        for skill, elo, error in curve:
            row = np.zeros(unknown)
            row[: len(GRID) + 1] = place(skill)
            row[len(GRID) + 1 + number] = 1.0
            weight = 1.96 / max(error, 1.0)
            rows.append(row * weight)
            wanted.append(elo * weight)
    for at in range(1, len(GRID) - 1):
        row = np.zeros(unknown)
        row[at - 1 : at + 2] = 1 / BEND, -2 / BEND, 1 / BEND
        rows.append(row)
        wanted.append(0.0)
    found = np.linalg.lstsq(np.array(rows), np.array(wanted), rcond=None)[0]
    rising = level_out(found[: len(GRID)])
    return rising - rising[0], float(max(found[len(GRID)], rising[-1]) - rising[0])


def place(skill: float) -> np.ndarray:
    """Return how much each point of GRID, and MASTERLY, counts for a skill between them."""
    counts = np.zeros(len(GRID) + 1)
    if skill >= MASTERLY:
        counts[-1] = 1.0
        return counts
    left = min(int(np.searchsorted(GRID, skill, side="right")) - 1, len(GRID) - 2)
    part = (skill - GRID[left]) / (GRID[left + 1] - GRID[left])  # more than 1 behind the last point
    counts[left], counts[left + 1] = 1 - part, part
    return counts


def level_out(elos: np.ndarray) -> np.ndarray:
    """Return the sequence that never falls nearest to one: points are pooled.

    Source: the pool-adjacent-violators algorithm, Ayer et al., An Empirical Distribution Function for Sampling with
    Incomplete Information, Annals of Mathematical Statistics 26 (1955).
    """
    pools: list[tuple[int, float]] = []
    for elo in elos:
        count, mean = 1, float(elo)
        while pools and pools[-1][1] >= mean:
            before, other = pools.pop()
            count, mean = count + before, (count * mean + before * other) / (count + before)
        pools.append((count, mean))
    return np.concatenate([np.full(count, mean) for count, mean in pools])


def cut(curves: Sequence[Sequence[Point]]) -> list[float]:
    """Return the skill of each level: equal steps of Elo from skill 0 to MASTERLY.

    Where the end of all oversights is worth more than a step, it is the last one, and the others are equal below it.
    """
    elos, last = fit(curves)
    steps = len(LEVELS) - 1
    below = min(last * (steps - 1) / steps, elos[-1])
    first = np.concatenate([[True], np.diff(elos) > 0])
    skills = np.interp(np.linspace(0, below, steps), elos[first], GRID[first])
    return [*(round(float(skill), 2) for skill in skills), MASTERLY]
