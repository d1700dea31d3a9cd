#!/usr/bin/env python3
"""folder.py PROGRAM FORGE: files in a store's folder that are not what they should be, or left over."""
import os
import resource
import signal
import socket
import subprocess
import sys
import time

from common import PROGRAM, arguments_of, check, copy, folder, run, same, solve, tests, will_kill
from lmdb_file import File

will_kill()

FORGE = os.path.abspath(sys.argv[2])
TABLES = os.path.join(os.path.dirname(__file__), "..", "..", "tables")
BOARD, OTHER = "1x7 psk", "1x7 psk --history B1 --value-only"
SEAL_1, SEAL_2 = b"solve-store-seal 1 ", b"solve-store-seal 2 "


def read(*names):
    with open(os.path.join(*names), "rb") as file:
        return file.read()


def write(text, *names):
    with open(os.path.join(*names), "wb") as file:
        file.write(text)


def odd_files():
    """What is written through must be a plain file; nothing hangs, nothing behind a link changes."""
    with folder() as place:
        store, victim = os.path.join(place, "store"), os.path.join(place, "victim")

        def link(path):
            os.symlink(victim, path)

        def listen(path):
            server = socket.socket(socket.AF_UNIX)
            server.bind(os.path.relpath(path))
            server.close()
        for name in ("data.mdb", "lock.mdb", "users"):
            for make, word in ((link, "a link"), (os.mkfifo, "a pipe"), (os.mkdir, "a folder"),
                               (listen, "a socket")):
                copy(SOUND, store)
                write(b"kept", victim)
                os.remove(os.path.join(store, name))
                make(os.path.join(store, name))
                for command in (arguments_of(OTHER, "--store", store), ["store", "check", store],
                                ["store", "info", store], ["store", "compact", store]):
                    done = run(*command, codes=(2,))
                    assert f"'{name}' in it is {word}: wanted a plain file" in done.stderr, \
                        f"{name}, {word}: {done.stderr}"
                assert read(victim) == b"kept"


def odd_seals():
    """A seal that is no plain file is none; it is not waited for, not followed, and replaced."""
    with folder() as place:
        store, victim = os.path.join(place, "store"), os.path.join(place, "victim")
        for name in ("sealed", "sealed.new"):
            for make in (os.mkfifo, lambda path: os.symlink(victim, path)):
                copy(SOUND, store)
                write(b"kept", victim)
                if name == "sealed":
                    os.remove(os.path.join(store, name))
                make(os.path.join(store, name))
                found, err = solve(OTHER, store)
                same(found, PLAIN, f"{name} is odd")
                assert err == "" and read(victim) == b"kept", err
                assert sorted(os.listdir(store)) == ["data.mdb", "lock.mdb", "sealed", "users"]
                assert read(store, "sealed").startswith(SEAL_2)


def left_over():
    """What a run that was killed left of a file that it was writing goes; what is not ours stays."""
    with folder() as place:
        store = copy(SOUND, os.path.join(place, "store"))
        for command in (arguments_of(OTHER, "--store", store), ["store", "compact", store],
                        ["store", "check", store]):
            write(bytes(70000), store, "rebuilt.mdb")
            write(b"half a se", store, "sealed.new")
            run(*command)
            assert set(os.listdir(store)) - {"lock.mdb"} == {"data.mdb", "sealed", "users"}, command
        assert "not of the store" not in check(store)
        write(b"mine", store, "notes.txt")
        assert "1 file in the folder is not of the store, the first 'notes.txt'" in check(store)
        write(b"mine", store, "more.txt")
        assert "2 files in the folder are not of the store, the first 'more.txt'" in check(store)
        run("store", "compact", store)
        assert read(store, "notes.txt") == read(store, "more.txt") == b"mine"


def killed_compact():
    """compact is killed while it writes: the next user of the store removes what it wrote."""
    with folder() as place:
        store, met = copy(SOUND, os.path.join(place, "store")), 0
        for _ in range(200):
            process = subprocess.Popen([PROGRAM, "store", "compact", store], stdout=subprocess.DEVNULL)
            while process.poll() is None and not os.path.exists(os.path.join(store, "rebuilt.mdb")):
                pass
            process.send_signal(signal.SIGKILL)
            process.wait()
            met = os.path.exists(os.path.join(store, "rebuilt.mdb"))
            check(store)
            # Its child, which writes, may live on for a moment and holds the lock.
            end = time.monotonic() + 60
            while os.path.exists(os.path.join(store, "rebuilt.mdb")):
                assert time.monotonic() < end, "it is not removed"
                check(store)
            if met:
                return None
    raise AssertionError("it was never killed while it wrote")


