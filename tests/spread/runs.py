"""Spread solutions in this process: games made at random, and workers that answer in any order and may be killed."""

import random
from functools import cache
from typing import NamedTuple

from plywise.fleet.fleet import Done
from plywise.game import MAX, MIN, Game
from plywise.spread.jobs import SpreadTask
from plywise.spread.spread import Spread


class Killed(Exception):
    """The process would have died here."""


class Workers:
    """Does the jobs of a task in this process, some at once, and yields them in an order drawn at random.

    at_once: how many are under way. answers: those so far, as a journal keeps them. life: answers until it is killed.
    together: all that are under way end at the same instant. asked: the keys done here, in their order.
    """

    def __init__(self, task, at_once=1, seed=0, answers=None, life=None, together=False):
        self.work = task.prepare()
        self.at_once = at_once
        self.random = random.Random(seed)
        self.answers = {} if answers is None else answers
        self.life = life
        self.together = together
        self.asked = []

    def run(self, keys, ordered=True):
        """Yield the jobs as they end."""
        assert not ordered
        keys, under_way = iter(keys), []
        while True:
            while len(under_way) < self.at_once and (key := next(keys, None)) is not None:
                under_way.append(key)
            if not under_way:
                return
            self.random.shuffle(under_way)
            ended = [under_way.pop() for _ in range(len(under_way) if self.together else 1)]
            for key in ended:
                self._do(key)
            for key in ended:
                yield Done(key, self.answers[key])

    def recorded(self):
        """Return the jobs done so far and their answers."""
        return list(self.answers.items())

    def _do(self, key):
        if key not in self.answers:
            if self.life is not None and len(self.asked) >= self.life:
                raise Killed
            self.asked.append(key)
            self.answers[key] = self.work(key)


def solved(game, state=None, *, at_once=1, seed=0, task=SpreadTask, **options):
    """Return the solution of a state by jobs, and all answers."""
    one = task(game, game.initial() if state is None else state)
    workers = Workers(one, at_once, seed)
    return Spread(one, workers=at_once, **options).run(workers), workers.answers


class Place(NamedTuple):
    """A node of a RandomGame."""

    number: int


class RandomGame(Game):
    """A graph without cycles, made at random: nodes lead to later ones, and whose turn it is is drawn.

    So nobody alternates, and many nodes are met at several plies.
    """

    compiles = False

    def __init__(self, seed=0, nodes=40, utilities=(-5, 5), bounded=False):
        source = random.Random(seed)
        draw = source.randint if all(isinstance(each, int) for each in utilities) else source.uniform
        self.utilities = [draw(*utilities) for _ in range(nodes)]
        self.players = [source.choice((MAX, MIN)) for _ in range(nodes)]
        self.after = []
        for node in range(nodes):
            later = range(node + 1, min(node + 9, nodes))
            count = 0 if node > 0.6 * nodes and source.random() < 0.5 else source.randint(1, 4)
            self.after.append(tuple(sorted(source.sample(later, min(count, len(later))))))
        if bounded:
            self.utility_bounds = (min(self.utilities), max(self.utilities))

    def initial(self):
        """Return the first node."""
        return Place(0)

    def player(self, state):
        """Return whose turn was drawn."""
        return self.players[state.number]

    def actions(self, state):
        """Return the nodes to go to."""
        return self.after[state.number]

    def result(self, state, action):
        """Return the node."""
        return Place(action)

    def terminal(self, state):
        """Return whether it leads nowhere."""
        return not self.after[state.number]

    def utility(self, state):
        """Return what was drawn."""
        return self.utilities[state.number]

    def value(self):
        """Return what the first node is worth, by a plain minimax."""

        @cache
        def worth(node):
            if not self.after[node]:
                return self.utilities[node]
            return (max if self.players[node] == MAX else min)(worth(each) for each in self.after[node])

        return worth(0)


class Ring(Game):
    """A token walks round a ring of six places from 0, and never need arrive at 3, where MAX would win."""

    compiles = False

    def initial(self):
        """Return the first place."""
        return Place(0)

    def player(self, state):
        """Return who is to move: MAX on even places."""
        return MAX if state.number % 2 == 0 else MIN

    def actions(self, state):
        """Return the ways to go."""
        return (-1, 1)

    def result(self, state, action):
        """Return the next place."""
        return Place((state.number + action) % 6)

    def terminal(self, state):
        """Return whether it has arrived."""
        return state.number == 3

    def utility(self, state):
        """Return MAX's reward."""
        return 1
