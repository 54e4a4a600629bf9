"""The classic questions of an oral examination on minimax and alpha-beta, with answers.

tests/teach/test_quiz.py checks the answers: it computes every number and every yes or no that a search can decide.
"""

from dataclasses import dataclass, field

from plywise.trees.tree import Tree

TOPICS = {
    "minimax": "the minimax value and its assumptions",
    "alphabeta": "windows, cutoffs, bounds",
    "ordering": "move ordering and its savings",
    "complexity": "time and space",
    "memory": "iterative deepening and transposition tables",
    "horizon": "evaluation, horizon effect, quiescence, null move",
    "games": "known results about games",
    "use": "applications, advantages and limits; completeness and optimality",
    "program": "the classroom program, line by line: infinities, indices, break",
    "trees": "small generated trees to search in your head",
}
"""The topics with descriptions."""


@dataclass(frozen=True)
class Question:
    """A question.

    name: unique among the questions
    topic: one of TOPICS
    text: the question itself
    answer: one to three sentences, with the reason
    expects: a number, "yes" or "no", used to mark answers; None: the user must judge
    tree: the tree of the question, for drawing
    """

    name: str
    topic: str
    text: str
    answer: str
    expects: int | str | None = None
    tree: Tree | None = field(default=None, compare=False)


MINIMAX = (
    Question(
        "value", "minimax", "What is the minimax value of a position?",
        "What MAX gets from there if both sides play their best. At the end of the game it is the utility; if MAX is "
        "to move, it is the greatest value among the children; if MIN is to move, the least.",
    ),
    Question(
        "three-by-three", "minimax", "MAX moves at the root of [[3, 12, 8], [2, 4, 6], [14, 5, 2]]. What is its value?",
        "The MIN nodes are worth 3, 2 and 2, and MAX takes the greatest of them: 3.", 3,
        Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]),
    ),
    Question(
        "assumptions", "minimax", "Which properties must a game have for plain minimax to apply?",
        "Two players with opposite interests (zero sum) who both see the whole position (perfect information), no "
        "chance, and an end to every line of play.",
    ),
    Question(
        "zero-sum", "minimax", "What does zero sum mean, and how does the search benefit from it?",
        "One player's gain is the other's loss, so a single number, from MAX's point of view, gives a position's value "
        "to both. The best move for one player is the worst for the other.",
    ),
    Question(
        "fallible", "minimax", "What is a minimax move worth against an opponent who makes mistakes?",
        "At least the minimax value, which is guaranteed against every opponent. But another move may gain more: it "
        "may set a trap that this opponent falls into, at the risk of less than the minimax value if they do not.",
    ),
    Question(
        "fallible-less", "minimax", "MAX follows minimax to the end of the game and MIN errs. "
        "Can MAX get less than the minimax value? (yes or no)",
        "No: the value is what MAX gets against the best replies; any other reply gives MAX at least as much.", "no",
    ),
    Question(
        "monotone", "minimax", "Every leaf value v is replaced by 2v + 1. Can another move become the best? (yes or "
        "no)",
        "No: maxima and minima depend only on the order of the values, and that does not change. (With chance nodes, "
        "which take weighted averages, an increasing but nonlinear function can change the best move.)", "no",
    ),
    Question(
        "negamax", "minimax", "What is negamax?",
        "Minimax with one function for both players: max(a, b) = -min(-a, -b), so each node takes the greatest of its "
        "children's negated values, from the point of view of the player to move.",
    ),
    Question(
        "chance", "minimax", "How is a game with dice searched?",
        "With chance nodes, whose value is the average of their children weighted by probability (expectiminimax). "
        "Pruning below a chance node needs bounds on the values, because an average depends on all of them.",
    ),
)  # fmt: skip

