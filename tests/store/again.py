#!/usr/bin/env python3
"""again.py PROGRAM: a second run answers from the store; a stopped one goes on."""
import json
import os
import signal
import subprocess
import sys
import time

from common import PROGRAM, arguments_of, check, folder, run, same, solve, tests, without_sum

BOARDS = ["1x7 psk", "2x3 kee2013", "2x2 simple", "2x3 kee-v6", "2x2 spight", "1x6 migos",
          "1x5 fixed-ko", "1x6 psk,scoring=territory", "1x5 3-plays", "2x2 repetition-draws",
          "2x2 simple,cycle=no-result --komi 1", "2x2 simple,cycle=tie",
          "1x4 ssk --history B1", "2x2 psk --to-move white"]
LONG = "1x9 kee-v6"


def second_run():
    with folder() as store:
        for board in BOARDS:
            plain, _ = solve(board)
            first, _ = solve(board, store)
            again, err = solve(board, store)
            same(first, plain, board, ("value", "best", "moves", "line", "cycle_from", "nodes"))
            same(again, plain, board, ("value", "best", "moves", "line", "cycle_from"))
            assert again["nodes"] == 0 and err == "", f"{board}: {again['nodes']} nodes {err}"
        check(store)


def a_line_that_ends_early():
    """A line from the store says why it ends early, as one that was just found."""
    board = "1x5 kee-v6,suicide=literal --value-only"
    with folder() as store:
        first, _ = solve(board, store)
        again, _ = solve(board, store)
        assert (first["line_complete"], first["stopped"], len(first["line"])) == (False, "length", 1000), first
        same(again, first, board, ("value", "line", "line_complete", "stopped"))
        assert again["nodes"] == 0, again


LINE = ("line", "line_complete", "cycle_from")


def what_is_proved_stays():
    """A run that proves all anew, for its certificate, and comes to a limit, tells what the store has, and that it is not certified."""
    for board, nodes in (("1x7 psk", 5), ("2x3 kee2013", 50), ("2x2 spight", 5), ("1x4 ljrg", 5), ("1x3 ing-spight", 5), ("1x7 psk --ask >=1", 5)):
        with folder() as store:
            proof = os.path.join(store, "proof")
            whole, _ = solve(board, os.path.join(store, "store"))
            found, err = solve(board, os.path.join(store, "store"), "--max-nodes", str(nodes), "--proof", proof, codes=(3,))
            same(found, whole, board, ("value", "best", "moves", "proven", *LINE))
            assert found["stopped"] == "nodes" and found["nodes"] < whole["nodes"], f"{board}: {found}"
            assert "proved without one: --max-nodes reached" in err or "no certificate is written" in err, err
            again, _ = solve(board, os.path.join(store, "store"))
            same(again, whole, board, ("value", "best", "moves", *LINE))
            assert again["nodes"] == 0, again
            check(os.path.join(store, "store"))


def a_known_line_stays():
    """Where the value is from the store, and a limit stops what is asked of the first plays, its line is told."""
    for board in ("1x9 psk", "2x3 kee2013", "2x2 repetition-draws", "1x5 ljrg", "1x5 ing-spight"):
        with folder() as store:
            value, _ = solve(board + " --value-only", store)
            found, _ = solve(board, store, "--max-nodes", "1", codes=(3,))
            same(found, value, board, ("value", *LINE))
            assert found["line"] and found["stopped"] == "nodes" and not found["moves_complete"], f"{board}: {found}"


def solved_4x4_at_once():
    """No table of all boards is made for a root that is there."""
    with folder() as store:
        solve("4x4 psk --value-only --max-nodes 1", store, codes=(3,))
        text = without_sum(run("store", "export", store).stdout)
        root = [line for line in text.splitlines() if line.startswith("root ")][0]
        parts = root.split("|")
        # As if it had been solved, but for a line: the value that is published for it.
        parts[5] = "3" + parts[5][1:parts[5].rindex(" ")] + " 2:2:2:2"
        parts[7] = ""
        forged = text.replace(root, "|".join(parts))
        run("store", "import", store, stdin=forged)
        began = time.monotonic()
        found, _ = solve("4x4 psk --value-only", store)
        assert found["nodes"] == 0 and (found["value"]["min"], found["value"]["max"]) == (2, 2), found
        assert time.monotonic() - began < 20, "it takes long"
        return f"{time.monotonic() - began:.3f} s"


def line_of_a_known_value():
    """Where only the line is not there yet, it is found with tables as ever."""
    question = ["--board", "4x3", "--rules", "psk,scoring=stone", "--threads", "1", "--quiet", "--json", "--history",
                "C4 C2"]
    with folder() as store:
        run(*question, "--max-nodes", "5000", "--store", store, codes=(3,))
        found = json.loads(run(*question, "--value-only", "--store", store).stdout)
        assert found["line_complete"] and 0 < found["nodes"] < 400000, found["nodes"]
        return f"{found['nodes']} nodes"


