#!/usr/bin/env python3
"""links.py ROOT: each relative link of a Markdown file of the project leads to a file or folder, and
one with a # to a heading there. Exit code 1 if one does not.
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

LINK = re.compile(r"\]\(([^)\s]+)\)")


def documents(root):
    for where, below, names in os.walk(root):
        below[:] = [name for name in below if name[0] not in "._" and not name.startswith("build")]
        yield from (os.path.join(where, name) for name in names if name.endswith(".md"))


def prose(file):
    """The text without code."""
    with open(file, encoding="utf-8") as opened:
        text = re.sub(r"^```.*?^```", "", opened.read(), flags=re.M | re.S)
    return "\n".join(line for line in text.split("\n") if not line.startswith("    "))


def headings(file):
    return {re.sub(r"[^\w -]", "", line.lstrip("# ").lower()).replace(" ", "-")
            for line in prose(file).split("\n") if line.startswith("#")}


def is_right(file, link):
    path, _, part = link.partition("#")
    target = os.path.normpath(os.path.join(os.path.dirname(file), path)) if path else file
    return os.path.exists(target) and (not part or part in headings(target))


def main():
    root = sys.argv[1]
    found = [(file, link) for file in documents(root) for link in LINK.findall(prose(file)) if "://" not in link]
    wrong = [f"{os.path.relpath(file, root)}: {link}" for file, link in found if not is_right(file, link)]
    print("\n".join(wrong) or f"{len(found)} links")
    assert len(found) > 100, "too few: this looks at nothing"
    return 1 if wrong else 0


sys.exit(main())
