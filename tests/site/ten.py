#!/usr/bin/env python3
"""ten.py PROGRAM [long]: a site of 1x1..1x6, 2x2, 2x3 (long: and 1x7, 3x3) under ten rulesets. Prints its size and what it
took; values of some states are those of `solve --json`."""
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

import files

PROGRAM = sys.argv[1]
RULES = "psk,ssk,nssk,simple,none,kee2013,kee-v6,migos,spight,fixed-ko"
BOARDS, PAIRS = ("1x1..1x7,2x2..2x3,3x3", 100) if sys.argv[2:] == ["long"] else ("1x1..1x6,2x2..2x3", 80)
COMPARED = 24


def solved(board, rules, asked):
    command = [PROGRAM, "--board", board, "--rules", rules, "--to-move", asked["to_move"], "--json", "--quiet", "--no-store"]
    for name in ("position", "history"):
        if asked[name]:
            command += [f"--{name}", asked[name]]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done
    return json.loads(done.stdout)


def compare(folder, pairs):
    """States at random, also of the smallest boards: their values and those of their moves."""
    chance = random.Random(22)
    for _ in range(COMPARED):
        pair = chance.choice(pairs)
        head, rows = files.states(folder, pair["board"], pair["rules"])
        part, row = chance.choice(rows)
        result = solved(pair["board"], pair["rules"], files.query(head, row[0]))
        assert files.value(part, row[6]) == result["value"], (pair, row)
        moves = [given if isinstance(given, int) else given[0] for given in row[5]]
        values = [files.value(part, place) for place in moves if place >= 0]
        assert values == [move["value"] for move in result["moves"]], (pair, row)


def main():
    with tempfile.TemporaryDirectory(prefix="solve-ten-") as folder:
        start = time.monotonic()
        done = subprocess.run([PROGRAM, "explore", "--export", folder, "--boards", BOARDS, "--rules", RULES,
                               "--depth", "3", "--games", "200"], capture_output=True, text=True, check=False, timeout=900)
        seconds = time.monotonic() - start
        assert done.returncode == 0, done
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        for line in done.stdout.splitlines():
            print("site:", line.replace(f" in {folder}", ""))
        print(f"site: {used.ru_utime + used.ru_stime:.0f} s of CPU, {seconds:.0f} s in all")
        index = files.script(f"{folder}/data/site.js")
        pairs = index["pairs"]
        assert index["complete"] and len(pairs) == PAIRS, len(pairs)
        assert "not decided" not in done.stdout and all(pair["open"] == 0 for pair in pairs)
        compare(folder, pairs)


main()
