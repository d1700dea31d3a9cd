#!/usr/bin/env python3
"""small_memory.py PROGRAM [long] [one-thread] [at-once]: strategies without repetition where the memory holds few of their states.

A table that is too small costs nodes, not the answer: the value is found, its certificate accepted, with one thread
and two, at once and in several runs from a store (but with 'at-once'). What the user is told of it beforehand is there.
"""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

PROGRAM = sys.argv[1]
THREADS = "one-thread" not in sys.argv
# The table holds a third of the states that a run with enough memory looks at; in steps more, as each run begins its
# line anew, and the store has a part of the memory.
POSITION = ["--board", "4x5", "--position", "...../...X./O.XOX/..O..", "--value-only"]
TABLE = 20
ENOUGH, SMALL, SMALL_IN_STEPS = "1G", "2M", "6M"
# A whole board, and less than the least it was ever found with as long as a search for strategies came to an end.
BOARD = ["--board", "3x6", "--value-only"]
BOARD_VALUE, BOARD_SMALL = 18, "8M"
# Nodes of a run that is stopped, and what all of them may take together, in parts of one that is not.
STEP, STEPS_MOST = 1 / 6, 2.5


def run(*arguments, codes=(0,)):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode in codes, f"{arguments}: exit {done.returncode}: {done.stderr}"
    return done


def solve(question, memory, *more, threads=1, codes=(0,)):
    return json.loads(run(*question, "--rules", "psk", "--json", "--quiet", "--memory", memory, "--threads",
                          str(threads), *more, codes=codes).stdout)


def check_value(found, value, what):
    assert (found["value"]["min"], found["value"]["max"]) == (value, value), f"{what}: {found['value']}"


def check_proof(proof, value):
    """Both halves of the value are claimed, and the checker accepts them."""
    claims = [(claim["player"], claim["margin"]) for claim in
              json.loads(run("verify", "--json", proof).stdout)["claims"] if claim["move"] is None]
    assert sorted(claims) == [("black", value), ("white", value)], claims


def found_at_once(place, question, value, memory, threads):
    proof = os.path.join(place, "proof")
    found = solve(question, memory, "--proof", proof)
    check_value(found, value, memory)
    check_proof(proof, value)
    if threads > 1:
        check_value(solve(question, memory, threads=threads), value, f"{memory}, {threads} threads")
    return found["nodes"]


def found_in_steps(place, nodes):
    """Each run goes on where the one before was stopped, although its table was full."""
    store, proof = os.path.join(place, "store"), os.path.join(place, "proof")
    step = int(STEP * nodes)
    total, runs, last = 0, 0, step
    while last >= step:
        found = solve(POSITION, SMALL_IN_STEPS, "--store", store, "--proof", proof, "--max-nodes", str(step), codes=(0, 3))
        last = found["nodes"]
        total, runs = total + last, runs + 1
        assert runs < 50, "it does not go on"
    check_value(found, TABLE, f"after {runs} runs")
    check_proof(proof, TABLE)
    assert runs > 2 and total < STEPS_MOST * nodes, f"{runs} runs, {total} nodes; at once {nodes}"
    return total


def check_told():
    """Less memory than strategies are likely to need: one line before the run, and none where it is enough."""
    for memory, quiet, told in (("1G", [], True), ("1G", ["--quiet"], False), ("64G", [], False)):
        err = run("--board", "5x5", "--rules", "psk", "--value-only", "--max-nodes", "1", "--memory", memory, *quiet,
                  codes=(3,)).stderr
        lines = [line for line in err.splitlines() if "less than the" in line]
        assert len(lines) == told, f"{memory} {quiet}: {err}"
    assert "the memory of 1.0 GiB is less than" in run("--board", "5x5", "--rules", "psk", "--value-only",
                                                       "--max-nodes", "1", "--memory", "1G", codes=(3,)).stderr


def check_predicted():
    """The boards that were decided lie within what is predicted of them; nothing is of what nobody knows."""
    for board, states in (("3x6", 363811), ("2x9", 1998643), ("4x5", 1377573), ("5x5", 88e6)):
        told = json.loads(run("predict", "--board", board, "--rules", "psk", "--json").stdout)["strategies_need"]
        assert told["states_low"] < states < told["states_high"], f"{board}: {told}"
        assert not told["extrapolated"] and told["memory_low"] < told["memory"], told
    for board, known in (("5x6", True), ("1x19", False), ("4x4", False)):
        told = json.loads(run("predict", "--board", board, "--rules", "psk", "--json").stdout)["strategies_need"]
        assert (told is not None) == known, f"{board}: {told}"
        assert not known or told["extrapolated"], f"{board}: {told}"
    assert "strategies: about" in run("predict", "--board", "5x5", "--rules", "psk").stdout


def main():
    threads = 2 if THREADS else 1
    with tempfile.TemporaryDirectory() as place:
        enough = solve(POSITION, ENOUGH)
        check_value(enough, TABLE, ENOUGH)
        nodes = found_at_once(place, POSITION, TABLE, SMALL, threads)
        print(f"{enough['nodes']} nodes with {ENOUGH}, {nodes} with {SMALL}", flush=True)
        if "at-once" not in sys.argv:
            print(f"{found_in_steps(place, nodes)} of them in steps", flush=True)
        if "long" in sys.argv:
            nodes = found_at_once(place, BOARD, BOARD_VALUE, BOARD_SMALL, threads)
            print(f"3x6 with {BOARD_SMALL}: {nodes} nodes")
    check_told()
    check_predicted()


main()
