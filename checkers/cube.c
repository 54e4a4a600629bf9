/* Checks a certificate of tic-tac-toe in a cube, which it reads from the standard input.
 *
 *     cc -O2 -o cube checkers/cube.c && ./cube < FILE
 *
 * Cells are numbered size * size * layer + size * row + column. */

#include "marks.h"

static int size;

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

static State begin(const char *game, const char *position) {
    char again[80];
    int n = sscanf(game, "cube:size=%1d", &size);
    snprintf(again, sizeof again, "cube:size=%d", size);
    if (n != 1 || strcmp(game, again) != 0 || size < 2 || size > 4)
        refuse("this is not cube, or of a size that does not fit");
    cells = size * size * size;
    find_lines();
    find_symmetries();
    return read_marks(position);
}
