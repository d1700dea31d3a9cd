#!/usr/bin/env python3
"""sabaki.py PROGRAM REWRITE FOLDER: what the program writes is read by @sabaki/sgf as it was meant, and comes back from
it byte by byte. Installs what package-lock.json names into FOLDER, unless it is there; exit code 77 (skipped) where node
or npm is missing."""
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

from records import make, parse

here = os.path.dirname(os.path.abspath(__file__))
program, rewrite, installed = (os.path.abspath(argument) for argument in sys.argv[1:4])


def run(*arguments, **more):
    return subprocess.run(arguments, capture_output=True, check=True, timeout=300, **more).stdout.decode()


if shutil.which("node") is None or shutil.which("npm") is None:
    print("node or npm is missing")
    sys.exit(77)
os.makedirs(installed, exist_ok=True)
for name in ("package.json", "package-lock.json"):
    shutil.copy(os.path.join(here, name), installed)
if not os.path.isdir(os.path.join(installed, "node_modules/@sabaki/sgf")):
    run("npm", "ci", "--no-audit", "--no-fund", cwd=installed)

with tempfile.TemporaryDirectory() as folder:
    paths = list(make(program, folder).values())
    odd = os.path.join(folder, "odd.sgf")
    with open(odd, "w", encoding="utf-8") as file:
        file.write("(;FF[4]GM[1]CA[UTF-8]SZ[3]C[a\\]b\\\\c: \u56f2\u7881]XX[kept][too]\n(;B[aa]\n)\n(;B[bb]\n;W[]\n)\n)\n")
    paths.append(odd)
    seen = json.loads(run("node", os.path.join(here, "sabaki.js"), *paths,
                          env=dict(os.environ, NODE_PATH=os.path.join(installed, "node_modules"))))
    for path, theirs in zip(paths, seen):
        with open(path, encoding="utf-8") as file:
            ours = file.read()
        assert parse(ours) == theirs, path
        assert run(rewrite, path) == ours, path
        assert run(rewrite, path + ".sabaki") == ours, path
print(f"{len(paths)} records came back the same")
