"""Step through a certificate's tree: the claim at a position, and the moves that follow with their answers."""

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

GAME_KEYS = ("moves", "plies", "players", "redo", "set_up")
"""The keys of a board's description about a game in progress, which do not apply."""


def read_certificate(work: Work) -> dict[str, Any]:
    """Read a certificate, if not cached, and return how, or why it proves nothing.

    asked: path; game: the GAME text of its rules, or None
    """
    from plywise.certificates.checker import NotProved

    try:
        reading = _reading(work)
    except NotProved as reason:
        return {"refused": str(reason)}
    return {"refused": None, "seconds": round(reading.seconds, 2), "checked": reading.is_checked}


def follow_certificate(work: Work) -> dict[str, Any]:
    """Return a certificate's step after a line of moves. asked: as for `read_certificate`, and the line."""
    return describe_step(_reading(work).strategy, work.asked["line"])


def _reading(work: Work) -> Reading:
    asked = work.asked
    game = None if asked["game"] is None else work.warm_game().game
    return work.games.readings.get(asked["path"], game, lambda: work.say(READING))


def describe_step(strategy: "Strategy", words: list[str]) -> dict[str, Any]:
    """Return a position of a certificate's tree as plain data.

    `board` is the board's description, with only the legal moves that are in the tree. `line` lists the moves from the
    start, with reasons for the strategist's. `step` is the certificate's claim here, in a word and in a sentence, and
    whether it is a leaf. `branches` are the moves that follow, each with the forced moves after it, up to the other
    player's next choice or the end of the branch, described by `ends`. Branches with the same `place` lead to the same
    position, up to symmetry. `more` counts the omitted branches.
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
            _describe_move(strategy, before, game.parse_action(before, word), step_before)
            for (before, step_before), word in zip(walked, words, strict=False)
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
    return {key: value for key, value in board.items() if key not in GAME_KEYS}


def _branches(strategy: "Strategy", state: State, step: "Step", ply: int) -> tuple[list[dict[str, Any]], int]:
    """Return the branches at a position, and the number of omitted ones."""
    if step.action is not None:
        return [_branch(strategy, state, step, ply, step.action)], 0
    if step.is_leaf:
        return [], 0
    actions = list(strategy.game.actions(state))
    shown = islice(actions, MAX_BRANCHES)
    return [_branch(strategy, state, step, ply, action) for action in shown], max(0, len(actions) - MAX_BRANCHES)


def _branch(strategy: "Strategy", state: State, step: "Step", ply: int, action: Action) -> dict[str, Any]:
    """Return a move, the strategist's moves that follow it, and the end of the branch, if it ends there."""
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
    move = {"word": word, "label": label_of(game, state, word), "by": player_word(game.player(state))}
    return move if step.action is None else move | {"reason": step.reason, "why": _why(strategy, step)}


def _why(strategy: "Strategy", step: "Step") -> str:
    """Return the reason for the strategist's action in words."""
    if step.reason == "chosen":
        return "chosen by the certificate"
    if step.reason == "win in one":
        return "reaches the goal at once"
    missed = "lose" if strategy.goal.text == "draw" else "lose the goal"
    return f"the only move that does not {missed} at once"


def _say(strategy: "Strategy", state: State, step: "Step") -> str:
    """Return the certificate's claim about a position as a sentence."""
    game, goal = strategy.game, strategy.goal
    if step.reason == "over":
        return f"The game is over: {_outcome(game, state)}{_as_claimed(goal, game.utility(state))}"
    if step.reason == "known bound":
        return f"{_capital(goal.describe(game))}: proved by the game's bounds, which are trusted"
    name = game.player_names[game.player(state)]
    if step.action is None:
        return f"Every move of {name} has an answer"
    label = label_of(game, state, game.format_action(state, step.action))
    if step.reason == "win in one":
        return _say_end(strategy, state, step.action, name, label)
    return f"{name} plays {label}: {_why(strategy, step)}"


def _say_end(strategy: "Strategy", state: State, action: Action, name: str, label: str) -> str:
    """Return the sentence for an action that reaches the goal at once."""
    game, goal = strategy.game, strategy.goal
    after = game.result(state, action)
    if end_by_rules(game, after).winner == player_word(game.player(state)):
        return f"{name} wins at once by {label}"
    return f"{name} ends the game by {label}: {_outcome(game, after)}{_as_claimed(goal, game.utility(after))}"


def _as_claimed(goal: "Goal", value: Value) -> str:
    """Return the words for an ending that reaches the goal without a win of the strategist; "" for a win."""
    return "" if value * goal.side > 0 else ", which is the goal" if goal.text == "draw" else ", enough for the goal"


def _outcome(game: Game, state: State) -> str:
    """Return the ending of a game in words."""
    ending = end_by_rules(game, state)
    cells = [cell for row in game.cells(state) or () for cell in row]
    is_full = bool(cells) and all(any(contents(cell)) for cell in cells)
    return describe_ending(game, ending) + (", the board is full" if ending.winner == "draw" and is_full else "")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
