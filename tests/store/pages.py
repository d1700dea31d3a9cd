#!/usr/bin/env python3
"""
pages.py PROGRAM N: stores without a seal, as a killed run leaves them, whose pages are not each used
once: N lists of free pages that name a page in use, and what else there can be. All are found before
anything is written, and what was in the store is there afterwards.
"""
import os
import random
import sys

from common import arguments_of, check, copy, folder, run, same, solve
from lmdb_file import PAGE, File

MADE = ["1x9 psk", "1x8 kee-v6", "2x3 kee2013"]
# A writer each; the last one's lemmas are written where the list says that there is room.
LATER = ["2x3 ssk", "1x7 psk", "1x9 nssk --value-only"]
LOST = "neither used nor free"


def make(place):
    store = os.path.join(place, "store")
    for board in MADE:
        solve(board, store)
    return store


def spoilt(store, to, spoil):
    """A copy whose file was changed by spoil(file), which says what is to be heard of it."""
    copy(store, to)
    os.remove(os.path.join(to, "sealed"))
    file = File(os.path.join(to, "data.mdb"))
    words = spoil(file)
    file.write()
    return words


def look(store, place, spoil):
    """The check tells, and so does the next run, which mends it and loses nothing."""
    other, export = os.path.join(place, "other"), run("store", "export", store).stdout
    words = spoilt(store, other, spoil)
    done = run("store", "check", other, codes=(1,))
    assert done.stderr.count("\n") == 1 and "damaged: " in done.stderr, done.stderr
    assert words in done.stderr and "store compact" in done.stderr, f"{words}: {done.stderr}"
    run("store", "compact", other)
    check(other)
    assert run("store", "export", other).stdout == export, f"{words}: not all was kept"
    words = spoilt(store, other, spoil)
    for n, board in enumerate(LATER):
        found, err = solve(board, other)
        assert ("it was damaged: 0 records were dropped" in err) == (n == 0), err
        same(found, PLAIN[board], board)
    for board in MADE:
        found, err = solve(board, other)
        same(found, PLAIN[board], board)
        assert err == "" and found["nodes"] == 0, f"{board} is not in the store: {err}"
    check(other)


PLAIN = {board: solve(board)[0] for board in MADE + LATER}


def any_of(chance, things):
    return chance.choice(sorted(things))


def free_in_use(chance):
    """One bit of a free page's number is another, so that it is that of a page in use."""
    def spoil(file):
        flips = [(at, number ^ 1 << bit) for number, at in file.free_at.items() for bit in range(10)
                 if number ^ 1 << bit in file.used]
        at, number = any_of(chance, flips)
        file.put(at, number)
        return "its list of free pages names one that is used"
    return spoil


def free_twice(file):
    # The first two of a list, which is descending.
    at = min(file.free_at.values())
    file.put(at + 8, file.number(at))
    return "its list of free pages names one that is used"


def free_beyond(file):
    at = file.free_at[max(file.free_at)]
    file.put(at, file.last + 1)
    return "behind its last one"


def free_forgotten(file):
    at = min(file.free_at.values())
    file.put(at - 8, file.number(at - 8) - 1)
    return LOST


def last_too_high(file):
    file.put(file.meta + 24 + 2 * 48, file.last + 3)
    return LOST


def separator_astray(file):
    """Look-ups go by the keys of the branches: one that is too great hides the records behind it."""
    at, size = next((at, size) for at, size in file.separators if file.data[at] < 255)
    file.data[at:at + size] = b"\xff" * size
    return "a page is not what it should be"


def counted_wrong(file):
    """As told by the main tree of itself: the records are there."""
    at = file.main.at + 16
    file.put(at, file.number(at) + 1)
    return "a page is not what it should be"


def lists(place, store):
    chance = random.Random(5)
    for _ in range(int(sys.argv[2])):
        look(store, place, free_in_use(chance))
    for spoil in (free_twice, free_beyond, free_forgotten, last_too_high):
        look(store, place, spoil)


def trees(place, store):
    for spoil in (separator_astray, counted_wrong):
        look(store, place, spoil)


def nothing_outside(place, store):
    """Whatever the file says, the check comes to its end: no page behind it is looked at."""
    chance, other, told = random.Random(6), os.path.join(place, "other"), {0: 0, 1: 0}
    for _ in range(4 * max(2, int(sys.argv[2]))):
        def spoil(file):
            heads = [page * PAGE + field for page in file.used for field in (8, 10, 12, 14, 16, 18)]
            places = [*file.roots_at, *file.branch_at, *heads, file.meta, *range(file.meta + 24,
                      file.meta + 136, 2)]
            file.put(any_of(chance, places), chance.choice((0, 1, 4095, 65535, chance.randrange(65536))),
                     2)
        spoilt(store, other, spoil)
        done = run("store", "check", other, codes=(0, 1))
        assert (done.stderr == "") == (done.returncode == 0), done.stderr
        told[done.returncode] += 1
        done = run(*arguments_of("1x7 psk", "--store", other), codes=(0, 1))
        if done.returncode == 0:
            check(other)
    assert told[1] > (told[0] if sum(told.values()) > 100 else 0) # of few most may happen to change nothing
    return f"{told[1]} found, {told[0]} that change nothing"


def main():
    with folder() as place:
        store = make(place)
        file = File(os.path.join(store, "data.mdb"))
        assert len(file.free_at) > 2 and len(file.used) + len(file.free_at) == file.last - 1
        assert file.separators, "the store is too small for branches"
        for test in (lists, trees, nothing_outside):
            print(test.__name__, test(place, store) or "ok", flush=True)


main()