ALPHABETA = (
    Question(
        "alpha-and-beta", "alphabeta", "What do alpha and beta mean?",
        "On the path to this node, MAX can already secure at least alpha, and MIN can hold MAX to at most beta. "
        "Only a value between the two can still affect the root.",
    ),
    Question(
        "first-window", "alphabeta", "With which window does the search start at the root?",
        "With alpha = -infinity and beta = +infinity: neither player has secured anything yet.",
    ),
    Question(
        "when-cut", "alphabeta", "When does alpha-beta cut?",
        "When alpha and beta meet: a MAX node's value reaches beta (a beta cutoff), or a MIN node's value falls to "
        "alpha (an alpha cutoff). Then the opponent has an alternative at least as good and will avoid this node.",
    ),
    Question(
        "sound", "alphabeta", "Why is it sound to skip a node's remaining children after a cutoff?",
        "They could only push the node's value further in the direction that the opponent already avoids, so their "
        "values cannot change the value of the root.",
    ),
    Question(
        "same-value", "alphabeta", "Does alpha-beta with an open window find the same value of the root as minimax? "
        "(yes or no)", "Yes: the branches it prunes cannot change the value of the root.", "yes",
    ),
    Question(
        "inner-values", "alphabeta", "Does alpha-beta find the minimax value of every node that it enters? (yes or no)",
        "No: after a cutoff, or if the value lies outside the window, it knows only a bound.", "no",
    ),
    Question(
        "cut-bound", "alphabeta", "Why is the value at a node that was cut only a bound?",
        "Because children were skipped: at a MAX node one of them might be worth even more, so the value so far is a "
        "lower bound; at a MIN node it is an upper bound.",
    ),
    Question(
        "root-cut", "alphabeta", "Can the root itself be cut if the search starts with an open window? (yes or no)",
        "No: at the root only the bound of the player to move changes; the other stays infinite.", "no",
    ),
    Question(
        "leftmost", "alphabeta", "Can a node on the very first line of play (always the first child) be cut? "
        "(yes or no)",
        "No: it is entered before either player has a bound, so the other player's bound is infinite there.",
        "no",
    ),
    Question(
        "ge-or-gt", "alphabeta", "What is the difference between cutting when alpha >= beta and when alpha > beta?",
        "With >= a node is also cut on a tie. Both find the same value of the root; >= never visits more nodes: on the "
        "whole tree of tic-tac-toe 18,297 instead of 146,120.",
    ),
    Question(
        "ge-same", "alphabeta", "Can the rule >= give the root a different value than the rule >? (yes or no)",
        "No: on a tie the remaining children could only make the node worse for the player who already has an equal "
        "alternative.", "no",
    ),
    Question(
        "equal-moves", "alphabeta", "Alpha-beta returns the same number for two root moves. Are they necessarily "
        "equally good? (yes or no)",
        "No: the second was searched with a narrowed window, so its number may be only a bound, and the move may be "
        "worse. To find all best moves, each must be searched with an open window.", "no",
    ),
    Question(
        "deep-cutoff", "alphabeta", "What is a deep cutoff?",
        "A cutoff by a bound that comes not from the parent's other children but from three or more plies further up. "
        "It requires passing both alpha and beta down the tree.",
    ),
    Question(
        "fail-low-high", "alphabeta", "What does it mean that a search fails low, or high?",
        "Low: the value is at most alpha, and the result is an upper bound. High: it is at least beta, and the result "
        "is a lower bound. Otherwise the result is exact.",
    ),
    Question(
        "fail-soft", "alphabeta", "What is fail-soft?",
        "A search that returns the best value it saw even if that lies outside the window. This bound is tighter than "
        "alpha or beta, which fail-hard returns. Both visit the same nodes if they cut on ties.",
    ),
    Question(
        "null-window", "alphabeta", "What is a null window, and what is it used for?",
        "A window with no value between alpha and beta. It only tests whether a value is greater than alpha, and "
        "because it cuts so much, the test is cheap. PVS and MTD(f) are based on it.",
    ),
    Question(
        "pvs", "alphabeta", "What is the idea of principal variation search?",
        "To assume that the first child is the best. Only that child is searched with the full window; the others get "
        "a null window, and a child that turns out better is searched again.",
    ),
)  # fmt: skip

