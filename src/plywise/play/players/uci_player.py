"""A player that is a UCI program."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite

from plywise.engines.limits import Limits
from plywise.game import MAX, Game, State, Value
from plywise.games.loading import parameters
from plywise.play.allotment import early, least, seconds_left
from plywise.play.player import Situation, Thought
from plywise.play.players.line_of_play import Move, read_move
from plywise.play.players.program_player import DEFAULT_SECONDS, ProgramPlayer
from plywise.protocols.program import Program
from plywise.protocols.uci import MATE, RESIGNATIONS, UciProgram
from plywise.protocols.uci_words import COMMON_NAMES


@dataclass(eq=False)
class UciPlayer(ProgramPlayer[UciProgram]):
    """Plays the moves of a UCI program, in any game, with moves in the game's notation.

    nodes, depth: limits for a move, besides the allowance
    options: of the program, name -> value

    `position` has `startpos`, or `fen` and the start in the game's notation. White, for the clocks, is the side that
    moves first in the game's initial state. A score in pawns is converted to the unit of the game's evaluation: a pawn
    is the game's margin unit, or 1 without one.
    """

    nodes: int | None = None
    depth: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        Limits(self.depth, nodes=self.nodes)  # raises for an invalid limit

    def _greet(self, program: Program) -> UciProgram:
        speaking = UciProgram(program, self.patience)
        speaking.set_options(self.options)
        return speaking

    def _set_up(self, speaking: UciProgram, game: Game, start: State) -> None:
        known = parameters(type(game))
        speaking.begin_game(
            {
                name: "true" if getattr(game, parameter) else "false"
                for parameter, name in COMMON_NAMES.items()
                if parameter in known
            }
        )

    def _ask(self, speaking: UciProgram, situation: Situation, moves: Sequence[Move]) -> Thought:
        game, state = situation.game, situation.state
        limits, seconds = self._limits(situation)
        position = "startpos" if situation.start == game.initial() else f"fen {game.format_state(situation.start)}"
        played = f" moves {' '.join(move.word for move in moves)}" if moves else ""
        answer = speaking.go(position + played, limits, seconds)
        found = answer.search
        value, distance = (None, None) if found.score is None else _worth(game, state, found.score)
        action = read_move(game, state, answer.word, RESIGNATIONS)
        return Thought(action, value=value, depth=found.depth, nodes=found.nodes, distance=distance)

    def _limits(self, situation: Situation) -> tuple[str, float]:
        """Return the arguments of `go`, and the seconds after which `stop` is sent."""
        allowance, game = situation.allowance, situation.game
        time, nodes, depth = (
            least(own, allowed)
            for own, allowed in (
                (self.time, allowance.time),
                (self.nodes, allowance.nodes),
                (self.depth, allowance.depth),
            )
        )
        if all(limit is None for limit in (time, nodes, depth, allowance.clocks)):
            time = DEFAULT_SECONDS
        words = []
        if allowance.clocks is not None:
            white = game.player(game.initial())
            for colour, side in (("w", white), ("b", -white)):
                words += [f"{colour}time {_milliseconds(allowance.clocks[side])}"]
                words += [f"{colour}inc {_milliseconds(allowance.increment)}"] if allowance.increment else []
            words += [] if allowance.moves_to_go is None else [f"movestogo {allowance.moves_to_go}"]
        words += [] if time is None else [f"movetime {_milliseconds(early(time))}"]
        words += [f"{name} {limit}" for name, limit in (("nodes", nodes), ("depth", depth)) if limit is not None]
        left = least(time, seconds_left(allowance, game.player(situation.state)))
        return " ".join(words), self.patience if left is None else left


def _milliseconds(seconds: float) -> int:
    return max(1, int(1000 * seconds))


def _worth(game: Game, state: State, score: float) -> tuple[Value, int | None]:
    """Return the value of a score from MAX's view, and the plies to a mate, or None if it is not one."""
    mover = game.player(state)
    if abs(score) < MATE / 2:
        return mover * score * (game.margin_unit or 1), None
    moves, winner = round(MATE - abs(score)), mover if score > 0 else -mover
    bound = game.utility_bounds[winner == MAX]
    return (bound if isfinite(bound) else winner), 2 * moves - (score > 0)
