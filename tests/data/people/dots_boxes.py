import math
import sys

import pygame

# Dots and boxes, 3x3 dots = 2x2 boxes
DOTS = 3
GAP = 120
MARGIN = 60
BLACK = (0, 0, 0)
WHITE = (255, 255, 255)
COLORS = {"A": (220, 60, 60), "B": (60, 60, 220)}


class DotsAndBoxes:
    def __init__(self):
        self.lines = set()
        self.boxes = [[None] * (DOTS - 1) for _ in range(DOTS - 1)]
        self.score = {"A": 0, "B": 0}
        self.player = "A"

    def available(self):
        out = []
        for r in range(DOTS):
            for c in range(DOTS - 1):
                if ("h", r, c) not in self.lines:
                    out.append(("h", r, c))
        for r in range(DOTS - 1):
            for c in range(DOTS):
                if ("v", r, c) not in self.lines:
                    out.append(("v", r, c))
        return out

    def box_done(self, r, c):
        return (("h", r, c) in self.lines and ("h", r + 1, c) in self.lines
                and ("v", r, c) in self.lines and ("v", r, c + 1) in self.lines)

    def draw_line(self, line):
        """Draw the line and return the boxes that it closed. Whoever closes a box goes again."""
        self.lines.add(line)
        closed = []
        for r in range(DOTS - 1):
            for c in range(DOTS - 1):
                if self.boxes[r][c] is None and self.box_done(r, c):
                    self.boxes[r][c] = self.player
                    self.score[self.player] += 1
                    closed.append((r, c))
        if not closed:
            self.player = "B" if self.player == "A" else "A"
        return closed

    def undo_line(self, line, closed):
        self.lines.remove(line)
        if not closed:
            self.player = "B" if self.player == "A" else "A"
        for r, c in closed:
            self.boxes[r][c] = None

    def game_over(self):
        return len(self.lines) == 2 * DOTS * (DOTS - 1)

    def evaluate(self):
        return self.score["A"] - self.score["B"]

    def minimax(self, depth, alpha, beta):
        if depth == 0 or self.game_over():
            return self.evaluate(), None
        best_line = None
        maximizing = self.player == "A"
        best = -math.inf if maximizing else math.inf
        for line in self.available():
            closed = self.draw_line(line)
            value, _ = self.minimax(depth - 1, alpha, beta)
            self.undo_line(line, closed)
            if maximizing:
                if value > best:
                    best, best_line = value, line
                alpha = max(alpha, best)
            else:
                if value < best:
                    best, best_line = value, line
                beta = min(beta, best)
            if beta <= alpha:
                break
        return best, best_line


def ends(line):
    kind, r, c = line
    x, y = MARGIN + c * GAP, MARGIN + r * GAP
    return ((x, y), (x + GAP, y)) if kind == "h" else ((x, y), (x, y + GAP))


def nearest(game, pos):
    def distance(line):
        (x1, y1), (x2, y2) = ends(line)
        return math.hypot(pos[0] - (x1 + x2) / 2, pos[1] - (y1 + y2) / 2)
    return min(game.available(), key=distance)


def render(screen, game):
    screen.fill(WHITE)
    for r in range(DOTS - 1):
        for c in range(DOTS - 1):
            if game.boxes[r][c]:
                pygame.draw.rect(screen, COLORS[game.boxes[r][c]], (MARGIN + c * GAP, MARGIN + r * GAP, GAP, GAP))
    for line in game.lines:
        pygame.draw.line(screen, BLACK, *ends(line), 6)
    for r in range(DOTS):
        for c in range(DOTS):
            pygame.draw.circle(screen, BLACK, (MARGIN + c * GAP, MARGIN + r * GAP), 8)
    pygame.display.flip()


def main():
    pygame.init()
    side = 2 * MARGIN + (DOTS - 1) * GAP
    screen = pygame.display.set_mode((side, side))
    game = DotsAndBoxes()
    while not game.game_over():
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                sys.exit()
            if event.type == pygame.MOUSEBUTTONDOWN and game.player == "A":
                game.draw_line(nearest(game, event.pos))
        if game.player == "B" and not game.game_over():
            _, line = game.minimax(4, -math.inf, math.inf)
            game.draw_line(line)
        render(screen, game)
    print(game.score)
    pygame.quit()


if __name__ == "__main__":
    main()
