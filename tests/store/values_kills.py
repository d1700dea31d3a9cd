#!/usr/bin/env python3
"""values_kills.py PROGRAM N: the making of tables of positions killed N times at random moments.

Each store left behind is sound and never shows a table that is not whole; the next run goes on, and
the table in the end is the one of a run that was not killed. Under all rules (the first N of them)
some run must have gone on from what an earlier one had decided.
"""
import json
import os
import random
import signal
import subprocess
import sys
import time

from common import PROGRAM, check, folder, run, will_kill, without_sum

will_kill()

CASES = ["3x4 simple", "2x6 repetition-draws", "2x6 none", "1x11 simple,suicide=multi", "3x4 psk"]
# Tables that are made until a run has gone on with one, at most.
TRIES = 40


def arguments_of(case, store):
    board, rules = case.split()
    return ["table", "--board", board, "--rules", rules, "--store", store, "--json", "--quiet",
            "--save-seconds", "0.0001"]


def info(store):
    return json.loads(run("store", "info", store, "--json").stdout)["positions"]


def size_of(store):
    try:
        return os.stat(os.path.join(store, "data.mdb")).st_size
    except FileNotFoundError:
        return 0


def wait_for_growth(process, store):
    """Until what is decided is being written: the file grows after the table was begun."""
    while process.poll() is None and size_of(store) < 4 * 4096:
        time.sleep(0.0005)
    begun = size_of(store)
    while process.poll() is None and size_of(store) <= begun:
        time.sleep(0.0005)


def kill_after(case, store, seconds, growth=False):
    """True if it was killed in time. growth: so long after something was decided."""
    process = subprocess.Popen([PROGRAM, *arguments_of(case, store)], stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True)
    if growth:
        wait_for_growth(process, store)
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    _, err = process.communicate()
    assert process.returncode in (0, -signal.SIGKILL) and err == "", err
    return process.returncode != 0


def query(case, store):
    """Of a table of bounds the empty board's are none that meet."""
    board, rules = case.split()
    bounds = rules in ("psk", "repetition-draws")
    done = run("store", "query", store, "--board", board, "--rules", rules, "--json",
               codes=(3 if bounds else 0,))
    assert json.loads(done.stdout)["proven"] is not bounds
    assert all(table["bounds"] is bounds for table in info(store))


def kill_one(case, wanted, kills, moment):
    """Kills in one store until a run comes to its end. Returns how many, and how many went on."""
    killed = resumed = 0
    with folder() as parent:
        store = os.path.join(parent, "store")
        while killed < kills and kill_after(case, store, *moment()):
            killed += 1
            if os.path.exists(os.path.join(store, "data.mdb")):
                check(store)
                # The kill may come when all is written.
                if any(table["boards"] > 0 and table["whole"] for table in info(store)):
                    assert run("store", "export", store).stdout == wanted, f"{case}: not whole"
        last = json.loads(run(*arguments_of(case, store)).stdout)
        resumed += last["resumed"] is not None
        assert run("store", "export", store).stdout == wanted, f"{case}: another table"
        assert "compared with their plays, 0 wrong" in check(store, "--deep")
        query(case, store)
    return killed, resumed


def exchange(case, wanted):
    """Exported, imported and compacted it is the same table; a spoilt line is refused."""
    with folder() as parent:
        store = os.path.join(parent, "store")
        run("store", "import", store, stdin=wanted)
        assert run("store", "export", store).stdout == wanted, f"{case}: not imported as it was"
        run("store", "compact", store)
        assert run("store", "export", store).stdout == wanted, f"{case}: not the same when compact"
        query(case, store)
        for cut in (wanted.index("values ") + 9, len(wanted) // 2):
            digit = "1" if wanted[cut] == "0" else "0"
            spoilt = without_sum(wanted[:cut] + digit + "x" + wanted[cut + 2:])
            refused = run("store", "import", os.path.join(parent, "other"), stdin=spoilt, codes=(1,))
            assert "no part of a table" in refused.stderr, refused.stderr


def formats():
    """A store has the least format that tells what is in it, and keeps it."""
    with folder() as store:
        for case, wanted in (("2x2 simple", 2), ("2x2 psk", 3), ("2x2 none", 3)):
            run(*arguments_of(case, store))
            assert json.loads(run("store", "info", store, "--json").stdout)["format"] == wanted, case
        check(store)
        text = run("store", "export", store).stdout
        with folder() as parent:
            other = os.path.join(parent, "other")
            run("store", "import", other, stdin=text)
            # Marks of what was imported came with format 5.
            assert json.loads(run("store", "info", other, "--json").stdout)["format"] == 5


def main():
    formats()
    kills, chance = int(sys.argv[2]), random.Random(1)
    for case in CASES[:kills]:
        with folder() as store:
            began = time.monotonic()
            run(*arguments_of(case, store))
            longest = time.monotonic() - began
            wanted = run("store", "export", store).stdout
        exchange(case, wanted)
        left, stores, resumed = max(2, kills // len(CASES)), 0, 0
        while left > 0 or (resumed == 0 and stores < TRIES):
            # After those at random, kills at a moment when something was decided.
            moment = (lambda: (chance.uniform(0.02, longest),)) if left > 0 else \
                (lambda: (chance.uniform(0, 0.05), True))
            killed, again = kill_one(case, wanted, min(max(left, 1), 4), moment)
            left -= max(killed, 1)
            stores += 1
            resumed += again
        print(f"{case}: {stores} tables, {resumed} gone on with after a kill", flush=True)
        assert resumed > 0, f"{case}: no run went on from what an earlier one had decided"


if __name__ == "__main__":
    main()
