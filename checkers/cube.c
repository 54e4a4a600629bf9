/* Checks a certificate of tic-tac-toe in a cube, which it reads from the standard input.
 *
 *     cc -O2 -o cube checkers/cube.c && ./cube < FILE
 *
 * Cells are numbered size * size * layer + size * row + column. */

#include <stdint.h>

typedef struct {
    uint64_t marks[2]; /* of X, who is MAX, and of O: sets of cells */
} Board;

enum { WORDS = 2 };

#include "certificate.h"

static int size, cells, images;
static uint64_t lines[64][16];        /* for each cell the lines through it, ended by 0 */
static unsigned char image[192][64]; /* for each symmetry where it takes the cells */

static bool is_inside(int i) {
    return i >= 0 && i < size;
}

static void find_lines(void) {
    int many[64] = {0};
    for (int start = 0; start < cells; start++)
        for (int d = 14; d < 27; d++) { /* of each direction and its opposite one */
            int z = start / size / size, y = start / size % size, x = start % size, length = 0;
            uint64_t line = 0;
            for (; is_inside(z) && is_inside(y) && is_inside(x); z += d / 9 - 1, y += d / 3 % 3 - 1, x += d % 3 - 1) {
                line |= 1ULL << (size * size * z + size * y + x);
                length++;
            }
            for (int cell = 0; cell < cells && length == size; cell++)
                if (line >> cell & 1) lines[cell][many[cell]++] = line;
        }
}

/* All three coordinates permuted by p, then some axes reversed, then the axes put into another order. */
static void add_images(const int p[]) {
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int way = 0; way < 48; way++, images++)
        for (int cell = 0; cell < cells; cell++) {
            int at[3] = {p[cell / size / size], p[cell / size % size], p[cell % size]};
            const int *order = orders[way / 8];
            for (int axis = 0; axis < 3; axis++)
                if (way >> axis & 1) at[axis] = size - 1 - at[axis];
            image[images][cell] = (unsigned char)(size * size * at[order[0]] + size * at[order[1]] + at[order[2]]);
        }
}

static void find_symmetries(void) { /* every p that keeps opposite layers opposite, or its reversal: all axes reversed */
    static const int p[4][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {1, 0, 3, 2}, {1, 3, 0, 2}};
    for (int i = 0; i < (size == 4 ? 4 : 1); i++) add_images(p[i]);
}

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

/* The empty cells and O's, on the image where they are the least. */
static Key key_of(const State *s, int plies) {
    Key least = {{UINT64_MAX, UINT64_MAX}};
    for (int i = 0; i < images; i++) {
        uint64_t empty = 0, o = 0;
        for (int cell = 0; cell < cells; cell++) {
            uint64_t bit = 1ULL << image[i][cell];
            if (s->board.marks[MIN] >> cell & 1) o |= bit;
            else if (!(s->board.marks[MAX] >> cell & 1)) empty |= bit;
        }
        if (empty < least.word[0] || (empty == least.word[0] && o < least.word[1])) least = (Key){{empty, o}};
    }
    (void)plies; /* as many as there are marks */
    return least;
}

static const char *name(int action) {
    static char text[16];
    snprintf(text, sizeof text, "%d", action);
    return text;
}

static State begin(const char *game, const char *position) {
    char again[80];
    int n = sscanf(game, "cube:size=%1d", &size);
    snprintf(again, sizeof again, "cube:size=%d", size);
    if (n != 1 || strcmp(game, again) != 0 || size < 2 || size > 4)
        refuse("this is not cube, or of a size that does not fit");
    cells = size * size * size;
    find_lines();
    find_symmetries();
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
