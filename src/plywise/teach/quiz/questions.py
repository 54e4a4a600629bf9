"""The classic questions of an oral examination on minimax and alpha-beta, with answers.

Whatever can be checked is: tests/teach/test_quiz.py computes every number and every yes or no that a search can decide.
"""

from dataclasses import dataclass, field

from plywise.trees.tree import Tree

TOPICS = {
    "minimax": "what the minimax value is, and what it assumes",
    "alphabeta": "windows, cutoffs, bounds",
    "ordering": "the order of moves, and what it saves",
    "complexity": "time and space",
    "memory": "iterative deepening and transposition tables",
    "horizon": "evaluation, horizon effect, quiescence, null move",
    "games": "what is known of games",
    "use": "applications, advantages and limits; completeness and optimality",
    "program": "the classroom program, line by line: infinities, indices, break",
    "trees": "small trees to be searched in the head, made up afresh",
}
"""The topics and what they are about."""


@dataclass(frozen=True)
class Question:
    """A question.

    name: unique among the questions
    topic: one of TOPICS
    text: the question itself
    answer: one to three sentences, with the reason
    expects: a number, or "yes" or "no", by which answers are marked; None: the asker must judge
    tree: the tree that it is about, to be drawn
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
        "What MAX gets from there if both play their best: at the end of the game the utility, where MAX moves the "
        "greatest value among the children, where MIN moves the least.",
    ),
    Question(
        "three-by-three", "minimax", "MAX moves at the root of [[3, 12, 8], [2, 4, 6], [14, 5, 2]]. What is its value?",
        "The MIN nodes are worth 3, 2 and 2, and MAX takes the greatest of them: 3.", 3,
        Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]),
    ),
    Question(
        "assumptions", "minimax", "What must a game be like for plain minimax to apply?",
        "Two players with opposite interests (zero sum), who both see everything (perfect information), no chance, and "
        "every line of play comes to an end.",
    ),
    Question(
        "zero-sum", "minimax", "What does zero sum mean, and what does the search gain by it?",
        "What one player gains the other loses, so one number, MAX's view, says what a position is worth to both; the "
        "best reply to a player is what is worst for the other.",
    ),
    Question(
        "fallible", "minimax", "What is a minimax move worth against an opponent who makes mistakes?",
        "At least the minimax value, for that holds against every play. But it need not be the most profitable move: "
        "another one may set a trap that this opponent falls into, at the risk of less than the value if they do not.",
    ),
    Question(
        "fallible-less", "minimax", "MAX follows minimax to the end of the game and MIN errs. "
        "Can MAX get less than the minimax value? (yes or no)",
        "No: the value is what MAX gets against the best replies; every other reply gives MAX as much or more.", "no",
    ),
    Question(
        "monotone", "minimax", "Every leaf value v is replaced by 2v + 1. Can another move become the best? (yes or "
        "no)",
        "No: maxima and minima depend on the order of the values alone, and that stays. (Where chance moves, with "
        "weighted averages, a rising change that is no straight line can change the best move.)", "no",
    ),
    Question(
        "negamax", "minimax", "What is negamax?",
        "Minimax in one function for both players: max(a, b) = -min(-a, -b), so each node takes the greatest of its "
        "children's negated values, in the view of the player to move.",
    ),
    Question(
        "chance", "minimax", "How is a game with dice searched?",
        "With chance nodes, whose value is the average of their children weighted by probability (expectiminimax). "
        "Cutting below a chance node needs bounds on the values, for an average depends on all of them.",
    ),
)  # fmt: skip

ALPHABETA = (
    Question(
        "alpha-and-beta", "alphabeta", "What do alpha and beta mean?",
        "Alpha is the value that MAX is sure of already on the way to this node, beta what MIN is sure of (at most). "
        "Only a value between the two can still matter to the root.",
    ),
    Question(
        "first-window", "alphabeta", "With which window does the search begin at the root?",
        "With alpha = -infinity and beta = +infinity: nobody is sure of anything yet.",
    ),
    Question(
        "when-cut", "alphabeta", "When does alpha-beta cut?",
        "When alpha and beta have met: a MAX node reaches beta (a beta cutoff), or a MIN node falls to alpha (an alpha "
        "cutoff). Then the opponent has something as good elsewhere, and will not let the game come here.",
    ),
    Question(
        "sound", "alphabeta", "Why is it sound not to look at the rest of a node after a cutoff?",
        "The rest could move the node's value only further to the side that the opponent avoids already; so "
        "whatever stands there, the value of the root is the same.",
    ),
    Question(
        "same-value", "alphabeta", "Does alpha-beta with an open window find the same value of the root as minimax? "
        "(yes or no)", "Yes: what it leaves out cannot change the value of the root.", "yes",
    ),
    Question(
        "inner-values", "alphabeta", "Does alpha-beta find the minimax value of every node that it enters? (yes or no)",
        "No: where it cut, and where a value lies outside the window, it has only a bound.", "no",
    ),
    Question(
        "cut-bound", "alphabeta", "Why is the value at a node that was cut only a bound?",
        "Because children were left out: at a MAX node one of them might be worth more still, so the value so far is a "
        "lower bound; at a MIN node it is an upper bound.",
    ),
    Question(
        "root-cut", "alphabeta", "Can the root itself be cut, when the search begins with an open window? (yes or no)",
        "No: at the root only the bound of the player to move changes, and the other one stays infinite.", "no",
    ),
    Question(
        "leftmost", "alphabeta", "Can a node on the very first line of play (always the first child) be cut? "
        "(yes or no)",
        "No: it is entered before anybody is sure of anything, so the bound of the other player is infinite there.",
        "no",
    ),
    Question(
        "ge-or-gt", "alphabeta", "What is the difference between cutting when alpha >= beta and when alpha > beta?",
        "With >= a node is cut on a tie too. Both find the same value of the root; >= looks at fewer nodes or as many: "
        "on the whole tree of tic-tac-toe 18,297 instead of 146,120.",
    ),
    Question(
        "ge-same", "alphabeta", "Can the rule >= give the root another value than the rule >? (yes or no)",
        "No: on a tie the rest of the node could only make it worse for the player who has the tie elsewhere.", "no",
    ),
    Question(
        "equal-moves", "alphabeta", "Alpha-beta returns the same number for two root moves. Are they surely equally "
        "good? (yes or no)",
        "No: the second was searched with a window, and its number may be only a bound; it may be worse than it says. "
        "To know all the best moves, each must be searched exactly.", "no",
    ),
    Question(
        "deep-cutoff", "alphabeta", "What is a deep cutoff?",
        "One by a bound that comes not from the parent's other children but from further up, three plies or more; "
        "it needs both alpha and beta to be handed down.",
    ),
    Question(
        "fail-low-high", "alphabeta", "What does it mean that a search fails low, or high?",
        "Low: the value is alpha or less, and what is returned is an upper bound. High: it is beta or more, and what "
        "is returned is a lower bound. Otherwise it is exact.",
    ),
    Question(
        "fail-soft", "alphabeta", "What is fail-soft?",
        "A search that returns the best value it saw even where that lies outside the window: a tighter bound than "
        "alpha or beta themselves, which is what fail-hard returns. Both look at the same nodes when they cut on ties.",
    ),
    Question(
        "null-window", "alphabeta", "What is a null window, and what is it good for?",
        "One with nothing between alpha and beta. It only asks whether a value is greater than alpha, and because it "
        "cuts so much the answer is cheap; PVS and MTD(f) live on that.",
    ),
    Question(
        "pvs", "alphabeta", "What is the idea of principal variation search?",
        "To trust that the first child is the best: it alone is searched with the whole window, the others with a null "
        "window, and only one that turns out better is searched once more.",
    ),
)  # fmt: skip

ORDERING = (
    Question(
        "order-value", "ordering", "Does move ordering change the value of the root? (yes or no)",
        "No: it changes how many nodes it takes to find it.", "no",
    ),
    Question(
        "order-move", "ordering", "Can move ordering change which of several equally good moves is played? (yes or no)",
        "Yes: alpha-beta keeps the first that reaches the value, and cannot tell a tie from a worse one afterwards.",
        "yes",
    ),
    Question(
        "best-order", "ordering", "Which order is the best for alpha-beta?",
        "The best child first; where a node only has to be refuted, any child that refutes it, the one with the least "
        "work first.",
    ),
    Question(
        "leaves-4-3", "ordering", "How many leaves at least must alpha-beta read on a uniform tree with b = 4, d = 3?",
        "b^ceil(d/2) + b^floor(d/2) - 1 = 16 + 4 - 1 = 19.", 19,
    ),
    Question(
        "leaves-2-4", "ordering", "How many leaves at least must alpha-beta read on a uniform tree with b = 2, d = 4?",
        "b^ceil(d/2) + b^floor(d/2) - 1 = 4 + 4 - 1 = 7.", 7,
    ),
    Question(
        "leaves-worst", "ordering", "How many leaves can alpha-beta read at most on a uniform tree with b = 3, d = 3?",
        "All 27: in the worst order nothing is cut.", 27,
    ),
    Question(
        "twice-as-deep", "ordering", "How much deeper does alpha-beta see than minimax in the same time, at best?",
        "About twice as deep: with perfect ordering it reads about b^(d/2) leaves instead of b^d.",
    ),
    Question(
        "lower-bound", "ordering", "Why can no algorithm read fewer leaves than b^ceil(d/2) + b^floor(d/2) - 1?",
        "It must show that the value is not less, by a strategy of MAX (one move at MAX's nodes, all of MIN's), and "
        "not more, by a strategy of MIN. Such strategies have b^floor(d/2) and b^ceil(d/2) leaves, and share one.",
    ),
    Question(
        "heuristics", "ordering", "By what are moves ordered in practice?",
        "The move that the transposition table remembers, then captures and threats, then killer moves (which lately "
        "cut at the same ply), then by the history of what cut anywhere.",
    ),
)  # fmt: skip

COMPLEXITY = (
    Question(
        "time", "complexity", "What time does minimax take, with branching b and depth d?",
        "O(b^d): it visits every node, and nearly all of them are at the deepest plies.",
    ),
    Question(
        "space", "complexity", "What space do minimax and alpha-beta take?",
        "They go depth first and keep only the line of play they are on: O(d) positions, or O(bd) where the moves of "
        "each position on it are listed.",
    ),
    Question(
        "nodes-3-3", "complexity", "How many nodes has a uniform tree with b = 3, d = 3, root and leaves included?",
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
        "random-order", "complexity", "How many leaves does alpha-beta read if children stand in random order?",
        "Fewer than minimax and more than with the best ordering: as a rule of thumb about "
        "b^(3d/4) leaves for a moderate b.",
    ),
    Question(
        "effective", "complexity", "What is the effective branching factor?",
        "The branching of the uniform tree that has as many nodes at the same depth as were visited; it says what one "
        "more ply costs.",
    ),
)  # fmt: skip

MEMORY = (
    Question(
        "deepening", "memory", "Why is iterative deepening not wasteful?",
        "All earlier iterations together cost about 1/(b - 1) of the last one, for the deepest ply outweighs all "
        "others; "
        "and they pay for it by the move order they leave behind, and by having a move ready at any time.",
    ),
    Question(
        "deepening-nodes", "memory", "b = 10: depth 0, 1, 2 and 3 are searched in turn by minimax. How many leaves are "
        "read at all the horizons together?", "1 + 10 + 100 + 1,000 = 1,111, only a ninth more than 1,000.", 1111,
    ),
    Question(
        "transposition", "memory", "What is a transposition, and what does the table do with it?",
        "A position that is reached by another order of moves. The table remembers what was proved of it, so that it "
        "need not be searched again.",
    ),
    Question(
        "table-bounds", "memory", "Why does a transposition table store whether a value is exact or a bound?",
        "Because most values come from nodes that were cut or lay outside the window. A lower bound can only answer a "
        "question where it reaches beta, an upper bound where it does not exceed alpha.",
    ),
    Question(
        "table-depth", "memory", "Why does an entry also hold a depth?",
        "A value found by looking 3 plies ahead is no answer where 5 are asked for; one from as deep or deeper is.",
    ),
    Question(
        "path", "memory", "What goes wrong with a table where repetition counts?",
        "The value of a position then depends on the way to it, so what was proved on one way need not hold on another "
        "(graph history interaction).",
    ),
    Question(
        "table-value", "memory", "A game without repetition rules is searched to its end. May a correct transposition "
        "table change the value of the root? (yes or no)", "No: it only repeats what has been proved.", "no",
    ),
)  # fmt: skip

HORIZON = (
    Question(
        "evaluation", "horizon", "What should an evaluation function be like?",
        "Quick, in MAX's view, well correlated with the chance of winning, and strictly between the values of a loss "
        "and a win, so that an estimate is never taken for a proof.",
    ),
    Question(
        "horizon-effect", "horizon", "What is the horizon effect?",
        "A loss that cannot be avoided is put off beyond the search's horizon by delaying moves, which make things "
        "worse; "
        "the search takes it for avoided.",
    ),
    Question(
        "quiescence", "horizon", "What is quiescence search?",
        "At the horizon it goes on with noisy moves such as captures, until the position is quiet enough to be "
        "estimated; the player to move may also stand pat and take the estimate.",
    ),
    Question(
        "null-move", "horizon", "What is the null move, and when does it fail?",
        "One lets the opponent move twice: if the position is still good enough for a cutoff after a shallower search, "
        "it is cut. It fails in zugzwang, where every move harms and passing would be best.",
    ),
    Question(
        "zugzwang", "horizon", "What is zugzwang?",
        "A position in which the player to move would rather pass, because every move makes it worse.",
    ),
    Question(
        "reductions", "horizon", "What are extensions and reductions?",
        "Forcing moves are searched deeper than the rest (extensions), moves late in the order less deep (reductions), "
        "and again in full if they surprise. Both can change the value: the search is selective.",
    ),
    Question(
        "deeper", "horizon", "Is a deeper search always better?",
        "In practical games nearly always. But there are trees in which estimates get less reliable by being backed up "
        "(pathological trees), so it needs an evaluation that gets better towards the end.",
    ),
    Question(
        "estimate-proof", "horizon", "A search to depth 8 gives the value 0.7, an estimate. Is that proved? (yes or "
        "no)",
        "No: it says what can be reached by the measure of the evaluation, 8 plies ahead; the game's value may differ.",
        "no",
    ),
)  # fmt: skip

GAMES = (
    Question(
        "zermelo", "games", "What can be said of every finite game of two players, zero sum, perfect information, "
        "without chance?",
        "It has a value: one player can force a win, or both can force a draw at least (Zermelo). Backward induction, "
        "that is minimax, finds it.",
    ),
    Question(
        "tic-tac-toe", "games", "What is the minimax value of the empty board of tic-tac-toe, a win of X being 1 and "
        "of O -1?",
        "0: with best play it is a draw.", 0,
    ),
    Question(
        "solved", "games", "What is the difference between weakly and strongly solved?",
        "Weakly: the value of the start and a way to reach it are known. Strongly: the value of every position.",
    ),
    Question(
        "nim-sum", "games", "Nim with heaps of 3, 4 and 5, whoever takes the last wins: what is the nim sum "
        "(exclusive or)?",
        "3 xor 4 xor 5 = 2, which is not 0: the player to move wins.", 2,
    ),
    Question(
        "nim-move", "games", "Nim with heaps of 2 and 2, whoever takes the last wins: does the player to move win? "
        "(yes or no)", "No: the nim sum is 0, and the opponent copies every move on the other heap.", "no",
    ),
    Question(
        "stealing", "games", "What does strategy stealing show of k in a row?",
        "That the second player cannot have a winning strategy: the first would play anywhere and then follow it, "
        "and an "
        "extra mark never harms. It does not say whether the first wins or it is a draw.",
    ),
    Question(
        "sooner", "games", "Why should a search prefer a sooner win to a later one?",
        "Because all wins have the same value: a search that does not care may put off the win at every move, and so "
        "never win at all.",
    ),
)  # fmt: skip

USE = (
    Question(
        "applications", "use", "Where is minimax with alpha-beta applied?",
        "In programs for games of two players without chance or hidden cards: tic-tac-toe, Connect Four, checkers, "
        "Othello, chess. Also where a decision must hold against the worst case: an attacker, a disturbance, a fault.",
    ),
    Question(
        "advantages", "use", "What are the advantages of minimax?",
        "It is simple, needs no training, and plays perfectly wherever it can search to the end. Its answer can be "
        "explained and checked, and with a depth limit it still gives a move.",
    ),
    Question(
        "limits", "use", "What are the limits of minimax?",
        "Its time is exponential in the depth, so larger games need a depth limit and an evaluation, which can be "
        "wrong. It supposes an opponent who plays the best; chance, hidden information or three players need another "
        "method.",
    ),
    Question(
        "over-minimax", "use", "What does alpha-beta gain over minimax, and what does it not?",
        "It finds the same value and reads far fewer leaves, at best about the square root of them. In the worst order "
        "it reads them all, and its time is exponential still.",
    ),
    Question(
        "complete", "use", "Is minimax complete on a finite game tree, that is, does it always end with an answer? "
        "(yes or no)",
        "Yes: it goes depth first through every node once, and there are finitely many.", "yes",
    ),
    Question(
        "complete-endless", "use", "Is plain minimax complete where lines of play never end? (yes or no)",
        "No: it follows the first endless line and never comes back; it needs a depth limit, or a rule that ends play.",
        "no",
    ),
    Question(
        "optimal", "use", "Is minimax optimal against an opponent who plays optimally too? (yes or no)",
        "Yes: no other strategy secures more against that opponent.", "yes",
    ),
    Question(
        "alphabeta-optimal", "use", "Does alpha-beta give up any of minimax's optimality? (yes or no)",
        "No: only what cannot change the value of the root is left out, so its move is worth as much.", "no",
    ),
    Question(
        "depth-optimal", "use", "Is minimax with a depth limit still optimal?",
        "Only as far as its evaluation is right: it finds the best move for the estimates at the horizon, not for the "
        "game.",
    ),
)  # fmt: skip

PROGRAM = (
    Question(
        "infinities", "program", "minimax(depth, nodeIndex, maximizingPlayer, values, alpha, beta): why is it called "
        "with alpha = -infinity and beta = +infinity?",
        "Nobody is sure of anything yet, and whatever comes is better than that: more than -infinity for MAX, less "
        "than +infinity for MIN. So nothing is cut until both have a value of their own.",
    ),
    Question(
        "best-infinity", "program", "Why does best begin at -infinity where the maximizing player moves?",
        "So that the first child's value is always greater and is taken. With a number such as -1000 instead, leaves "
        "below it would never be taken.",
    ),
    Question(
        "minus-thousand", "program", "best begins at -1000 and every leaf is worth -2000. Does the program return "
        "-2000? (yes or no)",
        "No: no value is greater than -1000, so it returns -1000, which no leaf is worth.", "no",
    ),
    Question(
        "break", "program", "What does break do in `if beta <= alpha: break`?",
        "It leaves the loop over this node's children, so the rest of them are never searched: they are pruned. Then "
        "the node returns best, and the search goes on at its parent.",
    ),
    Question(
        "break-ends", "program", "Does break end the whole search? (yes or no)",
        "No: it ends the loop of one call only; the calls above it go on.", "no",
    ),
    Question(
        "without-break", "program", "Does the program return another value without its break? (yes or no)",
        "No: what break skips cannot change the value of the root. It only takes longer.", "no",
    ),
    Question(
        "node-index", "program", "Why are the children of a node called with nodeIndex * 2 + i?",
        "Each ply is numbered from 0, left to right. The nodeIndex nodes before this one have two children each, so "
        "its own are numbers nodeIndex * 2 and nodeIndex * 2 + 1; at the last ply that is the place in values.",
    ),
    Question(
        "node-index-3", "program", "nodeIndex is 3 and i is 1. Which nodeIndex does that child get, with two children "
        "a node?", "3 * 2 + 1 = 7.", 7,
    ),
    Question(
        "leaf-depth", "program", "values holds 16 leaves, and each node has two children. At which depth does the "
        "program return values[nodeIndex], the root being at depth 0?", "At 4, for 2^4 = 16.", 4,
    ),
    Question(
        "three-children", "program", "What must be changed in the program if each node has three children?",
        "The loop runs over range(3), the children are nodeIndex * 3 + i, and values holds 3^depth leaves. Alpha, beta "
        "and break stay as they are.",
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
        "No: each call has its own alpha and beta. The caller learns of it by the value returned.", "no",
    ),
)  # fmt: skip

QUESTIONS = (*MINIMAX, *ALPHABETA, *ORDERING, *COMPLEXITY, *MEMORY, *HORIZON, *GAMES, *USE, *PROGRAM)
"""Every classic question."""
