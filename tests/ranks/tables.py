"""Dense tables by many ranks: the file of one process, whatever is killed meanwhile.

usage: tables.py SOLVE MPIRUN [long | few]

few: two kinds of signals, two ranks besides, and nothing that is refused or cannot be saved.
"""
import glob
import json
import os
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

SOLVE, MPIRUN = sys.argv[1:3]
LONG = sys.argv[3:] == ["long"]
FEW = sys.argv[3:] == ["few"]
BOARD = "4x4" if LONG else "3x4"


def words(store, *more, board=BOARD, rules="simple", threads=1):
    return [SOLVE, "table", "--board", board, "--rules", rules, "--threads", str(threads), "--store", store, *more]


def table_of(store):
    """The bytes of the one table; nothing else is left in its folder."""
    names = os.listdir(os.path.join(store, "tables"))
    assert len(names) == 1 and names[0].endswith(".table"), names
    with open(os.path.join(store, "tables", names[0]), "rb") as file:
        return file.read()


def made_by_one(top, rules):
    store = os.path.join(top, "one-" + rules)
    subprocess.run(words(store, "--method", "dense", "--quiet", rules=rules), check=True, stdout=subprocess.DEVNULL,
                   env=launch.SEEN)
    return table_of(store)


def same(top):
    """All read each other's memory, or none does, or two and two."""
    ways = (("simple", ((2, None), (4, None), (4, 2))), ("psk", ((3, None),)))
    if LONG:
        ways = (("simple", ((2, None), (2, 1), (4, None), (4, 2))), ("psk", ((3, None), (3, 1), (3, 2))))
    elif FEW:
        ways = (("simple", ((2, None), (2, 1))),)
    for rules, counts in ways:
        wanted = made_by_one(top, rules)
        sent = {}
        for ranks, near in counts:
            store = os.path.join(top, f"{rules}-{ranks}" + (f"-near-{near}" if near else ""))
            code, out, err = launch.run(MPIRUN, ranks, *words(store, "--json", "--quiet", rules=rules), seconds=900,
                                        env={"SOLVE_RANKS_NEAR": str(near)} if near else None)
            assert (code, err) == (0, ""), (code, out, err)
            told = json.loads(out)  # one rank speaks
            assert told["dense"]["ranks"] == ranks, told
            sent[ranks, near] = int(told["dense"]["bytes_sent"])
            assert table_of(store) == wanted, (rules, ranks, near)
            # The blocks of the file go to rank 0 in any case.
            assert (0 if near is None else 10 * sent[ranks, None]) < sent[ranks, near], sent
        assert (3, 1) not in sent or sent[3, 2] < sent[3, 1], sent
    answers = [subprocess.run([SOLVE, "store", "query", os.path.join(top, name), "--board", BOARD, "--rules", "simple"],
                              capture_output=True, text=True, check=True, env=launch.SEEN).stdout
               for name in ("one-simple", "simple-2")]
    assert answers[0] == answers[1] and answers[0], answers


def refused(top):
    """One line, and nothing is made."""
    for more, wanted in ((["--method", "lists"], "--method 'lists'"), (["--save-seconds", "x"], "--save-seconds 'x'")):
        store = os.path.join(top, "refused")
        code, out, err = launch.run(MPIRUN, 2, *words(store, *more))
        assert code == 2 and out == "" and err.count("\n") == 1 and wanted in err, (code, out, err)
        assert not os.path.exists(store)
    code, out, err = launch.run(MPIRUN, 2, SOLVE, "rules")
    assert code == 2 and out == "" and err.count("\n") == 1 and "mpirun" in err, (code, out, err)
    missing = os.path.join(top, "no", "folder")
    code, out, err = launch.run(MPIRUN, 2, *words(missing, "--quiet"))
    assert code != 0 and out == "" and err.count("\n") == 1 and missing in err, (code, out, err)


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as line:
        return [int(word) for word in line.read().split()]


def parts(store, ranks):
    return glob.glob(os.path.join(store, "tables", f"*-of-{ranks}.part"))


def catches(pid, number):
    """Has the process a handler for the signal?"""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as lines:
            caught = next(line for line in lines if line.startswith("SigCgt:"))
    except (OSError, StopIteration):
        return False
    return int(caught.split()[1], 16) >> (number - 1) & 1 == 1


