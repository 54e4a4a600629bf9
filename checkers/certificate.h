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

#ifdef POLICIES /* defined by a program that knows policies */
static int find_policy(const char *name);      /* a number from 1 by which `follow` knows it; 0 if it is unknown */
static int follow(const State *s, int policy); /* the action that it plays; -1 if none */
#else
#define find_policy(name) 0
#define follow(s, policy) -1
#endif

enum { MOST_HEADER = 1 << 20 }; /* bytes */

static int strategist, policies, policy[MOST_HEADER / 2]; /* the policies that the header names */
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

static void prove(const State *s, int plies, int k) { /* by policy k, counted from 1, or by entries if k is 0 */
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
    for (int i = 0; i < n && !mine; i++) prove(&next[i], plies + 1, k);
    if (!mine) return;
    for (int i = 0; i < n; i++)
        if (!is_lost_at_once(&next[i])) choice = i, choices++;
    if (choices == 0) refuse("every action loses at once");
    if (choices > 1 && k > 0) {
        int action = follow(s, policy[k - 1]);
        for (choice = 0; choice < n && next[choice].last != action;) choice++;
        if (choice == n) refuse("a policy names no action");
    } else if (choices > 1) {
        choice = read_entry();
        k = choice / n, choice %= n;
        if (k > policies) refuse("an entry is no action");
    }
    prove(&next[choice], plies + 1, k);
}

#include "header.h"
