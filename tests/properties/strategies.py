#!/usr/bin/env python3
"""strategies.py PROGRAM: boards too large for tables are decided by strategies without repetition.

Random positions of 4x5 that are nearly full: what is said of their values has certificates that are accepted,
and the line of best play is legal. Two threads say the same as one.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

PROGRAM = sys.argv[1]
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 4
THREADS = "one-thread" not in sys.argv  # a build without OpenMP has one
# Not so full that one thread alone answers, as it does short questions.
LONGER = ("X..../XOXO./...X./OXXXX", "black", ["psk"])
# Bounds of its value are found in steps.
IN_STEPS = ".XO.O/OO.XX/OOO.O/O...X"
RULES = ["psk", "ssk", "simple", "kee-v6", "kee2013", "kee2013,refresh=no"]


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=300,
                          check=False)


def legal(rows):
    cells = {(r, c): rows[r][c] for r in range(4) for c in range(5)}
    for start in cells:
        if cells[start] == ".":
            continue
        seen, left = {start}, [start]
        free = False
        while left:
            r, c = left.pop()
            for near in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                if near in cells and near not in seen:
                    if cells[near] == ".":
                        free = True
                    elif cells[near] == cells[start]:
                        seen.add(near)
                        left.append(near)
        if not free:
            return False
    return True


def position(chance):
    while True:
        rows = ["".join(chance.choice("XXXO.") for _ in range(5)) for _ in range(4)]
        if legal(rows):
            return "/".join(rows)


def solve(text, mover, rules, proof, threads):
    if os.path.exists(proof):
        os.remove(proof)
    done = run("--board", "4x5", "--rules", rules, "--position", text, "--to-move", mover,
               "--threads", str(threads), "--memory", "1G", "--max-nodes", "100000", "--quiet", "--json",
               "--proof", proof)
    assert done.returncode in (0, 3), done.stderr
    return json.loads(done.stdout)


def check_claims(proof, found):
    done = run("verify", "--json", proof)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    for claim in told["claims"]:
        assert claim["claim"] == "forces", claim
        if claim["move"] is None:
            lower, upper = found["value"]["min"], found["value"]["max"]
            if claim["bound"] == ">=":
                assert lower >= claim["margin"], claim
            else:
                assert upper <= claim["margin"], claim
    said = [(claim["move"], claim["player"]) for claim in told["claims"]]
    assert len(said) == len(set(said)), f"a claim says no more than another: {told['claims']}"
    return told


def check_together(found, alone, proof):
    """What two threads found, against what one did."""
    one, two = alone["value"], found["value"]
    assert one["min"] <= two["max"] and two["min"] <= one["max"], (one, two)
    if alone["proven"] and found["proven"]:
        assert one == two and alone["best"] == found["best"], (one, two)
    return os.path.exists(proof) and check_claims(proof, found).get("strategies", 0) > 0


def check_steps(proof):
    """A run that is stopped certifies the best bounds that it has, each once."""
    done = run("--board", "4x5", "--rules", "psk", "--position", IN_STEPS, "--threads", "1", "--value-only",
               "--max-nodes", "20000", "--quiet", "--json", "--proof", proof)
    assert done.returncode == 3, done.stderr
    told = check_claims(proof, json.loads(done.stdout))
    assert {claim["player"] for claim in told["claims"]} == {"black", "white"}, told["claims"]


def main():
    chance = random.Random(20)
    decided = together = 0
    with tempfile.TemporaryDirectory() as place:
        check_steps(os.path.join(place, "steps"))
        for n in range(COUNT + 1):
            text, mover = position(chance), chance.choice(["black", "white"])
            tried = RULES
            if n == COUNT:
                text, mover, tried = LONGER
            proof = os.path.join(place, "proof")
            values = {}
            for rules in tried:
                found = solve(text, mover, rules, proof, 1)
                value = found["value"]
                values[rules] = value
                if not found["proven"] or not os.path.exists(proof):
                    continue
                told = check_claims(proof, found)
                decided += told.get("strategies", 0) > 0
                line = " ".join(found["line"])
                played = run("replay", "--board", "4x5", "--rules", rules, "--position", text,
                             "--to-move", mover, "--moves", line, "--json")
                assert all(move["legal"] for move in json.loads(played.stdout)["moves"]), line
                second = solve(text, mover, rules, proof, 2)
                if check_together(second, found, proof) and second["threads"] > 1:
                    together += 1
            for rules, value in values.items():
                assert -20 <= value["min"] <= value["max"] <= 20, (text, rules, value)
            print(f"{text} {mover}: " + ", ".join(
                f"{rules} {v['min']}..{v['max']}" for rules, v in values.items()))
    assert decided >= COUNT, f"only {decided} were decided by strategies"
    assert together or not THREADS, "two threads were never at work together"
    print(f"{decided} certificates of strategies, {together} by two threads")


main()
