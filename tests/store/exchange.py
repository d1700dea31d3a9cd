#!/usr/bin/env python3
"""exchange.py PROGRAM [round_trip | rest [few]]: the text form, asking the store, and proving again what is in it.

few: smaller boards, fewer lemmas that are proved again, fewer lies.
"""
import csv
import json
import os
import re
import resource
import sys

from common import check, copy, folder, run, same, solve, tests, without_sum

FEW = "few" in sys.argv[2:]
BOARDS = ["1x7 ssk", "2x3 kee2013", "2x2 simple", "2x2 spight", "2x3 kee-v6", "1x4 3-plays"]


def make(store):
    for board in BOARDS:
        solve(board, store)
    run("--graph", os.path.join(os.path.dirname(__file__), "..", "cli", "golden", "double.graph"),
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
        text = without_sum(run("store", "export", one).stdout)
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
            assert done.stderr.count("\n") == 1 and f"standard input, line {number}: " in done.stderr, done.stderr
            assert os.listdir(two) == [], f"a refused import left {os.listdir(two)}"
        new = os.path.join(two, "new")
        run("store", "import", new, codes=(1,), stdin="garbage\n")
        assert not os.path.exists(new), "a refused import made a store"


def lap_before_the_line():
    """The last play of the line brings back a board of the history, not of the line."""
    history = "pass B1 A1 B2 pass A2 A1 A2 B2 pass B1 A2 pass B2 A1 pass B1 A2 pass"
    board = "2x2 repetition-draws --to-move white"
    with folder() as one, folder() as two:
        found, _ = solve(board, one, "--history", history)
        assert found["line"] == ["B2"] and found["cycle_from"] is None, found
        text = run("store", "export", one).stdout
        run("store", "import", two, stdin=text)
        assert run("store", "export", two).stdout == text


def nothing_in_it():
    """A store that holds nothing can be compacted, and then used."""
    with folder() as store:
        run("store", "import", store, stdin="solve-store-export 1 proofs 1\nend\n")
        run("store", "compact", store)
        run("store", "info", store)
        solve("2x2 psk", store)
        assert solve("2x2 psk", store)[0]["nodes"] == 0


def all_or_nothing():
    """An import for which the disk has not enough room leaves what was there."""
    with folder() as one, folder() as two:
        board, nodes = ("1x10", 20000) if FEW else ("1x11", 80000)
        for rules in ("ssk", "nssk"):
            solve(f"{board} {rules} --value-only", one)
        solve(f"{board} psk --max-nodes {nodes}", two, codes=(3,))
        before = run("store", "export", two).stdout
        text = run("store", "export", one).stdout
        # There is room for the copy of the text and for a part of what is added to the data file. How large that is
        # differs, as what is found is saved as time goes by.
        with folder() as place:
            added = copy(two, os.path.join(place, "added"))
            run("store", "import", added, stdin=text)
            size, whole = (os.path.getsize(os.path.join(store, "data.mdb")) for store in (two, added))
        limit = max((size + whole) // 2, len(text) + 4096)
        assert limit < whole, (size, whole, len(text))
        done = run("store", "import", two, codes=(1,), stdin=text,
                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        assert done.stderr.count("\n") == 1 and f"'{two}': cannot write: " in done.stderr, done.stderr
        assert run("store", "export", two).stdout == before, "a part of it was imported"
        check(two)
        run("store", "import", two, stdin=text)
        assert len(run("store", "export", two).stdout) > len(text)
        return f"{text.count(chr(10))} lines"


def deep():
    with folder() as store:
        make(store)
        out = check(store, "--deep", "--sample", "60" if FEW else "300", "--max-nodes", "5000")
        assert " 0 refuted" in out and not out.split("\n")[1].startswith("0 lemmas"), out
        return out.splitlines()[1]


def with_dense_tables():
    """Most lemmas of a run with dense tables ask what is forced from what is on record: they go to another store as
    they are, and are proved again by a search that has no such tables."""
    with folder() as one, folder() as two:
        found, _ = solve("3x4 psk --memory 6M", one)
        text = run("store", "export", one).stdout
        lemmas, below = text.count("\nlemma "), text.count(" below:")
        assert below > lemmas / 2 and json.loads(run("store", "info", one, "--json").stdout)["format"] == 7
        run("store", "import", two, stdin=text)
        assert run("store", "export", two).stdout == text
        out = check(two, "--deep", "--sample", "20" if FEW else "60", "--max-nodes", "5000")
        assert " 0 refuted" in out and not out.split("\n")[1].startswith("0 lemmas"), out
        return f"{below} of {lemmas} lemmas, {found['nodes']} nodes"


def false_lemmas():
    """A bound that is one too high is found out."""
    found = 0
    with folder() as store:
        solve("1x5 ssk" if FEW else "1x6 ssk", store)
        text = without_sum(run("store", "export", store).stdout)
    lemmas = re.findall(r"^lemma [bw] -?\d+ forces .*$", text, re.M)
    for lemma in lemmas[::max(1, len(lemmas) // (5 if FEW else 10))]:
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


def formats():
    with folder() as store:
        make(store)
        told = json.loads(run("store", "info", store, "--format", "json").stdout)
        without_time = re.compile(r'"(seconds|peak_memory_bytes)":[0-9.]+')
        assert run("store", "info", store, "--json").stdout == \
            run("store", "info", store, "--format", "json").stdout
        tables, roots = run("store", "info", store, "--format", "csv").stdout.split("\n\n")
        for rows, key in ((tables, "tables"), (roots, "roots")):
            rows = list(csv.DictReader(rows.splitlines()))
            assert len(rows) == len(told[key]) > 0
            for row, wanted in zip(rows, told[key]):
                for name in ("rules", "board", "states", "lemmas", "bytes", "position", "nodes"):
                    assert row.get(name) == (str(wanted[name]) if name in wanted else None), row
        out = run("store", "info", store, "--format", "markdown").stdout
        assert out.count("\n") == len(told["tables"]) + len(told["roots"]) + 5, out
        query = ["store", "query", store, "--board", "1x7", "--rules", "ssk"]
        known = json.loads(run(*query, "--format", "json").stdout)
        assert without_time.sub("", run(*query, "--json").stdout) == \
            without_time.sub("", run(*query, "--format", "json").stdout)
        rows = list(csv.DictReader(run(*query, "--format", "csv").stdout.splitlines()))
        assert int(rows[0]["lower"]) == known["value"]["min"] and rows[0]["play"] == ""
        for row, wanted in zip(rows[1:], known["moves"], strict=True):
            assert (row["play"], int(row["lower"]), int(row["upper"])) == \
                (wanted["move"], wanted["value"]["min"], wanted["value"]["max"]), row
            assert (row["best"] == "yes") == (wanted["move"] in known["best"])
        out = run(*query, "--format", "markdown").stdout
        assert out.count("\n") == len(rows) + 2, out
        for bad, words in (("xml", "wanted text, json, csv or markdown"), ("csv", "--json")):
            done = run("store", "info", store, "--format", bad, "--json", codes=(2,))
            assert done.stderr.count("\n") == 1 and words in done.stderr, done.stderr


def ask():
    with folder() as store:
        solve("1x7 ssk", store)
        solve("2x3 kee2013 --value-only", store)
        run("table", "--board", "2x2", "--rules", "chinese", "--store", store, "--quiet")
        for board, told in (("1x7 --rules ssk", ""), ("2x3 --rules kee2013", "not those of all"),
                            ("2x2 --rules chinese", "depends on the positions before")):
            codes = (3,) if told else (0,)
            done = run("store", "query", store, "--json", "--board", *board.split(), codes=codes)
            assert told in done.stderr and done.stderr.count("\n") == bool(told), done.stderr
            same(json.loads(done.stdout), solve(board.replace("--rules ", ""))[0], board, ("value",))
        plain, _ = solve("1x7 ssk --history B1")
        done = run("store", "query", store, "--json", "--board", "1x7", "--rules", "ssk",
                   "--history", "B1", codes=(0, 3))
        known = 0
        for mine, right in zip(json.loads(done.stdout)["moves"], plain["moves"]):
            assert mine["move"] == right["move"]
            told, true = mine["value"], right["value"]
            known += told["min"] is not None or told["max"] is not None
            assert told["min"] is None or told["min"] <= true["min"], mine
            assert told["max"] is None or told["max"] >= true["max"], mine
        run("store", "query", store, "--json", "--board", "1x8", "--rules", "ssk", codes=(3,))
        return f"{known} plays"


# exchange.py PROGRAM round_trip: that one alone; without it the others.
tests(*[round_trip] if sys.argv[2:] == ["round_trip"] else
      [malformed, lap_before_the_line, nothing_in_it, all_or_nothing, deep, with_dense_tables, false_lemmas, formats, ask])
