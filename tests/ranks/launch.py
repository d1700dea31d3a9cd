"""Starts ranks with mpirun, here and without the limits that are for clusters."""
import os
import signal
import subprocess

# More ranks than cores are right in tests; and the tests of a container run as root.
SEEN = os.environ | {"LC_ALL": "C.UTF-8", "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                     "OMP_WAIT_POLICY": "passive"}
# A leak of MPI's own is no leak of the program.
SEEN["ASAN_OPTIONS"] = SEEN.get("ASAN_OPTIONS", "") + ":detect_leaks=0"


def start(mpirun, ranks, *command, options=(), env=None):
    """The running mpirun, quiet about what ranks say themselves."""
    return subprocess.Popen([mpirun, "-q", "--oversubscribe", "--bind-to", "none", *options, "-n", str(ranks), *command],
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env=SEEN | (env or {}), start_new_session=True)


def finish(process, seconds=120):
    """(exit code, stdout, stderr); what does not end in time is killed, with all that it started."""
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    return process.returncode, out, err


def run(mpirun, ranks, *command, seconds=120, **options):
    return finish(start(mpirun, ranks, *command, **options), seconds)
