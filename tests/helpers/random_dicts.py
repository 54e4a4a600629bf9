"""Random functions of dicts whose keys are written out: copied, changed, merged, compared and looped over."""

import random

HEAD = """
import copy

def made(n):
    return {"rows": [[n, 0], [1, 2]], "turn": 1, "last": None, "name": "ab", "x": n, "o": 3, "met": {n}}

def inner(n):
    return {"one": {"score": n, "hand": [1]}, "two": {"score": 0, "hand": []}, "count": 0}

def said(s):
    last = (8, 8) if s["last"] is None else s["last"]
    return [*s["rows"][0], *s["rows"][-1], s["turn"], *last, len(s["name"]), s["x"], s["o"], len(s["met"]), len(s)]

def said_inner(s):
    return [s["one"]["score"], *s["one"]["hand"], s["two"]["score"], *s["two"]["hand"], s["count"]]

def doubled(s):
    s["x"] *= 2
    return s
"""
STATEMENTS = (
    "{a}['rows'][{i}][{i}] += {n}",
    "{a}['turn'] *= -1",
    "{a}['last'] = ({n}, n)",
    "{a}['last'] = None",
    "{a}['name'] += 'c'",
    "{a}['x'], {a}['o'] = {a}['o'], {a}['x'] + {n}",
    "{a}['met'].add({n})",
    "{a}['met'] = {a}['met'] | {{{n}}}",
    "{a}['rows'] = [row[:] for row in {b}['rows']]",
    "{a}['rows'] = {b}['rows']",
    "{a} = {b}",
    "{a} = dict({b})",
    "{a} = {b}.copy()",
    "{a} = copy.deepcopy({b})",
    "{a} = copy.copy({b})",
    "{a} = {{**{b}, 'x': {n}, 'last': ({n}, 1)}}",
    "{a} = {{**{b}, 'turn': -{b}['turn']}}",
    "{a} = dict({b}, o={n}, name='q')",
    "{a} = {{key: copy.deepcopy(value) for key, value in {b}.items()}}",
    "{a} = {{k: v[:] if isinstance(v, list) else v for k, v in {b}.items()}}",
    "{a} = {b} | {{'turn': {n}}}",
    "{a}.update(x={n}, turn={b}['o'])",
    "{a}.update({b})",
    "{a} |= {{'o': {b}['x']}}",
    "{a}['x' if {b}['turn'] > 0 else 'o'] += {n}",
    "found.append({a} == {b})",
    "found.append({a} is {b})",
    "found.append({a} in many)",
    "found.append({a}.get('x', 5) + {a}.get('nothing', {n}))",
    "found += [value for value in {a}.values() if isinstance(value, int)] if {n} > 5 else [len({a})]",
    "found += [len(key) for key in {a}]",
    "found += [v for k, v in {a}.items() if k == 'turn' or k == 'o']",
    "many.append({a})",
    "{a} = many[{n} % len(many)]",
    "{a} = doubled({b})",
    "p['one']['score'] += {n}",
    "p['two']['hand'].append({a}['x'])",
    "p['one' if n % 2 else 'two']['hand'].append({n})",
    "p['two'] = p['one'].copy()",
    "p = copy.deepcopy(p)",
    "p = {{**p, 'count': p['count'] + 1}}",
    "p['one'], p['two'] = p['two'], p['one']",
    "p['count'] += len({a}['met'])",
    "if {a}['last'] is not None:\n        {b}['x'] += {a}['last'][0]",
    "for each in many:\n        each['o'] += 1",
    "for key in ('x', 'o'):\n        {a}[key] -= {n}",
)


def write_module(seed, functions=4):
    """Return the source of functions, each of which returns a list of numbers."""
    chance, parts = random.Random(seed), [HEAD]
    for number in range(functions):
        lines = [
            f"def q_{number}(n):",
            "    a, b, p, found = made(n), made(2), inner(n), []",
            "    many = [a, made(n)]",
        ]
        for _ in range(chance.randint(6, 16)):
            one, other = chance.sample("ab", 2)
            statement = chance.choice(STATEMENTS)
            lines.append("    " + statement.format(a=one, b=other, n=chance.randint(0, 9), i=chance.randint(0, 1)))
        lines.append("    return found + said(a) + said(b) + said_inner(p) + [each['x'] for each in many]")
        parts.append("\n".join(lines))
    return "\n\n".join(parts)
