/* The positions that are proved: a set of keys, which grows with what is put into it.
 *
 * It is a hash table. In a free slot the first word is 0, as it is in no key. */

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint64_t word[WORDS];
} Key;

#define MOST_BYTES ((uint64_t)1 << 31) /* of memory, for the set */

static Key *set;
static uint64_t slots; /* a power of 2 */
static int64_t positions, most; /* the keys in the set, and how many there may be */

static _Noreturn void refuse(const char *reason) {
    fprintf(stderr, "not proved: %s\n", reason);
    exit(1);
}

static Key *find(Key key) { /* the slot that it has, or would get */
    uint64_t at = 0;
    for (int i = 0; i < WORDS; i++) at = (at ^ at >> 32 ^ key.word[i]) * 0x9E3779B97F4A7C15;
    at >>= 20;
    while (set[at & (slots - 1)].word[0] != 0 && memcmp(&set[at & (slots - 1)], &key, sizeof key) != 0) at++;
    return &set[at & (slots - 1)];
}

static void grow(void) {
    Key *old = set;
    uint64_t n = slots;
    slots = n ? 2 * n : 1024;
    if (slots > MOST_BYTES / sizeof *set) refuse("there are more positions than this program keeps");
    set = calloc(slots, sizeof *set);
    if (!set) refuse("there is not enough memory");
    for (uint64_t i = 0; i < n; i++)
        if (old[i].word[0] != 0) *find(old[i]) = old[i];
    free(old);
}

static bool is_known(Key key) {
    return slots > 0 && find(key)->word[0] != 0;
}

static void remember(Key key) {
    if (positions == most) refuse("there are more positions than the header says");
    if (positions++ >= (int64_t)(slots / 4 * 3)) grow();
    *find(key) = key;
}
