"""A game in form only, whose `evaluate` asks one of several functions that a test writes: the state says which."""

from textwrap import indent

import plywise as pw


def game_asking_functions(folder, head, bodies):
    """Return a game from a file that is written into a folder. head: its class G, before the functions"""
    text = head + "".join(f"    def f{n}(self, s):\n{indent(body, ' ' * 8)}\n" for n, body in enumerate(bodies))
    text += "    def evaluate(self, s):\n"
    text += "".join(f"        if s.which == {n}: return self.f{n}(s)\n" for n in range(len(bodies)))
    file = folder / "written.py"
    file.write_text(text + "        return 0\n")
    return pw.make(f"{file}:G")
