#!/usr/bin/env python3
"""dense.py PROGRAM WHAT [N]: dense tables in a store: made by anyone, stopped anyhow, damaged anywhere.

    same N    the same bytes by one and two threads, in memory and in files; and what lists tell under N rulesets
    kills N   killed N times; the table in the end is the one of a run that was not killed
    stops     signals; what is decided is kept
    others    two processes at one table
    disk      a disk that is full
    read_only a folder that cannot be written
    damage N  N bits that flip: nothing false is told, and 'table' mends it
    parts N   killed N times, and then bits flip in what was decided: it leads to the same table

The environment's DENSE_BOARD and DENSE_RULES say of which board and rules: simple, or 3-plays, whose boards are
ranked.
"""
import json
import os
import random
import resource
import select
import shutil
import signal
import subprocess
import sys
import time

from common import PROGRAM, check, folder, run, will_kill

will_kill()

BOARD, RULES = os.environ.get("DENSE_BOARD", "3x4"), os.environ.get("DENSE_RULES", "simple")
KIND, CODES = {"simple": ("values-passes=2-ko=yes", (0,)), "3-plays": ("bounds-of=boards", (0, 3))}[RULES]
FILE = f"{BOARD}-{KIND}-suicide=no-scoring=area.table"
PART = FILE.replace(".table", ".part")


def arguments_of(store, *more, board=BOARD, rules=RULES):
    return ["table", "--board", board, "--rules", rules, "--store", store, "--method", "dense",
            "--json", "--quiet", *more]


def make(store, *more, **which):
    done = run(*arguments_of(store, *more, **which))
    assert done.stderr == "", done.stderr
    return json.loads(done.stdout)


def tables_of(store):
    try:
        return sorted(os.listdir(os.path.join(store, "tables")))
    except FileNotFoundError:
        return []


def bytes_of(store, name=FILE):
    with open(os.path.join(store, "tables", name), "rb") as file:
        return file.read()


def whole_table():
    with folder() as store:
        make(store)
        assert tables_of(store) == [FILE], tables_of(store)
        return bytes_of(store)


def query(store, *more, codes=(0,), board=BOARD, rules=RULES):
    done = run("store", "query", store, "--board", board, "--rules", rules, "--json", *more, codes=codes)
    found = json.loads(done.stdout)
    return {key: found[key] for key in ("value", "best", "moves")}, done.stderr


def positions(chance, count):
    """Random boards as options; not all are legal."""
    rows, columns = map(int, BOARD.split("x"))
    for _ in range(count):
        text = "/".join("".join(chance.choice("XO..") for _ in range(columns)) for _ in range(rows))
        yield ["--position", text, "--to-move", chance.choice(["black", "white"])]


def same():
    wanted = whole_table()
    with folder() as store:
        for threads in "1", "2":
            for memory in "1G", "64K":
                made = make(store, "--threads", threads, "--memory", memory)
                assert (made["dense"]["mapped_bytes"] != "0") == (memory == "64K" and BOARD != "3x3"), made
                assert bytes_of(store) == wanted
                assert make(store)["was_there"]
                os.unlink(os.path.join(store, "tables", FILE))
    chance = random.Random(3)
    compared = [("simple", (0,)), ("3-plays", (0, 3)), ("psk", (0, 3)), ("none,suicide=yes", (0,)), ("chinese", (0, 3))]
    compared = compared[:int(sys.argv[3])]
    with folder() as lists, folder() as dense:
        for rules, codes in compared:
            make(dense, rules=rules)
            run("table", "--board", BOARD, "--rules", rules, "--store", lists, "--method", "lists", "--quiet")
            for more in [[], *positions(chance, 3)]:
                done = run("replay", "--board", BOARD, "--rules", rules, *more, codes=(0, 2))
                if done.returncode == 0:
                    found = query(dense, *more, codes=codes, rules=rules)
                    assert found == query(lists, *more, codes=codes, rules=rules), (rules, more)
        deep = json.loads(run("store", "check", dense, "--deep", "--json").stdout)["deep"]["dense_positions"]
        assert int(deep["right"]) == int(deep["tried"]) == 200 * min(len(compared), 4) and deep["wrong"] == "0", deep
        exported(dense, min(len(compared), 4))


