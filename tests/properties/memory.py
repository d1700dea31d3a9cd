#!/usr/bin/env python3
"""--memory is a limit: the peak of a run, with tables and without, with a store and without, whether
it ends or not; and without --memory what the process may have is the limit.

usage: memory.py SOLVE [long]

A process that does next to nothing has a peak of its own; beyond that and the limit a run may take
a twentieth of the limit and SPARE. Prints a row a run.
"""
import json
import os
import resource
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

OVER = 1.05
SPARE = 2 << 20
# Board, rules, limits in MiB, seconds at most, threads. Most are stopped by the limit. Without 'long' those between
# the least and the greatest limit are left out, and the seconds are half as many.
RUNS = [
    ("3x4", "psk", (6, 8, 16, 20, 32), 3, 1),
    ("3x4", "kee-v6", (8, 16, 20, 32), 2, 1),
    ("3x4", "kee2013", (8,), 3, 2),
    ("2x6", "ssk", (8, 16), 3, 1),
    ("1x12", "kee2013", (8, 32), 3, 1),
    ("1x12", "psk", (64,), 3, 1),
    ("1x12", "psk", (64,), 3, 2),
    ("4x4", "psk", (8, 64), 3, 1),
    ("4x4", "kee-v6", (32,), 3, 1),
    ("4x5", "psk", (8, 64), 3, 1),
    ("5x5", "psk", (16, 64), 3, 1),
    ("1x9", "ing-spight,suicide=yes", (12,), 3, 1),
    ("1x11", "kee2013,players=3", (12,), 3, 1),
]
# The same with a store: a new one, and the one that is there then.
KEPT = [("1x12", "psk", (32,), 3, 1), ("1x12", "kee2013", (16,), 2, 2)]
LONG_KEPT = [("1x12", "psk", (64, 256), 30, 1), ("1x12", "psk", (64,), 30, 2), ("2x7", "ssk", (128,), 30, 1)]
LONG = [
    ("4x4", "psk", (256, 680, 1024), 60, 1),
    ("1x12", "psk", (256,), 60, 1),
    ("1x12", "kee2013", (256,), 60, 2),
    ("2x7", "ssk", (128,), 60, 2),
    ("5x5", "kee-v6", (256,), 60, 1),
]


def peak(solve, board, rules, limit, seconds, threads, *store):
    done = subprocess.run([solve, "--board", board, "--rules", rules, "--memory", str(limit),
                           "--max-seconds", str(seconds), "--threads", str(threads),
                           "--value-only", "--json", "--quiet"] + list(store),
                          capture_output=True, text=True, check=False)
    assert done.returncode in (0, 3), done.stderr
    return json.loads(done.stdout)["peak_memory_bytes"], done.returncode


def is_over(found, limit, own, name):
    over = found > OVER * limit + own + SPARE
    print(f"{name:36} {limit / 2**20:7.1f} {found / 2**20:7.1f} {'too much' if over else ''}",
          flush=True)
    return over


def check_runs(solve, own, runs, kept):
    wrong = False
    for board, rules, limits, seconds, threads in runs:
        for limit in limits:
            with tempfile.TemporaryDirectory() as folder:
                for times in range(2 if kept else 1):
                    store = ["--store", os.path.join(folder, "store")] if kept else []
                    found, code = peak(solve, board, rules, limit << 20, seconds, threads, *store)
                    name = f"{board} {rules} {threads} threads{' store ' + str(times) if kept else ''}"
                    wrong |= is_over(found, limit << 20, own, name + (" solved" if code == 0 else ""))
    return wrong


def least_and_greatest(run):
    board, rules, limits, seconds, threads = run
    return board, rules, sorted({limits[0], limits[-1]}), seconds / 2, threads


def measure(solve, *command):
    """A command that a limit stops: what it says, and the bytes that it held at most."""
    with subprocess.Popen([solve, *command, "--json"], stdout=subprocess.PIPE, text=True) as process:
        out = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 3, out
    return json.loads(out), used.ru_maxrss * 1024


def check_endless(solve, own):
    """A board whose graph no memory holds: not decided."""
    limit = 16 << 20
    told, found = measure(solve, "endless", "--board", "8x8", "--rules", "kee-v6", "--memory", str(limit))
    assert told["verdict"] == "not decided", told
    return is_over(found, limit, own, "endless 8x8")


# Numbers of games: board, rules, limit in MiB, lengths, and what stops the count. Each way of counting has what grows
# with the line of play, by length or with the board besides what it remembers.
COUNTS = [
    ("1x5", "kee2013", 16, (), "memory"),
    ("1x6", "kee2013", 24, ("--lengths", "turns"), "memory"),
    ("1x5", "kee2013,refresh=no", 16, (), None),
    ("1x6", "kee2013,refresh=no", 16, (), "memory"),
    ("1x5", "ssk,suicide=yes", 16, ("--lengths", "turns"), "memory"),
    ("2x3", "psk", 16, ("--lengths", "plays"), "memory"),
    ("2x3", "psk", 16, (), None),
    ("2x3", "kee2013,players=3", 16, ("--lengths", "turns"), "memory"),
]


def check_counts(solve, own):
    wrong = False
    for board, rules, limit, lengths, stops in COUNTS:
        told, found = measure(solve, "count", "--board", board, "--rules", rules, "--memory", f"{limit}M",
                              "--threads", "1", "--quiet", "--max-seconds", "3", *lengths)
        assert stops in (None, told["stopped"]), told
        assert told["peak_memory_bytes"] <= found + (1 << 20), told
        assert told["peak_memory_bytes"] > found // 2, told
        wrong |= is_over(found, limit << 20, own, " ".join(["count", board, rules, *lengths]))
    return wrong


def check_default(solve):
    """Half of what the process may still have at most: here of what its own limit leaves."""
    for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA):
        done = subprocess.run([solve, "predict", "--board", "2x2", "--rules", "psk", "--json"],
                              capture_output=True, text=True, check=True,
                              preexec_fn=lambda kind=kind: resource.setrlimit(kind, (1 << 30, 1 << 30)))
        memory = json.loads(done.stdout)["limits"]["memory"]
        assert (1 << 20) < memory <= 1 << 29, f"default {memory}"
    done = subprocess.run([solve, "--board", "1x12", "--rules", "psk", "--value-only", "--threads", "1",
                           "--max-seconds", "60", "--no-store", "--quiet"],
                          capture_output=True, text=True, check=False,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (32 << 20,) * 2))
    assert done.returncode == 3 and "half of what was available" in done.stderr, done


def main():
    solve, long = sys.argv[1], "long" in sys.argv
    own, _ = peak(solve, "1x1", "psk", 64 << 10, 5, 1)
    print(f"{'run':36} {'limit':>7} {'peak':>7} MiB")
    check_default(solve)
    wrong = check_endless(solve, own)
    wrong |= check_counts(solve, own)
    wrong |= check_runs(solve, own, LONG_KEPT if long else KEPT, True)
    wrong |= check_runs(solve, own, RUNS + LONG if long else [least_and_greatest(run) for run in RUNS], False)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
