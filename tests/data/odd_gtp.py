"""A program that speaks GTP with one odd habit: odd_gtp.py HABIT. It plays the first free point of a board."""

import os
import sys
import time

HABIT = sys.argv[1]
COMMANDS = [
    "protocol_version",
    "list_commands",
    "known_command",
    "boardsize",
    "komi",
    "clear_board",
    "play",
    "genmove",
    "quit",
]
COMMANDS += [] if HABIT == "no_time" else ["time_settings", "time_left"]
COMMANDS += ["kata-time_settings"] if HABIT == "decimals" else []
END = "\r\n" if HABIT == "crlf" else "\n"
size, taken, told = 5, set(), 1.0


def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def answer(number, text="", mark="="):
    if HABIT == "chatter":
        write(f"thinking about it{END}{END}# not an answer{END}")
    if HABIT == "errors":
        sys.stderr.write("warning: no book\n" * 3000)
        sys.stderr.flush()
    space = "\t" if HABIT == "tabs" else "  " if HABIT == "spaces" else " "
    number = "" if HABIT == "no_numbers" else number
    whole = f"{mark}{number}{space}{text}{'   ' if HABIT == 'spaces' else ''}{END}{END}"
    if HABIT == "blank_lines":
        whole = f"{END}{END}{whole}{END}"
    if HABIT == "pieces":
        write(whole[:3])
        time.sleep(0.02)
        whole = whole[3:]
    write(whole)


def first_free():
    for row in range(1, size + 1):
        for column in "ABCDEFG"[:size]:
            if f"{column}{row}" not in taken:
                return f"{column}{row}"
    return "PASS"


def generate(number):
    time.sleep(0.3 if HABIT == "uses_a_second" and told >= 1 else 6 if HABIT == "decimals" and told >= 5 else 0)
    if HABIT == "resigns":
        return answer(number, "RESIGN")
    if HABIT == "refuses_to_move":
        return answer(number, "cannot think", "?")
    if HABIT == "occupied" and taken:
        return answer(number, min(taken))
    if HABIT == "dies":
        os._exit(4)
    move = "pass" if HABIT == "passes" else first_free()
    taken.add(move)
    return answer(number, move.lower() if HABIT == "small_letters" else move)


for line in sys.stdin:
    number, word, *rest = [*line.split(), "", ""]
    words = [each for each in rest if each]
    if word == "quit" or number == "quit":
        break
    if word == "protocol_version":
        answer(number, {"no_version": "", "version_2.0": "2.0"}.get(HABIT, "2"), "?" if HABIT == "no_version" else "=")
    elif word == "list_commands":
        if HABIT == "no_list":
            answer(number, "unknown command", "?")
        else:
            answer(number, END.join(COMMANDS))
    elif word == "known_command":
        answer(number, str(words[0] in COMMANDS).lower())
    elif word in ("time_settings", "time_left") and HABIT == "refuses_time":
        answer(number, "three integers", "?")
    elif word == "time_settings" and any(not each.isdecimal() for each in words):
        answer(number, "not three integers", "?")
    elif word == "boardsize":
        size = int(words[0])
        answer(number)
    elif word == "clear_board":
        taken.clear()
        answer(number)
    elif word == "play":
        taken.add(words[1].upper())
        answer(number)
    elif word == "genmove":
        generate(number)
    elif word == "kata-time_settings" and HABIT == "decimals":
        told = float(words[2])
        answer(number)
    elif word in COMMANDS:
        answer(number)
    else:
        answer(number, "unknown command", "?")
