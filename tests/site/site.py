#!/usr/bin/env python3
"""site.py PROGRAM: sites of files (explore --export): the same bytes whatever the threads and interruptions; what is
refused; what is held when it is stopped, when files are missing, when values are not decided."""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

import files

PROGRAM = sys.argv[1]
SITE = ["--boards", "1x1,1x3,2x2", "--rules", "psk,kee2013,psk,suicide=multi", "--depth", "2", "--games", "30"]


def export(folder, *options, code=0):
    done = subprocess.run([PROGRAM, "explore", "--export", str(folder), *options], capture_output=True, text=True,
                          check=False, stdin=subprocess.DEVNULL, timeout=120)
    assert done.returncode == code, (options, done)
    if code == 2:
        assert done.stdout == "" and done.stderr.count("\n") == 1, done
    return done


def same_bytes(base):
    """One thread, several, and a run that goes on after another one make the same files."""
    export(base / "one", *SITE, "--threads", "1")
    one = files.tree(base / "one")
    assert {"index.html", "page.js", "page.css", "data/site.js", "data/2x2/psk,suicide=multi.js"} <= set(one), list(one)
    assert one["index.html"].index(b"data/site.js") < one["index.html"].index(b"page.js")
    export(base / "four", *SITE, "--threads", "4")
    assert files.tree(base / "four") == one
    again = export(base / "four", *SITE).stdout
    assert "made before" in again and files.tree(base / "four") == one
    # What a killed run may leave: pairs that are not whole, and an index that does not name them.
    for name in ("data/1x3/psk.js", "data/2x2/kee2013.0.js"):
        os.remove(base / "four" / name)
    (base / "four" / "data/1x1/psk.js").write_text("solvePair({", encoding="ascii")
    (base / "four" / "data/1x3/psk.1.js").write_text("of a run that was stopped", encoding="ascii")
    export(base / "four", *SITE)
    assert files.tree(base / "four") == one


def stopped(base):
    """Out of time: what is done is a site, and the same command goes on."""
    more = ["--boards", "1x1,3x3", "--rules", "psk,migos,repetition-draws", "--threads", "1"]
    done = export(base / "cut", *more, "--max-seconds", "0.001", code=3)
    assert "out of time" in done.stderr and "of 3 rulesets" in done.stdout, done
    index = files.script(base / "cut" / "data" / "site.js")
    assert index["complete"] is False and len(index["pairs"]) < 6, index["pairs"]
    assert (base / "cut" / "index.html").exists() and (base / "cut" / "page.js").exists()


def refused(base):
    for options, words in (
            (["--boards", "1x1,2x2", "--rules", "psk"], "1x1 under kee2013"),
            ([*SITE[:-2], "--games", "40"], "made with other options"),
            ([*SITE[:4], "--depth", "1", "--games", "30"], "made with other options"),
            (["--boards", "0x1", "--rules", "psk"], "--boards"), (["--boards", "1x1", "--rules", "pks"], "psk"),
            (["--rules", "psk"], "--boards is missing"), (["--boards", "1x1"], "--rules is missing"),
            (["--boards", "1x1", "--rules", "psk", "--depth", "41"], "from 0 to 40"),
            (["--boards", "1x1", "--rules", "psk", "--starts", "17"], "from 0 to 16"),
            (["--boards", "1x1", "--rules", "kee2013,players=3"], "two players"),
            ([*SITE, "--port", "80"], "--port")):
        done = export(base / "one", *options, code=2)
        assert words in done.stderr, (options, done.stderr)
    (base / "other").mkdir()
    (base / "other" / "thesis.txt").write_text("all of it", encoding="ascii")
    for folder in (base / "other", base / "other" / "thesis.txt", base / "no" / "where", ""):
        export(folder, *SITE, code=2)
    assert list(files.tree(base / "other")) == ["thesis.txt"]
    without = subprocess.run([PROGRAM, "explore", "--depth", "2"], capture_output=True, text=True, check=False, timeout=60)
    assert without.returncode == 2 and "--export" in without.stderr, without


def unwritable(base):
    """A folder where nothing may be written, a disk that is full: one line, exit 2 or 1."""
    locked = base / "locked"
    locked.mkdir()
    locked.chmod(0o555)
    if not os.access(locked, os.W_OK):
        done = export(locked, *SITE, code=1)
        assert "written" in done.stderr, done
    # A build with a count of lines cannot write that, either: elsewhere, and without a word.
    uncounted = {**os.environ, "GCOV_PREFIX": str(base / "counts"), "GCOV_ERROR_FILE": "/dev/null"}
    full = subprocess.run(["bash", "-c", 'ulimit -f 1; exec "$0" "$@"', PROGRAM, "explore", "--export",
                           str(base / "full"), *SITE], env=uncounted, capture_output=True, text=True, check=False,
                          timeout=60)
    assert full.returncode == 1 and full.stderr.count("\n") == 1, full
    # Where nothing could be written nothing is left: no folder that the next run would refuse.
    assert not (base / "full").exists(), list((base / "full").rglob("*"))
    (base / "begun" / "data").mkdir(parents=True)
    export(base / "begun", *SITE)
    assert files.tree(base / "begun") == files.tree(base / "one")
    # What could be written is a site, and the same command goes on once there is room.
    half = subprocess.run(["bash", "-c", 'ulimit -f 64; exec "$0" "$@"', PROGRAM, "explore", "--export", str(base / "half"), *SITE],
                          env=uncounted, capture_output=True, text=True, check=False, timeout=60)
    assert half.returncode == 1 and "page.js" in half.stderr, half
    export(base / "half", *SITE)
    assert files.tree(base / "half") == files.tree(base / "one")


def undecided(base):
    """What is not decided is counted, and is held as bounds."""
    done = export(base / "open", "--boards", "3x3", "--rules", "psk", "--depth", "0", "--games", "0", "--starts", "0",
                  "--max-nodes", "3")
    assert "1 state, 1 not decided" in done.stdout, done.stdout
    head, rows = files.states(base / "open", "3x3", "psk")
    part, row = rows[0]
    assert head["open"] == 1 and len(rows) == 1, head
    value = files.value(part, row[6])
    assert not (value["min_known"] and value["max_known"]) and part["stops"][row[8]] == "nodes", (value, row)


def least_memory(base):
    """A share of the least memory is enough for a run."""
    export(base / "small", "--boards", "1x2", "--rules", "psk", "--memory", "64K")


def main():
    base = Path(tempfile.mkdtemp(prefix="solve-site-"))
    try:
        for test in (same_bytes, stopped, refused, unwritable, undecided, least_memory):
            test(base)
    finally:
        shutil.rmtree(base, ignore_errors=True)
    print("sites are the same from run to run, and refuse what they are not asked for")


main()
