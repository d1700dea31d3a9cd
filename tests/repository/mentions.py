#!/usr/bin/env python3
"""mentions.py ROOT: a file that a C source or a document of the project names is there. Exit code 1
if one is not.

A name may be a path from the root, from solver/, or the end of one. Placeholders in capitals
(NAME.c) and what stands between angle brackets are none.
"""
import os
import re
import sys

NAMED = re.compile(r"(?<![\w./<-])([\w./-]*[\w-]\.(?:md|h|c|py))\b(?![\w>])")
LOOKED_AT = ("include", "examples", "solver", "tests", "docs", "scripts", "tables", ".ci")


def own_files(root):
    """What the project has; no build folders, nothing hidden but .ci."""
    for folder in [root] + [os.path.join(root, name) for name in LOOKED_AT]:
        for where, below, names in os.walk(folder):
            below[:] = [] if where == root else [name for name in below if name[0] not in "._"]
            for name in names:
                if name[0] != ".":
                    yield os.path.relpath(os.path.join(where, name), root)


def main():
    root = sys.argv[1]
    files = sorted(set(own_files(root)))
    have = {"/" + file for file in files} | {"/results/" + name for name in os.listdir(os.path.join(root, "results"))}
    ends = {name[at:] for name in have for at in range(len(name)) if name[at] == "/"}
    wrong = found = 0
    for file in (file for file in files if file.endswith((".c", ".h", ".md"))):
        try:
            with open(os.path.join(root, file), encoding="utf-8") as text:
                lines = text.read().split("\n")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(lines, 1):
            for name in NAMED.findall(line):
                found += 1
                if "/" + name.lstrip("./") not in ends and "NAME." not in name:
                    print(f"{file}:{number}: there is no {name}")
                    wrong += 1
    print(f"{found} names of files in {len(files)} files")
    assert found > 500, "too few: this looks at nothing"
    return 1 if wrong else 0


sys.exit(main())
