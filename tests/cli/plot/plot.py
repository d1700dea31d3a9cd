#!/usr/bin/env python3
"""plot.py PROGRAM RESULTS [--update | few]: what 'solve plot' draws and refuses.

The drawings of small.csv are as in values.svg and nodes.svg, which --update writes anew; those of RESULTS
are what is drawn of its tables. What stands in a drawing is read from it: dots lie where their values
say, the names of points tell them, and what differs has another shape. few: without the drawings of RESULTS, and of
fewer boards.
"""
import importlib.machinery
import importlib.util
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "common"))
import usage  # noqa: E402

usage.check(__doc__)

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM, RESULTS = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
SMALL = os.path.join(HERE, "small.csv")
FEW = "few" in sys.argv[3:]
SVG = "{http://www.w3.org/2000/svg}"


def run(*arguments, code=0, data=None):
    done = subprocess.run([PROGRAM, "plot", *arguments], capture_output=True, input=data, check=False, timeout=60)
    assert done.returncode == code, f"{arguments}: exit {done.returncode}: {done.stderr}"
    if code != 0:
        assert done.stdout == b"" and done.stderr.count(b"\n") == 1, f"{arguments}: {done.stdout} {done.stderr}"
        return done.stderr.decode()
    assert done.stderr == b"", f"{arguments}: {done.stderr}"
    return done.stdout.decode()


def drawing(folder, *arguments, name="a.svg"):
    """The bytes of a picture, which are the same each time."""
    path = os.path.join(folder, name)
    found = []
    for _ in range(2):
        run(*arguments, "--picture", path)
        with open(path, "rb") as file:
            found.append(file.read())
        os.remove(path)
    assert found[0] == found[1], f"{arguments}: two pictures differ"
    return found[0]


def check_golden(folder, update):
    for name, arguments in (("values.svg", ()), ("nodes.svg", ("--kind", "nodes"))):
        found, path = drawing(folder, SMALL, *arguments), os.path.join(HERE, name)
        if update:
            with open(path, "wb") as file:
                file.write(found)
        with open(path, "rb") as file:
            assert found == file.read(), f"{name} differs: run plot.py PROGRAM RESULTS --update and look at it"


def check_committed(folder):
    """The plots of RESULTS are made of its tables."""
    path = os.path.join(RESULTS, "..", "scripts", "lengths")
    loader = importlib.machinery.SourceFileLoader("lengths_script", path)
    script = importlib.util.module_from_spec(importlib.util.spec_from_loader("lengths_script", loader))
    sys.dont_write_bytecode = True
    sys.path.insert(0, os.path.dirname(path)) # as when it is run
    loader.exec_module(script)
    assert len(script.PLOTS) == 3
    for name, (files, *options) in script.PLOTS.items():
        found = drawing(folder, *(os.path.join(RESULTS, file + ".csv") for file in files), *options)
        with open(os.path.join(RESULTS, name + ".svg"), "rb") as file:
            assert found == file.read(), f"results/{name}.svg is not what is drawn: run scripts/lengths"


def named_groups(root):
    """The names of the points of a drawing with what is drawn of each."""
    groups = {}
    for group in root.iter(SVG + "g"):
        title = group.find(SVG + "title")
        name = title.text if title is not None else group.get("aria-label")
        if name is not None and re.match(r"\d+x\d+, ", name):
            assert name not in groups, name
            groups[name] = group
    return groups


def check_values(folder):
    root = xml.etree.ElementTree.fromstring(drawing(folder, os.path.join(RESULTS, "lengths.csv"), "--rules", "psk,ssk,nssk"))
    assert root.get("role") == "img"
    assert root.find(SVG + "title").text == "The value of the empty board 1xn"
    texts = ["".join(text.itertext()) for text in root.iter(SVG + "text")]
    assert {"psk", "ssk", "nssk", "1x1", "1x12", "+4", "differs from psk at 1x12"} <= set(texts), texts
    groups = named_groups(root)
    assert len(groups) == 36, len(groups)
    diamonds = {name.split(":")[0] for name, group in groups.items() if group.find(SVG + "circle") is None}
    assert diamonds == {"1x9, nssk", "1x12, ssk", "1x12, nssk"}, diamonds
    assert "1x9, nssk: +1; psk: 0" in groups and "1x12, psk: +2" in groups, list(groups)
    heights = {int(name.split(": ")[1]): float(group.find(SVG + "circle").get("cy")) for name, group in groups.items()
               if ", psk:" in name}
    unit = heights[0] - heights[1]
    assert unit > 2 and all(abs(heights[0] - value * unit - y) < 0.1 for value, y in heights.items()), heights
    places = [float(groups[name].find(SVG + "circle").get("cx")) for name in groups if ", psk:" in name]
    steps = [b - a for a, b in zip(places, places[1:])]
    assert min(steps) > 20 and max(steps) - min(steps) < 0.1, places


