#!/usr/bin/env python3
"""drivers.py ROOT: each Python driver of the tests tells its usage: in one line of stderr, with exit code 2, where it is run
without arguments, and all that it says of itself with --help."""
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

TESTS = Path(sys.argv[1], "tests").resolve()


def is_driver(path):
    """Does it read arguments, and is it run by itself?"""
    text = path.read_text(encoding="utf-8")
    return "sys.argv" in text and path.parent.name != "common" and path != TESTS / "store" / "common.py"


def run(path, *arguments):
    return subprocess.run([sys.executable, path, *arguments], capture_output=True, text=True, check=False, timeout=60,
                          stdin=subprocess.DEVNULL)


def check(path):
    """What is wrong with it, or None."""
    bare, told = run(path), run(path, "--help")
    if bare.returncode != 2 or bare.stdout != "" or bare.stderr.count("\n") != 1 or path.name not in bare.stderr:
        return f"{path}: exit {bare.returncode}: {bare.stdout}{bare.stderr}"
    if told.returncode != 0 or path.name not in told.stdout:
        return f"{path} --help: exit {told.returncode}: {told.stdout}{told.stderr}"
    return None


drivers = sorted(path for path in TESTS.rglob("*.py") if is_driver(path))
assert len(drivers) > 50, drivers
with ThreadPoolExecutor(2) as pool:
    wrong = [line for line in pool.map(check, drivers) if line is not None]
assert not wrong, "\n".join(wrong)
print(f"{len(drivers)} drivers")
