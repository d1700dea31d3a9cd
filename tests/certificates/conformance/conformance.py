#!/usr/bin/env python3
"""The conformance files of docs/certificate-format.md and docs/coalition-certificates.md (proofs/conformance).

    conformance.py judged SOLVE SEAL ROOT CHECKER...     the program and the second checkers judge every file as the index does
    conformance.py alone SOLVE SEAL ROOT COMPILER LIBRARY...   what goes against a condition goes against it alone
    conformance.py make SOLVE SEAL ROOT                  writes the files that the index tells of

The index has a line a file: its name, the verdict, the condition that it goes against, what it is made from, what is
changed in that (nodes.py), how it is shown that no other condition refuses it, and in words what is wrong.

judged: one CHECKER at least says what the index does, others may say nothing. The files are also made anew from what the index says, but for those that `solve` made; each condition of the
document has a file, and each file's condition stands in the document. CHECKER FILE... prints "FILE: VERDICT" for
each, and why.
alone: a checker is built whose conditions can be switched off (switches.py). A file that is shown so is accepted with
its condition off. Of others only the change is to be looked at.
"""
import collections
import os
import re
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

import nodes
import switches

SOLVE, SEAL, ROOT = (os.path.abspath(word) for word in sys.argv[2:5])
FOLDER = os.path.join(ROOT, "proofs", "conformance")
WORDS = {0: "accepted", 1: "refused", 3: "nothing said"}
SPOIL, NO_CHECKER = "another checksum", "no-second-checker"
UNSAID = "nothing said"
Row = collections.namedtuple("Row", "file verdict condition base change shown why")


def read(name):
    with open(name, "rb") as file:
        return file.read()


def write(name, data):
    with open(name, "wb") as file:
        file.write(data)


def index():
    with open(os.path.join(FOLDER, "index.tsv"), encoding="utf-8") as lines:
        next(lines)
        return [Row(*line.rstrip("\n").split("\t")) for line in lines]


def file_of(row):
    return os.path.join(FOLDER, row.file + ".proof")


def by_program(row, name):
    """Writes what a command of the program makes. Returns whether the row tells of such a one."""
    word, *rest = shlex.split(row.base)
    if word == "solve":
        command = [SOLVE, *rest, "--threads", "1", "--quiet", "--json", "--proof", name]
    elif word == "packed":
        command = [SOLVE, "verify", os.path.join(FOLDER, rest[0] + ".proof"), "--quiet", "--packed", "--proof", name]
    else:
        return False
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return True


def by_change(row, bases):
    """The bytes of a row that is another certificate, changed."""
    if "/" in row.base:
        return read(os.path.join(ROOT, row.base))
    data = bases[row.base]
    if row.change == SPOIL:
        return data[:-1] + bytes([data[-1] ^ 1])
    text = nodes.changed(data, row.change.replace("\\n", "\n"))
    return subprocess.run([SEAL], input=text, capture_output=True, check=True).stdout


def make(rows):
    made = {}
    for row in rows:
        if not by_program(row, file_of(row)):
            write(file_of(row), by_change(row, made))
        made[row.file] = read(file_of(row))


def is_as_told(row, files):
    return row.base.split()[0] in ("solve", "packed") or by_change(row, files) == files[row.file]


def told(checkers, rows):
    """What the second checkers say of each file, if one says something; NO_CHECKER, where none can be built, says what is wanted."""
    if checkers == [NO_CHECKER]:
        return {row.file: row.verdict for row in rows}
    found = {row.file: set() for row in rows}
    for checker in checkers:
        done = subprocess.run([checker, *map(file_of, rows)], capture_output=True, check=False)
        said = dict(re.findall(r"^(?:.*/)?([^/\n]*)\.proof: (accepted|refused|nothing said)\b", done.stdout.decode(errors="replace"), re.MULTILINE))
        for row in rows:
            found[row.file].add(said.get(row.file, "crashed"))
    return {file: " and ".join(sorted(words - {UNSAID})) or UNSAID for file, words in found.items()}


def conditions():
    """Those of the document: each is named in bold where it stands."""
    found = []
    for name in ("certificate-format", "coalition-certificates"):
        with open(os.path.join(ROOT, "docs", name + ".md"), encoding="utf-8") as text:
            found += re.findall(r"\*\*([A-Z]\d+)\*\*", text.read())
    return found


def judged(rows, checkers):
    problems = []
    files, named = {row.file: read(file_of(row)) for row in rows}, conditions()
    second = told(checkers, rows)
    for row in rows:
        own = subprocess.run([SOLVE, "verify", file_of(row), "--quiet"], capture_output=True, text=True, check=False)
        verdict = WORDS.get(own.returncode, "crashed")
        if {verdict, second[row.file]} != {row.verdict}:
            problems.append(f"{row.file}: wanted {row.verdict}: the program {verdict} {own.stderr.strip()}, "
                            f"the second checkers {second[row.file]}")
        if not is_as_told(row, files):
            problems.append(f"{row.file}: it is not {row.base}, changed as the index says")
        if row.verdict != "accepted" and row.condition not in named:
            problems.append(f"{row.file}: the document has no condition {row.condition}")
    have = {row.condition for row in rows if row.verdict == "refused"}
    problems += [f"no file goes against {name}" for name in named if name not in have]
    problems += [f"{name} is named twice" for name, count in collections.Counter(named).items() if count > 1]
    there = {name[:-6] for name in os.listdir(FOLDER) if name.endswith(".proof")}
    problems += [f"the index does not tell of {name}" for name in there - set(files)]
    switches.sources(ROOT)  # the pieces of the checker that can be switched off are there
    return problems


def alone(rows, compiler, libraries):
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        checker = switches.Checker(switches.build(ROOT, compiler, libraries, folder))
        for row in rows:
            data = read(file_of(row))
            if checker.check(data) != row.verdict:
                problems.append(f"{row.file}: with nothing switched off it is {checker.check(data)}")
            off = checker.check(data, row.condition) if row.shown == "switch" else "accepted"
            if row.verdict == "refused" and off != "accepted":
                problems.append(f"{row.file}: without {row.condition} it is {off}")
    shown = {row.condition for row in rows if row.shown == "switch"}
    problems += [f"{name} can be switched off, and no file shows it" for name in set(switches.SWITCHES) - shown]
    print(f"{len(shown)} conditions are shown to refuse a file alone")
    return problems


def main():
    rows, what = index(), sys.argv[1]
    if what == "make":
        make(rows)
        return 0
    if what == "judged":
        problems = judged(rows, sys.argv[5:])
    else:
        problems = alone(rows, sys.argv[5].split(), sys.argv[6:])
    print(f"{len(rows)} files", *problems, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
