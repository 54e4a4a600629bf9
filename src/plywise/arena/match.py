"""Matches: pairs of games between players of any game, possibly until a test decides who is stronger."""

import time as clock
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Protocol

from plywise import engines
from plywise.arena.adjudication import parse_adjudication
from plywise.arena.arguments import clock_of, items_of, openings_meant, rules_of, seed_of, sprt_of
from plywise.arena.match_result import MatchResult
from plywise.arena.openings import Opening, RandomOpenings, cycle
from plywise.arena.pairs import Entrant, PairTask, Terms, Who
from plywise.arena.ratings import load_minimizer
from plywise.arena.schedule import Pair, list_meetings, schedule
from plywise.arena.sprt import RunningSprt, Sprt
from plywise.arena.table import ScoreTable, records_of
from plywise.arguments.numbers import as_whole
from plywise.errors import InputError
from plywise.fleet.fleet import Done, Fleet
from plywise.fleet.journal import Journal
from plywise.fleet.task import JSON, Task
from plywise.game import Game, start_of
from plywise.games.loading import game_text
from plywise.play.clocks import TimeControl
from plywise.play.player import Player
from plywise.play.players import EnginePlayer, FileFunctionPlayer, as_player, describe_player
from plywise.process.cpus import count_cores

GAMES = 100
"""The default number of games for each pairing."""


