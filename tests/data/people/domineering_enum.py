import copy
from enum import Enum

try:
    import pygame
    from pygame.locals import *
except ImportError:
    pygame = None

SQUARE = 100
COLORS = {"-": (240, 240, 240), "V": (200, 40, 40), "H": (40, 40, 200)}


class Player(Enum):
    VERTICAL = "V"
    HORIZONTAL = "H"

    @property
    def opponent(self):
        return Player.HORIZONTAL if self is Player.VERTICAL else Player.VERTICAL


class Domineering:
    """Vertical puts dominoes up and down, Horizontal left and right. Who can't put one loses."""

    def __init__(self, rows=4, cols=4):
        self.rows = rows
        self.cols = cols
        self.grid = [["-" for _ in range(cols)] for _ in range(rows)]
        self.player = Player.VERTICAL

    def other_square(self, row, col, player):
        if player is Player.VERTICAL:
            return row + 1, col
        return row, col + 1

    def fits(self, row, col, player):
        r, c = self.other_square(row, col, player)
        return r < self.rows and c < self.cols and self.grid[row][col] == "-" and self.grid[r][c] == "-"

    def get_moves(self, player=None):
        player = player or self.player
        return [(r, c) for r in range(self.rows) for c in range(self.cols) if self.fits(r, c, player)]

    def play(self, move):
        r, c = self.other_square(*move, self.player)
        self.grid[move[0]][move[1]] = self.player.value
        self.grid[r][c] = self.player.value
        self.player = self.player.opponent

    def is_over(self):
        return len(self.get_moves(Player.VERTICAL)) == 0 and len(self.get_moves(Player.HORIZONTAL)) == 0

    def get_winner(self):
        # the one who could not move loses
        if self.is_over():
            return self.player.opponent
        return None

    def score(self):
        winner = self.get_winner()
        if winner is Player.VERTICAL:
            return 100
        elif winner is Player.HORIZONTAL:
            return -100
        return len(self.get_moves(Player.VERTICAL)) - len(self.get_moves(Player.HORIZONTAL))

    def draw(self, screen):
        for r in range(self.rows):
            for c in range(self.cols):
                rect = (c * SQUARE + 2, r * SQUARE + 2, SQUARE - 4, SQUARE - 4)
                pygame.draw.rect(screen, COLORS[self.grid[r][c]], rect)
        pygame.display.update()


def minimax(game, depth, maximizing):
    if depth == 0 or game.is_over():
        return game.score(), None
    best_move = None
    if maximizing:
        best = -1000
        for move in game.get_moves():
            child = copy.deepcopy(game)
            child.play(move)
            value, _ = minimax(child, depth - 1, False)
            if value > best:
                best, best_move = value, move
    else:
        best = 1000
        for move in game.get_moves():
            child = copy.deepcopy(game)
            child.play(move)
            value, _ = minimax(child, depth - 1, True)
            if value < best:
                best, best_move = value, move
    return best, best_move


def main():
    pygame.init()
    game = Domineering()
    screen = pygame.display.set_mode((game.cols * SQUARE, game.rows * SQUARE))
    pygame.display.set_caption("Domineering")
    clock = pygame.time.Clock()
    running = True
    while running:
        clock.tick(30)
        for event in pygame.event.get():
            if event.type == QUIT:
                running = False
            elif event.type == MOUSEBUTTONDOWN and game.player is Player.VERTICAL:
                x, y = pygame.mouse.get_pos()
                if game.fits(y // SQUARE, x // SQUARE, game.player):
                    game.play((y // SQUARE, x // SQUARE))
        if game.player is Player.HORIZONTAL and not game.is_over():
            value, move = minimax(game, 3, False)
            if move:
                game.play(move)
        game.draw(screen)
    pygame.quit()


if __name__ == "__main__":
    main()
