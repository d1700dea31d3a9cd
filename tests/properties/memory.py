#!/usr/bin/env python3
"""--memory is a limit: the peak of a run, with tables and without, whether it ends or not.

usage: memory.py SOLVE [long]

A process that does next to nothing has a peak of its own; beyond that and the limit a run may take
a twentieth of the limit and SPARE. Prints a row a run.
"""
import json
import subprocess
import sys

OVER = 1.05
SPARE = 2 << 20
# Board, rules, limits in MiB, seconds at most, threads. Most are stopped by the limit.
RUNS = [
    ("3x4", "psk", (6, 8, 16, 20, 32), 5, 1),
    ("3x4", "kee-v6", (8, 16, 20, 32), 3, 1),
    ("3x4", "kee2013", (8,), 5, 2),
    ("2x6", "ssk", (8, 16), 5, 1),
    ("1x12", "kee2013", (8, 32), 5, 1),
    ("1x12", "psk", (64,), 4, 1),
    ("1x12", "psk", (64,), 4, 2),
    ("4x4", "psk", (8, 64), 5, 1),
    ("4x4", "kee-v6", (32,), 5, 1),
    ("4x5", "psk", (8, 64), 5, 1),
    ("5x5", "psk", (16, 64), 5, 1),
]
LONG = [
    ("4x4", "psk", (256, 680, 1024), 60, 1),
    ("1x12", "psk", (256,), 60, 1),
    ("1x12", "kee2013", (256,), 60, 2),
    ("2x7", "ssk", (128,), 60, 2),
    ("5x5", "kee-v6", (256,), 60, 1),
]


def peak(solve, board, rules, limit, seconds, threads):
    done = subprocess.run([solve, "--board", board, "--rules", rules, "--memory", str(limit),
                           "--max-seconds", str(seconds), "--threads", str(threads),
                           "--value-only", "--json", "--quiet"],
                          capture_output=True, text=True, check=False)
    assert done.returncode in (0, 3), done.stderr
    return json.loads(done.stdout)["peak_memory_bytes"], done.returncode


def main():
    solve = sys.argv[1]
    own, _ = peak(solve, "1x1", "psk", 64 << 10, 5, 1)
    wrong = False
    print(f"{'board':5} {'rules':8} threads   limit    peak  MiB")
    for board, rules, limits, seconds, threads in LONG if "long" in sys.argv else RUNS:
        for limit in limits:
            found, code = peak(solve, board, rules, limit << 20, seconds, threads)
            over = found > OVER * (limit << 20) + own + SPARE
            print(f"{board:5} {rules:8} {threads:7} {limit:7} {found / 2**20:7.1f} "
                  f"{'solved' if code == 0 else 'stopped'}{', too much' if over else ''}",
                  flush=True)
            wrong = wrong or over
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