def exported(store, count):
    """An export leaves the tables out and says so; their files are copied to what an import made."""
    with folder() as other:
        done = run("store", "export", store)
        assert done.stderr == (f"solve: store {store}: {count} dense tables are no part of the export: copy what you "
                               "want of its folder 'tables'\n"), done.stderr
        run("store", "import", other, stdin=done.stdout)
        assert run("store", "export", other).stderr == ""
        shutil.copytree(os.path.join(store, "tables"), os.path.join(other, "tables"))
        assert query(other) == query(store)


def kill_after(store, seconds, saved=False, threads=2):
    """Kills it, so long after it began or, saved, after it saved something. True if it was killed in time."""
    process = subprocess.Popen([PROGRAM, *arguments_of(store, "--save-seconds", "0.0001", "--threads", str(threads))],
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    while saved and process.poll() is None and PART not in tables_of(store):
        time.sleep(0.0005)
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    _, err = process.communicate()
    assert process.returncode in (0, -signal.SIGKILL) and err == "", err
    return process.returncode != 0


def kills():
    wanted, chance, went_on, killed = whole_table(), random.Random(1), 0, 0
    left = int(sys.argv[3])
    with folder() as store:
        began = time.monotonic()
        make(store)
        longest = time.monotonic() - began
    while left > 0:
        with folder() as store:
            for i in range(min(left, 5)):
                left -= 1
                if os.path.exists(store):
                    seconds = chance.uniform(0, longest) * (0.3 if i % 2 else 1)
                    killed += kill_after(store, seconds, i % 2 == 1, threads=1 + left // 2 % 2)
                if os.path.exists(os.path.join(store, "data.mdb")):
                    check(store)
                assert FILE not in tables_of(store) or bytes_of(store) == wanted
            went_on += make(store, "--threads", str(1 + left % 2))["went_on"]
            assert bytes_of(store) == wanted and PART not in tables_of(store)
            run("store", "compact", store)
            assert tables_of(store) == [FILE], tables_of(store)
    assert killed > 0
    return f"{killed} killed, {went_on} went on"


def wait_for(condition, seconds=60):
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "waited for too long"
        time.sleep(0.002)


def begin(store, *more):
    return subprocess.Popen([PROGRAM, *arguments_of(store, "--threads", "1", *more)], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True)


def stops():
    """Stopped where it is, if it was not quicker."""
    wanted, stopped = whole_table(), 0
    for number in signal.SIGINT, signal.SIGTERM, signal.SIGHUP:
        with folder() as store:
            process = begin(store, "--save-seconds", "0.0001")
            wait_for(lambda: PART in tables_of(store) or process.poll() is not None)
            process.send_signal(number)
            _, err = process.communicate()
            assert process.returncode in (0, 3), err
            if process.returncode == 3:
                stopped += 1
                assert "what is decided is saved" in err and tables_of(store) == [PART], err
                assert make(store)["went_on"]
            assert tables_of(store) == [FILE] and bytes_of(store) == wanted
    return f"{stopped} stopped"


def left_behind(store):
    """What a killed run may leave beside a whole table is removed by the next; what is no such file is not."""
    drafts = [name + ".4711-0" for name in (FILE, PART, PART.replace(".part", ".1-of-2.part"))]
    others_files = ["x" + drafts[0], FILE + ".4711", FILE + ".4711-0x", PART + ".bak-1"]
    for name in [PART, *drafts, *others_files]:
        with open(os.path.join(store, "tables", name), "wb") as file:
            file.write(b"left")
    assert make(store)["was_there"]
    assert tables_of(store) == sorted([FILE, *others_files]), tables_of(store)
    for name in others_files:
        os.unlink(os.path.join(store, "tables", name))


def others():
    wanted = whole_table()
    with folder() as store:
        both = [begin(store), begin(store)]
        told = [process.communicate() for process in both]
        assert [process.returncode for process in both] == [0, 0], told
        there = [json.loads(out)["was_there"] for out, _ in told]
        assert sorted(there) == [False, True], there
        waited = told[there.index(True)][1]
        assert waited == "" or "makes this table: waiting for it" in waited, waited
        assert tables_of(store) == [FILE] and bytes_of(store) == wanted
        left_behind(store)
    with folder() as store: # who waits can be stopped
        run(*arguments_of(store, board="2x2"))
        process = begin(store, "--save-seconds", "0.0001")
        wait_for(lambda: FILE.replace(".table", ".lock") in tables_of(store) or process.poll() is not None)
        process.send_signal(signal.SIGSTOP)
        try:
            waits = begin(store)
            select.select([waits.stderr], [], [], 20)  # it says that it waits, or is done
            waits.send_signal(signal.SIGINT)
            _, err = waits.communicate(timeout=20)
            assert waits.returncode == 3 or FILE in tables_of(store), err
        finally:
            process.send_signal(signal.SIGCONT)
        process.communicate()
        assert process.returncode == 0 and bytes_of(store) == wanted


def disk():
    wanted = whole_table()
    with folder() as store:
        make(store, board="2x2")
        before = tables_of(store)

        def little_room(parts=2):
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (parts * len(wanted) // 4, resource.RLIM_INFINITY))

        unsaved = f"solve: --store {store}: cannot save what is decided so far: File too large; the work goes on\n"
        done = run(*arguments_of(store, "--save-seconds", "0.0001"), codes=(1,), preexec_fn=little_room)
        said, last = done.stderr.splitlines(keepends=True)
        assert said == unsaved and "File too large" in last, done.stderr
        left = [name for name in tables_of(store) if not name.endswith(".part")]
        assert left == before, left
        done = run(*arguments_of(store, "--memory", "64K"), codes=(1,), preexec_fn=little_room)
        assert done.stderr.count("\n") == 1 and "File too large" in done.stderr, done.stderr
        # Room for the table, which is packed better than what is saved meanwhile.
        done = run(*arguments_of(store, "--save-seconds", "0.0001"), preexec_fn=lambda: little_room(5))
        assert done.stderr == unsaved, done.stderr
        assert bytes_of(store) == wanted


def read_only():
    """A folder that cannot be written: what is there is told, nothing is made."""
    with folder() as store:
        make(store, board="2x3")
        for arguments, code, line in (
                (["store", "query", store, "--board", "2x3", "--rules", RULES], 0, ""),
                (["store", "check", store], 0, ""),
                (arguments_of(store, board="2x3"), 0, ""),
                (arguments_of(store, board="2x2"), 1, "nothing can be written to it")):
            done = subprocess.run(
                ["unshare", "-m", "sh", "-c", 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" || exit 90; '
                 'shift; exec "$@"', "sh", store, PROGRAM, *arguments],
                capture_output=True, text=True, check=False)
            if done.returncode in (126, 127, 90):
                return "skipped: no mounts"
            assert done.returncode == code and line in done.stderr, done
    return None


def flipped(data, chance):
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1:]


def damage():
    chance, mended = random.Random(2), 0
    with folder() as store:
        make(store)
        wanted, truth = bytes_of(store), query(store, codes=CODES)[0]
        path = os.path.join(store, "tables", FILE)
        for _ in range(int(sys.argv[3])):
            os.unlink(path)
            with open(path, "wb") as file:
                file.write(flipped(wanted, chance))
            done = run("store", "check", store, codes=(1,))
            assert "a dense table is damaged" in done.stderr and "again" in done.stdout, done.stdout
            found, err = query(store, codes=(0, 3))
            assert found == truth or "damaged" in err, err
            for now, right in zip(found["moves"], truth["moves"]):
                assert now["value"]["min"] is None or right["value"]["min"] is None or \
                    now["value"]["min"] <= right["value"]["min"], (now, right)
            again = make(store)
            assert not again["was_there"] and bytes_of(store) == wanted
            mended += again["were_missing"] != "0"
            check(store)
    return f"{mended} mended in part"


def parts():
    wanted, chance, found = whole_table(), random.Random(4), 0
    for i in range(int(sys.argv[3])):
        with folder() as store:
            kill_after(store, 0.01 * (i % 4), saved=True)
            if PART in tables_of(store):
                found += 1
                data = bytes_of(store, PART)
                for _ in range(chance.choice([1, 1, 5])):
                    data = flipped(data, chance)
                with open(os.path.join(store, "tables", PART), "wb") as file:
                    file.write(data)
            make(store)
            assert bytes_of(store) == wanted and tables_of(store) == [FILE]
    assert found > 0 or int(sys.argv[3]) < 20
    return f"{found} damaged"


result = {"same": same, "parts": parts, "kills": kills, "stops": stops, "others": others, "disk": disk, "read_only": read_only,
          "damage": damage}[sys.argv[2]]()
print(sys.argv[2], result or "ok")
