#!/usr/bin/env python3
"""values_kills.py PROGRAM N: the making of tables of positions killed N times at random moments.

Each store left behind is sound and never shows a table that is not whole; the next run goes on, and
the table in the end is the one of a run that was not killed. Some run must have gone on from what
an earlier one had decided.
"""
import json
import os
import random
import signal
import subprocess
import sys
import time

from common import PROGRAM, check, folder, run

CASES = ["3x4 simple", "2x6 none", "1x11 simple,suicide=multi"]


def arguments_of(case, store):
    board, rules = case.split()
    return ["table", "--board", board, "--rules", rules, "--store", store, "--json", "--quiet",
            "--save-seconds", "0.0001"]


def info(store):
    return json.loads(run("store", "info", store, "--json").stdout)["positions"]


def kill_after(case, store, seconds):
    """True if it was killed in time."""
    process = subprocess.Popen([PROGRAM, *arguments_of(case, store)], stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True)
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    _, err = process.communicate()
    assert process.returncode in (0, -signal.SIGKILL) and err == "", err
    return process.returncode != 0


def query(case, store, codes):
    board, rules = case.split()
    done = run("store", "query", store, "--board", board, "--rules", rules, "--json", codes=codes)
    return json.loads(done.stdout)


def kill_one(case, wanted, longest, kills, chance):
    """Kills in one store until a run comes to its end. Returns how many, and how many went on."""
    killed = resumed = 0
    with folder() as parent:
        store = os.path.join(parent, "store")
        while killed < kills and kill_after(case, store, chance.uniform(0.02, longest * 0.7)):
            killed += 1
            if os.path.exists(os.path.join(store, "data.mdb")):
                check(store)
                assert all(table["boards"] == 0 or not table["whole"] for table in info(store))
        last = json.loads(run(*arguments_of(case, store)).stdout)
        resumed += last["resumed"] is not None
        assert run("store", "export", store).stdout == wanted, f"{case}: another table"
        assert "compared with their plays, 0 wrong" in check(store, "--deep")
        query(case, store, (0,))
    return killed, resumed


def exchange(case, wanted):
    """Exported, imported and compacted it is the same table; a spoilt line is refused."""
    with folder() as parent:
        store = os.path.join(parent, "store")
        run("store", "import", store, stdin=wanted)
        assert run("store", "export", store).stdout == wanted, f"{case}: not imported as it was"
        run("store", "compact", store)
        assert run("store", "export", store).stdout == wanted, f"{case}: not the same when compact"
        assert query(case, store, (0,))["proven"]
        for cut in (wanted.index("values ") + 9, len(wanted) // 2):
            digit = "1" if wanted[cut] == "0" else "0"
            spoilt = wanted[:cut] + digit + "x" + wanted[cut + 2:]
            refused = run("store", "import", os.path.join(parent, "other"), stdin=spoilt, codes=(1,))
            assert "no part of a table" in refused.stderr, refused.stderr


def main():
    kills, chance, went_on = int(sys.argv[2]), random.Random(1), 0
    for case in CASES:
        with folder() as store:
            began = time.monotonic()
            run(*arguments_of(case, store))
            longest = time.monotonic() - began
            wanted = run("store", "export", store).stdout
        exchange(case, wanted)
        left, stores, resumed = max(2, kills // len(CASES)), 0, 0
        while left > 0:
            killed, again = kill_one(case, wanted, longest, min(left, 4), chance)
            left -= max(killed, 1)
            stores += 1
            resumed += again
        went_on += resumed
        print(f"{case}: {stores} tables, {resumed} gone on with after a kill", flush=True)
    assert went_on > 0, "no run went on from what an earlier one had decided"


main()
