"""An int that grows with each move, much beyond what random play is likely to show."""

import plywise as pw


class Growing(pw.Game):
    name = "growing"

    def initial(self):
        return (1, 0)

    def player(self, s):
        return pw.MAX if s[1] % 2 == 0 else pw.MIN

    def actions(self, s):
        return [2, 3, 5, 7, 1000003]

    def result(self, s, a):
        return (s[0] * a + 1, s[1] + 1)

    def terminal(self, s):
        return s[1] >= 6 or s[0] > 10**60

    def utility(self, s):
        return s[0] % 1009 % 3 - 1
