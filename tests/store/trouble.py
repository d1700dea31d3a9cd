#!/usr/bin/env python3
"""trouble.py PROGRAM FORGE [few]: full disks, folders that cannot be written, versions, bad usage."""
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time

from common import PROGRAM, arguments_of, check, copy, folder, run, same, solve, tests, will_kill

will_kill()

FORGE = os.path.abspath(sys.argv[2])
FEW = "few" in sys.argv[3:]
# Its store is larger than the disks here.
BOARD = "1x10 psk --value-only" if FEW else "1x11 psk --value-only"


def one_line(err, *words):
    assert err.count("\n") == 1, err
    for word in words:
        assert word in err, err


def file_too_large():
    """A limit on the size of files is met like a full disk, only that anyone may set it."""
    with folder() as store:
        plain, _ = solve(BOARD)
        limit = 1 << 20

        def small():
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        _, err = solve(BOARD, store, codes=(1,), preexec_fn=small)
        one_line(err, f"solve: --store {store}: cannot write: ")
        check(store)
        found, err = solve(BOARD, store)
        same(found, plain, "after the full disk")
        assert err == "", err


def files_too_large():
    """What was found by then is told, and the game is written."""
    with folder() as store:
        def small():
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 18, 1 << 18))
        record = store + ".sgf"
        found, err = solve("1x11 psk --value-only", store, "--max-nodes", "20000", "--sgf-out", record, codes=(1,),
                           preexec_fn=small)
        one_line(err, f"solve: --store {store}: cannot write: ")
        assert found is not None and not found["proven"] and found["stopped"] in ("store", "nodes"), found
        assert os.path.exists(record), "the game is not written"
        os.unlink(record)


def in_namespace(script, *arguments):
    """A shell script with mounts of its own; None where that is not allowed."""
    done = subprocess.run(["unshare", "-m", "sh", "-c", script, "sh", *arguments],
                          capture_output=True, text=True, check=False)
    return None if done.returncode in (126, 127, 90) else done


def full_disk():
    with folder() as store:
        done = in_namespace('mount -t tmpfs -o size=1m tmpfs "$1" || exit 90; dir=$1; shift; "$@"; '
                            'code=$?; cp -r "$dir" "$dir.kept" || exit 90; exit $code',
                            store, PROGRAM, *arguments_of(BOARD, "--store", store))
        if done is None or shutil.which("unshare") is None:
            return "skipped: no mounts"
        kept = store + ".kept"
        try:
            assert done.returncode == 1, f"{done.returncode} {done.stderr}"
            one_line(done.stderr, f"solve: --store {store}: cannot write: ", "disk")
            check(kept)
            same(solve(BOARD, kept)[0], solve(BOARD)[0], "after the full disk")
        finally:
            shutil.rmtree(kept, ignore_errors=True)
    return None


def read_only():
    with folder() as store:
        first, _ = solve("1x7 psk", store)
        plain, _ = solve("1x7 psk --history B1 --value-only")
        for board, nodes in (("1x7 psk", 0), ("1x7 psk --history B1 --value-only", None)):
            done = in_namespace('mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" || exit 90; '
                                'shift; exec "$@"', store, PROGRAM,
                                *arguments_of(board, "--store", store))
            if done is None:
                return "skipped: no mounts"
            assert done.returncode == 0, done.stderr
            if nodes == 0:
                assert '"nodes":0' in done.stdout and done.stderr == "", done.stderr
            else:
                one_line(done.stderr, f"solve: --store {store}: read only")
        done = in_namespace('mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" || exit 90; '
                            'shift; exec "$@"', store, PROGRAM, "store", "check", store)
        assert done.returncode == 0, done.stderr
    return None


def versions():
    with folder() as place:
        store, other = os.path.join(place, "store"), os.path.join(place, "other")
        solve("1x7 psk", store)
        for head, word in (("16 1", "in format 16"), ("0 1", "in format 0"), ("1 2", "proofs (2)")):
            copy(store, other)
            subprocess.run([FORGE, other, *head.split()], check=True)
            for command in (arguments_of("1x7 psk", "--store", other), ["store", "info", other],
                            ["store", "check", other], ["store", "export", other]):
                done = run(*command, codes=(1,))
                one_line(done.stderr, "made by solve", word, other)
        done = run("store", "import", other, codes=(1,), stdin="solve-store-export 1 proofs 1\nend\n")
        one_line(done.stderr, "made by solve")
        with open(os.path.join(other, "data.mdb"), "wb") as data:
            data.write(b"no LMDB file at all" * 1000)
        _, err = solve("1x7 psk", other, codes=(1,))
        one_line(err, f"solve: --store {other}: damaged", "restore it from a copy or delete it")
        shutil.rmtree(other)
        solve("1x7 psk", other)
        check(other)


