#!/usr/bin/env python3
"""
others.py PROGRAM TEST...: what other processes do to a run: they kill its child, are stopped while
they hold a lock, fill the disk.
"""
import os
import signal
import subprocess
import sys

from common import PROGRAM, check, folder, solve


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
    """A child that is killed is no sign of damage: it gets another try, then the line says so."""
    with folder() as store:
        solve("1x9 psk", store)
        once = twice = 0
        for _ in range(300):
            killed, code, err = check_with_kills(store, 1)
            assert code == 0 and err == "", f"{killed} killed: {code} {err}"
            once += killed == 1
            killed, code, err = check_with_kills(store, 1000)
            assert "damaged" not in err and "delete" not in err, err
            if code != 0:
                assert code == 1 and err.count("\n") == 1, err
                assert "was killed by signal 9 (Killed)" in err and "try again" in err, err
                twice += 1
            if once > 0 and twice > 0:
                break
        assert once > 0 and twice > 0, f"{once} were killed once, {twice} twice"
        check(store)
        return f"{once} killed once, {twice} twice"


for name in sys.argv[2:]:
    print(name, globals()[name]() or "ok", flush=True)
