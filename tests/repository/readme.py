#!/usr/bin/env python3
"""readme.py PROGRAM [--long] FILE...: runs the examples of documents and compares what they print with
what is shown. Exit code 1 if an example is not true.

An example is an indented "$ solve ARGUMENTS" or "$ scripts/solve ARGUMENTS" with the lines below it;
"..." stands for anything in a line and for any lines. Lines that begin with "solve: " are those of
stderr. "$ cat FILE" makes the file that it shows. What varies from run to run is not compared: times,
sizes in memory, numbers of nodes found with several threads or with a store, whose lemmas are kept as
fast as the machine is. The examples of a file run one after the other in the shell, with the same home
and folder. With --long those run, too, that take longer than some seconds.
"""
import difflib
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

# What takes long, and what rests on it.
LONG = ("4x5", "2x2 --rules all")
VARIES = [
    (re.compile(r"\b\d+(?:\.\d+)? (s|h|ns|days|MiB|GiB)\b"), r"# \1"),
    (re.compile(r'("(?:seconds|peak_memory_bytes)":)[0-9.]+'), r"\1#"),
    (re.compile(r"^\d+ nodes?, \d+ lemmas?", re.M), "# nodes, # lemmas"),
]
WITH_STORE = [(re.compile(r'("(?:nodes|entries)":)\d+'), r"\1#"), (re.compile(r"\b\d{3,}\b"), "#")]


COMMAND = re.compile(r"    \$ (?:scripts/)?(solve|cat)\b(.*)")


def examples(text):
    """Yields (command, lines shown below it)."""
    command, shown = None, []
    for line in text.split("\n") + ["the end"]:
        if line.startswith("    $ ") or (line.strip() and not line.startswith("    ")):
            if command is not None:
                yield command, shown
            command, shown = None, []
        found = COMMAND.fullmatch(line)
        if found:
            command = found.group(1) + found.group(2)
        elif command is not None:
            shown.append(line[4:].rstrip())


def normal(text, patterns):
    text = "\n".join(re.sub(" +$", "", line) for line in text.split("\n")).strip("\n")
    for pattern, instead in patterns:
        text = pattern.sub(instead, text)
    return re.sub(r"(?<=\S)  +", "  ", text)  # columns are as wide as what varies


def matches(shown, printed):
    """Does printed match shown, in which "..." stands for anything?"""
    pattern = ""
    for line in shown.split("\n"):
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += re.escape(line).replace(re.escape("..."), ".*") + r" *\n"
    return re.fullmatch(pattern + r"\n*", printed + "\n") is not None


def check(program, command, shown, folder, home):
    if command.startswith("cat "):
        with open(os.path.join(folder, command[len("cat "):]), "w", encoding="utf-8") as made:
            made.write("\n".join(shown).strip("\n") + "\n")
        return True
    path = os.path.dirname(program) + os.pathsep + os.environ["PATH"]
    done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=folder, check=False,
                          env=dict(os.environ, HOME=home, PATH=path, XDG_CACHE_HOME=os.path.join(home, "cache")))
    patterns = VARIES + (WITH_STORE if "~/" in command else [])
    wanted = [[line for line in shown if line.startswith("solve: ")],
              [line for line in shown if not line.startswith("solve: ")]]
    printed = [done.stderr if wanted[0] else "", done.stdout]
    for lines, text in zip(wanted, printed):
        lines, text = normal("\n".join(lines), patterns), normal(text.replace(home, "/home/me"), patterns)
        # An example that shows nothing is there for what it leaves.
        if not any(shown) or matches(lines, text):
            continue
        print(f"\n$ {command}\nexit {done.returncode} {done.stderr if not wanted[0] else ''}")
        sys.stdout.writelines(difflib.unified_diff(lines.splitlines(True), text.splitlines(True),
                                                   "shown", "printed", n=1))
        return False
    # Where a document shows an error there is one.
    assert done.returncode in (0, 3) or wanted[0], f"{command}: exit {done.returncode}: {done.stderr}"
    return True


def check_file(program, file, root, long):
    """Returns how many examples it has, how many of them ran, and how many are not true."""
    with open(file, encoding="utf-8") as text:
        found = list(examples(text.read()))
    wrong = ran = 0
    with tempfile.TemporaryDirectory() as folder:
        home = os.path.join(folder, "home")
        os.mkdir(home)
        os.symlink(os.path.join(root, "tables"), os.path.join(folder, "tables"))
        for command, shown in found:
            if any(word in command for word in LONG) and not long:
                continue
            ran += 1
            wrong += not check(program, command.replace("/tmp/", folder + "/"), shown, folder, home)
    print(f"{file}: {ran} of {len(found)} examples run, {wrong} not true")
    return len(found), ran, wrong


def main():
    program, files = os.path.abspath(sys.argv[1]), [arg for arg in sys.argv[2:] if arg != "--long"]
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    counts = [check_file(program, file, root, "--long" in sys.argv) for file in files]
    found, ran, wrong = (sum(column) for column in zip(*counts))
    print(f"{ran} of {found} examples run, {wrong} not true")
    assert ran > 10, "too few: this looks at nothing"
    return 1 if wrong else 0


sys.exit(main())
