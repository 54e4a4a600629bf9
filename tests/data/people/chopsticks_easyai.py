# Chopsticks. Each player has two hands with one finger out. Tap a hand of the other player to add your fingers to
# his, or share your fingers out differently. A hand with five or more fingers is dead.
from abc import ABC, abstractmethod
from copy import deepcopy


class TwoPlayerGame(ABC):
    """(the part of easyAI.TwoPlayerGame that is needed here)"""

    @abstractmethod
    def possible_moves(self):
        pass

    @abstractmethod
    def make_move(self, move):
        pass

    @abstractmethod
    def is_over(self):
        pass

    def play(self, nmoves=1000, verbose=True):
        history = []
        if verbose:
            self.show()
        for self.nmove in range(1, nmoves + 1):
            if self.is_over():
                break
            move = self.player.ask_move(self)
            history.append((deepcopy(self), move))
            self.make_move(move)
            if verbose:
                print("\nMove #%d: player %d plays %s :" % (self.nmove, self.current_player, str(move)))
                self.show()
            self.switch_player()
        history.append(deepcopy(self))
        return history

    @property
    def opponent_index(self):
        return 2 if (self.current_player == 1) else 1

    @property
    def player(self):
        return self.players[self.current_player - 1]

    @property
    def opponent(self):
        return self.players[self.opponent_index - 1]

    def switch_player(self):
        self.current_player = self.opponent_index

    def copy(self):
        return deepcopy(self)


class Human_Player:
    def __init__(self, name="Human"):
        self.name = name

    def ask_move(self, game):
        possible_moves = game.possible_moves()
        possible_moves_str = list(map(str, possible_moves))
        move = "NO_MOVE_DECIDED_YET"
        while True:
            move = input("\nPlayer %s what do you play ? " % game.current_player)
            if move == "show moves":
                print("Possible moves:\n" + "\n".join("#%d: %s" % m for m in enumerate(possible_moves, 1)))
            elif move.startswith("move #"):
                return possible_moves[int(move[6:]) - 1]
            elif move in possible_moves_str:
                return possible_moves[possible_moves_str.index(move)]


class Chopsticks(TwoPlayerGame):
    def __init__(self, players, numhands=2):
        self.players = players
        self.numplayers = len(self.players)
        self.numhands = numhands
        self.current_player = 1  # player 1 starts.
        self.hands = [[1 for hand in range(self.numhands)] for player in range(self.numplayers)]

    def possible_moves(self):
        moves = []
        mine = self.hands[self.current_player - 1]
        yours = self.hands[self.opponent_index - 1]
        for i in range(self.numhands):
            for j in range(self.numhands):
                if mine[i] != 0 and yours[j] != 0:
                    moves.append(("tap", i, j))
        total = sum(mine)
        for left in range(0, 5):
            right = total - left
            if 0 <= right < 5 and sorted([left, right]) != sorted(mine):
                if left <= right:
                    moves.append(("split", left, right))
        return moves

    def make_move(self, move):
        kind, one, two = move
        mine = self.hands[self.current_player - 1]
        yours = self.hands[self.opponent_index - 1]
        if kind == "tap":
            yours[two] += mine[one]
            if yours[two] >= 5:
                yours[two] = 0
        else:
            mine[0], mine[1] = one, two

    def lose(self):
        return max(self.hands[self.current_player - 1]) == 0

    def is_over(self):
        return self.lose() or max(self.hands[self.opponent_index - 1]) == 0

    def scoring(self):
        """for the player whose turn it is"""
        if self.lose():
            return -100
        dead = self.hands[self.opponent_index - 1].count(0) - self.hands[self.current_player - 1].count(0)
        return 10 * dead

    def show(self):
        for i in range(self.numplayers):
            print("Player %d: " % (i + 1), end="")
            for j in range(self.numhands):
                print(self.hands[i][j], " ", end="")
            print("")


if __name__ == "__main__":
    try:
        from easyAI import AI_Player, Negamax

        opponent = AI_Player(Negamax(6))
    except ImportError:
        opponent = Human_Player()
    game = Chopsticks([Human_Player(), opponent])
    game.play()
    print("player %d loses" % game.current_player)
