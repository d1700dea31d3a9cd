"""Ranks do together what one does alone; one that gives up or is killed ends all, soon.

usage: ranks.py MPIRUN TEST_RANKS MODULE SOLVE
"""
import os
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

import launch  # noqa: E402
import processes  # noqa: E402

MPIRUN, PROGRAM, MODULE, SOLVE = sys.argv[1:]
ENV = {"SOLVE_MPI_MODULE": MODULE}


def works():
    alone = subprocess.run([PROGRAM], capture_output=True, text=True, check=True, env=launch.SEEN | ENV)
    assert alone.stdout == "1 ranks\n", alone
    for ranks in (2, 4):
        code, out, err = launch.run(MPIRUN, ranks, PROGRAM, env=ENV)
        assert (code, out, err) == (0, f"{ranks} ranks\n", ""), (ranks, code, out, err)


def is_near():
    """Ranks are told to be near each other in groups only."""
    for ranks, group in ((2, 1), (4, 2), (3, 2)):
        code, out, err = launch.run(MPIRUN, ranks, PROGRAM, "near", str(group), env=ENV | {"SOLVE_RANKS_NEAR": str(group)})
        assert (code, out, err) == (0, f"{ranks} ranks\n", ""), (ranks, group, code, out, err)


def gives_up():
    code, _, err = launch.run(MPIRUN, 3, PROGRAM, "abort", "1", env=ENV)
    assert (code, err) == (3, "solve: rank 1: this one has enough\n"), (code, err)


def is_killed():
    """By a signal that it cannot see."""
    process = launch.start(MPIRUN, 2, PROGRAM, "hang", env=ENV)
    pids = [int(process.stdout.readline()) for _ in range(2)]
    killed = time.monotonic()
    os.kill(pids[0], signal.SIGKILL)
    code, _, err = launch.finish(process)
    assert code == 128 + signal.SIGKILL and err == "", (code, err)
    assert time.monotonic() - killed < 10
    processes.wait_for(pids, lambda: all(processes.status(pid).get("State", "Z")[0] == "Z" for pid in pids), 10)


def has_no_mpi():
    code, _, err = launch.run(MPIRUN, 2, PROGRAM, env={"SOLVE_MPI_MODULE": "/nowhere"})
    assert code == 1 and "this program has no MPI" in err, (code, err)
    command = [SOLVE, "table", "--board", "1x2", "--rules", "simple", "--store", os.devnull]
    missing = "several ranks, but this program has no MPI: SOLVE_MPI_MODULE '/nowhere': wanted a file that can be read\n"
    code, out, err = launch.run(MPIRUN, 2, *command, env={"SOLVE_MPI_MODULE": "/nowhere"})
    assert (code, out, err) == (1, "", "solve: " + missing), (code, out, err)
    # A rank that is alone without it.
    code, out, err = launch.run(MPIRUN, 1, *command, ":", "-n", "1", "-x", "SOLVE_MPI_MODULE=/nowhere", *command)
    assert (code, out, err) == (1, "", "solve: rank 1: " + missing), (code, out, err)


works()
is_near()
gives_up()
is_killed()
has_no_mpi()
