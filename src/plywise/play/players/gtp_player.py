"""A player that is a GTP program."""

from collections.abc import Sequence
from dataclasses import dataclass

from plywise.errors import InputError
from plywise.game import Game, State
from plywise.play.allotment import least, seconds_left
from plywise.play.player import PlayerFailure, Situation, Thought
from plywise.play.players.line_of_play import Move, read_move
from plywise.play.players.program_player import ProgramPlayer
from plywise.protocols.gtp import GtpProgram
from plywise.protocols.gtp_time import GtpTime
from plywise.protocols.program import Program

COLOURS = ("black", "white")

RESIGNATIONS = ("resign",)

LATE_SECONDS = 2.0
"""Seconds to wait for an answer after the program's time has ended."""


@dataclass(eq=False)
class GtpPlayer(ProgramPlayer[GtpProgram]):
    """Plays the moves of a GTP program, in games with `gtp_setup`.

    GTP has clocks, which many programs read in whole seconds only, and no other limits. If such a program has less than
    a second for a move, it is given one second, and its move may be late by the difference (see `grace`).
    """

    def check_game(self, game: Game) -> None:
        """Raise InputError if the game has no `gtp_setup`."""
        if not game.gtp_setup(game.initial()):
            raise InputError(f"{game.name} cannot be played with a GTP program: it has no gtp_setup")

    def grace(self, seconds: float) -> float:
        """Return by how much `seconds` was rounded up for the program."""
        if self._speaking is None:
            return 0.0
        given = seconds if self.time is None else min(self.time, seconds)
        return max(0.0, GtpTime(self._speaking.commands).understood(given) - seconds)

    def _greet(self, program: Program) -> GtpProgram:
        return GtpProgram(program, self.patience)

    def _set_up(self, speaking: GtpProgram, game: Game, start: State) -> None:
        commands = game.gtp_setup(start)
        if not commands:
            raise PlayerFailure("error", f"GTP cannot describe the position {game.format_state(start)}")
        for command in commands:
            speaking.ask(command)
        self._sent: list[Move] = []
        self._settings = ""

    def _ask(self, speaking: GtpProgram, situation: Situation, moves: Sequence[Move]) -> Thought:
        game, state = situation.game, situation.state
        side = game.player(state)
        self._send_moves(speaking, situation, [Move(move.player, move.word.casefold()) for move in moves])
        self._send_time(speaking, situation)
        left = least(self.time, seconds_left(situation.allowance, side))
        word = speaking.ask(f"genmove {colour_of(game, side)}", self.patience if left is None else left + LATE_SECONDS)
        self._sent.append(Move(side, word.casefold()))  # genmove plays the move as well
        return Thought(read_move(game, state, word, RESIGNATIONS))

    def _send_moves(self, speaking: GtpProgram, situation: Situation, moves: Sequence[Move]) -> None:
        """Send the moves that the program lacks."""
        if self._sent != moves[: len(self._sent)]:  # moves were taken back
            self._set_up(speaking, situation.game, situation.start)
        for move in moves[len(self._sent) :]:
            speaking.ask(f"play {colour_of(situation.game, move.player)} {move.word}")
            self._sent.append(move)

    def _send_time(self, speaking: GtpProgram, situation: Situation) -> None:
        """Send the time control once a game, and the clocks, if the program has the commands."""
        allowance = situation.allowance
        time, clocks, words = least(self.time, allowance.time), allowance.clocks, GtpTime(speaking.commands)
        if clocks is None and time is None:
            return
        if not self._settings:
            if clocks is None:
                assert time is not None
                self._settings = words.for_each_move(time)
            else:
                self._settings = words.for_game(max(clocks.values()), allowance.increment, allowance.moves_to_go)
            speaking.ask_if_known(self._settings)
        own = situation.game.player(situation.state)
        for side, left in (clocks or {}).items():
            if side == own or allowance.moves_to_go is None:
                colour = colour_of(situation.game, side)
                speaking.ask_if_known(words.left(colour, left, allowance.moves_to_go))


def colour_of(game: Game, player: int) -> str:
    """Return a player's colour: its name if that is a colour, otherwise black for the one that moves first."""
    name = game.player_names[player].lower()
    if name in COLOURS:
        return name
    return COLOURS[0] if player == game.player(game.initial()) else COLOURS[1]
