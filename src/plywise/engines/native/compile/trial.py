"""Trial positions: random play that shows the values in a game's states and actions."""

import dis
import random
import time as clock
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from types import CodeType, FunctionType
from typing import Any

from plywise.compiler.emission.constants import words_in
from plywise.compiler.layout.codec import (
    Codec,
    NoActionCodec,
    Words,
)
from plywise.compiler.layout.observation import Observer, action_codec
from plywise.compiler.types.joining import fields_of, is_record
from plywise.compiler.types.kinds import Refusal
from plywise.engines.step_limit import Endless, with_step_limit
from plywise.errors import InputError
from plywise.game import Game
from plywise.game.random_play import Step, random_line

SECONDS = 4.0  # of CPU time, at most; normally the number of states decides, or the result would depend on the machine
MAX_STATES = 1_500
CHILDREN = 12  # children of each position that are examined as well
LONGEST = 500
MAX_LISTED = 2_000  # actions of a position
LINES = 200  # further lines, to find values that do not fit
GREED = (0.0, 0.5, 0.9, 1.0)  # for one line after another: how often it goes to the largest state
LINES_STEPS = 3_000
LINES_SECONDS = 0.3  # of CPU
ROUNDS = 3  # rounds of such lines, if something did not fit
WATCHED = 40  # positions in which a rule that never returns would be noticed


