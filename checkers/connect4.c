/* Checks a certificate of Connect Four, which it reads from the standard input.
 *
 *     cc -O2 -o connect4 checkers/connect4.c && ./connect4 < FILE
 *
 * Cells are numbered column by column from the bottom, with one beyond the top of each column, which stays free. */

#include <stdint.h>

typedef struct {
    uint64_t stones[2]; /* of MAX and of MIN: sets of cells */
} Board;

enum { WORDS = 1 };

#define POLICIES

#include "certificate.h"

static int width, height, need;

#include "connect4_policies.h"

static bool has(uint64_t stones, int x, int y) {
    return x >= 0 && x < width && y >= 0 && y < height && stones >> (x * (height + 1) + y) & 1;
}

static bool is_in_row(uint64_t stones, int x, int y) {
    for (int d = 5; d < 9; d++) { /* upwards, and in three ways to the right */
        int dx = d / 3 - 1, dy = d % 3 - 1, n = 1;
        for (int i = 1; has(stones, x + i * dx, y + i * dy); i++) n++;
        for (int i = 1; has(stones, x - i * dx, y - i * dy); i++) n++;
        if (n >= need) return true;
    }
    return false;
}

static int expand(const State *s, State next[]) {
    uint64_t taken = s->board.stones[MAX] | s->board.stones[MIN];
    int n = 0, free_cells = 0;
    for (int x = 0; x < width; x++) {
        int y = 0;
        while (has(taken, x, y)) y++;
        free_cells += height - y;
        if (y == height) continue;
        State *then = &next[n++];
        *then = *s;
        then->board.stones[s->turn] |= 1ULL << (x * (height + 1) + y);
        then->last = x;
        then->turn = !s->turn;
        then->over = is_in_row(then->board.stones[s->turn], x, y);
        then->value = !then->over ? 0 : s->turn == MAX ? 1 : -1;
    }
    if (free_cells == 1) next[0].over = true;
    return n;
}

/* In each column the highest bit set is the lowest free cell, and the bits below it are MAX's stones. */
static Key key_of(const State *s, int plies) {
    uint64_t code = s->board.stones[MAX], mirrored = 0, column = (2ULL << height) - 1;
    for (int x = 0, y; x < width; x++) {
        for (y = 0; has(s->board.stones[MAX] | s->board.stones[MIN], x, y);) y++;
        code |= 1ULL << (x * (height + 1) + y);
        mirrored |= (code >> x * (height + 1) & column) << (width - 1 - x) * (height + 1);
    }
    (void)plies; /* as many as there are stones */
    return (Key){{code < mirrored ? code : mirrored}};
}

static const char *name(int action) {
    static char text[16];
    snprintf(text, sizeof text, "%d", action + 1);
    return text;
}

static State begin(const char *game, const char *position) {
    char again[80];
    int n = sscanf(game, "connect4:width=%2d,height=%2d,connect=%2d", &width, &height, &need);
    snprintf(again, sizeof again, "connect4:width=%d,height=%d,connect=%d", width, height, need);
    if (n != 3 || strcmp(game, again) != 0 || width < 1 || height < 1 || need < 1 || width * (height + 1) > 63)
        refuse("this is not connect4, or of a size that does not fit");
    State start = {.turn = MAX};
    if (strcmp(position, "empty") == 0) return start;
    if (width > 9) return play(start, position, '-');
    for (; *position != 0; position++) start = play(start, (char[]){*position, 0}, '-');
    return start;
}
