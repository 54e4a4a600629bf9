/* Rules of play for Connect Four that a certificate can name: see src/plywise/games/connect4_policies.py.
 *
 * They are not trusted: a checker plays out whatever they choose. */

enum { FOLLOW_UP = 1, PARITY, SAME_COLUMN, DIAGRAM, SIGNS = 6 };

static const char signs[] = "!@|+=-."; /* of diagrams, the most urgent first; the last one is no sign */

static Set diagrams[MOST_HEADER / 10][SIGNS]; /* for each sign its cells */
static int known_diagrams;

static bool read_diagram(const char *text) { /* row by row from the top */
    Set *diagram = diagrams[known_diagrams++];
    for (int y = height - 1; y >= 0; y--)
        for (int x = 0; x < width; x++) {
            const char *sign = *text ? strchr(signs, *text++) : NULL;
            if (!sign) return false;
            if (sign - signs < SIGNS) diagram[sign - signs] |= 1ULL << (x * (height + 1) + y);
        }
    return strcmp(text, ")") == 0;
}

static int find_policy(const char *name) {
    const char *const names[] = {"follow_up", "parity", "same_column"};
    for (int i = 0; i < 3; i++)
        if (strcmp(name, names[i]) == 0) return i + 1;
    return strncmp(name, "diagram(", 8) == 0 && read_diagram(name + 8) ? DIAGRAM + known_diagrams - 1 : 0;
}

static Set second_rows, first_rows; /* what each player gets if columns fill up in pairs */

static Set wins_of(Set stones) { /* the cells that complete a line with these stones */
    const int steps[] = {1, height, height + 1, height + 2};
    Set found = 0;
    for (int i = 0; i < 4; i++)
        for (int place = 0; place < need; place++) {
            Set run = board;
            for (int j = 0; j < need && run; j++)
                if (j != place) run &= moved(stones, (j - place) * steps[i]);
            found |= run;
        }
    return found;
}

static void prepare(void) { /* the top row is the second player's, and then every other */
    for (int y = height - 1; y >= 0; y -= 2) second_rows |= bottom << y;
    first_rows = board & ~second_rows;
}

/* The theorem on following up: does the leader, who is to move and has the stones `mine`, lose against the other one? */
static bool is_lost(Set mine, Set other) {
    Set filled = mine | other, empty = board & ~filled, lands = landings(filled);
    Set wins = wins_of(mine), threats = wins_of(other) & empty & ~lands;
    Set waiting = threats & second_rows, above = waiting << 1 & board;
    for (int i = 0; i < height; i++) above |= above << 2 & first_rows;
    Set reached = mine | (empty & first_rows & ~above) | (lands & second_rows);
    if (__builtin_popcountll(empty) % 2 == 0) {
        if (!empty || (wins & empty & reached) || has_line(reached)) return false;
        return waiting || has_line(other | (empty & second_rows & ~lands));
    }
    for (int x = 0; x < width; x++) {
        Set column = column_of(x), threat = threats & first_rows & column;
        threat &= -threat;
        Set here = column & ((empty & second_rows & (threat - 1)) | lands), cells = (reached & ~(column & empty)) | here;
        if (threat && !(wins & empty & cells) && !has_line(cells)) return true;
    }
    return false;
}

static int worth(int policy, Set mine, Set other, Set cell, int x) { /* of the player's stone on a cell, in column x */
    if (policy == SAME_COLUMN) return (cell & second_rows) != 0;
    Set filled = mine | other, threats = wins_of(mine | cell) & ~(filled | cell);
    int found = 10 * __builtin_popcountll(threats) + (x < width - 1 - x ? x : width - 1 - x);
    if (policy == PARITY) {
        Set rows = __builtin_popcountll(filled) % 2 ? second_rows : first_rows;
        found += 20 * __builtin_popcountll(threats & rows) + (cell & second_rows ? 5 : 0);
    }
    return found + (is_lost(other, mine | cell) ? 10000 : 0);
}

static int follow_diagram(Set safe, Set lands, const Set diagram[]) { /* the column, if any is safe */
    Set best = 0;
    for (int i = 0; i < SIGNS && !best; i++)
        if (signs[i] != '@' || __builtin_popcountll(diagram[i] & lands) == 1) best = diagram[i] & safe;
    return __builtin_ctzll(best ? best : safe) / (height + 1);
}

static int follow(const State *s, int policy) { /* the column that a policy plays; -1 if none is safe */
    Set mine = s->board.stones[s->turn], other = s->board.stones[!s->turn], filled = mine | other, code = mine + filled;
    Set lands = landings(filled), threats = wins_of(other) & ~filled, forced = threats & lands;
    Set safe = (forced ? forced : lands) & ~(threats >> 1);
    if (!safe) return -1;
    if (policy >= DIAGRAM) return follow_diagram(safe, lands, diagrams[policy - DIAGRAM]);
    if (!second_rows) prepare();
    bool backwards = mirrored(code) < code; /* among equals the last cell counts, then, and not the first */
    int best = -1, most_worth = -1;
    for (int x = 0; x < width; x++) {
        Set cell = safe & column_of(x);
        int found = cell ? worth(policy, mine, other, cell, x) : -1;
        if (cell && (found > most_worth || (found == most_worth && backwards))) best = x, most_worth = found;
    }
    return best;
}
