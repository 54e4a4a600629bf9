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
    material_middle = Weight((100, 300, 300, 500, 900), 0, 2000)
    material_end = Weight((100, 300, 300, 500, 900), 0, 2000)

    # Where pieces stand: pawns, knights, bishops, rooks, queens, kings. Of each the ranks from the player's own first,
    # and of each rank the files a and h, b and g, c and f, d and e.
    squares_middle = Weight((0,) * (6 * HALF_BOARD), LEAST, MOST)
    squares_end = Weight((0,) * (6 * HALF_BOARD), LEAST, MOST)

    # Squares that a piece attacks and no pawn of the other's guards, from none: knights 0-8, bishops 0-13, rooks 0-14,
    # queens 0-27.
    mobility_middle = Weight((0,) * MOBILITY[-1], LEAST, MOST)
    mobility_end = Weight((0,) * MOBILITY[-1], LEAST, MOST)

    tempo = _pair()  # to be the one to move
    bishop_pair = _pair()
    bishop_pawns = _pair()  # each pair of a bishop and an own pawn on squares of the same colour
    knight_pawns = _pair()  # each pair of a knight and a pawn of either side
    rook_pawns = _pair()  # each pair of a rook and a pawn of either side
    open_file = _pair()  # a rook on a file without pawns
    half_open_file = _pair()  # a rook on a file without own pawns
    outpost = _pair()  # a knight guarded by a pawn, on ranks 4 to 6, where no pawn can ever attack it
    bishop_outpost = _pair()  # the same of a bishop
    behind_pawn = _pair()  # a knight or bishop with an own pawn in front of it

    isolated = _pair()  # a pawn without own pawns on the files beside it
    doubled = _pair()  # a pawn on the same file as another
    backward = _pair()  # a pawn that no own pawn can guard any more when it goes on, and a pawn of the other's attacks
    guarded = _pair()  # a pawn guarded by a pawn
    phalanx = _pair()  # a pawn beside a pawn
    guarded_far = _pair()  # these two again for pawns on rank 5 and beyond
    phalanx_far = _pair()

    # Passed pawns, from rank 2 to 7.
    passed_middle = Weight((0,) * 6, LEAST, 400)
    passed_end = Weight((0,) * 6, LEAST, 400)
    # More for those on rank 4 and beyond, counted as often as there are ranks behind the third.
    passed_free = _pair()  # nothing stands in front of it
    passed_safe = _pair()  # nothing attacks the square in front of it
    passed_path = _pair()  # nothing stands or attacks anywhere on its way
    passed_own_king = _pair()  # for each king's move between its way and the player's own king
    passed_other_king = _pair()  # the same of the other's king
    passed_rook = _pair()  # a rook or queen of its own behind it

    # The king: pawns on the three files before it, and files without pawns among these.
    shield_near = _pair()  # an own pawn one rank before it
    shield_far = _pair()  # two ranks
    storm = Weight((0,) * 4, LEAST, MOST)  # a pawn of the other's one to four ranks before it, in the middle game
    king_half_open = _pair()  # a file without own pawns
    king_open = _pair()  # a file without pawns
    # Attacks on the squares around the other's king, each by each piece, a queen's twice; in the middle game.
    king_hits = Weight((0,) * (MOST_HITS + 1), LEAST, 600)
    king_hits_end = _pair()  # each; in the endgame
    king_weak = _pair()  # a square around the other's king that is attacked, and guarded by nothing but king or queen
    # Squares from which a knight, bishop, rook or queen could give check without being taken: none, or some.
    knight_check = _pair()
    bishop_check = _pair()
    rook_check = _pair()
    queen_check = _pair()

    # Threats.
    pawn_on_minor = _pair()  # a knight or bishop of the other's that a pawn attacks
    pawn_on_rook = _pair()
    pawn_on_queen = _pair()
    minor_on_minor = _pair()  # a knight or bishop that a knight or bishop attacks
    minor_on_rook = _pair()
    minor_on_queen = _pair()
    rook_on_queen = _pair()
    hanging = _pair()  # a piece that is attacked, and guarded by nothing
    hanging_pawn = _pair()
    twice_attacked = _pair()  # a piece that is attacked twice, and guarded at most once
    push_threat = _pair()  # a piece that a pawn could attack by a safe step
    space = _pair()  # a square in the middle of the board that is attacked, and no pawn of the other's guards

    # How much of an advantage counts, in sixty-fourths, where it is hard to win with it.
    opposite_bishops = Weight(64, 0, 64)  # nothing but one bishop each, on squares of different colours, and pawns
    opposite_bishops_more = Weight(64, 0, 64)  # the same, with other pieces
    without_pawns = Weight(64, 0, 64)  # no pawn, and at most a knight or bishop more
