#!/usr/bin/env python3
"""sabaki.py PROGRAM FOLDER: installs what package-lock.json names into FOLDER, unless it is there, and runs sabaki.js.
Exit code 77 (skipped) where node or npm is missing."""
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

here = os.path.dirname(os.path.abspath(__file__))
program, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
if shutil.which("node") is None or shutil.which("npm") is None:
    print("node or npm is missing")
    sys.exit(77)
os.makedirs(folder, exist_ok=True)
for name in ("package.json", "package-lock.json"):
    shutil.copy(os.path.join(here, name), folder)
if not os.path.isdir(os.path.join(folder, "node_modules/@sabaki/gtp")):
    subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=folder, check=True, timeout=300)
sys.exit(subprocess.run(["node", os.path.join(here, "sabaki.js"), program], check=False, timeout=300,
                        env=dict(os.environ, NODE_PATH=os.path.join(folder, "node_modules"))).returncode)
