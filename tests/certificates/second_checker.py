#!/usr/bin/env python3
"""Runs proofs/second_checker, and those beside it, beside the program's own checker.

    second_checker.py committed CHECKER SOLVE ROOT [long | KIND [long]]    every committed certificate is accepted
    second_checker.py mutants CHECKER SOLVE ROOT LIBRARY KIND COUNT [SEED [PROVED]]  both, or all three, judge spoilt certificates alike
    second_checker.py graphs CHECKER SOLVE ROOT              certificates of boards with many symmetries

CHECKER is what proofs/second_checker/build has made, or for the kinds of beside.py proofs/second_checker_KIND/build; where there is no such file
there was no OCaml: exit code 77.
committed: those of rulesets and kinds that it does not know, of which it must say nothing, are counted; those of LONG
are for "long". Each of them takes more than a second, and results/manifest.csv has what this very checker, by the hash of its sources,
has said of each file, which the test 'record' compares: so another change than one of the checker or of the file has nothing new to
ask. Of each ruleset and all that a header can say there is a smaller one; where there is not the test fails. Of KIND: those that are not of it count as such.
mutants: by LIBRARY, libsolve-check; PROVED is a checker that proofs/coq proves (proved_beside.py). KIND is nodes, strategies, packed, leaves (nodes with strategy leaves) or living (strategies, packed ones, too): a byte of the body or a number of a claim is
changed. Or it is headers, of nodes and strategies: a character or a word before the body. Or one of beside.py, where more is changed; of kee2007 and ljrg
half are whole, but claim what a node says after a random game; and of ljrg some have the end of a game on a random position (past_games.py). The checksum is put right. Of where one of them says nothing (a limit) nothing is asked.
"""
import ctypes
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

import beside
import past_games

WHAT, CHECKER, SOLVE, ROOT = sys.argv[1], *(os.path.abspath(name) for name in sys.argv[2:5])
FOLDER = os.path.join(ROOT, "results", "certificates")
CONFORMANCE = os.path.join(ROOT, "proofs", "conformance")
CONDITIONS = os.path.join(ROOT, "tests", "certificates", "conditions")
OTHERS = ("-ljrg", "-kee2007", "-ing-spight")
ACCEPTED, REFUSED = 1, 2 # of enum solve_check_verdict
LONG = [f"5x5-psk-{play}-living.proof" for play in ("A5", "B5", "C5")] + [
    "3x7-psk-C1-living.proof", "3x7-psk-D1-living.proof", "1x13-kee2013-value.proof",
    "5x5-psk-value.proof", "5x5-psk-A5-C3-value.proof", "3x8-psk-value.proof", "3x7-psk-value.proof", "2x10-psk-value.proof", "1x15-psk-value.proof",
        "1x14-psk-value.proof", "1x14-ssk-value.proof", "1x14-nssk-value.proof", "2x8-psk-leaves.proof",
        "3x4-ljrg-value.proof", "4x5-psk-value.proof", "2x9-psk-value.proof", "3x7-migos-value.proof", "4x5-migos-value.proof", "2x9-migos-value.proof", "3x7-psk-B2-living.proof",
        *(f"3x7-psk-{half}.proof" for half in ("A1-held", "B1-held", "C1-gets", "D1-held", "D1-gets", "A2-held", "B2-held", "B2-gets")),
        *(f"4x5-psk-{half}.proof" for half in ("A4-held", "A3-held", "B4-held", "B4-gets", "C4-held", "C4-gets", "B3-held")),
        *(f"2x10-psk-{half}.proof" for half in ("A1-held", "B1-held", "B1-gets", "C1-held", "C1-gets", "D1-held", "D1-gets")),
        "1x12-psk-value.proof", "1x12-ssk-value.proof"] + [
    f"{board}-{rules}-leaves.proof" for board in ("3x5", "4x4") for rules in ("psk", "ssk", "nssk", "kee2013")] + [
    f"1x13-{rules}-value.proof" for rules in ("psk", "ssk", "nssk")]
NODES = ["1x5-psk", "1x5-kee2013", "2x2-kee-v6", "2x3-ssk", "1x6-nssk", "1x6-kee2013", "2x3-kee-v6", "2x2-migos-value",
         "2x3-kee2013-B2-B1-A2-C1", "2x2-kee2013-refresh-no", "1x5-kee-v6"]
WHOLE = {"leaves": ("leaves-",), "living": ("living-", "packed-living")} # kinds of CONFORMANCE, and how their names begin
RING = "ab bc cd de ef fa"
ALL_JOINED = "ab ac ad ae bc bd be cd ce de"
BOARDS = [
    ("1x1", "", ""), ("1x6", "", ""), ("3x1", "", ""), ("2x3", "", ""), ("2x2", "", ""), ("3x3", "", ""), ("star", "abcd", "ab ac ad"),
    ("ring", "abcdef", RING), ("bow", "abcde", "ab bc ca cd de ec"), ("all", "abcde", ALL_JOINED),
]


