#!/usr/bin/env python3
"""width.py PROGRAM [few]: what is printed fits the terminal, or what COLUMNS says, or 80 columns.

Boards stand side by side as far as they fit; a table that does not is printed as a paragraph a row.
few: of the widths of a terminal those where something changes, and some others.
"""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

import terminal  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
FEW = sys.argv[2:] == ["few"]
BOARDS = ["replay", "--board", "2x5", "--rules", "psk", "--moves", "A1 B1 C1 D1 E1 A2 B2 C2 D2 E2 pass pass"]
VALUES = ["--board", "2x3", "--rules", "psk", "--quiet", "--threads", "1", "--color", "never"]
COMPARE = ["compare", "--board", "1x5", "--rules", "psk,ssk", "--no-store", "--quiet"]
TABLE = "#: kind values\n#: title T\n#: source nobody\n#: rules psk\nboard\tvalue\tplays\n1x3\t3\t1-2\n1x4\t4\t1-2\n"


def run(arguments, columns=None, wide=None):
    environment = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
    if columns is not None:
        environment["COLUMNS"] = str(columns)
    if wide is not None:
        code, shown = terminal.run([PROGRAM, *arguments], environment, columns=wide)
        assert code == 0, arguments
        return shown
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True,
                          env=environment).stdout


def widest(text):
    return max(map(len, text.splitlines()))


def drawing(text):
    """The part below the first empty line."""
    return text[text.index("\n\n"):]


def check_boards():
    assert 65 < widest(drawing(run(BOARDS))) <= 80
    for width in (20, 40, 60, 120, 200):
        told = run(BOARDS, columns=width)
        assert width - 20 < widest(drawing(told)) <= width, told
        assert run(BOARDS, wide=width) == told == run(BOARDS, columns=7, wide=width)
    for nonsense in ("0", "", "wide", "-40", "99999999999999999999"):
        assert run(BOARDS, columns=nonsense) == run(BOARDS)
    assert run(BOARDS, wide=0) == run(BOARDS), "a terminal that does not know its width"


def check_values():
    """The board of values stands beside the list, below it, or not at all."""
    beside, below = "  A2       -6     2 -6  -2  -6\n", "  pass     0\n\n  2 -6  -2  -6\n  1 -6  -2  -6\n     A   B   C\n\nbest"
    for width in (10, 14, 15, 16, 30, 31, 32, 80) if FEW else range(10, 81):
        told = run(VALUES, columns=width)
        wanted = beside if width >= 31 else below if width >= 15 else "  pass     0\nbest line"
        assert wanted in told and (beside in told) + (below in told) == (width >= 15), told
        assert run(VALUES, wide=width) == told, told


def check_tables():
    plain = run(COMPARE)
    assert "rules  lower" in plain and run(COMPARE, wide=200) == plain == run(COMPARE, columns=80), plain
    narrow = run(COMPARE, wide=40)
    assert widest(narrow) <= 40 and narrow == run(COMPARE, columns=40), narrow
    for line in ("rules: psk", "lower: 0", "line: pass pass", "rules: ssk"):
        assert "\n" + line + "\n" in "\n" + narrow, narrow
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "t.tsv"), "w", encoding="ascii") as file:
            file.write(TABLE)
        tables = ["tables", "--from", folder, "--no-store", "--quiet"]
        assert widest(run(tables)) > 80, "nobody knows how wide a pipe is"
        narrow = run(tables, wide=80)
        assert widest(narrow) <= 80 and "\nboard: 1x4\nrules: psk\n" in narrow, narrow


check_boards()
check_values()
check_tables()
print("ok")
