"""The man pages that the build made: one for each verb and page of the guide, each a sound one.

usage: man.py FOLDER GUIDE PROGRAM [--lint]

--lint: mandoc and man-db say of each page what is wrong with it, too.
"""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

FOLDER, GUIDE, PROGRAM = sys.argv[1:4]
LINT = "--lint" in sys.argv[4:]
# Nothing of the Markdown may be left, nor a tag or paragraph without its text.
LEFT = re.compile(r"\]\(|```|\*\*|^\|", re.M)
EXAMPLE = re.compile(r"^\.EX$.*?^\.EE$", re.M | re.S)
BARE = re.compile(r"^\.(?:TP|PP|LP)\n(?=\.(?:TP|SH|SS|PP|LP)|\Z)|^\.SH.*\n(?=\.SH|\Z)", re.M)


def verbs():
    """What the program's own help lists."""
    printed = subprocess.run([PROGRAM, "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
    listed = re.search(r"^verbs:\n((?:  .*\n)+)", printed, re.M)
    return re.findall(r"^  (\S+) ", listed[1], re.M)


def wanted(name):
    pages = {f"{name}.1", "solve.3", "solve-store.5", "solve-check.3"}
    pages |= {f"{name}-{verb}.1" for verb in verbs() if verb not in ("solve", "help")}
    topics = {file[:-3] for file in os.listdir(GUIDE) if file.endswith(".md")} - {"README", "library", "solve"}
    found = os.listdir(FOLDER)
    pages |= {f"{name}-{topic}.1" if f"{name}-{topic}.1" in found else f"{name}-{topic}.7" for topic in topics}
    return pages


def look_at(page):
    """What is wrong with a page."""
    path = os.path.join(FOLDER, page)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    wrong = []
    if not re.match(r'\.TH "[^"]+" "[1357]" "\d{4}-\d\d-\d\d" "solve [^"]+" "[^"]+"\n', text):
        wrong.append("its head")
    if "\n.SH NAME\n" + page[:-2].replace("-", r"\-") + r" \- " not in text.replace(r"\-", "-").replace(
            "-", r"\-"):
        wrong.append("its name")
    words = EXAMPLE.sub("", text)
    wrong += [f"'{match[0]}' is left" for match in LEFT.finditer(words)]
    wrong += [f"'{match[0].strip()}' has no text" for match in BARE.finditer(words)]
    # As mandoc counts, to which what is not ASCII is \[u2212]; a tag may be long.
    wrong += [f"'{line}' is too long" for line in re.sub(r"^\.TP\n.*", "", words, flags=re.M).split("\n")
              if not line.startswith(".") and len(re.sub(r"[^\0-\x7f]", 8 * "-", line)) > 80]
    return wrong + (lint(path) if LINT else [])


def lint(path):
    said = subprocess.run(["mandoc", "-Tlint", path], stdout=subprocess.PIPE, text=True, check=False).stdout
    done = subprocess.run(["man", "--warnings", "-l", path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          check=False, env=os.environ | {"MANWIDTH": "80", "LC_ALL": "C.UTF-8", "PAGER": "cat"})
    named = subprocess.run(["lexgrog", path], stdout=subprocess.PIPE, text=True, check=False)
    return [line for line in (said + done.stderr).split("\n") if line] + \
        ([] if named.returncode == 0 else ["whatis does not find its name"])


def main():
    name = os.path.basename(PROGRAM)
    pages = sorted(file for file in os.listdir(FOLDER) if re.search(r"\.[1357]$", file))
    missing = sorted(wanted(name) - set(pages))
    problems = [f"{page}: {what}" for page in pages for what in look_at(page)]
    for line in problems + [f"{page} is missing" for page in missing]:
        print(line)
    print(f"{len(pages)} pages")
    return 1 if problems or missing or not pages else 0


sys.exit(main())
