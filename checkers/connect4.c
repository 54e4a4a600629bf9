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

typedef uint64_t Set; /* of cells */

static Set board, bottom; /* all cells, and the lowest of each column */

static Set moved(Set cells, int by) { /* by a number of cells, forwards or back */
    return by <= -64 || by >= 64 ? 0 : by < 0 ? cells << -by : cells >> by;
}

static bool has_line(Set stones) {
    const int steps[] = {1, height, height + 1, height + 2};
    Set found = 0;
    for (int i = 0; i < 4; i++) {
        Set run = stones;
        for (int j = 1; j < need; j++) run &= moved(stones, j * steps[i]);
        found |= run;
    }
    return found != 0;
}

static Set mirrored(Set cells) {
    Set found = 0, column = (2ULL << height) - 1;
    for (int x = 0; x < width; x++) found |= (cells >> x * (height + 1) & column) << (width - 1 - x) * (height + 1);
    return found;
}

static Set column_of(int x) {
    return ((1ULL << height) - 1) << x * (height + 1);
}

static Set landings(Set filled) {
    return (filled + bottom) & board;
}

static int expand(const State *s, State next[]) {
    Set filled = s->board.stones[MAX] | s->board.stones[MIN], lands = landings(filled);
    int n = 0;
    for (; lands; lands &= lands - 1) {
        State *then = &next[n++];
        *then = *s;
        then->board.stones[s->turn] |= lands & -lands;
        then->last = __builtin_ctzll(lands) / (height + 1);
        then->turn = !s->turn;
        then->over = has_line(then->board.stones[s->turn]);
        then->value = !then->over ? 0 : s->turn == MAX ? 1 : -1;
    }
    if (__builtin_popcountll(board & ~filled) == 1) next[0].over = true;
    return n;
}

/* In each column the highest bit set is the lowest free cell, and the bits below it are MAX's stones. */
static Key key_of(const State *s, int plies) {
    Set code = s->board.stones[MAX] + (s->board.stones[MAX] | s->board.stones[MIN]) + bottom, image = mirrored(code);
    (void)plies; /* as many as there are stones */
    return (Key){{code < image ? code : image}};
}

#include "connect4_policies.h"

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
    for (int x = 0; x < width; x++) bottom |= 1ULL << x * (height + 1), board |= column_of(x);
    State start = {.turn = MAX};
    if (strcmp(position, "empty") == 0) return start;
    if (width > 9) return play(start, position, '-');
    for (; *position != 0; position++) start = play(start, (char[]){*position, 0}, '-');
    return start;
}
