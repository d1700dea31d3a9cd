#!/usr/bin/env python3
"""
others.py PROGRAM TEST...: what other processes do to a run: they kill its child, are stopped while
they hold a lock, fill the disk.
"""
import contextlib
import json
import os
import resource
import signal
import subprocess
import sys
import time

from common import PROGRAM, arguments_of, check, folder, run, solve, will_kill

will_kill()


def children(process):
    try:
        with open(f"/proc/{process.pid}/task/{process.pid}/children", encoding="ascii") as file:
            return [int(word) for word in file.read().split()]
    except OSError:
        return []


def kill_children(process, most):
    """Kills children as they come, most at most, until the process ends. Returns how many."""
    killed = set()
    while process.poll() is None:
        for child in children(process):
            if child not in killed and len(killed) < most:
                with contextlib.suppress(ProcessLookupError):  # it has ended by itself
                    os.kill(child, signal.SIGKILL)
                    killed.add(child)
    return len(killed)


def check_with_kills(store, most):
    """Exit code and stderr of a check, whose first children are killed, so many as were met."""
    if os.path.exists(os.path.join(store, "sealed")):
        os.remove(os.path.join(store, "sealed"))
    process = subprocess.Popen([PROGRAM, "store", "check", store], text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    killed = kill_children(process, most)
    err = process.communicate(timeout=120)[1]
    return killed, process.returncode, err


def child_killed():
    """A child that is killed is no sign of damage: it gets another try, then the line says so. What
    comes of it is for child.c to tell in full; here it is met by chance."""
    with folder() as store:
        solve("1x10 psk --value-only", store)
        once = twice = 0
        for _ in range(100):
            killed, code, err = check_with_kills(store, 1)
            assert code == 0 and err == "", f"{killed} killed: {code} {err}"
            once += killed == 1
            killed, code, err = check_with_kills(store, 1000)
            assert "damaged" not in err and "delete" not in err, err
            if code != 0:
                assert code == 1 and err.count("\n") == 1, err
                assert "was killed by signal 9 (Killed)" in err and "try again" in err, err
                twice += 1
            if once > 0:
                break
        assert once > 0, "no child was met"
        check(store)
        return f"{once} killed once, {twice} twice"


READ = (("info",), ("query", "--board", "1x7", "--rules", "psk"), ("check",), ("export",))


def read_all(store, say):
    """What the verbs that only read say of a store; say runs a command and returns what it did."""
    said = []
    for verb, *more in READ:
        done = say("store", verb, store, *more)
        assert done.returncode == 0, f"{verb}: {done.returncode} {done.stderr}"
        said.append(done.stdout)
    return said


def one_line(done, code, *words):
    assert done.returncode == code, f"{done.returncode} {done.stderr}"
    assert done.stderr.count("\n") == 1, done.stderr
    for word in words:
        assert word in done.stderr, done.stderr


def no_room_for_lock():
    """A limit on the size of files leaves no room for LMDB's lock file, as a full disk does."""
    def small():
        resource.setrlimit(resource.RLIMIT_FSIZE, (16384, 16384))

    def limited(*arguments):
        return run(*arguments, codes=range(-64, 256), preexec_fn=small)
    with folder() as place:
        store, new = os.path.join(place, "store"), os.path.join(place, "new")
        solve("1x7 psk", store)
        lock = os.path.join(store, "lock.mdb")
        assert os.path.getsize(lock) == 65536
        before = read_all(store, run)
        os.remove(lock)
        after = read_all(store, limited)
        assert after == before, (after[:3], before[:3])
        assert not os.path.exists(lock) or os.path.getsize(lock) == 0
        one_line(limited(*arguments_of("1x8 psk", "--store", store)), 1, store, "no room")
        one_line(limited(*arguments_of("1x5 psk", "--store", new)), 1, new, "no room")
        assert solve("1x7 psk", store)[0]["nodes"] == 0
        check(store)
        assert os.path.getsize(lock) == 65536


FULL = """
mount -t tmpfs -o size=1m tmpfs "$1" || exit 90
mkdir "$1/old"
"$2" --board 1x7 --rules psk --quiet --threads 1 --store "$1/old" > /dev/null || exit 90
rm "$1/old/lock.mdb"
test $3 = sealed || rm "$1/old/sealed"
test $4 = whole || truncate -s 65536 "$1/old/lock.mdb"
dd if=/dev/zero of="$1/fill" bs=4k 2> /dev/null
shift 4
exec "$@"
"""


def full_disk():
    """On a full disk what is there is read, and what would have to be written gets one line."""
    with folder() as place, folder() as other:
        solve("1x5 psk", other)
        text = run("store", "export", other).stdout

        def full(seal, lock, *arguments):
            return subprocess.run(["unshare", "-m", "sh", "-c", FULL, "sh", place, PROGRAM, seal,
                                   lock, PROGRAM, *arguments],
                                  capture_output=True, text=True, check=False, input=text)
        old, new = os.path.join(place, "old"), os.path.join(place, "new")
        if full("sealed", "whole", "--version").returncode != 0:
            return "skipped: no mounts"
        for seal in ("sealed", "killed"):
            for lock in ("whole", "sparse"):
                for said in read_all(old, lambda *a, s=seal, l=lock: full(s, l, *a)):
                    assert "1x7" in said or '"value"' in said or ": sound: " in said, said
                board = arguments_of("1x8 psk", "--store", old)
                one_line(full(seal, lock, *board), 1, old, "no room on the disk")
                solved = full(seal, lock, *arguments_of("1x7 psk", "--store", old))
                assert solved.returncode == 0 and '"nodes":0' in solved.stdout, solved.stderr
        for arguments in (arguments_of("1x5 psk", "--store", new), ["store", "import", new]):
            one_line(full("sealed", "whole", *arguments), 1, new, "no room on the disk")
    return None


def cut_short():
    """A data file that is cut short while it is in use ends the run with one line. Who was just writing to it notices
    without a signal, and tells what is proved."""
    with folder() as store:
        data = os.path.join(store, "data.mdb")
        process = subprocess.Popen([PROGRAM, *arguments_of("1x13 psk", "--store", store)],
                                   text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while not os.path.exists(data) or os.path.getsize(data) < 100000:
            assert process.poll() is None, "it was done before"
            time.sleep(0.01)
        process.send_signal(signal.SIGSTOP)
        os.truncate(data, 0)
        process.send_signal(signal.SIGCONT)
        out, err = process.communicate(timeout=120)
        assert process.returncode == 1, f"{process.returncode} {err}"
        said = f"solve: --store {store}: "
        if out != "":
            assert json.loads(out)["stopped"] == "store", out
            assert err.startswith(said + "cannot write: ") and err.count("\n") == 1, err
        else:
            assert err == said + "its file was cut short while it was in use, or the disk failed\n", err


def lost_pages():
    """A store that was whole and lost nearly all of its file is damaged; it is not begun anew."""
    with folder() as store:
        solve("1x5 psk", store)
        data = os.path.join(store, "data.mdb")
        os.truncate(data, 4096)
        for arguments in (("store", "info", store), ("store", "compact", store),
                          arguments_of("1x5 psk", "--store", store)):
            one_line(run(*arguments, codes=(1,)), 1, store, "damaged beyond what can be read")
        assert os.path.getsize(data) == 4096


def no_writer():
    """Who may not write to a store that was not sealed solves all the same."""
    with folder() as place:
        store = os.path.join(place, "store")
        solve("1x5 psk", store)
        os.remove(os.path.join(store, "sealed"))
        os.chmod(place, 0o755)
        os.chmod(store, 0o555)
        for name in os.listdir(store):
            os.chmod(os.path.join(store, name), 0o444)

        def other():
            if os.geteuid() == 0:
                os.setgid(65534)
                os.setuid(65534)
        try:
            done = run(*arguments_of("1x6 psk", "--store", store), preexec_fn=other)
        except PermissionError:
            return "skipped: the program is not for others"
        finally:
            os.chmod(store, 0o755)
        one_line(done, 0, store, "read only")
    return None


for name in sys.argv[2:]:
    print(name, globals()[name]() or "ok", flush=True)
