"""A certificate's tree, position by position: what it says there, and the moves that follow, each with its answer."""

import os
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from plywise.cells import what_stands_on
from plywise.certificates.reading import Step, Strategy
from plywise.errors import InputError
from plywise.game import Action, Game, State, player_word
from plywise.live.limits import CERTIFICATE_MEGABYTES, MAX_BRANCHES
from plywise.live.progress import READING
from plywise.live.readings import Reading
from plywise.live.work import Work
from plywise.play.board_view import describe_board, label_of
from plywise.play.ongoing import OngoingGame
from plywise.play.outcome import describe_ending, end_by_rules

WHY = {"chosen": "chosen by the certificate", "only move": "the only move that does not lose the goal at once"}
"""Why the strategist plays an action, in words."""


def read_certificate(work: Work) -> dict[str, Any]:
    """Read a certificate, unless it was, and return what that took. asked: path; game: its own rules' text, or None."""
    reading = _reading(work)
    taken = _megabytes()
    if taken > CERTIFICATE_MEGABYTES:
        raise InputError(f"it takes {taken:,.0f} MB, more than {CERTIFICATE_MEGABYTES:,.0f} MB")
    return {"seconds": round(reading.seconds, 2), "megabytes": round(taken)}


def follow_certificate(work: Work) -> dict[str, Any]:
    """Return what a certificate says after a line of moves. asked: as for `read_certificate`; line: the moves' words."""
    return describe_step(_reading(work).strategy, work.asked["line"])


def _reading(work: Work) -> Reading:
    asked = work.asked
    game = None if asked["game"] is None else work.warm_game().game
    return work.games.readings.get(asked["path"], game, lambda: work.say(READING))


def _megabytes() -> float:
    """Return the memory that this process takes; 0 where the system does not say."""
    with suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    return 0.0


def describe_step(strategy: Strategy, words: list[str]) -> dict[str, Any]:
    """Return a position of a certificate's tree as plain data.

    `board` is what a board's view shows, with those moves alone that the tree goes on by. `line` are the moves from the
    start, each with the reason for it where the strategist plays it. `step` says what the certificate says here, in a
    word and in a sentence; `is_leaf` whether the tree ends with it. `branches` are the moves that follow, with as many
    of the strategist's as follow on each: up to the other player's next choice, or to the end of the branch, which
    `ends` tells. `more` counts the branches left out.
    """
    game, walked = strategy.game, strategy.walk(words)
    state, step = walked[-1]
    branches, more = _branches(strategy, state, step, len(words))
    board = _board(strategy, words)
    if step.action is not None:
        own = game.format_action(state, step.action)
        board["legal"] = [each for each in board["legal"] if each["word"] == own]
    elif step.is_leaf:
        board["legal"] = []
    return {
        "board": board,
        "line": [
            _describe_move(game, before, game.parse_action(before, word), said)
            for (before, said), word in zip(walked, words, strict=False)
        ],
        "step": {"reason": step.reason, "text": _say(strategy, state, step), "is_leaf": step.is_leaf},
        "branches": branches,
        "more": more,
    }  # fmt: skip


def _board(strategy: Strategy, words: list[str]) -> dict[str, Any]:
    """Return the board after a line, with the cells to touch for each move."""
    before = (strategy.claim.moves or "").split()
    ongoing = OngoingGame(strategy.game, strategy.claim.position)
    for word in [*before, *words]:
        ongoing.play(word)
    board = describe_board(ongoing)
    return {key: value for key, value in board.items() if key not in ("moves", "plies", "players", "redo", "set_up")}


def _branches(strategy: Strategy, state: State, step: Step, ply: int) -> tuple[list[dict[str, Any]], int]:
    """Return the branches at a position, and how many more there are."""
    if step.action is not None:
        return [_branch(strategy, state, step, ply, step.action)], 0
    if step.is_leaf:
        return [], 0
    actions = list(strategy.game.actions(state))
    shown = islice(actions, MAX_BRANCHES)
    return [_branch(strategy, state, step, ply, action) for action in shown], max(0, len(actions) - MAX_BRANCHES)


def _branch(strategy: Strategy, state: State, step: Step, ply: int, action: Action) -> dict[str, Any]:
    """Return a move, the strategist's moves that follow on it, and how the branch ends there, if it does."""
    game, moves, reached = strategy.game, list[dict[str, Any]](), ""
    while True:
        moves.append(_describe_move(game, state, action, step))
        reached = _say(strategy, state, step) if step.reason == "win in one" else ""
        state, ply = game.result(state, action), ply + 1
        step = strategy.step(state, ply)
        if step.action is None:
            break
        action = step.action
    if not step.is_leaf:
        return {"moves": moves, "ends": None}
    reason, text = (moves[-1]["reason"], reached) if reached else (step.reason, _say(strategy, state, step))
    return {"moves": moves, "ends": {"reason": reason, "text": text}}


def _describe_move(game: Game, state: State, action: Action, step: Step) -> dict[str, Any]:
    word = game.format_action(state, action)
    told = {"word": word, "label": label_of(game, state, word), "by": player_word(game.player(state))}
    return told if step.action is None else told | {"reason": step.reason, "why": WHY.get(step.reason, step.reason)}


def _say(strategy: Strategy, state: State, step: Step) -> str:
    """Return in a sentence what a certificate says of a position."""
    game, goal = strategy.game, strategy.goal
    if step.reason == "over":
        return f"The game is over: {_outcome(game, state)}"
    if step.reason == "known bound":
        return f"{goal.describe(game)} by a known bound of the game, which is trusted"
    name = game.player_names[game.player(state)]
    if step.action is None:
        return f"{name} moves: whatever is played has its answer"
    label = label_of(game, state, game.format_action(state, step.action))
    if step.reason == "win in one":
        return _say_end(game, state, step.action, name, label)
    return f"{name} plays {label}: {WHY[step.reason]}"


def _say_end(game: Game, state: State, action: Action, name: str, label: str) -> str:
    """Return in a sentence that an action reaches the goal at once."""
    after = game.result(state, action)
    ending = end_by_rules(game, after)
    if ending.winner == player_word(game.player(state)):
        return f"{name} wins at once by {label}"
    return f"{name} reaches the goal at once by {label}: {_outcome(game, after)}"


def _outcome(game: Game, state: State) -> str:
    """Return how a game ended, in words."""
    ending = end_by_rules(game, state)
    cells = [cell for row in game.cells(state) or () for cell in row]
    is_full = bool(cells) and all(any(what_stands_on(cell)) for cell in cells)
    return describe_ending(game, ending) + (", the board is full" if ending.winner == "draw" and is_full else "")
