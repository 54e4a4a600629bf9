"""Toads and frogs on two lanes: the state is a string, "TT..FF/T.T.FF T", the actions are (lane, start)."""
import plywise as pw

LANES = ("TT..FF", "T.T..F")


class Toads(pw.Game):
    name = "toads"

    def initial(self):
        return "/".join(LANES) + " T"

    def player(self, state):
        return pw.MAX if state.endswith("T") else pw.MIN

    def split(self, state):
        text, turn = state.split(" ")
        return text.split("/"), turn

    def moves_right(self, lane):
        """The toads that may move: before an empty cell, or before a frog with an empty cell behind it."""
        at = lane.find("T")
        while at != -1:
            if lane[at + 1:].startswith(("." , "F.")):
                yield at
            at = lane.find("T", at + 1)

    def actions(self, state):
        lanes, turn = self.split(state)
        for number, lane in enumerate(lanes):
            if turn == "T":
                for at in self.moves_right(lane):
                    yield number, at
            else:
                mirrored = lane[::-1].replace("T", "t").replace("F", "T").replace("t", "F")
                for at in self.moves_right(mirrored):
                    yield number, len(lane) - 1 - at

    def result(self, state, action):
        lanes, turn = self.split(state)
        number, at = action
        step = 1 if turn == "T" else -1
        lane = lanes[number]
        to = at + step if lane[at + step] == "." else at + 2 * step
        low, high = min(at, to), max(at, to)
        between = lane[low + 1:high]
        ends = lane[high] + between + lane[low]
        lanes[number] = lane[:low] + ends + lane[high + 1:]
        return "/".join(lanes) + " " + ("F" if turn == "T" else "T")

    def terminal(self, state):
        for _ in self.actions(state):
            return False
        return True

    def utility(self, state):
        return -1 if state[-1] == "T" else 1

    def evaluate(self, state):
        lanes, turn = self.split(state)
        free = 0
        for lane in lanes:
            free += lane.count("T.") - lane.count(".F")
        return free / 10
