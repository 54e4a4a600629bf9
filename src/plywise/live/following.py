"""A certificate's tree, position by position: what it says there, and the moves that follow, each with its answer."""

from itertools import islice
from typing import TYPE_CHECKING, Any

from plywise.game import Action, Game, State, Value, player_word
from plywise.game.cells import contents
from plywise.live.limits import MAX_BRANCHES
from plywise.live.progress import READING
from plywise.live.readings import Reading
from plywise.live.work import Work
from plywise.play.board_view import describe_board, label_of
from plywise.play.ongoing import OngoingGame
from plywise.play.outcome import describe_ending, end_by_rules

if TYPE_CHECKING:
    from plywise.certificates.goal import Goal
    from plywise.certificates.reading import Step, Strategy

LEFT_OUT = ("moves", "plies", "players", "redo", "set_up")
"""What a board's view shows of a game under way: there is none."""


def read_certificate(work: Work) -> dict[str, Any]:
    """Read a certificate, unless it was, and return how, or why it proves nothing.

    asked: path; game: its own rules' text, or None
    """
    from plywise.certificates.checker import NotProved

    try:
        reading = _reading(work)
    except NotProved as reason:
        return {"refused": str(reason)}
    return {"refused": None, "seconds": round(reading.seconds, 2), "checked": reading.is_checked}


def follow_certificate(work: Work) -> dict[str, Any]:
    """Return what a certificate says after a line of moves. asked: as for `read_certificate`, and the line."""
    return describe_step(_reading(work).strategy, work.asked["line"])


def _reading(work: Work) -> Reading:
    asked = work.asked
    game = None if asked["game"] is None else work.warm_game().game
    return work.games.readings.get(asked["path"], game, lambda: work.say(READING))


def describe_step(strategy: "Strategy", words: list[str]) -> dict[str, Any]:
    """Return a position of a certificate's tree as plain data.

    `board` is what a board's view shows, with those moves alone that the tree goes on by. `line` are the moves from the
    start, each with the reason for it where the strategist plays it. `step` says what the certificate says here, in a
    word and in a sentence; `is_leaf` whether the tree ends with it. `branches` are the moves that follow, with as many
    of the strategist's as follow on each: up to the other player's next choice, or to the end of the branch, which
    `ends` tells. Branches with the same `place` come to the same position, up to symmetry. `more` counts the branches
    left out.
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
            _describe_move(strategy, before, game.parse_action(before, word), said)
            for (before, said), word in zip(walked, words, strict=False)
        ],
        "step": {"reason": step.reason, "text": _say(strategy, state, step), "is_leaf": step.is_leaf},
        "branches": branches,
        "more": more,
    }  # fmt: skip


def _board(strategy: "Strategy", words: list[str]) -> dict[str, Any]:
    """Return the board after a line, with the cells to touch for each move."""
    before = (strategy.claim.moves or "").split()
    ongoing = OngoingGame(strategy.game, strategy.claim.position)
    for word in [*before, *words]:
        ongoing.play(word)
    board = describe_board(ongoing)
    return {key: value for key, value in board.items() if key not in LEFT_OUT}


def _branches(strategy: "Strategy", state: State, step: "Step", ply: int) -> tuple[list[dict[str, Any]], int]:
    """Return the branches at a position, and how many more there are."""
    if step.action is not None:
        return [_branch(strategy, state, step, ply, step.action)], 0
    if step.is_leaf:
        return [], 0
    actions = list(strategy.game.actions(state))
    shown = islice(actions, MAX_BRANCHES)
    return [_branch(strategy, state, step, ply, action) for action in shown], max(0, len(actions) - MAX_BRANCHES)


def _branch(strategy: "Strategy", state: State, step: "Step", ply: int, action: Action) -> dict[str, Any]:
    """Return a move, the strategist's moves that follow on it, and how the branch ends there, if it does."""
    moves, end = list[dict[str, Any]](), ""
    while True:
        moves.append(_describe_move(strategy, state, action, step))
        end = _say(strategy, state, step) if step.reason == "win in one" else ""
        state, ply = strategy.game.result(state, action), ply + 1
        step = strategy.step(state, ply)
        if step.action is None:
            break
        action = step.action
    if not step.is_leaf:
        return {"moves": moves, "ends": None, "place": strategy.place(state, ply)}
    ends = {"reason": "win in one" if end else step.reason, "text": end or _say(strategy, state, step)}
    return {"moves": moves, "ends": ends, "place": None}


def _describe_move(strategy: "Strategy", state: State, action: Action, step: "Step") -> dict[str, Any]:
    game = strategy.game
    word = game.format_action(state, action)
    told = {"word": word, "label": label_of(game, state, word), "by": player_word(game.player(state))}
    return told if step.action is None else told | {"reason": step.reason, "why": _why(strategy, step)}


def _why(strategy: "Strategy", step: "Step") -> str:
    """Return in words why the strategist plays an action."""
    if step.reason == "chosen":
        return "chosen by the certificate"
    if step.reason == "win in one":
        return "reaches the goal at once"
    missed = "lose" if strategy.goal.text == "draw" else "lose the goal"
    return f"the only move that does not {missed} at once"


def _say(strategy: "Strategy", state: State, step: "Step") -> str:
    """Return in a sentence what a certificate says of a position."""
    game, goal = strategy.game, strategy.goal
    if step.reason == "over":
        return f"The game is over: {_outcome(game, state)}{_as_claimed(goal, game.utility(state))}"
    if step.reason == "known bound":
        return f"{_capital(goal.describe(game))}: the game's bounds prove it, which are trusted"
    name = game.player_names[game.player(state)]
    if step.action is None:
        return f"{name} may play anything: each move has its answer"
    label = label_of(game, state, game.format_action(state, step.action))
    if step.reason == "win in one":
        return _say_end(strategy, state, step.action, name, label)
    return f"{name} plays {label}: {_why(strategy, step)}"


def _say_end(strategy: "Strategy", state: State, action: Action, name: str, label: str) -> str:
    """Return in a sentence that an action reaches the goal at once."""
    game, goal = strategy.game, strategy.goal
    after = game.result(state, action)
    if end_by_rules(game, after).winner == player_word(game.player(state)):
        return f"{name} wins at once by {label}"
    return f"{name} ends the game by {label}: {_outcome(game, after)}{_as_claimed(goal, game.utility(after))}"


def _as_claimed(goal: "Goal", value: Value) -> str:
    """Return in words that an end is what is claimed, where that is no win of the strategist's."""
    return "" if value * goal.side > 0 else ", which is the goal" if goal.text == "draw" else ", enough for the goal"


def _outcome(game: Game, state: State) -> str:
    """Return how a game ended, in words."""
    ending = end_by_rules(game, state)
    cells = [cell for row in game.cells(state) or () for cell in row]
    is_full = bool(cells) and all(any(contents(cell)) for cell in cells)
    return describe_ending(game, ending) + (", the board is full" if ending.winner == "draw" and is_full else "")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
