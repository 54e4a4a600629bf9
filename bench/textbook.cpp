// Minimax on tic-tac-toe: the textbook's recursion, as bench/games/mask_form.py and Plywise's kernel have it.
//
// Each line on stdin, "x o" (the cells marked X and O as two numbers), is searched and answered with one line, "value
// nodes seconds". The position is read, so no compiler can know the answer; the time is that of the recursion alone.

#include <chrono>
#include <cstdint>
#include <iostream>

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

int main() {
    State state;
    std::cout.precision(9);
    while (std::cin >> state.x >> state.o) {
        nodes = 0;
        auto began = std::chrono::steady_clock::now();
        int value = minimax(state);
        std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - began;
        std::cout << value << ' ' << nodes << ' ' << seconds.count() << std::endl;
    }
}
