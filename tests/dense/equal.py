#!/usr/bin/env python3
"""equal.py SOLVE DENSE_EQUAL KILLS WHICH BOARD...: dense tables as 'solve table' makes them, under every kind of rules
that has a table: each state as the lists have it, the same file by one and by two threads, and after so many kills
of a run (shared out over rules and boards).

WHICH of the rules: all, some, those whose boards are 'ranked', which take longest, or 'others' than those.
"""
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

SOLVE, EQUAL, KILLS, WHICH, BOARDS = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4], sys.argv[5:]

# One of all that have the same table (store/dense/dense_name.h).
OTHERS = ["simple", "simple,suicide=multi", "none", "none,suicide=yes", "none,scoring=stone", "pauli-original",
          "psk", "basic", "new-zealand", "psk,scoring=stone"]
RANKED = ["3-plays", "repetition-draws,suicide=multi"]
RULES = {"all": OTHERS + RANKED, "others": OTHERS, "ranked": RANKED,
         "some": ["simple", "none", "pauli-original", "3-plays"]}[WHICH]


def command(board, rules, store, threads):
    return [SOLVE, "table", "--board", board, "--rules", rules, "--store", store, "--method", "dense", "--threads",
            threads, "--quiet", "--save-seconds", "0.001"]


def file_of(store):
    names = os.listdir(os.path.join(store, "tables"))
    assert len(names) == 1 and names[0].endswith(".table"), names
    return os.path.join(store, "tables", names[0])


def make(board, rules, store, threads="2"):
    subprocess.run(command(board, rules, store, threads), check=True, stdout=subprocess.DEVNULL)
    with open(file_of(store), "rb") as file:
        return file.read()


def killed(board, rules, store, longest, chance):
    """Begins, and is killed after a while; or before it ends, if nothing is saved so long."""
    process = subprocess.Popen(command(board, rules, store, "2"), stdout=subprocess.DEVNULL)
    time.sleep(chance.uniform(0, longest))
    process.send_signal(signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


def check(board, rules, kills, chance):
    with tempfile.TemporaryDirectory() as store:
        wanted = make(board, rules, store, "1")
        told = subprocess.run([EQUAL, file_of(store), board, rules], capture_output=True, text=True, check=False)
        assert told.returncode == 0, f"{board} {rules}: {told.stdout}{told.stderr}"
    with tempfile.TemporaryDirectory() as store:
        began = time.monotonic()
        assert make(board, rules, store) == wanted, f"{board} {rules}: two threads"
        longest = time.monotonic() - began
    done = 0
    for first in range(0, kills, 5): # some of them one after the other in the same store
        with tempfile.TemporaryDirectory() as store:
            for _ in range(min(5, kills - first)):
                done += killed(board, rules, store, longest / 2, chance)
            assert make(board, rules, store) == wanted, f"{board} {rules}: killed"
    print(f"{board} {rules}: {told.stdout.strip()}, {len(wanted)} bytes, {longest:.2f} s, {done} killed", flush=True)


def main():
    chance = random.Random(1)
    cases = [(board, rules) for board in BOARDS for rules in RULES]
    for i, (board, rules) in enumerate(cases):
        check(board, rules, KILLS * (i + 1) // len(cases) - KILLS * i // len(cases), chance)


main()