def results_without_it():
    """What a store knows beyond a row's question is not in the row's result."""
    tables = os.path.join(os.path.dirname(__file__), "..", "..", "tables")
    with folder() as store, folder() as one, folder() as two:
        solve("2x2 psk", store)
        texts = []
        for out, where in ((one, ["--no-store"]), (two, ["--store", store])):
            run("tables", "drange-1998", "--max-points", "4", "--row-seconds", "60", "--threads",
                "1", "--quiet", "--from", tables, "--out", out, *where)
            with open(os.path.join(out, "drange-1998.csv"), encoding="ascii") as file:
                texts.append(file.read())
        assert texts[0] == texts[1], "it depends on the store"


def aliases_share():
    with folder() as store:
        solve("1x7 psk", store)
        found, _ = solve("1x7 tromp-taylor,suicide=no", store)
        assert found["nodes"] == 0, found["nodes"]
        found, _ = solve("1x7 psk,suicide=multi", store)
        assert found["nodes"] > 0


def less_is_answered_by_more():
    with folder() as store:
        solve("2x3 psk", store)
        found, _ = solve("2x3 psk --value-only", store)
        assert found["nodes"] == 0
    plain, _ = solve("1x8 psk")
    nodes = []
    for _ in range(3):  # which lemmas are kept in time depends on how busy the machine is
        with folder() as store:
            solve("1x8 psk --value-only", store)
            found, _ = solve("1x8 psk", store)
            same(found, plain, "after the value alone")
            nodes.append(found["nodes"])
    assert min(nodes) < plain["nodes"], f"the lemmas are not used: {nodes}, {plain['nodes']} without"


def with_a_certificate():
    """It is the same as without a store; what is proved is kept, and the next run uses it."""
    with folder() as place:
        store = os.path.join(place, "store")
        names = [os.path.join(place, name) for name in ("plain", "first", "again")]
        plain, _ = solve("1x6 kee2013", None, "--proof", names[0])
        for name in names[1:]:
            found, err = solve("1x6 kee2013", store, "--proof", name)
            same(found, plain, name, ("value", "best", "moves", "line", "nodes"))
            assert err == "", err
            with open(name, "rb") as one, open(names[0], "rb") as other:
                assert one.read() == other.read(), f"{name} is another certificate"
        assert solve("1x6 kee2013", store)[0]["nodes"] == 0
        history, _ = solve("1x6 kee2013 --history B1")
        found, _ = solve("1x6 kee2013 --history B1", store)
        same(found, history, "after a certificate")
        assert found["nodes"] < history["nodes"], "no lemma was kept"
        check(store)


def limited(limit, step):
    def test():
        with folder() as store:
            plain, _ = solve(LONG)
            code, runs, total, most = 3, 0, 0, step
            while code == 3 and runs < 100:
                done = run(*arguments_of(LONG, "--store", store, limit, str(most)), codes=(0, 3))
                code, runs = done.returncode, runs + 1
                most *= 1.5
                most = int(most) if limit == "--max-nodes" else round(most, 3)
                check(store)
            found, _ = solve(LONG, store)
            same(found, plain, limit)
            assert found["nodes"] == 0
            return f"{runs} runs"
    test.__name__ = "resumed after " + limit
    return test


def interrupt(board, store, wait):
    process = subprocess.Popen([PROGRAM, *arguments_of(board, "--store", store)],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(wait)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def interrupted():
    board = "1x11 psk --value-only"
    wait = 0.4
    plain, _ = solve(board)
    for _ in range(12):  # how long it must be left alone depends on the machine
        with folder() as store:
            code, out, err = interrupt(board, store, wait)
            if code == 0:
                wait *= 0.6
                continue
            assert code == 3 and "interrupted" in err, err
            check(store)
            made = json.loads(out)["nodes"] if out else 0
            if made < 1000:
                wait *= 1.7
                continue
            tables = json.loads(run("store", "info", store, "--json").stdout)["tables"]
            kept = sum(table["lemmas"] for table in tables)
            found, _ = solve(board, store)
            same(found, plain, "after Ctrl-C")
            # Fewer nodes than without are likely, not certain: what is stored changes the order.
            assert kept > made // 100, f"{kept} lemmas were kept of {made} nodes"
            return f"{found['nodes']} of {plain['nodes']} nodes were left after {made}"
    raise AssertionError("it was never stopped in the middle")


def threads():
    board = "1x10 psk"
    with folder() as store:
        plain, _ = solve(board)
        solve(board + " --max-nodes 20000", store, codes=(3,))
        done = run("--board", "1x10", "--rules", "psk", "--threads", "4", "--store", store,
                   "--quiet", "--json", "--memory", "2G")
        check(store)
        found, _ = solve(board, store)
        same(found, plain, "threads")
        assert found["nodes"] == 0 and done.stderr == "", done.stderr


tests(second_run, a_line_that_ends_early, what_is_proved_stays, a_known_line_stays, solved_4x4_at_once, line_of_a_known_value,
      results_without_it, aliases_share,
      less_is_answered_by_more, with_a_certificate, limited("--max-nodes", 20000), limited("--max-seconds", 0.1), interrupted)
if sys.argv[2:] == ["long"]:
    LONG = "1x10 kee2013"
    tests(limited("--max-nodes", 20000), limited("--max-seconds", 0.2), threads)