def advice():
    """A damaged head: whatever is advised works."""
    with folder() as place:
        store, other = os.path.join(place, "store"), os.path.join(place, "other")
        solve("1x6 psk", store)
        mended = refused = 0
        for at in [*range(0, 192, 12 if FEW else 4), *range(4096, 4288, 12 if FEW else 4)]:
            copy(store, other)
            with open(os.path.join(other, "data.mdb"), "r+b") as data:
                data.seek(at)
                old = data.read(1)[0]
                data.seek(at)
                data.write(bytes([old ^ 255]))
            err = run("store", "check", other, codes=(0, 1)).stderr
            if "compact" in err:
                run("store", "compact", other)
                check(other)
                mended += 1
            elif err:
                one_line(err)
                refused += "restore it from a copy or delete it" in err
        assert mended > 0 and refused > 0, "neither was tried"
        return f"{mended} mended, {refused} refused"


def usage():
    with folder() as place:
        name = os.path.join(place, "file")
        with open(name, "w", encoding="utf-8") as file:
            file.write("text")
        for bad, wanted in ((name, "it is a file: wanted a folder"), ("", "wanted the name"),
                            (os.path.join(place, "a", "b"), "no folder to make it in"),
                            (place, "it has files but no store")):
            done = run(*arguments_of("1x3 psk", "--store", bad), codes=(2,))
            one_line(done.stderr, f"solve: --store '{bad[:40]}", wanted)
        missing = os.path.join(place, "none")
        for verb in ("info", "check", "export", "compact"):
            one_line(run("store", verb, missing, codes=(2,)).stderr, missing, "wanted")
        assert not os.path.exists(missing)
        one_line(run("store", codes=(2,)).stderr, "info, check")
        one_line(run("store", "burn", missing, codes=(2,)).stderr, "info, check")
        one_line(run("store", "info", codes=(2,)).stderr, "wanted one folder")
        one_line(run("store", "info", "a", "b", codes=(2,)).stderr, "wanted one folder")
        one_line(run("store", "info", "a", "--deep", codes=(2,)).stderr, "--deep")
        one_line(run("store", "query", missing, codes=(2,)).stderr, "--board is missing")


