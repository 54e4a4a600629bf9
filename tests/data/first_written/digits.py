"""A number game with score: Counter, defaultdict, reduce, math, round, walrus, while True/else."""
import math
from collections import Counter, defaultdict
from functools import reduce
from typing import List

import plywise as pw

TARGET = 21


def digits(n: int) -> List[int]:
    return [int(ch) for ch in str(n)]


def is_prime(n):
    if n < 2:
        return False
    for d in range(2, math.isqrt(n) + 1):
        if n % d == 0:
            break
    else:
        return True
    return False


class Digits(pw.Game):
    """Add a digit of the number, or multiply by two; primes score; ends past a hundred."""

    limit = 60

    def initial(self):
        return {"n": 7, "scores": (0, 0), "turn": 0}.get("n"), (0, 0), 0

    def player(self, state):
        return 1 if state[-1] % 2 == 0 else -1

    def actions(self, state):
        n, _, _ = state
        options = {"+" + str(d) for d in digits(n) if d} | {"*2"}
        if not n % 3:
            options.add("/3")
        return sorted(options)

    def result(self, state, action):
        n, scores, turn = state
        op, amount = action[0], int(action[1:])
        if op == "+":
            n += amount
        elif op == "*":
            n *= amount
        else:
            n //= amount
        gain = 2 if is_prime(n) else 0
        gain += reduce(lambda a, b: a ^ b, digits(n), 0) % 2
        me = turn % 2
        scores = tuple(s + gain if i == me else s for i, s in enumerate(scores))
        return n, scores, turn + 1

    def terminal(self, state):
        n, _, turn = state
        return n >= self.limit or turn >= 9

    def utility(self, state):
        _, (a, b), _ = state
        return a - b

    def evaluate(self, state):
        n, (a, b), turn = state
        tally = Counter(digits(n))
        best, times = max(tally.items(), key=lambda kv: (kv[1], kv[0]))
        groups = defaultdict(list)
        for d in range(1, n + 1):
            if n % d == 0:
                groups[d % 3].append(d)
        spread = max(map(len, groups.values()), default=0)
        if (rest := n % 7) > 3:
            spread -= rest
        return a - b + spread * 0.125 + round(n / 8) / 64 + pow(best, times, 5) / 32
