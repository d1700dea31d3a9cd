"""An engine with an injected bug does not get away with it.

usage: injected.py SOLVE BUGGY ROOT

BUGGY is the program with a bug in its engine (search/injected_bugs.h), SOLVE the sound one. Each case is
solved and certified by BUGGY; SOLVE checks the certificate and knows the values. Exit 1 unless at
least one certificate is refused with a line that names a node or a claim, and no certificate with a
false claim is accepted; and of Kee's table at least one row is left open because its certificate is
refused, and each that is called certified says what results/ says.
"""
import csv
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

CASES = [(board, rules)
         for rules in ("psk", "ssk", "kee2013", "kee2013,refresh=no", "kee-v6", "3-plays", "migos")
         for board in ("1x5", "2x2", "2x3")]
# A pass shifts counters only here.
CASES += [(board, rules) for rules in ("kee2013", "kee2013,refresh=no", "kee-v6", "migos")
          for board in ("1x4", "1x6")]
POSITIONS = [("1x5", "psk", "X...O"), ("1x5", "ssk", "O.X.."), ("2x3", "psk", ".../.OO"),
             ("2x3", "ssk", ".../.OO"), ("1x6", "psk", "X.X.X.")]


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def lower_of(value):
    """What Black is proved to force, infinite as 10**6."""
    if value["min"] is not None:
        return value["min"]
    return 10**6 if value["outright"] == "black" else -10**6


def upper_of(value):
    if value["max"] is not None:
        return value["max"]
    return -10**6 if value["outright"] == "white" else 10**6


def margin_of(claim):
    return claim["margin"] if claim["infinite"] is None else int(claim["infinite"] + "1000000")


def is_true(claim, value):
    """Is the claim true of a value that is known?"""
    lower, upper, margin = lower_of(value), upper_of(value), margin_of(claim)
    if claim["player"] == "black":
        return margin < upper or upper == 10**6 if claim["claim"] == "denies" else margin <= lower
    return margin > lower or lower == -10**6 if claim["claim"] == "denies" else margin >= upper


def truth(solve, setup):
    found = json.loads(run(solve, *setup, "--json", "--quiet", "--threads", "1").stdout)
    values = {move["move"]: move["value"] for move in found["moves"]}
    values[None] = found["value"]
    return values


def try_case(solve, buggy, setup, path):
    """Returns "refused", "accepted", "crashed" or "wrong"."""
    made = run(buggy, *setup, "--proof", path, "--quiet", "--max-nodes", "100000")
    if made.returncode not in (0, 3) or not os.path.exists(path):
        return "crashed"
    checked = run(solve, "verify", path, "--json")
    if checked.returncode == 1:
        named = ": node " in checked.stderr or ": claim " in checked.stderr
        return "refused" if named else "wrong"
    values = truth(solve, setup)
    false = [c for c in json.loads(checked.stdout)["claims"] if not is_true(c, values[c["move"]])]
    if false:
        print("accepted, but false:", setup, false)
    return "wrong" if false or checked.returncode != 0 else "accepted"


def read(path):
    with open(path, encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def try_table(buggy, root, folder):
    """How many rows were refused, and how many are called certified with another result."""
    run(buggy, "tables", "kee-v6", "--no-store", "--from", os.path.join(root, "tables"), "--out",
        folder, "--max-points", "8", "--quiet", "--threads", "1")
    kept, made = (read(os.path.join(where, "kee-v6.csv"))
                  for where in (os.path.join(root, "results"), folder))
    told = ("board", "computed", "best", "verdict", "reason")
    return (sum(row["reason"].startswith("the certificate is refused: ") for row in made),
            sum(row["verdict"].endswith("(certificate checked)") and
                any(row[key] != own[key] for key in told) for row, own in zip(made, kept)))


def main():
    solve, buggy, root = sys.argv[1:]
    counts = {"refused": 0, "accepted": 0, "crashed": 0, "wrong": 0}
    setups = [["--board", board, "--rules", rules] for board, rules in CASES]
    setups += [["--board", board, "--rules", rules, "--position", position]
               for board, rules, position in POSITIONS]
    with tempfile.TemporaryDirectory() as folder:
        for i, setup in enumerate(setups):
            counts[try_case(solve, buggy, setup, os.path.join(folder, str(i)))] += 1
        rows_refused, rows_wrong = try_table(buggy, root, folder)
    print(f"{counts}, rows refused {rows_refused}, wrong {rows_wrong}")
    good = counts["refused"] > 0 and counts["wrong"] == 0 and rows_refused > 0 and rows_wrong == 0
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
