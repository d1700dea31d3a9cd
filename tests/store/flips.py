#!/usr/bin/env python3
"""
flips.py PROGRAM N: N times a byte of a store's data file is changed. No wrong value, no crash: the
entry is dropped with a warning, or one line says that the store is damaged.
"""
import json
import os
import random
import sys

from common import arguments_of, copy, folder, run, same, solve

SOLVED = ["1x7 psk", "2x3 kee2013", "2x2 simple"]
# Not solved in the store, but its lemmas serve.
OPEN = ["1x7 psk --history B1 --value-only", "2x3 kee2013 --history B2",
        "1x7 psk --position ...X... --to-move white"]


def change(store, chance):
    name = os.path.join(store, "data.mdb")
    at = chance.randrange(os.path.getsize(name))
    with open(name, "r+b") as data:
        data.seek(at)
        old = data.read(1)[0]
        data.seek(at)
        data.write(bytes([old ^ chance.randrange(1, 256)]))
    return at


def look(done, at, counts, store):
    lines = done.stderr.splitlines()
    told = f"at {at}: {done.stderr}"
    if done.returncode == 0:
        assert all(f"--store {store}: it was damaged: " in line for line in lines), told
        counts["mended" if lines else "untouched"] += 1
    else:
        assert len(lines) == 1 and store in lines[0], told
        assert "damaged" in lines[0] or "not a store" in lines[0], told
        counts["refused"] += 1


def main():
    times, chance = int(sys.argv[2]), random.Random(2)
    counts = {"untouched": 0, "mended": 0, "refused": 0}
    with folder() as place:
        store, sealed = os.path.join(place, "store"), os.path.join(place, "sealed")
        for board in SOLVED:
            solve(board, sealed)
        plain = {board: solve(board)[0] for board in SOLVED + OPEN}
        for i in range(times):
            board = chance.choice(SOLVED + OPEN)
            copy(sealed, store)
            at = change(store, chance)
            if i % 4 == 3:
                os.remove(os.path.join(store, "sealed"))  # as a killed run leaves it
            done = run(*arguments_of(board, "--store", store), codes=(0, 1))
            look(done, at, counts, store)
            if done.returncode == 0:
                same(json.loads(done.stdout), plain[board], f"{board}, flip at {at}")
            if i % 10 == 0:
                copy(sealed, store)
                change(store, chance)
                run("store", "check", store, codes=(0, 1))
                run("store", "compact", store, codes=(0, 1))
    print(f"{times} flips: " + ", ".join(f"{n} {what}" for what, n in counts.items()))
    assert counts["refused"] < times


if __name__ == "__main__":
    main()