def two_at_once():
    with folder() as store:
        boards = [BOARD, BOARD, "3x4 kee2013 --value-only", "1x8 kee-v6"]
        running = [subprocess.Popen([PROGRAM, *arguments_of(board, "--store", store)], text=True,
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                   for board in boards]
        check(store)
        for process, board in zip(running, boards):
            out, err = process.communicate(timeout=120)
            assert process.returncode == 0 and err == "", f"{board}: {process.returncode} {err}"
        for board in boards:
            found, _ = solve(board, store)
            same(found, solve(board)[0], board)
            assert found["nodes"] == 0
        assert os.path.exists(os.path.join(store, "sealed"))
        check(store)


def new_folder_at_once():
    """The folder is made by whoever is first; the others meet it half made."""
    for _ in range(3 if FEW else 12):
        with folder() as place:
            store = os.path.join(place, "new")
            running = [subprocess.Popen([PROGRAM, *arguments_of("1x3 psk", "--store", store)],
                                        text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                       for _ in range(8)]
            for process in running:
                out, err = process.communicate(timeout=120)
                assert process.returncode == 0 and err == "", f"{process.returncode} {err}"
            check(store)


def make_wrong_record(store, chance):
    """A store with one record that is wrong, and without a seal."""
    with folder() as place:
        sound = copy(store, os.path.join(place, "sound"))
        for _ in range(1000):
            copy(sound, store)
            name = os.path.join(store, "data.mdb")
            os.remove(os.path.join(store, "sealed"))
            with open(name, "r+b") as data:
                data.seek(chance.randrange(os.path.getsize(name)))
                data.write(b"?")
            if ": 1 record is wrong" in run("store", "check", store, codes=(0, 1)).stderr:
                return
    raise AssertionError("no byte of a record was found")


def start(board, store):
    return subprocess.Popen([PROGRAM, *arguments_of(board, "--store", store)], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def is_looked_through(users):
    """Whether somebody holds the lock that is held while a store is looked through. To try for it
    would be to use the store, for a moment, and who comes then takes it for looked through."""
    inode = f":{os.fstat(users).st_ino}"
    with open("/proc/locks", encoding="ascii") as locks:
        return any(" FLOCK " in line and " WRITE " in line and line.split()[5].endswith(inode)
                   for line in locks if "->" not in line)


def stopped_while_looking(board, store):
    """A process that was stopped while it looks through the store; None: it was too quick."""
    users = os.open(os.path.join(store, "users"), os.O_RDWR)
    try:
        first = start(board, store)
        while first.poll() is None:
            if is_looked_through(users):
                first.send_signal(signal.SIGSTOP)
                how = os.waitid(os.P_PID, first.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
                # What looks for leaks at the end of a process may hold its lock a little longer.
                if how.si_code == os.CLD_STOPPED and is_looked_through(users):
                    return first
                first.kill()  # it was done before the signal came
        first.communicate()
        return None
    finally:
        os.close(users)


def heir():
    """Who waits for a process that looks through the store does so himself if that one is killed."""
    board, chance = "1x7 psk --history B1 --value-only", random.Random(4)
    with folder() as place:
        store, bad = os.path.join(place, "store"), os.path.join(place, "bad")
        solve("1x9 psk", store)
        solve("1x7 psk", store)
        make_wrong_record(copy(store, bad), chance)
        tries = 0
        while True:
            tries += 1
            first = stopped_while_looking(board, copy(bad, store))
            if first is None:
                assert tries < 50, "it was never met while it looked"
                continue
            second = start(board, store)
            time.sleep(0.2)
            waited = second.poll() is None
            first.kill()
            said = first.communicate()[1]
            out, err = second.communicate(timeout=60)
            if "it was damaged" in said:
                assert tries < 50, "it was never met before it had looked"
                continue  # it was met when it sealed the store, at its end
            assert waited and second.returncode == 0, err
            one_line(err, "it was damaged: 1 record was dropped")
            same(json.loads(out), solve(board)[0], board)
            check(store)
            return f"{tries} tries"


def unreadable_seal():
    """What a loss of power may leave of the seal: the store is looked through, and is sound."""
    with folder() as place:
        store, other = os.path.join(place, "store"), os.path.join(place, "other")
        solve("1x7 psk", store)
        for text in (b"", bytes(60), b"solve-store-seal 1 4096"):
            copy(store, other)
            with open(os.path.join(other, "sealed"), "wb") as seal:
                seal.write(text)
            found, err = solve("1x7 psk --history B1 --value-only", other)
            assert err == "" and found["proven"], err
            with open(os.path.join(other, "sealed"), "rb") as seal:
                assert seal.read().startswith(b"solve-store-seal 2 "), "not sealed again"


def cache_folder():
    with folder() as place:
        home = {**os.environ, "XDG_CACHE_HOME": os.path.join(place, "cache"), "HOME": place}
        compare = ["compare", "--board", "1x7", "--rules", "psk,ssk", "--threads", "1"]
        store = os.path.join(place, "cache", "solve", "store")
        first = run(*compare, env=home)
        assert first.stderr == f"solve: store {store}\n", first.stderr
        again = run(*compare, "--quiet", env=home)
        assert again.stderr == "" and again.stdout == first.stdout, again.stderr
        assert "1x7" in run("store", "info", store).stdout
        shutil.rmtree(os.path.join(place, "cache"))
        done = run(*compare, "--no-store", env=home)
        assert done.stderr == "" and not os.path.exists(store)
        home["XDG_CACHE_HOME"] = "/proc/none"
        done = run(*compare, env=home)
        one_line(done.stderr, "solve: going on without a store")
        assert done.stdout == first.stdout


tests(file_too_large, files_too_large, full_disk, read_only, versions, advice, usage, two_at_once,
      new_folder_at_once, heir, unreadable_seal, cache_folder)
