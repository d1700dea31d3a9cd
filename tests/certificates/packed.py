#!/usr/bin/env python3
"""packed.py SOLVE SEAL: certificates of strategies, packed and unpacked by verify.

What is packed takes less than a third of the bytes, is accepted as it is, under other rulesets, too, and comes
out again as it went in. What cannot be packed or unpacked is refused in one line, and nothing is written.
"""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

SOLVE, SEAL = (os.path.abspath(name) for name in sys.argv[1:3])
# Board, rules, and others under which the strategy is one, too, or is none.
CASES = [("3x5", "psk", {"ssk": 0, "simple": 0, "kee2013": 0, "spight": 1}),
         ("2x7", "kee2013", {"psk": 0, "migos": 0, "3-plays": 1}),
         ("3x5", "kee-v6", {})]


def run(code, *args):
    done = subprocess.run([SOLVE, *args], text=True, capture_output=True, stdin=subprocess.DEVNULL)
    assert done.returncode == code, (args, done.returncode, done.stdout, done.stderr)
    if code != 0:
        assert done.stderr.count("\n") == 1, done.stderr
    return done


def read(name):
    with open(name, "rb") as file:
        return file.read()


def seal(name, body):
    with open(name, "wb") as file:
        subprocess.run([SEAL], input=body, stdout=file, check=True)


def try_case(board, rules, others):
    run(0, "--board", board, "--rules", rules, "--value-only", "--threads", "1", "--quiet", "--proof", "plain")
    assert b"\nstrategies 1\n" in read("plain") or b"\nanswered-strategies 1\n" in read("plain"), read("plain")[:300]
    run(0, "verify", "plain", "--quiet", "--proof", "packed", "--packed")
    plain, packed = len(read("plain")), len(read("packed"))
    print(f"{board} {rules}: {plain} bytes, {packed} packed")
    assert packed * 3 < plain
    told = run(0, "verify", "packed", "--json", "--proof", "again")
    assert read("again") == read("plain")
    whole = json.loads(run(0, "verify", "plain", "--json").stdout)
    found = json.loads(told.stdout)
    for key in ("claims", "replies", "strategies", "bytes", "xxh3_128", "rules"):
        assert found[key] == whole[key], (key, found[key], whole[key])
    for other, code in others.items():
        for name in ("plain", "packed"):
            run(code, "verify", name, "--rules", other, "--quiet")


def try_refused():
    run(0, "--board", "1x5", "--rules", "psk", "--quiet", "--proof", "nodes")
    for args, code, words in [
            (("nodes", "--proof", "none", "--packed"), 1, "only certificates of strategies can be packed"),
            (("packed", "--packed"), 2, "--packed"),
            (("packed", "--memory", "64K"), 3, "memory")]:
        done = run(code, "verify", *args)
        assert words in done.stderr, done.stderr
    # What was found is told, whatever becomes of the file.
    told = json.loads(run(1, "verify", "nodes", "--json", "--proof", "none", "--packed").stdout)
    assert told["accepted"] and told["claims"], told
    assert not os.path.exists("none")
    text = read("packed")[:-8]
    head, _, body = text.partition(b"\nbody ")
    size, _, body = body.partition(b"\n")
    # These have strategies of another kind.
    run(0, "--board", "1x4", "--rules", "ing-spight", "--quiet", "--proof", "odd")
    done = run(1, "verify", "odd", "--proof", "none", "--packed")
    assert "under these rules strategies are not packed" in done.stderr and not os.path.exists("none"), done.stderr
    seal("odd-packed", read("odd")[:-8].replace(b"solve-certificate 1", b"solve-certificate 2", 1)
         .replace(b"\nstrategies ", b"\npacked-strategies ", 1))
    done = run(1, "verify", "odd-packed")
    assert "under these rules strategies are not packed" in done.stderr, done.stderr
    # A byte too few, a byte too many, another number of replies, another version, another word.
    for name, code, spoilt in [
            ("short", 1, head + b"\nbody %d\n" % (int(size) - 1) + body[:-1]),
            ("long", 1, head + b"\nbody %d\n" % (int(size) + 1) + body + b"\0"),
            ("more", 1, head + b"\nbody " + size + b"\n" + bytes([body[0] ^ 1]) + body[1:]),
            ("later", 3, text.replace(b"solve-certificate 2", b"solve-certificate 5", 1)),
            ("plain-body", 1, text.replace(b"solve-certificate 2", b"solve-certificate 1", 1)),
            ("nodes-2", 1, text.replace(b"packed-", b"", 1))]:
        seal(name, spoilt)
        print(name + ":", run(code, "verify", name).stderr.strip())
        told = json.loads(run(code, "verify", name, "--json").stdout)
        assert (told["board"] == "3x5") == (name in ("short", "long", "more")), told


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for case in CASES:
        try_case(*case)
    try_refused()
print("ok")