def spoilt_and_sealed(store):
    """A list of free pages that names a page in use, and a seal that calls the file sound."""
    copy(SOUND, store)
    file = File(os.path.join(store, "data.mdb"))
    file.put(file.free_at[max(file.free_at)], max(file.used))
    file.write()
    subprocess.run([FORGE, store], check=True)
    return store


def seals():
    """A seal counts where it was written: a folder that comes from elsewhere is looked through."""
    damaged = "it was damaged: 0 records were dropped"
    with folder() as place:
        here, there = spoilt_and_sealed(os.path.join(place, "here")), os.path.join(place, "there")
        done = run("store", "info", here)
        assert done.stderr == "", f"its own seal does not count: {done.stderr}"
        copy(here, there)
        assert read(here, "sealed") == read(there, "sealed")
        assert "damaged: its list of free pages" in run("store", "info", there, codes=(1,)).stderr
        assert damaged in solve(OTHER, there)[1]
        # A sound one is sealed again, and taken for sound from then on.
        copy(SOUND, there)
        foreign = read(there, "sealed")
        run("store", "info", there)
        sealed = read(there, "sealed")
        assert sealed.startswith(SEAL_2) and sealed != foreign
        assert sealed.split()[2:4] == foreign.split()[2:4], "the file was changed"
        run("store", "info", there)
        assert read(there, "sealed") == sealed


def old_seals():
    """Seals of version 1 had no place: the store is looked through once; a wrong hash is damage."""
    with folder() as place:
        store = copy(SOUND, os.path.join(place, "store"))
        size, digest = read(store, "sealed").split()[2:4]
        for seal, word in ((SEAL_1 + size + b" " + digest + b"\n", ""),
                           (SEAL_1 + size + b" " + digest[::-1] + b"\n", "it was damaged: 0 records")):
            copy(SOUND, store)
            write(seal, store, "sealed")
            found, err = solve(OTHER, store)
            same(found, PLAIN, "an old seal")
            assert word in err and (err == "") == (word == ""), err
            assert read(store, "sealed").startswith(SEAL_2)


def killed_while_it_writes(store):
    """Whether a run was killed between its first write and its end."""
    process = subprocess.Popen([PROGRAM, *arguments_of("3x4 psk", "--store", store)],
                               stdout=subprocess.DEVNULL)
    size = os.path.getsize(os.path.join(store, "data.mdb"))
    while process.poll() is None and os.path.getsize(os.path.join(store, "data.mdb")) == size:
        pass
    process.send_signal(signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


def killed_with_a_foreign_seal():
    """It goes before anything is written: else what is written would look like damage."""
    with folder() as place:
        # On a busy machine a run may end before the signal comes.
        for _ in range(50):
            store = copy(SOUND, os.path.join(place, "store"))
            if killed_while_it_writes(store):
                break
        else:
            raise AssertionError("no run was killed")
        check(store)


def too_large():
    """A limit of the size of files ends no run without a word, and leaves no half file."""
    def small():
        resource.setrlimit(resource.RLIMIT_FSIZE, (256, 256))
    with folder() as place:
        proof, out = os.path.join(place, "one.proof"), os.path.join(place, "results")
        write(b"older", proof)
        done = run("--board", "1x7", "--rules", "psk", "--proof", proof, "--threads", "1", codes=(1,),
                   preexec_fn=small)
        assert "cannot write" in done.stderr and "File too large" in done.stderr, done.stderr
        assert os.listdir(place) == ["one.proof"] and read(proof) == b"older"
        done = run("tables", "--from", TABLES, "--max-points", "1", "--out", out, "--no-store",
                   codes=(1, 3), preexec_fn=small)
        assert "cannot write" in done.stderr and "File too large" in done.stderr, done.stderr
        left = [name for name in os.listdir(out) if not name.endswith((".md", ".csv"))]
        assert left == [], left


with folder() as made:
    SOUND = os.path.join(made, "sound")
    for board in (BOARD, "1x8 psk", "2x3 kee2013"):
        solve(board, SOUND)
    PLAIN = solve(OTHER)[0]
    tests(odd_files, odd_seals, left_over, killed_compact, seals, old_seals,
          killed_with_a_foreign_seal, too_large)
