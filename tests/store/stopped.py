#!/usr/bin/env python3
"""
stopped.py PROGRAM: a process that is stopped (Ctrl-Z, a frozen container) while it writes, or while
it comes in, hangs nobody: the others name it, answer what can be answered, end when they are to end,
and lose nothing once it goes on.
"""
import fcntl
import json
import os
import re
import signal
import struct
import subprocess
import time

from common import PROGRAM, arguments_of, check, folder, run, same, solve, tests, will_kill

will_kill()

DOOR, TURN, READERS = 0, 1, 2
READ = (("info",), ("query", "--board", "1x7", "--rules", "psk"), ("check",), ("export",))
FLOCK = "hhqqi4x"


def holder(users, byte):
    """The process that holds a lock of the store; None: nobody."""
    wanted = struct.pack(FLOCK, fcntl.F_WRLCK, os.SEEK_SET, byte, 1, 0)
    kind, _, _, _, pid = struct.unpack(FLOCK, fcntl.fcntl(users, fcntl.F_GETLK, wanted))
    return None if kind == fcntl.F_UNLCK else pid


def start(*arguments, stdin=subprocess.DEVNULL):
    return subprocess.Popen([PROGRAM, *arguments], text=True, stdin=stdin, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE)


def end(process, *codes):
    out, err = process.communicate(timeout=300)
    assert process.returncode in codes, f"{process.returncode} {err}"
    return out, err


def stopped_while(store, byte, begin):
    """A process that begin() starts, stopped while it holds the lock."""
    users = os.open(os.path.join(store, "users"), os.O_RDWR)
    try:
        for _ in range(500):
            process = begin()
            while process.poll() is None:
                if holder(users, byte) != process.pid:
                    continue
                process.send_signal(signal.SIGSTOP)
                how = os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
                if how.si_code == os.CLD_STOPPED and holder(users, byte) == process.pid:
                    return process
                process.send_signal(signal.SIGCONT)
            process.communicate()
    finally:
        os.close(users)
    raise AssertionError("it was never met while it held the lock")


def without_waits(err, process):
    """What is said besides that others were waited for, as happens on a slow machine; nobody has waited for this one, which is stopped."""
    waits = [line for line in err.splitlines(True) if "waiting for process" in line]
    assert not any(f"process {process.pid} (" in line for line in waits), err
    return "".join(line for line in err.splitlines(True) if line not in waits)


def names(err, process, *words):
    """One line that says who it is; on a slow machine somebody may have been waited for before."""
    err = "".join(line for line in err.splitlines(True) if "waiting for process" not in line)
    assert err.count("\n") == 1, err
    for word in (f"process {process.pid} (", "is stopped", *words):
        assert word in err, err


def make_export(place):
    """What takes a while to import."""
    store, text = os.path.join(place, "large"), os.path.join(place, "text")
    run("table", "--board", "3x4", "--rules", "simple", "--store", store, "--quiet")
    with open(text, "w", encoding="utf-8") as file:
        file.write(run("store", "export", store).stdout)
    return text


def importing(store, text):
    def begin():
        with open(text, encoding="utf-8") as file:
            return start("store", "import", store, stdin=file)
    return begin


def together(text, *commands):
    """Runs them all at a time, as each of them waits, with the file text as standard input. Returns
    exit code, stdout and stderr of each."""
    running = []
    for command in commands:
        with open(text, encoding="utf-8") as stdin:
            running.append(start(*command, stdin=stdin))
    done = []
    for process in running:
        out, err = process.communicate(timeout=300)
        done.append((process.returncode, out, err))
    return done


def solving(board, store, *more):
    return arguments_of(board, "--store", store, *more)


def expect_solved(done, board, *keys):
    code, out, err = done
    assert code == 0, err
    same(json.loads(out), solve(board)[0], board)
    for key in keys:
        assert key in err, err
    return err


def writer():
    """Stopped while it writes: the others come in, search, read, and are told that they cannot write."""
    with folder() as place:
        store, text = os.path.join(place, "store"), make_export(place)
        solve("1x7 psk", store)
        stuck = stopped_while(store, TURN, importing(store, text))
        long = start(*solving("1x13 psk", store))
        small, known, short, table, *read = together(
            text, solving("1x6 psk", store), solving("1x7 psk", store),
            solving("1x13 psk", store, "--max-seconds", "5"),
            ("table", "--board", "2x2", "--rules", "simple", "--store", store, "--quiet"),
            *(("store", verb, store, *more) for verb, *more in READ))
        names(expect_solved(small, "1x6 psk"), stuck, "what was proved last is not saved")
        assert without_waits(expect_solved(known, "1x7 psk"), stuck) == "" and json.loads(known[1])["nodes"] == 0
        assert short[0] == 3 and "is stopped" in short[2], short[2]
        assert table[0] == 1
        names(table[2], stuck, "cannot write")
        for code, out, err in read:
            assert code == 0 and without_waits(err, stuck) == "" and ("1x7" in out or ": sound: " in out), err
        names(long.stderr.readline(), stuck, "what is proved is saved when that has ended")
        long.send_signal(signal.SIGINT)
        assert "interrupted" in end(long, 3)[1]
        with open(text, encoding="utf-8") as file:
            again = run("store", "import", store, codes=(1,), stdin=file.read())
        names(again.stderr, stuck, "cannot write")
        stuck.send_signal(signal.SIGCONT)
        end(stuck, 0)
        assert solve("1x6 psk", store)[1] == ""
        assert "3x4" in run("store", "info", store).stdout
        check(store)


