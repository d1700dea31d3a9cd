#!/usr/bin/env python3
"""mentions.py ROOT: a file or a function that a C source or a document of the project names is
there. Exit code 1 if one is not.

A file's name may be a path from the root, from solver/, or the end of one. Placeholders in capitals
(NAME.c) and what stands between angle brackets are none. A function is a name with () behind it; it
must stand in some code.
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

NAMED = re.compile(r"(?<![\w./<-])([\w./-]*[\w-]\.(?:md|h|c|py))\b(?![\w>])")
FUNCTION = re.compile(r"(?<![\w.])([a-z_]\w*)\(\)")
WORD = re.compile(r"[a-z_]\w*")
LOOKED_AT = ("include", "examples", "solver", "tests", "docs", "page", "scripts", "tables", "proofs", ".ci")


def own_files(root):
    """What the project has; no build folders, nothing hidden but .ci."""
    for folder in [root] + [os.path.join(root, name) for name in LOOKED_AT]:
        for where, below, names in os.walk(folder):
            below[:] = [] if where == root else [name for name in below if name[0] not in "._"]
            for name in names:
                if name[0] != ".":
                    yield os.path.relpath(os.path.join(where, name), root)


def read(root, file):
    """The text of a file; "" of one that is no text."""
    try:
        with open(os.path.join(root, file), encoding="utf-8") as text:
            return text.read()
    except UnicodeDecodeError:
        return ""


def words_of_code(texts):
    """All names that stand in code, not in comments."""
    words = set()
    for file, text in texts.items():
        if file.endswith((".c", ".h")):
            text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
        if not file.endswith(".md"):
            words.update(WORD.findall(text))
    return words


def main():
    root = sys.argv[1]
    files = sorted(set(own_files(root)))
    have = {"/" + file for file in files} | {"/results/" + name for name in os.listdir(os.path.join(root, "results"))}
    ends = {name[at:] for name in have for at in range(len(name)) if name[at] == "/"}
    texts = {file: read(root, file) for file in files if file.endswith((".c", ".h", ".md", ".py"))}
    code = words_of_code(texts)
    wrong = found = 0
    for file, text in texts.items():
        for number, line in enumerate([] if file.endswith(".py") else text.split("\n"), 1):
            missing = [name for name in NAMED.findall(line)
                       if "/" + name.lstrip("./") not in ends and "NAME." not in name]
            missing += [name + "()" for name in FUNCTION.findall(line) if name not in code]
            found += len(NAMED.findall(line)) + len(FUNCTION.findall(line))
            wrong += len(missing)
            for name in missing:
                print(f"{file}:{number}: there is no {name}")
    print(f"{found} names of files and functions in {len(files)} files")
    assert found > 500, "too few: this looks at nothing"
    return 1 if wrong else 0


sys.exit(main())
