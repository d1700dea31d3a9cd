#!/usr/bin/env python3
"""pair_lines.py PROGRAM: best lines under ing-spight where the value is a pair.

At a komi between its ends a line goes round for ever: the rules allow its cycle as often as it is tried. At another komi
it ends at the end of the pair that best play comes to. A store gives the same line back.
"""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)


def run(*arguments, codes=(0,)):
    done = subprocess.run([sys.argv[1], *arguments, "--json"], check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode in codes, done
    return json.loads(done.stdout)


def check_line(rules, found):
    line, komi = found["line"], found["komi"]
    lower, upper = (found["value"][end] for end in ("min", "max"))
    between = (lower is None or lower < komi) and (upper is None or komi < upper)
    assert (lower is None or lower != upper) and found["line_complete"] and found["stopped"] is None, found
    assert (found["cycle_from"] is not None) == between, found
    moves = line if not between else line[:found["cycle_from"]] + 4 * line[found["cycle_from"]:]
    played = run("replay", "--board", "2x2", "--rules", rules, "--moves", " ".join(moves))
    assert all(move["legal"] for move in played["moves"]) and len(played["moves"]) == len(moves), played
    assert (played["ended"] is None) == between, played
    if between:
        once = run("replay", "--board", "2x2", "--rules", rules, "--moves", " ".join(line))
        assert (played["final"], played["next"]) == (once["final"], once["next"]), (played, once)
    else:
        margin = played["score"]["black"] - played["score"]["white"]
        assert margin == (lower if lower is not None and lower >= komi else upper), (found, played)


for rules in ("ing-spight,longest-cycle=4", "ing-spight,longest-cycle=4,suicide=yes"):
    for komi in ("0", "5", "-5", "4", "-4", "3.5"):
        with tempfile.TemporaryDirectory() as folder:
            asked = ["--board", "2x2", "--rules", rules, "--komi", komi, "--threads", "1", "--quiet", "--store", os.path.join(folder, "store")]
            found = run(*asked)
            check_line(rules, found)
            again = run(*asked)
            assert again["nodes"] == 0 and all(again[key] == found[key] for key in ("value", "line", "line_complete", "cycle_from")), again
