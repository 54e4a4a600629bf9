"""Many people play at once: `python -m bench.serve_load`, from the repository's folder.

A server is started, and so many pages play Connect Four against a level, each with a moment's thought before a move.
Printed, as JSON: how many moves were answered, in what time, how much memory the server and its workers took; exit
code 1 where a page had an error, or a move was lost.
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

from websockets.asyncio.client import connect

GAME = "connect4"


@dataclass
class Tally:
    """What the pages have met. seconds: from a move to the answer on the board; errors: lines."""

    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    games: int = 0
    megabytes: list[float] = field(default_factory=list)


def main() -> int:
    """Play, print what came of it, and return the exit code."""
    reader = argparse.ArgumentParser(prog="python -m bench.serve_load", description="Many people play at once.")
    reader.add_argument("--sessions", type=int, default=200)
    reader.add_argument("--seconds", type=float, default=60.0)
    reader.add_argument("--level", type=int, default=5)
    reader.add_argument("--think", type=float, default=1.0, help="seconds before each move, on average")
    options = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "plywise", "serve", "--port", "0", "--no-browser", "--store", f"{folder}/g.db"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
            try:
                tally = asyncio.run(play_all(server, options))
            finally:
                server.terminate()
                said = server.communicate(timeout=30)[1]
    print(json.dumps(summary(tally, options)))
    for line in {*tally.errors, *said.splitlines()[1:]}:
        print(line, file=sys.stderr)
    return 1 if tally.errors else 0


async def play_all(server: "subprocess.Popen[str]", options: argparse.Namespace) -> Tally:
    """Let all pages play against a server, for so many seconds; the first one alone, until all is compiled."""
    assert server.stdout is not None
    address = server.stdout.readline().strip().replace("http", "ws", 1) + "ws?session=session-"
    tally = Tally()
    await play_on(f"{address}first", 0, options, time.monotonic() + 10, Tally())
    ends = time.monotonic() + options.seconds
    watching = asyncio.create_task(watch_memory(server.pid, tally))
    pages = (play_on(f"{address}{number}", number, options, ends, tally) for number in range(options.sessions))
    await asyncio.gather(*pages)
    watching.cancel()
    return tally


async def play_on(address: str, number: int, options: argparse.Namespace, ends: float, tally: Tally) -> None:
    """Play one game after another on one page."""
    source = random.Random(number)
    async with connect(address, open_timeout=60, max_size=2**24) as socket:
        await asyncio.sleep(source.uniform(0, options.think))
        while time.monotonic() < ends:
            who = {"max": "human", "min": f"engine:level={options.level}"}
            await socket.send(json.dumps({"id": 1, "do": "new", "game": GAME, **who}))
            board = await next_board(socket, 0, tally)
            while board is not None and not board["over"] and time.monotonic() < ends:
                await asyncio.sleep(source.uniform(0, 2 * options.think))
                board = await answer_to_move(socket, board, source, tally)
            tally.games += 1


async def answer_to_move(
    socket: Any, board: dict[str, Any], source: random.Random, tally: Tally
) -> dict[str, Any] | None:
    """Play a move at random, and wait for the other player's."""
    word, ply, began = source.choice(board["legal"])["word"], board["ply"], time.monotonic()
    await socket.send(json.dumps({"id": 2, "do": "play", "move": word, "ply": ply}))
    after = await next_board(socket, ply + 1, tally)
    if after is None or after["moves"][ply]["word"] != word:
        tally.errors.append(f"a move is lost: {word} at ply {ply}")
        return None
    if not after["over"]:
        after = await next_board(socket, ply + 2, tally)
        tally.seconds.append(time.monotonic() - began)
    return after


async def next_board(socket: Any, ply: int, tally: Tally) -> dict[str, Any] | None:
    """Return the board after so many plies; None, and an error, where there is none within a minute."""
    try:
        async with asyncio.timeout(60):
            while True:
                told = json.loads(await socket.recv())
                if "error" in told or told.get("event") == "failure":
                    tally.errors.append(told.get("error", told.get("text")))
                if told.get("event") == "board" and told["plies"] == ply:
                    return dict(told)
    except TimeoutError:
        tally.errors.append(f"no board after ply {ply} within a minute")
        return None


async def watch_memory(server: int, tally: Tally) -> None:
    """Note every second what the server and its workers take together."""
    while True:
        tally.megabytes.append(sum(megabytes_of(process) for process in (server, *children_of(server))))
        await asyncio.sleep(1)


def children_of(process: int) -> list[int]:
    """Return a process's children, as Linux lists them; none elsewhere."""
    tasks = Path(f"/proc/{process}/task")
    if not tasks.is_dir():
        return []
    return [int(word) for task in tasks.iterdir() for word in (task / "children").read_text().split()]


def megabytes_of(process: int) -> float:
    """Return the memory that a process has to itself and shares with others; 0 where nobody says."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except (OSError, ValueError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def summary(tally: Tally, options: argparse.Namespace) -> dict[str, Any]:
    """Return what came of it as plain data."""
    cuts = quantiles(tally.seconds, n=100) if len(tally.seconds) > 1 else [0.0] * 99
    return {
        "sessions": options.sessions,
        "seconds": options.seconds,
        "level": options.level,
        "think": options.think,
        "moves": len(tally.seconds),
        "games": tally.games,
        "errors": len(tally.errors),
        "p50_ms": round(1000 * cuts[49], 1),
        "p99_ms": round(1000 * cuts[98], 1),
        "worst_ms": round(1000 * max(tally.seconds, default=0.0), 1),
        "megabytes": [round(min(tally.megabytes, default=0.0)), round(max(tally.megabytes, default=0.0))],
    }


if __name__ == "__main__":
    sys.exit(main())