class Trial:
    """The states and actions seen in trial play.

    states: positions, the initial one first
    actions: all actions that were listed
    """

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        more: Sequence[Any] = (),
        most_states: int = MAX_STATES,
        seconds: float = SECONDS,
    ) -> None:
        self.game = game
        self.states: list[Any] = [game.initial()]
        self.actions: list[Any] = []
        self._source = random.Random(seed)
        self._looked = 0
        deadline = clock.thread_time() + seconds
        while len(self.states) < most_states and clock.thread_time() <= deadline:
            line, before = self._line(self.states[0], LONGEST), len(self.actions)
            while self._look(line) and len(self.states) < most_states and clock.thread_time() <= deadline:
                pass
            if len(self.actions) == before:
                break  # the game is over before it begins
        for state in more:
            self.states.append(state)
            self._look(self._line(state, 1))

    def _line(self, state: Any, plies: int) -> Iterator[Step]:
        return random_line(self.game, state, self._choose, plies, most_actions=MAX_LISTED)

    def _choose(self, state: Any, actions: list[Any]) -> Any:
        """Choose a random action; record all actions and some of the states they lead to."""
        self.actions += actions
        for action in self._source.sample(actions, min(len(actions), CHILDREN)):
            self.states.append(self.game.result(state, action))
        return self._source.choice(actions)

    def _look(self, line: Iterator[Step]) -> bool:
        """Record the next position of a line; return False if the line ends, possibly because a rule raises."""
        self._looked += 1
        ask = partial(next, line, None)
        try:
            step = with_step_limit(ask) if self._looked <= WATCHED else ask()
        except Endless as endless:
            raise InputError(f"{self.game.name}: a rule does not return: {endless}") from None
        except KeyboardInterrupt:
            raise
        except Exception:
            if len(self.states) == 1:
                raise
            return False  # a user's rules may raise anything; the search reports it
        if step is not None:
            self.states.append(step.after)
        return step is not None

    def find_misfits(self, states: Words, actions: Words, begins: Sequence[Any]) -> bool:
        """Play further lines and record values that do not fit; return whether there were any.

        begins: where lines begin. Three of four lines go often, or always, to the largest state: to the long stacks,
            high counts and late promotions that random play seldom reaches.
        """
        before, deadline, steps = len(self.states), clock.thread_time() + LINES_SECONDS, 0
        for line in range(LINES):
            state = begins[line // len(GREED) % len(begins)]
            for _ in range(LONGEST):
                steps += 1
                if steps > LINES_STEPS or clock.thread_time() > deadline:
                    return len(self.states) > before
                growing = self._source.random() < GREED[line % len(GREED)]
                state = self._follow(state, growing, states, actions)
                if state is None:
                    break
        return len(self.states) > before

    def _follow(self, state: Any, growing: bool, states: Words, actions: Words) -> Any:
        """Return the state after a move, or None; record the state if it, or an action, does not fit."""
        game = self.game
        try:
            if game.terminal(state):
                return None
            listed = list(islice(game.actions(state), MAX_LISTED))
            self.actions += [action for action in listed if not actions.fits(action)]
            several = self._source.sample(listed, min(len(listed), CHILDREN if growing else 1))
            children = [game.result(state, action) for action in several]
        except Exception:  # noqa: BLE001 - a user's rules may raise anything: the search says what
            return None
        self.states += [child for child in children if not states.fits(child)]
        return max(children, key=size_of, default=None)


def size_of(value: Any) -> int:
    """Return the size of a state: its items, letters and the magnitude of its numbers."""
    if isinstance(value, int):
        return abs(value).bit_length()
    if isinstance(value, str):
        return len(value) + sum(map(str.isupper, value))
    if is_record(value):
        value = fields_of(value)
    if isinstance(value, (tuple, list, frozenset)):
        return len(value) + sum(map(size_of, value))
    return 0


SHORT_WORD = 8  # longer strings are messages


def letters_of(game: Game, longest: int = 1) -> set[str]:
    """Return the characters that rules may put into strings: those of their short string constants."""
    found: set[str] = set()
    cased = False
    for code, constants in _reached(game):
        if {"str", "repr", "format", "bin", "hex", "oct"} & {*code.co_names} or _formats(code):
            found |= set("-0123456789")
        cased |= any(
            name in ("upper", "lower", "swapcase", "title", "capitalize", "casefold") for name in code.co_names
        )
        for word in (each for constant in constants for each in words_in(constant)):
            if len(word) <= longest and (longest == 1 or " " not in word):
                found |= set(word)
    if cased:
        found |= {each for letter in found for each in (letter.upper(), letter.lower()) if len(each) == 1}
    return found


def _formats(code: CodeType) -> bool:
    """Return whether a function has f-strings."""
    return any(each.opname == "FORMAT_VALUE" or each.opname.startswith("FORMAT") for each in dis.get_instructions(code))


def _reached(game: Game) -> Iterator[tuple[CodeType, list[Any]]]:
    """Yield the code of all functions that rules may reach, each with its constants and global names."""
    waiting: list[Any] = [member for each in type(game).__mro__ for member in vars(each).values()]
    waiting += list(vars(game).values())
    met: set[int] = set()
    while waiting:
        each = waiting.pop()
        each = getattr(each, "__func__", getattr(each, "fget", getattr(each, "__wrapped__", each)))
        if id(each) in met or not isinstance(each, (FunctionType, type)):
            continue
        met.add(id(each))
        if isinstance(each, type):
            if each.__module__ not in ("builtins", "enum", "typing") and not issubclass(each, Game):
                waiting += list(vars(each).values())
            continue
        if each.__module__.partition(".")[0] == "plywise" and not each.__module__.startswith("plywise.games"):
            continue
        for code in _codes(each.__code__):
            named = [each.__globals__[name] for name in code.co_names if name in each.__globals__]
            waiting += named
            yield code, [*code.co_consts, *named, *(cell.cell_contents for cell in each.__closure__ or ())]
    yield (lambda: None).__code__, list(vars(game).values())


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


# --- codecs as text -------------------------------------------------------------------------------------------------


def find_codecs(game: Game, wide: int, more: Sequence[Any] = ()) -> tuple[Codec, Codec]:
    """Return the codecs of a game's states and actions. Raises Refusal.

    wide: how much wider than the states seen, see Observer. more: states to examine besides those of the trial
    """
    trial = Trial(game, more=more)
    begins = [*more, trial.states[0]]
    for _ in range(ROUNDS):
        found = _codecs_of(game, trial, wide)
        if not trial.actions or not trial.find_misfits(Words(found[0]), Words(found[1]), begins):
            return found
    return _codecs_of(game, trial, wide)


def _codecs_of(game: Game, trial: Trial, wide: int) -> tuple[Codec, Codec]:
    letters = letters_of(game)
    observer = Observer(letters, wide)
    state = observer.observe(trial.states)
    sets = [action for action in trial.actions if isinstance(action, (set, list, dict))]
    if sets:
        raise Refusal(f"an action is a {type(sets[0]).__name__}, which cannot be hashed; write a tuple instead")
    if not trial.actions:
        return state, NoActionCodec()
    return state, action_codec(trial.actions, letters_of(game, SHORT_WORD), observer.boards)
