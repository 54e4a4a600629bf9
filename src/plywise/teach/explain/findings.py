"""Turn an analysis into claims, in reading order."""

from collections.abc import Iterator, Sequence
from typing import Any

from plywise.game import MAX, Action, State, Value, is_outright, move_label, player_word
from plywise.solvers.bounds import Bounding, Known
from plywise.teach.explain.analysis import Line, PositionAnalysis, tells_apart
from plywise.teach.explain.claims import Claim

MAX_LINE_PLIES = 16
"""The longest line shown, in plies."""

MAX_DEFENCES = 8
"""More defences than this are not listed."""

FORK_PLIES = 3
"""A fork wins after the reply to it."""

MAX_FORK = 3
"""The most winning moves that are listed as threats of a fork."""

MAX_LETTING = 6
"""Above this number, moves that let the opponent win at once are not listed."""


class ClaimFinder:
    """Turns an analysis into claims, one by one."""

    def __init__(self, analysis: PositionAnalysis, move: Action | None) -> None:
        self.analysis = analysis
        self.game, self.state, self.mover = analysis.game, analysis.state, analysis.mover
        self.move = move
        self.best_line: list[str] = []

    @property
    def bounding(self) -> Bounding:
        """The bounds proved so far."""
        return self.analysis.bounding

    def find_claims(self) -> Iterator[Claim]:
        """Yield the claims in the order of the text."""
        self.analysis.solve(self.move)
        if self.needs_estimate():
            self.analysis.estimate_moves()
        claims = [
            *self.assess_position(),
            *self.find_threats(self.state, ()),
            *([] if self.move is None else self.judge_choice()),
        ]
        yield from claims
        yield self.basis_claim(claims)

    # --- words --------------------------------------------------------------------------------------------------------

    def word(self, action: Action) -> str:
        """Return an action of the position in the game's notation."""
        return move_label(self.game, self.state, action)

    def exact(self, known: Known) -> tuple[Value, int | None]:
        """Return an exact value and its distance; no distance unless the value is an outright win or loss."""
        value, distance = self.bounding.decode(known.low)
        assert value is not None
        return value, distance if is_outright(self.game, value) else None

    def sign_of(self, known: Known) -> int | None:
        """Return 1 if MAX is known to win, -1 if MIN is, 0 for a draw, and None if the outcome is open."""
        low, high = (0 if word == 0 else 1 if word > 0 else -1 for word in known)
        return low if low == high else None

    def known_value(self) -> tuple[Value, int | None] | None:
        """Return the position's value and distance if they are known, else None."""
        return self.exact_or_none(self.analysis.root())

    def is_best(self, action: Action) -> bool:
        """Return whether an action is proved to be as good as any; the position's value must be known."""
        return self.exact_or_none(self.analysis.worth(action)) == self.known_value()

    def exact_or_none(self, known: Known) -> tuple[Value, int | None] | None:
        """Return the exact value and distance if they are known, else None."""
        if known.exact:
            return self.exact(known)
        values = {self.bounding.decode(word)[0] for word in known}
        value = values.pop()
        if values or value is None or is_outright(self.game, value):
            return None
        return value, None  # only the distance is unknown, and the text does not mention it

    def needs_estimate(self) -> bool:
        """Return whether the text needs an estimate."""
        analysis = self.analysis
        if self.known_value() is None:
            return True
        known = self.move is None or self.exact_or_none(analysis.worth(self.move)) is not None
        return not known and not self.is_less(self.move)

    # --- the position -------------------------------------------------------------------------------------------------

    def assess_position(self) -> Iterator[Claim]:
        """Yield what the position is worth and which moves achieve it."""
        analysis, root, settled = self.analysis, self.analysis.root(), self.known_value()
        if settled is None:
            yield from self.assess_open_position(root)
            yield from self.count_outcomes()
            if analysis.estimate is not None:
                yield from self.name_preferred_moves()
            return
        yield Claim("verdict", {"value": settled[0], "distance": settled[1]})
        yield from self.count_outcomes()
        yield from self.name_best_moves(settled[0])
        if root.exact:
            self.bounding.set_known(self.state, root.low)
            line = analysis.find_line(self.state, 0, MAX_LINE_PLIES)
            if len(line.words) > 1:
                self.best_line = line.words
                yield self.line_claim(line, settled[0])

    def assess_open_position(self, root: Known) -> Iterator[Claim]:
        """Yield what is known about a position that is not solved."""
        low, high = (self.bounding.decode(word)[0] for word in root)
        bounds = self.analysis.bounds[:2]
        if low != high:  # a bound that holds for every utility is no information
            low, high = (None if low == bounds[0] else low), (None if high == bounds[1] else high)
        if (low is not None and low >= 0) or (high is not None and high <= 0):
            yield Claim("surely", {"at_least": low, "at_most": high})
        elif bounds == (-1, 1):
            distances = [self.bounding.decode(word)[1] for word in root]
            quiet = min((each for each in distances if each is not None), default=1) - 1
            if quiet > 1:
                yield Claim("quiet", {"plies": quiet})
        estimate = self.analysis.estimate
        if estimate is not None:
            yield Claim("estimate", {"value": estimate.value, "depth": estimate.depth}, proved=False)

    def count_outcomes(self) -> Iterator[Claim]:
        """Yield how many moves win, draw and lose, if the outcome of every move is known."""
        signs = [self.sign_of(self.analysis.worth(action)) for action in self.analysis.children]
        if len(signs) > 1 and None not in signs:
            won, drawn = signs.count(self.mover), signs.count(0)
            yield Claim("moves", {"wins": won, "draws": drawn, "losses": len(signs) - won - drawn})

    def name_best_moves(self, value: Value) -> Iterator[Claim]:
        """Yield the best moves and, if all others lose, how soon. value: the value of the best moves."""
        analysis = self.analysis
        best = [action for action in analysis.children if self.is_best(action)]
        others = [action for action in analysis.children if action not in best]
        complete = all(self.is_less(action) for action in others)
        distinction = self.distinguish_best(value, others) if complete else "points"
        facts: dict[str, Any] = {"moves": [self.word(action) for action in best], "of": len(analysis.children)}
        if best and (value or others or len(best) == 1):  # otherwise the text already states that all moves draw
            yield Claim("best", facts | {"distinction": distinction, "complete": complete})
        losses = [self.exact_or_none(analysis.worth(action)) for action in others]
        if self.mover * value >= 0 and losses and best:
            lost = [each for each in losses if each is not None and self.mover * each[0] < 0 and each[1] is not None]
            if len(lost) == len(losses):
                plies = max(each[1] or 0 for each in lost)
                yield Claim("rest", {"moves": [self.word(action) for action in others], "distance": plies})

    def is_less(self, action: Action) -> bool:
        """Return whether an action is proved to be worse than the best."""
        worth, root = self.analysis.worth(action), self.analysis.root()
        known = self.exact_or_none(worth)
        if known is not None:
            return known != self.known_value()
        return worth.seen_by(self.mover).high < root.seen_by(self.mover).low

    def distinguish_best(self, value: Value, others: Sequence[Action]) -> str:
        """Return what sets the best moves apart from the others: see claims.py."""
        signs = {self.sign_of(self.analysis.worth(action)) for action in others}
        own = self.mover * value
        if own > 0 and self.mover not in signs and None not in signs:
            return "win"
        if own == 0:
            return "draw"
        if not is_outright(self.game, value):
            return "points"
        return "quickest" if own > 0 else "loss"

    def line_claim(self, line: Line, value: Value, after: Sequence[str] = (), about: str = "position") -> Claim:
        """Return a line of best play as a claim."""
        return Claim("line", {"line": [*after, *line.words], "whole": line.whole, "value": value}, about=about)

    def name_preferred_moves(self) -> Iterator[Claim]:
        """Yield the best moves and, if the estimate distinguishes between moves, the expected line."""
        estimate = self.analysis.estimate
        assert estimate is not None
        assert estimate.action_values is not None
        depth = {"depth": estimate.depth}
        best = [action for action, value in estimate.action_values.items() if value == estimate.value]
        words = [self.word(action) for action in best]
        yield Claim("preferred", {"moves": words, "of": len(self.analysis.children)} | depth, proved=False)
        if len(estimate.pv) > 1 and tells_apart(estimate):
            line = estimate.labels(estimate.pv[:MAX_LINE_PLIES])
            yield Claim("expected", {"line": line} | depth, proved=False)

    # --- threats ------------------------------------------------------------------------------------------------------

    def find_threats(self, state: State, after: Sequence[str], about: str = "threats") -> Iterator[Claim]:
        """Yield how the player who is not to move could win at once.

        It is a threat if fewer moves prevent such a win than allow it. The winning move is named if it wins after all
        moves that allow it. Otherwise the moves that let the opponent win are listed.
        """
        answers = self.analysis.find_winning_answers(state)
        allowing = {move: wins for move, wins in (answers or {}).items() if wins}
        if not allowing or not answers:
            return
        player = player_word(-self.game.player(state))
        prevent = [move for move in answers if move not in allowing]
        common = [word for word in next(iter(allowing.values())) if all(word in wins for wins in allowing.values())]
        if not prevent:
            places = {word: place for place, word in enumerate(answers)}
            every = list(dict.fromkeys(word for wins in allowing.values() for word in wins))
            every.sort(key=lambda word: places.get(word, len(places)))
            words = common or (every if len(every) <= 3 else [])
            yield Claim("unstoppable", {"player": player, "moves": words}, about=about, after=after)
        elif len(prevent) < len(allowing) and len(prevent) <= MAX_LETTING:
            facts = {"player": player, "moves": common, "prevent": prevent, "of": len(answers)}
            yield Claim("threat", facts, about=about, after=after)
        elif len(allowing) <= MAX_LETTING:
            yield Claim("lets", {"player": player, "answers": allowing}, about=about, after=after)

    # --- the chosen move ----------------------------------------------------------------------------------------------

    def judge_choice(self) -> Iterator[Claim]:
        """Yield why the chosen move is as good or as bad as it is."""
        analysis = self.analysis
        worth, settled, after = analysis.worth(self.move), self.known_value(), [self.word(self.move)]
        known, is_less = self.exact_or_none(worth), settled is not None and self.is_less(self.move)
        if settled is not None and known is not None:
            if len(analysis.children) > 1:  # otherwise the text already states that there is no other
                yield self.judgement_claim(known, settled)
        elif known is not None:
            yield Claim("leads", {"move": after[0], "value": known[0], "distance": known[1]}, about="move")
        elif is_less:
            yield self.worse_claim(worth)
        child = analysis.children[self.move]
        if not self.game.terminal(child):
            threats: list[Claim] = []
            if not analysis.find_immediate_wins(child):  # otherwise the other side's threats do not matter
                threats = [claim for claim in self.find_threats(child, after, about="move") if claim.kind != "lets"]
            yield from threats
            if any(claim.kind == "unstoppable" for claim in threats):
                pass  # nothing to add
            elif worth.exact and known is not None:
                yield from self.follow_choice(child, known[0], after)
            elif known is None and not is_less:
                yield from self.estimate_choice(after[0])
        if is_less:
            yield from self.show_better_move()
        elif settled is None and known is not None:
            yield from self.prove_better_move(worth)

    def prove_better_move(self, worth: Known) -> Iterator[Claim]:
        """Yield a claim if some move is proved better than the chosen one. worth: what is known of the chosen one."""

        def least(action: Action) -> int:
            return self.analysis.worth(action).seen_by(self.mover).low

        best = max(self.analysis.children, key=least)
        if least(best) > worth.seen_by(self.mover).high:
            facts = {"move": self.word(self.move), "than": self.word(best), "at_most": None, "earliest": None}
            yield Claim("worse", facts, about="move")

    def worse_claim(self, worth: Known) -> Claim:
        """Return the claim that the move is worse than the best, with the earliest it could win."""
        than = next(self.word(action) for action in self.analysis.children if self.is_best(action))
        most = worth.high if self.mover == MAX else worth.low
        value, earliest = self.bounding.decode(most)
        wins = value is not None and self.mover * value > 0 and is_outright(self.game, value)
        at_most = ("draw", "win", "loss")[(most * self.mover > 0) - (most * self.mover < 0)]
        facts: dict[str, Any] = {"move": self.word(self.move), "than": than, "at_most": at_most}
        facts["earliest"] = earliest if wins else None
        return Claim("worse", facts, about="move")

    def judgement_claim(self, known: tuple[Value, int | None], best: tuple[Value, int | None]) -> Claim:
        """Compare the chosen move with the best when both are known."""
        actions = self.analysis.children
        complete = all(self.is_best(action) or self.is_less(action) for action in actions)
        equals = sum(map(self.is_best, actions)) if complete else 0
        facts = {
            "move": self.word(self.move),
            "value": known[0],
            "distance": known[1],
            "best_value": best[0],
            "best_distance": best[1],
            "equals": (equals or None) if known == best else 0,
            "of": len(actions),
        }
        return Claim("judgement", facts, about="move")

    def follow_choice(self, child: State, value: Value, after: Sequence[str]) -> Iterator[Claim]:
        """Yield the proved consequences: the reply that shows it, best play, and why no defence helps.

        If the move loses or throws away a win, the defences are those of the player who made it; if it wins, those of
        the opponent.
        """
        line = self.analysis.find_line(child, 1, MAX_LINE_PLIES - 1)
        answers, settled = -self.mover * value > 0 and self.game.player(child) != self.mover, self.known_value()
        at_once = self.analysis.find_immediate_wins(child) if answers and is_outright(self.game, value) else []
        if at_once:
            player = player_word(-self.mover)
            facts = {"player": player, "moves": at_once, "only": len(at_once) == 1, "value": value, "later": 1}
            yield Claim("reply", facts, about="move", after=after)
            return
        suffers = self.mover * value < 0 or (value == 0 and settled is not None and settled[0] != 0)
        if suffers:
            yield from self.find_only_reply(child, value, after)
        if line.words and [*after, *line.words] != self.best_line:
            yield self.line_claim(line, value, after, about="move")
        if suffers:
            yield from self.list_defences(child, value, line, self.mover, after)
        elif value and settled is not None and not self.is_less(self.move):
            yield from self.list_defences(child, value, line, -self.mover, after)

    def find_only_reply(self, child: State, value: Value, after: Sequence[str]) -> Iterator[Claim]:
        """Yield the reply that shows what is wrong with the move, if there is only one."""
        side = self.game.player(child)
        if side == self.mover:
            return
        replies = {action: self.game.result(child, action) for action in self.game.actions(child)}
        window = Known(-1, 0) if side == MAX else Known(0, 1)
        if value:
            window = Known(0, 1) if side == MAX else Known(-1, 0)
        good = []
        for action, state in replies.items():
            own = self.analysis.search_further(state, 2, window).seen_by(side)
            if own.low >= (1 if value else 0):
                good.append(move_label(self.game, child, action))
            elif own.high >= (1 if value else 0):
                return  # the value of this reply is unknown
        if len(good) == 1 and len(replies) > 1:
            facts = {"player": player_word(side), "moves": good, "only": True, "value": value, "later": None}
            yield Claim("reply", facts, about="move", after=after)

    def list_defences(
        self, state: State, value: Value, line: Line, sufferer: int, after: Sequence[str]
    ) -> Iterator[Claim]:
        """Yield what each defence of the losing player leads to, at their first turn on the line."""
        path, words = list(after), iter(line.words)
        while not self.game.terminal(state) and self.game.player(state) != sufferer:
            word = next(words, None)
            if word is None:
                return
            state = self.game.result(state, self.game.parse_action(state, word))
            path.append(word)
        if self.game.terminal(state):
            return
        actions = list(self.game.actions(state))
        replies = [self.judge_defence(state, action, len(path) + 1) for action in actions[: MAX_DEFENCES + 1]]
        if len(actions) > MAX_DEFENCES or not all(replies):
            return
        facts = {"player": player_word(sufferer), "value": value, "replies": replies}
        yield Claim("defences", facts, about="move", after=path)

    def judge_defence(self, state: State, action: Action, ply: int) -> dict[str, Any] | None:
        """Return what a defence leads to; None if that is not known."""
        child = self.game.result(state, action)
        known = self.exact_or_none(self.analysis.search_further(child, ply))
        if known is None:
            return None
        winner_to_move = not self.game.terminal(child) and self.game.player(child) * known[0] > 0
        answers = self.analysis.find_immediate_wins(child) if winner_to_move else []
        word = move_label(self.game, state, action)
        return {
            "move": word,
            "value": known[0],
            "later": known[1],
            "answers": answers if known[1] == 1 else [],
            "fork": self.find_fork(child) if winner_to_move and known[1] == FORK_PLIES else None,
        }

    def find_fork(self, state: State) -> dict[str, Any] | None:
        """Return the first move that threatens several wins, of which no reply stops all; None if there is none.

        They are threats if some reply stops none of them.
        """
        for action in self.game.actions(state):
            child = self.game.result(state, action)
            answers = {} if self.game.terminal(child) else self.analysis.find_winning_answers(child) or {}
            wins = max(answers.values(), key=len, default=[])
            every = {word for each in answers.values() for word in each}
            if all(answers.values()) and 1 < len(every) == len(wins) <= MAX_FORK:
                return {"move": move_label(self.game, state, action), "wins": wins}
        return None

    def show_better_move(self) -> Iterator[Claim]:
        """Yield what the best move would have led to."""
        action = next((action for action in self.analysis.children if self.is_best(action)), None)
        if action is None:
            return
        value, distance = self.known_value() or (0, None)
        child, words, whole = self.analysis.children[action], [self.word(action)], False
        if self.analysis.worth(action).exact:
            line = self.analysis.find_line(child, 1, MAX_LINE_PLIES - 1)
            words, whole = [*words, *line.words], line.whole
        if words == self.best_line:
            words, whole = words[:1], False  # the text already gives this line
        facts = {"move": words[0], "value": value, "distance": distance, "line": words, "whole": whole}
        yield Claim("better", facts, about="move")

    def estimate_choice(self, word: str) -> Iterator[Claim]:
        """Yield what the estimate says about the chosen move."""
        estimate = self.analysis.estimate
        values = (estimate.action_values or {}) if estimate is not None else {}
        tells = estimate is not None and (tells_apart(estimate) or len(values) == len(self.analysis.children))
        if estimate is not None and self.move in values and tells:
            facts = {
                "move": word,
                "value": values[self.move],
                "best": self.word(estimate.best),
                "best_value": estimate.value,
                "apart": tells_apart(estimate),
                "depth": estimate.depth,
            }
            yield Claim("guess", facts, proved=False, about="move")
        reply = self.analysis.estimate_reply(self.move)
        if reply is None or not tells_apart(reply):
            return  # all replies are estimated alike, so none is expected
        answer = reply.labels(reply.pv)[:1]
        found = {"player": reply.player, "moves": answer, "only": False, "value": reply.value, "later": None}
        yield Claim("reply", found | {"depth": reply.depth}, proved=False, about="move", after=[word])

    # --- the basis ---------------------------------------------------------------------------------------------

    def basis_claim(self, claims: Sequence[Claim]) -> Claim:
        """Return how much of the explanation is proved."""
        estimate = self.analysis.estimate
        guessed = [claim for claim in claims if not claim.proved]
        if not guessed and self.analysis.is_solved():
            return Claim("basis", {"extent": "all", "depth": None, "selective": False}, about="basis")
        if not claims:
            return Claim("basis", {"extent": "none", "depth": None, "selective": False}, about="basis")
        depth = max((claim.facts["depth"] for claim in guessed), default=None)
        facts = {"extent": "some", "depth": depth, "selective": estimate is not None and estimate.selective}
        return Claim("basis", facts, about="basis")
