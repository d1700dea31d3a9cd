#!/usr/bin/env python3
"""Runs the commands of golden files and compares what they print and return with the file.

    golden.py PROGRAM FILE...            compare; exit code 1 if anything differs
    golden.py --update PROGRAM FILE...   write the files anew: read the difference before committing

A file holds blocks: a line "$ solve ARGUMENTS", the lines of stdout, those of stderr after "! ",
and "exit CODE". Numbers that vary from run to run or with every change of the search are shown as
'#'. The commands run in a folder with links to all that is in the folder of the file, so that what
they write is gone afterwards; lines before the first command are a comment.
"""
import difflib
import os
import re
import shlex
import subprocess
import sys
import tempfile

VARIES = [
    (re.compile(r'("(?:nodes|entries|seconds|peak_memory_bytes)":)[0-9.]+(?:e-?\d+)?'), r"\1#"),
    (re.compile(r'("limits":\{"threads":)\d+(,"memory":)\d+'), r"\1#\2#"),
    (re.compile(r'("version":")[^"]*'), r"\1#"),
    (re.compile(r": \d+ nodes?, \d+ results? kept, [0-9.]+ s, [0-9.]+ (?:[KMG]i)?B$", re.M),
     ": # nodes, # results kept, # s, # MiB"),
    (re.compile(r"^\d+ nodes?, \d+ lemmas?, [0-9.]+ s, [0-9.]+ MiB$", re.M),
     "# nodes, # lemmas, # s, # MiB"),
    (re.compile(r"^(\d+ (?:nodes?|repl(?:y|ies)), (?:.* replies, )?\d+ bytes), [0-9.]+ s$", re.M), r"\1, # s"),
]


def run(program, command, folder):
    arguments = shlex.split(command)
    assert arguments[0] == "solve", command
    done = subprocess.run([program] + arguments[1:], cwd=folder, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=60, check=False)
    out = done.stdout
    for pattern, shown in VARIES:
        out = pattern.sub(shown, out)
    if out and not out.endswith("\n"):
        out += "(no newline at the end)\n"
    err = "".join("! " + line + "\n" for line in done.stderr.splitlines())
    return f"$ {command}\n{out}{err}exit {done.returncode}\n"


def link_folder(folder, into):
    """Makes `into` a copy of tests/ with links: the same relative paths lead from the copy of
    `folder`, which is the only one that commands may write to. Returns that copy."""
    parent, own = os.path.split(folder)
    made = into if own == "tests" else os.path.join(link_folder(parent, into), own)
    if os.path.islink(made):
        os.unlink(made)
        os.mkdir(made)
    for name in os.listdir(folder):
        os.symlink(os.path.join(folder, name), os.path.join(made, name))
    return made


def main():
    arguments = sys.argv[1:]
    update = arguments[:1] == ["--update"]
    if update:
        arguments.pop(0)
    if arguments in (["--help"], ["-h"]):
        print(__doc__.strip())
        return 0
    if len(arguments) < 2 or arguments[0].startswith("-"):
        print("golden.py: wanted [--update] PROGRAM FILE..., or --help", file=sys.stderr)
        return 2
    program, failed = os.path.abspath(arguments[0]), False
    for name in arguments[1:]:
        with open(name, encoding="utf-8") as file:
            wanted = file.read()
        head = wanted[:wanted.index("$ solve")]
        commands = re.findall(r"^\$ (solve.*)$", wanted, re.M)
        folder = os.path.dirname(os.path.abspath(name))
        with tempfile.TemporaryDirectory() as into:
            made = link_folder(folder, into)
            got = head + "\n".join(run(program, command, made) for command in commands)
        if update:
            with open(name, "w", encoding="utf-8") as file:
                file.write(got)
        elif got != wanted:
            failed = True
            sys.stdout.writelines(difflib.unified_diff(
                wanted.splitlines(True), got.splitlines(True), name, "now"))
        print(f"{name}: {len(commands)} commands")
    return failed


if __name__ == "__main__":
    sys.exit(main())
