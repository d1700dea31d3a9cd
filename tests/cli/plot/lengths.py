#!/usr/bin/env python3
"""lengths.py PROGRAM RESULTS: the values of results/lengths.csv are what the program finds, up to 1x6;
where the table of certificates has a value, it is the same; and it shows what it is there for: where
psk, ssk and nssk part."""
import csv
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

PROGRAM, RESULTS = sys.argv[1:]
LONGEST = 6


def rows_of(name):
    with open(os.path.join(RESULTS, name + ".csv"), encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def solved(board, rules):
    done = subprocess.run([PROGRAM, "--board", board, "--rules", rules, "--value-only", "--threads", "1",
                           "--max-nodes", "2000000", "--memory", "2G", "--json"], capture_output=True, check=True, timeout=60)
    value = json.loads(done.stdout)["value"]
    assert value["min_known"] and value["max_known"], (board, rules)
    return value["min"], value["max"]


def main():
    rows = rows_of("lengths")
    assert len({(row["board"], row["rules"]) for row in rows}) == len(rows)
    again = [row for row in rows if int(row["board"][2:]) <= LONGEST]
    assert len(again) == 12 * LONGEST, len(again)
    for row in again:
        assert row["why"] == "", row
        assert solved(row["board"], row["rules"]) == (int(row["lower"]), int(row["upper"])), row
    known = {row["xxh3_128"]: row for row in rows_of("certificates")}
    named = [row for row in rows + rows_of("rectangles") if row["certificate"] != ""]
    assert len(named) > 60, len(named)
    for row in named:
        proof = known[row["certificate"]]
        value = row["lower"] if row["lower"] == row["upper"] else f"{row['lower']}..{row['upper']}"
        assert (proof["board"], proof["rules"], proof["after"], proof["value"]) == (row["board"], row["rules"], "", value), row
    values = {(row["board"], row["rules"]): (row["lower"], row["upper"]) for row in rows if row["why"] == ""}
    parted = {rules: [n for n in range(1, 13) if values[f"1x{n}", "psk"] != values[f"1x{n}", rules]]
              for rules in ("ssk", "nssk")}
    assert parted == {"ssk": [12], "nssk": [9, 12]}, parted


main()
