"""The terms of the evaluation of chess once more, slowly: on squares named by file and rank, with no set of bits.

`estimate` is what plywise.games.chess.evaluation computes, written from the descriptions in weights.py alone.
"""

from collections import Counter

from plywise.games.chess.king_and_pawn import wins
from plywise.games.chess.weights import MOBILITY, MOST_HITS

DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
LEAPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
LETTERS = "PNBRQK"
WORTH = {"N": 3, "B": 3, "R": 5, "Q": 9}
CENTRE = {(file, rank) for file in range(2, 6) for rank in range(2, 6)}


def board_of(fen):
    """Return (file, rank) -> letter, as in FEN."""
    board = {}
    for rank, row in enumerate(reversed(fen.split()[0].split("/"))):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                board[file, rank] = letter
                file += 1
    return board


def turned(board):
    """Return the board as Black sees it, whose pieces are then the capital letters."""
    return {(file, 7 - rank): letter.swapcase() for (file, rank), letter in board.items()}


def inside(square):
    return 0 <= square[0] < 8 and 0 <= square[1] < 8


def near(square):
    return {each for step in DIAGONAL + STRAIGHT if inside(each := (square[0] + step[0], square[1] + step[1]))}


def attacks(board, square):
    """Return the squares that the piece on a square attacks."""
    kind, (file, rank) = board[square].upper(), square
    up = 1 if board[square].isupper() else -1
    if kind == "P":
        return {each for side in (-1, 1) if inside(each := (file + side, rank + up))}
    if kind == "K":
        return near(square)
    if kind == "N":
        return {each for x, y in LEAPS if inside(each := (file + x, rank + y))}
    found = set()
    for x, y in (DIAGONAL if kind in "BQ" else []) + (STRAIGHT if kind in "RQ" else []):
        at = (file + x, rank + y)
        while inside(at):
            found.add(at)
            if at in board:
                break
            at = (at[0] + x, at[1] + y)
    return found


class Side:
    """A player's pieces, who is White here, and what they attack."""

    def __init__(self, board, capital):
        self.squares = {kind: [] for kind in LETTERS}
        self.attacked = {kind: set() for kind in LETTERS}
        self.times = Counter()
        for square, letter in sorted(board.items()):
            if letter.isupper() == capital:
                kind = letter.upper()
                self.squares[kind].append(square)
                self.attacked[kind] |= attacks(board, square)
        for kind in LETTERS:  # of pawns it counts once, however many attack a square
            if kind == "P":
                self.times.update(self.attacked["P"])
            else:
                for square in self.squares[kind]:
                    self.times.update(attacks(board, square))
        self.pawns, self.king = set(self.squares["P"]), self.squares["K"][0]
        self.any = set(self.times)
        self.minors = {*self.squares["N"], *self.squares["B"]}
        self.pieces = {*self.minors, *self.squares["R"], *self.squares["Q"]}


def place_of(square):
    """Return a square's place in a table of half a board."""
    return 4 * square[1] + min(square[0], 7 - square[0])


def counts(board):
    """Return how often each weight counts for White: (name, place in its row) -> times, and no phases."""
    own, other = Side(board, True), Side(board, False)
    found = Counter()
    count_pieces(found, board, own, other)
    count_pawns(found, own, other)
    count_among_pawns(found, own, other)
    count_king(found, board, own, other)
    count_threats(found, board, own, other)
    count_passed(found, board, own, other)
    return found


def count_pieces(found, board, own, other):
    zone = near(other.king) | {other.king}
    zone |= {(file, rank - 1) for file, rank in near(other.king) if rank > 0}
    hits = 0
    for place, kind in enumerate(LETTERS):
        for square in own.squares[kind]:
            found["squares", 32 * place + place_of(square)] += 1
            if kind != "K":
                found["material", place] += 1
            if kind in "NBRQ":
                reach = attacks(board, square)
                found["mobility", MOBILITY[place - 1] + len(reach - other.attacked["P"] - own.pawns)] += 1
                hits += len(reach & zone) * (2 if kind == "Q" else 1)
    found["king_hits", min(hits, MOST_HITS)] += 1
    found["king_hits_end", None] += hits


