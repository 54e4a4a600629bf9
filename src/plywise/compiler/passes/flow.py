"""Control flow: reachable blocks, their order, their predecessors, and dominators."""

from collections.abc import Iterable

from plywise.compiler.ir import Block, Function


def in_order(function: Function) -> list[Block]:
    """Return the reachable blocks in reverse postorder: each before its successors, except for back edges."""
    first = function.blocks[0]
    found, seen, waiting = [], {first}, [(first, iter(first.ending.targets))]
    while waiting:
        block, targets = waiting[-1]
        for each in targets:
            if each not in seen:
                seen.add(each)
                waiting.append((each, iter(each.ending.targets)))
                break
        else:
            waiting.pop()
            found.append(block)
    return found[::-1]


def sources(blocks: list[Block]) -> dict[Block, list[Block]]:
    """Return the predecessors of each block, one entry per edge."""
    found: dict[Block, list[Block]] = {each: [] for each in blocks}
    for block in blocks:
        for target in block.ending.targets:
            found[target].append(block)
    return found


class Dominators:
    """The dominators of blocks. blocks: from in_order. before: from sources

    parents: block -> its immediate dominator
    """

    def __init__(self, blocks: list[Block], before: dict[Block, list[Block]]) -> None:
        self._before = before
        places = {each: number for number, each in enumerate(blocks)}
        ways = [[places[each] for each in before[block]] for block in blocks]
        tree = _Tree(ways)
        self.loops_have_one_entry = tree.is_right()  # false if generators resume inside a loop
        parents = tree.parents if self.loops_have_one_entry else _parents_of_any(ways)
        self.parents = {block: blocks[parents[number]] for number, block in enumerate(blocks)}

    def children(self) -> dict[Block, list[Block]]:
        """Return the dominator tree: the children of each block."""
        found: dict[Block, list[Block]] = {each: [] for each in self.parents}
        for block, parent in self.parents.items():
            if block is not parent:
                found[parent].append(block)
        return found

    def frontiers(self, joins: Iterable[Block]) -> dict[Block, set[Block]]:
        """Return the dominance frontier of each block, restricted to some join blocks."""
        found: dict[Block, set[Block]] = {}
        for join in joins:
            end = self.parents[join]
            for runner in self._before[join]:
                while runner is not end and join not in found.setdefault(runner, set()):
                    found[runner].add(join)
                    runner = self.parents[runner]
        return found


class _Tree:
    """Dominators computed in a single pass, correct if each loop has one entry.

    Each block has a parent, a depth, and a jump to a more distant ancestor, so the nearest common ancestor of two
    blocks is found in few steps at any depth. Source of the jumps: Myers, "An applicative random-access stack" (1983).
    """

    def __init__(self, ways: list[list[int]]) -> None:
        self.ways = ways
        self.parents, self.depths, self.jumps = [0], [0], [0]
        for number in range(1, len(ways)):
            known = [each for each in ways[number] if each < number]
            parent = known[0]
            for each in known[1:]:
                parent = self.meet(parent, each)
            jump = self.jumps[parent]
            is_even = self.depths[parent] - self.depths[jump] == self.depths[jump] - self.depths[self.jumps[jump]]
            self.parents.append(parent)
            self.depths.append(self.depths[parent] + 1)
            self.jumps.append(self.jumps[jump] if is_even else parent)

    def meet(self, one: int, other: int) -> int:
        """Return the nearest common dominator."""
        parents, depths, jumps = self.parents, self.depths, self.jumps
        if depths[one] < depths[other]:
            one, other = other, one
        while depths[one] > depths[other]:
            one = jumps[one] if depths[jumps[one]] >= depths[other] else parents[one]
        while one != other:
            if jumps[one] != jumps[other]:
                one, other = jumps[one], jumps[other]
            else:
                one, other = parents[one], parents[other]
        return one

    def is_right(self) -> bool:
        """Return whether the target of each back edge dominates its source."""
        backward = ((each, number) for number, ways in enumerate(self.ways) for each in ways if each >= number)
        return all(self.meet(each, number) == number for each, number in backward)


def _parents_of_any(ways: list[list[int]]) -> list[int]:
    """Return the immediate dominators of blocks in any graph.

    Source: Cooper, Harvey, Kennedy, "A simple, fast dominance algorithm" (2001).
    """
    parents = [0] + [-1] * (len(ways) - 1)
    changed = True
    while changed:
        changed = False
        for number in range(1, len(ways)):
            found, *rest = [each for each in ways[number] if parents[each] >= 0]
            for each in rest:
                while found != each:
                    if found > each:
                        found = parents[found]
                    else:
                        each = parents[each]
            if parents[number] != found:
                parents[number], changed = found, True
    return parents