@dataclass(frozen=True)
class Plan:
    """A validated plan of a match.

    game, entrants: the game and the players. games: of each pairing, an even number. form: the kind of pairing.
    openings: random ones, or a list that is used in order and repeated.
    terms: settings of all games. sprt: the test that may end a match of two early.
    """

    game: Game
    entrants: Sequence[Entrant]
    games: int
    form: str
    openings: RandomOpenings | Sequence[Opening]
    terms: Terms
    sprt: Sprt | None = None

    @property
    def meetings(self) -> list[tuple[int, int]]:
        """The pairings, as indices in the list of players."""
        return list_meetings(len(self.entrants), self.form)

    @property
    def pairs(self) -> int:
        """The maximal number of pairs of games."""
        return self.games // 2 * len(self.meetings)

    def schedule(self) -> Iterator[Pair]:
        """Yield the pairs of games in their order."""
        openings = self.openings if isinstance(self.openings, RandomOpenings) else cycle(self.openings)
        return schedule(self.meetings, self.games // 2, openings)

    def task(self) -> Task:
        """Return the jobs' task. Its description omits the number of games, so that more can be played later."""
        return PairTask(self.game, tuple(self.entrants), self.terms, self.describe())

    def describe(self) -> dict[str, JSON]:
        """Return the settings that the games of this match depend on."""
        terms = self.terms
        weights, functions = (
            [getattr(each.who, name, None) for each in self.entrants] for name in ("weights", "fingerprint")
        )
        return {
            "kind": "match",
            "game": game_text(self.game),
            "rules": engines.hash_game(self.game),
            "players": [each.name for each in self.entrants],
            "control": str(terms.control),
            "seed": terms.seed,
            "adjudication": list(terms.rule_words),
            "plies": terms.max_plies,
            "form": self.form,
            **({"weights": weights} if any(weights) else {}),
            **({"functions": functions} if any(functions) else {}),
        }


Watcher = Callable[[ScoreTable], None]
"""Called after each pair of games with the standings."""


def match(
    game: Game,
    players: Sequence[Who],
    *,
    games: int = GAMES,
    openings: int | Sequence[Opening | str] | None = None,
    seed: int = 0,
    clock: str | TimeControl | None = None,
    time: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    form: str = "round-robin",
    sprt: Sprt | Sequence[float] | None = None,
    adjudicate: str | Sequence[str] = (),
    plies: int | None = None,
    workers: int = 1,
    on: str = "local",
    journal: str | Path | None = None,
    resume: bool = False,
    patience: float | None = None,
    watcher: Watcher | None = None,
) -> MatchResult:
    """Play a match and return the MatchResult.

    players: two or more: texts as on the command line ("engine:nodes=2000"), objects with `choose`, or functions of a
    game and a state. games: of each pairing, an even number: each opening is played with both colours.
    openings: plies of random ones, balanced; None: as many as suit the game; or a list of Opening or of moves as text.
    seed: of the openings and of random players. clock: "60+0.5", seconds for the game and for each move;
    time, nodes, depth: limits for each move, instead of the clock or in addition. form: "round-robin" or "gauntlet".
    sprt: bounds (elo0, elo1) of a sequential test that ends a match of two early. adjudicate: "proved" (the default),
    "none", "solver:nodes=100000", "agree:win=5,draw=0.1,plies=8".
    plies: after which a game is drawn. workers: number of processes; 0: play in this one. on: "local", "ray",
    "ray:ADDRESS". journal: a file that stores all games played; resume: continue it.
    patience: seconds after which a pair of games is abandoned and replayed. watcher: called with the standings.

    Without time limits the same seed gives the same games, whatever the number of workers. At Ctrl-C the result so far
    is returned, with `stopped_by` "interrupt". Raises InputError for invalid arguments.

    >>> import plywise as pw
    >>> result = pw.match(pw.make("tictactoe"), ["engine:nodes=2000", "random"], games=10, workers=0)
    >>> result.games, result.players[0].tally.losses
    (10, 0)
    """
    plan = plan_match(
        game,
        players,
        games=games,
        openings=openings,
        control=control_of(clock, time, nodes, depth),
        seed=seed,
        form=form,
        sprt=sprt,
        adjudicate=adjudicate,
        plies=plies,
    )
    with (
        Journal.open(journal, plan.describe(), resume=resume) as kept,
        Fleet(plan.task(), kept, workers=workers, on=on, patience=patience) as fleet,
    ):
        return play_match(plan, fleet, watcher)


def control_of(
    clock: str | TimeControl | None, time: float | None, nodes: int | None, depth: int | None
) -> TimeControl:
    """Return the time control of some options. Raises InputError if they contradict one another."""
    control = clock_of(clock)
    for name, value in (("time", time), ("nodes", nodes), ("depth", depth)):
        if value is not None and getattr(control, name) is not None:
            raise InputError(f"clock {control}: {name} is given twice")
    return replace(
        control,
        time=control.time if time is None else time,
        nodes=control.nodes if nodes is None else nodes,
        depth=control.depth if depth is None else depth,
    )


def plan_match(
    game: Game,
    players: Sequence[Who],
    *,
    games: int = GAMES,
    openings: int | Sequence[Opening | str] | None = None,
    control: TimeControl | None = None,
    seed: int = 0,
    form: str = "round-robin",
    sprt: Sprt | Sequence[float] | None = None,
    adjudicate: str | Sequence[str] = (),
    plies: int | None = None,
) -> Plan:
    """Return a validated plan of a match. Raises InputError, one line, before any game."""
    start_of(game, None)
    entrants = name_entrants(game, players)
    number = as_whole(games)
    if number is None or number < 2 or number % 2:
        raise InputError(f"games must be an even number, 2 or more, as each opening is played twice, not {games}")
    if plies is not None and (as_whole(plies) or 0) < 1:
        raise InputError(f"plies must be 1 or more, not {plies}")
    test, seed, adjudicate = sprt_of(sprt), seed_of(seed), rules_of(adjudicate)
    if test is not None and len(entrants) != 2:
        raise InputError(f"a sequential test compares two players, not {len(entrants)}")
    if len(entrants) > 2:
        load_minimizer()  # raises before the games if ratings cannot be computed
    terms = Terms(control or TimeControl(), seed, parse_adjudication(adjudicate), adjudicate, plies)
    chosen = openings_meant(game, openings, seed, plies)
    if not isinstance(chosen, RandomOpenings):
        check_openings(game, chosen)
    check_length(plies, longest_opening(chosen))
    plan = Plan(game, entrants, number, form, chosen, terms, test)
    plan.meetings  # noqa: B018 - raises for an unknown form
    return plan


def longest_opening(openings: RandomOpenings | Sequence[Opening]) -> int:
    """Return the plies of the longest opening."""
    if isinstance(openings, RandomOpenings):
        return openings.lengths[1]
    return max(len(opening.moves) for opening in openings)


def check_length(plies: int | None, opening: int) -> None:
    """Raise InputError if games would end within this many plies of the opening, before the players have a move."""
    if plies is not None and plies <= opening:
        raise InputError(f"plies={plies}: after {opening} plies of opening a game would be a draw before any move")


def check_openings(game: Game, openings: Sequence[Opening]) -> None:
    """Raise InputError if there are no openings, or for the first that cannot be played, with its number."""
    if not openings:
        raise InputError("there are no openings")
    for number, opening in enumerate(openings, start=1):
        try:
            over = game.terminal(opening.states(game)[-1])
        except InputError as error:
            raise InputError(f"opening {number}: {error}") from None
        if over:
            raise InputError(f"opening {number}: the game is over there")


def name_entrants(game: Game, players: Sequence[Who]) -> list[Entrant]:
    """Return the players with distinct names: duplicates get a number. Raises InputError."""
    found: list[Entrant] = []
    for who in [players] if isinstance(players, str) else items_of("players", players):
        if isinstance(who, str) and who.partition(":")[0] == "human":
            raise InputError("a match has no human players: use plywise play")
        player = as_player(who)
        player.check_game(game)
        name = " ".join(describe_player(who).split())
        free = (f"{name} ({number})" if number > 1 else name for number in count(1))
        unused = next(each for each in free if each not in (other.name for other in found))
        found.append(Entrant(unused, player if _is_read(player) else who))
    if len(found) < 2:
        raise InputError(f"a match takes two players or more, not {len(found)}")
    return found


def _is_read(player: Player) -> bool:
    """Return whether a player was read from a file, which happens once in this process because the file may change."""
    return isinstance(player, FileFunctionPlayer) or (isinstance(player, EnginePlayer) and player.weights is not None)


class Jobs(Protocol):
    """Runs the jobs of a match, such as a fleet for its task."""

    @property
    def workers(self) -> int:
        """The number of concurrent jobs."""

    def run(self, keys: Iterable[str], *, total: int | None = None) -> Iterator[Done]:
        """Yield the result of each job in the order of the keys. total: their number."""


def play_match(plan: Plan, fleet: Jobs, watcher: Watcher | None = None) -> MatchResult:
    """Play a planned match with a fleet for its task, continuing its journal; return the MatchResult."""
    began = clock.perf_counter()
    table = ScoreTable([each.name for each in plan.entrants], None if plan.sprt is None else RunningSprt(plan.sprt))
    stopped_by = "games"
    try:
        for done in fleet.run((pair.to_key() for pair in plan.schedule()), total=plan.pairs):
            pair = Pair.from_key(done.key)
            if done.error:
                table.add_failure(pair.number, done.error)
            else:
                table.add(pair.first, pair.second, done.read(records_of))
            if watcher is not None:
                watcher(table)
            if table.test is not None and table.test.verdict:
                stopped_by = "sprt"
                break
    except KeyboardInterrupt:
        stopped_by = "interrupt"
    seconds = clock.perf_counter() - began
    return _conclude(plan, table, stopped_by, seconds, notes_on(plan, fleet.workers))


def notes_on(plan: Plan, workers: int) -> list[str]:
    """Return notes on the interpretation of the result."""
    notes, terms = [], plan.terms
    repeated = plan.openings.repeated if isinstance(plan.openings, RandomOpenings) else 0
    if repeated:
        notes.append(
            f"too few distinct openings: {repeated} {'was' if repeated == 1 else 'were'} reused, so deterministic "
            "players repeated those games"
        )
    cores = count_cores()
    if terms.control.is_timed and workers > cores:
        notes.append(f"{workers} workers share {cores} cores: players get less processor time than the clock shows")
    return notes


def _conclude(plan: Plan, table: ScoreTable, stopped_by: str, seconds: float, notes: list[str]) -> MatchResult:
    """Return the result of the games played."""
    standings, ratings = table.standings()
    first_move = None
    if ratings is not None:
        notes = [*notes, *ratings.notes]
        if ratings.first_move is not None and ratings.first_move_error is not None:
            first_move = ratings.first_move, ratings.first_move_error
    return MatchResult(
        game=plan.game.name,
        players=standings,
        meetings=table.meetings(),
        records=table.records,
        seed=plan.terms.seed,
        failures=table.failures,
        sprt=plan.sprt,
        llr=None if table.test is None else table.test.ratio,
        verdict=None if table.test is None else table.test.verdict,
        first_move=first_move,
        stopped_by=stopped_by,
        notes=notes,
        time_s=seconds,
    )