def read(name):
    with open(name, "rb") as file:
        return file.read()


def write(name, data):
    with open(name, "wb") as file:
        file.write(data)


def sealed(text):
    """With the checksum at its end."""
    xxhash = ctypes.CDLL("libxxhash.so.0")
    xxhash.XXH3_64bits.restype = ctypes.c_uint64
    return text + xxhash.XXH3_64bits(text, ctypes.c_size_t(len(text))).to_bytes(8, "little")


def judged(names):
    """What the second checker says of each file: (accepted, refused or nothing said, why)."""
    done = subprocess.run([CHECKER], input="".join(name + "\n" for name in names), capture_output=True, text=True, check=False)
    said = [line.split(": ", 2)[1:] + [""] for line in done.stdout.splitlines()]
    assert len(said) == len(names), (len(said), len(names), done.stderr, done.returncode)
    codes = {"accepted": 0, "refused": 1, "nothing said": 3}
    worst = [code for code in (1, 3, 0) if code in {codes[word] for word, *_ in said}][0]
    assert done.returncode == worst, (done.returncode, done.stderr)
    return [(word, why) for word, why, *_ in said]


def contents(name):
    """The ruleset, the version of the format, and the word of the header that says what a file has."""
    data = read(os.path.join(FOLDER, name))
    header = data[:re.search(rb"\nbody \d+\n", data).start()].decode()
    return re.search(r"\nrules (\S+)", header)[1], header.split("\n", 1)[0], *re.findall(r"^((?:[a-z]+-)*(?:nodes|strategies)) \d+$", header, re.M)


def all_kinds_are_asked(names):
    """Has each of LONG that the checker takes a smaller one like it?"""
    asked = {contents(name) for name in names}
    alone = [name for name in LONG if contents(name) not in asked and not any(other in name for other in OTHERS)]
    for name in alone:
        print(f"{name}: no smaller file has {contents(name)}")
    return not alone


def committed(long):
    names = sorted(name for name in os.listdir(FOLDER) if name.endswith(".proof") and (name in LONG) == long)
    others = failed = 0
    for name, (verdict, why) in zip(names, judged([os.path.join(FOLDER, name) for name in names])):
        unknown = any(other in name for other in OTHERS) or name.endswith("-coalitions.proof")
        others += unknown
        if verdict != ("nothing said" if unknown else "accepted"):
            print(f"{name}: {verdict}: {why}")
            failed += 1
    print(f"{len(names)} certificates, {others} of rulesets that it does not know")
    return failed == 0 and others < len(names) and (long or all_kinds_are_asked(names))


def committed_of(kind, long):
    """All of the kind, those of LONG or the others; of others, if they are not large, it says nothing."""
    names = sorted(name for name in os.listdir(FOLDER) if name.endswith(".proof") and (not beside.is_of(kind, name) or (name in LONG) == long))
    mine = [name for name in names if beside.is_of(kind, name)]
    others = [name for name in names if name not in mine and os.path.getsize(os.path.join(FOLDER, name)) < 20000]
    failed = 0
    for name, (verdict, why) in zip(mine + others, judged([os.path.join(FOLDER, name) for name in mine + others])):
        if verdict != ("accepted" if name in mine else "nothing said"):
            print(f"{name}: {verdict}: {why}")
            failed += 1
    print(f"{len(mine)} certificates; {len(others)} of which it says nothing")
    return failed == 0 and mine and others


def bases(kind, folder):
    found = []
    if kind in beside.KINDS:
        return beside.bases(kind, FOLDER, CONFORMANCE, SOLVE, folder)
    if kind in WHOLE:
        return [read(os.path.join(CONFORMANCE, name)) for name in sorted(os.listdir(CONFORMANCE))
                if name.startswith(WHOLE[kind]) and name.endswith(".proof")]
    for name in NODES if kind in ("nodes", "headers") else []:
        found.append(read(os.path.join(FOLDER, name + ".proof")))
    for name in sorted(os.listdir(CONDITIONS)) if kind != "nodes" else []:
        path, packed = os.path.join(CONDITIONS, name), os.path.join(folder, name)
        if kind == "packed":
            # What is refused cannot be packed.
            subprocess.run([SOLVE, "verify", path, "--quiet", "--proof", packed, "--packed"], capture_output=True,
                           check=False)
        if kind != "packed" or os.path.exists(packed):
            found.append(read(packed if kind == "packed" else path))
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
    return sealed(bytes(text))