def stopped_early(top):
    """A signal that comes while the ranks still look for each other: one line, and no word of the store."""
    store = os.path.join(top, "early")
    process = launch.start(MPIRUN, 2, *words(store, "--quiet"))
    processes.wait_for("handlers", lambda: process.poll() is not None or (
        len(children(process.pid)) == 2 and all(catches(pid, signal.SIGTERM) for pid in children(process.pid))), 60)
    # Each itself: mpirun would wait for a second first, and they may be done by then.
    for pid in children(process.pid) if process.poll() is None else []:
        os.kill(pid, signal.SIGTERM)
    code, out, err = launch.finish(process)
    told = [line for line in err.splitlines() if line.startswith("solve:")]
    print(f"stopped early: {code}")
    assert code == 0 or (out == "" and len(told) == 1 and "stopped: interrupted by SIGTERM" in told[0]), (code, out, err)


def stopped(top):
    """What is killed ends all ranks; the next run goes on, with another number of ranks."""
    wanted = table_of(os.path.join(top, "one-simple"))
    store = os.path.join(top, "stopped")
    went_on = 0
    ways = ((2, signal.SIGKILL, 1), (4, signal.SIGTERM, 4), (3, signal.SIGINT, 2))
    # SIGKILL has a test of its own (kills.py), but with the sanitizers.
    for ranks, kill, near in ways if LONG else ways[:2] if FEW else ways[1:]:
        process = launch.start(MPIRUN, ranks, *words(store, "--quiet", "--save-seconds", "0.01"),
                               env={"SOLVE_RANKS_NEAR": str(near)})
        processes.wait_for("a part of each", lambda: len(parts(store, ranks)) == ranks or process.poll() is not None, 300)
        began = time.monotonic()
        own = children(process.pid) if process.poll() is None else []
        if kill == signal.SIGKILL and own:
            os.kill(own[-1], kill)
        elif own:
            process.send_signal(kill)
        code, _, _ = launch.finish(process)
        assert time.monotonic() - began < 60
        if code == 0:
            break  # it was quicker
        went_on += 1
    code, out, err = launch.run(MPIRUN, 2, *words(store, "--json", "--quiet"), seconds=900)
    assert (code, err) == (0, ""), (code, out, err)
    assert table_of(store) == wanted
    told = json.loads(out)
    print(f"stopped {went_on} times; went on: {told['went_on']}")
    assert not LONG or (went_on == 3 and told["went_on"]), (went_on, told)


def environment(pid):
    try:
        with open(f"/proc/{pid}/environ", encoding="utf-8", errors="replace") as text:
            return dict(line.split("=", 1) for line in text.read().split("\0") if "=" in line)
    except OSError:
        return {}


def shares_cores(top):
    """Ranks with more threads than there are cores have them wait without the cores, unless told otherwise."""
    for told, wanted in (("-uOMP_WAIT_POLICY", "passive"), ("OMP_WAIT_POLICY=active", "active")):
        store = os.path.join(top, "shares-" + wanted)
        command = words(store, "--quiet", board="2x5", threads=os.cpu_count() + 1)
        process = launch.start(MPIRUN, 2, "env", "-uGOMP_SPINCOUNT", told, *command)

        def seen():
            pids = children(process.pid)
            return len(pids) == 2 and all(environment(pid).get("OMP_WAIT_POLICY") == wanted and "OMPI_COMM_WORLD_RANK" in
                                          environment(pid) for pid in pids)

        processes.wait_for(wanted, lambda: process.poll() is not None or seen(), 60)
        assert process.poll() is None, f"{wanted} was not seen"
        code, out, err = launch.finish(process)
        assert (code, err) == (0, ""), (code, out, err)


def unsaved(top):
    """A rank that cannot save what it has decided says so by way of the first one, once; the table is made."""
    one = os.path.join(top, "one-simple")
    name = os.listdir(os.path.join(one, "tables"))[0]
    store = os.path.join(top, "unsaved")
    os.makedirs(os.path.join(store, "tables", name.replace(".table", ".1-of-2.part")))
    code, out, err = launch.run(MPIRUN, 2, *words(store, "--json", "--quiet", "--save-seconds", "0.0001"), seconds=900)
    said = f"solve: --store {store}: rank 1 cannot save what is decided so far: Is a directory; the work goes on\n"
    assert (code, err) == (0, said) and json.loads(out)["was_there"] is False, (code, out, err)
    with open(os.path.join(store, "tables", name), "rb") as file:
        assert file.read() == table_of(one)


with tempfile.TemporaryDirectory() as folder:
    same(folder)
    if not FEW:
        unsaved(folder)
        shares_cores(folder)
        refused(folder)
    for _ in range(1 if FEW else 2):
        stopped_early(folder)
    stopped(folder)