def is_beyond_pawns(square, pawns):
    """Return whether no black pawn can ever attack a square."""
    return not any(abs(file - square[0]) == 1 and rank > square[1] for file, rank in pawns)


def count_pawns(found, own, other):
    for file, rank in own.pawns:
        found["isolated", None] += not any(abs(each[0] - file) == 1 for each in own.pawns)
        front = (file, rank + 1)
        helped = any(abs(each[0] - file) == 1 and each[1] <= rank for each in own.pawns)
        found["backward", None] += front in other.attacked["P"] and not helped
        for name, holds in (
            ("guarded", (file, rank) in own.attacked["P"]),
            ("phalanx", (file - 1, rank) in own.pawns),
        ):
            found[name, None] += holds
            found[f"{name}_far", None] += holds and rank >= 4
    found["doubled", None] += len(own.pawns) - len({file for file, _ in own.pawns})


def count_among_pawns(found, own, other):
    dark = [sum(square) % 2 == 0 for square in own.squares["B"]]
    found["bishop_pair", None] += len(set(dark)) == 2
    found["bishop_pawns", None] += sum(sum((sum(pawn) % 2 == 0) == each for pawn in own.pawns) for each in dark)
    pawns = len(own.pawns) + len(other.pawns)
    found["knight_pawns", None] += len(own.squares["N"]) * pawns
    found["rook_pawns", None] += len(own.squares["R"]) * pawns
    own_files, other_files = ({file for file, _ in side.pawns} for side in (own, other))
    for file, _ in own.squares["R"]:
        if file not in own_files:
            found["half_open_file" if file in other_files else "open_file", None] += 1
    for name, kind in (("outpost", "N"), ("bishop_outpost", "B")):
        for square in own.squares[kind]:
            safe = 3 <= square[1] <= 5 and is_beyond_pawns(square, other.pawns)
            found[name, None] += square in own.attacked["P"] and safe
    found["behind_pawn", None] += sum((file, rank + 1) in own.pawns for file, rank in own.minors)


def count_king(found, board, own, other):
    (file, rank), files = own.king, {each for each, _ in own.pawns}
    for column in range(max(file - 1, 0), min(file + 2, 8)):
        found["shield_near", None] += (column, rank + 1) in own.pawns
        found["shield_far", None] += (column, rank + 2) in own.pawns
        for step in range(4):
            found["storm", step] += (column, rank + 1 + step) in other.pawns
        found["king_half_open", None] += column not in files
        found["king_open", None] += column not in files | {each for each, _ in other.pawns}
    guarded = set().union(*(other.attacked[kind] for kind in "PNBR"))
    found["king_weak", None] += len((near(other.king) & own.any) - guarded)
    free = {square for square in ALL if square not in other.any and not board.get(square, "x").isupper()}
    for kind, name in (("N", "knight"), ("B", "bishop"), ("R", "rook"), ("Q", "queen")):
        checking = attacks(board | {other.king: kind.lower()}, other.king)
        found[f"{name}_check", None] += bool(checking & free & own.attacked[kind])


ALL = [(file, rank) for file in range(8) for rank in range(8)]


def count_threats(found, board, own, other):
    minors, rooks, queens = other.minors, set(other.squares["R"]), set(other.squares["Q"])
    by_pawns, by_minors = own.attacked["P"], own.attacked["N"] | own.attacked["B"]
    for name, squares in (
        ("pawn_on_minor", by_pawns & minors),
        ("pawn_on_rook", by_pawns & rooks),
        ("pawn_on_queen", by_pawns & queens),
        ("minor_on_minor", by_minors & minors),
        ("minor_on_rook", by_minors & rooks),
        ("minor_on_queen", by_minors & queens),
        ("rook_on_queen", own.attacked["R"] & queens),
        ("hanging", own.any - other.any & own.any & other.pieces and (own.any - other.any) & other.pieces),
        ("hanging_pawn", (own.any - other.any) & other.pawns),
        ("twice_attacked", {each for each in other.pieces if own.times[each] >= 2 and other.times[each] < 2}),
        ("space", own.any & CENTRE - other.attacked["P"]),
    ):
        found[name, None] += len(squares)
    steps = {(file, rank + 1) for file, rank in own.pawns} - board.keys()
    steps |= {(file, rank + 1) for file, rank in steps if rank == 2} - board.keys()
    safe = {each for each in steps if each not in other.attacked["P"] and (each in own.any or each not in other.any)}
    found["push_threat", None] += len({(x + side, y + 1) for x, y in safe for side in (-1, 1)} & other.pieces)


