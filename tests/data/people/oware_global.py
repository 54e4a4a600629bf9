# small oware: 3 houses each with 3 seeds
# houses 0 1 2 are mine, 3 4 5 the computer's
# catch the seeds if the last one makes 2 or 3 in a house of the other player

board = [3, 3, 3, 3, 3, 3]
captured = [0, 0]
turn = 0     # 0 = human, 1 = computer


def reset():
    global board, captured, turn
    board = [3, 3, 3, 3, 3, 3]
    captured = [0, 0]
    turn = 0


def houses(p):
    if p == 0:
        return [0, 1, 2]
    return [3, 4, 5]


def legal():
    return [h for h in houses(turn) if board[h] > 0]


def sow(h):
    global turn
    n = board[h]
    board[h] = 0
    i = h
    while n > 0:
        i = (i + 1) % 6
        if i == h:
            continue
        board[i] += 1
        n -= 1
    other = houses(1 - turn)
    while i in other and board[i] in (2, 3):
        captured[turn] += board[i]
        board[i] = 0
        i = (i - 1) % 6
    turn = 1 - turn


def finished():
    if captured[0] > 9 or captured[1] > 9:
        return True
    return legal() == []


def result():
    """how many seeds the computer is ahead"""
    mine = captured[1]
    yours = captured[0]
    if finished():
        # what is left belongs to the owner of the house
        mine += board[3] + board[4] + board[5]
        yours += board[0] + board[1] + board[2]
    return mine - yours


def save():
    return board[:], captured[:], turn


def restore(saved):
    global board, captured, turn
    board, captured, turn = saved


def think(depth):
    """returns (value, house)"""
    if finished() or depth == 0:
        return result(), None
    best = None
    best_house = None
    for h in legal():
        old = save()
        sow(h)
        v, _ = think(depth - 1)
        restore(old)
        if best is None:
            best, best_house = v, h
        elif turn == 1 and v > best:
            best, best_house = v, h
        elif turn == 0 and v < best:
            best, best_house = v, h
    return best, best_house


def show():
    print()
    print("       ", board[5], board[4], board[3], "   computer:", captured[1])
    print("       ", board[0], board[1], board[2], "   you:", captured[0])


def play():
    reset()
    while not finished():
        show()
        if turn == 0:
            h = None
            while h not in legal():
                try:
                    h = int(input("house (0, 1, 2)? "))
                except ValueError:
                    print("a number please")
            sow(h)
        else:
            v, h = think(6)
            print("computer takes house", h)
            sow(h)
    show()
    r = result()
    if r > 0:
        print("computer wins by", r)
    elif r < 0:
        print("you win by", -r)
    else:
        print("draw")


if __name__ == "__main__":
    play()
