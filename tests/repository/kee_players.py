#!/usr/bin/env python3
"""kee_players.py PROGRAM ROOT: results/kee-players is what scripts/kee-players writes today: all that is decided
within few nodes, and the Markdown has every row."""
import csv
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

PROGRAM, ROOT = sys.argv[1:]
RESULTS = os.path.join(ROOT, "results")
NODES = 8000


def rows(folder):
    with open(os.path.join(folder, "kee-players.csv"), encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def main():
    kept = rows(RESULTS)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, os.path.join(ROOT, "scripts/kee-players"), "--solve", PROGRAM, "--max-nodes", str(NODES),
                        "--out", folder], check=True)
        found = rows(folder)
    assert len(kept) == len(found)
    same = 0
    for old, new in zip(kept, found):
        if new["verdict"] == "not decided":
            low, high = map(int, new["found"].split(" to "))
            bounds = [int(number) for number in old["found"].split(" to ")]
            assert low <= bounds[0] and bounds[-1] <= high, (old, new)
            continue
        assert {key: old[key] for key in old if key != "nodes"} == {key: new[key] for key in new if key != "nodes"}, (old, new)
        same += 1
    assert same >= 18, same
    with open(os.path.join(RESULTS, "kee-players.md"), encoding="utf-8") as file:
        lines = [line for line in file if line.startswith("| VI.")]
    assert len(lines) == len(kept), len(lines)
    for line, row in zip(lines, kept):
        assert f"| {row['claim']} | {row['rules']} |" in line and f"| {row['found']} | {row['verdict']} |" in line, line


main()