def check_nodes(folder):
    root = xml.etree.ElementTree.fromstring(drawing(folder, SMALL, "--kind", "nodes"))
    groups = named_groups(root)
    assert len(groups) == 10, list(groups)
    assert "1x3, simple: 1000 nodes, not decided" in groups and "1x3, mine & <yours>: 1 node" in groups, list(groups)
    texts = ["".join(text.itertext()) for text in root.iter(SVG + "text")]
    assert {"psk 1xn", "psk 2xn", "1000", "mine & <yours> 1xn", "points of the board"} <= set(texts), texts


def check_open(folder):
    """What was not enough for the value has an arrow, and says so: by its bounds or its why; not what tells nothing of the value."""
    table = os.path.join(folder, "open.csv")
    for rows, names, arrows in ((b"board,rules,nodes\n1x3,psk,8\n", ["1x3, psk: 8 nodes"], 0),
                                (b"board,rules,lower,upper,nodes,why\n1x3,psk,,,8,limit\n", ["1x3, psk: 8 nodes, not decided"], 1),
                                (b"board,rules,lower,upper,nodes,why\n1x3,psk,3,3,8,\n", ["1x3, psk: 8 nodes"], 0)):
        with open(table, "wb") as to:
            to.write(rows)
        root = xml.etree.ElementTree.fromstring(drawing(folder, table, "--kind", "nodes"))
        groups = named_groups(root)
        assert list(groups) == names, list(groups)
        assert len(list(groups[names[0]].iter(SVG + "line"))) == arrows, rows


def check_text():
    out = run(SMALL)
    assert out == """value of the empty board
                       n=1    n=2     n=3
1xn psk                  0      0      +3
1xn psk,suicide=multi    0      0      +3
1xn simple               0  -2/+2  -1/+3?
1xn mine & <yours>      +1           -inf
psk,suicide=multi the same as psk
simple differs from psk at 1x2
mine & <yours> differs from psk at 1x1 and 1x3
""", out
    assert run(SMALL, "--kind", "nodes", "--rules", "psk", "--rows", "2") == "positions searched\n         n=2\n2xn psk   65\n"
    found = json.loads(run(SMALL, "--json"))
    assert [series["rules"] for series in found["series"]] == ["psk", "psk,suicide=multi", "simple", "mine & <yours>"]
    assert found["series"][2]["boards"][2] == {"board": "1x3", "nodes": 1000, "value": {
        "min": -1, "max": 3, "min_known": False, "max_known": False, "outright": None}}, found["series"][2]
    assert found["series"][3]["boards"][1]["value"]["outright"] == "white"


