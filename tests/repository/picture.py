#!/usr/bin/env python3
"""picture.py PROGRAM ROOT: the README's picture is what docs/picture.py makes of a result of today's
program. Exit code 1 if it is not.
"""
import os
import subprocess
import sys

COMMAND = ["--board", "3x4", "--rules", "psk", "--json", "--threads", "1"]


def main():
    program, docs = sys.argv[1], os.path.join(sys.argv[2], "docs")
    with open(os.path.join(docs, "picture.py"), encoding="utf-8") as script:
        assert f"scripts/solve {' '.join(COMMAND)} |" in script.read(), "the script tells another command"
    result = subprocess.run([program] + COMMAND, capture_output=True, check=True).stdout
    made = subprocess.run([sys.executable, os.path.join(docs, "picture.py")], input=result,
                          capture_output=True, check=True).stdout
    with open(os.path.join(docs, "picture.svg"), "rb") as picture:
        same = picture.read() == made
    print("docs/picture.svg is " + ("what it shows" if same else "not what docs/picture.py makes now"))
    return 0 if same else 1


sys.exit(main())
