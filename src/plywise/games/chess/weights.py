"""Every weight of the chess evaluation, in hundredths of a pawn.

A pair is the weight in the middle game and in the endgame; between them the weights are interpolated as pieces leave
the board. Long rows are two weights, `..._middle` and `..._end`.
"""

from plywise.game.weights import Weight

PIECES = 5
HALF_BOARD = 32
MOBILITY = (0, 9, 23, 38, 66)
"""The bounds of the rows of knights, bishops, rooks and queens among the weights of mobility."""
MOST_HITS = 19
"""The maximum number of attacks on the squares around a king that count."""

SCALES = 64
LEAST, MOST = -200, 200


def _pair(middle: int = 0, end: int = 0) -> Weight[tuple[int, int]]:
    return Weight((middle, end), LEAST, MOST)


class ChessWeights:
    """The weights. Each counts for a player's own pieces, less the same for the other's."""

    # Pawn, knight, bishop, rook, queen.
    material_middle = Weight((42, 219, 274, 319, 783), 0, 2000)
    material_end = Weight((120, 230, 317, 597, 1098), 0, 2000)

    # Squares of pieces. For each kind the ranks from the player's own, two in a line, and for each rank the files a and
    # h, b and g, c and f, d and e.
    # fmt: off
    squares_middle = Weight((
        # pawns
           0,    0,    0,    0,    -19,   -6,  -22,  -18,
          -6,  -13,   -9,  -22,      0,  -14,   -3,    2,
           4,    9,    7,   19,     13,    7,    5,   47,
          30,  -22,    6,    4,      0,    0,    0,    0,
        # knights
         -16,  -37,   -8,  -22,    -41,   -7,  -41,  -23,
          -1,  -14,    0,   -3,     37,   19,   39,   -4,
          16,   32,   -7,   34,    -11,   23,   15,   31,
          -1,    3,   12,   -2,    -21,   -5,    2,   -3,
        # bishops
          30,  -33,  -26,  -22,     -7,  -15,  -18,   -9,
           3,   32,   24,  -23,    -37,   -2,   -8,   16,
          -2,   36,   47,    8,    -14,    6,   33,   -7,
           5,  -15,   -7,   13,      6,  -17,   -1,    5,
        # rooks
          20,   10,    4,    1,      3,   29,  -17,    2,
         -18,   -8,   -4,  -16,    -37,  -25,  -14,  -20,
          10,  -19,  -10,  -15,      3,    1,    5,   26,
          -3,   17,    3,   11,      9,   28,   11,    3,
        # queens
          19,   16,    4,   -4,     -8,    1,    2,    7,
         -18,  -33,  -25,  -10,      0,    6,  -23,   31,
          27,  -32,  -25,  -29,    -29,   66,   18,    5,
          -9,  -18,   35,   17,     28,  -20,   -8,    5,
        # kings
         -22,   27,  -48,   -1,     26,   12,   33,  -16,
         -17,   -8,   27,  -33,      7,  -13,   22,    4,
           1,   -2,    1,   -6,     -3,    2,    5,    5,
           2,    0,    3,   -1,     -1,   -1,   -2,    0,
    ), LEAST, MOST)
    squares_end = Weight((
        # pawns
           0,    0,    0,    0,     -7,  -24,   17,    0,
         -21,    8,   12,  -22,     24,    8,  -11,    8,
          -6,  -12,  -13,   -7,     -4,  -18,   21,   21,
           6,   -7,   32,   -3,      0,    0,    0,    0,
        # knights
          -9,   -6,   -6,   -9,     -4,  -25,    1,  -11,
         -12,   -4,  -16,    4,    -14,   -2,    3,    2,
           6,    4,   19,   24,      3,   10,    9,   28,
           9,    9,   15,   -7,    -23,  -10,    8,    0,
        # bishops
         -16,   -5,   -3,    3,    -11,   -6,   -3,  -12,
          -9,    9,   36,   10,     -4,    6,    6,   -6,
         -18,   -4,   25,   27,     -9,  -15,    9,   24,
           2,    5,  -14,   -2,     -6,  -22,    6,   -2,
        # rooks
         -36,    5,   14,  -32,     -3,   -4,  -26,   -9,
         -22,   -3,   -8,  -32,      8,    5,   12,    0,
           7,  -12,   -8,   10,     -1,    5,    0,   21,
          17,   14,   17,   24,     15,    9,   18,    1,
        # queens
          -4,  -14,  -11,   24,     -1,    0,   -7,    7,
           2,    1,    8,   13,     -2,    2,   -7,   -1,
         -18,   -5,   10,    2,    -19,    9,   20,   16,
           1,   -9,    7,   14,     -7,  -21,   -6,    1,
        # kings
         -50,  -14,    2,  -24,    -23,    6,    3,    3,
         -14,  -17,   -4,   11,      1,   12,    7,  -26,
           8,   37,   21,  -25,    -11,   20,   27,   26,
           3,    9,   10,    7,     -3,    2,   -4,    2,
    ), LEAST, MOST)

    # Squares that a piece attacks where neither an own pawn stands nor a pawn of the other's attacks, from none:
    # knights 0-8, bishops 0-13, rooks 0-14, queens 0-27.
    mobility_middle = Weight((
        -52, -24, -12, 2, -5, 7, 23, 31, 27,
        -49, -35, -16, -8, 0, 12, 15, 16, 20, 12, 16, 20, -2, -3,
        -3, -55, -38, -39, -15, -5, -1, 12, -6, 14, 41, 15, 42, 27, 6,
        0, -3, -29, -22, -19, -14, 6, -9, -3, 4, 4, 12, 19, 3, 6, 1, -10, 19, 25, 0, -7, 14, 6, -7, -1, -2, 1, 0,
    ), LEAST, MOST)
    mobility_end = Weight((
        -21, -48, -6, -7, 12, 34, 16, 17, 1,
        -22, -70, -7, 25, 30, -9, -6, -15, 45, 22, 11, 4, 8, -15,
        0, -17, -44, -28, -9, 4, 14, 13, 14, 25, 5, 11, 18, 7, -7,
        0, -1, 2, -10, -4, -19, 0, 5, -19, -9, 30, 8, 28, 5, 19, 9, 21, 13, 11, -1, -8, -29, 0, -24, -4, -11, 0, -1,
    ), LEAST, MOST)
    # fmt: on

    tempo = _pair(25, 12)  # the side to move
    bishop_pair = _pair(40, 50)
    bishop_pawns = _pair(-1, 32)  # each pair of a bishop and an own pawn on squares of the same colour
    knight_pawns = _pair(0, 24)  # each pair of a knight and a pawn of either side
    rook_pawns = _pair(-7, 20)  # each pair of a rook and a pawn of either side
    open_file = _pair(61, 19)  # a rook on a file without pawns
    half_open_file = _pair(23, 15)  # a rook on a file without own pawns
    outpost = _pair(25, 3)  # a knight guarded by a pawn, on ranks 4 to 6, where no pawn can ever attack it
    bishop_outpost = _pair(2, 40)  # the same of a bishop
    behind_pawn = _pair(10, -16)  # a knight or bishop with an own pawn in front of it

    isolated = _pair(-9, -8)  # a pawn without own pawns on the files beside it
    doubled = _pair(17, -30)  # a pawn on the same file as another
    backward = _pair(
        -8, -8
    )  # a pawn that no own pawn can guard any more when it goes on, and a pawn of the other's attacks
    guarded = _pair(8, 15)  # a pawn guarded by a pawn
    phalanx = _pair(9, 18)  # a pawn beside a pawn
    guarded_far = _pair(26, -16)  # these two again for pawns on rank 5 and beyond
    phalanx_far = _pair(27, 16)

    # Passed pawns, from rank 2 to 7.
    passed_middle = Weight((35, 22, -46, -46, -5, 39), LEAST, 400)
    passed_end = Weight((15, 14, -20, 9, 14, 61), LEAST, 400)
    # More for those on rank 4 and beyond, counted as often as there are ranks behind the third.
    passed_free = _pair(4, 31)  # nothing stands in front of it
    passed_safe = _pair(-10, 32)  # nothing attacks the square in front of it
    passed_path = _pair(-11, 40)  # nothing stands or attacks anywhere on its way
    passed_own_king = _pair(8, -7)  # for each king's move between its way and the player's own king
    passed_other_king = _pair(-8, 14)  # the same of the other's king
    passed_rook = _pair(8, 21)  # a rook or queen of its own behind it

    # The king: pawns on the three files before it, and files without pawns among these.
    shield_near = _pair(17, -19)  # an own pawn one rank before it
    shield_far = _pair(23, -34)  # two ranks
    storm = Weight(
        (-30, -20, 9, 1), LEAST, MOST
    )  # a pawn of the other's one to four ranks before it, in the middle game
    king_half_open = _pair(11, -39)  # a file without own pawns
    king_open = _pair(-23, 6)  # a file without pawns
    # Attacks on the squares around the other's king, each by each piece, a queen's twice; in the middle game.
    king_hits = Weight(
        (43, 27, 13, 6, -27, -14, -26, -26, 2, -13, -1, -32, -17, -2, -19, 14, 41, 25, -5, 16), LEAST, 600
    )
    king_hits_end = _pair(15, 1)  # each; in the endgame
    king_weak = _pair(
        22, -1
    )  # a square around the other's king that is attacked, and guarded by nothing but king or queen
    # Squares from which a knight, bishop, rook or queen could give check without being taken: none, or some.
    knight_check = _pair(48, 14)
    bishop_check = _pair(22, 6)
    rook_check = _pair(58, 8)
    queen_check = _pair(39, 31)

    # Threats.
    pawn_on_minor = _pair(65, 0)  # a knight or bishop of the other's that a pawn attacks
    pawn_on_rook = _pair(29, 13)
    pawn_on_queen = _pair(9, 1)
    minor_on_minor = _pair(-4, 33)  # a knight or bishop that a knight or bishop attacks
    minor_on_rook = _pair(18, 26)
    minor_on_queen = _pair(59, 16)
    rook_on_queen = _pair(32, 8)
    hanging = _pair(14, 51)  # a piece that is attacked, and guarded by nothing
    hanging_pawn = _pair(13, 42)
    twice_attacked = _pair(41, 35)  # a piece that is attacked twice, and guarded at most once
    push_threat = _pair(15, 4)  # a piece that a pawn could attack by a safe step
    space = _pair(0, 8)  # a square in the middle of the board that is attacked, and no pawn of the other's guards

    # The part of an advantage that counts, in sixty-fourths, in endings that are hard to win.
    opposite_bishops = Weight(62, 0, 64)  # nothing but one bishop each, on squares of different colours, and pawns
    opposite_bishops_more = Weight(63, 0, 64)  # the same, with other pieces
    without_pawns = Weight(57, 0, 64)  # no pawn, and at most a knight or bishop more
