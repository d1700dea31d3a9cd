#!/usr/bin/env python3
"""
holes.py PROGRAM STRAY: tables of positions that lost records to damage. What is missing is told, by whoever
drops it and by all who look; nothing of what is left is called wrong; `table` makes what is missing
again, and then the table is the one that was made at first.
"""
import json
import os
import random
import shutil
import subprocess
import sys

from common import check, copy, folder, run
from lmdb_file import File
from values_kills import kill_after

STRAY = os.path.abspath(sys.argv[2])
CHUNK, PROGRESS, PART, HEAD = range(4)  # the first byte of a key
# Values, bounds, and bounds by ranks (of which what is missing does not follow from the rest).
# And the numbers of the chunks that are lost at a time; -1: the last.
CASES = {"2x5 simple": ((0,), (0, 1), (-1,)), "1x10 psk": ((1,),),
         "2x5 repetition-draws": ((0, -1),)}


def table(case, store, **more):
    board, rules = case.split()
    done = run("table", "--board", board, "--rules", rules, "--store", store, "--json", **more)
    return json.loads(done.stdout), done.stderr


def export(store):
    return run("store", "export", store).stdout


def spoil(store, kind, numbers):
    file = File(os.path.join(store, "data.mdb"))
    found = [at + size // 2 for key, at, size in file.records if key[:1] == bytes([kind])
             and key != b"solve-store"]
    for number in numbers:
        file.data[found[number]] ^= 4
    file.write()
    return len(found)


def boards_of(case, store):
    return next(one for one in json.loads(run("store", "info", store, "--json").stdout)["positions"]
                if one["board"] == case.split()[0])


def told(case, lacking, boards):
    board, rules = case.split()
    return f"{board}, {rules}: of the {boards} boards of its table {lacking} are missing: " \
           "'solve table' makes them again"


def lost_chunks(case, place, whole):
    store, boards = os.path.join(place, "store"), boards_of(case, whole)["boards"]
    last = (boards - 1) // 1024
    for numbers in CASES[case]:
        lacking = sum(1024 if n >= 0 else boards - 1024 * last for n in numbers)
        copy(whole, store)
        assert spoil(store, CHUNK, numbers) == last + 1
        done = run("store", "check", store, codes=(1,))
        assert f"damaged: {len(numbers)} record" in done.stderr, done.stderr
        line = told(case, lacking, boards)
        assert line in run("store", "compact", store).stdout
        assert line in check(store)
        said = check(store, "--deep")
        assert line in said and " compared with their plays, 0 wrong" in said, said
        info = boards_of(case, store)
        assert not info["whole"] and info["missing"] == lacking, info
        assert info["boards"] == boards - lacking
        mend(case, store, whole, lacking)


def mend(case, store, whole, lacking):
    made, _ = table(case, store)
    assert not made["was_there"] and made["were_missing"] == str(lacking), made
    assert export(store) == export(whole), f"{case}: another table"
    assert "missing" not in check(store) and boards_of(case, store)["whole"]
    again, _ = table(case, store)
    assert again["was_there"] and again["were_missing"] == "0", again


def rebuilt(case, place, whole):
    """Whoever opens the store drops what is damaged, and tells it, too."""
    store, boards = os.path.join(place, "store"), boards_of(case, whole)["boards"]
    copy(whole, store)
    spoil(store, CHUNK, (1,))
    made, err = table(case, store)
    assert "it was damaged: 1 record was dropped" in err and told(case, 1024, boards) in err, err
    assert made["were_missing"] == "1024" and export(store) == export(whole)


def lost_head(case, place, whole):
    """Without its head a table is one that is being made; what is there of it stays."""
    store = os.path.join(place, "store")
    copy(whole, store)
    assert spoil(store, HEAD, (0,)) == 1
    run("store", "compact", store)
    check(store)
    assert not boards_of(case, store)["whole"]
    made, _ = table(case, store)
    assert not made["was_there"] and export(store) == export(whole)


def stray(case, place, whole):
    """A chunk that begins in the midst of another hides boards: it goes when the table is made again."""
    store = os.path.join(place, "store")
    copy(whole, store)
    name = next(line[len("table "):] for line in export(store).splitlines()
                if line.startswith("table "))
    subprocess.run([STRAY, store, name], check=True)
    os.remove(os.path.join(store, "sealed"))
    assert "its table is not as its head says: 'solve table' makes it again" in check(store)
    mend(case, store, whole, 0)


def half_made(case, place, whole):
    """What was decided of a table that is being made is not all there: it begins anew, and says so."""
    store, chance = os.path.join(place, "store"), random.Random(1)
    for _ in range(40):
        shutil.rmtree(store, ignore_errors=True)
        if kill_after(case, store, chance.uniform(0, 0.05), True) and parts(store) > 0:
            break
    else:
        raise AssertionError("it was never killed when parts were written")
    check(store)
    spoil(store, PART, (0,))
    line = "what was decided is not all there: 'solve table' begins anew"
    assert line in run("store", "compact", store).stdout
    assert line in check(store)
    made, _ = table(case, store)
    assert made["resumed"] is None and export(store) == export(whole)
    assert "not all there" not in check(store)


def parts(store):
    return len([key for key, _, _ in File(os.path.join(store, "data.mdb")).records
                if key[:1] == bytes([PART]) and len(key) == 5])


def main():
    for case, tests in [*((case, (lost_chunks, rebuilt, lost_head)) for case in CASES),
                        ("1x10 psk", (stray,)), ("3x4 simple", (half_made,))]:
        with folder() as place:
            whole = os.path.join(place, "whole")
            table(case, whole)
            for test in tests:
                print(case, test.__name__, test(case, place, whole) or "ok", flush=True)


main()