ORDERING = (
    Question(
        "order-value", "ordering", "Does move ordering change the value of the root? (yes or no)",
        "No: it only changes how many nodes the search needs.", "no",
    ),
    Question(
        "order-move", "ordering", "Can move ordering change which of several equally good moves is played? (yes or no)",
        "Yes: alpha-beta plays the first move that reaches the value, and cannot distinguish later ties from worse "
        "moves.",
        "yes",
    ),
    Question(
        "best-order", "ordering", "Which move order is best for alpha-beta?",
        "The best child first. At a node that only needs a refutation, any child that refutes it, ideally the cheapest "
        "to search.",
    ),
    Question(
        "leaves-4-3", "ordering", "At least how many leaves must alpha-beta read on a uniform tree with b = 4, d = 3?",
        "b^ceil(d/2) + b^floor(d/2) - 1 = 16 + 4 - 1 = 19.", 19,
    ),
    Question(
        "leaves-2-4", "ordering", "At least how many leaves must alpha-beta read on a uniform tree with b = 2, d = 4?",
        "b^ceil(d/2) + b^floor(d/2) - 1 = 4 + 4 - 1 = 7.", 7,
    ),
    Question(
        "leaves-worst", "ordering", "At most how many leaves can alpha-beta read on a uniform tree with b = 3, d = 3?",
        "All 27: in the worst order nothing is cut.", 27,
    ),
    Question(
        "twice-as-deep", "ordering", "At best, how much deeper does alpha-beta search than minimax in the same time?",
        "About twice as deep: with perfect ordering it reads about b^(d/2) leaves instead of b^d.",
    ),
    Question(
        "lower-bound", "ordering", "Why can no algorithm read fewer leaves than b^ceil(d/2) + b^floor(d/2) - 1?",
        "It must show that the value is not less, by a strategy for MAX (one move at each MAX node, all moves at MIN "
        "nodes), and not more, by a strategy for MIN. These have b^floor(d/2) and b^ceil(d/2) leaves and share one.",
    ),
    Question(
        "heuristics", "ordering", "How are moves ordered in practice?",
        "First the move from the transposition table, then captures and threats, then killer moves (which recently "
        "caused cutoffs at the same ply), then by the history of cutoffs anywhere in the tree.",
    ),
)  # fmt: skip

COMPLEXITY = (
    Question(
        "time", "complexity", "What is the time complexity of minimax, with branching b and depth d?",
        "O(b^d): it visits every node, and nearly all of them are at the deepest plies.",
    ),
    Question(
        "space", "complexity", "What is the space complexity of minimax and alpha-beta?",
        "They search depth first and store only the current line of play: O(d) positions, or O(bd) if the moves of "
        "each position on it are listed.",
    ),
    Question(
        "nodes-3-3", "complexity", "How many nodes does a uniform tree with b = 3, d = 3 have, including root and "
        "leaves?",
        "1 + 3 + 9 + 27 = 40.", 40,
    ),
    Question(
        "minimax-10-4", "complexity", "How many leaves does minimax read on a uniform tree with b = 10, d = 4?",
        "All of them: 10^4 = 10,000.", 10000,
    ),
    Question(
        "best-10-4", "complexity", "How many leaves does alpha-beta read on a uniform tree with b = 10, d = 4, "
        "with the best ordering?",
        "10^2 + 10^2 - 1 = 199.", 199,
    ),
    Question(
        "random-order", "complexity", "How many leaves does alpha-beta read if the children are in random order?",
        "Fewer than minimax and more than with the best ordering: as a rule of thumb, about "
        "b^(3d/4) leaves for a moderate b.",
    ),
    Question(
        "effective", "complexity", "What is the effective branching factor?",
        "The branching factor of a uniform tree of the same depth with as many nodes as the search visited. It "
        "measures the cost of one more ply.",
    ),
)  # fmt: skip

MEMORY = (
    Question(
        "deepening", "memory", "Why is iterative deepening not wasteful?",
        "The deepest ply outweighs all others, so all earlier iterations together cost about 1/(b - 1) of the last "
        "one. In return they provide a better move order, and a move is ready at any time.",
    ),
    Question(
        "deepening-nodes", "memory", "b = 10: minimax searches to depth 0, 1, 2 and 3 in turn. How many leaves does it "
        "read at all these horizons together?", "1 + 10 + 100 + 1,000 = 1,111, only a ninth more than 1,000.", 1111,
    ),
    Question(
        "transposition", "memory", "What is a transposition, and what does the table do with it?",
        "A position reached again by a different order of moves. The table stores what was proved about it, so that it "
        "need not be searched again.",
    ),
    Question(
        "table-bounds", "memory", "Why does a transposition table store whether a value is exact or a bound?",
        "Because most values come from nodes that were cut or whose value lay outside the window. A lower bound can "
        "replace a search only if it reaches beta, an upper bound only if it does not exceed alpha.",
    ),
    Question(
        "table-depth", "memory", "Why does an entry also hold a depth?",
        "A value from a search 3 plies deep cannot replace a search 5 plies deep; one at least as deep can.",
    ),
    Question(
        "path", "memory", "What goes wrong with a transposition table if the rules count repetitions?",
        "The value of a position then depends on the path to it, so a value proved on one path may be wrong on another "
        "(graph history interaction).",
    ),
    Question(
        "table-value", "memory", "A game without repetition rules is searched to its end. Can a correct transposition "
        "table change the value of the root? (yes or no)", "No: it only repeats what has been proved.", "no",
    ),
)  # fmt: skip

