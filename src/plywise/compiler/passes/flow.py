"""Control flow: which blocks are reached, in which order, from where, and which lie on every way to another."""

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
    """Which blocks lie on every way to others. blocks: as from in_order

    parents: block -> the last block, other than itself, that every way to it passes
    Source: Cooper, Harvey, Kennedy, "A simple, fast dominance algorithm" (2001).
    """

    def __init__(self, blocks: list[Block], before: dict[Block, list[Block]]) -> None:
        self._places = {each: number for number, each in enumerate(blocks)}
        self._before = before
        parents: list[int] = [0] + [-1] * (len(blocks) - 1)
        ways = [[self._places[each] for each in before[block]] for block in blocks]
        changed = True
        while changed:
            changed = False
            for number in range(1, len(blocks)):
                known = [each for each in ways[number] if parents[each] >= 0]
                found = known[0]
                for each in known[1:]:
                    while found != each:
                        if found > each:
                            found = parents[found]
                        else:
                            each = parents[each]
                if parents[number] != found:
                    parents[number], changed = found, True
        self.parents = {block: blocks[parents[number]] for number, block in enumerate(blocks)}
        self._frontiers: dict[Block, set[Block]] | None = None

    def children(self) -> dict[Block, list[Block]]:
        """Return the tree of parents, downwards."""
        found: dict[Block, list[Block]] = {each: [] for each in self.parents}
        for block, parent in self.parents.items():
            if block is not parent:
                found[parent].append(block)
        return found

    def frontier(self, block: Block) -> set[Block]:
        """Return the first blocks after a block that are reached on other ways, too."""
        if self._frontiers is None:
            found: dict[Block, set[Block]] = {each: set() for each in self.parents}
            for each, ways in self._before.items():
                if len(ways) > 1:
                    for runner in ways:
                        while runner is not self.parents[each]:
                            found[runner].add(each)
                            runner = self.parents[runner]
            self._frontiers = found
        return self._frontiers[block]
