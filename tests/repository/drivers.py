#!/usr/bin/env python3
"""drivers.py ROOT: each Python driver of the tests tells its usage: in one line of stderr, with exit code 2, where it is run
without arguments, and all that it says of itself with --help."""
import os
import runpy
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

TESTS = Path(sys.argv[1], "tests").resolve()


def is_driver(path):
    """Does it read arguments, and is it run by itself?"""
    text = path.read_text(encoding="utf-8")
    return "sys.argv" in text and path.parent.name != "common" and path != TESTS / "store" / "common.py"


def begin(path, arguments, out, err):
    """In a process of its own: the driver, as if it had been started with these arguments."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(out.fileno(), 1)
    os.dup2(err.fileno(), 2)
    sys.argv = [str(path), *arguments]
    sys.path[0] = str(path.parent)
    for other in [name for name, module in sys.modules.items() if str(TESTS) in (getattr(module, "__file__", None) or "")]:
        del sys.modules[other]  # each finds its own, whose names may be the same
    code = 1
    try:
        runpy.run_path(str(path), run_name="__main__")
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except BaseException:  # as the interpreter says it
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def run(path, *arguments):
    """What it says. It is this interpreter's child: to start one for each would take five times as long."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        child = os.fork()
        if child == 0:
            begin(path, arguments, out, err)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        for said in (out, err):
            said.seek(0)
        return subprocess.CompletedProcess(path, code, out.read(), err.read())


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
sys.stdout.flush()
wrong = [line for line in map(check, drivers) if line is not None]
assert not wrong, "\n".join(wrong)
print(f"{len(drivers)} drivers")
