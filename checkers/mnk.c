/* Checks a certificate of an m,n,k-game, or of tic-tac-toe, which it reads from the standard input.
 *
 *     cc -O2 -o mnk checkers/mnk.c && ./mnk < FILE
 *
 * Cells are numbered row by row. */

#include <stdint.h>

typedef struct {
    uint64_t marks[2]; /* of X, who is MAX, and of O: sets of cells */
} Board;

enum { WORDS = 2 };

#include "certificate.h"

static int m, n, k, cells, images;
static uint64_t lines[64][256];       /* for each cell the lines through it, ended by 0 */
static unsigned char image[192][64]; /* for each symmetry where it takes the cells */

static void find_lines(void) {
    int many[64] = {0};
    for (int start = 0; start < cells; start++)
        for (int d = 5; d < 9; d++) { /* to the right, and in three ways downwards */
            int y = start / m, x = start % m, length = 0;
            uint64_t line = 0;
            for (; length < k && x >= 0 && x < m && y < n; length++, y += d / 3 - 1, x += d % 3 - 1)
                line |= 1ULL << (y * m + x);
            for (int cell = 0; cell < cells && length == k; cell++)
                if (line >> cell & 1) lines[cell][many[cell]++] = line;
        }
}

/* Rows and columns permuted by p, then perhaps rows reversed, columns reversed, and both exchanged. */
static void add_images(const int p[]) {
    for (int way = 0; way < (m == n ? 8 : 4); way++, images++)
        for (int cell = 0; cell < cells; cell++) {
            int y = p[cell / m], x = p[cell % m];
            if (way & 1) y = n - 1 - y;
            if (way & 2) x = m - 1 - x;
            image[images][cell] = (unsigned char)(way & 4 ? x * m + y : y * m + x);
        }
}

static void find_symmetries(void) {
    int p[64], half = n / 2, codes = 1;
    for (int i = 0; i < 64; i++) p[i] = i;
    if (m != n || n != k) {
        add_images(p);
        return;
    }
    for (int i = 0; i < half; i++) codes *= n;
    for (int code = 0; code < codes; code++) { /* every p that keeps opposite rows opposite */
        int used = n % 2 << half;
        for (int i = 0, rest = code; i < half; i++, rest /= n) {
            p[i] = rest % n;
            p[n - 1 - i] = n - 1 - p[i];
            used |= 1 << p[i] | 1 << p[n - 1 - i];
        }
        if (used == (1 << n) - 1 && p[0] <= p[n - 1]) add_images(p); /* its reversal: both reversed */
    }
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
    char again[80] = "tictactoe";
    m = n = k = 3;
    if (sscanf(game, "mnk:m=%2d,n=%2d,k=%2d", &m, &n, &k) == 3)
        snprintf(again, sizeof again, "mnk:m=%d,n=%d,k=%d", m, n, k);
    if (strcmp(game, again) != 0 || m < 1 || n < 1 || m * n > 63 || k < 1 || k > (m > n ? m : n))
        refuse("this is not mnk or tictactoe, or of a size that does not fit");
    cells = m * n;
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
    start.over = won[MAX] || won[MIN] || (start.board.marks[MAX] | start.board.marks[MIN]) == (1ULL << cells) - 1;
    start.value = won[MAX] - won[MIN];
    return start;
}
