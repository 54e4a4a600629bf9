"""Ghost: say a letter that some word goes on with; whoever completes a word has lost. A word of any length."""
import plywise as pw
from ghost_words import begins, is_word, next_letters


class Ghost(pw.Game):
    """A state is the letters said, and whose turn it is: one text and one number in a plain tuple."""

    def initial(self):
        return ("", 1)

    def player(self, state):
        return state[1]

    def actions(self, state):
        said, _ = state
        return next_letters(said)

    def result(self, state, letter):
        said, side = state
        assert begins(said + letter), f"no word begins with {said + letter}"
        return (said + letter, -side)

    def terminal(self, state):
        return is_word(state[0])

    def utility(self, state):
        said, side = state
        # who has just spoken has lost, by little if the word is long
        return side * (10 - len(said))

    def evaluate(self, state):
        vowels = sum(said in "aeiou" for said in state[0])
        return vowels - len(state[0]) / 3
