#!/usr/bin/env python3
"""certified.py SOLVE: a verdict is "certificate checked" where its certificate alone comes to it.

With little memory the certificate of 1x9 tells what the board is worth, and of first plays only that they are no better. That
proves a row wrong whose second opening would be better; not one whose third opening is wrong, whatever the solver knows.
"""
import csv
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

SOLVE = os.path.abspath(sys.argv[1])
HEAD = "#: kind {}\n#: title Nine points\n#: source nobody\n#: rules psk\nboard\t{}\n"
TABLES = {"openings": HEAD.format("openings", "best\tsecond\tthird") + "1x9\t0\t1\t?\n1x9\t0\t0\t-2\n1x9\t0\t?\t?\n",
          "plays": HEAD.format("values", "value\tplays") + "1x9\t0\t1-1\n1x9\t0\tpass,1-2,1-4,1-5\n1x9\t3\t\n"}
CHECKED = " (certificate checked)"
PART = "of first plays the certificate tells what the verdict needs"
# What a row's verdict must be if it is one; the claims of the certificate that prove it.
ROWS = {("openings", 1): ("wrong", {"root: white forces <= 0"}),
        ("openings", 2): ("wrong", {"root: black forces >= 0", "C1: white forces <= -1", "B1: black forces >= 0", "D1: black forces >= 0"}),
        ("openings", 3): ("verified", {"root: black forces >= 0", "root: white forces <= 0"}),
        ("plays", 1): ("wrong", {"root: black forces >= 0"}),
        ("plays", 2): ("verified", {"pass: black forces >= 0", "E1: black forces >= 0", "C1: white forces <= -1"}),
        ("plays", 3): ("wrong", {"root: white forces <= 0"})}


def claims(path):
    """Those of a certificate, as they are written: weaker ones follow."""
    found = json.loads(subprocess.run([SOLVE, "verify", path, "--json"], capture_output=True, text=True, check=True).stdout)
    return {f"{claim['move'] or 'root'}: {claim['player']} {claim['claim']} {claim['bound']} {claim['margin']}" for claim in found["claims"]}


def judged(memory):
    """Returns (verdict is certified, reason) of each row that is decided."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in TABLES.items():
            with open(os.path.join(folder, name + ".tsv"), "w", encoding="utf-8") as file:
                file.write(text)
        proofs, out = os.path.join(folder, "proofs"), os.path.join(folder, "out")
        subprocess.run([SOLVE, "tables", "--from", folder, "--out", out, "--no-store", "--threads", "1", "--memory", memory,
                        "--row-seconds", "1000", "--proof-dir", proofs, "--quiet"], check=True, capture_output=True)
        found = {}
        for name in TABLES:
            with open(os.path.join(out, name + ".csv"), encoding="utf-8", newline="") as lines:
                rows = list(csv.DictReader(lines))
            for k, row in enumerate(rows, 1):
                wanted, needed = ROWS[name, k]
                verdict = row["verdict"].removesuffix(CHECKED)
                certified = verdict != row["verdict"]
                assert verdict in (wanted, "not decided"), (memory, row)
                assert certified == (row["certificate"] != ""), (memory, row)
                if verdict == wanted:
                    found[name, k] = (certified, row["reason"])
                path = os.path.join(proofs, f"{name}-{k}.proof")
                assert certified == os.path.exists(path), (memory, name, k)
                if certified:
                    assert needed <= claims(path), (memory, name, k, claims(path))
        return found


# Other claims of the same rows, and what is said of them by what was proved before.
LATER = {"openings": (("0\t0\t0", "verified"), ("0\t0\t-2", "wrong"), ("0\t?\t?", "verified")), "plays": (("0\t1-2,1-4,1-5,pass", "verified"),)}


def judged_later(memory, whole):
    """A certificate that told what one verdict needed proves no other one."""
    wrong = []
    for name, claimed in LATER.items():
        first = TABLES[name].splitlines()[:6]
        for cells, wanted in claimed:
            with tempfile.TemporaryDirectory() as folder:
                path, out = os.path.join(folder, name + ".tsv"), os.path.join(folder, "out")
                for lines, limit in ((first, ["--row-seconds", "1000"]), (first[:5] + ["1x9\t" + cells], ["--max-points", "1"])):
                    with open(path, "w", encoding="utf-8") as file:
                        file.write("\n".join(lines) + "\n")
                    subprocess.run([SOLVE, "tables", "--from", folder, "--out", out, "--no-store", "--threads", "1", "--memory", memory, *limit, "--quiet"],
                                   check=True, capture_output=True)
                with open(os.path.join(out, name + ".csv"), encoding="utf-8", newline="") as lines:
                    row = list(csv.DictReader(lines))[0]
                if row["verdict"] != wanted + (CHECKED if whole else "") or (row["certificate"] != "") != whole:
                    wrong.append((memory, row))
    return wrong


def main():
    seen = set()
    for memory in ("1500K", "1700K", "1800K", "1900K", "4M"):
        found = judged(memory)
        print(memory, found)
        for of, (certified, reason) in found.items():
            seen.add((of, certified, PART in reason))
        assert found["openings", 1][0] and found["plays", 1][0], f"{memory}: the certificate proves these rows wrong"
    wanted = {(("openings", 1), True, False), (("openings", 1), True, True), (("openings", 2), False, False), (("openings", 2), True, False),
              (("plays", 1), True, True), (("plays", 2), False, False), (("plays", 2), True, False)}
    assert wanted <= seen, f"not seen: {wanted - seen}"
    assert not any(part and not certified for _, certified, part in seen), seen
    assert not any(part for of, _, part in seen if of in (("openings", 2), ("openings", 3), ("plays", 2), ("plays", 3))), seen
    wrong = judged_later("1700K", False) + judged_later("4M", True)
    assert not wrong, wrong


main()
