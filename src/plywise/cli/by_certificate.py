"""`plywise solve --certificate`: what a certificate plays in a position, without a search."""

from typing import Any

import click

from plywise.certificates.reading import NotProved, Step, Strategy, read_strategy
from plywise.cli.messages import in_brief, say
from plywise.cli.options import print_json
from plywise.cli.same_file import STD
from plywise.engines.tie_break import preferred
from plywise.game import Action, Game, State, player_word
from plywise.game.transcripts import play_line, read_words
from plywise.show.text import draw_board

NOT_PROVED = 1


def solve_by_certificate(game: Game, position: State, moves: str, path: str, as_json: bool) -> int:
    """Print what a certificate plays in the state after moves from a position; return the exit code."""
    try:
        strategy = read_strategy(path, game)
    except NotProved as reason:
        say(f"not proved: {'stdin' if path == STD else path}: {reason}")
        return NOT_PROVED
    words = read_words(game, position, moves)
    if position == strategy.start:
        (state, step), ply = strategy.walk(words)[-1], len(words)
    else:
        state = play_line(game, position, moves)
        ply = strategy.ply_of(state)
        step = strategy.step(state, ply)
    line = _follow(strategy, state, ply)
    replies = _replies(strategy, state, ply) if step.reason == "any reply" else {}
    if as_json:
        print_json(_as_data(strategy, state, step, line, replies))
    else:
        click.echo(_describe(strategy, state, ply, step, line, replies))
    return 0


def _as_data(
    strategy: Strategy, state: State, step: Step, line: list[str], replies: dict[str, str | None]
) -> dict[str, Any]:
    game, goal = strategy.game, strategy.goal
    found = {
        "game": game.name,
        "position": game.format_state(state),
        "player": player_word(goal.side),
        "goal": goal.text,
        "reason": step.reason,
        "best": [] if step.action is None else [game.format_action(state, step.action)],
        "pv": line,
    }
    return found | ({"replies": replies} if replies else {})


def _describe(
    strategy: Strategy, state: State, ply: int, step: Step, line: list[str], replies: dict[str, str | None]
) -> str:
    game, goal = strategy.game, strategy.goal
    lines = [draw_board(game, state), "", f"{game.name}, {game.format_state(state)}"]
    if not game.terminal(state):
        lines[-1] += f", {game.player_names[game.player(state)]} to move"
    within = strategy.claim.within
    left = None if within is None or game.terminal(state) else within - ply
    lines.append(f"{goal.describe(game, left)}: by the certificate, without a search")
    if step.action is not None:
        lines.append(f"move {game.format_action(state, step.action)} ({step.reason})")
    elif step.reason == "any reply":
        lines.append("every move has a reply:")
        lines += [f"  {word}: {'goal reached' if answer is None else answer}" for word, answer in replies.items()]
    else:
        lines.append(step.reason)
    if line:
        lines.append(f"line {in_brief(line)}")
    return "\n".join(lines)


def _replies(strategy: Strategy, state: State, ply: int) -> dict[str, str | None]:
    """Return what the strategist answers to each action of the other player; None where there is nothing to answer."""
    game = strategy.game
    found: dict[str, str | None] = {}
    for action in game.actions(state):
        after = game.result(state, action)
        step = strategy.step(after, ply + 1)
        found[game.format_action(state, action)] = (
            None if step.action is None else game.format_action(after, step.action)
        )
    return found


def _follow(strategy: Strategy, state: State, ply: int) -> list[str]:
    """Return a line to the end: the strategist's actions, and what looks best for the other player."""
    game, words = strategy.game, list[str]()
    while not game.terminal(state):
        step = strategy.step(state, ply)
        if step.reason == "known bound":
            break
        action: Action = preferred(game, state, game.actions(state)) if step.action is None else step.action
        words.append(game.format_action(state, action))
        state, ply = game.result(state, action), ply + 1
    return words


__all__ = ["solve_by_certificate"]
