/* What the checkers of all games share: they read a certificate and follow it, as docs/reference/certificates.md says.
 *
 * A game's program defines Board and WORDS, includes this file, and defines the four functions declared below. */

#include "set.h"

enum { MAX, MIN, ACTIONS = 64 }; /* no position has more actions */

typedef struct {
    Board board;
    int turn, last; /* MAX or MIN, and the action that led here */
    bool over;
    int value; /* if the game is over: from MAX's view */
} State;

static State begin(const char *game, const char *position); /* refuses what it does not know */
static int expand(const State *s, State next[]);            /* the positions after all actions, in order; how many */
static Key key_of(const State *s, int plies);               /* positions with other plies have other keys */
static const char *name(int action);

static int strategist;
static int64_t goal, within = -1, entries;
static uint32_t crc = 0xFFFFFFFF;

static int read_entry(void) {
    for (int entry = 0, shift = 0; shift < 21; shift += 7) {
        int byte = getchar();
        if (byte == EOF) refuse("the body ends too early");
        crc ^= (uint32_t)byte;
        for (int i = 0; i < 8; i++) crc = crc >> 1 ^ (crc & 1) * 0xEDB88320;
        entry |= (byte & 127) << shift;
        if (byte == 0 && shift > 0) break;
        if (byte < 128) return entries++, entry;
    }
    refuse("an entry is not written as entries are");
}

static bool is_won(const State *s) {
    return s->over && (strategist == MAX ? s->value >= goal : s->value <= goal);
}

static bool is_lost_at_once(const State *s) { /* after the strategist's action */
    State next[ACTIONS];
    if (s->over) return !is_won(s);
    for (int i = 0, n = expand(s, next); i < n; i++)
        if (next[i].over && !is_won(&next[i])) return true;
    return false;
}

static void prove(const State *s, int plies) {
    if (is_won(s)) return;
    if (s->over) refuse("a line of play ends short of the goal");
    if (plies == within) refuse("a line of play is longer than the header says");
    Key key = key_of(s, within < 0 ? 0 : plies);
    if (is_known(key)) return;
    State next[ACTIONS];
    int n = expand(s, next), choice = 0, choices = 0;
    bool mine = s->turn == strategist;
    for (int i = 0; i < n && mine; i++)
        if (is_won(&next[i])) return;
    remember(key);
    for (int i = 0; i < n && !mine; i++) prove(&next[i], plies + 1);
    if (!mine) return;
    for (int i = 0; i < n; i++)
        if (!is_lost_at_once(&next[i])) choice = i, choices++;
    if (choices == 0) refuse("every action loses at once");
    if (choices > 1) choice = read_entry();
    if (choice >= n) refuse("an entry is no action");
    prove(&next[choice], plies + 1);
}

static State play(State s, const char *text, char gap) { /* plays the actions in the text, with such gaps between */
    State next[ACTIONS];
    for (const char *end; text; text = end) {
        end = strchr(text, gap);
        size_t length = end ? (size_t)(end++ - text) : strlen(text);
        int i = 0, n = s.over ? 0 : expand(&s, next);
        while (i < n && (strlen(name(next[i].last)) != length || memcmp(name(next[i].last), text, length) != 0)) i++;
        if (i == n) refuse("the header has a move that cannot be played");
        s = next[i];
    }
    return s;
}

static char header[65536 + 1], *line = header; /* what is left of it */

static const char *take(const char *name) { /* the value of the next line if that is its name, or NULL */
    size_t length = strlen(name);
    if (strncmp(line, name, length) != 0 || line[length] == '\n') return NULL;
    const char *value = line + length;
    line = strchr(value, '\n');
    *line++ = 0;
    return value;
}

static int64_t number(const char *text, int64_t least) {
    char again[24];
    int64_t value = strtoll(text, NULL, 10);
    snprintf(again, sizeof again, "%" PRId64, value);
    if (strcmp(text, again) != 0 || value < least) refuse("a number in the header is none, or too large");
    return value;
}

int main(void) {
    for (int n = 0, byte; n < 2 || memcmp(&header[n - 2], "\n\n", 2) != 0; header[n++] = (char)byte)
        if ((byte = getchar()) <= 0 || n == 65536) refuse("there is no header");
    const char *version = take("plywise "), *game = take("game "), *position = take("position "), *moves = take("moves ");
    const char *player = take("player "), *aim = take("goal "), *limit = take("within "), *trusts = take("trusts ");
    const char *rules = take("rules "), *all = take("positions "), *read = take("entries "), *sum = take("crc32 ");
    if (!version || strcmp(version, "certificate 1") != 0) refuse("this is no certificate of version 1");
    if (trusts) refuse("it trusts more than the rules");
    if (!game || !position || !player || !aim || !rules || !all || !read || !sum || *line != '\n')
        refuse("a line of the header is missing, unknown or out of place");
    if (strcmp(rules, "none") != 0 && (strlen(rules) != 64 || strspn(rules, "0123456789abcdef") != 64))
        refuse("the rules are no SHA-256");
    if (strcmp(player, "MAX") != 0 && strcmp(player, "MIN") != 0) refuse("the player is neither MAX nor MIN");
    strategist = strcmp(player, "MAX") == 0 ? MAX : MIN;
    bool win = strcmp(aim, "win") == 0, draw = strcmp(aim, "draw") == 0;
    goal = win ? (strategist == MAX ? 1 : -1) : draw ? 0 : number(aim, INT64_MIN);
    if (limit) within = number(limit, 0);
    most = number(all, 0);
    State start = begin(game, position);
    if (moves) start = play(start, moves, ' ');
    prove(&start, 0);
    char found[9];
    snprintf(found, sizeof found, "%08" PRIx32, ~crc);
    if (getchar() != EOF) refuse("bytes follow the last entry");
    if (positions != most || entries != number(read, 0)) refuse("it has not as many positions and entries as it says");
    if (strcmp(sum, found) != 0) refuse("the checksum is wrong");
    printf("proved: %s from %s%s%s: %s %s%s%s, %s positions, %s entries\n", game, position, moves ? " and " : "",
           moves ? moves : "", player, aim, limit ? " within " : "", limit ? limit : "", all, read);
}
