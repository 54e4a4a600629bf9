"""The C++ program of the same textbook recursion: compiled where g++ is there, kept running, asked line by line."""

import shutil
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType

SOURCE = Path(__file__).with_name("textbook.cpp")


class Program:
    """The compiled program, while it runs. flags: what g++ is given."""

    def __init__(self, *flags: str) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="plywise-bench-")
        program = Path(self.folder.name) / "textbook"
        subprocess.run(["g++", "-std=c++17", *flags, str(SOURCE), "-o", str(program)], check=True)
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def search(self, x: int, o: int) -> tuple[int, int, float]:
        """Return a position's value, the nodes entered, and the seconds, as the program measures them."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(x, o, file=self.process.stdin, flush=True)
        value, nodes, seconds = self.process.stdout.readline().split()
        return int(value), int(nodes), float(seconds)

    def __enter__(self) -> "Program":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        """Let the program end, and remove it."""
        self.process.communicate()
        self.folder.cleanup()


def program(*flags: str) -> Program | None:
    """Return the program, compiled with these flags; None where there is no g++."""
    return Program(*flags) if shutil.which("g++") else None
