"""Ranks look for strategies together: what one finds, and its certificate is accepted. One that is killed ends
all, with what they have, and the next run goes on.

usage: strategies.py MPIRUN TEST_SHARE PROGRAM MODULE [long | few]

few: two ranks alone, not four.
"""
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

import launch  # noqa: E402
import processes  # noqa: E402

MPIRUN, TEST_SHARE, PROGRAM, MODULE = sys.argv[1:5]
LONG = "long" in sys.argv[5:]
COUNTS = (2,) if "few" in sys.argv[5:] else (2, 4)
ENV = {"SOLVE_MPI_MODULE": MODULE}
PROOF = os.path.join(tempfile.mkdtemp(), "proof")


def find(ranks, board, rules, nodes="0", moves=""):
    """(the lines, the nodes) of a search by so many ranks, whose certificate is accepted."""
    if os.path.exists(PROOF):
        os.remove(PROOF)
    command = [TEST_SHARE, board, rules, PROOF, nodes, moves]
    if ranks == 1:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True, env=launch.SEEN)
        code, out, err = done.returncode, done.stdout, done.stderr
    else:
        code, out, err = launch.run(MPIRUN, ranks, *command, env=ENV)
    assert (code, err) == (0, ""), (ranks, board, rules, code, out, err)
    found, work = out.splitlines()
    took, sent = map(int, work.split())
    assert (sent > 0) == (ranks > 1), (ranks, out)
    checked = subprocess.run([PROGRAM, "verify", PROOF], capture_output=True, text=True, timeout=100, check=False)
    assert checked.returncode == 0 or (nodes != "0" and "nothing is claimed" in checked.stderr), checked
    return found, took


def same(board, rules, moves="", counts=COUNTS):
    alone, took = find(1, board, rules, moves=moves)
    for ranks in counts:
        together, all_took = find(ranks, board, rules, moves=moves)
        assert together == alone, (board, rules, moves, ranks, alone, together)
        assert all_took < 10 * took + 10000, (board, rules, moves, ranks, took, all_took)


def stopped_by_nodes():
    """Nodes of all ranks count."""
    found, took = find(2, "2x7", "psk", "5000")
    low, high, result = map(int, found.split())
    assert low < high and result < 0 and 5000 <= took < 15000, (found, took)


def question(board, store):
    return [PROGRAM, "--board", board, "--rules", "psk", "--value-only", "--json", "--quiet", "--memory", "256M",
            "--threads", "1", "--store", store]


def solve(store, ranks, board="2x9"):
    return launch.start(MPIRUN, ranks, *question(board, store), env=ENV)


def goes_on_from_one():
    """What a run of one process has learned and left in a store the others learn, too."""
    with tempfile.TemporaryDirectory() as folder:
        store = os.path.join(folder, "store")
        subprocess.run([*question("3x6", store), "--max-nodes", "10000"], capture_output=True, timeout=100, check=False)
        assert states_in(store) > 0
        code, out, err = launch.finish(solve(store, 2, "3x6"), 60)
        assert code == 0, (code, out, err)
        assert json.loads(out)["value"]["min"] == 18, out


def rank_of(mpirun, pid):
    """The number of a rank that mpirun started; None: it is none."""
    try:
        with open(f"/proc/{pid}/environ", encoding="utf-8", errors="replace") as file:
            variables = dict(line.split("=", 1) for line in file.read().split("\0") if "=" in line)
    except OSError:
        return None
    number = variables.get("OMPI_COMM_WORLD_RANK")
    parent = processes.status(pid).get("PPid")
    return int(number) if number is not None and parent == str(mpirun.pid) else None


def ranks_of(mpirun, count):
    """The processes that mpirun started, by rank; waits for them."""
    found = {}

    def all_there():
        for pid in filter(str.isdigit, os.listdir("/proc")):
            rank = rank_of(mpirun, pid)
            if rank is not None:
                found[rank] = int(pid)
        return len(found) == count

    processes.wait_for("mpirun", all_there)
    return found


def is_gone(pid):
    return processes.status(pid).get("State", "Z")[0] == "Z"


def states_in(store):
    """The states of searches for strategies that a store keeps."""
    told = subprocess.run([PROGRAM, "store", "info", store, "--json"], capture_output=True, text=True, timeout=60,
                          check=False)
    return sum(table["states"] for table in json.loads(told.stdout)["strategies"]) if told.returncode == 0 else 0


def is_killed_and_goes_on():
    with tempfile.TemporaryDirectory() as folder:
        store = os.path.join(folder, "store")
        for rank, number, count in ((1, signal.SIGKILL, 3), (0, signal.SIGTERM, 2), (0, signal.SIGKILL, 2)):
            before = states_in(store)
            process = solve(store, count)
            pids = ranks_of(process, count)
            processes.wait_for("a search", lambda: states_in(store) > before)
            os.kill(pids[rank], number)
            killed = time.monotonic()
            code, out, err = launch.finish(process, 60)
            assert time.monotonic() - killed < 20, (rank, number)
            if number == signal.SIGTERM:
                assert code == 3 and "stopped before proven: interrupted by SIGTERM" in err, (code, out, err)
            else:
                assert code != 0, (rank, number, code, out, err)
            processes.wait_for("ranks", lambda: all(map(is_gone, pids.values())), 10)
            assert states_in(store) >= before, (rank, number)
        assert states_in(store) > 0
        code, out, err = launch.finish(solve(store, 2), 600)
        assert code == 0, (code, out, err)
        assert json.loads(out)["value"]["min"] == 18, out


same("2x6", "psk")
same("2x6", "psk", "pass", COUNTS if LONG else (2,))
stopped_by_nodes()
if COUNTS != (2,):
    goes_on_from_one()
if LONG:
    for setting in (("2x7", "psk"), ("2x7", "simple"), ("3x5", "kee2013"), ("3x5", "ssk,suicide=multi")):
        same(*setting)
    is_killed_and_goes_on()