def check_merged():
    """Rows about the same board: a decided one counts, bounds are joined, and sides are swapped."""
    head = b"board,rules,lower,upper,nodes,why\n"
    out = run("-", data=head + b"3x1,psk,-3,3,9,limit\n1x3,psk,-1,,,limit\n1x3,ssk,-3,3,1,x\n1x3,ssk,3,3,2,\n")
    assert re.findall(r"1xn (\S+) +(\S+)\n", out) == [("psk", "-1/+3?"), ("ssk", "+3")], out
    out = run("--kind", "nodes", "-", data=b"board,rules,asked,nodes,after\n1x3,psk,all,5,\n1x3,psk,value,6,\n1x3,ssk,value,7,A1\n")
    assert re.findall(r"1xn (\S+) +(\S+)\n", out) == [("psk", "6")], out
    out = run("-", data=b"board,rules,computed,verdict,certificate\n1x3,psk,\"lower -1, upper +2\",verified,\n"
              b"1x4,psk,,not decided,\n")
    assert re.findall(r"1xn (\S+) +(\S+)\n", out) == [("psk", "-1/+2")], out
    for rows, nodes in ((b"1x3,psk,-3,3,50,limit\n1x3,psk,3,3,,\n", []), (b"1x3,psk,3,3,,\n1x3,psk,-3,3,50,limit\n", []),
                        (b"1x3,psk,-3,3,50,limit\n1x3,psk,3,3,8,\n", ["8"]), (b"1x3,psk,-3,3,50,limit\n1x3,psk,0,3,,limit\n", ["50?"]),
                        (b"1x3,psk,3,3,,\n1x3,psk,,,8,\n", ["8"]), (b"1x3,psk,,,50,limit\n1x3,psk,3,3,,\n", [])):
        out = run("--kind", "nodes", "-", data=head + rows + b"1x2,ssk,0,0,1,\n")
        assert re.findall(r"1xn psk +(\S+)\n", out) == nodes, (rows, out)
    out = run("--kind", "nodes", "-", data=b"board,rules,nodes,bytes\n1x3,psk,5,100\n", code=2)
    assert "no number of nodes" in out, out
    out = run("-", data=b"board,rules,value,after\n1x3,psk,3,A1\n", code=2)
    assert "no value" in out, out
    out = run("-", data=b"board,rules,lower,upper\n1x3,psk,0,1\n1x4,psk,2,2\n")
    assert re.findall(r"1xn psk +(\S+) +(\S+)\n", out) == [("0/+1?", "+2")], out


def check_refused(folder):
    head = b"board,rules,lower,upper\n"
    for data, wanted in ((b"", "line 1: no line of column names"), (head, "no rows"), (b"board,rules\n1x1,psk\n", "no column of what"),
                         (b"rules,lower,upper\npsk,0,0\n", "no column 'board'"), (b"board,board,rules,nodes\n", "same name"),
                         (head + b"1x1,psk,0\n", "line 2: fewer cells"), (head + b"1x1,psk,0,0,0\n", "line 2: more cells"),
                         (head + b"1x1,psk,0,0", "cut short"), (head + b"\x00\xff\x01\n", "cut short or damaged"),
                         (bytes(range(256)) * 4, "wanted CSV"), (head + b"1x1,psk,99999999999999999999,0\n", "lower '9999"),
                         (head + b"1x1,psk,2,1\n", "lower '2': wanted no more than upper"), (head + b"0x1,psk,0,0\n", "board '0x1'"),
                         (head + b"1x99999999999,psk,0,0\n", "board '1x999"), (head + b"1x1,,0,0\n", "rules ''"),
                         (head + b"1x1,psk,0.5,1\n", "lower '0.5'"), (head + b"1x1,psk,1,1\n1x1,psk,2,2\n", "two values"),
                         (head + b"1x1,psk,1,1\n1x1,psk,2,3\n", "two values"), (head + b"1x1,psk,2,3\n1x1,psk,1,1\n", "two values"),
                         (head + b"1x1,psk,,0\n1x1,psk,1,2\n", "two values"),
                         (b"board,rules,nodes\n1x1,psk,99999999999999999999\n", "nodes '9999"),
                         (b"board,rules,nodes\n1x1,psk,-1\n", "nodes '-1'"), (b"board,rules,value\n1x1,psk,1..0\n", "value '1..0'"),
                         (head + b"2x2,psk,0,0\n", "with 1 row"), (b"board,rules,nodes\n1x1,psk,1\n", "no value"),
                         (b",".join(b"c%d" % i for i in range(99)) + b"\n", "more than 64 columns"),
                         (head + b"".join(b"1x1,r%d,0,0\n" % i for i in range(301)), "more than 300 rulesets"),
                         (head + b"1x1,psk,0,0\n" * (1 << 21), "larger than 16.0 MiB")):
        said = run("-", code=2, data=data)
        assert wanted in said, f"{data[:60]}: {said}"
    for arguments, wanted in ((["--kind", "value"], "--kind 'value': wanted values or nodes"), (["--rows", "0"], "--rows '0'"),
                              (["--rules", "psk,nope"], "--rules 'nope' is no ruleset"), (["--rules", "ljrg"], "no value under ljrg"),
                              (["--picture", "a.gif"], "--picture 'a.gif'"), (["--picture", "no/folder/a.svg"], "no folder"),
                              (["--picture-theme", "dark"], "wants --picture"), (["--picture", folder], "--picture")):
        said = run(SMALL, *arguments, code=2)
        assert wanted in said, f"{arguments}: {said}"
    for name in ("greedy", "complete-games", "longest-games", "estimates", "legal-positions"):
        assert ", line 1: " in run(os.path.join(RESULTS, name + ".csv"), code=2), name
    for name in ("area-values", "drange-1998", "kee-v6", "certificates"):
        run(os.path.join(RESULTS, name + ".csv"))
    assert "No such file" in run(os.path.join(folder, "none.csv"), code=2)
    unwritten = subprocess.run([PROGRAM, "plot", SMALL, "--picture", "/proc/none.svg"], capture_output=True, text=True,
                               check=False, timeout=60)
    assert unwritten.returncode == 1 and unwritten.stdout == run(SMALL), unwritten
    assert unwritten.stderr.startswith("solve: --picture: cannot write /proc/none.svg: "), unwritten
    assert "wanted a CSV file" in run(folder, code=2)


