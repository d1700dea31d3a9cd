"""What the libraries export, and that nothing of the search is in the checking one.

usage: symbols.py SOURCE NAME=LIBRARY... -- SEARCH...

Each shared LIBRARY (libNAME.so) exports the functions of include/NAME.h, and nothing else. No
function that one of the archives SEARCH defines is in libsolve-check.
"""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

COMMENT = re.compile(r"/\*.*?\*/", re.S)
FUNCTION = re.compile(r"\b(solve_\w+)\s*\((?!\*)")


def symbols(library, *options):
    text = subprocess.run(["nm", "--defined-only", *options, library], check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    return {line.split()[2].split("@")[0] for line in text.splitlines()
            if len(line.split()) == 3 and line.split()[1] in "tT"}


def declared(source, name):
    """The functions of a header and its parts. Those of libsolve are all but libsolve-check's."""
    parts = [name] if name == "solve-check" else ["solve-play", "solve-run", "solve-store", "solve-study",
                                                   "solve-count"]
    found = set()
    for part in parts:
        with open(os.path.join(source, "include", part + ".h"), encoding="utf-8") as header:
            found.update(FUNCTION.findall(COMMENT.sub("", header.read())))
    return found


def main():
    at = sys.argv.index("--")
    source, libraries, archives = sys.argv[1], sys.argv[2:at], sys.argv[at + 1:]
    wrong = []
    for name, library in (argument.split("=") for argument in libraries):
        exported, wanted = symbols(library, "-D"), declared(source, name)
        assert len(wanted) > 10, "the header was not understood"
        wrong += [f"lib{name} exports {symbol}, which its header does not declare"
                  for symbol in sorted(exported - wanted)]
        wrong += [f"lib{name} does not export {symbol}" for symbol in sorted(wanted - exported)]
        if name == "solve-check":
            inside = symbols(library)
            assert "check_certificate_within" in inside, "the library was stripped"
    search = set().union(*(symbols(archive, "--extern-only") for archive in archives))
    assert len(search) > 100, "nothing of the search was found"
    wrong += [f"libsolve-check has {symbol}, which is the search's" for symbol in sorted(search & inside)]
    print("\n".join(wrong) or f"{len(search)} functions of the search, none of them in libsolve-check")
    return 1 if wrong else 0


sys.exit(main())
