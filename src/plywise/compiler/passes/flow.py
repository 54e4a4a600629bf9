"""Control flow: which blocks are reached, in which order, from where, and which lie on every way to another."""

from collections.abc import Iterable

from plywise.compiler.ir import Block, Function


def in_order(function: Function) -> list[Block]:
    """Return the blocks that are reached, each before those that it leads to, but for the ways back in loops."""
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
    """Return the blocks that lead to each, a block once for each way."""
    found: dict[Block, list[Block]] = {each: [] for each in blocks}
    for block in blocks:
        for target in block.ending.targets:
            found[target].append(block)
    return found


class Dominators:
    """Which blocks lie on every way to others. blocks: as from in_order. before: as from sources

    parents: block -> the last block, other than itself, that every way to it passes
    """

    def __init__(self, blocks: list[Block], before: dict[Block, list[Block]]) -> None:
        self._before = before
        places = {each: number for number, each in enumerate(blocks)}
        ways = [[places[each] for each in before[block]] for block in blocks]
        tree = _Tree(ways)
        self.loops_have_one_entry = tree.is_right()  # not where generators go on in the midst of a loop
        parents = tree.parents if self.loops_have_one_entry else _parents_of_any(ways)
        self.parents = {block: blocks[parents[number]] for number, block in enumerate(blocks)}

    def children(self) -> dict[Block, list[Block]]:
        """Return the tree of parents, downwards."""
        found: dict[Block, list[Block]] = {each: [] for each in self.parents}
        for block, parent in self.parents.items():
            if block is not parent:
                found[parent].append(block)
        return found

    def frontiers(self, joins: Iterable[Block]) -> dict[Block, set[Block]]:
        """Return which of some blocks, where ways meet, are the first after each block that others lead to, too."""
        found: dict[Block, set[Block]] = {}
        for join in joins:
            end = self.parents[join]
            for runner in self._before[join]:
                while runner is not end and join not in found.setdefault(runner, set()):
                    found[runner].add(join)
                    runner = self.parents[runner]
        return found


class _Tree:
    """Dominators found in one go, which are right where each loop has one entry.

    Of each block it knows a parent, a depth, and one ancestor further up to jump to; so the last common ancestor of
    two is found in few steps, however deep they lie. Source of the jumps: Myers, "An applicative random-access stack"
    (1983).
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
        """Return the last block that lies on every way to both."""
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
        """Return whether each way back leads to a block that every way there has passed."""
        backward = ((each, number) for number, ways in enumerate(self.ways) for each in ways if each >= number)
        return all(self.meet(each, number) == number for each, number in backward)


def _parents_of_any(ways: list[list[int]]) -> list[int]:
    """Return the parents of blocks however they are connected.

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
