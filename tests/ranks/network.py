"""Ranks on two machines, which are two network namespaces joined by a cable (veth): a table is that
of one process. Skipped where no namespaces can be made.

usage: network.py SOLVE MPIRUN
"""
import os
import stat
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

import launch

SOLVE, MPIRUN = sys.argv[1:]
SKIPPED = 77
NAMES = [f"solve-{os.getpid()}-{side}" for side in "ab"]
ADDRESSES = ["10.213.7.1", "10.213.7.2"]


def ip(*words):
    return subprocess.run(["ip", *words], capture_output=True, text=True, check=False).returncode == 0


def plug_in():
    """Makes the two machines; False where that is not allowed."""
    ends = [f"slv{os.getpid()}{side}"[-15:] for side in "ab"]
    made = all(ip("netns", "add", name) for name in NAMES)
    made = made and ip("link", "add", ends[0], "type", "veth", "peer", "name", ends[1])
    for name, end, address in zip(NAMES, ends, ADDRESSES):
        made = made and ip("link", "set", end, "netns", name)
        made = made and ip("-n", name, "addr", "add", address + "/24", "dev", end)
        made = made and ip("-n", name, "link", "set", end, "up") and ip("-n", name, "link", "set", "lo", "up")
    return made


def agent(folder):
    """What mpirun calls instead of ssh: 'agent HOST COMMAND...' runs it on that machine."""
    path = os.path.join(folder, "agent")
    with open(path, "w", encoding="ascii") as file:
        file.write(f'#!/bin/sh\nshift\nexec ip netns exec {NAMES[1]} /bin/sh -c "$*"\n')
    os.chmod(path, stat.S_IRWXU)
    return path


def table_of(store):
    folder = os.path.join(store, "tables")
    with open(os.path.join(folder, os.listdir(folder)[0]), "rb") as file:
        return file.read()


def words(store):
    return [SOLVE, "table", "--board", "3x4", "--rules", "simple", "--threads", "1", "--quiet", "--store", store,
            "--method", "dense"]


def main():
    with tempfile.TemporaryDirectory() as folder:
        alone, both = os.path.join(folder, "alone"), os.path.join(folder, "both")
        subprocess.run(words(alone), check=True, stdout=subprocess.DEVNULL, env=launch.SEEN)
        command = ["ip", "netns", "exec", NAMES[0], MPIRUN, "-q", "--host", ",".join(ADDRESSES), "-n", "2",
                   "--mca", "plm", "rsh", "--mca", "plm_rsh_agent", agent(folder), "--mca", "btl", "tcp,self",
                   "--mca", "pml", "ob1", "--mca", "btl_tcp_if_include", "10.213.7.0/24",
                   "--mca", "oob_tcp_if_include", "10.213.7.0/24", "--bind-to", "none",
                   "-x", "OMP_WAIT_POLICY", *words(both)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=500, env=launch.SEEN,
                              stdin=subprocess.DEVNULL)
        assert done.returncode == 0, done
        assert "2 ranks" in done.stdout and table_of(alone) == table_of(both), done.stdout
        print(done.stdout)
    return 0


if os.getuid() != 0:
    sys.exit(SKIPPED)
try:
    code = main() if plug_in() else SKIPPED
finally:
    for machine in NAMES:
        ip("netns", "del", machine)
sys.exit(code)
