#!/usr/bin/env python3
"""limits.py SOLVE SEAL: what verify takes for files that are made to take long, and how it ends.

Whatever the file is, the check ends soon, within its memory, and says what it found by its exit code
and by one JSON object that has the same keys each time: 0 accepted, 1 not accepted, 3 not checked. SEAL
appends the checksum to a certificate. A check that does not end in SECONDS has failed.
"""
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

import terminal  # noqa: E402

SOLVE, SEAL = (os.path.abspath(name) for name in sys.argv[1:3])
SECONDS = 120
KEYS = ["schema", "verb", "version", "file", "board", "rules", "rules_fields", "position", "to_move", "history", "claims", "accepted", "verdict",
        "stopped", "reason", "nodes", "strategies", "replies", "strategy_leaves", "living", "bytes", "seconds",
        "peak_memory_bytes", "xxh3_128"]
FIELDS = {
    "psk": "superko repetition=psk suicide=no scoring=area ending=passes2 cycle=endless pass-stones=no",
    "ljrg": "ljrg removal=yes control-ko=prohibited control-pass=both control-permanent=forgotten",
}
SANITIZED = "sanitized" in sys.argv


def write(name, rules, board, start, moves, claims, nodes=0, body=b""):
    lines = ["solve-certificate 1", f"rules {rules}", f"fields {FIELDS[rules]}", f"board {board}",
             f"start {start} black", " ".join(["moves"] + moves)]
    lines += ["claim " + claim for claim in claims] + [f"nodes {nodes}", f"body {len(body)}", ""]
    text = "\n".join(lines).encode() + body
    with open(name, "wb") as file:
        subprocess.run([SEAL], input=text, stdout=file, check=True)
    return name


