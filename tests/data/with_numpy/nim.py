"""Nim: the heaps are a tuple of NumPy's ints, whoever takes the last object wins."""

import numpy as np

import plywise as pw


class Nim(pw.Game):
    name = "nim_numpy"

    def __init__(self):
        self.heaps = np.array([1, 3, 4])

    def initial(self):
        return (tuple(self.heaps), 1)

    def player(self, state):
        return state[1]

    def actions(self, state):
        heaps = np.array(state[0])
        return [(heap, take) for heap in range(len(heaps)) for take in range(1, heaps[heap] + 1)]

    def result(self, state, action):
        heaps, who = np.array(state[0]), state[1]
        heap, take = action
        heaps[heap] -= take
        return (tuple(np.sort(heaps)), -who)

    def terminal(self, state):
        return bool(np.array(state[0]).sum() == 0)

    def utility(self, state):
        return -state[1]

    def evaluate(self, state):
        total = 0
        for heap in np.array(state[0]):
            total ^= int(heap)
        return self.player(state) * (0.5 if total else -0.5)
