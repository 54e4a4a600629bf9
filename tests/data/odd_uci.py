"""A UCI program with one odd habit, named by its argument. It plays random legal moves with python-chess."""

import os
import random
import sys
import time

import chess

mode = sys.argv[1] if len(sys.argv) > 1 else "plain"
rng = random.Random(7)
out = sys.stdout


def say(s, end="\n"):
    out.write(s + end)
    out.flush()


board = chess.Board()
n_go = 0
options_seen = []
if mode == "banner":
    say("Fake 1.0 by nobody\nAll rights reserved\nuciok\n")
if mode == "stderr-noise":
    sys.stderr.write("warn\n" * 5000)
    sys.stderr.flush()
if mode == "die-at-start":
    sys.exit(3)
if mode == "silent":
    time.sleep(100)
for line in sys.stdin:
    w = line.split()
    if not w:
        continue
    if w[0] == "uci":
        if mode == "slow-uciok":
            time.sleep(3)
        say("id name Fake")
        say("id author X")
        if mode == "spaces":
            say("option   name  Hash   type  spin  default 16   min 1 max 64")
            say("option name\tClear Hash\ttype button")
        elif mode == "options":
            say("option name Hash type spin default 16 min 1 max 64")
            say("option name Clear Hash type button")
            say("option name Style type combo default Normal var Solid var Normal var Very Risky")
            say("option name Log File type string default ")
            say("option name Path type string default <empty>")
            say("option name type of play type check default true")
            say("option name GaviotaTbPath type string empty")
            say("option name NNUE File type string default x y.nnue")
        else:
            say("option name Hash type spin default 16 min 1 max 64")
        if mode == "infostring-before-ok":
            say("info string hello")
            say("hash=16MB")
        say("uciok" + ("  " if mode == "trailing" else ""), end="\r\n" if mode == "crlf" else "\n")
    elif w[0] == "setoption":
        options_seen.append(line.strip())
        sys.stderr.write(line)
        sys.stderr.flush()
    elif w[0] == "isready":
        if mode == "readyok-late":
            time.sleep(0.4)
        if mode == "registration":
            say("registration checking")
            say("registration error")
            say("copyprotection ok")
        say(" readyok " if mode == "trailing" else "readyok", end="\r\n" if mode == "crlf" else "\n")
    elif w[0] == "position":
        at = w.index("moves") if "moves" in w else len(w)
        board = chess.Board() if w[1] == "startpos" else chess.Board(" ".join(w[2:at]), chess960=mode == "c960")
        for m in w[at + 1 :]:
            board.push(board.parse_uci(m))
    elif w[0] == "go":
        n_go += 1
        legal = list(board.legal_moves)
        m = rng.choice(legal)
        u = m.uci()
        if mode == "crash" and n_go == 3:
            os._exit(139)
        if mode == "hang" and n_go == 3:
            time.sleep(1000)
        if mode == "illegal" and n_go == 3:
            u = "a1a1"
        if mode == "late-answer":
            time.sleep(0.3)
        if mode == "upper":
            u = u.upper()
        if mode == "san":
            u = board.san(m)
        if mode == "pv-first":
            say(f"info depth 5 pv {u} score cp 33 nodes 1000")
        elif mode == "float":
            say(f"info depth 5 score cp 12.5 nodes 1.2e3 nps 1e6 time 0.4 pv {u}")
        elif mode == "no-info":
            pass
        elif mode == "spaces":
            say(f"info  depth  5   score  cp  33  upperbound   nodes 1000  pv  {u}")
        elif mode == "currmove":
            say(
                "info depth 5 seldepth 9 score cp 33 tbhits 0 hashfull 999 cpuload 900 nodes 1000 time 4 nps 99 pv " + u
            )
            say("info currmove e2e4 currmovenumber 1")
            say("info refutation d1h5 g6h5")
            say("info currline 1 e2e4 e7e5")
            say("info sbhits 4 wdl 100 800 100")
            say("info string score cp 9999 depth 99")
        elif mode == "mate0":
            say("info depth 0 score mate 0")
        elif mode == "mate+":
            say(f"info depth 9 score mate +3 nodes 10 pv {u}")
        elif mode == "bounds":
            say(f"info depth 6 score cp 50 lowerbound nodes 10 pv {u}")
            say(f"info depth 6 score cp 20 nodes 20 pv {u}")
            say(f"info depth 7 score cp 90 lowerbound nodes 30 pv {u}")
        elif mode == "multipv":
            say(f"info depth 6 multipv 2 score cp -50 nodes 10 pv {u}")
            say(f"info depth 6 multipv 1 score cp 20 nodes 20 pv {u}")
            say(f"info depth 6 multipv 3 score cp -90 nodes 20 pv {u}")
        elif mode == "flood":
            [say(f"info depth 5 score cp 1 nodes {i} pv {u}") for i in range(20000)]
        elif mode == "unicode":
            out.buffer.write(b"info string \xff\xfe\x80 caf\xc3\xa9\n")
            out.flush()
            say(f"info depth 5 score cp 33 nodes 1000 pv {u}")
        else:
            say(f"info depth 5 score cp 33 nodes 1000 pv {u}")
        if mode == "twice":
            say(f"bestmove {u}")
            say(f"bestmove {u}")
        elif mode == "ponder-none":
            say(f"bestmove {u} ponder (none)")
        elif mode == "ponder-odd":
            say(f"bestmove {u} ponder")
        elif mode == "bestmove-tab":
            say(f"bestmove\t{u}\tponder\te2e4")
        elif mode == "resign-none":
            say("bestmove (none)")
        elif mode == "resign-0000":
            say("bestmove 0000")
        elif mode == "resign-NULL":
            say("bestmove NULL")
        elif mode == "draw-word":
            say("bestmove draw")
        elif mode == "stdout-noise":
            say("thinking...")
            say("bestmoves e2e4")
            say(f"bestmove {u}")
        elif mode == "crlf":
            say(f"bestmove {u}", end="\r\n")
        elif mode == "trailing":
            say(f"  bestmove   {u}   ")
        elif mode == "half-line":
            say("best", end="")
            time.sleep(0.1)
            say(f"move {u}")
        elif mode == "premature-stop-second":
            say(f"bestmove {u}")
            time.sleep(0.05)
            say("info string done")
        else:
            say(f"bestmove {u}")
    elif w[0] == "quit":
        if mode == "no-quit":
            time.sleep(1000)
        break
