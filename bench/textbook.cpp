// Minimax on tic-tac-toe: the textbook's recursion, as plywise/games/tictactoe.py and Plywise's kernel have it, in a
// shared library. value() is given the cells marked X and O, so no compiler can know the answer.

#include <cstdint>

struct State {
    int64_t x, o;
};

constexpr int64_t FULL = 0b111'111'111;
constexpr int64_t LINES[8] = {
    0b000'000'111, 0b000'111'000, 0b111'000'000,  // rows
    0b001'001'001, 0b010'010'010, 0b100'100'100,  // columns
    0b100'010'001, 0b001'010'100,                 // diagonals
};
constexpr int MAX = 1, MIN = -1, INFINITE = 1 << 20;

static int64_t nodes;

static int player(State state) {
    return __builtin_popcountll(state.x) == __builtin_popcountll(state.o) ? MAX : MIN;
}

static bool won(int64_t marks) {
    for (int64_t line : LINES)
        if ((marks & line) == line) return true;
    return false;
}

static bool terminal(State state) { return (state.x | state.o) == FULL || won(state.x) || won(state.o); }

static int utility(State state) { return int(won(state.x)) - int(won(state.o)); }

static int64_t actions(State state) { return FULL & ~(state.x | state.o); }

static State result(State state, int action) {
    if (player(state) == MAX) return {state.x | int64_t(1) << action, state.o};
    return {state.x, state.o | int64_t(1) << action};
}

static int minimax(State state) {
    nodes++;
    if (terminal(state)) return utility(state);
    int mover = player(state);
    int best = -mover * INFINITE;
    for (int64_t left = actions(state); left; left &= left - 1) {
        int value = minimax(result(state, __builtin_ctzll(left)));
        if (mover * value > mover * best) best = value;
    }
    return best;
}

extern "C" int value(int64_t x, int64_t o) {
    nodes = 0;
    return minimax({x, o});
}

extern "C" int64_t entered() { return nodes; }
