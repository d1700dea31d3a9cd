#!/usr/bin/env python3
"""exchange.py PROGRAM: the text form, asking the store, and proving again what is in it."""
import json
import os
import re

from common import check, folder, run, same, solve, tests

BOARDS = ["1x7 ssk", "2x3 kee2013", "2x2 simple", "2x2 spight", "2x3 kee-v6", "1x4 3-plays"]


def make(store):
    for board in BOARDS:
        solve(board, store)
    run("--graph", os.path.join(os.path.dirname(__file__), "..", "golden", "double.graph"),
        "--rules", "psk", "--quiet", "--store", store, codes=(0, 2))


def round_trip():
    with folder() as one, folder() as two:
        make(one)
        text = run("store", "export", one).stdout
        run("store", "import", two, stdin=text)
        assert run("store", "export", two).stdout == text
        run("store", "import", two, stdin=text)
        assert run("store", "export", two).stdout == text, "importing twice changes something"
        run("store", "compact", two)
        assert run("store", "export", two).stdout == text
        check(two)
        for board in BOARDS:
            found, _ = solve(board, two)
            same(found, solve(board)[0], board, ("value", "best", "moves", "line"))
            assert found["nodes"] == 0


def malformed():
    with folder() as one, folder() as two:
        solve("1x7 ssk", one)
        text = run("store", "export", one).stdout
        lines = text.splitlines()
        at = next(i for i, line in enumerate(lines) if line.startswith("lemma "))
        # What is to be replaced, by what, in which line the error is.
        bad = [(lines[0], "solve-store-export 7 proofs 1", 1), (lines[0], "hello", 1),
               (lines[at], "lemma x 1 forces 3", at + 1), (lines[at], "lemma b x forces 3", at + 1),
               (lines[at], "lemma b 1 forces 3 11:....:-", at + 1),
               (lines[at], "lemma b 1 forces 3 11:.......:?5..3", at + 1),
               (lines[at], "lemma b 1 forces 3 zz:.......:-", at + 1),
               (lines[at - 1], "state ....... b", at), (lines[at - 1], "state .....#. b 0 0", at),
               (lines[at - 1], "nonsense here", at),
               (next(line for line in lines if line.startswith("table ")), "table psk 1x9",
                next(i for i, line in enumerate(lines) if line.startswith("table ")) + 2),
               ("\nend\n", "\n", len(lines))]
        for old, new, number in bad:
            assert old in text
            done = run("store", "import", two, codes=(1,), stdin=text.replace(old, new, 1))
            assert done.stderr.count("\n") == 1 and f"line {number}: " in done.stderr, done.stderr
        assert run("store", "export", two).stdout.count("\n") == 2, "half of it was imported"


def deep():
    with folder() as store:
        make(store)
        out = check(store, "--deep", "--sample", "300", "--max-nodes", "5000")
        assert " 0 refuted" in out and not out.split("\n")[1].startswith("0 lemmas"), out
        return out.splitlines()[1]


def planted_lies():
    """A bound that is one too high is found out."""
    found = 0
    with folder() as store:
        solve("1x6 ssk", store)
        text = run("store", "export", store).stdout
    lemmas = re.findall(r"^lemma [bw] -?\d+ forces .*$", text, re.M)
    for lemma in lemmas[::max(1, len(lemmas) // 10)]:
        words = lemma.split()
        lie = " ".join([words[0], words[1], str(int(words[2]) + 13), *words[3:]])
        with folder() as store:
            run("store", "import", store, stdin=text.replace(lemma, lie))
            done = run("store", "check", store, "--deep", "--sample", "1000", codes=(0, 1))
            assert done.returncode == 1, f"not found: {lie}"
            assert "a lemma is wrong: " in done.stderr and done.stderr.count("\n") == 1
            found += 1
    assert found >= 5
    return f"{found} lies"


def ask():
    with folder() as store:
        solve("1x7 ssk", store)
        solve("2x3 kee2013 --value-only", store)
        for board, codes in (("1x7 --rules ssk", (0,)), ("2x3 --rules kee2013", (0,))):
            done = run("store", "query", store, "--json", "--board", *board.split(), codes=codes)
            same(json.loads(done.stdout), solve(board.replace("--rules ", ""))[0], board, ("value",))
        plain, _ = solve("1x7 ssk --history B1")
        done = run("store", "query", store, "--json", "--board", "1x7", "--rules", "ssk",
                   "--history", "B1", codes=(0, 3))
        known = 0
        for mine, right in zip(json.loads(done.stdout)["moves"], plain["moves"]):
            assert mine["move"] == right["move"]
            known += mine["lower"] is not None or mine["upper"] is not None
            assert mine["lower"] is None or mine["lower"] <= right["lower"], mine
            assert mine["upper"] is None or mine["upper"] >= right["upper"], mine
        run("store", "query", store, "--json", "--board", "1x8", "--rules", "ssk", codes=(3,))
        return f"{known} plays"


tests(round_trip, malformed, deep, planted_lies, ask)