def moves_between(square, other):
    return max(abs(square[0] - other[0]), abs(square[1] - other[1]))


def count_passed(found, board, own, other):
    for file, rank in own.pawns:
        ahead = {(column, row) for column in (file - 1, file, file + 1) for row in range(rank + 1, 8)}
        if ahead & other.pawns or any((file, row) in own.pawns for row in range(rank + 1, 8)):
            continue
        found["passed", rank - 1] += 1
        times, front = rank - 2, (file, rank + 1)
        if times < 1:
            continue
        way = {(file, row) for row in range(rank + 1, 8)}
        behind = {(file, row) for row in range(rank)} & {*own.squares["R"], *own.squares["Q"]}
        found["passed_free", None] += times * (front not in board)
        found["passed_safe", None] += times * (front not in other.any)
        found["passed_path", None] += times * (not way & (board.keys() | other.any))
        found["passed_rook", None] += times * bool(behind)
        found["passed_own_king", None] += times * moves_between(own.king, front)
        found["passed_other_king", None] += times * moves_between(other.king, front)


def estimate(weights, fen):
    """Return the evaluation of a position, White's view, with some weights."""
    board, to_move = board_of(fen), fen.split()[1]
    times = counts(board)
    times.subtract(counts(turned(board)))
    times["tempo", None] += 1 if to_move == "w" else -1
    middle = sum(number * count(weights, name, place, 0) for (name, place), number in times.items())
    end = sum(number * count(weights, name, place, 1) for (name, place), number in times.items())
    pieces = Counter(letter.upper() for letter in board.values())
    left = min(pieces["N"] + pieces["B"] + 2 * pieces["R"] + 3 * pieces["Q"], 22)
    side = 1 if to_move == "w" else -1
    value = side * (middle * left + end * (22 - left))
    size = abs(value) // 22 if value < 0 else value // 22
    white_ahead = (value > 0) == (side > 0)
    size = scaled(weights, board if white_ahead else turned(board), size, (to_move == "w") == white_ahead)
    return min(size, 20_000) * (1 if white_ahead else -1)


def count(weights, name, place, phase):
    """Return what a term counts once, in the middle game (phase 0) or in the endgame (1)."""
    if place is None:
        return weights[name][phase]
    if name in ("storm", "king_hits"):
        return weights[name][place] if phase == 0 else 0
    return weights[f"{name}_{('middle', 'end')[phase]}"][place]


def is_won(pawn, king, other_king, to_move):
    """Return whether king and pawn win: by the table, which its own test compares with another solution."""
    return wins(*(8 * rank + file for file, rank in (pawn, king, other_king)), to_move)


def scaled(weights, board, value, to_move):
    """Return what is left of White's advantage. to_move: whether White is to move."""
    own, other = Side(board, True), Side(board, False)
    if not own.pawns:
        mine, theirs = (sum(WORTH[board[square].upper()] for square in side.pieces) for side in (own, other))
        knights = len(own.squares["N"]) == 2 and mine == 6 and not theirs
        if mine <= 3 or knights:
            return 0
        return value * weights["without_pawns"] // 64 if mine - theirs <= 3 else value
    if not own.pieces - set(own.squares["B"]):
        if not own.pieces and not other.pieces and len(own.pawns) == 1 and not other.pawns:
            return value if is_won(own.squares["P"][0], own.king, other.king, to_move) else 0
        for file, colour in ((0, 0), (7, 1)):
            corner_is_held = moves_between(other.king, (file, 7)) <= 1
            wrong = own.minors and all(sum(each) % 2 == colour for each in own.minors)
            if {each[0] for each in own.pawns} == {file} and wrong and corner_is_held:
                return 0
    bishops = [side.squares["B"] for side in (own, other)]
    if [len(each) for each in bishops] == [1, 1] and len({sum(each[0]) % 2 for each in bishops}) == 2:
        more = len(own.pieces) + len(other.pieces) > 2
        return value * weights["opposite_bishops_more" if more else "opposite_bishops"] // 64
    return value