def spoilt_header(data, chance):
    """Changes a character before the body, leaves it out or puts one in, or copies a word."""
    text = bytearray(data[:-8])
    body = re.search(rb"\nbody \d+\n", data).end()
    at, other = chance.randrange(body), bytes([chance.choice(b"abcdefghiknopqrstuvwxyzABCDE0123456789 .XO/-=,<>\n")])
    way = chance.randrange(4)
    if way < 3:
        text[at:at + (way < 2)] = other if way != 1 else b""
    else:
        words = text[:body].split(b" ")
        words[chance.randrange(len(words))] = chance.choice(words)
        text[:body] = b" ".join(words)
    return sealed(bytes(text))


def spoilt_as(kind, data, chance):
    way = chance.random() if kind in beside.KINDS else 0
    if kind == "headers" or 0.4 < way < 0.6:
        return spoilt_header(data, chance)
    return spoilt(data, chance) if way <= 0.4 else sealed(beside.spoilt(data[:-8], chance))


def own_verdict(library, data):
    """What the program says: ACCEPTED, REFUSED, or another number where it says nothing; and why."""
    check = ctypes.c_void_p()
    assert library.solve_check_new(ctypes.byref(check)) == 0
    assert library.solve_check_read(check, data, ctypes.c_size_t(len(data))) == 0
    library.solve_check_run(check)
    found = library.solve_check_verdict(check), library.solve_check_reason(check).decode()
    library.solve_check_free(check)
    return found


def judged_by_proved(program, names):
    """The same of a checker that proofs/coq proves; None: there is none."""
    if program is None:
        return ["nothing said"] * len(names)
    done = subprocess.run([program], input="".join(name + "\n" for name in names), capture_output=True, text=True, check=False)
    codes = [line.rsplit(" ", 1)[1] for line in done.stdout.splitlines() if line.startswith(names[0].rsplit("-", 1)[0])]
    assert len(codes) == len(names), (len(codes), len(names), done.stderr)
    return [{"0": "accepted", "1": "refused"}.get(code, "nothing said") for code in codes]


def mutants(library, kind, count, seed, proved):
    chance, tally, different = random.Random(seed), {}, 0
    library = ctypes.CDLL(os.path.abspath(library))
    library.solve_check_reason.restype = ctypes.c_char_p
    with tempfile.TemporaryDirectory() as folder:
        whole = bases(kind, folder)
        names = [os.path.join(folder, f"mutant-{number}") for number in range(count)]
        games = [past_games.claims(read(os.path.join(FOLDER, name)), chance) for name in past_games.BASES.get(kind, [])]
        games += [past_games.ends(read(os.path.join(CONFORMANCE, "ljrg-1x1.proof")), chance)] * 3 if kind == "ljrg" else []
        for number, name in enumerate(names):
            if games and number % 2 == 1:
                write(name, sealed(next(games[number // 2 % len(games)])))
            else:
                write(name, spoilt_as(kind, whole[number % len(whole)], chance))
        for number, (name, (verdict, why), third) in enumerate(zip(names, judged(names), judged_by_proved(proved, names))):
            own, reason = own_verdict(library, read(name))
            said = verdict, {ACCEPTED: "accepted", REFUSED: "refused"}.get(own, "nothing said"), third
            tally[said] = tally.get(said, 0) + 1
            if {"accepted", "refused"} <= set(said):
                different += 1
                write(f"/tmp/second-checker-{kind}-{seed}-{number}.proof", read(name))
                print(f"{kind} {number}: {verdict} ({why}), the program: {own} {reason}, the proved checker: {third}")
    print(f"{kind}, {len(whole)} certificates, seed {seed}: {tally}")
    return different == 0 and all(any(said[who] == "refused" for said in tally) for who in ([0] if proved is None else [0, 2]))


def graphs():
    good = True
    for board, points, edges in BOARDS:
        with tempfile.TemporaryDirectory() as folder:
            name, asked = os.path.join(folder, "proof"), ["--board", board]
            if points:
                asked = ["--graph", os.path.join(folder, board)]
                write(asked[1], ("\n".join([" ".join(points)] + [" ".join(edge) for edge in edges.split()]) +
                                 "\n").encode())
            subprocess.run([SOLVE, *asked, "--rules", "psk", "--proof", name, "--quiet", "--json"],
                           check=True, stdout=subprocess.DEVNULL)
            [(verdict, why)] = judged([name])
            maps = len(set(re.findall(rb" map (\d+)", read(name))))
        print(f"{board}: {verdict} {why}, its claims use {maps} maps")
        good = good and verdict == "accepted"
    return good


def main():
    if not os.path.isfile(CHECKER):
        sys.exit(77)
    if WHAT == "committed":
        kind = sys.argv[5:6]
        good = committed_of(kind[0], sys.argv[6:] == ["long"]) if kind and kind != ["long"] else committed(kind == ["long"])
    elif WHAT == "mutants":
        library, kind, count, *more = sys.argv[5:]
        good = mutants(library, kind, int(count), int((more or [count])[0]), more[1] if len(more) > 1 else None)
    else:
        good = graphs()
    sys.exit(0 if good else 1)


main()
