"""What counts in a position of chess, and how much: every weight of the evaluation, in hundredths of a pawn.

A pair is what something counts in the middle game and in the endgame; between them the numbers go over into one
another as pieces leave the board. Long rows are two weights, `..._middle` and `..._end`.
"""

from plywise.weights import Weight

PIECES = 5
HALF_BOARD = 32
MOBILITY = (0, 9, 23, 38, 66)
"""Where the rows of knights, bishops, rooks and queens begin and end among the weights of mobility."""
MOST_HITS = 19
"""More attacks on the squares around a king count no more."""

SCALES = 64
LEAST, MOST = -200, 200


def _pair(middle: int = 0, end: int = 0) -> Weight[tuple[int, int]]:
    return Weight((middle, end), LEAST, MOST)


class ChessWeights:
    """The weights. Each counts for a player's own pieces, less the same for the other's."""

    # Pawn, knight, bishop, rook, queen.
    material_middle = Weight((123, 381, 393, 572, 1223), 0, 2000)
    material_end = Weight((69, 67, 151, 262, 579), 0, 2000)

    # Where pieces stand. Of each kind the ranks from the player's own first, two in a line, and of each rank the files
    # a and h, b and g, c and f, d and e.
    # fmt: off
    squares_middle = Weight((
        # pawns
           0,    0,    0,    0,     -9,   15,  -33,  -12,
         -16,    3,  -10,   -4,     11,   14,  -10,    2,
          -6,  -11,   22,   15,     29,   -4,    8,   -1,
          12,  -13,   -5,    5,      0,    0,    0,    0,
        # knights
          -8,  -21,   12,  -15,    -10,   -7,  -34,    2,
         -11,    7,    7,   -3,      9,    7,   25,    1,
          -3,    9,    0,    6,      1,    5,    4,   10,
          -1,    5,   -2,    3,      6,   -2,    0,    1,
        # bishops
          12,    2,  -21,   -7,     16,  -26,   -7,  -15,
         -26,  -23,    8,  -14,      7,   -4,   18,    9,
          -3,   26,    1,   16,      3,    1,    0,   13,
           7,    3,    2,    1,      2,    3,    1,    0,
        # rooks
          11,   13,   21,    9,     -5,  -18,   -2,   -3,
         -41,   -9,   -6,    6,    -22,   -6,   -3,   -8,
          15,   -6,    9,   -6,      4,    2,    6,   10,
           4,    7,    8,    0,      6,    0,   -1,    6,
        # queens
          11,   13,   18,   30,      7,   -6,    4,   -7,
         -14,    2,   -7,   16,      0,    5,  -20,    5,
         -16,   -8,   -5,  -11,     -6,    1,   -5,   -1,
          -1,   -8,   10,    3,      0,    1,    3,    0,
        # kings
           4,   16,   -8,   -7,      8,   -9,    0,   11,
         -10,    7,   -8,  -14,     -2,   -5,   12,    3,
           0,    1,    1,    4,     -1,    0,    2,    0,
           1,    0,    0,   -1,     -1,    0,   -1,    0,
    ), LEAST, MOST)
    squares_end = Weight((
        # pawns
           0,    0,    0,    0,    -36,   10,    3,  -13,
         -19,   -8,    6,   -2,    -11,   24,  -29,   31,
         -11,   19,   -5,   12,     11,    7,    6,    2,
           6,   -6,   -3,    5,      0,    0,    0,    0,
        # knights
           3,   -2,    1,    0,     -7,   -6,    4,    2,
         -12,   18,   -9,    1,     -6,    8,    3,    4,
          -6,   -8,    6,   -1,     -1,    3,    3,   10,
          -2,   -4,   -7,    2,    -11,   -1,    1,    2,
        # bishops
          -6,    2,  -12,   -7,     12,    8,   -8,   -4,
           3,  -13,    6,   10,     -5,   -9,    3,   -9,
          11,    4,    6,    3,      2,   -4,   -4,   10,
           1,    3,    5,   -5,     -6,   -5,    6,   -3,
        # rooks
         -18,   16,    1,    4,    -11,   -1,   -7,   -7,
         -12,  -14,    4,  -17,      9,    5,    6,   -7,
           9,  -12,    3,   -3,      7,   -4,    0,   11,
           8,   10,    7,    0,      5,   -9,    2,    8,
        # queens
          -6,   -6,    2,    6,      2,    9,    4,   -2,
          -9,    5,    1,    3,      1,    3,   -1,    0,
         -12,   -3,    2,    4,     -8,   -5,    2,   -2,
          -3,   -2,    3,    4,     -8,    0,    6,   -3,
        # kings
         -20,    6,    6,    2,     -6,    0,   10,   -3,
          -7,  -13,  -10,    2,     -5,   -4,   12,    4,
          -2,    9,    9,   12,     -2,   -1,   10,    6,
          -4,    1,   -3,   -2,     -3,    1,   -3,   -1,
    ), LEAST, MOST)

    # Squares that a piece attacks where neither an own pawn stands nor a pawn of the other's attacks, from none:
    # knights 0-8, bishops 0-13, rooks 0-14, queens 0-27.
    mobility_middle = Weight((
        -12, -17, -9, -14, -11, 21, 14, 16, 15,
        -26, -10, -7, 14, -6, 9, 4, 17, 11, 2, -6, 0, 3, -3,
        0, -13, -26, -18, -7, -4, 8, 14, 2, 6, 7, 18, 14, 2, 0,
        0, 0, 8, -9, -1, -19, -4, -3, -5, -5, -12, 2, 2, 14, 16, 15, 6, 15, 2, -3, -1, -4, 1, -1, -1, 0, 0, 0,
    ), LEAST, MOST)
    mobility_end = Weight((
        -9, -8, -4, -12, -9, 19, 5, 12, -3,
        -17, -15, -5, 13, 15, 19, -5, 5, 4, -1, -15, -1, 3, -5,
        1, -10, -17, -21, -5, 4, 13, 5, 1, 12, -10, 10, 20, 3, -15,
        0, 0, 1, -3, 0, -5, 3, -2, -4, 0, 5, 12, 7, 11, 17, 7, 5, 9, 4, -10, -4, -37, -1, -14, -4, -4, -2, -2,
    ), LEAST, MOST)
    # fmt: on

    tempo = _pair(4, -2)  # to be the one to move
    bishop_pair = _pair(4, 50)
    bishop_pawns = _pair(-9, 43)  # each pair of a bishop and an own pawn on squares of the same colour
    knight_pawns = _pair(-6, 28)  # each pair of a knight and a pawn of either side
    rook_pawns = _pair(-10, 51)  # each pair of a rook and a pawn of either side
    open_file = _pair(53, 2)  # a rook on a file without pawns
    half_open_file = _pair(0, 14)  # a rook on a file without own pawns
    outpost = _pair(-4, -5)  # a knight guarded by a pawn, on ranks 4 to 6, where no pawn can ever attack it
    bishop_outpost = _pair(26, 0)  # the same of a bishop
    behind_pawn = _pair(5, -10)  # a knight or bishop with an own pawn in front of it

    isolated = _pair(6, -15)  # a pawn without own pawns on the files beside it
    doubled = _pair(-5, 5)  # a pawn on the same file as another
    backward = _pair(
        -15, -5
    )  # a pawn that no own pawn can guard any more when it goes on, and a pawn of the other's attacks
    guarded = _pair(5, -4)  # a pawn guarded by a pawn
    phalanx = _pair(3, 9)  # a pawn beside a pawn
    guarded_far = _pair(-10, -1)  # these two again for pawns on rank 5 and beyond
    phalanx_far = _pair(10, 5)

    # Passed pawns, from rank 2 to 7.
    passed_middle = Weight((17, 9, -7, -19, 4, -3), LEAST, 400)
    passed_end = Weight((-9, -37, -39, 15, 45, 3), LEAST, 400)
    # More for those on rank 4 and beyond, counted as often as there are ranks behind the third.
    passed_free = _pair(-17, 19)  # nothing stands in front of it
    passed_safe = _pair(-18, 24)  # nothing attacks the square in front of it
    passed_path = _pair(-2, 20)  # nothing stands or attacks anywhere on its way
    passed_own_king = _pair(9, 1)  # for each king's move between its way and the player's own king
    passed_other_king = _pair(-2, 10)  # the same of the other's king
    passed_rook = _pair(-5, -1)  # a rook or queen of its own behind it

    # The king: pawns on the three files before it, and files without pawns among these.
    shield_near = _pair(1, -8)  # an own pawn one rank before it
    shield_far = _pair(-9, -4)  # two ranks
    storm = Weight(
        (-13, -16, -11, 9), LEAST, MOST
    )  # a pawn of the other's one to four ranks before it, in the middle game
    king_half_open = _pair(-6, -17)  # a file without own pawns
    king_open = _pair(3, -7)  # a file without pawns
    # Attacks on the squares around the other's king, each by each piece, a queen's twice; in the middle game.
    king_hits = Weight((13, -1, -2, 10, -27, 5, -4, 19, -40, 6, 12, 36, -25, -4, -13, -1, 8, 7, 0, 2), LEAST, 600)
    king_hits_end = _pair(5, -9)  # each; in the endgame
    king_weak = _pair(
        32, -9
    )  # a square around the other's king that is attacked, and guarded by nothing but king or queen
    # Squares from which a knight, bishop, rook or queen could give check without being taken: none, or some.
    knight_check = _pair(17, 7)
    bishop_check = _pair(11, 7)
    rook_check = _pair(40, -6)
    queen_check = _pair(13, -35)

    # Threats.
    pawn_on_minor = _pair(24, 4)  # a knight or bishop of the other's that a pawn attacks
    pawn_on_rook = _pair(4, 0)
    pawn_on_queen = _pair(8, 0)
    minor_on_minor = _pair(-16, 17)  # a knight or bishop that a knight or bishop attacks
    minor_on_rook = _pair(21, 5)
    minor_on_queen = _pair(22, 4)
    rook_on_queen = _pair(3, -2)
    hanging = _pair(17, 12)  # a piece that is attacked, and guarded by nothing
    hanging_pawn = _pair(16, 36)
    twice_attacked = _pair(15, 14)  # a piece that is attacked twice, and guarded at most once
    push_threat = _pair(19, 5)  # a piece that a pawn could attack by a safe step
    space = _pair(1, 2)  # a square in the middle of the board that is attacked, and no pawn of the other's guards

    # How much of an advantage counts, in sixty-fourths, where it is hard to win with it.
    opposite_bishops = Weight(63, 0, 64)  # nothing but one bishop each, on squares of different colours, and pawns
    opposite_bishops_more = Weight(64, 0, 64)  # the same, with other pieces
    without_pawns = Weight(63, 0, 64)  # no pawn, and at most a knight or bishop more
