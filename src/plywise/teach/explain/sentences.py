"""Turn each claim into one sentence that states exactly that claim."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from plywise.game import MAX, MIN, Game, Value, defines, is_outright
from plywise.teach.explain.claims import Claim
from plywise.teach.walkthrough import format_count

SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
MAX_LISTED = 8
"""More equally good moves than this are counted, not listed."""


def join_words(words: Sequence[str], joint: str = "and") -> str:
    """Return words as a list in a sentence.

    >>> join_words(["2"]), join_words(["2", "4"]), join_words(["2", "4", "6"], "or")
    ('2', '2 and 4', '2, 4 or 6')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {joint} {words[-1]}"


def count_plies(number: int) -> str:
    """Return a number of plies."""
    return format_count(number, "ply", "plies")


def number_word(number: int) -> str:
    """Return a number of moves: up to twelve in letters, since moves can be digits.

    >>> number_word(1), number_word(12), number_word(1300)
    ('one', 'twelve', '1,300')
    """
    return SMALL[number] if number < len(SMALL) else f"{number:,}"


def count_moves(number: int) -> str:
    """Return a number of moves in words."""
    return f"{number_word(number)} move{'s' if number != 1 else ''}"


class Wording:
    """Writes sentences about a position of a game in which `mover` is to move."""

    def __init__(self, game: Game, mover: int) -> None:
        self.game = game
        self.mover = mover

    def __call__(self, claim: Claim) -> str:
        """Return the claim's sentence."""
        say: Callable[[Claim, Mapping[str, Any]], str] = getattr(self, f"_{claim.kind}")
        return say(claim, claim.facts)

    def name(self, side: int) -> str:
        """Return a player's name."""
        return self.game.player_names[side]

    def name_of(self, word: str) -> str:
        """Return the name of the player "MAX" or "MIN"."""
        return self.name(MAX if word == "MAX" else MIN)

    def winner(self, value: Value) -> str:
        """Return the name of the player whom a value favours."""
        return self.name(MAX if value > 0 else MIN)

    def worth(self, value: Value) -> str:
        """Return a value that is not an outright win as an amount, with the player it favours."""
        amount = abs(value)
        return f"{amount if isinstance(amount, int) else format(amount, '.4g')} to {self.winner(value)}"

    def outcome(self, value: Value, distance: int | None, later: bool = False) -> str:
        """Return how the game ends. later: the plies are counted from the last move named."""
        if value == 0:
            return "the game is a draw"
        if not is_outright(self.game, value):
            return f"the result is worth {self.worth(value)}"
        if distance is None:
            return f"{self.winner(value)} wins"
        when = f"{count_plies(distance)} later" if later else f"in {count_plies(distance)}"
        return f"{self.winner(value)} wins {when}"

    def ending(self, line: Sequence[str], whole: bool, value: Value) -> str:
        """Return a line of play and how it ends, or that it goes on."""
        if not whole:
            return f"{' '.join(line)} ..."
        if value == 0:
            return f"{' '.join(line)}, a draw"
        if not is_outright(self.game, value):
            return f"{' '.join(line)}, worth {self.worth(value)}"
        return f"{' '.join(line)}, and {self.winner(value)} wins"

    # --- the position -------------------------------------------------------------------------------------------------

    def _over(self, claim: Claim, facts: Mapping[str, Any]) -> str:
        value = facts["value"]
        if value == 0:
            return "The game is over: it is a draw."
        if is_outright(self.game, value):
            return f"The game is over: {self.winner(value)} has won."
        return f"The game is over: it is worth {self.worth(value)}."

    def _verdict(self, claim: Claim, facts: Mapping[str, Any]) -> str:
        value, distance = facts["value"], facts["distance"]
        if distance == 1 and is_outright(self.game, value) and self.winner(value) == self.name(self.mover):
            return f"{self.winner(value)} wins at once."
        return f"With best play {self.outcome(value, distance)}."

    def _surely(self, claim: Claim, facts: Mapping[str, Any]) -> str:
        low, high = facts["at_least"], facts["at_most"]
        if low is not None and high is not None and low == high:
            return f"{self.winner(low)} has a proved win; how many plies it takes was not determined."
        who = self.name(MAX if low is not None and low >= 0 else MIN)
        if (low is not None and low > 0) or (high is not None and high < 0):
            return f"{who} has a proved win; by how much was not determined."
        return f"With best play {who} does not lose."

    def _quiet(self, claim: Claim, facts: Mapping[str, Any]) -> str:
        return f"Within the next {count_plies(facts['plies'])} neither player can force a win."

    def _estimate(self, claim: Claim, facts: Mapping[str, Any]) -> str:
        return f"Estimate ({count_plies(facts['depth'])} deep): {self.standing(facts['value'])}."

    def standing(self, value: Value) -> str:
        """Return who is ahead according to an estimate."""
        if value == 0:
            return "neither player is ahead"
        return f"the position is worth {self.estimate(value)}"

    def estimate(self, value: Value) -> str:
        """Return an estimate as an amount, with the player it favours, such as 1.5 pawns: it is never a win."""
        unit, name = self.game.margin_unit, self.game.margin_name
        return f"{abs(value) / unit:.2f} {name} to {self.winner(value)}" if unit and name else self.worth(value)

    def _moves(self, claim: Claim, facts: Mapping[str, Any]) -> str:
        counts = [facts["wins"], facts["draws"], facts["losses"]]
        verbs = [("wins", "win"), ("draws", "draw"), ("loses", "lose")]
        every = sum(counts)
        shares = [f"{number_word(count)} {verb[count > 1]}" for count, verb in zip(counts, verbs, strict=True) if count]
        if len(shares) > 1:
            return f"Of the {count_moves(every)}, {join_words(shares)}."
        verb = next(verb for count, verb in zip(counts, verbs, strict=True) if count)[1]
        return f"Both moves {verb}." if every == 2 else f"All {count_moves(every)} {verb}."

    def _best(self, claim: Claim, facts: Mapping[str, Any]) -> str:
        words, distinction, several = facts["moves"], facts["distinction"], len(facts["moves"]) > 1
        if facts["of"] == 1:
            return f"{words[0]} is the only legal move."
        if not facts["complete"]:
            are = "are best moves" if several else "is a best move"
            return f"{join_words(words)} {are}; other moves may be as good."
        if len(words) == facts["of"]:
            return "All moves are equally good."
        if len(words) > MAX_LISTED:
            return f"{number_word(len(words)).capitalize()} of the {count_moves(facts['of'])} are best."
        if distinction == "win":
            return f"Only {join_words(words)} {'win' if several else 'wins'}."
        if distinction == "draw":
            return f"Only {join_words(words)} {'hold' if several else 'holds'} the draw."
        if distinction == "loss":
            return f"{join_words(words)} {'hold' if several else 'holds'} out longest."
        if distinction == "quickest":
            return f"The quickest {'wins are' if several else 'win is'} {join_words(words)}."
        return f"The best {'moves are' if several else 'move is'} {join_words(words)}."

    def _rest(self, claim: Claim, facts: Mapping[str, Any]) -> str:
        if len(facts["moves"]) == 1:
            return f"{facts['moves'][0]} loses, in {count_plies(facts['distance'])}."
        return f"Every other move loses, within {count_plies(facts['distance'])}."

    def _preferred(self, claim: Claim, facts: Mapping[str, Any]) -> str:
        words = facts["moves"]
        if facts["of"] == 1:
            return f"{words[0]} is the only legal move."
        if len(words) == facts["of"]:
            return "This estimate does not distinguish between the moves."
        if len(words) > MAX_LISTED:
            return f"By this estimate {number_word(len(words))} of the {count_moves(facts['of'])} are equally good."
        if len(words) > 1:
            return f"By this estimate the best moves are {join_words(words)}, which are equal."
        return f"By this estimate the best move is {words[0]}."

    def _line(self, claim: Claim, facts: Mapping[str, Any]) -> str:
        play = self.ending(facts["line"], facts["whole"], facts["value"])
        begin = "A line of best play from there:" if claim.about == "move" else "A line of best play:"
        return f"{begin} {play}" + ("." if facts["whole"] else "")

    def _expected(self, claim: Claim, facts: Mapping[str, Any]) -> str:
        return f"Expected line (estimate, {count_plies(facts['depth'])} deep): {' '.join(facts['line'])} ..."

    # --- threats ------------------------------------------------------------------------------------------------------

    def _after(self, claim: Claim) -> str:
        return f"After {' '.join(claim.after)}, " if claim.after else ""

    def _threat(self, claim: Claim, facts: Mapping[str, Any]) -> str:
        who, prevent = self.name_of(facts["player"]), facts["prevent"]
        by = f" with {join_words(facts['moves'])}" if facts["moves"] else ""
        return f"{self._after(claim)}{who} threatens to win at once{by}; {_only(prevent, 'prevent')} it."

    def _unstoppable(self, claim: Claim, facts: Mapping[str, Any]) -> str:
        who, after = self.name_of(facts["player"]), self._after(claim)
        other = self.name(-MAX if facts["player"] == "MAX" else MAX)
        by = f", with {join_words(facts['moves'], 'or')}" if facts["moves"] else ""
        return f"{after}{who} wins at once whatever {other} plays{by}."

    def _lets(self, claim: Claim, facts: Mapping[str, Any]) -> str:
        who, answers = self.name_of(facts["player"]), facts["answers"]
        if len(answers) == 1:
            move, wins = next(iter(answers.items()))
            return f"{self._after(claim)}{move} would let {who} win at once, with {join_words(wins, 'or')}."
        moves = [f"{move} (then {' or '.join(wins)})" for move, wins in answers.items()]
        return f"{self._after(claim)}{join_words(moves)} would let {who} win at once."

    # --- the chosen move ----------------------------------------------------------------------------------------------

    def _judgement(self, claim: Claim, facts: Mapping[str, Any]) -> str:
        move, value, best = facts["move"], facts["value"], facts["best_value"]
        distance, best_distance = facts["distance"], facts["best_distance"]
        if facts["equals"] == facts["of"]:
            return f"{move} is as good as any other move."
        if facts["equals"] is None:
            return f"{move} is a best move; other moves may be as good."
        if facts["equals"]:
            one = "the best move" if facts["equals"] == 1 else f"one of the {number_word(facts['equals'])} best moves"
            return f"{move} is {one}."
        own, before = self.mover * value, self.mover * best
        if own < 0 <= before or own <= 0 < before:
            what = "throws the win away" if before > 0 else "throws the draw away"
            return f"{move} {what}: {self.outcome(value, distance)}."
        if value != best:
            return f"{move} is not best: the result is worth {self._amount(value)} rather than {self._amount(best)}."
        if own > 0:
            return f"{move} wins too, but in {count_plies(distance)} rather than {best_distance:,}."
        return f"{move} loses sooner: in {count_plies(distance)} rather than {best_distance:,}."

    def _amount(self, value: Value) -> str:
        return self.worth(value) if value else "0"

    def _leads(self, claim: Claim, facts: Mapping[str, Any]) -> str:
        return f"After {facts['move']}, {self.outcome(facts['value'], facts['distance'])}."

    def _worse(self, claim: Claim, facts: Mapping[str, Any]) -> str:
        if facts["at_most"] is None:
            return f"{facts['than']} is provably better."
        begin = f"{facts['move']} is provably worse than {facts['than']}"
        if facts["earliest"] is not None:
            return f"{begin}: it wins in {count_plies(facts['earliest'])} at the earliest, if at all."
        how = {"loss": "it loses", "draw": "it does not win", "win": "by how much was not determined"}
        return f"{begin}: {how[facts['at_most']]}."

    def _guess(self, claim: Claim, facts: Mapping[str, Any]) -> str:
        own = self.standing(facts["value"])
        begin = f"Estimate ({count_plies(facts['depth'])} deep): after {facts['move']}, {own}"
        if not facts["apart"]:
            return f"{begin}, as after every other move."
        if facts["best_value"] == facts["value"]:
            return f"{begin}; no move is estimated to be better."
        return f"{begin}; after {facts['best']}, {self.standing(facts['best_value'])}."

    def _reply(self, claim: Claim, facts: Mapping[str, Any]) -> str:
        who, words, value = self.name_of(facts["player"]), facts["moves"], facts["value"]
        if not claim.proved:
            return f"Expected reply (estimate, {count_plies(facts['depth'])} deep): {words[0]}."
        if facts["later"] == 1:
            return f"{who} answers {join_words(words, 'or')} and wins at once."
        if value == 0:
            return f"Only the reply {words[0]} holds the draw."
        return f"Only the reply {words[0]} wins."

    def _defences(self, claim: Claim, facts: Mapping[str, Any]) -> str:
        who, replies = self.name_of(facts["player"]), facts["replies"]
        fates: dict[str, list[str]] = {}
        for each in replies:
            fates.setdefault(self._fate(each), []).append(each["move"])
        results = "; ".join(f"after {join_words(words, 'or')}, {fate}" for fate, words in fates.items())
        if len(replies) == 1:
            verdict = "it loses" if facts["value"] else "it does not win"
            return f"{self._after(claim)}{who} has one move, and {verdict}: {results}."
        verdict = "all lose" if facts["value"] else "none wins"
        return f"{self._after(claim)}{who} has {count_moves(len(replies))}, and {verdict}: {results}."

    def _fate(self, reply: Mapping[str, Any]) -> str:
        """Return what one defence leads to."""
        if reply["answers"]:
            return f"{self.winner(reply['value'])} wins at once with {join_words(reply['answers'], 'or')}"
        fate = self.outcome(reply["value"], reply["later"], later=True)
        if reply["fork"] is None:
            return fate
        move, wins = reply["fork"]["move"], reply["fork"]["wins"]
        several = "all" if len(wins) > 2 else "both"
        return f"{fate}: {move} threatens to win with {join_words(wins)}, and no move stops {several}"

    def _better(self, claim: Claim, facts: Mapping[str, Any]) -> str:
        outcome = self.outcome(facts["value"], facts["distance"])
        if facts["distance"] == 1 and self.mover * facts["value"] > 0:
            return f"{facts['move']} is better and wins at once."
        better = f"{facts['move']} is better: {outcome}"
        if len(facts["line"]) < 2:
            return f"{better}."
        play = " ".join(facts["line"])
        return f"{better}, with {play}." if facts["whole"] else f"{better}, with {play} ..."

    # --- the basis ----------------------------------------------------------------------------------------------------

    def _basis(self, claim: Claim, facts: Mapping[str, Any]) -> str:
        if facts["extent"] == "all":
            return "All of this is proved by a search to the end of the game."
        if facts["extent"] == "none":
            return "Nothing could be determined."
        if facts["depth"] is None:
            return "Everything stated here is proved; the rest was not determined."
        search = (
            f"a search {count_plies(facts['depth'])} deep{' that leaves out some moves' if facts['selective'] else ''}"
        )
        if not defines(self.game, "evaluate"):
            return f"Estimates come from {search}, without an evaluation, and prove nothing. The rest is certain."
        return f"Estimates are the game's evaluation after {search}; they prove nothing. The rest is certain."


def _only(prevent: Sequence[str], verb: str) -> str:
    return f"only {join_words(prevent)} {verb if len(prevent) > 1 else verb + 's'}"
