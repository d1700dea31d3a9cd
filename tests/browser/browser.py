#!/usr/bin/env python3
"""browser.py PROGRAM FOLDER FILE...: installs what package-lock.json names into FOLDER, unless it is there, and runs
the tests of the files in Chromium. Screenshots go to FOLDER/screenshots. Exit code 77 (skipped) where node, npm or
Chromium is missing."""
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

here = os.path.dirname(os.path.abspath(__file__))
program, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
chromium = shutil.which("chromium") or shutil.which("chromium-browser")
for name, found in (("node", shutil.which("node")), ("npm", shutil.which("npm")), ("chromium", chromium)):
    if found is None:
        print(f"{name} is missing")
        sys.exit(77)
pictures = os.path.join(folder, "screenshots")
os.makedirs(pictures, exist_ok=True)
lock = os.path.join(folder, "package-lock.json")
wanted = os.path.join(here, "package-lock.json")
with open(wanted, "rb") as now:
    same = os.path.exists(lock) and open(lock, "rb").read() == now.read()
if not same or not os.path.isdir(os.path.join(folder, "node_modules/playwright-core")):
    for name in ("package.json", "package-lock.json"):
        shutil.copy(os.path.join(here, name), folder)
    subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=folder, check=True, timeout=300)
environment = dict(os.environ, NODE_PATH=os.path.join(folder, "node_modules"), SOLVE=program, CHROMIUM=chromium,
                   SCREENSHOTS=pictures)
sys.exit(subprocess.run(["node", "--test", "--test-concurrency=1", "--test-reporter=spec", *sys.argv[3:]],
                        check=False, env=environment).returncode)