def start(name, *options):
    return subprocess.Popen([SOLVE, "verify", name, "--json"] + list(options), text=True,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finish(process, code, stopped=None):
    """The object, whose verdict is that of the exit code, and the line on stderr."""
    out, err = process.communicate(timeout=SECONDS)
    assert process.returncode == code, f"exit {process.returncode}, not {code}: {out} {err}"
    assert out.count("\n") == 1, out
    found = json.loads(out)
    assert list(found) == KEYS, out
    assert found["accepted"] == (code == 0), out
    assert found["verdict"] == {0: "accepted", 1: "not accepted", 3: "not checked"}[code], out
    assert found["stopped"] == stopped, out
    assert (found["reason"] is None) == (code == 0), out
    if code == 0:
        assert err == "", err
    else:
        assert err.count("\n") == 1 and f": {found['verdict']}: {found['reason']}" in err, err
    return found


def verify(code, name, *options, stopped=None):
    return finish(start(name, *options), code, stopped)


class Board:
    """Plays stones at random, never a suicide and never a board that stood before."""
    def __init__(self, size):
        self.size = size
        self.cells = [0] * (size * size)
        self.near = [[q for q in range(size * size)
                      if abs(q // size - p // size) + abs(q % size - p % size) == 1]
                     for p in range(size * size)]

    def name(self, point):
        return "ABCDEFGH"[point % self.size] + str(self.size - point // self.size)

    def chain(self, cells, point):
        found, waiting, free = {point}, [point], False
        while waiting:
            for q in self.near[waiting.pop()]:
                free = free or cells[q] == 0
                if cells[q] == cells[point] and q not in found:
                    found.add(q)
                    waiting.append(q)
        return found, free

    def after(self, point, player):
        cells = list(self.cells)
        cells[point] = player
        for q in self.near[point]:
            if cells[q] == 3 - player:
                chain, free = self.chain(cells, q)
                if not free:
                    for r in chain:
                        cells[r] = 0
        return cells if self.chain(cells, point)[1] else None

    def play(self, count):
        dice, stood, moves = random.Random(1), {tuple(self.cells)}, []
        while len(moves) < count:
            player = 1 + len(moves) % 2
            points = [p for p, cell in enumerate(self.cells) if cell == 0]
            dice.shuffle(points)
            for p in points:
                cells = self.after(p, player)
                if cells is not None and tuple(cells) not in stood:
                    self.cells = cells
                    stood.add(tuple(cells))
                    moves.append(self.name(p))
                    break
            else:
                moves.append("pass")
        return moves


def number(value):
    """As the format has numbers: seven bits a byte, the lowest first."""
    out = []
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out + [value])


def leaf(board, mover, bound):
    """The one node that says what Black gets if he only passes; bound is negative."""
    stones = [sum(1 << p for p, cell in enumerate(board.cells) if cell == colour) for colour in (1, 2)]
    return bytes([4 * mover]) + number(stones[0]) + number(stones[1]) + number(-2 * bound)


def check_codes():
    """One verdict, exit code and object for each way in which a check can end."""
    assert verify(0, good())["rules"] == "psk"
    assert verify(1, write("no-claim", "psk", "1x3", "...", [], []))["board"] == "1x3"
    assert verify(1, write("goes-on", "psk", "1x3", "...", [], ["root black forces >= 1 rules"]))["claims"]
    with open("words", "w", encoding="ascii") as file:
        file.write("no certificate\n")
    assert verify(1, "words")["board"] is None
    for options in ([], ["--json"]):
        done = subprocess.run([SOLVE, "verify", "nothing"] + options, capture_output=True, text=True,
                              timeout=SECONDS, check=False)
        assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1, done


def good():
    return write("good", "psk", "1x2", "..", ["pass", "pass"],
                 ["root black forces >= 0 rules", "root white forces <= 0 rules"])


def check_claims():
    """The moves before the claims are played once, however many claims there are."""
    board = Board(8)
    moves = board.play(3000)
    body = leaf(board, len(moves) % 2, -64)
    claims = ["root black forces >= -64 node 0 map 0"] * 3000
    found = verify(0, write("claims", "psk", "8x8", "/".join(["." * 8] * 8), moves, claims, 1, body))
    assert len(found["claims"]) == 3000
    many = write("many-claims", "psk", "1x2", "..", ["pass", "pass"], ["root black forces >= 0 rules"] * 30000)
    own = verify(0, good())["peak_memory_bytes"]
    found = verify(3, many, "--memory", "8M", stopped="memory")
    assert SANITIZED or found["peak_memory_bytes"] < 1.05 * (8 << 20) + own + (2 << 20), found
    verify(0, many, "--memory", "256M")


def check_leaf():
    """Who plays on alone reaches very many boards: that is more than a small file may ask."""
    rows = [".X.XO...", "XXXXO..."] + ["." * 8] * 6
    board = Board(8)
    board.cells = [".XO".index(cell) for cell in "".join(rows)]
    name = write("leaf", "psk", "8x8", "/".join(rows), [], ["root black forces >= -30 node 0 map 0"], 1,
                 leaf(board, 0, -30))
    assert "--max-seconds" in verify(3, name, stopped="work")["reason"]
    verify(3, name, "--memory", "4M", stopped="memory")


def check_control():
    """Who controls what on 4x4 takes minutes and hundreds of megabytes."""
    name = write("control", "ljrg", "4x4", "X.../..../..../...O", ["pass", "pass"],
                 ["root black forces >= 0 rules"])
    verify(3, name, stopped="work")
    verify(3, name, "--max-seconds", "0.3", stopped="time")
    own = verify(0, good())["peak_memory_bytes"]
    for limit in (8, 32):
        found = verify(3, name, "--memory", f"{limit}M", "--max-seconds", "60", stopped="memory")
        assert SANITIZED or found["peak_memory_bytes"] < 1.05 * (limit << 20) + own + (2 << 20), found
    verify(0, write("control-3x3", "ljrg", "3x3", ".../.../...", ["pass", "pass"],
                    ["root black forces >= 0 rules"]))


def check_size():
    """Of a file without an end no more is read than it takes to see that it is no certificate."""
    with open(good(), "rb") as file:
        head = file.read()
    for name, begins in (("sparse", b""), ("sparse-head", head[:60]), ("sparse-tail", head)):
        with open(name, "wb") as file:
            file.write(begins)
            file.truncate(50 << 30)
        assert verify(1, name)["bytes"] is None
    assert verify(1, "/dev/zero")["bytes"] is None
    with open("huge", "wb") as file:
        file.write(head[:head.index(b"body")] + b"body 1000000000000\n")
    verify(1, "huge")
    with open("long", "wb") as file:
        file.write(head[:head.index(b"nodes")] + b"claim root black forces >= 0 rules\n" * 100000)
    verify(3, "long", "--memory", "1M", stopped="memory")


def await_handler(process):
    """Waits until the program would not die of Ctrl-C."""
    while True:
        with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
            caught = next(int(line.split()[1], 16) for line in status if line.startswith("SigCgt"))
        if caught >> (signal.SIGINT - 1) & 1:
            return
        time.sleep(0.01)


def check_interrupt():
    """Ctrl-C ends a check; and the wait for a pipe, from which nothing may come, as time does."""
    process = start(write("control", "ljrg", "4x4", "X.../..../..../...O", ["pass", "pass"],
                          ["root black forces >= 0 rules"]), "--max-seconds", "1000")
    await_handler(process)
    process.send_signal(signal.SIGINT)
    finish(process, 3, "interrupted")
    os.mkfifo("pipe")
    verify(3, "pipe", "--max-seconds", "0.2", stopped="time")
    process = start("pipe")
    with open("pipe", "wb"):  # the other end is open then
        process.send_signal(signal.SIGINT)
        finish(process, 3, "interrupted")
    process = start("pipe")
    with open("pipe", "wb") as file, open(good(), "rb") as whole:
        file.write(whole.read())
    finish(process, 0)


def shown(name, *options):
    """What a terminal shows of a check that time ends."""
    code, text = terminal.run([SOLVE, "verify", name, "--max-seconds", "2.5", *options], os.environ, 80, b"")
    assert code == 3 and "--max-seconds reached" in text, text
    return re.findall(r"\033\[K([^\n\033]+)", text)


def check_progress():
    """A check tells how far it came, of how much."""
    control = write("control", "ljrg", "4x4", "X.../..../..../...O", ["pass", "pass"], ["root black forces >= 0 rules"])
    found = shown(control)
    assert re.fullmatch(r"[12] of 2\.5 s: checking", found[0]), found
    assert not [line for line in shown(control, "--quiet") if "checking" in line]
    with open(good(), "rb") as file:
        whole = file.read()
    os.mkfifo("slow")
    ended = threading.Event()

    def feed():
        with open("slow", "wb", buffering=0) as pipe:
            pipe.write(whole[:-5])
            ended.wait()

    thread = threading.Thread(target=feed)
    thread.start()
    found = shown("slow")
    ended.set()
    thread.join()
    wanted = rf"[12] of 2\.5 s: reading, {len(whole) - 5} B of {len(whole)} B \({100 * (len(whole) - 5) // len(whole)} %\)"
    assert re.fullmatch(wanted, found[0]), (found, wanted)


def check_version():
    with open(good(), "rb") as file:
        bytes_ = file.read()
    for version, code, stopped in ((b"5", 3, "version"), (b"4000000000", 3, "version"), (b"0", 1, None), (b"x", 1, None)):
        with open("newer", "wb") as file:
            file.write(bytes_.replace(b"solve-certificate 1\n", b"solve-certificate " + version + b"\n", 1))
        found = verify(code, "newer", stopped=stopped)
        assert ("knows version 4" in found["reason"]) == (code == 3), found


def main():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for check in (check_codes, check_claims, check_leaf, check_control, check_size, check_version, check_progress, check_interrupt):
            check()
            print(check.__name__, "ok", flush=True)
        os.chdir("/")


main()