def lemmas(store, board):
    found = re.search(rf"psk +{board} +(\d+) ", run("store", "info", store).stdout)
    return int(found[1]) if found else 0


def patient():
    """Who searches on while another is stopped writes all of it when that one goes on."""
    with folder() as place:
        store, text = os.path.join(place, "store"), make_export(place)
        solve("1x7 psk", store)
        stuck = stopped_while(store, TURN, importing(store, text))
        other = start(*solving("1x13 psk --value-only", store))
        names(other.stderr.readline(), stuck, "what is proved is saved when that has ended")
        assert lemmas(store, "1x13") == 0
        stuck.send_signal(signal.SIGCONT)
        end(stuck, 0)
        while lemmas(store, "1x13") == 0:
            assert other.poll() is None, "it ended before it wrote"
            time.sleep(0.1)
        other.send_signal(signal.SIGINT)
        assert "not saved" not in end(other, 3)[1]
        check(store)


def checking(store):
    def begin():
        if os.path.exists(os.path.join(store, "sealed")):
            os.remove(os.path.join(store, "sealed"))
        return start("store", "check", store)
    return begin


def comer():
    """Stopped while it looks through the store: the others read it from outside."""
    with folder() as place:
        store, text = os.path.join(place, "store"), os.path.join(place, "text")
        solve("1x7 psk", store)
        with open(text, "w", encoding="utf-8") as file:
            file.write(run("store", "export", store).stdout)
        solve("1x9 psk", store)
        reads = [("store", verb, store, *more) for verb, *more in READ]
        before = [run(*arguments).stdout for arguments in reads]
        stuck = stopped_while(store, DOOR, checking(store))
        small, known, short, *others = together(
            text, solving("1x6 psk", store), solving("1x7 psk", store),
            solving("1x13 psk", store, "--max-seconds", "5"), ("store", "import", store),
            ("store", "compact", store),
            ("table", "--board", "2x2", "--rules", "simple", "--store", store), *reads)
        names(expect_solved(small, "1x6 psk"), stuck, "what is proved is not saved")
        assert without_waits(expect_solved(known, "1x7 psk"), stuck) == "" and json.loads(known[1])["nodes"] == 0
        assert short[0] == 3 and f"process {stuck.pid} (" in short[2], short[2]
        for code, _, err in others[:3]:
            assert code == 1 and f"process {stuck.pid} (" in err and "is stopped" in err, err
        for (code, out, err), wanted in zip(others[3:], before):
            assert code == 0 and out == wanted, err
            names(err, stuck, "read as it is")
        stuck.kill()
        stuck.communicate()
        assert solve("1x6 psk", store)[1] == ""
        check(store)


def interrupted():
    """Ctrl-C while a table, or an import, waits to come in is a stop, no failure."""
    with folder() as place:
        store, text = os.path.join(place, "store"), os.path.join(place, "text")
        solve("1x5 psk", store)
        with open(text, "w", encoding="utf-8") as file:
            file.write(run("store", "export", store).stdout)
        with open(os.path.join(store, "users"), "r+b") as users, open(text, "rb") as stdin:
            fcntl.lockf(users, fcntl.LOCK_EX, 1, DOOR)
            for process in (start("store", "import", store, stdin=stdin),
                            start("table", "--board", "2x2", "--rules", "simple", "--store", store)):
                while "waiting for process" not in (line := process.stderr.readline()):
                    assert line, process.args
                process.send_signal(signal.SIGINT)
                end(process, 3)
        check(store)


def reader():
    """Stopped while it enters the table of readers: who reads does without it."""
    with folder() as store:
        solve("1x7 psk", store)
        solve("1x9 psk", store)
        reads = [("store", verb, store, *more) for verb, *more in READ]
        before = [run(*arguments).stdout for arguments in reads]
        stuck = stopped_while(store, READERS, lambda: start("store", "info", store))
        small, *others = together(os.devnull, solving("1x6 psk", store), *reads)
        names(expect_solved(small, "1x6 psk"), stuck, "going on without it")
        for (code, out, err), wanted in zip(others, before):
            assert code == 0 and out == wanted, err
            names(err, stuck, "read as it is")
        stuck.send_signal(signal.SIGCONT)
        end(stuck, 0)
        assert solve("1x6 psk", store)[1] == ""
        check(store)


def comer_to_damage():
    """The same where the store is damaged: nothing of it is used, and nobody is told to delete it."""
    with folder() as store:
        solve("1x9 psk", store)
        data = os.path.join(store, "data.mdb")
        with open(data, "r+b") as file:
            for at in range(8192 + 100, os.path.getsize(data), 4096):
                file.seek(at)
                file.write(b"?????")
        stuck = stopped_while(store, DOOR, checking(store))
        info, small = together(os.devnull, ("store", "info", store), solving("1x6 psk", store))
        assert info[0] == 1 and "delete" not in info[2], info[2]
        names(info[2], stuck)
        names(expect_solved(small, "1x6 psk"), stuck, "going on without it")
        stuck.kill()
        stuck.communicate()


def goes_on():
    """Who waits for a process that goes on in time comes in as if nothing had been."""
    with folder() as store:
        solve("1x9 psk", store)
        stuck = stopped_while(store, DOOR, checking(store))
        other = start(*solving("1x6 psk", store))
        time.sleep(0.1)
        stuck.send_signal(signal.SIGCONT)
        end(stuck, 0)
        out, err = end(other, 0)
        assert json.loads(out)["proven"] and ("is stopped" in err or err == ""), err
        check(store)


tests(writer, patient, comer, interrupted, reader, comer_to_damage, goes_on)