def check_mutants():
    """Whatever becomes of a table, it is plotted or refused in a line."""
    dice = random.Random(1)
    with open(SMALL, "rb") as file:
        whole = file.read()
    codes = set()
    for _ in range(40):
        data = bytearray(whole)
        for _ in range(dice.randrange(1, 4)):
            at = dice.randrange(len(data))
            data[at:at + dice.randrange(3)] = bytes(dice.choice(b'0123456789,"\n+-.infx\0\xff') for _ in range(dice.randrange(3)))
        done = subprocess.run([PROGRAM, "plot", "-", "--kind", dice.choice(["values", "nodes"])], input=bytes(data),
                              capture_output=True, check=False, timeout=60)
        assert done.returncode in (0, 2) and done.stderr.count(b"\n") == done.returncode // 2, (data, done)
        codes.add(done.returncode)
    assert codes == {0, 2}, codes


def check_extremes(folder):
    """One board, long ones, and large numbers are drawn, too."""
    for rows in ("1x1,psk,0,0,,\n", "1x1,psk,-inf,+inf,,limit\n", "1x999,psk,-9999,9999,9007199254740992,\n",
                 "".join(f"1x{n},r{n % 299},{n % 7 - 3},{n % 7},{n},\n" for n in range(1, 300 if FEW else 1000))):
        path = os.path.join(folder, "extreme.csv")
        with open(path, "w", encoding="utf-8") as file:
            file.write("board,rules,lower,upper,nodes,why\n" + rows)
        for kind in ["values"] + ["nodes"] * (not rows.endswith(",,\n") and ",,limit" not in rows):
            root = xml.etree.ElementTree.fromstring(drawing(folder, path, "--kind", kind))
            assert len(named_groups(root)) == rows.count("\n"), (kind, rows[:50])
            numbers = [float(word) for word in re.findall(r'"(-?[0-9.]+)"', xml.etree.ElementTree.tostring(root, "unicode"))]
            assert all(-1 < number < 60000 for number in numbers), (kind, rows[:50], min(numbers), max(numbers))


def check_formats(folder):
    for name, begins in (("a.png", b"\x89PNG\r\n\x1a\n"), ("a.PDF", b"%PDF-")):
        path = os.path.join(folder, name)
        done = subprocess.run([PROGRAM, "plot", SMALL, "--picture", path], capture_output=True, check=False, timeout=60)
        if done.returncode == 2:
            assert b"SVG only" in done.stderr, done.stderr
        else:
            assert drawing(folder, SMALL, name=name).startswith(begins)
    light, dark, auto = (drawing(folder, SMALL, "--picture-theme", theme) for theme in ("light", "dark", "auto"))
    assert len({light, dark, auto}) == 3 and b"prefers-color-scheme" in auto and b"prefers-color-scheme" not in dark


def main():
    with tempfile.TemporaryDirectory() as folder:
        check_golden(folder, "--update" in sys.argv)
        if not FEW:
            check_committed(folder)
        check_values(folder)
        check_nodes(folder)
        check_open(folder)
        check_text()
        check_merged()
        check_refused(folder)
        check_mutants()
        check_extremes(folder)
        check_formats(folder)


main()
