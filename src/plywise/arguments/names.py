"""Names as people type them: `alpha-beta` and `AlphaBeta` mean alphabeta; the nearest name for one that is mistyped."""

from collections.abc import Iterable, Mapping

from plywise.errors import InputError

SIGNS = frozenset(" -_.,*()'\u2010\u2011\u2013")
"""Characters that are ignored in a name."""

LEAST_BEGUN = 3
"""The fewest letters that are recognized as the beginning of a name."""


def plain(word: str) -> str:
    """Return a name without case, spaces and signs; names with the same letters and digits become equal.

    >>> plain("Tic-tac-toe") == plain("tic_tac_toe") == plain("TicTacToe")
    True
    """
    return "".join(letter for letter in word.casefold() if letter not in SIGNS)


def find_name(word: str, names: Iterable[str], others: Mapping[str, str] | None = None) -> str | None:
    """Return the name that a word stands for; None if there is none.

    others: aliases of some of the names, such as {"ttt": "tictactoe"}

    >>> find_name("Alpha-Beta", ["minimax", "alphabeta"]), find_name("ttt", ["tictactoe"], {"ttt": "tictactoe"})
    ('alphabeta', 'tictactoe')
    """
    known = list(names)
    if word in known:
        return word
    meant = {plain(other): name for other, name in (others or {}).items() if name in known}
    return (meant | {plain(name): name for name in known}).get(plain(word)) if plain(word) else None


def nearest(word: str, names: Iterable[str], others: Mapping[str, str] | None = None) -> str | None:
    """Return the name nearest to a mistyped word; None if none is similar.

    >>> nearest("minmax", ["minimax", "alphabeta"]), nearest("chess", ["minimax", "alphabeta"])
    ('minimax', None)
    >>> nearest("centre", ["given", "centre-corner-edge"])
    'centre-corner-edge'
    """
    from difflib import get_close_matches  # only here, so that `import plywise` stays quick

    known = list(names)
    meant = {plain(other): name for other, name in (others or {}).items() if name in known}
    meant |= {plain(name): name for name in known}
    begun = [name for name in meant if len(plain(word)) >= LEAST_BEGUN and name.startswith(plain(word))]
    near = get_close_matches(plain(word), meant, n=1) or begun
    return meant[near[0]] if near else None


def hint(word: str, names: Iterable[str], others: Mapping[str, str] | None = None, there_are: str = "") -> str:
    """Return a hint for an unknown name: the nearest name, or the list of names.

    there_are: replaces the list

    >>> hint("minmax", ["minimax", "alphabeta"]), hint("x", ["minimax", "alphabeta"])
    ('did you mean minimax?', 'there are minimax, alphabeta')
    """
    known = list(names)
    near = nearest(word, known, others)
    return f"did you mean {near}?" if near else there_are or f"there are {', '.join(known)}"


def name_of(what: str, word: str, names: Iterable[str], others: Mapping[str, str] | None = None) -> str:
    """Return the name that a word stands for. Raises InputError if there is none.

    what: the kind of name, for the message: "algorithm"

    >>> name_of("algorithm", "mini-max", ["minimax", "alphabeta"])
    'minimax'
    """
    known = list(names)
    found = find_name(word, known, others) if isinstance(word, str) else None
    if found is None:
        raise InputError(f"no {what} {word!r}; {hint(str(word), known, others)}")
    return found
