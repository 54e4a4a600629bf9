"""compare() for programs and notebooks: rows that display and plot themselves.

Matplotlib is imported only for a plot, so that `import plywise` stays fast.
"""

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Literal

import plywise.teach.experiments.compare as experiments
from plywise.arguments.numbers import as_whole
from plywise.errors import InputError
from plywise.game import Game, State, hashable_start
from plywise.teach.experiments.compare import Row, Watcher

if TYPE_CHECKING:
    from plywise.show.plots import Figure

SHOWN = {
    "algorithm": "{}",
    "order": "{}",
    "depth": "{}",
    "value": "{}",
    "best": "{}",
    "nodes": "{:,}",
    "leaves": "{:,}",
    "cutoffs": "{:,}",
    "pruned": "{:,}",
    "branching_factor": "{:.2f}",
    "ratio_to_minimax": "{:.2%}",
    "time_s": "{:.3f}",
}
"""The columns of the table in a notebook, and their formats."""

WORDS = ("algorithm", "order", "best")


class Comparison(list[Row]):
    """The rows of a comparison: a list, accepted by pandas.DataFrame, and a table in a notebook.

    title: the game and state
    left_out: a sentence for each series that ended early, because it needed too many nodes or was interrupted
    stopped_by: "complete", or "interrupt" if Ctrl-C ended it, so that requested searches are missing
    """

    def __init__(
        self,
        rows: Iterable[Row] = (),
        title: str = "",
        left_out: Sequence[str] = (),
        stopped_by: Literal["complete", "interrupt"] = "complete",
    ) -> None:
        super().__init__(rows)
        self.title = title
        self.left_out = list(left_out)
        self.stopped_by = stopped_by

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the rows as plain data: the JSON lines of `plywise compare`."""
        return [row.to_dict() for row in self]

    def plot(self) -> "Figure":
        """Return the plot of nodes over depth as a Matplotlib figure.

        It has a line for each algorithm and order, and theory's curves, dashed. A notebook shows it;
        `plot().savefig("f.png")` writes it.

        Raises InputError if there are no rows, or if Matplotlib is not installed.
        """
        from plywise.show.plots import make_figure

        return make_figure(self.to_dicts(), self.title)

    def __repr__(self) -> str:
        so_far = ", interrupted" if self.stopped_by == "interrupt" else ""
        return f"<Comparison on {self.title}: {len(self)} rows{so_far}>"

    def __str__(self) -> str:
        """Return the table as text."""
        lines = self._table()
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        text = [
            "  ".join(
                word.ljust(width) if name in WORDS else word.rjust(width)
                for name, word, width in zip(SHOWN, line, widths, strict=True)
            ).rstrip()
            for line in lines
        ]
        return "\n".join([*text, *self.left_out])

    def _repr_html_(self) -> str:
        """Show the table in a notebook."""
        head, *lines = ([escape(word) for word in line] for line in self._table())
        body = "".join(f"<tr>{''.join(f'<td>{word}</td>' for word in line)}</tr>" for line in lines)
        notes = "".join(f"<p>{escape(sentence)}</p>" for sentence in self.left_out)
        names = "".join(f"<th>{name}</th>" for name in head)
        return f"<table><thead><tr>{names}</tr></thead><tbody>{body}</tbody></table>{notes}"

    def _table(self) -> list[list[str]]:
        """Return the columns' names, and then the words of each row."""
        return [list(SHOWN), *([_write(row[name], form) for name, form in SHOWN.items()] for row in self)]


def _write(value: Any, form: str) -> str:
    return "" if value is None else form.format(value)


class _Notes(Watcher):
    """Collects the sentences about omitted searches."""

    def __init__(self) -> None:
        self.sentences: list[str] = []

    def leave_out(self, sentence: str) -> None:
        """Add a sentence."""
        self.sentences.append(sentence)


def compare(
    game: Game,
    state: State = None,
    algorithms: Sequence[str] | str | None = None,
    orders: Sequence[str] | str | None = None,
    depths: Iterable[int | None] | int | None = None,
    *,
    engine: str = "auto",
    most_nodes: int | None = None,
    seed: int = 0,
    cut: str = "ge",
    partial: bool = False,
) -> Comparison:
    """Search one state (None: the initial one) with every algorithm, order and depth; return the rows.

    algorithms, orders: names, or one name (None: a representative selection that takes seconds)
    depths: limits in plies, or one limit (None: to the end of the game)
    engine: "native", "reference", or "auto": native if possible
    most_nodes: a search that needs more is omitted with all deeper ones of its series
    seed: of random orders; cut: the cut rule
    partial: whether Ctrl-C returns the rows of the completed searches, with `stopped_by` "interrupt", instead of
      raising KeyboardInterrupt

    A row has the keys of `plywise compare --json`, as attributes and as keys.

    Raises InputError for an unknown algorithm, order or engine and for an invalid limit.

    >>> from plywise.trees.tree import Tree
    >>> rows = compare(Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2), algorithms=["minimax", "alphabeta"])
    >>> [(row.algorithm, row["nodes"], row.ratio_to_minimax) for row in rows]
    [('minimax', 15, 1.0), ('alphabeta', 11, 0.733333333)]
    """
    start = hashable_start(game, state)
    notes = _Notes()
    rows: list[Row] = []
    stopped_by: Literal["complete", "interrupt"] = "complete"
    try:
        rows.extend(
            experiments.compare(
                game,
                start,
                _several(algorithms),
                _several(orders),
                _check_depths(depths),
                engine=engine,
                most_nodes=most_nodes,
                seed=seed,
                cut=cut,
                watcher=notes,
            )
        )
    except KeyboardInterrupt:
        if not partial:
            raise
        stopped_by = "interrupt"
        notes.leave_out(f"interrupted: only {len(rows)} of the searches ended")
    where = "from the start" if state is None else f"from {game.format_state(start)}"
    return Comparison(rows, f"{game.name}, {where}", notes.sentences, stopped_by)


def _several(names: Sequence[str] | str | None) -> Sequence[str] | None:
    """Return names as a list, without repetitions."""
    if names is None:
        return None
    return [names] if isinstance(names, str) else list(dict.fromkeys(names))


def _check_depths(depths: Iterable[int | None] | int | None) -> list[int | None]:
    """Return depths as a list. Raises InputError for an invalid depth, before any search."""
    several: list[int | None] = []
    for given in dict.fromkeys(depths) if isinstance(depths, Iterable) else [depths]:
        depth = as_whole(given)
        if given is not None and (depth is None or depth < 0):
            raise InputError(f"depths must be 0 or more plies, as in range(1, 7), not {given!r}")
        several.append(depth)
    return several


__all__ = ["Comparison", "compare"]
