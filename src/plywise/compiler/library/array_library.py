"""NumPy functions for rules, in plain Python: compiled like user code."""

from typing import Any


def fliplr(m: Any) -> Any:
    """np.fliplr."""
    return m[:, ::-1]


def flipud(m: Any) -> Any:
    """np.flipud."""
    return m[::-1]


def flip(m: Any, axis: Any = None) -> Any:
    """np.flip."""
    if m.ndim == 1:
        return m[::-1]
    if axis is None:
        return m[::-1, ::-1]
    return m[::-1] if axis == 0 else m[:, ::-1]


def rot90(m: Any, k: int = 1) -> Any:
    """np.rot90, by a constant number of turns."""
    if k % 4 == 0:
        return m[:, :]
    if k % 4 == 1:
        return m[:, ::-1].T
    return m[::-1, ::-1] if k % 4 == 2 else m[::-1].T


def roll(a: Any, shift: int, axis: Any = None) -> Any:
    """np.roll."""
    if axis is None and a.ndim > 1:
        return roll(a.reshape(-1), shift).reshape(a.shape)
    if axis == 1:
        return roll(a.T, shift, 0).T.copy()
    found = a.copy()
    for at in range(len(a)):
        found[(at + shift) % len(a)] = a[at]
    return found


def diag(v: Any, k: int = 0) -> Any:
    """np.diag."""
    if v.ndim == 2:
        return v.diagonal(k)
    size = len(v) + abs(k)
    found = v[:1].repeat(size * size).reshape(size, size)
    found[:, :] = 0
    for at in range(len(v)):
        found[at + max(0, -k), at + max(0, k)] = v[at]
    return found


def identity_of(found: Any, k: int = 0) -> Any:
    """np.eye: ones on a diagonal of zeros."""
    for at in range(len(found)):
        if 0 <= at + k < found.shape[1]:
            found[at, at + k] = 1
    return found


def arange_of(found: Any, start: int, step: int) -> Any:
    """np.arange."""
    for at in range(len(found)):
        found[at] = start + at * step
    return found


def repeat(a: Any, repeats: int) -> Any:
    """np.repeat, with the same count for all numbers."""
    flat = a.ravel()
    places = [at for at in range(len(flat)) for _ in range(repeats)]
    return flat[places]


def tile(a: Any, reps: int) -> Any:
    """np.tile, of one dimension."""
    return a[[at % len(a) for at in range(len(a) * reps)]]


def array_equal(a1: Any, a2: Any) -> bool:
    """np.array_equal."""
    if a1.ndim != a2.ndim:
        return False
    if a1.shape != a2.shape:
        return False
    return bool((a1 == a2).all())


def count_nonzero(a: Any) -> int:
    """np.count_nonzero."""
    found = 0
    for each in a.ravel():
        if each:
            found += 1
    return found


def dot(a: Any, b: Any) -> Any:
    """np.dot, of ints."""
    if a.ndim == 1 and b.ndim == 1:
        if len(a) != len(b):
            raise ValueError("shapes not aligned")
        return (a * b).sum()
    if a.ndim == 2 and b.ndim == 1:
        return (a * b).sum(axis=1)
    if a.ndim == 1:
        return (b.T * a).sum(axis=1)
    return (a[:, None, :] * b.T[None, :, :]).sum(axis=2)


def outer(a: Any, b: Any) -> Any:
    """np.outer."""
    return a.ravel()[:, None] * b.ravel()[None, :]


def convolve(a: Any, v: Any, mode: str = "full") -> Any:
    """np.convolve, of ints."""
    if len(v) > len(a):
        return convolve(v, a, mode)
    low, high = 0, len(a) + len(v) - 1
    if mode == "valid":
        low, high = len(v) - 1, len(a)
    elif mode == "same":
        low = (len(v) - 1) // 2
        high = low + len(a)
    return [sum(a[at - k] * v[k] for k in range(len(v)) if 0 <= at - k < len(a)) for at in range(low, high)]


def cumulated(a: Any) -> Any:
    """np.cumsum, of one dimension."""
    found, total = [], 0
    for each in a.ravel():
        total += int(each)
        found.append(total)
    return found


def in_order(a: Any) -> Any:
    """np.sort, of one dimension."""
    return sorted(a)


def order_of(a: Any) -> Any:
    """np.argsort, of one dimension, stable."""
    return sorted(range(len(a)), key=lambda at: a[at])


def unique(a: Any) -> Any:
    """np.unique."""
    found = sorted(a.ravel())
    return [each for at, each in enumerate(found) if at == 0 or found[at - 1] != each]


def any_within(a: Any, values: Any) -> Any:
    """np.isin of one dimension, as a list of bools."""
    found = []
    for each in a:
        inside = False
        for value in values:
            if each == value:
                inside = True
        found.append(inside)
    return found


def changes(a: Any) -> Any:
    """np.diff, of one dimension."""
    return a[1:] - a[:-1]


def numbered(a: Any) -> Any:
    """np.ndenumerate, of one or two dimensions."""
    if a.ndim == 1:
        for at in range(len(a)):
            yield (at,), a[at]
    else:
        for row in range(a.shape[0]):
            for column in range(a.shape[1]):
                yield (row, column), a[row, column]
