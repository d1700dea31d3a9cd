#!/usr/bin/env python3
"""Runs proofs/second_checker beside the program's own checker.

    second_checker.py committed SOLVE ROOT [long]    every committed certificate is accepted
    second_checker.py mutants SOLVE ROOT KIND COUNT  both judge spoilt certificates alike
    second_checker.py graphs SOLVE ROOT              certificates of boards with many symmetries

committed: those of rulesets and kinds that it does not know (OTHER), of which it must say nothing, are counted; large ones
are for "long". Those that take it hours (HOURS) are left out and named.
mutants: KIND is nodes, strategies or packed. A byte of the body or a number of a claim is changed, and the
checksum put right. Of where one of them says nothing (a limit) nothing is asked.
"""
import os
import random
import re
import subprocess
import sys
import tempfile

WHAT, SOLVE, ROOT = sys.argv[1], os.path.abspath(sys.argv[2]), sys.argv[3]
sys.path.insert(0, os.path.join(ROOT, "proofs", "second_checker"))
from certificate import Certificate, xxh3  # noqa: E402
from check import check  # noqa: E402

FOLDER = os.path.join(ROOT, "results", "certificates")
CONDITIONS = os.path.join(ROOT, "tests", "certificates", "conditions")
OTHER = "-ljrg."
HOURS = ["5x5-psk-value.proof"]
QUICK_BYTES = 2600
BASES = {
    "nodes": ["1x5-psk", "1x5-kee2013", "2x2-kee-v6", "2x3-ssk", "1x6-nssk", "1x6-kee2013", "2x3-kee-v6", "2x2-migos-value",
              "2x3-kee2013-B2-B1-A2-C1", "2x2-kee2013-refresh-no", "1x5-kee-v6"],
    "strategies": [],
    "packed": [],
}
RING = "ab bc cd de ef fa"
ALL_JOINED = "ab ac ad ae bc bd be cd ce de"
BOARDS = [
    ("1x1", "", "", 1), ("1x6", "", "", 2), ("3x1", "", "", 2), ("2x3", "", "", 4), ("2x2", "", "", 8),
    ("3x3", "", "", 8), ("star", "abcd", "ab ac ad", 6), ("ring", "abcdef", RING, 12),
    ("bow", "abcde", "ab bc ca cd de ec", 8), ("all", "abcde", ALL_JOINED, 24),
]


def read(name):
    with open(name, "rb") as file:
        return file.read()


def write(name, data):
    with open(name, "wb") as file:
        file.write(data)


def committed(long):
    names = sorted(name for name in os.listdir(FOLDER) if name.endswith(".proof") and name not in HOURS)
    names = [name for name in names if (os.path.getsize(os.path.join(FOLDER, name)) > QUICK_BYTES) == long]
    others = failed = 0
    for name in names:
        verdict, why = check(read(os.path.join(FOLDER, name)))
        unknown = OTHER in name or name.endswith("-coalitions.proof")
        others += unknown
        if verdict != ("nothing said" if unknown else "accepted"):
            print(f"{name}: {verdict}: {why}")
            failed += 1
    print(f"{len(names)} certificates, {others} of rulesets that it does not know, left out: {' '.join(HOURS)}")
    return failed == 0 and others < len(names)


def bases(kind, folder):
    found = []
    for name in BASES[kind]:
        found.append(read(os.path.join(FOLDER, name + ".proof")))
    for name in sorted(os.listdir(CONDITIONS)) if kind != "nodes" else []:
        path, packed = os.path.join(CONDITIONS, name), os.path.join(folder, name)
        if kind == "packed":
            # What is refused cannot be packed.
            subprocess.run([SOLVE, "verify", path, "--quiet", "--proof", packed, "--packed"], capture_output=True,
                           check=False)
        if kind == "strategies" or os.path.exists(packed):
            found.append(read(path if kind == "strategies" else packed))
    return found


def spoilt(data, chance):
    """Changes a byte of the body, or a number of a claim."""
    text = bytearray(data[:-8])
    body = re.search(rb"\nbody \d+\n", data).end()
    if chance.random() < 0.8 and len(text) > body:
        at = chance.randrange(body, len(text))
        text[at] = chance.choice([text[at] ^ 1 << chance.randrange(8), chance.randrange(8), text[at] + 1 & 255,
                                  text[at] - 1 & 255])
    else:
        start = data.index(b"\nclaim ")
        at = chance.choice([found.start() for found in re.finditer(rb"\d", data[:body]) if found.start() > start and
                            found.start() < data.rindex(b"\n", 0, body - 1)])
        text[at:at + 1] = str(chance.randrange(10)).encode()
    return bytes(text) + xxh3(bytes(text)).to_bytes(8, "little")


def mutants(kind, count):
    chance, tally, different = random.Random(count), {}, 0
    with tempfile.TemporaryDirectory() as folder:
        whole, name = bases(kind, folder), os.path.join(folder, "mutant")
        for number in range(count):
            data = spoilt(whole[number % len(whole)], chance)
            write(name, data)
            own = subprocess.run([SOLVE, "verify", name, "--quiet"], capture_output=True, text=True, check=False)
            verdict, why = check(data)
            tally[verdict, own.returncode] = tally.get((verdict, own.returncode), 0) + 1
            if (verdict, own.returncode) in (("accepted", 1), ("refused", 0)) or own.returncode not in (0, 1, 3):
                different += 1
                write(f"/tmp/second-checker-{kind}-{number}.proof", data)
                print(f"{kind} {number}: {verdict} ({why}), the program: {own.returncode} {own.stderr.strip()}")
    print(f"{kind}, {len(whole)} certificates: {tally}")
    return different == 0 and any(verdict == "refused" for verdict, _ in tally)


def graphs():
    good = True
    for board, points, edges, symmetries in BOARDS:
        with tempfile.TemporaryDirectory() as folder:
            name, asked = os.path.join(folder, "proof"), ["--board", board]
            if points:
                asked = ["--graph", os.path.join(folder, board)]
                write(asked[1], ("\n".join([" ".join(points)] + [" ".join(edge) for edge in edges.split()]) +
                                 "\n").encode())
            subprocess.run([SOLVE, *asked, "--rules", "psk", "--proof", name, "--quiet", "--json"],
                           check=True, stdout=subprocess.DEVNULL)
            data = read(name)
        verdict, found = check(data), len(Certificate(data).board.maps)
        print(f"{board}: {found} symmetries, {verdict[0]}")
        good = good and verdict[0] == "accepted" and found == symmetries
    return good


def main():
    sys.setrecursionlimit(10000)
    if WHAT == "committed":
        good = committed(sys.argv[4:] == ["long"])
    else:
        good = mutants(sys.argv[4], int(sys.argv[5])) if WHAT == "mutants" else graphs()
    sys.exit(0 if good else 1)


main()
