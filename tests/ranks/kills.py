"""Ranks that are killed (SIGKILL): the next run goes on, with another number of ranks, and its file is that of one process.

usage: kills.py SOLVE MPIRUN BOARD KILLS

By turns 1, 2 and 4 ranks, of which all, none or two and two read each other's memory; one rank is killed, or mpirun
itself; after something is saved, or at any moment. Up to five times in one store, then a run is left to its end.
"""
import glob
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

import launch


import processes  # noqa: E402

SOLVE, MPIRUN, BOARD = sys.argv[1:4]
KILLS = int(sys.argv[4])
IN_A_ROW = 5
MANY = 10  # kills of which some must have come in time


def words(store, *more):
    return [SOLVE, "table", "--board", BOARD, "--rules", "simple", "--threads", "1", "--method", "dense", "--store",
            store, *more]


def files(store):
    return sorted(glob.glob(os.path.join(store, "tables", "*")))


def saved(store):
    return [name for name in files(store) if name.endswith(".part")]


def read(path):
    with open(path, "rb") as file:
        return file.read()


def ranks_of(mpirun):
    """What it started."""
    try:
        with open(f"/proc/{mpirun}/task/{mpirun}/children", encoding="ascii") as line:
            return [int(word) for word in line.read().split()]
    except FileNotFoundError:
        return []


def is_gone(pid):
    return processes.status(pid).get("State", "Z")[0] == "Z"


def changed(store):
    return {name: os.stat(name).st_mtime_ns for name in saved(store)}


def saves(store, before):
    """Was something saved since?"""
    try:
        return changed(store) != before
    except FileNotFoundError:
        return True  # it is done, and removes them


class Kills:
    def __init__(self, folder):
        self.chance = random.Random(5)
        self.folder = folder
        alone = os.path.join(folder, "alone")
        subprocess.run(words(alone, "--quiet"), check=True, stdout=subprocess.DEVNULL, env=launch.SEEN)
        self.wanted = read(files(alone)[0])
        began = time.monotonic()
        self.finish(os.path.join(folder, "plain"), 2)
        self.longest = time.monotonic() - began
        self.count = self.of_mpirun = self.went_on = 0

    def finish(self, store, ranks):
        """A run that nobody kills. What was saved before it is not lost, and it leaves the table alone."""
        whole = [name for name in files(store) if name.endswith(".table")]
        left = saved(store)
        code, out, err = launch.run(MPIRUN, ranks, *words(store, "--json", "--quiet"), seconds=900)
        assert (code, err) == (0, ""), (code, out, err)
        told = json.loads(out)
        assert told["was_there"] == (whole != []), (told, whole)
        assert told["was_there"] or told["went_on"] == (left != []), (told, left)
        return told["went_on"]

    def kill(self, store, ranks, i):
        near = self.chance.choice([None, "1", "2"])
        seconds = self.chance.uniform(0, self.longest)
        before = changed(store)
        process = launch.start(MPIRUN, ranks, *words(store, "--quiet", "--save-seconds", "0.001"),
                               env={"TMPDIR": self.folder} | ({"SOLVE_RANKS_NEAR": near} if near else {}))
        if i % 2 == 0:
            processes.wait_for("something saved", lambda: saves(store, before) or process.poll() is not None, 300)
            seconds = seconds / 4 if KILLS >= MANY else 0
        time.sleep(seconds)
        own = ranks_of(process.pid)
        if own and process.poll() is None:
            everything = i % 7 in (1, 4)
            os.kill(process.pid if everything else self.chance.choice(own), signal.SIGKILL)
            self.of_mpirun += everything
        began = time.monotonic()
        code, _, _ = launch.finish(process)
        processes.wait_for("the end of all ranks", lambda: all(map(is_gone, own)))
        assert time.monotonic() - began < 60
        self.count += code != 0
        assert all(read(name) == self.wanted for name in files(store) if name.endswith(".table"))

    def run(self):
        tries = 0
        while self.count < KILLS:
            assert tries < 3 * KILLS + IN_A_ROW, f"{tries} tries, {self.count} kills"
            with tempfile.TemporaryDirectory(dir=self.folder) as store:
                for _ in range(IN_A_ROW):
                    if self.count < KILLS:
                        self.kill(store, (2, 4, 1)[tries % 3], tries)
                        tries += 1
                self.went_on += self.finish(store, (1, 2, 4)[tries // IN_A_ROW % 3])
                assert [read(name) for name in files(store)] == [self.wanted], files(store)
        print(f"{self.count} killed of {tries}, {self.of_mpirun} of them mpirun; {self.went_on} last runs went on")
        assert self.went_on > 0 or KILLS < MANY


with tempfile.TemporaryDirectory() as top:
    Kills(top).run()
