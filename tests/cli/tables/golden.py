"""Runs a command of the program and compares what it prints with a file.

usage: golden.py FILE EXIT-CODE PROGRAM ARGUMENT...

The command runs in FILE's folder; what it writes to stderr is printed behind stdout. Limits that depend on
the machine are shown as '#'.
"""
import difflib
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

def main():
    file, code, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    command[0] = os.path.abspath(command[0])
    done = subprocess.run(command, capture_output=True, text=True, check=False,
                          cwd=os.path.dirname(file))
    printed = re.sub(r'("limits":\{"threads":)\d+(,"memory":)\d+', r"\1#\2#", done.stdout) + done.stderr
    with open(file, encoding="utf-8") as wanted_file:
        wanted = wanted_file.read()
    if done.returncode != code:
        print(f"exit code {done.returncode}, wanted {code}")
    if printed != wanted:
        sys.stdout.writelines(difflib.unified_diff(
            wanted.splitlines(True), printed.splitlines(True), "wanted", "printed"))
    return 0 if done.returncode == code and printed == wanted else 1


if __name__ == "__main__":
    sys.exit(main())