HORIZON = (
    Question(
        "evaluation", "horizon", "What makes a good evaluation function?",
        "It is fast, from MAX's point of view, well correlated with the chance of winning, and strictly between the "
        "values of a loss and a win, so that an estimate is never mistaken for a proof.",
    ),
    Question(
        "horizon-effect", "horizon", "What is the horizon effect?",
        "Delaying moves push an unavoidable loss beyond the search's horizon, so the search takes the loss for "
        "avoided. The delaying moves often make things worse.",
    ),
    Question(
        "quiescence", "horizon", "What is quiescence search?",
        "At the horizon the search continues with noisy moves such as captures until the position is quiet enough to "
        "evaluate. The player to move may also stand pat, that is, take the static evaluation.",
    ),
    Question(
        "null-move", "horizon", "What is the null move, and when does it fail?",
        "The player to move passes. If a shallower search still gives a cutoff, the node is cut. It fails in zugzwang, "
        "where every move does harm and passing would be best.",
    ),
    Question(
        "zugzwang", "horizon", "What is zugzwang?",
        "A position in which the player to move would rather pass, because every move makes it worse.",
    ),
    Question(
        "reductions", "horizon", "What are extensions and reductions?",
        "Extensions search forcing moves deeper than others. Reductions search moves late in the order less deeply, "
        "and again to full depth if they turn out better than expected. Both can change the value: the search is "
        "selective.",
    ),
    Question(
        "deeper", "horizon", "Is a deeper search always better?",
        "In practical games, nearly always. But there are pathological trees, in which backing up estimates makes them "
        "less reliable. Deeper search helps if the evaluation gets better towards the end of the game.",
    ),
    Question(
        "estimate-proof", "horizon", "A search to depth 8 gives the value 0.7, an estimate. Is that proved? (yes or "
        "no)",
        "No: it is the best result by the evaluation function 8 plies ahead; the game's true value may differ.",
        "no",
    ),
)  # fmt: skip

GAMES = (
    Question(
        "zermelo", "games", "What holds for every finite two-player zero-sum game with perfect information and "
        "without chance?",
        "It has a value: either one player can force a win, or both can force at least a draw (Zermelo). Backward "
        "induction, that is, minimax, finds it.",
    ),
    Question(
        "tic-tac-toe", "games", "What is the minimax value of the empty tic-tac-toe board, if a win for X is 1 and "
        "for O -1?",
        "0: with best play it is a draw.", 0,
    ),
    Question(
        "solved", "games", "What is the difference between weakly and strongly solved?",
        "Weakly: the value of the starting position and a strategy that achieves it are known. Strongly: the value of "
        "every position is known.",
    ),
    Question(
        "nim-sum", "games", "Nim with heaps of 3, 4 and 5, taking the last object wins: what is the nim sum "
        "(exclusive or)?",
        "3 xor 4 xor 5 = 2, which is not 0: the player to move wins.", 2,
    ),
    Question(
        "nim-move", "games", "Nim with heaps of 2 and 2, taking the last object wins: does the player to move win? "
        "(yes or no)", "No: the nim sum is 0, and the opponent copies every move on the other heap.", "no",
    ),
    Question(
        "stealing", "games", "What does strategy stealing show about k in a row?",
        "That the second player cannot have a winning strategy: the first player could play anywhere and then follow "
        "it, and an extra mark never hurts. It does not show whether the first player wins or the game is a draw.",
    ),
    Question(
        "sooner", "games", "Why should a search prefer a sooner win to a later one?",
        "Because all wins have the same value: a search that is indifferent between them may postpone the win at every "
        "move and never win at all.",
    ),
)  # fmt: skip

