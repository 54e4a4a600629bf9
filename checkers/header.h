/* Reads the header of a certificate, and has its claim proved: see certificate.h, which includes this file. */

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

static char header[MOST_HEADER + 1], *line = header; /* what is left of it */

static char *take(const char *name) { /* the value of the next line if that is its name, or NULL */
    size_t length = strlen(name);
    if (strncmp(line, name, length) != 0 || line[length] == '\n') return NULL;
    char *value = line + length;
    line = strchr(value, '\n');
    *line++ = 0;
    return value;
}

static void take_policies(char *names) { /* separated by single spaces */
    for (char *end; names; names = end) {
        if ((end = strchr(names, ' '))) *end++ = 0;
        if ((policy[policies++] = find_policy(names)) == 0) refuse("it names an unknown policy");
    }
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
        if ((byte = getchar()) <= 0 || n == MOST_HEADER) refuse("there is no header");
    const char *version = take("plywise "), *game = take("game "), *position = take("position "), *moves = take("moves ");
    const char *player = take("player "), *aim = take("goal "), *limit = take("within "), *trusts = take("trusts ");
    char *names = take("policies ");
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
    take_policies(names);
    prove(&start, 0, 0);
    char found[9];
    snprintf(found, sizeof found, "%08" PRIx32, ~crc);
    if (getchar() != EOF) refuse("bytes follow the last entry");
    if (positions != most || entries != number(read, 0)) refuse("it has not as many positions and entries as it says");
    if (strcmp(sum, found) != 0) refuse("the checksum is wrong");
    printf("proved: %s from %s%s%s: %s %s%s%s, %s positions, %s entries\n", game, position, moves ? " and " : "",
           moves ? moves : "", player, aim, limit ? " within " : "", limit ? limit : "", all, read);
}
