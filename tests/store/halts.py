#!/usr/bin/env python3
"""
halts.py PROGRAM SPOIL: runs that search over lemmas go on where they were stopped.

In pieces by --max-nodes they take hardly more nodes than at once, and with one thread every time the same. What they
leave of the search only steers: with spoilt values they come to the same answer.
"""
import json
import os
import subprocess
import sys

from common import check, folder, run, same

SPOIL = os.path.abspath(sys.argv[2])
# Board, rules, nodes of a piece. The second player's number (kee-v6, repetition-draws) is asked for as well.
PIECES = (("1x10", "psk", 4000), ("1x8", "kee-v6", 2000), ("1x8", "repetition-draws", 1500))
# What all pieces may take, in parts of what a run takes at once.
MOST = 1.1


def solve(board, rules, *more):
    done = run("--board", board, "--rules", rules, "--value-only", "--json", "--quiet", "--threads", "1", *more,
               codes=(0, 3))
    return json.loads(done.stdout)


def spoil_halts(store, seed):
    """Returns how many records there are."""
    done = subprocess.run([SPOIL, store, str(seed)], capture_output=True, text=True, check=True)
    return int(done.stdout)


def halts_in(store):
    return json.loads(run("store", "info", store, "--json").stdout)["halts"]


def in_pieces(board, rules, most, spoil=None):
    """The nodes of each piece, and the last answer."""
    nodes, found = [], {"proven": False}
    with folder() as store:
        while not found["proven"]:
            found = solve(board, rules, "--store", store, "--max-nodes", str(most))
            nodes.append(found["nodes"])
            assert len(nodes) < 40, f"{board} {rules}: it does not go on"
            assert found["proven"] or halts_in(store)["searches"] == 1, halts_in(store)
            if spoil is not None:
                spoil(store, len(nodes))
        if spoil is None:
            check(store)
            solve(board, rules, "--store", store)
            assert halts_in(store)["searches"] == spoil_halts(store, 0) == 0, "what a run left is there after another one's end"
    return nodes, found


def goes_on(board, rules, most):
    plain = solve(board, rules)
    nodes, found = in_pieces(board, rules, most)
    same(found, plain, f"{board} {rules}", ("value",))
    assert len(nodes) > 2, f"{board} {rules}: only {nodes}"
    assert sum(nodes) < MOST * plain["nodes"], f"{board} {rules}: {nodes}, {plain['nodes']} at once"
    return nodes, plain


def spoilt(board, rules, most, plain):
    records = []

    def spoil(store, seed):
        records.append(spoil_halts(store, seed))

    _, found = in_pieces(board, rules, most, spoil)
    same(found, plain, f"{board} {rules}, spoilt", ("value",))
    assert max(records) > 1, f"{records} records"


def main():
    for board, rules, most in PIECES:
        nodes, plain = goes_on(board, rules, most)
        if board == "1x8":
            spoilt(board, rules, most, plain)
        if rules == "repetition-draws":
            assert in_pieces(board, rules, most)[0] == nodes, "one thread, and other nodes"
        print(f"{board} {rules}: {nodes}, {plain['nodes']} at once")


if __name__ == "__main__":
    main()
