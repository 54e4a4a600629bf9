"""Legal moves and the words for them: listing, labelling, reading, and playing a line."""

from itertools import islice

from plywise.errors import InputError
from plywise.game.defaults.action_words import list_legal
from plywise.game.game import Game
from plywise.game.outcomes import Action, State
from plywise.game.record_notation import PortableNotation
from plywise.game.slips import NO_MOVE


def legal_actions(game: Game, state: State, most: int | None = None) -> list[Action]:
    """Return the actions of a non-terminal state, at most `most` of them. Raises InputError if there are none."""
    actions = list(islice(game.actions(state), most))
    if not actions:
        raise InputError(f"{game.name}: actions returned [] at {game.format_state(state)}, not {NO_MOVE}")
    return actions


def move_label(game: Game, state: State, action: Action) -> str:
    """Return a legal action in record notation, such as Nf3 for g1f3, or as its word.

    >>> from plywise.games import make
    >>> chess = make("chess")
    >>> move_label(chess, chess.initial(), chess.parse_action(chess.initial(), "g1f3"))
    'Nf3'
    """
    notation = game.record_notation()
    write = notation.write_move if isinstance(notation, PortableNotation) else None
    return game.format_action(state, action) if write is None else write(state, action)


def parse_legal_action(game: Game, state: State, text: str) -> Action:
    """Return the legal action meant by a typed word.

    Raises InputError if the game is over, the word cannot be read, or the action is not legal in the state.
    """
    if game.parses_only_legal:
        return _parse_only_legal(game, state, text)
    if game.terminal(state):
        raise _over(text)
    action, legal = _action_named(game, state, text), list(game.actions(state))
    if action not in legal:
        words = list_legal(game.format_action(state, each) for each in legal)
        raise InputError(f"{text!r} is not a legal action; legal: {words}")
    return action


def _parse_only_legal(game: Game, state: State, text: str) -> Action:
    """Return the legal action of a word, in a game that parses only legal ones."""
    try:
        action = _action_named(game, state, text)
    except InputError:
        if game.terminal(state):
            raise _over(text) from None
        raise
    if game.drawn_by_rule(state) if game.ends_without_actions else game.terminal(state):
        raise _over(text)
    return action


def _over(text: str) -> InputError:
    return InputError(f"the game is over: {text!r} cannot be played")


def _action_named(game: Game, state: State, text: str) -> Action:
    """Return the action of a word; D3 means d3 unless it is another action."""
    try:
        return game.parse_action(state, text)
    except InputError:
        folded = text.casefold()
        same = [each for each in game.actions(state) if game.format_action(state, each).casefold() == folded]
        if len(same) != 1:
            raise
        return same[0]


def play_moves(game: Game, state: State, words: str) -> State:
    """Return the state after a line of moves, given as words separated by spaces.

    Raises InputError naming the number of the bad move.
    """
    for number, word in enumerate(words.split(), start=1):
        try:
            state = game.result(state, parse_legal_action(game, state, word))
        except InputError as error:
            raise InputError(f"move {number}: {error}") from None
    return state
