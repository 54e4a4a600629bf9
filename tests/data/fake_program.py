"""A program that speaks UCI or GTP and misbehaves as it is told: fake_program.py LANGUAGE FAULT [AT] [PIDS].

LANGUAGE: uci plays the first free cell of 0 to 8, gtp the first free point of a board. FAULT: a function below; "none"
is a program without fault. AT: at which move, from 1; 0: at the start. PIDS: a file to which the number of this process
and of all that it starts are added.
"""

import os
import signal
import subprocess
import sys
import time

LANGUAGE, FAULT = sys.argv[1:3]
AT = int(sys.argv[3]) if len(sys.argv) > 3 else 1
PIDS = sys.argv[4] if len(sys.argv) > 4 else os.devnull
FOR_EVER = 600


def note_pid(pid):
    with open(PIDS, "a") as file:
        file.write(f"{pid}\n")


def say(text):
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def say_bytes(data):
    os.write(1, data)


def answer(word, number=""):
    """Give a move as the language has it."""
    say(f"bestmove {word}" if LANGUAGE == "uci" else f"={number} {word}\n")


# --- the faults: each is called with what would have been the move ----------------------------------------------------


def crash(move):
    print("out of luck", file=sys.stderr, flush=True)
    os._exit(3)


def segfault(move):
    os.kill(os.getpid(), signal.SIGSEGV)


def hang(move):
    time.sleep(FOR_EVER)


def deaf(move):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    answer(move)
    time.sleep(FOR_EVER)


def flood(move):
    while True:
        say_bytes(b"info string and another thing\n" * 1000)


def flood_of_empty_lines(move):
    while True:
        say_bytes(b"\n" * 60000)


def endless_line(move):
    while True:
        say_bytes(b"x" * 60000)


def flood_of_errors(move):
    while True:
        os.write(2, b"oh no\n" * 10000)


def garbage(move):
    say_bytes(b"\xff\xfe\x00\x80 bestmov\xe9\n" * 3)
    time.sleep(FOR_EVER)


def much_garbage(move):
    say_bytes(b"\x80what?\n" * 5000)
    time.sleep(FOR_EVER)


def half_a_line(move):
    say_bytes(b"bestmo" if LANGUAGE == "uci" else b"=")
    os._exit(0)


def move_without_end(move):
    say_bytes(f"bestmove {move}".encode() if LANGUAGE == "uci" else b"= a1")
    os._exit(0)


def nothing_named(move):
    say("bestmove" if LANGUAGE == "uci" else "=\n")


def no_such_move(move):
    answer("z99")


def occupied(move):
    answer("0" if LANGUAGE == "uci" else "a1")


def resign(move):
    answer("(none)" if LANGUAGE == "uci" else "resign")


def refuse(move):
    say("? cannot think" if LANGUAGE == "gtp" else "bestmove")
    say("")


def close_stdin(move):
    os.close(0)
    answer(move)
    time.sleep(FOR_EVER)


def close_stdout(move):
    os.close(1)
    time.sleep(FOR_EVER)


def leave(move):
    os._exit(0)


def leave_a_child(move):
    start_child()
    os._exit(7)


def keep_a_child(move):
    start_child()
    answer(move)


def start_child():
    child = subprocess.Popen([sys.executable, "-S", "-E", "-c", f"import time; time.sleep({FOR_EVER})"])
    note_pid(child.pid)


def late(move):
    time.sleep(0.3)
    answer(move)


def twice(move):
    answer(move)
    answer("8")


def chatter(move):
    say("What a fine position!")
    say("\tinfo string thinking")
    say("info depth 3 nodes 77 score cp 150 pv 0 1 2")
    answer(move)


# --- the languages ----------------------------------------------------------------------------------------------------


def play(number_of_move, move, number=""):
    """Answer with a move, or with the fault."""
    if number_of_move == AT and FAULT != "none":
        globals()[FAULT](move)
    else:
        answer(move, number)


def speak_uci():
    played = []
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "uci":
            say("id name Fake")
            say("option name Hash type spin default 16 min 1 max 1024")
            say("option name Move Overhead type spin default 10 min 0 max 5000")
            say("option name Clear Hash type button")
            say("uciok")
        elif word == "isready":
            say("readyok")
        elif word == "position":
            played = rest.partition("moves ")[2].split()
        elif word == "go" and FAULT == "waits_for_stop":
            while sys.stdin.readline().strip() != "stop":
                pass
            answer(next(str(cell) for cell in range(9) if str(cell) not in played))
        elif word == "go":
            play(len(played) // 2 + 1, next(str(cell) for cell in range(9) if str(cell) not in played))
        elif word == "quit" and FAULT != "deaf":
            return


COMMANDS = "protocol_version list_commands boardsize komi clear_board play genmove quit time_settings time_left"


def speak_gtp():
    size, played, mine = 5, set(), 0
    for line in sys.stdin:
        number, word, *rest = [*line.split(), "", ""]
        if word == "genmove":
            points = (f"{column}{row}" for row in range(1, size + 1) for column in "abcdefg"[:size])
            move, mine = next(point for point in points if point not in played), mine + 1
            played.add(move)
            play(mine, move.upper(), number)
            continue
        if word == "boardsize":
            size = int(rest[0])
        elif word == "clear_board":
            played, mine = set(), 0
        elif word == "play":
            played.add(rest[1].lower())
        elif number == "quit":
            return
        said = {"protocol_version": "2", "list_commands": "\n".join(COMMANDS.split())}.get(word, "")
        say(f"={number} {said}\n")


note_pid(os.getpid())
if AT == 0 and FAULT != "none":
    globals()[FAULT]("")
if LANGUAGE == "uci":
    speak_uci()
else:
    speak_gtp()
