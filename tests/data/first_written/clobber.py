"""Clobber: lines of text as the board, with the ends of the lines in it; a move is (cell, step)."""
from typing import NamedTuple

import plywise as pw

START = """
xoxo
oxox
xoxo
""".strip()


class State(NamedTuple):
    text: str
    turn: str


class Clobber(pw.Game):
    name = "clobber"
    utility_bounds = (-1, 1)

    def __init__(self):
        width = START.index("\n") + 1
        self.steps = (1, -1, width, -width)

    def initial(self):
        return State(START, "x")

    def player(self, state):
        return pw.MAX if state.turn == "x" else pw.MIN

    def actions(self, state):
        foe = "o" if state.turn == "x" else "x"
        return [
            (cell, step)
            for cell, mark in enumerate(state.text)
            if mark == state.turn
            for step in self.steps
            if 0 <= cell + step < len(state.text) and state.text[cell + step] == foe
        ]

    def result(self, state, action):
        cell, step = action
        marks = list(state.text)
        marks[cell + step], marks[cell] = marks[cell], "-"
        return State("".join(marks), "xo".replace(state.turn, ""))

    def terminal(self, state):
        return self.actions(state) == []

    def utility(self, state):
        return -self.player(state)

    def evaluate(self, state):
        groups = [line.split("-") for line in state.text.splitlines()]
        alive = [part for parts in groups for part in parts if len(set(part)) == 2]
        return max(map(len, alive), default=0) % 3 / 10 - 0.1
