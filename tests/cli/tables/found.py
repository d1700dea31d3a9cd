#!/usr/bin/env python3
"""found.py SOLVE ROOT: where 'tables' finds the tables, whatever folder it is called in."""
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

SOLVE, ROOT = map(os.path.abspath, sys.argv[1:])
TABLE = "#: kind legal\n#: title %s\n#: source nobody\nboard\tnumber\n1x2\t5\n"


def title(folder, program=SOLVE, code=0, variable=None, *arguments):
    """What the first line of the output begins with; or stderr."""
    environment = {key: value for key, value in os.environ.items() if key != "SOLVE_TABLES"}
    environment |= {"SOLVE_TABLES": variable} if variable is not None else {}
    done = subprocess.run([program, "tables", "--no-store", "--quiet", "--max-points", "1", *arguments],
                          cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert code is None or done.returncode == code, done
    assert code != 2 or done.stderr.count("\n") == 1, done.stderr
    return done.stdout.split(" (")[0] if done.returncode == 0 else done.stderr


def make(folder, name):
    os.makedirs(folder)
    with open(os.path.join(folder, "one.tsv"), "w", encoding="ascii") as file:
        file.write(TABLE % name)
    return folder


with tempfile.TemporaryDirectory() as top:
    empty, other = os.path.join(top, "empty"), make(os.path.join(top, "other"), "other")
    os.makedirs(os.path.join(empty, "tables"))  # has no table in it
    assert title(empty) == title(ROOT), "not those of the checkout"
    make(os.path.join(top, "here", "tables"), "here")
    assert title(os.path.join(top, "here")) == title(ROOT), "the working folder is no place for them"
    assert title(os.path.join(top, "here"), SOLVE, 0, other) == "other"
    assert title(os.path.join(top, "here"), SOLVE, 0, "/nope", "--from", other) == "other"
    assert "SOLVE_TABLES '/nope'" in title(empty, SOLVE, 2, "/nope")
    assert "--from '/nope'" in title(empty, SOLVE, 2, other, "--from", "/nope")
    assert "--from ''" in title(empty, SOLVE, 2, other, "--from", "")
    # Another build folder: what lies there, and not what is two folders up from anywhere else.
    built = os.path.join(top, "build", "solver", "cli")
    make(os.path.join(top, "build", "tables"), "built")
    os.makedirs(built)
    alone = shutil.copy(SOLVE, os.path.join(built, "solve"))
    assert title(empty, alone, None) != "built"
    with open(os.path.join(top, "build", "build.ninja"), "w", encoding="ascii"):
        assert title(empty, alone) == "built"
    assert title(ROOT, alone) == "built"
print("ok")
