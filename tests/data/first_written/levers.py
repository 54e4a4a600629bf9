"""Levers: each player pulls levers that open and close doors; who opens all the doors of theirs wins."""

from enum import Flag, IntFlag, auto
from typing import NamedTuple

import plywise as pw


class Door(Flag):
    NORTH = auto()
    EAST = auto()
    SOUTH = auto()
    WEST = auto()
    ALL = NORTH | EAST | SOUTH | WEST


class Power(IntFlag):
    LOW = 1
    HIGH = 2
    BOTH = LOW | HIGH


class Hall(NamedTuple):
    red: Door
    blue: Door
    power: Power
    used: frozenset
    turn: int


NEXT = {Door.NORTH: Door.EAST, Door.EAST: Door.SOUTH, Door.SOUTH: Door.WEST, Door.WEST: Door.NORTH}


class Levers(pw.Game):
    def initial(self):
        return Hall(Door.NORTH, Door.SOUTH, Power.BOTH, frozenset(), 1)

    def player(self, state):
        return state.turn

    def actions(self, state):
        pairs = [door | NEXT[door] for door in Door if door | NEXT[door] not in state.used]
        singles = [door for door in Door if Power.LOW in state.power and door not in state.used]
        return pairs + singles if state.power & Power.HIGH else singles or pairs

    def result(self, state, action):
        opened = (state.red if state.turn == 1 else state.blue) ^ action
        other = (state.blue if state.turn == 1 else state.red) & ~(Door.WEST if len(action) == 2 else Door(0))
        red, blue = (opened, other) if state.turn == 1 else (other, opened)
        power = state.power ^ (Power.LOW if Door.EAST in action else Power.HIGH)
        return Hall(red, blue, power or Power.BOTH, state.used | {action}, -state.turn)

    def terminal(self, state):
        return Door.ALL in (state.red, state.blue) or not self.actions(state)

    def utility(self, state):
        if state.red == Door.ALL:
            return 1
        return -1 if state.blue is Door.ALL else 0

    def evaluate(self, state):
        return (len(state.red) - sum(1 for door in state.blue)) / 10 + int(state.power) / 100
