#!/usr/bin/env python3
"""
stress.py PROGRAM ROUNDS: in each round eight processes use one store at once, solving, looking,
importing, compacting; some are killed, and now and then the seal is lost. Nobody else fails, every
answer is right, and what is left is sound.
"""
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time

from common import PROGRAM, arguments_of, check, folder, run, same, solve, will_kill

will_kill()

BOARDS = ["1x7 psk", "1x8 psk", "1x9 psk --value-only", "2x3 kee2013", "2x3 psk", "1x8 ssk",
          "1x8 kee-v6", "2x2 simple", "3x4 psk --value-only", "1x10 psk --value-only"]
# What may be refused because others are there, as it says.
REFUSED = "in use by another process"
PROCESSES = 8


def commands(store, text, chance):
    """A command and what its answer must be."""
    what = chance.random()
    if what < 0.7:
        board = chance.choice(BOARDS)
        return board, arguments_of(board, "--store", store), None
    if what < 0.77:
        return None, ["store", "check", store], None
    if what < 0.84:
        return None, ["store", "info", store], None
    if what < 0.9:
        return None, ["store", "import", store], text
    if what < 0.95:
        return None, ["store", "export", store], None
    return None, ["store", "compact", store], None


def start(command, stdin):
    process = subprocess.Popen([PROGRAM, *command], text=True, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, stdin=subprocess.PIPE)
    try:
        process.stdin.write(stdin or "")
        process.stdin.close()
    except BrokenPipeError:
        pass
    process.stdin = None
    return process


def look(process, board, command, killed, plain):
    out, err = process.communicate(timeout=300)
    told = f"{' '.join(command)}: exit {process.returncode}\n{err}"
    if process.returncode == -signal.SIGKILL and killed:
        return "killed"
    if process.returncode == 1 and command[:2] == ["store", "compact"] and REFUSED in err:
        return "refused"
    if process.returncode == 2 and command[0] == "store" and "wanted" in err:
        return "nothing there"  # the first of the round may be killed before there is a folder
    assert process.returncode == 0 and err == "", told
    if board is not None:
        same(json.loads(out), plain[board], board, ("value", "best"))
    return "done"


def main():
    rounds, chance = int(sys.argv[2]), random.Random(5)
    plain = {board: solve(board)[0] for board in BOARDS}
    counts = {}
    with folder() as place:
        store = os.path.join(place, "exported")
        solve("1x7 ssk", store)
        text = run("store", "export", store).stdout
        for number in range(rounds):
            if number % 5 == 0:
                store = os.path.join(place, f"store{number}")
            elif chance.random() < 0.5 and os.path.exists(os.path.join(store, "sealed")):
                os.remove(os.path.join(store, "sealed"))
            running = []
            for _ in range(PROCESSES):
                board, command, stdin = commands(store, text, chance)
                process, killed = start(command, stdin), chance.random() < 0.4
                if killed:
                    threading.Timer(chance.uniform(0, 0.2), process.kill).start()
                running.append((process, board, command, killed))
                time.sleep(chance.choice((0, 0, 0.01, 0.05)))
            for process, board, command, killed in running:
                ended = look(process, board, command, killed, plain)
                counts[ended] = counts.get(ended, 0) + 1
            if os.path.exists(os.path.join(store, "data.mdb")):
                check(store)
                assert os.path.exists(os.path.join(store, "sealed")) or \
                    os.path.getsize(os.path.join(store, "data.mdb")) <= 8192, "not sealed"
    print(f"{rounds} rounds: " + ", ".join(f"{n} {what}" for what, n in sorted(counts.items())))
    assert counts["done"] > counts.get("killed", 0)


main()
