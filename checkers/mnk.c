/* Checks a certificate of an m,n,k-game, or of tic-tac-toe, which it reads from the standard input.
 *
 *     cc -O2 -o mnk checkers/mnk.c && ./mnk < FILE
 *
 * Cells are numbered row by row. */

#include "marks.h"

static int m, n, k;

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
    return read_marks(position);
}