USE = (
    Question(
        "applications", "use", "Where is minimax with alpha-beta applied?",
        "In programs for two-player games without chance or hidden cards: tic-tac-toe, Connect Four, checkers, "
        "Othello, chess. Also for decisions that must hold in the worst case: against an attacker, a disturbance or a "
        "fault.",
    ),
    Question(
        "advantages", "use", "What are the advantages of minimax?",
        "It is simple, needs no training, and plays perfectly if it can search to the end of the game. Its answer can "
        "be explained and checked, and with a depth limit it still finds a move.",
    ),
    Question(
        "limits", "use", "What are the limits of minimax?",
        "Its time is exponential in the depth, so larger games need a depth limit and an evaluation, which can be "
        "wrong. It assumes an opponent who plays perfectly; chance, hidden information or three players need other "
        "methods.",
    ),
    Question(
        "over-minimax", "use", "What does alpha-beta gain over minimax, and what does it not gain?",
        "It finds the same value and reads far fewer leaves, at best about the square root of their number. In the "
        "worst order it reads them all, and its time is still exponential.",
    ),
    Question(
        "complete", "use", "Is minimax complete on a finite game tree, that is, does it always find an answer? "
        "(yes or no)",
        "Yes: it visits every node once, depth first, and there are finitely many nodes.", "yes",
    ),
    Question(
        "complete-endless", "use", "Is plain minimax complete if some lines of play never end? (yes or no)",
        "No: it follows an endless line and never returns; it needs a depth limit, or a rule that ends play.",
        "no",
    ),
    Question(
        "optimal", "use", "Is minimax optimal against an opponent who also plays optimally? (yes or no)",
        "Yes: no other strategy gets more against that opponent.", "yes",
    ),
    Question(
        "alphabeta-optimal", "use", "Does alpha-beta give up any of minimax's optimality? (yes or no)",
        "No: it skips only branches that cannot change the value of the root, so its move is just as good.", "no",
    ),
    Question(
        "depth-optimal", "use", "Is minimax with a depth limit still optimal?",
        "Only as far as its evaluation is accurate: it finds the best move by the estimates at the horizon, which need "
        "not be the best move in the game.",
    ),
)  # fmt: skip

PROGRAM = (
    Question(
        "infinities", "program", "minimax(depth, nodeIndex, maximizingPlayer, values, alpha, beta): why is it called "
        "with alpha = -infinity and beta = +infinity?",
        "Neither player has secured anything yet, and any value is an improvement: more than -infinity for MAX, less "
        "than +infinity for MIN. So nothing is cut until both players have found a value.",
    ),
    Question(
        "best-infinity", "program", "Why does best start at -infinity when the maximizing player moves?",
        "So that the first child's value is always greater and replaces it. If best started at -1000, values below "
        "that would be ignored.",
    ),
    Question(
        "minus-thousand", "program", "best starts at -1000 and every leaf is worth -2000. Does the program return "
        "-2000? (yes or no)",
        "No: no value is greater than -1000, so it returns -1000, which is not the value of any leaf.", "no",
    ),
    Question(
        "break", "program", "What does break do in `if beta <= alpha: break`?",
        "It leaves the loop over this node's children, so the remaining ones are never searched: they are pruned. Then "
        "the node returns best, and the search continues at its parent.",
    ),
    Question(
        "break-ends", "program", "Does break end the whole search? (yes or no)",
        "No: it ends only the loop of one call; the calls above it continue.", "no",
    ),
    Question(
        "without-break", "program", "Does the program return a different value without its break? (yes or no)",
        "No: the children that break skips cannot change the value of the root. It only takes longer.", "no",
    ),
    Question(
        "node-index", "program", "Why are the children of a node called with nodeIndex * 2 + i?",
        "The nodes of each ply are numbered from 0, left to right. The nodeIndex nodes before this one have two "
        "children each, so its children are nodeIndex * 2 and nodeIndex * 2 + 1; at the last ply that is the index in "
        "values.",
    ),
    Question(
        "node-index-3", "program", "nodeIndex is 3 and i is 1. Which nodeIndex does that child get, with two children "
        "a node?", "3 * 2 + 1 = 7.", 7,
    ),
    Question(
        "leaf-depth", "program", "values holds 16 leaves, and each node has two children. At which depth does the "
        "program return values[nodeIndex], if the root is at depth 0?", "At depth 4, because 2^4 = 16.", 4,
    ),
    Question(
        "three-children", "program", "What must be changed in the program if each node has three children?",
        "The loop runs over range(3), the children are nodeIndex * 3 + i, and values holds 3^depth leaves. Alpha, beta "
        "and break do not change.",
    ),
    Question(
        "three-children-leaves", "program", "Three children a node, leaves at depth 3: how many leaves does values "
        "hold?", "3^3 = 27.", 27,
    ),
    Question(
        "three-children-index", "program", "Three children a node: which nodeIndex does the child i = 2 of node 4 get?",
        "4 * 3 + 2 = 14.", 14,
    ),
    Question(
        "copies", "program", "alpha is raised in a call. Is it raised in the caller too? (yes or no)",
        "No: each call has its own alpha and beta. The caller sees only the returned value.", "no",
    ),
)  # fmt: skip

QUESTIONS = (*MINIMAX, *ALPHABETA, *ORDERING, *COMPLEXITY, *MEMORY, *HORIZON, *GAMES, *USE, *PROGRAM)
"""Every classic question."""
