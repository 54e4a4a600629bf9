/* Games in which X, who is MAX, and O mark empty cells by turns, and a whole line of one's own marks wins.
 *
 * A program of such a game fills the tables below, and defines the function that begins (see certificate.h). */

#include <stdint.h>

typedef struct {
    uint64_t marks[2]; /* of X, who is MAX, and of O: sets of cells */
} Board;

enum { WORDS = 2 };

#include "certificate.h"

static int cells, images;
static uint64_t lines[64][256];      /* for each cell the lines through it, ended by 0 */
static unsigned char image[192][64]; /* for each symmetry where it takes the cells */

static bool is_in_row(uint64_t marks, int cell) {
    for (const uint64_t *line = lines[cell]; *line != 0; line++)
        if ((*line & ~marks) == 0) return true;
    return false;
}

static int expand(const State *s, State next[]) {
    uint64_t taken = s->board.marks[MAX] | s->board.marks[MIN];
    int ways = 0;
    for (int cell = 0; cell < cells; cell++) {
        if (taken >> cell & 1) continue;
        State *then = &next[ways++];
        *then = *s;
        then->board.marks[s->turn] |= 1ULL << cell;
        then->turn = !s->turn;
        then->last = cell;
        then->over = is_in_row(then->board.marks[s->turn], cell);
        then->value = !then->over ? 0 : s->turn == MAX ? 1 : -1;
    }
    if (ways == 1) next[0].over = true;
    return ways;
}

static uint64_t turn(uint64_t marks, const unsigned char to[]) {
    uint64_t turned = 0;
    for (; marks != 0; marks &= marks - 1) turned |= 1ULL << to[__builtin_ctzll(marks)];
    return turned;
}

/* The empty cells, of which there is always one, and O's, on the image where O's are the least, and then X's. */
static Key key_of(const State *s, int plies) {
    uint64_t x = UINT64_MAX, o = UINT64_MAX;
    for (int i = 0; i < images; i++) {
        uint64_t other = turn(s->board.marks[MIN], image[i]);
        if (other > o) continue;
        uint64_t own = turn(s->board.marks[MAX], image[i]);
        if (other < o || own < x) x = own, o = other;
    }
    (void)plies; /* as many as there are marks */
    return (Key){{~(x | o), o}};
}

static const char *name(int action) {
    static char text[16];
    snprintf(text, sizeof text, "%d", action);
    return text;
}

static State read_marks(const char *position) { /* refuses what no play leads to */
    State start = {.turn = MAX};
    int balance = 0, won[2] = {0, 0};
    for (int cell = 0; cell < cells; cell++) {
        if (position[cell] == 0 || !strchr("XO.", position[cell])) refuse("the position is none");
        if (position[cell] == '.') continue;
        start.board.marks[position[cell] == 'X' ? MAX : MIN] |= 1ULL << cell;
        balance += position[cell] == 'X' ? 1 : -1;
    }
    for (int i = 0; i < 2 * cells; i++) won[i % 2] |= is_in_row(start.board.marks[i % 2], i / 2);
    start.turn = balance == 0 ? MAX : MIN;
    if (position[cells] != 0 || (balance != 0 && balance != 1) || won[start.turn]) refuse("the position is none");
    start.over = won[MAX] || won[MIN] || (start.board.marks[MAX] | start.board.marks[MIN]) == UINT64_MAX >> (64 - cells);
    start.value = won[MAX] - won[MIN];
    return start;
}
