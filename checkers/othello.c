/* Checks a certificate of Othello, which it reads from the standard input.
 *
 *     cc -O2 -o othello checkers/othello.c && ./othello < FILE
 */

#include <stdint.h>

typedef struct {
    char disc[64]; /* row by row from a1: X, O or - */
    int passes;    /* in a row, of players who will not place a disc any more */
} Board;

enum { WORDS = 3 };

#include "certificate.h"

enum { PASS = -1 };

static const char of[2] = {'X', 'O'}; /* whose discs: X is Black, who is MAX */
static int width;
static bool for_winner; /* whether empty cells are counted for whoever has more */

/* Places a disc, and turns over those it encloses; returns how many. */
static int place(State *s, int cell) {
    int turned = 0;
    for (int d = 0; d < 9; d++) { /* the direction 4 leads nowhere, from a cell that is empty */
        int dy = d / 3 - 1, dx = d % 3 - 1, y = cell / width + dy, x = cell % width + dx, n = 0;
        for (; y >= 0 && y < width && x >= 0 && x < width; y += dy, x += dx, n++)
            if (s->board.disc[y * width + x] != of[!s->turn]) break;
        if (y < 0 || y >= width || x < 0 || x >= width || s->board.disc[y * width + x] != of[s->turn]) continue;
        for (int i = 1; i <= n; i++) s->board.disc[(y - i * dy) * width + x - i * dx] = of[s->turn];
        turned += n;
    }
    s->board.disc[cell] = of[s->turn];
    return turned;
}

static bool can_place(const State *s) {
    for (int cell = 0; cell < width * width; cell++) {
        State then = *s;
        if (s->board.disc[cell] == '-' && place(&then, cell) > 0) return true;
    }
    return false;
}

static int count(const State *s, char what) {
    int n = 0;
    for (int cell = 0; cell < width * width; cell++) n += s->board.disc[cell] == what;
    return n;
}

static void end(State *s) { /* if it has come */
    s->over = s->board.passes == 2 || count(s, '-') == 0;
    s->value = count(s, 'X') - count(s, 'O');
    if (for_winner && s->value != 0) s->value += s->value > 0 ? count(s, '-') : -count(s, '-');
}

static int expand(const State *s, State next[]) {
    int n = 0;
    for (int cell = 0; cell < width * width; cell++) {
        if (s->board.disc[cell] != '-') continue;
        next[n] = *s;
        if (place(&next[n], cell) == 0) continue;
        next[n].board.passes = 0;
        next[n++].last = cell;
    }
    if (n == 0) {
        next[n] = *s;
        next[n].turn = !s->turn; /* if this player can place a disc, the passes do not go on */
        next[n].board.passes = can_place(&next[n]) ? 0 : s->board.passes + 1;
        next[n++].last = PASS;
    }
    for (int i = 0; i < n; i++) {
        next[i].turn = !s->turn;
        end(&next[i]);
    }
    return n;
}

static Key key_of(const State *s, int plies) {
    Key key = {{1 | (uint64_t)s->turn << 1 | (uint64_t)s->board.passes << 2 | (uint64_t)plies << 4, 0, 0}};
    for (int cell = 0; cell < width * width; cell++)
        for (int who = MAX; who <= MIN; who++)
            if (s->board.disc[cell] == of[who]) key.word[1 + who] |= 1ULL << cell;
    return key;
}

static const char *name(int action) {
    static char text[8] = "pass";
    static char square[3];
    if (action == PASS) return text;
    square[0] = (char)('a' + action % width), square[1] = (char)('1' + action / width);
    return square;
}

static State begin(const char *game, const char *position) {
    char empties[7] = "", again[80];
    int n = sscanf(game, "othello:size=%1d,empties=%6s", &width, empties);
    snprintf(again, sizeof again, "othello:size=%d,empties=%s", width, empties);
    for_winner = strcmp(empties, "winner") == 0;
    if (n != 2 || strcmp(game, again) != 0 || (width != 4 && width != 6 && width != 8)
        || (!for_winner && strcmp(empties, "none") != 0))
        refuse("this is not othello, or with parameters that do not fit");
    State start = {.turn = MAX};
    int cells = width * width, middle = width / 2 * (width + 1);
    if (strspn(position, "XO-") != (size_t)cells || position[cells] != ' ' || !strchr("XO", position[cells + 1])
        || position[cells + 1] == 0)
        refuse("the position is none");
    memcpy(start.board.disc, position, (size_t)cells);
    start.turn = position[cells + 1] == 'X' ? MAX : MIN;
    const char *passes = position + cells + 2;
    start.board.passes = strcmp(passes, " pass") == 0 ? 1 : strcmp(passes, " pass pass") == 0 ? 2 : 0;
    for (int i = 0; i < 4; i++)
        if (position[middle - i / 2 * width - i % 2] == '-') refuse("the position is none");
    State other = start;
    other.turn = !start.turn;
    if (*passes != 0 && (start.board.passes == 0 || count(&start, '-') == 0 || can_place(&start) || can_place(&other)))
        refuse("the position is none");
    end(&start);
    return start;
}
